// The other views: what is assumed; the runs, and where the time went.

function table(caption, heads, rows) {
	return element("div", { className: "table-frame" }, element("table", {},
		element("caption", {}, caption),
		element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
		element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map((cell) =>
			cell instanceof HTMLTableCellElement ? cell : element("td", {}, cell)))))));
}

function number(text) {
	return element("td", { className: "number" }, text);
}

function share(part, whole) {
	const bar = element("span", { className: "share", "aria-hidden": "true" }, element("span", {}));
	bar.firstChild.style.width = `${whole > 0 ? Math.min(100, 100 * part / whole) : 0}%`;
	return bar;
}

// The same assumption of several runs is told once.
function fillAssumptions() {
	const all = new Map();
	for (const run of report.runs)
		for (const a of run.assumptions) {
			const key = JSON.stringify([a.text, a.place]);
			const known = all.get(key);
			if (known)
				known.runs++;
			else
				all.set(key, { a, runs: 1 });
		}
	const several = report.runs.length > 1;
	const rows = [...all.values()].map(({ a, runs }) =>
		[visible(a.text), placeLink(a.place) || "", ...(several ? [number(String(runs))] : [])]);
	byId("view-assumptions").replaceChildren(rows.length
		? table("What the verdicts rest on: they hold where these do", ["Assumption", "Place", ...(several ? ["Runs"] : [])], rows)
		: element("p", { className: "empty" }, "Nothing is assumed."));
	return rows.length;
}

function countsOf(run) {
	const counts = { violated: 0, open: 0, bounded: 0, proved: 0 };
	for (const o of run.obligations)
		counts[o.verdict] += o.count || 1;
	return counts;
}

function runRows() {
	const longest = Math.max(...report.runs.map((run) => run.cost.wall_seconds), 0);
	const severity = ["UNSAFE", "UNKNOWN", "BOUNDED", "SAFE"];
	return [...report.runs]
		.sort((a, b) => severity.indexOf(a.verdict) - severity.indexOf(b.verdict) || b.cost.wall_seconds - a.cost.wall_seconds)
		.map((run) => {
			const counts = countsOf(run);
			return [
				element("td", { className: "number" }, element("span", { className: `badge ${run.verdict}` }, run.verdict),
					run.others !== run.verdict ? `, others ${run.others}` : ""),
				element("td", { className: "of" }, subjectOf(run)),
				element("td", {}, visible(run.cause || ""), run.bound !== undefined ? ` bound ${run.bound} ` : "", beyondOf(run)),
				...VERDICTS.map((v) => number(counts[v] ? counts[v].toLocaleString("en") : "")),
				[run.engine, run.solver].filter(Boolean).join(", "),
				element("td", { className: "number" }, seconds(run.cost.wall_seconds), share(run.cost.wall_seconds, longest)),
				number(seconds(run.cost.cpu_seconds)),
				number(megabytes(run.cost.memory_bytes)),
			];
		});
}

// Phases of all runs together: in processes side by side they may be longer than the run.
function phaseRows() {
	const sums = new Map();
	for (const run of report.runs)
		for (const phase of run.phases || [])
			sums.set(phase.name, (sums.get(phase.name) || 0) + phase.seconds);
	const all = [...sums.values()].reduce((a, b) => a + b, 0);
	const large = [...sums].filter(([, time]) => time >= all / 200).sort((a, b) => b[1] - a[1]);
	const rest = all - large.reduce((sum, [, time]) => sum + time, 0);
	if (large.length < sums.size)
		large.push([`${sums.size - large.length} others`, rest]);
	return large.map(([name, time]) =>
		[visible(name), element("td", { className: "number" }, seconds(time), share(time, all)),
			number(all ? `${(100 * time / all).toFixed(1)} %` : "")]);
}

function fillRuns() {
	const phases = phaseRows(), cost = report.cost;
	byId("view-runs").replaceChildren(
		element("p", { className: "summary" },
			`${seconds(cost.wall_seconds)} in all, ${seconds(cost.cpu_seconds)} of processor time, ` +
			`${megabytes(cost.memory_bytes)} in the largest process; exit status ${report.exit_status}.`),
		table("Runs", ["Verdict", "Of", "Cause", ...VERDICTS.map((v) => v[0].toUpperCase() + v.slice(1)), "Engine, solver", "Time",
			"Processor", "Memory"], runRows()),
		phases.length ? table("Where the time went", ["Phase", "Time", "Share"], phases) : "",
		table("How it was run", ["", ""], [
			["Command", element("td", {}, element("code", {}, visible(report.command_line.join(" "))))],
			["Folder", element("td", {}, element("code", {}, visible(report.directory)))],
			["Tool", `${report.tool} ${report.version}`]]));
}

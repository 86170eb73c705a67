// The chosen obligation, and the trace that leads to its violation: steps, values, calls.

const NO_TRACE = [];
const stepping = { entry: null, step: 0, frames: null, rows: [], parts: {} };

function currentTrace() {
	return (stepping.entry && stepping.entry.o.trace) || NO_TRACE;
}

// "a = 1, s = "x, y = z", p = &q + 4": pairs. What is no pair has no name.
function valuesOf(step) {
	if (step.pairs)
		return step.pairs;
	const pairs = step.pairs = [];
	let quoted = false, from = 0;
	const text = step.values || "";
	const take = (to) => {
		const part = text.slice(from, to), equals = part.indexOf(" = ");
		pairs.push(equals < 0 ? ["", part] : [part.slice(0, equals), part.slice(equals + 3)]);
	};
	for (let i = 0; i < text.length; i++) {
		if (text[i] === "\\")
			i++;
		else if (text[i] === '"')
			quoted = !quoted;
		else if (!quoted && text[i] === "," && /^, [^,="]+ = /.test(text.slice(i, i + 200))) {
			take(i);
			from = i + 2;
		}
	}
	if (text)
		take(text.length);
	return pairs;
}

function functionOf(step) {
	return (step.place && step.place.function) || "?";
}

// The calls of a trace as a tree: `of` has the frame of each step, `up` what called it. A step says how many calls it is in. Only steps on which the violation
// depends may be there: a call of which there is none is left out.
function framesOf(trace) {
	const root = { depth: 0, name: "" };
	const stack = [root], of = [];
	for (const step of trace) {
		const depth = step.depth || 1, entering = step.text === "" && step.values;
		while (stack[stack.length - 1].depth > depth)
			stack.pop();
		let top = stack[stack.length - 1];
		if (top.depth === depth && top !== root && (entering || top.name !== functionOf(step))) {
			stack.pop();
			top = stack[stack.length - 1];
		}
		if (top.depth < depth) {
			top = { depth, name: functionOf(step), up: top, parameters: entering ? step.values : "" };
			stack.push(top);
		}
		of.push(top);
	}
	return { root, of };
}

// The values after step number `last`: of each frame that has not ended. `before`: what was there before the step.
function valuesAfter(trace, of, last) {
	const open = new Set(), values = new Map();
	for (let frame = of[last]; frame; frame = frame.up)
		open.add(frame);
	for (let i = 0; i <= last; i++) {
		if (!open.has(of[i]))
			continue;
		for (const [name, value] of valuesOf(trace[i])) {
			if (!name)
				continue;
			if (!values.has(of[i]))
				values.set(of[i], new Map());
			const there = values.get(of[i]), old = there.get(name);
			there.set(name, { value, since: i, before: old && (i === old.since ? old.before : old.value) });
		}
	}
	return values;
}

// ---- tables and trees ----

// So many calls have their values shown: the inner ones, and the outermost.
const CALLS = 12;

function fillValues() {
	const body = stepping.parts.values, rows = [];
	const values = valuesAfter(currentTrace(), stepping.frames.of, stepping.step);
	const frames = [...values.keys()].sort((a, b) => b.depth - a.depth);
	const left = frames.length - CALLS;
	if (left > 0)
		frames.splice(CALLS - 1, left, null);
	for (const frame of frames) {
		if (!frame) {
			rows.push(element("tr", {}, element("td", { colSpan: 2, className: "empty" }, `and ${plural(left, "call")} between`)));
			continue;
		}
		rows.push(element("tr", { className: "frame" },
			element("th", { colSpan: 2, scope: "rowgroup" }, visible(frame.name))));
		for (const [name, v] of values.get(frame)) {
			const changed = v.since === stepping.step;
			rows.push(element("tr", { className: changed ? "changed" : "" },
				element("th", { scope: "row" }, visible(name)),
				element("td", {}, visible(v.value),
					changed && v.before !== undefined && v.before !== v.value
						? element("span", { className: "was" }, ` was ${visible(v.before)}`) : "",
					changed ? element("span", { className: "hidden" }, " (set by this step)") : "")));
		}
	}
	if (!rows.length)
		rows.push(element("tr", {}, element("td", { colSpan: 2, className: "empty" }, "none yet")));
	body.replaceChildren(...rows);
}

function makeStep(i) {
	const step = currentTrace()[i];
	const values = step.values ? visible(step.values) : "";
	const button = element("button", { type: "button", className: hasText(step.place) ? "step" : "step elsewhere", onclick: () => goTo(i) },
		element("span", { className: "at" }, step.place && step.place.line ? String(step.place.line) : ""),
		element("span", { className: "does" }, visible(step.text || "parameters")),
		values ? element("span", { className: "values" }, values) : "");
	stepping.rows[i] = button;
	return element("li", {}, button);
}

// Below so many levels calls follow one another, for no browser lays out ten thousand elements in one another.
const LEVELS = 16;

function makeFrame(frame) {
	const name = [element("b", {}, visible(frame.name)), frame.parameters ? `(${visible(frame.parameters)})` : ""];
	frame.level = frame.up.level + 1;
	if (frame.level > LEVELS) {
		frame.list = frame.up.list;
		frame.list.append(element("li", { className: "call" }, ...name, ` in ${frame.depth - 1} calls`));
		return;
	}
	frame.list = element("ol", {});
	frame.up.list.append(element("li", { className: "call" },
		element("details", { open: true }, element("summary", {}, ...name), frame.list)));
}

function makeTree({ root, of }) {
	root.list = element("ol", {});
	root.level = 0;
	of.forEach((frame, i) => {
		if (!frame.list)
			makeFrame(frame);
		frame.list.append(makeStep(i));
	});
	return root.list;
}

// ---- stepping ----

function hasText(place) {
	const source = place && sources.get(place.uri);
	return Boolean(source && source.text !== undefined);
}

// Where step `i` is shown: in a file that the page does not have, by what led there.
function shownPlace(trace, i) {
	if (i === trace.length - 1 && !hasText(trace[i].place))
		return stepping.entry.place;
	while (i > 0 && !hasText(trace[i].place))
		i--;
	return trace[i].place;
}

function describe(step) {
	return [placeText(step.place), functionOf(step), visible(step.text || "")].filter(Boolean).join(": ");
}

// The last step is where the obligation is violated.
function goTo(i, fromAddress) {
	const trace = currentTrace(), last = trace.length - 1;
	if (!trace.length)
		return;
	const before = stepping.rows[stepping.step];
	if (before)
		before.removeAttribute("aria-current");
	stepping.step = Math.max(0, Math.min(i, last));
	const step = trace[stepping.step], row = stepping.rows[stepping.step], parts = stepping.parts;
	row.setAttribute("aria-current", "step");
	for (let up = row.closest("details"); up; up = up.parentElement.closest("details"))
		up.open = true;
	parts.range.value = stepping.step + 1;
	parts.range.setAttribute("aria-valuetext", describe(step));
	parts.number.textContent = `${stepping.step + 1} / ${trace.length}`;
	parts.first.disabled = parts.back.disabled = stepping.step === 0;
	parts.forward.disabled = parts.end.disabled = stepping.step === last;
	parts.now.textContent = describe(step) + (step.values ? `  [${visible(step.values)}]` : "");
	fillValues();
	const atEnd = stepping.step === last;
	showPlace(shownPlace(trace, stepping.step), atEnd
		? { note: statementOf(stepping.entry), kind: "violated", values: step.values } : { values: step.values });
	showTrail(trace);
	scrollInTree(row);
	if (!fromAddress)
		writeAddress();
}

function scrollInTree(row) {
	const pane = byId("detail"), there = row.getBoundingClientRect(), frame = pane.getBoundingClientRect();
	if (pane.scrollHeight > pane.clientHeight + 4 && stepping.parts.tree.contains(document.activeElement) &&
	    (there.top < frame.top || there.bottom > frame.bottom))
		pane.scrollTop += there.top - frame.top - frame.height / 2;
}

function control(label, text, act) {
	return element("button", { type: "button", className: "plain-button", title: label, "aria-label": label, onclick: act }, text);
}

function makeTrace(trace) {
	const parts = stepping.parts = {
		first: control("First step (Home)", "\u21e4", () => goTo(0)),
		back: control("Step back (left arrow)", "\u2190", () => goTo(stepping.step - 1)),
		forward: control("Step forward (right arrow)", "\u2192", () => goTo(stepping.step + 1)),
		end: control("Last step (End)", "\u21e5", () => goTo(trace.length - 1)),
		range: element("input", { type: "range", min: 1, max: trace.length, "aria-label": "Step",
			oninput: (event) => goTo(Number(event.target.value) - 1) }),
		number: element("span", { className: "number" }),
		now: element("p", { className: "now-text", "aria-live": "polite" }),
		values: element("tbody", {}),
	};
	stepping.frames = framesOf(trace);
	parts.tree = element("div", { className: "tree" }, makeTree(stepping.frames));
	return [
		element("div", { className: "stepper" },
			element("div", { className: "controls", role: "group", "aria-label": "Trace" },
				parts.first, parts.back, parts.forward, parts.end, parts.range, parts.number),
			parts.now),
		element("h3", {}, "Values"),
		element("table", { className: "value-table" }, element("caption", { className: "hidden" },
			"Values of variables after this step"), parts.values),
		element("h3", {}, "Calls and steps"),
		parts.tree,
	];
}

// ---- the obligation ----

function fact(name, value) {
	return value ? [element("dt", {}, name), element("dd", {}, value)] : [];
}

function placeLink(place) {
	if (!place || !place.uri)
		return null;
	return element("button", { type: "button", className: "link", onclick: () => {
		showView("obligations");
		document.body.dataset.pane = "detail";
		showPlace(place);
	} }, placeText(place, true));
}

// Where an execution goes beyond the bound.
function beyondOf(run) {
	const places = (run.beyond || []).flatMap((place) => [placeLink(place), " "]);
	return places.length ? element("span", {}, ...places) : null;
}

function causeOf(entry) {
	const o = entry.o;
	if (o.cause || o.verdict === "open")
		return visible(o.cause || entry.run.cause || "");
	return o.verdict === "bounded" && entry.run.bound !== undefined ? `nothing found up to the bound ${entry.run.bound}` : "";
}

function showDetail(entry) {
	const o = entry.o, run = entry.run;
	stepping.entry = entry;
	stepping.rows = [];
	const facts = element("dl", {},
		...fact("Place", placeLink(entry.place)),
		...fact("Function", entry.place.function && visible(entry.place.function)),
		...fact("Check", o.check + (o.cwe ? ` (CWE-${o.cwe})` : "")),
		...fact("Called", o.library && visible(o.library)),
		...fact("Cause", causeOf(entry)),
		...fact("Beyond", o.verdict === "bounded" && beyondOf(run)),
		...fact("Engine", [run.engine, run.solver && `${run.solver} ${run.solver_version || ""}`].filter(Boolean).join(", ")),
		...fact("Run", report.runs.length > 1 && subjectOf(run)));
	const trace = o.trace || [];
	byId("detail").replaceChildren(
		element("h2", {}, badge(o.verdict), element("span", {}, statementOf(entry))), facts,
		...(trace.length ? makeTrace(trace) : []));
	byId("detail").scrollTop = 0;
}

function beginDetail() {
	byId("detail").replaceChildren(element("p", { className: "empty" }, entries.length
		? "Choose an obligation in the list, or a mark beside the source." : "There is no obligation."));
	document.addEventListener("keydown", (event) => {
		const keys = { ArrowLeft: () => stepping.step - 1, ArrowRight: () => stepping.step + 1, Home: () => 0,
			End: () => currentTrace().length - 1 };
		const busy = event.target.closest("input, select, textarea");
		if (!keys[event.key] || busy || event.ctrlKey || event.metaKey || event.altKey || !currentTrace().length ||
		    byId("view-obligations").hidden)
			return;
		event.preventDefault();
		goTo(keys[event.key]());
	});
}

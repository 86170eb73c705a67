// The page as a whole: headline, views, theme, address.

const VIEWS = [["obligations", "Obligations"], ["assumptions", "Assumptions"], ["runs", "Runs and cost"]];

function showView(name) {
	for (const [view] of VIEWS) {
		byId(`view-${view}`).hidden = view !== name;
		if (view === name)
			byId(`to-${view}`).setAttribute("aria-current", "page");
		else
			byId(`to-${view}`).removeAttribute("aria-current");
	}
}

function writeAddress() {
	const trace = currentTrace(), atEnd = stepping.step === trace.length - 1;
	const address = `#${stepping.entry.id}${trace.length && !atEnd ? `.${stepping.step + 1}` : ""}`;
	try {
		history.replaceState(null, "", address);
	} catch (error) {
		// A page in a frame without an origin has no address of its own.
	}
}

// `step`: from 1; without it the last one, where the violation is.
function choose(entry, step) {
	showView("obligations");
	document.body.dataset.pane = "detail";
	showDetail(entry);
	if (currentTrace().length) {
		goTo(step ? step - 1 : currentTrace().length - 1);
	} else {
		showPlace(entry.place, { note: statementOf(entry), kind: entry.o.verdict });
		showTrail(currentTrace());
		writeAddress();
	}
	markChosen(entry);
}

function readAddress() {
	const m = /^#(\d+)(?:\.(\d+))?$/.exec(location.hash);
	const entry = m && entries[Number(m[1])];
	if (entry)
		choose(entry, m[2] && Number(m[2]));
	return Boolean(entry);
}

function makeHeadline() {
	byId("verdict").textContent = report.verdict;
	byId("verdict").className = report.verdict;
	byId("subject").textContent = report.runs.length === 1 ? subjectOf(report.runs[0]) : plural(report.runs.length, "run");
	const run = report.runs.length === 1 ? report.runs[0] : {};
	const remarks = [run.cause && visible(run.cause),
		run.others && run.others !== run.verdict && `all else: ${run.others}`,
		run.bound !== undefined && `nothing else up to the bound ${run.bound}`].filter(Boolean);
	byId("remarks").textContent = remarks.join("; ");
	byId("remarks").hidden = !remarks.length;
}

function makeViews() {
	const assumed = fillAssumptions();
	fillRuns();
	for (const [view, title] of VIEWS)
		byId("views").append(element("button", { type: "button", id: `to-${view}`, onclick: () => showView(view) },
			title, view === "assumptions" ? element("span", { className: "tally" }, String(assumed)) : ""));
	showView("obligations");
}

// Kept for the next page, where there is a place to keep it.
function makeTheme() {
	const root = document.documentElement;
	const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches);
	const label = () => {
		byId("theme").textContent = isDark() ? "Light" : "Dark";
		byId("theme").setAttribute("aria-label", isDark() ? "Light colours" : "Dark colours");
	};
	try {
		const kept = localStorage.getItem("plumb-theme");
		if (kept === "dark" || kept === "light")
			root.dataset.theme = kept;
	} catch (error) {
		// There is none.
	}
	byId("theme").onclick = () => {
		root.dataset.theme = isDark() ? "light" : "dark";
		try {
			localStorage.setItem("plumb-theme", root.dataset.theme);
		} catch (error) {
			// There is none.
		}
		label();
	};
	matchMedia("(prefers-color-scheme: dark)").addEventListener("change", label);
	label();
}

function begin() {
	byId("app").hidden = false;
	document.body.dataset.pane = "list";
	makeTheme();
	makeHeadline();
	makeViews();
	beginList();
	beginSource();
	beginDetail();
	document.querySelector(".back").onclick = () => {
		document.body.dataset.pane = "list";
		if (listed.chosen && byId(`row-${listed.chosen.id}`))
			byId(`row-${listed.chosen.id}`).focus();
	};
	window.addEventListener("hashchange", readAddress);
	if (!readAddress()) {
		const first = listed.entries.find((entry) => entry.place.uri);
		if (first && innerWidth >= 760)
			choose(first);
		else
			showFile(first ? first.place.uri : null);
	}
}

begin();

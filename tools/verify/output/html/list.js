// The list of obligations and its filters. What is far down is made when one goes there.

const PORTION = 200;
const filter = { verdicts: new Set(VERDICTS), check: "", function: "", file: "", run: "", text: "" };
const listed = { entries: [], shown: 0, chosen: null };
const SELECTS = [
	["check", "Check", (e) => e.o.check],
	["function", "Function", (e) => e.place.function],
	["file", "File", (e) => e.place.file],
	["run", "Run", (e) => subjectOf(e.run)],
];

function searchText(entry) {
	if (entry.search === undefined)
		entry.search = [messageOf(entry), entry.o.check, placeText(entry.place), entry.place.function,
			entry.o.cause].join(" ").toLowerCase();
	return entry.search;
}

function isWanted(entry) {
	return filter.verdicts.has(entry.o.verdict) &&
		SELECTS.every(([key, , of]) => !filter[key] || of(entry) === filter[key]) &&
		(!filter.text || searchText(entry).includes(filter.text));
}

function makeRow(entry) {
	const where = [placeText(entry.place), entry.place.function && visible(entry.place.function), entry.o.check];
	const button = element("button", { type: "button", className: `row ${entry.o.verdict}`, id: `row-${entry.id}`,
		onclick: () => choose(entry) },
		element("span", { className: "mark", "aria-hidden": "true" }, MARKS[entry.o.verdict]),
		element("span", { className: "hidden" }, `${entry.o.verdict}: `),
		element("span", { className: "what" }, messageOf(entry)),
		element("span", { className: "where" }, where.filter(Boolean).join(" \u00b7 ")));
	if (listed.chosen === entry)
		button.setAttribute("aria-current", "true");
	return element("li", {}, button);
}

function showMore() {
	const next = listed.entries.slice(listed.shown, listed.shown + PORTION);
	byId("list").append(...next.map(makeRow));
	listed.shown += next.length;
	byId("more").hidden = listed.shown >= listed.entries.length;
}

function fillList() {
	const groups = new Map(VERDICTS.map((v) => [v, []]));
	for (const entry of entries)
		if (isWanted(entry))
			groups.get(entry.o.verdict).push(entry);
	listed.entries = [].concat(...groups.values());
	listed.shown = 0;
	byId("list").replaceChildren();
	showMore();
	const sum = (list) => list.reduce((n, e) => n + numberOf(e), 0);
	const all = sum(entries), some = sum(listed.entries);
	byId("count").textContent = !all ? "Nothing was to be checked."
		: some === all ? plural(all, "obligation")
		: `${some.toLocaleString("en")} of ${plural(all, "obligation")}`;
}

function markChosen(entry) {
	const before = document.querySelector("#list [aria-current]");
	if (before)
		before.removeAttribute("aria-current");
	listed.chosen = entry;
	while (entry && !byId(`row-${entry.id}`) && listed.entries.includes(entry))
		showMore();
	const row = entry && byId(`row-${entry.id}`);
	if (row) {
		row.setAttribute("aria-current", "true");
		row.scrollIntoView({ block: "nearest" });
	}
}

function makeVerdictFilters() {
	for (const verdict of VERDICTS) {
		const count = entries.reduce((n, e) => n + (e.o.verdict === verdict ? numberOf(e) : 0), 0);
		const button = element("button", { type: "button", className: `chip ${verdict}`, "aria-pressed": "true",
			disabled: !count },
			element("span", { className: "mark", "aria-hidden": "true" }, MARKS[verdict]),
			`${verdict} `, element("b", {}, count.toLocaleString("en")));
		button.onclick = () => {
			const pressed = !filter.verdicts.delete(verdict);
			if (pressed)
				filter.verdicts.add(verdict);
			button.setAttribute("aria-pressed", String(pressed));
			fillList();
		};
		byId("verdict-filters").append(button);
	}
}

function makeSelects() {
	for (const [key, label, of] of SELECTS) {
		const values = [...new Set(entries.map(of).filter(Boolean))].sort();
		if (values.length < 2)
			continue;
		const select = element("select", { id: `filter-${key}` }, element("option", { value: "" }, "all"),
			...values.map((value) => element("option", { value }, visible(value))));
		select.onchange = () => {
			filter[key] = select.value;
			fillList();
		};
		byId("filter-selects").append(element("label", {}, element("span", {}, label), select));
	}
}

// Up and down go from row to row.
function moveInList(event) {
	const rows = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" };
	const item = rows[event.key] && event.target.closest("li");
	if (!item)
		return;
	if (event.key === "ArrowDown" && !item.nextElementSibling)
		showMore();
	event.preventDefault();
	if (item[rows[event.key]])
		item[rows[event.key]].firstElementChild.focus();
}

function beginList() {
	makeVerdictFilters();
	makeSelects();
	document.querySelector(".filters").onsubmit = (event) => event.preventDefault();
	byId("filter-text").oninput = (event) => {
		filter.text = event.target.value.trim().toLowerCase();
		fillList();
	};
	byId("list").onkeydown = moveInList;
	byId("more").onclick = showMore;
	if (window.IntersectionObserver)
		new IntersectionObserver((seen) => {
			if (seen.some((s) => s.isIntersecting) && listed.shown < listed.entries.length)
				showMore();
		}, { rootMargin: "400px" }).observe(byId("more"));
	fillList();
}

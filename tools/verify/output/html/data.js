// What the page is about, and what all of its parts need.

const report = JSON.parse(document.getElementById("report-data").textContent);
const sources = new Map();
for (const source of JSON.parse(document.getElementById("source-data").textContent))
	sources.set(source.uri, source);

const VERDICTS = ["violated", "open", "bounded", "proved"];
const MARKS = { violated: "\u2715", open: "?", bounded: "\u2264", proved: "\u2713" };

// Each obligation, numbered in the order of the document: the address behind # names it.
const entries = [];
report.runs.forEach((run, number) => {
	for (const obligation of run.obligations)
		entries.push({ id: entries.length, run, number, o: obligation, place: obligation.place || {} });
});

const byId = (id) => document.getElementById(id);

// An element with properties, attributes (names with a dash, and role) and children: nodes and texts, never markup.
function element(tag, properties, ...children) {
	const e = document.createElement(tag);
	for (const [name, value] of Object.entries(properties || {})) {
		if (value === undefined || value === null || value === false)
			continue;
		if (name.includes("-") || name === "role" || name === "for")
			e.setAttribute(name, value);
		else
			e[name] = value;
	}
	e.append(...children.filter((child) => child !== undefined && child !== null && child !== ""));
	return e;
}

// Controls, and what turns the direction of writing, are shown by their numbers: a text looks like what it is.
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
function visible(text) {
	return text.replace(OBEYED, (c) => {
		const hex = c.charCodeAt(0).toString(16);
		return hex.length > 2 ? "\\u" + hex.padStart(4, "0") : "\\x" + hex.padStart(2, "0");
	});
}

function plural(count, word) {
	return `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
}

function numberOf(entry) {
	return entry.o.count || 1;
}

function subjectOf(run) {
	return visible(run.files.join(" ")) + (run.rule ? `, rule ${visible(run.rule)}` : "");
}

function placeText(place, withColumn) {
	if (!place || !place.file)
		return "";
	const column = withColumn && place.column ? `:${place.column}` : "";
	return visible(place.file) + (place.line ? `:${place.line}${column}` : "");
}

function messageOf(entry) {
	const o = entry.o;
	if (o.message)
		return visible(o.message);
	return o.count ? `${o.count} proved before the search began` : "proved before the search began";
}

// What is not violated is said as what does not happen.
const PHRASES = { violated: "", open: "not decided: ", bounded: "not up to the bound: ", proved: "never: " };
function statementOf(entry) {
	return (entry.o.message ? PHRASES[entry.o.verdict] : "") + messageOf(entry);
}

function badge(verdict) {
	return element("span", { className: `badge ${verdict}` },
		element("span", { className: "mark", "aria-hidden": "true" }, MARKS[verdict] || ""), verdict);
}

function seconds(value) {
	return value < 0.01 ? `${(value * 1000).toFixed(1)} ms` : `${value.toFixed(value < 10 ? 2 : 1)} s`;
}

function megabytes(bytes) {
	return `${Math.round(bytes / 1048576)} MB`;
}

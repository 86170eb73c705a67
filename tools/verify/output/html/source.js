// A file with the verdicts on its lines. Lines are in blocks, which a browser lays out and this colours when they are seen.

const BLOCK = 250;
const shownFile = { uri: null, rows: [], now: null, note: null, values: null, trail: [] };
const TOKEN = new RegExp([
	"(/\\*|//)", "(\"(?:[^\"\\\\]|\\\\.)*\"?|'(?:[^'\\\\]|\\\\.)*'?)", "(^\\s*#\\s*\\w+)",
	"\\b(auto|break|case|char|const|continue|default|do|double|else|enum|extern|float|for|goto|if|inline|int|long|register|" +
	"restrict|return|short|signed|sizeof|static|struct|switch|typedef|union|unsigned|void|volatile|while|_Bool|_Noreturn|" +
	"_Static_assert|_Alignas|_Alignof|_Atomic|_Thread_local|NULL|true|false)\\b",
].join("|"), "g");

function linesOf(source) {
	if (!source.lines) {
		source.lines = source.text.split("\n");
		if (source.lines[source.lines.length - 1] === "")
			source.lines.pop();
		source.lines = source.lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
	}
	return source.lines;
}

// Pieces of a line: text and class. `inside`: it begins in a comment. Gives whether the next one does.
function tokens(line, inside, add) {
	let at = 0;
	const end = () => {
		const close = line.indexOf("*/", at);
		const to = close < 0 ? line.length : close + 2;
		add(line.slice(at, to), "k-comment");
		at = to;
		return close < 0;
	};
	if (inside && end())
		return true;
	for (;;) {
		TOKEN.lastIndex = at;
		const m = TOKEN.exec(line);
		if (!m)
			break;
		add(line.slice(at, m.index), "");
		at = m.index;
		if (m[1] === "//") {
			add(line.slice(at), "k-comment");
			return false;
		}
		if (m[1]) {
			add(m[1], "k-comment");
			at += 2;
			if (end())
				return true;
			continue;
		}
		at += m[0].length;
		add(m[0], m[2] ? "k-text" : m[3] ? "k-directive" : "k-word");
	}
	add(line.slice(at), "");
	return false;
}

// Does the line begin in a comment?
function commentsOf(source) {
	if (source.comments)
		return source.comments;
	let inside = false;
	source.comments = linesOf(source).map((line) => {
		const begins = inside;
		if (inside || line.includes("/*"))
			inside = tokens(line, inside, () => {});
		return begins;
	});
	return source.comments;
}

function colour(block, source) {
	for (const row of block.children) {
		const text = row.querySelector(".text"), n = Number(row.dataset.n);
		if (!n || !text)
			continue;
		const parts = [];
		tokens(linesOf(source)[n - 1], commentsOf(source)[n - 1], (piece, kind) => {
			if (piece)
				parts.push(kind ? element("span", { className: kind }, visible(piece)) : visible(piece));
		});
		text.replaceChildren(...parts);
	}
}

const colouring = window.IntersectionObserver && new IntersectionObserver((seen) => {
	for (const s of seen)
		if (s.isIntersecting && sources.has(shownFile.uri)) {
			colouring.unobserve(s.target);
			colour(s.target, sources.get(shownFile.uri));
		}
}, { rootMargin: "600px" });

// By line, the obligations of a file.
function obligationsOf(source) {
	if (!source.obligations) {
		source.obligations = new Map();
		for (const entry of entries)
			if (entry.place.uri === source.uri && entry.place.line) {
				const there = source.obligations.get(entry.place.line);
				if (there)
					there.push(entry);
				else
					source.obligations.set(entry.place.line, [entry]);
			}
		for (const there of source.obligations.values())
			there.sort((a, b) => VERDICTS.indexOf(a.o.verdict) - VERDICTS.indexOf(b.o.verdict) || a.id - b.id);
	}
	return source.obligations;
}

// The mark of a line: the worst verdict on it. Each click goes to the next obligation there.
function makeMark(line, there) {
	const worst = there[0].o.verdict;
	const more = there.length > 1 ? `, and ${there.length - 1} more` : "";
	return element("button", { type: "button", className: `line-mark ${worst}`, tabIndex: -1,
		title: there.map((e) => `${e.o.verdict}: ${messageOf(e)} [${e.o.check}]`).slice(0, 12).join("\n"),
		"aria-label": `line ${line}: ${worst}: ${messageOf(there[0])}${more}`,
		onclick: () => choose(there[(there.indexOf(listed.chosen) + 1) % there.length]) },
		MARKS[worst]);
}

function makeLine(text, n, there) {
	const row = element("div", { className: "line" });
	row.dataset.n = n;
	if (there) {
		row.classList.add(there[0].o.verdict);
		row.append(makeMark(n, there));
	}
	row.append(element("span", { className: "text" }, visible(text)));
	return row;
}

function widthOf(text) {
	let width = 0;
	for (const c of text)
		width += c === "\t" ? 8 - width % 8 : 1;
	return width;
}

function showFile(uri) {
	if (shownFile.uri === uri)
		return;
	const source = sources.get(uri), code = byId("code");
	Object.assign(shownFile, { uri, rows: [], now: null, note: null, values: null, trail: [] });
	byId("file").value = uri || "";
	code.scrollTop = 0;
	if (!source || source.text === undefined) {
		code.replaceChildren(element("p", { className: "empty" }, !source ? "No place in a source file is known."
			: `The text of ${visible(source.file)} is not in this report: it could not be read when that was written.`));
		return;
	}
	const lines = linesOf(source), there = obligationsOf(source), whole = document.createDocumentFragment();
	let widest = 0;
	for (let at = 0; at < lines.length; at += BLOCK) {
		const block = element("div", { className: "block" });
		for (let n = at; n < Math.min(at + BLOCK, lines.length); n++) {
			const row = makeLine(lines[n], n + 1, there.get(n + 1));
			if (lines[n].length * 8 > widest)
				widest = Math.max(widest, widthOf(lines[n]));
			shownFile.rows.push(row);
			block.append(row);
		}
		block.style.containIntrinsicHeight = `calc(${block.children.length} * var(--line))`;
		whole.append(block);
	}
	const sheet = element("div", { className: "sheet" }, whole);
	sheet.style.minWidth = `${widest + 40}ch`;
	code.replaceChildren(sheet);
	if (colouring)
		for (const block of sheet.children)
			colouring.observe(block);
}

function scrollToRow(row) {
	const code = byId("code");
	const go = () => {
		const there = row.getBoundingClientRect(), frame = code.getBoundingClientRect();
		if (there.top < frame.top + 40 || there.bottom > frame.bottom - 80)
			code.scrollTop += there.top - frame.top - frame.height / 3;
	};
	go();
	requestAnimationFrame(go);
}

// What stands before a column, which counts bytes, as blanks of the same width.
function blanksBefore(line, column) {
	let bytes = 1, blanks = "";
	for (const c of line) {
		if (bytes >= column)
			break;
		const point = c.codePointAt(0);
		bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
		blanks += c === "\t" ? "\t" : " ";
	}
	return blanks;
}

function clearLine() {
	for (const part of ["note", "values"])
		if (shownFile[part])
			shownFile[part].remove();
	if (shownFile.now) {
		shownFile.now.classList.remove("now");
		shownFile.now.removeAttribute("aria-current");
	}
	Object.assign(shownFile, { note: null, values: null, now: null });
}

// The place becomes the current one. `note`: a text below its line, of the class `kind`; `values`: a text behind it.
function showPlace(place, { note, kind, values } = {}) {
	if (!place || !place.uri) {
		if (!shownFile.uri)
			showFile(null);
		clearLine();
		return;
	}
	showFile(place.uri);
	clearLine();
	const row = shownFile.rows[place.line - 1];
	if (!row)
		return;
	row.classList.add("now");
	row.setAttribute("aria-current", "location");
	shownFile.now = row;
	if (values) {
		shownFile.values = element("span", { className: "values" }, visible(values));
		row.append(shownFile.values);
	}
	if (note) {
		const line = linesOf(sources.get(place.uri))[place.line - 1];
		shownFile.note = element("div", { className: `note ${kind}` },
			place.column ? blanksBefore(line, place.column) + "^ " : "", note);
		row.after(shownFile.note);
	}
	scrollToRow(row);
}

// The lines of the file that a trace goes through.
function showTrail(steps) {
	for (const row of shownFile.trail)
		row.classList.remove("trail");
	shownFile.trail = [];
	for (const step of steps || []) {
		const row = step.place && step.place.uri === shownFile.uri && shownFile.rows[step.place.line - 1];
		if (row && !row.classList.contains("trail")) {
			row.classList.add("trail");
			shownFile.trail.push(row);
		}
	}
}

function beginSource() {
	const counts = new Map();
	for (const entry of entries)
		if (entry.place.uri)
			counts.set(entry.place.uri, (counts.get(entry.place.uri) || 0) + 1);
	for (const source of sources.values())
		byId("file").append(element("option", { value: source.uri },
			`${visible(source.file)} (${counts.get(source.uri) || 0})`));
	byId("file").onchange = (event) => {
		showFile(event.target.value);
		showTrail(currentTrace());
	};
}

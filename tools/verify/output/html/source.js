// A file with the verdicts on its lines. Lines are in blocks, which are made and laid out when they are seen.

const BLOCK = 250;
const shownFile = { uri: null, blocks: [], now: null, note: null, values: null, trail: new Set(), trailOf: null };
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
		title: there.map((e) => `${statementOf(e)} [${e.o.check}]`).slice(0, 12).join("\n"),
		"aria-label": `line ${line}: ${worst}: ${statementOf(there[0])}${more}`,
		onclick: () => choose(there[(there.indexOf(listed.chosen) + 1) % there.length]) },
		MARKS[worst]);
}

function makeLine(source, n) {
	const row = element("div", { className: "line" }), text = element("span", { className: "text" });
	const there = obligationsOf(source).get(n);
	row.dataset.n = n;
	if (there) {
		row.classList.add(there[0].o.verdict);
		row.append(makeMark(n, there));
	}
	if (shownFile.trail.has(n))
		row.classList.add("trail");
	tokens(linesOf(source)[n - 1], commentsOf(source)[n - 1], (piece, kind) => {
		if (piece)
			text.append(kind ? element("span", { className: kind }, visible(piece)) : visible(piece));
	});
	row.append(text);
	return row;
}

// ---- blocks: lines are made when they are seen or asked for, and else when there is nothing to do ----

function fillBlock(number) {
	const source = sources.get(shownFile.uri), block = shownFile.blocks[number];
	if (!block || block.firstChild)
		return;
	const first = number * BLOCK, end = Math.min(first + BLOCK, linesOf(source).length);
	for (let n = first + 1; n <= end; n++)
		block.append(makeLine(source, n));
	block.style.height = "";
	block.style.containIntrinsicHeight = `calc(${end - first} * var(--line))`;
}

function rowOf(line) {
	fillBlock(Math.floor((line - 1) / BLOCK));
	const block = shownFile.blocks[Math.floor((line - 1) / BLOCK)];
	return block && block.querySelector(`[data-n="${line}"]`);
}

const seeing = window.IntersectionObserver && new IntersectionObserver((seen) => {
	for (const s of seen)
		if (s.isIntersecting) {
			fillBlock(shownFile.blocks.indexOf(s.target));
			seeing.unobserve(s.target);
		}
}, { rootMargin: "800px" });

// So that a browser's own search finds all lines.
function fillRest(uri, number) {
	const idle = window.requestIdleCallback || ((act) => setTimeout(() => act({ timeRemaining: () => 0 }), 60));
	idle((deadline) => {
		if (shownFile.uri !== uri)
			return;
		do
			fillBlock(number++);
		while (number < shownFile.blocks.length && deadline.timeRemaining() > 12);
		if (number < shownFile.blocks.length)
			fillRest(uri, number);
	});
}

function widthOf(text) {
	let width = 0;
	for (const c of text)
		width += c === "\t" ? 8 - width % 8 : 1;
	return width;
}

function whyNoText(source) {
	if (!source)
		return "No place in a source file is known.";
	return source.file.startsWith("<") ? `${visible(source.file)} comes with Plumb; its text is not in this report.`
		: `The text of ${visible(source.file)} is not in this report: it could not be read when that was written.`;
}

function showFile(uri) {
	if (shownFile.uri === uri)
		return;
	const source = sources.get(uri), code = byId("code");
	Object.assign(shownFile, { uri, blocks: [], now: null, note: null, values: null, trail: new Set(), trailOf: null });
	byId("file").value = uri || "";
	code.scrollTop = 0;
	if (!source || source.text === undefined) {
		code.replaceChildren(element("p", { className: "empty" }, whyNoText(source)));
		return;
	}
	const lines = linesOf(source), sheet = element("div", { className: "sheet" });
	let widest = 0;
	for (const line of lines)
		if (line.length * 8 > widest)
			widest = Math.max(widest, widthOf(line));
	for (let at = 0; at < lines.length; at += BLOCK) {
		const block = element("div", { className: "block" });
		block.style.height = `calc(${Math.min(BLOCK, lines.length - at)} * var(--line))`;
		shownFile.blocks.push(block);
		sheet.append(block);
		if (seeing)
			seeing.observe(block);
	}
	sheet.style.minWidth = `${widest + 40}ch`;
	code.replaceChildren(sheet);
	fillRest(uri, 0);
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
	const row = place.line && rowOf(place.line);
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
	if (shownFile.trailOf === steps)
		return;
	shownFile.trailOf = steps;
	for (const row of byId("code").querySelectorAll(".trail"))
		row.classList.remove("trail");
	shownFile.trail.clear();
	for (const step of steps) {
		const line = step.place && step.place.uri === shownFile.uri && step.place.line;
		if (!line || shownFile.trail.has(line))
			continue;
		shownFile.trail.add(line);
		const block = shownFile.blocks[Math.floor((line - 1) / BLOCK)];
		const row = block && block.querySelector(`[data-n="${line}"]`);
		if (row)
			row.classList.add("trail");
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

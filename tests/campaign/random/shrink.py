"""Makes a text smaller while it keeps a property: delta debugging (Zeller and Hildebrandt, TSE 2002) by what C is made of.

    Shrinker(fails, progress).shrink(text)

fails(text) tells whether a candidate still has the property; it is not asked twice for the same one. progress(lines), if given, gets
what is left after each round. Blocks go first, with or without what is in them, then lines in ever smaller groups, then calls and parentheses in favour of one of their arguments,
then tokens."""

import re

TOKEN = re.compile(r'\w+|<<=|>>=|->|\+\+|--|<<|>>|[<>=!+\-*/%&|^]=|&&|\|\||\s+|.')
WORD = re.compile(r'[A-Za-z_]\w*')


def matching(parts, at):
    """Where the parenthesis that opens at `at` is closed, and the commas of its own; None if it isn't."""
    depth, commas = 0, []
    for i in range(at, len(parts)):
        depth += (parts[i] in '([{') - (parts[i] in ')]}') if parts[i].strip() else 0
        if depth == 0:
            return i, commas
        if depth == 1 and parts[i] == ',':
            commas.append(i)
    return None


def balanced(text):
    depth = 0
    for c in text:
        depth += (c in '([{') - (c in ')]}')
        if depth < 0:
            return False
    return depth == 0


class Shrinker:
    def __init__(self, fails, progress=lambda lines: None):
        self.property, self.progress, self.seen, self.tries = fails, progress, set(), 0

    def fails(self, lines):
        text = '\n'.join(lines) + '\n'
        if text in self.seen:
            return False
        self.seen.add(text)
        self.tries += 1
        return self.property(text)

    def lines(self, lines, size):
        while size:
            at = 0
            while at < len(lines):
                if balanced(''.join(lines[at:at + size])) and self.fails(lines[:at] + lines[at + size:]):
                    lines = lines[:at] + lines[at + size:]
                else:
                    at += size
            size //= 2
        return lines

    def blocks(self, lines):
        """Without a block and all that is in it; without its first and last line; without what is in it but for its last line."""
        at = 0
        while at < len(lines):
            end = self.end_of(lines, at)
            for shorter in self.without_block(lines, at, end) if end else []:
                if self.fails(shorter):
                    lines = shorter
                    break
            else:
                at += 1
        return lines

    @staticmethod
    def without_block(lines, at, end):
        if at and lines[at].strip() == '{':
            yield lines[:at - 1] + lines[end + 1:]
            yield lines[:at - 1] + lines[at + 1:end] + lines[end + 1:]
        yield lines[:at] + lines[end + 1:]
        if end > at + 2:
            yield lines[:at + 1] + lines[end:]
            yield lines[:at + 1] + lines[end - 1:]
        yield lines[:at] + lines[at + 1:end] + lines[end + 1:]
        yield lines[:at] + lines[at + 1:]

    @staticmethod
    def end_of(lines, at):
        if not lines[at].endswith('{'):
            return None
        depth = 0
        for i in range(at, len(lines)):
            depth += lines[i].count('{') - (lines[i].count('}') if i > at or lines[i].lstrip()[0] != '}' else 0)
            if depth <= 0 and i > at:
                return i
        return None

    def groups(self, lines):
        """f(a, b) becomes 0, 1, a or b; (a) becomes 0, 1 or a; from the outside in."""
        for i in range(len(lines)):
            parts, at = TOKEN.findall(lines[i]), 0
            while at < len(parts):
                found = next((s for s in self.without_group(parts, at)
                              if self.fails(lines[:i] + [''.join(s)] + lines[i + 1:])), None)
                if found is None:
                    at += 1
                else:
                    parts = TOKEN.findall(''.join(found))
                    lines = lines[:i] + [''.join(parts)] + lines[i + 1:]
        return lines

    @staticmethod
    def without_group(parts, at):
        opening = at + 1 if WORD.fullmatch(parts[at]) and parts[at + 1:at + 2] == ['('] else at
        closing = matching(parts, opening) if parts[opening] == '(' else None
        if not closing:
            return
        end, commas = closing
        before, after = parts[:at], parts[end + 1:]
        yield before + after
        if ''.join(parts[at:end + 1]) not in ('(0)', '(1)'):
            yield before + ['0'] + after
            yield before + ['1'] + after
        starts, ends = [opening, *commas], [*commas, end]
        for start, stop in zip(starts, ends):
            inside = parts[start + 1:stop]
            yield before + inside + after
            if opening > at or commas:
                yield before + ['('] + inside + [')'] + after
        for start, stop in zip(starts, ends) if commas else []:
            yield parts[:start + (start == opening)] + parts[stop + (start == opening):]

    def tokens(self, lines):
        for i, line in enumerate(lines):
            parts = TOKEN.findall(line)
            for size in 12, 8, 5, 3, 2, 1:
                at = 0
                while at + size <= len(parts):
                    found = next((s for s in self.without_tokens(parts, at, size)
                                  if self.fails(lines[:i] + [''.join(s)] + lines[i + 1:])), None)
                    if found is None:
                        at += 1
                    else:
                        parts = found
                        lines = lines[:i] + [''.join(parts)] + lines[i + 1:]
        return lines

    @staticmethod
    def without_tokens(parts, at, size):
        text = ''.join(parts[at:at + size])
        if not parts[at].strip() or not parts[at + size - 1].strip() or not balanced(text):
            return
        yield parts[:at] + parts[at + size:]
        if text not in ('0', '1') and (size > 1 or parts[at].isidentifier()):
            yield parts[:at] + ['0'] + parts[at + size:]
            yield parts[:at] + ['1'] + parts[at + size:]

    def shrink(self, text):
        lines = text.rstrip('\n').split('\n')
        size = max(1, len(lines) // 2)
        while True:
            self.progress(lines)
            before = list(lines)
            lines = self.lines(self.blocks(lines), size)
            size = min(8, len(lines))
            if lines == before:
                lines = self.groups(lines)
            if lines == before:
                lines = self.tokens(lines)
                if lines == before:
                    return '\n'.join(lines) + '\n'

"""A program without headers: preprocessed, and without the functions, declarations and types that nothing in it names."""

import re
from collections import Counter

import compare

COMMENT = re.compile(r'/\*.*?\*/', re.DOTALL)
TOKEN = re.compile(r'[A-Za-z_]\w*|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|[0-9][\w.]*|\s+|.', re.DOTALL)
NAME = re.compile(r'[A-Za-z_]\w*')
# Declared where these are without a name that could go: main, and types by their tags.
KEPT = {'main', '__attribute__', '__extension__', '__asm__'}


def bare(text):
    """Without comments and empty lines."""
    return '\n'.join(line.rstrip() for line in COMMENT.sub('', text).splitlines() if line.strip()) + '\n'


def items(tokens):
    """What stands at the outermost level, each up to its semicolon or the end of a function's body."""
    found, item, depth, body = [], [], 0, False
    last = ''
    for token in tokens:
        item.append(token)
        if depth == 0 and token == '{':
            body = last == ')'
        depth += (token in '{([') - (token in '})]') if len(token) == 1 else 0
        if depth == 0 and (token == ';' or token == '}' and body):
            found.append(item)
            item, body = [], False
        last = token if token.strip() else last
    return found + [item]


def declared(item):
    """The name that a function or a typedef gives, or None."""
    words = [token for token in item if token.strip()]
    if words[:1] == ['__extension__']:
        words = words[1:]
    if words[:1] == ['typedef']:
        return words[-2] if len(words) > 2 and NAME.fullmatch(words[-2]) else None
    for i, word in enumerate(words[:-1]):
        if word in '{=':
            return None
        if words[i + 1] == '(' and NAME.fullmatch(word) and word not in KEPT:
            return word
    return None


def used(parts):
    """Without those that declare what is named nowhere else."""
    while True:
        counts = Counter(name for item in parts for name in {token for token in item if NAME.fullmatch(token)})
        kept = [item for item in parts if not (declared(item) and counts[declared(item)] == 1)]
        if len(kept) == len(parts):
            return kept
        parts = kept


def flat(text, where, bits, flags):
    """The program's text, or None if gcc does not preprocess it."""
    (where / 'program.c').write_text(text)
    model = compare.flags32(where) if bits == 32 else []
    status, out, _, _ = compare.run(['gcc', '-E', '-P', *model, *flags, 'program.c'], where, 20)
    if status != 0:
        return None
    parts = used(items(TOKEN.findall(bare(out.decode()))))
    return bare(''.join(''.join(item) for item in parts))

"""Small faults in C programs: mutate(text, rng) -> (text, what was changed)."""

import re

TOKEN = re.compile(r'^[ \t]*#[^\n]*\n|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|[A-Za-z_]\w*|'
                   r'0[xX][0-9a-fA-F]+[uUlL]*|\d+[uUlL]*|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\s+|.',
                   re.DOTALL | re.MULTILINE)
KEYWORDS = frozenset('int char short long unsigned signed void if else while for do return break continue goto switch case '
                     'default struct union enum typedef static extern const volatile sizeof float double main assert'.split())
OTHERS = [('<', '<=', '>', '>=', '==', '!='), ('+', '-'), ('++', '--'), ('+=', '-=', '='), ('&&', '||'),
          ('break', 'continue', ''), ('&', '|', '^', '<<', '>>', '*', '+', '%', '/'),
          ('int', 'unsigned', 'short', 'long', 'signed char', 'unsigned char')]


def name_near(tokens, i, rng):
    names = [t for t in tokens[max(0, i - 120):i + 120]
             if re.fullmatch(r'[A-Za-z_]\w*', t) and t not in KEYWORDS and t != tokens[i] and not t.startswith('__')]
    return rng.choice(names) if names else None


def statement_dropped(tokens, i):
    """Without the simple statement that ends at number i; None: it is something else."""
    first = i
    while first and tokens[first - 1] not in (';', '{', '}') and not tokens[first - 1].lstrip().startswith('#'):
        first -= 1
    text = ''.join(tokens[first:i])
    if not text.strip() or re.search(r'\b(for|if|while|else|case|do|int|char|struct|unsigned|union|typedef)\b', text):
        return None
    return tokens[:first] + [' '] + tokens[i:], text.strip()


def changed(token, tokens, i, rng):
    """Another token in its place; None: there is none."""
    if re.fullmatch(r'\d+', token):
        value = int(token, 8 if re.fullmatch('0[0-7]+', token) else 10)
        return str(rng.choice((value + 1, max(value - 1, 0), 0, value * 2, value + 2)))
    if token.startswith("'"):
        return rng.choice(("'\\0'", "'a'", "'\\xff'"))
    if token in ('if', 'while'):
        return token + ' (!' if tokens[i + 1:i + 3] == [' ', '('] else None
    for group in OTHERS:
        if token in group:
            return rng.choice(group)
    if re.fullmatch(r'[A-Za-z_]\w*', token) and token not in KEYWORDS:
        return name_near(tokens, i, rng)
    return None


def negated(tokens, i):
    """The condition in parentheses at number i + 2 the other way round."""
    depth, end = 0, i + 2
    while end < len(tokens):
        depth += (tokens[end] == '(') - (tokens[end] == ')')
        if not depth:
            break
        end += 1
    return tokens[:i + 1] + [' (!'] + tokens[i + 2:end + 1] + [')'] + tokens[end + 1:]


def one(tokens, rng):
    for _ in range(200):
        i = rng.randrange(len(tokens))
        token = tokens[i]
        if not token.strip() or token.lstrip().startswith('#') or token[:2] in ('//', '/*'):
            continue
        if token == ';':
            dropped = statement_dropped(tokens, i)
            if dropped:
                return dropped[0], f'without {dropped[1]}'
            continue
        other = changed(token, tokens, i, rng)
        if other is None or other == token:
            continue
        if token in ('if', 'while'):
            return negated(tokens, i), f'{token} (!...)'
        return tokens[:i] + [other] + tokens[i + 1:], f'{other or "nothing"} for {token}'
    return tokens, ''


def mutate(text, rng):
    tokens, what = TOKEN.findall(text), []
    for _ in range(rng.choice((1, 1, 1, 2))):
        tokens, change = one(tokens, rng)
        what.append(change)
    return ''.join(tokens), ', '.join(what)

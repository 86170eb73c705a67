"""Strings: room, terminators, literals. See scenarios.py."""


def string_copy(w, bad):
    text = w.rng.choice(['a', 'abc', 'hello', ''])
    room = len(text) + 1 - bad
    if room == 0:
        text, room = 'xy', 2
    to = w.array('char', room, ('local', 'global', 'heap'))
    how = w.rng.choice(['own', 'strcpy', 'memcpy', 'strncpy'])
    target = w.style.pointer('char', to)
    if how == 'own':
        f = w.function('void %s(char *to, const char *from)', ['while ((*to++ = *from++)) ;'])
        w.line(f'{f}({target}, "{text}");')
    elif how == 'strcpy':
        w.line(f'strcpy({target}, "{text}");')
    elif how == 'strncpy':
        w.line(f'strncpy({target}, "{text}", {len(text) + 1});')
    else:
        w.line(f'memcpy({target}, "{text}", {len(text) + 1});')


def unterminated(w, bad):
    n = w.rng.randint(2, 5)
    s = w.array('char', n, ('local', 'heap'))
    w.line(f'memset({s}, \'x\', {n - 1 + bad});')
    length = w.fresh('n')
    if w.rng.random() < 0.5:
        f = w.function('unsigned %s(const char *s)', ['unsigned n = 0;', 'while (s[n]) n++;', 'return n;'])
        w.line(f'unsigned {length} = {f}({w.style.pointer("char", s)});')
    else:
        w.line(f'unsigned {length} = (unsigned)strlen({w.style.pointer("char", s)});')
    w.line(f'if ({length} != {n - 1}) {s}[{n + 40}] = 0;')


def literal(w, bad):
    s = w.fresh('s')
    w.line(f'char {s}[] = "abc";' if not bad else f'char *{s} = "abc";')
    w.line(f'*({w.style.pointer("char", s)} + {w.rng.randrange(3)}) = \'x\';')


def overlap(w, bad):
    n = w.rng.randint(4, 8)
    a = w.array('char', 2 * n)
    to = w.style.pointer('char', f'{a} + {n - bad}')
    w.line(f'memcpy({to}, {a}, {n});')


def concatenate(w, bad):
    a, b = w.rng.choice(['ab', 'x', 'hello']), w.rng.choice(['c', 'world', 'yz'])
    to = w.array('char', len(a) + len(b) + 1 - bad, ('local', 'global', 'heap'))
    target, how = w.style.pointer('char', to), w.rng.choice(['strcat', 'strncat', 'own', 'sprintf'])
    if how == 'sprintf':
        w.includes.add('stdio.h')
        w.line(f'sprintf({target}, "%s%s", "{a}", "{b}");')
        return
    w.line(f'strcpy({target}, "{a}");')
    if how == 'own':
        f = w.function('void %s(char *to, const char *from)', ['while (*to) to++;', 'while ((*to++ = *from++)) ;'])
        w.line(f'{f}({target}, "{b}");')
    else:
        w.line(f'{how}({target}, "{b}"{f", {len(b) + 2}" if how == "strncat" else ""});')


def words(w, bad):
    """Pointers to the words of a text."""
    text = w.rng.choice(['a b', 'to be or', 'x yy'])
    s, at, n, p = w.fresh('s'), w.array('char *', len(text.split()) - bad), w.fresh('n'), w.fresh('p')
    w.line(f'char {s}[] = "{text}";')
    w.line(f'int {n} = 0;')
    w.block(f'for (char *{p} = {s}; *{p};)', [f'{at}[{n}++] = {w.style.pointer("char", p)};', f'while (*{p} && *{p} != \' \') {p}++;',
                                               f'if (*{p}) *{p}++ = 0;'])


def reverse(w, bad):
    text = w.rng.choice(['ab', 'abcd', 'x'])
    s = w.array('char', len(text) + 1, ('local', 'heap', 'global'))
    w.line(f'strcpy({s}, "{text}");')
    f = w.function('void %s(char *s)', [f'int i = 0, j = (int)strlen(s) {"+" if bad else "-"} 1;', 'while (i < j) {', 'char c = s[i];',
                                        's[i++] = s[j];', 's[j--] = c;', '}'])
    w.line(f'{f}({w.style.pointer("char", s)});')


def duplicate(w, bad):
    text = w.rng.choice(['a', 'abc', 'hello'])
    f = w.function('char *%s(const char *s)', [f'char *c = malloc(strlen(s){"" if bad else " + 1"});', 'return strcpy(c, s);'])
    s = w.fresh('s')
    w.line(f'char *{s} = {f}("{text}");')
    w.line(f'free({w.style.pointer("char", s)});')


def name_table(w, bad):
    """Names up to a null pointer."""
    names, t, i = w.rng.sample(['"one"', '"two"', '"three"', '"four"'], w.rng.randint(1, 3)), w.fresh('t'), w.input(4)
    w.line(f'const char *{t}[] = {{ {", ".join(names + ["NULL"] * (not bad))} }};')
    f = w.function('int %s(const char *const *t, char c)', ['int n = 0;', 'while (*t && **t != c) t++, n++;', 'return n;'])
    w.line(f'(void){f}((const char *const *){t}, {i} == {w.rng.randrange(4)} ? \'?\' : {names[0]}[0]);')

"""C programs from seeds that walk over strings, change them and pass them on: program(seed) -> text.

Whether all accesses are valid is left open: an execution ends at the first one that is not.
"""

import random

SETS = ("{ 0, 'a', ' ', '\\n', '1', '7', '-', 'z' }", "{ ' ', 'a', 0, 'b', ',', '9', 'Z', '\\t' }",
        "{ 'x', 'y', 'x', 'y', '0', ' ', 'q', 0 }")

# Each procedure is there or not; those that are called stand before their callers.
READ = ('''static int read_{n}(char *s, int n) {{
    int i = 0;
    for (; i < n - {slack}; i++) {{ s[i] = any(); {stop} }}
    {end}
    return {result};
}}
''', '''static int read_{n}(char *s, int n) {{
    char *p = s;
    if (n <= 0 || input() == {constant}) return -1;
    while (p - s < n - {slack}) {{ if (input() & 1) break; *p++ = any(); }}
    *p = 0;
    return (int)(p - s);
}}
''')
LENGTH = ('''static unsigned long length_{n}(const char *s) {{
    unsigned long n = {start};
    while (s[n]) n++;
    return n;
}}
''', '''static unsigned long length_{n}(const char *s) {{
    const char *p = s + {start};
    for (; *p; ++p) ;
    return (unsigned long)(p - s);
}}
''', '''static unsigned long length_{n}(const char *s) {{
    int n = 0;
    char c;
    while ((c = *s++) {compare}) n++;
    return (unsigned long)n;
}}
''')
FIND = ('''static char *find_{n}(char *s, int c) {{
    for (; *s; s++) if (*s == (char)c) return s;
    return {none};
}}
''', '''static char *find_{n}(char *s, int c) {{
    char *last = 0;
    do {{ if (*s == (char)c) last = s; }} while (*s++);
    return last;
}}
''', '''static char *find_{n}(char *s, int c) {{
    while (*s == c || *s == ' ') s += {step};
    return s;
}}
''')
CHANGE = ('''static int change_{n}(char *s) {{
    int changed = 0;
    for (char *p = s; *p; p++) if (*p >= 'a' && *p <= 'z') {{ *p = {new}; changed++; }}
    return changed;
}}
''', '''static int change_{n}(char *s) {{
    unsigned long n = length(s);
    while (n > {least} && (s[n - 1] == ' ' || s[n - 1] == '\\n')) s[--n] = {new};
    return (int)n;
}}
''', '''static int change_{n}(char *s) {{
    int i = 0, k = 0;
    for (; s[i]; i++) if (s[i] != ' ') s[k++] = s[i];
    {end}
    return i - k;
}}
''')
COPY = ('''static char *copy_{n}(char *to, const char *from) {{
    char *p = to;
    while ((*p++ = *from++){compare}) ;
    return {result};
}}
''', '''static char *copy_{n}(char *to, const char *from) {{
    char *made = malloc(length(from) + {one});
    if (!made) return to;
    int i = 0;
    do made[i] = from[i]; while (from[i++]);
    return made;
}}
''', '''static char *copy_{n}(char *to, const char *from) {{
    unsigned long n = length(from);
    if (n >= {size}) return 0;
    memcpy(to, from, n + {one});
    return to;
}}
''')
PARSE = ('''static int parse_{n}(char **at, int *value) {{
    char *s = *at;
    int sign = 1;
    if (*s == '-') {{ sign = -1; s++; }}
    if (*s < '0' || *s > '9') return {error};
    *value = 0;
    while (*s >= '0' && *s <= '9') *value = (*value * 10 + (*s++ - '0')) % 1000;
    *value *= sign;
    *at = s;
    return {good};
}}
''', '''static int parse_{n}(char **at, int *value) {{
    char *end = find(*at, ',');
    if (!end) return {error};
    *value = (int)(end - *at);
    *at = end{step};
    return {good};
}}
''')
# The first parameter's object and the second one's may be the same, also for those who call it.
MIX = '''struct text {{ char *at; int n; }};
static int mix_text(struct text *x, char *s, char *t, int n) {{
    char *p = s, c = 0;
    int i = 0;
    unsigned char u = 0;
    {texts}
    return i + c + u + (p == t);
}}
static int mix(char *s, char *t, int n) {{
    char *p = s, c = 0;
    int i = 0;
    unsigned char u = 0;
    struct text x = {{ s, n }};
    n = mix_text(&x, x.at, t, n);
    {body}
    return i + c + u + (p == t);
}}
'''
WALKS = ('for (i = 0; {s}[i]; i++) c = {s}[i];', 'while (*{p}) {p}++;', 'while ((c = *{p}++)) n = c;', 'if ({p}) {{ c = *{p}; if (c) c = *++{p}; }}',
         'c = {s}[i]; if (c) {{ {s}[i] = {new}; i++; c = {s}[i]; }}', 'for (n = 0; {s}[n]; n++) {s}[n] = {new};', '{s}[n] = {new}; while ({s}[i]) i++;',
         'c = {s}[0]; {p}[0] = {new}; if (c) c = {s}[1];')
MAIN_STRINGS = ['a', 'b', 'shared', 'p', 'q']
KINDS = {'read': READ, 'length': LENGTH, 'find': FIND, 'change': CHANGE, 'copy': COPY, 'parse': PARSE}


class Program:
    def __init__(self, seed):
        self.rng = random.Random(f'strings {seed}')
        self.size = self.rng.choice([4, 8, 16, 33, 33, 300])
        self.strings = MAIN_STRINGS
        self.pointers = ['p', 'q']

    def pick(self, *of):
        return self.rng.choice(of)

    def procedure(self, kind):
        text = self.pick(*KINDS[kind])
        return text.format(n='', slack=self.pick(0, 1, 1, 1, 2), stop=self.pick('', 'if (!s[i]) break;', "if (s[i] == '\\n') break;"),
                           end=self.pick('s[k] = 0;', 's[k] = 0;', 'if (k) s[k - 1] = 0;') if kind == 'change' else
                           self.pick('s[i] = 0;', 's[i] = 0;', 's[n - 1] = 0;', 'if (i) s[i - 1] = 0;'),
                           result=self.pick('i', '0', 'i ? i : -1') if kind == 'read' else self.pick('to', 'p', 'p - 1'),
                           start=self.pick(0, 0, 0, 1), compare=self.pick('', '', '!= 0', "!= '\\n'") if kind == 'copy'
                           else self.pick('', "!= 0", "!= ' '", "&& c != 'x'"), constant=self.pick(0, 1, 7),
                           none=self.pick('0', '0', 's'), step=self.pick('', ' + 1') if kind == 'parse' else self.pick(1, 1, 1, 2),
                           new=self.pick("'-'", '0', 'any()', '*s'), least=self.pick(0, 0, 1), size=self.size,
                           one=self.pick(0, 1, 1, 1), error=self.pick('-1', '0', '1'), good=self.pick('0', '1', '2'))

    def string(self):
        return self.rng.choice(self.strings)

    def mix(self):
        self.strings, self.pointers = ['s', 't', 'p'], ['p', 't', 's']
        body = '\n    '.join(self.statement(2) for _ in range(self.rng.randint(2, 5)))
        self.strings, self.pointers = ['s', 'x->at', 'x->at', 't'], ['x->at', 'p', 's']
        texts = '\n    '.join(self.statement(2) for _ in range(self.rng.randint(2, 5)))
        self.strings, self.pointers = MAIN_STRINGS, ['p', 'q']
        return MIX.format(body=body, texts=texts)

    def index(self):
        return self.pick('0', 'n', 'i', 'n - 1', str(self.rng.randrange(self.size)), 'i + 1', f'length({self.string()})')

    def condition(self):
        return self.pick('n < 0', 'n > 0', 'n == 0', 'p', f'!{self.pointers[1]}', 'input() & 1', 'c', "c == ' '", "c > 'a'", f'*{self.string()}', f'{self.string()}[0] == \' \'',
                         f'i < {self.size}', f'length({self.string()}) > {self.rng.randrange(4)}', ' == '.join(self.pointers[:2]), f'{self.string()}[i]')

    def simple(self):
        s, t = self.string(), self.string()
        target = self.pick(*self.pointers)
        walk = self.pick(*WALKS).format(s=s, p=target, new=self.pick("'-'", '0', 'any()', 'c'))
        return self.pick(walk, walk, walk, f'n = read({s}, {self.pick("sizeof a", "sizeof a", "sizeof b", "3", "n")});', f'n = change({s});',
                         f'{target} = find({s}, {self.pick("32", "n", "97")});', f'{target} = copy({s}, {t});', f'{target} = {s};',
                         f'if ({target}) n = parse(&{target}, &i);', f'n = (int)length({s});', f'{s}[{self.index()}] = {self.pick("0", "any()")};',
                         f'{target} = {s} + {self.pick("1", "i", "n", "length(" + s + ")")};', f'i = {self.index()};', f'c = {s}[{self.index()}];',
                         f'{target}++;', f'memset({s}, {self.pick("0", "65")}, {self.pick("sizeof a", "2", "n")});',
                         f'memcpy({s}, {t}, {self.pick("3", "sizeof a", "i")});', f'*{target} = {self.pick("0", "c")};',
                         f'n = (int)strlen({s});',
                         *([f'n = mix({s}, {t}, {self.pick("n", "2", "i")});'] * 4 if self.strings is MAIN_STRINGS else
                           ["while (s[u]) u++;", "if (s[u]) u++; c = s[u];"]))

    def statement(self, depth):
        kind = self.rng.randrange(8) if depth else 0
        if kind < 4:
            return self.simple()
        if kind == 4:
            return f'if ({self.condition()}) {{ {self.block(depth - 1)} }}'
        if kind == 5:
            return f'if ({self.condition()}) {{ {self.block(depth - 1)} }} else {{ {self.block(depth - 1)} }}'
        if kind == 6:
            return f'for (int k = 0; k < {self.rng.randrange(1, 9)} && ({self.condition()}); k++) {{ {self.block(depth - 1)} }}'
        target = self.pick(*self.pointers)
        return f'while ({target} && *{target}{self.pick("", " && *" + target + " != 120")}) {{ {self.block(0)} {target}++; }}'

    def block(self, depth):
        return ' '.join(self.statement(depth) for _ in range(self.rng.randint(1, 3)))

    def text(self):
        chosen = self.pick(*SETS)
        lines = ['#include <stdlib.h>', '#include <string.h>', 'int input(void);',
                 f'static char any(void) {{ static const char of[8] = {chosen}; return of[input() & 7]; }}']
        lines += [self.procedure(kind).replace(f'{kind}_(', f'{kind}(') for kind in KINDS]
        lines += [self.mix().replace('sizeof a', '3').replace('sizeof b', 'n')]
        lines += [f'static char shared[{self.size}];', 'int main(void) {', f'    char a[{self.size}], b[{self.size}];',
                  '    char *p = a, *q = b, c = 0; int n = 0, i = 0;',
                  f'    a[0] = 0; {self.pick("b[0] = 0;", "n = read(b, sizeof b);", "memset(b, 0, sizeof b);")}']
        lines += [f'    {self.statement(2)}' for _ in range(self.rng.randint(4, 9))]
        lines += ['    return n + i + c + (p == q);', '}', '']
        return '\n'.join(lines)


def program(seed):
    return Program(seed).text()


if __name__ == '__main__':
    import sys
    print(program(sys.argv[1]))

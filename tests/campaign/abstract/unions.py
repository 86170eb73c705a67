"""C programs from seeds with tagged unions, which are set, copied, freed and changed behind the tag's back, and with locals of
recursive procedures: program(seed) -> text.

Whether all accesses are valid is left open: an execution ends at the first one that is not.
"""

import random

HEAD = '''#include <stdlib.h>
#include <string.h>
int input(void);
struct value {{
    {before}{tag} tag;
    union {{
        struct {{ char *at; unsigned long n; }} text;
        long number;
        struct value *other;
        unsigned char bytes[16];
    }} u;{behind}
}};
static int seen;
static char letters[4] = "abc";
static struct value common;

static void set_text(struct value *v, unsigned long n) {{
    char *t = malloc(n + 1);
    {early}
    if (!t) return;
    {order}
}}
static void set_number(struct value *v, long n) {{ {number} }}
static void clear(struct value *v) {{ if (v->tag == {T}) {{ free(v->u.text.at); {cleared} }} }}
static int use(struct value *v) {{
    switch (v->tag) {{
    case {T}: {use_text} break;
    case {N}: seen += (int)v->u.number; break;
    case {O}: {use_other} break;
    }}
    return v->tag;
}}
static char *steal(struct value *v) {{
    char *t = 0;
    if (v->tag == {T}) {{ t = v->u.text.at; v->u.text.at = 0; {stolen} }}
    return t;
}}
static void change_tag({tag} *tag, int to) {{ {change_tag} }}
static void scan(struct value *v, struct value *w) {{
    {clears}
    int c = input();
    if (c == 1) set_text(v, 3);
    else if (c == 2) set_number(v, c);
    else if (c == 3) {{ v->tag = {O}; v->u.other = {other}; }}
    else {else_scan}
}}
static int recurse(struct value *v, int depth) {{
    struct value mine;
    struct value *at = &mine;
    char key[4] = "k";
    mine.tag = {N}; mine.u.number = depth;
    {r1}
    if (depth > 0 && input() & 1) seen += recurse({r_arg}, depth - 1);
    {r2}
    seen += key[0] + at->tag;
    return mine.tag;
}}
int main(void) {{
    struct value a, b, *p = &a, *q = {q};
    struct value *h = {h};
    char *t = letters;
    int i = 0;
    if (!h) return 0;
    {init}
    {body}
    return seen + i + (t == letters) + (p == q);
}}
'''
SIMPLE = ('set_text({v}, {k});', 'set_number({v}, {k});', 'clear({v});', 'i = use({v});', 't = steal({v}); if (t) t[0] = 1;',
          'scan({v}, {w});', '*{v} = *{w};', '{v}->tag = {c};', '{v}->u.number = {k};', '{v}->u.text.at = letters;', '{v}->u.other = {w};',
          '{v}->u.bytes[{k}] = 1;', 'change_tag(&{v}->tag, {c});', 'if ({v}->tag == {c}) i = use({v});',
          'if ({v}->tag == {T}) {{ {v}->u.text.at[0] = 2; {w}->tag = {c}; {v}->u.text.at[1] = 3; }}',
          'if ({v}->tag == {T} && {v}->u.text.at) i += {v}->u.text.at[0];', 'memcpy({v}, {w}, sizeof *{v});', 'memset(&{v}->u, 0, {k});',
          'if ({v}->tag == {O}) i += {v}->u.other->tag;', 'p = {v};', 'q = {w};', 'if (input() & 1) {{ {v}->tag = {T}; {v}->u.text.at = letters; }}'
          ' else {{ {v}->tag = {N}; {v}->u.number = 7; }} if ({v}->tag == {T}) i += {v}->u.text.at[0];',
          'seen += recurse({v}, 2);', 'if (h != p && h != q) {{ free(h); h = malloc(sizeof *h); if (!h) return 1; h->tag = {N}; }}',
          't = malloc(2); if (!t) t = letters; {v}->u.text.at = t;', 'memcpy(&{v}->u.text.at, &{w}->u.text.at, sizeof(char *));')


# Of these one follows another: the union is either, and something happens to it or to its tag before it is looked at.
EITHER = ('if (input() & 1) {{ {v}->u.text.at = letters; {v}->tag = {T}; }} else {{ {v}->u.number = {k}; {v}->tag = {N}; }}',
          'if (input() & 1) {{ {v}->tag = {O}; {v}->u.other = {w}; }} else {{ {v}->tag = {N}; {v}->u.number = {k}; }}',
          'if (input() & 1) set_text({v}, 2); else set_number({v}, {k});', 'scan({v}, {w});')
BETWEEN = ('{v}->tag = {c};', 'change_tag(&{v}->tag, {c});', '{v}->u.number = {k};', '{v}->u.bytes[{k}] = 7;', '*{v} = *{w};', '{w}->tag = {c};',
           'if (input() & 1) {v}->tag = {c};', 'p = {v}; p->tag = {c};', 'clear({v});', '', '', '{v}->u.text.at = t;', 't = steal({v});',
           'for (i = 0; i < (input() & 3); i++) {{ {v}->tag = {c}; }}', '{w}->u.other = {v};', 'memset({v}, 0, sizeof *{v});')
ASK = ('if ({v}->tag == {T}) i += 1;', 'switch ({v}->tag) {{ case {T}: i++; break; case {N}: seen++; break; }}',
       'if ({v}->tag == {T} && {v}->u.text.at == letters) i += {v}->u.text.at[0];', 'if ({v}->tag == {O}) {{ p = {v}->u.other; i++; }}')


class Program:
    def __init__(self, seed):
        self.rng = random.Random(f'unions {seed}')
        # Memory that is copied and filled, or that a pointer in the union leads to, is bytes as a whole, its tags too.
        self.typed = self.rng.random() < .7
        self.names = dict(zip('TNO', self.rng.choice([(256, 257, 258), (0, 1, 2), (1, 0, 7), (3, 200, 2)])))

    def pick(self, *of):
        if self.typed:
            of = [o for o in of if not (isinstance(o, str) and (any(w in o for w in ('mem', '= *', 'malloc(size', 'other'))))] or ['']
        return self.rng.choice(of)

    def value(self):
        return self.pick('(&a)', '(&a)', '(&b)', 'p', 'q', 'h', '(&common)' if not self.typed else '(&b)')

    def simple(self):
        text = self.pick(*SIMPLE)
        if self.rng.random() < .5:
            text = f'{self.pick(*EITHER)} {self.pick(*BETWEEN)} {self.pick(*ASK)}'
        return text.format(v=self.value(), w=self.value(), k=self.pick(0, 1, 3, 8), c=self.pick(*self.names.values(), 9, 'input()'), **self.names)

    def statement(self, depth):
        kind = self.rng.randrange(7) if depth else 0
        if kind < 4:
            return self.simple()
        body = ' '.join(self.statement(depth - 1) for _ in range(self.rng.randint(1, 3)))
        if kind == 4:
            return f'if (input() & 1) {{ {body} }}'
        if kind == 5:
            return f'if ({self.value()}->tag == {self.pick(*self.names.values())}) {{ {body} }} else {{ {self.simple()} }}'
        return f'while (input() & 3) {{ {body} }}'

    def text(self):
        fill = lambda *of: self.pick(*of).format(**self.names)
        init = 'memset(&a, 0, sizeof a); memset(&b, 0, sizeof b); ' * (not self.typed)
        init += ' '.join(f'{v}tag = {self.pick(9, self.names["N"])};' for v in ('a.', 'b.', 'h->'))
        return HEAD.format(
            before=self.pick('', 'int first; '), tag='int' if self.typed else 'unsigned', behind=self.pick('', ' long last;'),
            early=fill('', 'v->tag = {N};', 'v->u.text.at = 0; v->tag = 9;'),
            order=fill('v->u.text.at = t; v->u.text.n = n; t[n] = 0; v->tag = {T};', 'v->tag = {T}; v->u.text.at = t; t[0] = 1;', 'v->tag = {T}; t[n] = 0; v->u.text.n = n; v->u.text.at = t;',
                       'v->u.text.at = t; if (input() & 1) v->tag = {T};'),
            number=fill('v->tag = {N}; v->u.number = n;', 'v->u.number = n; v->tag = {N};', 'v->u.number = n;'),
            cleared=fill('v->u.text.at = 0;', 'v->tag = 9;', 'v->tag = {N};', ''),
            use_text=fill('if (v->u.text.at) seen += v->u.text.at[0];', 'seen += v->u.text.at[0];'),
            use_other=fill('seen += v->u.other->tag;', 'if (v->u.other) seen += v->u.other->tag;', 'return use(v->u.other);' if self.rng.random() < .3 else 'seen++;'),
            stolen=fill('', 'v->tag = 9;'), change_tag=fill('*tag = to;', 'if (to) *tag = to;', '*tag += to;'),
            clears=fill('clear(v);', 'if (v->tag == {T}) clear(v);', ''), other='0' if self.typed else self.pick('w', 'v', '&common', '0'),
            else_scan=fill('v->tag = 9;', 'v->tag = c;', 'w->tag = {T};'), r1=fill('', 'if (v->tag == {T}) at = v;', 'mine = *v;'),
            r_arg=self.pick('&mine', 'v', 'at'), r2=fill('', 'key[1] = 1;', 'clear(v);', 'scan(&mine, v);'), q=self.pick('&b', '&common', '&a'), init=init,
            h='&b' if self.typed else 'malloc(sizeof *h)',
            body='\n    '.join(self.statement(2) for _ in range(self.rng.randint(4, 12))), **self.names)


def program(seed):
    return Program(seed).text()

"""Random programs that make structures by recursion or loops, change them, and walk through them: true, or false in one way.

A structure has nodes with two numbers and two links. Whoever makes it keeps `low <= a <= high` and `b == a + more` for each node that is
linked; a walk asserts some of it. What is done between, or on the side, keeps it too (true), or one thing does not (false), on an input
that is not rare: a number at one depth, or any of them.
"""

import random

HEAD = '''#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int a; LAYOUT int b; struct node *l; struct node *r; };
static struct node *last;
static struct node end;
'''
FALSE = ('store', 'after', 'skip', 'link', 'static', 'global', 'bound', 'spoil', 'walker', 'stack')
REPAIRING = ('overwrite', 'spoil', 'walker')
NEUTRAL = ('overwrite', 'beside', 'prepend', 'spoil', 'walker', 'counter')


class Heap:
    def __init__(self, seed):
        self.random = r = random.Random(f'heap {seed}')
        self.true = r.random() < .5
        self.broken = None if self.true else r.choice(FALSE)
        self.maker = r.choice(('list', 'list', 'tree', 'append', 'loop', 'pass', 'mutual'))
        self.walk = r.choice(('recursion', 'recursion', 'late', 'free', 'loop'))
        if self.maker == 'tree' and self.walk == 'loop':
            self.walk = 'recursion'
        if self.maker in ('append', 'loop') and self.walk == 'loop':
            self.walk = 'recursion'
        self.low = r.choice((0, 1, 5, -3))
        self.kind = r.choice(('constant', 'choice', 'parameter', 'input'))
        self.high = self.low + (0 if self.kind in ('constant', 'parameter') else r.choice((1, 7, 1000)))
        self.more = r.choice((0, 1, 4))
        self.second = r.random() < .5
        self.depth = r.randint(1, 4)
        self.late = r.random() < .4 and self.broken != 'global' and self.maker not in ('append', 'loop', 'pass')
        self.bad = r.choice((self.low - 1, self.high + 1, self.high + 100))
        # What is stored once more may be right again.
        self.neutral = [n for n in r.sample(NEUTRAL, r.choice((0, 0, 1, 2))) if self.true or n not in REPAIRING]

    # --- parts

    def value(self):
        """Statements that set v, an expression for a."""
        return {'constant': ('', str(self.low)), 'parameter': ('', 'given'),
                'choice': ('', f'(__VERIFIER_nondet_int() ? {self.low} : {self.high})'),
                'input': (f'int v = __VERIFIER_nondet_int(); if (v < {self.low} || v > {self.high}) return STOP;', 'v')}[self.kind]

    def fill(self, count):
        """What is stored in a node e; `count` says at which depth."""
        a = f'e->a = {self.value()[1]};'
        if self.broken == 'store':
            a += f' if ({count} == {self.depth}) e->a = {self.bad};'
        if self.broken == 'skip':
            a = f'if ({count} != {self.depth}) {{ {a} }}'
        if self.broken == 'global':
            a += f' if (last && {count} == {self.depth}) last->a = {self.bad}; last = e;'
        return a + (f' e->b = e->a + {self.more};' if self.second else ' e->b = 0;')

    def begin(self, stop):
        return self.value()[0].replace('STOP', stop) + ' struct node *e = malloc(sizeof *e); if (!e) abort();'

    def made(self):
        p = ', int given' if self.kind == 'parameter' else ''
        q = ', given' if self.kind == 'parameter' else ''
        first, then = ('', self.fill('n')) if self.late else (self.fill('n'), '')
        if self.maker == 'tree':
            return f'''static struct node *make(int n{p}) {{
if (n <= 0 || __VERIFIER_nondet_int()) return NULL;
{self.begin('NULL')} {first}
e->l = make(n - 1{q}); e->r = make(n - 1{q}); {then}
return e; }}'''
        if self.maker in ('list', 'mutual'):
            other = 'other' if self.maker == 'mutual' else 'make'
            body = f'''{{
if (n <= 0) return NULL;
{self.begin('NULL')} {first} e->r = NULL;
e->l = NEXT(n - 1{q}); {then}
return e; }}'''
            make = f'static struct node *make(int n{p}) {body.replace("NEXT", other)}'
            return (f'static struct node *make(int n{p});\nstatic struct node *other(int n{p}) {body.replace("NEXT", "make")}\n{make}'
                    if self.maker == 'mutual' else make)
        if self.maker == 'pass':
            return f'''static struct node *make_before(int n, struct node *tail{p}) {{
if (n <= 0) return tail;
{self.begin('tail')} {self.fill('n')} e->r = NULL; e->l = tail;
return make_before(n - 1, e{q}); }}
static struct node *make(int n{p}) {{ return make_before(n, NULL{q}); }}'''
        if self.maker == 'append':
            return f'''static struct node *append(struct node *t, int i{p}) {{
if (!t) {{ {self.begin('NULL')} {self.fill('i')} e->r = e->l = NULL; return e; }}
t->l = append(t->l, i{q}); return t; }}
static struct node *make(int n{p}) {{ struct node *t = NULL; for (int i = 1; i < n; i++) t = append(t, i{q}); return t; }}'''
        return f'''static struct node *add(struct node *t, int i{p}) {{
{self.begin('t')} {self.fill('i')} e->r = NULL; e->l = t; return e; }}
static struct node *make(int n{p}) {{ struct node *t = NULL; for (int i = 1; i < n; i++) t = add(t, i{q}); return t; }}'''

    def asserted(self):
        r = self.random
        wrong = []
        if self.broken == 'bound':
            wrong.append(f'e->a {"<" if self.bad > self.high else ">"} {self.high if self.bad > self.high else self.low}')
        below, above = f'e->a < {self.low - r.choice((0, 0, 3))}', f'e->a > {self.high + r.choice((0, 0, 3))}'
        if self.broken in (None, 'bound'):
            parts = r.sample([below, above], r.choice((1, 2)))
        else:
            below, above = f'e->a < {self.low}', f'e->a > {self.high}'
            parts = [below, above]
        if self.second and self.broken in (None, 'bound', 'skip'):
            parts.append(f'e->b < e->a + {self.more}')
        parts += [f'!({w})' for w in wrong]
        return f'if ({" || ".join(parts)}) reach_error();'

    def writes(self):
        """What the walk does to the next node."""
        if self.broken == 'walker':
            return f'if (e->l && __VERIFIER_nondet_int()) e->l->a = {self.bad};'
        return f'if (e->l) {{ e->l->a = {self.low}; e->l->b = {self.low + self.more}; }}' if 'walker' in self.neutral else ''

    def walker(self):
        check, then = self.asserted(), ' walk(e->r);' if self.maker == 'tree' else ''
        w = self.writes()
        if self.walk == 'loop':
            return f'static void walk(struct node *e) {{ for (; e; e = e->l) {{ {check} {w} }} }}'
        if self.walk == 'late':
            return f'static void walk(struct node *e) {{ if (!e) return; {w} walk(e->l);{then} {check} }}'
        last = ' free(e);' if self.walk == 'free' else ''
        return f'static void walk(struct node *e) {{ if (!e) return; {check} {w} walk(e->l);{then}{last} }}'

    def spoiler(self, value):
        return f'''static void spoil(struct node *e, int k) {{
if (!e) return;
if (k == {self.depth}) {{ e->a = {value}; e->b = {value + self.more}; }}
spoil(e->l, k + 1); }}'''

    def between(self):
        lines, reach = [], 't' + '->l' * (self.depth - 1)
        guard = ' && '.join('t' + '->l' * i for i in range(self.depth))
        good, bad = self.low, self.bad
        if 'overwrite' in self.neutral:
            lines.append(f'if ({guard}) {{ {reach}->a = {good}; {reach}->b = {good + self.more}; }}')
        if 'beside' in self.neutral:
            lines.append(f'struct node *beside = single({bad}); beside->l = t;')
        if 'prepend' in self.neutral:
            lines.append(f'struct node *first = single({good}); first->l = t; t = first;')
        if 'counter' in self.neutral:
            lines.append('int count = 0; for (int i = 0; i < n; i++) count += 2;')
        self.random.shuffle(lines)
        more = {'after': f'if ({guard}) {reach}->a = {bad};',
                'link': f'{{ struct node *old = t; t = single({bad}); t->l = old; }}',
                'static': f'end.a = {bad}; end.b = {bad + self.more}; if ({guard}) {reach}->l = &end;',
                'stack': f'struct node here; here.a = {bad}; here.b = {bad + self.more}; here.l = here.r = NULL; if ({guard}) {reach}->l = &here;'}
        if self.broken in more and not (self.walk == 'free' and self.broken in ('static', 'stack')):
            lines.append(more[self.broken])
        elif self.broken in ('static', 'stack'):
            lines.append(more['after'])
        if self.broken == 'spoil' or 'spoil' in self.neutral:
            lines.append('spoil(t, 1);')
        return '\n'.join(lines)

    def text(self):
        layout = 'char c;' if self.random.random() < .2 else ''
        parts = [HEAD.replace('LAYOUT', layout), self.made()]
        if self.broken == 'spoil' or 'spoil' in self.neutral:
            parts.append(self.spoiler(self.bad if self.broken == 'spoil' else self.low))
        parts.append(f'static struct node *single(int a) {{ struct node *e = malloc(sizeof *e); if (!e) abort();\n'
                     f'e->a = a; e->b = a + {self.more}; e->l = e->r = NULL; return e; }}')
        parts.append(self.walker())
        argument = f', {self.low}' if self.kind == 'parameter' else ''
        parts.append(f'int main(void)\n{{\nint n = __VERIFIER_nondet_int();\nstruct node *t = make(n{argument});\n{self.between()}\nwalk(t);\n'
                     'return 0;\n}')
        return '\n'.join(parts) + '\n'

"""Counters: references are taken and put back; a flag says who puts them."""

from graph import HEAD, INPUT, function


class Counters:
    def __init__(self, graph, bug):
        self.graph, self.random = graph, graph.random
        r = self.random
        self.consumes = graph.place == 'levels' or r.random() < .3  # bit 2 of flags: the callee puts a reference of its caller
        self.heap = r.random() < .35
        self.start = r.choice((1, 1, 2, 5))
        self.checked = r.random() < .7
        self.culprit = graph.culprit()
        self.bug = graph.place if bug else ''

    def flags(self, p, first):
        r = self.random
        if not self.consumes:
            return r.choice(('flags', 'flags ^ 5', 'flags + 1', 'flags ^ 2', '~flags'))
        kept = r.choice(('flags', 'flags ^ 1', 'flags + 8', 'flags ^ 18'))
        keeps = first or (self.bug == 'levels' and p is self.culprit)
        return kept if keeps else f'({kept}) & ~4'

    def leaf(self, p):
        r, wrong = self.random, self.bug == 'leaf' and p is self.culprit
        lines = ['if (a->refs <= 0)', '\treach_error();'] if self.checked else []
        lines += ['if (flags & 4)', '\tput(a);'] if self.consumes else []
        lines += r.choice((
            ['get(b);', f'if ({INPUT} < 0) {{', '\tput(b);', '\treturn 1;', '}', 'put(b);'],
            [f'if ({INPUT}) {{', '\tget(b);', '\tb->uses++;', '\tput(b);', '}'],
            ['b->refs += 2;', 'b->uses += flags & 1;', 'put(b);', 'put(b);'],
        ))
        if wrong:
            lines += ['get(a);', f'if ({INPUT} == {self.graph.rare()})', '\treturn 0;', 'put(a);']
        return lines + ['return 0;']

    def step(self, p, callee, i):
        """Lines around one call."""
        r, wrong = self.random, self.bug == 'middle' and p is self.culprit and i == 0
        objects = 'a, b' if self.consumes or r.random() < .6 else 'b, a'
        call = f'{callee.name}({objects}, {self.flags(p, i == 0)})'
        x, kind = f'x{i}', r.randrange(5)
        if wrong:
            return [f'{x} = {INPUT};', f'if ({x} > 0)', '\tget(a);', f'{call};', f'if ({x} >= 0)', '\tput(a);']
        if kind == 0:
            return ['get(b);', f'{x} = {call};', 'put(b);'] + ([f'if ({x})', '\treturn 1;'] if not (self.consumes and i == 0) else [])
        if kind == 1:
            bound = r.choice((0, 1, 10))
            return [f'{x} = {INPUT};', f'if ({x} > {bound})', '\tget(a);', f'{call};', f'if ({x} > {bound})', '\tput(a);']
        if kind == 2:
            bit = r.choice((1, 2, 16))
            return [f'if (flags & {bit})', '\tget(b);', f'{x} = {call};', f'if (flags & {bit})', '\tput(b);', f'b->uses += {x};']
        if kind == 3 and not self.consumes:
            return [f'if ({INPUT}) {{', '\tget(a);', f'\t{x} = {call};', '\tput(a);', '} else {', f'\t{x} = {call};', '}',
                    f'a->uses += {x};']
        rounds = r.choice((2, 3))
        return [f'for ({x} = 0; {x} < {rounds}; {x}++)', '\tget(b);', f'{call};', f'for ({x} = 0; {x} < {rounds}; {x}++)', '\tput(b);']

    def inner(self, p):
        lines = [f'int {", ".join(f"x{i}" for i in range(len(p.callees)))};', '']
        order = list(p.callees)
        if p is self.culprit or self.consumes:
            order.sort(key=lambda callee: callee not in self.graph.path)
        for i, callee in enumerate(order):
            lines += self.step(p, callee, i)
        return lines + ['return 0;']

    def procedure(self, p):
        self.graph.begin(p)
        return function(f'static int {p.name}(struct object *a, struct object *b, int flags)', self.inner(p) if p.callees else self.leaf(p))

    def main(self):
        self.graph.begin(None)
        a, b = ('left', 'right') if self.heap else ('&left', '&right')
        lines = ['struct object *left = malloc(sizeof *left), *right = malloc(sizeof *right);'] if self.heap else []
        reach = '->' if self.heap else '.'
        lines += [f'int flags = {INPUT};', '', f'left{reach}refs = right{reach}refs = {self.start};']
        lines += [f'left{reach}uses = right{reach}uses = 0;'] if self.heap else []
        lines += ['if (flags & 4)', f'\tget({a});'] if self.consumes else []
        lines += [f'{self.graph.top.name}({a}, {b}, flags);', f'if (left{reach}refs != {self.start} || right{reach}refs != {self.start})',
                  '\treach_error();']
        return function('int main(void)', lines + (['free(left);', 'free(right);'] if self.heap else []) + ['return 0;'])

    def text(self):
        declared = '\nstruct object {\n\tint refs;\n\tint uses;\n};\n' + ('' if self.heap else '\nstatic struct object left, right;\n')
        get = function('static void get(struct object *o)', ['o->refs++;'])
        put = function('static void put(struct object *o)', ['if (o->refs <= 0)', '\treach_error();', 'o->refs--;'])
        procedures = [self.procedure(p) for p in self.graph.bottom_up()]
        return ('#include <stdlib.h>\n' if self.heap else '') + HEAD + declared + get + put + ''.join(procedures) + self.main()

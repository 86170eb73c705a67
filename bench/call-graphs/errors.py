"""Error codes: what a procedure has taken it gives back if it fails, and passes the code up."""

from graph import HEAD, INPUT, function


class Errors:
    def __init__(self, graph, bug):
        self.graph, self.random = graph, graph.random
        r = self.random
        self.global_ = r.random() < .35
        self.counts = r.sample(('clocks', 'pages', 'users', 'lines', 'buffers'), r.choice((1, 2, 3)))
        self.heap = r.random() < .4
        self.checked = r.random() < .5
        self.flag = r.choice((1, 4, 16))
        self.undo = {p: p.name.rsplit('_', 1)[0] + '_' + r.choice(('release', 'stop', 'undo', 'close')) + str(i)
                     for i, p in enumerate(graph.bottom_up())}
        self.count_of = {p: r.choice(self.counts) for p in graph.bottom_up()}
        self.again = graph.place == 'levels' or r.random() < .3  # a leaf may return a positive number: not taken, but no failure
        self.culprit = graph.culprit()
        self.bug = graph.place if bug else ''

    def state(self, name):
        return name if self.global_ else f'd->{name}'

    def call(self, name, argument=None):
        words = ([] if self.global_ else ['d']) + ([argument] if argument else [])
        return f'{name}({", ".join(words)})'

    def head(self, result, name, argument=False):
        words = ([] if self.global_ else ['struct device *d']) + (['int n'] if argument else [])
        return f'static {result} {name}({", ".join(words) or "void"})'

    def leaf(self, p):
        self.graph.begin(p)
        r, count, code = self.random, self.state(self.count_of[p]), r_code(self.random)
        lines = []
        if self.again and p is self.graph.path[-1]:
            lines += [f'if (({self.state("flags")} & 2) && {INPUT} == {self.graph.rare()})', '\treturn 11;']
        if r.random() < .5:
            lines += [f'if ({INPUT} {r.choice(("!= 0", "< 0", "> n"))})', f'\treturn {code};', f'{count}++;']
        else:
            lines += [f'{count}++;', f'if ({INPUT}) {{', f'\t{count}--;', f'\treturn {code};', '}']
        if self.bug == 'leaf' and p is self.culprit:
            lines += [f'if ({INPUT} == {self.graph.rare()})', f'\treturn {r_code(r)};']
        undo = [f'if ({count} <= 0)', '\treach_error();'] if self.checked else []
        return function(self.head('int', p.name, True), lines + ['return 0;']) + \
            function(self.head('void', self.undo[p]), undo + [f'{count}--;'])

    def steps(self, p):
        """(callee, condition or '', how the result is tested)"""
        r, steps = self.random, []
        for i, callee in enumerate(p.callees):
            condition = f'{self.state("flags")} & {self.flag}' if i and r.random() < .3 and callee not in self.graph.path else ''
            test = 'error' if self.again else r.choice(('error', 'error < 0', 'error != 0'))
            steps.append([callee, condition, test])
        if self.bug == 'levels' and p is self.culprit:
            steps[[s[0] for s in steps].index(self.graph.path[self.graph.path.index(p) + 1])][2] = 'error < 0'
        return steps

    def undone(self, step):
        callee, condition, _ = step
        call = self.call(self.undo[callee]) + ';'
        return [f'if ({condition})', '\t' + call] if condition else [call]

    def argument(self):
        return self.random.choice(('n', 'n + 1', 'n ^ 1', 'n'))

    def chain(self, p, steps):
        """goto to the label that undoes what was done."""
        wrong = self.random.randrange(1, len(steps)) if self.bug == 'middle' and p is self.culprit else None
        lines = ['int error;', '']
        for i, (callee, condition, test) in enumerate(steps):
            back = i - 1 if i != wrong else i - 2
            inner = [f'error = {self.call(callee.name, self.argument())};', f'if ({test})',
                     f'\tgoto out_{back};' if back >= 0 else '\treturn error;']
            lines += [f'if ({condition}) {{'] + ['\t' + line for line in inner] + ['}'] if condition else inner
        lines.append('return 0;')
        used = {line.strip()[5:-1] for line in lines if line.strip().startswith('goto')}
        for i in range(len(steps) - 2, -1, -1):
            lines += ([f'out_{i}:'] if f'out_{i}' in used else []) + (self.undone(steps[i]) if used else [])
        return lines + ['return error;'] if used else lines

    def nested(self, p, steps):
        wrong = self.bug == 'middle' and p is self.culprit

        def inner(i):
            callee, condition, test = steps[i]
            call = f'error = {self.call(callee.name, self.argument())};'
            lines = [f'if ({condition})', '\t' + call] if condition else [call]
            if i + 1 < len(steps):
                undo = [f'if ({steps[i + 1][2]})'] + ['\t' + line for line in self.undone(steps[i])]
                undo = [] if wrong and i + 2 == len(steps) else undo
                lines += [f'if (!({test})) {{'] + ['\t' + line for line in inner(i + 1) + undo] + ['}']
            return lines
        return ['int error = 0;', '', *inner(0), 'return error;']

    def inner(self, p):
        self.graph.begin(p)
        steps = self.steps(p)
        simple = all(not condition and test != 'error < 0' for _, condition, test in steps)
        lines = self.nested(p, steps) if simple and self.random.random() < .4 else self.chain(p, steps)
        undo = [line for step in reversed(steps) for line in self.undone(step)]
        return function(self.head('int', p.name, True), lines) + function(self.head('void', self.undo[p]), undo)

    def main(self):
        self.graph.begin(None)
        names = ['flags'] + self.counts
        top = self.graph.top
        if self.global_:
            text, lines = '\n'.join(f'static int {name};' for name in names) + '\n', ['int error;', '']
        elif self.heap:
            text = ''
            lines = ['struct device *d = malloc(sizeof *d);', 'int error;', ''] + [f'd->{name} = 0;' for name in self.counts]
        else:
            text, lines = 'static struct device board;\n', ['struct device *d = &board;', 'int error;', '']
        left = ' || '.join(self.state(c) + ' != 0' for c in self.counts)
        call = self.call(top.name, self.random.choice((INPUT, '0', '1')))
        lines += [f'{self.state("flags")} = {INPUT};', f'error = {call};', 'if (!error)', f'\t{self.call(self.undo[top])};', f'if ({left})',
                  '\treach_error();']
        lines += ['free(d);'] if self.heap and not self.global_ else []
        return text, function('int main(void)', lines + ['return 0;'])

    def text(self):
        members = ''.join(f'\tint {name};\n' for name in ['flags'] + self.counts)
        declared = '' if self.global_ else f'\nstruct device {{\n{members}}};\n\n'
        before, main = self.main()
        procedures = [self.inner(p) if p.callees else self.leaf(p) for p in self.graph.bottom_up()]
        return ('#include <stdlib.h>\n' if self.heap and not self.global_ else '') + HEAD + declared + before + ''.join(procedures) + main


def r_code(random):
    return f'-{random.choice((1, 5, 12, 16, 19, 22, 110))}'

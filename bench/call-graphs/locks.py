"""Locks: taken and released along paths, by flags, and by what a procedure returns."""

from graph import HEAD, INPUT, function

AGAIN = -11


class Locks:
    """How a procedure is called and returns: free (released), held, flag (its parameter says which, and so it stays), or
    drops: it is called with the lock held, and has it released if it fails, other than with AGAIN."""

    def __init__(self, graph, bug):
        self.graph, self.random = graph, graph.random
        r = self.random
        self.global_ = r.random() < .4
        self.bug = graph.place if bug else ''
        self.culprit = graph.culprit()
        self.way = {p: r.choice(('free', 'held', 'flag', 'drops') if p.callees else ('free', 'held', 'flag')) for p in graph.bottom_up()}
        self.way[graph.top] = r.choice(('free', 'flag'))
        if graph.place == 'levels':
            at = graph.path.index(self.culprit)
            self.way[self.culprit] = 'drops'
            for p in graph.path[at + 1:]:
                if self.way[p] == 'drops':
                    self.way[p] = r.choice(('free', 'held', 'flag'))

    def lock(self):
        return f'lock({"" if self.global_ else "&d->lock"});'

    def unlock(self):
        return f'un{self.lock()}'

    def to(self, now, wanted):
        """Lines from one state of the lock to the other."""
        return [] if now == wanted else [self.lock() if wanted else self.unlock()]

    def leave(self, p, held, value, failed=False):
        """Lines that return from where the lock is known to be held or not."""
        way = self.way[p]
        if way == 'flag':
            unlock = ['if (!locked)', '\t' + self.unlock()] if held else ['if (locked)', '\t' + self.lock()]
            return unlock + [f'return {value};']
        if way == 'drops' and failed:
            by_code = self.bug != 'levels' or p is not self.culprit
            if not by_code or value != 'error':
                return self.to(held, False) + [f'return {value};']
            if held:
                return [f'if (error != {AGAIN})', '\t' + self.unlock(), 'return error;']
            return [f'if (error == {AGAIN})', '\t' + self.lock(), 'return error;']
        return self.to(held, way != 'free') + [f'return {value};']

    def astray(self, p, held):
        """Lines to the state that the procedure must not return in."""
        test = [f'if ({"" if held else "!"}locked)'] if self.way[p] == 'flag' else []
        return test + ['\t' * len(test) + (self.unlock() if held else self.lock())]

    def begin(self, p):
        """Lines, and whether the lock is held behind them."""
        if self.way[p] != 'flag':
            return [], self.way[p] != 'free'
        return (['if (!locked)', '\t' + self.lock()], True) if self.random.random() < .7 else (['if (locked)', '\t' + self.unlock()], False)

    def arguments(self, p, held):
        words = ([] if self.global_ else ['d']) + ([str(int(held))] if self.way[p] == 'flag' else [])
        return ', '.join(words + [self.random.choice(('n', 'n + 1', 'n / 2'))])

    def leaf(self, p):
        r = self.random
        lines, held = self.begin(p)
        if r.random() < .4:
            lines += self.to(held, not held) + [f'{self.data("work")}++;'] + self.to(not held, held)
        if self.bug == 'leaf' and p is self.culprit:
            lines += [f'if ({INPUT} == {self.graph.rare()}) {{', *('\t' + line for line in self.astray(p, held)), '\treturn -5;', '}']
        codes = [AGAIN if p is self.graph.path[-1] or r.random() < .3 else -5, -19]
        for code in codes[:r.choice((1, 2))]:
            test = r.choice((f'{INPUT} < 0', f'{INPUT} == n', f'{INPUT}'))
            lines += [f'if ({test}) {{'] + ['\t' + line for line in self.leave(p, held, code)] + ['}']
        return lines + self.leave(p, held, 0)

    def data(self, name):
        return name if self.global_ else f'd->{name}'

    def step(self, p, callee, held, matters):
        """Lines of a call and what follows its failure; whether the lock is held behind it."""
        r, way = self.random, self.way[callee]
        wanted = held if way == 'flag' else way != 'free'
        lines = self.to(held, wanted) + [f'error = {callee.name}({self.arguments(callee, wanted)});']
        wrong = self.bug == 'middle' and p is self.culprit and callee in self.graph.path
        if way == 'drops':
            after = self.leave(p, True, 'error', True), self.leave(p, False, 'error', True)
            passes_on = self.way[p] == 'drops' and r.random() < .8 and not (self.bug == 'levels' and p is self.culprit)
            inner = ['return error;'] if passes_on else \
                [f'if (error == {AGAIN}) {{'] + ['\t' + line for line in after[0]] + ['}'] + after[1]
            if wrong:
                inner = [f'if (error == {AGAIN})', '\t' + self.unlock()] if self.way[p] not in ('free', 'drops') else []
                inner += ['return error;'] if self.way[p] != 'drops' else [self.lock(), 'return error;']
            return lines + ['if (error) {'] + ['\t' + line for line in inner] + ['}'], wanted
        if matters or r.random() < .7:
            inner = self.leave(p, wanted, 'error', True)
            if wrong:
                inner = [self.lock() if not wanted else self.unlock(), *inner]
            lines += ['if (error) {'] + ['\t' + line for line in inner] + ['}']
        return lines, wanted

    def inner(self, p):
        lines, held = self.begin(p)
        lines = ['int error;', ''] + lines
        for callee in p.callees:
            more, held = self.step(p, callee, held, callee in self.graph.path)
            lines += more
            if self.random.random() < .2:
                lines += [f'{self.data("work")} += {self.random.choice(("n", "1", "error"))};']
        return lines + self.leave(p, held, 0)

    def procedure(self, p):
        self.graph.begin(p)
        words = ([] if self.global_ else ['struct device *d']) + (['int locked'] if self.way[p] == 'flag' else []) + ['int n']
        return function(f'static int {p.name}({", ".join(words)})', self.inner(p) if p.callees else self.leaf(p))

    def text(self):
        declared = '\nstruct lock {\n\tint held;\n};\n\n'
        if self.global_:
            declared = '\nstatic int held;\nstatic unsigned work;\n'
            one, held = 'void', 'held'
        else:
            declared += 'struct device {\n\tstruct lock lock;\n\tunsigned work;\n};\n\nstatic struct device board;\n'
            one, held = 'struct lock *l', 'l->held'
        lock = function(f'static void lock({one})', [f'if ({held})', '\treach_error();', f'{held} = 1;'])
        unlock = function(f'static void unlock({one})', [f'if (!{held})', '\treach_error();', f'{held} = 0;'])
        procedures = [self.procedure(p) for p in self.graph.bottom_up()]
        words = ([] if self.global_ else ['&board']) + (['0'] if self.way[self.graph.top] == 'flag' else []) + [INPUT]
        lines = [f'{self.graph.top.name}({", ".join(words)});', f'if ({"held" if self.global_ else "board.lock.held"})', '\treach_error();',
                 'return 0;']
        return HEAD + declared + lock + unlock + ''.join(procedures) + function('int main(void)', lines)

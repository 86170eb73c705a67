"""The steps of a function of an abstract program (program.py), for explore.py.

A step is a list: what it does, then registers, cells, numbers. A register has a local variable or a value in between;
register 0 has the thread's argument. Of a cell there are an address and a register to be added, or None.
"""


def uses(step):
    """(the register that a step writes or None, those that it reads)."""
    kind = step[0]
    if kind in ('set', 'choose', 'try_lock'):
        return step[1], ()
    if kind in ('copy', 'sum', 'difference'):
        return step[1], step[2:]
    if kind == 'compare':
        return step[1], step[3:]
    if kind == 'load':
        return step[1], step[3:]
    if kind == 'store':
        return None, step[2:]
    if kind == 'change':
        return step[1], step[4:]
    if kind == 'swap_if':
        return step[1], (step[2], *step[4:])
    if kind in ('try_down', 'join'):
        return step[2], ()
    if kind == 'observe':
        return None, step[1]
    return None, {'unless': step[1:2], 'return': step[1:], 'create': step[3:]}.get(kind, ())


class Code:
    """The steps of one function; registers have numbers, the argument is register 0."""

    def __init__(self, program, function, backwards=False):
        self.program, self.backwards = program, backwards
        self.steps, self.registers, self.breaks = [], {'arg': 0}, []
        self.fresh = 0
        self.block(function.body)
        if function.name == 'main':
            self.emit('exit')
        else:
            self.emit('return', self.load(('constant', 0)))

    def emit(self, *step):
        self.steps.append(list(step))
        return len(self.steps) - 1

    def register(self, name):
        return self.registers.setdefault(name, len(self.registers))

    def temporary(self):
        self.fresh += 1
        return self.register(f'${self.fresh}')

    def live(self):
        """Of each step the registers that are read there or later before they are written."""
        before = [frozenset()] * len(self.steps)
        changed = True
        while changed:
            changed = False
            for at in range(len(self.steps) - 1, -1, -1):
                step = self.steps[at]
                written, read = uses(step)
                behind = {'jump': [step[-1]], 'unless': [at + 1, step[-1]], 'return': [], 'exit': [], 'stop': [], 'stay': []}.get(step[0], [at + 1])
                now = frozenset().union(*(before[k] for k in behind)) - {written} | {r for r in read if r is not None}
                if now != before[at]:
                    before[at], changed = now, True
        return before

    def patch(self, places):
        for place, k in places:
            self.steps[place][k] = len(self.steps)

    # --- expressions: the register that has the value

    def address(self, place):
        """(cell, register to be added or None): what `place` denotes."""
        kind = place[0]
        if kind == 'cell':
            return place[1], None
        if kind == 'through':
            return place[1], 0
        return place[1], self.register(place[2])  # element

    def load(self, e):
        kind = e[0]
        if kind == 'local':
            return self.register(e[1])
        to = self.temporary()
        if kind == 'constant':
            self.emit('set', to, e[1])
        elif kind == 'shared':
            self.emit('load', to, *self.address(e[1]))
        elif kind in ('argument', 'passed'):
            return 0
        elif kind in ('address', 'null'):
            self.emit('set', to, e[1] if len(e) > 1 else 0)
        elif kind == 'choice':
            self.emit('choose', to)
        elif kind in ('+', '-'):
            self.emit('sum' if kind == '+' else 'difference', to, *self.both(e[1], e[2]))
        else:
            raise ValueError(kind)
        return to

    def both(self, a, b):
        """C leaves the order open."""
        if self.backwards:
            second = self.load(b)
            return self.load(a), second
        first = self.load(a)
        # A local may not change between: no expression assigns one.
        return first, self.load(b)

    def test(self, c):
        """Places to patch with where control goes if the condition is false."""
        kind = c[0]
        if kind == 'and':
            return [p for part in c[1:] for p in self.test(part)]
        if kind == 'or':
            out = []
            for part in c[1:-1]:
                wrong = self.test(part)
                out.append((self.emit('jump', None), 1))
                self.patch(wrong)
            wrong = self.test(c[-1])
            self.patch(out)
            return wrong
        if kind == 'not':
            wrong = self.test(c[1])
            place = self.emit('jump', None)
            self.patch(wrong)
            return [(place, 1)]
        to = self.temporary()
        if kind == 'choice':
            self.emit('choose', to)
        else:
            self.emit('compare', to, kind, *self.both(c[1], c[2]))
        return [(self.emit('unless', to, None), 2)]

    # --- statements

    def block(self, statements):
        for s in statements:
            getattr(self, 'do_' + s[0])(*s[1:])

    def do_declare(self, name, e):
        self.do_assign(name, e)

    def do_assign(self, name, e):
        self.emit('copy', self.register(name), self.load(e))

    def do_store(self, place, e, _form=None):
        self.emit('store', *self.address(place), self.load(e))

    def do_add(self, place, sign, e, form, atomic):
        if atomic:
            self.do_change(None, sign, place, e, form)
            return
        old = self.temporary()
        to = self.temporary()
        if self.backwards:
            more = self.load(e)
            self.emit('load', old, *self.address(place))
        else:
            self.emit('load', old, *self.address(place))
            more = self.load(e)
        self.emit('sum' if sign == '+' else 'difference', to, old, more)
        self.emit('store', *self.address(place), to)

    def do_change(self, target, kind, place, e, _form):
        """Load and store at once: target gets the old value, or the new one (+=, -=)."""
        value = self.load(e)
        self.emit('change', None if target is None else self.register(target), kind, *self.address(place), value)

    def do_swap_if(self, target, expected, place, e, _form):
        value = self.load(e)
        self.emit('swap_if', self.register(target), self.register(expected), *self.address(place), value)

    def do_if(self, c, then, other):
        wrong = self.test(c)
        self.block(then)
        if other:
            out = self.emit('jump', None)
            self.patch(wrong)
            self.block(other)
            wrong = [(out, 1)]
        self.patch(wrong)

    def do_loop(self, name, rounds, c, body):
        counter, limit, one, t = self.register(name), self.temporary(), self.temporary(), self.temporary()
        self.emit('set', counter, 0)
        self.emit('set', limit, rounds)
        self.emit('set', one, 1)
        top = len(self.steps)
        self.emit('compare', t, '<', counter, limit)
        out = [(self.emit('unless', t, None), 2)]
        if c:
            out += self.test(c)
        self.breaks.append([])
        self.block(body)
        self.emit('sum', counter, counter, one)
        self.emit('jump', top)
        self.patch(out + self.breaks.pop())

    def do_break_if(self, c):
        wrong = self.test(c)
        self.breaks[-1].append((self.emit('jump', None), 1))
        self.patch(wrong)

    def do_spin(self, c):
        top = len(self.steps)
        wrong = self.test(c)
        out = self.emit('jump', None)
        self.patch(wrong)
        self.emit('pause')
        self.emit('jump', top)
        self.patch([(out, 1)])

    def do_lock(self, m):
        self.emit('lock', m)

    def do_unlock(self, m):
        self.emit('unlock', m)

    def do_try_lock(self, m, then, other):
        t = self.temporary()
        self.emit('try_lock', t, m)
        wrong = [(self.emit('unless', t, None), 2)]
        self.block(then)
        out = self.emit('jump', None)
        self.patch(wrong)
        self.block(other)
        self.patch([(out, 1)])

    def do_wait(self, c, m, condition, form):
        top = len(self.steps)
        wrong = self.test(('not', condition))
        self.emit('sleep', m)
        self.emit('asleep', c)
        self.emit('lock', m)
        if form == 'while':
            self.emit('jump', top)
        self.patch(wrong)

    def do_signal(self, c):
        self.emit('signal', c)

    def do_broadcast(self, c):
        self.emit('broadcast', c)

    def do_down(self, s):
        self.emit('down', s)

    def do_try_down(self, s, target):
        self.emit('try_down', s, self.register(target))

    def do_up(self, s):
        self.emit('up', s)

    def do_atomic(self, body):
        self.emit('begin')
        self.block(body)
        self.emit('end')

    def do_yield(self):
        pass

    def do_detach(self, _slot):
        pass

    def do_assert(self, c, _form):
        wrong = self.test(c)
        out = self.emit('jump', None)
        self.patch(wrong)
        self.emit('fail')
        self.patch([(out, 1)])

    def do_observe(self, expressions):
        self.emit('observe', [self.load(e) for e in expressions])

    def do_assume(self, c):
        """Whether it ends all executions that come here counts only when it is its turn."""
        wrong = self.test(c)
        out = self.emit('jump', None)
        self.patch(wrong)
        self.emit('stop')
        self.patch([(out, 1)])

    def do_return(self, e, _form):
        self.emit('return', self.load(e))

    def do_endless(self):
        self.emit('stay')

    def do_exit(self):
        self.emit('exit')

    def do_leave(self):
        """pthread_exit() in main."""
        self.emit('return', self.load(('constant', 0)))

    def do_call(self, name):
        helper = self.program.helpers[name]
        self.block(helper.body)

    def do_create(self, slot, function, argument, _form):
        value = self.load(argument)
        self.emit('create', slot, function, value)

    def do_create_all(self, slot, function, arguments):
        for k, argument in enumerate(arguments):
            self.do_create(slot + k, function, argument, None)

    def do_join(self, slot, target):
        self.emit('join', slot, None if target is None else self.register(target))

    def do_join_all(self, slot, count):
        for k in range(count):
            self.do_join(slot + k, None)

"""A random program with threads, without what it asserts (claim.py).

It is drawn as lists of statements: tuples, of which steps.py makes steps and text.py makes C.
"""

import text

FEATURES = ('mutex', 'mutex', 'two mutexes', 'try', 'atomics', 'sections', 'condition', 'semaphore', 'helper', 'private', 'spin', 'nested',
            'assume', 'endless', 'race')


class Cell:
    def __init__(self, type_, start, direct, atomic=False, everywhere=True):
        self.type, self.start, self.direct, self.atomic, self.everywhere = type_, start, direct, atomic, everywhere


class Thing:
    """A shared object of one or two cells. paths: how its cells are reached through a pointer to it."""

    def __init__(self, kind, first, pointer, address, paths):
        self.kind, self.first, self.pointer, self.address, self.paths = kind, first, pointer, address, paths


class Function:
    def __init__(self, name, parameter=None, thing=None):
        self.name, self.parameter, self.thing, self.body = name, parameter, thing, []
        self.locals = ['a', 'b'] if name != 'main' else ['m', 'n']


class Scope:
    """Where a statement is drawn: what is allowed there."""

    def __init__(self, function, held=(), section=False, depth=0, loops=(), simple=False):
        self.function, self.held, self.section, self.depth, self.loops, self.simple = function, held, section, depth, loops, simple

    def inside(self, **changes):
        return Scope(**{**self.__dict__, 'depth': self.depth + 1, **changes})


class Program:
    def __init__(self, r):
        self.r = r
        self.cells, self.things, self.slots, self.mutexes, self.conditions = [], [], 0, 0, 0
        self.semaphores, self.helpers, self.functions, self.orders = [], {}, [], False
        self.style = {name: r.random() < .5 for name in ('global handles', 'static', 'init', 'global pointer', 'no end')}
        self.choose, self.local_word = r.randrange(len(text.CHOOSE)), r.choice(('_Thread_local', '__thread', 'static _Thread_local'))
        self.features = set(r.sample(FEATURES, r.choice((1, 2, 2, 3, 4))))
        if self.features & {'mutex', 'try', 'condition', 'two mutexes', 'helper'}:
            self.mutexes = 2 if 'two mutexes' in self.features else 1
        self.loops, self.stopping = 0, None
        self.draw_things()
        self.draw_helpers()
        self.draw_threads()

    def has(self, feature):
        return feature in self.features

    # --- what is shared

    def draw_things(self):
        r = self.r
        for k in range(r.choice((1, 2, 2))):
            kind = r.choice(('plain', 'plain', 'plain', 'struct', 'array', 'heap', 'local'))
            first = len(self.cells)
            starts = [r.choice((0, 0, 0, 1, 2)) for _ in range(2)]
            if kind == 'heap':
                starts = [0, 0] if r.random() < .5 else starts
            atomic = self.has('atomics') and r.random() < .4
            types = [r.choice(('int', 'int', 'unsigned char')) for _ in range(2)]
            if atomic:
                types = ['int', 'int']
            volatile = 'volatile ' if not atomic and r.random() < .25 else ''
            word = '_Atomic ' if atomic else volatile
            name = 'xyz'[k]
            if kind in ('plain', 'local'):
                self.cells.append(Cell(types[0], starts[0], name, atomic, kind == 'plain'))
                thing = Thing(kind, first, f'{word}{types[0]} *', f'&{name}', ['*p'])
            elif kind == 'array':
                self.cells += [Cell(types[0], starts[i], f'{name}[{i}]', atomic) for i in range(2)]
                thing = Thing(kind, first, f'{word}{types[0]} *', name, ['p[0]', 'p[1]'])
            else:
                everywhere = kind == 'struct' or self.style['global pointer']
                arrow = '.' if kind == 'struct' else '->'
                self.cells += [Cell(types[i], starts[i], f'{name}{arrow}{"ab"[i]}', atomic, everywhere) for i in range(2)]
                thing = Thing(kind, first, f'struct record{k} *', ('&' if kind == 'struct' else '') + name, ['p->a', 'p->b'])
            thing.word, thing.name, thing.types, thing.number = word, name, types, k
            thing.starts = starts
            self.things.append(thing)

    def places(self, scope):
        """[(place, cell)] that can be named there; some twice, as they are more likely."""
        out = []
        for k, cell in enumerate(self.cells):
            if cell.everywhere or scope.function.name == 'main':
                out.append((('cell', k), cell))
        thing = scope.function.thing
        if thing:
            for offset in range(len(thing.paths)):
                out += [(('through', offset), self.cells[thing.first + offset])] * 2
        for name, rounds in scope.loops:
            for thing in self.things:
                if thing.kind == 'array' and rounds <= 2:
                    out.append((('element', thing.first, name), self.cells[thing.first]))
        return out

    def place(self, scope, wanted=lambda cell: True):
        choices = [p for p in self.places(scope) if wanted(p[1])]
        return self.r.choice(choices) if choices else None

    # --- expressions

    def names(self, scope):
        names = list(scope.function.locals)
        if self.has('private'):
            names.append('own')
        return names

    def alone(self, scope):
        """An expression without anything shared."""
        r = self.r
        kind = r.random()
        if kind < .5:
            return 'constant', r.choice((1, 1, 2, 3, 0))
        if scope.function.parameter == 'number' and kind < .7:
            return 'argument',
        if scope.loops and kind < .75:
            return 'local', r.choice(scope.loops)[0]
        return 'local', r.choice(self.names(scope))

    def shared(self, scope):
        place = self.place(scope)
        return ('shared', place[0]) if place else self.alone(scope)

    def expression(self, scope):
        r = self.r
        kind = r.random()
        if kind < .3:
            return self.alone(scope)
        if kind < .6:
            return self.shared(scope)
        if kind < .9:
            return r.choice('++-'), self.shared(scope), ('constant', r.choice((1, 1, 2)))
        if kind < .95:
            return self.sum(self.shared(scope), self.shared(scope))
        return '+', self.shared(scope), self.alone(scope)

    def sum(self, a, b):
        """Of different places: compilers make x * 2 of x + x."""
        if a == b:
            return '+', a, ('constant', 1)
        self.orders = True
        return '+', a, b

    def condition(self, scope):
        r = self.r
        kind = r.random()
        if kind < .1:
            return 'choice',
        if kind < .2 and scope.depth < 2:
            return r.choice(('and', 'or')), self.comparison(scope), self.comparison(scope)
        if kind < .25:
            return 'not', self.comparison(scope)
        return self.comparison(scope)

    def comparison(self, scope):
        r = self.r
        left = self.shared(scope) if r.random() < .7 else ('local', r.choice(self.names(scope)))
        operator, k = r.choice(('==', '==', '!=', '<', '>', '<=', '>=')), r.choice((0, 0, 1, 1, 2))
        # What unsigned values always satisfy compilers do not load.
        return operator, left, ('constant', 1 if operator in ('<', '>=') else k)

    # --- statements

    def block(self, scope, most=2):
        return [s for _ in range(self.r.randint(1, most)) for s in self.statement(scope)]

    def statement(self, scope):
        """A list: some make sense in sequence only."""
        r = self.r
        for _ in range(20):
            kind = r.choice(('assign', 'assign', 'store', 'store', 'add', 'add', 'add', 'add', 'if', 'loop', 'choose', 'lock', 'lock', 'lock', 'try',
                             'change', 'change', 'swap', 'section', 'section', 'semaphore', 'call', 'call', 'yield', 'assume', 'leave',
                             'turn', 'copy', 'endless'))
            made = getattr(self, 'draw_' + kind)(scope)
            if made:
                return made
        return self.draw_add(scope) or self.draw_assign(scope)

    def draw_assign(self, scope):
        return [('assign', self.r.choice(self.names(scope)), self.expression(scope))]

    def draw_choose(self, scope):
        return [('assign', self.r.choice(scope.function.locals), ('choice',))] if self.r.random() < .4 else None

    def draw_store(self, scope):
        place = self.place(scope)
        if not place:
            return None
        form = 'builtin' if self.has('atomics') and self.r.random() < .3 else ''
        e = self.expression(scope)
        if e == ('shared', place[0]):  # compilers leave x = x out
            e = self.alone(scope)
        return [('store', place[0], e, form)]

    def draw_add(self, scope):
        r = self.r
        place = self.place(scope)
        if not place:
            return None
        e = ('constant', 1) if r.random() < .6 else self.alone(scope) if r.random() < .7 else self.shared(scope)
        if e[0] == 'shared':
            self.orders = True
            e = ('constant', 2) if e[1] == place[0] else e
        if e == ('constant', 0):  # compilers leave it out
            e = 'constant', 2
        sign = '+' if r.random() < .85 else '-'
        form = r.choice(('++', '++', '+=', 'pre')) if e == ('constant', 1) else '+='
        return [('add', place[0], sign, e, form, place[1].atomic)]

    def draw_copy(self, scope):
        """Reads, does something else, and writes what comes of what it read."""
        place = self.place(scope)
        if not place or scope.depth > 1 or self.r.random() < .4:
            return None
        name = self.r.choice(scope.function.locals)
        between = self.statement(scope.inside(simple=True)) if self.r.random() < .3 else []
        return [('assign', name, ('shared', place[0])), *between, ('store', place[0], ('+', ('local', name), ('constant', 1)), '')]

    def draw_if(self, scope):
        if scope.depth > 1:
            return None
        inner = scope.inside()
        return [('if', self.condition(scope), self.block(inner), self.block(inner, 1) if self.r.random() < .3 else [])]

    def draw_loop(self, scope):
        r = self.r
        if scope.depth > 1 or len(scope.loops) > 0 or scope.section:
            return None
        self.loops += 1
        name, rounds = f'i{self.loops}', r.choice((1, 2, 2, 2, 3))
        inner = scope.inside(loops=scope.loops + ((name, rounds),))
        body = self.block(inner)
        if r.random() < .2:
            free = [k for k in range(len(body) + 1) if not self.depth_at(body, k)]
            body.insert(r.choice(free), ('break_if', self.comparison(inner)))
        return [('loop', name, rounds, self.comparison(scope) if r.random() < .25 else None, body)]

    def free(self, scope):
        """A mutex that may be taken here."""
        if not self.mutexes or scope.section or scope.simple:
            return None
        left = [m for m in range(self.mutexes) if m not in scope.held]
        return self.r.choice(left) if left else None

    def draw_lock(self, scope):
        m = self.free(scope)
        if m is None:
            return None
        return [('lock', m), *self.block(scope.inside(held=scope.held + (m,)), 3), ('unlock', m)]

    def draw_try(self, scope):
        m = self.free(scope)
        if m is None or not self.has('try') or scope.depth > 1:
            return None
        inner = scope.inside(held=scope.held + (m,))
        return [('try_lock', m, [*self.block(inner), ('unlock', m)], self.block(scope.inside(simple=True), 1) if self.r.random() < .4 else [])]

    def draw_change(self, scope):
        if not self.has('atomics'):
            return None
        place = self.place(scope)
        if not place:
            return None
        r = self.r
        kind = r.choice(('+', '+', '+', '-', '=', '+=', '-='))
        if place[1].atomic and kind in ('+=', '-='):
            kind = '+'
        target = r.choice(scope.function.locals) if r.random() < .5 or kind == '=' else None
        return [('change', target, kind, place[0], self.alone(scope), 'c11' if place[1].atomic else r.choice(('atomic', 'sync')))]

    def draw_swap(self, scope):
        if not self.has('atomics') or 'a' not in scope.function.locals:
            return None
        place = self.place(scope, lambda cell: cell.type == 'int')
        if not place:
            return None
        expected = 'constant', self.r.choice((0, 0, 1))
        if self.r.random() < .4:
            expected = 'shared', place[0]
        return [('assign', 'a', expected), ('swap_if', 'b', 'a', place[0], self.sum_of(scope, 'a'), 'c11' if place[1].atomic else 'atomic')]

    def sum_of(self, scope, name):
        return ('+', ('local', name), ('constant', 1)) if self.r.random() < .6 else self.alone(scope)

    def draw_section(self, scope):
        if not self.has('sections') or scope.section or scope.simple:
            return None
        return [('atomic', self.block(scope.inside(section=True), 3))]

    def draw_semaphore(self, scope):
        r = self.r
        if not self.has('semaphore') or scope.section or scope.simple:
            return None
        if not self.semaphores:
            self.semaphores.append(r.choice((0, 1, 1, 2)))
        if r.random() < .2:
            return [('up', 0)]
        if r.random() < .3:
            name = r.choice(scope.function.locals)
            return [('try_down', 0, name), ('if', ('==', ('local', name), ('constant', 1)), [*self.block(scope.inside(simple=True)), ('up', 0)], [])]
        return [('down', 0), *self.block(scope.inside(simple=True)), ('up', 0)]

    def draw_call(self, scope):
        if not self.helpers or scope.simple or scope.section or scope.held or 'h' in scope.function.name:
            return None
        return [('call', self.r.choice(list(self.helpers)))]

    def draw_yield(self, scope):
        return [('yield',)] if self.r.random() < .2 and not scope.section else None

    def draw_assume(self, scope):
        return [('assume', self.comparison(scope))] if self.has('assume') and self.r.random() < .5 else None

    def draw_endless(self, scope):
        """A loop without an end that looks at nothing."""
        if not self.has('endless') or scope.section or scope.simple or self.r.random() < .5:
            return None
        return [('if', self.comparison(scope), [('endless',)], [])] if self.r.random() < .8 else [('endless',)]

    def draw_leave(self, scope):
        """An early end."""
        r = self.r
        if not scope.depth or scope.section or scope.simple or 'h' in scope.function.name or r.random() < .6:
            return None
        if scope.held and r.random() < .8:
            return None
        if scope.function.name == 'main' or r.random() < .05:
            return [('if', self.comparison(scope), [('exit',)], [])]
        return [('if', self.comparison(scope), [('return', self.alone(scope), 'return')], [])]

    def draw_turn(self, scope):
        """Looks at one thing, and changes another."""
        if scope.depth > 1:
            return None
        place = self.place(scope)
        return [('if', self.comparison(scope), [('store', place[0], self.alone(scope), '')], [])] if place else None

    # --- functions

    def draw_helpers(self):
        r = self.r
        if not self.has('helper'):
            return
        function = Function('h0')
        function.locals = ['u']
        scope = Scope(function, simple=True)
        if not self.places(scope):
            return
        body = self.block(scope, 3)
        if r.random() < .5:
            body = [('lock', 0), *body, ('unlock', 0)]
        function.body = [('declare', 'u', ('constant', 0)), *body]
        self.helpers['h0'] = function

    def parameter(self, function):
        """What a thread's function gets, so that nothing is out of its reach."""
        r = self.r
        hidden = [t for t in self.things if not self.cells[t.first].everywhere]
        if hidden or r.random() < .5:
            function.parameter, function.thing = 'pointer', r.choice(hidden or self.things)
        elif r.random() < .3:
            function.parameter = 'number'

    def argument(self, function):
        if function.parameter == 'pointer':
            return 'address', function.thing.first
        return ('constant', self.r.choice((0, 1, 2))) if function.parameter == 'number' else ('null',)

    def draw_threads(self):
        r = self.r
        main = Function('main')
        form = r.choice(('apart', 'apart', 'apart', 'twice', 'twice', 'loop', 'loop', 'one', 'three'))
        if self.has('nested'):
            form = 'nested'
        count = {'one': 1, 'three': 3}.get(form, 2)
        self.slots = count
        same = form in ('twice', 'loop')
        threads = []
        for k in range(1 if same else count):
            function = Function(f'f{k}')
            self.parameter(function)
            if same and not function.parameter and r.random() < .5:
                function.parameter = 'number'
            threads.append(function)
        for function in threads:
            scope = Scope(function)
            for _ in range(r.randint(1, 3) if form == 'three' or same else r.randint(2, 4)):
                function.body += self.statement(scope)
        self.draw_handoff(threads)
        self.draw_stop(r.choice(threads))
        for function in threads:
            declared = [('declare', name, ('constant', 0)) for name in function.locals]
            function.body = declared + function.body
        self.early = False
        if form == 'nested':
            self.nest(threads)
        for function in threads:
            if r.random() < .7:
                function.body.append(('return', r.choice([('local', n) for n in function.locals] + [('constant', 1)]), r.choice(('return', 'return', 'exit'))))
        main.body += [('declare', name, ('constant', 0)) for name in main.locals]
        self.draw_main(main, threads, form, same, count)
        self.functions = [main, *threads]

    def draw_handoff(self, threads):
        """One waits for another, with a condition, a semaphore or a loop."""
        r = self.r
        if len(threads) < 2:
            return
        first, second = r.sample(threads, 2)
        places = [p for p in self.places(Scope(first)) if p[0][0] == 'cell' and self.cells[p[0][1]].everywhere]
        if self.has('condition') and places:
            place = r.choice(places)
            self.conditions = 1
            k = r.choice((1, 2, 3))
            condition = r.choice((('!=', ('shared', place[0]), ('constant', place[1].start)), ('==', ('shared', place[0]), ('constant', k + 2)),
                                  ('>=', ('shared', place[0]), ('constant', k + 2))))
            wait = ('wait', 0, 0, condition, 'while' if r.random() < .7 else 'if')
            wake = [(r.choice(('signal', 'broadcast')), 0)]
            store = [('store', place[0], ('constant', k + 2), '')]
            locked = r.random()
            give = [('lock', 0), *store, *wake, ('unlock', 0)] if locked < .6 else [('lock', 0), *store, ('unlock', 0), *wake]
            take = [('lock', 0), wait, *self.block(Scope(first, held=(0,)), 2), ('unlock', 0)]
            first.body = self.put_in(first.body, take)
            second.body = self.put_in(second.body, give)
        elif self.has('semaphore') and r.random() < .6:
            self.semaphores.append(0)
            s = len(self.semaphores) - 1
            first.body = self.put_in(first.body, [('down', s)])
            second.body = self.put_in(second.body, [('up', s)])
        elif self.has('spin') and places:
            place = r.choice(places)
            first.body = self.put_in(first.body, [('spin', ('==', ('shared', place[0]), ('constant', 3)))])
            second.body = self.put_in(second.body, [('store', place[0], ('constant', 3), '')])

    def draw_stop(self, function):
        """Behind a last store the thread, or all, may stop: others may see what was stored all the same."""
        r = self.r
        place = self.place(Scope(function))
        if not place or not self.has('assume') and not self.has('endless') or r.random() < .3:
            return
        name = r.choice(function.locals)
        self.stopping = function
        stop = ('assume', ('==', ('local', name), ('constant', r.choice((0, 1)))))
        if self.has('endless') and r.random() < .6:
            stop = r.choice((('endless',), ('if', ('==', ('local', name), ('constant', 1)), [('endless',)], [])))
        choose = [('assign', name, ('choice',))] if r.random() < .6 else []
        function.body += [*choose, ('store', place[0], ('constant', r.choice((1, 2, 3))), ''), stop]

    def put_in(self, body, more):
        """Not within what is locked, nor behind the return."""
        places, held = [0], 0
        for k, s in enumerate(body):
            held += {'lock': 1, 'down': 1, 'unlock': -1, 'up': -1}.get(s[0], 0)
            if held <= 0 and s[0] not in ('return', 'assign', 'try_down'):
                places.append(k + 1)
        k = self.r.choice(places)
        return body[:k] + more + body[k:]

    def nest(self, threads):
        """The first thread starts the second one."""
        r = self.r
        outer, inner = threads
        create = ('create', 1, inner.name, ('passed',) if inner.thing and inner.thing is outer.thing else self.argument(inner), '')
        if inner.thing and not (inner.thing is outer.thing or inner.thing.kind in ('plain', 'struct', 'array')):
            outer.parameter, outer.thing = inner.parameter, inner.thing
            outer.body = [('declare', name, ('constant', 0)) for name in outer.locals] + self.block(Scope(outer), 2)
            create = ('create', 1, inner.name, ('passed',), '')
        at = r.randint(len(outer.locals), len(outer.body))
        while at < len(outer.body) and self.depth_at(outer.body, at) > 0:
            at += 1
        self.early = self.leaves_early(outer)
        self.style['global handles'] = True
        outer.body.insert(at, create)
        if r.random() < .5:
            outer.body.append(('join', 1, 'b' if r.random() < .5 else None))
            self.inner_joined = True
        else:
            self.inner_joined = False

    @staticmethod
    def depth_at(body, at):
        return sum({'lock': 1, 'down': 1, 'unlock': -1, 'up': -1}.get(s[0], 0) for s in body[:at])

    def draw_main(self, main, threads, form, same, count):
        r = self.r
        scope = Scope(main)
        # What is in main's frame is gone when it returns.
        joined = r.random() < .85 or self.framed()
        between = self.block(scope, 2) if r.random() < .5 else []
        if form == 'loop':
            function = threads[0]
            arguments = [self.argument(function)] * 2
            if function.parameter == 'number':
                arguments = [('constant', 0), ('constant', 1)]
            elif function.thing and function.thing.kind == 'array' and not self.touches(function, ('through', 1)):
                arguments = [('address', function.thing.first), ('address', function.thing.first + 1)]
                whole = function.thing
                function.thing = Thing(whole.kind, whole.first, whole.pointer, whole.address, whole.paths[:1])
            main.body.append(('create_all', 0, function.name, arguments))
            main.body += between
            if joined:
                main.body.append(('join_all', 0, 2))
        else:
            creates = []
            for k in range(1 if form == 'nested' else count):
                function = threads[0 if same else k]
                creates.append(('create', k, function.name, self.argument(function), ''))
            joins = [('join', k, r.choice((None, 'm', 'n'))) for k in range(len(creates))]
            if r.random() < .3:
                r.shuffle(joins)
            if form == 'nested' and not self.inner_joined and not self.early and r.random() < .7:
                joins.append(('join', 1, None))
            if len(creates) > 1 and r.random() < .2:  # one after the other
                main.body += [creates[0], *between, *(joins[:1] if joins[0][1] == 0 else []), *creates[1:]]
                joins = joins[1:] if joins[0][1] == 0 else joins
            else:
                main.body += creates + between
            if not joined and joins:
                kept = joins[:r.randint(0, len(joins) - 1)]
                main.body += [('detach', slot) for _, slot, _ in joins[len(kept):] if slot < len(creates) and r.random() < .3]
                joins = kept
            main.body += joins
        if r.random() < .3:
            main.body += self.statement(scope)
        self.joined = joined
        if not joined and r.random() < .4:
            main.body.append(('leave',))

    def framed(self):
        return any(t.kind == 'local' for t in self.things)

    def touches(self, function, place):
        return any(place == part for part in walk(function.body))

    def leaves_early(self, function):
        return any(part in ('return', 'exit') for part in walk(function.body))


def walk(x):
    """x, and all that is in it."""
    yield x
    if isinstance(x, (list, tuple)):
        for part in x:
            yield from walk(part)

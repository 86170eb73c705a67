"""All interleavings of an abstract program (program.py): which states there are, and whether an assertion fails in one of them.

A function becomes a list of steps (steps.py). A step that others can see (a load or a store of a shared cell, a lock, a join ...) is one
step of an interleaving; behind it a thread goes on to its next such step at once, as what it does alone concerns nobody. A
state is (cells, synchronisation, threads): `synchronisation` has the owner of each mutex and the count of each semaphore, a
thread is None before it is created, (place, registers), or (END, (result,)).
"""

import random

from steps import Code

END = -1
COMPARE = {'==': lambda a, b: a == b, '!=': lambda a, b: a != b, '<': lambda a, b: a < b, '<=': lambda a, b: a <= b,
           '>': lambda a, b: a > b, '>=': lambda a, b: a >= b}
LOCAL = {'set', 'sum', 'difference', 'compare', 'jump', 'unless', 'choose', 'observe', 'fail'}
LARGEST = 10000  # of a value; far from where int ends


class TooMuch(Exception):
    pass


class Explorer:
    """`spurious`: pthread_cond_wait() may return by itself; backwards: of a sum the second operand is loaded first."""

    def __init__(self, program, backwards=False, spurious=True, most=60000):
        self.program, self.spurious, self.most = program, spurious, most
        self.codes, self.registers, self.live = {}, {}, {}
        for function in program.functions:
            code = Code(program, function, backwards)
            self.codes[function.name] = code.steps
            self.live[function.name] = code.live()
            self.registers[function.name] = len(code.registers)
        self.masks = [0xff if cell.type == 'unsigned char' else None for cell in program.cells]
        self.names = ['main'] + [None] * program.slots  # of each thread; a slot has one function
        self.observed, self.failed, self.witness = set(), False, []
        for function in program.functions:
            for step in self.codes[function.name]:
                if step[0] == 'create':
                    self.names[step[1] + 1] = step[2]

    # --- what a thread does alone

    def settle(self, cells, sync, threads, t, at, registers):
        """All states in which thread t, which is at `at`, stands before a step that others can see."""
        work, out = [(at, registers)], []
        steps = self.codes[self.names[t]]
        while work:
            at, registers = work.pop()
            step = steps[at]
            kind = step[0]
            if kind not in LOCAL and kind != 'copy':
                kept = self.live[self.names[t]][at]  # what is dead makes no two states of one
                registers = tuple(value if k in kept else 0 for k, value in enumerate(registers))
                out.append((cells, sync, threads[:t] + ((at, registers),) + threads[t + 1:]))
                continue
            registers = list(registers)
            if kind == 'jump':
                work.append((step[1], registers))
            elif kind == 'unless':
                work.append((at + 1 if registers[step[1]] else step[2], registers))
            elif kind == 'choose':
                for value in (0, 1):
                    registers[step[1]] = value
                    work.append((at + 1, list(registers)))
            elif kind == 'fail':
                self.failed = True
                work.append((at + 1, registers))
            elif kind == 'observe':
                self.observed.add(tuple(registers[r] for r in step[1]))
                work.append((at + 1, registers))
            else:
                self.compute(step, registers)
                work.append((at + 1, registers))
        return out

    @staticmethod
    def compute(step, registers):
        kind, to = step[0], step[1]
        if kind == 'set':
            registers[to] = step[2]
        elif kind == 'copy':
            registers[to] = registers[step[2]]
        elif kind == 'compare':
            registers[to] = int(COMPARE[step[2]](registers[step[3]], registers[step[4]]))
        else:
            a, b = registers[step[2]], registers[step[3]]
            registers[to] = a + b if kind == 'sum' else a - b
            if abs(registers[to]) > LARGEST:
                raise TooMuch

    # --- steps

    def start(self):
        sync = tuple([-1] * self.program.mutexes + [count for count in self.program.semaphores])
        cells = tuple(cell.start for cell in self.program.cells)
        threads = (None,) * len(self.names)
        return self.settle(cells, sync, threads, 0, 0, [0] * self.registers['main'])

    @staticmethod
    def running(state):
        return [t for t, thread in enumerate(state[2]) if thread is not None and thread[0] != END]

    def step(self, state, t):
        cells, sync, threads = state
        at, registers = threads[t]
        step = self.codes[self.names[t]][at]
        kind = step[0]
        if kind == 'begin':
            return self.section(state, t)
        if kind in ('exit', 'stop'):
            return []
        if kind == 'return':
            return [(cells, sync, threads[:t] + ((END, (registers[step[1]],)),) + threads[t + 1:])]
        done = getattr(self, 'step_' + kind)(step, t, cells, sync, threads, registers)
        out = []
        for cells, sync, threads, registers in done:
            out += self.settle(cells, sync, threads, t, at + 1, registers)
        return out

    def ended(self, state, t):
        """Is all over when thread t takes its step?"""
        return self.codes[self.names[t]][state[2][t][0]][0] in ('exit', 'stop')

    def section(self, state, t):
        """From __VERIFIER_atomic_begin() to the end."""
        cells, sync, threads = state
        at, registers = threads[t]
        work, out = self.settle(cells, sync, threads, t, at + 1, registers), []
        while work:
            cells, sync, threads = state = work.pop()
            at, registers = threads[t]
            if self.codes[self.names[t]][at][0] == 'end':
                out += self.settle(cells, sync, threads, t, at + 1, registers)
            else:
                work += self.step(state, t)
        return out

    def where(self, address, register, registers):
        return address + (registers[register] if register is not None else 0)

    def put(self, cells, k, value):
        if abs(value) > LARGEST:
            raise TooMuch
        if self.masks[k]:
            value &= self.masks[k]
        return cells[:k] + (value,) + cells[k + 1:]

    @staticmethod
    def replaced(values, k, value):
        return values[:k] + (value,) + values[k + 1:]

    def step_pause(self, step, t, cells, sync, threads, registers):
        return [(cells, sync, threads, registers)]

    def step_stay(self, step, t, cells, sync, threads, registers):
        return []

    def step_load(self, step, t, cells, sync, threads, registers):
        value = cells[self.where(step[2], step[3], registers)]
        return [(cells, sync, threads, self.replaced(registers, step[1], value))]

    def step_store(self, step, t, cells, sync, threads, registers):
        k = self.where(step[1], step[2], registers)
        return [(self.put(cells, k, registers[step[3]]), sync, threads, registers)]

    def step_change(self, step, t, cells, sync, threads, registers):
        _, to, kind, address, register, value = step
        k = self.where(address, register, registers)
        old, value = cells[k], registers[value]
        new = value if kind == '=' else old + value if kind[0] == '+' else old - value
        cells = self.put(cells, k, new)
        if to is not None:
            registers = self.replaced(registers, to, cells[k] if kind in ('+=', '-=') else old)
        return [(cells, sync, threads, registers)]

    def step_swap_if(self, step, t, cells, sync, threads, registers):
        _, to, expected, address, register, value = step
        k = self.where(address, register, registers)
        if cells[k] == registers[expected]:
            return [(self.put(cells, k, registers[value]), sync, threads, self.replaced(registers, to, 1))]
        registers = self.replaced(registers, expected, cells[k])
        return [(cells, sync, threads, self.replaced(registers, to, 0))]

    def step_lock(self, step, t, cells, sync, threads, registers):
        return [] if sync[step[1]] != -1 else [(cells, self.replaced(sync, step[1], t), threads, registers)]

    def step_unlock(self, step, t, cells, sync, threads, registers):
        assert sync[step[1]] == t
        return [(cells, self.replaced(sync, step[1], -1), threads, registers)]

    step_sleep = step_unlock

    def step_asleep(self, step, t, cells, sync, threads, registers):
        return [(cells, sync, threads, registers)] if self.spurious else []

    def step_try_lock(self, step, t, cells, sync, threads, registers):
        free = sync[step[2]] == -1
        return [(cells, self.replaced(sync, step[2], t) if free else sync, threads, self.replaced(registers, step[1], int(free)))]

    def sleepers(self, c, threads):
        for t, thread in enumerate(threads):
            if thread is not None and thread[0] != END and self.codes[self.names[t]][thread[0]] == ['asleep', c]:
                yield t, self.replaced(threads, t, (thread[0] + 1, thread[1]))

    def step_signal(self, step, t, cells, sync, threads, registers):
        return [(cells, sync, woken, registers) for _, woken in self.sleepers(step[1], threads)] or [(cells, sync, threads, registers)]

    def step_broadcast(self, step, t, cells, sync, threads, registers):
        for sleeper, _ in list(self.sleepers(step[1], threads)):
            at, values = threads[sleeper]
            threads = self.replaced(threads, sleeper, (at + 1, values))
        return [(cells, sync, threads, registers)]

    def step_down(self, step, t, cells, sync, threads, registers):
        k = self.program.mutexes + step[1]
        return [(cells, self.replaced(sync, k, sync[k] - 1), threads, registers)] if sync[k] > 0 else []

    def step_try_down(self, step, t, cells, sync, threads, registers):
        k = self.program.mutexes + step[1]
        got = sync[k] > 0
        return [(cells, self.replaced(sync, k, sync[k] - got), threads, self.replaced(registers, step[2], int(got)))]

    def step_up(self, step, t, cells, sync, threads, registers):
        k = self.program.mutexes + step[1]
        return [(cells, self.replaced(sync, k, sync[k] + 1), threads, registers)]

    def step_create(self, step, t, cells, sync, threads, registers):
        _, slot, function, value = step
        first = [registers[value]] + [0] * (self.registers[function] - 1)
        assert threads[slot + 1] is None
        # The creator stands at no place while the new thread goes to its first step.
        return [(cells, sync, after[2], registers) for after in self.settle(cells, sync, threads, slot + 1, 0, first)]

    def step_join(self, step, t, cells, sync, threads, registers):
        other = threads[step[1] + 1]
        if other is None or other[0] != END:
            return []
        return [(cells, sync, threads, registers if step[2] is None else self.replaced(registers, step[2], other[1][0]))]

    # --- data races

    def touched(self, state, t):
        """What the next step of thread t does to cells: (cell, is it written, is it atomic)."""
        cells, _, threads = state
        at, registers = threads[t]
        step = self.codes[self.names[t]][at]
        kind = step[0]
        if kind == 'begin':
            return self.touched_in_section(state, t)
        if kind not in ('load', 'store', 'change', 'swap_if'):
            return set()
        k = self.where(*{'load': step[2:4], 'store': step[1:3]}.get(kind, step[3:5]), registers)
        written = kind in ('store', 'change') or (kind == 'swap_if' and cells[k] == registers[step[2]])
        return {(k, written, self.program.cells[k].atomic or kind in ('change', 'swap_if'))}

    def touched_in_section(self, state, t):
        cells, sync, threads = state
        at, registers = threads[t]
        work, found, seen = self.settle(cells, sync, threads, t, at + 1, registers), set(), set()
        while work:
            state = work.pop()
            if state in seen or self.codes[self.names[t]][state[2][t][0]][0] == 'end':
                continue
            seen.add(state)
            found |= {(k, written, True) for k, written, _ in self.touched(state, t)}
            work += self.step(state, t)
        return found

    def race_in(self, state):
        """May two threads' next steps conflict (C11 5.1.2.4p25)?"""
        next_steps = [self.touched(state, t) for t in self.running(state)]
        return any(a[0] == b[0] and (a[1] or b[1]) and not (a[2] and b[2])
                   for n, one in enumerate(next_steps) for other in next_steps[:n] for a in one for b in other)

    def deadlock_in(self, state):
        """Do all threads that run wait? One that sleeps may wake by itself, but need not."""
        def waits(t):
            step = self.codes[self.names[t]][state[2][t][0]]
            return step[0] == 'asleep' or (step[0] in ('lock', 'join', 'down') and not self.step(state, t))
        running = self.running(state)
        return bool(running) and all(waits(t) for t in running)

    def comes_to(self, wanted):
        """A state of which that holds, in any interleaving?"""
        seen = set(self.start())
        work = list(seen)
        while work:
            state = work.pop()
            if wanted(state):
                return True
            new = {after for t in self.running(state) for after in self.step(state, t)} - seen
            seen |= new
            work += new
            if len(seen) > self.most:
                raise TooMuch
        return False

    # --- searches

    def reachable(self):
        """Is an assertion violated in any interleaving? If so self.witness has whose step is the first, the second ..."""
        came = dict.fromkeys(self.start())
        work = list(came)
        while work and not self.failed:
            state = work.pop()
            for t in self.running(state):
                for after in self.step(state, t):
                    if after not in came:
                        came[after] = state, t
                        work.append(after)
                if self.failed:
                    self.witness = self.way_to(state, came) + self.visible(state, t)
                    break
            if len(came) > self.most:
                raise TooMuch
        return self.failed

    def visible(self, state, t):
        return [t] if self.codes[self.names[t]][state[2][t][0]][0] not in ('pause', 'asleep') else []

    def way_to(self, state, came):
        steps = []
        while came[state]:
            state, t = came[state]
            steps = self.visible(state, t) + steps
        return steps

    def sample(self, r, runs):
        """How often each observation is made in executions at random."""
        counts = {}
        for _ in range(runs):
            self.observed = set()
            state = r.choice(self.start())
            for _ in range(400):
                for t in r.sample(self.running(state), len(self.running(state))):
                    ways = self.step(state, t)
                    if ways or self.ended(state, t):
                        break
                else:
                    ways = []
                if not ways:
                    break
                state = r.choice(ways)
            for values in self.observed:
                counts[values] = counts.get(values, 0) + 1
        return counts


def violated(program):
    """(whether reach_error() can be called, ways to it, one for each order of operands). None: that order decides."""
    explorers = [Explorer(program, backwards) for backwards in ((False, True) if program.orders else (False,))]
    truths = {explorer.reachable() for explorer in explorers}
    return (truths.pop() if len(truths) == 1 else None), [explorer.witness for explorer in explorers]


def comes_to(program, wanted):
    """Does it come to a state of which that method of Explorer holds? None: the order of operands decides."""
    explorers = [Explorer(program, backwards) for backwards in ((False, True) if program.orders else (False,))]
    truths = {explorer.comes_to(getattr(explorer, wanted)) for explorer in explorers}
    return truths.pop() if len(truths) == 1 else None


def needs_spurious(program):
    return not Explorer(program, spurious=False).reachable()


def observations(program, seed):
    """All that the program's observation can see, the rarest last."""
    explorer = Explorer(program)
    explorer.reachable()
    everything = explorer.observed
    counts = explorer.sample(random.Random(seed), 60)
    return sorted(everything, key=lambda values: (-counts.get(values, 0), values))

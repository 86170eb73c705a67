"""Random IR about strings: objects whose sizes change, zeros at unknown places, pointers that may be null or lie in memory, globals and calls.

What C programs never do in one statement, or with sizes, IR may: the facts have to be right there too.
"""

import random

POINTER = 'extract(95, 64, {0})', 'extract(63, 0, {0})'
HEAD = '''plumb 1 {entry "main"} {pointer 64} {object 32} {first_fresh 10}
global size : [bv32]bv64 {role "size"}
global bytes : [bv96]bv8
global held : [bv32]bv96
global cells : [bv96]bv96
global current : bv96
global slot : bv96
'''
LOCALS = 'var o : bv32 var p : bv96 var q : bv96 var a : bv96 var b : bv96 var n : bv64 var k : bv64 var t : bool var x : bv8'


def object_of(pointer):
    return POINTER[0].format(pointer)


def within(pointer):
    """The condition that checks of bounds ask for."""
    size = f'size[{object_of(pointer)}]'
    last = f'bvadd({size}, 18446744073709551615bv64)'
    return f'and(not(eq({size}, 0bv64)), not(bvult({last}, {POINTER[1].format(pointer)})))'


def not_null(pointer):
    return f'not(eq({object_of(pointer)}, 0bv32))'


def moved(pointer):
    return f'concat({object_of(pointer)}, bvadd({POINTER[1].format(pointer)}, 1bv64))'


class Program:
    def __init__(self, seed):
        self.random = random.Random(f'strings {seed}')
        self.labels = 0
        self.lengths = self.pick(0, 0, 2)
        self.callees = []
        self.lines = []

    def pick(self, *of):
        return self.random.choice(of)

    def label(self):
        self.labels += 1
        return f'L{self.labels}'

    def add(self, line):
        self.lines.append(f'  {line}')

    def begin(self, label):
        self.lines.append(f'{label}:')

    def cut(self):
        """Facts are compared where blocks begin."""
        label = self.label()
        self.add(f'goto {label};')
        self.begin(label)

    def pointer(self):
        return self.pick(*['p', 'current'] * 2, 'q', 'held[o]', *self.cells)

    def place(self, pointer):
        by = self.pick('k', 'k', 'n')
        further = f'concat({object_of(pointer)}, bvadd({POINTER[1].format(pointer)}, {by}))'
        return self.pick(*[pointer] * 3, *[further] * self.lengths, moved(pointer), f'concat({object_of(pointer)}, {by})', self.pointer())

    def assign(self, pointer, value):
        if pointer.startswith(('held', 'cells')):
            name, index = pointer[:-1].split('[', 1)
            self.add(f'{name} := {name}[{index} := {value}];')
        else:
            self.add(f'{pointer} := {value};')

    def number(self):
        if self.random.random() < 0.1:
            self.add('havoc k; k := bvor(k, 18446744073709551612bv64);')
        self.add(self.pick(*['havoc k; k := bvand(k, 3bv64);'] * 3, 'havoc n; n := bvand(n, 3bv64);', 'havoc x; x := bvand(x, 1bv8);'))

    def byte(self):
        return self.pick('0bv8', '7bv8', '7bv8', 'x')

    # --- what happens ---

    def zero(self):
        """A zero where the bounds were asked for; something else may be stored there in the same statement."""
        pointer, yes = self.pointer(), self.label()
        if self.random.random() < 0.5:
            self.number()
        if self.random.random() < 0.3:
            self.assign(pointer, f'concat({object_of(pointer)}, k)')
        self.add(f'branch {within(pointer)}, {yes}, end;')
        self.begin(yes)
        self.add(f'assume {within(pointer)};')
        over = f'[{self.place(pointer)} := {self.byte()}]' if self.random.random() < 0.2 else ''
        self.add(f'bytes := bytes[{pointer} := 0bv8]{over};')
        self.cut()

    def store(self):
        self.add(f'bytes := bytes[{self.place(self.pointer())} := {self.byte()}];')

    def run(self):
        count, at = self.pick('n', 'k', '2bv64'), self.place(self.pointer())
        self.add(self.pick(f'bytes := fill(bytes, {at}, {count}, {self.byte()});',
                           f'bytes := copy(bytes, {at}, bytes, {self.place(self.pointer())}, {count});'))

    def size(self):
        self.add(f'size := size[{object_of(self.pointer())} := {self.pick("n", "k", "2bv64")}];')

    def create(self):
        self.add(f'fresh o; size := size[o := {self.pick("n", "k", "2bv64")}];')
        self.assign(self.pointer(), 'concat(o, 0bv64)')

    def move(self):
        self.assign(self.pointer(), self.place(self.pointer()))

    def choose(self):
        other = self.pick('0bv96', self.pointer(), 'concat(0bv32, k)')
        self.add('havoc t;')
        self.assign(self.pointer(), f'ite(t, {self.pointer()}, {other})')

    def call(self):
        if self.callees:
            self.add(f'call {self.pick("p", "q", "current")}, x, {self.pick("n", "k")} := {self.pick(*self.callees)}'
                     f'({self.place(self.pointer())}, {self.pointer()}, {self.pick("a", "b", "slot")});')

    def read(self, deep):
        pointer, zero, other, join = self.pointer(), self.label(), self.label(), self.label()
        if self.callees and self.random.random() < 0.3:
            self.call()
        elif self.random.random() < 0.3:
            self.add(f'p := {pointer}; x := bytes[p];')
        else:
            self.add(f'x := bytes[{pointer}];')
        self.add(f'branch eq({self.pick("x", f"bytes[{pointer}]")}, 0bv8), {zero}, {other};')
        self.begin(other)
        self.assign(pointer, moved(pointer))
        self.add(f'goto {join};')
        self.begin(zero)
        if deep:
            self.event(False)
        self.add(f'goto {join};')
        self.begin(join)

    def ask(self, deep):
        pointer, yes, no, join = self.pointer(), self.label(), self.label(), self.label()
        self.add(f'havoc t; branch {self.pick(not_null(pointer), "t")}, {yes}, {no};')
        self.begin(yes)
        self.add(f'assume {self.pick(not_null(pointer), within(pointer))};')
        for label, following in ((join, no), (join, join)):
            if deep:
                self.event(False)
            self.add(f'assert or(t, {within(pointer)}) {{check "bounds"}};')
            self.add(f'goto {label};')
            self.begin(following)

    def order(self, deep):
        """One number below another, and a zero at the larger: a string at the lesser, and behind it."""
        pointer, low, yes, also, no = self.pointer(), *[self.label() for _ in range(4)]
        less, more = self.pick(('k', 'n'), ('k', 'n'), ('n', 'k'))
        at, before = [f'concat({object_of(pointer)}, bvadd({POINTER[1].format(pointer)}, {by}))' for by in (more, less)]
        if self.random.random() < 0.3:
            at = f'concat({object_of(pointer)}, {more})'
        self.add(f'branch {within(at)}, {low}, {no};')
        self.begin(low)
        self.add(f'assume {within(at)};')
        self.add(f'x := bytes[{at}]; bytes := bytes[{at} := 0bv8];')
        if self.random.random() < 0.3:
            self.event(False)
        self.add(f'branch {self.pick("bvult", "bvslt")}({less}, {more}), {yes}, {also};')
        self.begin(also)
        self.add(f'x := bytes[{before}];')
        self.cut()
        self.add(f'goto {no};')
        self.begin(yes)
        self.add(f'x := bytes[{before}];')
        if self.random.random() < 0.5:
            self.add(f'bytes := bytes[{before} := 7bv8];')
        if self.random.random() < 0.5:
            self.add(f'x := bytes[{moved(before)}];')
        if deep:
            self.event(False)
        self.add(f'goto {no};')
        self.begin(no)

    def loop(self):
        head, body, behind = self.label(), self.label(), self.label()
        self.add(f'goto {head};')
        self.begin(head)
        self.add(f'havoc t; branch t, {body}, {behind};')
        self.begin(body)
        for _ in range(self.random.randint(1, 3)):
            self.event(False)
        self.add(f'goto {head};')
        self.begin(behind)

    def event(self, deep=True):
        events = [self.zero] * 4 + [self.store, self.run, self.size, self.size, self.create, self.move, self.choose, self.call, self.call,
                                    self.number, self.number, lambda: self.read(deep), lambda: self.ask(deep),
                  *[lambda: self.order(deep)] * self.lengths]
        self.pick(*events, *([self.loop] if deep else []))()
        if self.random.random() < 0.6:
            self.cut()

    # --- procedures ---

    def finish(self, events, last=''):
        for _ in range(events):
            self.event()
        self.add('goto end;')
        self.begin('end')
        self.add('branch eq(bytes[current], 9bv8), last, last;')
        self.begin('last')
        self.add(f'{last} return;')
        self.lines.append('}')

    def callee(self, name):
        self.lines.append(f'procedure {name}(r : bv96, s : bv96, c : bv96) returns (u : bv96, v : bv8, w : bv64) {{ {LOCALS}')
        self.cells = self.pick(('cells[c]', 'cells[b]'), ('cells[c]',), ('cells[a]', 'cells[c]', 'cells[slot]'), ('cells[c]', 'c', 'r'))
        result = self.pick('r', 's', 'p', *self.cells)
        self.begin('entry')
        self.add(f'a := c; b := {self.pick("c", "slot")};')
        self.add(f'p := {self.pick("r", "s")}; q := {self.pick("s", "current")}; u := {self.pick("r", "s", "current", "0bv96")};')
        self.add('havoc n; n := bvand(n, 3bv64); havoc k; k := bvand(k, 3bv64); havoc x; o := extract(95, 64, r);')
        self.finish(self.random.randint(1, 3), f'p := {result}; v := bytes[p]; w := {self.pick("n", "k", "0bv64")};')

    def main(self):
        self.lines.append(f'procedure main() {{ {LOCALS}')
        self.cells = self.pick(('cells[a]', 'cells[b]', 'cells[slot]'), ('cells[a]', 'cells[a]', 'cells[b]'), ('held[o]',))
        self.begin('entry')
        self.add('fresh o; a := concat(o, 0bv64); fresh o; havoc t;')
        self.add(f'b := {self.pick("a", "concat(o, 0bv64)", "ite(t, a, concat(o, 0bv64))")}; slot := {self.pick("a", "b")};')
        self.add('havoc bytes; havoc held; havoc cells; havoc x; havoc n; n := bvand(n, 3bv64); havoc k; k := bvand(k, 3bv64);')
        self.add(f'size := size[0bv32 := {self.pick("0bv64", "0bv64", "n")}]; fresh o; size := size[o := n]; p := concat(o, {self.pick("0bv64", "k")});')
        self.add('havoc n; n := bvand(n, 3bv64); fresh o; size := size[o := n];')
        self.add(f'q := {self.pick("p", "concat(o, 0bv64)", "concat(o, k)", "0bv96")}; current := {self.pick("p", "q", "concat(o, 0bv64)")};')
        self.add(f'cells := cells[a := {self.pick("p", "q")}]; cells := cells[b := {self.pick("p", "q", "current")}];')
        self.finish(self.random.randint(2, 5))


def program(seed):
    made = Program(seed)
    for number in range(made.random.randint(0, 2)):
        name = f'f{number}'
        recursive = made.random.random() < 0.15
        if recursive:
            made.callees.append(name)
        made.callee(name)
        if not recursive:
            made.callees.append(name)
    made.main()
    return HEAD + '\n'.join(made.lines) + '\n'

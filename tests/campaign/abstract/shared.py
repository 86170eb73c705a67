"""C programs from seeds whose procedures share globals: counters, limits and members of a record: program(seed) -> text.

Loops move two of them at a time, conditions compare two, and other procedures assign one of them. Accesses to an array are guarded by such
conditions; whether they are valid is left open. An execution ends at the first fault.
"""

import random

MEMBERS = ('st.at', 'st.length', 'cells[1]', 'cells[2]')
TYPES = ('unsigned', 'unsigned', 'unsigned', 'unsigned', 'unsigned short', 'unsigned char', 'unsigned long')
VALUES = ('input()', 'input() & 15u', 'input() & 7u', '0u', '1u', '5u', '{a}', '{a} + {small}u', '{a} - 1u', '{a} + {b}', '{a} - {b}', '{a} / 2u',
          '{a} + ({b} - {a}) / 2u', '{a} < {b} ? {a} : {b}', '{a} & 15u', '{a} % 10u', '{a} * 2u')
CONDITIONS = ('{a} <= {b}', '{a} < {b}', '{a} == {b}', '{a} > {b}', '{a} != {b}', '{a} <= 16u', '{a} - {b} < 8u', '{a} < 10u && {b} < 10u',
              '{a} >= {b} || {a} == 0u', 'input() & 1', '{a} + 2u <= {b}')
STEPS = ('{a}++; {b}++;', '{a}++; {b}--;', '{a} += 2u; {b}++;', '{a}++; if (input() & 1) {b}++;', '{a}--; {b}--;')
HEADS = ('for (unsigned {i} = 0; {i} < {small}u; {i}++)', 'for (unsigned {i} = 0; {i} < input() % 5u; {i}++)', 'for (unsigned {i} = 3u; {i}--;)',
         'for (unsigned {i} = 0; {i} < 4u && {a} < {b}; {i}++)')


class Maker:
    def __init__(self, seed):
        self.rng = random.Random(f'shared {seed}')
        self.lines, self.loops = [], 0
        self.globals = [f'g{i}' for i in range(self.rng.randint(3, 6))]

    def atom(self, local):
        return self.rng.choice(self.globals * 3 + list(MEMBERS) + local * 2)

    def text(self, choices, local, **more):
        return self.rng.choice(choices).format(a=self.atom(local), b=self.atom(local), small=self.rng.randint(1, 3), **more)

    def loop(self, local, depth, callees):
        self.loops += 1
        counter = f'i{self.loops}'
        self.lines.append(self.text(HEADS, local, i=counter) + ' {')
        self.lines.append(self.text(STEPS, local))
        if self.rng.random() < .3:
            self.block(local + [counter], depth - 1, callees)
        self.lines.append('}')

    def branch(self, local, depth, callees):
        if self.rng.random() < .5:
            self.lines.append(f'if ({self.text(CONDITIONS, local)}) return 0;')
            return
        self.lines.append(f'if ({self.text(CONDITIONS, local)}) {{')
        self.block(local, depth - 1, callees)
        self.lines.append('}')

    def statement(self, local, depth, callees):
        kind = self.rng.random()
        if kind < .28:
            self.lines.append(f'{self.atom(local)} = {self.text(VALUES, local)};')
        elif kind < .5 and depth:
            self.loop(local, depth, callees)
        elif kind < .7 and depth:
            self.branch(local, depth, callees)
        elif kind < .8 and callees:
            call = f'{self.rng.choice(callees)}({self.atom(local)}, {self.text(VALUES, local)});'
            self.lines.append((f'{self.atom(local)} = ' if self.rng.random() < .5 else '') + call)
        elif kind < .9:
            self.lines.append(f'if ({self.text(CONDITIONS, local)}) buffer[{self.text(("{a}", "{a} - {b}"), local)}] = 1;')
        else:
            self.lines.append(f'if ({self.text(CONDITIONS, local)}) sink = {self.text(CONDITIONS, local)};')

    def block(self, local, depth, callees):
        for _ in range(self.rng.randint(1, 3)):
            self.statement(local, depth, callees)

    def procedure(self, name, callees):
        self.lines.append(f'static unsigned {name}(unsigned a, unsigned b) {{ unsigned c = 0;')
        self.block(['a', 'b', 'c'], 2, callees)
        self.block(['a', 'b', 'c'], 1, callees)
        self.lines.append(f'return {self.text(VALUES, ["a", "b", "c"])}; }}')

    def program(self):
        self.lines += ['unsigned input(void);', 'static unsigned cells[6], sink;', 'static unsigned char buffer[32];',
                       'static struct { unsigned at, length; } st;']
        self.lines += [f'static {self.rng.choice(TYPES)} {g};' for g in self.globals]
        procedures = []
        for i in range(self.rng.randint(2, 5)):
            self.procedure(f'f{i}', list(procedures))
            procedures.append(f'f{i}')
        self.lines.append('int main(void) { unsigned x = 0, y = 0;')
        self.lines += [f'{g} = input(){self.rng.choice((" & 15u", " & 7u", "", ""))};' for g in self.globals if self.rng.random() < .6]
        for _ in range(self.rng.randint(3, 6)):
            if self.rng.random() < .6:
                self.lines.append(f'x = {self.rng.choice(procedures)}({self.atom(["x", "y"])}, {self.text(VALUES, ["x", "y"])});')
            else:
                self.statement(['x', 'y'], 2, procedures)
        self.lines.append('return 0; }')
        return '\n'.join(self.lines) + '\n'


def program(seed):
    return Maker(seed).program()

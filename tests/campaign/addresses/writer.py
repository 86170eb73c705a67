"""A program under construction: types, objects, functions and the statements of main.

What only the native build needs (a main that calls the entry, bodies of functions that verify knows nothing about, addresses for
unknown integers to be equal to) stands between #ifdef NATIVE and #endif. Objects are kept apart from statements: their order is a
part of the layout, and may be another in each build.
"""

import random
import re

SIZES = {'char': 1, 'signed char': 1, 'unsigned char': 1, 'short': 2, 'int': 4, 'unsigned': 4}
HEAD = ['#include <assert.h>', '#include <stdarg.h>', '#include <stddef.h>', '#include <stdint.h>', '#include <stdio.h>', '#include <stdlib.h>',
        '#include <string.h>', 'int __VERIFIER_nondet_int(void);', 'unsigned long __VERIFIER_nondet_ulong(void);',
        'void *__VERIFIER_nondet_pointer(void);', 'enum { W = 8 * sizeof(uintptr_t) };', '#ifdef NATIVE',
        'void native_hint(uintptr_t);', 'int native_choice(void);', '#endif']


class Writer:
    def __init__(self, rng, bits=64):
        self.rng, self.bits = rng, bits
        self.types, self.globals, self.functions = [], [], []
        self.after = []        # globals that mention others
        self.locals, self.body = [], []
        self.natives = []      # file scope, native only
        self.ranges = []       # how many values each unknown has, natively
        self.entry = None      # None: main
        self.count = 0
        self.names = {'W'}     # of file scope

    def fresh(self, stem):
        self.count += 1
        return f'{stem}{self.count}'

    def top(self, stem):
        name = self.fresh(stem)
        self.names.add(name)
        return name

    def size(self, type_):
        """Of a scalar, and its alignment."""
        return SIZES.get(type_, self.bits // 8)

    # --- pieces

    def type(self, head, body):
        """A tag of 'struct %s' or 'union %s' with its members."""
        tag = self.top('T')
        self.types.append(f'{head} {tag} {{ {body} }};')
        return f'{head} {tag}'

    def line(self, *lines):
        self.body += lines

    def function(self, head, lines):
        """`head` without the name of a new function, which comes back."""
        name = self.top('f')
        self.functions.append((head.replace('%s', name), lines))
        return name

    def undefined(self, head, native):
        """A function without a body, and what it does natively."""
        name = self.top('get')
        self.globals.append(f'{head.replace("%s", name)};')
        self.natives += [f'{head.replace("%s", name)}', '{', *native, '}']
        return name

    def input(self, values):
        """A variable with the values 0 to values - 1 (a power of 2)."""
        name = self.fresh('in')
        self.line(f'int {name} = __VERIFIER_nondet_int() & {values - 1};')
        self.ranges.append(values)
        return name

    def unknown(self, *addresses, others=1):
        """An unknown integer; natively one of these addresses or another number, or only these."""
        name = self.fresh('u')
        self.native(*[f'native_hint((uintptr_t)({address}));' for address in addresses])
        self.line(f'uintptr_t {name} = __VERIFIER_nondet_ulong();')
        self.ranges.append(len(addresses) + others)
        return name

    def native(self, *lines):
        self.line('#ifdef NATIVE', *lines, '#endif')

    def object(self, type_, storage=None, init=None, extra='', count=None):
        """The name of an object (for 'heap', of a pointer to it), and an lvalue."""
        storage = storage or self.rng.choice(['global', 'static', 'local', 'heap'])
        dimension = f'[{count}]' if count else ''
        value = '' if init is None else f' = {{ {init} }}' if count else f' = {init}'
        if storage == 'heap':
            name = self.fresh('h')
            # An array that begins with something is zero beyond that, as elsewhere.
            bytes_ = f'calloc({count}, sizeof({type_}))' if count else f'malloc(sizeof({type_}))'
            self.line(f'{type_} *{name} = {bytes_};', f'if (!{name}) return 0;')
            if init is not None:
                self.line(f'{"" if count else "*"}{name}{"[0]" if count else ""} = {init};')
            return name, name if count else f'(*{name})'
        if storage == 'local':
            name = self.fresh('x')
            self.locals.append(f'{extra}{type_} {name}{dimension}{value};')
        else:
            name = self.top('g')
            self.globals.append(f'{"static " if storage == "static" else ""}{extra}{type_} {name}{dimension}{value};')
        return name, name

    # --- text

    def text(self, layout=0):
        """Layout 0 is what is verified; others have the objects in other orders."""
        order = random.Random(layout)
        globals_, locals_ = list(self.globals), list(self.locals)
        if layout:
            order.shuffle(globals_)
            order.shuffle(locals_)
        lines = HEAD + self.types + globals_ + self.after
        for head, body in self.functions:
            lines += [f'static {head}', '{', *body, '}']
        if self.entry:
            lines += [f'void {self.entry}', '{', *locals_, *self.body, '}']
        else:
            lines += ['int main(void)', '{', *locals_, *self.body, 'return 0;', '}']
        if self.natives:
            lines += ['#ifdef NATIVE', *self.natives, '#endif']
        return indented(lines)


def indented(lines):
    out, depth = [], 0
    for line in lines:
        if line.startswith('#'):
            out.append(line)
            continue
        at = depth - len(re.match(r'[}]*', line)[0])
        out.append('\t' * max(at, 0) + line)
        depth += line.count('{') - line.count('}')
    return '\n'.join(out) + '\n'

"""Programs that move pointers about, from seeds. What each pointer points to is known while the program is made, so that nothing
in it is undefined (but for accesses with other types than an object has, and for container_of and the like).

    make(seed, bits, tag) -> Program

A pointer is an object, an offset, and the bytes in which arithmetic on it may go: those of the array that it points
into, or of the single object (C11 6.5.6p8). What the compiler must not know (indices, conditions, numbers of rounds) is read
from volatile variables."""

import random

from layout import Types, parts

PREAMBLE = '''#ifndef PREAMBLE
#define PREAMBLE
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
void reach_error(void);
static volatile int v0 = 0, v1 = 1, v2 = 2, v3 = 3, v4 = 4, v5 = 5, v6 = 6, v7 = 7;
static unsigned sum;
static void mix(unsigned value)
{
	sum = (sum << 5 | sum >> 27) ^ value;
}
static void mix_wide(unsigned long long value)
{
	mix((unsigned)value);
	mix((unsigned)(value >> 32));
}
#endif
'''


class Object:
    """`direct`: an expression for it, or with `heap` the pointer variable that holds its address. `pointers`: where in it there
    are pointers, and which (None: null)."""

    def __init__(self, type_, direct, heap, align, writable=True):
        self.type, self.direct, self.heap, self.align, self.writable = type_, direct, heap, align, writable
        self.size, self.dead, self.pointers = type_.size, False, {}
        self.nominal = type_  # as the C type says, where there is more of it
        self.all = list(parts(type_))
        self.views = None


class Value:
    """A pointer of the static type `target *`."""

    def __init__(self, object_, offset, low, high, target):
        self.object, self.offset, self.low, self.high, self.target = object_, offset, low, high, target

    def at(self, offset):
        return Value(self.object, offset, self.low, self.high, self.target)

    def room(self):
        """Can it be accessed?"""
        o, t = self.object, self.target
        return (t.name != 'void' and self.low <= self.offset and self.offset + t.size <= min(o.size, self.high) and not o.dead and
                self.aligned(t))

    def aligned(self, type_):
        return self.offset % type_.align == 0 and type_.align <= self.object.align

    def whole(self, type_):
        return Value(self.object, self.offset, self.low, self.high, type_)


class Program:
    def __init__(self, seed, bits, tag):
        self.rng = random.Random(f'pointers {seed}')
        self.seed, self.bits, self.tag = seed, bits, tag
        self.types = Types(self.rng, bits, tag)
        self.globals, self.functions, self.body = [], [], []
        self.objects, self.variables = [], []
        self.helpers = {}

    def fresh(self, stem):
        return self.types.fresh(stem)

    def line(self, text):
        self.body.append(text)

    def text(self):
        main = [f'static void {self.tag}main(void)', '{', *self.body, '}']
        return '\n'.join([*self.types.text, *self.globals, *self.functions, *main]) + '\n'

    # ---- numbers

    def number(self, n):
        """An expression for n that the compiler knows the value of, or not."""
        return str(n) if self.rng.random() < 0.4 else self.unknown(n)

    def unknown(self, n):
        rng = self.rng
        if n < 0:
            return f'-(int){self.unknown(-n)}'
        if n <= 7:
            text = f'v{n}'
        else:
            text = f'(v{n // 7 if n < 56 else 7} * v7 + {n - 7 * (n // 7 if n < 56 else 7)})'
        return f'({rng.choice(["long", "short", "unsigned char", "size_t"])}){text}' if rng.random() < 0.2 and n < 100 else text

    def constant(self, type_):
        if type_.size == 8:
            return f'{self.rng.randrange(1, 1 << 60)}'
        return str(self.rng.randrange(1, 1 << (7 if type_.size == 1 else 8 * type_.size - 1)))

    # ---- values in memory

    def clear(self, object_, offset, size):
        """No bytes of pointers there?"""
        width = self.bits // 8
        return not any(at < offset + size and at + width > offset for at in object_.pointers)

    def covers(self, object_, offset, size):
        """Are the pointers there wholly there?"""
        width = self.bits // 8
        return all(offset <= at and at + width <= offset + size for at in object_.pointers
                   if at < offset + size and at + width > offset)

    def forget(self, object_, offset, size):
        object_.pointers = {at: v for at, v in object_.pointers.items() if not offset <= at < offset + size}

    def mixed(self, expression, type_):
        """A statement that adds a scalar to the checksum."""
        return f'mix_wide((unsigned long long)({expression}));' if type_.size == 8 else f'mix((unsigned)({expression}));'

    # ---- designators

    def suffix(self, path, known=False):
        """.a[1].b"""
        return ''.join(f'.{step}' if isinstance(step, str) else f'[{step if known else self.number(step)}]' for step in path)

    def lvalue(self, object_, path, known=False):
        if not object_.heap:
            return object_.direct + self.suffix(path, known)
        if path and isinstance(path[0], int):
            return f'{object_.direct}[{path[0] if known else self.number(path[0])}]{self.suffix(path[1:], known)}'
        return f'(*{object_.direct}){self.suffix(path, known)}'


def nameable(type_):
    """Can it be written in a cast?"""
    return type_.name != ''

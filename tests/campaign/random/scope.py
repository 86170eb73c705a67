"""Types and objects of a random program, and how an expression reaches their scalar parts."""

import integer as I
from expression import Expression, POSTFIX, PRIMARY, UNARY


class Array:
    def __init__(self, element, count):
        self.element, self.count = element, count


class Record:
    """A struct or union that the program declares. `members`: (name, type, bits or None)."""

    def __init__(self, keyword, tag, members):
        self.name, self.keyword, self.members = f'{keyword} {tag}', keyword, members

    def declaration(self):
        parts = [declare(t, name) + (f' : {bits}' if bits else '') for name, t, bits in self.members]
        return f'{self.name} {{ {"; ".join(parts)}; }};'


class Pointer:
    """To the first of `count` elements that exist."""

    def __init__(self, target, count):
        self.target, self.count = target, count


def declare(type_, name):
    if isinstance(type_, Array):
        return declare(type_.element, f'{name}[{type_.count}]')
    if isinstance(type_, Pointer):
        return declare(type_.target, f'(*{name})' if isinstance(type_.target, Array) else f'*{name}')
    return f'{type_.name} {name}'


def is_scalar(type_):
    return isinstance(type_, I.Integer)


def has_pointer(type_):
    if isinstance(type_, Array):
        return has_pointer(type_.element)
    if isinstance(type_, Record):
        return any(has_pointer(t) for _, t, _ in type_.members)
    return isinstance(type_, Pointer)


class Object:
    """Something with a name in scope. `fixed`: not assigned by random statements (loop counters, const, inputs).
    `level`: 0 for globals and statics, else the depth of the block; a pointer may only point outwards. `block`: the
    depth at which the name is declared."""

    def __init__(self, name, type_, level, fixed=False, bound=None, addressable=True, block=None):
        self.name, self.type, self.level, self.fixed, self.bound = name, type_, level, fixed, bound
        self.addressable, self.block = addressable, level if block is None else block
        self.steady = False  # a pointer that is not assigned
        self.callee = None   # a pointer to functions: calls.Function


class Scope:
    def __init__(self, rng, objects=()):
        self.rng = rng
        self.objects = list(objects)
        self.level = 1

    def add(self, *args, **more):
        made = Object(*args, **more)
        self.objects.append(made)
        return made

    def loop_variables(self):
        return [o for o in self.objects if o.bound is not None]

    # --- ways down to a scalar: (text, level, type, bits)

    def descend(self, writer, text, level, type_, whole, reading):
        """To a scalar (or, with `whole`, perhaps to a record) inside an object of any type, at random."""
        rng = self.rng
        bits = None
        while not is_scalar(type_):
            if isinstance(type_, Array):
                text = f'({text})' if level == UNARY else text
                # gcc checks such an index; not one of several, nor that of an array that is written.
                raw = reading and level == PRIMARY and is_scalar(type_.element)
                text, level, type_ = f'{text}[{writer.index(self, type_.count, raw)}]', POSTFIX, type_.element
            elif isinstance(type_, Pointer):
                text, level, type_ = self.through(writer, text, level, type_)
            elif whole and rng.random() < 0.3:
                break
            else:
                name, type_, bits = rng.choice(type_.members)
                if level == UNARY and text[1] != '*' and rng.random() < 0.8:
                    text = f'{text[1:]}->{name}'  # (*p).m
                elif level == UNARY:
                    text = f'({text}).{name}'
                else:
                    text = f'{text}.{name}'
                level = POSTFIX
        return text, level, type_, bits

    def through(self, writer, text, level, type_):
        base = f'({text})' if level == UNARY else text
        if type_.count > 1:
            return f'{base}[{writer.index(self, type_.count)}]', POSTFIX, type_.target
        if self.rng.random() < 0.15:
            return f'{base}[0]', POSTFIX, type_.target
        return f'*{text}', UNARY, type_.target

    def place(self, writer, accept, whole=False, reading=False):
        """A random scalar lvalue of the objects that are accepted, or None."""
        objects = [o for o in self.objects if not o.callee and accept(o)]
        if not objects:
            return None
        # What came last is near: it is used more often.
        at = max(self.rng.randrange(len(objects)), self.rng.randrange(len(objects)))
        o = objects[at]
        return self.descend(writer, o.name, PRIMARY, o.type, whole, reading)

    def read(self, writer):
        found = self.place(writer, lambda o: True, reading=True)
        if not found:
            return None
        text, level, type_, bits = found
        # 6.3.1.1p2: a bit-field promotes by its width; those here are narrower than int.
        return Expression(text, I.INT if bits else type_, level)

    def written(self, writer, whole=False):
        return self.place(writer, lambda o: not o.fixed, whole)

    def size_of(self, writer):
        objects = [o for o in self.objects if not o.callee]
        o = self.rng.choice(objects) if objects else None
        if not o:
            return None
        return Expression(f'sizeof {o.name}' if self.rng.random() < 0.7 else f'sizeof({o.name})', I.ULONG, UNARY)

    # --- addresses

    def candidates(self, wanted, level, constant=False):
        """Pointer expressions of type `wanted` to what lives as long as the objects of this level. `constant`: they
        are address constants."""
        texts = []
        for o in self.objects:
            if o.level <= level and o.bound is None and not (constant and isinstance(o.type, Pointer)):
                self.addresses(o, wanted, texts)
        return texts

    def addresses(self, o, wanted, texts):
        def same(t):
            return t is wanted.target
        if isinstance(o.type, Pointer):
            # What it points to may live shorter than the pointer does: only a pointer of an outer level is taken.
            if same(o.type.target) and o.type.count >= wanted.count and not o.fixed:
                texts.append(o.name)
            return
        if o.fixed or not o.addressable:
            return
        if isinstance(o.type, Array) and same(o.type.element):
            for at in range(0, o.type.count - wanted.count + 1, max(1, o.type.count // 2)):
                texts.append(f'&{o.name}[{at}]' if at else o.name)
        elif same(o.type) and wanted.count == 1:
            texts.append(f'&{o.name}')
        elif isinstance(o.type, Record):
            for name, t, bits in o.type.members:
                if same(t) and wanted.count == 1 and not bits:
                    texts.append(f'&{o.name}.{name}')
                elif isinstance(t, Array) and same(t.element) and t.count >= wanted.count:
                    texts.append(f'{o.name}.{name}')

    def pointer_fact(self, writer):
        """Something about addresses: differences and comparisons within an array, null."""
        arrays = [o for o in self.objects if isinstance(o.type, Array) and o.addressable]
        pointers = [o for o in self.objects if isinstance(o.type, Pointer)]
        if pointers and (not arrays or self.rng.random() < 0.4):
            p = self.rng.choice(pointers)
            return Expression(*self.rng.choice([(f'!{p.name}', I.INT, UNARY), (f'({p.name} != 0)', I.INT, PRIMARY)]))
        if not arrays:
            return None
        o = self.rng.choice(arrays)
        a, b = (f'&{o.name}[{writer.index(self, o.type.count)}]' for _ in range(2))
        pointer = [p.name for p in pointers if o.type.element is p.type.target]
        if pointer and self.rng.random() < 0.4:
            return Expression(f'({self.rng.choice(pointer)} == {a})', I.INT, PRIMARY)
        op = self.rng.choice(['-', '-', '<', '>=', '==', '!='])
        return Expression(f'({a} {op} {b})', I.LONG if op == '-' else I.INT, PRIMARY)

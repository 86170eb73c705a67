"""C types with their layout, for both data models. No record has padding: what it would be is a member."""


class Type:
    """`name`: as it is written before a `*`."""

    def __init__(self, name, size, align):
        self.name, self.size, self.align = name, size, align

    def declare(self, what):
        return f'{self.name} {what}'


class Scalar(Type):
    pass


class Pointer(Type):
    def __init__(self, target, bits):
        super().__init__(f'{target.name} *', bits // 8, bits // 8)
        self.target = target


class Array(Type):
    """Its name is a typedef's, so that there are pointers to it; '': it has none."""

    def __init__(self, base, count, name):
        super().__init__(name, base.size * count, base.align)
        self.base, self.count = base, count


class Member:
    def __init__(self, name, type_, offset, bits=0):
        self.name, self.type, self.offset, self.bits = name, type_, offset, bits


class Record(Type):
    def __init__(self, kind, tag, members, size, align):
        super().__init__(f'{kind} {tag}', size, align)
        self.kind, self.members = kind, members
        self.nominal, self.ends = self, True # as it is declared; its objects end where it does

    def longer(self, extra):
        """The same with `extra` more elements in the array at its end."""
        last = self.members[-1]
        array = Array(last.type.base, last.type.count + extra, '')
        end = last.offset + array.size
        record = Record(self.kind, '', self.members[:-1] + [Member(last.name, array, last.offset)], end, self.align)
        record.name, record.nominal = self.name, self
        return record


class Part:
    """A part of an object: its type, where it begins, the bytes [low, high) of the array that it is an element of (else its own)."""

    def __init__(self, type_, offset, path, low, high):
        self.type, self.offset, self.path, self.low, self.high = type_, offset, path, low, high


def parts(type_, offset=0, path=(), low=None, high=None):
    """All of an object, and all parts of it, outer ones first. A path has names and indices."""
    yield Part(type_, offset, path, offset if low is None else low, offset + type_.size if high is None else high)
    if isinstance(type_, Array):
        for i in range(type_.count):
            yield from parts(type_.base, offset + i * type_.base.size, path + (i,), offset, offset + type_.size)
    elif isinstance(type_, Record):
        for m in type_.members:
            if not m.bits:
                yield from parts(m.type, offset + m.offset, path + (m.name,))


def leaves(type_, rng, offset=0, path=()):
    """(type, offset, path, bits) of scalars that together are all of the object: of a union one member's."""
    if isinstance(type_, Array):
        for i in range(type_.count):
            yield from leaves(type_.base, rng, offset + i * type_.base.size, path + (i,))
    elif isinstance(type_, Record):
        members = type_.members if type_.kind == 'struct' else [rng.choice(type_.members)]
        for m in members:
            if m.bits:
                yield m.type, offset, path + (m.name,), m.bits
            else:
                yield from leaves(m.type, rng, offset + m.offset, path + (m.name,))
    else:
        yield type_, offset, path, 0


class Types:
    """The types of one program and their definitions. `tag` begins every name."""

    def __init__(self, rng, bits, tag):
        self.rng, self.bits, self.tag, self.count = rng, bits, tag, 0
        self.text = []
        wide = 8 if bits == 64 else 4
        self.char = Scalar('unsigned char', 1, 1)
        self.scalars = [self.char, Scalar('signed char', 1, 1), Scalar('char', 1, 1), Scalar('short', 2, 2),
                        Scalar('unsigned short', 2, 2), Scalar('int', 4, 4), Scalar('unsigned', 4, 4), Scalar('int', 4, 4),
                        Scalar('long long', 8, wide), Scalar('unsigned long long', 8, wide)]
        self.void = Type('void', 1, 1)
        self.arrays, self.records, self.flags = {}, [], None

    def fresh(self, stem):
        self.count += 1
        return f'{self.tag}{stem}{self.count}'

    def array(self, base, count):
        key = base.name, count
        if key not in self.arrays:
            name = self.fresh('A')
            self.text.append(f'typedef {base.declare(name)}[{count}];')
            self.arrays[key] = Array(base, count, name)
        return self.arrays[key]

    def pointer(self, target):
        return Pointer(target, self.bits)

    def scalar(self):
        return self.rng.choice(self.scalars)

    def bit_fields(self):
        if not self.flags:
            tag, unsigned = self.fresh('F'), self.scalars[6]
            low, middle = self.rng.randint(1, 12), self.rng.randint(1, 14)
            widths = [low, middle, 32 - low - middle]
            self.text.append(f'struct {tag} {{ {" ".join(f"unsigned f{i} : {w};" for i, w in enumerate(widths))} }};')
            self.flags = Record('struct', tag, [Member(f'f{i}', unsigned, 0, w) for i, w in enumerate(widths)], 4, 4)
        return self.flags

    # ---- records

    def pad(self, members, at, to):
        if at < to:
            members.append(Member(f'pad{len(members)}', self.array(self.char, to - at), at))

    def struct(self, types, tail=None):
        """`tail`: an array at the end and how its length is written."""
        members, at, align = [], 0, 1
        tag = self.fresh('S')
        for type_ in types + ([tail[0]] if tail else []):
            start = -(-at // type_.align) * type_.align
            self.pad(members, at, start)
            members.append(Member(f'm{len(members)}', type_, start))
            at, align = start + type_.size, max(align, type_.align)
        size = -(-at // align) * align
        if not tail:
            self.pad(members, at, size)
        lines = [f'{m.type.declare(m.name)};' for m in members]
        if tail:
            lines[-1] = f'{tail[0].base.declare(members[-1].name)}[{tail[1]}];'
        record = Record('struct', tag, members, size, align)
        return self.defined(record, lines, tag)

    def union(self, types):
        """Shorter members are filled up: each is all of the union."""
        size, align = max(t.size for t in types), max(t.align for t in types)
        size = -(-size // align) * align
        full = []
        for t in types:
            if t.size == size:
                full.append(t)
            elif size % t.size == 0 and self.rng.random() < 0.6:
                full.append(self.array(t, size // t.size))
            else:
                full.append(self.struct([t, self.array(self.char, size - t.size)]) if (size - t.size) % t.align == 0
                            else self.array(self.char, size))
        tag = self.fresh('U')
        record = Record('union', tag, [Member(f'u{i}', t, 0) for i, t in enumerate(full)], size, align)
        return self.defined(record, [f'{m.type.declare(m.name)};' for m in record.members], tag)

    def defined(self, record, lines, tag):
        self.text.append(f'{record.kind} {tag} {{ {" ".join(lines)} }};')
        self.text.append(f'_Static_assert(sizeof({record.name}) == {record.size}, "layout");')
        self.records.append(record)
        return record

    # ---- random ones

    def member(self, depth):
        roll, rng = self.rng.random(), self.rng
        if roll < 0.38:
            return self.scalar()
        if roll < 0.64:
            return self.array(self.scalar(), rng.randint(1, 4))
        if roll < 0.74:
            return self.pointer(rng.choice([*self.scalars, self.void, *self.records]))
        if roll < 0.78:
            return self.bit_fields()
        if depth <= 0:
            return self.scalar()
        if roll < 0.84:
            return self.array(self.array(self.scalar(), rng.randint(1, 3)), rng.randint(2, 3))
        if self.records and roll < 0.92:
            record = rng.choice(self.records)
            return record if record.size <= 32 and rng.random() < 0.7 else self.scalar()
        inner = self.record(depth - 1)
        return self.array(inner, rng.randint(1, 3)) if inner.size <= 16 and rng.random() < 0.4 else inner

    def record(self, depth=1):
        rng = self.rng
        if rng.random() < 0.25:
            return self.union([t for t in (self.member(0) for _ in range(rng.randint(2, 3))) if not has_pointer(t)] or [self.scalar()])
        return self.struct([self.member(depth) for _ in range(rng.randint(1, 4))])

    def with_tail(self):
        """A struct with an array at its end that is longer in the object."""
        rng = self.rng
        base = self.scalar() if rng.random() < 0.7 else self.struct([self.scalar() for _ in range(2)])
        declared = rng.choice([0, 0, 1, 1, 2, 3])
        head = [self.member(0) for _ in range(rng.randint(1, 2))]
        # What would be padding at the end is in the array when that is longer.
        record = self.struct(head, (Array(base, declared, ''), str(declared) if declared else ''))
        record.ends = False
        self.records.remove(record) # it may have padding
        return record


def has_pointer(type_):
    if isinstance(type_, Array):
        return has_pointer(type_.base)
    if isinstance(type_, Record):
        return any(has_pointer(m.type) for m in type_.members)
    return isinstance(type_, Pointer)

"""Objects of all kinds: made, filled, and looked at by their names in the end."""

from layout import Array, Pointer, leaves
from program import Object, Value

MOST_BYTES = 120


def small(p, make):
    for _ in range(20):
        type_ = make()
        if type_.size <= MOST_BYTES:
            return type_
    return p.types.scalar()


def any_type(p):
    roll = p.rng.random()
    if roll < 0.15:
        return p.types.scalar()
    if roll < 0.35:
        base = p.types.scalar() if p.rng.random() < 0.7 else p.types.array(p.types.scalar(), p.rng.randint(2, 4))
        return p.types.array(base, p.rng.randint(1, 5))
    if roll < 0.42:
        return p.types.array(p.types.pointer(p.rng.choice([*p.types.scalars, *p.types.records])), p.rng.randint(1, 4))
    record = p.types.record()
    if p.types.records and p.rng.random() < 0.3:
        record = p.rng.choice(p.types.records)
    return record if roll < 0.75 else p.types.array(record, p.rng.randint(1, 4))


def named(p):
    type_ = small(p, lambda: any_type(p))
    name = p.fresh('o')
    declared = f'_Alignas(16) {type_.declare(name)};'
    roll = p.rng.random()
    if roll < 0.4:
        p.globals.append(f'static {declared}' if roll < 0.2 else declared)
    else:
        p.line(f'static {declared}' if roll < 0.5 else declared)
    return Object(type_, name, False, 16)


def variable_array(p):
    base = small(p, lambda: p.types.record() if p.rng.random() < 0.5 else p.types.scalar())
    count, name = p.rng.randint(1, 4), p.fresh('o')
    if base.size * count > MOST_BYTES:
        count = 1
    if count * base.size <= MOST_BYTES // 3 and p.rng.random() < 0.3:
        rows = p.rng.randint(2, 3)
        p.line(f'{base.declare(name)}[{p.number(rows)}][{p.unknown(count)}];')
        return Object(Array(Array(base, count, ''), rows, ''), name, False, base.align)
    p.line(f'{base.declare(name)}[{p.unknown(count)}];')
    return Object(Array(base, count, ''), name, False, base.align)


def literal(p):
    type_ = small(p, lambda: p.types.record())
    name = p.fresh('l')
    p.line(f'{type_.name} *{name} = &({type_.name}){{ 0 }};')
    return Object(type_, name, True, type_.align)


def allocation(p, type_, size, count):
    """malloc or calloc of `size` (an expression) bytes."""
    cast = f'({type_.name} *)' if p.rng.random() < 0.5 else ''
    if p.rng.random() < 0.25:
        return f'{cast}calloc({size}, 1)' if p.rng.random() < 0.5 or not count else f'{cast}calloc({count}, sizeof({type_.name}))'
    if p.rng.random() < 0.2:
        if 'allocate' not in p.helpers:
            p.helpers['allocate'] = p.fresh('allocate')
            p.functions.append(f'static void *{p.helpers["allocate"]}(size_t n) {{ return malloc(n); }}')
        return f'{cast}{p.helpers["allocate"]}({size})'
    return f'{cast}malloc({size})'


def allocated(p, record, name, size, count):
    """The allocation's own type may be another one, or none."""
    roll = p.rng.random()
    if roll < 0.65:
        p.line(f'{record.name} *{name} = {allocation(p, record, size, count)};')
        return
    other = p.rng.choice([p.types.void, p.types.char, *p.types.scalars, *p.types.records, *p.types.records])
    first = p.fresh('x')
    p.line(f'{other.name} *{first} = {allocation(p, other, size, "")};')
    p.line(f'{record.name} *{name} = ({record.name} *){first};')


def heap(p):
    name, rng = p.fresh('h'), p.rng
    roll = rng.random()
    if roll < 0.35:
        nominal = p.types.with_tail()
        last = nominal.members[-1]
        extra = rng.randint(1, 5)
        while last.offset + last.type.size + extra * last.type.base.size < nominal.size:
            extra += 1
        type_ = nominal.longer(extra)
        more = rng.choice([f'{p.number(extra)} * sizeof({last.type.base.name})', p.number(extra * last.type.base.size)])
        size, count, record = f'sizeof({nominal.name}) + {more}', '', nominal
    else:
        record = small(p, lambda: p.types.record() if rng.random() < 0.7 else p.types.scalar())
        count = rng.randint(1, 4) if record.size <= 32 else 1
        type_ = record if count == 1 and rng.random() < 0.7 else Array(record, count, '')
        number = p.number(count)
        size, count = f'{number} * sizeof({record.name})' if isinstance(type_, Array) else f'sizeof({record.name})', number
        if not isinstance(type_, Array):
            count = '1'
    allocated(p, record, name, size, count)
    o = Object(type_, name, True, 16)
    o.nominal = record
    return o


MAKERS = [named, named, named, named, heap, heap, heap, variable_array, literal]


def first(p, o):
    """The pointer that the object has from the beginning."""
    if o.heap:
        base = o.nominal
        p.variables.append((o.direct, Value(o, 0, 0, o.size, base)))


def fill(p, o):
    """Every byte gets a value: of a union through one member."""
    if p.rng.random() < 0.2:
        p.line(f'memset({o.direct if o.heap else "&" + o.direct}, 0, {o.size});')
    for type_, _, path, bits in leaves(o.type, p.rng):
        if isinstance(type_, Pointer):
            p.line(f'{p.lvalue(o, path, True)} = 0;')
        else:
            value = p.constant(type_) if not bits else str(p.rng.randrange(1 << bits))
            p.line(f'{p.lvalue(o, path, True)} = {value};')
    pointers_of(p, o)


def pointers_of(p, o):
    for part in o.all:
        if isinstance(part.type, Pointer):
            o.pointers[part.offset] = None


def make(p):
    o = p.rng.choice(MAKERS)(p)
    p.objects.append(o)
    first(p, o)
    fill(p, o)
    return o


# ---- in the end

def address(o):
    return o.direct if o.heap else f'&{o.direct}'


def look_at_bytes(p, o):
    i, name, width = p.fresh('i'), p.fresh('b'), p.bits // 8
    p.line(f'unsigned char *{name} = (unsigned char *){address(o)};')
    skipped = ' || '.join(f'({i} >= {at} && {i} < {at + width})' for at in sorted(o.pointers))
    p.line(f'for (int {i} = 0; {i} < {p.number(o.size)}; {i}++) {{')
    if skipped:
        p.line(f'if ({skipped}) continue;')
    p.line(f'mix({name}[{i}]);')
    p.line('}')


def look_at_parts(p, o):
    known = p.rng.random() < 0.7
    for type_, offset, path, bits in leaves(o.type, p.rng):
        what = p.lvalue(o, path, known)
        if not isinstance(type_, Pointer):
            if p.clear(o, offset, type_.size):
                p.line(p.mixed(what, type_))
        elif offset in o.pointers:
            look_at_pointer(p, what, o.pointers[offset])
        elif p.clear(o, offset, type_.size):
            p.line(f'mix({what} == 0);')


def look_at_pointer(p, what, value):
    if value is None:
        p.line(f'mix({what} == 0);')
    elif not value.object.dead:
        p.line(f'mix((char *){what} == (char *){address(value.object)} + {value.offset});')


def look(p, o):
    if o.dead:
        return
    if p.rng.random() < 0.12:
        look_at_bytes(p, o)
    else:
        look_at_parts(p, o)
    p.line(f'printf("{o.direct[len(p.tag):]} %X\\n", sum);')

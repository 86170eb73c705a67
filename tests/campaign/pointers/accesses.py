"""Reads and writes through pointers, of different widths: (p, value, expression) -> done?"""

from layout import Pointer, Record, Scalar, leaves
from moves import reach, type_there
from program import Object, Value


def scalar(p, value):
    return isinstance(value.target, Scalar) and value.room() and p.clear(value.object, value.offset, value.target.size)


def element(p, value, e):
    """An lvalue near the pointer, and its value; the pointer itself where there is nothing else."""
    near = [n for n in reach(value) if scalar(p, value.at(value.offset + n * value.target.size))]
    if not near:
        return None
    n = p.rng.choice(near)
    if n == 0 and p.rng.random() < 0.6:
        return f'*{e}'
    return f'{e}[{p.number(n)}]' if p.rng.random() < 0.7 else f'*({e} + {p.number(n)})'


def write(p, value, e):
    if not isinstance(value.target, Scalar):
        return False
    lvalue = element(p, value, e)
    if not lvalue:
        return False
    constant = p.constant(value.target)
    roll = p.rng.random()
    if roll < 0.5:
        p.line(f'{lvalue} = {constant};')
    elif roll < 0.7:
        p.line(f'{lvalue} {"+" if value.target.name.startswith("unsigned") else "^"}= {constant};')
    elif scalar(p, value):
        key = 'put', value.target.name
        if key not in p.helpers:
            p.helpers[key] = p.fresh('put')
            p.functions.append(f'static void {p.helpers[key]}({key[1]} *p, {key[1]} x) {{ *p = x; }}')
        p.line(f'{p.helpers[key]}({e}, {constant});')
    else:
        return False
    return True


def read(p, value, e):
    if not isinstance(value.target, Scalar):
        return False
    lvalue = element(p, value, e)
    if lvalue:
        p.line(p.mixed(lvalue, value.target))
    return bool(lvalue)


def range_of(p, value, limit=None):
    """Bytes from the pointer on that may be accessed."""
    most = min(value.high, value.object.size) - value.offset
    most = most if limit is None else min(most, limit)
    return p.rng.randint(1, most) if most > 0 and value.low <= value.offset else 0


def sized(p, value, limit=None):
    """Likewise, often a multiple of the target's size."""
    size = range_of(p, value, limit)
    if size and value.target.size > 1 and p.rng.random() < 0.6:
        size = size // value.target.size * value.target.size
    return size


def write_member(p, value, e):
    if not isinstance(value.target, Record) or not value.room():
        return False
    type_, offset, path, bits = p.rng.choice(list(leaves(type_there(value), p.rng, value.offset)) or [(None, 0, (), 0)])
    if not type_ or isinstance(type_, Pointer) or not p.clear(value.object, offset, type_.size):
        return False
    lvalue = f'{e}->{path[0]}{p.suffix(path[1:])}'
    if p.rng.random() < 0.3:
        p.line(p.mixed(lvalue, type_))
    else:
        p.line(f'{lvalue} = {p.constant(type_) if not bits else p.rng.randrange(1 << bits)};')
    return True


def fill(p, value, e):
    size = sized(p, value)
    if not size or not p.covers(value.object, value.offset, size) or not value.object.writable:
        return False
    p.line(f'memset({e}, {p.rng.choice([0, 0, 1, 255, 170])}, {p.number(size)});')
    p.forget(value.object, value.offset, size)
    return True


def move_pointers(p, value, other, size):
    """What the copied bytes hold. False: it can't be copied there."""
    source = {at - other.offset: v for at, v in other.object.pointers.items() if other.offset <= at < other.offset + size}
    width = p.bits // 8
    if not p.covers(other.object, other.offset, size) or not p.covers(value.object, value.offset, size):
        return False
    if any((value.offset + at) % width for at in source) or (source and value.object.align < width):
        return False
    p.forget(value.object, value.offset, size)
    value.object.pointers.update({value.offset + at: v for at, v in source.items()})
    return True


def another(p, value):
    others = [(e, v) for e, v in p.variables if not v.object.dead and v.low <= v.offset < v.high]
    if p.rng.random() < 0.6:
        others = [(e, v) for e, v in others if v.target.name == value.target.name] or others
    return p.rng.choice(others) if others else (None, None)


def copy(p, value, e):
    other_e, other = another(p, value)
    if not other:
        return False
    size = sized(p, value, min(other.high, other.object.size) - other.offset)
    overlap = other.object is value.object and abs(other.offset - value.offset) < size
    if size <= 0 or not move_pointers_possible(p, value, other, size):
        return False
    move_pointers(p, value, other, size)
    roll = p.rng.random()
    if overlap or roll < 0.2:
        p.line(f'memmove({e}, {other_e}, {p.number(size)});')
    elif roll < 0.7:
        p.line(f'memcpy({e}, {other_e}, {p.number(size)});')
    else:
        i = p.fresh('i')
        p.line(f'for (int {i} = 0; {i} < {p.number(size)}; {i}++)')
        p.line(f'((char *){e})[{i}] = ((char *){other_e})[{i}];')
    return True


def move_pointers_possible(p, value, other, size):
    saved = dict(value.object.pointers)
    possible = move_pointers(p, value, other, size)
    value.object.pointers.clear()
    value.object.pointers.update(saved)
    return possible


def assign(p, value, e):
    """A record: *p = *q."""
    if not isinstance(value.target, Record) or not value.room() or not exact(value.target):
        return False
    others = [(f, v) for f, v in p.variables if v.target.name == value.target.name and v.room()
              and (v.object is not value.object or abs(v.offset - value.offset) >= v.target.size)]
    if not others:
        return False
    f, other = p.rng.choice(others)
    if not move_pointers_possible(p, value, other, value.target.size):
        return False
    move_pointers(p, value, other, value.target.size)
    roll = p.rng.random()
    if roll < 0.5:
        p.line(f'*{e} = *{f};')
    elif roll < 0.7:
        p.line(f'{e}[{p.number(0)}] = {f}[{p.number(0)}];')
    else:
        name = value.target.name
        key = 'given', name
        if key not in p.helpers:
            p.helpers[key] = p.fresh('given')
            p.functions.append(f'static {name} {p.helpers[key]}({name} x) {{ {name} y = x; return y; }}')
        p.line(f'*{e} = {p.helpers[key]}(*{f});')
    return True


def exact(type_):
    """Do its members cover it?"""
    last = type_.members[-1]
    return type_.kind == 'union' or last.bits or last.offset + last.type.size == type_.size


def walk(p, value, e):
    """Forward or backward over elements, to one past the end and back."""
    if not isinstance(value.target, Scalar):
        return False
    free = [n for n in reach(value) if scalar(p, value.at(value.offset + n * value.target.size))]
    count = 0
    while count in free:
        count += 1
    if not count:
        return False
    name, w, i, n = value.target.name, p.fresh('w'), p.fresh('i'), p.number(count)
    roll = p.rng.random()
    if roll < 0.3:
        p.line(f'for ({name} *{w} = {e}, *{i} = {e} + {n}; {w} < {i}; {w}++)')
        p.line(f'*{w} ^= {p.constant(value.target)};')
    elif roll < 0.6:
        p.line(f'{name} *{w} = {e} + {n}; int {i} = {n};')
        p.line(f'while ({i}--)')
        p.line(f'*--{w} = {p.constant(value.target)};')
    elif roll < 0.8:
        p.line(f'{name} *{w} = {e};')
        p.line(f'for (int {i} = 0; {i} < {n}; {i}++)')
        p.line(p.mixed(f'*{w}++', value.target))
    else:
        p.line(f'for (int {i} = {n} - 1; {i} >= 0; {i}--)')
        p.line(p.mixed(f'{e}[{i}]', value.target))
    return True


def some_bytes(p, value, e):
    size = range_of(p, value)
    if not size or not p.clear(value.object, value.offset, size):
        return False
    i = p.fresh('i')
    p.line(f'for (int {i} = 0; {i} < {p.number(size)}; {i}++)')
    if p.rng.random() < 0.5:
        p.line(f'mix(((unsigned char *){e})[{i}]);')
    else:
        p.line(f'((unsigned char *){e})[{i}] = {p.rng.randrange(128)} + {i};')
    return True


def keep(p, value, e):
    """A pointer is stored in an object, by its name or through another pointer."""
    places = [(o, q) for o in p.objects if not o.dead and o.writable for q in o.all
              if isinstance(q.type, Pointer) and p.covers(o, q.offset, q.type.size)]
    if not places:
        return False
    same = [(o, q) for o, q in places if q.type.target.name == value.target.name]
    o, part = p.rng.choice(same if same and p.rng.random() < 0.7 else places)
    through = [(f, v) for f, v in p.variables if v.object is o and v.offset == part.offset and v.target.name == part.type.name]
    lvalue = f'*{p.rng.choice(through)[0]}' if through and p.rng.random() < 0.7 else p.lvalue(o, part.path)
    p.line(f'{lvalue} = ({part.type.target.name} *){e};')
    o.pointers = {at: v for at, v in o.pointers.items() if abs(at - part.offset) >= part.type.size}
    o.pointers[part.offset] = value
    return True


def keep_here(p, value, e):
    """A pointer is stored where this one points."""
    if not isinstance(value.target, Pointer) or not value.room() or not p.covers(value.object, value.offset, value.target.size):
        return False
    others = [(f, v) for f, v in p.variables if not v.object.dead]
    f, other = p.rng.choice(others)
    p.line(f'*{e} = ({value.target.target.name} *){f};')
    p.forget(value.object, value.offset, value.target.size)
    value.object.pointers[value.offset] = other
    return True


def release(p, value, e):
    """free, or realloc of what was allocated."""
    o = value.object
    if not o.heap or not o.direct.startswith(f'{p.tag}h') or value.offset or p.rng.random() < 0.7:
        return False
    o.dead = True
    if p.rng.random() < 0.5:
        p.line(f'free({e});')
        return True
    name = p.fresh('h')
    p.line(f'{o.nominal.name} *{name} = {"" if p.rng.random() < 0.5 else f"({o.nominal.name} *)"}realloc({e}, '
           f'{p.number(o.size)} + sizeof({o.nominal.name}));')
    new = Object(o.type, name, True, 16)
    new.nominal, new.pointers = o.nominal, dict(o.pointers)
    p.objects.append(new)
    p.variables.append((name, Value(new, 0, 0, new.size, o.nominal)))
    return True


ACCESSES = [write] * 6 + [read] * 3 + [write_member] * 4 + [fill] + [copy] * 2 + [assign] * 3 + [walk] * 2 + [some_bytes] + [keep] * 3 + \
    [keep_here] * 2 + [release]


def access(p):
    alive = [(e, v) for e, v in p.variables if not v.object.dead]
    for _ in range(12):
        if not alive:
            return
        # The latest ones have moved most.
        e, value = alive[-1 - min(int(p.rng.expovariate(0.4)), len(alive) - 1)]
        if p.rng.choice(ACCESSES)(p, value, e):
            return

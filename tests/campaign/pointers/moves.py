"""Moves of pointers: (p, value, expression) -> (expression, value), or None where there is none."""

from layout import Array, Pointer, Record, parts
from program import Value, nameable


def pointed(part, object_):
    return Value(object_, part.offset, part.low, part.high, part.type.nominal if isinstance(part.type, Record) else part.type)


def to_part(p, object_, part, lvalue):
    """A pointer to a part that has that lvalue: its address, or that of its first element."""
    if isinstance(part.type, Array) and (not nameable(part.type) or p.rng.random() < 0.7):
        value = Value(object_, part.offset, part.offset, part.offset + part.type.size, part.type.base)
        return (lvalue if p.rng.random() < 0.7 else f'&{lvalue}[0]'), value
    return f'&{lvalue}', pointed(part, object_)


def choose(p, candidates):
    candidates = list(candidates)
    return p.rng.choice(candidates) if candidates else None


def reachable(type_):
    """Can there be a pointer to it, or its first element?"""
    return nameable(type_) or (isinstance(type_, Array) and nameable(type_.base))


def start(p):
    """From the name of an object."""
    o = choose(p, [o for o in p.objects if not o.dead])
    if not o:
        return None
    part = choose(p, [q for q in o.all if reachable(q.type) and (q.path or not o.heap or nameable(q.type))])
    if not part:
        return None
    if o.heap and not part.path and isinstance(part.type, Array):
        return None
    return to_part(p, o, part, p.lvalue(o, part.path))


def type_there(value):
    """The pointer's target as it is there: perhaps with a longer array at its end."""
    for part in value.object.all:
        if part.offset == value.offset and part.type.name == value.target.name:
            return part.type
    return value.target


def member(p, value, e):
    if not isinstance(value.target, Record) or not value.room():
        return None
    inside = [q for q in parts(type_there(value), value.offset) if q.path and reachable(q.type)]
    part = choose(p, inside)
    if not part:
        return None
    arrow = f'->{part.path[0]}' if p.rng.random() < 0.8 else None
    lvalue = f'{e}{arrow}{p.suffix(part.path[1:])}' if arrow else f'(*{e}){p.suffix(part.path)}'
    return to_part(p, value.object, part, lvalue)


def reach(value):
    """Numbers of elements that the pointer may move by."""
    size = value.target.size
    if value.target.name == 'void' or value.object.dead:
        return []
    if isinstance(value.target, Record) and not value.target.ends:
        return [0]
    return [n for n in range(-((value.offset - value.low) // size), (value.high - value.offset) // size + 1)]


def step(p, value, e):
    n = choose(p, [n for n in reach(value) if n] or [0])
    if value.target.name == 'void':
        return None
    first = choose(p, reach(value))
    moved = value.at(value.offset + n * value.target.size)
    roll = p.rng.random()
    if roll < 0.35:
        text = f'({e} + {p.number(n)})'
    elif roll < 0.5:
        text = f'&{e}[{p.number(n)}]'
    elif roll < 0.65:
        text = f'({e} - {p.number(-n) if n <= 0 else "(" + p.number(-n) + ")"})'
    elif roll < 0.75 and first is not None:
        text = f'({e} + {p.number(first)} + ({p.number(n - first)}))'
    elif roll < 0.85:
        text = f'{stepper(p, value.target)}({e}, {p.number(n)})'
    else:
        w, i = p.fresh('w'), p.fresh('i')
        p.line(f'{value.target.name} *{w} = {e};')
        p.line(f'for (int {i} = 0; {i} < {p.number(abs(n))}; {i}++)')
        p.line(f'{w}{"++" if n >= 0 else "--"};' if p.rng.random() < 0.5 else f'{w} {"+" if n >= 0 else "-"}= {p.number(1)};')
        text = w
    return text, moved


def stepper(p, target):
    key = 'step', target.name
    if key not in p.helpers:
        p.helpers[key] = p.fresh('step')
        p.functions.append(f'static {target.name} *{p.helpers[key]}({target.name} *p, int n) {{ return p + n; }}')
    return p.helpers[key]


def inside(value):
    return value.low <= value.offset < value.high and not value.object.dead


def to_bytes(p, value, e):
    target = p.rng.choice([p.types.char, p.types.char, p.types.scalars[2], p.types.void])
    return f'({target.name} *){e}', value.whole(target)


def natural(p, value, e):
    """To what begins there: a first member and back."""
    if not inside(value):
        return None
    part = choose(p, [q for q in value.object.all if q.offset == value.offset and nameable(q.type)])
    return (f'({part.type.name} *){e}', pointed(part, value.object)) if part else None


def prefix(p, value, e):
    """A record that the bytes there can be taken as, such as one with a common beginning."""
    if not inside(value):
        return None
    type_ = choose(p, [t for t in p.types.records if value.aligned(t) and value.offset + t.size <= value.high])
    return (f'({type_.name} *){e}', value.whole(type_)) if type_ else None


def words(p, value, e):
    """As elements of another size, in the same bytes."""
    type_ = p.types.scalar()
    if not value.aligned(type_) or not inside(value) or value.offset + type_.size > value.high:
        return None
    return f'({type_.name} *){e}', value.whole(type_)


def container(p, value, e):
    if not inside(value):
        return None
    found = []
    for outer in value.object.all:
        if isinstance(outer.type, Record) and outer.offset <= value.offset < outer.offset + outer.type.size:
            found += [(outer, q) for q in parts(outer.type, outer.offset)
                      if q.path and q.offset == value.offset and q.type.name == value.target.name]
    chosen = choose(p, found)
    if not chosen:
        return None
    outer, part = chosen
    where, name = p.suffix(part.path, True)[1:], outer.type.name
    if part.path and p.rng.random() < 0.7:
        text = f'container_of({e}, {name}, {where})'
    else:
        char = p.rng.choice(['char', 'unsigned char', 'void'])
        text = f'(({name} *)(({char} *){e} - {value.offset - outer.offset}))'
    return text, pointed(outer, value.object)


def by_offset(p, value, e):
    """(T *)((char *)p + offset)"""
    if not inside(value):
        return None
    part = choose(p, [q for q in value.object.all if nameable(q.type) and value.low <= q.offset < value.high])
    if not part:
        return None
    n = part.offset - value.offset
    return (f'(({part.type.name} *)((char *){e} {"+" if n >= 0 else "-"} {p.number(abs(n))}))', pointed(part, value.object))


def through_integer(p, value, e):
    name = value.target.name
    roll = p.rng.random()
    if roll < 0.3:
        return f'({name} *)(uintptr_t){e}', value
    u, n = p.fresh('u'), choose(p, reach(value) or [0])
    p.line(f'uintptr_t {u} = (uintptr_t){e};')
    if roll < 0.6:
        return f'({name} *)({u} + {p.number(n)} * sizeof({name}))', value.at(value.offset + n * value.target.size)
    p.line(f'{u} ^= {p.unknown(5)};')
    return f'({name} *)({u} ^ {p.unknown(5)})', value


def through_memory(p, value, e):
    name, q, r = value.target.name, p.fresh('q'), p.fresh('q')
    p.line(f'{name} *{q} = {e}, *{r};')
    if p.rng.random() < 0.6:
        p.line(f'memcpy(&{r}, &{q}, sizeof {r});')
    else:
        i = p.fresh('i')
        p.line(f'for (size_t {i} = 0; {i} < sizeof {r}; {i}++)')
        p.line(f'((char *)&{r})[{i}] = ((char *)&{q})[{i}];')
    return r, value


def through_union(p, value, e):
    u = p.fresh('u')
    p.line(f'union {{ {value.target.name} *a; void *b; uintptr_t c; char d[sizeof(void *)]; }} {u};')
    p.line(f'{u}.{p.rng.choice("ab")} = {e};')
    if p.rng.random() < 0.3:
        p.line(f'{u}.c += {p.unknown(0)};')
    return (f'{u}.a' if p.rng.random() < 0.7 else f'({value.target.name} *){u}.b'), value


def through_record(p, value, e):
    s, name = p.fresh('s'), value.target.name
    p.line(f'struct {s} {{ int k; {name} *x; {name} *y[2]; }} {s} = {{ 1, {e}, {{ 0, {decoy(p, value)} }} }}, {s}c = {s};')
    roll = p.rng.random()
    if roll < 0.5:
        return f'{s}c.x', value
    p.line(f'{s}c.y[{p.number(0)}] = {s}.x;')
    return f'{s}c.y[{p.unknown(0)}]', value


def through_function(p, value, e):
    name = value.target.name
    roll = p.rng.random()
    if roll < 0.35:
        return f'{helper(p, "same", value.target, "static %s *%s(%s *p) {{ return p; }}")}({e})', value
    if roll < 0.6:
        pick = helper(p, 'pick', value.target, 'static %s *%s(int c, %s *p, %s *q) {{ return c ? p : q; }}')
        if p.rng.random() < 0.5:
            return f'{pick}({p.unknown(1)}, {e}, {decoy(p, value)})', value
        return f'{pick}({p.unknown(0)}, {decoy(p, value)}, {e})', value
    if roll < 0.8:
        out = helper(p, 'out', value.target, 'static void %s %s(%s *p, %s **q) {{ *q = p; }}', void=True)
        q = p.fresh('q')
        p.line(f'{name} *{q}; {out}({e}, &{q});')
        return q, value
    nth = helper(p, 'nth', value.target, 'static %s *%s(int n, ...) {{ va_list l; va_start(l, n); %s *p = va_arg(l, %s *); '
                 'while (n-- > 0) p = va_arg(l, %s *); va_end(l); return p; }}')
    return f'{nth}({p.unknown(1)}, ({name} *){decoy(p, value)}, ({name} *){e}, ({name} *){decoy(p, value)})', value


def helper(p, key, target, text, void=False):
    if (key, target.name) not in p.helpers:
        name = p.helpers[key, target.name] = p.fresh(key)
        text = text.replace('{{', '{').replace('}}', '}')
        text = text.replace('void %s', 'void', 1) if void else text.replace('%s', target.name, 1)
        p.functions.append(text.replace('%s', name, 1).replace('%s', target.name))
    return p.helpers[key, target.name]


def through_table(p, value, e):
    name, t = value.target.name, p.fresh('t')
    n = p.rng.randint(0, 2)
    entries = [e if i == n else decoy(p, value) for i in range(3)]
    p.line(f'{name} *{t}[3] = {{ {", ".join(entries)} }};')
    if p.rng.random() < 0.3:
        tt = p.fresh('t')
        p.line(f'{name} **{tt} = {t} + {p.unknown(n)};')
        return f'*{tt}', value
    return f'{t}[{p.unknown(n)}]', value


def choice(p, value, e):
    if p.rng.random() < 0.5:
        return f'({p.unknown(1)} ? {e} : {decoy(p, value)})', value
    q, other = p.fresh('q'), decoy(p, value)
    p.line(f'{value.target.name} *{q} = {other};')
    p.line(f'if ({p.unknown(1)})')
    p.line(f'{q} = {e};')
    return q, value


def decoy(p, value):
    """Another pointer of that type, which is not used."""
    same = [name for name, v in p.variables if v.target.name == value.target.name and not v.object.dead]
    if same and p.rng.random() < 0.8:
        return p.rng.choice(same)
    o = choose(p, [o for o in p.objects if not o.dead])
    part = o and choose(p, [q for q in o.all if q.type.name == value.target.name])
    return f'&{p.lvalue(o, part.path)}' if part and part.path else '0'


def loaded(p):
    """A pointer that is in an object."""
    places = [(o, q) for o in p.objects if not o.dead for q in o.all
              if isinstance(q.type, Pointer) and o.pointers.get(q.offset) and not o.pointers[q.offset].object.dead]
    chosen = choose(p, places)
    if not chosen:
        return None
    o, part = chosen
    v = o.pointers[part.offset]
    if v.target.name != part.type.target.name:
        return f'({v.target.name} *){p.lvalue(o, part.path)}', v
    return p.lvalue(o, part.path), v


def dereferenced(p, value, e):
    """What is in a pointer that it points to."""
    if not isinstance(value.target, Pointer) or not value.room():
        return None
    v = value.object.pointers.get(value.offset)
    if not v or v.object.dead:
        return None
    return f'({v.target.name} *)*{e}', v


MOVES = [member] * 5 + [step] * 6 + [to_bytes] * 2 + [natural] * 2 + [prefix] + [words] + [container] * 5 + [by_offset] * 3 + \
    [dereferenced] * 2
WAYS = [through_integer, through_memory, through_union, through_record, through_function, through_function, through_table, choice]
START = [start] * 3 + [loaded]


def new(p):
    """A new pointer variable: from a name or another variable by a few moves."""
    alive = [(e, v) for e, v in p.variables if not v.object.dead]
    found = p.rng.choice(START)(p) if not alive or p.rng.random() < 0.4 else p.rng.choice(alive)
    if not found:
        return
    e, value = found
    for _ in range(p.rng.randint(1, 4)):
        move = p.rng.choice(WAYS if p.rng.random() < 0.2 else MOVES)
        moved = move(p, value, bracketed(e))
        if not moved:
            continue
        e, value = moved
        if p.rng.random() < 0.5:
            name = p.fresh('p')
            p.line(f'{value.target.name} *{name} = {e};')
            e = name
    name = p.fresh('p')
    p.line(f'{value.target.name} *{name} = {e};')
    p.variables.append((name, value))


def bracketed(e):
    return e if e.isidentifier() else f'({e})'

"""Where objects lie: what C promises holds, what it leaves open goes both ways. See forms.py."""

PLACES = ['global', 'static', 'local', 'heap']


def address(name, place):
    return f'(uintptr_t){name}' if place == 'heap' else f'(uintptr_t)&{name}'


def several(w, n, type_='int', place=None):
    """n objects of one storage; their addresses in variables."""
    place = place or w.rng.choice(PLACES)
    names = []
    for _ in range(n):
        x, u = w.object(type_, place, '0' if place != 'heap' else None)[0], w.fresh('u')
        names.append((u, address(x, place)))
    w.line(*[f'uintptr_t {u} = {a};' for u, a in names])
    return [u for u, _ in names], place


def order(w, good):
    """n objects may lie in each of n! orders, but in one only."""
    n = w.rng.choice([2, 3, 3, 3, 4])
    u, place = several(w, n)
    w.rng.shuffle(u)
    chain = ' && '.join(f'{a} < {b}' for a, b in zip(u, u[1:]))
    w.line(f'assert(!({chain}{f" && {u[-1]} <= {u[0]}" if good else ""}));')
    return f'{n} {place}'


def counted(w, good):
    """How many are above the first."""
    n = w.rng.choice([3, 4])
    u, place = several(w, n)
    above = ' + '.join(f'({x} > {u[0]})' for x in u[1:])
    w.line(f'assert({above} <= {n - 1 if good else n - 2});')
    return f'{n} {place}'


def disjoint(w, good):
    """Ranges do not overlap; they may touch."""
    t = w.rng.choice(['int', 'long', 'char', 'short'])
    size = w.size(t)
    u, place = several(w, 2, t, w.rng.choice(['global', 'static', 'local']))
    a, b = u
    if good:
        w.line(f'assert({a} + {size} <= {b} || {b} + {size} <= {a});')
    else:
        w.line(w.rng.choice([f'assert({a} + {size} != {b});', f'assert({a} + {size} < {b} || {b} + {size} <= {a});', f'assert({b} + {size} != {a});']))
    return f'{t} {place}'


def adjacent(w, good):
    """&a + 1 may be &b; a pointer behind an object is none into it."""
    t = w.rng.choice(['int', 'long', 'char'])
    place = w.rng.choice(['global', 'static', 'local'])
    a, b = (w.object(t, place, str(i + 1))[0] for i in range(2))
    end = w.rng.choice([f'(uintptr_t)(&{a} + 1)', f'(uintptr_t)&{a} + sizeof {a}'])
    if good:
        w.line(w.rng.choice([f'assert({end} != (uintptr_t)&{a});', f'assert(&{a} != &{b});', f'assert({end} > (uintptr_t)&{a});']))
    else:
        w.line(f'assert({end} != (uintptr_t)&{b});')
    return f'{t} {place}'


def adjacent_pointers(w, good):
    """Compared as pointers (6.5.9p6 names the very case)."""
    place = w.rng.choice(['global', 'local'])
    a, b = (w.object('int', place, str(i + 1))[0] for i in range(2))
    w.line(f'int *volatile p = &{a} + {0 if good else 1}, *volatile q = &{b};', 'assert(p != q);')
    return place


def not_null(w, good):
    place = w.rng.choice(PLACES)
    x = w.object(w.rng.choice(['int', 'char', 'long']), place)[0]
    u = address(x, place)
    w.line(f'assert({u} != 0);' if good else f'assert(!(({u} >> 4 & 1) == {w.rng.randrange(2)}));')


def alignment(w, good):
    """As the type asks for, and no more."""
    t = w.rng.choice(['int', 'short', 'char', 'long', 'char'])
    size = w.size(t)
    n = w.rng.choice([1, 1, 3, 5])
    place = w.rng.choice(['global', 'static', 'local'])
    # Others before it, so that it is not always the first of its section.
    for _ in range(2):
        w.object(w.rng.choice(['char', 'short', t]), place, '0' if n == 1 else None)
    x = w.object(t, place, '0' if n == 1 else None, count=n if n > 1 else None)[0]
    k = size if good else w.rng.choice([2 * size, 2 * size, 16 if size < 16 else 32])
    w.line(f'assert(((uintptr_t)&{x} & {k - 1}) == 0);')
    return f'{t} {n} {place} {k}'


def asked_alignment(w, good):
    """_Alignas, aligned_alloc and malloc."""
    kind = w.rng.randrange(5)
    k = w.rng.choice([32, 64, 128])
    if kind == 0:
        x = w.object('char', w.rng.choice(['global', 'static', 'local']), extra=f'_Alignas({k}) ')[0]
        u = f'(uintptr_t)&{x}'
    elif kind == 1:
        w.line(f'char *x = aligned_alloc({k}, {k * w.rng.randint(1, 3)});', 'if (!x) return 0;')
        u = '(uintptr_t)x'
    elif kind == 2:
        w.line(f'char *y = malloc({w.rng.choice([1, 20, 40])});', f'char *x = malloc({w.rng.choice([16, 24, 100])});', 'if (!x || !y) return 0;')
        u, k = '(uintptr_t)x', 16
    elif kind == 3:
        t = w.type('struct', f'char c; _Alignas({k}) char m;')
        x = w.object(t, w.rng.choice(['global', 'local']))[0]
        u = f'(uintptr_t)&{x}.m'
    else:
        t = w.type('struct', 'char c; long m; char d;')
        x = w.object(t, w.rng.choice(['global', 'local']), count=2)[0]
        u, k = f'(uintptr_t)&{x}[1].{w.rng.choice(["m", "c"])}', w.size('long')
    w.line(f'assert(({u} & {(k if good else 2 * k) - 1}) == 0);')
    return f'kind {kind} {k}'


def literals(w, good):
    """Identical literals are one object or two; a literal may be the tail of another."""
    kind = w.rng.randrange(4)
    a, b = w.fresh('p'), w.fresh('p')
    text = w.rng.choice(['abc', 'x', 'hello'])
    if kind == 0:
        w.line(f'const char *volatile {a} = "{text}", *volatile {b} = "{text}{"d" if good else ""}";', f'assert({a} != {b});')
    elif kind == 1:
        w.line(f'const char *volatile {a} = "{text}", *volatile {b} = "{text}";', f'assert({f"{a}[0] == {b}[0]" if good else f"{a} == {b}"});')
    elif kind == 2:
        w.line(f'const char *volatile {a} = "{text}", *volatile {b} = "{text[1:]}";',
               f'assert((uintptr_t){a}{"" if good else " + 1"} != (uintptr_t){b});')
    else:
        f = w.function('const char *%s(int i)', [f'return i ? "{text}" : "{text}";'])
        i = w.input(2)
        w.line(f'const char *volatile {a} = {f}({i}), *volatile {b} = {f}(1);', f'assert({f"*{a} == *{b}" if good else f"{a} != {b}"});')
    return f'kind {kind} {text}'


def members(w, good):
    """Addresses of members and elements have known distances."""
    t = w.type('struct', 'char c; int m; short a[3]; long z;')
    x = w.object(t, w.rng.choice(['global', 'local']))[0]
    one, two, d = w.rng.choice([(f'{x}.c', f'{x}.m', 4), (f'{x}.a[0]', f'{x}.a[2]', 4), (f'{x}.m', f'{x}.a[1]', 6), (f'{x}.c', f'{x}.z', 16)])
    w.line(f'assert((uintptr_t)&{two} - (uintptr_t)&{one} == {d if good else d + w.rng.choice([-1, 1, 4])});')


def buckets(w, good):
    """Hashes of addresses stay in range, and may collide."""
    u, place = several(w, 2, 'long')
    k, shift = w.rng.choice([2, 4]), w.rng.choice([3, 4, 5])
    h = [f'({x} >> {shift}) % {k}' for x in u]
    w.line(f'assert({h[0]} < {k} && {h[1]} < {k});' if good else f'assert({h[0]} {w.rng.choice(["==", "!="])} {h[1]});')
    return f'{k} {shift} {place}'


def pages(w, good):
    """Two objects in one page, or not; an object smaller than its alignment never lies in two."""
    if good:
        x = w.object('long', w.rng.choice(['global', 'local']))[0]
        w.line(f'assert((uintptr_t)&{x} >> 12 == ((uintptr_t)&{x} + sizeof(long) - 1) >> 12);')
    else:
        u, place = several(w, 2, 'int')
        w.line(f'assert({u[0]} >> 12 {w.rng.choice(["!=", "!="])} {u[1]} >> 12);')


def mixed(w, good):
    """Objects of different storage."""
    kinds = w.rng.sample(PLACES, 2)
    x = [w.object('int', kind)[0] for kind in kinds]
    a, b = (address(n, kind) for n, kind in zip(x, kinds))
    if good:
        w.line(w.rng.choice([f'assert({a} != {b});', f'assert({a} + 4 <= {b} || {b} + 4 <= {a});']))
    else:
        w.line(f'assert({a} {w.rng.choice("<>")} {b});')
    return ' '.join(kinds)


def distance(w, good):
    """What lies between two objects."""
    u, place = several(w, 3)
    a, b, c = u
    d = f'({b} - {a})'
    w.line(f'assert(!({a} < {b} && {b} < {c}) || {c} - {a} >= 8);' if good else f'assert(!({a} < {b} && {b} < {c}) || {c} - {a} {w.rng.choice(["> 8", "!= 8"])});'
           if place != 'heap' else f'assert({d} != {w.rng.choice([32, 64])});')
    return place


def zero_size(w, good):
    """malloc(0) gives null or objects that differ."""
    w.line('char *a = malloc(0), *b = malloc(0);', 'if (!a || !b) return 0;', f'assert({"a != b" if good else "(uintptr_t)a < (uintptr_t)b"});')

"""A pointer that is rebuilt, and used: it reaches its object and no other. See forms.py."""

from ways import WAYS, detour

TYPES = ['int', 'int', 'short', 'unsigned char', 'long', 'unsigned']


class Things:
    """Objects of one type, alone or inside of others: lvalues and first values."""

    def __init__(self, w, count, type_=None):
        self.w, self.type = w, type_ or w.rng.choice(TYPES)
        self.lvalues, self.values = [], []
        while len(self.lvalues) < count:
            value = len(self.lvalues) + 1
            kind = w.rng.choice(['alone', 'alone', 'alone', 'array', 'member'])
            if kind == 'alone':
                lvalue = w.object(self.type, init=value)[1]
            elif kind == 'array':
                name = w.object(self.type, count=3)[0]
                lvalue = f'{name}[{w.rng.randrange(3)}]'
            else:
                t = w.type('struct', f'char c; {self.type} m; long z;')
                lvalue = f'{w.object(t)[1]}.m'
            if kind != 'alone':
                w.line(f'{lvalue} = {value};')
            self.lvalues.append(lvalue)
            self.values.append(value)


def effect(w, good, q, things, hit):
    """Something done through `q`, which points to number `hit`, and what is asserted of it."""
    target, value = things.lvalues[hit], things.values[hit]
    others = [i for i in range(len(things.lvalues)) if i != hit]
    kind = w.rng.choice(['write', 'write', 'before', 'read', 'compare', 'others', 'block'] if others else ['write', 'read', 'block'])
    if kind == 'write':
        w.line(f'*{q} = 77;', f'assert({target} {"==" if good else "!="} 77);')
    elif kind == 'before':
        w.line(f'*{q} {w.rng.choice(["+= 60", "= 61"])};', f'assert({target} {"!=" if good else "=="} {value});')
    elif kind == 'block':
        other = w.fresh('y')
        w.line(w.rng.choice([f'memset({q}, 0, sizeof *{q});', f'{things.type} {other} = 0; memcpy({q}, &{other}, sizeof *{q});',
                             f'for (unsigned i = 0; i < sizeof *{q}; i++) ((char *){q})[i] = 0;']))
        w.line(f'assert({target} {"==" if good else "!="} 0);')
    elif kind == 'read':
        w.line(f'{target} = 55;', f'assert(*{q} {"==" if good else "!="} 55);')
    elif kind == 'compare':
        other = things.lvalues[w.rng.choice(others)]
        w.line(f'assert({q} == &{target if good else other});')
    else:
        # What the others are worth, or one of them instead of what was hit.
        w.line(f'*{q} = 77;')
        told = [f'{things.lvalues[i]} == {things.values[i]}' for i in others]
        w.line(f'assert({" && ".join(told if good else told + [f"{target} == {value}"])});')


def rebuilt(w, good, ways=None):
    """One object, or one of two that an input chooses."""
    things = Things(w, w.rng.randint(1, 3))
    q, name = detour(w, things.type, f'&{things.lvalues[0]}', ways)
    effect(w, good, q, things, 0)
    return name


def chosen(w, good):
    """Which object it is depends on an input."""
    things = Things(w, w.rng.randint(2, 3))
    i, p, a, b = w.input(2), w.fresh('p'), things.lvalues[0], things.lvalues[1]
    w.line(f'{things.type} *{p} = {i} ? &{a} : &{b};')
    q, name = detour(w, things.type, p)
    w.line(f'*{q} = 77;')
    if good:
        w.line(f'assert({i} ? {a} == 77 && {b} == 2 : {a} == 1 && {b} == 77);')
    else:
        w.line(w.rng.choice([f'assert({a} == 1);', f'assert({b} == 2);', f'assert({i} || {b} != 77);', f'assert({a} + {b} != 79);']))
    return name


def twice(w, good):
    """Two detours one after the other."""
    cheap = [way for way in WAYS if way.__name__ not in ('decimal', 'printed')]
    things = Things(w, 2)
    q, first = detour(w, things.type, f'&{things.lvalues[0]}', cheap)
    q, second = detour(w, things.type, q, cheap)
    effect(w, good, q, things, 0)
    return f'{first}, {second}'


def moved(w, good):
    """The number is moved from one element of an array to another."""
    type_, n = w.rng.choice(TYPES), w.rng.randint(3, 5)
    name = w.object(type_, count=n, init='0')[0]
    a, b = w.rng.sample(range(n), 2)
    by = b - a
    q, way = detour(w, type_, f'&{name}[{a}]')
    how = w.rng.randrange(3)
    if how == 0:
        w.line(f'{q} = ({type_} *)((uintptr_t){q} {"+" if by > 0 else "-"} {abs(by)} * sizeof({type_}));')
    elif how == 1:
        w.line(f'{q} += {by};')
    else:
        i = w.input(8)
        w.line(f'if ({i} >= {n}) return 0;', f'{q} = ({type_} *)((uintptr_t){q} - {a} * sizeof({type_}) + {i} * sizeof({type_}));',
               f'*{q} = 9;', f'assert({name}[{i if good else b}] == 9);')
        return way
    w.line(f'*{q} = 9;', f'assert({name}[{b}] {"==" if good else "!="} 9);')
    return way


def walked(w, good):
    """Elements visited by counting addresses."""
    t, n = w.rng.choice(TYPES), w.rng.randint(2, 4)
    a = w.object(t, count=n, init='0')[0]
    e = f'sizeof({t})'
    loop = w.rng.choice([f'for (uintptr_t u = (uintptr_t){a}; u != (uintptr_t){a} + {n} * {e}; u += {e}) *({t} *)u = ++i;',
                         f'for (uintptr_t u = (uintptr_t){a}; i < {n}; i++) ((({t} *)u)[i]) = i + 1;',
                         f'for (uintptr_t u = (uintptr_t)({a} + {n}); u > (uintptr_t){a}; i++) {{ u -= {e}; *({t} *)u = {n} - i; }}',
                         f'for (uintptr_t u = (uintptr_t){a}, end = u + {n} * {e}; u < end; u = u + {e}) *({t} *)u += ++i;'])
    k = w.rng.randrange(n)
    w.line('int i = 0;', loop, f'assert({a}[{k}] {"==" if good else "!="} {k + 1});')


def compressed(w, good):
    """References of 16 bits into an arena."""
    t = w.type('struct', 'uint16_t next; short v;')
    arena = w.object(t, w.rng.choice(['static', 'global', 'local']), '{ 0 }', count=4)[0]
    order = w.rng.sample(range(1, 4), 2)
    make = f'((uintptr_t)&{arena}[%s] - (uintptr_t){arena}) / sizeof({t})' if w.rng.random() < 0.5 else f'(uint16_t)((uintptr_t)&{arena}[%s] - (uintptr_t){arena}) / 4'
    w.line(f'{arena}[0].next = {make.replace("%s", str(order[0]))};', f'{arena}[{order[0]}].next = {make.replace("%s", str(order[1]))};',
           f'{t} *at = &{arena}[0];', 'int n = 0;',
           f'while (at->next) {{ at = ({t} *)((uintptr_t){arena} + at->next * sizeof({t})); at->v = ++n; }}',
           f'assert({arena}[{order[1]}].v {"==" if good else "!="} 2);')


def which_range(w, good):
    """Which of two arrays an address lies in."""
    n, place = w.rng.randint(2, 4), w.rng.choice(['global', 'static', 'local'])
    a, b = (w.object('int', place, '1', count=n)[0] for _ in range(2))
    i, k = w.input(2), w.rng.randrange(n)
    w.line(f'uintptr_t u = (uintptr_t)({i} ? &{a}[{k}] : &{b}[{0 if not good else k}]);')
    if good:
        w.line(f'int in = u - (uintptr_t){a} < sizeof {a};', f'assert(in == {i});')
    else:
        w.line(f'int in = u - (uintptr_t){a} <= sizeof {a};', f'assert(in == {i});')


def function_pointer(w, good):
    """A function is called through its number."""
    g = w.object('int', 'static', 0)[1]
    f = w.function('void %s(void)', [f'{g} = 1;'])
    h = w.function('void %s(void)', [f'{g} = 2;'])
    i, u, v = w.input(2), w.fresh('u'), w.fresh('v')
    w.line(f'uintptr_t {u} = (uintptr_t)({i} ? {f} : {h});')
    kind = w.rng.randrange(4)
    if kind == 0:
        w.line(f'uintptr_t {v} = ~~{u};')
    elif kind == 1:
        w.line(f'uintptr_t {v} = 0;', f'for (int k = 0; k < W; k++) if ({u} >> k & 1) {v} |= (uintptr_t)1 << k;')
    elif kind == 2:
        w.line(f'uintptr_t {v};', f'for (unsigned k = 0; k < sizeof {v}; k++) ((char *)&{v})[k] = ((char *)&{u})[k];')
    else:
        w.line(f'uintptr_t {v} = {u} == (uintptr_t){f} ? (uintptr_t){f} : (uintptr_t){h};')
    w.line(f'((void (*)(void)){v})();', f'assert({g} == {f"({i} ? 1 : 2)" if good else w.rng.choice([1, 2])});')
    return f'kind {kind}'


def freed(w, good):
    """What is freed through its number is that object, and no other."""
    w.line('int *keep = malloc(sizeof *keep), *drop = malloc(sizeof *drop);', 'if (!keep || !drop) return 0;', '*keep = 5;', '*drop = 6;')
    q, way = detour(w, 'int', 'drop')
    w.line(f'*{q} = 8;', f'int last = *drop;', f'free({q});', f'assert(*keep == 5 && last {"==" if good else "!="} 8);')
    return way


def looked_up(w, good):
    """A number is found among the addresses of known objects."""
    things = Things(w, w.rng.randint(2, 4))
    n, i = len(things.lvalues), w.input(4)
    t, u, q = w.fresh('t'), w.fresh('u'), w.fresh('q')
    w.line(f'{things.type} *{t}[] = {{ {", ".join("&" + x for x in things.lvalues)} }};', f'if ({i} >= {n}) return 0;',
           f'uintptr_t {u} = (uintptr_t){t}[{i}];', f'{things.type} *{q} = 0;')
    kind = w.rng.randrange(4)
    if kind == 0:
        w.line(f'for (int j = 0; j < {n}; j++) if ((uintptr_t){t}[j] == {u}) {q} = {t}[j];')
    elif kind == 1:
        w.line(*[f'if ({u} == (uintptr_t)&{x}) {q} = &{x};' for x in things.lvalues])
    elif kind == 2:
        w.line(f'{q} = {t}[0];', *[f'{q} = {u} - (uintptr_t)&{x} ? {q} : &{x};' for x in things.lvalues[1:]])
    else:
        w.line(f'for (int j = 0; j < {n}; j++) if (!(((uintptr_t){t}[j] ^ {u}) >> 0)) {{ {q} = ({things.type} *)((uintptr_t){t}[j] ^ 0); break; }}')
    w.line(f'*{q} = 77;')
    hit = w.rng.randrange(n)
    x = things.lvalues[hit]
    w.line(f'assert({x} == ({i} == {hit} ? 77 : {hit + 1}));' if good else
           w.rng.choice([f'assert({x} == {hit + 1});', f'assert({i} != {hit} || {x} != 77);']))
    return f'kind {kind}'


def pool(w, good):
    """A pool that gives what was freed again, linked through numbers in the cells themselves."""
    n = w.rng.randint(2, 3)
    cell, head = w.top('cells'), w.top('head')
    w.globals += [f'static uintptr_t {cell}[{n}];', f'static uintptr_t {head};']
    init = w.function('void %s(void)', [f'for (int i = 0; i < {n}; i++) {{ {cell}[i] = {head}; {head} = (uintptr_t)&{cell}[i]; }}'])
    take = w.function('long *%s(void)', [f'uintptr_t at = {head};', 'if (!at) return 0;', f'{head} = *(uintptr_t *)at;', 'return (long *)at;'])
    give = w.function('void %s(long *p)', [f'*(uintptr_t *)p = {head};', f'{head} = (uintptr_t)p;'])
    w.line(f'{init}();', f'long *a = {take}(), *b = {take}();', '*a = 1;', '*b = 2;')
    kind = w.rng.randrange(3)
    if kind == 0:  # the same cell again
        w.line(f'{give}(a);', f'long *c = {take}();', '*c = 7;', f'assert({"c == a && *b == 2" if good else "c != a"});')
    elif kind == 1:  # two owners of one cell
        w.line(f'{give}(b);', f'{give}(a);', f'long *c = {take}(), *d = {take}();', '*c = 7;', '*d = 8;',
               f'assert(*a == {7 if good else 8} && *b == 8);')
    else:
        w.line(f'assert({"a != b && *a == 1" if good else "(uintptr_t)a - (uintptr_t)b != sizeof *a && (uintptr_t)b - (uintptr_t)a != sizeof *a"});')
    return f'kind {kind}'


def keyed(w, good):
    """A table whose keys are addresses."""
    things = Things(w, w.rng.randint(2, 3), 'int')
    n = len(things.lvalues)
    keys = w.top('keys')
    size = w.rng.choice([4, 8])
    w.globals.append(f'static struct {{ uintptr_t key; int value; }} {keys}[{size}];')
    shift = w.rng.choice([0, 2, 4])
    put = w.function('void %s(uintptr_t key, int value)',
                     [f'unsigned at = key >> {shift} & {size - 1};', f'while ({keys}[at].key) at = (at + 1) & {size - 1};',
                      f'{keys}[at].key = key;', f'{keys}[at].value = value;'])
    get = w.function('int %s(uintptr_t key)',
                     [f'unsigned at = key >> {shift} & {size - 1};', f'while ({keys}[at].key && {keys}[at].key != key) at = (at + 1) & {size - 1};',
                      f'return {keys}[at].key ? {keys}[at].value : -1;'])
    w.line(*[f'{put}((uintptr_t)&{x}, {10 + i});' for i, x in enumerate(things.lvalues)])
    k = w.rng.randrange(n)
    q, way = detour(w, 'int', f'&{things.lvalues[k]}', [way for way in WAYS if way.__name__ in ('cast', 'there_and_back', 'bytewise', 'halves')])
    w.line(f'assert({get}((uintptr_t){q}) {"==" if good else "!="} {10 + k});')
    return way


def sorted_addresses(w, good):
    """Objects visited in the order of their addresses."""
    n = w.rng.randint(2, 3)
    things = Things(w, n, 'int')
    a = w.fresh('a')
    w.line(f'uintptr_t {a}[] = {{ {", ".join("(uintptr_t)&" + x for x in things.lvalues)} }};',
           f'for (int i = 0; i < {n}; i++) for (int j = i + 1; j < {n}; j++)',
           f'\tif ({a}[j] < {a}[i]) {{ uintptr_t t = {a}[i]; {a}[i] = {a}[j]; {a}[j] = t; }}')
    kind = w.rng.randrange(3)
    if kind == 0:
        w.line(f'for (int i = 0; i < {n}; i++) *(int *){a}[i] += 10;',
               f'assert({" && ".join(f"{x} == {v + (10 if good else 0)}" for x, v in zip(things.lvalues, things.values))});')
    elif kind == 1:
        w.line(f'assert({" && ".join(f"{a}[{i}] {chr(60) if good else chr(62)} {a}[{i + 1}]" for i in range(n - 1))});')
    else:
        w.line(f'*(int *){a}[0] = 50;', f'assert({" + ".join(f"({x} == 50)" for x in things.lvalues)} == {1 if good else 2});')
    return f'kind {kind}'


def boxed(w, good):
    """High bits that no address of the machine uses hold a mark: the implementation's promise, not C's."""
    type_ = 'long'
    things = Things(w, 2, type_)
    u = w.fresh('u')
    mark, mask = w.rng.choice([('0xfff8000000000000u', '0xffffffffffffu'), ('(uintptr_t)5 << 48', '0xffffffffffffu'), ('(uintptr_t)1 << 63', '0x7fffffffffffffffu')])
    if w.bits == 32:
        mark, mask = '0x80000000u', '0x7fffffffu'
    w.line(f'uintptr_t {u} = (uintptr_t)&{things.lvalues[0]} | {mark};', f'long *q = (long *)({u} & {mask});')
    w.promised_by = 'machine'
    w.line('*q = 77;', f'assert({things.lvalues[0]} {"==" if good else "!="} 77);')
    return mark


def pieces(w, good):
    """The bytes of one pointer are written over another one, piece by piece; the upper ones of all addresses are 0."""
    things = Things(w, 2)
    a, b, size = things.lvalues[0], things.lvalues[1], w.bits // 8
    p, q = w.fresh('p'), w.fresh('p')
    end = w.rng.choice([6, 7, 8]) if size == 8 else size
    w.promised_by = 'machine'
    w.line(f'{things.type} *{p} = &{a}, *{q} = &{b};')
    cuts = sorted({0, end, *(w.rng.randrange(1, end) for _ in range(w.rng.randint(1, 3)))})
    spans = list(zip(cuts, cuts[1:]))
    w.rng.shuffle(spans)
    for lo, hi in spans:
        to, of = f'(char *)&{p} + {lo}', f'(char *)&{q} + {lo}'
        w.line(w.rng.choice([f'memcpy({to}, {of}, {hi - lo});', f'memmove({to}, {of}, {hi - lo});',
                             f'for (int i = {lo}; i < {hi}; i++) ((char *)&{p})[i] = ((char *)&{q})[i];',
                             f'{{ char piece[{hi - lo}]; memcpy(piece, {of}, sizeof piece); memcpy({to}, piece, sizeof piece); }}']))
    kind = w.rng.randrange(3)
    if kind == 0:
        w.line(f'assert({p} {"==" if good else "!="} {q});')
    elif kind == 1:
        w.line(f'*{p} = 77;', f'assert({b if good else a} == 77);')
    else:
        w.line(f'{b} = 55;', f'assert(*{p} {"==" if good else "!="} 55);')
    return f'{len(spans)} pieces'

"""An unknown integer, bytes or pointer that equals an address; addresses that come again after free. See forms.py."""

from forms_rebuilt import Things


def equal(w, good):
    """An unknown integer that a condition says is an address."""
    things = Things(w, w.rng.randint(1, 2))
    x, t = things.lvalues[0], things.type
    u, a = w.unknown(f'&{x}'), f'(uintptr_t)&{x}'
    kind = w.rng.randrange(9)
    condition = [f'{u} == {a}', f'!({u} ^ {a})', f'{u} - {a} == 0', f'{u} >> 4 == {a} >> 4 && ({u} & 15) == ({a} & 15)',
                 f'(uint16_t){u} == (uint16_t)({a}) && {u} >> 16 == {a} >> 16', f'{u} <= {a} && {u} >= {a}',
                 f'{u} + 1 > {a} && {u} < {a} + 1', f'!memcmp(&{u}, &n, sizeof n)', f'({t} *){u} == &{x}'][kind]
    if kind == 7:
        w.line(f'uintptr_t n = {a};')
    write = [f'*({t} *){u} = 77;', f'assert({x} {"==" if good else "!="} 77);']
    if w.rng.random() < 0.5:
        w.line(f'if ({condition}) {{', *write, '}')
    else:
        w.line(f'if (!({condition})) return 0;', *write)
    return f'kind {kind}'


def read_there(w, good):
    """The same, but the object is read through the integer."""
    things = Things(w, 2)
    x, y = things.lvalues
    u = w.unknown(f'&{x}', f'&{y}')
    w.line(f'if ({u} == (uintptr_t)&{x} || {u} == (uintptr_t)&{y}) {{', f'{x} = 20;', f'{y} = 30;')
    w.line(w.rng.choice([f'assert(*({things.type} *){u} == 20 || *({things.type} *){u} == 30);',
                         f'assert(*({things.type} *){u} == ({u} == (uintptr_t)&{x} ? 20 : 30));']) if good else
           f'assert(*({things.type} *){u} != {w.rng.choice([20, 30])});', '}')


def exposed(w, good):
    """Not compared at all: the object's address was made a number before (good: it never was, and nobody can know it)."""
    t = w.rng.choice(['int', 'long', 'short'])
    x = w.object(t, w.rng.choice(['static', 'global', 'local']), 5)[1]
    y = w.object(t, 'local', 6)[1]
    sink = w.top('sink')
    w.globals.append(f'volatile uintptr_t {sink};')
    # The other one's address is known in both.
    shown = [f'{sink} = (uintptr_t)&{y};']
    if not good:
        shown.append(w.rng.choice([f'{sink} = (uintptr_t)&{x};', f'{sink} = (uintptr_t)&{x} >> 4;', f'if (({sink} & 1) > (uintptr_t)&{x}) return 0;']))
    w.line(*shown)
    u = w.unknown(f'&{y}' if good else f'&{x}', others=0)
    w.only_assertions = True
    w.line(f'*({t} *){u} = 7;', f'assert({x} == 5);')


def unknown_bytes(w, good):
    """Unknown bytes that are a pointer."""
    things = Things(w, 2)
    x, y = things.lvalues
    u = w.unknown(f'&{x}', f'&{y}')
    how = w.rng.randrange(3)
    t = things.type
    if how == 0:
        w.line(f'{t} *q;', f'memcpy(&q, &{u}, sizeof q);')
    elif how == 1:
        w.line(f'{t} *q;', f'for (unsigned i = 0; i < sizeof q; i++) ((unsigned char *)&q)[i] = {u} >> 8 * i;')
    else:
        un = w.type('union', f'uintptr_t n; {t} *p;')
        w.line(f'{un} un = {{ {u} }};', f'{t} *q = un.p;')
    w.line(f'if (q != &{x} && q != &{y}) return 0;', '*q = 77;')
    w.line(f'assert({x} == (q == &{x} ? 77 : 1) && {y} == (q == &{x} ? 2 : 77));' if good else
           w.rng.choice([f'assert({x} == 1);', f'assert({y} == 2);', f'assert({x} == 1 || q != &{x});']))
    return f'kind {how}'


def unknown_pointer(w, good):
    """An unknown pointer, compared with known ones."""
    things = Things(w, 2)
    x, y = things.lvalues
    w.native(f'native_hint((uintptr_t)&{x});', f'native_hint((uintptr_t)&{y});')
    w.ranges.append(3)
    w.line(f'{things.type} *q = __VERIFIER_nondet_pointer();')
    kind = w.rng.randrange(3)
    if kind == 0:
        w.line(f'if (q == &{x}) {{', '*q = 77;', f'assert({x} {"==" if good else "!="} 77);', '}')
    elif kind == 1:
        w.line(f'if (q == &{x} || q == &{y}) {{', '*q = 77;', f'assert({x} + {y} == {f"(q == &{x} ? 79 : 78)" if good else 79});', '}')
    else:
        w.line(f'if (q == &{y}) {{', '*q = 77;', f'assert({x} {"==" if good else "!="} 1);', '}')
    return f'kind {kind}'


def near(w, good):
    """An unknown number in the range of an array's addresses."""
    t, n = w.rng.choice(['int', 'short', 'long']), w.rng.randint(2, 4)
    a = w.object(t, None, '0', count=n)[0]
    u = w.unknown(*[f'&{a}[{i}]' for i in range(n)])
    w.line(f'if ({u} < (uintptr_t)&{a}[0] || {u} > (uintptr_t)&{a}[{n - 1}] || ({u} - (uintptr_t){a}) % sizeof({t})) return 0;',
           f'*({t} *){u} = 7;')
    k = w.rng.randrange(n)
    everywhere = ' + '.join(f'{a}[{i}]' for i in range(n))
    w.line(f'assert({everywhere} == 7);' if good else f'assert({a}[{k}] == 0);')


# --- the same address again

def again(w, good):
    """What is allocated after free may be where the freed object was."""
    n = w.rng.choice(['sizeof(int)', '8', '24'])
    w.line(f'int *a = malloc({n});', 'if (!a) return 0;', 'uintptr_t u = (uintptr_t)a;', '*a = 1;')
    if w.rng.random() < 0.3:
        w.line('int other = 3;', 'uintptr_t v = (uintptr_t)&other;', 'if (v == u) return 0;')
    kind = w.rng.randrange(4)
    if kind == 0:  # still there: never the same
        w.line(*(['free(a);'] if not good else []), f'int *b = malloc({n});', 'if (!b) return 0;', 'assert((uintptr_t)b != u);')
    elif kind == 1:
        w.line('free(a);', f'int *b = malloc({n});', 'if (!b) return 0;', 'if ((uintptr_t)b == u) {', '*(int *)u = 7;',
               f'assert(*b {"==" if good else "!="} 7);', '}')
    elif kind == 2:
        w.line('free(a);', f'int *b = malloc({n}), *c = malloc({n});', 'if (!b || !c) return 0;', '*b = 2;', '*c = 3;',
               f'assert({"(uintptr_t)b != u || (uintptr_t)c != u" if good else "(uintptr_t)b != u && (uintptr_t)c != u"});')
    else:
        w.line(f'int *b = realloc(a, 64);', 'if (!b) return 0;', f'assert({"*b == 1" if good else w.rng.choice(["(uintptr_t)b == u", "(uintptr_t)b != u"])});')
    return f'kind {kind}'


def reused(w, good):
    """A number of an object that has ended finds the one that is there now, by several ways."""
    t = w.rng.choice(['int', 'int', 'short', 'long', 'unsigned char'])
    key = w.top('key')
    w.globals.append(f'static uintptr_t {key};')
    tag = w.rng.choice([0, 0, 1])
    ended, name = w.rng.choice(['heap', 'heap', 'resized', 'block', 'call']), 'b'
    keep = f'{key} = (uintptr_t)a{" | 1" if tag else ""};'
    if ended in ('heap', 'resized'):
        w.line(f'{t} *a = malloc(sizeof({t}));', 'if (!a) return 0;', keep)
        w.line(f'{t} *b = realloc(a, {w.rng.choice([1, 2, 8])} * sizeof({t}));' if ended == 'resized' else 'free(a);')
        w.line(*([] if ended == 'resized' else [f'{t} *b = malloc(sizeof({t}));']), 'if (!b) return 0;', '*b = 3;')
    elif ended == 'block':
        w.line('{', f'{t} x = 1;', f'{t} *volatile a = &x;', keep, '}', '{', f'{t} y = 3;', f'{t} *volatile b = &y;')
    else:
        f = w.function('void %s(void)', [f'{t} x = 1;', f'{t} *volatile a = &x;', keep])
        w.line(f'{f}();')
        name = 'p'
    number = f'({key} & ~(uintptr_t)1)' if tag else key
    if tag and t == 'unsigned char':
        w.line(f'if ((uintptr_t){name} & 1) return 0;') if ended != 'call' else None
    how = w.rng.randrange(5)
    then = [[f'*({t} *){number} = 7;'], [f'void *v = (void *){number};', f'memset(v, 7, sizeof({t}));'],
            [f'void *v = (void *){number};', f'*({t} *)v = 7;'], [f'for (unsigned i = 0; i < sizeof({t}); i++) ((char *){number})[i] = 7;'],
            [f'{t} *q, *_q = ({t} *){number};', 'memcpy(&q, &_q, sizeof q);', '*q = 7;']][how]
    check = f'assert(*{name} {"!=" if good else "=="} 3);'
    if ended == 'call':
        f = w.function('void %s(void)', [f'{t} y = 3;', f'{t} *volatile p = &y;', f'if ((uintptr_t)p == {number}) {{', *then, check, '}'])
        w.line(f'{f}();')
    else:
        w.line(f'if ((uintptr_t)b == {number}) {{', *then, check, '}')
    if ended == 'block':
        w.line('}')
    return f'{ended} kind {how}'


def frames(w, good):
    """Locals of two calls: at the same address, if they do not live at the same time."""
    kind = w.rng.randrange(4)
    if kind == 0:
        f = w.function('uintptr_t %s(int v)', ['int x = v, y = v + 1;', 'int *volatile p = &x;', '(void)y;', 'return (uintptr_t)p;'])
        if good:
            w.line('int mine = 1;', 'int *volatile p = &mine;', f'assert({f}(1) != (uintptr_t)p);')
        else:
            w.line(f'uintptr_t a = {f}(1), b = {f}(2);', f'assert(a {w.rng.choice(["==", "!="])} b);')
    elif kind == 1:
        g = w.fresh('f')
        w.names.add(g)
        w.globals.append(f'static int {g}(int n, uintptr_t outer);')
        w.functions.append((f'int {g}(int n, uintptr_t outer)',
                            ['int x = n;', 'int *volatile p = &x;', f'if (n == 0) return (uintptr_t)p {"!=" if good else "<"} outer;',
                             f'int r = {g}(n - 1, (uintptr_t)p);', 'return r && *p == n;']))
        w.line(f'assert({g}(1, 0));' if good else f'assert({g}(1, 0) == {w.rng.choice([0, 1])});')
    elif kind == 2:
        w.line('uintptr_t last = 0, now = 0;', 'int same = 0;', 'for (int i = 0; i < 2; i++) {', 'int x = i;', 'int *volatile p = &x;',
               'now = (uintptr_t)p;', 'same += now == last;', 'last = now;', '}', f'assert(same {"<= 1" if good else w.rng.choice(["== 1", "== 0"])});')
    else:
        w.line('uintptr_t a, b;', '{', 'int x = 1;', 'int *volatile p = &x;', 'a = (uintptr_t)p;', '}', '{', 'int y = 2;', 'int *volatile p = &y;',
               'b = (uintptr_t)p;', f'assert({"*p == 2" if good else w.rng.choice(["a == b", "a != b"])});', '}')
    return f'kind {kind}'


def stale_key(w, good):
    """A table remembers the number of a freed object, and finds a new one under it."""
    key, value = w.top('key'), w.top('value')
    w.globals += [f'static uintptr_t {key};', f'static int {value};']
    w.line('int *a = malloc(16);', 'if (!a) return 0;', f'{key} = (uintptr_t)a;', f'{value} = 5;', 'free(a);')
    if good:
        w.line(f'{key} = 0;')
    w.line('int *b = malloc(16);', 'if (!b) return 0;', f'int found = {key} == (uintptr_t)b ? {value} : 0;', 'assert(found == 0);')

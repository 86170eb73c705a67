"""Offsets that leave an array inside of a larger object: C leaves them undefined, programs use them. See forms.py.

Natively the neighbour is reached, always. A proof that it is not needs an assumption that the report names.
"""


def before(w, good):
    """A constant before an array of characters."""
    n = w.rng.choice([4, 8, 12])
    m = w.rng.choice(['int', 'char', 'long'])
    size = w.size(m)
    t = w.type('struct', f'{m} first; char buf[{n}]; int last;')
    s = w.object(t, None)[1]
    w.line(f'{s}.first = 1;', f'{s}.last = 2;', f'char *p = {s}.buf;')
    off = 0 if good else size
    kind = w.rng.randrange(3)
    w.outside = True
    if kind == 0:
        w.line(f'p = p - {off};', f'*({"char" if good else m} *)p = 7;')
    elif kind == 1:
        w.line(f'p[-{off}] = 7;')
    else:
        w.line(f'*({"char" if good else m} *)((uintptr_t)p - {off}) = 7;')
    w.line(f'assert({s}.first == 1);')
    return f'{m} {n} kind {kind}'


def behind(w, good):
    """A constant behind it."""
    n = w.rng.choice([4, 8])
    t = w.type('struct', f'int first; char buf[{n}]; char after[4];')
    s = w.object(t, None)[1]
    w.outside = True
    w.line(f'{s}.after[0] = 2;', f'char *p = {s}.buf;', f'p[{n - 1 if good else n}] = 7;', f'assert({s}.after[0] == 2);')


def index(w, good):
    """An unknown index."""
    n = w.rng.choice([2, 4])
    e = w.rng.choice(['int', 'char', 'short'])
    t = w.type('struct', f'{e} a[{n}], b[{n}];')
    s = w.object(t, None)[1]
    k = w.input(2 * n)
    w.outside = True
    how = w.rng.randrange(3)
    w.line(f'for (int i = 0; i < {n}; i++) {s}.b[i] = 1;', *([f'if ({k} >= {n}) return 0;'] if good else []))
    w.line([f'{e} *p = {s}.a;', f'{e} *p = &{s}.a[0];', f'{e} *p = {s}.a + 1 - 1;'][how], f'p[{k}] = 7;' if how else f'*(p + {k}) = 7;')
    w.line(f'assert({s}.b[{w.rng.randrange(n)}] == 1);')
    return f'{e} {n}'


def downwards(w, good):
    """An unknown index counts down from the second array."""
    n = w.rng.choice([2, 4])
    e = w.rng.choice(['int', 'char'])
    t = w.type('struct', f'{e} a[{n}], b[{n}];')
    s = w.object(t, None)[1]
    k = w.input(n if good else 2 * n)
    w.outside = True
    w.line(f'for (int i = 0; i < {n}; i++) {s}.a[i] = 1;', f'{e} *p = {s}.b + {n - 1};', f'p -= {k};', '*p = 7;',
           f'assert({s}.a[{w.rng.randrange(n)}] == 1);')
    return f'{e} {n}'


def member(w, good):
    """From one scalar member to the next."""
    t = w.type('struct', 'int a, b, c;')
    s = w.object(t, None)[1]
    w.outside = True
    k = w.rng.choice([1, 2])
    w.line(f'{s}.b = {s}.c = 1;', f'int *p = &{s}.a;')
    kind = w.rng.randrange(3)
    offset = 0 if good else k
    if kind == 0:
        w.line(f'p[{offset}] = 7;')
    elif kind == 1:
        i = w.input(2)
        w.line(f'p += {i} * {offset};', '*p = 7;')
    else:
        w.line(f'*(int *)((char *)p + {4 * offset}) = 7;')
    w.line(f'assert({s}.{"b" if k == 1 else "c"} == 1);')
    return f'kind {kind}'


def container(w, good):
    """From a member to the object around it, which C allows through char * to all of it."""
    t = w.type('struct', 'int head; short tag[2]; int body;')
    s = w.object(t, None)[1]
    w.line(f'{s}.head = 1;', f'{s}.body = 2;', f'int *p = &{s}.body;', f'{t} *q = ({t} *)((char *)p - offsetof({t}, body));',
           'q->head = 7;', f'assert({s}.head == {7 if good else 1});')
    w.outside = True


def two_dimensions(w, good):
    """From one row to the next."""
    a = w.object('int', w.rng.choice(['global', 'static', 'local']), count='2][3')[0]
    k = w.input(2 if good else 4)
    w.outside = True
    w.line(f'for (int i = 0; i < 3; i++) {a}[1][i] = 1;', f'int *p = {a}[0] + 1;', f'p[{k}] = 7;', f'assert({a}[1][0] == 1);')


def union_arrays(w, good):
    """An array inside a union, over a member that lies beyond it."""
    t = w.type('union', 'struct { char c[4]; int after; } s; int words[2];')
    u = w.object(t, None)[1]
    k = w.input(4 if good else 8)
    w.outside = True
    w.line(f'{u}.s.after = 0;', f'char *p = {u}.s.c;', f'p[{k}] = 1;', f'assert({u}.s.after == 0);')

"""Memory that grows, shrinks and moves. See scenarios.py."""

from common import guarded, scalar


def vector(w, bad):
    tag, n = w.fresh('V'), w.rng.randint(2, 5)
    w.types.append(f'struct {tag} {{ int *at; unsigned count, room; }};')
    full = 'v->count == v->room' if not bad else 'v->count == v->room + 1'
    push = w.function(f'void %s(struct {tag} *v, int x)',
                      [f'if ({full}) {{', 'v->room = 2 * v->room + 1;', 'v->at = realloc(v->at, v->room * sizeof *v->at);', '}',
                       'v->at[v->count++] = x;'])
    v = w.fresh('v')
    w.line(f'struct {tag} {v} = {{ malloc(sizeof(int)), 0, 1 }};')
    w.line(f'for (int i = 0; i < {n}; i++) {push}(&{v}, i);')
    w.line(f'free({v}.at);')


def stale(w, bad):
    """A pointer from before realloc."""
    n = w.rng.randint(1, 3)
    p, q = w.fresh('p'), w.fresh('q')
    w.line(f'int *{p} = malloc({n} * sizeof(int)), *{q} = {p};')
    w.line(f'{p}[0] = 4;')
    w.line(f'{p} = realloc({p}, {n + 2} * sizeof(int));')
    w.line(f'if ({p}[0] != 4) {p}[{n + 90}] = 1;')
    guarded(w, bad, [f'{w.style.pointer("int", p)}[0] = 1;'], [f'{w.style.pointer("int", q)}[0] = 1;'])
    w.line(f'free({p});')


def shrunk(w, bad):
    n, p = w.rng.randint(2, 5), w.fresh('p')
    w.line(f'int *{p} = malloc({n} * sizeof(int));')
    w.line(f'{p}[{n - 1}] = 1;')
    w.line(f'{p} = realloc({w.style.pointer("int", p)}, {n - 1} * sizeof(int));')
    guarded(w, bad, [f'{p}[{n - 2}] = 2;'], [f'{p}[{n - 1}] = 2;'])
    w.line(f'free({p});')


def text_buffer(w, bad):
    """Text that is appended to a buffer, which grows; with its end there is one character more."""
    tag, b = w.fresh('B'), w.fresh('b')
    w.types.append(f'struct {tag} {{ char *at; unsigned used, room; }};')
    append = w.function(f'void %s(struct {tag} *b, const char *s)',
                        ['unsigned n = (unsigned)strlen(s);', f'if (b->used + n {"> b->room" if bad else ">= b->room"}) {{', 'b->room = b->used + n + 1;',
                         'b->at = realloc(b->at, b->room);', '}', 'strcpy(b->at + b->used, s);', 'b->used += n;'])
    first, second = w.rng.choice([('ab', 'cd'), ('abc', 'd'), ('', 'abcd')])
    w.line(f'struct {tag} {b} = {{ malloc(4), 0, 4 }};')
    w.line(f'{append}(&{b}, "{first}");')
    w.line(f'{append}({w.style.pointer(f"struct {tag}", "&" + b)}, "{second}");')
    w.line(f'free({b}.at);')


def interior(w, bad):
    """A pointer into the middle, from before realloc."""
    n, p, q = w.rng.randint(2, 4), w.fresh('p'), w.fresh('q')
    type_ = scalar(w)
    w.line(f'{type_} *{p} = calloc({n}, sizeof *{p}), *{q} = {p} + {n - 1};')
    w.line(f'{p} = realloc({p}, {2 * n} * sizeof *{p});')
    guarded(w, bad, [f'{w.style.pointer(type_, p)}[{2 * n - 1}] = 1;'], [f'*{w.style.pointer(type_, q)} = 1;'])
    w.line(f'free({p});')


def moved_links(w, bad):
    """Nodes in an array that is moved, linked by pointers or by numbers."""
    tag, a, k = w.fresh('N'), w.fresh('a'), w.rng.randint(0, 1)
    w.types.append(f'struct {tag} {{ struct {tag} *next; int number, v; }};')
    w.line(f'struct {tag} *{a} = calloc(2, sizeof *{a});')
    w.line(f'{a}[{k}].next = &{a}[{1 - k}];')
    w.line(f'{a}[{k}].number = {1 - k};')
    w.line(f'{a} = realloc({w.style.pointer(f"struct {tag}", a)}, 4 * sizeof *{a});')
    w.line(f'{a}[{k}].next->v = 1;' if bad else f'{a}[{a}[{k}].number].v = 1;')
    w.line(f'free({a});')


def realloc_freed(w, bad):
    p, q = w.fresh('p'), w.fresh('q')
    w.line(f'int *{p} = realloc(NULL, 2 * sizeof(int)), *{q} = {p};')
    w.line(f'{p}[1] = 1;')
    w.line(f'free({p});')
    w.line(f'{q} = realloc({w.style.pointer("int", q) if bad else "NULL"}, 3 * sizeof(int));')
    w.line(f'free({q});')

"""One type seen as another, pointers as integers, sizes that do not fit. See scenarios.py."""

from common import record


def views(w, bad):
    """An array of one type through a pointer to another."""
    n, (wide, narrow, factor) = w.rng.randint(1, 4), w.rng.choice([('int', 'short', 2), ('long', 'int', 2),
                                                                   ('int', 'unsigned char', 4), ('long', 'short', 4)])
    a, p = w.array(wide, n), w.fresh('p')
    w.line(f'{narrow} *{p} = ({narrow} *){w.style.pointer(wide, a)};')
    w.line(f'for (int i = 0; i < {n * factor + bad}; i++) {p}[i] = 1;')
    v = w.array('int', 1)
    expected = {('int', 'short'): '0x10001', ('long', 'int'): '0x100000001', ('int', 'unsigned char'): '0x1010101',
                ('long', 'short'): '0x1000100010001'}[wide, narrow]
    w.line(f'{v}[{a}[{n - 1}] == {expected} ? 0 : 3] = 1;')


def integer_pointer(w, bad):
    n = w.rng.randint(2, 4)
    a, x = w.array('int', n), w.fresh('x')
    w.line(f'uintptr_t {x} = (uintptr_t){w.style.pointer("int", a)};')
    w.line(f'{x} += {n - 1 + bad} * sizeof(int);')
    w.line(f'*(int *){x} = 3;')


def prefix(w, bad):
    """What begins like another structure, and what only says so."""
    base, derived, n = w.fresh('B'), w.fresh('D'), w.rng.randint(1, 3)
    w.types.append(f'struct {base} {{ int kind; }};')
    w.types.append(f'struct {derived} {{ struct {base} base; int extra[{n}]; }};')
    a, b, i = w.array(f'struct {base}', 1), w.array(f'struct {derived}', 1), w.input(2)
    f = w.function(f'void %s(struct {base} *p)', [f'if (p->kind == 1) ((struct {derived} *)p)->extra[{n - 1}] = 2;'])
    w.line(f'{a}[0].kind = {int(bad)};')
    w.line(f'{b}[0].base.kind = 1;')
    w.line(f'{f}({i} ? {w.style.pointer(f"struct {base}", a)} : &{b}[0].base);')


def opaque(w, bad):
    """A function that is given what another one takes for something larger."""
    n, small, large = w.rng.randint(1, 3), *w.rng.choice([('int', 'long'), ('char', 'int'), ('short', 'long')])
    f = w.function('void %s(void *context)', [f'{large if bad else small} *p = context;', f'for (int i = 0; i < {n}; i++) p[i] = 1;'])
    call = w.function('void %s(void (*f)(void *), void *context)', ['f(context);'])
    a = w.array(small, n)
    w.line(f'{call}({f}, {w.style.pointer(small, a)});')


def strides(w, bad):
    """An array of structures, stepped through as bytes."""
    type_, n = record(w)
    count = w.rng.randint(1, 3)
    a, p = w.array(type_, count), w.fresh('p')
    w.line(f'char *{p} = (char *){w.style.pointer(type_, a)};')
    w.line(f'for (int i = 0; i < {count + bad}; i++, {p} += sizeof({type_})) (({type_} *){p})->c = 1;')


def header(w, bad):
    """An allocator that keeps the size before what it gives."""
    n, p, size = w.rng.randint(1, 5), w.fresh('p'), w.fresh('n')
    new = w.function('void *%s(size_t n)', ['size_t *h = malloc(sizeof *h + n);', '*h = n;', 'return h + 1;'])
    length = w.function('size_t %s(void *p)', ['return ((size_t *)p)[-1];'])
    drop = w.function('void %s(void *p)', ['free((size_t *)p - 1);'])
    w.line(f'char *{p} = {new}({n});')
    w.line(f'size_t {size} = {length}({w.style.pointer("char", p)});')
    w.line(f'for (size_t i = 0; i < {size}{" + 1" if bad else ""}; i++) {p}[i] = 1;')
    w.line(f'{drop}({p});')


def truncated_size(w, bad):
    """A size that does not fit the type that it is computed in."""
    n, size, p = w.rng.choice([65, 66, 70]), w.fresh('n'), w.fresh('p')
    w.line(f'unsigned {"char" if bad else "short"} {size} = {n} * sizeof(int);')
    w.line(f'int *{p} = malloc({size});')
    w.line(f'for (int i = 0; i < {n}; i++) {w.style.pointer("int", p)}[i] = 1;')
    w.line(f'free({p});')


def negative_index(w, bad):
    """A character that is negative, as an index."""
    a, c = w.array('char', 200, ('heap',)), w.fresh('c')
    i = w.input(4)
    w.line(f'{"" if bad else "un"}signed char {c} = 124 + 4 * {i} / 3;')
    w.line(f'{w.style.pointer("char", a)}[{c}] = 1;')

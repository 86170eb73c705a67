"""Structures: members, containers, copies. See scenarios.py."""

from common import guarded, record


def member(w, bad):
    """Past the last member of an object."""
    type_, n = record(w)
    s, p = w.array(type_, 2), w.fresh('p')
    w.line(f'short *{p} = {w.style.pointer("short", f"{s}[1].last")};')
    guarded(w, bad, [f'{p}[{n - 1}] = 1;'], [f'{p}[{n + 7}] = 1;'])
    w.line(f'{s}[0].next = &{s}[1];')
    w.line(f'{s}[0].next->a[{n - 1}] = {s}[1].last[0];')


def container(w, bad):
    type_, n = record(w)
    before = w.rng.random() < 0.5
    # Far before an object, AddressSanitizer watches only what is on the heap.
    s, p = w.array(type_, 1, ('heap',) if before else ('local', 'global', 'static', 'heap')), w.fresh('p')
    w.line(f'int *{p} = {s}[0].a;')
    back = f'(({type_} *)((char *){p} - offsetof({type_}, a)))'
    f = w.function(f'int %s({type_} *s)', [f's->c = 3; return s->c + s->last[{n - 1}];'])
    wrong = back.replace(', a)', ', next)') if before else f'({back} + 1)'
    guarded(w, bad, [f'(void){f}({back});'], [f'(void){f}({wrong});'])


def by_value(w, bad):
    type_, n = record(w)
    f = w.function(f'{type_} %s({type_} s, int i)', [f's.a[i] = i;', 's.next = NULL;', 'return s;'])
    s, i = w.array(type_, 1), w.input(4)
    w.line(f'{s}[0].c = 1;')
    w.line(f'{s}[0] = {f}({s}[0], {i} < {n} ? {i} : 0);')
    use = f'{s}[0].next->c' if bad else f'{s}[0].c'
    w.line(f'if ({s}[0].a[{n - 1}] == {n - 1}) {use} = 2;')


def block_operations(w, bad):
    type_, n = record(w)
    s, t = w.array(type_, 2), w.array(type_, 1)
    w.line(f'memset({w.style.pointer(type_, t)}, 0, sizeof({type_}));')
    w.line(f'{s}[1] = {t}[0];')
    w.line(f'memcpy({w.style.pointer(type_, t)}, {s}, {1 + bad} * sizeof({type_}));')


def flexible(w, bad):
    """A structure that ends in an array of any length."""
    tag, n, p = w.fresh('F'), w.rng.randint(2, 5), w.fresh('p')
    type_ = w.rng.choice(['int', 'short', 'char'])
    w.types.append(f'struct {tag} {{ unsigned n; {type_} at[]; }};')
    w.line(f'struct {tag} *{p} = malloc(sizeof *{p} + {n - bad} * sizeof({type_}));')
    w.line(f'{p}->n = {n};')
    f = w.function(f'void %s(struct {tag} *p)', ['for (unsigned i = 0; i < p->n; i++) p->at[i] = 7;'])
    w.line(f'{f}({w.style.pointer(f"struct {tag}", p)});')
    w.line(f'free({p});')


def inner_records(w, bad):
    """Arrays of structures in an array of structures."""
    inner, outer = w.fresh('In'), w.fresh('Out')
    rows, columns = w.rng.randint(1, 3), w.rng.randint(2, 3)
    w.types.append(f'struct {inner} {{ short x[2]; char c; }};')
    w.types.append(f'struct {outer} {{ struct {inner} in[{columns}]; int tail; }};')
    a = w.array(f'struct {outer}', rows)
    f = w.function(f'void %s(struct {inner} *p, int n)', ['for (int i = 0; i < n; i++) p[i].x[1] = i, p[i].c = 1;'])
    w.line(f'for (int i = 0; i < {rows + bad}; i++) {f}({w.style.pointer(f"struct {outer}", a)}[i].in, {columns});')


def shallow_copy(w, bad):
    """Two structures that own the same memory after an assignment."""
    tag, s, t = w.fresh('O'), w.fresh('s'), w.fresh('t')
    w.types.append(f'struct {tag} {{ int *data; int n; }};')
    drop = w.function(f'void %s(struct {tag} *s)', ['free(s->data);', 's->data = NULL;', 's->n = 0;'])
    w.line(f'struct {tag} {s} = {{ malloc(3 * sizeof(int)), 3 }}, {t};')
    w.line(f'{t} = {s};')
    w.line(f'{drop}({w.style.pointer(f"struct {tag}", "&" + s)});')
    wrong = [f'{drop}(&{t});'] if w.rng.random() < 0.5 else [f'{t}.data[{t}.n - 1] = 1;']
    guarded(w, bad, [f'{t}.data = {s}.data;'], wrong)

"""Unions: the same bytes in several types. See scenarios.py."""


def union_bytes(w, bad):
    tag = w.fresh('U')
    w.types.append(f'union {tag} {{ unsigned w; unsigned char b[4]; short h[2]; }};')
    u, i = w.array(f'union {tag}', 1), w.input(8)
    w.line(f'{u}[0].w = 0x01020304u;')
    limit = 4 + bad
    w.line(f'if ({i} < {limit}) {w.style.pointer("unsigned char", f"(unsigned char *)&{u}[0]")}[{i}] = 9;')
    # The value read decides where the next write goes.
    v = w.array('int', 2)
    w.line(f'{v}[{u}[0].b[0] == 9 || {u}[0].b[0] == 4 ? 0 : 2] = 1;')


def union_pointer(w, bad):
    tag = w.fresh('U')
    w.types.append(f'union {tag} {{ int *p; uintptr_t i; }};')
    a, u = w.array('int', 3), w.fresh('u')
    w.line(f'union {tag} {u};')
    w.line(f'{u}.p = {w.style.pointer("int", a)};')
    w.line(f'{u}.i += {2 + bad} * sizeof(int);')
    w.line(f'*{u}.p = 5;')


def tagged(w, bad):
    """A number or a pointer, and which of them."""
    tag, v, i = w.fresh('V'), w.fresh('v'), w.input(2)
    w.types.append(f'struct {tag} {{ int is_pointer; union {{ int number; int *pointer; }} u; }};')
    a = w.array('int', 2)
    f = w.function(f'int %s(struct {tag} *v)', ['if (v->is_pointer) return *v->u.pointer;', 'return v->u.number;'])
    w.line(f'struct {tag} {v} = {{ 0 }};')
    w.block(f'if ({i})', [f'{v}.u.pointer = {w.style.pointer("int", a)};', f'{v}.is_pointer = 1;'])
    w.block('else', [f'{v}.u.number = {w.rng.randint(1, 9)};', f'{v}.is_pointer = {int(bad)};'])
    w.line(f'(void){f}(&{v});')


def union_parts(w, bad):
    """Written as characters, read as a number that says where the next write goes."""
    tag, n = w.fresh('U'), w.rng.randint(1, 3)
    w.types.append(f'union {tag} {{ struct {{ short low, high; }} s; int i; char c[8]; long l; }};')
    u, v = w.array(f'union {tag}', 1), w.array('int', n)
    w.line(f'{u}[0].l = 0;')
    w.line(f'{u}[0].c[{w.rng.choice([1, 2, 3])}] = 1;')
    w.line(f'{u}[0].s.low = {n - 1}; {u}[0].c[2] = {u}[0].c[3] = 0;')
    w.line(f'{w.style.pointer("int", v)}[{u}[0].i + {int(bad)}] = 1;')


def union_strides(w, bad):
    """One pointer that is moved by another's stride."""
    tag, u, n = w.fresh('U'), w.fresh('u'), w.rng.randint(1, 4)
    w.types.append(f'union {tag} {{ int *i; char *c; void *v; short *s; }};')
    a = w.array('int', n)
    w.line(f'union {tag} {u} = {{ .v = {w.style.pointer("int", a)} }};')
    member, size = w.rng.choice([('c', 1), ('s', 2), ('i', 4)])
    w.line(f'{u}.{member} += {n * 4 // size - 1 + bad};')
    w.line(f'*{u}.{member} = 1;')

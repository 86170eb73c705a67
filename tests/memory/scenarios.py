"""What programs do with memory, and what goes wrong in them.

Each scenario is a function of a Writer and `bad`: the same with and without the planted bug. Choices of what the program
means are the writer's rng, so that they are the same for a program and its fixed twin; choices of how it is written are its
style's. BUGS lists the scenarios.
"""


def guarded(w, bad, good_lines, bad_lines):
    """The bug on some inputs only, or always."""
    lines = bad_lines if bad else good_lines
    if w.rng.random() < 0.5:
        w.body += lines
        return
    i, value = w.input(4), w.rng.randrange(4)
    w.block(f'if ({i} == {value})', lines)
    w.block('else', good_lines)


def scalar(w):
    return w.rng.choice(['int', 'short', 'unsigned char', 'long', 'unsigned', 'long long', 'signed char'])


# --- arrays


def array_walk(w, bad):
    type_, n = scalar(w), w.rng.randint(2, 6)
    down = w.rng.random() < 0.3
    # Before a global there need not be anything that AddressSanitizer watches.
    a, p = w.array(type_, n, ('local', 'heap') if down else ('local', 'global', 'static', 'heap')), w.fresh('p')
    start = w.style.pointer(type_, a)
    if down:
        w.line(f'{type_} *{p} = {start} + {n - 1};')
        good, wrong = [f'for (int i = 0; i < {n}; i++) {p}[-i] = i;'], [f'for (int i = 0; i <= {n}; i++) {p}[-i] = i;']
    else:
        w.line(f'{type_} *{p} = {start};')
        good, wrong = [f'for (int i = 0; i < {n}; i++) *({p} + i) = i;'], [f'for (int i = 0; i <= {n}; i++) *({p} + i) = i;']
    guarded(w, bad, good, wrong)


def array_index(w, bad):
    type_, n = scalar(w), w.rng.randint(1, 7)
    a, i = w.array(type_, n), w.input(8)
    test = f'{i} < {n}' if not bad else f'{i} <= {n}'
    element = w.style.pointer(type_, a)
    if w.rng.random() < 0.5:
        f = w.function(f'{type_} %s({type_} *p, int i)', ['return p[i];'])
        w.line(f'if ({test}) (void){f}({element}, {i});')
    else:
        w.split([f'if ({test}) {element}[{i}] = 1;'], [(f'{type_} *', a), ('int ', i)])


def matrix(w, bad):
    rows, columns = w.rng.randint(2, 3), w.rng.randint(2, 4)
    name = w.fresh('m')
    if w.style.storage(['local', 'global']) == 'global':
        w.globals.append(f'int {name}[{rows}][{columns}];')
    else:
        w.line(f'int {name}[{rows}][{columns}] = {{ {{ 0 }} }};')
    i = w.fresh('i')
    w.line(f'for (int {i} = 0; {i} < {rows + bad}; {i}++) {name}[{i}][{columns - 1}] = {i};')


def overflowing_size(w, bad):
    """The number of elements where bytes were wanted."""
    type_, n = w.rng.choice(['int', 'long', 'short']), w.rng.randint(2, 5)
    p = w.fresh('p')
    w.line(f'{type_} *{p} = malloc({n}{"" if bad else f" * sizeof({type_})"});')
    w.line(f'for (int i = 0; i < {n}; i++) {w.style.pointer(type_, p)}[i] = i;')
    w.line(f'free({p});')


# --- structures and unions


def record(w):
    tag, n = w.fresh('S'), w.rng.randint(2, 4)
    w.types.append(f'struct {tag} {{ char c; int a[{n}]; struct {tag} *next; short last[{n}]; }};')
    return f'struct {tag}', n


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
    s, p = w.array(type_, 1), w.fresh('p')
    w.line(f'int *{p} = {s}[0].a;')
    back = f'(({type_} *)((char *){p} - offsetof({type_}, a)))'
    f = w.function(f'int %s({type_} *s)', [f's->c = 3; return s->c + s->last[{n - 1}];'])
    wrong = back.replace(', a)', ', next)') if w.rng.random() < 0.5 else f'({back} + 1)'
    guarded(w, bad, [f'(void){f}({back});'], [f'(void){f}({wrong});'])


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


# --- lists and trees


def list_type(w):
    tag = w.fresh('L')
    w.types.append(f'struct {tag} {{ int v; struct {tag} *next; }};')
    return f'struct {tag}'


def build_list(w, type_, n):
    push = w.function(f'{type_} *%s({type_} *l, int v)',
                      [f'{type_} *n = malloc(sizeof *n);', 'n->v = v;', 'n->next = l;', 'return n;'])
    l = w.fresh('l')
    w.line(f'{type_} *{l} = NULL;')
    w.line(f'for (int i = 0; i < {n}; i++) {l} = {push}({w.style.pointer(type_, l)}, i);')
    return l


def list_free(w, bad):
    type_, n = list_type(w), w.rng.randint(1, 4)
    l = build_list(w, type_, n)
    good = [f'while ({l}) {{', f'{type_} *n = {l}->next;', f'free({l});', f'{l} = n;', '}']
    wrong = [f'while ({l}) {{', f'{type_} *old = {l};', 'free(old);', f'{l} = {w.style.pointer(type_, "old")}->next;', '}']
    guarded(w, bad, good, wrong)


def list_remove(w, bad):
    """The k-th node is taken out and freed; the bad one stays in the list."""
    type_, n = list_type(w), w.rng.randint(2, 4)
    l, k = build_list(w, type_, n), w.input(4)
    unlink = '*at = old->next;' if not bad else '*at = at == l ? old->next : *at;'
    f = w.function(f'void %s({type_} **l, int k)',
                   [f'{type_} **at = l;', 'while (*at && k-- > 0) at = &(*at)->next;', 'if (!*at) return;',
                    f'{type_} *old = *at;', unlink, 'free(old);'])
    g = w.function(f'void %s({type_} *l)', [f'while (l) {{ {type_} *n = l->next; free(l); l = n; }}'])
    w.line(f'{f}(&{l}, {k});')
    w.line(f'{g}({l});')


def list_find(w, bad):
    """What is not in the list is null."""
    type_, n = list_type(w), w.rng.randint(1, 3)
    l, v = build_list(w, type_, n), w.input(4)
    f = w.function(f'{type_} *%s({type_} *l, int v)', ['while (l && l->v != v) l = l->next;', 'return l;'])
    r = w.fresh('r')
    w.line(f'{type_} *{r} = {f}({l}, {v});')
    w.line(f'{r}->v = 7;' if bad else f'if ({r}) {r}->v = 7;')
    g = w.function(f'void %s({type_} *l)', [f'if (!l) return;', f'{type_} *n = l->next;', 'free(l);',
                                            f'for (; n; n = l) {{ l = n->next; free(n); }}'])
    w.line(f'{g}({l});')


def list_leak(w, bad):
    type_, n = list_type(w), w.rng.randint(2, 4)
    l = build_list(w, type_, n)
    skip = f'if ({l} && {l}->v == {w.rng.randrange(n)}) {l} = {l}->next;'
    w.block(f'while ({l})', [f'{type_} *n = {l}->next;', f'free({l});', f'{l} = n;'] + [skip] * bad)


def tree_type(w):
    tag = w.fresh('T')
    w.types.append(f'struct {tag} {{ int key; struct {tag} *child[2]; }};')
    return f'struct {tag}'


def tree(w, bad):
    type_ = tree_type(w)
    new = w.function(f'{type_} *%s(int key)', [f'{type_} *t = calloc(1, sizeof *t);', 't->key = key;', 'return t;'])
    insert = w.function(f'void %s({type_} **t, int key)',
                        ['while (*t) t = &(*t)->child[key > (*t)->key];', f'*t = {new}(key);'])
    kind = w.rng.choice(['free', 'null', 'twice'])
    name = w.fresh('f')
    release = [f'if (!t) return;', f'{name}(t->child[0]);', f'{name}(t->child[1]);', 'free(t);']
    if bad and kind == 'free':
        release = [f'if (!t) return;', f'{name}(t->child[0]);', 'free(t);', f'{name}(t->child[1]);']
    w.functions.append((f'void {name}({type_} *t)', release))
    t = w.fresh('t')
    w.line(f'{type_} *{t} = NULL;')
    keys = [w.rng.randrange(8) for _ in range(w.rng.randint(2, 4))]
    for key in keys:
        w.line(f'{insert}(&{t}, {key});')
    if kind == 'null':
        side = w.input(2)
        w.line(f'{t}->child[{side}]->key++;' if bad else f'if ({t}->child[{side}]) {t}->child[{side}]->key++;')
    if kind == 'twice':
        w.line(f'{type_} *{t}x = {t}->child[1] ? {t}->child[1] : {t}->child[0];')
        w.line(f'if ({t}->child[1]) {t}->child[1] = NULL; else {t}->child[0] = NULL;')
        w.line(f'{name}({t}x);')
        if bad:
            w.line(f'{t}->child[0] = {t}x;')
    w.line(f'{name}({t});')


# --- strings


def string_copy(w, bad):
    text = w.rng.choice(['a', 'abc', 'hello', ''])
    room = len(text) + 1 - bad
    if room == 0:
        text, room = 'xy', 2
    to = w.array('char', room, ('local', 'global', 'heap'))
    how = w.rng.choice(['own', 'strcpy', 'memcpy', 'strncpy'])
    target = w.style.pointer('char', to)
    if how == 'own':
        f = w.function('void %s(char *to, const char *from)', ['while ((*to++ = *from++)) ;'])
        w.line(f'{f}({target}, "{text}");')
    elif how == 'strcpy':
        w.line(f'strcpy({target}, "{text}");')
    elif how == 'strncpy':
        w.line(f'strncpy({target}, "{text}", {len(text) + 1});')
    else:
        w.line(f'memcpy({target}, "{text}", {len(text) + 1});')


def unterminated(w, bad):
    n = w.rng.randint(2, 5)
    s = w.array('char', n, ('local', 'heap'))
    w.line(f'memset({s}, \'x\', {n - 1 + bad});')
    length = w.fresh('n')
    if w.rng.random() < 0.5:
        f = w.function('unsigned %s(const char *s)', ['unsigned n = 0;', 'while (s[n]) n++;', 'return n;'])
        w.line(f'unsigned {length} = {f}({w.style.pointer("char", s)});')
    else:
        w.line(f'unsigned {length} = (unsigned)strlen({w.style.pointer("char", s)});')
    w.line(f'if ({length} != {n - 1}) {s}[{n + 40}] = 0;')


def literal(w, bad):
    s = w.fresh('s')
    w.line(f'char {s}[] = "abc";' if not bad else f'char *{s} = "abc";')
    w.line(f'*({w.style.pointer("char", s)} + {w.rng.randrange(3)}) = \'x\';')


def overlap(w, bad):
    n = w.rng.randint(4, 8)
    a = w.array('char', 2 * n)
    to = w.style.pointer('char', f'{a} + {n - bad}')
    w.line(f'memcpy({to}, {a}, {n});')


# --- casts


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


# --- realloc


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


# --- lifetimes, aliases, functions


def aliases(w, bad):
    """Freed through one of several levels of pointers."""
    p, q, r = w.fresh('p'), w.fresh('q'), w.fresh('r')
    f = w.function('void %s(int ***r)', ['free(**r);', '**r = NULL;'])
    w.line(f'int *{p} = malloc(sizeof(int)), *{p}x = {p}, **{q} = &{p}, ***{r} = &{q};')
    w.line(f'***{r} = 1;')
    w.line(f'{f}({r});')
    use = f'*{w.style.pointer("int", p + "x")} = 2;'
    guarded(w, bad, [f'if ({p}) *{p} = 2;'], [use])


def twice(w, bad):
    p, q = w.fresh('p'), w.fresh('q')
    w.line(f'char *{p} = malloc({w.rng.randint(1, 9)}), *{q} = {p};')
    drop = w.function('void %s(void *p)', ['free(p);'])
    w.line(f'{drop}({p});')
    guarded(w, bad, [f'{q} = NULL; free({q});'], [f'{drop}({w.style.pointer("char", q)});'])


def not_heap(w, bad):
    kind = w.rng.choice(['inside', 'local'])
    p = w.fresh('p')
    if kind == 'inside':
        w.line(f'int *{p} = malloc(4 * sizeof(int));')
        w.line(f'{p} += {1 if bad else 0};')
        w.line(f'free({p});')
    else:
        w.line(f'int {p}x = 1, *{p} = {"&" + p + "x" if bad else "malloc(4)"};')
        w.line(f'*{p} = {p}x;')
        w.line(f'free({p});')


def dangling(w, bad):
    """The address of a local object leaves its function or block."""
    if w.rng.random() < 0.5:
        f = w.function('int *%s(int x)', [f'{"" if bad else "static "}int local[2];', 'local[0] = x;',
                                          f'int *p = {w.style.pointer("int", "local")};', 'return p;'])
        p = w.fresh('p')
        w.line(f'int *{p} = {f}(3);')
        w.line(f'*{p} += 1;')
        return
    p, x = w.fresh('p'), w.fresh('x')
    w.line(f'int *{p};')
    if not bad:
        w.line(f'int {x} = 1;')
    w.block('if (1)', [f'int {x} = 2;'] * bad + [f'{p} = {w.style.pointer("int", "&" + x)};', f'*{p} = 3;'])
    w.line(f'*{p} = 4;')


def callback(w, bad):
    tag = w.fresh('C')
    w.types.append(f'struct {tag} {{ void (*done)(struct {tag} *); int *data; }};')
    keep = w.function(f'void %s(struct {tag} *c)', ['c->data[0]++;'])
    drop = w.function(f'void %s(struct {tag} *c)', ['free(c->data);'] + ['c->data = NULL;'] * (not bad))
    c, i = w.fresh('c'), w.input(2)
    w.line(f'struct {tag} {c} = {{ {keep}, malloc(2 * sizeof(int)) }};')
    w.line(f'{c}.data[0] = 0;')
    w.line(f'if ({i}) {c}.done = {drop};')
    w.line(f'{c}.done({w.style.pointer(f"struct {tag}", "&" + c)});')
    w.line(f'free({c}.data);')


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


def arithmetic(w, bad):
    kind = w.rng.choice(['overflow', 'div', 'shift'])
    i, r = w.input(4), w.fresh('r')
    if kind == 'overflow':
        w.line(f'int {r} = 2147483644 + {i}' + (f' + {i};' if bad else ';'))
    elif kind == 'div':
        w.line(f'int {r} = 12 / ({i} + 1 - {2 * bad});')
    else:
        w.line(f'int {r} = 1 << ({i} + {27 + 3 * bad});')
    w.line(f'(void){r};')


BUGS = [array_walk, array_index, matrix, overflowing_size, member, container, union_bytes, union_pointer, list_free,
        list_remove, list_find, list_leak, tree, string_copy, unterminated, literal, overlap, views, integer_pointer, vector,
        stale, aliases, twice, not_heap, dangling, callback, by_value, block_operations, arithmetic]

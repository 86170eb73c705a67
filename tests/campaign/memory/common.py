"""What several scenarios use."""


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


def record(w):
    tag, n = w.fresh('S'), w.rng.randint(2, 4)
    w.types.append(f'struct {tag} {{ char c; int a[{n}]; struct {tag} *next; short last[{n}]; }};')
    return f'struct {tag}', n


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


def tree_type(w):
    tag = w.fresh('T')
    w.types.append(f'struct {tag} {{ int key; struct {tag} *child[2]; }};')
    return f'struct {tag}'

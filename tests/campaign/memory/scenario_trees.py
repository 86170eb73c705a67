"""Trees, with and without a way up. See scenarios.py."""

from common import tree_type


def planted(w, keys):
    """A search tree with these keys: its type, the variable, the function that frees it."""
    type_ = tree_type(w)
    t = w.fresh('t')
    insert = w.function(f'void %s({type_} **t, int key)',
                        ['while (*t) t = &(*t)->child[key > (*t)->key];', '*t = calloc(1, sizeof **t);', '(*t)->key = key;'])
    name = w.fresh('f')
    w.functions.append((f'void {name}({type_} *t)', ['if (!t) return;', f'{name}(t->child[0]);', f'{name}(t->child[1]);', 'free(t);']))
    w.line(f'{type_} *{t} = NULL;')
    for key in keys:
        w.line(f'{insert}(&{t}, {key});')
    return type_, t, name


def deepest(keys):
    """How many nodes a walk in preorder has on its stack at most."""
    left, right = {}, {}
    for key in keys:
        at = keys[0]
        while key != at:
            side = right if key > at else left
            at = side.setdefault(at, key)
    stack, most = [keys[0]], 1
    while stack:
        key = stack.pop()
        stack += [side[key] for side in (right, left) if key in side]
        most = max(most, len(stack))
    return most


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
    if kind == 'null': # no child on the left
        keys = sorted(set(keys))
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


def tree_delete(w, bad):
    """A node with at most one child makes room for that."""
    kind = w.rng.choice(['after', 'empty', 'stays'])
    type_, t, release = planted(w, [4, 2, 6] + ([1, 7] if kind == 'after' else []))
    lines = [f'{type_} *old = *t;', '*t = old->child[0] ? old->child[0] : old->child[1];', 'free(old);']
    if bad and kind == 'after':
        lines = [lines[0], lines[2], lines[1]]
    elif bad and kind == 'empty':
        lines.append('(*t)->key++;')
    elif bad:
        lines[1] = 'if (old->child[0] || old->child[1]) *t = old->child[0] ? old->child[0] : old->child[1];'
    f = w.function(f'void %s({type_} **t, int key)', ['while (*t && (*t)->key != key) t = &(*t)->child[key > (*t)->key];', 'if (!*t) return;']
                   + lines)
    i = w.input(4)
    w.line(f'{f}(&{t}, {i} == 0 ? 2 : {i} == 1 ? 6 : 9);')
    w.line(f'{release}({w.style.pointer(type_, t)});')


def tree_climb(w, bad):
    """Up from the deepest node, past the root."""
    tag, n, t, d, k = w.fresh('T'), w.rng.randint(1, 3), w.fresh('t'), w.fresh('d'), w.input(4)
    w.types.append(f'struct {tag} {{ struct {tag} *up, *child[2]; int v; }};')
    grow = w.function(f'struct {tag} *%s(struct {tag} *up, int side)',
                      [f'struct {tag} *n = calloc(1, sizeof *n);', 'n->up = up;', 'if (up) up->child[side] = n;', 'return n;'])
    w.line(f'struct {tag} *{t} = {grow}(NULL, 0), *{d} = {t};')
    w.line(f'for (int i = 1; i < {n}; i++) {d} = {grow}({d}, i & 1);')
    climb = w.function(f'struct {tag} *%s(struct {tag} *d, int k)',
                       [f'while (k-- > 0{"" if bad else " && d->up"}) d = d->up;', 'return d;'])
    w.line(f'{climb}({w.style.pointer(f"struct {tag}", d)}, {k} == 3 ? {n} : 0)->v = 1;')
    w.line(f'while ({d}) {{ struct {tag} *up = {d}->up; free({d}); {d} = up; }}')


def tree_stack(w, bad):
    """Walked with a stack of its own, which has as much room as this tree needs."""
    keys = [4, 2, 6] + w.rng.sample([0, 1, 3, 5, 7], w.rng.randint(0, 2))
    type_, t, release = planted(w, keys)
    s = w.array(f'{type_} *', deepest(keys) - bad)
    walk = w.function(f'int %s({type_} *t, {type_} **s)',
                      ['int sum = 0, n = 0;', 's[n++] = t;', 'while (n) {', f'{type_} *x = s[--n];', 'sum += x->key;',
                       'if (x->child[1]) s[n++] = x->child[1];', 'if (x->child[0]) s[n++] = x->child[0];', '}', 'return sum;'])
    w.line(f'(void){walk}({t}, {s});')
    w.line(f'{release}({w.style.pointer(type_, t)});')


def tree_shared(w, bad):
    """A subtree that hangs in two places, and must leave one before all is freed."""
    type_, t, release = planted(w, [4, 2, 6])
    i = w.input(2)
    w.line(f'{t}->child[1]->child[{i}] = {w.style.pointer(type_, f"{t}->child[0]")};')
    w.line(f'{t}->child[1]->child[0]{"" if bad else f" = {t}->child[1]->child[1]"} = NULL;')
    w.line(f'{release}({t});')

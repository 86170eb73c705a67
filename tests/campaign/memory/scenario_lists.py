"""Linked lists, rings, queues, chains. See scenarios.py."""

from common import guarded, list_type, build_list


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
    skip = f'if ({l} && {l}->v == {w.rng.randrange(n - 1)}) {l} = {l}->next;'
    w.block(f'while ({l})', [f'{type_} *n = {l}->next;', f'free({l});', f'{l} = n;'] + [skip] * bad)


def doubly(w, bad):
    """The second node is taken out: its neighbours must forget it in both directions."""
    tag, n, l, d = w.fresh('D'), w.rng.randint(3, 4), w.fresh('l'), w.fresh('d')
    w.types.append(f'struct {tag} {{ struct {tag} *next, *prev; int v; }};')
    push = w.function(f'void %s(struct {tag} **l, int v)',
                      [f'struct {tag} *n = calloc(1, sizeof *n);', 'n->v = v;', 'n->next = *l;', 'if (*l) (*l)->prev = n;', '*l = n;'])
    remove = w.function(f'void %s(struct {tag} **l, struct {tag} *n)',
                        ['if (n->prev) n->prev->next = n->next; else *l = n->next;']
                        + ['if (n->next) n->next->prev = n->prev;'] * (not bad) + ['free(n);'])
    w.line(f'struct {tag} *{l} = NULL, *{d};')
    w.line(f'for (int i = 0; i < {n}; i++) {push}(&{l}, i);')
    w.line(f'{remove}(&{l}, {w.style.pointer(f"struct {tag}", l)}->next);')
    w.line(f'for ({d} = {l}; {d}->next; {d} = {d}->next) ;')
    w.line(f'for (; {d}; {d} = {d}->prev) {d}->v++;')
    w.line(f'while ({l}) {remove}(&{l}, {l});')


def intrusive(w, bad):
    """Links inside the items, in a ring around a head that is no item."""
    link, item, head, p, n = w.fresh('K'), w.fresh('I'), w.fresh('h'), w.fresh('p'), w.rng.randint(1, 3)
    w.types.append(f'struct {link} {{ struct {link} *next, *prev; }};')
    w.types.append(f'struct {item} {{ int v; struct {link} link; }};')
    add = w.function(f'void %s(struct {link} *h, int v)',
                     [f'struct {item} *i = malloc(sizeof *i);', 'i->v = v;', 'i->link.next = h->next;', 'i->link.prev = h;',
                      'h->next->prev = &i->link;', 'h->next = &i->link;'])
    of = f'((struct {item} *)((char *){p} - offsetof(struct {item}, link)))'
    w.line(f'struct {link} *{head} = malloc(sizeof *{head}), *{p}, *{p}n;')
    w.line(f'{head}->next = {head}->prev = {head};')
    w.line(f'for (int i = 0; i < {n}; i++) {add}({w.style.pointer(f"struct {link}", head)}, i);')
    kind = w.rng.choice(['head', 'next'])
    first = head if bad and kind == 'head' else f'{head}->next'
    w.line(f'{p} = {first};')
    w.line(f'do {{ {of}->v++; {p} = {p}->next; }} while ({p} != {head});')
    if bad and kind == 'next':
        w.line(f'for ({p} = {head}->next; {p} != {head}; {p} = {p}->next) free({of});')
    else:
        w.line(f'for ({p} = {head}->next; {p} != {head}; {p} = {p}n) {{ {p}n = {p}->next; free({of}); }}')
    w.line(f'free({head});')


def queue(w, bad):
    """Where the next one is hung: after the last one has gone that is the head again."""
    type_, q, tag = list_type(w), w.fresh('q'), w.fresh('Q')
    w.types.append(f'struct {tag} {{ {type_} *head, **tail; }};')
    put = w.function(f'void %s(struct {tag} *q, int v)',
                     [f'{type_} *n = malloc(sizeof *n);', 'n->v = v;', 'n->next = NULL;', '*q->tail = n;', 'q->tail = &n->next;'])
    take = w.function(f'int %s(struct {tag} *q)',
                      [f'{type_} *n = q->head;', 'if (!n) return 0;', 'int v = n->v;', 'q->head = n->next;']
                      + ['if (!q->head) q->tail = &q->head;'] * (not bad) + ['free(n);', 'return v;'])
    i = w.input(4)
    w.line(f'struct {tag} {q} = {{ NULL, NULL }};')
    w.line(f'{q}.tail = &{q}.head;')
    w.line(f'{put}(&{q}, 1);')
    w.line(f'if ({i} == {w.rng.randrange(4)}) (void){take}(&{q});')
    w.line(f'{put}({w.style.pointer(f"struct {tag}", "&" + q)}, 2);')
    w.line(f'while ({q}.head) (void){take}(&{q});')


def list_cut(w, bad):
    """Cut in two, each freed."""
    type_, n = list_type(w), w.rng.randint(2, 4)
    l, k, t = build_list(w, type_, n), w.input(4), w.fresh('t')
    cut = w.function(f'{type_} *%s({type_} *l, int k)',
                     ['while (l->next && k-- > 0) l = l->next;', f'{type_} *t = l->next;'] + ['l->next = NULL;'] * (not bad) + ['return t;'])
    g = w.function(f'void %s({type_} *l)', [f'while (l) {{ {type_} *n = l->next; free(l); l = n; }}'])
    w.line(f'{type_} *{t} = {cut}({l}, {k});')
    w.line(f'{g}({w.style.pointer(type_, t)});')
    w.line(f'{g}({l});')


def chains(w, bad):
    """A hash table: chains of the keys that meet, one of which is looked for."""
    type_, n, i = list_type(w), w.rng.randint(2, 3), w.input(4)
    t = w.array(f'{type_} *', n)
    put = w.function(f'void %s({type_} **t, int v)',
                     [f'{type_} *n = malloc(sizeof *n);', 'n->v = v;', f'n->next = t[v % {n}];', f't[v % {n}] = n;'])
    walk = 'l->v != v' if bad else 'l && l->v != v'
    find = w.function(f'{type_} *%s({type_} **t, int v)', [f'{type_} *l = t[v % {n}];', f'while ({walk}) l = l->next;', 'return l;'])
    w.line(f'for (int i = 0; i < 3; i++) {put}({t}, i);')
    w.line(f'{type_} *{i}r = {find}({t}, {i});')
    w.line(f'if ({i}r) {i}r->v += {n};')
    w.line(f'for (int i = 0; i < {n}; i++) while ({t}[i]) {{ {type_} *x = {t}[i]; {t}[i] = x->next; free(x); }}')

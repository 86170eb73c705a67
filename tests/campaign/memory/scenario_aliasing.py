"""Several names, through several levels, for one object. See scenarios.py."""

from common import guarded


def aliases(w, bad):
    """Freed through one of several levels of pointers."""
    p, q, r = w.fresh('p'), w.fresh('q'), w.fresh('r')
    f = w.function('void %s(int ***r)', ['free(**r);', '**r = NULL;'])
    w.line(f'int *{p} = malloc(sizeof(int)), *{p}x = {p}, **{q} = &{p}, ***{r} = &{q};')
    w.line(f'***{r} = 1;')
    w.line(f'{f}({r});')
    use = f'*{w.style.pointer("int", p + "x")} = 2;'
    guarded(w, bad, [f'if ({p}) *{p} = 2;'], [use])


def swapped(w, bad):
    """Which of two pointers is the long one."""
    p, q, i = w.fresh('p'), w.fresh('q'), w.input(2)
    n = w.rng.randint(2, 4)
    swap = w.function('void %s(int **a, int **b)', ['int *t = *a;', '*a = *b;', '*b = t;'])
    w.line(f'int *{p} = calloc({n + 1}, sizeof(int)), *{q} = calloc(1, sizeof(int));')
    w.line(f'if ({i}) {swap}(&{p}, &{q});')
    w.line(f'{w.style.pointer("int", p if bad else f"({i} ? {q} : {p})")}[{n}] = 1;')
    w.line(f'free({p});')
    w.line(f'free({q});')


def pointer_table(w, bad):
    """The same object twice in a table whose entries are freed."""
    n, k = w.rng.randint(2, 4), w.input(4)
    t = w.array('int *', n)
    w.line(f'for (int i = 0; i < {n}; i++) {t}[i] = malloc(sizeof(int));')
    w.line(f'if ({k} < {n - 1}) {{ free({t}[{n - 1}]); {t}[{n - 1}] = {t}[{k}]; }}')
    once = ['for (int i = 0; i < n - 1; i++)', 'if (t[i] == t[n - 1]) t[i] = NULL;']
    drop = w.function('void %s(int **t, int n)', once * (not bad) + ['for (int i = 0; i < n; i++) free(t[i]);'])
    w.line(f'{drop}({w.style.pointer("int *", t)}, {n});')


def paths(w, bad):
    """Two ways to a pointer through structures: one writes, the other is used."""
    inner, outer, p, x, y = w.fresh('A'), w.fresh('B'), w.fresh('p'), w.fresh('x'), w.fresh('y')
    w.types.append(f'struct {inner} {{ int **at; int tag; }};')
    w.types.append(f'struct {outer} {{ struct {inner} *a; struct {outer} *self; }};')
    a = w.array('int', 1)
    w.line(f'int *{p} = {w.style.pointer("int", a)};')
    w.line(f'struct {inner} {x} = {{ &{p}, 1 }};')
    w.line(f'struct {outer} {y} = {{ {w.style.pointer(f"struct {inner}", "&" + x)}, &{y} }};')
    f = w.function(f'void %s(struct {outer} *y)', ['*y->self->self->a->at = NULL;'])
    guarded(w, bad, [f'**{y}.a->at = 1;'], [f'{f}(&{y});', f'*{p} = 1;'])


def results(w, bad):
    """Two results that are one variable."""
    n = w.rng.randint(2, 4)
    a, i, k = w.array('int', n), w.input(4), w.fresh('k')
    f = w.function('void %s(int x, int *low, int *high)', [f'*low = x % {n};', f'*high = *low + {n};'])
    w.line(f'int {k} = 0, {k}h = 0;')
    w.line(f'{f}({i}, &{k}, &{k if bad else k + "h"});')
    w.line(f'{w.style.pointer("int", a)}[{k}] = 1;')


def deep(w, bad):
    """Four levels; the one in the middle is turned to another array."""
    n = w.rng.randint(2, 4)
    a, b, p = w.array('int', n), w.array('int', 1), w.fresh('p')
    w.line(f'int *{p}a = {a}, *{p}b = {b}, **{p}2 = &{p}a, ***{p}3 = &{p}2, ****{p} = &{p}3;')
    f = w.function('void %s(int ****p, int **other)', ['**p = other;'])
    w.line(f'***{w.style.pointer("int ***", p)} = {a};')
    i = w.input(2)
    w.line(f'if ({i}) {f}({p}, &{p}b);')
    index = str(n - 1) if bad else f'{i} ? 0 : {n - 1}'
    w.line(f'(****{p}) = 1;')
    w.line(f'(***{p})[{index}] = 2;')


def remembered(w, bad):
    """A global pointer to what has ended or was freed."""
    g, p = w.fresh('g'), w.fresh('p')
    w.globals.append(f'int *{g};')
    kind = w.rng.choice(['local', 'heap'])
    if kind == 'local':
        f = w.function('void %s(int x)', ['int local[2] = { x, x };', f'{g} = {w.style.pointer("int", "local")};', f'*{g} += 1;']
                       + [f'{g} = NULL;'] * (not bad))
        w.line(f'{f}(3);')
    else:
        f = w.function('void %s(int **p)', ['free(*p);', '*p = NULL;'])
        w.line(f'int *{p} = malloc(sizeof(int));')
        w.line(f'{g} = {p};')
        w.line(f'{f}(&{p if bad else g});')
        w.line(f'{p} = NULL;')
    w.line(f'if ({g}) *{g} = 4;')

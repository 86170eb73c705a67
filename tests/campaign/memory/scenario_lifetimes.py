"""Objects that have ended, or never end. See scenarios.py."""

from common import guarded


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


def lost(w, bad):
    """An early return forgets what was allocated."""
    i = w.input(4)
    f = w.function('int %s(int x)', ['int *p = malloc(sizeof(int));', f'if (x == {w.rng.randrange(4)}) {{'] + ['free(p);'] * (not bad)
                   + ['return 1;', '}', '*p = x;', 'x = *p;', 'free(p);', 'return x;'])
    w.line(f'(void){f}({i});')


def cached(w, bad):
    """A static pointer that the next call finds."""
    f = w.function('int %s(int last)', ['static int *kept;', 'if (!kept) kept = calloc(1, sizeof *kept);', '*kept += 1;', 'int n = *kept;',
                                        'if (last) {', 'free(kept);'] + ['kept = NULL;'] * (not bad) + ['}', 'return n;'])
    i = w.input(2)
    w.line(f'(void){f}({i});')
    w.line(f'(void){f}(1);')

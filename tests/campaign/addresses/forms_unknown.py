"""Unknown pointers: arguments of an entry, results of functions without a body, pointers in unknown memory. See forms.py."""


def entry(w, arguments, calls, setup=()):
    """f(arguments), and a main that calls it in each of these ways."""
    w.entry = f'f({arguments})'
    w.names |= {'f', 'own', 'own2'}
    w.natives += ['static int own = 50, own2 = 60;', 'int main(void)', '{', *setup, f'switch (native_choice()) {{',
                  *[f'case {i}: {call}; break;' for i, call in enumerate(calls)], '}', 'return 0;', '}']
    w.ranges.insert(0, len(calls))
    w.only_assertions = True


def two(w, good):
    """Two arguments may be one."""
    entry(w, 'int *p, int *q', ['f(&own, &own2)', 'f(&own, &own)'])
    kind = w.rng.randrange(4)
    if kind == 0:
        w.line(*(['if (p == q) return;'] if good else []), '*p = 1;', '*q = 2;', 'assert(*p == 1);')
    elif kind == 1:
        w.line('*p = 1;', '*q = 2;', f'assert(*p == {"(p == q ? 2 : 1)" if good else 1});')
    elif kind == 2:
        w.line(f'assert({"p == p" if good else "p != q"});')
    else:
        w.line('int before = *p;', '*q = before + 1u;', f'assert({"p == q || " if good else ""}*p == before);')
    return f'kind {kind}'


def argument_and_global(w, good):
    """An argument may point to a global object."""
    g = w.object('int', 'global', 1)[0]
    entry(w, 'int *p', ['f(&own)', f'f(&{g})'])
    kind = w.rng.randrange(5)
    if kind == 0:
        w.line(f'{g} = 1;', '*p = 2;', f'assert({f"p == &{g} || " if good else ""}{g} == 1);')
    elif kind == 1:
        w.line(f'if (p == &{g}) {{', f'{g} = 1;', '*p = 2;', f'assert({g} {"!=" if good else "=="} 1);', '}')
    elif kind == 2:
        w.line('*p = 1;', f'{g} = 2;', f'assert(*p == {f"(p == &{g} ? 2 : 1)" if good else 1});')
    elif kind == 3:
        w.line(f'if ((uintptr_t)p {"!=" if good else "=="} (uintptr_t)&{g}) {{', f'{g} = 1;', '*p = 2;', f'assert({g} == 1);', '}')
    else:
        other = w.object('int', 'local', 5)[0]
        # Not there yet when the argument was made.
        w.line(f'int *volatile shown = &{other};', '*p = 2;', f'assert({other} == 5{"" if good else f" && {g} == 1"});')
        if not good:
            w.body.insert(0, f'{g} = 1;')
    return f'kind {kind}'


def hidden(w, good):
    """A static object whose address nobody outside can have (bad: somebody can)."""
    x = w.object('int', 'static', 1)[0]
    shown = w.top('shown')
    if not good:
        w.after.append(f'int *{shown} = &{x};')
        entry(w, 'int *p', ['f(&own)', f'f({shown})'])
    else:
        entry(w, 'int *p', ['f(&own)', 'f(&own2)'])
    w.line(f'{x} = 1;', '*p = 2;', f'assert({x} == 1);')


def characters(w, good):
    """A pointer to characters may point into anything."""
    t = w.rng.choice(['char', 'unsigned char'])
    g = w.object('int', 'global', 0)[0]
    if w.rng.random() < 0.5:
        entry(w, f'{t} *c, int *p', [f'f(({t} *)&own2, &own)', f'f(({t} *)&own, &own)'])
        w.line('*p = 0;', '*c = 1;', f'assert({f"({t} *)p == c || ({t} *)p + 1 == c || ({t} *)p + 2 == c || ({t} *)p + 3 == c || " if good else ""}*p == 0);')
    else:
        entry(w, f'{t} *c', [f'f(({t} *)&own2)', f'f(({t} *)&{g})'])
        w.line(f'{g} = 0;', '*c = 1;', f'assert({f"(uintptr_t)c - (uintptr_t)&{g} < 4 || " if good else ""}{g} == 0);')
    return t


def nodes(w, good):
    """Nodes of a list that may be one."""
    t = w.type('struct', 'int v; struct %s *next;' % f'T{w.count + 1}')
    w.names |= {'n1', 'n2'}
    w.natives += [f'static {t} n1, n2;']
    call = ['n1.next = &n2; n2.next = &n1; f(&n1)', 'n1.next = &n1; f(&n1)', 'n1.next = &n2; n2.next = &n2; f(&n1)']
    entry(w, f'{t} *p', call)
    kind = w.rng.randrange(3)
    if kind == 0:
        w.line('if (!p->next) return;', 'p->v = 1;', 'p->next->v = 2;', f'assert({"p->next == p || " if good else ""}p->v == 1);')
    elif kind == 1:
        w.line('if (!p->next || !p->next->next) return;', f'{t} *a = p->next, *b = a->next;', 'a->v = 1;', 'b->v = 2;',
               f'assert({"a == b || " if good else ""}a->v == 1);')
    else:
        w.line('if (!p->next || !p->next->next) return;', f'{t} *b = p->next->next;', 'p->v = 1;', 'b->v = 2;', 'p->next = 0;',
               f'assert({"b == p || " if good else ""}p->v == 1);')
    return f'kind {kind}'


def members(w, good):
    """Two arguments of structures: pointers in them may meet."""
    t = w.type('struct', 'int *a, *b;')
    w.names.add('r')
    w.natives += [f'static {t} r;']
    entry(w, f'{t} *s', ['r.a = &own; r.b = &own2; f(&r)', 'r.a = r.b = &own; f(&r)'])
    w.line('*s->a = 1;', '*s->b = 2;', f'assert({"s->a == s->b || " if good else ""}*s->a == 1);')


def inside(w, good):
    """An argument may point to a member of another."""
    t = w.type('struct', 'int k, m;')
    w.names.add('r')
    w.natives += [f'static {t} r;']
    entry(w, f'{t} *s, int *p', ['f(&r, &own)', 'f(&r, &r.m)', 'f(&r, &r.k)'])
    m = w.rng.choice(['k', 'm'])
    w.line(f's->{m} = 1;', '*p = 2;', f'assert({f"p == &s->{m} || " if good else ""}s->{m} == 1);')
    return m


def array(w, good):
    """Two ranges may overlap."""
    w.names.add('cells')
    w.natives += ['static int cells[8];']
    entry(w, 'int *a, int *b', ['f(cells, cells + 4)', 'f(cells, cells + 1)', 'f(cells, cells)'])
    i, j = w.rng.choice([(1, 0), (2, 1), (0, 0), (2, 2)])
    w.line(f'a[{i}] = 1;', f'b[{j}] = 2;', f'assert({f"a + {i} == b + {j} || " if good else ""}a[{i}] == 1);')
    return f'{i} {j}'


def result(w, good):
    """A function without a body may return a known object."""
    g = w.object('int', 'global', 1)[0]
    get = w.undefined('int *%s(void)', ['static int fresh;', f'return native_choice() ? &{g} : &fresh;'])
    w.ranges.append(2)
    w.only_assertions = True
    kind = w.rng.randrange(4)
    if kind == 0:
        w.line(f'int *p = {get}();', f'{g} = 1;', '*p = 2;', f'assert({f"p == &{g} || " if good else ""}{g} == 1);')
    elif kind == 1:
        w.line(f'int *p = {get}();', f'if (p == &{g}) {{', '*p = 7;', f'assert({g} {"==" if good else "!="} 7);', '}')
    elif kind == 2:
        w.line(f'int *p = {get}();', '*p = 1;', f'{g} = 2;', f'assert(*p == {f"(p == &{g} ? 2 : 1)" if good else 1});')
    else:
        hidden_ = w.object('int', 'static' if good else 'global', 4)[0]
        if not good:
            w.natives[-2] = f'return native_choice() ? &{hidden_} : &fresh;'
        w.line(f'int *p = {get}();', '*p = 2;', f'assert({hidden_} == 4);')
    return f'kind {kind}'


def returned_twice(w, good):
    """Two calls may return the same."""
    get = w.undefined('int *%s(void)', ['static int a, b;', 'return native_choice() ? &a : &b;'])
    w.ranges += [2, 2]
    w.only_assertions = True
    w.line(f'int *p = {get}(), *q = {get}();', '*p = 1;', '*q = 2;', f'assert({"p == q || " if good else ""}*p == 1);')


def given_back(w, good):
    """A function without a body may return what it was given."""
    pass_ = w.undefined('int *%s(int *p)', ['static int fresh;', 'return native_choice() ? p : &fresh;'])
    w.ranges.append(2)
    w.only_assertions = True
    kind = w.rng.randrange(3)
    # In the last one it is given another object, so that a global one, which everybody knows, will not do.
    x = w.object('int', w.rng.choice(['local', 'static', 'heap'] + ['global'] * (kind < 2)), 1)[1]
    if kind == 0:
        w.line(f'int *q = {pass_}(&{x});', '*q = 2;', f'assert({f"q == &{x} || " if good else ""}{x} == 1);')
    elif kind == 1:
        w.line(f'int *q = {pass_}(&{x});', f'if (q == &{x}) {{', '*q = 2;', f'assert({x} {"==" if good else "!="} 2);', '}')
    else:
        y = w.object('int', 'local', 3)[1]
        w.line(f'int *q = {pass_}(&{y if good else x});', '*q = 2;', f'assert({x} == 1);')
    return f'kind {kind}'


def kept(w, good):
    """A function without a body may keep what it was given, and another one return it."""
    w.names.add('kept')
    x = w.object('int', w.rng.choice(['local', 'static', 'heap']), 1)[1]
    keep = w.undefined('void %s(int *p)', ['kept = p;'])
    get = w.undefined('int *%s(void)', ['static int fresh;', 'return native_choice() && kept ? kept : &fresh;'])
    w.natives.insert(0, 'static int *kept;')
    w.ranges.append(2)
    w.only_assertions = True
    if good:  # it is given too late
        w.line(f'int *q = {get}();', f'{keep}(&{x});', '*q = 2;', f'assert({x} == 1);')
    else:
        w.line(f'{keep}(&{x});', f'int *q = {get}();', '*q = 2;', f'assert({x} == 1);')


def external(w, good):
    """A pointer that another unit defines."""
    g = w.object('int', 'global', 1)[0]
    p = w.top('outside')
    w.globals.append(f'extern int *{p};')
    w.native(f'static int other;', f'{p} = native_choice() ? &{g} : &other;')
    w.natives.append(f'int *{p};')
    w.ranges.append(2)
    w.only_assertions = True
    w.line(f'if (!{p}) return 0;', f'{g} = 1;', f'*{p} = 2;', f'assert({f"{p} == &{g} || " if good else ""}{g} == 1);')


def by_number(w, good):
    """A function without a body returns a number that is an address."""
    g = w.object('int', 'global', 1)[0]
    get = w.undefined('uintptr_t %s(void)', ['static int fresh;', f'return (uintptr_t)(native_choice() ? &{g} : &fresh);'])
    w.ranges.append(2)
    w.only_assertions = True
    if w.rng.random() < 0.5:
        w.line(f'int *q = (int *){get}();', f'{g} = 1;', '*q = 2;', f'assert({f"q == &{g} || " if good else ""}{g} == 1);')
    else:
        w.line(f'uintptr_t u = {get}();', f'if (u == (uintptr_t)&{g}) {{', f'{g} = 1;', '*(int *)u = 2;', f'assert({g} {"!=" if good else "=="} 1);', '}')


def pointer_to_pointer(w, good):
    """What an argument points to may be what another points to."""
    w.names |= {'pa', 'pb'}
    w.natives += ['static int *pa, *pb;']
    entry(w, 'int **p, int **q', ['pa = &own; pb = &own2; f(&pa, &pb)', 'pa = pb = &own; f(&pa, &pb)', 'pa = &own; f(&pa, &pa)'])
    kind = w.rng.randrange(2)
    if kind == 0:
        w.line('**p = 1;', '**q = 2;', f'assert({"*p == *q || " if good else ""}**p == 1);')
    else:
        w.line('int x = 3, y = 4;', '*p = &x;', '*q = &y;', f'assert(**p == {"(p == q ? 4 : 3)" if good else 3});')
    return f'kind {kind}'


def ordered(w, good):
    """Arguments into one array or not: their numbers."""
    entry(w, 'int *p, int *q', ['f(&own, &own2)', 'f(&own2, &own)', 'f(&own, &own)'])
    kind = w.rng.randrange(2)
    if kind == 0:
        w.line(f'assert(!((uintptr_t)p < (uintptr_t)q{" && (uintptr_t)q < (uintptr_t)p" if good else ""}));')
    else:
        w.line(f'if ((uintptr_t)p == (uintptr_t)q) {{', '*p = 1;', '*q = 2;', f'assert(*p == {2 if good else 1});', '}')
    return f'kind {kind}'


def external_record(w, good):
    """Pointers in a structure that another unit defines."""
    t = w.type('struct', 'int *a, *b;')
    e, g = w.top('outside'), w.object('int', 'global', 1)[0]
    w.globals.append(f'extern {t} {e};')
    w.native('static int one, two;', f'{e}.a = native_choice() ? &one : &{g};', f'{e}.b = native_choice() ? &one : &two;')
    w.natives.append(f'{t} {e};')
    w.ranges += [2, 2]
    w.only_assertions = True
    if w.rng.random() < 0.5:
        w.line(f'*{e}.a = 1;', f'*{e}.b = 2;', f'assert({f"{e}.a == {e}.b || " if good else ""}*{e}.a == 1);')
    else:
        w.line(f'{g} = 1;', f'*{e}.a = 2;', f'assert({f"{e}.a == &{g} || " if good else ""}{g} == 1);')


def into_array(w, good):
    """An argument may point to an element of a global array."""
    n = w.rng.randint(2, 4)
    g, k = w.object('int', 'global', '0', count=n)[0], w.rng.randrange(n)
    entry(w, 'int *p', ['f(&own)', f'f(&{g}[{k}])'])
    w.line(f'{g}[{k}] = 1;', '*p = 2;')
    w.line(f'assert({f"p == &{g}[{k}] || " if good else ""}{g}[{k}] == 1);')


def result_record(w, good):
    """What a function without a body returns points to something in turn."""
    t = w.type('struct', f'int v; int *to;')
    g = w.object('int', 'global', 1)[0]
    get = w.undefined(f'{t} *%s(void)', ['static int fresh;', f'static {t} r;', f'r.to = native_choice() ? &{g} : native_choice() ? &r.v : &fresh;', 'return &r;'])
    w.ranges += [2, 2]
    w.only_assertions = True
    w.line(f'{t} *p = {get}();')
    if w.rng.random() < 0.5:
        w.line(f'{g} = 1;', '*p->to = 2;', f'assert({f"p->to == &{g} || " if good else ""}{g} == 1);')
    else:
        w.line('p->v = 1;', '*p->to = 2;', f'assert({"p->to == &p->v || " if good else ""}p->v == 1);')

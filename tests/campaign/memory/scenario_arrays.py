"""Arrays: walks, indices, sizes. See scenarios.py."""

from common import guarded, scalar


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


def triangle(w, bad):
    """Rows of their own, each longer than the one before."""
    n, t = w.rng.randint(2, 4), w.fresh('t')
    w.line(f'int **{t} = malloc({n} * sizeof *{t});')
    w.line(f'for (int i = 0; i < {n}; i++) {t}[i] = malloc((i + 1) * sizeof **{t});')
    rows, last = (n + bad, 'i') if w.rng.random() < 0.3 else (n, f'{n - 1}' if bad else 'i')
    row = w.style.pointer('int', f'{t}[i]')
    w.line(f'for (int i = 0; i < {rows}; i++) for (int j = 0; j <= {last}; j++) {row}[j] = i + j;')
    w.line(f'for (int i = 0; i < {n}; i++) free({t}[i]);')
    w.line(f'free({t});')


def ring(w, bad):
    """A buffer that is written round and round."""
    type_, n = scalar(w), w.rng.randint(2, 4)
    a, at = w.array(type_, n), w.fresh('at')
    put = w.function(f'void %s({type_} *a, unsigned *at, int x)',
                     ['a[*at] = x;', '*at = *at + 1;', f'if (*at {">" if bad else ">="} {n}) *at = 0;'])
    w.line(f'unsigned {at} = {w.rng.randrange(n)};')
    w.line(f'for (int i = 0; i < {n + 2}; i++) {put}({w.style.pointer(type_, a)}, &{at}, i);')


def variable_length(w, bad):
    i, a = w.input(4), w.fresh('a')
    type_ = scalar(w)
    w.line(f'{type_} {a}[{i} + 1];')
    good, wrong = f'{w.style.pointer(type_, a)}[{i}] = 1;', f'{w.style.pointer(type_, a)}[{i} + 1] = 1;'
    w.line(wrong if bad else good)


def insertion(w, bad):
    """Into a sorted array, from its end: what is smaller than all goes to the front."""
    n = w.rng.randint(2, 4)
    a, i = w.array('int', n + 1, ('local', 'heap')), w.input(4)
    w.line(f'for (int i = 0; i < {n}; i++) {a}[i] = i + 1;')
    f = w.function('void %s(int *a, int n, int x)',
                   ['int j = n;', f'while ({"" if bad else "j > 0 && "}a[j - 1] > x) {{', 'a[j] = a[j - 1];', 'j--;', '}',
                    'a[j] = x;'])
    w.line(f'{f}({w.style.pointer("int", a)}, {n}, {i});')


def dispatch(w, bad):
    """A table of functions."""
    n, t, i = w.rng.randint(2, 3), w.fresh('t'), w.input(4)
    names = [w.function('int %s(int x)', [f'return x + {k};']) for k in range(n)]
    w.line(f'int (*{t}[{n}])(int) = {{ {", ".join(names)} }};')
    w.line(f'if ({i} {"<=" if bad else "<"} {n}) (void){t}[{i}]({i});')

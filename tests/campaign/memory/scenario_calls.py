"""Functions in functions (GNU C), calls that relay a pointer, functions that are handed over. See scenarios.py."""

from common import scalar


def captured_index(w, bad):
    """A function in a function moves the variable of the outer one."""
    type_, n = scalar(w), w.rng.randint(2, 4)
    a, i, f = w.array(type_, n), w.fresh('i'), w.fresh('g')
    w.line(f'int {i} = 0;')
    w.line(f'void {f}(int by) {{ {i} += by; }}')
    w.line(f'for (int k = 0; k < {n - 1 + bad}; k++) {f}(1);')
    w.line(f'{w.style.pointer(type_, a)}[{i}] = 1;')


def captured_pointer(w, bad):
    p, f, i = w.fresh('p'), w.fresh('g'), w.input(2)
    w.line(f'int *{p} = malloc(2 * sizeof(int));')
    w.line(f'void {f}(void) {{ free({w.style.pointer("int", p)}); {p} = NULL; }}')
    w.line(f'if ({i}) {f}();')
    w.line(f'{p}[1] = 1;' if bad else f'if ({p}) {p}[1] = 1;')
    w.line(f'free({p});')


def captured_twice(w, bad):
    """Two functions deep: the inner one sees the variables of both."""
    n, j = w.rng.randint(2, 4), w.rng.randint(0, 1)
    # A local array that is captured lies in a frame that AddressSanitizer takes as one object.
    a, f, g = w.array('int', n, ('heap', 'global', 'static')), w.fresh('g'), w.fresh('g')
    w.block(f'void {f}(int i)', [f'void {g}(int j) {{ {w.style.pointer("int", a)}[i + j] = j; }}', f'{g}({j});',
                                 f'if (i > 0) {f}(i - 1);'])
    w.line(f'{f}({n - 1 - j + bad});')


def siblings(w, bad):
    """Functions in a function that call each other. Their addresses are not taken: trampolines do not run under AddressSanitizer."""
    n = w.rng.randint(2, 4)
    a, f, g, at = w.array('int', n, ('heap', 'global', 'static')), w.fresh('g'), w.fresh('g'), w.fresh('at')
    w.line(f'int {at} = 0;')
    w.line(f'void {f}(int x) {{ {w.style.pointer("int", a)}[{at}++] = x; }}')
    w.line(f'void {g}(int n) {{ for (int i = 0; i < n; i++) {f}(i); }}')
    w.line(f'{g}({n - 1});')
    w.line(f'{g}({1 + bad});')


def relay(w, bad):
    """From call to call the pointer moves on."""
    type_, n, f = scalar(w), w.rng.randint(2, 4), w.fresh('f')
    a = w.array(type_, n)
    w.functions.append((f'void {f}({type_} *p, int left)', ['*p = 1;', f'if (left {">=" if bad else ">"} 1) {f}(p + 1, left - 1);']))
    g = w.function(f'void %s({type_} *p, int n)', [f'{f}(p, 1);', f'{f}(p, n);'])
    w.line(f'{g}({w.style.pointer(type_, a)}, {n});')


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

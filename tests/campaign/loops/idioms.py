"""Kinds of loops that programs are full of: each function writes one at random that is true, for a reason that its
docstring gives. False ones are made of these by one small change (changed)."""

import re

HEAD = '''extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern void reach_error(void);
#define CHECK(x) do { if (!(x)) reach_error(); } while (0)
'''
INPUTS = {'int': 'int', 'unsigned': 'uint', 'long': 'long'}


class Style:
    """How it is written: loops, types, bounds."""

    def __init__(self, r):
        self.r = r
        self.type = r.choice(('int', 'int', 'unsigned', 'long'))
        self.most = r.choice((5, 20, 100, 1000, 1000))
        self.known = r.random() < .3  # the bound is a constant
        self.globals = r.random() < .25

    def one_of(self, *texts):
        return self.r.choice(texts)

    def shuffled(self, *statements):
        return '\n'.join(self.r.sample(statements, len(statements)))

    def bound(self, least=0):
        """Of n."""
        if self.known:
            return f'{self.type} n = {self.most};'
        low = f'n < {least} || ' if least or self.type != 'unsigned' else ''
        return f'{self.type} n = __VERIFIER_nondet_{INPUTS[self.type]}();\nif ({low}n > {self.most}) return 0;'

    def loop(self, body, i='i', start='0', end='n', more=''):
        """From start, which is not above it, up to end."""
        form = self.r.choice(('for', 'for', 'while', 'do', 'break'))
        condition = f'{i} < {end}' + (f' && {more}' if more else '')
        if form == 'for':
            return f'for ({i} = {start}; {condition}; {i}++) {{\n{body}\n}}'
        if form == 'while':
            return f'{i} = {start};\nwhile ({condition}) {{\n{body}\n{i}++;\n}}'
        if form == 'do':
            return f'{i} = {start};\nif ({condition}) do {{\n{body}\n{i}++;\n}} while ({condition});'
        return f'{i} = {start};\nfor (;;) {{\nif (!({condition})) break;\n{body}\n{i}++;\n}}'

    def down(self, body, i='i', end='n'):
        """From end, which it does not reach, to 0."""
        return self.one_of(f'{i} = {end};\nwhile ({i} > 0) {{\n{i}--;\n{body}\n}}',
                           f'for ({i} = {end}; {i} > 0;) {{\n--{i};\n{body}\n}}')

    def unknown_array(self, a, i='i', end='n', least=None):
        value = '__VERIFIER_nondet_int()' if least is None else f'{self.small(least, 9)}'
        return self.loop(f'{a}[{i}] = {value};', i, '0', end)

    def small(self, least, most):
        """An expression from least to most."""
        return f'{least} + (int)(__VERIFIER_nondet_uint() % {most - least + 1}u)'

    def all_or_one(self, claim, k='k', end='n'):
        """Asks for all elements, or for one of them."""
        if self.r.random() < .6:
            return self.loop(f'CHECK({claim});', k, '0', end)
        return f'{k} = __VERIFIER_nondet_{INPUTS[self.type]}();\nif ({k} >= 0 && {k} < {end}) CHECK({claim});'

    def program(self, body, variables='', before=''):
        """The variables are declared in main or outside."""
        outside, inside = (variables, '') if self.globals else ('', variables)
        return f'{HEAD}{before}{outside}\nint main(void)\n{{\n{inside}\n{body}\nreturn 0;\n}}\n'


def congruences(s):
    """What is added is a multiple; a counter that begins again; a remainder by subtraction; flags that alternate."""
    m, start = s.r.choice((2, 3, 3, 4, 5, 6, 7, 10)), s.r.randrange(4)
    t, steps = s.type, [m * s.r.randint(1, 3) for _ in range(s.r.randint(1, 3))]
    form = s.one_of('steps', 'cycle', 'subtract', 'flag')
    if form == 'steps':
        add = f'k += {steps[0]};'
        for step in steps[1:]:
            add = f'if (__VERIFIER_nondet_int()) k += {step}; else {add}'
        claim = s.one_of(f'k % {m} == {start % m}', f'k != {start + m * s.r.randint(1, 40) + s.r.randint(1, m - 1)}')
        where = s.one_of('in', 'behind')
        body = f'{s.bound()}\nk = {start};\n' + s.loop(add + (f'\nCHECK({claim});' if where == 'in' else ''))
        return s.program(body + (f'\nCHECK({claim});' if where == 'behind' else ''), f'{t} i, k;')
    if form == 'cycle':
        turn = s.one_of(f'c++; if (c == {m}) c = 0;', f'if (c == {m - 1}) c = 0; else c++;', f'c = (c + 1) % {m};',
                        f'c = c + 1 < {m} ? c + 1 : 0;')
        claim = s.one_of(f'c == n % {m}', f'c == n % {m}', f'c >= 0 && c < {m}')
        return s.program(f'{s.bound()}\nc = 0;\n{s.loop(turn)}\nCHECK({claim});', f'{t} i, c;')
    if form == 'subtract':
        count = s.one_of('', 'q++;')
        claim = f'x + {m} * q == n' if count else s.one_of(f'x == n % {m}', f'(n - x) % {m} == 0', f'x < {m}')
        body = f'{s.bound()}\nq = 0; x = n;\nwhile (x >= {m}) {{\n{s.shuffled(f"x -= {m};", count)}\n}}\nCHECK({claim});'
        return s.program(body, f'{t} x, q;')
    other = f'x += {m};'
    turn = s.shuffled(s.one_of('f = !f;', 'f = 1 - f;', 'f ^= 1;'), other)
    return s.program(f'{s.bound()}\nf = 0; x = 0;\n{s.loop(turn)}\nCHECK({s.one_of("f == n % 2", f"x == {m} * n")});',
                     f'{t} i, x; int f;')


def relations(s):
    """Variables that are changed together."""
    t, a, b = s.type, s.r.randint(1, 5), s.r.randint(1, 5)
    form = s.one_of('lines', 'exchange', 'sum', 'bounded', 'meet')
    if form == 'lines':
        turn = s.shuffled(f'x += {a};', f'y += {b};')
        claim = s.one_of(f'{b} * x == {a} * y', f'x + y == {a + b} * n', f'x == {a} * n', f'x - y == {a - b} * n')
        return s.program(f'{s.bound()}\nx = 0; y = 0;\n{s.loop(turn)}\nCHECK({claim});', f'{t} i, x, y;')
    if form == 'exchange':
        turn = f'if (__VERIFIER_nondet_int()) {{ x += {a}; y -= {a}; }} else {{ x--; z++; }}'
        return s.program(f'{s.bound()}\nx = 0; y = n; z = 0;\n{s.loop(turn)}\nCHECK(x + y + z == n);', 'long i, x, y, z;')
    if form == 'sum':
        turn = f'if (__VERIFIER_nondet_int()) x++; else y += {s.one_of("1", "2")};'
        return s.program(f'{s.bound()}\nx = 0; y = 0;\n{s.loop(turn)}\nCHECK(x + y {s.one_of(">= n", "<= 2 * n")});', f'{t} i, x, y;')
    if form == 'bounded':
        turn = f'x += {s.small(0, a)};' + s.one_of('', '\ny++;')
        return s.program(f'{s.bound()}\nx = 0; y = 0;\n{s.loop(turn)}\nCHECK(x <= {a} * n);', f'{t} i, x, y;')
    return s.program(f'{s.bound()}\nx = 0; y = n;\nwhile (x < y) {{\nif (__VERIFIER_nondet_int()) x++; else y--;\n}}\n'
                     f'CHECK({s.one_of("x == y", "x <= n", "y >= 0 && x <= n")});', f'{t} x, y;')


def nesting(s):
    """Triangles and rectangles: inner counters are at most the outer one, what is counted is how often they went round."""
    t, m = s.type, s.r.randint(2, 6)
    form = s.one_of('triangle', 'upper', 'rectangle', 'count', 'three', 'half')
    if form == 'triangle':
        end = s.one_of('i', 'i + 1')
        claim = 'j < i && j < n' if end == 'i' else 'j <= i && j < n'
        inner = s.one_of(s.loop(f'CHECK({claim});', 'j', '0', end), s.loop('x++;', 'j', '0', end) + f'\nCHECK(j == {end});')
        return s.program(f'{s.bound()}\nx = 0;\n{s.loop(inner)}', f'{t} i, j; long x;')
    if form == 'upper':
        inner = s.one_of(s.loop('CHECK(i <= j && j < n);', 'j', 'i'), s.loop('x++;', 'j', 'i') + '\nCHECK(j == n);')
        return s.program(f'{s.bound()}\nx = 0;\n{s.loop(inner)}', f'{t} i, j; long x;')
    if form == 'rectangle':
        inner = s.loop('x++;', 'j', '0', str(m))
        claim = s.one_of(f'x == {m} * n', f'x <= {m} * n', f'x >= n')
        return s.program(f'{s.bound()}\nx = 0;\n{s.loop(inner)}\nCHECK({claim});', f'{t} i, j, x;')
    if form == 'count':
        s.most = min(s.most, 100)
        inner = s.loop('x++;', 'j', '0', s.one_of('i', 'n'))
        claim = 'x <= n * n' if s.r.random() < .5 else f'x <= {s.most * s.most}'
        return s.program(f'{s.bound()}\nx = 0;\n{s.loop(inner)}\nCHECK({claim});', f'{t} i, j, x;')
    if form == 'three':
        s.most = min(s.most, 100)
        inner = s.loop(f'CHECK({s.one_of("i <= k", "j <= k", "i <= j && j <= k && k < n")});', 'k', 'j')
        return s.program(f'{s.bound()}\n{s.loop(s.loop(inner, "j", "i"))}', f'{t} i, j, k;')
    inner = f'k = i;\nwhile (k > 0 && __VERIFIER_nondet_int()) {{\nk--;\nx++;\n}}\nCHECK({s.one_of("k <= i", "k < n", "k + x >= i")});'
    return s.program(f'{s.bound()}\n{s.loop("x = 0;" + inner)}', f'{t} i, k, x;')


def search(s):
    """Linear search stops at what it looks for, or behind the end; binary search keeps low and high in the bounds."""
    t = s.type
    form = s.one_of('linear', 'first', 'last', 'binary', 'guess', 'insert')
    array = f'int a[{s.most}], x;\n{t} i, k;'
    if form == 'linear':
        loop = s.one_of('i = 0;\nwhile (i < n && a[i] != x) i++;', s.loop('if (a[i] == x) break;'))
        claim = s.one_of('i == n || a[i] == x', 'i <= n', 'if')
        check = 'if (i < n) CHECK(a[i] == x);' if claim == 'if' else f'CHECK({claim});'
        return s.program(f'{s.bound(1)}\nx = __VERIFIER_nondet_int();\n{s.unknown_array("a")}\n{loop}\n{check}', array)
    if form == 'first':
        loop = s.one_of('i = 0;\nwhile (i < n && a[i] != x) i++;', s.loop('if (a[i] == x) break;'))
        return s.program(f'{s.bound(1)}\nx = __VERIFIER_nondet_int();\n{s.unknown_array("a")}\n{loop}\n'
                         f'{s.all_or_one("a[k] != x", end="i")}', array)
    if form == 'last':
        loop = s.loop('if (a[i] == x) p = i;')
        return s.program(f'{s.bound(1)}\nlong p = -1;\nx = __VERIFIER_nondet_int();\n{s.unknown_array("a")}\n{loop}\n'
                         f'CHECK({s.one_of("p < (long)n", "p == -1 || a[p] == x", "p >= -1")});', array)
    middle = s.one_of('m = (lo + hi) / 2;', 'm = lo + (hi - lo) / 2;')
    if form in ('binary', 'insert'):
        inside = s.one_of('CHECK(m < n);', 'CHECK(lo <= m && m < hi);', 'CHECK(m >= 0 && m < n);')
        found = 'if (a[m] == x) break;\n' if form == 'binary' else ''
        loop = f'lo = 0; hi = n;\nwhile (lo < hi) {{\n{middle}\n{inside}\n{found}if (a[m] < x) lo = m + 1; else hi = m;\n}}'
        check = s.one_of('CHECK(lo <= n);', 'CHECK(hi <= n && lo <= hi);')
        return s.program(f'{s.bound(1)}\nx = __VERIFIER_nondet_int();\n{s.unknown_array("a")}\n{loop}\n{check}',
                         f'int a[{s.most}], x;\n{t} i, lo, hi, m;')
    loop = f'lo = 0; hi = n;\nwhile (lo < hi) {{\n{middle}\nif (m < w) lo = m + 1; else hi = m;\n}}'
    return s.program(f'{s.bound(1)}\nw = __VERIFIER_nondet_{INPUTS[t]}();\nif (w < 0 || w > n) return 0;\n{loop}\nCHECK(lo == w);',
                     f'{t} lo, hi, m, w;')


def stacks(s):
    """Pushed where there is room, popped where there is something: the depth is in the bounds, and says how often."""
    n, t = s.most, s.one_of('int', 'int', 'unsigned', 'long')
    form = s.one_of('bounds', 'balance', 'values', 'lifo', 'queue')
    variables = f'int a[{n}], x;\n{t} d, pushed, popped, i;'
    push, pop = f'CHECK(d < {n}); a[d] = x; d++;', 'CHECK(d > 0); d--; x = a[d];'
    choice = s.one_of('__VERIFIER_nondet_int()', '__VERIFIER_nondet_int() > 0')
    if form == 'bounds':
        body = f'if ({choice}) {{ if (d < {n}) {{ {push} }} }} else if (d > 0) {{ {pop} }}'
        run = s.one_of(f'while (__VERIFIER_nondet_int()) {{\n{body}\n}}', s.bound() + '\n' + s.loop(body))
        return s.program(f'd = 0; x = 1;\n{run}\nCHECK(d >= 0 && d <= {n});', variables)
    if form == 'balance':
        body = f'if ({choice}) {{ if (d < {n}) {{ d++; pushed++; }} }} else if (d > 0) {{ d--; popped++; }}'
        check = s.one_of('pushed - popped == d', 'pushed == popped + d', 'popped <= pushed')
        return s.program(f'{s.bound()}\nd = 0; pushed = 0; popped = 0;\n{s.loop(body)}\nCHECK({check});', variables)
    if form == 'values':
        body = f'if ({choice}) {{ if (d < {n}) {{ x = {s.small(1, 9)}; a[d] = x; d++; }} }} else if (d > 0) {{ {pop} CHECK(x >= 1 && x <= 9); }}'
        return s.program(f'{s.bound()}\nd = 0;\n{s.loop(body)}', variables)
    if form == 'lifo':
        down = f'while (d > 0) {{\nd--;\nCHECK(a[d] == d);\n}}'
        return s.program(f'{s.bound()}\nd = 0;\n{s.loop("a[d] = i; d++;")}\n{down}\nCHECK(d == 0);', variables.replace('unsigned', 'int'))
    m = s.r.choice((4, 8, 10))
    take = f'first = first + 1 == {m} ? 0 : first + 1; count--;'
    body = (f'if ({choice}) {{ if (count < {m}) {{ last = (first + count) % {m}; CHECK(last >= 0 && last < {m}); q[last] = 1; count++; }} }} '
            f'else if (count > 0) {{ {take} }}')
    return s.program(f'{s.bound()}\nfirst = 0; count = 0;\n{s.loop(body)}\n'
                     f'CHECK({s.one_of(f"count >= 0 && count <= {m}", f"first >= 0 && first < {m}")});', f'int q[{m}];\nint i, first, last, count;')


def extremes(s):
    """No element is above the greatest, which is one of them."""
    t = s.type
    sign = s.one_of('>', '<', '>=')
    other = {'>': '<=', '<': '>=', '>=': '<='}[sign]
    form = s.one_of('all', 'all', 'position', 'stream', 'both')
    variables = f'int a[{s.most}], m, x, y;\n{t} i, k, p;'
    begin = f'{s.bound(1)}\n{s.unknown_array("a")}\nm = a[0]; p = 0;\n'
    first = s.one_of('0', '1')
    if form == 'all':
        turn = s.one_of(f'if (a[i] {sign} m) m = a[i];', f'm = a[i] {sign} m ? a[i] : m;')
        return s.program(f'{begin}{s.loop(turn, start=first)}\n{s.all_or_one(f"a[k] {other} m")}', variables)
    if form == 'position':
        turn = s.one_of(f'if (a[i] {sign} a[p]) p = i;', f'if (a[i] {sign} m) {{ m = a[i]; p = i; }}')
        check = s.one_of('CHECK(p < n);', s.all_or_one(f'a[k] {other} a[p]'), f'CHECK(a[0] {other} a[p]);')
        return s.program(f'{begin}{s.loop(turn, start=first)}\n{check}', variables)
    if form == 'stream':
        keep = s.one_of('if (__VERIFIER_nondet_int()) y = x;', 'y = x;')
        body = f'x = __VERIFIER_nondet_int();\nif (x {sign} m) m = x;\n{keep}\nCHECK(y {other} m);'
        return s.program(f'{s.bound()}\nm = __VERIFIER_nondet_int(); y = m;\n{s.loop(body)}\nCHECK(y {other} m);', f'int m, x, y;\n{t} i;')
    turn = s.shuffled('if (a[i] > y) y = a[i];', 'if (a[i] < x) x = a[i];')
    check = s.one_of('CHECK(x <= y);', s.all_or_one('x <= a[k] && a[k] <= y'))
    return s.program(f'{begin}x = m; y = m;\n{s.loop(turn, start=first)}\n{check}', variables)


def copies(s):
    """The copy is what was copied."""
    t, n = s.type, s.most
    form = s.one_of('copy', 'copy', 'shift', 'reverse', 'down', 'changed', 'twice')
    variables = f'int a[{n}], b[{n + 1}], c[{n}];\n{t} i, k;'
    begin = f'{s.bound(1)}\n{s.unknown_array("a")}\n'
    if form == 'copy':
        return s.program(f'{begin}{s.loop("b[i] = a[i];")}\n{s.all_or_one("b[k] == a[k]")}', variables)
    if form == 'shift':
        return s.program(f'{begin}b[0] = 0;\n{s.loop("b[i + 1] = a[i];")}\n{s.all_or_one("b[k + 1] == a[k]")}', variables)
    if form == 'reverse':
        return s.program(f'{begin}{s.loop("b[n - 1 - i] = a[i];")}\n{s.all_or_one("b[n - 1 - k] == a[k]")}', variables)
    if form == 'down':
        return s.program(f'{begin}{s.down("b[i] = a[i];")}\n{s.all_or_one("b[k] == a[k]")}', variables)
    if form == 'changed':
        d = s.r.randint(1, 5)
        return s.program(f'{s.bound(1)}\n{s.unknown_array("a", least=0)}\n{s.loop(f"b[i] = a[i] + {d};")}\n'
                         f'{s.all_or_one(s.one_of(f"b[k] == a[k] + {d}", "b[k] > a[k]", f"b[k] >= {d}"))}', variables)
    return s.program(f'{begin}{s.loop("b[i] = a[i];")}\n{s.loop("c[i] = b[i];")}\n{s.all_or_one("c[k] == a[k]")}', variables)


def comparisons(s):
    """A flag that no difference was seen; where the first difference is."""
    t, n = s.type, s.most
    form = s.one_of('flag', 'index', 'copied')
    variables = f'int a[{n}], b[{n}], same;\n{t} i, k;'
    begin = f'{s.bound(1)}\n{s.unknown_array("a")}\n'
    flag = s.one_of('if (a[i] != b[i]) same = 0;', 'same = same && a[i] == b[i];')
    if form == 'flag':
        early = s.one_of('', 'same')
        return s.program(f'{begin}{s.unknown_array("b")}\nsame = 1;\n{s.loop(flag, more=early)}\nif (same) {{\n'
                         f'{s.all_or_one("a[k] == b[k]")}\n}}', variables)
    if form == 'index':
        find = s.one_of(s.loop('if (a[i] != b[i]) break;'), 'i = 0;\nwhile (i < n && a[i] == b[i]) i++;')
        check = s.one_of('if (i < n) CHECK(a[i] != b[i]);', s.all_or_one('a[k] == b[k]', end='i'), 'CHECK(i <= n);')
        return s.program(f'{begin}{s.unknown_array("b")}\n{find}\n{check}', variables)
    return s.program(f'{begin}{s.loop("b[i] = a[i];")}\nsame = 1;\n{s.loop(flag)}\nCHECK(same);', variables)


def partitions(s):
    """What goes to the left, or to the first of two arrays, is what the question says."""
    t, n = s.one_of('int', 'int', 'long'), s.most
    s.type = t
    form = s.one_of('two', 'two', 'count', 'place', 'filter')
    variables = f'int a[{n}], b[{n}], c[{n}], x;\n{t} i, k, p, q;'
    begin = f'{s.bound(1)}\n{s.unknown_array("a")}\np = 0; q = 0;\n'
    if form in ('two', 'filter'):
        wanted, other = s.one_of(('a[i] >= 0', 'a[i] < 0'), ('a[i] < 10', 'a[i] >= 10'), ('a[i] != 5', 'a[i] == 5'))
        rest = ' else { c[q] = a[i]; q++; }' if form == 'two' else ''
        turn = f'if ({wanted}) {{ b[p] = a[i]; p++; }}{rest}'
        claims = [s.all_or_one(wanted.replace('a[i]', 'b[k]'), end='p'), 'CHECK(p <= n);']
        if form == 'two':
            claims += [s.all_or_one(other.replace('a[i]', 'c[k]'), end='q'), 'CHECK(p + q == n);']
        return s.program(f'{begin}{s.loop(turn)}\n{s.r.choice(claims)}', variables)
    if form == 'count':
        turn = s.one_of('if (a[i] > 3) p++; else q++;', 'if (a[i] % 2) p++; else q++;')
        return s.program(f'{begin}{s.loop(turn)}\nCHECK({s.one_of("p + q == n", "p <= n", "q >= 0 && q <= n")});', variables)
    turn = 'if (a[p] < 0) {\np++;\n} else {\nq--;\nx = a[p]; a[p] = a[q]; a[q] = x;\n}'
    claim = s.one_of(s.all_or_one('a[k] < 0', end='p'), 'CHECK(p == q && p <= n);', 'for (k = p; k < n; k++) CHECK(a[k] >= 0);')
    return s.program(f'{begin}q = n;\nwhile (p < q) {{\n{turn}\n}}\n{claim}', variables)


def sentinels(s):
    """A loop without a bound ends at what was put at the end."""
    t, n = s.type, s.most
    form = s.one_of('search', 'length', 'copy', 'middle')
    variables = f'{s.one_of("int", "char", "unsigned char")} a[{n + 1}], b[{n + 1}], x;\n{t} i, k;'
    if form == 'search':
        return s.program(f'{s.bound()}\n{s.unknown_array("a")}\nx = __VERIFIER_nondet_int();\na[n] = x;\n'
                         f'for (i = 0; {s.one_of("a[i] != x", "x != a[i]")}; i++) ;\nCHECK({s.one_of("i <= n", "a[i] == x")});', variables)
    if form == 'length':
        loop = s.one_of('i = 0;\nwhile (a[i]) i++;', 'for (i = 0; a[i] != 0; i++) ;')
        return s.program(f'{s.bound()}\n{s.unknown_array("a")}\na[n] = 0;\n{loop}\nCHECK({s.one_of("i <= n", "a[i] == 0")});', variables)
    if form == 'copy':
        loop = s.one_of('i = 0;\nwhile ((b[i] = a[i])) i++;', 'for (i = 0; a[i]; i++) b[i] = a[i];\nb[i] = 0;')
        check = s.one_of('CHECK(i <= n);', s.all_or_one('b[k] == a[k]', end='i'), 'CHECK(b[i] == 0);')
        return s.program(f'{s.bound()}\n{s.unknown_array("a")}\na[n] = 0;\n{loop}\n{check}', variables)
    return s.program(f'{s.bound(1)}\n{s.unknown_array("a")}\nk = __VERIFIER_nondet_{INPUTS[t]}();\nif (k < 0 || k >= n) return 0;\n'
                     f'a[k] = 7;\ni = 0;\nwhile (a[i] != 7) {{\ni++;\nCHECK({s.one_of("i <= k", "i < n")});\n}}', variables)


def recursive_sums(s):
    """Sums by recursion: what is returned is linear in the arguments, or at least as great as they are."""
    a, t = s.r.randint(1, 5), s.one_of('int', 'long')
    s.type = t
    form = s.one_of('sum', 'add', 'count', 'even', 'array', 'times')
    if form == 'sum':
        f = f'{t} f({t} n) {{ if (n <= 0) return 0; return {s.one_of("n + f(n - 1)", "f(n - 1) + n")}; }}\n'
        return s.program(f'{s.bound()}\nCHECK(f(n) >= {s.one_of("n", "0")});', before=f)
    if form == 'add':
        f = s.one_of(f'{t} f({t} x, {t} y) {{ if (y <= 0) return x; return f(x, y - 1) + 1; }}\n',
                     f'{t} f({t} x, {t} y) {{ if (y > 0) return f(x + 1, y - 1); return x; }}\n')
        return s.program(f'{s.bound()}\nm = __VERIFIER_nondet_{INPUTS[t]}();\nif (m < 0 || m > 1000) return 0;\nCHECK(f(m, n) == m + n);',
                         f'{t} m;', f)
    if form == 'count':
        f = f'{t} f({t} n) {{ if (n <= 0) return 0; return {a} + f(n - 1); }}\n'
        return s.program(f'{s.bound()}\nCHECK(f(n) == {a} * n);', before=f)
    if form == 'even':
        f = (f'int odd({t} n);\nint even({t} n) {{ if (n == 0) return 1; return odd(n - 1); }}\n'
             f'int odd({t} n) {{ if (n == 0) return 0; return even(n - 1); }}\n')
        return s.program(f'{s.bound()}\nCHECK({s.one_of("even(n) == (n % 2 == 0)", "odd(n) == n % 2", "even(n) <= 1")});', before=f)
    if form == 'array':
        f = f'int a[{s.most}];\n{t} f({t} n) {{ if (n <= 0) return 0; return a[n - 1] + f(n - 1); }}\n'
        return s.program(f'{t} i;\n{s.bound()}\n{s.unknown_array("a", least=0)}\nCHECK(f(n) {s.one_of(">= 0", "<= 9 * n")});', before=f)
    f = f'{t} f({t} x, {t} y) {{ if (y <= 0) return 0; return x + f(x, y - 1); }}\n'
    return s.program(f'{s.bound()}\nCHECK(f({a}, n) == {a} * n);', before=f)


def sorted_arrays(s):
    """Neighbours are in order: as they were made, as a flag says, or as a pass of bubble sort leaves the last one."""
    t, n = s.type, s.most
    form = s.one_of('made', 'made', 'flag', 'bubble')
    variables = f'int a[{n + 1}], x, sorted;\n{t} i, k;'
    if form == 'made':
        fill = s.one_of('x += ' + s.small(0, 3) + '; a[i] = x;', f'a[i] = {s.r.randint(1, 4)} * (int)i + 1;', 'a[i] = x; if (__VERIFIER_nondet_int()) x++;')
        return s.program(f'{s.bound(2)}\nx = 0;\n{s.loop(fill)}\n{s.all_or_one("a[k] <= a[k + 1]", end="n - 1")}', variables)
    if form == 'flag':
        flag = s.one_of('if (a[i] > a[i + 1]) sorted = 0;', 'if (a[i + 1] < a[i]) { sorted = 0; break; }')
        return s.program(f'{s.bound(2)}\n{s.unknown_array("a")}\nsorted = 1;\n{s.loop(flag, end="n - 1")}\nif (sorted) {{\n'
                         f'{s.all_or_one("a[k] <= a[k + 1]", end="n - 1")}\n}}', variables)
    turn = 'if (a[i] > a[i + 1]) { x = a[i]; a[i] = a[i + 1]; a[i + 1] = x; }'
    return s.program(f'{s.bound(2)}\n{s.unknown_array("a")}\n{s.loop(turn, end="n - 1")}\n'
                     f'{s.one_of(s.all_or_one("a[k] <= a[n - 1]"), "CHECK(a[n - 2] <= a[n - 1]);")}', variables)


IDIOMS = (congruences, relations, nesting, search, stacks, extremes, copies, comparisons, partitions, sentinels, recursive_sums,
          sorted_arrays)

CHANGES = ((r'<=', ('<', '==')), (r'>=', ('>', '==')), (r'(?<![<-])<(?![<=])', ('<=',)), (r'(?<![>-])>(?![>=])', ('>=',)),
           (r'==', ('!=', '<=')), (r'!=', ('==',)), (r'(?<=[ (])\d+\b', (lambda m: str(int(m[0]) + 1), lambda m: str(max(0, int(m[0]) - 1)))),
           (r'\+\+', ('+= 2',)), (r'--', ('-= 2',)), (r'\+=', ('-=',)), (r'\b[ij]\b(?=[\]])', ('0', lambda m: m[0] + ' / 2')))


def changed(text, r):
    """One small change behind the head, which may or may not matter."""
    begin = len(HEAD)
    pattern, replacements = r.choice(CHANGES)
    places = list(re.compile(pattern).finditer(text, begin))
    if not places:
        return text
    place, new = r.choice(places), r.choice(replacements)
    return text[:place.start()] + (new if isinstance(new, str) else new(place)) + text[place.end():]

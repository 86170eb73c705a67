"""C programs from seeds with tables that are read at computed offsets, rings and products: program(seed) -> text.

Whether all accesses are valid and no number overflows is left open: some tables are one short, are changed by what is called
with a pointer to them, or by their bytes; some indices go round by more than there is. An execution ends at the first fault.
"""

import random

# Of the table `t` of `n` cells, the ring `r` of `m`, and the numbers k (any), x and y (globals): one step of an execution.
STEPS = ('''    x += {t}[k {wrap} {n}]; y -= {t}[(k >> 3) {wrap} {n}];
''', '''    if (k {less} {n}u) x = {t}[k];
''', '''    x = {t}[{t}[k % {n}] & {mask}];
''', '''    {t}[k % {n}] = {value};
''', '''    change{id}({t} + k % {n}, {value});
''', '''    ((unsigned char *){t})[k % sizeof {t}] = {value};
''', '''    memmove({t}, {t} + {small}, sizeof *{t} * ({n} - {small}{extra}));
''', '''    {{ {type} c[{n}] = {{ {cells} }}; if (k & 1) c[k % {n}] = {value}; x = c[(k >> 1) % {n}]; y = c[{last}]; }}
''', '''    r{id}.cells[r{id}.at] = {value}; {ring}
''', '''    {ring} sum += r{id}.cells[r{id}.at];
''', '''    if (r{id}.at != r{id}.end) {{ sum += r{id}.cells[r{id}.end]; r{id}.end = (r{id}.end + {small}) % {m}; }}
''', '''    for (unsigned i = r{id}.end; i != r{id}.at; i = (i + {small}) % {m}) {{ sum += r{id}.cells[i]; if (sum == 7) break; }}
''', '''    if (x > -{bound} && x < {bound}) {{ x = x * {power}; y = x / {power} + {small}; }}
''', '''    if (k < {bound}) y = ({type})(k << {shift}) * {power};
''', '''    {{ int a = (signed char)k, b = (k >> 8) & {mask}; x = a * {power} - (b << {shift}); y = a * b * {power}; }}
''', '''    {{ short s = k; x = s * {bound}; s += {small}; y = -s; if (y < s) sum += {t}[(unsigned)y % {n}]; }}
''', '''    if (k % 5 == 0 && depth{id}) {{ depth{id}--; step{id}(k / 5, p); depth{id}++; }}
''', '''    if (k % 3) p = &r{id}.at; if (p) *p = k % {m};
''', '''    for (unsigned char i = 0; i {less} {n}; i++) {{ if ({t}[i] == {value}) continue; sum += {t}[i]; {t}[i] = i; }}
''', '''    switch (k % 4) {{ case 0: r{id}.at = 0; case 1: r{id}.end = r{id}.at; break; case 2: r{id}.end = {last}; default:
        x = r{id}.end; }}
''', '''    {{ static unsigned char turn; turn = (turn + {small}) % {n}; sum += {t}[turn]; }}
''', '''    {{ unsigned d = k % {n} - k % {m}; if (d < {n}) x = {t}[d]; else y = {t}[-d % {n}]; }}
''')
RINGS = ('r{id}.at = (r{id}.at + {small}) % {m};', 'r{id}.at = (r{id}.at + {small}) & ({m} - 1);',
         'if (++r{id}.at == {m}) r{id}.at = 0;', 'r{id}.at = r{id}.at ? r{id}.at - 1 : {m} - 1;',
         'r{id}.at++; r{id}.at %= {m};', 'r{id}.at = (r{id}.at - {small}) % {m};',
         'r{id}.at += {small}; if (r{id}.at >= {m}) r{id}.at -= {m};', 'r{id}.at = (r{id}.at + k) % {m};')


def choices(rng, number):
    """What the templates' parts are; a fault here and there."""
    n, m, shift = rng.choice((3, 4, 7, 8)), rng.choice((4, 8, 5)), rng.choice((1, 2, 5))
    parts = {'id': number, 'n': n, 'm': m, 't': f't{number}', 'shift': shift, 'power': rng.choice((2, 4, 8, 3, 65536)),
             'type': rng.choice(('int', 'short', 'unsigned char', 'signed char', 'unsigned', 'long')),
             'wrap': rng.choice(('%', '%', '&')), 'less': rng.choice(('<', '<', '<', '<=')), 'mask': rng.choice((1, 2, 3, 7)),
             'value': rng.choice(('0', '1', '2', '-1', 'k % 3', 'k', 'x', f'{n}')), 'small': rng.choice((1, 1, 1, 2)),
             'extra': rng.choice(('', '', ' + 1')), 'last': rng.choice((n - 1, n - 1, n - 1, n)),
             'bound': rng.choice((10, 1 << 13, 1 << 15, 1 << 28, 1 << 30)),
             'at': rng.choice(('unsigned', 'unsigned', 'int', 'unsigned char', 'unsigned long'))}
    parts['cells'] = ', '.join(str(rng.choice((-1, 0, 0, 1, 1, 2, n - 1))) for _ in range(n))
    parts['ring'] = rng.choice(RINGS).format(**parts)
    return parts


def program(seed):
    rng = random.Random(seed)
    text = ['#include <stdlib.h>\n#include <string.h>\n', 'unsigned input(void);\n', 'static long sum;\nstatic int x, y;\n']
    calls = []
    for number in range(rng.randint(1, 3)):
        parts = choices(rng, number)
        size = parts['m'] - (rng.random() < 0.1)
        steps = ''.join(rng.choice(STEPS).format(**parts) for _ in range(rng.randint(2, 6)))
        text.append(('static {type} t{id}[{n}] = {{ {cells} }};\n'
                     'static struct {{ {at} at, end; {type} cells[{size}]; }} r{id};\nstatic unsigned depth{id} = 3;\n'
                     'static void change{id}({type} *p, {type} v) {{ *p = v; }}\n'
                     'static void step{id}(unsigned k, {at} *p)\n{{\n{steps}}}\n').format(**parts, size=size, steps=steps))
        calls.append(f'        case {number}: step{number}(input(), {rng.choice(("NULL", f"&r{number}.end"))}); break;\n')
    text.append(f'int main(void)\n{{\n    for (unsigned n = input() % 30; n; n--)\n        switch (input() % {len(calls)}) {{\n'
                f'{"".join(calls)}        }}\n    return (int)sum;\n}}\n')
    return ''.join(text)

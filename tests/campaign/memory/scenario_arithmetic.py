"""Arithmetic that goes wrong by itself, or makes a length that does. See scenarios.py."""


def arithmetic(w, bad):
    kind = w.rng.choice(['overflow', 'div', 'shift'])
    i, r = w.input(4), w.fresh('r')
    if kind == 'overflow':
        w.line(f'int {r} = 2147483644 + {i}' + (f' + {i};' if bad else ';'))
    elif kind == 'div':
        w.line(f'int {r} = 12 / ({i} + 1 - {2 * bad});')
    else:
        w.line(f'int {r} = 1 << ({i} + {27 + 3 * bad});')
    w.line(f'(void){r};')


def extremes(w, bad):
    """Where only one value of many is wrong."""
    i, r, m = w.input(2), w.fresh('r'), w.fresh('m')
    low, high = f'-2147483647 {"-" if bad else "+"} {i}', f'2147483646 + {i if bad else 0}'
    start, end = w.rng.choice([(low, f'{r} = -{r};'), (low, f'{r} /= {m};'), (low, f'{r} = {r} % {m};'), (low, f'{r}--;'), (high, f'{r}++;'),
                               (f'32767 + {i if bad else 0}', f'{r} = 65536 * {r};'), (i, f'{r} <<= {30 + bad};')])
    w.line(f'int {r} = {start}, {m} = -1;')
    w.line(end)
    w.line(f'(void){r}, (void){m};')


def wrapped_length(w, bad):
    """A length that is less than none."""
    n = w.rng.randint(4, 8)
    a, i, length = w.array('char', n), w.input(4), w.fresh('n')
    w.line(f'unsigned {length} = {i};')
    w.line(f'{length} = {"" if bad else f"{length} < 2 ? 0 : "}{length} - 2;')
    w.line(f'memset({w.style.pointer("char", a)}, 1, {length});')

"""C programs from seeds that move pointers and count what is left: program(seed) -> text.

Whether all accesses are valid is left open: some counts are one too many, start too large or wrap around. An execution ends at
the first access that is not valid.
"""

import random

# Of (const unsigned char *p, {count} n): reads what is there. Steps, bounds and the order of a step and its use vary.
WALKS = ('''    while (n-- {more}) sum += *p++;
''', '''    while (n {more}) {{ sum += *p; p++; n {down}; }}
''', '''    while (n >= {step}) {{ n -= {step}; sum += p[0] + p[{last}]; p += {step}; }}
    while (n-- {more}) sum += *p++;
''', '''    while (n >= {block}) {{
        {inner} k = {turns};
        n -= {block};
        do {{ sum += p[0] + p[{last}]; p += {step}; }} while (--k);
    }}
    while (n {more}) {{ n--; sum += *p++; }}
''', '''    const unsigned char *end = p + n;
    while (p {less} end) {{ sum += *p; p += {small}; }}
''', '''    {count} i = 0;
    while (i {less} n) {{ sum += p[0]; p++; i += {small}; }}
''', '''    {count} k = n / {step}, rest = n - k * {step};
    while (k {more}) {{ sum += p[{last}]; p += {step}; k--; }}
    while (rest-- {more}) sum += *p++;
''', '''    {count} half = n < {block} ? n : {block};
    n -= half;
    while (half {more}) {{ half--; sum += *p++; }}
    while (n {more}) {{ n--; sum += *p++; }}
''', '''    for ({count} i = 0; i {less} n; i++, p += {small}) {{ if (p[0] == 7) continue; sum += *p; }}
''', '''    const unsigned char *q = p;
    p += n;
    while (p != q) {{ sum += *--p; if (sum == {block}) n -= {small}; }}
''', '''    if (n >= {aligned}) {{
        while (n {more} && ((unsigned long)p & {mask}) != {rest}) {{ n--; sum += *p++; }}
        {count} k = n / {step};
        n -= k * {step};
        while (--k) {{ sum += p[0] + p[{last}]; p += {step}; }}
        sum += p[{last}];
        p += {step};
    }}
    while (n-- {more}) sum += *p++;
''', '''    unsigned i = input();
    if (n < {aligned}) return;
    while (i & {mask}) {{ i += {odd}; n {down}; p += {small}; if (sum == {block}) continue; sum++; }}
    while (n >= {step}) {{ sum += p[{last}]; p += {step}; n -= {step}; }}
''', '''    unsigned turns = input();
    do {{ n--; sum += *p++; }} while (((unsigned long)p + turns) & {mask});
    if (n < {block}) sum += p[n];
''')
# Of (struct stream *s): the same with cells.
STREAMS = ('''    while (s->left {more}) {{ s->left--; sum += *s->next++; }}
''', '''    const unsigned char *next = s->next;
    {count} left = s->left;
    while (left >= {step}) {{ sum += next[{last}]; next += {step}; left -= {step}; if (sum == 9) break; }}
    s->next = next;
    s->left = left;
''', '''    unsigned k = 0;
    while (s->left {more} && k++ < {block}) {{ sum += *s->next; s->next += {small}; s->left {down}; }}
''')
# Of (element *p, {count} n), an object of about n elements: reads by an index.
INDEXES = ('''    for ({count} i = 0; i {less} n; i += {small}) sum += p[i];
''', '''    {count} i = n;
    while (i {more}) {{ i--; sum += p[i]; }}
''', '''    {count} i = 0;
    while (i {less} n) {{ {count} k = i; i += {small}; sum += p[k] + p[i - 1]; if (sum == 9) n--; }}
''', '''    if (n {more}) sum += p[n - 1];
    {count} k = (unsigned char)input();
    if (k {less} n) sum += p[k];
''', '''    {count} low = 0, high = n;
    while (low < high) {{ {count} middle = low + (high - low) / 2; if (p[middle] & 1) high = middle; else low = middle + 1; }}
''', '''    for ({count} i = 0; i {less} n / {step}; i++) sum += p[i * {step} + {last}];
''', '''    unsigned char seen[{block}] = {{ 0 }};
    for ({count} i = {from}; i {less} n; i += {small}) if (p[i] >= {block}) return;
    for ({count} i = 0; i {again} n; i++) seen[p[i]]++;
    sum += seen[0];
''', '''    unsigned char seen[{block}] = {{ 0 }};
    for ({inner} k = 0; k < {turns}; k++) {{
        {count} i;
        for (i = 0; i {less} n; i++) if (p[i] > {last}) {{ if (p[i] >= {block}) return; else if (i == 7) break; }}
        for (i = {from}; i {again} n; i += {small}) sum += seen[p[i]];
    }}
    for ({count} i = n; i-- {more}; ) if (p[i] < {block}) seen[p[i]] = 1; else break;
''')


def choices(rng):
    """What the templates' parts are; a fault here and there."""
    step = rng.choice((2, 3, 4, 8))
    turns = rng.choice((1, 2, 3))
    mask = rng.choice((1, 3, 7))
    return {'mask': mask, 'rest': rng.choice((0, 0, 0, mask)), 'aligned': mask + step - (rng.random() < 0.25),
            'from': rng.choice((0, 0, 0, 1)), 'again': rng.choice(('<', '<', '<=')), 'odd': rng.choice((1, 1, 3, 2)),
            'step': step, 'last': step - 1 + (rng.random() < 0.15), 'turns': turns,
            'block': step * turns + (rng.random() < 0.1), 'small': rng.choice((1, 1, 1, 2)),
            'more': rng.choice(('> 0', '!= 0', '', '> 0', '>= 1', '!= 1')),
            'less': rng.choice(('<', '<', '<', '!=', '<=')), 'down': rng.choice(('-= 1', '-= 1', '-= 2')),
            'count': rng.choice(('unsigned', 'unsigned long', 'int', 'long', 'unsigned short', 'unsigned char')),
            'inner': rng.choice(('unsigned', 'int', 'unsigned char'))}


def made_object(rng, number, parts, text):
    """An object that a procedure makes for a length, and what walks over it: the statements of main()."""
    element, extra = rng.choice(('unsigned char', 'unsigned short', 'unsigned')), rng.choice(('', '', '', ' + 1', ' - 1'))
    text.append(f'static {element} *make{number}({parts["count"]} n)\n{{\n'
                f'    {element} *p = malloc((n{extra}) * sizeof *p);\n    if (!p) return NULL;\n'
                f'    for ({parts["count"]} i = 0; i {parts["less"]} n; i++) p[i] = i;\n    return p;\n}}\n'
                f'static void walk{number}(const {element} *p, {parts["count"]} n)\n{{\n'
                f'{rng.choice(INDEXES).format(**parts)}}}\n')
    return (f'    {{ unsigned long n = input() % {rng.choice((9, 40, 300))}u; {element} *p = make{number}(n);\n'
            f'      if (p) walk{number}(p, {rng.choice(("n", "n", "n", "n + 1", "n - 1", "input()"))}); }}\n')


def program(seed):
    rng = random.Random(seed)
    size = rng.choice((8, 16, 24, 40))
    text = ['#include <stdlib.h>\n', 'unsigned input(void);\n', 'static unsigned sum;\n']
    calls = []
    for number in range(rng.randint(2, 4)):
        parts = choices(rng)
        offset, slack = rng.choice((0, 0, 1, 3)), rng.choice((0, 0, 0, 1, -1))
        amount = rng.choice((f'input() % {size}u', f'input() & {rng.choice((3, 7, 15))}', str(size), 'input()'))
        limit = f'if (n > {size}ul - {offset}ul - {slack}) n = {size - offset};' if rng.random() < 0.8 else ''
        if rng.random() < 0.3:
            calls.append(made_object(rng, number, parts, text))
        elif rng.random() < 0.35:
            body = rng.choice(STREAMS).format(**parts)
            text.append(f'struct stream{number} {{ const unsigned char *next; {parts["count"]} left; }};\n'
                        f'static void take{number}(struct stream{number} *s)\n{{\n{body}}}\n')
            calls.append(f'    {{ struct stream{number} s; unsigned long n = {amount}; {limit}\n'
                         f'      s.next = bytes + {offset}; s.left = n; take{number}(&s);\n'
                         f'      if (input() & 1) take{number}(&s); }}\n')
        else:
            body = rng.choice(WALKS).format(**parts)
            text.append(f'static void walk{number}(const unsigned char *p, {parts["count"]} n)\n{{\n{body}}}\n')
            calls.append(f'    {{ unsigned long n = {amount}; {limit} walk{number}(bytes + {offset}, n); }}\n')
    rng.shuffle(calls)
    made = f'unsigned char *bytes = calloc({size}, 1);\n    if (!bytes) return 0;' if rng.random() < 0.5 else \
        f'static unsigned char bytes[{size}];'
    text.append(f'int main(void)\n{{\n    {made}\n{"".join(calls)}    return (int)sum;\n}}\n')
    return ''.join(text)

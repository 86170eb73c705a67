"""Ways from a pointer to the same pointer, by detours on which its object is easily lost.

Each is a function (w, type, p) that appends statements to a list and gives an expression for the pointer. `out` is that list.
"""


class Detour:
    """The statements of one way; names are new in the whole program."""

    def __init__(self, w, type_, p):
        self.w, self.rng, self.type, self.p, self.lines = w, w.rng, type_, p, []

    def name(self, stem='t'):
        return self.w.fresh(stem)

    def add(self, *lines):
        self.lines += lines

    def number(self, type_='uintptr_t'):
        u = self.name('u')
        self.add(f'{type_} {u} = ({type_}){"(uintptr_t)" if type_ == "unsigned __int128" else ""}{self.p};')
        return u

    def back(self, u):
        return f'({self.type} *){u}'

    def bytes(self):
        """The bytes of the pointer in an array; its name."""
        b, c = self.name('b'), self.name('c')
        self.add(f'unsigned char {b}[sizeof(void *)];', f'{self.type} *{c} = {self.p};')
        how = self.rng.randrange(3)
        if how == 0:
            self.add(f'memcpy({b}, &{c}, sizeof {c});')
        elif how == 1:
            self.add(f'for (unsigned i = 0; i < sizeof {c}; i++) {b}[i] = ((unsigned char *)&{c})[i];')
        else:
            self.add(f'for (unsigned i = 0; i < sizeof {c}; i++) {b}[i] = (unsigned char)((uintptr_t){c} >> 8 * i);')
        return b

    def from_bytes(self, b):
        q = self.name('q')
        self.add(f'{self.type} *{q};')
        how = self.rng.randrange(3)
        if how == 0:
            self.add(f'memcpy(&{q}, {b}, sizeof {q});')
        elif how == 1:
            self.add(f'for (unsigned i = 0; i < sizeof {q}; i++) ((unsigned char *)&{q})[i] = {b}[i];')
        else:
            u = self.name('u')
            self.add(f'uintptr_t {u} = 0;', f'for (unsigned i = 0; i < sizeof {q}; i++) {u} |= (uintptr_t){b}[i] << 8 * i;',
                     f'{q} = ({self.type} *){u};')
        return q


# --- arithmetic

def cast(d):
    u = d.number(d.rng.choice(['uintptr_t', 'intptr_t', 'long', 'unsigned long long', 'unsigned __int128' if d.w.bits == 64 else 'long long']))
    return d.back(f'(uintptr_t){u}')


def there_and_back(d):
    """+ and -, ^ and ^, * and the inverse, rotations."""
    u, k = d.number(), d.rng.choice(['1', '8', '0x1234567', '(uintptr_t)0x5555555555555555u', '(uintptr_t)1 << (W - 1)'])
    for there, back in d.rng.sample([(f'{u} += {k};', f'{u} -= {k};'), (f'{u} ^= {k};', f'{u} ^= {k};'), (f'{u} = ~{u};', f'{u} = ~{u};'),
                                     (f'{u} = -{u};', f'{u} = -{u};'), (f'{u} *= 3;', f'{u} *= (uintptr_t)0xaaaaaaaaaaaaaaabu;'),
                                     (f'{u} = {u} << 13 | {u} >> (W - 13);', f'{u} = {u} >> 13 | {u} << (W - 13);')], 1):
        d.add(there)
        if d.rng.random() < 0.3:
            v = d.name('v')
            d.add(f'volatile uintptr_t {v} = {u};', f'{u} = {v};')
        d.add(back)
    return d.back(u)


def scaled(d):
    """Only the index of an aligned object is kept."""
    u = d.number()
    d.add(f'{u} /= _Alignof({d.type});', f'{u} *= _Alignof({d.type});')
    return d.back(u)


def halves(d):
    u, lo, hi = d.number(), d.name('lo'), d.name('hi')
    half = d.w.bits // 2
    t = f'uint{half}_t'
    d.add(f'{t} {lo} = ({t}){u}, {hi} = ({t})({u} >> {half});')
    return d.back(d.rng.choice([f'((uintptr_t){hi} << {half} | {lo})', f'((uintptr_t){hi} * {1 << half}u + {lo})']))


def difference(d):
    """As a distance from another object."""
    u, other, x = d.number(), d.name('o'), d.name('d')
    d.add(f'int {other};', f'uintptr_t {x} = {u} - (uintptr_t)&{other};')
    return d.back(f'({x} + (uintptr_t)&{other})')


def exchanged(d):
    """Swapped by exclusive-or with another address."""
    u, other, v = d.number(), d.name('o'), d.name('v')
    d.add(f'int {other};', f'uintptr_t {v} = (uintptr_t)&{other};', f'{u} ^= {v};', f'{v} ^= {u};', f'{u} ^= {v};')
    return d.back(v)


def decimal(d):
    """Digits and back."""
    u, s, v, n = d.number(), d.name('s'), d.name('v'), d.name('n')
    d.add(f'unsigned char {s}[20];', f'int {n} = 0;', f'while ({u}) {{ {s}[{n}++] = {u} % 10; {u} /= 10; }}',
          f'uintptr_t {v} = 0;', f'while ({n}) {v} = {v} * 10 + {s}[--{n}];')
    return d.back(v)


def adder(d):
    """The carry goes from bit to bit."""
    u, k, c = d.number(), d.name('k'), d.name('c')
    n = d.rng.choice(['1', '255', '0x12345678'])
    d.add(f'uintptr_t {k} = {n};', f'while ({k}) {{ uintptr_t {c} = {u} & {k}; {u} ^= {k}; {k} = {c} << 1; }}')
    return d.back(f'({u} - {n})')


# --- bits

def recursive(d):
    u, f = d.number(), d.w.top('f')
    d.w.globals.append(f'static uintptr_t {f}(uintptr_t u, int k);')
    d.w.functions.append((f'uintptr_t {f}(uintptr_t u, int k)',
                          [f'return k == W / 4 ? 0 : {f}(u, k + 1) | ({" | ".join(f"(u >> 4 * k & {b} ? (uintptr_t){b} << 4 * k : 0)" for b in (1, 2, 4, 8))});']))
    return d.back(f'{f}({u}, 0)')


def bit_by_bit(d):
    u, v = d.number(), d.name('v')
    d.add(f'uintptr_t {v} = 0;', f'for (int k = 0; k < W; k++) if ({u} & (uintptr_t)1 << k) {v} += (uintptr_t)1 << k;')
    return d.back(v)


def bits_of_bytes(d):
    """The issue's own: s[i] & (1 << k)."""
    b, c = d.bytes(), d.name('c')
    d.add(f'unsigned char {c}[sizeof(void *)];', 'for (unsigned i = 0; i < sizeof(void *); i++) {', 'unsigned v = 0;',
          f'for (int k = 0; k < 8; k++) if ({b}[i] & (1 << k)) v += 1u << k;', f'{c}[i] = v;', '}')
    return d.from_bytes(c)


def reversed_bits(d):
    u, v, w = d.number(), d.name('v'), d.name('w')
    d.add(f'uintptr_t {v} = 0, {w} = 0;', f'for (int k = 0; k < W; k++) {v} = {v} << 1 | ({u} >> k & 1);',
          f'for (int k = 0; k < W; k++) {w} = {w} << 1 | ({v} >> k & 1);')
    return d.back(w)


def parts(d):
    """Bit-fields of a union."""
    u, a = d.name('u'), d.rng.choice([1, 7, 12, 31, 48])
    t = d.w.type('union', f'{d.type} *p; struct {{ uint64_t lo : {a}, hi : {64 - a}; }} s;')
    d.add(f'{t} {u}, {u}c;', f'{u}.p = {d.p};', f'{u}c.s.hi = {u}.s.hi;', f'{u}c.s.lo = {u}.s.lo;')
    return f'{u}c.p'


def union(d):
    u = d.name('u')
    t = d.w.type('union', f'{d.type} *p; uintptr_t n; unsigned char b[sizeof(void *)]; uint16_t s[sizeof(void *) / 2];')
    d.add(f'{t} {u}, {u}c;', f'{u}.p = {d.p};')
    d.add(d.rng.choice([f'{u}c.n = {u}.n;', f'for (int i = 0; i < W / 8; i++) {u}c.b[i] = {u}.b[i];',
                        f'for (int i = W / 16; i-- > 0;) {u}c.s[i] = {u}.s[i];', f'{u}c = {u};']))
    return f'{u}c.p'


def gray(d):
    u, v = d.number(), d.name('v')
    d.add(f'uintptr_t {v} = {u} ^ {u} >> 1;', f'for (int k = 1; k < W; k *= 2) {v} ^= {v} >> k;')
    return d.back(v)


# --- bytes and text

def bytewise(d):
    b, c = d.bytes(), d.name('c')
    d.add(f'unsigned char {c}[sizeof(void *)];')
    d.add(d.rng.choice([f'memcpy({c}, {b}, sizeof {c});', f'memmove({c}, {b}, sizeof {c});',
                        f'for (unsigned i = 0; i < sizeof {c}; i++) {c}[i] = {b}[i];',
                        f'for (unsigned i = sizeof {c}; i-- > 0;) {c}[i] = {b}[i];']))
    return d.from_bytes(c)


def turned(d):
    """Bytes in the other order, and back."""
    b, c = d.bytes(), d.name('c')
    d.add(f'unsigned char {c}[sizeof(void *)];', f'for (unsigned i = 0; i < sizeof {c}; i++) {c}[i] = {b}[sizeof {c} - 1 - i];',
          f'for (unsigned i = 0; i < sizeof {c}; i++) {b}[i] = {c}[sizeof {c} - 1 - i];')
    return d.from_bytes(b)


def masked(d):
    b, k = d.bytes(), d.rng.choice(['0x5a', '0xff', '1', '0x80'])
    for _ in range(2):
        d.add(f'for (unsigned i = 0; i < sizeof(void *); i++) {b}[i] ^= {k};')
    return d.from_bytes(b)


def table(d):
    """Each byte is looked up in a table, and in its inverse."""
    b, t = d.bytes(), d.name('t')
    size, low = (256, False) if d.rng.random() < 0.5 else (16, True)
    k = d.rng.randrange(size)
    d.add(f'static unsigned char {t}[{size}];', f'for (int i = 0; i < {size}; i++) {t}[i] = i ^ {k};')
    look = f'{t}[{t}[%s & 15]] | {t}[{t}[%s >> 4]] << 4' if low else f'{t}[{t}[%s]]'
    item = f'{b}[i]'
    d.add(f'for (unsigned i = 0; i < sizeof(void *); i++) {b}[i] = {look.replace("%s", item)};')
    return d.from_bytes(b)


def constant_table(d):
    """Nibbles through a constant table."""
    u, v, t = d.number(), d.name('v'), d.name('t')
    order = list(range(16))
    d.rng.shuffle(order)
    inverse = [order.index(i) for i in range(16)]
    d.add(f'static const unsigned char {t}[16] = {{ {", ".join(map(str, order))} }};',
          f'static const unsigned char {t}b[16] = {{ {", ".join(map(str, inverse))} }};', f'uintptr_t {v} = 0;',
          f'for (int k = 0; k < W; k += 4) {v} |= (uintptr_t){t}b[{t}[{u} >> k & 15]] << k;')
    return d.back(v)


def searched(d):
    """Each byte (or nibble) is found by comparing it with all values."""
    u, v = d.number(), d.name('v')
    d.add(f'uintptr_t {v} = 0;', f'for (int k = 0; k < W; k += 4) for (uintptr_t n = 0; n < 16; n++) if (({u} >> k & 15) == n) {v} |= n << k;')
    return d.back(v)


def switched(d):
    u, v = d.number(), d.name('v')
    d.add(f'uintptr_t {v} = 0;', 'for (int k = W - 4; k >= 0; k -= 4) {', f'{v} <<= 4;', f'switch ({u} >> k & 15) {{',
          *[f'case {n}: {v} |= {n}; break;' for n in range(16)], '}', '}')
    return d.back(v)


def hex_text(d):
    u, s, v = d.number(), d.name('s'), d.name('v')
    d.add(f'char {s}[W / 4 + 1];', f'for (int i = 0; i < W / 4; i++) {s}[i] = "0123456789abcdef"[{u} >> (W - 4 - 4 * i) & 15];', f'{s}[W / 4] = 0;',
          f'uintptr_t {v} = 0;', f'for (int i = 0; {s}[i]; i++)',
          f'\t{v} = {v} << 4 | (unsigned)({s}[i] <= \'9\' ? {s}[i] - \'0\' : {s}[i] - \'a\' + 10);')
    return d.back(v)


def hex_chosen(d):
    """Digits chosen by comparisons, and back by a search in the alphabet."""
    u, s, v = d.number(), d.name('s'), d.name('v')
    d.add(f'char {s}[W / 4];', f'for (int i = 0; i < W / 4; i++) {{ int n = {u} >> 4 * i & 15; {s}[i] = n < 10 ? \'0\' + n : \'A\' + n - 10; }}',
          f'uintptr_t {v} = 0;', 'for (int i = 0; i < W / 4; i++) for (int n = 0; n < 16; n++)',
          f'\tif ("0123456789ABCDEF"[n] == {s}[i]) {v} |= (uintptr_t)n << 4 * i;')
    return d.back(v)


def printed(d):
    s, q = d.name('s'), d.name('q')
    if d.rng.random() < 0.5:
        d.add(f'char {s}[40];', f'void *{q} = 0;', f'snprintf({s}, sizeof {s}, "%p", (void *){d.p});', f'if (sscanf({s}, "%p", &{q}) != 1) return 0;')
        return f'({d.type} *){q}'
    d.add(f'char {s}[40];', f'unsigned long {q};', f'sprintf({s}, "%lx", (unsigned long){d.p});', f'{q} = strtoul({s}, 0, 16);')
    return d.back(q)


# --- memory

def stored(d):
    """In an array of something else."""
    a, q, t = d.name('a'), d.name('q'), d.rng.choice(['uintptr_t', 'int', 'short', 'char'])
    d.add(f'{t} {a}[3 * sizeof(void *) / sizeof({t})];', f'{d.type} *{q} = {d.p};')
    at = d.rng.randrange(3)
    d.add(f'memcpy((char *){a} + {at} * sizeof(void *), &{q}, sizeof {q});', f'{q} = 0;',
          f'memcpy(&{q}, (char *){a} + {at} * sizeof(void *), sizeof {q});')
    return q


def unaligned(d):
    """In bytes at an odd place."""
    a, q, at = d.name('a'), d.name('q'), d.rng.choice([1, 3, 5])
    d.add(f'unsigned char {a}[3 * sizeof(void *)];', f'{d.type} *{q} = {d.p};', f'memcpy({a} + {at}, &{q}, sizeof {q});',
          f'memmove({a} + {at + 1}, {a} + {at}, sizeof {q});', f'memcpy(&{q}, {a} + {at + 1}, sizeof {q});')
    return q


def as_double(d):
    """Bits of a floating number that is only copied."""
    if d.w.bits == 32:
        return stored(d)
    x, y, q = d.name('x'), d.name('y'), d.name('q')
    d.add(f'double {x}, {y};', f'{d.type} *{q} = {d.p};', f'memcpy(&{x}, &{q}, sizeof {q});', f'{y} = {x};', f'memcpy(&{q}, &{y}, sizeof {q});')
    return q


def arguments(d):
    """Through variable arguments, as a number and as a pointer."""
    f = d.w.function('uintptr_t %s(int n, ...)', ['va_list l;', 'va_start(l, n);', 'uintptr_t u = 0;',
                                                  'while (n--) u = va_arg(l, uintptr_t);', 'va_end(l);', 'return u;'])
    n = d.rng.randint(1, 3)
    return d.back(f'{f}({n}{", (uintptr_t)0" * (n - 1)}, (uintptr_t){d.p})')


def words(d):
    """Copied as words that are written one by one."""
    a, b, q = d.name('a'), d.name('b'), d.name('q')
    t = d.rng.choice(['uint32_t', 'uint16_t'])
    d.add(f'{t} {a}[W / 8 / sizeof({t})], {b}[W / 8 / sizeof({t})];', f'{d.type} *{q} = {d.p};', f'memcpy({a}, &{q}, W / 8);',
          f'for (unsigned i = 0; i < W / 8 / sizeof({t}); i++) {b}[i] = {a}[i] + 0;', f'memcpy(&{q}, {b}, W / 8);')
    return q


def heap_record(d):
    t, r, q = d.w.type('struct', f'char c; {d.type} *p; short s;'), d.name('r'), d.name('q')
    d.add(f'{t} *{r} = malloc(sizeof *{r}), *{r}b = malloc(sizeof *{r});', f'if (!{r} || !{r}b) return 0;', f'{r}->p = {d.p};',
          f'for (unsigned i = offsetof({t}, p); i < offsetof({t}, p) + sizeof(void *); i++) ((char *){r}b)[i] = ((char *){r})[i];',
          f'{d.type} *{q} = {r}b->p;')
    return q


def xor_pair(d):
    """The link of a list whose neighbours are joined by exclusive-or."""
    t = d.w.type('struct', f'{d.type} *of; uintptr_t link;')
    a, b = d.name('n'), d.name('n')
    d.add(f'{t} {a} = {{ 0, 0 }}, {b} = {{ {d.p}, 0 }}, {a}c;', f'{a}.link = 0 ^ (uintptr_t)&{b};', f'{b}.link = (uintptr_t)&{a} ^ 0;')
    d.add(f'{a}c = {a};')
    return f'(({t} *)({a}c.link ^ 0))->of'


def xor_list(d):
    """Three nodes of a list linked by exclusive-or, walked from one end."""
    t, n, at, prev, q, i = d.w.type('struct', f'{d.type} *of; uintptr_t link;'), d.name('n'), d.name('at'), d.name('prev'), d.name('q'), d.name('i')
    k = d.rng.randrange(3)
    d.add(f'{t} {n}[3];', *[f'{n}[{j}].of = {d.p if j == k else 0};' for j in range(3)], f'{n}[0].link = (uintptr_t)&{n}[1];',
          f'{n}[1].link = (uintptr_t)&{n}[0] ^ (uintptr_t)&{n}[2];', f'{n}[2].link = (uintptr_t)&{n}[1];',
          f'uintptr_t {prev} = 0, {at} = (uintptr_t)&{n}[{0 if k else 2}];', f'{d.type} *{q} = 0;',
          f'while ({at}) {{', f'{t} *here = ({t} *){at};', f'if (here->of) {q} = here->of;', f'uintptr_t next = here->link ^ {prev};',
          f'{prev} = {at};', f'{at} = next;', '}')
    return q


def tagged(d):
    """Marks in the bits that alignment leaves."""
    u, bits = d.number(), d.w.size(d.type) - 1
    if not bits:
        return d.back(u)
    tag = d.rng.randint(1, bits)
    d.add(f'{u} |= {tag};', f'if ({u} & {bits}) {u} {d.rng.choice([f"&= ~(uintptr_t){bits}", f"-= {tag}", f"^= {tag}"])};')
    return d.back(u)


def tag_of_pointer(d):
    """The mark is added to the pointer as to a char *."""
    q, bits = d.name('q'), d.w.size(d.type) - 1
    tag = min(1, bits)
    d.add(f'char *{q} = (char *){d.p} + {tag};')
    return d.back(f'((uintptr_t){q} & ~(uintptr_t){bits})' if bits else q)


def global_number(d):
    """Through a static integer, and functions."""
    g = d.w.top('keep')
    d.w.globals.append(f'static {d.rng.choice(["uintptr_t", "long", "volatile uintptr_t"])} {g};')
    put = d.w.function('void %s(void *p)', [f'{g} = (uintptr_t)p;'])
    get = d.w.function('void *%s(void)', [f'return (void *){g};'])
    d.add(f'{put}({d.p});')
    return f'({d.type} *){get}()'


WAYS = [cast, there_and_back, scaled, halves, difference, exchanged, bit_by_bit, bits_of_bytes, reversed_bits, parts, union, gray,
        bytewise, turned, masked, table, constant_table, searched, switched, hex_text, hex_chosen, printed, stored, words, heap_record,
        xor_pair, xor_list, tagged, tag_of_pointer, global_number, decimal,
        adder, recursive, unaligned, as_double, arguments]


def detour(w, type_, p, ways=None):
    """Statements to the program; the name of a pointer with the value of `p`. Its way in words."""
    way = w.rng.choice(ways or WAYS)
    d = Detour(w, type_, p)
    own = w.rng.random() < 0.4
    if own:
        d.p = w.fresh('p')
    result = way(d)
    q = w.fresh('q')
    if own:
        # In a variable first: gcc takes `return (long *)(d + (uintptr_t)&local)` for the address of a local, and gives null.
        f = w.function(f'{type_} *%s({type_} *{d.p})', d.lines + [f'{type_} *{q} = {result};', f'return {q};'])
        w.line(f'{type_} *{q} = {f}({p});')
    else:
        w.line(*d.lines, f'{type_} *{q} = {result};')
    return q, way.__name__

"""Calls of library functions: what is called, with which tuples of arguments, and what is seen of it."""

import clocks
import others
import reals
import streams
import system
from call import Call, Function, literal, wide_literal
from numbers_of import REALS

HEADERS = '''#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>
'''

WORDS = ['', 'a', 'b', 'ab', 'abc', 'abcabc', 'hello, world', '\xff', '\x80\x7f', ' x ', 'aaaaaa', 'A', 'aB', 'ABC', 'ab,cd;',
         '0x1f']
SHORT = ['', 'a', 'b', 'ab', 'abc', 'aab', '\xff', 'A', 'ABC', ' ']


def pairs(first=WORDS, second=WORDS):
    return [(a, b) for a in first for b in second]


# ---- strings ----

def of_two(name, seen):
    return Function(name, lambda rng: [Call(f'const char *a = {literal(a)}, *b = {literal(b)};', seen) for a, b in pairs()])


def of_two_and_n(name, seen):
    def make(rng):
        return [Call(f'const char *a = {literal(a)}, *b = {literal(b)}; size_t n = {n};', seen)
                for a, b in pairs(SHORT, SHORT) for n in rng.sample([0, 1, 2, 3, 7, 100], 3)]
    return Function(name, make)


def of_character(name, seen):
    def make(rng):
        return [Call(f'const char *a = {literal(a)}; int c = {c};', seen) for a in WORDS
                for c in [0, 97, 98, 66, 255, -1, 127, 0x80, 32, 256 + 97, ord(','), ord('o'), ord('z')]]
    return Function(name, make)


def copying(name, call, bounded):
    def make(rng):
        made = []
        for a in WORDS:
            for fill in ['', 'x', 'xyz', 'xyzzy']:
                for n in rng.sample([0, 1, 2, 3, 4, 6, 12, 14], 4) if bounded else [0, 0, 0, 0]:
                    made.append(Call(f'char to[32]; memset(to, 35, 32); strcpy(to, {literal(fill)}); '
                                     f'const char *a = {literal(a)}; size_t n = {n}; {call}', 'r', ('to', 32)))
        return made
    return Function(name, make)


def tokens(rng):
    made = []
    for a in WORDS + ['a,b,,c', ',', ',,a', 'a b', 'one;two,three']:
        for b in ['', ',', 'a', ',;', 'abc', ' ', 'xyz,', ';', 'o', 'b']:
            made.append(Call(f'char s[32] = {literal(a)}, *t = strtok(s, {literal(b)}), *u = strtok(NULL, {literal(b)}), '
                             f'*v = strtok(NULL, {literal(b)});', 't ? t - s : -1', 'u ? u - s : -1', 'v ? v - s : -1', ('s', 32)))
    return made


def separated(rng):
    return [Call(f'char s[32] = {literal(a)}, *at = s, *t = strsep(&at, {literal(b)});', 't ? t - s : -1', 'at ? at - s : -1',
                 ('s', 32)) for a in WORDS for b in SHORT + [',', ',;', 'x', 'lo']]


# ---- memory ----

def memory(name, text, *seen):
    def make(rng):
        made = []
        for _ in range(220):
            a = ', '.join(str(rng.choice([0, 1, 65, 127, 128, 255])) for _ in range(16))
            b = ', '.join(str(rng.choice([0, 1, 65, 127, 128, 255])) for _ in range(16))
            i, k, n = rng.randrange(8), rng.randrange(8), rng.randrange(9)
            c = rng.choice([0, 1, 65, 127, 128, 255, -1, 256, 321])
            made.append(Call(f'unsigned char a[16] = {{ {a} }}, b[16] = {{ {b} }}; int i = {i}, k = {k}, c = {c}; size_t n = {n}; '
                             f'(void)i, (void)k, (void)c; {text}', *seen))
        return made
    return Function(name, make)


# ---- characters and numbers ----

def classes(name, seen):
    return Function(name, lambda rng: [Call(f'int c = {c};', seen) for c in range(-1, 256)])


def wide_classes(name, seen):
    def make(rng):
        return [Call(f'wint_t c = {c}U;', seen) for c in list(range(128)) + [4294967295] + [rng.randrange(128) for _ in range(80)]]
    return Function(name, make)


NUMBERS = ['', '0', '1', '-1', '+5', '  42', '\t\n-17x', '0x', '0x1F', '0xg', '010', '08', '-0', '+-3', '2147483647', '2147483648',
           '-2147483648', '-2147483649', '4294967295', '4294967296', '9223372036854775807', '9223372036854775808',
           '-9223372036854775808', '-9223372036854775809', '18446744073709551615', '18446744073709551616', '-18446744073709551615',
           'zz', 'Zz9', '1e5', '99999999999999999999999', '- 1', '\v7', '0X7fffffffffffffff', '1010102']


def to_number(name):
    def make(rng):
        made = []
        for text in NUMBERS:
            for base in [0, 10, 16, 8, 2, 36, 1, 37, -1]:
                end = rng.random() < 0.9
                made.append(Call(f'const char *s = {literal(text)}; char *end = (char *)s; errno = 0; '
                                 f'__auto_type r = {name}(s, {"&end" if end else "NULL"}, {base});', 'r', 'end - s', 'errno'))
        return made
    return Function(name, make)


def plain_number(name, bits):
    def make(rng):
        texts = [t for t in NUMBERS if not t.strip('+- \t\n\v').isdigit() or len(t.strip()) < 10]
        texts += [' ' * rng.randrange(3) + rng.choice(['', '-', '+']) + str(rng.randrange(2**rng.randrange(1, bits - 1))) + rng.choice(
            ['', ' ', 'x', '.5']) for _ in range(200)]
        return [Call(f'__auto_type r = {name}({literal(t)});', 'r') for t in texts]
    return Function(name, make)


def arithmetic(name, declare, *seen, bits=32, divisor=False):
    def make(rng):
        most = 2**(bits - 1)
        numbers = [0, 1, -1, 2, -2, 7, -7, most - 1, -most + 1, most // 2, -most // 2]
        made = []
        for _ in range(210):
            a, b = (rng.choice(numbers + [rng.randrange(-most + 1, most)]) for _ in range(2))
            if divisor and b == 0:
                b = 3
            made.append(Call(f'long long a = {a}LL, b = {b}LL; (void)b; {declare}', *seen))
        return made
    return Function(name, make)


# ---- formats ----

def printing(name, template):
    def make(rng):
        made = []
        for _ in range(240):
            flags = ''.join(f for f in '-+ #0' if rng.random() < 0.25)
            width = rng.choice(['', '', '1', '5', '12'])
            precision = rng.choice(['', '', '.', '.0', '.3', '.9'])
            kind = rng.choice(['d', 'i', 'u', 'x', 'X', 'o', 'c', 's', 'ld', 'lx', 'hhd', 'hu', 'lld', 'zu'])
            if kind == 's':
                value = literal(rng.choice(['', 'a', 'hello', 'longer text']))
            elif kind == 'c':
                value = str(rng.choice([65, 255, 32]))
            else:
                cast = {'ld': '(long)', 'lx': '(long)', 'lld': '(long long)', 'zu': '(size_t)'}.get(kind, '(int)')
                value = cast + rng.choice(['0', '1', '-1', '42', '-300', '2147483647', '255', '65536', '8'])
            text = template.replace('FORMAT', f'"<%{flags}{width}{precision}{kind}>"').replace('VALUE', value)
            size = rng.choice([0, 1, 2, 5, 20, 40])
            made.append(Call(f'char to[64]; memset(to, 35, 64); size_t n = {size}; (void)n; int r = {text};', 'r', ('to', 64)))
        return made
    return Function(name, make)


def scanning(rng):
    inputs = ['', ' ', '12', '-12 34', '12abc', 'abc 12', '0x1f', '08', 'a,b', ' x', '99 99 99', '+7', '1,2', '12 ab', '-', '0x', '7%', '5 6']
    formats = [('%d', 'i'), ('%d %d', 'ii'), ('%i', 'i'), ('%x', 'i'), ('%o', 'i'), ('%u', 'i'), ('%2d%d', 'ii'), ('%d,%d', 'ii'),
               ('%3s', 's'), ('%s', 's'), ('%c', 's'), ('%[a-c]', 's'), ('%*d %d', 'i'), ('%d%n', 'ii'), ('%[^,],%c', 'ss'), ('%d%%', 'i'),
               ('%3c', 's')]
    made = []
    for text in inputs:
        for form, kinds in formats:
            targets = ['a', 'b'] if kinds[0] == 'i' else ['s', 't']
            names = [('&' if k == 'i' else '') + ('ab'[i] if k == 'i' else 'st'[i]) for i, k in enumerate(kinds)]
            made.append(Call(f'int a = 77, b = 78; char s[16] = "#####", t[16] = "@@@@@"; (void){targets[0]}; '
                             f'int r = sscanf({literal(text)}, "{form}", {", ".join(names)});', 'r', 'a', 'b', ('s', 16), ('t', 16),
                             exact=text != '0x' and not (form == '%3c' and len(text) < 3)))
    return made


# ---- wide strings ----

WIDE = ['', 'a', 'b', 'ab', 'abc', 'abcabc', 'A', 'aab', '\x7f', 'hello', 'ba', 'abd', 'x', 'bc', ' ']


def of_two_wide(name, text, *seen):
    def make(rng):
        return [Call(f'const wchar_t *a = {wide_literal(a)}, *b = {wide_literal(b)}; size_t n = {rng.randrange(5)}; (void)n; '
                     f'wchar_t to[20] = {wide_literal("##########")}; {text}', *seen) for a, b in pairs(WIDE, WIDE)]
    return Function(name, make)


# ---- sorting, searching, the heap, the environment ----

def sorting(rng):
    made = []
    for _ in range(210):
        n = rng.randrange(0, 6)
        values = [rng.choice([0, 1, -1, 5, 9, 100, -100]) for _ in range(n)]
        made.append(Call(f'int v[6] = {{ {", ".join(map(str, values)) or "0"} }}; qsort(v, {n}, sizeof *v, order_of);', ('v', 24)))
    return made


def searching(rng):
    made = []
    for _ in range(210):
        n = rng.randrange(0, 6)
        values = sorted(rng.sample([0, 1, -1, 5, 9, 100, -100], n))
        key = rng.choice([0, 1, 5, 7, -100, 200])
        made.append(Call(f'int v[6] = {{ {", ".join(map(str, values)) or "0"} }}, key = {key}, *r = bsearch(&key, v, {n}, '
                         f'sizeof *v, order_of);', 'r ? r - v : -1'))
    return made


SIZES = ['0', '1', '7', '16', '100', 'SIZE_MAX', 'SIZE_MAX / 2 + 1', 'SIZE_MAX / 4', '((size_t)1 << 32)', '((size_t)1 << 33)', '4096']


def products(name, call):
    def make(rng):
        made = []
        for n in SIZES:
            for m in SIZES:
                for _ in range(2):
                    a, b = (9 if s in ('4096', '100', '16', '7', '1', '0') else 99 for s in (n, m))
                    if a + b == 108 and '0' in (n, m):
                        pass
                    elif a + b == 108 and '1' in (n, m):
                        continue  # so much that the host may or may not have it
                    elif a + b == 108 and 'SIZE_MAX' not in n + m:
                        continue
                    made.append(Call(f'errno = 0; char *r = {call.format(n=n, m=m)}; int e = errno; '
                                     f'int given = r != NULL; free(r);', 'given', 'e'))
        return made * (1 + 200 // len(made))
    return Function(name, make)


def aligned(rng):
    made = []
    for alignment in ['0', '1', '2', '3', '4', '8', '16', '24', '32', '48', '64', '4096', '7', '12', '128', '256']:
        for n in ['0', '1', '8', '100', '4096', '17', '33', '64', '128', '255', '1000', '2', '3']:
            made.append(Call(f'void *p = (void *)1; errno = 0; int r = posix_memalign(&p, {alignment}, {n}), e = errno; '
                             f'int kept = p == (void *)1; if (r == 0) free(p);', 'r', 'e', 'kept'))
    return made


def variables(rng):
    made = []
    actions = ['setenv("A", "one", 1)', 'setenv("A", "two", 0)', 'unsetenv("A")', 'setenv("", "x", 1)', 'setenv("A=", "x", 1)',
               'putenv("A=three")', 'putenv("A")', 'setenv("B", "", 1)', 'unsetenv("")', 'setenv("A", "", 1)']
    for _ in range(200):
        chosen = [rng.choice(actions) for _ in range(3)]
        made.append(Call(f'clearenv_of_test(); errno = 0; int x = {chosen[0]}, y = {chosen[1]}, z = {chosen[2]}, e = errno; '
                         f'char *a = getenv("A"), *b = getenv("B"), s[8] = ""; if (a) strcpy(s, a);', 'x', 'y', 'z', 'e', 'a != NULL',
                         'b != NULL', ('s', 8)))
    return made


# ---- <math.h> ----

def real_calls(rng, one):
    numbers = REALS + [repr(rng.choice([1, -1]) * rng.random() * 2.0**rng.randrange(-40, 41)) for _ in range(190)]
    return [one(x) for x in numbers]


def of_real(name, exact=True, runs=True, errors=True):
    def make(rng):
        more = ['errno'] if errors else []
        return real_calls(rng, lambda x: Call(f'volatile double x = {x}; errno = 0; double r = {name}(x);', 'bits(r)', *more))
    return Function(name, make, exact, runs)


def of_float(name, exact=True, runs=True, errors=True, batch=256):
    def make(rng):
        more = ['errno'] if errors else []
        return real_calls(rng, lambda x: Call(f'volatile float x = {x}; errno = 0; float r = {name}(x);', 'bits_of_float(r)', *more))
    return Function(name, make, exact, runs, batch=batch)


def of_two_reals(name, exact=True, runs=True, errors=True):
    def make(rng):
        made = []
        more = ['errno'] if errors else []
        for x in REALS[:17]:
            for y in REALS[:17]:
                made.append(Call(f'volatile double x = {x}, y = {y}; errno = 0; double r = {name}(x, y);', 'bits(r)', *more))
        return made
    return Function(name, make, exact, runs)


def scaled(name):
    def make(rng):
        return [Call(f'volatile double x = {x}; errno = 0; double r = {name}(x, {n});', 'bits(r)', 'errno')
                for x in REALS for n in [0, 1, -1, 52, 1000, 3000, -3000, -52]]
    return Function(name, make, exact=False)


FUNCTIONS = [
    of_two('strcmp', 'sign(strcmp(a, b))'),
    of_two('strcasecmp', 'sign(strcasecmp(a, b))'),
    of_two('strcoll', 'sign(strcoll(a, b))'),
    of_two('strspn', 'strspn(a, b)'),
    of_two('strcspn', 'strcspn(a, b)'),
    of_two('strpbrk', 'strpbrk(a, b) ? strpbrk(a, b) - a : -1'),
    of_two('strstr', 'strstr(a, b) ? strstr(a, b) - a : -1'),
    of_two('strcasestr', 'strcasestr(a, b) ? strcasestr(a, b) - a : -1'),
    of_two_and_n('strncmp', 'sign(strncmp(a, b, n))'),
    of_two_and_n('strncasecmp', 'sign(strncasecmp(a, b, n))'),
    of_two_and_n('strnlen', 'strnlen(a, n) + strlen(b)'),
    of_character('strchr', 'strchr(a, c) ? strchr(a, c) - a : -1'),
    of_character('strrchr', 'strrchr(a, c) ? strrchr(a, c) - a : -1'),
    of_character('strchrnul', 'strchrnul(a, c) - a'),
    of_character('index', 'index(a, c) ? index(a, c) - a : -1'),
    of_character('rindex', 'rindex(a, c) ? rindex(a, c) - a : -1'),
    copying('strcpy', 'int r = strcpy(to, a) == to;', False),
    copying('stpcpy', 'long r = stpcpy(to, a) - to;', False),
    copying('strncpy', 'int r = strncpy(to, a, n) == to;', True),
    copying('stpncpy', 'long r = stpncpy(to, a, n) - to;', True),
    copying('strcat', 'int r = strcat(to, a) == to;', False),
    copying('strncat', 'int r = strncat(to, a, n) == to;', True),
    copying('strxfrm', 'size_t r = strxfrm(to, a, n);', True),
    copying('memccpy', 'char *p = memccpy(to, a, 98, n < strlen(a) + 1 ? n : strlen(a) + 1); long r = p ? p - to : -1;', True),
    copying('strdup', 'char *p = strdup(a); int r = strcmp(p, a); free(p);', False),
    copying('strndup', 'char *p = strndup(a, n); int r = (int)strlen(p); strcpy(to, p); free(p);', True),
    Function('strtok', tokens),
    Function('strsep', separated),
    memory('memcmp', 'int r = sign(memcmp(a + i, b + k, n));', 'r'),
    memory('bcmp', 'int r = bcmp(a + i, b + k, n) != 0;', 'r'),
    memory('memchr', 'unsigned char *p = memchr(a + i, c, n);', 'p ? p - a : -1'),
    memory('memrchr', 'unsigned char *p = memrchr(a + i, c, n);', 'p ? p - a : -1'),
    memory('memmem', 'unsigned char *p = memmem(a, 16, b + i, n > 3 ? 1 : n);', 'p ? p - a : -1'),
    memory('memcpy', 'memcpy(a + i, b + k, n);', ('a', 16)),
    memory('memmove', 'memmove(a + i, a + k, n);', ('a', 16)),
    memory('mempcpy', 'long r = (unsigned char *)mempcpy(a + i, b + k, n) - a;', 'r', ('a', 16)),
    memory('memset', 'memset(a + i, c, n);', ('a', 16)),
    memory('bzero', 'bzero(a + i, n);', ('a', 16)),
    memory('bcopy', 'bcopy(a + i, a + k, n);', ('a', 16)),
    memory('swab', 'swab(a, b, (long)n);', ('b', 16)),
] + [classes(name, f'{name}(c) != 0') for name in
     ['isalnum', 'isalpha', 'isblank', 'iscntrl', 'isdigit', 'isgraph', 'islower', 'isprint', 'ispunct', 'isspace', 'isupper',
      'isxdigit']] + [
    classes('tolower', 'tolower(c)'), classes('toupper', 'toupper(c)'), classes('toascii', 'toascii(c)'),
    classes('ffs', 'ffs(c * 7919)'), classes('isascii', 'isascii(c) != 0'),
] + [wide_classes(name, f'{name}(c) != 0') for name in
     ['iswalnum', 'iswalpha', 'iswdigit', 'iswlower', 'iswprint', 'iswpunct', 'iswspace', 'iswupper']] + [
    wide_classes('towlower', 'towlower(c)'), wide_classes('towupper', 'towupper(c)'),
    wide_classes('wctob', 'wctob(c)'),
] + [to_number(name) for name in ['strtol', 'strtoll', 'strtoul', 'strtoull', 'strtoimax', 'strtoumax']] + [
    plain_number('atoi', 32), plain_number('atol', 64), plain_number('atoll', 64),
    arithmetic('abs', 'int r = abs((int)a);', 'r'),
    arithmetic('labs', 'long r = labs((long)a);', 'r', bits=64),
    arithmetic('llabs', 'long long r = llabs(a);', 'r', bits=64),
    arithmetic('div', 'div_t d = div((int)a, (int)b);', 'd.quot', 'd.rem', divisor=True),
    arithmetic('ldiv', 'ldiv_t d = ldiv((long)a, (long)b);', 'd.quot', 'd.rem', bits=64, divisor=True),
    arithmetic('lldiv', 'lldiv_t d = lldiv(a, b);', 'd.quot', 'd.rem', bits=64, divisor=True),
    printing('snprintf', 'snprintf(to, n, FORMAT, VALUE)'),
    printing('sprintf', 'sprintf(to, FORMAT, VALUE)'),
    Function('sscanf', scanning),
    of_two_wide('wcscmp', 'int r = sign(wcscmp(a, b));', 'r'),
    of_two_wide('wcsncmp', 'int r = sign(wcsncmp(a, b, n));', 'r'),
    of_two_wide('wcslen', 'size_t r = wcslen(a) + wcsnlen(b, n);', 'r'),
    of_two_wide('wcscpy', 'wcscpy(to, a);', ('to', 80)),
    of_two_wide('wcsncpy', 'wcsncpy(to, b, n);', ('to', 80)),
    of_two_wide('wcscat', 'wcscpy(to, a); wcscat(to, b);', ('to', 80)),
    of_two_wide('wcsncat', 'wcscpy(to, a); wcsncat(to, b, n);', ('to', 80)),
    of_two_wide('wcsstr', 'wchar_t *p = wcsstr(a, b);', 'p ? p - a : -1'),
    of_two_wide('wcschr', 'wchar_t *p = wcschr(a, b[0]), *q = wcsrchr(a, b[0]);', 'p ? p - a : -1', 'q ? q - a : -1'),
    of_two_wide('wmemcpy', 'wmemcpy(to, a, wcslen(a)); wmemmove(to + 1, to, 5); wmemset(to + 8, 55, n);', ('to', 80)),
    of_two_wide('wcstombs', 'char s[20] = "#########"; size_t r = wcstombs(s, a, n), q = wcstombs(NULL, b, 0);', 'r', 'q', ('s', 20)),
    Function('qsort', sorting, batch=5), Function('bsearch', searching, batch=1),
    products('calloc', 'calloc({n}, {m})'), products('reallocarray', 'reallocarray(NULL, {n}, {m})'),
    Function('posix_memalign', aligned),
    Function('setenv', variables, exact=False, runs=False),
] + [of_real(name, errors=name != 'rint') for name in ['floor', 'ceil', 'trunc', 'round', 'rint', 'fabs', 'nearbyint']] + [
    of_real('logb', exact=False), of_float('sqrtf', batch=8), of_float('floorf'),
    of_two_reals('fmin', errors=False), of_two_reals('fmax', errors=False), of_two_reals('copysign'), of_two_reals('fdim'),
    of_two_reals('nextafter', exact=False),
    scaled('ldexp'), scaled('scalbn'),
] + [of_real(name, exact=False) for name in
     ['sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'sinh', 'cosh', 'tanh', 'asinh', 'acosh', 'atanh', 'exp', 'exp2', 'exp10', 'expm1', 'log',
      'log2', 'log10', 'log1p', 'cbrt', 'erf', 'erfc', 'tgamma', 'lgamma']] + [
    of_two_reals('pow', exact=False), of_two_reals('hypot', exact=False), of_two_reals('atan2', exact=False),
]

HEADERS += '''
static int order_of(const void *a, const void *b)
{
	return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}
static void clearenv_of_test(void) { unsetenv("A"); unsetenv("B"); }
'''

for part in (others, streams, system, clocks, reals):
    FUNCTIONS += part.FUNCTIONS
    HEADERS += part.HEADERS

"""Strings, characters, numbers, the heap, the environment: what calls.py has not."""

from call import Call, Function, literal, wide_literal

WORDS = ['', 'a', 'b', 'ab', 'abc', 'abcabc', 'hello, world', '\xff', ' x ', 'aaaaaa', 'A', 'ab,cd;', ',', ',,a', 'one;two']


def of_words(name, text, *seen, also='', exact=True, runs=True, batch=256):
    def make(rng):
        made = []
        for a in WORDS:
            for b in WORDS:
                made.append(Call(f'const char *a = {literal(a)}, *b = {literal(b)}; size_t n = {rng.randrange(6)}; (void)n; '
                                 f'int c = {rng.choice([0, 97, 98, 300, -1])}; (void)c; ' + text, *seen))
        return made
    return Function(name, make, exact=exact, runs=runs, also=also, batch=batch)


def of_numbers(name, text, *seen, also='', exact=True, bits=64, runs=True):
    def make(rng):
        most = 2**(bits - 1)
        numbers = [0, 1, -1, 2, 7, 40, most - 1, -most + 1, 31, 64, 65]
        return [Call(f'long long a = {rng.choice(numbers + [rng.randrange(-most + 1, most)])}LL, '
                     f'b = {rng.choice(numbers[1:] + [rng.randrange(1, most)])}LL; (void)b; {text}', *seen) for _ in range(210)]
    return Function(name, make, exact=exact, also=also, runs=runs)


REAL_TEXTS = ['', '0', '1', '-1', '+1.5', ' .5', '.', '1e', '1e5', '1e400', '-1e400', '1e-400', 'inf', '-INFINITY', 'infin', 'nan', 'nan(12)',
              'nan(', '0x', '0x1p3', '0x.8', '0x1.8p', '1.5e+x', '1.5e-3z', '--1', 'e5', '\t 7', '123456789012345678901234567890', '0.1']


def to_real(name, reader):
    def make(rng):
        texts = REAL_TEXTS + [rng.choice(['', '-', '+', ' ']) + repr(rng.random() * 10.0**rng.randrange(-20, 20)) + rng.choice(['', 'x', 'e3'])
                              for _ in range(190)]
        return [Call(f'const char *s = {literal(t)}; char *end; errno = 0; double r = {name}(s, &end);', 'bits(r)', 'end - s', 'errno')
                for t in texts] if reader else [Call(f'double r = {name}({literal(t)});', 'bits(r)') for t in texts]
    return Function(name, make, exact=False)


def wide(name, text, *seen, also='', exact=True):
    words = ['', 'a', 'b', 'ab', 'abc', 'abcabc', 'A', 'aab', '\x7f', 'hello', 'ba', 'abd', 'x', 'bc', ' ']

    def make(rng):
        return [Call(f'const wchar_t *a = {wide_literal(a)}, *b = {wide_literal(b)}; size_t n = {rng.randrange(5)}; (void)n; {text}', *seen)
                for a in words for b in words]
    return Function(name, make, exact=exact, also=also)


def heap(name, call, also=''):
    def make(rng):
        made = []
        for _ in range(210):
            n, m = (rng.choice([0, 1, 7, 16, 100, 4096]) for _ in range(2))
            body = call.replace('SIZE', str(n)).replace('MORE', str(m)).replace('ALIGNMENT', rng.choice(['16', '32', '64', '8', '4096']))
            made.append(Call(f'errno = 0; {body}', 'given', 'seen'))
        return made
    return Function(name, make, also=also)


def sets(rng):
    made = []
    for _ in range(210):
        actions = [rng.choice(['sigaddset(&s, {})', 'sigdelset(&s, {})', 'sigismember(&s, {})', 'sigemptyset(&s)', 'sigfillset(&s)']).format(
            rng.choice([1, 2, 9, 15, 31, 64, 65, 0, -1])) for _ in range(4)]
        tries = '; '.join(f'x[{i}] = {a}' for i, a in enumerate(actions))
        made.append(Call(f'sigset_t s; int x[4]; sigemptyset(&s); errno = 0; {tries}; int e = errno;', 'x[0]', 'x[1]', 'x[2]', 'x[3]', 'e'))
    return made


FUNCTIONS = [
    of_words('strlen', 'size_t r = strlen(a) * 100 + strlen(b);', 'r'),
    of_words('rawmemchr', 'char *r = rawmemchr(a, 0);', 'r - a'),
    of_words('strtok_r', 'char s[20] = "", *at; strcpy(s, a); char *t = strtok_r(s, b, &at), *u = strtok_r(NULL, b, &at); '
             'size_t k = strlen(s);', 't ? t - s : -1', 'u ? u - s : -1', 'k'),
    of_words('strverscmp', 'int r = sign(strverscmp(a, b));', 'r', exact=False, runs=False),
    of_words('gettext', 'int r = strcmp(gettext(a), a), q = strcmp(ngettext(a, b, c), c == 1 ? a : b), s = strcmp(dgettext(b, a), a), '
             't = strcmp(dcgettext(b, a, LC_MESSAGES), a);', 'r', 'q', 's', 't', also='ngettext dgettext dcgettext'),
    of_words('mbtowc', 'wchar_t w = 7; int r = mbtowc(&w, a, n), q = mblen(b, n);', '(signed char)a[0] < 0 ? 0 : r',
             '(signed char)a[0] < 0 ? 0 : w', '(signed char)b[0] < 0 ? 0 : q', also='mblen', exact=True),
    of_words('mbstowcs', 'wchar_t w[20] = L"#########"; size_t r = mbstowcs(w, (signed char)a[0] < 0 ? "x" : a, n);', 'r', ('w', 80)),
    of_words('strerror', 'int r = strerror(c & 63) != NULL, q = strerror(2)[0] != 0; char s[64], *p = strerror_r(c & 31, s, 64);', 'r', 'q',
             'p != NULL', exact=False, also='strerror_r'),
    of_words('strsignal', 'int r = strsignal(c & 15) != NULL;', 'r', exact=False),
    of_words('setlocale', 'int r = setlocale(LC_ALL, "C") != NULL, q = strcmp(localeconv()->decimal_point, ".");', 'r', 'q', exact=False,
             also='localeconv'),
    of_words('getenv', 'int r = setenv("A", a, 1); char *p = getenv("A"), *q = secure_getenv("A"); int s = p ? strcmp(p, a) : -9; '
             'int t = unsetenv("A"), u = getenv("A") == NULL;', 'r', 's == 0', 'q != NULL', 't', 'u', exact=False,
             also='secure_getenv unsetenv', runs=True),
    of_numbers('ffsl', 'int r = ffsl((long)a), q = ffsll(b);', 'r', 'q', also='ffsll'),
    of_numbers('htonl', 'unsigned r = htonl((unsigned)a), q = ntohl((unsigned)b); unsigned short s = htons((unsigned short)a), '
               't = ntohs((unsigned short)b);', 'r', 'q', 's', 't', also='htons ntohl ntohs'),
    of_numbers('imaxabs', 'long long r = imaxabs(a);', 'r'),
    of_numbers('imaxdiv', 'imaxdiv_t r = imaxdiv(a, b);', 'r.quot', 'r.rem'),
    of_numbers('_tolower', 'int c = 65 + (a & 15), r = _tolower(c), q = _toupper(c + 32);', 'r', 'q', also='_toupper'),
    of_numbers('btowc', 'int c = (int)(a & 127); wint_t r = btowc(c), q = btowc(-1); char s[8]; int k = wctomb(s, c);', 'r', 'q', 'k',
               's[0]', also='wctomb'),
    of_numbers('rand', 'srand((unsigned)a); int r = rand(); srand((unsigned)a); int q = rand();', 'r', 'q', exact=False, also='srand'),
    of_numbers('random', 'srandom((unsigned)a); long r = random(); srandom((unsigned)b); long q = random();', 'r', 'q', exact=False,
               also='srandom'),
    of_numbers('rand_r', 'unsigned s = (unsigned)a; int r = rand_r(&s), q = rand_r(&s);', 'r', 'q', 's', exact=False),
    of_numbers('lrand48', 'srand48(a); long r = lrand48(), q = mrand48(); double d = drand48();', 'r', 'q', 'bits(d)', exact=False,
               also='mrand48 drand48 srand48'),
    to_real('strtod', True), to_real('strtof', True), to_real('strtold', True), to_real('atof', False),
    wide('wcsnlen', 'size_t r = wcsnlen(a, n), q = wcsnlen(b, 100);', 'r', 'q'),
    wide('wmemcmp', 'size_t k = wcslen(a) < wcslen(b) ? wcslen(a) : wcslen(b); int r = sign(wmemcmp(a, b, k));', 'r'),
    wide('wmemchr', 'wchar_t *r = wmemchr(a, b[0], wcslen(a));', 'r ? r - a : -1'),
    wide('wcsrchr', 'wchar_t *r = wcsrchr(a, b[0]);', 'r ? r - a : -1'),
    wide('wmemmove', 'wchar_t to[20] = L"##########"; wcscpy(to, a); wmemmove(to + 1, to, wcslen(a)); wmemset(to + 8, b[0], n);', ('to', 80),
         also='wmemset'),
    heap('malloc', 'char *p = malloc(SIZE); int given = p != NULL, seen = 0; if (SIZE) p[0] = 3, p[SIZE - 1] = 5, seen = p[0]; free(p);',
         also='free'),
    heap('realloc', 'char *p = malloc(SIZE + 1); p[0] = 7; char *q = realloc(p, MORE + 1); int given = q != NULL, seen = q[0]; free(q);'),
    heap('aligned_alloc', 'char *p = aligned_alloc(ALIGNMENT, SIZE); int given = p != NULL, seen = (uintptr_t)p % ALIGNMENT; free(p);'),
    heap('memalign', 'char *p = memalign(ALIGNMENT, SIZE); int given = p != NULL, seen = (uintptr_t)p % ALIGNMENT; free(p);'),
    heap('alloca', 'char *p = alloca(SIZE + 1); p[SIZE] = 1; int given = p != NULL, seen = p[SIZE];'),
    Function('sigaddset', sets, also='sigdelset sigemptyset sigfillset sigismember'),
]

HEADERS = '''
#include <alloca.h>
#include <arpa/inet.h>
#include <libintl.h>
#include <locale.h>
#include <malloc.h>
#include <signal.h>
'''

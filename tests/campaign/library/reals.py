"""<math.h> and <complex.h>: what calls.py has not."""

from call import Call, Function
from numbers_of import REALS


def reals(rng):
    return REALS + [repr(rng.choice([1, -1]) * rng.random() * 2.0**rng.randrange(-40, 41)) for _ in range(190)]


def of_real(name, text, *seen, exact=True, runs=True, also='', batch=256, asked=None):
    """Of x, and of y and n, which are any others. (Of roots of doubles a solver would be asked for long.)"""
    def make(rng):
        made = []
        for x in reals(rng):
            y, z, n = rng.choice(REALS), rng.choice(REALS), rng.choice([0, 1, -1, 52, 1000, 3000, -3000, -52, 7])
            made.append(Call(f'volatile double x = {x}, y = {y}, z = {z}; int n = {n}; (void)n; errno = 0; {text}', *seen))
        return made
    return Function(name, make, exact, runs, also, batch, asked)


def plain(name, **options):
    return of_real(name, f'double r = {name}(x);', 'bits(r)', 'errno', **options)


def of_pair(name, **options):
    return of_real(name, f'double r = {name}(x, y);', 'bits(r)', 'errno', **options)


def to_integer(name, **options):
    """Only numbers that the result can be."""
    def make(rng):
        numbers = [x for x in reals(rng) + [str(rng.randrange(-999, 999) / 2) for _ in range(40)] if x[-1] in '0123456789' and
                   'x' not in x and abs(float(x)) < 2e9]
        return [Call(f'volatile double x = {x}; errno = 0; long long r = {name}(x);', 'r') for x in numbers]
    return Function(name, make, **options)


def of_complex(name, text, *seen, exact=False, runs=True, also=''):
    def make(rng):
        made = []
        parts = ['0.0', '-0.0', '1.0', '-1.0', '0.5', '-2.5', '10.0', 'INFINITY', '-INFINITY', 'NAN', '1e-5', '3.0', '0x1p-1074', '1e10', '-7.75']
        for a in parts:
            for b in parts:
                made.append(Call(f'volatile double a = {a}, b = {b}; double _Complex x = CMPLX(a, b); {text}', *seen))
        return made
    return Function(name, make, exact=exact, runs=runs, also=also)


BOTH = ('bits(creal(r))', 'bits(cimag(r))')

FUNCTIONS = [
    plain('roundeven'), plain('sqrt', exact=False, asked=0), of_real('significand', 'double r = significand(x);', 'bits(r)', exact=False), plain('nextup', exact=False), plain('nextdown', exact=False),
    of_pair('fmod', exact=False), of_pair('remainder', exact=False, also='drem'), of_pair('nexttoward', exact=False),
    of_real('fma', 'double r = fma(x, y, z);', 'bits(r)', exact=False),
    of_real('scalbln', 'double r = scalbln(x, n);', 'bits(r)', 'errno', exact=False),
    of_real('ilogb', 'int r = ilogb(x);', 'r', 'errno', exact=False),
    of_real('frexp', 'int k = 0; double r = frexp(x, &k);', 'bits(r)', 'x - x == 0 ? k : 0', exact=False),
    of_real('modf', 'double k = 0, r = modf(x, &k);', 'bits(r)', 'bits(k)'),
    of_real('remquo', 'int k = 0; double r = remquo(x, y, &k);', 'bits(r)', 'x - x == 0 && y == y && y != 0 ? k & 7 : 0', exact=False),
    of_real('isnan', 'int r = (isnan)(x) != 0, q = (isinf)(x), s = (finite)(x) != 0;', 'r', 'q', 's', also='isinf finite'),
    of_real('__isnan', 'int r = __isnan(x) != 0, q = __isinf(x), s = __finite(x) != 0, t = __signbit(x) != 0, u = __fpclassify(x);', 'r',
            'q', 's', 't', 'u', also='__isinf __finite __signbit __fpclassify'),
    of_real('nan', 'double r = nan("");', 'bits(r)'),
    to_integer('lrint'), to_integer('llrint'), to_integer('lround'), to_integer('llround'),
    of_real('j0', 'double r = j0(x), q = j1(x);', 'bits(r)', 'bits(q)', exact=False, also='j1'),
    of_real('jn', 'double r = jn(2, x), q = yn(2, x);', 'bits(r)', 'bits(q)', exact=False, runs=False, also='yn'),
    of_real('y0', 'double r = y0(x), q = y1(x);', 'bits(r)', 'bits(q)', exact=False, also='y1'),
    of_real('gamma', 'double r = gamma(x);', 'bits(r)', exact=False),
    of_real('sincos', 'double s, c; sincos(x, &s, &c);', 'bits(s)', 'bits(c)', exact=False),
    of_real('fesetround', 'static const int modes[] = { FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, 99 }; '
            'int r = fesetround(modes[n & 3]), q = fegetround(); double up = rint(x); int s = fesetround(FE_TONEAREST);', 'r', 'q',
            'bits(up)', 's', also='fegetround', exact=False),
    of_complex('creal', 'double r = creal(x), i = cimag(x); double _Complex c = conj(x), p = cproj(x);', 'bits(r)', 'bits(i)',
               'bits(creal(c))', 'bits(cimag(c))', 'bits(creal(p))', 'bits(cimag(p))', exact=True, also='cimag conj cproj'),
    of_complex('cabs', 'double r = cabs(x), q = carg(x);', 'bits(r)', 'bits(q)', also='carg'),
] + [of_complex(name, f'double _Complex r = {name}(x);', *BOTH, runs=False) for name in
     ['cacos', 'cacosh', 'casin', 'casinh', 'catan', 'catanh', 'ccos', 'ccosh', 'cexp', 'clog', 'clog10', 'csin', 'csinh', 'csqrt', 'ctan',
      'ctanh']] + [
    of_complex('cpow', 'double _Complex r = cpow(x, CMPLX(2, b));', *BOTH, runs=False),
]

HEADERS = '''
#include <complex.h>
#undef I
#include <fenv.h>
'''

"""<time.h>, in the zone UTC (the host's; in verification the zone is any)."""

from call import Call, Function

TIMES = ['0', '1', '-1', '86399', '86400', '951782400', '951868800', '1709164800', '2147483647', '2147483648', '-2147483649', '4102444800',
         '253402300799', '-62135596800', '1e9', '1234567890', '-86400', '68169600', '946684800', '1577836799']
FIELDS = ['d.tm_sec', 'd.tm_min', 'd.tm_hour', 'd.tm_mday', 'd.tm_mon', 'd.tm_year', 'd.tm_wday', 'd.tm_yday', 'd.tm_isdst']


def times(rng):
    return TIMES + [str(rng.randrange(-2**rng.randrange(1, 36), 2**rng.randrange(1, 37))) for _ in range(190)]


def of_time(name, text, *seen, also='', exact=False):
    return Function(name, lambda rng: [Call(f'time_t t = {t}; struct tm d = {{ 0 }}; ' + text, *seen) for t in times(rng)], exact=exact,
                    also=also, batch=24)


def of_fields(name, text, *seen, also='', most=40):
    """Of a time that is taken apart, not always within its ranges."""
    def make(rng):
        made = []
        for _ in range(210):
            numbers = [rng.randrange(-most, most * 2) if rng.random() < 0.3 else rng.randrange(n) for n in (60, 60, 24, 28, 12, 200)]
            made.append(Call('struct tm d = { ' + ', '.join(map(str, numbers)) + ' }; ' + text, *seen))
        return made
    return Function(name, make, exact=False, also=also, batch=24)


def formatted(rng):
    made = []
    for t in times(rng):
        form = ''.join('%' + rng.choice('aAbBdHIjmMpSUwWyYCeDFRTnu%h') + rng.choice(' :-') for _ in range(2))
        made.append(Call(f'time_t t = {t}; struct tm d; gmtime_r(&t, &d); char s[40] = ""; size_t r = strftime(s, '
                         f'{rng.choice([40, 40, 3])}, "{form}", &d);', 'r', 'r ? strcmp(s, "") != 0 : 0', 'r ? strlen(s) : 0'))
    return made


def differences(rng):
    made = []
    for t in times(rng):
        u = rng.choice(TIMES)
        made.append(Call(f'time_t t = {t}, u = {u}; double r = difftime(t, u);', 'bits(r)'))
    return made


FUNCTIONS = [
    of_time('gmtime', 'struct tm *p = gmtime(&t); if (p) d = *p;', 'p != NULL', *FIELDS),
    of_time('gmtime_r', 'struct tm *p = gmtime_r(&t, &d);', 'p == &d', *FIELDS),
    of_time('localtime', 'struct tm *p = localtime(&t); if (p) d = *p;', 'p != NULL', *FIELDS),
    of_time('localtime_r', 'struct tm *p = localtime_r(&t, &d);', 'p == &d', *FIELDS),
    of_time('asctime', 'gmtime_r(&t, &d); char s[32] = "", *p = asctime(&d); if (p) strcpy(s, p);', 'p != NULL', ('s', 27)),
    of_time('asctime_r', 'gmtime_r(&t, &d); char s[32] = "", *p = asctime_r(&d, s);', 'p == s', ('s', 27)),
    of_time('ctime', 'char s[32] = "", *p = ctime(&t); if (p) strcpy(s, p);', 'p != NULL', ('s', 27)),
    of_time('ctime_r', 'char s[32] = "", *p = ctime_r(&t, s);', 'p == s', ('s', 27)),
    of_fields('mktime', 'long r = mktime(&d);', 'r', *FIELDS),
    of_fields('timegm', 'long r = timegm(&d);', 'r', *FIELDS),
    Function('strftime', formatted, exact=False, batch=24),
    Function('difftime', differences),
    of_time('time', 'time_t u = 0; long a = time(&u); int alike = a == u, later = time(NULL) >= a; clock_t c = clock();', 'alike', 'later',
            'c >= 0', also='clock'),
    of_time('clock_gettime', 'struct timespec s, u; int r = clock_gettime(CLOCK_MONOTONIC, &s), q = clock_gettime(CLOCK_MONOTONIC, &u), '
            'k = clock_gettime(99, &s), e = errno, g = clock_getres(CLOCK_REALTIME, &s);', 'r', 'q', 'k', 'e', 'g',
            'u.tv_nsec >= 0 && u.tv_nsec < 1000000000', also='clock_getres'),
]

HEADERS = '#include <time.h>\n'

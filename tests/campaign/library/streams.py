"""<stdio.h>: what comes out of temporary files, and goes into them. In verification the contents of a file are any."""

from call import Call, Function, literal

OPEN_FILE = 'FILE *f = fopen("text", "w+"); fwrite({text}, 1, {size}, f); rewind(f); errno = 0; '


def contents(rng, n=210, alphabet='ab \n\n07-', most=12):
    return [''.join(rng.choice(alphabet) for _ in range(rng.randrange(most + 1))) for _ in range(n)]


def of_file(name, text, *seen, also='', choices=None, alphabet='ab \n\n07-', asked=None):
    """`text` may name what `choices` gives: by name, the values of which one is taken."""
    def make(rng):
        made = []
        for content in contents(rng, alphabet=alphabet):
            chosen = {key: rng.choice(values) for key, values in (choices or {}).items()}
            body = text
            for key, value in chosen.items():
                body = body.replace(key, str(value))
            made.append(Call(OPEN_FILE.format(text=literal(content), size=len(content)) + body +
                             ' int end = feof(f) != 0, bad = ferror(f) != 0; fclose(f);', *seen, 'end', 'bad'))
        return made
    return Function(name, make, exact=False, also=also, batch=1 if asked else 3, asked=asked)


def scanned(rng):
    made = []
    forms = [('%d', '&a'), ('%d %d', '&a, &b'), ('%x', '&a'), ('%2d%d', '&a, &b'), ('%s', 's'), ('%3s%d', 's, &a'), ('%c', 's'),
             ('%[ab]', 's'), ('%*d%d', '&a'), ('%d%n', '&a, &b'), ('%[^\\n]', 's'), ('x%d', '&a')]
    for content in contents(rng, 220, 'ab \n0123-x', 8):
        form, targets = rng.choice(forms)
        made.append(Call(OPEN_FILE.format(text=literal(content), size=len(content)) +
                         f'int a = 77, b = 78; char s[16] = "#####"; int r = fscanf(f, "{form}", {targets}); fclose(f);',
                         'r', 'a', 'b', ('s', 16)))
    return made


READ_BACK = 'rewind(f); char s[24] = ""; size_t n = fread(s, 1, 20, f);'
SEEN_BACK = ('n', ('s', 24))


def written(name, text, also='', values=None):
    def make(rng):
        made = []
        for content in contents(rng):
            value = rng.choice(values or [0])
            made.append(Call(f'FILE *f = tmpfile(); errno = 0; const char *text = {literal(content)}; '
                             f'int r = {text.replace("VALUE", str(value)).replace("SIZE", str(len(content)))}; {READ_BACK} fclose(f);',
                             'r', *SEEN_BACK))
        return made
    return Function(name, make, exact=False, also=also, batch=4)


def moved(rng):
    made = []
    for content in contents(rng):
        offset, whence = rng.randrange(-6, 14), rng.choice(['SEEK_SET', 'SEEK_CUR', 'SEEK_END'])
        seek = rng.choice(['fseek', 'fseeko'])
        tell = rng.choice(['ftell', 'ftello'])
        made.append(Call(OPEN_FILE.format(text=literal(content), size=len(content)) +
                         f'int c = fgetc(f); errno = 0; int r = {seek}(f, {offset}, {whence}), e = errno; long at = {tell}(f); '
                         f'int d = fgetc(f); fclose(f);', 'c', 'r', 'e', 'at', 'd'))
    return made


def positions(rng):
    return [Call(OPEN_FILE.format(text=literal(content), size=len(content)) +
                 'fpos_t at; int c = fgetc(f), r = fgetpos(f, &at), d = fgetc(f), q = fsetpos(f, &at), e = fgetc(f); rewind(f); '
                 'int g = fgetc(f); fclose(f);', 'c', 'r', 'd', 'q', 'e', 'g') for content in contents(rng)]


def states(rng):
    made = []
    for content in contents(rng, most=3):
        actions = [rng.choice(['fgetc(f)', 'ungetc(97, f)', '(clearerr(f), 0)', 'feof(f) != 0', 'ferror(f) != 0', 'fseek(f, 0, SEEK_SET)',
                               'feof_unlocked(f) != 0', 'ferror_unlocked(f) != 0', '(clearerr_unlocked(f), 1)'])
                   for _ in range(5)]
        tries = '; '.join(f'x[{i}] = {action}' for i, action in enumerate(actions))
        made.append(Call(OPEN_FILE.format(text=literal(content), size=len(content)) + f'int x[5]; {tries}; fclose(f);',
                         'x[0]', 'x[1]', 'x[2]', 'x[3]', 'x[4]'))
    return made


def opened(rng):
    made = []
    for i in range(210):
        first = rng.choice(['w', 'w+', 'a', 'a+', 'wb', 'wx'])
        second = rng.choice(['r', 'r+', 'a+', 'w+', 'rb'])
        name = literal(rng.choice(['file', 'none/file', '', '.']))
        made.append(Call(f'errno = 0; FILE *f = fopen({name}, "{first}"); int e = errno, opened = f != NULL, r = 9; '
                         f'if (f) {{ fputs("text", f); r = fclose(f); }} errno = 0; FILE *g = fopen({name}, "{second}"); '
                         f'int again = g != NULL, c = g ? fgetc(g) : -2; if (g) fclose(g); errno = 0; int gone = remove({name}), '
                         f'k = errno; if (opened) k = 0;', 'opened', 'opened ? 0 : e', 'r', 'again', 'c', 'opened && gone'))
    return made


def formatted(name, call, also='', before=''):
    """To a stream, a descriptor, or memory that is allocated."""
    def make(rng):
        made = []
        for _ in range(210):
            form = rng.choice(['%d', '%5d', '%-5d|', '%x', '%05d', '%+d', '%u', '%o', '%.3d', '%hhd'])
            made.append(Call(f'FILE *f = tmpfile(); int v = {rng.choice([0, 1, -1, 42, -300, 65536, 2147483647])}; '
                             f'{before} int r = {call.replace("FORMAT", form)}; {READ_BACK} fclose(f);', 'r', *SEEN_BACK))
        return made
    return Function(name, make, exact=False, also=also, batch=4)


def into_memory(name, call, exact=True):
    def make(rng):
        made = []
        for _ in range(210):
            form = rng.choice(['%d', '%5d', '%-5d|', '%x', '%05d', '%+d', '%u', '%o', '%.3d', '%hhd', '<%c>', '%%%d'])
            value = rng.choice([0, 1, -1, 42, -300, 65536, 2147483647, 65])
            made.append(Call(f'char to[32]; memset(to, 35, 32); int v = {value}, n = {rng.choice([0, 1, 3, 20])}; (void)n; '
                             f'int r = {call.replace("FORMAT", form)};', 'r', ('to', 32)))
        return made
    return Function(name, make, exact=exact, batch=64)


FUNCTIONS = [
    of_file('fgets', 'char s[16] = "#########"; char *r = fgets(s, SIZE, f);', 'r == s', ('s', 16),
            choices={'SIZE': [1, 2, 3, 5, 12, 16]}),
    of_file('fgets_unlocked', 'char s[16] = "#########"; char *r = fgets_unlocked(s, SIZE, f), *q = fgets_unlocked(s, SIZE, f);',
            'r == s', 'q == s', ('s', 16), choices={'SIZE': [1, 2, 3, 5, 12, 16]}),
    of_file('fread', 'char s[16] = "#########"; size_t r = fread(s, SIZE, COUNT, f);', 'r', ('s', 16),
            choices={'SIZE': [0, 1, 2, 3, 5], 'COUNT': [0, 1, 2, 3]}),
    of_file('fread_unlocked', 'char s[16] = "#########"; size_t r = fread_unlocked(s, SIZE, COUNT, f);', 'r', ('s', 16),
            choices={'SIZE': [0, 1, 2, 3, 5], 'COUNT': [0, 1, 2, 3]}),
    of_file('fgetc', 'int a = fgetc(f), b = fgetc(f), c = fgetc(f);', 'a', 'b', 'c', alphabet='a\xff\n\x00'),
    of_file('getc', 'int a = getc(f), b = getc_unlocked(f), c = fgetc_unlocked(f);', 'a', 'b', 'c', also='getc_unlocked fgetc_unlocked',
            alphabet='a\xff\n\x00'),
    of_file('ungetc', 'int a = fgetc(f), b = ungetc(CHARACTER, f), c = fgetc(f), d = fgetc(f);', 'a', 'b', 'c', 'd',
            choices={'CHARACTER': [-1, 0, 97, 255, 10, 300]}),
    of_file('getw', 'int a = getw(f), b = getw(f);', 'a', 'b', alphabet='a\xff\n\x00'),
    of_file('getline', 'char *line = NULL; size_t size = 0; long r = getline(&line, &size, f), n = -9; char s[16] = ""; '
            'if (r > 0) strcpy(s, line); free(line);', 'r', ('s', 16), asked=1),
    of_file('getdelim', 'char *line = NULL; size_t size = 0; long r = getdelim(&line, &size, END, f); char s[16] = ""; '
            'if (r > 0) strcpy(s, line); free(line);', 'r', ('s', 16), choices={'END': [97, 10, 48, 120]}, asked=1),
    Function('fscanf', scanned, exact=False, batch=4),
    written('fputs', 'fputs(text, f) >= 0', also='fputs_unlocked tmpfile'),
    written('fputc', 'fputc(VALUE, f) * 1000 + putc(98, f)', also='putc', values=[0, 97, -1, 255, 256, 10]),
    written('fputc_unlocked', 'fputc_unlocked(VALUE, f) * 1000 + putc_unlocked(98, f)', also='putc_unlocked', values=[0, 97, -1, 255, 10]),
    written('fwrite', 'fwrite(text, 1, SIZE, f) * 10 + fwrite_unlocked("ab", 2, 1, f)', also='fwrite_unlocked'),
    written('putw', 'putw(VALUE, f) + fflush(f) + fflush_unlocked(f)', also='fflush fflush_unlocked', values=[0, 97, -1, 65536]),
    Function('fseek', moved, exact=False, batch=4, also='fseeko ftell ftello'),
    Function('fgetpos', positions, exact=False, batch=4, also='fsetpos rewind'),
    Function('feof', states, exact=False, batch=4, also='ferror clearerr feof_unlocked ferror_unlocked clearerr_unlocked'),
    Function('fopen', opened, exact=False, batch=4, also='fclose remove'),
    formatted('fprintf', 'fprintf(f, "FORMAT", v)'),
    formatted('dprintf', 'dprintf(fileno(f), "FORMAT", v)', also='fileno'),
    formatted('vfprintf', 'to_stream(f, "FORMAT", v)'),
    formatted('vdprintf', 'to_descriptor(fileno_unlocked(f), "FORMAT", v)', also='fileno_unlocked'),
    into_memory('vsnprintf', 'to_memory(to, n, "FORMAT", v)'),
    into_memory('vsprintf', 'to_text(to, "FORMAT", v)'),
    into_memory('asprintf', 'allocated(to, "FORMAT", v)', exact=False),
    into_memory('vasprintf', 'allocated_by_list(to, "FORMAT", v)', exact=False),
]

HEADERS = '''
#include <stdarg.h>
static int to_stream(FILE *f, const char *form, ...)
{
	va_list l;
	va_start(l, form);
	int r = vfprintf(f, form, l);
	va_end(l);
	return r;
}
static int to_descriptor(int fd, const char *form, ...)
{
	va_list l;
	va_start(l, form);
	int r = vdprintf(fd, form, l);
	va_end(l);
	return r;
}
static int to_memory(char *to, size_t n, const char *form, ...)
{
	va_list l;
	va_start(l, form);
	int r = vsnprintf(to, n, form, l);
	va_end(l);
	return r;
}
static int to_text(char *to, const char *form, ...)
{
	va_list l;
	va_start(l, form);
	int r = vsprintf(to, form, l);
	va_end(l);
	return r;
}
static int allocated(char *to, const char *form, int v)
{
	char *p;
	int r = asprintf(&p, form, v);
	if (r >= 0) {
		strcpy(to, p);
		free(p);
	}
	return r;
}
static int allocated_by_list(char *to, const char *form, ...)
{
	va_list l;
	char *p;
	va_start(l, form);
	int r = vasprintf(&p, form, l);
	va_end(l);
	if (r >= 0) {
		strcpy(to, p);
		free(p);
	}
	return r;
}
'''

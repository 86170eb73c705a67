"""Calls that violate a precondition, and the same without: what AddressSanitizer's interceptors and its checks of memory see."""


class Pair:
    def __init__(self, name, good, bad):
        self.name, self.good, self.bad = name, good, bad


def sizes(name, text, good, bad):
    return Pair(name, text.replace('SIZE', str(good)), text.replace('SIZE', str(bad)))


A, B = 'char a[8] = "abcdefg"; ', 'char *b = malloc(8); strcpy(b, "abcdefg"); '

PAIRS = [
    sizes('memcpy', A + B + 'memcpy(b, a, SIZE);', 8, 9),
    sizes('memmove', A + B + 'memmove(b, a, SIZE);', 8, 9),
    sizes('memset', B + 'memset(b, 0, SIZE);', 8, 9),
    sizes('memcmp', A + B + 'volatile int r = memcmp(b, a, SIZE);', 8, 9),
    sizes('memcmp after a difference', 'char *b = malloc(3); memset(b, 1, 3); volatile int r = memcmp(b, "zzzzzz", SIZE);', 3, 5),
    sizes('memchr', B + 'volatile void *r = memchr(b, 1, SIZE);', 8, 9),
    sizes('strcpy', 'char *b = malloc(SIZE); strcpy(b, "abc");', 4, 3),
    sizes('strncpy', 'char *b = malloc(4); strncpy(b, "ab", SIZE);', 4, 5),
    sizes('strcat', 'char *b = malloc(SIZE); strcpy(b, "a"); strcat(b, "bc");', 4, 3),
    sizes('strncat', 'char *b = malloc(SIZE); strcpy(b, "a"); strncat(b, "bcd", 2);', 4, 3),
    Pair('strlen', 'char *b = malloc(4); memset(b, 65, 4); b[3] = 0; volatile size_t r = strlen(b);',
         'char *b = malloc(4); memset(b, 65, 4); volatile size_t r = strlen(b);'),
    Pair('strdup', 'char *b = malloc(2); b[0] = 65; b[1] = 0; free(strdup(b)); free(b);',
         'char *b = malloc(2); b[0] = 65; b[1] = 65; free(strdup(b)); free(b);'),
    Pair('memcpy, overlap', B + 'memcpy(b + 4, b, 4);', B + 'memcpy(b + 3, b, 4);'),
    Pair('strcpy, overlap', B + 'b[3] = 0; strcpy(b + 4, b);', B + 'b[3] = 0; strcpy(b + 2, b);'),
    Pair('strcat, overlap', 'char b[16] = "abc"; strcat(b, "abc");', 'char b[16] = "abc"; strcat(b, b + 1);'),
    Pair('strcmp', B + 'volatile int r = strcmp(b, "abc"); free(b);', B + 'free(b); volatile int r = strcmp(b, "abc");'),
    Pair('strtol', B + 'volatile long r = strtol(b, NULL, 10); free(b);', B + 'free(b); volatile long r = strtol(b, NULL, 10);'),
    sizes('snprintf', 'char *b = malloc(4); snprintf(b, SIZE, "%d", 123456);', 4, 5),
    sizes('sprintf', 'char *b = malloc(SIZE); sprintf(b, "%d", 1234);', 5, 4),
    sizes('fgets', 'char *b = malloc(4); volatile char *r = fgets(b, 4, stdin); b[0] = 0; b = malloc(SIZE); b[3] = 0;', 4, 3),
    sizes('fwrite', 'char *b = malloc(4); memset(b, 65, 4); volatile size_t r = fwrite(b, 1, SIZE, stdout);', 4, 5),
    sizes('posix_memalign', 'void *p; if (posix_memalign(&p, 16, 8)) return 0; ((char *)p)[SIZE] = 1; free(p);', 7, 8),
    sizes('reallocarray', 'char *p = reallocarray(NULL, 2, 4); if (!p) return 0; p[SIZE] = 1; free(p);', 7, 8),
    Pair('free', B + 'free(b);', B + 'free(b); free(b);'),
    sizes('qsort', 'int *v = malloc(12); v[0] = 3; v[1] = 1; v[2] = 2; qsort(v, SIZE, 4, order_of); free(v);', 3, 4),
]

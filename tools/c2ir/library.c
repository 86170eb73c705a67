/* Library functions as C: compiled along with the program where it calls one without having a body for it
 * (C11 7.24, 7.22). They read and write as the standard says and not more, so that checks inside them are checks of
 * the arguments. Results that the standard leaves open within bounds are as glibc's. */
#include "compile.h"

#define LINES(...) #__VA_ARGS__ "\n"

const char library_text[] =
	"# 1 \"<library>\"\n"
	LINES(typedef __typeof__(sizeof 0) size;)
	LINES(void *malloc(size n);)
	LINES(void __plumb_character(char c);)
	LINES(size __plumb_send_string(const char *s, size limit) {
		size n = 0;
		for (; n < limit && s[n]; n++) __plumb_character(s[n]);
		return n;
	})
	/* The check of overlap, nothing if it is off: n bytes at p and m at q have none in common (check_overlap.c). */
	LINES(void __plumb_disjoint(const void *p, size n, const void *q, size m);)
	LINES(size strlen(const char *s) { size n = 0; while (s[n]) n++; return n; })
	LINES(size strnlen(const char *s, size limit) { size n = 0; while (n < limit && s[n]) n++; return n; })
	LINES(char *strcpy(char *to, const char *from) {
		size i = 0;
		do { __plumb_disjoint(to, i + 1, from, i + 1); to[i] = from[i]; } while (from[i++]);
		return to;
	})
	LINES(char *stpcpy(char *to, const char *from) {
		size i = 0;
		while (1) { __plumb_disjoint(to, i + 1, from, i + 1); to[i] = from[i]; if (!from[i]) break; i++; }
		return to + i;
	})
	LINES(char *strncpy(char *to, const char *from, size n) {
		size i = 0;
		for (; i < n && from[i]; i++) { __plumb_disjoint(to, i + 1, from, i + 1); to[i] = from[i]; }
		__plumb_disjoint(to, n, from, i < n ? i + 1 : i);
		for (; i < n; i++) to[i] = 0;
		return to;
	})
	LINES(char *strcat(char *to, const char *from) {
		size n = 0; size i = 0;
		while (to[n]) n++;
		do { __plumb_disjoint(to + n, i + 1, from, i + 1); to[n + i] = from[i]; } while (from[i++]);
		return to;
	})
	LINES(char *strncat(char *to, const char *from, size limit) {
		size n = 0; size i = 0;
		while (to[n]) n++;
		for (; i < limit && from[i]; i++) {
			__plumb_disjoint(to + n, i + 1, from, i + 1);
			to[n + i] = from[i];
		}
		__plumb_disjoint(to + n, i + 1, from, i < limit ? i + 1 : i);
		to[n + i] = 0;
		return to;
	})
	LINES(int strcmp(const char *a, const char *b) {
		size i = 0;
		while (a[i] && a[i] == b[i]) i++;
		return (unsigned char)a[i] < (unsigned char)b[i] ? -1 : (unsigned char)a[i] > (unsigned char)b[i];
	})
	LINES(int strncmp(const char *a, const char *b, size n) {
		for (size i = 0; i < n; i++) {
			if (a[i] != b[i]) return (unsigned char)a[i] < (unsigned char)b[i] ? -1 : 1;
			if (!a[i]) return 0;
		}
		return 0;
	})
	LINES(static int lower_case(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; })
	LINES(int strcasecmp(const char *a, const char *b) {
		size i = 0;
		while (a[i] && lower_case((unsigned char)a[i]) == lower_case((unsigned char)b[i])) i++;
		return lower_case((unsigned char)a[i]) - lower_case((unsigned char)b[i]);
	})
	LINES(int memcmp(const void *a, const void *b, size n) {
		const unsigned char *p = a; const unsigned char *q = b;
		for (size i = 0; i < n; i++)
			if (p[i] != q[i]) return p[i] < q[i] ? -1 : 1;
		return 0;
	})
	LINES(int bcmp(const void *a, const void *b, size n) { return memcmp(a, b, n); })
	LINES(void *memchr(const void *s, int c, size n) {
		const unsigned char *p = s;
		for (size i = 0; i < n; i++)
			if (p[i] == (unsigned char)c) return (void *)(p + i);
		return (void *)0;
	})
	LINES(char *strchr(const char *s, int c) {
		for (size i = 0;; i++) {
			if (s[i] == (char)c) return (char *)(s + i);
			if (!s[i]) return (void *)0;
		}
	})
	LINES(char *strrchr(const char *s, int c) {
		char *found = (void *)0;
		for (size i = 0;; i++) {
			if (s[i] == (char)c) found = (char *)(s + i);
			if (!s[i]) return found;
		}
	})
	LINES(char *index(const char *s, int c) { return strchr(s, c); })
	LINES(char *rindex(const char *s, int c) { return strrchr(s, c); })
	LINES(size strspn(const char *s, const char *set) {
		size n = 0;
		for (; s[n]; n++) {
			size i = 0;
			while (set[i] && set[i] != s[n]) i++;
			if (!set[i]) break;
		}
		return n;
	})
	LINES(size strcspn(const char *s, const char *set) {
		size n = 0;
		for (; s[n]; n++) {
			size i = 0;
			while (set[i] && set[i] != s[n]) i++;
			if (set[i]) break;
		}
		return n;
	})
	LINES(char *strpbrk(const char *s, const char *set) {
		size n = strcspn(s, set);
		return s[n] ? (char *)(s + n) : (void *)0;
	})
	LINES(char *strstr(const char *s, const char *part) {
		for (size i = 0;; i++) {
			size k = 0;
			while (part[k] && s[i + k] == part[k]) k++;
			if (!part[k]) return (char *)(s + i);
			if (!s[i]) return (void *)0;
		}
	})
	LINES(char *strdup(const char *s) {
		size n = strlen(s) + 1;
		char *copy = malloc(n);
		if (copy) for (size i = 0; i < n; i++) copy[i] = s[i];
		return copy;
	})
	LINES(char *strndup(const char *s, size limit) {
		size n = strnlen(s, limit);
		char *copy = malloc(n + 1);
		if (copy) { for (size i = 0; i < n; i++) copy[i] = s[i]; copy[n] = 0; }
		return copy;
	})
	LINES(int abs(int x) { return x < 0 ? -x : x; })
	LINES(long labs(long x) { return x < 0 ? -x : x; })
	LINES(long long llabs(long long x) { return x < 0 ? -x : x; })
	/* glibc's table of the "C" locale, which its macros look into */
	LINES(static const unsigned short ctype_table[384] = {
		[128 ... 136] = 2, [137] = 8195, [138 ... 141] = 8194, [142 ... 159] = 2, [160] = 24577,
		[161 ... 175] = 49156, [176 ... 185] = 55304, [186 ... 192] = 49156, [193 ... 198] = 54536,
		[199 ... 218] = 50440, [219 ... 224] = 49156, [225 ... 230] = 54792, [231 ... 250] = 50696,
		[251 ... 254] = 49156, [255] = 2
	};)
	LINES(static const unsigned short *ctype_pointer = ctype_table + 128;)
	LINES(const unsigned short **__ctype_b_loc(void) { return &ctype_pointer; })
	LINES(static const char *text_domain = "messages";)
	LINES(char *textdomain(const char *d) { if (d) text_domain = d; return (char *)text_domain; })
	LINES(int __VERIFIER_nondet_int(void);)
	LINES(static char locale_name[] = "C";)
	LINES(char *setlocale(int category, const char *name) {
		if (!name || !name[0] || (name[0] == 'C' && !name[1])) return locale_name;
		return __VERIFIER_nondet_int() ? locale_name : (void *)0;
	})
	/* what a pointer to a function that is no C here points to */
	LINES(void free(void *p); void *calloc(size n, size m); void *realloc(void *p, size n);)
	LINES(void *memcpy(void *p, const void *q, size n); void *memmove(void *p, const void *q, size n);)
	LINES(void *memset(void *p, int c, size n); void exit(int n); void abort(void);)
	/* _FORTIFY_SOURCE: too little room ends the program */
	LINES(void *mempcpy(void *p, const void *q, size n);)
	LINES(void *__memcpy_chk(void *p, const void *q, size n, size m) { if (n > m) abort(); return memcpy(p, q, n); })
	LINES(void *__mempcpy_chk(void *p, const void *q, size n, size m) { if (n > m) abort(); return mempcpy(p, q, n); })
	LINES(void *__memmove_chk(void *p, const void *q, size n, size m) { if (n > m) abort(); return memmove(p, q, n); })
	LINES(void *__memset_chk(void *p, int c, size n, size m) { if (n > m) abort(); return memset(p, c, n); })
	LINES(char *__strcpy_chk(char *p, const char *q, size m) { if (strlen(q) >= m) abort(); return strcpy(p, q); })
	LINES(char *__stpcpy_chk(char *p, const char *q, size m) { if (strlen(q) >= m) abort(); return stpcpy(p, q); })
	LINES(char *__strncpy_chk(char *p, const char *q, size n, size m) { if (n > m) abort(); return strncpy(p, q, n); })
	LINES(char *__strcat_chk(char *p, const char *q, size m) {
		if (strlen(p) + strlen(q) >= m) abort();
		return strcat(p, q);
	})
	LINES(char *__strncat_chk(char *p, const char *q, size n, size m) {
		if (strlen(p) + strnlen(q, n) >= m) abort();
		return strncat(p, q, n);
	})
	LINES(void longjmp(void *b, int n); void pointer_to_longjmp(void *b, int n) { longjmp(b, n); })
	LINES(void *pointer_to_malloc(size n) { return malloc(n); })
	LINES(void *pointer_to_calloc(size n, size m) { return calloc(n, m); })
	LINES(void *pointer_to_realloc(void *p, size n) { return realloc(p, n); })
	LINES(void pointer_to_free(void *p) { free(p); })
	LINES(void *pointer_to_memcpy(void *p, const void *q, size n) { return memcpy(p, q, n); })
	LINES(void *pointer_to_memmove(void *p, const void *q, size n) { return memmove(p, q, n); })
	LINES(void *pointer_to_memset(void *p, int c, size n) { return memset(p, c, n); })
	LINES(void pointer_to_exit(int n) { exit(n); })
	LINES(void pointer_to_abort(void) { abort(); })
	LINES(int isdigit(int c) { return c >= '0' && c <= '9'; })
	LINES(int isupper(int c) { return c >= 'A' && c <= 'Z'; })
	LINES(int islower(int c) { return c >= 'a' && c <= 'z'; })
	LINES(int isalpha(int c) { return isupper(c) || islower(c); })
	LINES(int isalnum(int c) { return isalpha(c) || isdigit(c); })
	LINES(int isspace(int c) { return c == ' ' || (c >= 9 && c <= 13); })
	LINES(int isblank(int c) { return c == ' ' || c == 9; })
	LINES(int isprint(int c) { return c >= 32 && c < 127; })
	LINES(int isgraph(int c) { return c > 32 && c < 127; })
	LINES(int iscntrl(int c) { return (c >= 0 && c < 32) || c == 127; })
	LINES(int ispunct(int c) { return isgraph(c) && !isalnum(c); })
	LINES(int isxdigit(int c) { return isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); })
	LINES(int tolower(int c) { return isupper(c) ? c + 32 : c; })
	LINES(int toupper(int c) { return islower(c) ? c - 32 : c; })
	LINES(int atoi(const char *s) {
		size i = 0; int negative = 0; int value = 0;
		while (isspace((unsigned char)s[i])) i++;
		if (s[i] == '-' || s[i] == '+') negative = s[i++] == '-';
		for (; isdigit((unsigned char)s[i]); i++) value = value * 10 + (negative ? '0' - s[i] : s[i] - '0');
		return value;
	})
	LINES(long atol(const char *s) {
		size i = 0; int negative = 0; long value = 0;
		while (isspace((unsigned char)s[i])) i++;
		if (s[i] == '-' || s[i] == '+') negative = s[i++] == '-';
		for (; isdigit((unsigned char)s[i]); i++) value = value * 10 + (negative ? '0' - s[i] : s[i] - '0');
		return value;
	});

/* <stdio.h> (C11 7.21), but for formats: print.c, scan.c. Where the program runs, streams are the host's. In verification
 * nothing is assumed of what is read, and writing may fail at any time. */
#include "stream.h"

extern int __plumb_errno;
void *malloc(size_t n);
void *realloc(void *p, size_t n);

static FILE input = { .number = 0 }, output = { .number = 1 }, errors = { .number = 2 };
FILE *stdin = &input;
FILE *stdout = &output;
FILE *stderr = &errors;

int __plumb_stream(FILE *f)
{
	return f->number;
}

size_t __plumb_send_string(const char *s, size_t limit)
{
	size_t n = 0;
	for (; n < limit && s[n]; n++)
		__plumb_character(s[n]);
	return n;
}

void __plumb_fail(void)
{
	__plumb_errno = __plumb_running() ? __plumb_host_int("errno") : __plumb_any_int("errno");
}

/* ---- opening ---- */

FILE *__plumb_new_stream(int number)
{
	if (__plumb_running() ? number < 0 : __plumb_any_bool("the file cannot be opened")) {
		__plumb_fail();
		return NULL;
	}
	FILE *f = __plumb_new(sizeof *f);
	*f = (FILE){ .number = number };
	return f;
}

FILE *fopen(const char *path, const char *mode)
{
	__plumb_send_string(path, SIZE_MAX);
	__plumb_character(0);
	__plumb_send_string(mode, SIZE_MAX);
	return __plumb_new_stream(__plumb_host_int("fopen"));
}

FILE *fdopen(int fd, const char *mode)
{
	__plumb_argument(fd);
	__plumb_send_string(mode, SIZE_MAX);
	return __plumb_new_stream(__plumb_host_int("fdopen"));
}

FILE *tmpfile(void)
{
	return __plumb_new_stream(__plumb_host_int("tmpfile"));
}

/* Its result is 0 or -1 (EOF). */
static int status(int result)
{
	if (__plumb_running() ? result >= 0 : __plumb_any_bool("it works"))
		return 0;
	__plumb_fail();
	return -1;
}

int fclose(FILE *f)
{
	__plumb_argument(__plumb_stream(f));
	int result = __plumb_host_int("fclose");
	__plumb_delete(f);
	return status(result);
}

FILE *freopen(const char *path, const char *mode, FILE *f)
{
	__plumb_argument(__plumb_stream(f));
	if (path)
		__plumb_send_string(path, SIZE_MAX);
	__plumb_character(0);
	__plumb_send_string(mode, SIZE_MAX);
	int number = __plumb_host_int("freopen");
	if (__plumb_running() ? number < 0 : __plumb_any_bool("the file cannot be opened")) {
		__plumb_fail();
		return NULL;
	}
	f->flags = 0;
	return f;
}

int fflush(FILE *f)
{
	__plumb_argument(f ? __plumb_stream(f) : -1);
	return status(__plumb_host_int("fflush"));
}

int fflush_unlocked(FILE *f)
{
	return fflush(f);
}

int fileno(FILE *f)
{
	__plumb_argument(__plumb_stream(f));
	int fd = __plumb_host_int("fileno");
	if (fd >= 0)
		return fd;
	__plumb_fail();
	return -1;
}

int fileno_unlocked(FILE *f)
{
	return fileno(f);
}

int setvbuf(FILE *f, char *buffer, int mode, size_t size)
{
	(void)buffer;
	(void)size;
	__plumb_argument(__plumb_stream(f));
	__plumb_argument(mode);
	return status(__plumb_host_int("setvbuf"));
}

void setbuf(FILE *f, char *buffer)
{
	setvbuf(f, buffer, buffer ? 0 : 2, 8192);
}

void setlinebuf(FILE *f)
{
	setvbuf(f, NULL, 1, 0);
}

/* ---- reading ---- */

/* In verification a character that was pushed back is kept for one stream: 7.21.7.10p3 asks for one character each. */
static FILE *pushed_to;
static unsigned char pushed;

int __plumb_get(FILE *f)
{
	if (!__plumb_running() && pushed_to && pushed_to == f) {
		pushed_to = NULL;
		return pushed;
	}
	__plumb_argument(__plumb_stream(f));
	int c = __plumb_host_int("getc");
	__plumb_assume(c >= EOF && c <= 255);
	if (c < 0) {
		__plumb_argument(f->number);
		f->flags |= (__plumb_running() ? __plumb_host_int("ferror") : __plumb_any_bool("reading fails"))
				    ? STREAM_ERROR
				    : STREAM_EOF;
	}
	return c;
}

void __plumb_unget(int c, FILE *f)
{
	f->flags &= ~STREAM_EOF;
	if (__plumb_running()) {
		__plumb_argument(f->number);
		__plumb_argument(c);
		__plumb_host_int("ungetc");
		return;
	}
	pushed_to = f;
	pushed = c;
}

int fgetc(FILE *f)
{
	return __plumb_get(f);
}

int getc(FILE *f)
{
	return __plumb_get(f);
}

int getchar(void)
{
	return __plumb_get(stdin);
}

int getc_unlocked(FILE *f)
{
	return __plumb_get(f);
}

int fgetc_unlocked(FILE *f)
{
	return __plumb_get(f);
}

int getchar_unlocked(void)
{
	return __plumb_get(stdin);
}

/* glibc's inline functions when their buffer is empty */
int __uflow(FILE *f)
{
	return __plumb_get(f);
}

int _IO_getc(FILE *f)
{
	return __plumb_get(f);
}

int getw(FILE *f)
{
	__plumb_stream(f);
	return __plumb_any_int("getw");
}

/* Only where nothing was pushed back, which would be lost, it may fail (7.21.7.10p3, p4). */
int ungetc(int c, FILE *f)
{
	__plumb_stream(f);
	if (c == EOF)
		return EOF;
	if (!__plumb_running() && pushed_to)
		__plumb_ledger("ungetc: of characters pushed back to several streams not all are kept");
	__plumb_unget((unsigned char)c, f);
	return (unsigned char)c;
}

static size_t read_items(unsigned char *to, size_t size, size_t count, FILE *f)
{
	size_t bytes = size * count, n = 0;
	__plumb_argument(__plumb_stream(f));
	__plumb_argument(bytes);
	if (__plumb_running()) {
		n = __plumb_host_long("fread");
		for (size_t i = 0; i < n; i++)
			to[i] = __plumb_host_int("byte");
		if (n < bytes) {
			__plumb_argument(f->number);
			f->flags |= __plumb_host_int("ferror") ? STREAM_ERROR : STREAM_EOF;
		}
		return n / size;
	}
	__plumb_forget(to, bytes);
	n = __plumb_any_size("fread");
	__plumb_assume(n <= count);
	if (n < count)
		f->flags |= __plumb_any_bool("reading fails") ? STREAM_ERROR : STREAM_EOF;
	pushed_to = NULL;
	return n;
}

size_t fread(void *to, size_t size, size_t count, FILE *f)
{
	__plumb_stream(f);
	if (size == 0 || count == 0)
		return 0;
	__plumb_require(count <= SIZE_MAX / size, "bounds", "fread() of more bytes than there can be");
	__plumb_writable(to, size * count);
	return read_items(to, size, count, f);
}

size_t fread_unlocked(void *to, size_t size, size_t count, FILE *f)
{
	return fread(to, size, count, f);
}

/* The length of the line, or -1. In verification: any, but for the end of it nothing is said. */
static long read_line(char *to, size_t most, FILE *f)
{
	__plumb_argument(__plumb_stream(f));
	__plumb_argument(most);
	if (__plumb_running()) {
		size_t n = __plumb_host_long("fgets");
		for (size_t i = 0; i < n; i++)
			to[i] = __plumb_host_int("byte");
		to[n] = 0;
		if (n == 0 || (n < most && to[n - 1] != '\n')) {
			__plumb_argument(f->number);
			f->flags |= __plumb_host_int("ferror") ? STREAM_ERROR : STREAM_EOF;
		}
		return n == 0 ? -1 : (long)n;
	}
	pushed_to = NULL;
	if (__plumb_any_bool("the input ends")) {
		f->flags |= __plumb_any_bool("reading fails") ? STREAM_ERROR : STREAM_EOF;
		/* after an error the array has any contents (7.21.7.2p3) */
		if (f->flags & STREAM_ERROR)
			__plumb_forget(to, most + 1);
		return -1;
	}
	size_t n = __plumb_any_size("length of the line");
	__plumb_assume(n > 0 && n <= most);
	__plumb_forget(to, n);
	to[n] = 0;
	return n;
}

char *fgets(char *to, int size, FILE *f)
{
	__plumb_require(size > 0, "bounds", "fgets() with a size that is not positive");
	__plumb_stream(f);
	__plumb_writable(to, size);
	if (size == 1) {
		to[0] = 0;
		return to;
	}
	return read_line(to, (size_t)size - 1, f) < 0 ? NULL : to;
}

char *fgets_unlocked(char *to, int size, FILE *f)
{
	return fgets(to, size, f);
}

/* There is no size that is large enough; a line of any length up to 2^20 may come. */
char *gets(char *to)
{
	size_t i = 0;
	if (!__plumb_running()) {
		size_t n = __plumb_any_size("length of the line");
		__plumb_assume(n < 1 << 20);
		__plumb_writable(to, n + 1);
		if (__plumb_any_bool("the input ends"))
			return NULL;
		__plumb_forget(to, n);
		to[n] = 0;
		return to;
	}
	int c = __plumb_get(stdin);
	if (c == EOF)
		return NULL;
	for (; c != EOF && c != '\n'; c = __plumb_get(stdin))
		to[i++] = c;
	to[i] = 0;
	return to;
}

ssize_t getdelim(char **line, size_t *size, int end, FILE *f)
{
	size_t n = 0;
	__plumb_stream(f);
	if (!__plumb_running()) {
		if (__plumb_any_bool("the input ends"))
			return -1;
		n = __plumb_any_size("length of the line");
		__plumb_assume(n > 0 && n < 1 << 20);
		if (!*line || *size <= n) {
			*line = realloc(*line, n + 1);
			*size = n + 1;
		}
		__plumb_forget(*line, n);
		(*line)[n] = 0;
		return n;
	}
	for (int c = 0; c != end; n++) {
		c = __plumb_get(f);
		if (c == EOF && n == 0)
			return -1;
		if (!*line || *size < n + 2) {
			*size = *line ? (n + 2) * 2 : 120;
			*line = realloc(*line, *size);
		}
		if (c == EOF)
			break;
		(*line)[n] = c;
	}
	(*line)[n] = 0;
	return n;
}

ssize_t getline(char **line, size_t *size, FILE *f)
{
	return getdelim(line, size, '\n', f);
}

/* ---- writing ---- */

static int put(int c, FILE *f)
{
	__plumb_argument(__plumb_stream(f));
	__plumb_character(c);
	if (__plumb_host_int("fwrite") > 0)
		return (unsigned char)c;
	f->flags |= STREAM_ERROR;
	return EOF;
}

int fputc(int c, FILE *f)
{
	return put(c, f);
}

int putc(int c, FILE *f)
{
	return put(c, f);
}

int putc_unlocked(int c, FILE *f)
{
	return put(c, f);
}

int fputc_unlocked(int c, FILE *f)
{
	return put(c, f);
}

int __overflow(FILE *f, int c)
{
	return put(c, f);
}

int _IO_putc(int c, FILE *f)
{
	return put(c, f);
}

int putw(int word, FILE *f)
{
	(void)word;
	__plumb_stream(f);
	return __plumb_any_bool("putw fails") ? EOF : 0;
}

int fputs(const char *s, FILE *f)
{
	size_t n = __plumb_send_string(s, SIZE_MAX);
	__plumb_argument(__plumb_stream(f));
	int result = __plumb_host_int("fwrite");
	if (result < 0 || (n && !result)) {
		f->flags |= STREAM_ERROR;
		return EOF;
	}
	return __plumb_running() ? 1 : result;
}

int fputs_unlocked(const char *s, FILE *f)
{
	return fputs(s, f);
}

size_t fwrite(const void *from, size_t size, size_t count, FILE *f)
{
	const unsigned char *p = from;
	__plumb_stream(f);
	if (size == 0 || count == 0)
		return 0;
	__plumb_require(count <= SIZE_MAX / size, "bounds", "fwrite() of more bytes than there can be");
	__plumb_readable(from, size * count);
	if (__plumb_running()) {
		for (size_t i = 0; i < size * count; i++)
			__plumb_character(p[i]);
		__plumb_argument(f->number);
		long long n = __plumb_host_long("fwrite");
		return n < 0 ? 0 : (size_t)n / size;
	}
	size_t n = __plumb_any_size("fwrite");
	__plumb_assume(n <= count);
	if (n < count)
		f->flags |= STREAM_ERROR;
	return n;
}

size_t fwrite_unlocked(const void *from, size_t size, size_t count, FILE *f)
{
	return fwrite(from, size, count, f);
}

char *strerror(int number);

void perror(const char *s)
{
	if (s && *s) {
		fputs(s, stderr);
		fputs(": ", stderr);
	}
	fputs(strerror(__plumb_errno), stderr);
	put('\n', stderr);
}

/* ---- position ---- */

int fseek(FILE *f, long offset, int whence)
{
	__plumb_argument(__plumb_stream(f));
	__plumb_argument(offset);
	__plumb_argument(whence);
	int result = status(__plumb_host_int("fseek"));
	if (result == 0) {
		f->flags &= ~STREAM_EOF;
		if (pushed_to == f)
			pushed_to = NULL;
	}
	return result;
}

int fseeko(FILE *f, long offset, int whence)
{
	return fseek(f, offset, whence);
}

void rewind(FILE *f)
{
	fseek(f, 0, 0);
	f->flags &= ~STREAM_ERROR;
}

long ftell(FILE *f)
{
	__plumb_argument(__plumb_stream(f));
	long at = __plumb_host_long("ftell");
	if (at < 0) {
		__plumb_fail();
		return -1;
	}
	return at;
}

long ftello(FILE *f)
{
	return ftell(f);
}

/* Its contents are nobody's business: fpos_t has room for a long. */
int fgetpos(FILE *f, long *position)
{
	*position = ftell(f);
	return *position < 0 ? -1 : 0;
}

int fsetpos(FILE *f, const long *position)
{
	return fseek(f, *position, 0);
}

/* ---- state ---- */

int feof(FILE *f)
{
	return (f->flags & STREAM_EOF) != 0;
}

int ferror(FILE *f)
{
	return (f->flags & STREAM_ERROR) != 0;
}

void clearerr(FILE *f)
{
	f->flags &= ~(STREAM_EOF | STREAM_ERROR);
	__plumb_argument(f->number);
	__plumb_host_int("clearerr");
}

int feof_unlocked(FILE *f)
{
	return feof(f);
}

int ferror_unlocked(FILE *f)
{
	return ferror(f);
}

void clearerr_unlocked(FILE *f)
{
	clearerr(f);
}

void flockfile(FILE *f)
{
	__plumb_stream(f);
}

void funlockfile(FILE *f)
{
	__plumb_stream(f);
}

int ftrylockfile(FILE *f)
{
	__plumb_stream(f);
	return 0;
}

/* ---- files ---- */

int remove(const char *path)
{
	__plumb_send_string(path, SIZE_MAX);
	return status(__plumb_host_int("remove"));
}

int rename(const char *from, const char *to)
{
	__plumb_send_string(from, SIZE_MAX);
	__plumb_character(0);
	__plumb_send_string(to, SIZE_MAX);
	return status(__plumb_host_int("rename"));
}

static char temporary_name[20];

char *tmpnam(char *to)
{
	char *name = to ? to : temporary_name;
	if (__plumb_any_bool("there is no name"))
		return NULL;
	__plumb_forget(name, 19);
	name[0] = '/';
	name[19] = 0;
	return name;
}

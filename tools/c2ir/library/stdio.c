/* <stdio.h> (C11 7.21), but for formats: print.c, scan.c. Where the program runs, streams are the host's. In verification
 * nothing is assumed of what is read, and writing may fail at any time. */
#include "stream.h"

extern int __plumb_errno;
void *malloc(size_t n);
void *realloc(void *p, size_t n);

static FILE input = { .number = 0, .descriptor = 1 }, output = { .number = 1, .descriptor = 2 },
	    errors = { .number = 2, .descriptor = 3 };
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

/* Numbers of errors are positive (7.5p2). */
void __plumb_fail(void)
{
	int error = __plumb_running() ? __plumb_host_int("errno") : __plumb_any_int("errno");
	__plumb_assume(error > 0);
	__plumb_errno = error;
}

void __plumb_may_fail(void)
{
	if (!__plumb_running() && __plumb_any_bool("it sets errno"))
		__plumb_fail();
}

void __plumb_fail_to_write(FILE *f)
{
	f->flags |= STREAM_ERROR;
	__plumb_fail();
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
	FILE *f = __plumb_new_stream(__plumb_host_int("fdopen"));
	if (f && fd >= 0)
		f->descriptor = fd + 1U;
	return f;
}

FILE *tmpfile(void)
{
	FILE *f = __plumb_new_stream(__plumb_host_int("tmpfile"));
	if (f)
		f->temporary = 1;
	return f;
}

/* In verification a character that was pushed back is kept for one stream: 7.21.7.10p3 asks for one character each. */
static FILE *pushed_to;
static unsigned char pushed;

static void drop_pushed(FILE *f)
{
	if (pushed_to == f)
		pushed_to = NULL;
}

/* Its result is 0 or -1 (EOF). */
static int status(int result)
{
	if (__plumb_running() ? result >= 0 : __plumb_any_bool("it works"))
		return 0;
	__plumb_fail();
	return -1;
}

/* The same of what also writes what is in the stream's buffer: that may be what fails. */
static int status_of_writing(int result, FILE *f)
{
	int failed = status(result);
	if (failed && !__plumb_running() && __plumb_any_bool("writing fails"))
		f->flags |= STREAM_ERROR;
	return failed;
}

int fclose(FILE *f)
{
	__plumb_flush_memory(f, 1);
	__plumb_argument(__plumb_stream(f));
	int result = __plumb_host_int("fclose");
	__plumb_close(f, sizeof *f);
	return status(result);
}

FILE *freopen(const char *path, const char *mode, FILE *f)
{
	__plumb_flush_memory(f, 1);
	drop_pushed(f);
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
	*f = (FILE){ .number = f->number };
	return f;
}

int fflush(FILE *f)
{
	if (f)
		__plumb_flush_memory(f, 0);
	__plumb_argument(f ? __plumb_stream(f) : -1);
	if (f && !__plumb_running() && __plumb_any_bool("what was pushed back is dropped")) /* POSIX */
		drop_pushed(f);
	return status_of_writing(__plumb_host_int("fflush"), f ? f : stdout);
}

int fflush_unlocked(FILE *f)
{
	return fflush(f);
}

/* In verification: the same whenever it is asked for. */
int fileno(FILE *f)
{
	__plumb_argument(__plumb_stream(f));
	int fd = __plumb_host_int("fileno");
	__plumb_assume(fd >= 0 || f->text || f->memory); /* an open file has one */
	if (!__plumb_running() && f->descriptor)
		return (int)(f->descriptor - 1);
	if (fd >= 0) {
		f->descriptor = fd + 1U;
		return fd;
	}
	__plumb_fail();
	return -1;
}

int fileno_unlocked(FILE *f)
{
	return fileno(f);
}

int setvbuf(FILE *f, char *buffer, int mode, size_t size)
{
	if (buffer && mode != 2) { /* _IONBF */
		/* it holds anything from now on (7.21.5.6p2) */
		__plumb_writable(buffer, size);
		__plumb_ledger("setvbuf: later changes of the buffer are not seen");
		if (!__plumb_running())
			__plumb_forget(buffer, size);
	}
	__plumb_argument(__plumb_stream(f));
	__plumb_argument(mode);
	if (__plumb_host_int("setvbuf") >= 0)
		return 0;
	__plumb_may_fail();
	return -1;
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

/* Nothing comes after the end, until clearerr(), ungetc() or a change of position (7.21.7.1p3, 7.21.3p11). */
_Bool __plumb_at_end(FILE *f)
{
	return (f->flags & STREAM_EOF) != 0;
}

/* In verification: the input ends here, or reading fails. */
void __plumb_end_input(FILE *f)
{
	if (__plumb_any_bool("reading fails")) {
		f->flags |= STREAM_ERROR;
		TYPED(f, TYPED_FAILS);
		__plumb_fail();
	} else {
		f->flags |= STREAM_EOF;
		TYPED(f, TYPED_END);
	}
}

void __plumb_pushed_is_lost(void)
{
	__plumb_deviates("a character that was pushed back");
}

void __plumb_read_temporary(const FILE *f)
{
	if (f->temporary && !__plumb_running())
		__plumb_deviates("what was written to a temporary file");
}

/* In verification a character that was pushed back is dropped by functions that read more than that: an approximation. */
void __plumb_forget_pushed(FILE *f)
{
	if (pushed_to != f)
		return;
	__plumb_lose_pushed();
	pushed_to = NULL;
}

/* In verification, of functions that have room for it: it is the first one of what they read; was there one? */
static _Bool take_pushed(const char *first, FILE *f)
{
	if (pushed_to != f)
		return 0;
	__plumb_assume((unsigned char)*first == pushed);
	pushed_to = NULL;
	return 1;
}

int __plumb_get(FILE *f)
{
	if (!__plumb_running() && pushed_to && pushed_to == f) {
		pushed_to = NULL;
		return pushed;
	}
	__plumb_argument(__plumb_stream(f));
	if (!__plumb_running() && __plumb_at_end(f))
		return EOF;
	__plumb_read_memory(f);
	int c = __plumb_host_int("getc");
	__plumb_assume(c >= EOF && c <= 255);
	if (c < 0) {
		__plumb_argument(f->number);
		if (__plumb_running())
			f->flags |= __plumb_host_int("ferror") ? STREAM_ERROR : STREAM_EOF;
		else
			__plumb_end_input(f);
	} else {
		TYPED(f, c);
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
	union {
		int word;
		unsigned char bytes[sizeof(int)];
	} u;
	for (unsigned i = 0; i < sizeof u.bytes; i++) {
		int c = __plumb_get(f);
		if (c == EOF)
			return EOF;
		u.bytes[i] = c;
	}
	return u.word;
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
	if (__plumb_at_end(f) && pushed_to != f)
		return 0;
	__plumb_read_memory(f);
	n = __plumb_any_size("fread");
	__plumb_assume(n <= count && (n > 0 || size > 1 || pushed_to != f));
	/* of what is behind them only the next one may have come in part (7.21.8.1p2) */
	__plumb_forget(to, n * size);
	if (n == 0)
		__plumb_forget_pushed(f);
	size_t had = n > 0 && take_pushed((const char *)to, f);
	__plumb_typed_bytes(to + had, n * size - had, -(f != stdin));
	if (n < count) {
		if (size > 1)
			__plumb_forget(to + n * size, size);
		__plumb_end_input(f);
	}
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

/* In verification: n characters of a line, of which only the last is the one that ends it; all of them are there unless the input
 * ended. */
static void unknown_line(char *to, size_t n, size_t most, int end, FILE *f)
{
	__plumb_forget(to, n);
	_Bool had = take_pushed(to, f);
	for (size_t i = 0; i + 1 < n; i++) {
		__plumb_assume(to[i] != (char)end);
		if (i > 0 || !had)
			TYPED(f, (unsigned char)to[i]);
	}
	if (n > 1 || !had)
		TYPED(f, (unsigned char)to[n - 1]);
	if (n < most && to[n - 1] != (char)end)
		f->flags |= STREAM_EOF;
}

/* The length of the line, or -1. In verification: any. */
static long read_line(char *to, size_t most, FILE *f)
{
	__plumb_argument(__plumb_stream(f));
	__plumb_argument(most);
	if (__plumb_running()) {
		size_t n = __plumb_host_long("fgets");
		for (size_t i = 0; i < n; i++)
			to[i] = __plumb_host_int("byte");
		if (n > 0)
			to[n] = 0;
		if (n == 0 || (n < most && to[n - 1] != '\n')) {
			__plumb_argument(f->number);
			f->flags |= __plumb_host_int("ferror") ? STREAM_ERROR : STREAM_EOF;
		}
		return n == 0 ? -1 : (long)n;
	}
	if (__plumb_at_end(f) && pushed_to != f)
		return -1;
	__plumb_read_memory(f);
	if (pushed_to != f && __plumb_any_bool("the input ends")) {
		__plumb_end_input(f);
		/* after an error the array has any contents (7.21.7.2p3) */
		if (f->flags & STREAM_ERROR)
			__plumb_forget(to, most + 1);
		return -1;
	}
	size_t n = __plumb_any_size("length of the line");
	__plumb_assume(n > 0 && n <= most);
	unknown_line(to, n, most, '\n', f);
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
		if (__plumb_at_end(stdin) || __plumb_any_bool("the input ends")) {
			__plumb_end_input(stdin);
			return NULL;
		}
		__plumb_forget_pushed(stdin);
		size_t n = __plumb_any_size("length of the line");
		__plumb_ledger("gets: a line has less than a megabyte");
		__plumb_assume(n < 1 << 20);
		__plumb_writable(to, n + 1);
		__plumb_forget(to, n);
		for (size_t i = 0; i < n; i++) {
			__plumb_assume(to[i] != '\n');
			__plumb_typed((unsigned char)to[i]);
		}
		__plumb_typed('\n');
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

/* In verification: room for n bytes, made as large as the library likes; false: there is none. */
static _Bool make_room(char **line, size_t *size, size_t n)
{
	if (*line && *size >= n)
		return 1;
	size_t larger = __plumb_any_size("size of the line's memory");
	__plumb_assume(larger >= n && larger < 1 << 21);
	char *moved = realloc(*line, larger);
	if (!moved)
		return 0;
	*line = moved;
	*size = larger;
	return 1;
}

/* Memory may be there even though no line came: glibc's makes it first. */
static ssize_t unknown_record(char **line, size_t *size, int end, FILE *f)
{
	if (__plumb_any_bool("memory is made before reading") && !make_room(line, size, 1))
		return -1;
	__plumb_read_memory(f);
	if ((__plumb_at_end(f) && pushed_to != f) || (pushed_to != f && __plumb_any_bool("the input ends"))) {
		if (!__plumb_at_end(f))
			__plumb_end_input(f);
		if (*line && *size)
			__plumb_forget(*line, *size);
		return -1;
	}
	size_t n = __plumb_any_size("length of the line");
	__plumb_ledger("getline, getdelim: a line has less than a megabyte");
	__plumb_assume(n > 0 && n < 1 << 20);
	if (!make_room(line, size, n + 1))
		return -1;
	unknown_line(*line, n, SIZE_MAX, end, f);
	(*line)[n] = 0;
	return n;
}

ssize_t getdelim(char **line, size_t *size, int end, FILE *f)
{
	size_t n = 0;
	__plumb_stream(f);
	if (!line || !size) {
		__plumb_errno = 22;
		return -1;
	}
	if (!__plumb_running())
		return unknown_record(line, size, end, f);
	for (int c = 0; c != end; n++) {
		if (!*line || *size < n + 2) {
			*size = *line ? (n + 2) * 2 : 120;
			*line = realloc(*line, *size);
		}
		c = __plumb_get(f);
		if (c == EOF && n == 0)
			return -1;
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
	__plumb_fail_to_write(f);
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
	const unsigned char *bytes = (const unsigned char *)&word;
	for (unsigned i = 0; i < sizeof word; i++)
		if (put(bytes[i], f) == EOF)
			return EOF;
	return 0;
}

int fputs(const char *s, FILE *f)
{
	size_t n = __plumb_send_string(s, SIZE_MAX);
	__plumb_argument(__plumb_stream(f));
	int result = __plumb_host_int("fwrite");
	if (result < 0 || (__plumb_running() && n && !result)) {
		__plumb_fail_to_write(f);
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
		if (n < (long long)(size * count))
			__plumb_fail_to_write(f);
		return n < 0 ? 0 : (size_t)n / size;
	}
	size_t n = __plumb_any_size("fwrite");
	__plumb_assume(n <= count);
	if (n < count)
		__plumb_fail_to_write(f);
	return n;
}

size_t fwrite_unlocked(const void *from, size_t size, size_t count, FILE *f)
{
	return fwrite(from, size, count, f);
}

char *__plumb_error_message(int number);

void perror(const char *s)
{
	if (s && *s) {
		fputs(s, stderr);
		fputs(": ", stderr);
	}
	fputs(__plumb_error_message(__plumb_errno), stderr);
	put('\n', stderr);
}

/* ---- position ---- */

int fseek(FILE *f, long offset, int whence)
{
	__plumb_argument(__plumb_stream(f));
	__plumb_argument(offset);
	__plumb_argument(whence);
	int result = status_of_writing(__plumb_host_int("fseek"), f);
	if (result == 0) {
		f->flags &= ~STREAM_EOF;
		drop_pushed(f);
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
	if ((f->temporary || f->text) && !__plumb_running())
		__plumb_deviates("where a stream that the program wrote is");
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
	__plumb_writable(name, 20);
	if (__plumb_any_bool("there is no name"))
		return NULL;
	size_t n = __plumb_any_size("length of the name");
	__plumb_assume(n > 0 && n < 20);
	__plumb_forget(name, n);
	name[0] = '/';
	name[n] = 0;
	return name;
}

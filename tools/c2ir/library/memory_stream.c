/* Streams whose file is memory of the program (POSIX): open_memstream(), fmemopen(). Where the program runs, a temporary file of the host
 * stands for it. In verification what is written is not kept: the memory has any contents once the stream is flushed or closed. */
#include "stream.h"

extern int __plumb_errno;
void *malloc(size_t n);

enum { E_INVAL = 22 };

/* ---- where the program runs ---- */

static long position(FILE *f)
{
	__plumb_argument(f->number);
	return __plumb_host_long("ftell");
}

static void go_to(FILE *f, long at)
{
	__plumb_argument(f->number);
	__plumb_argument(at);
	__plumb_argument(0);
	__plumb_host_int("fseek");
}

/* The first characters, at most n of them; how many there are. */
static size_t read_back(FILE *f, char *to, size_t n)
{
	long at = position(f);
	go_to(f, 0);
	__plumb_argument(f->number);
	__plumb_argument(n);
	size_t count = __plumb_host_long("fread");
	for (size_t i = 0; i < count; i++)
		to[i] = __plumb_host_int("byte");
	go_to(f, at);
	return count;
}

static void write_all(FILE *f, const char *from, size_t n)
{
	for (size_t i = 0; i < n; i++)
		__plumb_character(from[i]);
	__plumb_argument(f->number);
	__plumb_host_long("fwrite");
}

/* ---- open_memstream ---- */

FILE *open_memstream(char **text, size_t *length)
{
	__plumb_ledger("open_memstream: fflush() and fclose() of the stream make the text, less than a megabyte, for "
		       "which there is memory");
	if (!text || !length) {
		__plumb_errno = E_INVAL;
		return NULL;
	}
	FILE *f = __plumb_new_stream(__plumb_host_int("tmpfile"));
	if (f) {
		f->text = text;
		f->length = length;
	}
	return f;
}

/* What is there once the stream is closed is to be freed by the program. */
static void make_text(FILE *f, _Bool closes)
{
	__plumb_writable(f->memory, f->memory != NULL);
	size_t n = __plumb_running() ? (size_t)position(f) : __plumb_approximate_size("text of open_memstream()");
	__plumb_assume(n < 1 << 20);
	char *memory = closes ? malloc(n + 1) : __plumb_new(n + 1);
	__plumb_assume(memory != NULL);
	if (__plumb_running())
		read_back(f, memory, n);
	else
		__plumb_forget(memory, n);
	memory[n] = 0;
	if (f->memory)
		__plumb_delete(f->memory);
	f->memory = memory;
	*f->text = memory;
	*f->length = n;
}

/* ---- fmemopen ---- */

static _Bool updates(const char *mode)
{
	size_t i = 0;
	while (mode[i] && mode[i] != '+')
		i++;
	return mode[i] == '+';
}

FILE *fmemopen(void *memory, size_t size, const char *mode)
{
	__plumb_ledger("fmemopen: fflush() and fclose() of the stream change the memory, nothing before");
	_Bool changes = mode[0] != 'r' || updates(mode);
	if (memory && changes)
		__plumb_writable(memory, size);
	else if (memory)
		__plumb_readable(memory, size);
	FILE *f = __plumb_new_stream(__plumb_host_int("tmpfile"));
	if (!f)
		return NULL;
	f->memory = memory ? memory : __plumb_new(size);
	f->room = size;
	f->changes = changes;
	if (memory && mode[0] == 'w' && size && updates(mode))
		f->memory[0] = 0;
	if (__plumb_running() && memory && mode[0] != 'w') {
		size_t n = 0;
		while (n < size && (mode[0] == 'r' || f->memory[n]))
			n++;
		write_all(f, f->memory, n);
		if (mode[0] == 'r')
			go_to(f, 0);
	}
	return f;
}

static void change_memory(FILE *f)
{
	if (__plumb_running()) {
		size_t n = read_back(f, f->memory, f->room);
		if (n < f->room)
			f->memory[n] = 0;
		return;
	}
	__plumb_deviates("memory of fmemopen()");
	__plumb_writable(f->memory, f->room);
	__plumb_forget(f->memory, f->room);
}

/* ---- what other functions ask for ---- */

void __plumb_flush_memory_stream(FILE *f, _Bool closes)
{
	if (f->text)
		make_text(f, closes);
	else if (f->changes)
		change_memory(f);
}

void __plumb_read_memory_stream(const FILE *f)
{
	if (f->memory && !__plumb_running())
		__plumb_deviates("what a stream in memory gives");
}

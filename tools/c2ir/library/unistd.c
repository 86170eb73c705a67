/* <unistd.h>, <fcntl.h>: descriptors, and what a process is. In verification any call may fail, and nothing is assumed of what
 * is read. */
#include "posix.h"

void __plumb_path(const char *s)
{
	for (size_t i = 0; s[i]; i++)
		__plumb_character(s[i]);
}

void __plumb_path_and_more(const char *s)
{
	__plumb_path(s);
	__plumb_character(0);
}

long long __plumb_checked(long long result)
{
	if (result >= 0)
		return result;
	__plumb_fail();
	return -1;
}

int __plumb_status(int result)
{
	return __plumb_checked(result) < 0 ? -1 : 0;
}

/* ---- opening ---- */

int open(const char *path, int flags, ...)
{
	int mode = 0;
	if (flags & 0x40) { /* O_CREAT */
		va_list list;
		va_start(list, flags);
		mode = va_arg(list, int);
		va_end(list);
	}
	__plumb_path(path);
	__plumb_argument(flags);
	__plumb_argument(mode);
	return __plumb_checked(__plumb_host_int("open"));
}

int openat(int folder, const char *path, int flags, ...)
{
	int mode = 0;
	if (flags & 0x40) {
		va_list list;
		va_start(list, flags);
		mode = va_arg(list, int);
		va_end(list);
	}
	__plumb_path(path);
	__plumb_argument(folder);
	__plumb_argument(flags);
	__plumb_argument(mode);
	return __plumb_checked(__plumb_host_int("openat"));
}

int creat(const char *path, unsigned mode)
{
	return open(path, 0x241, mode);
}

int close(int fd)
{
	__plumb_argument(fd);
	return __plumb_status(__plumb_host_int("close"));
}

int dup(int fd)
{
	__plumb_argument(fd);
	return __plumb_checked(__plumb_host_int("dup"));
}

int dup2(int fd, int to)
{
	__plumb_argument(fd);
	__plumb_argument(to);
	int result = __plumb_checked(__plumb_host_int("dup2"));
	__plumb_assume(result == -1 || result == to);
	return result;
}

int dup3(int fd, int to, int flags)
{
	(void)flags;
	return dup2(fd, to);
}

int pipe(int *ends)
{
	__plumb_writable(ends, 2 * sizeof *ends);
	if (__plumb_status(__plumb_host_int("pipe")) < 0)
		return -1;
	ends[0] = __plumb_running() ? __plumb_host_int("next") : __plumb_any_int("pipe");
	ends[1] = __plumb_running() ? __plumb_host_int("next") : __plumb_any_int("pipe");
	__plumb_assume(ends[0] >= 0 && ends[1] >= 0 && ends[0] != ends[1]);
	return 0;
}

int pipe2(int *ends, int flags)
{
	(void)flags;
	return pipe(ends);
}

/* ---- reading and writing ---- */

/* `elsewhere`: 0 if it is the standard input, else -1. */
static ssize_t receive(char *to, size_t count, ssize_t given, int elsewhere)
{
	ssize_t n = __plumb_checked(given);
	__plumb_assume(n < 0 || (size_t)n <= count);
	if (!__plumb_running() && n > 0) {
		__plumb_forget(to, n);
		__plumb_typed_bytes(to, n, elsewhere);
	} else if (!__plumb_running()) {
		__plumb_typed((n < 0 ? TYPED_FAILS : TYPED_END) | elsewhere);
	}
	for (ssize_t i = 0; __plumb_running() && i < n; i++)
		to[i] = __plumb_host_int("byte");
	return n;
}

static void send(const char *from, size_t count)
{
	__plumb_readable(from, count);
	for (size_t i = 0; __plumb_running() && i < count; i++)
		__plumb_character(from[i]);
}

ssize_t read(int fd, void *to, size_t count)
{
	__plumb_writable(to, count);
	__plumb_argument(fd);
	__plumb_argument(count);
	return receive(to, count, __plumb_host_long("read"), -(fd != 0));
}

ssize_t pread(int fd, void *to, size_t count, long at)
{
	__plumb_writable(to, count);
	__plumb_argument(fd);
	__plumb_argument(count);
	__plumb_argument(at);
	return receive(to, count, __plumb_host_long("pread"), -1);
}

ssize_t write(int fd, const void *from, size_t count)
{
	send(from, count);
	__plumb_argument(fd);
	ssize_t n = __plumb_checked(__plumb_host_long("write"));
	__plumb_assume(n < 0 || (size_t)n <= count);
	return n;
}

ssize_t pwrite(int fd, const void *from, size_t count, long at)
{
	send(from, count);
	__plumb_argument(fd);
	__plumb_argument(at);
	ssize_t n = __plumb_checked(__plumb_host_long("pwrite"));
	__plumb_assume(n < 0 || (size_t)n <= count);
	return n;
}

long lseek(int fd, long offset, int whence)
{
	__plumb_argument(fd);
	__plumb_argument(offset);
	__plumb_argument(whence);
	long at = __plumb_checked(__plumb_host_long("lseek"));
	__plumb_assume(at == -1 || whence != 0 || at == offset); /* SEEK_SET */
	return at;
}

long long lseek64(int fd, long long offset, int whence)
{
	__plumb_argument(fd);
	__plumb_argument(offset);
	__plumb_argument(whence);
	long long at = __plumb_checked(__plumb_host_long("lseek"));
	__plumb_assume(at == -1 || whence != 0 || at == offset);
	return at;
}

int ftruncate(int fd, long size)
{
	__plumb_argument(fd);
	__plumb_argument(size);
	return __plumb_status(__plumb_host_int("ftruncate"));
}

int isatty(int fd)
{
	__plumb_argument(fd);
	int terminal = __plumb_host_int("isatty") != 0;
	if (!terminal)
		__plumb_fail();
	return terminal;
}

/* Where the program runs, what is written is at once where it belongs; a file is all that this is asked of (POSIX). */
static int synchronise(int fd)
{
	if (__plumb_running())
		return lseek(fd, 0, 1) < 0 ? -1 : 0;
	return __plumb_status(__plumb_any_int("fsync"));
}

int fsync(int fd)
{
	return synchronise(fd);
}

int fdatasync(int fd)
{
	return synchronise(fd);
}

void sync(void)
{
}

/* The number of an error, or 0; errno stays. */
int posix_fadvise(int fd, long from, long length, int advice)
{
	(void)fd;
	(void)from;
	(void)length;
	(void)advice;
	int result = __plumb_running() ? 0 : __plumb_any_int("posix_fadvise");
	__plumb_assume(result >= 0);
	return result;
}

static _Bool takes_number(int command)
{
	return command == 0 || command == 2 || command == 4 ||
	       command == 1030; /* F_DUPFD, F_SETFD, F_SETFL, F_DUPFD_CLOEXEC */
}

static _Bool takes_nothing(int command)
{
	return command == 1 || command == 3; /* F_GETFD, F_GETFL */
}

/* F_GETLK, F_OFD_GETLK */
static _Bool tells_lock(int command)
{
	return command == 5 || command == 12 || command == 36;
}

/* Locks are not modelled: asking for one succeeds or not, and tells anything. */
static int lock(int command, void *lock)
{
	int result = __plumb_checked(__plumb_any_int("fcntl"));
	if (tells_lock(command) && result >= 0) {
		size_t size = sizeof(long) == 8 ? 32 : command == 5 ? 16 : 24;
		__plumb_writable(lock, size);
		__plumb_forget(lock, size);
	}
	return result;
}

int fcntl(int fd, int command, ...)
{
	int argument = 0;
	if (takes_number(command)) {
		va_list list;
		va_start(list, command);
		argument = va_arg(list, int);
		va_end(list);
	} else if (!takes_nothing(command)) {
		va_list list;
		va_start(list, command);
		void *given = tells_lock(command) ? va_arg(list, void *) : NULL;
		va_end(list);
		return lock(command, given);
	}
	__plumb_argument(fd);
	__plumb_argument(command);
	__plumb_argument(argument);
	return __plumb_checked(__plumb_host_int("fcntl"));
}

int ioctl(int fd, unsigned long request, ...)
{
	(void)fd;
	(void)request;
	__plumb_ledger("ioctl writes nothing");
	return __plumb_checked(__plumb_any_int("ioctl"));
}

/* ---- the system ---- */

long sysconf(int name)
{
	if (name == 30) /* _SC_PAGESIZE */
		return 4096;
	__plumb_argument(name);
	long result = __plumb_host_long("sysconf");
	if (result == -1)
		__plumb_may_fail();
	return result;
}

long pathconf(const char *path, int name)
{
	(void)name;
	__plumb_readable(path, 1);
	long result = __plumb_any_long("pathconf");
	if (result == -1)
		__plumb_may_fail();
	return result;
}

int getpagesize(void)
{
	return 4096;
}

int gethostname(char *to, size_t size)
{
	__plumb_writable(to, size);
	size_t n = __plumb_any_size("length of the name");
	__plumb_assume(n <= size);
	__plumb_forget(to, n);
	if (n == size || __plumb_any_bool("gethostname fails")) {
		__plumb_fail();
		return -1;
	}
	to[n] = 0;
	return 0;
}

/* ---- the order of bytes in networks (<arpa/inet.h>): the highest comes first ---- */

unsigned htonl(unsigned x)
{
	return __builtin_bswap32(x);
}

unsigned short htons(unsigned short x)
{
	return __builtin_bswap16(x);
}

unsigned ntohl(unsigned x)
{
	return __builtin_bswap32(x);
}

unsigned short ntohs(unsigned short x)
{
	return __builtin_bswap16(x);
}

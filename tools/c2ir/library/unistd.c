/* <unistd.h>, <fcntl.h>, <sys/stat.h>, <getopt.h>: what programs use of POSIX. In verification any call may fail, and nothing is
 * assumed of what is read. */
#include "plumb.h"

extern int __plumb_errno;
void __plumb_fail(void);
void *malloc(size_t n);

char **environ = (char *[]){ NULL };

static void hand_over(const char *s)
{
	for (size_t i = 0; s[i]; i++)
		__plumb_character(s[i]);
}

/* -1 and errno, or what it is, which is not negative. */
static long long checked(long long result)
{
	if (result >= 0)
		return result;
	__plumb_fail();
	return -1;
}

static int status(int result)
{
	return checked(result) < 0 ? -1 : 0;
}

/* ---- descriptors ---- */

int open(const char *path, int flags, ...)
{
	int mode = 0;
	if (flags & 0x40) { /* O_CREAT */
		va_list list;
		va_start(list, flags);
		mode = va_arg(list, int);
		va_end(list);
	}
	hand_over(path);
	__plumb_argument(flags);
	__plumb_argument(mode);
	return checked(__plumb_host_int("open"));
}

int open64(const char *path, int flags, ...)
{
	hand_over(path);
	__plumb_argument(flags);
	__plumb_argument(0600);
	return checked(__plumb_host_int("open"));
}

int creat(const char *path, unsigned mode)
{
	return open(path, 0x241, mode);
}

int close(int fd)
{
	__plumb_argument(fd);
	return status(__plumb_host_int("close"));
}

ssize_t read(int fd, void *to, size_t count)
{
	char *p = to;
	__plumb_writable(to, count);
	__plumb_argument(fd);
	__plumb_argument(count);
	if (__plumb_running()) {
		ssize_t n = checked(__plumb_host_long("read"));
		for (ssize_t i = 0; i < n; i++)
			p[i] = __plumb_host_int("byte");
		return n;
	}
	ssize_t n = checked(__plumb_any_long("read"));
	__plumb_assume(n < 0 || (size_t)n <= count);
	__plumb_forget(to, count);
	return n;
}

ssize_t write(int fd, const void *from, size_t count)
{
	const char *p = from;
	__plumb_readable(from, count);
	for (size_t i = 0; __plumb_running() && i < count; i++)
		__plumb_character(p[i]);
	__plumb_argument(fd);
	ssize_t n = checked(__plumb_host_long("write"));
	__plumb_assume(n < 0 || (size_t)n <= count);
	return n;
}

long lseek(int fd, long offset, int whence)
{
	__plumb_argument(fd);
	__plumb_argument(offset);
	__plumb_argument(whence);
	return checked(__plumb_host_long("lseek"));
}

int isatty(int fd)
{
	__plumb_argument(fd);
	int terminal = __plumb_host_int("isatty") != 0;
	if (!terminal)
		__plumb_fail();
	return terminal;
}

int dup(int fd)
{
	(void)fd;
	return checked(__plumb_any_int("dup"));
}

int fsync(int fd)
{
	(void)fd;
	return 0;
}

int fcntl(int fd, int command, ...)
{
	(void)fd;
	(void)command;
	return __plumb_any_int("fcntl");
}

int ioctl(int fd, unsigned long request, ...)
{
	(void)fd;
	(void)request;
	__plumb_ledger("ioctl writes nothing");
	return __plumb_any_int("ioctl");
}

/* ---- files ---- */

int unlink(const char *path)
{
	hand_over(path);
	return status(__plumb_host_int("unlink"));
}

int access(const char *path, int mode)
{
	hand_over(path);
	__plumb_argument(mode);
	return status(__plumb_host_int("access"));
}

/* As glibc has it for 64 bits; other layouts are left unknown. */
struct stat {
	unsigned long device, inode, links;
	unsigned mode, user, group, padding;
	unsigned long special;
	long size, block_size, blocks;
	long accessed[2], modified[2], changed[2];
	long reserved[3];
};

static int read_status(int result, struct stat *s)
{
	if (result < 0) {
		__plumb_fail();
		return -1;
	}
	if (!__plumb_running() || sizeof(long) != 8) {
		__plumb_writable(s, sizeof(long) == 8 ? sizeof *s : 88);
		__plumb_forget(s, sizeof(long) == 8 ? sizeof *s : 88);
		return 0;
	}
	s->device = __plumb_host_long("next");
	s->inode = __plumb_host_long("next");
	s->links = __plumb_host_long("next");
	s->mode = __plumb_host_long("next");
	s->user = __plumb_host_long("next");
	s->group = __plumb_host_long("next");
	s->special = __plumb_host_long("next");
	s->size = __plumb_host_long("next");
	s->block_size = __plumb_host_long("next");
	s->blocks = __plumb_host_long("next");
	s->accessed[0] = __plumb_host_long("next");
	s->modified[0] = __plumb_host_long("next");
	s->changed[0] = __plumb_host_long("next");
	s->accessed[1] = s->modified[1] = s->changed[1] = 0;
	return 0;
}

int stat(const char *path, struct stat *s)
{
	hand_over(path);
	return read_status(__plumb_host_int("stat"), s);
}

int lstat(const char *path, struct stat *s)
{
	hand_over(path);
	return read_status(__plumb_host_int("lstat"), s);
}

int fstat(int fd, struct stat *s)
{
	__plumb_argument(fd);
	return read_status(__plumb_host_int("fstat"), s);
}

static int any_status(const char *path)
{
	__plumb_readable(path, 1);
	return status(__plumb_any_int("status"));
}

int mkdir(const char *path, unsigned mode)
{
	(void)mode;
	return any_status(path);
}

int rmdir(const char *path)
{
	return any_status(path);
}

int chdir(const char *path)
{
	return any_status(path);
}

int chmod(const char *path, unsigned mode)
{
	(void)mode;
	return any_status(path);
}

int fchmod(int fd, unsigned mode)
{
	(void)fd;
	(void)mode;
	return status(__plumb_any_int("status"));
}

int chown(const char *path, unsigned user, unsigned group)
{
	(void)user;
	(void)group;
	return any_status(path);
}

int fchown(int fd, unsigned user, unsigned group)
{
	(void)fd;
	(void)user;
	(void)group;
	return status(__plumb_any_int("status"));
}

unsigned umask(unsigned mask)
{
	(void)mask;
	return __plumb_any_int("umask") & 0777;
}

/* The structure is only read. */
int utime(const char *path, const void *times)
{
	(void)times;
	return any_status(path);
}

int mkstemp(char *path)
{
	size_t n = 0;
	while (path[n])
		n++;
	__plumb_require(n >= 6, "bounds", "mkstemp() with a name of fewer than 6 characters");
	__plumb_writable(path + n - 6, 6);
	__plumb_forget(path + n - 6, 6);
	for (int i = 0; i < 6; i++)
		__plumb_assume(path[n - 6 + i] != 0);
	return checked(__plumb_any_int("mkstemp"));
}

char *getcwd(char *to, size_t size)
{
	if (__plumb_any_bool("getcwd fails") || (to && size < 2)) {
		__plumb_fail();
		return NULL;
	}
	size_t n = __plumb_any_size("length of the path");
	__plumb_assume(n > 0 && n < (to ? size : 4096));
	char *path = to ? to : malloc(4096);
	if (!path)
		return NULL;
	__plumb_writable(path, n + 1);
	__plumb_forget(path, n);
	path[0] = '/';
	path[n] = 0;
	return path;
}

/* ---- the process ---- */

static int some_id(void)
{
	int id = __plumb_running() ? __plumb_host_int("getpid") : __plumb_any_int("identity");
	__plumb_assume(id >= 0);
	return id;
}

int getpid(void)
{
	return some_id();
}

int getppid(void)
{
	return some_id();
}

unsigned getuid(void)
{
	return some_id();
}

unsigned geteuid(void)
{
	return some_id();
}

unsigned getgid(void)
{
	return some_id();
}

unsigned getegid(void)
{
	return some_id();
}

long sysconf(int name)
{
	return name == 30 ? 4096 : __plumb_any_long("sysconf"); /* _SC_PAGESIZE */
}

int getpagesize(void)
{
	return 4096;
}

int gethostname(char *to, size_t size)
{
	__plumb_writable(to, size);
	__plumb_forget(to, size);
	if (__plumb_any_bool("gethostname fails")) {
		__plumb_fail();
		return -1;
	}
	if (size)
		to[size - 1] = 0;
	return 0;
}

void sync(void)
{
}

/* ---- getopt ---- */

char *optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';
static int position;

extern struct _IO_FILE *stderr;
int fprintf(struct _IO_FILE *stream, const char *format, ...);

static int complain(char **argv, const char *what, const char *options)
{
	if (opterr && options[0] != ':')
		fprintf(stderr, "%s: %s -- '%c'\n", argv[0], what, optopt);
	return '?';
}

/* Arguments are not reordered: as POSIX says, the first that is no option ends them. */
int getopt(int argc, char *const *argv, const char *options)
{
	optarg = NULL;
	const char *all = options[0] == '+' || options[0] == '-' ? options + 1 : options;
	if (position == 0) {
		if (optind >= argc || !argv[optind] || argv[optind][0] != '-' || !argv[optind][1])
			return -1;
		if (argv[optind][1] == '-' && !argv[optind][2]) {
			optind++;
			return -1;
		}
		position = 1;
	}
	char letter = argv[optind][position++];
	size_t i = 0;
	while (all[i] && (all[i] != letter || letter == ':'))
		i++;
	_Bool last = !argv[optind][position], wants = all[i] && all[i + 1] == ':', may = wants && all[i + 2] == ':';
	if (wants && (!last || !may)) {
		if (!last)
			optarg = &argv[optind][position];
		else if (optind + 1 < argc)
			optarg = argv[++optind];
	}
	if (wants || last) {
		optind++;
		position = 0;
	}
	if (!all[i] || (wants && !may && !optarg)) {
		optopt = letter;
		if (all[i])
			complain((char **)argv, "option requires an argument", all);
		else
			complain((char **)argv, "invalid option", all);
		return all[i] && all[0] == ':' ? ':' : '?';
	}
	return letter;
}

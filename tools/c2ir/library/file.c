/* <sys/stat.h>, <unistd.h>: files by their names. In verification any call may fail, and what is told of a file is any. */
#include "posix.h"

void *malloc(size_t n);

/* ---- status ---- */

/* As glibc has it for 64 bits; other layouts are left unknown. */
struct stat {
	unsigned long device, inode, links;
	unsigned mode, user, group, padding;
	unsigned long special;
	long size, block_size, blocks;
	long accessed[2], modified[2], changed[2];
	long reserved[3];
};

static void read_fields(struct stat *s)
{
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
	for (int i = 0; i < 2; i++)
		s->accessed[i] = __plumb_host_long("next");
	for (int i = 0; i < 2; i++)
		s->modified[i] = __plumb_host_long("next");
	for (int i = 0; i < 2; i++)
		s->changed[i] = __plumb_host_long("next");
}

static int read_status(int result, struct stat *s, size_t bytes)
{
	if (result < 0) {
		__plumb_fail();
		return -1;
	}
	if (__plumb_running() && sizeof(long) == 8) {
		read_fields(s);
		return 0;
	}
	__plumb_writable(s, bytes);
	__plumb_forget(s, bytes);
	return 0;
}

enum { STAT_BYTES = sizeof(long) == 8 ? sizeof(struct stat) : 88, STAT64_BYTES = sizeof(long) == 8 ? STAT_BYTES : 96 };

int stat(const char *path, struct stat *s)
{
	__plumb_path(path);
	return read_status(__plumb_host_int("stat"), s, STAT_BYTES);
}

int lstat(const char *path, struct stat *s)
{
	__plumb_path(path);
	return read_status(__plumb_host_int("lstat"), s, STAT_BYTES);
}

int fstat(int fd, struct stat *s)
{
	__plumb_argument(fd);
	return read_status(__plumb_host_int("fstat"), s, STAT_BYTES);
}

int fstatat(int folder, const char *path, struct stat *s, int flags)
{
	__plumb_path(path);
	__plumb_argument(folder);
	__plumb_argument(flags);
	return read_status(__plumb_host_int("fstatat"), s, STAT_BYTES);
}

int stat64(const char *path, struct stat *s)
{
	__plumb_path(path);
	return read_status(__plumb_host_int("stat"), s, STAT64_BYTES);
}

int lstat64(const char *path, struct stat *s)
{
	__plumb_path(path);
	return read_status(__plumb_host_int("lstat"), s, STAT64_BYTES);
}

int fstat64(int fd, struct stat *s)
{
	__plumb_argument(fd);
	return read_status(__plumb_host_int("fstat"), s, STAT64_BYTES);
}

int fstatat64(int folder, const char *path, struct stat *s, int flags)
{
	__plumb_path(path);
	__plumb_argument(folder);
	__plumb_argument(flags);
	return read_status(__plumb_host_int("fstatat"), s, STAT64_BYTES);
}

int access(const char *path, int mode)
{
	__plumb_path(path);
	__plumb_argument(mode);
	return __plumb_status(__plumb_host_int("access"));
}

int faccessat(int folder, const char *path, int mode, int flags)
{
	__plumb_path(path);
	__plumb_argument(folder);
	__plumb_argument(mode);
	__plumb_argument(flags);
	return __plumb_status(__plumb_host_int("faccessat"));
}

int euidaccess(const char *path, int mode)
{
	return faccessat(-100, path, mode, 0x200); /* AT_FDCWD, AT_EACCESS */
}

/* ---- names ---- */

int unlink(const char *path)
{
	__plumb_path(path);
	return __plumb_status(__plumb_host_int("unlink"));
}

int unlinkat(int folder, const char *path, int flags)
{
	__plumb_path(path);
	__plumb_argument(folder);
	__plumb_argument(flags);
	return __plumb_status(__plumb_host_int("unlinkat"));
}

int link(const char *from, const char *to)
{
	__plumb_path_and_more(from);
	__plumb_path(to);
	return __plumb_status(__plumb_host_int("link"));
}

int symlink(const char *from, const char *to)
{
	__plumb_path_and_more(from);
	__plumb_path(to);
	return __plumb_status(__plumb_host_int("symlink"));
}

ssize_t readlink(const char *path, char *to, size_t size)
{
	__plumb_path(path);
	__plumb_writable(to, size);
	ssize_t n = __plumb_checked(__plumb_host_long("readlink"));
	if (!__plumb_running()) {
		__plumb_assume(n < 0 || (size_t)n <= size);
		__plumb_forget(to, size);
		return n;
	}
	if (n > 0 && (size_t)n > size)
		n = size;
	for (ssize_t i = 0; i < n; i++)
		to[i] = __plumb_host_int("byte");
	return n;
}

/* The length of the name that the host gave, or any; -1 and errno if there is none. */
static ssize_t name_length(long given)
{
	ssize_t n = __plumb_checked(given);
	__plumb_ledger("realpath, getcwd: a path has less than 4 KB");
	__plumb_assume(n == -1 || (n > 0 && n < 4096));
	return n;
}

static char *put_name(char *to, size_t n)
{
	__plumb_writable(to, n + 1);
	if (!__plumb_running())
		__plumb_forget(to, n);
	for (size_t i = 0; __plumb_running() && i < n; i++)
		to[i] = __plumb_host_int("byte");
	to[0] = '/';
	to[n] = 0;
	return to;
}

char *realpath(const char *path, char *resolved)
{
	if (!path) {
		__plumb_errno = E_INVAL;
		return NULL;
	}
	__plumb_path(path);
	ssize_t n = name_length(__plumb_host_long("realpath"));
	size_t room = (size_t)n + 1; /* or more (POSIX) */
	if (!__plumb_running())
		room = __plumb_any_size("size of the name's memory");
	__plumb_assume(n < 0 || (room > (size_t)n && room <= 4096));
	if (n < 0 && resolved && !__plumb_running()) { /* a part of the name, or anything (POSIX) */
		size_t part = __plumb_any_size("part of a name");
		__plumb_assume(part <= 4096);
		__plumb_writable(resolved, part);
		__plumb_forget(resolved, part);
	}
	char *to = n < 0 || resolved ? resolved : malloc(room);
	return n < 0 || !to ? NULL : put_name(to, n);
}

/* glibc: without room given, room is made; as much as is asked for, or as much as is needed. */
char *getcwd(char *to, size_t size)
{
	ssize_t n = name_length(__plumb_host_long("getcwd"));
	if (n < 0)
		return NULL;
	if ((to || size) && (size_t)n >= size) {
		__plumb_errno = to && !size ? E_INVAL : E_RANGE;
		return NULL;
	}
	if (!to)
		to = malloc(size ? size : (size_t)n + 1);
	return to ? put_name(to, n) : NULL;
}

char *getwd(char *to)
{
	__plumb_writable(to, 4096);
	return getcwd(to, 4096);
}

/* glibc: exactly two slashes at the beginning stay two. */
static char *root_of(char *path)
{
	path[path[1] == '/' && path[2] != '/' ? 2 : 1] = 0;
	return path;
}

/* The path is changed, or a string of the library's is the result. */
char *dirname(char *path)
{
	static const char current[] = ".";
	size_t n = 0;
	while (path && path[n])
		n++;
	if (n == 0)
		return (char *)current;
	while (n > 0 && path[n - 1] == '/')
		n--;
	if (n == 0)
		return root_of(path);
	while (n > 0 && path[n - 1] != '/')
		n--;
	if (n == 0)
		return (char *)current;
	while (n > 0 && path[n - 1] == '/')
		n--;
	if (n == 0)
		return root_of(path);
	path[n] = 0;
	return path;
}

/* basename() of <libgen.h>: slashes at the end are no part of the name, and are cut off. */
char *__xpg_basename(char *path)
{
	static const char current[] = ".";
	size_t n = 0;
	while (path && path[n])
		n++;
	if (n == 0)
		return (char *)current;
	size_t end = n;
	while (end > 0 && path[end - 1] == '/')
		end--;
	if (end == 0)
		return path + n - 1;
	if (end < n)
		path[end] = 0;
	while (end > 0 && path[end - 1] != '/')
		end--;
	return path + end;
}

/* ---- temporary files ---- */

/* The last six characters are replaced. */
static void new_name(char *path, const char *which)
{
	size_t n = 0;
	while (path[n])
		n++;
	__plumb_require(n >= 6, "bounds", "a name of fewer than 6 characters for a temporary file");
	__plumb_writable(path + n - 6, 6);
	__plumb_path_and_more(path);
	__plumb_path(which);
}

static int named(char *path, int result)
{
	size_t n = 0;
	while (path[n])
		n++;
	if (__plumb_running()) {
		for (size_t i = 0; result >= 0 && i < n; i++)
			path[i] = __plumb_host_int("byte");
	} else {
		__plumb_forget(path + n - 6, 6);
		for (int i = 0; i < 6; i++)
			__plumb_assume(path[n - 6 + i] != 0);
	}
	return __plumb_checked(result);
}

int mkstemp(char *path)
{
	new_name(path, "file");
	return named(path, __plumb_host_int("temporary"));
}

int mkostemp(char *path, int flags)
{
	(void)flags;
	return mkstemp(path);
}

char *mkdtemp(char *path)
{
	new_name(path, "directory");
	return named(path, __plumb_host_int("temporary")) < 0 ? NULL : path;
}

/* ---- what files are ---- */

int chmod(const char *path, unsigned mode)
{
	__plumb_path(path);
	__plumb_argument(mode);
	return __plumb_status(__plumb_host_int("chmod"));
}

int fchmod(int fd, unsigned mode)
{
	__plumb_argument(fd);
	__plumb_argument(mode);
	return __plumb_status(__plumb_host_int("fchmod"));
}

int chown(const char *path, unsigned user, unsigned group)
{
	__plumb_path(path);
	__plumb_argument(user);
	__plumb_argument(group);
	return __plumb_status(__plumb_host_int("chown"));
}

int lchown(const char *path, unsigned user, unsigned group)
{
	__plumb_path(path);
	__plumb_argument(user);
	__plumb_argument(group);
	return __plumb_status(__plumb_host_int("lchown"));
}

int fchown(int fd, unsigned user, unsigned group)
{
	__plumb_argument(fd);
	__plumb_argument(user);
	__plumb_argument(group);
	return __plumb_status(__plumb_host_int("fchown"));
}

int truncate(const char *path, long size)
{
	__plumb_path(path);
	__plumb_argument(size);
	return __plumb_status(__plumb_host_int("truncate"));
}

int mkfifo(const char *path, unsigned mode)
{
	__plumb_path(path);
	__plumb_argument(mode);
	return __plumb_status(__plumb_host_int("mkfifo"));
}

int mknod(const char *path, unsigned mode, unsigned long device)
{
	(void)mode;
	(void)device;
	__plumb_path(path);
	return __plumb_status(__plumb_any_int("mknod"));
}

/* glibc's numbers of devices: 12 bits of major below 8 and 12 of minor, the rest above 32. */
unsigned gnu_dev_major(unsigned long long device)
{
	return (device >> 8 & 0xfff) | (device >> 32 & ~0xfffu);
}

unsigned gnu_dev_minor(unsigned long long device)
{
	return (device & 0xff) | (device >> 12 & ~0xffu);
}

unsigned long long gnu_dev_makedev(unsigned major, unsigned minor)
{
	return (unsigned long long)(minor & 0xff) | (unsigned long long)(major & 0xfff) << 8 |
	       (unsigned long long)(minor & ~0xffu) << 12 | (unsigned long long)(major & ~0xfffu) << 32;
}

/* Times: seconds and nanoseconds, twice; without any, now. */
static int set_times(const char *path, int fd, int flags, _Bool given, const long *times)
{
	if (path)
		__plumb_path(path);
	__plumb_argument(fd);
	__plumb_argument(path != NULL);
	__plumb_argument(flags);
	__plumb_argument(given);
	for (int i = 0; i < 4; i++)
		__plumb_argument(times[i]);
	return __plumb_status(__plumb_host_int("times_of_file"));
}

int utimensat(int folder, const char *path, const long *times, int flags)
{
	static const long none[4];
	return set_times(path, folder, flags, times != NULL, times ? times : none);
}

int futimens(int fd, const long *times)
{
	return utimensat(fd, NULL, times, 0);
}

int utimes(const char *path, const long *times)
{
	if (!times)
		return utimensat(-100, path, NULL, 0);
	long exact[4] = { times[0], times[1] * 1000, times[2], times[3] * 1000 };
	return utimensat(-100, path, exact, 0);
}

int futimes(int fd, const long *times)
{
	if (!times)
		return utimensat(fd, NULL, NULL, 0);
	long exact[4] = { times[0], times[1] * 1000, times[2], times[3] * 1000 };
	return utimensat(fd, NULL, exact, 0);
}

int utime(const char *path, const long *times)
{
	if (!times)
		return utimensat(-100, path, NULL, 0);
	long exact[4] = { times[0], 0, times[1], 0 };
	return utimensat(-100, path, exact, 0);
}

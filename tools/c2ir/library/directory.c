/* <dirent.h>, <unistd.h>: directories. In verification their entries are any. */
#include "posix.h"

struct entry {
	unsigned long inode;
	long offset;
	unsigned short length;
	unsigned char type;
	char name[256];
};

/* The same with offsets of 64 bits everywhere. */
struct entry64 {
	unsigned long long inode;
	long long offset;
	unsigned short length;
	unsigned char type;
	char name[256];
};

typedef struct {
	int number, fd; /* the host's; the descriptor, -1 if none was asked for */
	struct entry entry;
	struct entry64 entry64;
} DIR;

int mkdir(const char *path, unsigned mode)
{
	__plumb_path(path);
	__plumb_argument(mode);
	return __plumb_status(__plumb_host_int("mkdir"));
}

int rmdir(const char *path)
{
	__plumb_path(path);
	return __plumb_status(__plumb_host_int("rmdir"));
}

int chdir(const char *path)
{
	__plumb_path(path);
	return __plumb_status(__plumb_host_int("chdir"));
}

int fchdir(int fd)
{
	__plumb_argument(fd);
	return __plumb_status(__plumb_host_int("fchdir"));
}

static DIR *new_directory(int number)
{
	if (number < 0) {
		__plumb_fail();
		return NULL;
	}
	DIR *d = __plumb_new(sizeof *d);
	d->number = number;
	d->fd = -1;
	return d;
}

DIR *opendir(const char *path)
{
	__plumb_path(path);
	return new_directory(__plumb_host_int("opendir"));
}

DIR *fdopendir(int fd)
{
	__plumb_argument(fd);
	DIR *d = new_directory(__plumb_host_int("fdopendir"));
	if (d)
		d->fd = fd;
	return d;
}

int closedir(DIR *d)
{
	__plumb_argument(d->number);
	int result = __plumb_host_int("closedir");
	__plumb_close(d, sizeof *d);
	return __plumb_status(result);
}

void rewinddir(DIR *d)
{
	__plumb_argument(d->number);
	__plumb_host_int("rewinddir");
}

int dirfd(DIR *d)
{
	__plumb_argument(d->number);
	int fd = __plumb_host_int("dirfd");
	if (!__plumb_running() && d->fd >= 0)
		return d->fd;
	return d->fd = __plumb_checked(fd);
}

/* Linux rounds up to 8; glibc's readdir() with 32 bits makes it anew. */
static int length(size_t before, int n, size_t most)
{
	size_t least = before + n + 1, all = (least + 7) / 8 * 8;
	if (!__plumb_running() && sizeof(long) == 4)
		all = __plumb_any_size("d_reclen");
	__plumb_assume(__plumb_running() || (all >= least && all <= most && all % 4 == 0));
	return (int)all;
}

static long number(const char *what)
{
	return __plumb_running() ? __plumb_host_long("next") : __plumb_any_long(what);
}

/* The length of the next name, 0 if there is none. */
static int next_name(DIR *d, char *to)
{
	__plumb_argument(d->number);
	int n = __plumb_host_int("readdir");
	__plumb_assume(n < 256);
	if (n <= 0) {
		if (n < 0)
			__plumb_fail();
		return 0;
	}
	if (!__plumb_running())
		__plumb_forget(to, n);
	for (int i = 0; __plumb_running() && i < n; i++)
		to[i] = __plumb_host_int("byte");
	for (int i = 0; !__plumb_running() && i < n; i++)
		__plumb_assume(to[i] != 0);
	to[n] = 0;
	return n;
}

struct entry *readdir(DIR *d)
{
	int n = next_name(d, d->entry.name);
	if (n == 0)
		return NULL;
	d->entry.inode = number("d_ino");
	d->entry.type = number("d_type");
	d->entry.offset = number("d_off");
	d->entry.length = length(__builtin_offsetof(struct entry, name), n, sizeof d->entry);
	return &d->entry;
}

struct entry64 *readdir64(DIR *d)
{
	int n = next_name(d, d->entry64.name);
	if (n == 0)
		return NULL;
	d->entry64.inode = number("d_ino");
	d->entry64.type = number("d_type");
	d->entry64.offset = number("d_off");
	d->entry64.length = length(__builtin_offsetof(struct entry64, name), n, sizeof d->entry64);
	return &d->entry64;
}

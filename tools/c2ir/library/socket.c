/* <sys/socket.h>, <poll.h>: any call may fail, peers have any addresses and send anything. Nothing is known of the host's. */
#include "posix.h"

enum { TRUNCATE = 0x20 }; /* MSG_TRUNC: the result is the length of the packet, also where that is more than was read */

static int descriptor(const char *name)
{
	return __plumb_checked(__plumb_any_int(name));
}

/* ---- addresses ---- */

/* Is the address written that belongs to what has SUCCEEDED? At most *size bytes are; its own length may be more. */
static void give_address(void *address, unsigned *size, _Bool succeeded)
{
	unsigned room = *size;
	__plumb_writable(address, room);
	if (!succeeded)
		return;
	unsigned length = __plumb_any_int("length of the address");
	__plumb_assume(length <= 128); /* struct sockaddr_storage */
	__plumb_forget(address, length < room ? length : room);
	*size = length;
}

int bind(int fd, const void *address, unsigned size)
{
	(void)fd;
	__plumb_readable(address, size);
	return __plumb_status(__plumb_any_int("bind"));
}

int connect(int fd, const void *address, unsigned size)
{
	(void)fd;
	__plumb_readable(address, size);
	return __plumb_status(__plumb_any_int("connect"));
}

int getsockname(int fd, void *address, unsigned *size)
{
	(void)fd;
	int result = __plumb_status(__plumb_any_int("getsockname"));
	give_address(address, size, result == 0);
	return result;
}

int getpeername(int fd, void *address, unsigned *size)
{
	(void)fd;
	int result = __plumb_status(__plumb_any_int("getpeername"));
	give_address(address, size, result == 0);
	return result;
}

/* ---- sockets ---- */

int socket(int domain, int type, int protocol)
{
	(void)domain, (void)type, (void)protocol;
	return descriptor("socket");
}

int socketpair(int domain, int type, int protocol, int *ends)
{
	(void)domain, (void)type, (void)protocol;
	__plumb_writable(ends, 2 * sizeof *ends);
	if (__plumb_status(__plumb_any_int("socketpair")) < 0)
		return -1;
	ends[0] = __plumb_any_int("socketpair");
	ends[1] = __plumb_any_int("socketpair");
	__plumb_assume(ends[0] >= 0 && ends[1] >= 0 && ends[0] != ends[1]);
	return 0;
}

int listen(int fd, int waiting)
{
	(void)fd, (void)waiting;
	return __plumb_status(__plumb_any_int("listen"));
}

int accept(int fd, void *address, unsigned *size)
{
	(void)fd;
	int result = descriptor("accept");
	if (address)
		give_address(address, size, result >= 0);
	return result;
}

int accept4(int fd, void *address, unsigned *size, int flags)
{
	(void)flags;
	return accept(fd, address, size);
}

int shutdown(int fd, int how)
{
	(void)fd, (void)how;
	return __plumb_status(__plumb_any_int("shutdown"));
}

int setsockopt(int fd, int level, int name, const void *value, unsigned size)
{
	(void)fd, (void)level, (void)name;
	if (value)
		__plumb_readable(value, size);
	return __plumb_status(__plumb_any_int("setsockopt"));
}

int getsockopt(int fd, int level, int name, void *value, unsigned *size)
{
	(void)fd, (void)level, (void)name;
	unsigned room = *size;
	__plumb_writable(value, room);
	if (__plumb_status(__plumb_any_int("getsockopt")) < 0)
		return -1;
	unsigned length = __plumb_any_int("length of the option");
	__plumb_assume(length <= room);
	__plumb_forget(value, length);
	*size = length;
	return 0;
}

/* ---- sending and receiving ---- */

ssize_t send(int fd, const void *from, size_t count, int flags)
{
	(void)fd, (void)flags;
	__plumb_readable(from, count);
	ssize_t n = __plumb_checked(__plumb_any_long("send"));
	__plumb_assume(n < 0 || (size_t)n <= count);
	return n;
}

ssize_t sendto(int fd, const void *from, size_t count, int flags, const void *address, unsigned size)
{
	if (address)
		__plumb_readable(address, size);
	return send(fd, from, count, flags);
}

ssize_t recvfrom(int fd, void *to, size_t count, int flags, void *address, unsigned *size)
{
	(void)fd;
	__plumb_writable(to, count);
	ssize_t n = __plumb_checked(__plumb_any_long("recvfrom"));
	__plumb_assume(n < 0 || (size_t)n <= count || flags & TRUNCATE);
	if (n > 0)
		__plumb_forget(to, (size_t)n < count ? (size_t)n : count);
	if (address)
		give_address(address, size, n >= 0);
	return n;
}

/* ---- waiting ---- */

struct pollfd {
	int fd;
	short events, revents;
};

/* What was not asked for is an error, an end or a descriptor that is not open. */
static short happened(const struct pollfd *p)
{
	enum { ALWAYS = 0x38 };
	short seen = __plumb_any_int("revents");
	__plumb_assume((seen & ~(p->events | ALWAYS)) == 0 && (p->fd >= 0 || !seen));
	return seen;
}

int poll(struct pollfd *wanted, unsigned long count, int milliseconds)
{
	__plumb_writable(wanted, count * sizeof *wanted);
	if (__plumb_any_bool("poll fails")) {
		__plumb_fail();
		return -1;
	}
	int ready = 0;
	for (unsigned long i = 0; i < count; i++) {
		wanted[i].revents = happened(&wanted[i]);
		ready += wanted[i].revents != 0;
	}
	__plumb_assume(ready > 0 || milliseconds >= 0);
	return ready;
}

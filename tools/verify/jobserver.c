#include "jobserver.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What follows the last --jobserver-auth= or --jobserver-fds= of $MAKEFLAGS; NULL: there is none. */
static const char *authority(void)
{
	static const char *const names[] = { "--jobserver-auth=", "--jobserver-fds=" };
	const char *flags = getenv("MAKEFLAGS"), *found = NULL;
	for (size_t i = 0; flags && !found && i < sizeof names / sizeof *names; i++)
		for (const char *at = flags; (at = strstr(at, names[i])); found = at)
			at += strlen(names[i]);
	return found;
}

static bool is_open(int fd)
{
	return fd >= 0 && fcntl(fd, F_GETFD) >= 0;
}

struct jobserver jobserver_find(void)
{
	struct jobserver server = { -1, -1, false };
	const char *how = authority();
	char path[4096];
	int in, out;
	if (!how)
		return server;
	if (sscanf(how, "fifo:%4095s", path) == 1) {
		server.in = server.out = open(path, O_RDWR | O_CLOEXEC);
		server.opened = server.in >= 0;
	} else if (sscanf(how, "%d,%d", &in, &out) == 2 && is_open(in) && is_open(out)) {
		server.in = in;
		server.out = out;
	}
	return server;
}

bool jobserver_take(const struct jobserver *server, char *token)
{
	struct pollfd ready = { .fd = server->in, .events = POLLIN };
	return server->in >= 0 && poll(&ready, 1, 0) == 1 && (ready.revents & POLLIN) &&
	       read(server->in, token, 1) == 1;
}

void jobserver_give(const struct jobserver *server, char token)
{
	if (server->out >= 0 && write(server->out, &token, 1) != 1)
		perror("verify: make's jobserver");
}

void jobserver_leave(struct jobserver *server)
{
	if (server->opened)
		close(server->in);
}

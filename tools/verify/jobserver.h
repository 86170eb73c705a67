/* make's jobserver (GNU make, "POSIX Jobserver Interaction"): each token that is taken is one more thing that may be done at once. */
#ifndef PLUMB_JOBSERVER_H
#define PLUMB_JOBSERVER_H

#include <stdbool.h>

struct jobserver {
	int in, out; /* -1: there is none */
	bool opened; /* by us */
};

/* That of the make which runs us, by $MAKEFLAGS. */
struct jobserver jobserver_find(void);
/* Takes a token if one is free at once. False: none is. */
bool jobserver_take(const struct jobserver *server, char *token);
void jobserver_give(const struct jobserver *server, char token);
void jobserver_leave(struct jobserver *server);

#endif

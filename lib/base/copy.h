/* A copy of this process that works beside it and says what it finds over a socket. It has all that we have where it is made, shares
 * nothing with us from then on, and ends when we do; so it can be killed at any time. To be made while no thread is running. */
#ifndef PLUMB_COPY_H
#define PLUMB_COPY_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct copy {
	pid_t pid; /* in the copy itself: 0 */
	int line;  /* the socket to the other one */
};

/* False: there is none, for lack of what it takes. In the copy signals do what they do by default, the standard streams lead
 * nowhere, and lack of memory ends it at once (EXIT_FAILURE); it ends by _exit(). */
bool copy_make(struct copy *copy);
/* Kills it, waits for its end, and closes the line. */
void copy_end(const struct copy *copy);

/* SIZE bytes of DATA over the line. False: the other end is gone. */
bool copy_tell(int line, const void *data, size_t size);
/* Waits for them; STOP (NULL: never) is asked every 10 ms whether to give up. False: it did, or the other end is gone. */
bool copy_hear(int line, void *data, size_t size, bool (*stop)(void *context), void *context);

#endif

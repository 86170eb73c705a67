/* A solver as a child process: a shell command, its standard input and output as pipes, its last words kept. */
#ifndef PLUMB_CHILD_H
#define PLUMB_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "vec.h"

enum { CHILD_LAST_WORDS = 200 };

struct child {
	pid_t pid;                             /* of its keeper (kept.h); 0: none */
	int to, from, words;                   /* its standard input, output and error; -1: closed */
	VEC(char) input, output;               /* still to be written to it; read from it */
	size_t written;                        /* of input */
	bool finish;                           /* close its input when all is written */
	char last_words[CHILD_LAST_WORDS + 1]; /* the end of its standard error, one line */
};

/* Starts `sh -c command` in a process group of its own, with at most memory_mb MB of address space (0: any).
 * False: errno says why. The child and what it starts die with us, also when we are killed. */
bool child_start(struct child *child, const char *command, uint32_t memory_mb);

/* Ends it with all that it has started, and frees what belongs to it. Fine when there is none. */
void child_kill(struct child *child);

/* Appends to what it is to read. */
void child_say(struct child *child, const char *text, size_t length);

/* Writes and reads what can be written and read, waiting at most `milliseconds` for it. False once its
 * output has ended. A child that does not read (or has gone) raises no SIGPIPE here. */
bool child_turn(struct child *child, int milliseconds);

/* No more input: closes its standard input as soon as all is written. */
void child_finish_input(struct child *child);

/* How it ended, in words such as "exit status 1"; waits a moment for it. */
void child_end(struct child *child, char *buffer, size_t size);

#endif

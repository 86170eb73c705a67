/* Streams, as the models of <stdio.h> have them. */
#ifndef PLUMB_LIBRARY_STREAM_H
#define PLUMB_LIBRARY_STREAM_H

#include "plumb.h"

/* What threads do to it is no race: headers of the library have no other records. It begins as glibc's does, for inline functions of its headers: they see a buffer in which there is nothing. */
enum { STREAM_EOF = 0x10, STREAM_ERROR = 0x20 };
struct _IO_FILE {
	int flags;
	char *buffers[11];
	struct _IO_FILE *next_buffers[2];
	int number;          /* the host's */
	unsigned descriptor; /* and 1, or 0: it is not known yet */
	char **text;         /* of open_memstream(): where it and its length are to be found; else NULL */
	size_t *length, room;
	char *memory;    /* of streams in memory: their file, `room` bytes of fmemopen() */
	_Bool changes;   /* and they are written to */
	_Bool piped;     /* of popen() */
	_Bool temporary; /* of tmpfile(): what comes is what the program wrote */
	char rest[93 - 4 * sizeof(void *)];
};
typedef struct _IO_FILE FILE;

/* The number of a stream, which must be open. */
int __plumb_stream(FILE *f);
/* A stream for what the host opened as that number, NULL if it did not. */
FILE *__plumb_new_stream(int number);
/* The next character, or EOF. */
int __plumb_get(FILE *f);
void __plumb_unget(int c, FILE *f);
/* In verification: has the input ended; it ends now, or fails; what was pushed back is read. */
_Bool __plumb_at_end(FILE *f);
void __plumb_end_input(FILE *f);
extern FILE *stdin;
/* In verification: c comes from f. */
#define TYPED(f, c) __plumb_typed((c) | -((f) != stdin))
void __plumb_forget_pushed(FILE *f);
/* Hands the characters of a string over, `limit` at most; how many there are. */
size_t __plumb_send_string(const char *s, size_t limit);
/* errno of what failed; and the stream's error indicator. */
void __plumb_fail(void);
void __plumb_fail_to_write(FILE *f);
/* errno where failing need not set it, or nobody knows whether it is a failure. */
void __plumb_may_fail(void);

#endif

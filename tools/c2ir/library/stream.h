/* Streams, as the models of <stdio.h> have them. */
#ifndef PLUMB_LIBRARY_STREAM_H
#define PLUMB_LIBRARY_STREAM_H

#include "plumb.h"

/* It begins as glibc's does, for inline functions of its headers: they see a buffer in which there is nothing. */
enum { STREAM_EOF = 0x10, STREAM_ERROR = 0x20 };
struct _IO_FILE {
	int flags;
	char *buffers[11];
	struct _IO_FILE *next_buffers[2];
	int number; /* the host's */
	int flags2;
	char rest[96];
};
typedef struct _IO_FILE FILE;

/* The number of a stream, which must be open. */
int __plumb_stream(FILE *f);
/* A stream for what the host opened as that number, NULL if it did not. */
FILE *__plumb_new_stream(int number);
/* The next character, or EOF. */
int __plumb_get(FILE *f);
void __plumb_unget(int c, FILE *f);
/* Hands the characters of a string over, `limit` at most; how many there are. */
size_t __plumb_send_string(const char *s, size_t limit);
/* errno of what failed. */
void __plumb_fail(void);

#endif

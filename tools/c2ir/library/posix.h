/* What the models of POSIX share (unistd.c). */
#ifndef PLUMB_LIBRARY_POSIX_H
#define PLUMB_LIBRARY_POSIX_H

#include "plumb.h"

extern int __plumb_errno;

enum { E_NOENT = 2, E_BADF = 9, E_NOMEM = 12, E_INVAL = 22, E_RANGE = 34, E_NOSYS = 38 };

/* errno of what failed last. */
void __plumb_fail(void);
/* The same where failing need not set it, or nobody knows whether it is a failure. */
void __plumb_may_fail(void);
/* What a call gave if that is not negative, else -1 and errno. */
long long __plumb_checked(long long result);
/* 0, or -1 and errno. */
int __plumb_status(int result);
/* Hands a string over, with a 0 behind it if `more` follow. */
void __plumb_path(const char *s);
void __plumb_path_and_more(const char *s);
/* A new string of n characters, nobody's leak: those that the host gave, or any (stdlib.c). */
char *__plumb_string(size_t n);

#endif

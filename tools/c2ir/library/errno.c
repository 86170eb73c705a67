/* <errno.h> (C11 7.5): one object for the program, which has one thread. */
#include "plumb.h"

int __plumb_errno;

int *__errno_location(void)
{
	__plumb_ledger("errno: the functions of <math.h> are assumed not to set it");
	return &__plumb_errno;
}

char *program_invocation_name = "program";
char *program_invocation_short_name = "program";

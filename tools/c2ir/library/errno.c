/* <errno.h> (C11 7.5): one object for the program, which has one thread. */
#include "plumb.h"

int __plumb_errno;

int *__errno_location(void)
{
	__plumb_ledger("errno: functions that succeed are assumed not to change it");
	return &__plumb_errno;
}

char *program_invocation_name = "program";
char *program_invocation_short_name = "program";

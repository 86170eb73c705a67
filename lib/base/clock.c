#include "clock.h"

#include <time.h>

static double seconds(clockid_t clock)
{
	struct timespec t = { 0 };
	clock_gettime(clock, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double clock_now(void)
{
	return seconds(CLOCK_MONOTONIC);
}

double clock_cpu(void)
{
	return seconds(CLOCK_PROCESS_CPUTIME_ID);
}

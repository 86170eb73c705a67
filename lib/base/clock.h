/* Time, in seconds. */
#ifndef PLUMB_CLOCK_H
#define PLUMB_CLOCK_H

double clock_now(void); /* of a clock that never goes back; its zero means nothing */

/* The time of clock_now() at which so many seconds of work will be done, if this process waits for processors as much as it has so far
 * (/proc/self/task/T/schedstat; without that file it does not wait). At most ten times as late as on an idle machine. */
double clock_after(double seconds);

#endif

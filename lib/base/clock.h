/* Time, in seconds. */
#ifndef PLUMB_CLOCK_H
#define PLUMB_CLOCK_H

double clock_now(void); /* of a clock that never goes back; its zero means nothing */

/* When this thread will have worked for so many seconds, as clock_now() will say, if the machine stays as busy as it was: others that
 * run here too must not take an engine's turn. At most ten times as long; where the system does not tell (Linux does, in schedstat), the
 * machine is taken to be idle. */
double clock_after(double seconds);

#endif

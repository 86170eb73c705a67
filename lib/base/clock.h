/* Time, in seconds. */
#ifndef PLUMB_CLOCK_H
#define PLUMB_CLOCK_H

double clock_now(void); /* of a clock that never goes back; its zero means nothing */
double clock_cpu(void); /* what this process has used of its processors */

#endif

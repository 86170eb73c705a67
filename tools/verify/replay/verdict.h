/* What verify can say of a program. */
#ifndef PLUMB_VERDICT_H
#define PLUMB_VERDICT_H

enum verdict { VERDICT_UNKNOWN, VERDICT_SAFE, VERDICT_UNSAFE, VERDICT_BOUNDED };

#endif

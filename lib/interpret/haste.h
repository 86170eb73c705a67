#ifndef PLUMB_HASTE_H
#define PLUMB_HASTE_H

/* How much more it matters to end than to be precise. */
enum haste {
	HASTE_NONE,
	HASTE_SOME, /* what grows is widened at once, and rests at few limits */
	HASTE_MOST  /* what grows may be anything at once */
};

#endif

/* The search itself, in the process that it is called in. For process.c. */
#ifndef PLUMB_BDD_SEARCH_H
#define PLUMB_BDD_SEARCH_H

#include "package.h"
#include "reach.h"

/* `exceeded` is told of limits, with `context`, and does not return. */
enum reach_reply search(const struct machine *machine, const struct reach_options *options,
			void (*exceeded)(void *context, enum package_limit limit), void *context,
			struct reached *reached);

#endif

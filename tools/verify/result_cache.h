/* Results of former runs (--cache=DIR): a file for each, with all that the result depends on, and the report. */
#ifndef PLUMB_RESULT_CACHE_H
#define PLUMB_RESULT_CACHE_H

#include "options.h"
#include "supervise.h"

/* All that a result depends on, as text: the programs, the options, the preprocessed files. NULL: there is no cache, or no result
 * of such a run is kept. `more`: further words, or NULL. */
struct output *cache_key(const struct options *options, const char *more);

/* The result of a run with this key. False: none is known. */
bool cache_find(const struct options *options, struct output *key, struct work_result *result);
/* Keeps the result, unless it was interrupted. A folder that cannot be written to is a warning. */
void cache_keep(const struct options *options, struct output *key, const struct work_result *result,
		struct diagnostics *diags);

#endif

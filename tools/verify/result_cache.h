/* Results of former runs (--cache=DIR): a file for each, with all that the result depends on, and the report. */
#ifndef PLUMB_RESULT_CACHE_H
#define PLUMB_RESULT_CACHE_H

#include "ir.h"
#include "options.h"
#include "supervise.h"

/* All that a result depends on, as text: the programs, the options, the preprocessed files. NULL: there is no cache, or no result
 * of such a run is kept. */
struct output *cache_key(const struct options *options);

/* That a prepared program (task.h) is SAFE depends on nothing but its meaning: a key without places, texts and what else says
 * where it is from. So what was changed elsewhere does not matter. NULL: as above. */
struct output *cache_proof_key(const struct options *options, const struct program *prepared);
/* What is kept under such a key. */
struct work_result cache_proof(void);

/* The result of a run with this key. False: none is known. */
bool cache_find(const struct options *options, struct output *key, struct work_result *result);
/* Keeps the result, unless it was interrupted. A folder that cannot be written to is a warning. */
void cache_keep(const struct options *options, struct output *key, const struct work_result *result,
		struct diagnostics *diags);

#endif

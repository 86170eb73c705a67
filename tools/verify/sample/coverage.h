/* Which branches of a program executions have taken, in a procedure that was called from where, and about how often one
 * execution took each: those that come somewhere new are worth going on from. */
#ifndef PLUMB_COVERAGE_H
#define PLUMB_COVERAGE_H

#include "ir.h"
#include "run.h"

struct coverage;

/* The program must not change meanwhile. */
struct coverage *coverage_new(const struct program *program);
void coverage_free(struct coverage *coverage);
/* In the execution at hand this target of the block's terminator is taken. */
void coverage_note(struct coverage *coverage, const struct run *run, const struct procedure *procedure,
		   const struct block *block, uint32_t target);
/* Is there a target of the block's terminator that no execution has taken? */
bool coverage_lacks(const struct coverage *coverage, const struct procedure *procedure, const struct block *block);
enum news { NEWS_NONE, NEWS_OFTEN, NEWS_FIRST };
/* The execution at hand ends. If it counts as a whole: has it taken a branch that none before it had taken, or one of another
 * order of magnitude of times? If an assumption has ended it: one that no execution had taken? It is news once more when an execution
 * takes it that counts as a whole. */
enum coverage_kind { COVERAGE_NONE, COVERAGE_BLOCKED, COVERAGE_WHOLE };
enum news coverage_end(struct coverage *coverage, enum coverage_kind kind);
/* Did the last execution that counted take this branch as the first one? */
bool coverage_is_news(struct coverage *coverage, const struct run *run, const struct procedure *procedure,
		      const struct block *block, uint32_t target);
/* The execution at hand ends and does not count. True: it has taken all branches by which the last that did was news. */
bool coverage_repeats(struct coverage *coverage);

#endif

/* The verdict as users read it (contract: first line, one line per check, trace, what was assumed). */
#ifndef PLUMB_VERDICT_REPORT_H
#define PLUMB_VERDICT_REPORT_H

#include "check.h"
#include "engine.h"
#include "stream.h"

/* SAFE, UNSAFE, BOUNDED or UNKNOWN. */
const char *verdict_word(enum verdict verdict);

struct report_options {
	const struct check_set *checks; /* those that are listed */
	bool strict;                    /* SAFE under an assumption is UNKNOWN */
	bool accept_bounded;            /* exit status 0 for BOUNDED */
	bool all_open;                  /* all open places are listed, not only the first ones */
	bool statistics, json;          /* json: statistics as JSON */
	bool lines;                     /* as compilers write: lines_report.h */
	/* Of a report before the end: why it became the last one is not known, but where that is to be written: after so
	 * many bytes. NULL: this is the end. */
	size_t *reason_at;
};

/* Writes the report and returns the exit status: 0 SAFE, 10 UNSAFE, 20 the others. */
int report_write(struct output *out, const struct report_options *options, const struct task *task,
		 const struct outcome *outcome);

/* The outcome as it is told: with --strict a proof under assumptions is UNKNOWN. What it points to is still OUTCOME's, but for the
 * reason, which may be in the task's arena. */
struct outcome report_settle(const struct report_options *options, const struct task *task,
			     const struct outcome *outcome);
/* Of a statement of outcome->beyond: the loop, or the recursive call; line 0: it is not known. */
struct location report_beyond(const struct statement *statement);

/* The first word of the report. */
const char *report_verdict(const struct report_options *options, const struct task *task,
			   const struct outcome *outcome);

#endif

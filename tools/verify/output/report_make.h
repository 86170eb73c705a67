/* What a worker has found, as outputs for programs have it. */
#ifndef PLUMB_REPORT_MAKE_H
#define PLUMB_REPORT_MAKE_H

#include "report.h"
#include "source_texts.h"
#include "verdict_report.h"

/* The outcome, as report_write has it, without files, certificate and cost. Strings are those of the task and the outcome, or go to the
 * task's arena. To be given to report_run_release. */
struct report_run report_make(const struct report_options *options, const struct task *task,
			      const struct outcome *outcome, struct source_texts *sources);

#endif

/* The process in which the search runs: a copy of this one, which can be killed at any time. */
#include "reach.h"

#include <stdlib.h>
#include <unistd.h>

#include "copy.h"
#include "search.h"

/* What it says first; the decisions and the roots follow. */
struct announcement {
	enum reach_reply reply;
	struct reached reached;
};

/* --- in the copy --- */

static void exceeded(void *context, enum package_limit limit)
{
	static const enum reach_reply replies[] = { REACH_NODES, REACH_WORK, REACH_MEMORY };
	const int *line = context;
	struct announcement a = { .reply = replies[limit] };
	copy_tell(*line, &a, sizeof a);
	_exit(EXIT_SUCCESS);
}

static _Noreturn void run(const struct machine *machine, const struct reach_options *options, int line)
{
	struct announcement a = { 0 };
	struct reached *r = &a.reached;
	a.reply = search(machine, options, exceeded, &line, r);
	bool fine = copy_tell(line, &a, sizeof a) &&
		    copy_tell(line, r->decisions.at, r->decisions.count * sizeof *r->decisions.at) &&
		    copy_tell(line, r->roots, machine->cuts * sizeof *r->roots);
	_exit(fine ? EXIT_SUCCESS : EXIT_FAILURE);
}

/* --- here --- */

static bool hear(int line, void *data, size_t size, const struct reach_options *o)
{
	return copy_hear(line, data, size, o->stop, o->context);
}

/* It has ended, or is to stop. */
static enum reach_reply cut_off(const struct reach_options *o)
{
	return o->stop && o->stop(o->context) ? REACH_STOPPED : REACH_FAILED;
}

static enum reach_reply listen_to(const struct machine *machine, int line, const struct reach_options *options,
				  struct reached *reached)
{
	struct announcement a;
	if (!hear(line, &a, sizeof a, options))
		return cut_off(options);
	*reached = a.reached;
	reached->decisions.capacity = reached->decisions.count;
	reached->decisions.at = memory_alloc((reached->decisions.count + 1) * sizeof *reached->decisions.at);
	reached->roots = memory_alloc(machine->cuts * sizeof *reached->roots);
	if (a.reply > REACH_BAD ||
	    (hear(line, reached->decisions.at, reached->decisions.count * sizeof *reached->decisions.at, options) &&
	     hear(line, reached->roots, machine->cuts * sizeof *reached->roots, options)))
		return a.reply;
	return cut_off(options);
}

enum reach_reply reach(const struct machine *machine, const struct reach_options *options, struct reached *reached)
{
	struct copy copy;
	*reached = (struct reached){ 0 };
	if (!copy_make(&copy))
		return REACH_FAILED;
	if (copy.pid == 0)
		run(machine, options, copy.line);
	enum reach_reply reply = listen_to(machine, copy.line, options, reached);
	copy_end(&copy);
	return reply;
}

void reached_release(struct reached *reached)
{
	vec_free(&reached->decisions);
	memory_free(reached->roots);
}

#include "obligations.h"

#include "invariant.h"
#include "vc.h"

enum { INSTANCES = 1, TERMS = 1 << 24 };

static void add(struct obligations *list, const struct stretches *stretches, size_t stretch,
		const struct vc_violation *v)
{
	struct obligation o = { .stretch = stretch, .violated = v->condition };
	if (term_is_false(stretches->program->bank, v->condition))
		return;
	o.loop = stretches_end_of(stretches, v->statement);
	if (o.loop == STRETCH_NONE)
		o.assertion = v->statement;
	else
		o.condition = attribute_get_number(v->statement->attributes, ATTRIBUTE_CANDIDATE, 0);
	vec_push(list, o);
}

static bool execute(struct obligations *list, struct task *task, struct stretches *stretches, size_t stretch)
{
	struct vc_policy policy = { .node_limit = INSTANCES,
				    .term_limit = bank_size(stretches->program->bank) + TERMS,
				    .stop = task_out_of_time,
				    .stop_context = task };
	stretches_choose(stretches, stretch);
	struct vc *vc = vc_new(stretches->program, task->diags);
	bool done = vc && vc_execute(vc, &policy) == VC_DONE;
	const struct vc_result *r = done ? vc_result(vc) : NULL;
	done = done && !r->open_count && !r->cut_count;
	for (size_t i = 0; done && i < r->violation_count; i++)
		add(list, stretches, stretch, &r->violations[i]);
	vc_free(vc);
	return done;
}

bool obligations_find(struct obligations *list, struct task *task, struct program *p,
		      const struct stretch_invariant *invariants, size_t count, const char **trouble)
{
	struct stretches stretches;
	bool cut = stretches_cut(&stretches, p, invariants, count), done = cut;
	for (size_t i = 0; i <= count && done; i++)
		done = execute(list, task, &stretches, i);
	stretches_undo(&stretches);
	if (!done)
		*trouble = !cut                     ? "the program, or a condition, looks at identities"
			   : task_out_of_time(task) ? "time"
						    : "a stretch of the program is too large";
	return done;
}

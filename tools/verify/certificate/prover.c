#include "prover.h"

#include "disjunction.h"

enum { LOOK_BACK = 4000 };

/* Seconds for a query: of the first solver, and of the second one. */
static const double FIRST_SECONDS = 2, SECONDS = 20;
/* The same for many at once, which can be asked one by one. */
static const double MANY_FIRST_SECONDS = 1, MANY_SECONDS = 5;
/* Parts of the time that is left for making it fewer: for all refutations, and for what may be dropped next. */
static const double CORE_PART = 0.4, TRY_PART = 0.2;

/* Of a long list only the last ones: those of a loop mostly come one behind the other, and one that stands there twice does no harm. */
static bool is_known(const struct conjuncts *list, size_t loop, term condition)
{
	bool known = false;
	size_t first = list->count > LOOK_BACK ? list->count - LOOK_BACK : 0;
	for (size_t i = list->count; i > first && !known; i--)
		known = list->at[i - 1].loop == loop && list->at[i - 1].condition == condition;
	return known;
}

void conjuncts_add(struct conjuncts *list, const struct bank *bank, size_t loop, term condition)
{
	for (; term_op(bank, condition) == OP_AND; condition = term_arg(bank, condition, 1))
		conjuncts_add(list, bank, loop, term_arg(bank, condition, 0));
	if (!term_is_constant(bank, condition) && !is_known(list, loop, condition))
		vec_push(list, ((struct conjunct){ .loop = loop, .condition = condition }));
}

/* --- the stretches --- */

/* For each conjunct its number among those of its loop. */
static struct stretch_invariant *make_invariants(struct prover *pv, const struct subject *subject)
{
	size_t loops = subject->loops.count;
	struct stretch_invariant *list = memory_alloc((loops + 1) * sizeof *list);
	for (size_t i = 0; i < loops; i++)
		list[i].block = subject->loops.at[i].head;
	for (size_t i = 0; i < pv->conjuncts->count; i++) {
		struct conjunct *c = &pv->conjuncts->at[i];
		c->use = term_variable(pv->bank, sort_bool(pv->bank), "use");
		vec_push(&list[c->loop].conditions, term_implies(pv->bank, c->use, c->condition));
	}
	return list;
}

static void number_asserted(struct prover *pv)
{
	size_t loops = pv->parts - 1;
	VEC(size_t) *by_loop = memory_alloc((loops + 1) * sizeof *by_loop);
	for (size_t i = 0; i < pv->conjuncts->count; i++)
		vec_push(&by_loop[pv->conjuncts->at[i].loop], i);
	for (size_t i = 0; i < pv->obligations.count; i++) {
		const struct obligation *o = &pv->obligations.at[i];
		vec_push(&pv->asserted, o->assertion ? STRETCH_NONE : by_loop[o->loop].at[o->condition]);
	}
	for (size_t i = 0; i < loops; i++)
		vec_free(&by_loop[i]);
	memory_free(by_loop);
}

bool prover_begin(struct prover *pv, struct task *task, struct outcome *outcome, struct subject *subject,
		  struct conjuncts *conjuncts)
{
	*pv = (struct prover){ .task = task,
			       .outcome = outcome,
			       .bank = subject->flat->bank,
			       .conjuncts = conjuncts,
			       .parts = subject->loops.count + 1 };
	pv->pair = solver_pair_new(task, outcome, pv->bank, false);
	struct stretch_invariant *list = make_invariants(pv, subject);
	bool found = obligations_find(&pv->obligations, task, subject, list, false, &pv->trouble);
	for (size_t i = 0; i < subject->loops.count; i++)
		vec_free(&list[i].conditions);
	memory_free(list);
	if (found)
		number_asserted(pv);
	return found;
}

void prover_begin_with(struct prover *pv, struct task *task, struct outcome *outcome, struct bank *bank,
		       struct conjuncts *conjuncts, struct obligations *obligations, struct asserted *asserted,
		       size_t parts)
{
	*pv = (struct prover){ .task = task,
			       .outcome = outcome,
			       .bank = bank,
			       .conjuncts = conjuncts,
			       .obligations = *obligations,
			       .asserted = *asserted,
			       .parts = parts };
	*obligations = (struct obligations){ 0 };
	*asserted = (struct asserted){ 0 };
	pv->pair = solver_pair_new(task, outcome, bank, false);
}

void prover_release(struct prover *pv)
{
	solver_pair_release(&pv->pair);
	vec_free(&pv->obligations);
	vec_free(&pv->asserted);
}

/* --- queries --- */

struct terms VEC_BODY(term);

static bool is_in_use(const struct prover *pv, size_t obligation)
{
	size_t asserted = pv->asserted.at[obligation];
	return asserted == STRETCH_NONE || !pv->conjuncts->at[asserted].dropped;
}

/* Is the violation possible? */
static enum reply ask(struct prover *pv, term violated, struct terms *assumptions, bool many)
{
	assumptions->count = 0;
	vec_push(assumptions, violated);
	for (size_t i = 0; i < pv->conjuncts->count; i++)
		if (!pv->conjuncts->at[i].dropped)
			vec_push(assumptions, pv->conjuncts->at[i].use);
	return solver_pair_check(&pv->pair, assumptions->at, assumptions->count, false,
				 many ? MANY_FIRST_SECONDS : FIRST_SECONDS, many ? MANY_SECONDS : SECONDS);
}

static enum reply ask_plainly(struct prover *pv, term violated, bool many)
{
	struct terms assumptions = { 0 };
	enum reply reply = term_is_false(pv->bank, violated) ? REPLY_UNSAT : ask(pv, violated, &assumptions, many);
	vec_free(&assumptions);
	return reply;
}

static bool is_true_in_model(struct prover *pv, term t)
{
	struct value v = { 0 };
	bool yes = solver_value(pv->pair.answered, t, &v) && v.kind == VALUE_WORD && v.word;
	value_release(&v);
	return yes;
}

static bool counts(const struct prover *pv, size_t i, size_t stretch, bool conjuncts, bool assertions)
{
	const struct obligation *o = &pv->obligations.at[i];
	return o->stretch == stretch && is_in_use(pv, i) && (o->assertion ? assertions : conjuncts);
}

/* Those of a stretch which are in use, of conjuncts or of assertions; one of them. */
static term any_violation(const struct prover *pv, size_t stretch, bool conjuncts, bool assertions)
{
	struct disjuncts all = { 0 };
	for (size_t i = 0; i < pv->obligations.count; i++)
		if (counts(pv, i, stretch, conjuncts, assertions))
			vec_push(&all, pv->obligations.at[i].violated);
	return disjunction_of(pv->bank, &all);
}

/* Is one of them possible? What is hard of all together may be easy of each. */
static enum reply ask_any(struct prover *pv, size_t stretch, bool conjuncts, bool assertions)
{
	enum reply reply = ask_plainly(pv, any_violation(pv, stretch, conjuncts, assertions), true);
	if (reply == REPLY_SAT || reply == REPLY_UNSAT)
		return reply;
	reply = REPLY_UNSAT;
	for (size_t i = 0; i < pv->obligations.count && reply == REPLY_UNSAT && !task_out_of_time(pv->task); i++)
		if (counts(pv, i, stretch, conjuncts, assertions))
			reply = ask_plainly(pv, pv->obligations.at[i].violated, false);
	return task_out_of_time(pv->task) ? REPLY_UNKNOWN : reply;
}

/* --- what holds together --- */

static void drop_conjunct(struct prover *pv, size_t conjunct, bool *dirty)
{
	struct conjunct *c = &pv->conjuncts->at[conjunct];
	c->dropped = true;
	for (size_t i = 0; i < pv->parts; i++)
		dirty[i] |= c->loop == STRETCH_NONE || c->loop + 1 == i;
}

static void drop(struct prover *pv, size_t obligation, bool *dirty)
{
	drop_conjunct(pv, pv->asserted.at[obligation], dirty);
}

/* Drops what the model violates. */
static bool drop_violated(struct prover *pv, size_t stretch, bool *dirty)
{
	VEC(size_t) violated = { 0 };
	for (size_t i = 0; i < pv->obligations.count; i++) {
		const struct obligation *o = &pv->obligations.at[i];
		if (o->stretch == stretch && !o->assertion && is_in_use(pv, i) && is_true_in_model(pv, o->violated))
			vec_push(&violated, i);
	}
	bool some = violated.count;
	for (size_t i = 0; i < violated.count; i++)
		drop(pv, violated.at[i], dirty);
	vec_free(&violated);
	return some;
}

/* Where the solvers do not know of all of them. */
static void drop_unknown(struct prover *pv, size_t stretch, bool *dirty)
{
	for (size_t i = 0; i < pv->obligations.count && !task_out_of_time(pv->task); i++) {
		const struct obligation *o = &pv->obligations.at[i];
		if (o->stretch == stretch && !o->assertion && is_in_use(pv, i) &&
		    ask_plainly(pv, o->violated, false) != REPLY_UNSAT)
			drop(pv, i, dirty);
	}
}

static void filter_stretch(struct prover *pv, size_t stretch, bool *dirty)
{
	enum reply reply;
	dirty[stretch] = false;
	do
		reply = ask_any(pv, stretch, true, false);
	while (reply == REPLY_SAT && drop_violated(pv, stretch, dirty) && !task_out_of_time(pv->task));
	if (reply != REPLY_UNSAT)
		drop_unknown(pv, stretch, dirty);
}

static size_t next_dirty(const struct prover *pv, const bool *dirty)
{
	size_t i = 0;
	while (i < pv->parts && !dirty[i])
		i++;
	return i;
}

bool prover_filter(struct prover *pv)
{
	size_t count = pv->parts, at = 0;
	bool *dirty = memory_alloc(count * sizeof *dirty);
	for (size_t i = 0; i < count; i++)
		dirty[i] = true;
	while ((at = next_dirty(pv, dirty)) < count && !task_out_of_time(pv->task))
		filter_stretch(pv, at, dirty);
	memory_free(dirty);
	return at >= count;
}

/* --- what it proves --- */

static void note_open(struct prover *pv, size_t stretch, struct open_assertions *open)
{
	for (size_t i = 0; i < pv->obligations.count; i++) {
		const struct obligation *o = &pv->obligations.at[i];
		if (o->stretch == stretch && o->assertion &&
		    (task_out_of_time(pv->task) || ask_plainly(pv, o->violated, false) != REPLY_UNSAT))
			vec_push(open, o->assertion);
	}
}

void prover_find_open(struct prover *pv, struct open_assertions *open)
{
	for (size_t i = 0; i < pv->parts; i++)
		if (ask_any(pv, i, false, true) != REPLY_UNSAT)
			note_open(pv, i, open);
}

/* --- what is needed for it --- */

struct needs {
	struct prover *pv;
	bool *needed;        /* by conjunct */
	VEC(size_t) pending; /* needed conjuncts whose preservation has not been looked at yet */
	struct table of_use;
	bool certain;
};

static void note_core(struct needs *n)
{
	size_t count;
	const term *core = solver_core(n->pv->pair.answered, &count);
	for (size_t i = 0; i < count; i++) {
		uint64_t number = table_get(&n->of_use, core[i], UINT64_MAX);
		if (number == UINT64_MAX || n->needed[number])
			continue;
		n->needed[number] = true;
		vec_push(&n->pending, (size_t)number);
	}
}

static void need_for(struct needs *n, size_t obligation)
{
	struct terms assumptions = { 0 };
	const struct obligation *o = &n->pv->obligations.at[obligation];
	if (ask(n->pv, o->violated, &assumptions, false) == REPLY_UNSAT)
		note_core(n);
	else
		n->certain = false;
	vec_free(&assumptions);
}

/* The assertions need some conjuncts, these need others at the cuts before. */
static bool find_needed(struct needs *n)
{
	struct prover *pv = n->pv;
	for (size_t i = 0; i < pv->obligations.count && n->certain; i++)
		if (pv->obligations.at[i].assertion)
			need_for(n, i);
	while (n->pending.count && n->certain) {
		size_t conjunct = vec_pop(&n->pending);
		for (size_t i = 0; i < pv->obligations.count && n->certain; i++)
			if (pv->asserted.at[i] == conjunct)
				need_for(n, i);
	}
	return n->certain;
}

static bool drop_unneeded(struct prover *pv)
{
	struct needs n = { .pv = pv, .certain = true };
	n.needed = memory_alloc((pv->conjuncts->count + 1) * sizeof *n.needed);
	for (size_t i = 0; i < pv->conjuncts->count; i++)
		table_put(&n.of_use, pv->conjuncts->at[i].use, i);
	bool found = find_needed(&n);
	for (size_t i = 0; i < pv->conjuncts->count && found; i++)
		pv->conjuncts->at[i].dropped |= !n.needed[i];
	memory_free(n.needed);
	vec_free(&n.pending);
	table_free(&n.of_use);
	return found;
}

/* Does the proof hold without what it has lost, and what that takes with it? UNSAT: it does. */
static enum reply settle(struct prover *pv, bool *dirty)
{
	size_t count = pv->parts, at;
	while ((at = next_dirty(pv, dirty)) < count) {
		enum reply reply = ask_any(pv, at, true, true);
		if (reply == REPLY_UNSAT)
			dirty[at] = false;
		else if (reply != REPLY_SAT)
			return REPLY_UNKNOWN;
		else if (is_true_in_model(pv, any_violation(pv, at, false, true)) || !drop_violated(pv, at, dirty))
			return REPLY_SAT;
	}
	return REPLY_UNSAT;
}

/* As settle(), without those of [from ... to), which stay unless it does. */
static enum reply try_without(struct prover *pv, size_t from, size_t to)
{
	size_t count = pv->conjuncts->count;
	bool *before = memory_alloc(count * sizeof *before);
	bool *dirty = memory_alloc(pv->parts * sizeof *dirty);
	for (size_t i = 0; i < count; i++)
		before[i] = pv->conjuncts->at[i].dropped;
	for (size_t i = from; i < to; i++)
		if (!before[i])
			drop_conjunct(pv, i, dirty);
	enum reply reply = settle(pv, dirty);
	for (size_t i = 0; i < count && reply != REPLY_UNSAT; i++)
		pv->conjuncts->at[i].dropped = before[i];
	memory_free(before);
	memory_free(dirty);
	return reply;
}

static size_t count_used(const struct prover *pv, size_t from, size_t to)
{
	size_t n = 0;
	for (size_t i = from; i < to; i++)
		n += !pv->conjuncts->at[i].dropped;
	return n;
}

/* Gives the prover a task with less time. */
static struct task *hurry(struct prover *pv, struct task *sub, double part, double deadline)
{
	struct task *before = pv->task;
	double now = clock_now();
	*sub = *before;
	sub->limits.deadline = now + part * (deadline - now);
	pv->task = pv->pair.task = sub;
	return before;
}

/* Of [from ... to) drops all at once, or the halves. True: each one that is left of it is needed. Conditions prove less the fewer they
 * are, so what was needed stays so. */
static bool drop_of(struct prover *pv, size_t from, size_t to, double deadline)
{
	struct task sub;
	if (!count_used(pv, from, to))
		return true;
	if (clock_now() >= deadline)
		return false;
	struct task *before = hurry(pv, &sub, TRY_PART, deadline);
	enum reply reply = try_without(pv, from, to);
	pv->task = pv->pair.task = before;
	if (reply == REPLY_UNSAT || to - from == 1)
		return reply != REPLY_UNKNOWN;
	size_t middle = from + (to - from) / 2;
	bool first = drop_of(pv, from, middle, deadline);
	return drop_of(pv, middle, to, deadline) && first;
}

bool prover_minimise(struct prover *pv, double deadline)
{
	size_t count = pv->conjuncts->count;
	struct task sub, *before = hurry(pv, &sub, CORE_PART, deadline);
	bool few = drop_unneeded(pv), minimal = true;
	pv->task = pv->pair.task = before;
	if (!few)
		return drop_of(pv, 0, count, deadline);
	for (size_t i = 0; i < count; i++)
		minimal = drop_of(pv, i, i + 1, deadline) && minimal;
	return minimal;
}

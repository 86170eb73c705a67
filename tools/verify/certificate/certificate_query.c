/* The parts of the proof: one for each way from a cut to a cut, and one for each assertion on the way. */
#include "certificate.h"

#include <string.h>

#include "disjunction.h"
#include "query.h"
#include "stream.h"
#include "vc.h"
#include "visible.h"

enum { NODES = 200000, TERMS = 1 << 23, FOLD_LIMIT = 1 << 16, COUNTED_ROUNDS = 64 };

/* --- invariants --- */

/* A leaf that stays what it is: what identifies an object of the first block. */
static bool is_object(const struct subject *s, term t)
{
	const struct block *first = s->flat->entry->blocks[0];
	for (uint32_t i = 0; i < first->statement_count; i++)
		if (first->statements[i].kind == STATEMENT_FRESH && first->statements[i].target->term == t)
			return true;
	return false;
}

/* Made of constants and objects. */
static bool is_rigid(const struct subject *s, term t)
{
	const struct bank *bank = s->flat->bank;
	return term_is_constant(bank, t) || is_object(s, t) ||
	       (term_op(bank, t) == OP_CONCAT && is_rigid(s, term_arg(bank, t, 0)) &&
		is_rigid(s, term_arg(bank, t, 1)));
}

/* Says the condition what the place, a variable or a cell, is? */
static bool is_value(const struct subject *s, term place, term value, struct stretch_value *v)
{
	const struct bank *bank = s->flat->bank;
	bool cell = term_op(bank, place) == OP_SELECT;
	term variable = cell ? term_arg(bank, place, 0) : place;
	*v = (struct stretch_value){ program_variable_of(s->flat, variable), cell ? term_arg(bank, place, 1) : 0,
				     value };
	return v->variable && !is_object(s, variable) && is_rigid(s, value) && (!cell || is_rigid(s, v->index));
}

static bool as_value(const struct subject *s, term condition, struct stretch_value *v)
{
	struct bank *bank = s->flat->bank;
	if (term_op(bank, condition) == OP_EQ)
		return is_value(s, term_arg(bank, condition, 0), term_arg(bank, condition, 1), v) ||
		       is_value(s, term_arg(bank, condition, 1), term_arg(bank, condition, 0), v);
	if (term_op(bank, condition) == OP_NOT)
		return is_value(s, term_arg(bank, condition, 0), term_false(bank), v);
	return is_value(s, condition, term_true(bank), v);
}

/* What says a value is assigned, which makes less of the terms; any state of the invariant is still one of the stretch. */
static void add_condition(struct stretch_invariant *invariant, const struct subject *s, term condition)
{
	struct stretch_value value;
	if (!s->universal && as_value(s, condition, &value))
		vec_push(&invariant->values, value);
	else
		vec_push(&invariant->conditions, condition);
}

static struct stretch_invariant *make_invariants(const struct certificate *c, const struct subject *s)
{
	struct stretch_invariant *list = memory_alloc((c->loops + 1) * sizeof *list);
	for (size_t i = 0; i < c->loops; i++) {
		list[i].block = s->loops.at[i].head;
		for (size_t k = 0; k < c->invariants[i].count; k++)
			add_condition(&list[i], s, c->invariants[i].at[k]);
	}
	return list;
}

/* --- what a part says --- */

/* On one line, whatever a file or a check is called: it stands in comments. */
static const char *visible(const char *text, struct arena *arena)
{
	size_t length;
	struct output *out = output_memory();
	visible_write(out, text, SIZE_MAX);
	const char *bytes = output_text(out, &length), *shown = arena_string(arena, bytes, length);
	output_abandon(out);
	return shown;
}

static const char *place_of(struct location at, struct arena *arena)
{
	return arena_format(arena, "%s:%u", visible(at.file, arena), at.line);
}

static const char *name_of_loop(const struct subject *s, size_t loop, struct arena *arena)
{
	struct location at = s->loops.at[loop].location;
	return at.line ? arena_format(arena, "loop %zu (%s)", loop + 1, place_of(at, arena))
		       : arena_format(arena, "loop %zu", loop + 1);
}

static const char *name_of_stretch(const struct subject *s, size_t stretch, struct arena *arena)
{
	return stretch ? name_of_loop(s, stretch - 1, arena) : "the beginning";
}

static const char *about_loop(const struct subject *s, const struct obligation *o, struct arena *arena)
{
	const char *from = name_of_stretch(s, o->stretch, arena), *to = name_of_loop(s, o->loop, arena);
	if (!o->stretch)
		return arena_format(arena, "initiation: the way from the beginning to %s makes its invariant hold", to);
	return arena_format(arena, "consecution: the way from %s to %s makes the invariant of the latter hold", from,
			    to);
}

static const char *about_assertion(const struct statement *assertion, const char *from, struct arena *arena)
{
	struct location at = attribute_location(assertion->attributes);
	const char *check = attribute_get_string(assertion->attributes, ATTRIBUTE_CHECK);
	const char *place = at.line ? place_of(at, arena) : "without a place in C";
	return arena_format(arena, "safety: %s, the assertion (%s) %s is not violated", from,
			    visible(check ? check : "assert", arena), place);
}

/* --- the parts --- */

/* Obligations of one stretch and one loop are one part, but for those that may be asked in a stronger way. */
static size_t end_of_group(const struct obligations *list, size_t from)
{
	size_t end = from + 1;
	const struct obligation *first = &list->at[from];
	while (!first->stronger[0] && first->loop != STRETCH_NONE && end < list->count &&
	       list->at[end].loop == first->loop && list->at[end].stretch == first->stretch)
		end++;
	return end;
}

static void make_parts(struct parts *parts, const struct subject *s, const struct obligations *list,
		       struct arena *arena)
{
	for (size_t i = 0, end; i < list->count; i = end) {
		struct disjuncts any = { 0 };
		const struct obligation *o = &list->at[i];
		size_t first = parts->count;
		end = end_of_group(list, i);
		for (size_t k = i; k < end; k++)
			vec_push(&any, list->at[k].violated);
		const char *from = arena_format(arena, "from %s on", name_of_stretch(s, o->stretch, arena));
		parts_add(parts, s->flat->bank, &any,
			  o->assertion ? about_assertion(o->assertion, from, arena) : about_loop(s, o, arena), arena);
		for (size_t k = first; k < parts->count && o->stronger[0]; k++) {
			struct part *part = &parts->at[k];
			memcpy(part->stronger, o->stronger, sizeof o->stronger);
			part->loop = o->loop;
			part->condition = o->condition;
		}
	}
}

static bool parts_of_stretches(struct parts *parts, const struct certificate *c, struct subject *s, struct task *task,
			       struct arena *arena, const char **trouble)
{
	struct obligations obligations = { 0 };
	struct stretch_invariant *list = make_invariants(c, s);
	bool found = obligations_find(&obligations, task, s, list, true, trouble);
	if (found)
		make_parts(parts, s, &obligations, arena);
	for (size_t i = 0; i < c->loops; i++) {
		vec_free(&list[i].values);
		vec_free(&list[i].conditions);
	}
	memory_free(list);
	vec_free(&obligations);
	return found;
}

/* One part: docs/vc.md, "Queries". */
static bool parts_of_unrolling(struct parts *parts, const struct certificate *c, struct subject *s, struct task *task,
			       struct arena *arena, const char **trouble)
{
	uint32_t counted = c->bound < FOLD_LIMIT / COUNTED_ROUNDS ? c->bound * COUNTED_ROUNDS : FOLD_LIMIT;
	struct vc_policy policy = { .bound = c->bound,
				    .fold_limit = FOLD_LIMIT,
				    .count_limit = counted,
				    .node_limit = NODES,
				    .term_limit = bank_size(s->acyclic->bank) + TERMS,
				    .share = true,
				    .stop = task_out_of_time,
				    .stop_context = task };
	struct vc *vc = vc_new(s->acyclic, task->diags);
	bool done = vc && vc_execute(vc, &policy) == VC_DONE;
	term query = done ? query_over(s->acyclic->bank, vc, NULL, NULL) : 0;
	if (!done)
		*trouble = task_out_of_time(task) ? "time" : "the program is too large when it is unrolled";
	else if (!term_is_false(s->acyclic->bank, query))
		vec_push(parts,
			 ((struct part){ .violated = query,
					 .about = arena_format(arena,
							       "safety: no execution violates an assertion, or takes a "
							       "loop or a recursion more than %u times",
							       c->bound) }));
	vc_free(vc);
	return done;
}

bool certificate_parts(struct parts *parts, struct certificate *c, struct subject *s, struct task *task,
		       struct arena *arena, const char **trouble)
{
	switch (c->method) {
	case METHOD_INVARIANTS:
		return parts_of_stretches(parts, c, s, task, arena, trouble);
	case METHOD_CONTRACTS:
		return contract_parts(parts, c, s, task, arena, trouble);
	case METHOD_UNROLLING:
		return parts_of_unrolling(parts, c, s, task, arena, trouble);
	}
	return false;
}

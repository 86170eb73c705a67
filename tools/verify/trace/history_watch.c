/* Does a violation depend on what is approximated?
 *
 * A havoc {approximate "..."} stands for a value that the program computes, and that is one of those that it may take. Where
 * nothing that leads the execution depends on it, the execution with the right value takes the same way, writes to the same
 * places, and violates the same assertion. Conditions {possible} hold of the right values whatever else is not known. What is
 * decided in a procedure that only computes leads to its results, and nowhere else. An assignment {approximate "..."} says that
 * what follows may be no execution of the program, whatever it depends on. */
#include "history_data.h"

#include "replay.h"

void history_watch_led(struct history *h, size_t from)
{
	const struct procedure *proc = vec_last(&h->frames).procedure;
	if (h->watch.on && h->pending.count > from)
		vec_push(&h->watch.leading, history_add_node(h, 0, from, h->pending.count, NULL, proc));
}

/* --- procedures that only compute --- */

enum { UNASKED, ASKED, COMPUTES };

static bool statement_computes(struct history *h, const struct statement *s);

/* Does it return, whatever it is given, and change nothing, so that what is decided in it decides its results and nothing else?
 * Functions of the library return. */
static bool computes(struct history *h, const struct procedure *proc)
{
	unsigned char *known = &h->watch.computes[proc->index];
	if (*known != UNASKED)
		return *known == COMPUTES;
	*known = ASKED;
	if (!location_in_library(attribute_location(proc->attributes)))
		return false;
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t i = 0; i < proc->blocks[b]->statement_count; i++)
			if (!statement_computes(h, &proc->blocks[b]->statements[i]))
				return false;
	*known = COMPUTES;
	return true;
}

static bool statement_computes(struct history *h, const struct statement *s)
{
	switch (s->kind) {
	case STATEMENT_ASSIGN:
		return s->target->kind != VARIABLE_GLOBAL && !attribute_find(s->attributes, ATTRIBUTE_APPROXIMATE);
	case STATEMENT_HAVOC:
		return s->target->kind != VARIABLE_GLOBAL;
	case STATEMENT_ASSUME:
		return attribute_find(s->attributes, ATTRIBUTE_POSSIBLE);
	case STATEMENT_CALL:
		for (uint32_t i = 0; i < s->out_count; i++)
			if (s->outs[i]->kind == VARIABLE_GLOBAL)
				return false;
		return computes(h, s->callee);
	case STATEMENT_ASSERT:
	case STATEMENT_FRESH:
		return false;
	}
	return false;
}

void history_watch_call(struct history *h)
{
	struct history_watch *w = &h->watch;
	if (!w->on || w->computing)
		return;
	if (!w->computes)
		w->computes = memory_alloc((h->program->procedure_count + 1) * sizeof *w->computes);
	w->computing = computes(h, vec_last(&h->frames).procedure);
	w->frames = h->frames.count - 1;
	w->led = w->leading.count;
}

/* Its results depend on what was decided in it. */
void history_watch_return(struct history *h)
{
	struct history_watch *w = &h->watch;
	if (!w->computing || h->frames.count - 1 > w->frames)
		return;
	w->computing = false;
	for (size_t r = 0; r < h->results.count; r++) {
		vec_clear(&h->pending);
		if (h->results.at[r])
			vec_push(&h->pending, h->results.at[r]);
		for (size_t i = w->led; i < w->leading.count; i++)
			vec_push(&h->pending, w->leading.at[i]);
		h->results.at[r] = history_add_node(h, 0, 0, h->pending.count, NULL, vec_last(&h->frames).procedure);
	}
	w->leading.count = w->led;
}

/* --- statements --- */

void history_watch_assign(struct history *h, const struct statement *s)
{
	if (!h->watch.on || !attribute_find(s->attributes, ATTRIBUTE_APPROXIMATE))
		return;
	const struct value *v = run_value(h->run, s->target);
	h->watch.lost |= !v || v->kind != VALUE_WORD || v->word;
	history_watch_led(h, 0); /* to its being false */
}

void history_watch_choice(struct history *h, const struct statement *s, uint32_t node)
{
	if (!h->watch.on || !attribute_find(s->attributes, ATTRIBUTE_APPROXIMATE))
		return;
	vec_push(&h->watch.approximate, node);
	h->watch.lost |= s->kind != STATEMENT_HAVOC;
}

void history_watch_condition(struct history *h, const struct statement *s)
{
	if (!attribute_find(s->attributes, ATTRIBUTE_POSSIBLE))
		history_watch_led(h, 0);
}

/* By node: was it computed from what is approximated? */
static bool *spread(const struct history *h)
{
	bool *approximate = memory_alloc((h->nodes.count + 1) * sizeof *approximate);
	for (size_t i = 0; i < h->watch.approximate.count; i++)
		approximate[h->watch.approximate.at[i]] = true;
	for (size_t n = 1; n < h->nodes.count; n++)
		for (uint32_t i = 0; i < h->nodes.at[n].count; i++)
			approximate[n] |= approximate[h->edges.at[h->nodes.at[n].edges + i]];
	return approximate;
}

bool history_watch_end(struct history *h)
{
	history_watch_led(h, 0);
	if (h->watch.lost)
		return true;
	bool *approximate = spread(h), found = false;
	for (size_t i = 0; i < h->watch.leading.count; i++)
		found |= approximate[h->watch.leading.at[i]];
	memory_free(approximate);
	return found;
}

void history_watch_release(struct history *h)
{
	vec_free(&h->watch.leading);
	vec_free(&h->watch.approximate);
	memory_free(h->watch.computes);
}

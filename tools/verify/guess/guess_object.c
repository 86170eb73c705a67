/* What may hold of all objects when a procedure is called and when it returns, and of the pointers that it is given and gives. Said of the objects
 * of a site: of all of them; of *new* ones, those that were not there at the call; and of *old* ones that their cells are what they
 * were. Nothing that is guessed here is observed. */
#include "guess.h"
#include "guess_cell.h"

enum { MOST_SITES_APART = 3, MOST_CONDITIONS = 600, FEWEST_CONDITIONS = 60, MOST_OF_ALL = 10000 };

struct objects {
	struct contracts *contracts;
	struct contract *contract;
	struct bank *bank;
	const struct object_cells *cells;
	term now, before; /* what was given; before: 0 if the procedure gives nothing */
};

/* Conditions of this form: guard => ... */
struct form {
	struct objects *objects;
	term guard;
	bool ensured;
};

/* Of one contract: each is written down at every call. */
static size_t most_conditions(const struct contracts *c)
{
	size_t share = MOST_OF_ALL / c->list.count;
	return share > MOST_CONDITIONS ? MOST_CONDITIONS : share < FEWEST_CONDITIONS ? FEWEST_CONDITIONS : share;
}

static uint32_t propose(const struct form *f, term condition)
{
	struct objects *o = f->objects;
	if (o->contract->conditions.count >= most_conditions(o->contracts))
		return CONTRACT_NONE;
	return contract_add(o->contracts, o->contract, term_implies(o->bank, f->guard, condition), f->ensured);
}

/* One condition at a time, the strongest first. */
struct chain {
	const struct form *form;
	uint32_t last; /* 0: none; else its position + 1 */
};

static void chain_add(struct chain *chain, term condition)
{
	struct contracts *c = chain->form->objects->contracts;
	uint32_t position = propose(chain->form, condition);
	if (position == CONTRACT_NONE)
		return;
	if (chain->last) {
		c->conditions.at[position].waiting = true;
		c->conditions.at[chain->last - 1].weaker = position;
	}
	chain->last = position + 1;
}

static void propose_first(const struct form *f, term strong, term weak)
{
	struct chain chain = { f, 0 };
	chain_add(&chain, strong);
	chain_add(&chain, weak);
}

/* --- what was given --- */

/* Sites are told apart if they are few: 1 ... ; else 0, any of the heap. */
static uint32_t first_site(const struct objects *o)
{
	const struct given *given = &o->contracts->given;
	return given->sites == 1 ? 1 : 0;
}

static uint32_t last_site(const struct objects *o)
{
	const struct given *given = &o->contracts->given;
	return given->sites <= MOST_SITES_APART ? given->sites : 0;
}

static term is_given(const struct objects *o, term object, uint32_t site)
{
	return given_is(&o->contracts->given, o->bank, o->now, object, site);
}

static term was_given(const struct objects *o, term object)
{
	return term_not(o->bank,
			term_eq(o->bank, term_select(o->bank, o->before, object), term_bv(o->bank, SITE_BITS, 0)));
}

static term is_new(const struct objects *o, term object, uint32_t site)
{
	return term_and(o->bank, term_not(o->bank, was_given(o, object)), is_given(o, object, site));
}

/* --- pointers --- */

static term object_of(const struct objects *o, term pointer)
{
	uint32_t width = term_width(o->bank, pointer);
	return term_extract(o->bank, width - 1, width - o->contracts->given.object_bits, pointer);
}

static term is_null(const struct objects *o, term pointer)
{
	return term_eq(o->bank, pointer, term_bv(o->bank, term_width(o->bank, pointer), 0));
}

static term is_beginning(const struct objects *o, term pointer)
{
	uint32_t offset = term_width(o->bank, pointer) - o->contracts->given.object_bits;
	return term_eq(o->bank, term_extract(o->bank, offset - 1, 0, pointer), term_bv(o->bank, offset, 0));
}

static void propose_target(const struct form *f, term pointer, term target)
{
	struct bank *bank = f->objects->bank;
	term sound = term_and(bank, is_beginning(f->objects, pointer), target);
	propose_first(f, sound, term_or(bank, is_null(f->objects, pointer), sound));
}

/* `fresh`: it may also be to something new. */
static void propose_pointer(const struct form *f, term pointer, bool fresh)
{
	const struct objects *o = f->objects;
	term object = object_of(o, pointer);
	propose(f, is_null(o, pointer));
	for (uint32_t site = first_site(o); site <= last_site(o); site++) {
		propose_target(f, pointer, is_given(o, object, site));
		if (fresh && o->before)
			propose_target(f, pointer, is_new(o, object, site));
	}
	for (size_t i = 0; i < o->cells->constants.count; i++) {
		term constant = o->cells->constants.at[i];
		if (term_sort(o->bank, constant) == term_sort(o->bank, pointer) &&
		    !term_is_false(o->bank, is_null(o, constant)))
			continue;
		if (term_sort(o->bank, constant) == term_sort(o->bank, pointer))
			propose_first(f, term_eq(o->bank, pointer, constant),
				      term_or(o->bank, is_null(o, pointer), term_eq(o->bank, pointer, constant)));
	}
}

/* --- numbers --- */

static term at_most(struct bank *bank, term a, term b)
{
	return term_not(bank, term_binary(bank, OP_BVSLT, b, a));
}

static void propose_order(const struct form *f, term a, term b)
{
	struct bank *bank = f->objects->bank;
	propose_first(f, term_binary(bank, OP_BVSLT, a, b), at_most(bank, a, b));
	propose_first(f, term_binary(bank, OP_BVSLT, b, a), at_most(bank, b, a));
}

static bool is_number(const struct objects *o, term t)
{
	sort s = term_sort(o->bank, t);
	return sort_kind(o->bank, s) == SORT_BITVECTOR && sort_width(o->bank, s) <= 64;
}

static void propose_bounds(const struct form *f, term cell)
{
	const struct objects *o = f->objects;
	struct chain low = { f, 0 }, high = { f, 0 };
	size_t count = o->cells->constants.count;
	for (size_t i = 0; i < count; i++)
		if (term_sort(o->bank, o->cells->constants.at[i]) == term_sort(o->bank, cell))
			chain_add(&high, at_most(o->bank, cell, o->cells->constants.at[i]));
	for (size_t i = count; i-- > 0;)
		if (term_sort(o->bank, o->cells->constants.at[i]) == term_sort(o->bank, cell))
			chain_add(&low, at_most(o->bank, o->cells->constants.at[i], cell));
	for (size_t i = 0; i < count; i++)
		if (term_sort(o->bank, o->cells->constants.at[i]) == term_sort(o->bank, cell))
			propose(f, term_not(o->bank, term_eq(o->bank, cell, o->cells->constants.at[i])));
}

static void propose_number(const struct form *f, term cell)
{
	const struct objects *o = f->objects;
	const struct procedure *proc = o->contract->procedure;
	propose_bounds(f, cell);
	for (uint32_t i = 0; i < proc->in_count; i++)
		if (proc->variables[i]->sort == term_sort(o->bank, cell))
			propose_order(f, cell, o->contract->arguments[i]->term);
}

/* --- cells --- */

static bool concerns(const struct objects *o, const struct variable *map)
{
	return o->contract->before[map->index] || effects_reads(o->contracts->effects, o->contract->procedure, map);
}

static void propose_cell(const struct form *f, size_t at, bool fresh)
{
	const struct objects *o = f->objects;
	const struct object_cell *c = &o->cells->list.at[at];
	term cell = term_select(o->bank, c->map->term, c->index);
	if (is_pointer_sort(&o->contracts->given, o->bank, term_sort(o->bank, cell)))
		propose_pointer(f, cell, fresh);
	else if (is_number(o, cell))
		propose_number(f, cell);
	for (size_t i = 0; i < at; i++) {
		const struct object_cell *other = &o->cells->list.at[i];
		term next = term_select(o->bank, other->map->term, other->index);
		if (!concerns(o, other->map) || term_sort(o->bank, next) != term_sort(o->bank, cell))
			continue;
		if (is_number(o, cell))
			propose_order(f, cell, next);
		else
			propose(f, term_eq(o->bank, cell, next));
	}
}

static void propose_cells(const struct form *f, bool fresh)
{
	const struct objects *o = f->objects;
	for (size_t i = 0; i < o->cells->list.count; i++)
		if (concerns(o, o->cells->list.at[i].map))
			propose_cell(f, i, fresh);
}

/* Cells are what they were but for new objects; or those of old ones are. */
static void propose_frame(struct objects *o)
{
	struct bank *bank = o->bank;
	term each = o->contracts->each;
	struct form any = { o, term_true(bank), true };
	term given = term_not(bank, term_eq(bank, term_select(bank, o->now, each), term_bv(bank, SITE_BITS, 0)));
	term old = o->before ? was_given(o, each) : given;
	if (o->before)
		propose(&any, term_implies(bank, old,
					   term_eq(bank, term_select(bank, o->now, each),
						   term_select(bank, o->before, each))));
	for (size_t i = 0; i < o->cells->list.count; i++) {
		const struct object_cell *c = &o->cells->list.at[i];
		const struct variable *before = o->contract->before[c->map->index];
		if (!before)
			continue;
		term same = term_eq(bank, term_select(bank, c->map->term, c->index),
				    term_select(bank, before->term, c->index));
		propose_first(&any, term_implies(bank, term_or(bank, old, term_not(bank, given)), same),
			      term_implies(bank, old, same));
	}
}

static void guess_all_objects(struct objects *o)
{
	term each = o->contracts->each;
	for (uint32_t site = first_site(o); site <= last_site(o); site++) {
		struct form all = { o, is_given(o, each, site), false }, after = { o, all.guard, true };
		propose_cells(&all, false);
		propose_cells(&after, false);
		if (!o->before)
			continue;
		struct form fresh = { o, is_new(o, each, site), true };
		propose_cells(&fresh, true);
	}
	propose_frame(o);
}

/* --- what is given and comes back --- */

static bool is_pointer(const struct objects *o, const struct variable *v)
{
	return is_pointer_sort(&o->contracts->given, o->bank, v->sort);
}

static void guess_result(struct objects *o, term result)
{
	struct form f = { o, term_true(o->bank), true };
	const struct procedure *proc = o->contract->procedure;
	propose_pointer(&f, result, true);
	for (uint32_t i = 0; i < proc->in_count; i++) {
		term argument = o->contract->arguments[i]->term;
		if (!is_pointer(o, o->contract->arguments[i]))
			continue;
		struct form some = { o, term_not(o->bank, is_null(o, argument)), true };
		struct form none = { o, is_null(o, argument), true };
		propose(&f, term_eq(o->bank, result, argument));
		propose(&some, term_eq(o->bank, result, argument));
		propose_pointer(&some, result, true);
		propose_pointer(&none, result, true);
	}
}

static void guess_pointers(struct objects *o)
{
	struct form called = { o, term_true(o->bank), false };
	const struct program *p = o->contracts->program;
	const struct procedure *proc = o->contract->procedure;
	for (uint32_t i = 0; i < proc->in_count; i++)
		if (is_pointer(o, o->contract->arguments[i]))
			propose_pointer(&called, o->contract->arguments[i]->term, false);
	for (uint32_t i = 0; i < proc->out_count; i++)
		if (is_pointer(o, o->contract->results[i]))
			guess_result(o, o->contract->results[i]->term);
	for (uint32_t g = 0; g < p->global_count; g++) {
		const struct variable *v = p->globals[g];
		if (!is_pointer(o, v) || !concerns(o, v))
			continue;
		propose_pointer(&called, v->term, false);
		if (o->contract->before[g])
			guess_result(o, v->term);
	}
}

void guess_objects(struct contracts *c)
{
	struct object_cells cells = { .program = c->program, .given = &c->given, .each = c->each };
	object_cells_find(&cells);
	for (size_t i = 0; i < c->list.count; i++) {
		struct contract *contract = &c->list.at[i];
		const struct variable *before = contract->before[c->given.map->index];
		struct objects o = { .contracts = c,
				     .contract = contract,
				     .bank = c->program->bank,
				     .cells = &cells,
				     .now = c->given.map->term,
				     .before = before ? before->term : 0 };
		guess_pointers(&o);
		guess_all_objects(&o);
	}
	vec_free(&cells.list);
	vec_free(&cells.constants);
}

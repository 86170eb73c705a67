/* Which sums loops keep: what they change by multiples of one another. */
#include "ghost.h"
#include "relation_find.h"

enum { MOST_STEPS = 256, SMALL_LOOP = 8 };

static term offset_of(struct domain *d, term pointer)
{
	return term_extract(d->program->bank, d->pointer_bits - 1, 0, pointer);
}

term relation_size_of(struct domain *d, term pointer)
{
	struct bank *bank = d->program->bank;
	uint32_t width = d->object_bits + d->pointer_bits;
	return term_select(bank, d->relations->size->term, term_extract(bank, width - 1, d->pointer_bits, pointer));
}

bool relation_is_pointer(struct domain *d, const struct variable *v)
{
	const struct bank *bank = d->program->bank;
	return sort_kind(bank, v->sort) == SORT_BITVECTOR && domain_is_pointer(d, sort_width(bank, v->sort));
}

bool relation_step(struct domain *d, const struct statement *s, struct step *step)
{
	struct bank *bank = d->program->bank;
	const struct variable *v = s->kind == STATEMENT_ASSIGN ? s->target : NULL;
	if (!v || sort_kind(bank, v->sort) != SORT_BITVECTOR)
		return false;
	bool pointer = relation_is_pointer(d, v);
	term value = pointer ? offset_of(d, s->term) : s->term;
	*step = (struct step){ .variable = v, .atom = pointer ? offset_of(d, v->term) : v->term };
	if (!relation_is_atom(d, step->atom) || !relation_guess(d, value, 1, &step->by) ||
	    linear_by(&step->by, step->atom) != 1 || !linear_add_atom(&step->by, step->atom, -1))
		return false;
	return step->by.count || step->by.rest.low || step->by.rest.high;
}

/* How often B is in A, where A = k * B; 0: it is no multiple. */
static int64_t ratio(const struct linear *a, const struct linear *b)
{
	struct linear f = *a;
	whole by = 0;
	if (b->count)
		by = linear_by(a, b->parts[0].atom) / b->parts[0].by;
	else if (b->rest.low && a->rest.low % b->rest.low == 0)
		by = a->rest.low / b->rest.low;
	if (!by || by > INT64_C(1) << LINEAR_BY_BITS || by < -(INT64_C(1) << LINEAR_BY_BITS) ||
	    !linear_add(&f, b, -(int64_t)by))
		return 0;
	return f.count || f.rest.low || f.rest.high ? 0 : (int64_t)by;
}

/* A - K * B stays as it is. If A is an offset and B counts down, it is what is left of the object that matters. */
static void add_pair(struct relation_finder *f, const struct step *a, const struct step *b, int64_t k)
{
	struct linear sum = { 0 };
	if (linear_add_atom(&sum, a->atom, 1) && linear_add_atom(&sum, b->atom, -k)) {
		bool rest = k < 0 && relation_is_pointer(f->domain, a->variable) && f->domain->relations->size;
		if (rest && !linear_add_atom(&sum, relation_size_of(f->domain, a->variable->term), -1))
			return;
		relation_add(f, &sum);
	}
}

/* Does block A end with asking for the variable's value, which goes on with B if there is more? */
static bool is_asked_before(const struct relation_finder *f, uint32_t a, uint32_t b, const struct variable *v)
{
	const struct cfg *cfg = f->cfg;
	const struct block *block = cfg->procedure->blocks[a];
	struct uses *uses = f->domain->relations->uses;
	bool leads = false, asks = block->terminator.term && uses_mention(uses, block->terminator.term, v);
	for (uint32_t e = cfg->successor_start[a]; e < cfg->successor_start[a + 1]; e++)
		leads |= cfg->successors[e] == b;
	for (uint32_t i = 0; leads && !asks && i < block->statement_count; i++) /* of its value before */
		asks |= block->statements[i].kind == STATEMENT_ASSIGN && block->statements[i].term == v->term &&
			block->terminator.term &&
			uses_mention(uses, block->terminator.term, block->statements[i].target);
	return leads && asks;
}

/* Are they changed together: in the same block, or in one that goes on to the other if there is more? */
static bool is_near(const struct relation_finder *f, const struct step *a, const struct step *b)
{
	return a->block == b->block || is_asked_before(f, a->block, b->block, a->variable) ||
	       is_asked_before(f, b->block, a->block, b->variable);
}

/* Is a relation of the variables known that steps by constants gave? */
static bool is_paired(const struct relation_finder *f, const struct variable *v)
{
	for (size_t i = 0; i < f->found.count; i++)
		for (uint32_t k = 0; k < f->domain->relations->all.at[f->found.at[i]].sum.count; k++)
			if (uses_mention(f->domain->relations->uses,
					 f->domain->relations->all.at[f->found.at[i]].sum.parts[k].atom, v))
				return true;
	return false;
}

/* Steps by constants, or by what is not known: those only of variables that no constants tell more of. */
static void add_pairs(struct relation_finder *f, const struct steps *steps, bool is_small, bool constant)
{
	for (size_t i = 0; i < steps->count; i++)
		for (size_t k = 0; k < steps->count; k++) {
			const struct step *a = &steps->at[i], *b = &steps->at[k];
			bool pointer = relation_is_pointer(f->domain, a->variable),
			     other = relation_is_pointer(f->domain, b->variable);
			if (constant != (!a->by.count && !b->by.count) ||
			    (!constant && (is_paired(f, a->variable) || is_paired(f, b->variable))))
				continue;
			if (a->variable == b->variable || !(is_small || is_near(f, a, b)))
				continue;
			int64_t by = a->loop == b->loop ? ratio(&a->by, &b->by) : 0;
			bool first = pointer != other ? pointer : i < k;
			f->loop = b->loop;
			bool counts = ghosts_have(f->domain, b->variable);
			if (by && (pointer || counts || by == 1 || by == -1) &&
			    (first || (pointer && (by > 1 || (by < -1 && !other)))))
				add_pair(f, a, b, by);
		}
}

static void note_step(struct steps *steps, const struct step *step)
{
	for (size_t i = 0; i < steps->count; i++)
		if (steps->at[i].variable == step->variable && steps->at[i].block == step->block &&
		    ratio(&steps->at[i].by, &step->by) == 1)
			return;
	if (steps->count < MOST_STEPS)
		vec_push(steps, *step);
}

/* The statement's, if it is one, together with those of the same variable. */
static void add_step(struct relation_finder *f, const struct block *b, const struct statement *s, struct steps *here)
{
	struct step step;
	bool more = false;
	if (!relation_step(f->domain, s, &step))
		return;
	step.loop = f->all_loops->innermost[b->index];
	step.block = b->index;
	for (size_t i = 0; i < here->count && !more; i++)
		more = here->at[i].variable == step.variable && linear_add(&here->at[i].by, &step.by, 1);
	if (!more)
		vec_push(here, step);
}

/* Those of one block together. */
static void find_steps_of(struct relation_finder *f, const struct block *b, struct steps *steps)
{
	const struct ghosts_of_procedure *ghosts = ghosts_of(f->domain, f->cfg->procedure);
	struct steps here = { 0 };
	for (uint32_t k = 0; k < b->statement_count; k++)
		add_step(f, b, &b->statements[k], &here);
	for (size_t k = 0; k < ghosts->statements.count; k++)
		if (ghosts->statements.at[k].block == b->index)
			add_step(f, b, &ghosts->statements.at[k].statement, &here);
	for (size_t i = 0; i < here.count; i++)
		note_step(steps, &here.at[i]);
	vec_free(&here);
}

void relations_find_steps(struct relation_finder *f, const struct loop *loop)
{
	struct steps steps = { 0 };
	for (uint32_t i = 0; i < loop->block_count; i++)
		find_steps_of(f, f->cfg->procedure->blocks[loop->blocks[i]], &steps);
	bool is_small = loop->block_count <= SMALL_LOOP;
	add_pairs(f, &steps, is_small, true);
	add_pairs(f, &steps, is_small, false);
	for (size_t i = 0; i < steps.count; i++)
		vec_push(&f->steps, steps.at[i]);
	vec_free(&steps);
}

/* Does a loop around the one that the relation was found in change the atom? */
static bool is_changed_around(const struct relation_finder *f, uint32_t loop, term atom)
{
	for (size_t i = 0; i < f->steps.count; i++)
		for (uint32_t k = loop == CFG_NONE ? CFG_NONE : f->all_loops->loops[loop].parent; k != CFG_NONE;
		     k = f->all_loops->loops[k].parent)
			if (f->steps.at[i].atom == atom && f->steps.at[i].loop == k)
				return true;
	return false;
}

void relations_combine_steps(struct relation_finder *f)
{
	struct domain *d = f->domain;
	size_t count = f->found.count;
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < count; k++) {
			struct linear a = d->relations->all.at[f->found.at[i]].sum;
			const struct linear *b = &d->relations->all.at[f->found.at[k]].sum;
			uint32_t common = 0;
			for (uint32_t n = 0; n < b->count; n++)
				common += linear_by(&a, b->parts[n].atom) == b->parts[n].by;
			if (a.count != 3 || b->count != 3 || common != 2)
				continue;
			for (uint32_t n = 0; n < b->count; n++)
				if (!linear_by(&a, b->parts[n].atom) &&
				    is_changed_around(f, f->loops.at[i], b->parts[n].atom)) {
					linear_add_atom(&a, b->parts[n].atom, b->parts[n].by);
					relation_add(f, &a);
					break;
				}
		}
}

/* Which sums are looked at: what loops change by multiples of one another, what assertions ask, and where these come from. */
#include "relation_find.h"
#include "ghost.h"
#include "role.h"
#include "statement.h"

/* Room: for relations times blocks of a procedure. */
enum {
	MOST_OF_PROCEDURE = 24,
	LEAST_OF_PROCEDURE = 16,
	MOST_OF_GROWING = 64,
	MOST_OF_GROWN = 56, /* by callers' loops, in procedures of SMALL_GROWN blocks */
	SMALL_GROWN = 16,
	MOST_ORIGINS = 4,
	ROOM = 4000,
	ROOM_ASKED = 1000 /* for those that assertions ask for */
};

struct parameters {
	struct domain *domain;
	const struct procedure *procedure;
};

/* A local as the parameter that the procedure begins with giving it. */
static term parameter_leaf(void *context, term leaf)
{
	const struct parameters *c = context;
	const struct block *first = c->procedure->blocks[0];
	for (uint32_t i = 0; i < first->statement_count && first->statements[i].kind == STATEMENT_ASSIGN; i++) {
		const struct variable *from = program_variable_of(c->domain->program, first->statements[i].term);
		if (!from || from->kind != VARIABLE_IN)
			break;
		if (first->statements[i].target->term == leaf)
			return from->term;
	}
	return leaf;
}

/* A parameter as the local that the procedure begins with giving it to. */
static term local_leaf(void *context, term leaf)
{
	const struct parameters *c = context;
	const struct block *first = c->procedure->blocks[0];
	for (uint32_t i = 0; i < first->statement_count && first->statements[i].kind == STATEMENT_ASSIGN; i++) {
		const struct variable *from = program_variable_of(c->domain->program, first->statements[i].term);
		if (!from || from->kind != VARIABLE_IN)
			break;
		if (from->term == leaf)
			return first->statements[i].target->term;
	}
	return leaf;
}

bool relation_parameter(const struct relation_finder *f, const struct variable *v)
{
	struct parameters c = { f->domain, f->cfg->procedure };
	return v->kind == VARIABLE_IN || parameter_leaf(&c, v->term) != v->term;
}

/* The sum with LEAF's terms in it. False: it is too large. */
static bool in_terms_of(struct relation_finder *f, const struct linear *sum, term (*leaf)(void *context, term leaf),
			struct linear *g)
{
	struct parameters c = { f->domain, f->cfg->procedure };
	*g = (struct linear){ 0 };
	for (uint32_t k = 0; k < sum->count; k++) {
		term t = term_substitute(f->domain->program->bank, sum->parts[k].atom, leaf, &c);
		if (!relation_guess(f->domain, t, sum->parts[k].by, g))
			return false;
	}
	return true;
}

static void add_as_it_is(struct relation_finder *f, const struct linear *sum)
{
	uint32_t number = f->found.count < f->most ? relation_enter(f->domain, sum) : 0;
	if (!number)
		return;
	relation_note(&f->found, number - 1);
	if (f->loops.count < f->found.count) {
		vec_push(&f->loops, f->loop);
		relation_note_globals(f->domain, f->cfg->procedure, number - 1);
	}
}

/* Of what grows, a parameter's copy in the place of the parameter: else some statements would be about the one, and some about the other. */
void relation_add(struct relation_finder *f, const struct linear *sum)
{
	struct linear g;
	add_as_it_is(f, f->is_growing && in_terms_of(f, sum, local_leaf, &g) ? &g : sum);
}

/* ---- what they come from ---- */

struct replacement {
	term from, to;
};

static term replace_leaf(void *context, term leaf)
{
	const struct replacement *r = context;
	return leaf == r->from ? r->to : leaf;
}

/* The sum with another term in the place of one. */
static void add_replaced(struct relation_finder *f, uint32_t number, term from, term to)
{
	struct domain *d = f->domain;
	struct linear sum = d->relations->all.at[number].sum, g = { 0 };
	struct replacement r = { from, to };
	for (uint32_t i = 0; i < sum.count; i++) {
		term t = term_substitute(d->program->bank, sum.parts[i].atom, replace_leaf, &r);
		if (!relation_guess(d, t, sum.parts[i].by, &g))
			return;
	}
	relation_add(f, &g);
}

/* Is it about parameters of these kinds and globals alone? */
static bool is_of(struct relations *r, const struct linear *sum, bool outs)
{
	for (uint32_t i = 0; i < sum->count; i++) {
		const struct uses_list *used = uses_of(r->uses, sum->parts[i].atom);
		for (uint32_t k = 0; k < used->count; k++)
			if (used->variables[k]->kind == VARIABLE_LOCAL ||
			    (used->variables[k]->kind == VARIABLE_OUT && !outs))
				return false;
	}
	return true;
}

/* What is asked of parameters. */
static void find_parameters(struct relation_finder *f)
{
	size_t count = f->found.count;
	for (size_t i = 0; i < count; i++) {
		struct linear sum = f->domain->relations->all.at[f->found.at[i]].sum, g;
		if (in_terms_of(f, &sum, parameter_leaf, &g) && is_of(f->domain->relations, &g, true))
			add_as_it_is(f, &g);
	}
}

static bool mentions(const struct domain *d, uint32_t number, const struct variable *v)
{
	const struct linear *sum = &d->relations->all.at[number].sum;
	for (uint32_t i = 0; i < sum->count; i++)
		if (uses_mention(d->relations->uses, sum->parts[i].atom, v))
			return true;
	return false;
}

/* Of a copy of a number, and of a result: what held of the variable holds of it. (That of a pointer that is no result is
 * found by its distance.) */
static void find_copies(struct relation_finder *f, const struct statement *s)
{
	struct domain *d = f->domain;
	const struct variable *from = s->kind == STATEMENT_ASSIGN ? program_variable_of(d->program, s->term) : NULL;
	if (!from || from->kind == VARIABLE_IN || sort_kind(d->program->bank, s->target->sort) != SORT_BITVECTOR ||
	    (relation_is_pointer(d, from) && s->target->kind != VARIABLE_OUT))
		return;
	for (size_t i = 0; i < f->originals; i++) {
		f->loop = f->loops.at[i];
		if (mentions(d, f->found.at[i], from) && !mentions(d, f->found.at[i], s->target))
			add_replaced(f, f->found.at[i], s->term, s->target->term);
	}
}

static bool is_about(const struct relation_finder *f, const struct linear *sum, const struct variable *v)
{
	for (uint32_t i = 0; i < sum->count; i++)
		if (uses_mention(f->domain->relations->uses, sum->parts[i].atom, v))
			return true;
	return false;
}

bool relation_go_back(struct relation_finder *f, const struct statement *s, struct linear *sum)
{
	struct domain *d = f->domain;
	struct linear g = { 0 };
	bool concerned = false;
	for (uint32_t k = 0; k < statement_target_count(s); k++)
		concerned |= is_about(f, sum, statement_target(s, k));
	if (!concerned)
		return true;
	if (s->kind == STATEMENT_CALL) /* a guess: of globals it changes others */
		return s->out_count == 0;
	if (s->kind != STATEMENT_ASSIGN)
		return false;
	struct replacement r = { s->target->term, s->term };
	for (uint32_t i = 0; i < sum->count; i++) {
		term t = term_substitute(d->program->bank, sum->parts[i].atom, replace_leaf, &r);
		if (!relation_guess(d, t, sum->parts[i].by, &g))
			return false;
	}
	*sum = g;
	return relation_is_usable(d, sum);
}

/* Is statement number K of the block a quotient, and what is divided changed before number COUNT? Then the quotient is all that still
 * says what it was. */
static bool is_quotient_of_old(const struct relation_finder *f, const struct block *b, uint32_t k, uint32_t count)
{
	const struct bank *bank = f->domain->program->bank;
	enum op op = b->statements[k].kind == STATEMENT_ASSIGN ? term_op(bank, b->statements[k].term) : OP_CONSTANT;
	if (op != OP_BVUDIV && op != OP_BVLSHR)
		return false;
	for (uint32_t i = k + 1; i < count; i++)
		for (uint32_t n = 0; n < statement_target_count(&b->statements[i]); n++)
			if (uses_mention(f->domain->relations->uses, b->statements[k].term,
					 statement_target(&b->statements[i], n)))
				return true;
	return false;
}

/* Is the one the other, but for names of atoms? (Not twice the capacity, then four times ...) */
static bool has_same_factors(const struct linear *a, const struct linear *b)
{
	int64_t least[2] = { 0 }, most[2] = { 0 };
	const struct linear *sums[2] = { a, b };
	for (unsigned n = 0; n < 2; n++)
		for (uint32_t i = 0; i < sums[n]->count; i++) {
			int64_t by = sums[n]->parts[i].by;
			least[n] = by < least[n] ? by : least[n];
			most[n] = by > most[n] ? by : most[n];
		}
	return least[0] == least[1] && most[0] == most[1];
}

/* What grows is not null, nor a static object, and its size is what counts. */
static void add_origin(struct relation_finder *f, const struct linear *sum)
{
	const struct bank *bank = f->domain->program->bank;
	if (f->is_growing && relation_is_about_objects(f->domain, sum))
		return;
	for (uint32_t i = 0; f->is_growing && i < sum->count; i++) {
		term t = sum->parts[i].atom;
		if (term_op(bank, t) == OP_SELECT && term_arg(bank, t, 0) == f->domain->relations->size->term &&
		    term_is_constant(bank, term_arg(bank, t, 1)))
			return;
	}
	relation_add(f, sum);
}

/* What has to hold at the beginning of the block, or as early as there is something to ask for, for the sum to be known behind
 * its first COUNT statements. */
static void find_before(struct relation_finder *f, const struct block *b, uint32_t count, struct linear sum)
{
	const struct bank *bank = f->domain->program->bank;
	struct linear before = sum;
	uint32_t end = count;
	while (count-- > 0) {
		struct linear last = before;
		const struct statement *s = &b->statements[count];
		bool chooses = s->kind == STATEMENT_ASSIGN && term_op(bank, s->term) == OP_ITE &&
			       sort_kind(bank, s->target->sort) != SORT_MAP && is_about(f, &before, s->target);
		for (uint32_t i = 1; chooses && i <= 2; i++) {
			struct statement one = *s;
			struct linear part = before;
			one.term = term_arg(bank, s->term, i);
			if (relation_go_back(f, &one, &part))
				find_before(f, b, count, part);
		}
		bool is_map = s->kind == STATEMENT_ASSIGN && sort_kind(bank, s->target->sort) == SORT_MAP;
		bool updates = f->is_growing && s->kind == STATEMENT_ASSIGN && !linear_equal(&before, &sum) &&
			       uses_mention(f->domain->relations->uses, s->term, s->target);
		if ((is_map || updates || is_quotient_of_old(f, b, count, end)) && is_about(f, &before, s->target))
			add_origin(f, &before);
		if (relation_go_back(f, &b->statements[count], &before))
			continue;
		before = last;
		break;
	}
	/* In a loop, another local is one more thing to ask for. */
	bool is_loop = f->all_loops->innermost[b->index] != CFG_NONE && !f->is_growing;
	for (uint32_t i = 0; is_loop && i < before.count; i++) {
		const struct variable *v = program_variable_of(f->domain->program, before.parts[i].atom);
		if (v && v->kind == VARIABLE_LOCAL && !linear_by(&sum, v->term))
			return;
	}
	if (before.count <= sum.count && (!f->is_growing || has_same_factors(&before, &sum)))
		add_origin(f, &before);
}

/* What callees want to know of their arguments: whether these are into one object, or all else. */
static void find_arguments(struct relation_finder *f, const struct block *b, uint32_t index, bool objects)
{
	struct domain *d = f->domain;
	const struct statement *s = &b->statements[index];
	const struct relation_list *list =
		s->kind == STATEMENT_CALL ? table_get(&d->relations->passed, s->callee, NULL) : NULL;
	for (size_t i = 0; list && i < list->count; i++) {
		struct linear sum = d->relations->all.at[list->at[i]].sum, g = { 0 };
		bool known = relation_is_about_objects(d, &sum) == objects;
		for (uint32_t k = 0; known && k < sum.count; k++) {
			term t = term_substitute(d->program->bank, sum.parts[k].atom, relation_argument,
						 (void *)(uintptr_t)s);
			known = relation_guess(d, t, sum.parts[k].by, &g);
		}
		if (known)
			find_before(f, b, index, g);
	}
}

static void find_calls(struct relation_finder *f, bool objects)
{
	const struct procedure *proc = f->cfg->procedure;
	f->loop = CFG_NONE;
	for (uint32_t b = proc->block_count; b-- > 0;)
		for (uint32_t i = proc->blocks[b]->statement_count; i-- > 0;)
			find_arguments(f, proc->blocks[b], i, objects);
}

/* Is it about a ghost? That has no origin. */
static bool is_ghostly(const struct domain *d, const struct linear *sum)
{
	bool is = false;
	for (uint32_t i = 0; i < sum->count; i++)
		is |= ghosts_have(d, program_variable_of(d->program, sum->parts[i].atom));
	return is;
}

/* Before each block, what has to hold for what is asked behind it, from sum FIRST on. */
static void find_origins(struct relation_finder *f, size_t first)
{
	const struct procedure *proc = f->cfg->procedure;
	size_t count = f->found.count;
	for (uint32_t b = 0; b < proc->block_count; b++) {
		for (size_t i = first; i < count; i++) {
			const struct linear *sum = &f->domain->relations->all.at[f->found.at[i]].sum;
			f->loop = f->loops.at[i];
			if (!is_ghostly(f->domain, sum) &&
			    (!f->is_growing || sum->count == 2 || relation_is_about_size(f->domain, sum)))
				find_before(f, proc->blocks[b], proc->blocks[b]->statement_count, *sum);
		}
	}
}

static void note_parameters(struct relation_finder *f, const struct procedure *proc)
{
	struct relations *r = f->domain->relations;
	struct relation_list *passed = relation_new_list(r), *returned = relation_new_list(r);
	table_put(&r->passed, proc, passed);
	table_put(&r->returned, proc, returned);
	for (size_t i = 0; i < f->found.count; i++) {
		const struct linear *sum = &r->all.at[f->found.at[i]].sum;
		if (is_of(r, sum, false))
			vec_push(passed, f->found.at[i]);
		if (is_of(r, sum, true))
			vec_push(returned, f->found.at[i]);
	}
}

static void each_statement(struct relation_finder *f, const struct procedure *proc,
			   void (*find)(struct relation_finder *f, const struct statement *s))
{
	for (uint32_t b = proc->block_count; b-- > 0;)
		for (uint32_t i = proc->blocks[b]->statement_count; i-- > 0;)
			find(f, &proc->blocks[b]->statements[i]);
}

/* Does the block make an object of a size that is not constant, and does it copy something? */
static void see_growth(const struct relation_finder *f, const struct block *b, bool *makes, bool *copies)
{
	const struct bank *bank = f->domain->program->bank;
	*makes = *copies = false;
	for (uint32_t i = 0; i < b->statement_count; i++) {
		const struct statement *s = &b->statements[i];
		if (s->kind != STATEMENT_ASSIGN)
			continue;
		*copies |= term_op(bank, s->term) == OP_COPY;
		*makes |= s->target == f->domain->relations->size && term_op(bank, s->term) == OP_STORE &&
			  !term_is_constant(bank, term_arg(bank, s->term, 2));
	}
}

/* Does a loop make objects of sizes that are not constant, or are others copied to these (a small procedure, which a loop calls)? What grows so is
 * looked at through more copies of its pointers: how many sums there may be; 0: nothing grows. */
static size_t most_of_growing(const struct relation_finder *f)
{
	const struct procedure *proc = f->cfg->procedure;
	size_t most = 0;
	bool makes, copies;
	for (uint32_t b = 0; b < proc->block_count; b++) {
		see_growth(f, proc->blocks[b], &makes, &copies);
		if (makes && f->all_loops->innermost[b] != CFG_NONE)
			return MOST_OF_GROWING;
		most = makes && copies && proc->block_count <= SMALL_GROWN ? MOST_OF_GROWN : most;
	}
	return most;
}

static void find_of_procedure(struct domain *d, const struct procedure *proc)
{
	struct cfg *cfg = cfg_new(proc);
	struct relation_finder f = { .domain = d, .cfg = cfg };
	struct dominators *dom = dominators_new(cfg);
	struct loops *loops = loops_new(cfg, dom);
	f.all_loops = loops;
	size_t room = ROOM / proc->block_count;
	room = room > MOST_OF_PROCEDURE ? MOST_OF_PROCEDURE : room < LEAST_OF_PROCEDURE ? LEAST_OF_PROCEDURE : room;
	f.most = room / 2;
	for (uint32_t i = loops->count; i-- > 0;)
		relations_find_steps(&f, &loops->loops[i]);
	relations_combine_steps(&f);
	size_t asked = f.found.count + ROOM_ASKED / proc->block_count;
	f.most = asked < room - room / 4 ? asked : room - room / 4;
	f.loop = CFG_NONE;
	relations_ask(&f);
	f.originals = f.found.count;
	f.most = room;
	find_origins(&f, 0);
	size_t origins;
	find_calls(&f, false);
	each_statement(&f, proc, find_copies);
	relations_ask_parts(&f);
	relations_ask_objects(&f);
	find_calls(&f, true);
	relations_ask_lists(&f);
	find_parameters(&f);
	size_t most = most_of_growing(&f);
	if (most) {
		f.is_growing = true;
		f.most = most > room ? most : room;
		for (unsigned i = 0; i < MOST_ORIGINS; i++) {
			size_t first = i ? origins : 0;
			origins = f.found.count;
			find_origins(&f, first);
		}
		find_parameters(&f);
	}
	relations_ask_elements(&f);
	note_parameters(&f, proc);
	loops_free(loops);
	dominators_free(dom);
	cfg_free(cfg);
	vec_free(&f.found);
	vec_free(&f.loops);
	vec_free(&f.steps);
}

void relations_init(struct domain *d, struct uses *uses, const uint32_t *order)
{
	struct program *p = d->program;
	const struct variable *size = program_role(p, GLOBAL_SIZE);
	bool usable = size && sort_kind(p->bank, size->sort) == SORT_MAP && d->pointer_bits && d->pointer_bits <= 64;
	d->relations = memory_alloc(sizeof *d->relations);
	d->relations->uses = uses;
	if (d->object_bits == RELATION_BITS || d->object_bits + d->pointer_bits == RELATION_BITS)
		return;
	if (usable && sort_width(p->bank, sort_index(p->bank, size->sort)) == d->object_bits &&
	    sort_kind(p->bank, sort_value(p->bank, size->sort)) == SORT_BITVECTOR &&
	    sort_width(p->bank, sort_value(p->bank, size->sort)) == d->pointer_bits)
		d->relations->size = size;
	d->relations->procedures = memory_alloc((p->procedure_count + 1) * sizeof *d->relations->procedures);
	for (uint32_t i = 0; i < p->procedure_count; i++)
		find_of_procedure(d, p->procedures[order[i]]);
}

void relations_release(struct domain *d)
{
	struct relations *r = d->relations;
	if (!r)
		return;
	for (size_t i = 0; i < r->lists.count; i++) {
		vec_free(r->lists.at[i]);
		memory_free(r->lists.at[i]);
	}
	for (uint32_t i = 0; r->procedures && i < d->program->procedure_count; i++)
		table_free(&r->procedures[i].about);
	memory_free(r->procedures);
	vec_free(&r->lists);
	vec_free(&r->all);
	table_free(&r->index);
	table_free(&r->about);
	table_free(&r->of_atom);
	table_free(&r->passed);
	table_free(&r->returned);
	memory_free(r);
}

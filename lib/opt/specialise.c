/* specialise: a recursive procedure that is called with constants which say how deep it goes has a copy for each depth
 * (polyvariant specialisation: N. D. Jones, C. K. Gomard, P. Sestoft, "Partial Evaluation", 1993, chapter 4).
 *
 *	call twice(x, 0bv8);                          call twice.1(x, 0bv8);
 *
 *	procedure twice(x, i) {                       procedure twice.1(x, i) {
 *	  branch bvult(i, 2bv8), more, done;    =>      branch bvult(0bv8, 2bv8), more, done;
 *	more: call twice(x, bvadd(i, 1bv8));            more: call twice.2(x, bvadd(0bv8, 1bv8));
 *
 * Loops of a few rounds are such procedures: what they do is known where they stand then, without an invariant. And a procedure that is
 * called with constant pointers has a copy for these:
 *
 *	call put(left);  call put(right);     =>      call put.1(left);  call put.2(right);
 *
 * Procedures that call each other have copies for pointers too, also those that a table of functions leads to, if only the beginning of the
 * program writes it. Of programs whose loops are procedures.
 *
 * Exact: what is known of a parameter has that value in each execution of the call, so the copy, in which that value stands in
 * its place, does the same. Where the recursion is followed to its end no execution of the last copy calls
 * itself, so it does not matter whom it would call. Copies share the {id}s of inputs, as those of pass `unroll` do. */
#include <string.h>

#include "callgraph.h"
#include "cfg.h"
#include "clone.h"
#include "frozen.h"
#include "pass.h"
#include "statement.h"
#include "unused.h"

/* MOST_ROUNDS: calls that are followed, one in the other. MOST_VALUES: that are kept in the walk of one. MOST_VARIANTS: of one procedure.
 * GROWTH: how much larger the program may become. */
enum { MOST_ROUNDS = 16, MOST_VALUES = 1 << 18, MOST_VARIANTS = 16, GROWTH = 4, LEAST_GROWTH = 4000 };

/* What one call of a procedure makes: values of variables by their index, 0: not known. */
struct walk {
	struct program *program;
	const struct procedure *procedure;
	struct cfg *cfg;
	term *values; /* by block and variable: where it begins */
	bool *reached;
	const struct frozen *frozen; /* NULL: of the entry, in whose beginning it may be something else */
	term *next;                  /* by parameter: of the calls of itself */
	bool calls;
	struct specialiser *visitor; /* whom calls are shown to; NULL: nobody */
};

/* Copies for one callee and what is known of its arguments. */
struct variant {
	struct procedure *callee, *first;
	term *known;
};

struct specialiser {
	struct program *program;
	struct callgraph *graph;
	struct variants VEC_BODY(struct variant) variants; /* first: NULL if there are none */
	uint32_t *variants_of;                             /* by procedure, how many */
	uint32_t pointer_bits;                             /* of a pointer; 0: not known */
	struct frozen frozen;
	uint64_t room;
	bool changed;
};

/* --- one round --- */

struct environment {
	const struct walk *walk;
	const term *values;
};

static term known_leaf(void *context, term leaf)
{
	const struct environment *e = context;
	const struct variable *v = program_variable_of(e->walk->program, leaf);
	if (v && !v->procedure) {
		term contents = e->walk->frozen ? frozen_contents(e->walk->frozen, leaf) : 0;
		return contents ? contents : leaf;
	}
	return v && v->procedure == e->walk->procedure && e->values[v->index] ? e->values[v->index] : leaf;
}

/* The constant that it is; 0: not known. */
static term evaluate(const struct walk *w, const term *values, term t)
{
	struct environment e = { .walk = w, .values = values };
	term value = term_substitute(w->program->bank, t, known_leaf, &e);
	return term_is_constant(w->program->bank, value) ? value : 0;
}

static void assign(term *values, const struct variable *v, term value)
{
	if (v->procedure)
		values[v->index] = value;
}

static void meet_call(struct walk *w, const term *values, const struct statement *s)
{
	for (uint32_t i = 0; i < s->argument_count; i++) {
		term value = evaluate(w, values, s->arguments[i]);
		w->next[i] = !w->calls || w->next[i] == value ? value : 0;
	}
	w->calls = true;
}

static void visit_call(struct specialiser *sp, const struct walk *w, const term *values, struct statement *s);

/* False: no execution goes on behind it. */
static bool execute(struct walk *w, term *values, struct statement *s)
{
	if (s->kind == STATEMENT_CALL && s->callee == w->procedure)
		meet_call(w, values, s);
	else if (s->kind == STATEMENT_CALL && w->visitor)
		visit_call(w->visitor, w, values, s);
	term value = s->kind == STATEMENT_CALL || !s->term ? 0 : evaluate(w, values, s->term);
	if (s->kind == STATEMENT_ASSUME || s->kind == STATEMENT_ASSERT)
		return !value || !term_is_false(w->program->bank, value);
	for (uint32_t i = 0; i < statement_target_count(s); i++)
		assign(values, statement_target(s, i), value);
	return true;
}

static void enter(struct walk *w, const struct block *b, const term *values)
{
	uint32_t count = w->procedure->variable_count;
	term *into = &w->values[(size_t)b->index * count];
	for (uint32_t i = 0; i < count; i++)
		into[i] = !w->reached[b->index] || into[i] == values[i] ? values[i] : 0;
	w->reached[b->index] = true;
}

static void leave(struct walk *w, const struct terminator *t, const term *values)
{
	term condition = t->kind == TERMINATOR_BRANCH ? evaluate(w, values, t->term) : 0;
	for (uint32_t i = 0; i < t->target_count; i++)
		if (!condition || term_is_false(w->program->bank, condition) == (i == 1))
			enter(w, t->targets[i], values);
}

static void walk_block(struct walk *w, const struct block *b)
{
	term *values = &w->values[(size_t)b->index * w->procedure->variable_count];
	for (uint32_t s = 0; s < b->statement_count; s++)
		if (!execute(w, values, &b->statements[s]))
			return;
	leave(w, &b->terminator, values);
}

/* What a call with these arguments comes to: does it call itself, and with what? */
static bool walk_round(struct walk *w, const term *known)
{
	const struct procedure *proc = w->procedure;
	w->calls = false;
	memset(w->reached, 0, proc->block_count * sizeof *w->reached);
	memset(w->values, 0, (size_t)proc->block_count * proc->variable_count * sizeof *w->values);
	memcpy(w->values, known, proc->in_count * sizeof *known);
	w->reached[0] = true;
	for (uint32_t i = 0; i < w->cfg->order_count; i++)
		if (w->reached[w->cfg->order[i]])
			walk_block(w, proc->blocks[w->cfg->order[i]]);
	return w->calls;
}

/* --- all rounds --- */

static bool is_pointer(const struct specialiser *sp, term constant)
{
	struct bank *bank = sp->program->bank;
	return constant && sp->pointer_bits && term_sort(bank, constant) != sort_bool(bank) &&
	       sort_width(bank, term_sort(bank, constant)) == sp->pointer_bits;
}

static struct walk walk_new(struct specialiser *sp, const struct procedure *proc)
{
	struct walk w = { .program = sp->program,
			  .procedure = proc,
			  .cfg = cfg_new(proc),
			  .frozen = proc == sp->program->entry ? NULL : &sp->frozen };
	w.values = memory_alloc(((size_t)proc->block_count * proc->variable_count + 1) * sizeof *w.values);
	w.reached = memory_alloc(proc->block_count * sizeof *w.reached);
	w.next = memory_alloc((proc->in_count + 1) * sizeof *w.next);
	return w;
}

static void walk_release(struct walk *w)
{
	memory_free(w->next);
	memory_free(w->reached);
	memory_free(w->values);
	cfg_free(w->cfg);
}

/* How many calls one in the other; 0: not followed to the end. `rows`: what is known in each, of the first one already. */
static uint32_t follow(struct walk *w, term *rows)
{
	uint32_t rounds = 0, count = w->procedure->in_count;
	bool more = true;
	while (more && rounds < MOST_ROUNDS) {
		more = walk_round(w, &rows[(size_t)rounds * count]);
		if (++rounds < MOST_ROUNDS)
			memcpy(&rows[(size_t)rounds * count], w->next, count * sizeof *w->next);
	}
	return more ? 0 : rounds;
}

/* Leaves what is the same in all calls, of pointers. False: nothing is. */
static bool find_stable(const struct specialiser *sp, struct walk *w, term *known)
{
	const struct procedure *proc = w->procedure;
	bool changed = true, some = false;
	for (uint32_t i = 0; i < proc->in_count; i++)
		known[i] = is_pointer(sp, known[i]) ? known[i] : 0;
	while (changed) {
		bool more = walk_round(w, known);
		changed = some = false;
		for (uint32_t i = 0; i < proc->in_count; i++) {
			bool stays = known[i] && (!more || w->next[i] == known[i]);
			changed |= known[i] && !stays;
			some |= stays;
			known[i] = stays ? known[i] : 0;
		}
	}
	return some;
}

/* --- copies --- */

struct fixing {
	const struct procedure *procedure;
	const term *known;
	const bool *assigned; /* by parameter */
};

static term fixed_leaf(void *context, term leaf)
{
	const struct fixing *f = context;
	const struct variable *v = program_variable_of(f->procedure->program, leaf);
	bool fixed = v && v->procedure == f->procedure && v->index < f->procedure->in_count && f->known[v->index] &&
		     !f->assigned[v->index];
	return fixed ? f->known[v->index] : leaf;
}

static void find_assigned(const struct procedure *proc, bool *assigned)
{
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t i = 0; i < proc->blocks[b]->statement_count; i++) {
			const struct statement *s = &proc->blocks[b]->statements[i];
			for (uint32_t k = 0; k < statement_target_count(s); k++) {
				const struct variable *v = statement_target(s, k);
				if (v->procedure == proc && v->index < proc->in_count)
					assigned[v->index] = true;
			}
		}
}

static void fix_terms(struct procedure *proc, const struct fixing *f)
{
	struct bank *bank = proc->program->bank;
	struct table memo = { 0 };
	for (uint32_t b = 0; b < proc->block_count; b++) {
		struct terminator *t = &proc->blocks[b]->terminator;
		for (uint32_t i = 0; i < proc->blocks[b]->statement_count; i++) {
			struct statement *s = &proc->blocks[b]->statements[i];
			for (uint32_t k = 0; k < statement_term_count(s); k++)
				statement_set_term(
					s, k,
					term_substitute_memo(bank, statement_term(s, k), &memo, fixed_leaf, (void *)f));
		}
		if (t->kind == TERMINATOR_BRANCH)
			t->term = term_substitute_memo(bank, t->term, &memo, fixed_leaf, (void *)f);
	}
	table_free(&memo);
}

/* What is known stands in the parameters' places; one that the procedure assigns begins with it. */
static void fix_parameters(struct procedure *proc, const term *known)
{
	bool *assigned = memory_alloc((proc->in_count + 1) * sizeof *assigned);
	find_assigned(proc, assigned);
	fix_terms(proc, &(struct fixing){ proc, known, assigned });
	for (uint32_t i = 0; i < proc->in_count; i++)
		if (known[i] && assigned[i]) {
			struct statement *s = block_insert(proc->program, proc->blocks[0], 0, STATEMENT_ASSIGN);
			s->target = proc->variables[i];
			s->term = known[i];
		}
	memory_free(assigned);
}

/* Calls of `from` go to `to`; NULL: none is executed. */
static void redirect(struct procedure *in, const struct procedure *from, struct procedure *to)
{
	for (uint32_t b = 0; b < in->block_count; b++)
		for (uint32_t s = 0; s < in->blocks[b]->statement_count; s++) {
			if (in->blocks[b]->statements[s].callee != from)
				continue;
			in->blocks[b]->statements[s].callee = to;
			if (to)
				continue;
			block_truncate(in->blocks[b], s);
			block_make_return(in->blocks[b]);
		}
}

static struct procedure *copy(struct specialiser *sp, struct procedure *callee, const term *known)
{
	struct procedure *made = procedure_clone(callee, program_fresh_name(sp->program, callee->name));
	fix_parameters(made, known);
	return made;
}

static struct procedure *make_copies(struct specialiser *sp, struct procedure *callee, const term *rows,
				     uint32_t rounds)
{
	struct procedure *next = NULL;
	for (uint32_t k = rounds; k-- > 0;) {
		struct procedure *made = copy(sp, callee, &rows[(size_t)k * callee->in_count]);
		redirect(made, callee, next);
		next = made;
	}
	return next;
}

static bool has_room(struct specialiser *sp, const struct procedure *callee, uint32_t copies)
{
	uint64_t size = copies * procedure_size(callee);
	bool fits = size <= sp->room;
	sp->room -= fits ? size : 0;
	return fits;
}

static struct procedure *specialise(struct specialiser *sp, struct procedure *callee, const term *known)
{
	struct procedure *first = NULL;
	uint32_t count = callee->in_count;
	term *rows = memory_alloc(((size_t)MOST_ROUNDS * count + 1) * sizeof *rows);
	struct walk w = walk_new(sp, callee);
	memcpy(rows, known, count * sizeof *known);
	uint32_t rounds = follow(&w, rows);
	memcpy(rows, known, count * sizeof *known);
	if (rounds && has_room(sp, callee, rounds)) {
		first = make_copies(sp, callee, rows, rounds);
	} else if (find_stable(sp, &w, rows) && has_room(sp, callee, 1)) {
		first = copy(sp, callee, rows);
		redirect(first, callee, first);
	}
	walk_release(&w);
	memory_free(rows);
	return first;
}

/* --- calls --- */

static struct procedure *variant_for(struct specialiser *sp, struct procedure *callee, const term *known)
{
	size_t bytes = callee->in_count * sizeof *known;
	for (size_t i = 0; i < sp->variants.count; i++)
		if (sp->variants.at[i].callee == callee && !memcmp(sp->variants.at[i].known, known, bytes))
			return sp->variants.at[i].first;
	if (sp->variants_of[callee->index]++ >= MOST_VARIANTS)
		return NULL;
	struct variant made = { .callee = callee, .first = specialise(sp, callee, known) };
	made.known = memory_alloc(bytes + 1);
	memcpy(made.known, known, bytes);
	vec_push(&sp->variants, made);
	return made.first;
}

static bool is_small(const struct procedure *proc)
{
	return (size_t)proc->block_count * proc->variable_count <= MOST_VALUES;
}

/* Is it recursive, and calls itself and nobody that calls it, as loops do? */
static bool is_loop(const struct specialiser *sp, const struct procedure *callee)
{
	uint32_t component = sp->graph->component[callee->index];
	return sp->graph->recursive[callee->index] &&
	       sp->graph->member_start[component + 1] - sp->graph->member_start[component] == 1;
}

static void visit_call(struct specialiser *sp, const struct walk *w, const term *values, struct statement *s)
{
	if (s->callee->index >= sp->graph->count || !is_small(s->callee))
		return;
	bool some = false, loop = is_loop(sp, s->callee);
	term *known = memory_alloc((s->argument_count + 1) * sizeof *known);
	for (uint32_t i = 0; i < s->argument_count; i++) {
		term value = evaluate(w, values, s->arguments[i]);
		known[i] = loop || is_pointer(sp, value) ? value : 0;
		some |= known[i] != 0;
	}
	struct procedure *variant = some ? variant_for(sp, s->callee, known) : NULL;
	if (variant)
		s->callee = variant;
	sp->changed |= variant != NULL;
	memory_free(known);
}

static void visit_procedure(struct specialiser *sp, const struct procedure *proc)
{
	if (!is_small(proc))
		return;
	struct walk w = walk_new(sp, proc);
	w.visitor = sp;
	walk_round(&w, w.next);
	walk_release(&w);
}

static uint32_t bits_of_pointers(const struct program *p)
{
	uint64_t object = attribute_get_number(p->attributes, ATTRIBUTE_OBJECT, 0);
	return object ? (uint32_t)(object + attribute_get_number(p->attributes, ATTRIBUTE_POINTER, 64)) : 0;
}

static bool run(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	struct specialiser sp = { .program = p, .pointer_bits = bits_of_pointers(p) };
	uint64_t size = 0;
	(void)options, (void)diags;
	if (!program_holds(p, FACT_ACYCLIC))
		return false;
	for (uint32_t i = 0; i < p->procedure_count; i++)
		size += procedure_size(p->procedures[i]);
	sp.room = GROWTH * size > LEAST_GROWTH ? GROWTH * size : LEAST_GROWTH;
	sp.graph = callgraph_new(p);
	sp.frozen = frozen_find(p);
	sp.variants_of = memory_alloc((p->procedure_count + 1) * sizeof *sp.variants_of);
	/* Copies come behind, and call others. */
	for (uint32_t i = 0; i < p->procedure_count; i++)
		visit_procedure(&sp, p->procedures[i]);
	for (size_t i = 0; i < sp.variants.count; i++)
		memory_free(sp.variants.at[i].known);
	vec_free(&sp.variants);
	memory_free(sp.variants_of);
	frozen_release(&sp.frozen);
	callgraph_free(sp.graph);
	if (sp.changed)
		program_remove_unused(p);
	return sp.changed;
}

const struct pass pass_specialise = {
	.name = "specialise",
	.about = "procedures have copies for constants that bound recursion",
	.run = run,
	.needs = FACT_ACYCLIC | FACT_NUMBERED,
	.keeps = FACTS_ALL,
};

/* redundant: conditions that are known where they stand.
 *
 *	assert not(eq(p, 0bv64));           assert not(eq(p, 0bv64));
 *	x := M[p];                          x := M[p];
 *	assert not(eq(p, 0bv64));      =>   assert true;
 *	branch eq(y, 1bv8), a, b;           branch eq(y, 1bv8), a, b;
 *	a: branch bvult(y, 2bv8), c, d;     a: branch true, c, d;
 *
 *	assert c; y := ite(ite(c, a, b), 1bv32, 0bv32);   =>   assert c; y := ite(a, 1bv32, 0bv32);
 *
 * Behind an assertion or assumption its condition holds; where a branch is the only way to a block, its condition or the
 * contrary does. Such a fact holds in all that the place dominates, about the values (ssa.h) that were read:
 * a variable that has been assigned since has another value. From eq(x, constant) also follows what other
 * conditions on x come to. Only conditions are decided, and choices between conditions, as the order of two pointers is
 * (that of their offsets, if they point into one object, which is asserted); a false assertion stays as it is. Exact: a
 * violated assertion ends an execution, so what comes after it is only executed where it held. */
#include "pass.h"
#include "ssa.h"
#include "statement.h"

/* A condition about certain values. Facts are undone in reverse order when the walk leaves what they dominate. */
struct fact {
	uint64_t hash;
	term condition;
	const uint32_t *reads; /* values of its variables, in the order of uses_of; in an arena */
	bool holds;
	uint32_t older; /* the next fact in its bucket + 1 */
};

struct known_value {
	uint32_t value;
	term constant, before; /* what was known of it until then */
};

struct facts {
	struct program *program;
	struct ssa *ssa;
	struct arena *arena;
	struct facts_list VEC_BODY(struct fact) list;
	struct table buckets; /* hash -> last fact + 1 */
	term *constants;      /* SSA value -> what it is known to be equal to, or 0 */
	struct known_list VEC_BODY(struct known_value) known;
	uint32_t *current; /* scratch: slot -> value read by the condition at hand */
	unsigned budget;   /* subterms that may still be looked at for this condition */
	bool chosen;       /* a choice in it was decided */
	bool changed;
};

struct scope {
	uint32_t block;
	size_t facts, known;
};

/* --- facts --- */

static uint64_t hash_condition(const struct facts *f, term t, const struct uses_list *used)
{
	uint64_t h = t;
	for (uint32_t i = 0; i < used->count; i++)
		h = hash_mix(h, f->current[ssa_slot(f->ssa, used->variables[i])]);
	return h == UINT64_MAX ? 0 : h;
}

static bool is_about(const struct facts *f, const struct fact *fact, term t, const struct uses_list *used)
{
	if (fact->condition != t)
		return false;
	for (uint32_t i = 0; i < used->count; i++)
		if (fact->reads[i] != f->current[ssa_slot(f->ssa, used->variables[i])])
			return false;
	return true;
}

static const struct fact *find_fact(struct facts *f, term t)
{
	const struct uses_list *used = uses_of(f->ssa->uses, t);
	uint64_t at = table_get(&f->buckets, hash_condition(f, t, used), 0);
	for (; at; at = f->list.at[at - 1].older)
		if (is_about(f, &f->list.at[at - 1], t, used))
			return &f->list.at[at - 1];
	return NULL;
}

static void add_fact(struct facts *f, term t, bool holds)
{
	const struct uses_list *used = uses_of(f->ssa->uses, t);
	uint64_t hash = hash_condition(f, t, used);
	uint32_t *reads = arena_alloc(f->arena, used->count * sizeof *reads);
	for (uint32_t i = 0; i < used->count; i++)
		reads[i] = f->current[ssa_slot(f->ssa, used->variables[i])];
	uint32_t older = (uint32_t)table_get(&f->buckets, hash, 0);
	vec_push(&f->list, (struct fact){ hash, t, reads, holds, older });
	table_put(&f->buckets, hash, f->list.count);
}

/* x = constant. */
static void add_constant(struct facts *f, term t)
{
	const struct bank *bank = f->program->bank;
	term x = term_arg(bank, t, 0), constant = term_arg(bank, t, 1);
	if (term_is_constant(bank, x)) {
		term other = x;
		x = constant;
		constant = other;
	}
	const struct variable *v = program_variable_of(f->program, x);
	if (!v || !term_is_constant(bank, constant))
		return;
	uint32_t value = f->current[ssa_slot(f->ssa, v)];
	vec_push(&f->known, (struct known_value){ value, constant, f->constants[value] });
	f->constants[value] = constant;
}

/* Depth of connectives (the walks recurse) and number of subterms that are looked at. */
enum { MAX_DEPTH = 64, MAX_VISITS = 256 };

/* --- deciding --- */

static term known_constant(void *context, term leaf)
{
	const struct facts *f = context;
	const struct variable *v = program_variable_of(f->program, leaf);
	term constant = v ? f->constants[f->current[ssa_slot(f->ssa, v)]] : 0;
	return constant ? constant : leaf;
}

static term decide(struct facts *f, term t, unsigned depth);

static term decide_choice(struct facts *f, term t, unsigned depth)
{
	const struct bank *bank = f->program->bank;
	term c = decide(f, term_arg(bank, t, 0), depth);
	if (!term_is_constant(bank, c))
		return t;
	f->chosen = true;
	return decide(f, term_arg(bank, t, term_is_true(bank, c) ? 1 : 2), depth);
}

/* What the condition comes to: itself if that is not known. */
static term decide(struct facts *f, term t, unsigned depth)
{
	struct bank *bank = f->program->bank;
	enum op op = term_op(bank, t);
	if (term_is_constant(bank, t))
		return t;
	const struct fact *fact = find_fact(f, t);
	if (fact)
		return term_bool(bank, fact->holds);
	if (!depth || !f->budget || (op != OP_NOT && op != OP_AND && op != OP_OR && op != OP_ITE))
		return t;
	f->budget--;
	if (op == OP_ITE)
		return decide_choice(f, t, depth - 1);
	term a = decide(f, term_arg(bank, t, 0), depth - 1);
	if (op == OP_NOT)
		return term_not(bank, a);
	term b = decide(f, term_arg(bank, t, 1), depth - 1);
	return op == OP_AND ? term_and(bank, a, b) : term_or(bank, a, b);
}

/* A variable of sort Bool that holds, or does not, is a constant. */
static void add_variable(struct facts *f, term t, bool holds)
{
	const struct variable *v = program_variable_of(f->program, t);
	if (!v)
		return;
	uint32_t value = f->current[ssa_slot(f->ssa, v)];
	term constant = term_bool(f->program->bank, holds);
	vec_push(&f->known, (struct known_value){ value, constant, f->constants[value] });
	f->constants[value] = constant;
}

/* One of the arguments of `and` is false, or of `or` true: which? 0 if that is not known. */
static term remaining_argument(struct facts *f, term t, bool holds)
{
	const struct bank *bank = f->program->bank;
	for (uint32_t i = 0; i < 2; i++) {
		term other = decide(f, term_arg(bank, t, i), MAX_DEPTH);
		if (holds ? term_is_false(bank, other) : term_is_true(bank, other))
			return term_arg(bank, t, 1 - i);
	}
	return 0;
}

/* t holds (or not), with all that follows from its form. */
static void learn(struct facts *f, term t, bool holds, unsigned depth)
{
	struct bank *bank = f->program->bank;
	while (t && depth-- && f->budget) {
		enum op op = term_op(bank, t);
		f->budget--;
		if (op == OP_CONSTANT)
			return;
		if (op == OP_NOT) {
			t = term_arg(bank, t, 0);
			holds = !holds;
			continue;
		}
		add_fact(f, t, holds);
		add_variable(f, t, holds);
		if (op == OP_EQ && holds)
			add_constant(f, t);
		if (op != OP_AND && op != OP_OR)
			return;
		if (op == (holds ? OP_AND : OP_OR)) {
			learn(f, term_arg(bank, t, 0), holds, depth);
			t = term_arg(bank, t, 1);
		} else {
			t = remaining_argument(f, t, holds);
		}
	}
}

/* Before a condition is looked at. True if one of its variables is known to be equal to a constant. */
static bool set_current(struct facts *f, term t, const uint32_t *reads)
{
	const struct uses_list *used = uses_of(f->ssa->uses, t);
	bool known = false;
	for (uint32_t i = 0; i < used->count; i++) {
		f->current[ssa_slot(f->ssa, used->variables[i])] = reads[i];
		known |= f->constants[reads[i]] != 0;
	}
	f->budget = MAX_VISITS;
	f->chosen = false;
	return known;
}

/* Decides the condition at *t if that is possible. */
static void visit_condition(struct facts *f, term *t, const uint32_t *reads, bool only_true)
{
	const struct bank *bank = f->program->bank;
	bool known = set_current(f, *t, reads);
	term decided = decide(f, *t, MAX_DEPTH);
	if (known && !term_is_constant(bank, decided))
		decided = term_substitute(f->program->bank, *t, known_constant, f);
	bool useful = decided != *t && (term_is_constant(bank, decided) || f->chosen);
	if (!useful || (only_true && term_is_false(bank, decided)))
		return;
	*t = decided;
	f->changed = true;
}

/* What a condition chooses to assign: the condition may be decided, or a choice in it. */
static void visit_value(struct facts *f, struct statement *s, const uint32_t *reads)
{
	struct bank *bank = f->program->bank;
	if (term_op(bank, s->term) != OP_ITE)
		return;
	set_current(f, s->term, reads);
	term condition = term_arg(bank, s->term, 0), decided = decide(f, condition, MAX_DEPTH);
	if (decided == condition || (!term_is_constant(bank, decided) && !f->chosen))
		return;
	s->term = term_ite(bank, decided, term_arg(bank, s->term, 1), term_arg(bank, s->term, 2));
	f->changed = true;
}

/* --- the walk --- */

/* The branch that is the only way to the block: then its condition is known there. */
static void learn_from_branch(struct facts *f, uint32_t block)
{
	const struct cfg *cfg = f->ssa->cfg;
	if (cfg->predecessor_start[block + 1] - cfg->predecessor_start[block] != 1 || block == cfg->order[0])
		return;
	uint32_t from = cfg->predecessors[cfg->predecessor_start[block]];
	const struct terminator *t = &f->ssa->procedure->blocks[from]->terminator;
	if (t->kind != TERMINATOR_BRANCH)
		return;
	const struct ssa_block *overlay = &f->ssa->blocks[from];
	set_current(f, t->term, overlay->reads + overlay->read_count - uses_of(f->ssa->uses, t->term)->count);
	learn(f, t->term, t->targets[0]->index == block, MAX_DEPTH);
}

static void visit_check(struct facts *f, struct statement *s, const uint32_t *reads)
{
	term condition = s->term;
	visit_condition(f, &s->term, reads, s->kind == STATEMENT_ASSERT);
	set_current(f, condition, reads);
	learn(f, condition, true, MAX_DEPTH);
}

/* Its branch is not decided yet: learn_from_branch has to find it as it was. */
static void visit_block(struct facts *f, uint32_t block)
{
	struct block *b = f->ssa->procedure->blocks[block];
	const uint32_t *reads = f->ssa->blocks[block].reads;
	for (uint32_t i = 0; i < b->statement_count; i++) {
		struct statement *s = &b->statements[i];
		uint32_t count = 0;
		for (uint32_t k = 0; k < statement_term_count(s); k++)
			count += uses_of(f->ssa->uses, statement_term(s, k))->count;
		if (s->kind == STATEMENT_ASSERT || s->kind == STATEMENT_ASSUME)
			visit_check(f, s, reads);
		else if (s->kind == STATEMENT_ASSIGN)
			visit_value(f, s, reads);
		reads += count;
	}
}

static void decide_branch(struct facts *f, uint32_t block)
{
	struct block *b = f->ssa->procedure->blocks[block];
	const struct ssa_block *overlay = &f->ssa->blocks[block];
	if (b->terminator.kind != TERMINATOR_BRANCH)
		return;
	uint32_t count = uses_of(f->ssa->uses, b->terminator.term)->count;
	visit_condition(f, &b->terminator.term, overlay->reads + overlay->read_count - count, false);
}

static void leave_scope(struct facts *f, struct scope scope)
{
	while (f->list.count > scope.facts) {
		struct fact fact = vec_pop(&f->list);
		table_put(&f->buckets, fact.hash, fact.older);
	}
	while (f->known.count > scope.known) {
		struct known_value known = vec_pop(&f->known);
		f->constants[known.value] = known.before;
	}
}

static struct scope enter_block(struct facts *f, uint32_t block)
{
	struct scope scope = { block, f->list.count, f->known.count };
	learn_from_branch(f, block);
	visit_block(f, block);
	return scope;
}

static void walk(struct facts *f)
{
	const struct cfg *cfg = f->ssa->cfg;
	struct dominators *dom = dominators_new(cfg);
	struct numbers VEC_BODY(uint32_t) *children = memory_alloc(cfg->block_count * sizeof *children);
	VEC(struct scope) stack = { 0 };
	for (uint32_t i = cfg->order_count; i-- > 1;)
		vec_push(&children[dom->parent[cfg->order[i]]], cfg->order[i]);
	vec_push(&stack, enter_block(f, cfg->order[0]));
	while (stack.count) {
		struct numbers *rest = &children[vec_last(&stack).block];
		if (rest->count) {
			vec_push(&stack, enter_block(f, vec_pop(rest)));
			continue;
		}
		/* What the block's own branch comes to is decided last: its children looked at it. */
		decide_branch(f, vec_last(&stack).block);
		leave_scope(f, vec_pop(&stack));
	}
	for (uint32_t i = 0; i < cfg->block_count; i++)
		vec_free(&children[i]);
	memory_free(children);
	vec_free(&stack);
	dominators_free(dom);
}

static bool decide_procedure(struct program *p, const struct procedure *proc, struct uses *uses,
			     const struct effects *effects)
{
	struct facts f = { .program = p, .ssa = ssa_new(proc, uses, effects), .arena = arena_new() };
	f.constants = memory_alloc(f.ssa->values.count * sizeof *f.constants);
	f.current = memory_alloc(f.ssa->slot_count * sizeof *f.current);
	walk(&f);
	vec_free(&f.list);
	vec_free(&f.known);
	table_free(&f.buckets);
	memory_free(f.constants);
	memory_free(f.current);
	arena_free(f.arena);
	ssa_free(f.ssa);
	return f.changed;
}

static bool run(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	(void)options;
	(void)diags;
	struct uses uses;
	struct callgraph *graph = callgraph_new(p);
	struct effects *effects = effects_new(graph);
	bool changed = false;
	uses_init(&uses, p);
	for (uint32_t i = 0; i < p->procedure_count; i++)
		changed |= decide_procedure(p, p->procedures[i], &uses, effects);
	uses_release(&uses);
	effects_free(effects);
	callgraph_free(graph);
	return changed;
}

const struct pass pass_redundant = {
	.name = "redundant",
	.about = "decide conditions that are known where they stand",
	.run = run,
	.keeps = FACTS_ALL,
};

/* reuse: cells of maps that a variable still holds are not read again.
 *
 *	t := M[i];                             t := M[i];
 *	assume bvult(t, n);              =>    assume bvult(t, n);
 *	N := N[j := x]; u := M[i];             N := N[j := x]; u := t;
 *	v := N[j];                             v := x;
 *
 * Available expressions (A. Aho et al., "Compilers", section 9.2.6), inside one procedure, of terms that read a map and of
 * what was stored; any other change of the map ends them. What is known of one variable is then known of the other, for
 * the passes and analyses that come after. Exact. */
#include "bitset.h"
#include "callgraph.h"
#include "cfg.h"
#include "pass.h"
#include "statement.h"
#include "uses.h"

/* Facts in one procedure; words of all sets. */
enum { MOST_FACTS = 20000, MOST_WORDS = 1 << 22 };

/* A list of facts, as positions in `links` + 1. */
struct link {
	uint32_t fact, next;
};

/* `read` has the value of `held`, a variable or a constant. */
struct fact {
	term read, held;
};

struct reuse {
	struct program *program;
	struct uses uses;
	struct effects *effects;
	const struct procedure *procedure;
	struct cfg *cfg;
	VEC(struct fact) facts;
	TABLE(uint64_t, uint32_t) numbers;                    /* of (read, held): position in `facts` + 1 */
	TABLE(term, uint32_t) of_read;                        /* lists of facts about a term */
	TABLE(const struct variable *, uint32_t) of_variable; /* lists of those that read it, or are held in it */
	VEC(struct link) links;
	size_t words;
	uint64_t *gains, *losses, *at_end; /* by block, `words` each */
	bool changed;
};

/* --- facts --- */

static bool reads_map(struct reuse *r, term t)
{
	const struct bank *bank = r->program->bank;
	const struct uses_list *used = uses_of(&r->uses, t);
	for (uint32_t i = 0; i < used->count; i++)
		if (sort_kind(bank, used->variables[i]->sort) == SORT_MAP)
			return true;
	return false;
}

static bool is_map(const struct reuse *r, term t)
{
	return sort_kind(r->program->bank, term_sort(r->program->bank, t)) == SORT_MAP;
}

/* What holds after the assignment; read 0: nothing of this kind. */
static struct fact fact_of(struct reuse *r, const struct statement *s)
{
	struct bank *bank = r->program->bank;
	struct fact none = { 0 };
	if (s->kind != STATEMENT_ASSIGN)
		return none;
	if (!is_map(r, s->term))
		return reads_map(r, s->term) && !uses_mention(&r->uses, s->term, s->target)
			       ? (struct fact){ s->term, s->target->term }
			       : none;
	if (term_op(bank, s->term) != OP_STORE)
		return none;
	term index = term_arg(bank, s->term, 1), value = term_arg(bank, s->term, 2);
	bool simple = term_is_constant(bank, value) || term_op(bank, value) == OP_VARIABLE;
	if (!simple || uses_mention(&r->uses, index, s->target) || uses_mention(&r->uses, value, s->target))
		return none;
	return (struct fact){ term_select(bank, s->target->term, index), value };
}

static uint64_t name_of(struct fact f)
{
	return (uint64_t)f.read << 32 | f.held;
}

static uint32_t add_link(struct reuse *r, uint32_t fact, uint32_t next)
{
	vec_push(&r->links, (struct link){ fact, next });
	return (uint32_t)r->links.count;
}

static void note_variables(struct reuse *r, term t, uint32_t number)
{
	const struct uses_list *used = uses_of(&r->uses, t);
	for (uint32_t i = 0; i < used->count; i++) {
		struct variable *v = used->variables[i];
		table_put(&r->of_variable, v, add_link(r, number, table_get(&r->of_variable, v, 0)));
	}
}

static void note_fact(struct reuse *r, struct fact f)
{
	if (!f.read || table_has(&r->numbers, name_of(f)) || r->facts.count == MOST_FACTS)
		return;
	uint32_t number = (uint32_t)r->facts.count;
	vec_push(&r->facts, f);
	table_put(&r->numbers, name_of(f), number + 1);
	table_put(&r->of_read, f.read, add_link(r, number, table_get(&r->of_read, f.read, 0)));
	note_variables(r, f.read, number);
	note_variables(r, f.held, number);
}

static void find_facts(struct reuse *r)
{
	for (uint32_t i = 0; i < r->cfg->order_count; i++) {
		const struct block *b = r->procedure->blocks[r->cfg->order[i]];
		for (uint32_t s = 0; s < b->statement_count; s++)
			note_fact(r, fact_of(r, &b->statements[s]));
	}
	r->words = bits_words(r->facts.count);
}

/* --- what a statement does to them --- */

static void lose(uint64_t *gains, uint64_t *losses, uint32_t number)
{
	bits_remove(gains, number);
	bits_add(losses, number);
}

static void change(struct reuse *r, const struct variable *v, uint64_t *gains, uint64_t *losses)
{
	for (uint32_t at = table_get(&r->of_variable, v, 0); at; at = r->links.at[at - 1].next)
		lose(gains, losses, r->links.at[at - 1].fact);
}

static void pass_call(struct reuse *r, const struct statement *s, uint64_t *gains, uint64_t *losses)
{
	for (uint32_t g = 0; g < r->program->global_count; g++)
		if (effects_writes(r->effects, s->callee, r->program->globals[g]))
			change(r, r->program->globals[g], gains, losses);
}

/* gains: available because of what was passed; losses: not available any more. */
static void pass_statement(struct reuse *r, const struct statement *s, uint64_t *gains, uint64_t *losses)
{
	if (s->kind == STATEMENT_CALL)
		pass_call(r, s, gains, losses);
	for (uint32_t i = 0; i < statement_target_count(s); i++)
		change(r, statement_target(s, i), gains, losses);
	struct fact f = fact_of(r, s);
	uint32_t number = f.read ? table_get(&r->numbers, name_of(f), 0) : 0;
	if (number) {
		bits_add(gains, number - 1);
		bits_remove(losses, number - 1);
	}
}

/* --- flow --- */

static uint64_t *of_block(const struct reuse *r, uint64_t *sets, uint32_t block)
{
	return sets + block * r->words;
}

static void pass_blocks(struct reuse *r)
{
	for (uint32_t i = 0; i < r->cfg->order_count; i++) {
		uint32_t k = r->cfg->order[i];
		const struct block *b = r->procedure->blocks[k];
		for (uint32_t s = 0; s < b->statement_count; s++)
			pass_statement(r, &b->statements[s], of_block(r, r->gains, k), of_block(r, r->losses, k));
		memset(of_block(r, r->at_end, k), 0xFF, r->words * sizeof *r->at_end);
	}
}

/* At the beginning: of all edges that come in. */
static void gather(const struct reuse *r, uint32_t k, uint64_t *at)
{
	const struct cfg *cfg = r->cfg;
	memset(at, k ? 0xFF : 0, r->words * sizeof *at);
	for (uint32_t i = cfg->predecessor_start[k]; i < cfg->predecessor_start[k + 1]; i++)
		if (cfg_reachable(cfg, cfg->predecessors[i]))
			for (size_t w = 0; w < r->words; w++)
				at[w] &= of_block(r, r->at_end, cfg->predecessors[i])[w];
}

static bool flow_through(const struct reuse *r, uint32_t k, uint64_t *at)
{
	bool changed = false;
	gather(r, k, at);
	for (size_t w = 0; w < r->words; w++) {
		uint64_t out = of_block(r, r->gains, k)[w] | (at[w] & ~of_block(r, r->losses, k)[w]);
		changed |= out != of_block(r, r->at_end, k)[w];
		of_block(r, r->at_end, k)[w] = out;
	}
	return changed;
}

static void solve(struct reuse *r, uint64_t *at)
{
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t i = 0; i < r->cfg->order_count; i++)
			changed |= flow_through(r, r->cfg->order[i], at);
	}
}

/* --- use --- */

static term held_value(struct reuse *r, const struct statement *s, const uint64_t *at)
{
	for (uint32_t i = table_get(&r->of_read, s->term, 0); i; i = r->links.at[i - 1].next) {
		uint32_t number = r->links.at[i - 1].fact;
		term held = r->facts.at[number].held;
		if (bits_has(at, number) && held != s->target->term)
			return held;
	}
	return 0;
}

static void rewrite(struct reuse *r, uint32_t k, uint64_t *at, uint64_t *lost)
{
	const struct block *b = r->procedure->blocks[k];
	gather(r, k, at);
	for (uint32_t i = 0; i < b->statement_count; i++) {
		struct statement *s = &b->statements[i], before = *s;
		term held = s->kind == STATEMENT_ASSIGN ? held_value(r, s, at) : 0;
		bits_zero(lost, r->words);
		pass_statement(r, &before, at, lost);
		if (held) {
			s->term = held;
			r->changed = true;
		}
	}
}

static void reuse_with_sets(struct reuse *r)
{
	size_t size = r->procedure->block_count * r->words;
	uint64_t *at = memory_alloc(r->words * sizeof *at), *lost = memory_alloc(r->words * sizeof *lost);
	r->gains = memory_alloc(size * sizeof *r->gains);
	r->losses = memory_alloc(size * sizeof *r->losses);
	r->at_end = memory_alloc(size * sizeof *r->at_end);
	pass_blocks(r);
	solve(r, at);
	for (uint32_t i = 0; i < r->cfg->order_count; i++)
		rewrite(r, r->cfg->order[i], at, lost);
	memory_free(at);
	memory_free(lost);
	memory_free(r->gains);
	memory_free(r->losses);
	memory_free(r->at_end);
}

static void reuse_in_procedure(struct reuse *r, const struct procedure *proc)
{
	r->procedure = proc;
	r->cfg = cfg_new(proc);
	vec_clear(&r->facts);
	vec_clear(&r->links);
	table_clear(&r->numbers);
	table_clear(&r->of_read);
	table_clear(&r->of_variable);
	find_facts(r);
	if (r->words && proc->block_count <= MOST_WORDS / r->words)
		reuse_with_sets(r);
	cfg_free(r->cfg);
}

static bool run(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	(void)options;
	(void)diags;
	struct callgraph *graph = callgraph_new(p);
	struct reuse r = { .program = p, .effects = effects_new(graph) };
	uses_init(&r.uses, p);
	for (uint32_t i = 0; i < p->procedure_count; i++)
		reuse_in_procedure(&r, p->procedures[i]);
	vec_free(&r.facts);
	vec_free(&r.links);
	table_free(&r.numbers);
	table_free(&r.of_read);
	table_free(&r.of_variable);
	uses_release(&r.uses);
	effects_free(r.effects);
	callgraph_free(graph);
	return r.changed;
}

const struct pass pass_reuse = {
	.name = "reuse",
	.about = "do not read again what a variable still holds",
	.run = run,
	.keeps = FACTS_ALL,
};

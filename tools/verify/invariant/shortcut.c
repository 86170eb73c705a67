/* Shortcuts: another way into a loop's procedure, which takes k rounds on one path at once.
 *
 *	procedure f$loop(i, s, n) {                 leap: havoc k; assume k > 0;
 *	head: branch bvult(i, n), body, exit;             assume i < n and i + (k - 1) < n;
 *	body: call f$loop(i + 1, s + i, n);     =>        call f$loop(i + k, s + k * i + k * (k - 1) / 2, n);
 *	      return;                                     return;
 *	exit: return; }
 *
 * Parameters that become themselves plus something that stays, or that grows by something that stays, have such a form, modulo
 * their width. The conditions on the path are asked for at the first and the last of the rounds: between them they may fail, so
 * that such a program shows what may be violated, and an execution decides whether it is. */
#include "invariant.h"
#include "iterate.h"
#include "statement.h"

enum { MOST_PATHS = 4, MOST_BLOCKS = 24, COUNT_WIDTH = 32 };

/* One path through the loop's procedure, in terms of its in-parameters. */
struct path {
	struct program *program;
	struct procedure *loop;
	struct table values; /* other leaves -> terms */
	VEC(term) conditions;
	VEC(term) next; /* per in-parameter */
	struct variable *count;
	bool failed;
};

/* --- along the path --- */

static term leaf_value(void *context, term leaf)
{
	struct path *path = context;
	const struct variable *v = program_variable_of(path->program, leaf);
	uint64_t value = table_get(&path->values, leaf, 0);
	if (value)
		return (term)value;
	path->failed = path->failed || !v || (v->kind != VARIABLE_IN && v->kind != VARIABLE_GLOBAL);
	return leaf;
}

static term value_of(struct path *path, term t)
{
	return term_substitute(path->program->bank, t, leaf_value, path);
}

static void follow_statement(struct path *path, const struct statement *s)
{
	bool local = s->kind == STATEMENT_ASSIGN && s->target->kind != VARIABLE_GLOBAL;
	if (local)
		table_put(&path->values, s->target->term, value_of(path, s->term));
	else if (s->kind == STATEMENT_ASSUME || s->kind == STATEMENT_ASSERT)
		vec_push(&path->conditions, value_of(path, s->term));
	else if (s->kind == STATEMENT_CALL && s->callee == path->loop)
		for (uint32_t i = 0; i < s->argument_count; i++)
			vec_push(&path->next, value_of(path, s->arguments[i]));
	else
		path->failed = true;
}

/* BLOCKS from the first to the one with the recursive call. */
static void follow(struct path *path, struct block *const *blocks, size_t count)
{
	struct bank *bank = path->program->bank;
	for (size_t i = 0; i < count && !path->failed; i++) {
		const struct block *b = blocks[i];
		for (uint32_t s = 0; s < b->statement_count && !path->failed; s++)
			follow_statement(path, &b->statements[s]);
		if (i + 1 == count || b->terminator.kind != TERMINATOR_BRANCH)
			continue;
		term condition = value_of(path, b->terminator.term);
		vec_push(&path->conditions,
			 b->terminator.targets[0] == blocks[i + 1] ? condition : term_not(bank, condition));
	}
}

/* --- k rounds --- */

static term next_leaf(void *context, term leaf)
{
	const struct path *path = context;
	const struct variable *v = program_variable_of(path->program, leaf);
	return v && v->kind == VARIABLE_IN ? path->next.at[v->index] : leaf;
}

struct staying {
	const struct path *path;
	bool stays;
};

static void check_leaf(void *context, term leaf)
{
	struct staying *s = context;
	s->stays = s->stays && next_leaf((void *)(uintptr_t)s->path, leaf) == leaf;
}

/* Is it the same in each round? */
static bool stays(const struct path *path, term t)
{
	struct staying s = { path, true };
	term_leaves(path->program->bank, t, check_leaf, &s);
	return s.stays;
}

static term as_wide(struct bank *bank, term count, uint32_t width)
{
	return width < term_width(bank, count) ? term_extract(bank, width - 1, 0, count)
					       : term_zero_extend(bank, width, count);
}

/* count * (count - 1) / 2 */
static term pairs(struct bank *bank, term count, uint32_t width)
{
	term wide = as_wide(bank, count, width + 1);
	term less = term_binary(bank, OP_BVSUB, wide, term_bv(bank, width + 1, 1));
	return term_extract(bank, width, 1, term_binary(bank, OP_BVMUL, wide, less));
}

static bool is_number(const struct bank *bank, term t)
{
	return sort_kind(bank, term_sort(bank, t)) == SORT_BITVECTOR && term_width(bank, t) <= 64;
}

/* In-parameter i after `count` rounds; 0: nobody knows. */
static term after(struct path *path, uint32_t i, term count)
{
	struct bank *bank = path->program->bank;
	term now = path->loop->variables[i]->term, next = path->next.at[i];
	if (now == next)
		return now;
	if (!is_number(bank, now))
		return 0;
	uint32_t width = term_width(bank, now);
	term step = term_binary(bank, OP_BVSUB, next, now);
	term growth = term_binary(bank, OP_BVSUB, term_substitute(bank, step, next_leaf, path), step);
	term sum = term_binary(bank, OP_BVADD, now, term_binary(bank, OP_BVMUL, as_wide(bank, count, width), step));
	if (stays(path, step))
		return sum;
	if (!stays(path, growth))
		return 0;
	return term_binary(bank, OP_BVADD, sum, term_binary(bank, OP_BVMUL, pairs(bank, count, width), growth));
}

struct state VEC_BODY(term);

static bool state_after(struct path *path, term count, struct state *state)
{
	for (uint32_t i = 0; i < path->loop->in_count; i++) {
		vec_push(state, after(path, i, count));
		if (!vec_last(state))
			return false;
	}
	return true;
}

struct renaming {
	const struct program *program;
	const struct state *state;
};

static term state_leaf(void *context, term leaf)
{
	const struct renaming *r = context;
	const struct variable *v = program_variable_of(r->program, leaf);
	return v && v->kind == VARIABLE_IN ? r->state->at[v->index] : leaf;
}

/* --- the shortcut --- */

static void assume(struct program *p, struct block *b, term condition)
{
	block_add(p, b, STATEMENT_ASSUME)->term = condition;
}

static struct block *make_leap(struct path *path, const struct state *last, const struct state *state)
{
	struct program *p = path->program;
	struct procedure *loop = path->loop;
	struct bank *bank = p->bank;
	struct block *b = procedure_add_block(loop, procedure_fresh_block_name(loop, "leap"));
	struct renaming at_last = { p, last };
	block_add(p, b, STATEMENT_HAVOC)->target = path->count;
	assume(p, b, term_not(bank, term_eq(bank, path->count->term, term_bv(bank, COUNT_WIDTH, 0))));
	for (size_t i = 0; i < path->conditions.count; i++) {
		assume(p, b, path->conditions.at[i]);
		assume(p, b, term_substitute(bank, path->conditions.at[i], state_leaf, &at_last));
	}
	block_call(p, b, loop, state->at, loop->in_count, loop->variables + loop->in_count, loop->out_count);
	block_return(b);
	return b;
}

/* The block of a shortcut along the path; NULL: there is none. */
static struct block *shorten(struct path *path, struct block *const *blocks, size_t count)
{
	struct procedure *loop = path->loop;
	struct bank *bank = path->program->bank;
	struct state state = { 0 }, last = { 0 };
	struct block *leap = NULL;
	follow(path, blocks, count);
	if (!path->failed && path->next.count == loop->in_count) {
		path->count = procedure_add_variable(loop, procedure_fresh_variable_name(loop, "$rounds"),
						     sort_bitvector(bank, COUNT_WIDTH), VARIABLE_LOCAL);
		term k = path->count->term, before = term_binary(bank, OP_BVSUB, k, term_bv(bank, COUNT_WIDTH, 1));
		if (state_after(path, k, &state) && state_after(path, before, &last))
			leap = make_leap(path, &last, &state);
	}
	vec_free(&state);
	vec_free(&last);
	return leap;
}

struct shortcuts {
	struct program *program;
	struct procedure *loop;
	VEC(struct block *) path, made;
	uint32_t paths;
};

static bool calls_itself(const struct procedure *loop, const struct block *b)
{
	return b->statement_count && again_call(b)->kind == STATEMENT_CALL && again_call(b)->callee == loop;
}

/* All paths from `b` on, which is behind those on the list. The procedure is acyclic. */
static void go_along(struct shortcuts *s, struct block *b)
{
	if (s->path.count >= MOST_BLOCKS || s->paths >= MOST_PATHS)
		return;
	vec_push(&s->path, b);
	if (calls_itself(s->loop, b)) {
		struct path path = { .program = s->program, .loop = s->loop };
		struct block *leap = shorten(&path, s->path.at, s->path.count);
		s->paths++;
		if (leap)
			vec_push(&s->made, leap);
		table_free(&path.values);
		vec_free(&path.conditions);
		vec_free(&path.next);
	} else {
		for (uint32_t i = 0; i < b->terminator.target_count; i++)
			go_along(s, b->terminator.targets[i]);
	}
	s->path.count--;
}

static bool add_shortcuts(struct program *p, struct procedure *loop)
{
	struct shortcuts s = { .program = p, .loop = loop };
	go_along(&s, loop->blocks[0]);
	bool some = s.made.count != 0;
	if (some) {
		struct block *entry = procedure_add_block(loop, procedure_fresh_block_name(loop, "ways"));
		vec_push(&s.made, loop->blocks[0]);
		block_goto_any(p, entry, s.made.at, (uint32_t)s.made.count);
		for (uint32_t i = loop->block_count - 1; i > 0; i--)
			loop->blocks[i] = loop->blocks[i - 1];
		loop->blocks[0] = entry;
		procedure_reindex(loop);
	}
	vec_free(&s.path);
	vec_free(&s.made);
	return some;
}

bool loops_shorten(struct program *p)
{
	struct cut cut;
	VEC(struct procedure *) loops = { 0 };
	bool changed = false;
	if (cut_begin(&cut, p))
		for (size_t i = 0; i < cut.loops.count; i++)
			vec_push(&loops, p->procedures[cut.loops.at[i].procedure->index]);
	cut_release(&cut);
	for (size_t i = 0; i < loops.count; i++)
		changed |= add_shortcuts(p, loops.at[i]);
	vec_free(&loops);
	return changed;
}

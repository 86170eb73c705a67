#include "system_write.h"

#include <ctype.h>
#include <inttypes.h>

#include "arena.h"
#include "intern.h"
#include "state_machine.h"

/* Nodes of BTOR2 have numbers; a Bool is a bit-vector of width 1. */
struct btor2 {
	const struct state_machine *machine;
	const struct bank *bank;
	struct output *out;
	uint32_t last;
	struct table sorts; /* sort, or width if it is a bit-vector's -> node */
	struct table nodes; /* term -> node */
	struct interner *interner;
	struct arena *arena;
	TABLE(const char *, bool) names; /* of nodes: no two have the same */
};

static uint32_t begin_line(struct btor2 *w)
{
	output_format(w->out, "%" PRIu32, ++w->last);
	return w->last;
}

/* --- sorts --- */

static uint32_t bits_node(struct btor2 *w, uint32_t width)
{
	uint64_t key = (uint64_t)width << 32;
	uint32_t node = (uint32_t)table_get(&w->sorts, key, 0);
	if (node)
		return node;
	node = begin_line(w);
	output_format(w->out, " sort bitvec %" PRIu32 "\n", width);
	table_put(&w->sorts, key, node);
	return node;
}

static uint32_t sort_node(struct btor2 *w, sort s)
{
	if (sort_kind(w->bank, s) != SORT_MAP)
		return bits_node(w, sort_kind(w->bank, s) == SORT_BOOL ? 1 : sort_width(w->bank, s));
	uint32_t node = (uint32_t)table_get(&w->sorts, s, 0);
	if (node)
		return node;
	uint32_t index = sort_node(w, sort_index(w->bank, s)), value = sort_node(w, sort_value(w->bank, s));
	node = begin_line(w);
	output_format(w->out, " sort array %" PRIu32 " %" PRIu32 "\n", index, value);
	table_put(&w->sorts, s, node);
	return node;
}

/* --- terms --- */

/* No white space, and no comment; where another node has the name, with its number. */
static void write_name(struct btor2 *w, const char *name, uint32_t node)
{
	char *text = arena_format(w->arena, "%s", name);
	for (char *c = text; *c; c++)
		*c = isgraph((unsigned char)*c) && *c != ';' ? *c : '_';
	const char *only = intern_string(w->interner, text);
	while (table_has(&w->names, only))
		only = intern_string(w->interner, arena_format(w->arena, "%s.%" PRIu32, only, node));
	table_put(&w->names, only, true);
	output_format(w->out, " %s", only);
}

static uint32_t write_constant(struct btor2 *w, term t)
{
	uint32_t s = sort_node(w, term_sort(w->bank, t)), width = term_width(w->bank, t), node = begin_line(w);
	const uint64_t *words = term_words(w->bank, t);
	output_format(w->out, " const %" PRIu32 " ", s);
	for (uint32_t i = width; i-- > 0;)
		output_write(w->out, words[i / 64] >> i % 64 & 1 ? "1" : "0", 1);
	output_string(w->out, "\n");
	return node;
}

static uint32_t write_leaf(struct btor2 *w, const char *kind, term t)
{
	uint32_t s = sort_node(w, term_sort(w->bank, t)), node = begin_line(w);
	output_format(w->out, " %s %" PRIu32, kind, s);
	write_name(w, term_name(w->bank, t), node);
	output_string(w->out, "\n");
	return node;
}

/* A map that is the same everywhere: a state that begins so, and stays. */
static uint32_t write_const_map(struct btor2 *w, uint32_t s, uint32_t value)
{
	uint32_t node = begin_line(w);
	output_format(w->out, " state %" PRIu32 "\n", s);
	begin_line(w);
	output_format(w->out, " init %" PRIu32 " %" PRIu32 " %" PRIu32 "\n", s, node, value);
	begin_line(w);
	output_format(w->out, " next %" PRIu32 " %" PRIu32 " %" PRIu32 "\n", s, node, node);
	return node;
}

static const char *operator_name(enum op op)
{
	static const char *const names[OP_COUNT] = {
		[OP_ITE] = "ite",          [OP_EQ] = "eq",         [OP_NOT] = "not",
		[OP_AND] = "and",          [OP_OR] = "or",         [OP_XOR] = "xor",
		[OP_BVNOT] = "not",        [OP_BVNEG] = "neg",     [OP_BVAND] = "and",
		[OP_BVOR] = "or",          [OP_BVXOR] = "xor",     [OP_BVADD] = "add",
		[OP_BVSUB] = "sub",        [OP_BVMUL] = "mul",     [OP_BVUDIV] = "udiv",
		[OP_BVUREM] = "urem",      [OP_BVSDIV] = "sdiv",   [OP_BVSREM] = "srem",
		[OP_BVSHL] = "sll",        [OP_BVLSHR] = "srl",    [OP_BVASHR] = "sra",
		[OP_CONCAT] = "concat",    [OP_EXTRACT] = "slice", [OP_ZERO_EXTEND] = "uext",
		[OP_SIGN_EXTEND] = "sext", [OP_BVULT] = "ult",     [OP_BVULE] = "ulte",
		[OP_BVSLT] = "slt",        [OP_BVSLE] = "slte",    [OP_SELECT] = "read",
		[OP_STORE] = "write",
	};
	return names[op];
}

static uint32_t node_of(const struct btor2 *w, term t)
{
	return (uint32_t)table_get(&w->nodes, t, 0);
}

static uint32_t write_application(struct btor2 *w, term t)
{
	enum op op = term_op(w->bank, t);
	uint32_t s = sort_node(w, term_sort(w->bank, t)), count = term_count(w->bank, t);
	if (op == OP_CONST_MAP)
		return write_const_map(w, s, node_of(w, term_arg(w->bank, t, 0)));
	uint32_t node = begin_line(w);
	output_format(w->out, " %s %" PRIu32, operator_name(op), s);
	for (uint32_t i = 0; i < count; i++)
		output_format(w->out, " %" PRIu32, node_of(w, term_arg(w->bank, t, i)));
	if (op == OP_EXTRACT)
		output_format(w->out, " %" PRIu32 " %" PRIu32, term_index(w->bank, t, 0), term_index(w->bank, t, 1));
	if (op == OP_ZERO_EXTEND || op == OP_SIGN_EXTEND)
		output_format(w->out, " %" PRIu32,
			      term_width(w->bank, t) - term_width(w->bank, term_arg(w->bank, t, 0)));
	output_string(w->out, "\n");
	return node;
}

static uint32_t write_node(struct btor2 *w, term t)
{
	enum op op = term_op(w->bank, t);
	return op == OP_CONSTANT   ? write_constant(w, t)
	       : op == OP_VARIABLE ? write_leaf(w, "input", t)
				   : write_application(w, t);
}

/* The node of a term, written with all below it. */
static uint32_t write_term(struct btor2 *w, term root)
{
	VEC(term) stack = { 0 };
	vec_push(&stack, root);
	while (stack.count) {
		term t = vec_last(&stack);
		size_t before = stack.count;
		for (uint32_t i = term_count(w->bank, t); i-- > 0 && !table_has(&w->nodes, t);)
			if (!table_has(&w->nodes, term_arg(w->bank, t, i)))
				vec_push(&stack, term_arg(w->bank, t, i));
		if (stack.count > before)
			continue;
		if (!table_has(&w->nodes, t))
			table_put(&w->nodes, t, write_node(w, t));
		stack.count--;
	}
	vec_free(&stack);
	return node_of(w, root);
}

/* --- the system --- */

/* A state's number is above that of what it begins as. */
static void write_states(struct btor2 *w)
{
	const struct state_machine *m = w->machine;
	uint32_t first = write_term(w, m->first), s = sort_node(w, term_sort(w->bank, m->first));
	for (size_t i = 0; i < m->parts.count; i++)
		table_put(&w->nodes, m->parts.at[i].now, write_leaf(w, "state", m->parts.at[i].now));
	begin_line(w);
	output_format(w->out, " init %" PRIu32 " %" PRIu32 " %" PRIu32 "\n", s, node_of(w, m->parts.at[0].now), first);
}

static void write_steps(struct btor2 *w)
{
	const struct state_machine *m = w->machine;
	for (size_t i = 0; i < m->parts.count; i++) {
		const struct state_part *part = &m->parts.at[i];
		uint32_t next = write_term(w, part->next), s = sort_node(w, term_sort(w->bank, part->now));
		begin_line(w);
		output_format(w->out, " next %" PRIu32 " %" PRIu32 " %" PRIu32 "\n", s, node_of(w, part->now), next);
	}
	uint32_t bad = write_term(w, m->bad);
	begin_line(w);
	output_format(w->out, " bad %" PRIu32 "\n", bad);
}

void system_write_btor2(const struct system *system, struct output *out)
{
	struct state_machine *m = state_machine_new(system);
	struct btor2 w = {
		.machine = m, .bank = m->bank, .out = out, .interner = interner_new(), .arena = arena_new()
	};
	write_states(&w);
	write_steps(&w);
	table_free(&w.sorts);
	table_free(&w.nodes);
	table_free(&w.names);
	interner_free(w.interner);
	arena_free(w.arena);
	state_machine_free(m);
}

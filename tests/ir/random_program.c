#include "random_program.h"

#include <stdio.h>

struct maker {
	struct random_state random;
	const struct random_size *size;
	struct program *program;
	struct bank *bank;
	struct procedure *procedure;
};

static uint32_t below(struct maker *m, uint32_t bound)
{
	return random_below(&m->random, bound);
}

/* --- sorts --- */

static const uint32_t widths[] = { 1, 2, 8, 16, 32, 64, 65, 96, 128 };

static sort any_bitvector(struct maker *m)
{
	return sort_bitvector(m->bank, widths[below(m, sizeof widths / sizeof *widths)]);
}

static sort any_sort(struct maker *m)
{
	uint32_t kind = below(m, 8);
	if (kind == 0)
		return sort_bool(m->bank);
	if (kind > 1)
		return any_bitvector(m);
	sort index = any_bitvector(m);
	return sort_map(m->bank, index, below(m, 4) ? any_bitvector(m) : sort_bool(m->bank));
}

/* --- names and attributes --- */

static const char *const odd_names[] = { "in",    "let",  "|",  "a b",  "\\", "x\ny", "\x01\x02", "\xc3\xa4", "0start",
					 "bvadd", "true", "%1", "a\"b", "$",  ".",    "#",        "@",        "\x7f" };

static void name(struct maker *m, char *to, size_t size, const char *stem)
{
	uint32_t odd = below(m, 5 * sizeof odd_names / sizeof *odd_names);
	if (odd < sizeof odd_names / sizeof *odd_names)
		snprintf(to, size, "%s", odd_names[odd]);
	else
		snprintf(to, size, "%s%u", stem, below(m, 100));
}

static const struct attribute *attributes(struct maker *m)
{
	const struct attribute *list = NULL;
	for (uint32_t count = below(m, 3); count; count--) {
		struct attribute_value values[3];
		char key[20], text[20];
		name(m, text, sizeof text, "text ");
		if (below(m, 2)) {
			list = attribute_at(m->program, list, (struct location){ text, below(m, 1000), below(m, 100) });
			continue;
		}
		snprintf(key, sizeof key, "key%u", below(m, 9));
		for (int i = 0; i < 3; i++)
			values[i] = below(m, 2) ? (struct attribute_value){ .string = text }
						: (struct attribute_value){ .number = (uint64_t)random_next(&m->random)
										      << below(m, 33) };
		list = attribute_list(m->program, list, below(m, 9) ? key : "var", values, below(m, 4));
	}
	return list;
}

/* --- terms --- */

static term any_term(struct maker *m, sort s, uint32_t depth);

static term constant(struct maker *m, sort s)
{
	if (sort_kind(m->bank, s) == SORT_BOOL)
		return term_bool(m->bank, below(m, 2));
	uint32_t width = sort_width(m->bank, s);
	uint64_t words[4] = { below(m, 2) ? below(m, 9)
					  : (uint64_t)random_next(&m->random) << 32 | random_next(&m->random),
			      below(m, 2) ? 0 : random_next(&m->random) };
	if (width <= 64)
		return term_bv(m->bank, width, words[0]);
	if (width < 128)
		words[1] &= (UINT64_C(1) << (width - 64)) - 1;
	return term_bv_words(m->bank, width, words);
}

static term leaf(struct maker *m, sort s)
{
	uint32_t globals = m->program->global_count, all = globals + m->procedure->variable_count;
	for (int tries = 0; tries < 8 && all; tries++) {
		uint32_t i = below(m, all);
		const struct variable *v = i < globals ? m->program->globals[i] : m->procedure->variables[i - globals];
		if (v->sort == s)
			return v->term;
	}
	if (sort_kind(m->bank, s) == SORT_MAP)
		return term_const_map(m->bank, sort_width(m->bank, sort_index(m->bank, s)),
				      constant(m, sort_value(m->bank, s)));
	return constant(m, s);
}

static term bool_term(struct maker *m, uint32_t depth)
{
	static const enum op ops[] = { OP_AND, OP_OR, OP_XOR },
			     relations[] = { OP_EQ, OP_BVULT, OP_BVULE, OP_BVSLT, OP_BVSLE };
	sort s = sort_bool(m->bank), operands = any_bitvector(m);
	if (below(m, 2))
		return term_binary(m->bank, relations[below(m, 5)], any_term(m, operands, depth),
				   any_term(m, operands, depth));
	if (below(m, 4))
		return term_binary(m->bank, ops[below(m, 3)], any_term(m, s, depth), any_term(m, s, depth));
	return term_not(m->bank, any_term(m, s, depth));
}

static term bitvector_term(struct maker *m, sort s, uint32_t depth)
{
	uint32_t width = sort_width(m->bank, s);
	uint32_t kind = below(m, 20);
	if (kind < 13)
		return term_binary(m->bank, (enum op)(OP_BVAND + below(m, OP_BVASHR - OP_BVAND + 1)),
				   any_term(m, s, depth), any_term(m, s, depth));
	if (kind < 15)
		return term_unary(m->bank, kind == 13 ? OP_BVNOT : OP_BVNEG, any_term(m, s, depth));
	if (kind == 15) {
		sort wider = sort_bitvector(m->bank, width + below(m, 40));
		uint32_t low = below(m, sort_width(m->bank, wider) - width + 1);
		return term_extract(m->bank, low + width - 1, low, any_term(m, wider, depth));
	}
	if (kind == 16 && width > 1) {
		uint32_t high = 1 + below(m, width - 1);
		return term_concat(m->bank, any_term(m, sort_bitvector(m->bank, high), depth),
				   any_term(m, sort_bitvector(m->bank, width - high), depth));
	}
	term narrow = any_term(m, sort_bitvector(m->bank, 1 + below(m, width)), depth);
	return kind & 1 ? term_zero_extend(m->bank, width, narrow) : term_sign_extend(m->bank, width, narrow);
}

static term map_term(struct maker *m, sort s, uint32_t depth)
{
	sort index = sort_index(m->bank, s), value = sort_value(m->bank, s);
	/* Long runs take long to evaluate: short ones mostly. */
	uint32_t width = sort_width(m->bank, index), most = below(m, 50) && width > 10 ? 10 : width;
	sort count = sort_bitvector(m->bank, 1 + below(m, most));
	switch (below(m, 5)) {
	case 0:
		return term_const_map(m->bank, sort_width(m->bank, index), any_term(m, value, depth));
	case 1:
		return term_fill(m->bank, any_term(m, s, depth), any_term(m, index, depth), any_term(m, count, depth),
				 any_term(m, value, depth));
	case 2:
		return term_copy(m->bank, any_term(m, s, depth), any_term(m, index, depth), any_term(m, s, depth),
				 any_term(m, index, depth), any_term(m, count, depth));
	default:
		return term_store(m->bank, any_term(m, s, depth), any_term(m, index, depth), any_term(m, value, depth));
	}
}

static term any_term(struct maker *m, sort s, uint32_t depth)
{
	if (!depth || !below(m, 4))
		return leaf(m, s);
	depth--;
	if (!below(m, 8))
		return term_ite(m->bank, bool_term(m, depth), any_term(m, s, depth), any_term(m, s, depth));
	if (sort_kind(m->bank, s) == SORT_MAP)
		return map_term(m, s, depth);
	if (!below(m, 10)) {
		sort map = sort_map(m->bank, any_bitvector(m), s);
		return term_select(m->bank, any_term(m, map, depth), any_term(m, sort_index(m->bank, map), depth));
	}
	return sort_kind(m->bank, s) == SORT_BOOL ? bool_term(m, depth) : bitvector_term(m, s, depth);
}

/* Now and then a term with much sharing, so that the writer needs lets. */
static term shared_term(struct maker *m, sort s)
{
	term t = any_term(m, s, m->size->depth);
	if (sort_kind(m->bank, s) != SORT_BITVECTOR || below(m, 10))
		return t;
	for (uint32_t i = 0; i < 40; i++)
		t = term_binary(m->bank, below(m, 2) ? OP_BVXOR : OP_BVADD,
				term_binary(m->bank, OP_BVMUL, t, leaf(m, s)), term_binary(m->bank, OP_BVUDIV, t, t));
	return t;
}

/* --- statements --- */

static struct variable *any_variable(struct maker *m)
{
	uint32_t globals = m->program->global_count, i = below(m, globals + m->procedure->variable_count);
	return i < globals ? m->program->globals[i] : m->procedure->variables[i - globals];
}

static void call(struct maker *m, struct block *b)
{
	struct program *p = m->program;
	struct procedure *callee = p->procedures[below(m, p->procedure_count)];
	term arguments[8];
	struct variable *outs[8];
	for (uint32_t i = 0; i < callee->in_count; i++)
		arguments[i] = any_term(m, callee->variables[i]->sort, m->size->depth);
	for (uint32_t i = 0; i < callee->out_count; i++) {
		/* A variable of its own for each result. */
		char out[40];
		struct variable *parameter = callee->variables[callee->in_count + i];
		snprintf(out, sizeof out, "out.%u", m->procedure->variable_count);
		outs[i] = procedure_add_variable(m->procedure, procedure_fresh_variable_name(m->procedure, out),
						 parameter->sort, VARIABLE_LOCAL);
	}
	block_call(p, b, callee, arguments, callee->in_count, outs, callee->out_count);
}

static void statement(struct maker *m, struct block *b)
{
	struct program *p = m->program;
	struct variable *v = any_variable(m);
	uint32_t kind = below(m, 12);
	if (kind < 2)
		block_add(p, b, kind ? STATEMENT_ASSUME : STATEMENT_ASSERT)->term = bool_term(m, m->size->depth);
	else if (kind == 2)
		call(m, b);
	else if (kind == 3)
		block_add(p, b, STATEMENT_HAVOC)->target = v;
	else if (kind == 4 && sort_kind(m->bank, v->sort) == SORT_BITVECTOR)
		block_add(p, b, STATEMENT_FRESH)->target = v;
	else
		block_assign(p, b, v, shared_term(m, v->sort));
	b->statements[b->statement_count - 1].attributes = attributes(m);
}

static void terminator(struct maker *m, struct block *b)
{
	struct procedure *proc = m->procedure;
	struct block *targets[3];
	for (int i = 0; i < 3; i++)
		targets[i] = proc->blocks[below(m, proc->block_count)];
	uint32_t kind = below(m, 6);
	if (kind < 2)
		block_goto_any(m->program, b, targets, 1 + below(m, 3));
	else if (kind < 5)
		block_branch(m->program, b, bool_term(m, m->size->depth), targets[0], targets[1]);
	else
		block_return(b);
	b->terminator.attributes = attributes(m);
}

/* --- declarations --- */

static void variables(struct maker *m, enum variable_kind kind, uint32_t count)
{
	for (; count; count--) {
		char stem[20];
		name(m, stem, sizeof stem, "v");
		struct variable *v = procedure_add_variable(
			m->procedure, procedure_fresh_variable_name(m->procedure, stem), any_sort(m), kind);
		v->attributes = attributes(m);
	}
}

static void body(struct maker *m, struct procedure *proc)
{
	m->procedure = proc;
	variables(m, VARIABLE_LOCAL, 1 + below(m, m->size->locals));
	for (uint32_t count = 1 + below(m, m->size->blocks); count; count--) {
		char stem[20];
		name(m, stem, sizeof stem, "b");
		struct block *b = procedure_add_block(proc, procedure_fresh_block_name(proc, stem));
		b->attributes = below(m, 5) ? NULL : attributes(m);
	}
	for (uint32_t i = 0; i < proc->block_count; i++) {
		for (uint32_t count = below(m, m->size->statements); count; count--)
			statement(m, proc->blocks[i]);
		terminator(m, proc->blocks[i]);
	}
}

struct program *random_program(uint64_t seed, const struct random_size *size)
{
	struct program *p = program_new();
	struct maker maker = { .random = { seed }, .size = size, .program = p, .bank = p->bank }, *m = &maker;
	char stem[20];
	for (uint32_t count = below(m, size->globals); count; count--) {
		name(m, stem, sizeof stem, "g");
		program_add_global(p, program_fresh_name(p, stem), any_sort(m))->attributes = attributes(m);
	}
	for (uint32_t count = 1 + below(m, size->procedures), i = 0; i < count; i++) {
		name(m, stem, sizeof stem, "f");
		m->procedure = program_add_procedure(p, program_fresh_name(p, stem));
		variables(m, VARIABLE_IN, i ? below(m, 4) : 0);
		variables(m, VARIABLE_OUT, below(m, 3));
		m->procedure->attributes = attributes(m);
	}
	for (uint32_t i = 0; i < p->procedure_count; i++)
		body(m, p->procedures[i]);
	p->entry = p->procedures[0];
	p->attributes = attributes(m);
	return p;
}

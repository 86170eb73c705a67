#include "expression.h"

#include <inttypes.h>
#include <string.h>

#include "iterate.h"
#include "visible.h"

enum { DEEPEST = 24, MOST = 400 }; /* nesting; terms of one expression */

/* How much operators bind. */
enum binding {
	BIND_CHOICE = 1,
	BIND_OR,
	BIND_AND,
	BIND_BIT_OR,
	BIND_BIT_XOR,
	BIND_BIT_AND,
	BIND_EQUAL,
	BIND_ORDER,
	BIND_SHIFT,
	BIND_SUM,
	BIND_PRODUCT,
	BIND_UNARY,
	BIND_ALL
};

struct expressions {
	const struct program *program;
	const struct bank *bank;
	struct table shared;                                 /* C's name -> how many variables have it, */
	struct table counted;                                /* of these leaves */
	TABLE(const struct variable *, const char *) called; /* what they were said to be called */
	uint32_t object_bits, pointer_bits;
	struct output *out;
	uint32_t left; /* terms */
};

/* --- names --- */

/* As C calls it; else its own name without a number that makes it another one than its copies. */
static const char *short_name(const struct expressions *e, const struct variable *v)
{
	const char *name = attribute_get_string(v->attributes, ATTRIBUTE_C);
	if (name)
		return name;
	const char *dot = strrchr(v->name, '.');
	if (!dot || dot == v->name || !dot[1] || dot[1 + strspn(dot + 1, "0123456789")])
		return v->name;
	return intern(e->program->strings, v->name, (size_t)(dot - v->name));
}

static void count_name(void *context, term leaf)
{
	struct expressions *e = context;
	const struct variable *v = program_variable_of(e->program, leaf);
	if (!v || table_has(&e->counted, leaf))
		return;
	uint64_t key = (uintptr_t)short_name(e, v);
	table_put(&e->counted, leaf, 1);
	table_put(&e->shared, key, table_get(&e->shared, key, 0) + 1);
}

void expressions_name(struct expressions *e, const term *terms, size_t count)
{
	table_clear(&e->shared);
	table_clear(&e->counted);
	for (size_t i = 0; i < count; i++)
		term_leaves(e->bank, terms[i], count_name, e);
}

void expressions_call(struct expressions *e, const struct variable *v, const char *before, const char *name,
		      const char *after)
{
	struct output *out = output_memory();
	output_format(out, "%s%s%s", before, name, after);
	table_put(&e->called, v, intern_string(e->program->strings, output_text(out, NULL)));
	output_abandon(out);
}

struct expressions *expressions_new(const struct program *p)
{
	struct expressions *e = memory_alloc(sizeof *e);
	e->program = p;
	e->bank = p->bank;
	e->object_bits = (uint32_t)attribute_get_number(p->attributes, ATTRIBUTE_OBJECT, 0);
	e->pointer_bits = (uint32_t)attribute_get_number(p->attributes, ATTRIBUTE_POINTER, 0);
	program_for_each_statement(p, at) {
		const struct attribute *made = attribute_find(at.statement->attributes, ATTRIBUTE_CREATES);
		if (at.statement->kind == STATEMENT_FRESH && made && made->count > 1 && made->values[1].string &&
		    *made->values[1].string)
			expressions_call(e, at.statement->target, "identity(", made->values[1].string, ")");
	}
	return e;
}

void expressions_free(struct expressions *e)
{
	table_free(&e->shared);
	table_free(&e->counted);
	table_free(&e->called);
	memory_free(e);
}

static void text(struct expressions *e, const char *s)
{
	output_string(e->out, s);
}

/* The name in C, where no other variable has it too. */
static void write_variable(struct expressions *e, term t)
{
	const struct variable *v = program_variable_of(e->program, t);
	const char *called = v ? table_get(&e->called, v, NULL) : NULL, *name = v ? short_name(e, v) : NULL;
	if (name && table_get(&e->shared, (uintptr_t)name, 0) > 1)
		name = v->name;
	visible_write(e->out, called ? called : name ? name : term_name(e->bank, t), SIZE_MAX);
}

/* --- numbers --- */

static bool is_signed(const struct expressions *e, term t, uint32_t depth)
{
	const struct variable *v = program_variable_of(e->program, t);
	bool any = v && attribute_get_number(v->attributes, ATTRIBUTE_SIGNED, 0);
	enum op op = term_op(e->bank, t);
	bool numeric = op == OP_BVADD || op == OP_BVSUB || op == OP_BVMUL || op == OP_BVNEG || op == OP_ITE;
	if (op == OP_SIGN_EXTEND)
		return true;
	for (uint32_t i = 0; numeric && depth < 4 && i < term_count(e->bank, t); i++)
		any |= is_signed(e, term_arg(e->bank, t, i), depth + 1);
	return any;
}

static int64_t signed_value(uint64_t value, uint32_t width)
{
	return width < 64 && value >> (width - 1) & 1 ? (int64_t)(value | ~UINT64_C(0) << width) : (int64_t)value;
}

static void write_number(struct expressions *e, uint64_t value, uint32_t width, bool as_signed)
{
	if (as_signed)
		output_format(e->out, "%" PRId64, signed_value(value, width));
	else
		output_format(e->out, "%" PRIu64, value);
}

static void write_constant(struct expressions *e, term t, bool as_signed)
{
	uint32_t width = term_width(e->bank, t);
	const uint64_t *words = term_words(e->bank, t);
	bool negative = width > 64 && words[(width - 1) / 64] >> ((width - 1) % 64) & 1;
	if (sort_kind(e->bank, term_sort(e->bank, t)) == SORT_BOOL) {
		text(e, term_is_true(e->bank, t) ? "true" : "false");
	} else if (width == e->object_bits + e->pointer_bits && e->pointer_bits && !words[0] && term_fits(e->bank, t)) {
		text(e, "NULL");
	} else if (term_fits(e->bank, t) || (as_signed && negative)) {
		write_number(e, words[0], width > 64 ? 64 : width, as_signed);
	} else {
		text(e, "0x");
		for (uint32_t digit = (width + 3) / 4; digit-- > 0;)
			output_format(e->out, "%x", (unsigned)(words[digit / 16] >> (digit % 16 * 4) & 15));
	}
}

/* --- operators --- */

static void write_term(struct expressions *e, term t, enum binding around, bool as_signed, uint32_t depth);

static void infix(struct expressions *e, const char *op, term a, term b, enum binding own, enum binding around,
		  bool as_signed, uint32_t depth)
{
	text(e, own < around ? "(" : "");
	write_term(e, a, own, as_signed, depth);
	text(e, op);
	write_term(e, b, own + 1 < BIND_ALL && own >= BIND_SHIFT ? own + 1 : own, as_signed, depth);
	text(e, own < around ? ")" : "");
}

static void compare(struct expressions *e, const char *op, term a, term b, enum binding around, bool as_signed,
		    uint32_t depth)
{
	infix(e, op, a, b, BIND_ORDER, around, as_signed, depth);
}

static bool is_small_constant(const struct expressions *e, term t)
{
	return term_is_constant(e->bank, t) && term_width(e->bank, t) <= 64;
}

/* x + c < k of unsigned numbers: a range of x, if it is one of signed or unsigned numbers. */
static bool write_range(struct expressions *e, term t, enum binding around, uint32_t depth)
{
	term sum = term_arg(e->bank, t, 0), limit = term_arg(e->bank, t, 1);
	if (term_op(e->bank, t) != OP_BVULT || term_op(e->bank, sum) != OP_BVADD || !is_small_constant(e, limit))
		return false;
	bool first = is_small_constant(e, term_arg(e->bank, sum, 0));
	term x = term_arg(e->bank, sum, first), by = term_arg(e->bank, sum, !first);
	if (!is_small_constant(e, by))
		return false;
	uint32_t width = term_width(e->bank, x);
	uint64_t all = width < 64 ? (UINT64_C(1) << width) - 1 : ~UINT64_C(0);
	uint64_t low = -term_value(e->bank, by) & all, high = (low + term_value(e->bank, limit) - 1) & all;
	bool as_signed = signed_value(low, width) <= signed_value(high, width) && (is_signed(e, x, 0) || low > high);
	if (!as_signed && low > high)
		return false;
	text(e, BIND_AND < around ? "(" : "");
	write_number(e, low, width, as_signed);
	text(e, " <= ");
	write_term(e, x, BIND_SUM, as_signed, depth);
	text(e, " && ");
	write_term(e, x, BIND_SUM, as_signed, depth);
	text(e, " <= ");
	write_number(e, high, width, as_signed);
	text(e, BIND_AND < around ? ")" : "");
	return true;
}

static void write_not(struct expressions *e, term t, enum binding around, uint32_t depth)
{
	term of = term_arg(e->bank, t, 0);
	enum op op = term_op(e->bank, of);
	if (op == OP_EQ || op == OP_BVULT || op == OP_BVSLT) {
		term a = term_arg(e->bank, of, 0), b = term_arg(e->bank, of, 1);
		bool as_signed = op == OP_BVSLT || (op == OP_EQ && (is_signed(e, a, 0) || is_signed(e, b, 0)));
		infix(e, op == OP_EQ ? " != " : " >= ", a, b, op == OP_EQ ? BIND_EQUAL : BIND_ORDER, around, as_signed,
		      depth);
		return;
	}
	text(e, "!");
	write_term(e, of, BIND_UNARY, false, depth);
}

static void write_list(struct expressions *e, const char *before, term t, const char *after, uint32_t depth)
{
	text(e, before);
	for (uint32_t i = 0; i < term_count(e->bank, t); i++) {
		text(e, i ? ", " : "");
		write_term(e, term_arg(e->bank, t, i), BIND_CHOICE, false, depth);
	}
	text(e, after);
}

static void write_cell(struct expressions *e, term t, uint32_t depth)
{
	write_term(e, term_arg(e->bank, t, 0), BIND_UNARY, false, depth);
	text(e, "[");
	write_term(e, term_arg(e->bank, t, 1), BIND_CHOICE, false, depth);
	text(e, "]");
}

static void write_part(struct expressions *e, term t, uint32_t depth)
{
	uint32_t high = term_index(e->bank, t, 0), low = term_index(e->bank, t, 1);
	term of = term_arg(e->bank, t, 0);
	bool pointer = e->pointer_bits && term_width(e->bank, of) == e->pointer_bits + e->object_bits;
	bool object = pointer && low == e->pointer_bits && high + 1 == term_width(e->bank, of);
	if (object || (pointer && !low && high + 1 == e->pointer_bits)) {
		text(e, object ? "object(" : "offset(");
		write_term(e, of, BIND_CHOICE, false, depth);
	} else {
		text(e, "bits(");
		write_term(e, of, BIND_CHOICE, false, depth);
		output_format(e->out, ", %" PRIu32 ", %" PRIu32, high, low);
	}
	text(e, ")");
}

/* A pointer: an object, and an offset within it. */
static void write_concat(struct expressions *e, term t, enum binding around, uint32_t depth)
{
	term high = term_arg(e->bank, t, 0), low = term_arg(e->bank, t, 1);
	if (e->pointer_bits && term_width(e->bank, low) == e->pointer_bits &&
	    term_width(e->bank, high) == e->object_bits) {
		if (term_is_constant(e->bank, low) && term_fits(e->bank, low) && !term_value(e->bank, low))
			write_term(e, high, around, false, depth);
		else
			infix(e, " + ", high, low, BIND_SUM, around, false, depth);
		return;
	}
	write_list(e, "concat(", t, ")", depth);
}

static void write_choice(struct expressions *e, term t, enum binding around, bool as_signed, uint32_t depth)
{
	text(e, BIND_CHOICE < around ? "(" : "");
	write_term(e, term_arg(e->bank, t, 0), BIND_OR, false, depth);
	text(e, " ? ");
	write_term(e, term_arg(e->bank, t, 1), BIND_OR, as_signed, depth);
	text(e, " : ");
	write_term(e, term_arg(e->bank, t, 2), BIND_CHOICE, as_signed, depth);
	text(e, BIND_CHOICE < around ? ")" : "");
}

static const struct infix_row {
	const char *text;
	enum binding own;
} infixes[OP_COUNT] = {
	[OP_AND] = { " && ", BIND_AND },       [OP_OR] = { " || ", BIND_OR },
	[OP_BVAND] = { " & ", BIND_BIT_AND },  [OP_BVOR] = { " | ", BIND_BIT_OR },
	[OP_BVXOR] = { " ^ ", BIND_BIT_XOR },  [OP_BVADD] = { " + ", BIND_SUM },
	[OP_BVSUB] = { " - ", BIND_SUM },      [OP_BVMUL] = { " * ", BIND_PRODUCT },
	[OP_BVUDIV] = { " / ", BIND_PRODUCT }, [OP_BVUREM] = { " % ", BIND_PRODUCT },
	[OP_BVSDIV] = { " / ", BIND_PRODUCT }, [OP_BVSREM] = { " % ", BIND_PRODUCT },
	[OP_BVSHL] = { " << ", BIND_SHIFT },   [OP_BVLSHR] = { " >> ", BIND_SHIFT },
	[OP_BVASHR] = { " >> ", BIND_SHIFT },
};

static void write_operator(struct expressions *e, term t, enum binding around, bool as_signed, uint32_t depth)
{
	enum op op = term_op(e->bank, t);
	term a = term_arg(e->bank, t, 0), b = term_count(e->bank, t) > 1 ? term_arg(e->bank, t, 1) : 0;
	if (infixes[op].text) {
		infix(e, infixes[op].text, a, b, infixes[op].own, around, as_signed, depth);
		return;
	}
	switch (op) {
	case OP_NOT:
		write_not(e, t, around, depth);
		break;
	case OP_EQ:
		infix(e, " == ", a, b, BIND_EQUAL, around, is_signed(e, a, 0) || is_signed(e, b, 0), depth);
		break;
	case OP_BVULT:
	case OP_BVSLT:
		if (!write_range(e, t, around, depth))
			compare(e, " < ", a, b, around, op == OP_BVSLT, depth);
		break;
	case OP_ITE:
		write_choice(e, t, around, as_signed, depth);
		break;
	case OP_BVNOT:
	case OP_BVNEG:
		text(e, op == OP_BVNOT ? "~" : "-");
		write_term(e, a, BIND_UNARY, as_signed, depth);
		break;
	case OP_ZERO_EXTEND:
	case OP_SIGN_EXTEND:
		write_term(e, a, around, op == OP_SIGN_EXTEND, depth);
		break;
	case OP_SELECT:
		write_cell(e, t, depth);
		break;
	case OP_EXTRACT:
		write_part(e, t, depth);
		break;
	case OP_CONCAT:
		write_concat(e, t, around, depth);
		break;
	default:
		text(e, op_name(op));
		write_list(e, "(", t, ")", depth);
		break;
	}
}

static void write_term(struct expressions *e, term t, enum binding around, bool as_signed, uint32_t depth)
{
	if (term_is_constant(e->bank, t)) {
		write_constant(e, t, as_signed);
	} else if (term_op(e->bank, t) == OP_VARIABLE) {
		write_variable(e, t);
	} else if (depth == DEEPEST || !e->left) {
		text(e, "...");
	} else {
		e->left--;
		write_operator(e, t, around, as_signed, depth + 1);
	}
}

void expression_write(struct expressions *e, struct output *out, term t, bool operand)
{
	e->out = out;
	e->left = MOST;
	write_term(e, t, operand ? BIND_AND : BIND_CHOICE, false, 0);
}

/* Each bit-vector is an unsigned number of its width: C's promotions are undone by casts, so that nothing overflows. */
#include "c_condition.h"

#include <inttypes.h>
#include <string.h>

#include "iterate.h"
#include "violation.h"

enum { DEEPEST = 12, MOST = 60 }; /* nesting; terms of an expression: nobody reads more */

struct c_names {
	const struct program *program;
	const struct bank *bank, *original;
	TABLE(const char *, uint32_t) known;                    /* name in the original -> variables that have it, */
	TABLE(const char *, const struct variable *) originals; /* the last of these */
	TABLE(const char *, uint32_t) used;                     /* name -> variables with it in the terms */
	struct table counted;                                   /* of these leaves */
	const char *function;
	struct output *out;
	uint32_t left; /* terms */
};

static const struct attribute *c_attribute(const struct variable *v)
{
	const struct attribute *a = v ? attribute_find(v->attributes, ATTRIBUTE_C) : NULL;
	return a && a->count > 1 && a->values[0].string && a->values[1].string ? a : NULL;
}

/* As C calls it; else its own name without a number that makes it another one than its copies. */
static const char *own_name(const struct c_names *n, const struct variable *v)
{
	const struct attribute *a = c_attribute(v);
	if (a || !v)
		return a ? intern_string(n->program->strings, a->values[0].string) : NULL;
	const char *dot = strrchr(v->name, '.');
	bool copy = dot && dot != v->name && dot[1] && !dot[1 + strspn(dot + 1, "0123456789")];
	return intern(n->program->strings, v->name, copy ? (size_t)(dot - v->name) : strlen(v->name));
}

static void know(struct c_names *n, const struct variable *v)
{
	/* The programs have strings of their own. */
	const struct attribute *a = c_attribute(v);
	const char *name = a ? intern_string(n->program->strings, a->values[0].string) : NULL;
	if (!name)
		return;
	table_put(&n->known, name, table_get(&n->known, name, 0) + 1);
	table_put(&n->originals, name, v);
}

struct c_names *c_names_new(const struct program *p, const struct program *original)
{
	struct c_names *n = memory_alloc(sizeof *n);
	n->program = p;
	n->bank = p->bank;
	n->original = original->bank;
	for (uint32_t i = 0; i < original->global_count; i++)
		know(n, original->globals[i]);
	for (uint32_t i = 0; i < original->procedure_count; i++)
		for (uint32_t k = 0; k < original->procedures[i]->variable_count; k++)
			know(n, original->procedures[i]->variables[k]);
	return n;
}

void c_names_free(struct c_names *n)
{
	table_free(&n->known);
	table_free(&n->originals);
	table_free(&n->used);
	table_free(&n->counted);
	memory_free(n);
}

static void use(void *context, term leaf)
{
	struct c_names *n = context;
	const char *name = own_name(n, program_variable_of(n->program, leaf));
	if (!name || table_has(&n->counted, leaf))
		return;
	table_put(&n->counted, leaf, 1);
	table_put(&n->used, name, table_get(&n->used, name, 0) + 1);
}

void c_names_scope(struct c_names *n, const char *function, const term *terms, size_t count)
{
	n->function = function;
	table_clear(&n->used);
	table_clear(&n->counted);
	for (size_t i = 0; i < count; i++)
		term_leaves(n->bank, terms[i], use, n);
}

/* The variable in the original that the name stands for; NULL: it stands for none, or several. */
static const struct variable *visible(const struct c_names *n, const char *name)
{
	const struct variable *v = name ? table_get(&n->originals, name, NULL) : NULL;
	bool only = v && table_get(&n->known, name, 0) == 1 && table_get(&n->used, name, 0) == 1;
	return only && (!v->procedure || !strcmp(violation_function(v->procedure, NULL), n->function)) ? v : NULL;
}

/* ---- types ---- */

static const char *unsigned_type(uint32_t width)
{
	return width == 8    ? "unsigned char"
	       : width == 16 ? "unsigned short"
	       : width == 32 ? "unsigned int"
	       : width == 64 ? "unsigned long long"
			     : NULL;
}

static const char *signed_type(uint32_t width)
{
	return width == 8    ? "signed char"
	       : width == 16 ? "short"
	       : width == 32 ? "int"
	       : width == 64 ? "long long"
			     : NULL;
}

static bool is_integer(const char *type)
{
	return !strpbrk(type, "*[({") && !strstr(type, "float") && !strstr(type, "double") &&
	       strncmp(type, "struct", 6) != 0 && strncmp(type, "union", 5) != 0;
}

static bool is_boolean(const struct c_names *n, term t)
{
	return sort_kind(n->bank, term_sort(n->bank, t)) == SORT_BOOL;
}

static uint32_t width_of(const struct c_names *n, term t)
{
	return sort_kind(n->bank, term_sort(n->bank, t)) == SORT_BITVECTOR ? term_width(n->bank, t) : 0;
}

/* ---- terms ---- */

static bool write(struct c_names *n, term t, uint32_t depth);

static bool text(struct c_names *n, const char *s)
{
	output_string(n->out, s);
	return true;
}

static bool argument(struct c_names *n, term t, uint32_t i, uint32_t depth)
{
	return write(n, term_arg(n->bank, t, i), depth + 1);
}

static bool variable(struct c_names *n, term t)
{
	const char *name = own_name(n, program_variable_of(n->program, t)), *type = unsigned_type(width_of(n, t));
	const struct variable *v = visible(n, name);
	const char *own = v ? c_attribute(v)->values[1].string : NULL;
	if (!own || !type || !is_integer(own) || strpbrk(name, " .[]()$*&\"") ||
	    sort_kind(n->original, v->sort) != SORT_BITVECTOR || sort_width(n->original, v->sort) != width_of(n, t))
		return false;
	if (strcmp(own, type) != 0)
		output_format(n->out, "(%s)", type);
	return text(n, name);
}

static bool constant(struct c_names *n, term t)
{
	uint32_t width = width_of(n, t);
	if (is_boolean(n, t))
		return text(n, term_is_true(n->bank, t) ? "1" : "0");
	if (!unsigned_type(width))
		return false;
	output_format(n->out, "%" PRIu64 "%s", term_words(n->bank, t)[0], width == 64 ? "ULL" : "U");
	return true;
}

static bool infix(struct c_names *n, term t, const char *op, uint32_t depth)
{
	return text(n, "(") && argument(n, t, 0, depth) && text(n, op) && argument(n, t, 1, depth) && text(n, ")");
}

/* In a type that no promotion makes signed. */
static bool arithmetic(struct c_names *n, term t, const char *op, uint32_t depth)
{
	uint32_t width = width_of(n, t);
	const char *type = unsigned_type(width);
	if (!type)
		return false;
	if (width < 32)
		output_format(n->out, "(%s)", type);
	text(n, width < 32 ? "((unsigned int)" : "(");
	bool binary = term_count(n->bank, t) == 2;
	return (binary ? argument(n, t, 0, depth) && text(n, op) && argument(n, t, 1, depth)
		       : text(n, op) && argument(n, t, 0, depth)) &&
	       text(n, ")");
}

static bool signed_order(struct c_names *n, term t, const char *op, uint32_t depth)
{
	const char *type = signed_type(width_of(n, term_arg(n->bank, t, 0)));
	if (!type)
		return false;
	output_format(n->out, "((%s)", type);
	if (!argument(n, t, 0, depth))
		return false;
	output_format(n->out, "%s(%s)", op, type);
	return argument(n, t, 1, depth) && text(n, ")");
}

static bool extension(struct c_names *n, term t, bool is_signed, uint32_t depth)
{
	uint32_t from = width_of(n, term_arg(n->bank, t, 0)), to = width_of(n, t);
	if (!unsigned_type(from) || !unsigned_type(to))
		return false;
	output_format(n->out, "(%s)", unsigned_type(to));
	if (is_signed)
		output_format(n->out, "(%s)(%s)", signed_type(to), signed_type(from));
	return argument(n, t, 0, depth);
}

static bool low_part(struct c_names *n, term t, uint32_t depth)
{
	const char *type = unsigned_type(width_of(n, t));
	if (!type || term_index(n->bank, t, 1) != 0 || !unsigned_type(width_of(n, term_arg(n->bank, t, 0))))
		return false;
	output_format(n->out, "(%s)", type);
	return argument(n, t, 0, depth);
}

static bool choice(struct c_names *n, term t, uint32_t depth)
{
	return text(n, "(") && argument(n, t, 0, depth) && text(n, " ? ") && argument(n, t, 1, depth) &&
	       text(n, " : ") && argument(n, t, 2, depth) && text(n, ")");
}

static bool division(struct c_names *n, term t, const char *op, uint32_t depth)
{
	term by = term_arg(n->bank, t, 1);
	return term_is_constant(n->bank, by) && unsigned_type(width_of(n, by)) && term_words(n->bank, by)[0] &&
	       arithmetic(n, t, op, depth);
}

static bool operation(struct c_names *n, term t, uint32_t depth)
{
	switch (term_op(n->bank, t)) {
	case OP_EQ:
		return (is_boolean(n, term_arg(n->bank, t, 0)) ||
			unsigned_type(width_of(n, term_arg(n->bank, t, 0)))) &&
		       infix(n, t, " == ", depth);
	case OP_NOT:
		return text(n, "!") && argument(n, t, 0, depth);
	case OP_AND:
		return infix(n, t, " && ", depth);
	case OP_OR:
		return infix(n, t, " || ", depth);
	case OP_BVULT:
		return infix(n, t, " < ", depth);
	case OP_BVULE:
		return infix(n, t, " <= ", depth);
	case OP_BVSLT:
		return signed_order(n, t, " < ", depth);
	case OP_BVSLE:
		return signed_order(n, t, " <= ", depth);
	case OP_BVADD:
		return arithmetic(n, t, " + ", depth);
	case OP_BVSUB:
		return arithmetic(n, t, " - ", depth);
	case OP_BVMUL:
		return arithmetic(n, t, " * ", depth);
	case OP_BVAND:
		return arithmetic(n, t, " & ", depth);
	case OP_BVOR:
		return arithmetic(n, t, " | ", depth);
	case OP_BVXOR:
		return arithmetic(n, t, " ^ ", depth);
	case OP_BVNOT:
		return arithmetic(n, t, "~", depth);
	case OP_BVNEG:
		return arithmetic(n, t, "-", depth);
	case OP_BVUDIV:
		return division(n, t, " / ", depth);
	case OP_BVUREM:
		return division(n, t, " % ", depth);
	case OP_ZERO_EXTEND:
		return extension(n, t, false, depth);
	case OP_SIGN_EXTEND:
		return extension(n, t, true, depth);
	case OP_EXTRACT:
		return low_part(n, t, depth);
	case OP_ITE:
		return choice(n, t, depth);
	default:
		return false;
	}
}

static bool write(struct c_names *n, term t, uint32_t depth)
{
	if (depth > DEEPEST || !n->left)
		return false;
	n->left--;
	if (term_is_constant(n->bank, t))
		return constant(n, t);
	return term_op(n->bank, t) == OP_VARIABLE ? variable(n, t) : operation(n, t, depth);
}

bool c_condition_write(struct c_names *n, struct output *out, term t)
{
	n->out = out;
	n->left = MOST;
	return write(n, t, 0);
}

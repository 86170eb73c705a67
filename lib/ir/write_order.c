/* The order in which the arguments of commutative operators are written.
 *
 * In the bank it depends on handles, that is on what else was built before, even on terms that are long forgotten. The
 * text must not: so arguments are compared by what they are. */
#include "writer.h"

/* Two large terms that differ only far below cost time: so many levels are looked at. */
enum { LEVELS = 1000 };

static bool is_commutative(enum op op)
{
	switch (op) {
	case OP_EQ:
	case OP_AND:
	case OP_OR:
	case OP_XOR:
	case OP_BVAND:
	case OP_BVOR:
	case OP_BVXOR:
	case OP_BVADD:
	case OP_BVMUL:
		return true;
	case OP_CONSTANT:
	case OP_VARIABLE:
	case OP_ITE:
	case OP_NOT:
	case OP_BVNOT:
	case OP_BVNEG:
	case OP_BVSUB:
	case OP_BVUDIV:
	case OP_BVUREM:
	case OP_BVSDIV:
	case OP_BVSREM:
	case OP_BVSHL:
	case OP_BVLSHR:
	case OP_BVASHR:
	case OP_CONCAT:
	case OP_EXTRACT:
	case OP_ZERO_EXTEND:
	case OP_SIGN_EXTEND:
	case OP_BVULT:
	case OP_BVULE:
	case OP_BVSLT:
	case OP_BVSLE:
	case OP_SELECT:
	case OP_STORE:
	case OP_CONST_MAP:
	case OP_FILL:
	case OP_COPY:
	case OP_COUNT:
		return false;
	}
	return false;
}

term writer_argument(const struct writer *w, term t, uint32_t i)
{
	return term_arg(w->bank, t, w->swapped[t] ? 1 - i : i);
}

static int compare_numbers(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int compare_constants(const struct bank *bank, term a, term b)
{
	uint32_t width = term_width(bank, a);
	if (width != term_width(bank, b))
		return compare_numbers(width, term_width(bank, b));
	const uint64_t *x = term_words(bank, a), *y = term_words(bank, b);
	for (uint32_t i = (width + 63) / 64; i-- > 0;)
		if (x[i] != y[i])
			return compare_numbers(x[i], y[i]);
	return 0;
}

/* Globals first, in the order of declaration. */
static int compare_variables(const struct writer *w, term a, term b)
{
	const struct variable *x = w->program ? program_variable_of(w->program, a) : NULL;
	const struct variable *y = w->program ? program_variable_of(w->program, b) : NULL;
	if (!x || !y)
		return compare_numbers(a, b);
	if (!x->procedure != !y->procedure)
		return x->procedure ? 1 : -1;
	return compare_numbers(x->index, y->index);
}

/* Constants come last, variables first. */
static int compare_operators(enum op a, enum op b)
{
	if ((a == OP_CONSTANT) != (b == OP_CONSTANT))
		return a == OP_CONSTANT ? 1 : -1;
	return compare_numbers(a, b);
}

static int compare_indices(const struct bank *bank, enum op op, term a, term b)
{
	int order = 0;
	for (uint32_t i = 0; !order && i < op_indices(op); i++)
		order = compare_numbers(term_index(bank, a, i), term_index(bank, b, i));
	return order;
}

/* Of two different terms. */
static int compare(const struct writer *w, term a, term b)
{
	const struct bank *bank = w->bank;
	for (int level = 0; level < LEVELS; level++) {
		enum op op = term_op(bank, a);
		int order = compare_operators(op, term_op(bank, b));
		if (order)
			return order;
		if (op == OP_CONSTANT)
			return compare_constants(bank, a, b);
		if (op == OP_VARIABLE)
			return compare_variables(w, a, b);
		order = compare_indices(bank, op, a, b);
		if (order)
			return order;
		/* Down to the first arguments that differ. */
		uint32_t i = 0, count = term_count(bank, a);
		while (i < count && writer_argument(w, a, i) == writer_argument(w, b, i))
			i++;
		if (i == count)
			break;
		term next = writer_argument(w, a, i);
		b = writer_argument(w, b, i);
		a = next;
	}
	return compare_numbers(a, b);
}

void writer_decide_order(struct writer *w, term t)
{
	if (!is_commutative(term_op(w->bank, t)))
		return;
	term a = term_arg(w->bank, t, 0), b = term_arg(w->bank, t, 1);
	w->swapped[t] = a != b && compare(w, a, b) > 0;
}

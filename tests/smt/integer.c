/* Each operator as a formula over integers, for all values of few bits: what an evaluation of the text gives is what the term
 * is. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>

#include "smt_integer.h"
#include "tap.h"

enum { MOST_WIDTH = 4, MOST_PARTS = 32 };

struct fixture {
	struct bank *bank;
	struct output *text;
	term leaves[2];
	uint64_t values[2]; /* of the leaves */
};

static void write_term(void *context, term t)
{
	struct fixture *f = context;
	struct smt_integer_writer w = { f->bank, f->text, write_term, f };
	if (term_is_constant(f->bank, t) && sort_kind(f->bank, term_sort(f->bank, t)) == SORT_BOOL)
		output_string(f->text, term_is_true(f->bank, t) ? "true" : "false");
	else if (term_is_constant(f->bank, t))
		smt_integer_constant(f->text, f->bank, t);
	else if (term_op(f->bank, t) == OP_VARIABLE)
		output_format(f->text, "%" PRIu64, f->values[t == f->leaves[1]]);
	else
		smt_integer_application(&w, t);
}

/* --- what a text says: Bool is 0 or 1 --- */

static int64_t floor_div(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

static bool is_operator(const char *name, const char *text)
{
	return !strcmp(name, text);
}

static int64_t apply(const char *name, const int64_t *a, int count)
{
	int64_t sum = a[0];
	for (int i = 1; i < count; i++)
		sum = is_operator(name, "+") ? sum + a[i] : is_operator(name, "*") ? sum * a[i] : sum;
	if (is_operator(name, "+") || is_operator(name, "*"))
		return sum;
	return is_operator(name, "-")     ? count == 1 ? -a[0] : a[0] - a[1]
		   : is_operator(name, "div") ? a[1] ? floor_div(a[0], a[1]) : 77
	       : is_operator(name, "mod") ? a[1] ? a[0] - floor_div(a[0], a[1]) * a[1] : 77
	       : is_operator(name, "ite") ? a[0] ? a[1] : a[2]
	       : is_operator(name, "<") ? a[0] < a[1]
	       : is_operator(name, "<=")  ? a[0] <= a[1]
	       : is_operator(name, "=")   ? a[0] == a[1]
	       : is_operator(name, "and") ? a[0] && a[1]
	       : is_operator(name, "or")  ? a[0] || a[1]
	       : is_operator(name, "not") ? !a[0]
					  : 99;
}

static int64_t evaluate(const char **at)
{
	int64_t parts[MOST_PARTS] = { 0 };
	char name[8] = "";
	int count = 0;
	while (**at == ' ')
		++*at;
	if (isdigit((unsigned char)**at))
		return strtoll(*at, (char **)at, 10);
	if (**at != '(') {
		bool truth = **at == 't';
		*at += truth ? 4 : 5;
		return truth;
	}
	for (size_t i = (++*at, 0); **at != ' ' && i + 1 < sizeof name; ++*at)
		name[i++] = **at;
	while (**at != ')' && count < MOST_PARTS) {
		parts[count++] = evaluate(at);
		while (**at == ' ')
			++*at;
	}
	++*at;
	return apply(name, parts, count);
}

/* --- all values --- */

/* Does the text of t say what the term of constants is? */
static bool is_right(struct fixture *f, term t, term wanted)
{
	size_t length;
	f->text = output_memory();
	write_term(f, t);
	const char *text = output_text(f->text, &length);
	char *copy = malloc(length + 1), *end = copy;
	memcpy(copy, text, length);
	copy[length] = '\0';
	int64_t got = evaluate((const char **)&end);
	bool right = !*end && got == (int64_t)term_value(f->bank, wanted);
	if (!right)
		printf("# %s is %" PRId64 ", not %" PRIu64 "\n", copy, got, term_value(f->bank, wanted));
	free(copy);
	output_close(f->text, NULL);
	return right;
}

/* With the arguments unknown, and with one of them known. */
static bool is_right_of(struct fixture *f, enum op op, const term *constants, const uint32_t *indices)
{
	bool right = true;
	term wanted = term_make(f->bank, op, constants, indices);
	for (uint32_t known = 0; known < 3; known++) {
		term args[2] = { known == 1 ? constants[0] : f->leaves[0], known == 2 ? constants[1] : f->leaves[1] };
		right &= is_right(f, term_make(f->bank, op, args, indices), wanted);
	}
	return right;
}

static bool is_right_at(struct fixture *f, enum op op, uint32_t width, const uint32_t *indices)
{
	bool right = true;
	struct bank *bank = f->bank;
	for (int i = 0; i < 2; i++)
		f->leaves[i] = term_variable(bank, sort_bitvector(bank, width), "x");
	for (f->values[0] = 0; f->values[0] < UINT64_C(1) << width; f->values[0]++)
		for (f->values[1] = 0; f->values[1] < UINT64_C(1) << width; f->values[1]++) {
			term constants[2] = { term_bv(bank, width, f->values[0]), term_bv(bank, width, f->values[1]) };
			right &= is_right_of(f, op, constants, indices);
		}
	return right;
}

static void check(enum op op)
{
	struct fixture f = { .bank = bank_new() };
	bool right = true;
	for (uint32_t width = 1; width <= MOST_WIDTH; width++)
		for (uint32_t high = 0; high < (op_indices(op) == 2 ? width : 1); high++)
			for (uint32_t low = 0; low <= high; low++) {
				uint32_t indices[2] = { op_indices(op) == 1 ? width + 2 : high, low };
				right &= is_right_at(&f, op, width, indices);
			}
	ok(right, "%s", op_name(op));
	bank_free(f.bank);
}

int main(void)
{
	for (int op = OP_BVNOT; op <= OP_BVSLE; op++)
		check(op);
	check(OP_EQ);
	return done_testing();
}

#include "reads.h"
#include "word.h"

void reads_add(struct reads *r, term value)
{
	for (size_t i = 0; i < r->values.count; i++)
		if (r->values.at[i] == value)
			return;
	vec_push(&r->values, value);
}

static bool is_number(const struct bank *bank, term t)
{
	uint32_t width = sort_kind(bank, term_sort(bank, t)) == SORT_BITVECTOR ? term_width(bank, t) : 0;
	return width == 32 || width == 64;
}

/* A multiple of a variable, or the variable. */
static term multiplied(const struct bank *bank, term t, uint64_t *factor)
{
	bool times = term_op(bank, t) == OP_BVMUL && term_is_constant(bank, term_arg(bank, t, 1));
	*factor = times ? term_value(bank, term_arg(bank, t, 1)) : 1;
	return times ? term_arg(bank, t, 0) : t;
}

/* Of factor * x + constant: x + constant / factor. */
static void add_neighbour(struct reads *r, term product, term constant)
{
	struct bank *bank = r->bank;
	uint64_t factor;
	term x = multiplied(bank, product, &factor);
	if (!is_number(bank, constant) || !factor || factor >= 1 << 16)
		return;
	uint32_t width = term_width(bank, constant);
	int64_t more = word_signed(term_value(bank, constant), width);
	if (more % (int64_t)factor == 0)
		reads_add(r, term_binary(bank, OP_BVADD, x, term_bv(bank, width, (uint64_t)(more / (int64_t)factor))));
}

/* a[i + 1] is about i + 1 too, a[c ? i : k] about what it chooses. */
static void add_part(void *context, term t)
{
	struct reads *r = context;
	enum op op = term_op(r->bank, t);
	if ((op == OP_VARIABLE || op == OP_ITE) && is_number(r->bank, t))
		reads_add(r, t);
	if (op == OP_BVADD && term_is_constant(r->bank, term_arg(r->bank, t, 1)))
		add_neighbour(r, term_arg(r->bank, t, 0), term_arg(r->bank, t, 1));
}

enum { MOST_CHOICES = 64 };

/* Of c ? a : b both a and b. */
static void add_objects(struct reads *r, term object, uint32_t *left)
{
	struct bank *bank = r->bank;
	if (term_op(bank, object) == OP_ITE && *left) {
		--*left;
		add_objects(r, term_arg(bank, object, 1), left);
		add_objects(r, term_arg(bank, object, 2), left);
	} else if (!term_is_constant(bank, object) || term_value(bank, object) >= r->first_fresh) {
		reads_add(r, object);
	}
}

/* The same of a pointer: what is chosen there are pointers. */
static void add_objects_of(struct reads *r, term pointer, uint32_t *left)
{
	struct bank *bank = r->bank;
	uint32_t width = term_width(bank, pointer);
	if (term_op(bank, pointer) == OP_ITE && *left) {
		--*left;
		add_objects_of(r, term_arg(bank, pointer, 1), left);
		add_objects_of(r, term_arg(bank, pointer, 2), left);
	} else {
		add_objects(r,
			    width == r->object_bits ? pointer
						    : term_extract(bank, width - 1, width - r->object_bits, pointer),
			    left);
	}
}

/* An identity that is a part of a pointer: which one? */
static term whole_pointer(const struct reads *r, term object)
{
	const struct bank *bank = r->bank;
	bool part = term_op(bank, object) == OP_EXTRACT &&
		    term_width(bank, term_arg(bank, object, 0)) == r->pointer_bits &&
		    term_index(bank, object, 0) == r->pointer_bits - 1;
	return part ? term_arg(bank, object, 0) : object;
}

static void add_read_object(struct reads *r, term index)
{
	uint32_t left = MOST_CHOICES, width = term_width(r->bank, index);
	if (width != r->object_bits && width != r->pointer_bits)
		return;
	term object = width == r->object_bits ? index : term_extract(r->bank, width - 1, width - r->object_bits, index);
	add_objects_of(r, whole_pointer(r, object), &left);
}

static void add_read(void *context, term t)
{
	struct reads *r = context;
	struct bank *bank = r->bank;
	if (term_op(bank, t) != OP_SELECT)
		return;
	term index = term_arg(bank, t, 1);
	uint32_t width = term_width(bank, index);
	struct table seen = { 0 };
	if (r->objects) {
		add_read_object(r, index);
		return;
	}
	if (!r->numbers && r->object_bits && width == r->object_bits)
		reads_add(r, index);
	if (r->pointer_bits && width == r->pointer_bits) {
		if (!r->numbers)
			reads_add(r, term_extract(bank, width - 1, width - r->object_bits, index));
		index = term_extract(bank, width - r->object_bits - 1, 0, index);
	}
	term_visit(bank, index, &seen, add_part, r);
	table_free(&seen);
}

void reads_find(struct reads *r, term t)
{
	struct table seen = { 0 };
	term_visit(r->bank, t, &seen, add_read, r);
	table_free(&seen);
}

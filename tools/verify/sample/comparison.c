#include "comparison.h"

/* MAX_LOOKED: answers that are looked at in all, as the tape may be as long as the execution. */
enum { MAX_COMPARISONS = 256, MAX_OF_CONDITION = 8, MAX_DEPTH = 6, MAX_LOOKED = 1 << 22 };

static uint64_t cut(uint64_t value, uint32_t width)
{
	return width < 64 ? value & ((UINT64_C(1) << width) - 1) : value;
}

/* --- numbers on tapes --- */

static bool is_digit(const struct tape_track *t, size_t place)
{
	return place < t->count && t->at[place].width == 8 && t->at[place].value >= '0' && t->at[place].value <= '9';
}

/* The characters of the decimal number that begins there, 0 if none does. */
static size_t number_at(const struct tape_track *t, size_t place, uint64_t *value)
{
	bool negative = place < t->count && t->at[place].width == 8 && t->at[place].value == '-';
	if (!is_digit(t, place + negative))
		return 0;
	if (!negative && place && (is_digit(t, place - 1) || t->at[place - 1].value == '-'))
		return 0;
	size_t end = place + negative;
	for (*value = 0; is_digit(t, end); end++)
		*value = *value * 10 + t->at[end].value - '0';
	*value = negative ? -*value : *value;
	return end - place;
}

/* Is the value the answer, or the answer extended? */
static bool is_answer(const struct tape_answer *a, uint64_t value, uint32_t width)
{
	if ((width > 64) != (a->width > 64))
		return false;
	if (width <= a->width || a->width >= 64)
		return cut(a->value, width) == value;
	uint32_t shift = 64 - a->width;
	return a->value == value || cut((uint64_t)((int64_t)(a->value << shift) >> shift), width) == value;
}

/* Do the answers from there on give the value, byte by byte? */
static bool is_bytes(const struct tape_track *t, size_t place, uint64_t value, size_t bytes, bool high)
{
	bool same = true;
	for (size_t i = 0; same && i < bytes; i++) {
		const struct tape_answer *a = &t->at[place + i];
		uint64_t byte = value >> 8 * (high ? bytes - 1 - i : i);
		same = a->width >= 8 && a->width <= 64 && (uint8_t)a->value == (uint8_t)byte;
	}
	return same;
}

/* 2, 4, or 8 bytes that say the value; 0: one would do. */
static size_t bytes_of(uint64_t value)
{
	return value >> 32 ? 8 : value >> 16 ? 4 : value >> 8 ? 2 : 0;
}

static bool find_bytes(const struct tape_track *t, size_t place, uint64_t value, struct occurrence *at)
{
	size_t bytes = bytes_of(value);
	if (!bytes || place + bytes > t->count)
		return false;
	bool low = is_bytes(t, place, value, bytes, false), high = !low && is_bytes(t, place, value, bytes, true);
	if (low || high)
		*at = (struct occurrence){ .place = place, .bytes = bytes, .high = high };
	return low || high;
}

/* Does the value stand there, in some way? */
static bool stands_at(const struct tape *tape, size_t track, size_t place, uint64_t value, uint32_t width,
		      struct occurrence *at)
{
	const struct tape_track *t = &tape->at[track];
	uint64_t number;
	size_t digits = track ? number_at(t, place, &number) : 0;
	bool is_text = digits && cut(number, width) == value;
	*at = (struct occurrence){ .place = place, .digits = is_text ? digits : 0 };
	bool found =
		is_text || is_answer(&t->at[place], value, width) || (width <= 64 && find_bytes(t, place, value, at));
	at->track = track;
	return found;
}

static bool tape_has(const struct tape *tape, uint64_t value, uint32_t width)
{
	struct occurrence here;
	bool has = false;
	for (size_t i = 0; i < tape->count && !has; i++)
		for (size_t place = 0; place < tape->at[i].count && !has; place++)
			has = stands_at(tape, i, place, value, width, &here);
	return has;
}

size_t tape_find(const struct tape *tape, uint64_t value, uint32_t width, size_t n, struct occurrence *at)
{
	struct occurrence here;
	size_t found = 0;
	for (size_t i = 0; i < tape->count; i++)
		for (size_t place = 0; place < tape->at[i].count; place++)
			if (stands_at(tape, i, place, value, width, &here) && found++ == n)
				*at = here;
	return found;
}

/* --- comparisons --- */

struct noting {
	struct comparisons *to;
	const struct tape *tape;
	const struct run *run;
	term condition;
};

static struct value leaf_value(void *context, term leaf)
{
	const struct noting *n = context;
	const struct variable *v = program_variable_of(run_program(n->run), leaf);
	const struct value *value = v ? run_value(n->run, v) : NULL;
	return value ? value_copy(value) : (struct value){ 0 };
}

/* A loop compares the same numbers again and again. */
static bool is_input(struct noting *n, uint64_t value, uint32_t width)
{
	uint64_t key = hash_mix(value, width) >> 1, size = tape_size(n->tape);
	if (table_get(&n->to->missed, key, UINT64_MAX) == size || n->to->looked > MAX_LOOKED)
		return false;
	n->to->looked += size;
	bool has = tape_has(n->tape, value, width);
	if (!has)
		table_put(&n->to->missed, key, size);
	return has;
}

static void add(struct noting *n, uint64_t from, uint64_t to, uint32_t width)
{
	bool known = n->to->all.count == MAX_COMPARISONS || from == to || (width > 64 && !tape_object(to));
	for (size_t i = 0; !known && i < n->to->all.count; i++)
		known = n->to->all.at[i].from == from && n->to->all.at[i].to == to;
	if (!known && is_input(n, from, width))
		vec_push(&n->to->all, (struct comparison){ from, to, width, n->condition });
}

static struct value value_of(struct noting *n, term x)
{
	return term_eval(run_program(n->run)->bank, x, leaf_value, n);
}

/* The term's value, if it has at most 64 bits. */
static bool word_of(struct noting *n, term x, uint64_t *word)
{
	struct value v = value_of(n, x);
	bool fits = v.kind == VALUE_WORD;
	*word = v.word;
	value_release(&v);
	return fits;
}

/* What an operand is and should be, for its term to be `to`. */
struct wish {
	term x;
	uint64_t from, to;
};

/* Of a term with a constant operand, the other one. */
static bool wish_of_constant(enum op op, uint64_t constant, bool first, struct wish *w)
{
	switch (op) {
	case OP_BVAND:
		w->to = (w->from & ~constant) | (w->to & constant);
		return true;
	case OP_BVOR:
		w->to = (w->from & constant) | (w->to & ~constant);
		return true;
	case OP_BVXOR:
		w->to ^= constant;
		return true;
	case OP_BVADD:
		w->to -= constant;
		return true;
	case OP_BVSUB:
		w->to = first ? constant - w->to : w->to + constant;
		return true;
	case OP_BVSHL:
		w->to = first || constant > 63 ? w->to : w->to >> constant;
		return !first;
	case OP_BVLSHR:
		w->to = first || constant > 63 ? w->to : w->to << constant;
		return !first;
	default:
		return false;
	}
}

static void wish(struct noting *n, term x, uint64_t from, uint64_t to, uint32_t depth);

static void wish_operand(struct noting *n, term x, uint64_t to, uint32_t depth)
{
	const struct bank *bank = run_program(n->run)->bank;
	term a = term_arg(bank, x, 0), b = term_arg(bank, x, 1);
	bool first = term_is_constant(bank, a);
	if (!first && !term_is_constant(bank, b))
		return;
	struct wish w = { .x = first ? b : a, .to = to };
	if (word_of(n, w.x, &w.from) && wish_of_constant(term_op(bank, x), term_value(bank, first ? a : b), first, &w))
		wish(n, w.x, w.from, cut(w.to, term_width(bank, w.x)), depth);
}

/* Of a term that is a part of another, or longer than it. */
static void wish_part(struct noting *n, term x, uint64_t to, uint32_t depth)
{
	const struct bank *bank = run_program(n->run)->bank;
	term a = term_arg(bank, x, 0);
	uint32_t low = term_op(bank, x) == OP_EXTRACT ? term_index(bank, x, 1) : 0;
	uint64_t from;
	if (low > 63 || !word_of(n, a, &from))
		return;
	uint64_t mask = cut(UINT64_MAX, term_width(bank, x)) << low;
	wish(n, a, from, cut((from & ~mask) | (to << low & mask), term_width(bank, a)), depth);
}

static void wish_pieces(struct noting *n, term x, uint64_t to, uint32_t depth)
{
	const struct bank *bank = run_program(n->run)->bank;
	term high = term_arg(bank, x, 0), low = term_arg(bank, x, 1);
	uint32_t width = term_width(bank, low);
	uint64_t a, b;
	if (width >= 64 || !word_of(n, high, &a) || !word_of(n, low, &b))
		return;
	wish(n, high, a, to >> width, depth);
	wish(n, low, b, cut(to, width), depth);
}

/* A term of at most 64 bits is `from`, and was compared with `to`: so what is it made of? */
static void wish(struct noting *n, term x, uint64_t from, uint64_t to, uint32_t depth)
{
	const struct bank *bank = run_program(n->run)->bank;
	add(n, from, to, term_width(bank, x));
	if (from == to || depth == MAX_DEPTH)
		return;
	switch (term_op(bank, x)) {
	case OP_BVAND:
	case OP_BVOR:
	case OP_BVXOR:
	case OP_BVADD:
	case OP_BVSUB:
	case OP_BVSHL:
	case OP_BVLSHR:
		wish_operand(n, x, to, depth + 1);
		break;
	case OP_EXTRACT:
	case OP_ZERO_EXTEND:
	case OP_SIGN_EXTEND:
		wish_part(n, x, to, depth + 1);
		break;
	case OP_CONCAT:
		wish_pieces(n, x, to, depth + 1);
		break;
	default:
		break;
	}
}

static void note_sides(struct noting *n, term left, term right)
{
	const struct bank *bank = run_program(n->run)->bank;
	sort s = term_sort(bank, left);
	if (sort_kind(bank, s) != SORT_BITVECTOR || sort_width(bank, s) < 2)
		return;
	struct value a = value_of(n, left), b = value_of(n, right);
	uint64_t from, to;
	if (a.kind == VALUE_WORD && b.kind == VALUE_WORD) {
		wish(n, left, a.word, b.word, 0);
		wish(n, right, b.word, a.word, 0);
	} else if (tape_answer_for(&a, &from) && tape_answer_for(&b, &to)) {
		add(n, from, to, a.width);
		add(n, to, from, a.width);
	}
	value_release(&a);
	value_release(&b);
}

bool compares_pointers(const struct bank *bank, term condition)
{
	VEC(term) stack = { 0 };
	bool found = false;
	vec_push(&stack, condition);
	while (stack.count && !found) {
		term x = vec_pop(&stack);
		sort s = term_op(bank, x) == OP_EQ ? term_sort(bank, term_arg(bank, x, 0)) : 0;
		found = s && sort_kind(bank, s) == SORT_BITVECTOR && sort_width(bank, s) > 64;
		if (term_op(bank, x) == OP_AND)
			for (uint32_t i = 0; i < term_count(bank, x); i++)
				vec_push(&stack, term_arg(bank, x, i));
	}
	vec_free(&stack);
	return found;
}

static bool is_comparison(enum op op)
{
	return op == OP_EQ || op == OP_BVULT || op == OP_BVULE || op == OP_BVSLT || op == OP_BVSLE;
}

void comparisons_note(struct comparisons *to, const struct tape *tape, const struct run *run, term condition)
{
	struct noting n = { to, tape, run, condition };
	const struct bank *bank = run_program(run)->bank;
	VEC(term) stack = { 0 };
	struct table seen = { 0 };
	uint64_t found = table_get(&to->found, condition, 0), before = to->all.count;
	vec_push(&stack, condition);
	while (stack.count && found + to->all.count - before < MAX_OF_CONDITION) {
		term x = vec_pop(&stack);
		if (table_has(&seen, x))
			continue;
		table_put(&seen, x, 1);
		if (is_comparison(term_op(bank, x)))
			note_sides(&n, term_arg(bank, x, 0), term_arg(bank, x, 1));
		for (uint32_t i = 0; i < term_count(bank, x); i++)
			vec_push(&stack, term_arg(bank, x, i));
	}
	table_put(&to->found, condition, found + to->all.count - before);
	vec_free(&stack);
	table_free(&seen);
}

void comparisons_release(struct comparisons *comparisons)
{
	vec_free(&comparisons->all);
	table_free(&comparisons->found);
	table_free(&comparisons->missed);
}

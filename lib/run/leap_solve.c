/* What a recorded round does again and again. First the words' values after k rounds are guessed: a word that becomes itself
 * plus something known is a sum. Then the round is gone through once more with these, which shows whether they are right
 * and for how long. */
#include "bv.h"
#include "leap.h"

enum { MOST_PASSES = 8 };

struct forms VEC_BODY(struct form);

struct solving {
	const struct machine *m;
	const struct leap_round *round;
	struct leap_values *values;
	struct table
		places; /* word -> its form in `forms` + 1, once the round has written it; 0 of state words that are read */
	struct forms forms;
	struct table changed; /* words of the state that the round writes */
	bool sure;            /* conditions are looked at, not taken for what they were */
	uint64_t rounds;      /* for so many all is as it seems */
};

static void limit(struct solving *s, uint64_t rounds)
{
	if (s->rounds > rounds)
		s->rounds = rounds;
}

/* --- words --- */

static bool is_state(const struct solving *s, uint64_t word)
{
	bool global = word >> LEAP_SHIFT == AREA_GLOBAL;
	return global || (word >= s->round->first && word < s->round->end);
}

static const struct form *value_of(const struct solving *s, uint64_t word)
{
	for (size_t i = 0; i < s->values->count; i++)
		if (s->values->at[i].word == word)
			return &s->values->at[i].form;
	return NULL;
}

static struct form read_state(struct solving *s, uint64_t word)
{
	const struct form *known = value_of(s, word);
	table_put(&s->places, word, 0);
	return known                          ? *known
	       : table_has(&s->changed, word) ? form_of_base(word + 1)
					      : form_constant(*leap_word(s->m, s->round, word));
}

static struct form look(struct solving *s, uint64_t word)
{
	uint64_t at = table_get(&s->places, word, 0);
	if (at)
		return s->forms.at[at - 1];
	if (word >> LEAP_SHIFT == AREA_CONSTANT)
		return form_constant(s->m->run->constants.at[word & ((UINT64_C(1) << LEAP_SHIFT) - 1)]);
	return is_state(s, word) ? read_state(s, word) : form_unknown();
}

/* A word that was read before stays one: `is_read`. */
static const uint64_t read_first = UINT64_C(1) << 63;

static void set(struct solving *s, uint64_t word, struct form f)
{
	if (table_has(&s->places, word) && is_state(s, word) && !table_get(&s->places, word, 0))
		table_put(&s->places, word | read_first, 1);
	vec_push(&s->forms, f);
	table_put(&s->places, word, s->forms.count);
}

static bool is_read(const struct solving *s, uint64_t word)
{
	bool still = table_has(&s->places, word) && !table_get(&s->places, word, 0);
	return still || table_has(&s->places, word | read_first);
}

static struct form value_after(struct solving *s, uint64_t word)
{
	bool global = word >> LEAP_SHIFT == AREA_GLOBAL;
	uint64_t at = table_get(&s->places, global ? word : word + s->round->moved, 0);
	return at ? s->forms.at[at - 1] : read_state(s, word);
}

/* --- operators --- */

/* The form as one of more bits: without wrap-around for the rounds in question. */
static struct form extend(struct solving *s, const struct form *f, uint32_t from, bool is_signed, uint32_t width)
{
	struct line line;
	struct form wide = *f;
	__int128 half = (__int128)1 << (from - 1);
	if (f->base || !form_line(f, from, is_signed, &line))
		return form_unknown();
	if (s->sure)
		limit(s, line_within(&line, is_signed ? -half : 0, is_signed ? half - 1 : 2 * half - 1, s->rounds));
	for (int i = 0; i < 3; i++)
		wide.at[i] = (uint64_t)line.at[i];
	wide.width = 64;
	return form_truncate(&wide, width);
}

static bool is_untouched(const struct form *f)
{
	return f->base && f->width == 64 && !f->at[0] && !f->at[1] && !f->at[2] && !f->at[3];
}

/* As an operand of so many bits. */
static struct form operand_form(struct solving *s, const struct leap_entry *e, uint32_t i)
{
	struct form f = look(s, e->sources[i].first);
	if (!f.known || f.width == e->width || form_is_constant(&f) || is_untouched(&f))
		return f;
	return f.width < e->width ? extend(s, &f, f.width, false, e->width) : form_unknown();
}

static struct form multiply(const struct form *a, const struct form *b, uint32_t width)
{
	if (form_is_constant(a))
		return form_scale(b, a->at[0], width);
	return form_is_constant(b) ? form_scale(a, b->at[0], width) : form_unknown();
}

static struct form shift_left(const struct form *a, const struct form *b, uint32_t width)
{
	return form_is_constant(b) && b->at[0] < width ? form_scale(a, UINT64_C(1) << b->at[0], width) : form_unknown();
}

/* With a constant whose bits are the low ones. */
static struct form mask(const struct form *a, const struct form *b)
{
	const struct form *of = form_is_constant(b) ? a : b, *by = of == a ? b : a;
	uint64_t bits = by->at[0];
	if (!form_is_constant(by) || !bits || bits & (bits + 1))
		return form_unknown();
	return bits == UINT64_MAX ? *of : form_truncate(of, (uint32_t)__builtin_ctzll(~bits));
}

static struct form extract(struct solving *s, const struct leap_entry *e)
{
	struct form f = look(s, e->sources[0].first);
	return e->imm ? form_unknown() : form_truncate(&f, e->width);
}

static struct form sign_extend(struct solving *s, const struct leap_entry *e)
{
	struct form f = look(s, e->sources[0].first);
	uint32_t from = 64 - (uint32_t)e->imm;
	if (!f.known || f.base || form_is_constant(&f))
		return form_unknown();
	return f.width > from ? form_unknown() : extend(s, &f, f.width, f.width == from, e->width);
}

static struct form choose(struct solving *s, const struct leap_entry *e)
{
	struct form condition = look(s, e->sources[0].first);
	return form_is_constant(&condition) ? look(s, e->sources[condition.at[0] ? 1 : 2].first) : form_unknown();
}

/* --- comparisons --- */

static bool operand_line(struct solving *s, const struct form *f, uint32_t width, bool is_signed, struct line *line)
{
	bool constant = form_is_constant(f), narrow = !constant && f->width < width;
	uint32_t from = constant ? width : f->width;
	is_signed = is_signed && !narrow;
	__int128 half = (__int128)1 << (from - 1);
	if (from > width || !form_line(f, from, is_signed, line))
		return false;
	limit(s, line_within(line, is_signed ? -half : 0, is_signed ? half - 1 : 2 * half - 1, s->rounds));
	return true;
}

/* They differ by a constant, whatever wraps around. */
static bool keep_distance(const struct form *a, const struct form *b)
{
	return a->known && b->known && !a->base && !b->base && a->width == b->width && a->at[1] == b->at[1] &&
	       a->at[2] == b->at[2] && a->at[3] == b->at[3];
}

static struct form same(struct solving *s, const struct form *a, const struct form *b, uint64_t outcome)
{
	struct line x, y;
	if (keep_distance(a, b))
		return form_constant(a->at[0] == b->at[0]);
	if (!operand_line(s, a, 64, false, &x) || !operand_line(s, b, 64, false, &y))
		return form_unknown();
	limit(s, line_same(&x, &y, outcome, s->rounds));
	return form_constant(outcome);
}

/* The outcome is the recorded one, for as many rounds as it is. */
static struct form compare(struct solving *s, const struct leap_entry *e)
{
	struct form a = look(s, e->sources[0].first), b = look(s, e->sources[1].first);
	uint64_t outcome = s->round->values.at[e->target.values];
	bool is_signed = e->op == CODE_SLT || e->op == CODE_SLE, equal = e->op == CODE_ULE || e->op == CODE_SLE;
	struct line x, y;
	if (!s->sure)
		return form_constant(outcome);
	if (!a.known || !b.known || a.base || b.base)
		return form_unknown();
	if (e->op == CODE_EQ)
		return same(s, &a, &b, outcome);
	if (!operand_line(s, &a, e->width, is_signed, &x) || !operand_line(s, &b, e->width, is_signed, &y))
		return form_unknown();
	limit(s, line_compare(&x, &y, equal, outcome, s->rounds));
	return form_constant(outcome);
}

static struct form apply(struct solving *s, const struct leap_entry *e)
{
	struct form a, b, zero = form_constant(0), ones = form_constant(UINT64_MAX);
	switch (e->op) {
	case CODE_MOVE:
		return look(s, e->sources[0].first);
	case CODE_ADD:
	case CODE_SUB:
		a = operand_form(s, e, 0);
		b = operand_form(s, e, 1);
		return form_add(&a, &b, e->op == CODE_ADD ? 1 : UINT64_MAX, e->width);
	case CODE_NEG:
	case CODE_NOT:
		a = operand_form(s, e, 0);
		return form_add(e->op == CODE_NEG ? &zero : &ones, &a, UINT64_MAX, e->width);
	case CODE_MUL:
		a = operand_form(s, e, 0);
		b = operand_form(s, e, 1);
		return multiply(&a, &b, e->width);
	case CODE_SHL:
		a = operand_form(s, e, 0);
		b = look(s, e->sources[1].first);
		return shift_left(&a, &b, e->width);
	case CODE_AND:
		a = look(s, e->sources[0].first);
		b = look(s, e->sources[1].first);
		return mask(&a, &b);
	case CODE_EXTRACT:
		return extract(s, e);
	case CODE_SEXT:
		return sign_extend(s, e);
	case CODE_ITE:
		return choose(s, e);
	case CODE_EQ:
	case CODE_ULT:
	case CODE_ULE:
	case CODE_SLT:
	case CODE_SLE:
		return compare(s, e);
	default:
		return form_unknown();
	}
}

/* --- the round --- */

/* Everything it reads is what it was when it was recorded, and stays so. Looks at all of it: that it is read counts. */
static bool is_repeated(struct solving *s, const struct leap_entry *e)
{
	bool same = true;
	for (uint32_t i = 0; i < e->source_count; i++)
		for (uint32_t k = 0; k < e->sources[i].count; k++) {
			struct form f = look(s, e->sources[i].first + k);
			uint64_t recorded = s->round->values.at[e->sources[i].values + k];
			same = same && form_is_constant(&f) && f.at[0] == recorded;
		}
	return same;
}

static void go_through_entry(struct solving *s, const struct leap_entry *e)
{
	bool repeated = e->kind != LEAP_FORGET && is_repeated(s, e);
	if (e->kind == LEAP_GUARD && s->sure && !repeated)
		s->rounds = 0;
	for (uint32_t k = 0; k < e->target.count; k++)
		set(s, e->target.first + k,
		    repeated                   ? form_constant(s->round->values.at[e->target.values + k])
		    : e->kind == LEAP_OPERATOR ? apply(s, e)
					       : form_unknown());
}

static void go_through(struct solving *s)
{
	table_clear(&s->places);
	vec_clear(&s->forms);
	for (size_t i = 0; i < s->round->entries.count; i++)
		go_through_entry(s, &s->round->entries.at[i]);
}

static void find_changed(struct solving *s)
{
	const struct leap_round *r = s->round;
	for (uint64_t word = r->first; r->moved && word < r->end; word++)
		table_put(&s->changed, word, 1);
	for (size_t i = 0; i < r->entries.count; i++)
		for (uint32_t k = 0; k < r->entries.at[i].target.count; k++) {
			uint64_t word = r->entries.at[i].target.first + k;
			if (is_state(s, word))
				table_put(&s->changed, word, 1);
		}
}

/* Of a word whose value behind the round is `after`. */
static struct form guess(uint64_t word, struct form after, uint64_t now)
{
	if (!after.known)
		return after;
	if (!after.base) {
		struct form before = form_before(&after);
		return form_value(&before, 0) == now ? before : form_unknown();
	}
	if (after.base != word + 1)
		return form_unknown();
	after.base = 0;
	return form_sum(&after, now, after.width);
}

/* False: there was nothing to find any more. */
static bool find_values(struct solving *s)
{
	size_t before = s->values->count;
	go_through(s);
	for (size_t i = 0; i < s->changed.capacity; i++) {
		uint64_t word = s->changed.keys[i] - 1;
		if (!s->changed.keys[i] || !is_read(s, word) || value_of(s, word))
			continue;
		struct form f = guess(word, value_after(s, word), *leap_word(s->m, s->round, word));
		if (f.known)
			vec_push(s->values, (struct leap_value){ word, f });
	}
	return s->values->count > before;
}

/* Do the words that are read have their values now, and again behind a round? */
static bool is_confirmed(struct solving *s)
{
	for (size_t i = 0; i < s->changed.capacity; i++) {
		uint64_t word = s->changed.keys[i] - 1;
		if (!s->changed.keys[i] || !is_read(s, word))
			continue;
		const struct form *f = value_of(s, word);
		struct form after = value_after(s, word), next = f ? form_next(f) : form_unknown();
		if (!f || form_value(f, 0) != *leap_word(s->m, s->round, word) || !form_equal(&next, &after))
			return false;
	}
	return true;
}

uint64_t leap_solve(const struct machine *m, const struct leap_round *round, struct leap_values *values)
{
	struct solving s = { .m = m, .round = round, .values = values, .rounds = LEAP_ENDLESS };
	find_changed(&s);
	for (int pass = 0; pass < MOST_PASSES && find_values(&s); pass++)
		continue;
	s.sure = true;
	go_through(&s);
	uint64_t rounds = is_confirmed(&s) ? s.rounds : 0;
	table_free(&s.places);
	table_free(&s.changed);
	vec_free(&s.forms);
	return rounds;
}

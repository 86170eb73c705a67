#include "leap_form.h"
#include "word.h"

/* C(k, 2) times a coefficient of 64 bits fits in 127 bits. */
#define MOST_SQUARE (UINT64_C(1) << 31)

struct form form_unknown(void)
{
	return (struct form){ 0 };
}

struct form form_constant(uint64_t value)
{
	return (struct form){ .known = true, .width = 64, .at = { value } };
}

struct form form_of_base(uint64_t base)
{
	return (struct form){ .known = true, .width = 64, .base = base };
}

bool form_is_constant(const struct form *f)
{
	return f->known && !f->base && !f->at[1] && !f->at[2] && !f->at[3];
}

static struct form normal(struct form f)
{
	for (int i = 0; i < FORM_COEFFICIENTS; i++)
		f.at[i] &= word_mask(f.width);
	if (form_is_constant(&f))
		f.width = 64;
	return f;
}

struct form form_add(const struct form *a, const struct form *b, uint64_t sign, uint32_t width)
{
	struct form sum = { .known = true, .width = width, .base = a->base ? a->base : b->base };
	bool cancels = a->base && a->base == b->base && sign == UINT64_MAX;
	if (!a->known || !b->known || (b->base && !cancels && (a->base || sign != 1)))
		return form_unknown();
	if (cancels)
		sum.base = 0;
	for (int i = 0; i < FORM_COEFFICIENTS; i++)
		sum.at[i] = a->at[i] + sign * b->at[i];
	return normal(sum);
}

struct form form_scale(const struct form *a, uint64_t factor, uint32_t width)
{
	struct form f = { .known = true, .width = width };
	if (!a->known || (a->base && factor))
		return form_unknown();
	for (int i = 0; i < FORM_COEFFICIENTS; i++)
		f.at[i] = a->at[i] * factor;
	return normal(f);
}

struct form form_truncate(const struct form *a, uint32_t width)
{
	struct form f = *a;
	if (!f.known || f.base)
		return form_unknown();
	f.width = width < f.width ? width : f.width;
	return normal(f);
}

struct form form_sum(const struct form *a, uint64_t start, uint32_t width)
{
	struct form f = { .known = true, .width = width, .at = { start } };
	if (!a->known || a->base || a->at[FORM_DEGREE])
		return form_unknown();
	for (int i = 0; i < FORM_DEGREE; i++)
		f.at[i + 1] = a->at[i];
	return normal(f);
}

/* C(k + 1, i) = C(k, i) + C(k, i - 1). */
struct form form_next(const struct form *a)
{
	struct form f = *a;
	for (int i = 0; i < FORM_DEGREE; i++)
		f.at[i] += a->at[i + 1];
	return normal(f);
}

struct form form_before(const struct form *a)
{
	struct form f = *a;
	for (int i = FORM_DEGREE; i-- > 0;)
		f.at[i] -= f.at[i + 1];
	return normal(f);
}

uint64_t form_value(const struct form *a, uint64_t k)
{
	unsigned __int128 n = k, pairs = n * (n - (n > 0)) / 2, triples = k < 3 ? 0 : pairs * (n - 2) / 3;
	uint64_t value = a->at[0] + a->at[1] * k + a->at[2] * (uint64_t)pairs + a->at[3] * (uint64_t)triples;
	return value & word_mask(a->width);
}

bool form_equal(const struct form *a, const struct form *b)
{
	bool same = a->known && b->known && a->width == b->width && a->base == b->base;
	for (int i = 0; i < FORM_COEFFICIENTS; i++)
		same = same && a->at[i] == b->at[i];
	return same;
}

/* --- as integers --- */

bool form_line(const struct form *a, uint32_t width, bool is_signed, struct line *line)
{
	if (!a->known || a->base || a->at[3])
		return false;
	line->at[0] = is_signed ? word_signed(a->at[0], width) : (__int128)a->at[0];
	line->at[1] = word_signed(a->at[1], width);
	line->at[2] = word_signed(a->at[2], width);
	return true;
}

static __int128 line_at(const struct line *l, uint64_t k)
{
	return l->at[0] + l->at[1] * (__int128)k + l->at[2] * ((__int128)k * ((__int128)k - 1) / 2);
}

static bool is_monotone(const struct line *l)
{
	return (l->at[1] >= 0 && l->at[2] >= 0) || (l->at[1] <= 0 && l->at[2] <= 0);
}

/* What is asked of a line. If the line is monotone and it holds at first, then once it is false it stays false. */
struct question {
	const struct line *line;
	__int128 low, high;
};

static bool holds(const struct question *q, uint64_t k)
{
	__int128 value = line_at(q->line, k);
	return q->low <= value && value <= q->high;
}

static uint64_t first_false(const struct question *q, uint64_t most)
{
	uint64_t from = 0;
	if (!is_monotone(q->line) || !holds(q, 0))
		return 0;
	if (q->line->at[2] && most > MOST_SQUARE)
		most = MOST_SQUARE;
	while (from < most) {
		uint64_t middle = from + (most - from) / 2;
		if (holds(q, middle))
			from = middle + 1;
		else
			most = middle;
	}
	return from;
}

uint64_t line_within(const struct line *line, __int128 low, __int128 high, uint64_t most)
{
	return first_false(&(struct question){ line, low, high }, most);
}

static struct line difference(const struct line *a, const struct line *b)
{
	return (struct line){ { a->at[0] - b->at[0], a->at[1] - b->at[1], a->at[2] - b->at[2] } };
}

static const __int128 far = (__int128)1 << 126;

uint64_t line_compare(const struct line *a, const struct line *b, bool equal, bool outcome, uint64_t most)
{
	struct line d = difference(a, b);
	__int128 last = equal ? 0 : -1;
	return outcome ? line_within(&d, -far, last, most) : line_within(&d, last + 1, far, most);
}

uint64_t line_same(const struct line *a, const struct line *b, bool outcome, uint64_t most)
{
	struct line d = difference(a, b);
	if (outcome)
		return line_within(&d, 0, 0, most);
	return d.at[0] < 0 ? line_within(&d, -far, -1, most) : line_within(&d, 1, far, most);
}

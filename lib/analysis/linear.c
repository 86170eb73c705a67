#include "linear.h"

/* ---- ranges ---- */

static whole limited(whole x)
{
	return x < -SPAN_LIMIT ? -SPAN_LIMIT : x > SPAN_LIMIT ? SPAN_LIMIT : x;
}

static bool is_limit(whole x)
{
	return x <= -SPAN_LIMIT || x >= SPAN_LIMIT;
}

struct span span_meet(struct span a, struct span b)
{
	return (struct span){ a.low > b.low ? a.low : b.low, a.high < b.high ? a.high : b.high };
}

struct span span_join(struct span a, struct span b)
{
	return (struct span){ a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high };
}

/* One without a limit stays so. */
static whole add_ends(whole a, whole b)
{
	return is_limit(a) ? a : is_limit(b) ? b : limited(a + b);
}

struct span span_add(struct span a, struct span b)
{
	return (struct span){ add_ends(a.low, b.low), add_ends(a.high, b.high) };
}

static whole scale_end(whole a, int64_t by)
{
	return is_limit(a) ? ((a < 0) == (by < 0) ? SPAN_LIMIT : -SPAN_LIMIT) : limited(a * by);
}

struct span span_scale(struct span a, int64_t by)
{
	if (!by)
		return span_of(0);
	whole x = scale_end(a.low, by), y = scale_end(a.high, by);
	return by < 0 ? (struct span){ y, x } : (struct span){ x, y };
}

/* Rounded downwards. */
static whole quotient(whole a, whole by)
{
	whole q = a / by;
	return q * by > a ? q - 1 : q;
}

struct span span_divide(struct span a, int64_t by)
{
	if (by < 0) {
		a = span_scale(a, -1);
		by = -by;
	}
	whole low = is_limit(a.low) ? a.low : -quotient(-a.low, by);
	return (struct span){ low, is_limit(a.high) ? a.high : quotient(a.high, by) };
}

/* ---- sums ---- */

bool linear_add_atom(struct linear *f, term atom, int64_t by)
{
	int64_t most = INT64_C(1) << LINEAR_BY_BITS;
	uint32_t at = 0;
	while (at < f->count && f->parts[at].atom < atom)
		at++;
	if (at < f->count && f->parts[at].atom == atom) {
		by += f->parts[at].by;
		f->parts[at].by = by;
		for (f->count -= !by; !by && at < f->count; at++)
			f->parts[at] = f->parts[at + 1];
		return by <= most && by >= -most;
	}
	if (!by)
		return true;
	if (f->count == LINEAR_MOST || by > most || by < -most)
		return false;
	for (uint32_t i = f->count++; i > at; i--)
		f->parts[i] = f->parts[i - 1];
	f->parts[at] = (struct multiple){ atom, by };
	return true;
}

bool linear_add(struct linear *f, const struct linear *g, int64_t by)
{
	int64_t most = INT64_C(1) << LINEAR_BY_BITS;
	if (by > most || by < -most)
		return false;
	f->rest = span_add(f->rest, span_scale(g->rest, by));
	for (uint32_t i = 0; i < g->count; i++) {
		whole product = (whole)g->parts[i].by * by;
		if (product > most || product < -most || !linear_add_atom(f, g->parts[i].atom, (int64_t)product))
			return false;
	}
	return true;
}

int64_t linear_by(const struct linear *f, term atom)
{
	for (uint32_t i = 0; i < f->count; i++)
		if (f->parts[i].atom == atom)
			return f->parts[i].by;
	return 0;
}

bool linear_equal(const struct linear *f, const struct linear *g)
{
	if (f->count != g->count)
		return false;
	for (uint32_t i = 0; i < f->count; i++)
		if (f->parts[i].atom != g->parts[i].atom || f->parts[i].by != g->parts[i].by)
			return false;
	return true;
}

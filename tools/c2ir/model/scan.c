/* scanf and its like with literal formats (C11 7.21.6.2). What comes from a string, or from a host, is read directive by directive
 * with functions of the library (library/scan.c); otherwise the targets get any values (read.c). */
#include <string.h>

#include "c_float.h"
#include "c_pointer.h"
#include "c_term.h"
#include "emit.h"
#include "library_call.h"
#include "lvalue.h"
#include "model_scan.h"
#include "object.h"
#include "region.h"
#include "rvalue.h"
#include "type_base.h"
#include "type_class.h"
#include "type_derived.h"
#include "type_floating.h"
#include "type_integer.h"
#include "type_qualifier.h"
#include "types.h"

struct item {
	const char *begin, *end; /* of plain text; of a set: inside the brackets */
	char conversion;         /* 0: plain text */
	const char *length;      /* SCAN_LENGTHS */
	bool dropped;            /* %*d */
	uint64_t width;
};

/* Where a directive does not match, with so many values stored before. */
struct failure {
	struct block *block;
	uint64_t stored;
};
struct failures VEC_BODY(struct failure);

struct scanning {
	struct lowering *l;
	const struct library_call *e;
	const struct rvalue *values;
	uint32_t format_at, next; /* arguments */
	const char *text;         /* of the format */
	struct failures failures;
	uint64_t stored; /* values */
};

/* ---- formats ---- */

static const char *set_end(const char *at)
{
	at += *at == '^';
	at += *at == ']';
	return at + strcspn(at, "]");
}

static bool next_item(const char **at, struct item *item)
{
	*item = (struct item){ .begin = *at };
	if (!**at)
		return false;
	if (**at != '%') {
		*at += strcspn(*at, "%");
		item->end = *at;
		return true;
	}
	++*at;
	item->dropped = **at == '*';
	*at += item->dropped;
	for (; **at >= '0' && **at <= '9'; ++*at)
		item->width = item->width < 1ULL << 32 ? item->width * 10 + (uint64_t)(**at - '0') : item->width;
	item->length = *at;
	*at += strspn(*at, SCAN_LENGTHS);
	item->conversion = **at;
	if (!**at)
		return false;
	item->begin = ++*at;
	if (item->conversion == '[') {
		item->end = set_end(*at);
		*at = item->end + (*item->end == ']');
	}
	return true;
}

static struct scan_directive directive(const struct item *item)
{
	return (struct scan_directive){ item->conversion, item->length };
}

/* Each value goes to a pointer to an object of its kind. */
static bool has_target(struct lowering *l, const struct library_call *e, uint32_t at, const struct item *item)
{
	struct scan_directive d = directive(item);
	const struct type *to = scan_target(l, e, at, &d);
	return to && !(strchr("sc[", item->conversion) && strchr("lL", *item->length));
}

/* A set without an end is none, nor is a conversion specification. */
bool scan_is_defined(const char *format)
{
	struct item item;
	while (next_item(&format, &item)) {
		if (item.conversion && !strchr("diouxXbeEfFgGaAscSCpn[%m'I", item.conversion))
			return false;
		if (item.conversion == '[' && *item.end != ']')
			return false;
	}
	return !*item.begin;
}

bool scan_is_simple(struct lowering *l, const struct library_call *e, const char *format, uint32_t first)
{
	struct item item;
	while (next_item(&format, &item)) {
		if (!item.conversion || item.conversion == '%')
			continue;
		if (!strchr("diouxXeEfFgGaAscn[", item.conversion))
			return false;
		if (!item.dropped && !has_target(l, e, first++, &item))
			return false;
	}
	return *format == '\0';
}

/* ---- items ---- */

static struct rvalue size_value(struct scanning *s, uint64_t n)
{
	return rvalue_scalar(word(s->l, n), 0);
}

static struct rvalue format_text(struct scanning *s, const char *at)
{
	struct rvalue format = s->values[s->format_at];
	node f = node_new(regions_of(s->l));
	node_index(regions_of(s->l), f, format.node, 1);
	return rvalue_scalar(pointer_add(s->l, format.term, word(s->l, (uint64_t)(at - s->text))), f);
}

static struct block *failed(struct scanning *s)
{
	if (!s->failures.count || vec_last(&s->failures).stored != s->stored)
		vec_push(&s->failures, (struct failure){ emit_block(s->l, "failed"), s->stored });
	return vec_last(&s->failures).block;
}

/* Goes on only if the library's function says so. */
static void attempt(struct scanning *s, const char *name, const struct rvalue *arguments, uint32_t count)
{
	struct lowering *l = s->l;
	struct rvalue good = lower_library_call(l, name, arguments, count, types_of(l)->bool_type);
	struct block *next = emit_block(l, "scan");
	emit_branch(l, nonzero(l, good.term), next, failed(s), (struct source_range){ 0, 0 });
	emit_start(l, next);
}

static const struct type *target_type(const struct scanning *s, const struct item *item)
{
	struct scan_directive d = directive(item);
	return scan_target(s->l, s->e, s->next, &d);
}

static void count_stored(struct scanning *s)
{
	s->next++;
	s->stored++;
}

static void store(struct scanning *s, const struct item *item, term value)
{
	struct scan_directive d = directive(item);
	scan_check_target(s->l, s->e, s->next, &d);
	struct lvalue lvalue = lvalue_of_pointer(s->l, s->values[s->next], target_type(s, item));
	lvalue.pointer_given = s->e->arguments[s->next].expression;
	lvalue_store(s->l, &lvalue, rvalue_scalar(value, 0), s->e->expression, false);
}

static void scan_integer(struct scanning *s, const struct item *item)
{
	struct lowering *l = s->l;
	uint64_t base = strchr("du", item->conversion) ? 10
			: item->conversion == 'i'      ? 0
			: item->conversion == 'o'      ? 8
						       : 16;
	struct scan_directive d = directive(item);
	bool is_signed = strchr("di", item->conversion);
	uint64_t most = UINT64_MAX >> (64 - scan_integer_bits(l, &d) + is_signed);
	struct rvalue arguments[4] = {
		size_value(s, item->width), rvalue_scalar(term_bv(bank_of(l), 32, base), 0),
		rvalue_scalar(term_bv(bank_of(l), 64, most), 0),
		rvalue_scalar(term_bv(bank_of(l), term_bits(l, types_of(l)->bool_type), is_signed), 0)
	};
	attempt(s, "__plumb_scan_integer", arguments, 4);
	if (item->dropped)
		return;
	const struct type *number = types_of(l)->unsigned_long_long_type;
	term value = lower_library_call(l, "__plumb_scan_number", NULL, 0, number).term;
	if (base == 10)
		scan_limit_number(l, item->width, most, value);
	store(s, item, resize(l, value, term_bits(l, target_type(s, item)), false));
	count_stored(s);
}

static void scan_real(struct scanning *s, const struct item *item)
{
	struct lowering *l = s->l;
	struct rvalue width = size_value(s, item->width);
	attempt(s, "__plumb_scan_real", &width, 1);
	if (item->dropped)
		return;
	const struct type *wide = types_of(l)->long_double_type;
	term value = lower_library_call(l, "__plumb_scan_real_number", NULL, 0, wide).term;
	store(s, item, lower_float_to_float(l, wide, target_type(s, item), value));
	count_stored(s);
}

static void scan_characters(struct scanning *s, const struct item *item)
{
	struct lowering *l = s->l;
	bool is_set = item->conversion == '[';
	struct rvalue nowhere = rvalue_scalar(term_bv(bank_of(l), pointer_width(l), 0), 0);
	term dropped = term_bv(bank_of(l), term_bits(l, types_of(l)->bool_type), item->dropped);
	struct rvalue arguments[6] = { item->dropped ? nowhere : s->values[s->next],
				       rvalue_scalar(dropped, 0),
				       size_value(s, item->width),
				       rvalue_scalar(term_bv(bank_of(l), 32, (unsigned char)item->conversion), 0),
				       is_set ? format_text(s, item->begin) : nowhere,
				       size_value(s, is_set ? (uint64_t)(item->end - item->begin) : 0) };
	attempt(s, "__plumb_scan_characters", arguments, 6);
	if (item->dropped)
		return;
	struct scan_directive d = directive(item);
	scan_check_target(l, s->e, s->next, &d);
	count_stored(s);
}

static void scan_plain(struct scanning *s, const char *begin, const char *end)
{
	struct rvalue arguments[2] = { format_text(s, begin), size_value(s, (uint64_t)(end - begin)) };
	attempt(s, "__plumb_scan_text", arguments, 2);
}

static void scan_item(struct scanning *s, const struct item *item)
{
	if (!item->conversion) {
		scan_plain(s, item->begin, item->end);
	} else if (item->conversion == '%') {
		attempt(s, "__plumb_scan_percent", NULL, 0);
	} else if (item->conversion == 'n') {
		term taken = lower_library_call(s->l, "__plumb_scan_taken", NULL, 0, types_of(s->l)->size).term;
		store(s, item, resize(s->l, taken, term_bits(s->l, target_type(s, item)), false));
		s->next++;
	} else if (strchr("sc[", item->conversion)) {
		scan_characters(s, item);
	} else if (strchr("eEfFgGaA", item->conversion)) {
		scan_real(s, item);
	} else {
		scan_integer(s, item);
	}
}

/* How many values are stored is a constant on each way, which what is asked of the result then tells apart. */
struct rvalue scan_items(struct lowering *l, const struct library_call *e, const struct rvalue *values,
			 const char *format, uint32_t format_at)
{
	struct scanning s = { l, e, values, format_at, format_at + 1, format, { 0 }, 0 };
	struct block *scanned = emit_block(l, "scanned");
	struct variable *result = emit_temporary(l, sort_of(l, e->type));
	struct item item;
	for (const char *at = format; next_item(&at, &item);)
		scan_item(&s, &item);
	emit_assign(l, result, term_bv(bank_of(l), 32, s.stored));
	emit_goto(l, scanned);
	for (size_t i = 0; i < s.failures.count; i++) {
		uint64_t stored = s.failures.at[i].stored;
		emit_start(l, s.failures.at[i].block);
		emit_assign(l, result,
			    stored ? term_bv(bank_of(l), 32, stored)
				   : lower_library_call(l, "__plumb_scan_nothing", NULL, 0, e->type).term);
		emit_goto(l, scanned);
	}
	vec_free(&s.failures);
	emit_start(l, scanned);
	return rvalue_scalar(result->term, 0);
}

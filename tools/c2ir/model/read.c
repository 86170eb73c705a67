/* Input: functions that put unknown values where their arguments point (C11 7.21.6.2, 7.21.7.2, 7.21.8.1; read, recv). No
 * particular input is assumed, also not that there is any. */
#include <string.h>

#include "access.h"
#include "c_term.h"
#include "emit.h"
#include "ledger.h"
#include "library_call.h"
#include "lowering.h"
#include "lvalue.h"
#include "model_scan.h"
#include "object.h"
#include "region.h"
#include "rvalue.h"
#include "symbol.h"
#include "type_base.h"
#include "type_class.h"
#include "type_derived.h"
#include "type_qualifier.h"
#include "type_scalar.h"
#include "types.h"

static term unknown_word(struct lowering *l, const char *name)
{
	return lower_unknown(l, l->types->size, name).term;
}

/* `name`'s result: any value of its type. */
static struct rvalue any_result(struct lowering *l, const struct library_call *e)
{
	return lower_unknown(l, e->type, e->name);
}

/* An unknown number from 0 to `most`. */
static term up_to(struct lowering *l, term most, const char *name)
{
	term n = unknown_word(l, name);
	return emit_hold(l, term_ite(l->bank, term_binary(l->bank, OP_BVULE, n, most), n, most));
}

/* A string of unknown contents and at most `most` characters is written to p. */
static void unknown_string(struct lowering *l, struct rvalue p, term most, const struct library_call *e)
{
	term length = up_to(l, most, "length of the input");
	term all = term_binary(l->bank, OP_BVADD, length, word(l, 1));
	lower_check_area(l, p, all, true, e->expression);
	access_forget(l, p.term, p.node, all);
	node end = node_new(l->regions);
	node_index(l->regions, end, p.node, 1);
	access_store(l, pointer_add(l, p.term, length), end, term_bv(l->bank, 8, 0), 0, false);
}

/* ---- scanf ---- */

struct directive {
	char conversion; /* 0: no more; '?': not known */
	uint64_t width;  /* 0: none */
};

static const char *after_set(const char *at)
{
	at += *at == '^';
	at += *at == ']';
	while (*at && *at != ']')
		at++;
	return at;
}

/* The next directive that stores something; without a format they are all unknown. */
static struct directive next_directive(const char **format)
{
	const char *at = *format;
	struct directive d = { 0, 0 };
	if (!at)
		return (struct directive){ '?', 0 };
	for (; *at; at++) {
		if (*at != '%')
			continue;
		bool skip = *++at == '*';
		at += skip;
		for (d.width = 0; *at >= '0' && *at <= '9' && d.width < 1 << 20; at++)
			d.width = d.width * 10 + (uint64_t)(*at - '0');
		while (*at && strchr("hlLqjztm", *at))
			at++;
		d.conversion = *at;
		if (*at == '[')
			at = after_set(at + 1);
		if (!*at)
			break;
		if (d.conversion != '%' && !skip) {
			*format = at + 1;
			return d;
		}
	}
	*format = "";
	return (struct directive){ 0, 0 };
}

static void scan_text(struct lowering *l, struct rvalue p, struct directive d, const struct library_call *e)
{
	if (d.conversion == 'c') {
		term count = word(l, d.width ? d.width : 1);
		lower_check_area(l, p, count, true, e->expression);
		access_forget(l, p.term, p.node, count);
		return;
	}
	unknown_string(l, p, d.width ? word(l, d.width) : word(l, 1 << 20), e);
}

/* Stores an unknown value, of the type that the argument points to. Nothing may have been read: that it keeps its old
 * value then is one of the unknown values. */
static void scan_value(struct lowering *l, struct rvalue p, const struct type *type, const struct library_call *e)
{
	struct lvalue lvalue = lvalue_of_pointer(l, p, type);
	lvalue_store(l, &lvalue, lower_unknown(l, type, "scanf"), e->expression, false);
}

/* All targets become unknown. */
static void scan_anything(struct lowering *l, const struct library_call *e, const struct rvalue *values,
			  const char *format, uint32_t format_at)
{
	for (uint32_t i = format_at + 1; i < e->argument_count; i++) {
		const struct type *type = e->arguments[i].given;
		struct directive d = next_directive(&format);
		if (!type_is_pointer(type) || d.conversion == 0)
			continue;
		const struct type *to = type_unqualified(type_base(type));
		if (strchr("sc[", d.conversion))
			scan_text(l, values[i], d, e);
		else if (type_is_scalar(to))
			scan_value(l, values[i], to, e);
		else
			lower_unsupported(l, e->location, "reading into an object of this type");
	}
}

static void begin(struct lowering *l, const char *name, struct rvalue source)
{
	lower_library_call(l, name, &source, 1, l->types->void_type);
}

static struct rvalue the_stdin(struct lowering *l)
{
	struct declaration *d = lower_library_find(l, "stdin");
	struct lvalue lvalue = lvalue_of_storage(l, storage_of(l, d));
	return lvalue_load(l, &lvalue, NULL);
}

/* From a stream: really where there is a host, else anything. */
static struct rvalue scan_stream(struct lowering *l, const struct library_call *e, const struct rvalue *values,
				 const char *format, uint32_t format_at)
{
	struct block *run = emit_block(l, "run"), *other = emit_block(l, "unknown"), *join = emit_block(l, "join");
	struct variable *result = emit_temporary(l, sort_of(l, e->type));
	term present = model_host_call(l, l->types->bool_type, "present", NULL).term;
	emit_branch(l, nonzero(l, present), run, other, (struct source_range){ 0, 0 });
	emit_start(l, run);
	begin(l, "__plumb_scan_stream", format_at ? values[0] : the_stdin(l));
	emit_assign(l, result, scan_items(l, e, values, format, format_at).term);
	emit_goto(l, join);
	emit_start(l, other);
	scan_anything(l, e, values, format, format_at);
	emit_assign(l, result, any_result(l, e).term);
	emit_goto(l, join);
	emit_start(l, join);
	return rvalue_scalar(result->term, 0);
}

static struct rvalue scan(struct lowering *l, const struct library_call *e, uint32_t format_at, bool is_string)
{
	struct rvalue *values = lower_held_arguments(l, e);
	const char *format = e->argument_count > format_at ? e->arguments[format_at].literal : NULL;
	if (!format || !lower_has_library(l) || !type_is_integer(e->type) ||
	    !scan_is_simple(e, format, format_at + 1)) {
		if (is_string)
			lower_ledger(l, e->location, "sscanf with this format gives any values");
		scan_anything(l, e, values, format, format_at);
		return any_result(l, e);
	}
	if (!is_string)
		return scan_stream(l, e, values, format, format_at);
	begin(l, "__plumb_scan_string", values[0]);
	return scan_items(l, e, values, format, format_at);
}

struct rvalue model_scanf(struct lowering *l, const struct library_call *e)
{
	return scan(l, e, 0, false);
}

struct rvalue model_fscanf(struct lowering *l, const struct library_call *e)
{
	return scan(l, e, 1, false);
}

struct rvalue model_sscanf(struct lowering *l, const struct library_call *e)
{
	return scan(l, e, 1, true);
}

/* ---- blocks and lines ---- */

static struct rvalue unknown_block(struct lowering *l, const struct library_call *e, struct rvalue p, term count)
{
	lower_check_area(l, p, count, true, e->expression);
	access_forget(l, p.term, p.node, count);
	return any_result(l, e);
}

/* read, recv: -1 or the number of bytes */
struct rvalue model_recv(struct lowering *l, const struct library_call *e)
{
	struct rvalue *values = lower_held_arguments(l, e);
	term count = lower_size_argument(l, e, values, 2);
	unknown_block(l, e, values[1], count);
	term got = term_binary(l->bank, OP_BVSUB, up_to(l, term_binary(l->bank, OP_BVADD, count, word(l, 1)), "read"),
			       word(l, 1));
	return rvalue_scalar(resize(l, got, term_bits(l, e->type), true), 0);
}

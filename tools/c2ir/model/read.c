/* Input: functions that put unknown values where their arguments point (C11 7.21.6.2, 7.21.7.2, 7.21.8.1; read, recv). No
 * particular input is assumed, also not that there is any. */
#include <string.h>

#include "access.h"
#include "approximate.h"
#include "c_pointer.h"
#include "c_term.h"
#include "checks.h"
#include "emit.h"
#include "lower_ledger.h"
#include "library_call.h"
#include "lvalue.h"
#include "model_scan.h"
#include "object.h"
#include "region.h"
#include "rvalue.h"
#include "symbol.h"
#include "type_class.h"
#include "type_derived.h"
#include "type_layout.h"
#include "type_object.h"
#include "type_scalar.h"
#include "types.h"

static term unknown_word(struct lowering *l, const char *name)
{
	return lower_unknown(l, types_of(l)->size, name).term;
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
	return emit_hold(l, term_ite(bank_of(l), term_binary(bank_of(l), OP_BVULE, n, most), n, most));
}

/* ---- scanf ---- */

struct directive {
	char conversion;            /* 0: no more; '?': not known */
	const char *length;         /* SCAN_LENGTHS */
	bool allocates;             /* %ms */
	bool follows;               /* at most white space is between it and the one before, or the beginning */
	bool skips;                 /* white space is right before it */
	uint64_t width;             /* 0: none */
	const char *set, *set_end;  /* of %[: what is in the brackets */
	const char *before, *after; /* from the end of the directive before it to its own */
	struct rvalue format;       /* where it is, and where in it the set is */
	uint64_t set_at;
};

static const char *after_set(const char *at)
{
	at += *at == '^';
	at += *at == ']';
	while (*at && *at != ']')
		at++;
	return at;
}

static bool is_white(char c)
{
	return c && strchr(" \t\n\v\f\r", c);
}

/* The next directive that stores something; without a format they are all unknown. */
static struct directive next_directive(const char **format)
{
	const char *at = *format;
	struct directive d = { .follows = true };
	if (!at)
		return (struct directive){ .conversion = '?' };
	for (; *at; at++) {
		if (*at != '%') {
			d.follows &= is_white(*at);
			continue;
		}
		d.skips = at > *format && is_white(at[-1]);
		bool skip = *++at == '*';
		at += skip;
		for (d.width = 0; *at >= '0' && *at <= '9'; at++)
			d.width = d.width < 1ULL << 32 ? d.width * 10 + (uint64_t)(*at - '0') : d.width;
		d.allocates = *at == 'm';
		at += d.allocates;
		d.length = at;
		at += strspn(at, SCAN_LENGTHS);
		d.conversion = *at;
		if (*at == '[') {
			d.set = at + 1;
			d.set_end = at = after_set(at + 1);
		}
		if (!*at)
			break;
		if (d.conversion != '%' && !skip) {
			*format = at + 1;
			return d;
		}
		d.follows = false;
	}
	*format = "";
	return (struct directive){ 0 };
}

/* A call whose input is not known. */
struct unknown_scan {
	struct lowering *l;
	const struct library_call *e;
	const struct rvalue *values;
	term result;        /* how many values are stored, or EOF */
	term elsewhere;     /* 0 if it reads from the standard input, else -1 */
	uint32_t stored;    /* by the directives so far */
	struct block *done; /* where it goes on once nothing more is stored */
};

static void assume_not_white(struct lowering *l, term byte)
{
	struct bank *b = bank_of(l);
	term control = term_binary(b, OP_BVULT, term_binary(b, OP_BVSUB, byte, term_bv(b, 8, '\t')), term_bv(b, 8, 5));
	emit_assume(l, term_not(b, term_or(b, control, term_eq(b, byte, term_bv(b, 8, ' ')))));
}

static void scan_bytes(struct unknown_scan *s, struct rvalue p, struct directive d)
{
	struct lowering *l = s->l;
	term count = word(l, d.width ? d.width : 1);
	lower_check_area(l, p, count, true, s->e->expression);
	access_forget(l, p.term, p.node, count);
	term first = access_load(l, p.term, p.node, 8, false).term;
	if (d.skips)
		assume_not_white(l, first);
	if (d.width <= 1)
		typed_byte(l, s->elsewhere, first);
	else
		typed_number(l, s->elsewhere, 0, types_of(l)->char_type, 0);
}

static void scan_text(struct unknown_scan *s, struct rvalue p, struct directive d)
{
	struct lowering *l = s->l;
	if (d.conversion == 'c') {
		scan_bytes(s, p, d);
		return;
	}
	struct rvalue nowhere = rvalue_scalar(term_bv(bank_of(l), pointer_width(l), 0), 0);
	struct rvalue arguments[4] = { p, rvalue_scalar(word(l, d.width ? d.width : 1 << 20), 0), nowhere,
				       rvalue_scalar(word(l, (uint64_t)(d.set_end - d.set)), 0) };
	if (d.conversion == '[') {
		node f = node_new(regions_of(l));
		node_index(regions_of(l), f, d.format.node, 1);
		arguments[2] = rvalue_scalar(pointer_add(l, d.format.term, word(l, d.set_at)), f);
	}
	lower_library_call(l, "__plumb_scan_unknown_text", arguments, 4, types_of(l)->void_type);
}

/* An unknown value, of the type that the argument of this number points to. */
static void scan_value(struct unknown_scan *s, uint32_t argument, const struct type *type, struct directive d)
{
	struct lowering *l = s->l;
	struct lvalue lvalue = lvalue_of_pointer(l, s->values[argument], type);
	lvalue.pointer_given = s->e->arguments[argument].expression;
	struct rvalue value = lower_unknown(l, type, "scanf");
	if (type_is_integer(type) && (d.conversion == 'd' || d.conversion == 'u'))
		scan_limit_number(l, d.width,
				  UINT64_MAX >> (64 - term_width(bank_of(l), value.term) + (d.conversion == 'd')),
				  value.term);
	if (d.conversion == 'n' && term_width(bank_of(l), value.term) >= 32) /* each value has a character at least */
		emit_assume(l, term_binary(bank_of(l), OP_BVSLE,
					   term_bv(bank_of(l), term_width(bank_of(l), value.term), s->stored),
					   value.term));
	typed_number(l, s->elsewhere, d.conversion, type, value.term);
	lvalue_store(l, &lvalue, value, s->e->expression, false);
}

/* Goes on only where this target is given a value: the others keep theirs. What %n is given is not counted: it comes with the value
 * right before it; where text between them may differ, or not. */
static void reach_target(struct unknown_scan *s, struct directive d)
{
	struct lowering *l = s->l;
	struct bank *b = bank_of(l);
	term number = term_bv(b, term_width(b, s->result), s->stored);
	term reached = term_binary(b, OP_BVSLT, number, s->result);
	if (d.conversion == 'n' &&
	    d.follows) /* before any value, too: white space and %n never fail (7.21.6.2p5, p12) */
		reached = s->stored ? term_binary(b, OP_BVSLE, number, s->result) : term_true(b);
	else if (d.conversion == 'n')
		reached = term_or(b, reached,
				  term_and(b, term_eq(b, number, s->result),
					   nonzero(l, lower_unknown(l, types_of(l)->bool_type, "%n").term)));
	else
		s->stored++;
	struct block *next = emit_block(l, "scan");
	emit_branch(l, reached, next, s->done, (struct source_range){ 0, 0 });
	emit_start(l, next);
}

static void reach(struct unknown_scan *s, uint32_t i, const struct type *to, struct directive d)
{
	bool is_text = strchr("sc[", d.conversion);
	bool is_wide = strchr("SC", d.conversion) || (is_text && *d.length == 'l');
	reach_target(s, d);
	typed_text(s->l, s->elsewhere, d.before, d.after);
	struct scan_directive stored = { d.conversion, d.length };
	if (!d.allocates)
		scan_check_target(s->l, s->e, i, &stored);
	if (is_wide)
		lower_unsupported(s->l, s->e->location, "reading wide characters");
	else if (is_text && !d.allocates)
		scan_text(s, s->values[i], d);
	else if (type_is_scalar(to) && !is_text)
		scan_value(s, i, to, d);
	else
		lower_unsupported(s->l, s->e->location, "reading into an object of this type");
}

static uint32_t count_values(const char *format)
{
	uint32_t count = 0;
	for (struct directive d = next_directive(&format); d.conversion && d.conversion != '?';
	     d = next_directive(&format))
		count += d.conversion != 'n';
	return count;
}

/* In order, each target that the result counts becomes unknown. */
static void scan_anything(struct lowering *l, const struct library_call *e, const struct rvalue *values,
			  const char *format, uint32_t format_at, term result, term elsewhere)
{
	struct unknown_scan s = { l, e, values, result, elsewhere, 0, emit_block(l, "scanned") };
	const char *text = format;
	for (uint32_t i = format_at + 1; i < e->argument_count; i++) {
		const struct type *type = e->arguments[i].given;
		const char *before = format;
		struct directive d = next_directive(&format);
		if (!type_is_pointer(type) || d.conversion == 0)
			continue;
		d.before = before;
		d.after = format;
		d.format = values[format_at];
		d.set_at = d.conversion == '[' ? (uint64_t)(d.set - text) : 0;
		struct scan_directive stored = { d.conversion, d.length };
		reach(&s, i, scan_target(l, e, i, &stored), d);
	}
	emit_goto(l, s.done);
	emit_start(l, s.done);
}

/* What a call of scanf for a stream gives, if it has so many values to store. */
static term unknown_count(struct lowering *l, struct rvalue stream, uint32_t most, bool matches)
{
	struct rvalue arguments[3] = { stream, rvalue_scalar(term_bv(bank_of(l), 32, most), 0),
				       rvalue_scalar(term_bv(bank_of(l), term_bits(l, types_of(l)->bool_type), matches),
						     0) };
	return lower_library_call(l, "__plumb_scan_unknown", arguments, 3, types_of(l)->int_type).term;
}

/* Does the first directive store something unless there is nothing at all? */
static bool begins_with_characters(const char *format)
{
	struct directive d = next_directive(&format);
	return d.follows && (d.conversion == 's' || (d.conversion == 'c' && d.width <= 1));
}

static void begin(struct lowering *l, const char *name, struct rvalue source)
{
	lower_library_call(l, name, &source, 1, types_of(l)->void_type);
}

/* A literal is one. */
static void must_be_string(struct lowering *l, const struct library_call *e, const struct rvalue *values, uint32_t at)
{
	if (lower_has_library(l) && at < e->argument_count && !e->arguments[at].literal)
		begin(l, "__plumb_scan_whole", values[at]);
}

struct rvalue model_standard_stream(struct lowering *l, const char *name)
{
	struct declaration *d = lower_library_find(l, name);
	struct lvalue lvalue = lvalue_of_storage(l, storage_of(l, d));
	return lvalue_load(l, &lvalue, NULL);
}

/* Does a call with this stream (NULL: with none) read something else than the standard input? -1 or 0. */
static term elsewhere(struct lowering *l, const struct rvalue *stream)
{
	struct bank *b = bank_of(l);
	term no = term_bv(b, 32, 0), yes = term_bv(b, 32, UINT32_MAX);
	if (!stream)
		return no;
	if (!lower_has_library(l))
		return yes;
	return emit_hold(l, term_ite(b, term_eq(b, stream->term, model_standard_stream(l, "stdin").term), no, yes));
}

/* From a stream: really where there is a host, else anything. */
static struct rvalue scan_stream(struct lowering *l, const struct library_call *e, const struct rvalue *values,
				 const char *format, uint32_t format_at)
{
	struct block *run = emit_block(l, "run"), *other = emit_block(l, "unknown"), *join = emit_block(l, "join");
	struct variable *result = emit_temporary(l, sort_of(l, e->type));
	term present = model_host_call(l, types_of(l)->bool_type, "present", NULL).term;
	emit_branch(l, nonzero(l, present), run, other, (struct source_range){ 0, 0 });
	emit_start(l, run);
	begin(l, "__plumb_scan_stream", format_at ? values[0] : model_standard_stream(l, "stdin"));
	emit_assign(l, result, scan_items(l, e, values, format, format_at).term);
	emit_goto(l, join);
	emit_start(l, other);
	term count = unknown_count(l, format_at ? values[0] : model_standard_stream(l, "stdin"), count_values(format),
				   begins_with_characters(format));
	emit_assign(l, result, resize(l, count, term_bits(l, e->type), true));
	scan_anything(l, e, values, format, format_at, result->term, elsewhere(l, format_at ? &values[0] : NULL));
	emit_goto(l, join);
	emit_start(l, join);
	return rvalue_scalar(result->term, 0);
}

/* Each directive must have its argument, a pointer (7.21.6.2p2, p10). */
static void check_arguments(struct lowering *l, const struct library_call *e, const char *format, uint32_t format_at)
{
	if (!format || strchr(format, '$') || !checks(l, CHECK_FORMAT))
		return;
	if (!scan_is_defined(format)) {
		check_emit(l, CHECK_FORMAT, term_false(bank_of(l)),
			   "the format has a conversion that C does not define");
		return;
	}
	uint32_t at = format_at + 1;
	for (struct directive d = next_directive(&format); d.conversion; d = next_directive(&format), at++) {
		if (at < e->argument_count && type_is_pointer(e->arguments[at].type))
			continue;
		const char *text = at < e->argument_count ? "argument %u is no pointer to what '%%%c' reads"
							  : "there is no argument %u for '%%%c'";
		check_emit(l, CHECK_FORMAT, term_false(bank_of(l)), text, at + 1, d.conversion);
		return;
	}
}

static struct rvalue scan(struct lowering *l, const struct library_call *e, uint32_t format_at, bool is_string)
{
	struct rvalue *values = lower_held_arguments(l, e);
	const char *format = e->argument_count > format_at ? e->arguments[format_at].literal : NULL;
	check_arguments(l, e, format, format_at);
	must_be_string(l, e, values, format_at);
	if (is_string)
		must_be_string(l, e, values, 0);
	if (!format || !lower_has_library(l) || !type_is_integer(e->type) ||
	    !scan_is_simple(l, e, format, format_at + 1)) {
		uint32_t most = format ? count_values(format) : e->argument_count - format_at - 1;
		struct rvalue result = any_result(l, e);
		if (!type_is_integer(e->type))
			return result;
		if (!format || strchr(format, '$'))
			lower_ledger(l, e->location, "%s: with this format its targets get one value each, in order",
				     e->name);
		if (is_string) {
			result = lower_approximate(l, e->type, e->location, "sscanf with this format");
			lower_mark(l, "sscanf with this format");
		} else if (lower_has_library(l))
			result.term = resize(l,
					     unknown_count(l, format_at ? values[0] : model_standard_stream(l, "stdin"),
							   most, format && begins_with_characters(format)),
					     term_bits(l, e->type), true);
		scan_anything(l, e, values, format, format_at, result.term,
			      elsewhere(l, is_string || format_at ? &values[0] : NULL));
		return result;
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

/* recv: -1, or the number of bytes, behind which nothing changes */
struct rvalue model_recv(struct lowering *l, const struct library_call *e)
{
	struct bank *b = bank_of(l);
	struct rvalue *values = lower_held_arguments(l, e);
	term count = lower_size_argument(l, e, values, 2), one = word(l, 1);
	lower_check_area(l, values[1], count, true, e->expression);
	term more = up_to(l, term_binary(b, OP_BVADD, count, one), "read"); /* 0: it fails */
	term got = emit_hold(l, term_binary(b, OP_BVSUB, more, one));
	access_forget(l, values[1].term, values[1].node, term_ite(b, nonzero(l, more), got, word(l, 0)));
	model_failed(l, term_not(b, nonzero(l, more)), (struct rvalue){ 0 });
	return rvalue_scalar(resize(l, got, term_bits(l, e->type), true), 0);
}

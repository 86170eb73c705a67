/* What scanf and fread find on the standard input, for replays: the text that a format asks for, and the values that were taken. To
 * verification these statements are nothing. */
#include <string.h>

#include "access.h"
#include "c_pointer.h"
#include "c_term.h"
#include "emit.h"
#include "library_call.h"
#include "lowering.h"
#include "model.h"
#include "model_scan.h"
#include "rvalue.h"
#include "type_class.h"
#include "type_floating.h"
#include "type_integer.h"

/* `c`, or -1 where something else than the standard input is read. */
static void type_character(struct lowering *l, term elsewhere, term c)
{
	model_host_typed(l, term_binary(l->bank, OP_BVOR, c, elsewhere), 0);
}

static void type_constant(struct lowering *l, term elsewhere, int c)
{
	type_character(l, elsewhere, term_bv(l->bank, 32, (uint64_t)(int64_t)c));
}

/* A directive that stores nothing (%*d), from behind the star on: text that it takes. Where it ends. */
static const char *type_dropped(struct lowering *l, term elsewhere, const char *at, const char *end)
{
	at += strspn(at, "0123456789hlLqjzt");
	if (at >= end)
		return end;
	if (!strchr("diouxXeEfFgGaAsc", *at)) {
		type_constant(l, elsewhere, -1);
		return end;
	}
	if (*at != 'c')
		type_constant(l, elsewhere, ' ');
	type_constant(l, elsewhere, '1');
	return at + 1;
}

void typed_text(struct lowering *l, term elsewhere, const char *at, const char *end)
{
	while (at < end) {
		if (*at != '%') {
			type_constant(l, elsewhere, (unsigned char)*at++);
		} else if (at[1] == '%') {
			type_constant(l, elsewhere, '%');
			at += 2;
		} else if (at[1] == '*') {
			at = type_dropped(l, elsewhere, at + 2, end);
		} else {
			return; /* the directive that stores the value */
		}
	}
}

void typed_byte(struct lowering *l, term elsewhere, term byte)
{
	type_character(l, elsewhere, resize(l, byte, 32, false));
}

/* No check is made of these reads, so that to verification the whole loop is nothing. */
struct rvalue model_typed_bytes(struct lowering *l, const struct library_call *e)
{
	struct rvalue *values = lower_held_arguments(l, e);
	struct variable *i = emit_temporary(l, term_sort(l->bank, values[1].term));
	struct block *head = emit_block(l, "typed"), *body = emit_block(l, "byte"), *done = emit_block(l, "done");
	emit_assign(l, i, word(l, 0));
	emit_goto(l, head);
	emit_start(l, head);
	emit_branch(l, term_binary(l->bank, OP_BVULT, i->term, values[1].term), body, done,
		    (struct source_range){ 0, 0 });
	emit_start(l, body);
	term at = pointer_add(l, values[0].term, i->term);
	typed_byte(l, values[2].term, access_load(l, at, values[0].node, 8, false).term);
	emit_assign(l, i, term_binary(l->bank, OP_BVADD, i->term, word(l, 1)));
	emit_goto(l, head);
	emit_start(l, done);
	return rvalue_void();
}

void typed_number(struct lowering *l, term elsewhere, char conversion, const struct type *type, term value)
{
	char base = conversion == 'i' ? 'd' : conversion == 'X' ? 'x' : conversion;
	bool integer = type_is_integer(type) && base && strchr("duxo", base);
	bool real = type_is_floating(type) && conversion && strchr("eEfFgGaA", conversion);
	if (conversion == 'n')
		return;
	type_constant(l, elsewhere, integer || real ? ' ' : -1);
	if (integer || real)
		model_host_typed(l, value, integer ? base : 'g');
}

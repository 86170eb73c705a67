/* What scanf finds on the standard input, for replays: the text that its format asks for, and the values that were taken. To
 * verification these statements are nothing. */
#include <string.h>

#include "c_term.h"
#include "emit.h"
#include "lowering.h"
#include "model_scan.h"
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

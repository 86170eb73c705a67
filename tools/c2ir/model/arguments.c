/* main's argv (C11 5.1.2.2.1): argc pointers to a string, then a null pointer. */

#include "access.h"
#include "c_pointer.h"
#include "c_term.h"
#include "checked.h"
#include "emit.h"
#include "lower_ledger.h"
#include "library_call.h"
#include "lowering.h"
#include "model.h"
#include "object_maps.h"
#include "obligation.h"
#include "region.h"
#include "routine.h"
#include "rvalue.h"
#include "symbol.h"
#include "type_derived.h"
#include "type_make.h"
#include "types.h"

static struct rvalue new_array(struct lowering *l, const struct type *element, term size, const char *name)
{
	struct variable *identity =
		emit_variable(l, name, l->types->void_type, sort_bitvector(l->bank, OBJECT_BITS), NULL);
	emit_fresh(l, identity, "argument", name + 1);
	if (lower_needs_size(l))
		lower_set_size(l, identity->term, size);
	if (lower_needs_state(l))
		lower_set_state(l, identity->term, STATE_STATIC);
	uint32_t object = region_object(l->regions, l->types, element, true, 0);
	access_born(l, identity->term, object, size, word(l, 1));
	node f = node_new(l->regions);
	node_address(l->regions, f, object);
	return rvalue_scalar(pointer_make(l, identity->term, word(l, 0)), f);
}

/* The first ones have an object each, the others share one. */
enum {
	OWN_STRINGS = ACCESS_OWN_POINTERS,
	MOST_BYTES = 1 << 17 /* of one of them, with its zero: Linux, execve(2) */,
	MOST_VARIABLES = 1 << 16
};

/* LENGTH is less than the size, which is LENGTH + 1: in the words of checks, so that the zero is known to be within the string. */
static void say_within(struct lowering *l, term string, term length)
{
	struct bank *b = l->bank;
	if (!lower_needs_size(l))
		return;
	term size = term_select(b, lower_size_map(l)->term, pointer_object(l, string)), one = word(l, 1);
	emit_assume(l, term_and(b, term_binary(b, OP_BVULE, one, size),
				term_binary(b, OP_BVULE, length, term_binary(b, OP_BVSUB, size, one))));
}

/* The names of strings are those that replays ask for: argv[0], argv[1] ..., and argv[i] for the others. */
static struct rvalue unknown_string(struct lowering *l, const char *name)
{
	struct bank *b = l->bank;
	struct variable *length = emit_temporary(l, sort_bitvector(b, l->pointer_bits));
	emit_input(l, length, arena_format(l->arena, "strlen(%s)", name), l->types->size);
	emit_assume(l, term_binary(b, OP_BVULT, length->term, word(l, MOST_BYTES)));
	struct rvalue string = new_array(l, l->types->char_type, term_binary(b, OP_BVADD, length->term, word(l, 1)),
					 arena_format(l->arena, "&%s", name));
	say_within(l, string.term, length->term);
	access_store(l, pointer_add(l, string.term, length->term), string.node, term_bv(b, 8, 0), 0, false);
	return string;
}

/* list[i] for the i that have a string of their own; what is behind the null pointer, if there are fewer, nobody may read. */
static void set_own_strings(struct lowering *l, struct rvalue list, uint64_t step, const char *name)
{
	for (unsigned i = 0; i < OWN_STRINGS; i++) {
		struct rvalue string = unknown_string(l, arena_format(l->arena, "%s[%u]", name, i));
		access_store(l, pointer_add(l, list.term, word(l, i * step)), list.node, string.term, string.node,
			     true);
	}
}

/* Nobody may read behind the array where bounds are checked: what is there is filled like it, so that all that it holds is known, however long it
 * is. Without that check, what is there is unknown. */
static term filled(struct lowering *l, term bytes, uint64_t step)
{
	if (!checks(l, CHECK_BOUNDS))
		return bytes;
	program_record_relied(l->program, "c2ir", check_name(CHECK_BOUNDS));
	return word(l, MOST_VARIABLES * step);
}

/* That some of them are one and the same string is in the ledger. */
static struct rvalue unknown_strings(struct lowering *l, term argc, const char *name)
{
	struct bank *b = l->bank;
	uint64_t step = l->pointer_bits / 8;
	term count = resize(l, argc, l->pointer_bits, true);
	term bytes = term_binary(b, OP_BVMUL, count, word(l, step));
	struct rvalue string = unknown_string(l, arena_format(l->arena, "%s[i]", name));
	const struct type *pointer = type_pointer(l->types, l->types->char_type);
	struct rvalue list = new_array(l, pointer, term_binary(b, OP_BVADD, bytes, word(l, step)),
				       arena_format(l->arena, "&%s", name));
	access_fill_pointers(l, list.term, list.node, string, bytes, filled(l, bytes, step));
	set_own_strings(l, list, step, name);
	access_store(l, pointer_add(l, list.term, bytes), list.node, term_bv(b, pointer_width(l), 0), 0, true);
	lower_ledger(l, l->location,
		     "%s[%u] and what follows are the same string, of unknown contents; each is shorter than %d KB",
		     name, OWN_STRINGS, MOST_BYTES >> 10);
	return list;
}

static void assign(struct lowering *l, struct variable *to, struct rvalue value, node merged)
{
	emit_assign(l, to, resize(l, value.term, term_width(l->bank, to->term), true));
	if (merged)
		node_copy(l->regions, merged, value.node);
}

struct rvalue model_any_strings(struct lowering *l, const struct library_call *e)
{
	(void)e;
	struct variable *count = emit_temporary(l, sort_bitvector(l->bank, l->pointer_bits));
	emit_input(l, count, "number of variables in the environment", l->types->size);
	emit_assume(l, term_binary(l->bank, OP_BVULT, count->term, word(l, MOST_VARIABLES)));
	lower_ledger(l, l->location, "the environment has fewer than %d variables", MOST_VARIABLES);
	return unknown_strings(l, count->term, "environ");
}

/* With a host: its arguments, as the library makes them (arguments.c). */
void model_arguments(struct lowering *l, const struct signature *s, struct rvalue *arguments)
{
	bool vector = s->parameter_count >= 2 && type_is_pointer(s->types[1]);
	const struct type *boolean = l->types->bool_type, *number = l->types->int_type;
	struct variable *argc = emit_temporary(l, sort_of(l, s->types[0]));
	struct variable *argv = vector ? emit_temporary(l, sort_bitvector(l->bank, pointer_width(l))) : NULL;
	node merged = vector ? node_new(l->regions) : 0;
	struct block *run = emit_block(l, "run"), *other = emit_block(l, "unknown"), *join = emit_block(l, "join");
	term present = lower_has_library(l) ? nonzero(l, model_host_call(l, boolean, "present", NULL).term)
					    : term_false(l->bank);
	emit_branch(l, present, run, other, (struct source_range){ 0, 0 });
	emit_start(l, run);
	assign(l, argc, model_host_call(l, number, "argc", NULL), 0);
	if (vector && lower_has_library(l))
		assign(l, argv, lower_library_call(l, "__plumb_arguments", NULL, 0, s->types[1]), merged);
	emit_goto(l, join);
	emit_start(l, other);
	assign(l, argc, arguments[0], 0);
	if (vector)
		assign(l, argv, unknown_strings(l, argc->term, "argv"), merged); /* sums are of variables */
	emit_goto(l, join);
	emit_start(l, join);
	arguments[0].term = argc->term;
	if (vector)
		arguments[1] = rvalue_scalar(argv->term, merged);
	if (s->parameter_count >= 3 && type_is_pointer(s->types[2]) && lower_has_library(l))
		arguments[2] = lower_library_call(l, "__plumb_environment", NULL, 0, s->types[2]);
}

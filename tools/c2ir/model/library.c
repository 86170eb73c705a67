/* The library's models in C: calling them, and what they say to c2ir (library/plumb.h). */
#include <string.h>

#include "access.h"
#include "approximate.h"
#include "c_pointer.h"
#include "c_term.h"
#include "checks.h"
#include "emit.h"
#include "lower_ledger.h"
#include "library_call.h"
#include "lower.h"
#include "lowering.h"
#include "model.h"
#include "object.h"
#include "object_maps.h"
#include "region.h"
#include "rvalue.h"
#include "sequence.h"
#include "symbol.h"
#include "type_derived.h"
#include "type_make.h"
#include "types.h"

static const char *text_of(const struct library_call *e, uint32_t i)
{
	const char *text = i < e->argument_count ? e->arguments[i].literal : NULL;
	return text ? text : "?";
}

/* ---- error pointers ---- */

enum { MOST_ERROR = 4095 }; /* MAX_ERRNO */

static struct rvalue truth(struct lowering *l, const struct library_call *e, term holds)
{
	uint32_t bits = term_bits(l, e->type);
	return rvalue_scalar(term_ite(bank_of(l), holds, term_bv(bank_of(l), bits, 1), term_bv(bank_of(l), bits, 0)),
			     0);
}

struct rvalue model_is_error(struct lowering *l, const struct library_call *e)
{
	struct bank *b = bank_of(l);
	term p = lower_held_arguments(l, e)[0].term;
	term none = term_not(b, nonzero(l, pointer_object(l, p)));
	term first = word(l, (uint64_t)-MOST_ERROR);
	lower_ledger(l, e->location, "no object lies at the last %d addresses, which are error pointers", MOST_ERROR);
	return truth(l, e, term_and(b, none, term_binary(b, OP_BVULE, first, pointer_offset(l, p))));
}

struct rvalue model_error_of(struct lowering *l, const struct library_call *e)
{
	term p = lower_held_arguments(l, e)[0].term;
	struct rvalue other = lower_unknown(l, e->type, "PTR_ERR");
	term offset = resize(l, pointer_offset(l, p), term_bits(l, e->type), true);
	return rvalue_scalar(term_ite(bank_of(l), nonzero(l, pointer_object(l, p)), other.term, offset), 0);
}

struct rvalue model_error_pointer(struct lowering *l, const struct library_call *e)
{
	term number = resize(l, lower_held_arguments(l, e)[0].term, word_width(l), true);
	return rvalue_scalar(pointer_make(l, term_bv(bank_of(l), OBJECT_BITS, 0), number), 0);
}

/* ---- preconditions ---- */

struct rvalue model_require(struct lowering *l, const struct library_call *e)
{
	const char *name = text_of(e, 1);
	for (unsigned i = 0; i < CHECK_COUNT; i++)
		if (!strcmp(check_name(i), name) && checks(l, i)) {
			term holds = emit_hold(l, lower_condition(l, e->arguments[0].expression));
			check_emit(l, i, holds, "%s", text_of(e, 2));
		}
	return rvalue_void();
}

static struct rvalue accessible(struct lowering *l, const struct library_call *e, bool write)
{
	struct rvalue *values = lower_held_arguments(l, e);
	lower_check_area(l, values[0], values[1].term, write, e->expression);
	return rvalue_void();
}

struct rvalue model_readable(struct lowering *l, const struct library_call *e)
{
	return accessible(l, e, false);
}

struct rvalue model_writable(struct lowering *l, const struct library_call *e)
{
	return accessible(l, e, true);
}

/* ---- what is not known ---- */

struct rvalue model_named_input(struct lowering *l, const struct library_call *e)
{
	return lower_unknown(l, e->type, text_of(e, 0));
}

struct rvalue model_approximate_value(struct lowering *l, const struct library_call *e)
{
	return lower_approximate(l, e->type, e->location, text_of(e, 0));
}

struct rvalue model_deviates(struct lowering *l, const struct library_call *e)
{
	lower_deviation(l, e->location, text_of(e, 0));
	return rvalue_void();
}

struct rvalue model_forget(struct lowering *l, const struct library_call *e)
{
	struct rvalue *values = lower_held_arguments(l, e);
	access_forget(l, values[0].term, values[0].node, values[1].term);
	return rvalue_void();
}

struct rvalue model_library_assume(struct lowering *l, const struct library_call *e)
{
	emit_assume(l, lower_condition(l, e->arguments[0].expression));
	return rvalue_void();
}

struct rvalue model_assume_right(struct lowering *l, const struct library_call *e)
{
	emit_assume_possible(l, lower_condition(l, e->arguments[0].expression));
	return rvalue_void();
}

struct rvalue model_ledger(struct lowering *l, const struct library_call *e)
{
	lower_ledger(l, e->location, "%s", text_of(e, 0));
	return rvalue_void();
}

struct rvalue model_ledger_where(struct lowering *l, const struct library_call *e)
{
	for (unsigned i = 0; i < CHECK_COUNT; i++)
		if (!strcmp(check_name(i), text_of(e, 0)) && checks(l, i))
			lower_ledger(l, e->location, "%s", text_of(e, 1));
	return rvalue_void();
}

/* What is written by name is a static object: what belongs to the bodies of calls is not told of. */
struct rvalue model_changes(struct lowering *l, const struct library_call *e)
{
	const struct effects *effects = effects_of_expression(l, e->arguments[0].expression);
	bool changes = effects->writes || effects->frees || effects->stops;
	for (size_t i = 0; i < effects->named.count; i++)
		changes |= (table_get(&effects->objects, effects->named.at[i], 0) & ACCESS_WRITE) != 0;
	if (changes)
		lower_ledger(l, e->location, "%s", text_of(e, 1));
	return rvalue_scalar(term_bv(bank_of(l), term_bits(l, e->type), changes), 0);
}

struct rvalue model_watches_errno(struct lowering *l, const struct library_call *e)
{
	return rvalue_scalar(term_bv(bank_of(l), term_bits(l, e->type), lower_uses(l, LIBC_ERRNO)), 0);
}

struct rvalue model_handles_signals(struct lowering *l, const struct library_call *e)
{
	return rvalue_scalar(term_bv(bank_of(l), term_bits(l, e->type), lower_uses(l, LIBC_SIGNAL_HANDLERS)), 0);
}

/* Programs that call no function of that kind are spared what asks for it, and what the ledger would say of it. */
static struct rvalue call_if_used(struct lowering *l, const struct library_call *e, enum libc_fact fact,
				  const char *name)
{
	struct rvalue *values = lower_held_arguments(l, e);
	if (lower_uses(l, fact))
		lower_library_call(l, name, values, e->argument_count, types_of(l)->void_type);
	return lower_nothing(l, e->type);
}

struct rvalue model_flush_memory(struct lowering *l, const struct library_call *e)
{
	return call_if_used(l, e, LIBC_MEMORY_STREAMS, "__plumb_flush_memory_stream");
}

struct rvalue model_read_memory(struct lowering *l, const struct library_call *e)
{
	call_if_used(l, e, LIBC_TEMPORARY, "__plumb_read_temporary");
	return call_if_used(l, e, LIBC_MEMORY_STREAMS, "__plumb_read_memory_stream");
}

struct rvalue model_lose_pushed(struct lowering *l, const struct library_call *e)
{
	return call_if_used(l, e, LIBC_PUSHES_BACK, "__plumb_pushed_is_lost");
}

/* ---- objects ---- */

struct rvalue model_delete(struct lowering *l, const struct library_call *e)
{
	struct rvalue *values = lower_held_arguments(l, e);
	access_dies(l, values[0].term, values[0].node);
	if (lower_needs_state(l))
		lower_set_state(l, pointer_object(l, values[0].term), STATE_FREED);
	return rvalue_void();
}

struct rvalue model_close(struct lowering *l, const struct library_call *e)
{
	struct rvalue *values = lower_held_arguments(l, e);
	access_dies(l, values[0].term, values[0].node);
	check_close(l, values[0].term, lower_size_argument(l, e, values, 1));
	if (lower_needs_state(l))
		lower_set_state(l, pointer_object(l, values[0].term), STATE_FREED);
	return rvalue_void();
}

static struct rvalue element_at(struct lowering *l, const struct rvalue *values, node f)
{
	term offset = term_binary(bank_of(l), OP_BVMUL, values[1].term, values[2].term);
	return rvalue_scalar(pointer_add(l, values[0].term, offset), f);
}

static uint64_t element_size(struct lowering *l, const struct rvalue *values)
{
	term size = values[2].term;
	return term_is_constant(bank_of(l), size) && term_value(bank_of(l), size) ? term_value(bank_of(l), size) : 1;
}

struct rvalue model_element(struct lowering *l, const struct library_call *e)
{
	struct rvalue *values = lower_held_arguments(l, e);
	node f = node_new(regions_of(l));
	node_index(regions_of(l), f, values[0].node, element_size(l, values));
	return element_at(l, values, f);
}

struct rvalue model_array_element(struct lowering *l, const struct library_call *e)
{
	struct rvalue *values = lower_held_arguments(l, e);
	node f = node_new(regions_of(l));
	node_array_element(regions_of(l), f, values[0].node, element_size(l, values));
	lower_ledger(l, l->location,
		     "bits that are numbered from a member on that is no array are bits of that member");
	return element_at(l, values, f);
}

struct rvalue model_stop_with(struct lowering *l, const struct library_call *e)
{
	struct rvalue *values = lower_held_arguments(l, e);
	model_stop(l, values[0].term);
	return rvalue_void();
}

/* ---- rules ---- */

static struct variable *watched(struct lowering *l)
{
	return lower_global(l, &l->machine.watched, "$rule", sort_bitvector(bank_of(l), pointer_width(l)));
}

/* Chosen before the program does anything, the pointer is any constant: an event of its object is one of a monitor with one state. It is
 * only compared, so no address is taken and no number made. */
struct rvalue model_watch(struct lowering *l, const struct library_call *e)
{
	(void)e;
	emit_input(l, watched(l), "watched object", type_pointer(types_of(l), types_of(l)->void_type));
	return rvalue_void();
}

/* An object's pointer has its identity, which is not 0 (docs/heap.md). */
struct rvalue model_is_watched(struct lowering *l, const struct library_call *e)
{
	struct rvalue *values = lower_held_arguments(l, e);
	struct bank *b = bank_of(l);
	term object = term_not(b, term_eq(b, pointer_object(l, values[0].term), term_bv(b, OBJECT_BITS, 0)));
	term same = term_and(b, object, term_eq(b, values[0].term, watched(l)->term));
	return rvalue_scalar(term_ite(b, same, term_bv(b, 8, 1), term_bv(b, 8, 0)), 0);
}

/* ---- the host ---- */

struct rvalue model_running(struct lowering *l, const struct library_call *e)
{
	return model_host_call(l, e->type, "present", NULL);
}

struct rvalue model_argument(struct lowering *l, const struct library_call *e)
{
	struct rvalue *values = lower_held_arguments(l, e);
	term value = values[0].term;
	if (e->argument_count && type_is_pointer(e->arguments[0].type))
		value = pointer_object(l, value);
	model_host_argument(l, value);
	return rvalue_void();
}

struct rvalue model_character(struct lowering *l, const struct library_call *e)
{
	struct rvalue *values = lower_held_arguments(l, e);
	model_host_character(l, values[0].term);
	return rvalue_void();
}

struct rvalue model_typed(struct lowering *l, const struct library_call *e)
{
	struct rvalue *values = lower_held_arguments(l, e);
	model_host_typed(l, values[0].term, 0);
	return rvalue_void();
}

struct rvalue model_host(struct lowering *l, const struct library_call *e)
{
	return model_host_call(l, e->type, text_of(e, 0), NULL);
}

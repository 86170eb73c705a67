/* Pointers that come from outside the program are taken to point to live objects of their type (--args=valid), or to be null
 * (null-or-valid). Of such a pointer p to an object type T, which is not T const unless it says so, what the checks that are on
 * would assert of an access to all of *p is assumed when it comes, and that it is not null:
 *
 *	object(p) != 0
 *	offset(p) < 2^47                                         so that its address is no error number
 *	n <= $size[object(p)] && offset(p) <= $size[object(p)] - n    n: the size of T, times --args-elements
 *	$state[object(p)] is one of static, stack, heap (read-only: T const)
 *	$state[object(p)] is `known function` && offset(p) = 0       T is a function: the program's, if unknown pointers may point to it
 *	e < 2^47 && e < $size[object(p)] - offset(p) && p[e] = 0     T is char: a string; e: any number
 *
 * Arguments of entries and results of functions without a body are such pointers. Those in memory outside are, when they are loaded,
 * as long as nobody in the program wrote them. So the assumption is not about the value that is loaded but about the one that was
 * there at the start, which `$i` keeps for the maps that the program stores to through unknown pointers; elsewhere it is the same. Nor
 * is it about `$state` as it is then, if the program ends objects through unknown pointers, but about the state at the start, `$state0`:
 * memory may hold a pointer to what the program has freed. Where the memory may be the program's own `$out` says whether it is.
 * What another unit defines (extern) is not asked about. See docs/heap.md, "Where unknown pointers point". */
#include <inttypes.h>

#include "access.h"
#include "access_internal.h"
#include "address.h"
#include "c_pointer.h"
#include "c_term.h"
#include "checked.h"
#include "emit.h"
#include "lower_ledger.h"
#include "lowering_options.h"
#include "object_maps.h"
#include "region.h"
#include "rvalue.h"
#include "type.h"
#include "type_derived.h"
#include "type_layout.h"
#include "type_object.h"
#include "type_qualifier.h"

bool access_live_taken(const struct lowering *l, enum pointer_origin origin)
{
	return l->options->args != ARGS_ANY && origin != ORIGIN_OPEN;
}

/* Of void, and of types that are not complete, the elements are bytes; one of them is none. */
static uint64_t bytes_of(struct lowering *l, const struct type *to)
{
	uint64_t elements = l->options->args_elements;
	if (type_is_void(to) || !type_has_size(to) || type_is_variable(to))
		return elements > 1 ? elements : 0;
	uint64_t size = type_size(l->types, to);
	return size && elements > (UINT64_C(1) << 46) / size ? UINT64_C(1) << 46 : size * elements;
}

struct live live_of(struct lowering *l, const struct type *to)
{
	struct live live = { .function = type_is_function(to), .alignment = 1 };
	if (live.function)
		return live;
	live.constant = type_is_const(to);
	live.bytes = bytes_of(l, to);
	if (checks(l, CHECK_ALIGN) && type_has_size(to) && !type_is_void(to) && !type_is_variable(to))
		live.alignment = (uint32_t)type_alignment(l->types, to);
	live.come = apart_parts(l, to);
	live.text = type_unqualified(to)->kind == TYPE_CHAR && checks(l, CHECK_BOUNDS);
	return live;
}

/* ---- what is assumed ---- */

static term has_room(struct lowering *l, const struct live *live, term pointer)
{
	struct bank *b = l->bank;
	term need = word(l, live->bytes), size = term_select(b, lower_size_map(l)->term, pointer_object(l, pointer));
	return term_and(b, term_binary(b, OP_BVULE, need, size),
			term_binary(b, OP_BVULE, pointer_offset(l, pointer), term_binary(b, OP_BVSUB, size, need)));
}

static term is_alive(struct lowering *l, const struct live *live, term state)
{
	struct bank *b = l->bank;
	term above = term_binary(b, OP_BVSUB, state, term_bv(b, 8, STATE_STATIC));
	term alive = term_binary(b, OP_BVULE, above, term_bv(b, 8, STATE_READ_ONLY - STATE_STATIC));
	term fixed = term_eq(b, state, term_bv(b, 8, STATE_READ_ONLY));
	return live->constant ? alive : term_and(b, alive, term_not(b, fixed));
}

static term is_aligned(struct lowering *l, const struct live *live, term pointer)
{
	uint32_t bits = 0;
	while (live->alignment >> bits > 1)
		bits++;
	if (!bits)
		return term_true(l->bank);
	return term_eq(l->bank, term_extract(l->bank, bits - 1, 0, pointer_address(l, pointer)),
		       term_bv(l->bank, bits, 0));
}

/* Bool: so many BYTES (W bits) an object may have, as no address has more bits. */
static term is_near(struct lowering *l, term bytes)
{
	uint32_t bits = address_bits(l);
	return l->pointer_bits > bits ? term_binary(l->bank, OP_BVULT, bytes, word(l, UINT64_C(1) << bits))
				      : term_true(l->bank);
}

/* LENGTH bytes behind POINTER there is a null character, which BYTE is. */
term live_is_text(struct lowering *l, term pointer, term length, term byte)
{
	struct bank *b = l->bank;
	term size = term_select(b, lower_size_map(l)->term, pointer_object(l, pointer));
	term room = term_binary(b, OP_BVSUB, size, pointer_offset(l, pointer));
	term inside = term_and(b, is_near(l, length), term_binary(b, OP_BVULT, length, room));
	return term_and(b, inside, term_eq(b, byte, term_bv(b, 8, 0)));
}

/* Bool; `states`: the map that says which objects are alive; `text`: what makes it one. */
term live_holds(struct lowering *l, const struct live *live, term pointer, const struct variable *states, term text)
{
	struct bank *b = l->bank;
	term is = nonzero(l, pointer_object(l, pointer));
	if (live->function && states) {
		is = term_and(b, term_eq(b, pointer_offset(l, pointer), word(l, 0)),
			      term_eq(b, term_select(b, states->term, pointer_object(l, pointer)),
				      term_bv(b, 8, STATE_KNOWN_FUNCTION)));
	} else if (!live->function) {
		is = term_and(b, is, is_near(l, pointer_offset(l, pointer)));
		if (lower_needs_size(l))
			is = term_and(b, is, has_room(l, live, pointer));
		if (states)
			is = term_and(b, is,
				      is_alive(l, live, term_select(b, states->term, pointer_object(l, pointer))));
		is = term_and(b, term_and(b, is, is_aligned(l, live, pointer)), text);
	}
	if (l->options->args == ARGS_NULL_OR_VALID)
		is = term_or(b, term_eq(b, pointer, term_bv(b, pointer_width(l), 0)), is);
	return is;
}

void live_note(struct lowering *l, struct location location, enum pointer_origin origin)
{
	static const char *const whose[] = { [ORIGIN_OPEN] = "",
					     [ORIGIN_ENTRY] = "that are arguments of an entry",
					     [ORIGIN_UNDEFINED] = "that functions without a body return",
					     [ORIGIN_ASSEMBLY] = "that assembly gets from the machine",
					     [ORIGIN_MEMORY] = "in memory that the program did not write" };
	bool null = l->options->args == ARGS_NULL_OR_VALID;
	uint32_t n = l->options->args_elements;
	const char *elements = n > 1 ? arena_format(l->arena, ", --args-elements=%" PRIu32, n) : "";
	lower_ledger(l, location,
		     "pointers %s are taken %sto point to live objects of their type, those to char to strings "
		     "(--args=%s%s)",
		     whose[origin], null ? "to be null or " : "", null ? "null-or-valid" : "valid", elements);
}

/* ---- arguments and results ---- */

static term text_here(struct lowering *l, term pointer, node pointer_node)
{
	struct variable *length = emit_temporary(l, sort_bitvector(l->bank, l->pointer_bits));
	emit_havoc(l, length);
	term end = pointer_add(l, pointer, length->term);
	return live_is_text(l, pointer, length->term,
			    access_load(l, end, node_indexed(l->regions, pointer_node, 1), 8, false).term);
}

void access_live(struct lowering *l, term pointer, node pointer_node, const struct type *to, enum pointer_origin origin)
{
	if (!access_live_taken(l, origin))
		return;
	struct live live = live_of(l, to);
	bool late = l->accesses->resolved; /* too late to look at its address, or into it */
	if (late)
		live.alignment = 1;
	if (live.alignment > 1)
		access_expose(l, pointer, pointer_node);
	live_note(l, l->location, origin);
	term text = live.text && !late ? text_here(l, pointer, pointer_node) : term_true(l->bank);
	const struct variable *states = lower_needs_state(l) ? lower_state_map(l) : NULL;
	emit_assume(l, live_holds(l, &live, pointer, states, text));
	if (!live.come)
		return;
	apart_note(l, l->location);
	for (const struct apart_part *part = live.come; part; part = part->next)
		emit_assign(l, part->map, apart_come(l, part, pointer, term_true(l->bank)));
}

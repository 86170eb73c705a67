/* What free() is given (C11 7.22.3.3p2), and fclose() and others that end an object of the library (7.21.5.1). */
#include "c_pointer.h"
#include "c_term.h"
#include "checks.h"
#include "object_maps.h"

/* Null, or the beginning of a heap object that is alive. */
void check_free(struct lowering *l, term pointer, const struct expression *e)
{
	if (!checks(l, CHECK_FREE))
		return;
	struct bank *b = bank_of(l);
	term object = pointer_object(l, pointer);
	term null = term_eq(b, pointer, term_bv(b, pointer_width(l), 0));
	term state = term_select(b, lower_state_map(l)->term, object);
	term heap = term_eq(b, state, term_bv(b, 8, STATE_HEAP));
	term freed = term_eq(b, state, term_bv(b, 8, STATE_FREED));
	term start = term_eq(b, pointer_offset(l, pointer), word(l, 0));
	check_emit(l, CHECK_FREE, term_or(b, null, term_not(b, freed)), "freed twice%s", check_text(l, e));
	check_emit(l, CHECK_FREE, term_or(b, null, term_and(b, heap, start)),
		   "free of a pointer that is not the start of an allocated object%s", check_text(l, e));
}

/* The beginning of a static object of that size, or one that the library made. That it is alive is asked where it is read. What came from functions without
 * a body may be none: then that read is out of bounds already, so nothing is asked where this is not. */
void check_close(struct lowering *l, term pointer, term size)
{
	if (!checks(l, CHECK_FREE) || !checks(l, CHECK_BOUNDS))
		return;
	struct bank *b = bank_of(l);
	term object = pointer_object(l, pointer);
	term state = term_select(b, lower_state_map(l)->term, object);
	term is_own = term_eq(b, state, term_bv(b, 8, STATE_STATIC));
	term starts = term_eq(b, pointer_offset(l, pointer), word(l, 0));
	term fits = term_eq(b, term_select(b, lower_size_map(l)->term, object), size);
	check_emit(l, CHECK_FREE, term_and(b, is_own, term_and(b, starts, fits)),
		   "close of what the library did not open");
}

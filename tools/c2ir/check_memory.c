/* The heap: what free() is given (C11 7.22.3.3p2), and what is left at the end of the program. */
#include "lower.h"

/* Null, or the beginning of a heap object that is alive. */
void check_free(struct lowering *l, term pointer, const struct expression *e)
{
	if (!checks(l, CHECK_FREE))
		return;
	struct bank *b = l->bank;
	term object = pointer_object(l, pointer);
	term null = term_eq(b, pointer, term_bv(b, pointer_width(l), 0));
	term state = term_select(b, lower_state_map(l)->term, object);
	term heap = term_eq(b, state, term_bv(b, 8, STATE_HEAP));
	term freed = term_eq(b, state, term_bv(b, 8, STATE_FREED));
	term start = term_eq(b, pointer_offset(l, pointer), word(l, 0));
	check_emit(l, CHECK_FREE, term_or(b, null, term_not(b, freed)), "freed twice%s", check_text(l, e));
	check_emit(l, CHECK_FREE, term_or(b, null, term_and(b, heap, start)),
		   "free of what is not the beginning of an allocated object%s", check_text(l, e));
}

/* A ghost object chosen at will stands for all: it is the last one allocated at some point that was not freed. */
void check_exit(struct lowering *l)
{
	if (!l->watched)
		return;
	struct bank *b = l->bank;
	term none = term_eq(b, l->watched->term, term_bv(b, OBJECT_BITS, 0));
	term state = term_select(b, lower_state_map(l)->term, l->watched->term);
	term freed = term_not(b, term_eq(b, state, term_bv(b, 8, STATE_HEAP)));
	enum check check = checks(l, CHECK_CLEANUP) ? CHECK_CLEANUP : CHECK_LEAK;
	check_emit(l, check, term_or(b, none, freed), "memory is allocated that is not freed at exit");
}

/* An allocation: it may be the one that is watched. */
void check_allocated(struct lowering *l, term object)
{
	if (!checks(l, CHECK_LEAK) && !checks(l, CHECK_CLEANUP))
		return;
	struct variable *watched =
		lower_global(l, &l->watched, "$watched", sort_bitvector(l->bank, OBJECT_BITS));
	struct variable *choice = emit_temporary(l, sort_bool(l->bank));
	emit_havoc(l, choice);
	emit_assign(l, watched, term_ite(l->bank, choice->term, object, watched->term));
}

/* What is left on the heap when the program ends: memory that nothing points to any more (leak, CWE-401), or memory
 * that is not freed at all (cleanup, CWE-772). C11 says nothing of it (7.22.3p1: until it is freed); these are
 * SV-COMP's valid-memtrack and valid-memcleanup.
 *
 * One object stands for all: each allocation may become the watched one, by a choice that is left open, so that an
 * assertion about the watched object at the end is one about every object. The check is in a procedure of its own,
 * $exit, called from wherever the program ends:
 *
 *	if ($watched != 0 && $state[$watched] == heap) { mark what can be reached; assert $seen[$watched] } */
#include "check_state.h"
#include "checks.h"
#include "emit.h"
#include "lowering.h"
#include "object_maps.h"
#include "thread_mark.h"

static bool wanted(const struct lowering *l)
{
	return checks(l, CHECK_LEAK) || checks(l, CHECK_CLEANUP);
}

static struct variable *watched_object(struct lowering *l)
{
	return lower_global(l, &l->check->watched, "$watched", sort_bitvector(l->bank, OBJECT_BITS));
}

/* An allocation: it may be the one that is watched. Object 0, of an allocation that failed, is none. */
void check_allocated(struct lowering *l, term object)
{
	if (!wanted(l))
		return;
	struct variable *watched = watched_object(l), *choice = emit_temporary(l, sort_bool(l->bank));
	emit_havoc(l, choice);
	emit_assign(l, watched, term_ite(l->bank, choice->term, object, watched->term));
}

void check_exit(struct lowering *l)
{
	if (!wanted(l))
		return;
	if (!l->check->at_exit) {
		l->check->at_exit = program_add_procedure(l->program, program_fresh_name(l->program, "$exit"));
		thread_mark_atomic(l, l->check->at_exit);
	}
	emit(l, STATEMENT_CALL)->callee = l->check->at_exit;
}

/* The body of the procedure, when all objects and what they may point to are known, but before accesses are
 * resolved. */
void check_exit_body(struct lowering *l)
{
	if (!l->check->at_exit)
		return;
	struct bank *b = l->bank;
	l->procedure = l->check->at_exit;
	emit_start(l, procedure_add_block(l->check->at_exit, "entry"));
	struct block *left = emit_block(l, "left"), *end = emit_block(l, "end");
	term watched = watched_object(l)->term;
	term state = term_select(b, lower_state_map(l)->term, watched);
	term is_left = term_and(b, term_not(b, term_eq(b, watched, term_bv(b, OBJECT_BITS, 0))),
				term_eq(b, state, term_bv(b, 8, STATE_HEAP)));
	emit_branch(l, is_left, left, end, (struct source_range){ 0, 0 });
	emit_start(l, left);
	if (checks(l, CHECK_CLEANUP))
		check_emit(l, CHECK_CLEANUP, term_false(b), "allocated memory is not freed when the program ends");
	if (checks(l, CHECK_LEAK))
		check_emit(l, CHECK_LEAK, check_reached(l, watched),
			   "allocated memory is not freed, and nothing points to it when the program ends");
	emit_goto(l, end);
	block_return(end);
}

void check_exit_begin(struct lowering *l)
{
	if (l->check->watched)
		emit_assign(l, l->check->watched, term_bv(l->bank, OBJECT_BITS, 0));
}

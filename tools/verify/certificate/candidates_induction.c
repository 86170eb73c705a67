/* Induction guesses about the parameters of loops that are procedures. What becomes of these in the flat program, statements tell that
 * go through the same passes: assertions at the beginning of each loop's procedure. Where that goes wrong a candidate is lost, or
 * another one is made: none is believed. */
#include "candidates.h"

#include "read.h"
#include "statement.h"
#include "write.h"

enum { MOST = 3000 };

/* The condition over the variables of another program's procedure, which have the same names; 0: some have not. */
static term carry(const struct program *from, term condition, struct procedure *to)
{
	struct diagnostics ignored;
	struct output *out = output_memory();
	size_t length;
	diagnostics_init(&ignored);
	term_write(from, condition, out);
	const char *text = output_text(out, &length);
	term t = program_read_condition(to, "", 1, text, length, &ignored);
	output_abandon(out);
	diagnostics_release(&ignored);
	return t;
}

static bool is_told(const struct candidate *c)
{
	return !c->dropped && !c->each;
}

/* In front of all that the procedure does. */
static void tell(struct program *p, const struct cut *cut, const struct cut_loop *loop)
{
	struct procedure *proc = program_procedure(p, loop->procedure->name);
	for (size_t i = 0; i < loop->candidates.count && proc; i++) {
		term t = is_told(&loop->candidates.at[i]) ? carry(cut->program, loop->candidates.at[i].condition, proc)
							  : 0;
		if (!t)
			continue;
		struct statement *s = block_insert(p, proc->blocks[0], 0, STATEMENT_ASSERT);
		s->term = t;
		s->attributes = attribute_number(p, NULL, ATTRIBUTE_CANDIDATE, i);
	}
}

/* A copy of the program with what is guessed. NULL: nothing is. */
static struct program *tell_all(struct program *acyclic, struct task *task, enum level level)
{
	struct cut cut;
	struct program *p = NULL;
	if (cut_begin(&cut, acyclic)) {
		candidates_of_scalars(&cut, level);
		candidates_filter(&cut, acyclic,
				  (struct sample_limits){ task->limits.deadline, task->limits.memory_mb });
		p = program_copy(acyclic);
		for (size_t i = 0; i < cut.loops.count; i++)
			tell(p, &cut, &cut.loops.at[i]);
	}
	cut_release(&cut);
	return p;
}

static void take(struct conjuncts *list, struct subject *s, const struct subject *told)
{
	for (size_t loop = 0; loop < s->loops.count; loop++) {
		const struct block *head = told->loops.at[loop].head;
		for (uint32_t i = 0; i < head->statement_count && list->count < MOST; i++) {
			const struct statement *st = &head->statements[i];
			term t = attribute_find(st->attributes, ATTRIBUTE_CANDIDATE)
					 ? carry(told->flat, st->term, s->flat->entry)
					 : 0;
			if (t)
				conjuncts_add(list, s->flat->bank, loop, t);
		}
	}
}

void candidates_of_induction(struct conjuncts *list, struct subject *s, struct task *task, enum level level)
{
	struct subject told;
	struct program *p = tell_all(s->acyclic, task, level);
	if (!p)
		return;
	subject_make_flat(&told, p, task);
	/* The same loops in the same order: nothing but assertions was added. */
	if (told.flat && told.loops.count == s->loops.count)
		take(list, s, &told);
	subject_release(&told);
}

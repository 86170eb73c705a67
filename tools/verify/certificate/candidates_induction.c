/* Induction guesses about the parameters of loops that are procedures. What becomes of these in the flat program, statements tell that
 * go through the same passes: assertions at the beginning of each loop's procedure. Where that goes wrong a candidate is lost, or
 * another one is made: none is believed. */
#include "candidates.h"

#include "identities.h"
#include "induction.h"
#include "lemmas.h"
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

/* In front of all that the procedure does. */
static void tell(struct program *p, const struct cut *cut, const struct cut_loop *loop)
{
	struct procedure *proc = program_procedure(p, loop->procedure->name);
	for (size_t i = 0; i < loop->candidates.count && proc; i++) {
		const struct candidate *c = &loop->candidates.at[i];
		term t = c->dropped || c->each ? 0 : carry(cut->program, c->condition, proc);
		if (t)
			lemma_assert(p, proc, t);
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

/* Can all of these be said without a look at identities, by the program and what was kept before? Then the first block keeps them. */
static bool is_opaque(struct program *p, const struct conjunct *some, size_t count)
{
	struct block *first = p->entry->blocks[0];
	uint32_t before = first->statement_count;
	for (size_t i = 0; i < count; i++)
		block_add(p, first, STATEMENT_ASSUME)->term = some[i].condition;
	bool opaque = identities_are_opaque(p);
	if (!opaque)
		block_truncate(first, before);
	return opaque;
}

/* Drops others, by halves. */
static void drop_looking(struct program *p, struct conjunct *some, size_t count)
{
	if (!count || is_opaque(p, some, count))
		return;
	if (count == 1) {
		some->dropped = true;
		return;
	}
	drop_looking(p, some, count / 2);
	drop_looking(p, some + count / 2, count - count / 2);
}

static void keep_opaque(struct conjuncts *list, struct subject *s)
{
	struct block *first = s->flat->entry->blocks[0];
	uint32_t before = first->statement_count;
	size_t n = 0;
	drop_looking(s->flat, list->at, list->count);
	for (size_t i = 0; i < list->count; i++)
		if (!list->at[i].dropped)
			list->at[n++] = list->at[i];
	list->count = n;
	block_truncate(first, before);
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

/* Takes what was told of the acyclic program; NULL: nothing was. */
static void take_from(struct conjuncts *list, struct subject *s, struct program *acyclic, struct task *task)
{
	struct subject told;
	if (!acyclic)
		return;
	subject_make_flat(&told, acyclic, task);
	/* The same loops in the same order: nothing but assertions was added. */
	if (told.flat && told.loops.count == s->loops.count)
		take(list, s, &told);
	subject_release(&told);
}

void candidates_of_induction(struct conjuncts *list, struct subject *s, struct task *task, enum level level)
{
	take_from(list, s, tell_all(s->acyclic, task, level), task);
	keep_opaque(list, s);
}

/* --- from a proof --- */

bool candidates_of_lemmas(struct conjuncts *list, struct subject *s, struct task *task, const struct lemmas *lemmas)
{
	if (!lemmas_have(lemmas, false))
		return false;
	struct ghosts ghosts;
	struct program *told = program_copy(s->acyclic);
	size_t first = list->count;
	loops_widen(told);
	ghosts_add(&ghosts, told);
	ghosts_add_each(&ghosts, told);
	bool some = lemmas_tell(lemmas, told);
	if (some) {
		take_from(list, s, told, task);
		candidates_of_ways(list, s, first);
		keep_opaque(list, s);
	} else {
		program_free(told);
	}
	return some;
}

static void remember(void *context, struct cut *cut)
{
	lemmas_take(context, cut);
}

bool candidates_of_proof(struct conjuncts *list, struct subject *s, struct task *task, struct outcome *o)
{
	struct lemmas lemmas = { 0 };
	struct task sub = *task;
	bool proved = false;
	sub.prepared = s->acyclic;
	for (int level = LEVEL_MEMORY; level <= LEVEL_WIDE && !proved && !task_out_of_time(task); level++) {
		struct attempt attempt = {
			.level = (enum level)level, .patient = true, .proved = remember, .context = &lemmas
		};
		proved = induction_try(&attempt, &sub, o);
	}
	if (proved)
		candidates_of_lemmas(list, s, task, &lemmas);
	lemmas_release(&lemmas);
	return proved;
}

#include "subject.h"

#include "cfg.h"
#include "dead.h"
#include "identities.h"
#include "invariant.h"
#include "iterate.h"
#include "pass.h"
#include "reads.h"
#include "recursion.h"
#include "statement.h"
#include "stretch.h"
#include "violation.h"
#include "write.h"

/* On the first block of a loop's procedure: the loop's place, and the function that it is in. */
#define ATTRIBUTE_HEAD "head"

/* --- what it is called --- */

/* Texts and places are left out: a file may be called otherwise when the certificate is checked. */
static uint64_t digest_of(const struct program *p)
{
	struct program *bare = program_copy(p);
	size_t length;
	struct output *out = output_memory();
	bare->attributes = NULL;
	for (uint32_t i = 0; i < bare->global_count; i++)
		bare->globals[i]->attributes = NULL;
	for (uint32_t i = 0; i < bare->procedure_count; i++) {
		struct procedure *proc = bare->procedures[i];
		proc->attributes = NULL;
		for (uint32_t v = 0; v < proc->variable_count; v++)
			proc->variables[v]->attributes = NULL;
	}
	program_for_each_block(bare, at)
		at.block->attributes = at.block->terminator.attributes = NULL;
	program_for_each_statement(bare, at)
		at.statement->attributes = NULL;
	program_write(bare, out);
	const char *text = output_text(out, &length);
	uint64_t digest = hash_bytes(text, length);
	output_abandon(out);
	program_free(bare);
	return digest;
}

/* --- one procedure --- */

static bool give_up(struct subject *s, const char *why)
{
	if (s->flat)
		program_free(s->flat);
	s->flat = NULL;
	s->trouble = why;
	return false;
}

/* What procedures know of loops is not to be lost with them. */
static void mark_heads(struct program *p)
{
	for (uint32_t i = 0; i < p->procedure_count; i++) {
		const struct procedure *proc = p->procedures[i];
		const struct attribute *loop = attribute_find(proc->attributes, ATTRIBUTE_LOOP);
		if (!loop || loop->count < 3 || !loop->values[0].string)
			continue;
		struct attribute_value values[4] = { loop->values[0], loop->values[1], loop->values[2] };
		values[3].string = violation_function(proc, NULL);
		proc->blocks[0]->attributes = attribute_list(p, proc->blocks[0]->attributes, ATTRIBUTE_HEAD, values, 4);
	}
}

/* Takes the program, where loops are procedures. */
static bool flatten(struct subject *s, struct program *p, struct task *task)
{
	struct pass_options options = { .stop = task_out_of_time, .stop_context = task };
	struct pass_list list;
	s->flat = p;
	mark_heads(s->flat);
	if (!passes_parse("flatten,unreachable", &list, task->diags) ||
	    !passes_run(s->flat, &list, &options, task->diags, NULL) || task_out_of_time(task))
		return give_up(s, "time");
	if (s->flat->procedure_count != 1)
		return give_up(s, "the program has recursion, or is too large as one procedure");
	if (s->universal)
		ghosts_add_copies(&s->ghosts, s->flat);
	objects_first(s->flat);
	return true;
}

static bool is_opaque(struct subject *s)
{
	return identities_are_opaque(s->flat) || give_up(s, "the program looks at identities");
}

/* --- loops --- */

static struct subject_loop loop_at(struct block *head)
{
	const struct attribute *a = attribute_find(head->attributes, ATTRIBUTE_HEAD);
	struct subject_loop loop = { .head = head, .function = "" };
	if (a) {
		loop.location = (struct location){ a->values[0].string, (uint32_t)a->values[1].number,
						   (uint32_t)a->values[2].number };
		loop.function = a->values[3].string;
	}
	return loop;
}

static bool is_cut_at(const struct subject *s, const struct block *b)
{
	for (size_t i = 0; i < s->loops.count; i++)
		if (s->loops.at[i].head == b)
			return true;
	return false;
}

/* Where the loop is left, as well. */
static void cut_at_exits(struct subject *s, const struct loop *loop)
{
	struct procedure *proc = s->flat->entry;
	bool *is_inside = memory_alloc(proc->block_count + 1);
	for (uint32_t i = 0; i < loop->block_count; i++)
		is_inside[loop->blocks[i]] = true;
	for (uint32_t i = 0; i < loop->block_count; i++) {
		const struct terminator *t = &proc->blocks[loop->blocks[i]]->terminator;
		for (uint32_t k = 0; k < t->target_count; k++)
			if (!is_inside[t->targets[k]->index] && !is_cut_at(s, t->targets[k]))
				vec_push(&s->loops, loop_at(t->targets[k]));
	}
	memory_free(is_inside);
}

static bool find_loops(struct subject *s, bool exits)
{
	struct procedure *proc = s->flat->entry;
	struct cfg *cfg = cfg_new(proc);
	struct dominators *dom = dominators_new(cfg);
	struct loops *loops = loops_new(cfg, dom);
	bool reducible = loops_reducible(loops);
	for (uint32_t i = 0; i < loops->count; i++)
		vec_push(&s->loops, loop_at(proc->blocks[loops->loops[i].header]));
	for (uint32_t i = 0; i < loops->count && exits; i++)
		cut_at_exits(s, &loops->loops[i]);
	loops_free(loops);
	dominators_free(dom);
	cfg_free(cfg);
	return reducible || give_up(s, "a loop has several entries");
}

void subject_make(struct subject *s, struct task *task)
{
	*s = (struct subject){ 0 };
	if (program_is_cut(task->original)) {
		s->trouble = "the program is cut";
		return;
	}
	s->acyclic = task_prepare(task->original, "discharge,checked", task->limits.deadline, task->diags);
	if (!s->acyclic) {
		s->trouble = "time";
		return;
	}
	s->digest = digest_of(s->acyclic);
	if (flatten(s, program_copy(s->acyclic), task) && is_opaque(s))
		find_loops(s, false);
}

void subject_make_flat(struct subject *s, struct program *acyclic, struct task *task)
{
	*s = (struct subject){ .acyclic = acyclic };
	if (flatten(s, program_copy(acyclic), task))
		find_loops(s, false);
}

bool subject_reads_elements(const struct subject *s)
{
	const struct program *p = s->flat;
	struct reads reads = { .bank = p->bank, .numbers = true };
	reads.object_bits = (uint32_t)attribute_get_number(p->attributes, ATTRIBUTE_OBJECT, 0);
	reads.pointer_bits = reads.object_bits + (uint32_t)attribute_get_number(p->attributes, ATTRIBUTE_POINTER, 64);
	program_for_each_statement(p, at)
		for (uint32_t i = 0; i < statement_term_count(at.statement); i++)
			reads_find(&reads, statement_term(at.statement, i));
	bool some = reads.values.count != 0;
	vec_free(&reads.values);
	return some;
}

/* What nobody reads any more goes. */
static bool weaken(struct program *p, struct task *task)
{
	struct pass_options options = { .stop = task_out_of_time, .stop_context = task };
	struct pass_list list;
	bool weakened = recursion_weaken(p);
	if (weakened && passes_parse("unreachable,slice,unreachable", &list, task->diags))
		passes_run(p, &list, &options, task->diags, NULL);
	return weakened;
}

bool subject_quantify(struct subject *s, bool holders, bool exits, struct task *task)
{
	struct program *p = program_copy(s->acyclic);
	if (s->flat)
		program_free(s->flat);
	s->loops.count = 0;
	s->universal = true;
	s->weakened = weaken(p, task);
	loops_widen(p);
	ghosts_add(&s->ghosts, p);
	if (holders)
		ghosts_add_holders(&s->ghosts, p);
	if (!flatten(s, p, task) || !is_opaque(s) || !find_loops(s, exits))
		return false;
	if (holders)
		dead_forget(s->flat, s->flat->entry);
	ghosts_add_each(&s->ghosts, s->flat);
	return true;
}

void subject_release(struct subject *s)
{
	if (s->flat)
		program_free(s->flat);
	if (s->acyclic)
		program_free(s->acyclic);
	vec_free(&s->loops);
}

#include "lemmas.h"

#include <string.h>

#include "ghosts.h"
#include "read.h"
#include "statement.h"
#include "write.h"

enum { MOST = 3000 };

/* --- from the cut's variables to those of the ghosts --- */

struct naming {
	struct program *program; /* the cut one, with variables that are called as the ghosts */
	const struct cut *cut;
	const struct cut_loop *loop;
	bool fails;
};

/* A variable of that name; its sort is the leaf's. */
static term called(struct naming *n, const char *name, term leaf)
{
	struct variable *v = program_global(n->program, name);
	if (!v && program_fresh_name(n->program, name) == name)
		v = program_add_global(n->program, name, term_sort(n->program->bank, leaf));
	n->fails |= !v || v->sort != term_sort(n->program->bank, leaf);
	return n->fails ? leaf : v->term;
}

static term named(void *context, term leaf)
{
	struct naming *n = context;
	const struct cut_loop *loop = n->loop;
	struct interner *strings = n->program->strings;
	if (leaf == n->cut->each_index[0])
		return called(n, intern_string(strings, "$each32"), leaf);
	if (leaf == n->cut->each_index[1])
		return called(n, intern_string(strings, "$each64"), leaf);
	if (leaf == n->cut->each_object)
		return called(n, intern_string(strings, "$eachobject"), leaf);
	for (uint32_t i = 0; i < loop->procedure->in_count; i++)
		if (loop->entries[i] && loop->entries[i]->term == leaf)
			return called(n, ghosts_entry(n->program, loop->procedure, i), leaf);
	return leaf;
}

static char *text_of(const struct program *p, term condition)
{
	size_t length;
	struct output *out = output_memory();
	term_write(p, condition, out);
	const char *text = output_text(out, &length);
	char *copy = memory_copy_string(text, length);
	output_abandon(out);
	return copy;
}

static void add(struct lemmas *lemmas, const char *procedure, char *text)
{
	bool known = lemmas->count >= MOST;
	for (size_t i = 0; i < lemmas->count && !known; i++)
		known = !strcmp(lemmas->at[i].text, text) && !strcmp(lemmas->at[i].procedure, procedure);
	if (known)
		memory_free(text);
	else
		vec_push(lemmas, ((struct lemma){ memory_copy_string(procedure, strlen(procedure)), text }));
}

void lemmas_take(struct lemmas *lemmas, struct cut *cut)
{
	for (size_t k = 0; k < cut->loops.count; k++) {
		const struct cut_loop *loop = &cut->loops.at[k];
		for (size_t i = 0; i < loop->candidates.count; i++) {
			struct naming n = { .program = cut->program, .cut = cut, .loop = loop };
			const struct candidate *c = &loop->candidates.at[i];
			term t = c->dropped ? 0 : term_substitute(cut->program->bank, c->condition, named, &n);
			if (t && !n.fails)
				add(lemmas, loop->procedure->name, text_of(cut->program, t));
		}
	}
}

void lemma_assert(struct program *p, struct procedure *proc, term condition)
{
	struct statement *s = block_insert(p, proc->blocks[0], 0, STATEMENT_ASSERT);
	s->term = condition;
	s->attributes = attribute_number(p, NULL, ATTRIBUTE_CANDIDATE, 0);
}

bool lemmas_tell(const struct lemmas *lemmas, struct program *p)
{
	bool some = false;
	for (size_t i = 0; i < lemmas->count; i++) {
		const struct lemma *l = &lemmas->at[i];
		struct procedure *proc = program_procedure(p, intern_string(p->strings, l->procedure));
		struct diagnostics ignored;
		diagnostics_init(&ignored);
		term t = proc ? program_read_condition(proc, "", 1, l->text, strlen(l->text), &ignored) : 0;
		diagnostics_release(&ignored);
		if (t)
			lemma_assert(p, proc, t);
		some |= t != 0;
	}
	return some;
}

void lemmas_release(struct lemmas *lemmas)
{
	for (size_t i = 0; i < lemmas->count; i++) {
		memory_free(lemmas->at[i].procedure);
		memory_free(lemmas->at[i].text);
	}
	vec_free(lemmas);
}

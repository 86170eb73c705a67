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

static bool is_known(const struct lemmas *lemmas, const char *procedure, const char *text, enum lemma_kind kind)
{
	bool known = lemmas->count >= MOST;
	for (size_t i = 0; i < lemmas->count && !known; i++) {
		const struct lemma *l = &lemmas->at[i];
		known = l->kind == kind && !strcmp(l->text, text) && !strcmp(l->procedure, procedure);
	}
	return known;
}

static void add(struct lemmas *lemmas, const char *procedure, char *text, enum lemma_kind kind)
{
	if (is_known(lemmas, procedure, text, kind))
		memory_free(text);
	else
		vec_push(lemmas, ((struct lemma){ memory_copy_string(procedure, strlen(procedure)), text, kind }));
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
				add(lemmas, loop->procedure->name, text_of(cut->program, t), LEMMA_LOOP);
		}
	}
}

bool lemmas_have(const struct lemmas *lemmas, bool contracts)
{
	bool found = false;
	for (size_t i = 0; i < lemmas->count && !found; i++)
		found = contracts == (lemmas->at[i].kind != LEMMA_LOOP);
	return found;
}

void lemma_assert(struct program *p, struct procedure *proc, term condition)
{
	struct statement *s = block_insert(p, proc->blocks[0], 0, STATEMENT_ASSERT);
	s->term = condition;
	s->attributes = attribute_number(p, NULL, ATTRIBUTE_CANDIDATE, 0);
}

/* 0: it is none there. */
static term read_lemma(struct procedure *proc, const struct lemma *l)
{
	struct diagnostics ignored;
	diagnostics_init(&ignored);
	term t = program_read_condition(proc, "", 1, l->text, strlen(l->text), &ignored);
	diagnostics_release(&ignored);
	return t;
}

bool lemmas_tell(const struct lemmas *lemmas, struct program *p)
{
	bool some = false;
	for (size_t i = 0; i < lemmas->count; i++) {
		const struct lemma *l = &lemmas->at[i];
		struct procedure *proc = program_procedure(p, intern_string(p->strings, l->procedure));
		term t = proc && l->kind == LEMMA_LOOP ? read_lemma(proc, l) : 0;
		if (t)
			lemma_assert(p, proc, t);
		some |= t != 0;
	}
	return some;
}

/* --- contracts --- */

/* What a global was before has a name of its own in each check, by the number of those that are written: one by the global instead. */
struct renaming {
	struct program *program;
	const struct contract *contract; /* what is written has a `before` */
	struct variable **named;         /* by global: a variable of the check, made when it is needed */
};

static struct renaming begin_renaming(struct contracts *all, const struct contract *contract)
{
	struct renaming r = { .program = all->program, .contract = contract };
	r.named = memory_alloc((r.program->global_count + 1) * sizeof(struct variable *));
	return r;
}

static struct variable *add_before(struct renaming *r, const struct variable *global)
{
	struct procedure *check = r->contract->check;
	struct output *out = output_memory();
	output_format(out, "$before.%s", global->name);
	const char *name = procedure_fresh_variable_name(check, output_text(out, NULL));
	output_abandon(out);
	return procedure_add_variable(check, name, global->sort, VARIABLE_LOCAL);
}

static struct variable *named_before(struct renaming *r, uint32_t global)
{
	if (!r->named[global])
		r->named[global] = add_before(r, r->program->globals[global]);
	return r->named[global];
}

static term by_global(void *context, term leaf)
{
	struct renaming *r = context;
	for (uint32_t i = 0; i < r->program->global_count; i++)
		if (r->contract->before[i] && r->contract->before[i]->term == leaf)
			return named_before(r, i)->term;
	return leaf;
}

static term from_global(void *context, term leaf)
{
	struct renaming *r = context;
	for (uint32_t i = 0; i < r->program->global_count; i++)
		if (r->named[i] && r->named[i]->term == leaf)
			return r->contract->before[i]->term;
	return leaf;
}

void lemmas_take_contracts(struct lemmas *lemmas, struct contracts *all)
{
	struct program *p = all->program;
	for (size_t k = 0; k < all->list.count; k++) {
		const struct contract *contract = &all->list.at[k];
		struct renaming r = begin_renaming(all, contract);
		for (size_t i = 0; i < contract->conditions.count; i++) {
			const struct contract_condition *c = &all->conditions.at[contract->conditions.at[i]];
			if (!c->dropped && !c->waiting)
				add(lemmas, contract->procedure->name,
				    text_of(p, term_substitute(p->bank, c->condition, by_global, &r)),
				    c->ensured ? LEMMA_ENSURED : LEMMA_REQUIRED);
		}
		memory_free(r.named);
	}
}

static void tell_contract(const struct lemmas *lemmas, struct contracts *all, struct contract *contract)
{
	struct program *p = all->program;
	struct renaming r = begin_renaming(all, contract);
	for (uint32_t i = 0; i < p->global_count; i++)
		if (contract->before[i])
			named_before(&r, i);
	for (size_t i = 0; i < lemmas->count; i++) {
		const struct lemma *l = &lemmas->at[i];
		bool about = l->kind != LEMMA_LOOP && !strcmp(l->procedure, contract->procedure->name);
		term t = about ? read_lemma(contract->check, l) : 0;
		if (t)
			contract_add(all, contract, term_substitute(p->bank, t, from_global, &r),
				     l->kind == LEMMA_ENSURED);
	}
	memory_free(r.named);
}

void lemmas_tell_contracts(const struct lemmas *lemmas, struct contracts *all)
{
	for (size_t k = 0; k < all->list.count; k++)
		tell_contract(lemmas, all, &all->list.at[k]);
}

void lemmas_release(struct lemmas *lemmas)
{
	for (size_t i = 0; i < lemmas->count; i++) {
		memory_free(lemmas->at[i].procedure);
		memory_free(lemmas->at[i].text);
	}
	vec_free(lemmas);
}

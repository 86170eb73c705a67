/* Which paragraphs a driver needs: what it mentions, what that mentions, and so on, through bodies in headers as well as through
 * paragraphs. A function is replaced by its model unless the driver itself has its body. */
#include "paragraph.h"

#include <ctype.h>
#include <string.h>

#include "ast_declaration.h"
#include "ast_function.h"
#include "ast_unit.h"
#include "hash.h"
#include "memory.h"
#include "vec.h"

struct choice {
	const struct unit *unit;
	struct interner *names;
	bool *chosen, *forbidden;
	TABLE(const char *, bool) seen; /* interned */
	VEC(const char *) queue;
};

struct choice *choice_new(const struct unit *unit, struct interner *names)
{
	struct choice *choice = memory_alloc(sizeof *choice);
	*choice = (struct choice){ .unit = unit, .names = names };
	choice->chosen = memory_alloc(paragraph_count * sizeof *choice->chosen);
	choice->forbidden = memory_alloc(paragraph_count * sizeof *choice->forbidden);
	return choice;
}

void choice_free(struct choice *choice)
{
	if (!choice)
		return;
	memory_free(choice->chosen);
	memory_free(choice->forbidden);
	table_free(&choice->seen);
	vec_free(&choice->queue);
	memory_free(choice);
}

bool choice_has(const struct choice *choice, unsigned i)
{
	return choice->chosen[i];
}

bool driver_owns(const struct declaration *d)
{
	const char *file = d->location.file;
	size_t n = file ? strlen(file) : 0;
	return n > 2 && !strcmp(file + n - 2, ".c");
}

/* ---- what is mentioned ---- */

static void mention(struct choice *choice, const char *name)
{
	if (table_has(&choice->seen, name))
		return;
	table_put(&choice->seen, name, true);
	vec_push(&choice->queue, name);
}

/* Of the word at the beginning; 0: there is none. 0x7f is a word, but no name. */
static size_t word_length(const char *text)
{
	size_t n = 0;
	while (isalnum((unsigned char)text[n]) || text[n] == '_')
		n++;
	return n;
}

static void mention_text(struct choice *choice, const char *text)
{
	while (*text) {
		size_t n = word_length(text);
		if (n && !isdigit((unsigned char)*text))
			mention(choice, intern(choice->names, text, n));
		text += n ? n : 1;
	}
}

static void mention_all(struct choice *choice, struct declaration *const *list, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (list[i]->name)
			mention(choice, list[i]->name);
}

static void mention_inside(struct choice *choice, const struct declaration *d)
{
	if (d->kind == DECLARATION_FUNCTION && d->function)
		mention_all(choice, d->function->references, d->function->reference_count);
	else if (d->kind == DECLARATION_VARIABLE)
		mention_all(choice, d->references, d->reference_count);
	if (d->alias)
		mention(choice, intern_string(choice->names, d->alias));
}

/* ---- names ---- */

static const struct paragraph_name *find_name(const char *name)
{
	unsigned low = 0, high = paragraph_name_count;
	while (low < high) {
		unsigned middle = (low + high) / 2;
		int order = strcmp(name, paragraph_names[middle].name);
		if (order == 0)
			return &paragraph_names[middle];
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return NULL;
}

/* Does it name what a forbidden paragraph defines and the unit has not? */
static bool needs_forbidden(struct choice *choice, const char *text)
{
	while (*text) {
		size_t n = word_length(text);
		const char *name = n ? intern(choice->names, text, n) : NULL;
		const struct paragraph_name *found = name ? find_name(name) : NULL;
		if (found && choice->forbidden[found->paragraph] && !unit_find(choice->unit, name))
			return true;
		text += n ? n : 1;
	}
	return false;
}

/* What calls a function that is missing would be taken for a function of no prototype. */
static bool forbid_dependents(struct choice *choice)
{
	bool some = false;
	for (unsigned i = 0; i < paragraph_count; i++)
		if (!choice->forbidden[i] && needs_forbidden(choice, paragraphs[i].text))
			some = choice->forbidden[i] = true;
	return some;
}

void choice_forbid(struct choice *choice, unsigned i)
{
	choice->forbidden[i] = true;
	while (forbid_dependents(choice))
		;
	memset(choice->chosen, 0, paragraph_count * sizeof *choice->chosen);
	table_free(&choice->seen);
}

static bool take(struct choice *choice, const struct paragraph_name *found)
{
	if (!found || choice->forbidden[found->paragraph])
		return false;
	if (!choice->chosen[found->paragraph]) {
		choice->chosen[found->paragraph] = true;
		mention_text(choice, paragraphs[found->paragraph].text);
	}
	return true;
}

/* A model that the unit has itself is as good. */
static bool take_model(struct choice *choice, const struct declaration *d)
{
	const struct declaration *own;
	char name[256];
	if (d->kind != DECLARATION_FUNCTION || (d->function && driver_owns(d)) || strlen(d->name) > 200)
		return false;
	strcpy(name, "__plumb_model_");
	strcat(name, d->name);
	own = unit_find(choice->unit, name);
	if (own)
		mention_inside(choice, own);
	return own || take(choice, find_name(name));
}

bool choice_has_model(const struct choice *choice, const struct declaration *d)
{
	char name[256];
	if (d->kind != DECLARATION_FUNCTION || (d->function && driver_owns(d)) || strlen(d->name) > 200)
		return false;
	strcpy(name, "__plumb_model_");
	strcat(name, d->name);
	const struct paragraph_name *found = find_name(name);
	return unit_find(choice->unit, name) || (found && !choice->forbidden[found->paragraph]);
}

bool choice_mentions(const struct choice *choice, const char *name)
{
	return table_has(&choice->seen, intern_string(choice->names, name));
}

static void follow(struct choice *choice)
{
	for (size_t i = 0; i < choice->queue.count; i++) {
		const char *name = choice->queue.at[i];
		struct declaration *d = unit_find(choice->unit, name);
		if (!d)
			take(choice, find_name(name));
		else if (!take_model(choice, d))
			mention_inside(choice, d);
	}
	vec_clear(&choice->queue);
}

void choice_add_text(struct choice *choice, const char *text)
{
	mention_text(choice, text);
	follow(choice);
}

void choice_add_driver(struct choice *choice)
{
	for (uint32_t i = 0; i < choice->unit->declaration_count; i++) {
		const struct declaration *d = choice->unit->declarations[i];
		if (driver_owns(d) && (d->kind == DECLARATION_VARIABLE || d->function))
			mention_inside(choice, d);
	}
	follow(choice);
}

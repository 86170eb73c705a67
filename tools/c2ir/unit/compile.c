/* From a C file to its typed AST. */
#include "compile.h"

#include <stdlib.h>
#include <string.h>

#include "ast_unit.h"
#include "memory.h"
#include "preprocess.h"
#include "sema.h"
#include "syntax.h"

/* ---- diagnostics in the order of the text ---- */

/* An error or warning with its notes: `count` elements of the list. */
struct message {
	uint64_t order;
	size_t first, count;
};

static int by_order(const void *a, const void *b)
{
	const struct message *x = a, *y = b;
	if (x->order != y->order)
		return x->order < y->order ? -1 : 1;
	return x->first < y->first ? -1 : x->first > y->first;
}

/* Puts what was reported since there were `first` diagnostics in the order of their places: each phase, and within the
 * semantic analysis the end of the unit, has its own. */
static void order_diagnostics(const struct syntax *syntax, struct diagnostics *diags, size_t first)
{
	VEC(struct message) messages = { 0 };
	VEC(struct diagnostic) sorted = { 0 };
	for (size_t i = first; i < diags->list.count; i++) {
		struct message message = { syntax_order(syntax, diags->list.at[i].location), i, 1 };
		if (diags->list.at[i].kind == DIAG_NOTE && messages.count)
			vec_last(&messages).count++;
		else
			vec_push(&messages, message);
	}
	if (messages.count > 1)
		qsort(messages.at, messages.count, sizeof *messages.at, by_order);
	for (size_t i = 0; i < messages.count; i++)
		for (size_t k = 0; k < messages.at[i].count; k++)
			vec_push(&sorted, diags->list.at[messages.at[i].first + k]);
	for (size_t i = 0; i < sorted.count; i++)
		diags->list.at[first + i] = sorted.at[i];
	vec_free(&sorted);
	vec_free(&messages);
}

/* ---- phases ---- */

static bool analyse(struct compiled *result, const char *name, char *text, size_t length, const struct target *target,
		    struct interner *names, struct diagnostics *diags)
{
	size_t first = diags->list.count;
	result->unit = NULL;
	result->syntax = syntax_parse(diags, names, target, name, text, length);
	if (!result->syntax)
		return false;
	result->unit = sema_analyse(result->syntax, names, target, diags);
	order_diagnostics(result->syntax, diags, first);
	if (!result->unit)
		return false;
	/* Not the header that its first line may come from. */
	result->unit->file = intern_string(names, name);
	return true;
}

bool compile_preprocess(const char *path, const char *const *arguments, size_t count, struct interner *names,
			struct diagnostics *diags, char **text, size_t *length, char **messages)
{
	struct preprocessed result;
	bool ok = preprocess_run(&result, path, arguments, count, diags, names);
	*text = result.text;
	*length = result.length;
	*messages = result.messages;
	return ok;
}

bool compile_preprocess_files(const struct string_list *paths, const char *const *arguments, size_t count,
			      struct interner *names, struct diagnostics *diags, char **text, size_t *length,
			      char **macros, char **messages)
{
	struct preprocessed result;
	bool ok = preprocess_files(&result, macros, paths, arguments, count, diags, names);
	*text = result.text;
	*length = result.length;
	*messages = result.messages;
	return ok;
}

bool compile_preprocess_behind(const char *path, const char *text, const char *macros, const char *behind,
			       const char *const *arguments, size_t count, struct interner *names,
			       struct diagnostics *diags, char **all, size_t *length)
{
	struct preprocessed result;
	bool ok = preprocess_behind(&result, macros, behind, path, arguments, count, diags, names);
	*all = NULL;
	if (ok) {
		size_t first = strlen(text);
		*length = first + result.length;
		*all = memory_alloc(*length + 1);
		memcpy(*all, text, first);
		memcpy(*all + first, result.text, result.length + 1);
	}
	memory_free(result.text);
	memory_free(result.messages); /* the file's own were shown before */
	return ok;
}

bool compile_preprocessed(struct compiled *result, const char *name, char *text, size_t length,
			  const struct target *target, struct interner *names, struct diagnostics *diags)
{
	*result = (struct compiled){ NULL, NULL };
	return analyse(result, name, text, length, target, names, diags);
}

bool compile_text(struct compiled *result, const char *name, const char *text, const struct target *target,
		  struct interner *names, struct diagnostics *diags)
{
	size_t length = strlen(text);
	return analyse(result, name, memory_copy_string(text, length), length, target, names, diags);
}

void compiled_release(struct compiled *compiled)
{
	unit_free(compiled->unit);
	syntax_free(compiled->syntax);
}

#include "verdict_witness.h"

#include <string.h>

static bool add_files(struct witness *w, const struct program *p, const char **why)
{
	struct diagnostics ignored;
	diagnostics_init(&ignored);
	for (const struct attribute *a = p->attributes; a; a = a->next) {
		const char *name = !strcmp(a->key, ATTRIBUTE_SOURCE) && a->count ? a->values[0].string : NULL;
		if (!name || !*name)
			continue;
		const char *hash = witness_hash(name, w->arena, &ignored);
		if (!hash)
			*why = "a C file of the program cannot be read";
		vec_push(&w->files, arena_string(w->arena, name, strlen(name)));
		vec_push(&w->hashes, hash ? hash : "");
	}
	diagnostics_release(&ignored);
	if (!w->files.count)
		*why = "the program does not say which C files it was made from";
	return !*why;
}

/* As SV-COMP says them. */
static const char *formula_of(const char *property)
{
	return !strcmp(property, "unreach-call")   ? "! call(reach_error())"
	       : !strcmp(property, "no-overflow")  ? "! overflow"
	       : !strcmp(property, "no-data-race") ? "! data-race"
						   : property;
}

static void specify(struct witness *w, const char *entry, const char *formula)
{
	const char *line = arena_format(w->arena, "CHECK( init(%s()), LTL(G %s) )", entry, formula);
	for (size_t i = 0; i < w->specification.count; i++)
		if (!strcmp(w->specification.at[i], line))
			return;
	vec_push(&w->specification, line);
}

static void add_specification(struct witness *w, const struct program *p, const struct check_set *checks)
{
	const char *entry = attribute_get_string(p->attributes, ATTRIBUTE_MAIN);
	entry = entry ? entry : "main";
	for (size_t i = 0; i < checks->errors.count; i++)
		specify(w, entry, arena_format(w->arena, "! call(%s())", checks->errors.at[i]));
	for (unsigned i = 0; i < CHECK_COUNT; i++) {
		bool asked = checks->given ? checks->checks >> i & 1 : check_standard() >> i & 1;
		if (asked && *check_property(i))
			specify(w, entry, formula_of(check_property(i)));
	}
}

struct witness *verdict_witness_new(const struct program *p, const struct check_set *checks, bool violation,
				    const char **why)
{
	struct witness *w = witness_new(violation);
	*why = NULL;
	if (attribute_find(p->attributes, ATTRIBUTE_THREADS))
		*why = "a witness cannot tell of threads";
	w->data_model = attribute_get_number(p->attributes, ATTRIBUTE_POINTER, 64) == 32 ? "ILP32" : "LP64";
	if (!*why && add_files(w, p, why)) {
		add_specification(w, p, checks);
		return w;
	}
	witness_free(w);
	return NULL;
}

/* Rules: where they come from, and their memory. */
#include "rule.h"

#include <string.h>

#include "intern.h"
#include "memory.h"
#include "similar.h"
#include "stream.h"

static const char *known_text(const char *name)
{
	for (const struct rule_source *s = rule_sources; s->name; s++)
		if (!strcmp(s->name, name))
			return s->text;
	return NULL;
}

/* What a mistyped name was to be, in words. */
static const char *similar_rule(const char *which)
{
	struct similar similar = similar_to(which, strlen(which));
	for (const struct rule_source *s = rule_sources; s->name; s++)
		similar_compare(&similar, s->name);
	return similar.name;
}

static char *joined(const char *a, const char *b, const char *c)
{
	struct output *out = output_memory();
	size_t length;
	output_format(out, "%s%s%s", a, b, c);
	const char *bytes = output_text(out, &length);
	char *text = memory_copy_string(bytes, length);
	output_abandon(out);
	return text;
}

static bool find_source(struct rule *rule, const char *which, struct interner *names, struct diagnostics *diags)
{
	size_t length;
	const char *known = known_text(which);
	if (strpbrk(which, "/.")) {
		rule->file = intern_string(names, which);
		return stream_read(rule->file, diags, &rule->source, &length);
	}
	if (!known) {
		const char *similar = similar_rule(which);
		diagnose(diags, DIAG_USAGE, (struct location){ NULL, 0, 0 },
			 "there is no rule '%s' (%s%s%s--help lists them; the name of a file has a / or a . in it)",
			 which, similar ? "did you mean " : "", similar ? similar : "", similar ? "? " : "");
		return false;
	}
	char *file = joined("<library/rules/", which, ".rule>");
	rule->file = intern_string(names, file);
	memory_free(file);
	rule->source = memory_copy_string(known, strlen(known));
	return true;
}

struct rule *rule_read(const char *which, struct interner *names, struct diagnostics *diags)
{
	struct rule *rule = memory_alloc(sizeof *rule);
	if (find_source(rule, which, names, diags) && rule_parse(rule, diags))
		return rule;
	rule_free(rule);
	return NULL;
}

static void release_clause(struct rule_clause *c)
{
	vec_free(&c->functions);
	vec_free(&c->transitions);
}

void rule_free(struct rule *rule)
{
	if (!rule)
		return;
	for (size_t i = 0; i < rule->clauses.count; i++)
		release_clause(&rule->clauses.at[i]);
	vec_free(&rule->clauses);
	vec_free(&rule->states);
	vec_free(&rule->models);
	vec_free(&rule->after_models);
	memory_free(rule->source);
	memory_free(rule->name);
	memory_free(rule->about);
	memory_free(rule);
}

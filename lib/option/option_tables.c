/* Values and readers of the rows that several tools share. */
#include <string.h>

#include "check.h"
#include "known_rules.h"
#include "option.h"

static const char *name_of(const char *const *names, size_t count, size_t i)
{
	return i < count ? names[i] : NULL;
}

/* --- common.def --- */

static const char *stats_name(size_t i)
{
	static const char *const names[] = { "text", "json" };
	return name_of(names, sizeof names / sizeof *names, i);
}

static const char *help_name(size_t i)
{
	static const char *const names[] = { "text", "man", "bash", "zsh" };
	return name_of(names, sizeof names / sizeof *names, i);
}

static const char *inline_name(size_t i)
{
	static const char *const names[] = { "dag", "tree" };
	return name_of(names, sizeof names / sizeof *names, i);
}

const struct option_values option_inline_values = { .name = inline_name };
const struct option_values option_stats_values = { .name = stats_name };
const struct option_values option_help_values = { .name = help_name };

/* --- front_end.def --- */

static const char *check_about_at(size_t i)
{
	static const char *const abouts[] = { "every one", "those that are on by default" };
	return i < CHECK_COUNT ? check_about((enum check)i) : abouts[i - CHECK_COUNT];
}

static bool check_is_default(size_t i)
{
	return i < CHECK_COUNT && (check_standard() >> i & 1);
}

static const char *rule_name_at(size_t i)
{
	return i < known_rule_count ? known_rules[i].name : NULL;
}

static const char *rule_about_at(size_t i)
{
	return known_rules[i].about;
}

const struct option_values option_rule_values = { rule_name_at, rule_about_at, NULL, NULL };

/* In the order of c2ir's enum undefined_mode. */
static const char *undefined_name(size_t i)
{
	static const char *const names[] = { "pure", "havoc", "error" };
	return name_of(names, sizeof names / sizeof *names, i);
}

const struct option_values option_check_values = { check_word_at, check_about_at, check_is_default, NULL };
const struct option_values option_property_values = { .name = check_property_at };
const struct option_values option_undefined_values = { .name = undefined_name };

/* In the order of c2ir's enum unknown_pointers. */
static const char *unknown_pointers_name(size_t i)
{
	static const char *const names[] = { "typed", "any", "distinct" };
	return name_of(names, sizeof names / sizeof *names, i);
}

const struct option_values option_unknown_pointers_values = { .name = unknown_pointers_name };

/* In the order of c2ir's enum unknown_arguments. */
static const char *args_name(size_t i)
{
	static const char *const names[] = { "valid", "null-or-valid", "any" };
	return name_of(names, sizeof names / sizeof *names, i);
}

const struct option_values option_args_values = { .name = args_name };

bool option_read_checks(void *check_set, const char *value, struct diagnostics *diags)
{
	return check_set_list(check_set, value, diags);
}

bool option_read_property(void *check_set, const char *value, struct diagnostics *diags)
{
	return check_set_property(check_set, value, diags);
}

bool option_read_error_function(void *check_set, const char *value, struct diagnostics *diags)
{
	return check_set_error(check_set, value, diags);
}

bool option_read_call_targets(void *string_list, const char *value, struct diagnostics *diags)
{
	const char *colon = strrchr(value, ':');
	if (!colon || colon == value || !colon[1]) {
		diagnose(diags, DIAG_USAGE, (struct location){ 0 },
			 "--call-targets=%s: must be WHERE:f,g with a function, .member, FILE:LINE or * for WHERE",
			 value);
		return false;
	}
	if (string_list)
		vec_push((struct string_list *)string_list, value);
	return true;
}

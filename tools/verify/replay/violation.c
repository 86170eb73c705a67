#include "violation.h"

#include <string.h>

#include "label.h"

#define INTERNAL "__plumb_" /* how functions begin that are no one's but the models' */

static const char *check_of(const struct statement *assertion)
{
	const char *check = attribute_get_string(assertion->attributes, ATTRIBUTE_CHECK);
	return check ? check : "assert";
}

static bool is_same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

bool violation_is_same(const struct statement *a, const struct statement *b)
{
	struct location p = attribute_location(a->attributes), q = attribute_location(b->attributes);
	return p.line == q.line && p.column == q.column && (!p.line || is_same_text(p.file, q.file)) &&
	       is_same_text(check_of(a), check_of(b));
}

const char *violation_function(const struct procedure *proc, const struct attribute *attributes)
{
	const char *name = statement_function(proc, attributes);
	return name ? name : proc->name;
}

bool violation_in_library(struct location location)
{
	return location_in_library(location);
}

struct violation violation_of(const struct run *run, const struct run_result *result)
{
	const struct attribute *attributes = result->statement->attributes;
	const char *message = attribute_get_string(attributes, ATTRIBUTE_MESSAGE);
	struct violation v = { .location = attribute_location(attributes),
			       .function = violation_function(result->procedure, attributes),
			       .check = check_of(result->statement),
			       .message = message ? message : "assertion can be violated",
			       .reached = attribute_get_string(attributes, ATTRIBUTE_REACHED) };
	const struct attribute *copied = attribute_find(attributes, ATTRIBUTE_CALLER);
	if (violation_in_library(v.location) && copied && copied->count >= 4) {
		v.library = v.function && strncmp(v.function, INTERNAL, strlen(INTERNAL)) ? v.function : NULL;
		v.function = copied->values[0].string;
		v.location = (struct location){ copied->values[1].string, (uint32_t)copied->values[2].number,
						(uint32_t)copied->values[3].number };
	}
	for (uint64_t level = run_depth(run); violation_in_library(v.location) && level-- > 1;) {
		const struct statement *call = NULL;
		const struct procedure *caller = run_frame(run, level - 1, &call);
		if (!call)
			break;
		v.library = v.function;
		v.location = attribute_location(call->attributes);
		v.function = violation_function(caller, call->attributes);
	}
	return v;
}

#include "violation.h"

#include <string.h>

const char *violation_function(const struct procedure *proc)
{
	const char *name = attribute_get_string(proc->attributes, "c");
	return name ? name : proc->name;
}

bool violation_in_library(struct location location)
{
	return location.line && location.file && !strncmp(location.file, "<library", 8);
}

struct violation violation_of(const struct run *run, const struct run_result *result)
{
	const struct attribute *attributes = result->statement->attributes;
	const char *check = attribute_get_string(attributes, "check");
	const char *message = attribute_get_string(attributes, "message");
	struct violation v = { .location = attribute_location(attributes),
			       .function = violation_function(result->procedure),
			       .check = check ? check : "assert",
			       .message = message ? message : "assertion can be violated" };
	for (uint64_t level = run_depth(run); violation_in_library(v.location) && level-- > 1;) {
		const struct statement *call = NULL;
		const struct procedure *caller = run_frame(run, level - 1, &call);
		if (!call)
			break;
		v.library = v.function;
		v.location = attribute_location(call->attributes);
		v.function = violation_function(caller);
	}
	return v;
}

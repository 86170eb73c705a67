/* follow FILE.pir ...: executes each program with pseudo-random inputs and compares its states with what abstract interpretation says,
 * also if it hurries.
 * Exit status 1: one was outside. */
#include <stdio.h>

#include "follow.h"
#include "ir.h"
#include "memory.h"
#include "read.h"

enum { SEEDS = 24, STEPS = 30000, HURRIES_AFTER = 20 };

static bool is_right(const char *path, struct patience patience)
{
	struct diagnostics diags;
	diagnostics_init(&diags);
	struct program *p = program_read(path, &diags);
	if (!p) {
		diagnostics_print(&diags, "follow", stderr);
		diagnostics_release(&diags);
		return false;
	}
	struct follow_result r = follow(p, patience, 1, SEEDS, STEPS);
	printf("%s: %llu states, %llu facts%s%s\n", path, (unsigned long long)r.states, (unsigned long long)r.facts,
	       r.wrong ? ", WRONG: " : "", r.wrong ? r.wrong : "");
	bool right = !r.wrong;
	memory_free(r.wrong);
	program_free(p);
	diagnostics_release(&diags);
	return right;
}

int main(int argc, char **argv)
{
	bool right = argc > 1;
	for (int i = 1; i < argc; i++) {
		right &= is_right(argv[i], (struct patience){ FOLLOW_PATIENT, FOLLOW_PATIENT });
		right &= is_right(argv[i], (struct patience){ HURRIES_AFTER, FOLLOW_PATIENT });
		right &= is_right(argv[i], (struct patience){ HURRIES_AFTER, HURRIES_AFTER });
	}
	return !right;
}

/* Executions of random programs lie within what abstract interpretation says of them, at the beginning of each block.
 *
 * test-abstract-executions [COUNT [FIRST]]: programs FIRST ... FIRST + COUNT - 1 (default 400 from 1). */
#include <stdlib.h>
#include <string.h>

#include "../opt/generate.h"
#include "follow.h"
#include "ir.h"
#include "memory.h"
#include "read.h"
#include "tap.h"

enum { SEEDS = 5, STEPS = 5000 };

static struct program *program_of(uint64_t seed)
{
	struct diagnostics diags;
	diagnostics_init(&diags);
	char *text = generate_program(seed, &(struct generate_options){ 0 });
	struct program *p = program_read_text("random", text, strlen(text), &diags);
	diagnostics_print(&diags, "random", stdout);
	diagnostics_release(&diags);
	free(text);
	return p;
}

/* Of every second program it is in some haste after a while, of every fourth in most. */
static struct patience patience_of(uint64_t seed)
{
	unsigned some = seed % 2 ? FOLLOW_PATIENT : (unsigned)(seed % 40);
	return (struct patience){ some, seed % 4 ? FOLLOW_PATIENT : (unsigned)(seed % 60) };
}

int main(int argc, char **argv)
{
	uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 400,
		 first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	struct follow_result all = { 0 };
	unsigned wrong = 0;
	for (uint64_t seed = first; seed < first + count; seed++) {
		struct program *p = program_of(seed);
		struct follow_result r = follow(p, patience_of(seed), seed, SEEDS, STEPS);
		if (r.wrong)
			tap_diag("program %llu: %s", (unsigned long long)seed, r.wrong);
		wrong += r.wrong != NULL;
		all.states += r.states;
		all.facts += r.facts;
		memory_free(r.wrong);
		program_free(p);
	}
	tap_diag("%llu states, %llu facts", (unsigned long long)all.states, (unsigned long long)all.facts);
	is_int(wrong, 0, "all states are within what is said of them");
	ok(all.facts > all.states, "something is said of them");
	return done_testing();
}

/* Our property directed reachability on a system of AIGER, as ABC's pdr gets it.
 *
 *     build/bench/bench-aiger SECONDS FILE.aig
 *
 * One line: "safe", "unsafe" or "open", seconds of the processor for the search alone, frames, lemmas and queries. The file is binary
 * AIGER of the first version, with a bad state for each output; what is not, is refused. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arena.h"
#include "pdr.h"

/* The initial state has a cut of its own, from where a step gives each latch its first value. */
enum { BEGIN, RUN, CUTS };

struct reader {
	FILE *file;
	struct gates *gates;
	uint32_t inputs, latches, outputs, ands;
	literal *of; /* variable of AIGER -> literal */
	uint32_t *next;
	struct latches system;
};

static clock_t deadline; /* of the processor's time */

static bool is_late(void *context)
{
	(void)context;
	return clock() >= deadline;
}

static _Noreturn void refuse(const char *what)
{
	fprintf(stderr, "bench-aiger: %s\n", what);
	exit(EXIT_FAILURE);
}

/* A literal of AIGER, where 0 is false. */
static literal literal_of(const struct reader *r, uint32_t aiger)
{
	if (aiger >> 1 > r->inputs + r->latches + r->ands)
		refuse("a literal is too large");
	return r->of[aiger >> 1] ^ (aiger & 1);
}

static uint32_t read_line(struct reader *r)
{
	char line[64], *end;
	if (!fgets(line, sizeof line, r->file))
		refuse("the file ends too soon");
	unsigned long number = strtoul(line, &end, 10);
	if (*end != '\n')
		refuse("a line is no number: initial values are not read");
	return (uint32_t)number;
}

static uint32_t read_delta(struct reader *r)
{
	uint32_t number = 0;
	for (unsigned shift = 0; shift < 32; shift += 7) {
		int byte = getc(r->file);
		if (byte == EOF)
			refuse("the file ends too soon");
		number |= (uint32_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			return number;
	}
	refuse("a number is too large");
}

static void read_header(struct reader *r)
{
	enum { MOST = 1 << 26 };
	uint32_t most;
	if (fscanf(r->file, "aig %" SCNu32 " %" SCNu32 " %" SCNu32 " %" SCNu32 " %" SCNu32, &most, &r->inputs,
		   &r->latches, &r->outputs, &r->ands) != 5 ||
	    getc(r->file) != '\n')
		refuse("this is no binary AIGER of the first version");
	if (most != r->inputs + r->latches + r->ands || most > MOST)
		refuse("the numbers of the header do not fit");
	r->of = memory_alloc((most + 1) * sizeof *r->of);
	r->of[0] = LITERAL_FALSE;
}

static void add_leaves(struct reader *r)
{
	struct latches *s = &r->system;
	s->gates = r->gates;
	s->cuts = CUTS;
	s->count = CUTS + r->latches;
	s->current = memory_alloc(s->count * sizeof *s->current);
	s->next = memory_alloc(s->count * sizeof *s->next);
	r->next = memory_alloc((r->latches + 1) * sizeof *r->next);
	for (uint32_t i = 0; i < s->count; i++)
		s->current[i] = gates_input(r->gates);
	for (uint32_t i = 0; i < r->inputs; i++)
		r->of[1 + i] = gates_input(r->gates);
	for (uint32_t i = 0; i < r->latches; i++)
		r->of[1 + r->inputs + i] = s->current[CUTS + i];
}

static void read_system(struct reader *r)
{
	struct latches *s = &r->system;
	read_header(r);
	add_leaves(r);
	uint32_t *bad = memory_alloc((r->outputs + 1) * sizeof *bad);
	for (uint32_t i = 0; i < r->latches; i++)
		r->next[i] = read_line(r);
	for (uint32_t i = 0; i < r->outputs; i++)
		bad[i] = read_line(r);
	for (uint32_t i = 0; i < r->ands; i++) {
		uint32_t variable = 1 + r->inputs + r->latches + i, left = 2 * variable - read_delta(r),
			 right = left - read_delta(r);
		if (left >= 2 * variable || right > left)
			refuse("a gate comes before what it is made of");
		r->of[variable] = gates_and(r->gates, literal_of(r, left), literal_of(r, right));
	}
	s->next[BEGIN] = LITERAL_FALSE;
	s->next[RUN] = LITERAL_TRUE;
	for (uint32_t i = 0; i < r->latches; i++)
		s->next[CUTS + i] = gates_and(r->gates, s->current[RUN], literal_of(r, r->next[i]));
	s->bad = LITERAL_FALSE;
	for (uint32_t i = 0; i < r->outputs; i++)
		s->bad = gates_or(r->gates, s->bad, literal_of(r, bad[i]));
	s->bad = gates_and(r->gates, s->current[RUN], s->bad);
	memory_free(bad);
}

int main(int argc, char **argv)
{
	static const char *const said[] = { [PDR_PROVED] = "safe", [PDR_REACHED] = "unsafe", [PDR_STOPPED] = "open" };
	struct gates gates;
	struct reader r = { .gates = &gates };
	if (argc != 3)
		refuse("usage: bench-aiger SECONDS FILE.aig");
	r.file = fopen(argv[2], "rb");
	if (!r.file)
		refuse("the file cannot be read");
	struct bank *bank = bank_new();
	gates_init(&gates, bank);
	read_system(&r);
	fclose(r.file);
	struct lemmas lemmas = { 0 };
	struct pdr_statistics statistics = { 0 };
	struct arena *arena = arena_new();
	clock_t begin = clock();
	deadline = begin + (clock_t)(strtod(argv[1], NULL) * CLOCKS_PER_SEC);
	enum pdr_reply reply = pdr_run(&r.system, arena, is_late, NULL, &lemmas, &statistics);
	printf("%s %.2f: %" PRIu32 " frames, %" PRIu32 " lemmas, %" PRIu64 " queries\n", said[reply],
	       (double)(clock() - begin) / CLOCKS_PER_SEC, statistics.frames, statistics.lemmas, statistics.queries);
	vec_free(&lemmas);
	arena_free(arena);
	memory_free(r.of);
	memory_free(r.next);
	memory_free(r.system.current);
	memory_free(r.system.next);
	gates_release(&gates);
	bank_free(bank);
	return 0;
}

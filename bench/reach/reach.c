/* Reached sets of a program's states, in different ways: the comparisons of C. Wang and others, "Disjunctive image computation for
 * embedded software verification", 2006, on programs as c2ir writes them.
 *
 *     build/bench/bench-reach [SECONDS] FILE.pir ...        default 20; bench/reach/check makes the files
 *
 * A Markdown table: seconds of the clock, and millions of nodes made; "-": not within that time. The ways:
 *
 *     loops      as the engine bdd begins: cuts at the heads of loops, an image for each edge, codes for words
 *     joins      the same with cuts wherever ways come together
 *     dead       joins, but bits on which nothing depends keep their values
 *     one        joins, but one relation for all edges; the cut is a part of the state
 *     bits       loops, with the bits of words, not their codes
 *     predicates loops, with predicates in place of words
 *     sifting    joins, with an order that changes
 *     unordered  joins, with an order that knows nothing of words
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "clock.h"
#include "pass.h"
#include "reach.h"
#include "read.h"
#include "system_machine.h"

enum { GENERATIONS = 3, NODES = 1 << 23, FUNCTION = 10000 };

static double deadline;

static bool is_late(void *context)
{
	(void)context;
	return clock_now() >= deadline;
}

/* --- machines that are made worse --- */

/* Bits keep their values where nothing depends on them. */
static void keep_dead(struct machine *m)
{
	for (uint32_t c = 0; c < m->cuts; c++)
		for (uint32_t b = 0; b < m->bits; b++)
			m->live[c][b] = true;
	for (size_t e = 0; e < m->edges.count; e++)
		for (uint32_t b = 0; b < m->bits; b++)
			if (m->edges.at[e].next[b] == LITERAL_NONE)
				m->edges.at[e].next[b] = m->current[b];
}

static literal choose(struct gates *g, literal c, literal a, literal b)
{
	return gates_or(g, gates_and(g, c, a), gates_and(g, literal_not(c), b));
}

static literal is_cut(const struct machine *m, const literal *location, uint32_t width, uint32_t cut)
{
	literal all = LITERAL_TRUE;
	for (uint32_t i = 0; i < width; i++)
		all = gates_and(m->gates, all, location[i] ^ !(cut >> i & 1));
	return all;
}

/* The bit behind whatever edge is taken; where nothing depends on it, it keeps its value. */
static literal joined_next(const struct machine *m, const literal *taken, uint32_t bit)
{
	literal next = m->current[bit];
	for (size_t e = 0; e < m->edges.count; e++)
		if (m->edges.at[e].next[bit] != LITERAL_NONE)
			next = choose(m->gates, taken[e], m->edges.at[e].next[bit], next);
	return next;
}

static literal joined_location(const struct machine *m, const literal *taken, uint32_t bit)
{
	literal next = LITERAL_FALSE;
	for (size_t e = 0; e < m->edges.count; e++)
		if (m->edges.at[e].to >> bit & 1)
			next = gates_or(m->gates, next, taken[e]);
	return next;
}

/* Two cuts: the beginning, and everything, where further bits say which cut it is. */
static struct machine join(const struct machine *m, struct arena *arena)
{
	uint32_t width = 1;
	while (m->cuts >> width)
		width++;
	struct machine all = { .gates = m->gates, .cuts = 2, .bits = m->bits + width };
	all.current = arena_alloc(arena, all.bits * sizeof *all.current);
	for (uint32_t b = 0; b < all.bits; b++)
		all.current[b] = b < m->bits ? m->current[b] : gates_input(m->gates);
	const literal *location = &all.current[m->bits];
	struct edge begin = { 0, 1, LITERAL_TRUE, arena_alloc(arena, all.bits * sizeof(literal)) };
	struct edge step = { 1, 1, LITERAL_FALSE, arena_alloc(arena, all.bits * sizeof(literal)) };
	literal *taken = arena_alloc(arena, (m->edges.count + 1) * sizeof *taken);
	for (size_t e = 0; e < m->edges.count; e++) {
		taken[e] =
			gates_and(m->gates, is_cut(m, location, width, m->edges.at[e].from), m->edges.at[e].condition);
		step.condition = gates_or(m->gates, step.condition, taken[e]);
	}
	all.bad = arena_alloc(arena, 2 * sizeof *all.bad);
	all.bad[0] = all.bad[1] = LITERAL_FALSE;
	for (uint32_t c = 0; c < m->cuts; c++)
		all.bad[1] =
			gates_or(m->gates, all.bad[1], gates_and(m->gates, is_cut(m, location, width, c), m->bad[c]));
	all.live = arena_alloc(arena, 2 * sizeof *all.live);
	for (uint32_t c = 0; c < 2; c++)
		all.live[c] = arena_alloc(arena, all.bits * sizeof(bool));
	for (uint32_t b = 0; b < all.bits; b++) {
		bool is_location = b >= m->bits;
		begin.next[b] = is_location ? LITERAL_FALSE : all.current[b];
		step.next[b] = is_location ? joined_location(m, taken, b - m->bits) : joined_next(m, taken, b);
		all.live[1][b] = true;
		all.live[0][b] = !is_location;
	}
	vec_push(&all.edges, begin);
	vec_push(&all.edges, step);
	for (size_t i = 0; i < m->constraints.count; i++)
		vec_push(&all.constraints, m->constraints.at[i]);
	for (size_t i = 0; i < m->words.count; i++)
		vec_push(&all.words, m->words.at[i]);
	return all;
}

/* --- ways --- */

static const struct way_to_look {
	const char *name;
	enum segments_grain grain;
	bool predicates, plain, dead, one, sifting, unordered;
} ways[] = {
	{ .name = "loops", .grain = SEGMENTS_OF_LOOPS },
	{ .name = "joins", .grain = SEGMENTS_OF_JOINS },
	{ .name = "dead", .grain = SEGMENTS_OF_JOINS, .dead = true },
	{ .name = "one", .grain = SEGMENTS_OF_JOINS, .one = true },
	{ .name = "bits", .grain = SEGMENTS_OF_LOOPS, .plain = true },
	{ .name = "predicates", .grain = SEGMENTS_OF_LOOPS, .predicates = true },
	{ .name = "sifting", .grain = SEGMENTS_OF_JOINS, .sifting = true },
	{ .name = "unordered", .grain = SEGMENTS_OF_JOINS, .unordered = true },
};
enum { WAYS = sizeof ways / sizeof *ways };

static void look_at(const struct machine *m, bool sifting)
{
	static const char *const marks[] = { [REACH_CLOSED] = "", [REACH_BAD] = " (bad)" };
	struct reach_options options = { .nodes = NODES, .function = FUNCTION, .reorder = sifting, .stop = is_late };
	struct reached reached;
	double begin = clock_now();
	enum reach_reply reply = reach(m, &options, &reached);
	if (reply <= REACH_BAD)
		printf(" %.2f, %.2f%s |", clock_now() - begin, (double)reached.work / 1e6, marks[reply]);
	else
		printf(" - |");
	fflush(stdout);
	reached_release(&reached);
}

static void look(const struct system *system, const struct way_to_look *way)
{
	struct system_machine machine;
	struct predicates *predicates = NULL;
	if (way->predicates)
		predicates = predicates_new(system, GENERATIONS, is_late, NULL);
	if (way->predicates && !predicates) {
		printf(" - |");
		return;
	}
	if (predicates)
		machine_of_predicates(&machine, predicates, is_late, NULL);
	else
		machine_of_words(&machine, system, way->plain, is_late, NULL);
	machine.machine.wanted = NULL;
	if (way->dead)
		keep_dead(&machine.machine);
	if (way->unordered)
		vec_clear(&machine.machine.words);
	if (way->one) {
		struct machine all = join(&machine.machine, machine.arena);
		look_at(&all, way->sifting);
		vec_free(&all.edges);
		vec_free(&all.constraints);
		vec_free(&all.words);
	} else {
		look_at(&machine.machine, way->sifting);
	}
	system_machine_release(&machine);
	predicates_free(predicates);
}

/* --- programs --- */

static bool make_flat(struct program *p, struct diagnostics *diags)
{
	struct pass_options options = { 0 };
	struct pass_list list;
	return passes_prepare(p, &options, diags) && passes_parse("flatten,unreachable", &list, diags) &&
	       passes_run(p, &list, &options, diags, NULL) && p->procedure_count == 1;
}

static void compare(const char *file, double seconds, struct diagnostics *diags)
{
	struct program *p = program_read(file, diags);
	const char *name = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
	if (!p || !make_flat(p, diags)) {
		fprintf(stderr, "%s: not read, or not one procedure\n", file);
		if (p)
			program_free(p);
		return;
	}
	printf("| %.*s |", (int)(strrchr(name, '.') ? strrchr(name, '.') - name : (long)strlen(name)), name);
	for (size_t i = 0; i < WAYS; i++) {
		deadline = clock_now() + seconds;
		struct segments *segments = segments_new(p, ways[i].grain, is_late, NULL);
		struct system *system = segments->failed ? NULL : system_new(segments, SYSTEM_CELLS, is_late, NULL);
		if (system)
			look(system, &ways[i]);
		else
			printf(" - |");
		system_free(system);
		segments_free(segments);
	}
	printf("\n");
	program_free(p);
}

int main(int argc, char **argv)
{
	char *end = argv[0];
	double seconds = argc > 1 ? strtod(argv[1], &end) : 0;
	bool given = argc > 1 && !*end;
	struct diagnostics diags;
	diagnostics_init(&diags);
	printf("| program |");
	for (size_t i = 0; i < WAYS; i++)
		printf(" %s |", ways[i].name);
	printf("\n|---|---|---|---|---|---|---|---|---|\n");
	for (int i = given ? 2 : 1; i < argc; i++)
		compare(argv[i], given ? seconds : 20, &diags);
	diagnostics_print(&diags, "bench-reach", stderr);
	diagnostics_release(&diags);
	return 0;
}

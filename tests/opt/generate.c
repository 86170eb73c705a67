#include "generate.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_VARIABLES = 24, MAX_PROCEDURES = 8, MAX_PARAMETERS = 4, SORTS = 6 };

/* Sort of a variable: width 0 is bool; with index > 0 a map [bvINDEX]bvWIDTH (or bool). */
struct sort {
	unsigned width, index;
};

struct var {
	char name[24];
	struct sort sort;
	bool writable;
};

struct proc {
	struct sort ins[MAX_PARAMETERS], outs[MAX_PARAMETERS];
	unsigned in_count, out_count;
};

struct generator {
	uint64_t state;
	struct generate_options o;
	char *text;
	size_t length, capacity;
	unsigned line, id; /* next place, next id */
	struct sort sorts[SORTS];
	struct var globals[MAX_VARIABLES], locals[MAX_VARIABLES];
	unsigned global_count, local_count;
	struct proc procs[MAX_PROCEDURES];
	unsigned proc_count, proc; /* the current one */
	unsigned block, block_count;
};

static uint64_t next(struct generator *g) /* splitmix64 */
{
	uint64_t z = (g->state += UINT64_C(0x9E3779B97F4A7C15));
	z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
	return z ^ (z >> 31);
}

static unsigned below(struct generator *g, unsigned n)
{
	return (unsigned)(next(g) % n);
}

static bool chance(struct generator *g, unsigned percent)
{
	return below(g, 100) < percent;
}

__attribute__((format(printf, 2, 3))) static void put(struct generator *g, const char *format, ...)
{
	char buffer[256];
	va_list args;
	va_start(args, format);
	int n = vsnprintf(buffer, sizeof buffer, format, args);
	va_end(args);
	if (g->length + (size_t)n + 1 > g->capacity) {
		g->capacity = g->capacity * 2 + 4096;
		g->text = realloc(g->text, g->capacity);
		if (!g->text)
			abort();
	}
	memcpy(g->text + g->length, buffer, (size_t)n + 1);
	g->length += (size_t)n;
}

/* --- sorts and variables --- */

static void put_sort(struct generator *g, struct sort s)
{
	if (s.index)
		put(g, "[bv%u]", s.index);
	if (s.width)
		put(g, "bv%u", s.width);
	else
		put(g, "bool");
}

static bool same_sort(struct sort a, struct sort b)
{
	return a.width == b.width && a.index == b.index;
}

static struct sort some_sort(struct generator *g, bool maps)
{
	struct sort s;
	do
		s = g->sorts[below(g, SORTS)];
	while (s.index && !maps);
	return s;
}

static unsigned some_width(struct generator *g)
{
	static const unsigned widths[] = { 1, 3, 7, 8, 8, 13, 16, 31, 32, 32, 32, 33, 48, 63, 64, 64, 65, 96, 128 };
	return widths[below(g, sizeof widths / sizeof *widths)];
}

static void choose_sorts(struct generator *g)
{
	static const unsigned indices[] = { 4, 8, 32, 96 };
	g->sorts[0] = (struct sort){ 0, 0 };
	g->sorts[1] = (struct sort){ 8, 0 };
	g->sorts[2] = (struct sort){ some_width(g), 0 };
	g->sorts[3] = (struct sort){ some_width(g), 0 };
	g->sorts[4] = (struct sort){ g->sorts[1 + below(g, 3)].width, indices[below(g, 4)] };
	g->sorts[5] = (struct sort){ g->sorts[below(g, 4)].width, indices[below(g, 4)] };
}

/* Variable number i of those in scope: locals, then globals. */
static struct var *variable(struct generator *g, unsigned i)
{
	return i < g->local_count ? &g->locals[i] : &g->globals[i - g->local_count];
}

static struct var *find_variable(struct generator *g, struct sort s, bool writable)
{
	unsigned count = g->local_count + g->global_count, start = below(g, count);
	for (unsigned i = 0; i < count; i++) {
		struct var *v = variable(g, (start + i) % count);
		if (same_sort(v->sort, s) && (v->writable || !writable))
			return v;
	}
	return NULL;
}

/* --- expressions --- */

static void put_expression(struct generator *g, struct sort s, unsigned depth);

static void put_constant(struct generator *g, unsigned width)
{
	uint64_t value = next(g);
	if (!width) {
		put(g, value & 1 ? "true" : "false");
		return;
	}
	if (chance(g, 80))
		value &= 7;
	if (width < 64)
		value &= (UINT64_C(1) << width) - 1;
	put(g, "%llubv%u", (unsigned long long)value, width);
}

static void put_binary(struct generator *g, const char *op, struct sort s, unsigned depth)
{
	put(g, "%s(", op);
	put_expression(g, s, depth);
	put(g, ", ");
	put_expression(g, s, depth);
	put(g, ")");
}

static void put_condition(struct generator *g, unsigned depth)
{
	static const char *const compare[] = { "eq", "eq", "bvult", "bvule", "bvslt", "bvsle" };
	static const char *const connect[] = { "and", "or", "xor" };
	struct sort s = some_sort(g, false);
	if (chance(g, 15)) {
		put(g, "not(");
		put_condition(g, depth ? depth - 1 : 0);
		put(g, ")");
	} else if (depth && chance(g, 25)) {
		put_binary(g, connect[below(g, 3)], (struct sort){ 0, 0 }, depth - 1);
	} else {
		put(g, "%s(", s.width ? compare[below(g, 6)] : "eq");
		put_expression(g, s, depth ? depth - 1 : 0);
		put(g, ", ");
		if (chance(g, 50))
			put_constant(g, s.width);
		else
			put_expression(g, s, depth ? depth - 1 : 0);
		put(g, ")");
	}
}

static void put_resized(struct generator *g, struct sort s, unsigned depth)
{
	struct sort from = some_sort(g, false);
	unsigned low;
	if (!from.width || from.width == s.width) {
		put_binary(g, "bvadd", s, depth);
	} else if (from.width < s.width) {
		put(g, "%s(%u, ", chance(g, 50) ? "zext" : "sext", s.width);
		put_expression(g, from, depth);
		put(g, ")");
	} else {
		low = below(g, from.width - s.width + 1);
		put(g, "extract(%u, %u, ", low + s.width - 1, low);
		put_expression(g, from, depth);
		put(g, ")");
	}
}

static void put_select(struct generator *g, struct sort s, unsigned depth)
{
	for (unsigned i = 4; i < SORTS; i++) {
		struct sort map = g->sorts[i];
		struct var *v = map.width == s.width ? find_variable(g, map, false) : NULL;
		if (!v)
			continue;
		put(g, "%s[", v->name);
		put_expression(g, (struct sort){ map.index, 0 }, depth);
		put(g, "]");
		return;
	}
	put_constant(g, s.width);
}

static void put_ite(struct generator *g, struct sort s, unsigned depth)
{
	put(g, "ite(");
	put_condition(g, depth);
	put(g, ", ");
	put_expression(g, s, depth);
	put(g, ", ");
	put_expression(g, s, depth);
	put(g, ")");
}

static void put_map(struct generator *g, struct sort s, unsigned depth)
{
	struct var *v = find_variable(g, s, false);
	struct sort index = { s.index, 0 }, value = { s.width, 0 }, count = { 3, 0 };
	unsigned kind = below(g, 12);
	if (!v || kind == 0) {
		put(g, "constmap(%u, ", s.index);
		put_expression(g, value, depth ? depth - 1 : 0);
		put(g, ")");
	} else if (!depth || kind == 1) {
		put(g, "%s", v->name);
	} else if (kind == 2) {
		put_ite(g, s, depth - 1);
	} else if (kind == 3) {
		put(g, "fill(%s, ", v->name);
		put_expression(g, index, depth - 1);
		put(g, ", ");
		put_expression(g, count, 0);
		put(g, ", ");
		put_expression(g, value, depth - 1);
		put(g, ")");
	} else if (kind == 4) {
		put(g, "copy(%s, ", v->name);
		put_expression(g, index, depth - 1);
		put(g, ", ");
		put_map(g, s, depth - 1);
		put(g, ", ");
		put_expression(g, index, depth - 1);
		put(g, ", ");
		put_expression(g, count, 0);
		put(g, ")");
	} else {
		put(g, "%s[", v->name);
		put_expression(g, index, depth - 1);
		put(g, " := ");
		put_expression(g, value, depth - 1);
		put(g, "]");
	}
}

static void put_operation(struct generator *g, struct sort s, unsigned depth)
{
	static const char *const binary[] = { "bvadd",  "bvadd", "bvadd",  "bvsub",  "bvsub",  "bvmul",
					      "bvand",  "bvor",  "bvxor",  "bvudiv", "bvurem", "bvsdiv",
					      "bvsrem", "bvshl", "bvlshr", "bvashr" };
	switch (below(g, 8)) {
	case 0:
		put_resized(g, s, depth);
		break;
	case 1:
		put_select(g, s, depth);
		break;
	case 2:
		put_ite(g, s, depth);
		break;
	case 3:
		put(g, "%s(", chance(g, 50) ? "bvnot" : "bvneg");
		put_expression(g, s, depth);
		put(g, ")");
		break;
	default:
		put_binary(g, binary[below(g, 16)], s, depth);
	}
}

static void put_expression(struct generator *g, struct sort s, unsigned depth)
{
	struct var *v = find_variable(g, s, false);
	if (s.index)
		put_map(g, s, depth);
	else if (v && (chance(g, 40) || (!depth && chance(g, 70))))
		put(g, "%s", v->name);
	else if (!depth || chance(g, 10))
		put_constant(g, s.width);
	else if (!s.width)
		put_condition(g, depth - 1);
	else
		put_operation(g, s, depth - 1);
}

/* --- statements --- */

static void end_statement(struct generator *g)
{
	put(g, " {at \"r.c\" %u 1};\n", g->line++);
}

static void put_assignment(struct generator *g)
{
	struct sort s = some_sort(g, true);
	struct var *v = find_variable(g, s, true), *from = find_variable(g, s, false);
	if (!v)
		return;
	put(g, "  %s := ", v->name);
	if (chance(g, 15) && from)
		put(g, "%s", from->name);
	else
		put_expression(g, s, below(g, g->o.depth + 1));
	if (chance(g, 8))
		put(g, " {shows \"lvalue\" \"int\"}");
	if (chance(g, 4) && !s.index && s.width)
		put(g, " {output \"byte\"}");
	end_statement(g);
}

static void put_havoc(struct generator *g)
{
	struct var *v = find_variable(g, some_sort(g, true), true);
	if (!v)
		return;
	if (v->sort.width >= 32 && !v->sort.index && chance(g, 40))
		put(g, "  fresh %s", v->name);
	else
		put(g, "  havoc %s", v->name);
	put(g, " {id %u}", g->id++);
	end_statement(g);
}

/* Mostly true: executions are to get somewhere. */
static void put_check(struct generator *g, const char *what)
{
	put(g, "  %s or(", what);
	put_condition(g, g->o.depth - 1);
	put(g, ", ");
	if (chance(g, 40)) {
		put_condition(g, 1);
	} else {
		put(g, "not(eq(");
		put_expression(g, g->sorts[1], 1);
		put(g, ", ");
		put_constant(g, g->sorts[1].width);
		put(g, "))");
	}
	put(g, ")");
	if (what[2] == 's' && what[3] == 'e') /* assert */
		put(g, " {check \"assert\"} {message \"%u\"}", g->line);
	end_statement(g);
}

static void put_call(struct generator *g, unsigned to)
{
	const struct proc *callee = &g->procs[to];
	const char *outs[MAX_PARAMETERS];
	for (unsigned i = 0; i < callee->out_count; i++) {
		struct var *v = find_variable(g, callee->outs[i], true);
		for (unsigned k = 0; v && k < i; k++)
			if (!strcmp(outs[k], v->name))
				v = NULL;
		if (!v)
			return;
		outs[i] = v->name;
	}
	put(g, "  call ");
	for (unsigned i = 0; i < callee->out_count; i++)
		put(g, "%s%s", outs[i], i + 1 < callee->out_count ? ", " : " := ");
	put(g, "p%u(%s", to, g->proc ? "bvsub(fuel, 1bv8)" : "3bv8");
	for (unsigned i = 0; i < callee->in_count; i++) {
		put(g, ", ");
		put_expression(g, callee->ins[i], 1);
	}
	put(g, ")");
	end_statement(g);
}

static void put_statement(struct generator *g)
{
	unsigned kind = below(g, 100);
	if (kind < 60)
		put_assignment(g);
	else if (kind < 72)
		put_havoc(g);
	else if (kind < 80)
		put_check(g, "assert");
	else if (kind < 84)
		put_check(g, "assume");
	else if (g->proc_count > 1 && !g->proc)
		put_call(g, 1 + below(g, g->proc_count - 1));
	else
		put_assignment(g);
}

/* --- blocks --- */

/* A block of a procedure other than the entry begins with `tick`; a jump backwards needs tick to be small. */
static unsigned some_target(struct generator *g)
{
	if (g->block + 1 < g->block_count && chance(g, 75))
		return g->block + 1 + below(g, g->block_count - g->block - 1);
	return below(g, g->block_count);
}

static void put_terminator(struct generator *g)
{
	unsigned kind = below(g, 100), count;
	bool last = g->block + 1 == g->block_count;
	if (last || kind < 5) {
		if (!last && chance(g, 30))
			put(g, "  assume false {exit} {at \"r.c\" %u 1};\n", g->line++);
		put(g, "  return");
	} else if (kind < 20) {
		put(g, "  goto b%u", g->block + 1);
	} else if (kind < 35) {
		count = 2 + below(g, 2);
		put(g, "  goto b%u", some_target(g));
		while (--count)
			put(g, ", b%u", some_target(g));
		put(g, " {id %u}", g->id++);
	} else if (kind < 55) { /* a bounded loop or a way on */
		put(g, "  branch bvult(tick, %ubv8), b%u, b%u", 2 + below(g, 8), below(g, g->block + 1), g->block + 1);
	} else {
		put(g, "  branch ");
		put_condition(g, g->o.depth - 1);
		put(g, ", b%u, b%u", some_target(g), some_target(g));
	}
	end_statement(g);
}

/* Everything that is called goes deeper only as long as there is fuel: in blocks of their own. */
static void put_guarded_call(struct generator *g, unsigned number)
{
	put(g, "  branch bvult(0bv8, fuel), call%u, after%u", number, number);
	end_statement(g);
	put(g, "call%u:\n", number);
	put_call(g, 1 + below(g, g->proc_count - 1));
	put(g, "  goto after%u", number);
	end_statement(g);
	put(g, "after%u:\n", number);
}

static void put_block(struct generator *g)
{
	unsigned count = below(g, g->o.statements + 1);
	put(g, "b%u:\n", g->block);
	put(g, "  tick := bvadd(tick, 1bv8)");
	end_statement(g);
	for (unsigned i = 0; i < count; i++)
		put_statement(g);
	if (g->proc && chance(g, 25))
		put_guarded_call(g, g->block);
	put_terminator(g);
}

/* --- declarations --- */

static void put_declaration(struct generator *g, const struct var *v)
{
	put(g, "%s : ", v->name);
	put_sort(g, v->sort);
	/* About half of them are C variables. */
	if (v->name[strlen(v->name) - 1] % 2 && v->name[0] != 't')
		put(g, " {c \"%s\" \"int\"}", v->name);
}

static struct var *add_local(struct generator *g, const char *stem, unsigned number, struct sort s)
{
	struct var *v = &g->locals[g->local_count++];
	snprintf(v->name, sizeof v->name, "%s%u", stem, number);
	v->sort = s;
	v->writable = true;
	return v;
}

static void put_head(struct generator *g)
{
	const struct proc *p = &g->procs[g->proc];
	put(g, "\nprocedure p%u(", g->proc);
	g->local_count = 0;
	if (g->proc)
		put(g, "fuel : bv8");
	for (unsigned i = 0; i < p->in_count; i++) {
		put(g, ", ");
		put_declaration(g, add_local(g, "in", i, p->ins[i]));
	}
	put(g, ")");
	if (p->out_count)
		put(g, " returns (");
	for (unsigned i = 0; i < p->out_count; i++) {
		put(g, "%s", i ? ", " : "");
		put_declaration(g, add_local(g, "out", i, p->outs[i]));
	}
	put(g, "%s {c \"p%u\"} {at \"r.c\" %u 1} {\n", p->out_count ? ")" : "", g->proc, g->line++);
}

static void put_procedure(struct generator *g)
{
	unsigned locals = 2 + below(g, 6), ins;
	put_head(g);
	ins = g->procs[g->proc].in_count;
	put(g, "  var tick : bv8\n");
	for (unsigned i = 0; i < locals; i++) {
		put(g, "  var ");
		put_declaration(g, add_local(g, "x", i, some_sort(g, true)));
		put(g, "\n");
	}
	put(g, "start:\n  tick := 0bv8 {at \"r.c\" %u 1};\n", g->line++);
	/* Some results and locals stay what they are: arbitrary. */
	for (unsigned i = ins; i < g->local_count; i++)
		if (chance(g, 70)) {
			put(g, "  %s := ", g->locals[i].name);
			put_expression(g, g->locals[i].sort, chance(g, 50) ? 0 : 2);
			end_statement(g);
		}
	put(g, "  goto b0;\n");
	g->block_count = 1 + below(g, g->o.blocks);
	for (g->block = 0; g->block < g->block_count; g->block++)
		put_block(g);
	put(g, "}\n");
}

static void choose_signatures(struct generator *g)
{
	g->proc_count = 1 + below(g, g->o.procedures);
	for (unsigned i = 1; i < g->proc_count; i++) {
		struct proc *p = &g->procs[i];
		p->in_count = below(g, MAX_PARAMETERS);
		p->out_count = below(g, MAX_PARAMETERS);
		for (unsigned k = 0; k < p->in_count; k++)
			p->ins[k] = some_sort(g, true);
		for (unsigned k = 0; k < p->out_count; k++)
			p->outs[k] = some_sort(g, true);
	}
}

static void put_globals(struct generator *g)
{
	g->global_count = 2 + below(g, 6);
	for (unsigned i = 0; i < g->global_count; i++) {
		struct var *v = &g->globals[i];
		snprintf(v->name, sizeof v->name, "g%u", i);
		v->sort = some_sort(g, true);
		v->writable = chance(g, 90);
		put(g, "global ");
		put_declaration(g, v);
		put(g, "\n");
	}
	put(g, "global $status : bv32 {role \"status\"}\n");
}

char *generate_program(uint64_t seed, const struct generate_options *options)
{
	struct generator g = { .state = seed * 0x100000001 + 17, .line = 1 };
	if (options)
		g.o = *options;
	g.o.procedures = g.o.procedures ? g.o.procedures : 4;
	g.o.procedures = g.o.procedures < MAX_PROCEDURES ? g.o.procedures : MAX_PROCEDURES;
	g.o.blocks = g.o.blocks ? g.o.blocks : 8;
	g.o.statements = g.o.statements ? g.o.statements : 5;
	g.o.depth = g.o.depth ? g.o.depth : 3;
	choose_sorts(&g);
	put(&g, "plumb 1 {entry \"p0\"} {first_fresh 16}\n");
	put_globals(&g);
	choose_signatures(&g);
	for (g.proc = 0; g.proc < g.proc_count; g.proc++)
		put_procedure(&g);
	return g.text;
}

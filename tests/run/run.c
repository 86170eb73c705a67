/* The interpreter: each kind of statement, ends, limits, hooks, inputs; expressions against lib/term's evaluator. */
#include "run.h"

#include <stdlib.h>

#include "inputs.h"
#include "read.h"
#include "tap.h"
#include "../term/reference.h"

static struct program *program_of(const char *text)
{
	struct diagnostics diags;
	diagnostics_init(&diags);
	struct program *p = program_read_text("test", text, strlen(text), &diags);
	diagnostics_print(&diags, "test", stdout);
	diagnostics_release(&diags);
	return p;
}

/* One execution; the entry's first out-parameter in *value (at most 64 bits). */
static struct run_result execute(const char *text, const struct run_options *options, uint64_t *value)
{
	struct program *p = program_of(text);
	struct run *run = run_new(p);
	struct run_result result = *run_execute(run, options);
	if (value && p->entry->out_count)
		*value = value_bits(run_value(run, p->entry->variables[0]))[0];
	result.procedure = NULL, result.block = NULL, result.statement = NULL;
	run_free(run);
	program_free(p);
	return result;
}

static const struct run_options defaults;

static void statements(void)
{
	uint64_t r = 0;
	struct run_result e = execute("plumb 1 {entry \"f\"} {first_fresh 7}\n"
				      "global g : bv32\n"
				      "global M : [bv8]bv32\n"
				      "procedure add(a : bv32, b : bv32) returns (s : bv32, d : bv32) {\n"
				      "x:\n  s := bvadd(a, b);\n  d := bvsub(a, b);\n  return;\n}\n"
				      "procedure f() returns (r : bv32) {\n"
				      "  var t : bv32\n  var o : bv32\n  var q : bv32\n  var b : bool\n"
				      "a:\n  g := 5bv32;\n  call t, g := add(g, 37bv32);\n  fresh o;\n  fresh q;\n"
				      "  M := M[1bv8 := o][2bv8 := q];\n  havoc b;\n  assume not(b);\n"
				      "  assert eq(M[2bv8], 8bv32);\n"
				      "  branch eq(g, 0xffffffe0bv32), c, d;\n"
				      "c:\n  r := bvadd(t, bvadd(M[1bv8], M[3bv8]));\n  goto e;\n"
				      "d:\n  r := 0bv32;\n  goto e;\n"
				      "e:\n  return;\n}\n",
				      &defaults, &r);
	ok(e.end == RUN_RETURNED, "a program returns");
	is_int((long long)r, 49, "its result");
	is_int((long long)e.steps, 15, "steps");
	is_int((long long)e.depth, 2, "frames");
}

static void ends(void)
{
	struct program *p =
		program_of("plumb 1 {entry \"f\"}\n"
			   "global $status : bv32 {role \"status\"}\n"
			   "procedure g() {\nb:\n  assert true;\n  assert false {check \"assert\"};\n  return;\n}\n"
			   "procedure f() {\na:\n  call g();\n  return;\n}\n");
	struct run *run = run_new(p);
	const struct run_result *r = run_execute(run, &defaults);
	const struct procedure *g = program_procedure(p, "g");
	ok(r->end == RUN_VIOLATED && r->procedure == g && r->block == g->blocks[0] &&
		   r->statement == &g->blocks[0]->statements[1],
	   "a violated assertion, and where");
	const struct statement *call;
	ok(run_depth(run) == 2 && run_frame(run, 0, &call) == p->entry && call == &p->entry->blocks[0]->statements[0],
	   "the caller's frame and its call");
	ok(run_frame(run, 1, &call) == g && !call && !run_frame(run, 2, &call), "the innermost frame");
	run_free(run);
	program_free(p);

	struct run_result e =
		execute("plumb 1 {entry \"f\"}\nprocedure f() {\na:\n  assume false;\n  return;\n}\n", &defaults, NULL);
	ok(e.end == RUN_BLOCKED, "an assumption that does not hold");
	e = execute("plumb 1 {entry \"f\"}\nglobal $status : bv32 {role \"status\"}\nprocedure f() {\na:\n  $status := "
		    "3bv32;\n"
		    "  assume false {exit};\n  return;\n}\n",
		    &defaults, NULL);
	ok(e.end == RUN_EXITED && e.exit_status == 3, "an exit");
}

static const char loop[] = "plumb 1 {entry \"f\"}\nprocedure f() {\na:\n  goto a;\n}\n";
static const char recursion[] = "plumb 1 {entry \"f\"}\n"
				"procedure g(n : bv32) returns (r : bv32) {\n  var t : bv32\n"
				"a:\n  branch eq(n, 0bv32), z, s;\nz:\n  r := 7bv32;\n  return;\n"
				"s:\n  call t := g(bvsub(n, 1bv32));\n  r := bvadd(t, 1bv32);\n  return;\n}\n"
				"procedure f() returns (r : bv32) {\na:\n  call r := g(1000000bv32);\n  return;\n}\n";

static bool never(void *context)
{
	return --*(int *)context > 0;
}

static void limits(void)
{
	struct run_options o = { .max_steps = 100 };
	struct run_result e = execute(loop, &o, NULL);
	ok(e.end == RUN_LIMIT && e.limit == RUN_LIMIT_STEPS && e.steps == 100, "a limit of steps");
	e = execute("plumb 1 {entry \"f\"}\nprocedure f() {\na:\n  assert true;\n  return;\n}\n",
		    &(struct run_options){ .max_steps = 2 }, NULL);
	ok(e.end == RUN_RETURNED && e.steps == 2, "just enough steps");
	uint64_t r = 0;
	e = execute(recursion, &defaults, &r);
	ok(e.end == RUN_RETURNED && r == 1000007 && e.depth == 1000002, "10^6 nested calls");
	e = execute(recursion, &(struct run_options){ .max_depth = 1000 }, NULL);
	ok(e.end == RUN_LIMIT && e.limit == RUN_LIMIT_DEPTH && e.depth == 1000, "a limit of nested calls");
	e = execute(recursion, &(struct run_options){ .max_bytes = 1000000 }, NULL);
	ok(e.end == RUN_LIMIT && e.limit == RUN_LIMIT_BYTES, "a limit of memory");
	e = execute("plumb 1 {entry \"f\"}\nglobal M : [bv64]bv8\nprocedure f() {\na:\n"
		    "  M := fill(M[1bv64 := 1bv8], 0bv64, 0x100000000bv64, 3bv8);\n  return;\n}\n",
		    &defaults, NULL);
	ok(e.end == RUN_LIMIT && e.limit == RUN_LIMIT_CELLS, "a limit of cells");
	int rounds = 3;
	e = execute(loop, &(struct run_options){ .hooks = { .context = &rounds, .poll = never } }, NULL);
	ok(e.end == RUN_STOPPED && rounds == 0, "poll stops a run");
	e = execute(
		"plumb 1 {entry \"f\"} {first_fresh 3}\nprocedure f() {\n  var o : bv2\n  a:\n  fresh o;\n  fresh o;\n"
		"  return;\n}\n",
		&defaults, NULL);
	ok(e.end == RUN_BLOCKED, "no identity is left");
}

/* --- maps --- */

static void maps(void)
{
	uint64_t r = 0;
	struct run_result e;
	e = execute(
		"plumb 1 {entry \"f\"}\nglobal M : [bv16]bv32\nglobal N : [bv16]bv32\n"
		"procedure g(P : [bv16]bv32) returns (Q : [bv16]bv32) {\na:\n  Q := P[3bv16 := 30bv32];\n  return;\n}\n"
		"procedure f() returns (r : bv32) {\n  var L : [bv16]bv32\n  var i : bv16\n"
		"a:\n  i := 3bv16;\n"
		"  M := fill(M, 0bv16, 10bv16, 1bv32);\n"
		"  N := M;\n"
		"  N := N[i := bvadd(N[i], 5bv32)][5bv16 := N[3bv16]];\n"
		"  assert eq(M[i], 1bv32);\n  assert eq(N[i], 6bv32);\n  assert eq(N[5bv16], 1bv32);\n"
		"  call L := g(N);\n"
		"  assert eq(L[3bv16], 30bv32);\n  assert eq(N[3bv16], 6bv32);\n  assert eq(L[4bv16], 1bv32);\n"
		"  call N := g(ite(eq(i, 3bv16), M, N));\n  assert eq(N[5bv16], 1bv32);\n  assert eq(N[3bv16], "
		"30bv32);\n"
		"  M := constmap(16, 9bv32)[7bv16 := 70bv32];\n"
		"  M := copy(M[8bv16 := 80bv32], 100bv16, M, 0bv16, 10bv16);\n"
		"  assert eq(M[107bv16], 70bv32);\n  assert eq(M[108bv16], 9bv32);\n  assert eq(M[8bv16], 80bv32);\n"
		"  M := ite(bvult(i, 2bv16), M[1bv16 := 2bv32], ite(eq(i, 3bv16), M[i := 44bv32], N));\n"
		"  assert eq(M[3bv16], 44bv32);\n  assert eq(M[107bv16], 70bv32);\n"
		"  M := copy(M, 0bv16, M, 100bv16, 8bv16);\n  assert eq(M[7bv16], 70bv32);\n"
		"  r := M[i];\n  return;\n}\n",
		&defaults, &r);
	ok(e.end == RUN_RETURNED && r == 9, "maps: fill, copy, stores, ite, calls (%s)", run_end_text(&e));
}

/* --- hooks --- */

struct log {
	char text[2000];
	uint64_t cells;
	bool refuse, wrong;
};

static void put(struct log *l, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	size_t length = strlen(l->text);
	vsnprintf(l->text + length, sizeof l->text - length, format, args);
	va_end(args);
}

static bool give(void *context, const struct run *run, const struct procedure *procedure, const struct statement *s,
		 struct value *out)
{
	(void)run;
	struct log *l = context;
	put(l, "havoc %s.%s; ", procedure->name, s->target->name);
	if (l->refuse)
		return false;
	*out = value_word(l->wrong ? 31 : 32, 40);
	return true;
}

static bool give_fresh(void *context, const struct run *run, const struct procedure *procedure,
		       const struct statement *s, struct value *out)
{
	(void)run, (void)procedure, (void)s;
	struct log *l = context;
	*out = value_word(32, l->wrong ? 0 : 1000);
	return !l->refuse;
}

static uint32_t choose(void *context, const struct run *run, const struct procedure *procedure,
		       const struct block *block)
{
	(void)run;
	struct log *l = context;
	put(l, "choice %s.%s; ", procedure->name, block->name);
	return l->wrong ? 2 : 1;
}

static bool first(void *context, const struct run *run, const struct procedure *procedure,
		  const struct variable *variable, struct value *out)
{
	(void)run;
	struct log *l = context;
	put(l, "initial %s.%s; ", procedure ? procedure->name : "", variable->name);
	if (strcmp(variable->name, "g") != 0)
		return false;
	*out = value_word(l->wrong ? 7 : 32, 2);
	return true;
}

static bool first_cell(void *context, const struct run *run, const struct variable *variable, const uint64_t *index,
		       struct value *out)
{
	(void)run;
	struct log *l = context;
	l->cells++;
	put(l, "cell %s[%llu]; ", variable->name, (unsigned long long)index[0]);
	*out = value_word(32, index[0] * 2);
	return true;
}

static bool step(void *context, const struct run *run, const struct procedure *procedure, const struct block *block,
		 const struct statement *s)
{
	(void)procedure;
	struct log *l = context;
	const struct value *v = s->target ? run_value(run, s->target) : NULL;
	put(l, "%s:%u", block->name, (unsigned)(s - block->statements));
	if (v && v->kind == VALUE_WORD)
		put(l, "=%llu", (unsigned long long)v->word);
	put(l, "; ");
	return true;
}

static void branch(void *context, const struct run *run, const struct procedure *procedure, const struct block *block,
		   uint32_t target)
{
	(void)run, (void)procedure;
	put(context, "%s->%s; ", block->name, block->terminator.targets[target]->name);
}

static void entered(void *context, const struct run *run, const struct procedure *callee, const struct statement *site)
{
	put(context, "call %s", callee->name);
	if (site)
		put(context, "(%llu)", (unsigned long long)run_value(run, callee->variables[0])->word);
	put(context, "; ");
}

static void left(void *context, const struct run *run, const struct procedure *callee, const struct statement *site)
{
	put(context, "finish %s", callee->name);
	if (site)
		put(context, "=%llu", (unsigned long long)run_value(run, callee->variables[1])->word);
	put(context, "; ");
}

static void byte(void *context, const struct attribute *output, const uint64_t *words, uint32_t width)
{
	if (width == 8)
		put(context, "%s %c; ", output->values[0].string, (char)words[0]);
}

static enum run_answer host(void *context, const struct attribute *host, uint64_t *words, uint32_t width)
{
	(void)width;
	put(context, "host %s; ", host->values[0].string);
	words[0] = 7;
	if (!strcmp(host->values[0].string, "refused"))
		return RUN_REFUSED;
	return strcmp(host->values[0].string, "seven") ? RUN_UNANSWERED : RUN_ANSWERED;
}

static bool host_eleven(void *context, const struct run *run, const struct procedure *procedure,
			const struct statement *s, struct value *out)
{
	(void)context, (void)run, (void)procedure, (void)s;
	*out = value_word(32, 11);
	return true;
}

/* The host is asked first, then whoever gives inputs; without a host nothing is present. */
static void hosts(void)
{
	static const char text[] =
		"plumb 1 {entry \"f\"}\nprocedure f() returns (r : bv32) {\n  var s : bv32\na:\n"
		"  havoc r {host \"seven\"};\n  havoc s {host \"other\" \"text\"};\n"
		"  r := bvadd(r, s);\n  havoc s {host \"present\"};\n  r := bvadd(r, s);\n  return;\n}\n";
	struct log l = { 0 };
	uint64_t r = 0;
	execute(text, &(struct run_options){ .hooks = { .havoc = host_eleven, .host_context = &l, .host = host } }, &r);
	ok(r == 7 + 11 + 11, "what the host answers and what it leaves open");
	is_str(l.text, "host seven; host other; host present; ", "the host was asked");
	execute(text, &(struct run_options){ .hooks = { .havoc = host_eleven } }, &r);
	ok(r == 11 + 11, "without a host");
}

static void host_refuses(void)
{
	static const char text[] = "plumb 1 {entry \"f\"}\nprocedure f() returns (r : bv32) {\n"
				   "a:\n  r := 1bv32;\n  havoc r {host \"refused\"};\n  r := 2bv32;\n  return;\n}\n";
	struct log l = { 0 };
	struct diagnostics diags;
	diagnostics_init(&diags);
	struct program *p = program_read_text("t.pir", text, strlen(text), &diags);
	struct run *run = run_new(p);
	const struct run_result *result = run_execute(
		run, &(struct run_options){ .hooks = { .havoc = host_eleven, .host_context = &l, .host = host } });
	ok(result->end == RUN_STOPPED && result->statement && result->statement->kind == STATEMENT_HAVOC,
	   "a run ends where the host refuses");
	run_free(run);
	program_free(p);
	diagnostics_release(&diags);
}

static const char hooked[] = "plumb 1 {entry \"f\"}\nglobal g : bv32\nglobal M : [bv32]bv32\n"
			     "procedure h(a : bv32) returns (r : bv32) {\nx:\n  r := bvadd(a, g);\n  return;\n}\n"
			     "procedure f() returns (r : bv32) {\n  var o : bv32\n  var c : bv8\n"
			     "a:\n  havoc r;\n  call r := h(r);\n  goto b, c;\nb:\n  return;\n"
			     "c:\n  fresh o;\n  c := 65bv8 {output \"byte\"};\n  r := bvadd(M[r], M[r]);\n"
			     "  branch eq(r, 84bv32), d, b;\nd:\n  return;\n}\n";

static void hooks(void)
{
	struct log l = { 0 };
	struct run_options o = { .hooks = { &l, give, give_fresh, choose, first, first_cell, step, branch, entered,
					    left, &l, byte, NULL, NULL, NULL } };
	uint64_t r = 0;
	struct run_result e = execute(hooked, &o, &r);
	ok(e.end == RUN_RETURNED && r == 168, "a run with all hooks");
	is_str(l.text,
	       "initial .g; initial .M; initial f.r; initial f.o; initial f.c; call f; havoc f.r; a:0=40; "
	       "initial h.r; call h(40); x:0=42; finish h=42; a:1; choice f.a; a->c; c:0=1000; byte A; c:1=65; "
	       "cell M[42]; c:2=168; c->b; finish f; ",
	       "what they were told");
	is_int((long long)l.cells, 1, "a cell is asked for once");
}

static void refusals(void)
{
	static const char havocs[] =
		"plumb 1 {entry \"f\"}\nprocedure f() {\n  var x : bv32\na:\n  havoc x;\n  return;\n}\n";
	static const char freshs[] =
		"plumb 1 {entry \"f\"}\nprocedure f() {\n  var x : bv32\na:\n  fresh x;\n  fresh x;\n"
		"  return;\n}\n";
	static const char gotos[] = "plumb 1 {entry \"f\"}\nprocedure f() {\na:\n  goto a, b;\nb:\n  return;\n}\n";
	static const char globals[] = "plumb 1 {entry \"f\"}\nglobal g : bv32\nprocedure f() {\na:\n  return;\n}\n";
	struct log refuse = { .refuse = true }, wrong = { .wrong = true }, good = { 0 };
	struct run_result e =
		execute(havocs, &(struct run_options){ .hooks = { .context = &refuse, .havoc = give } }, NULL);
	ok(e.end == RUN_REPLAY, "no value for a havoc");
	e = execute(havocs, &(struct run_options){ .hooks = { .context = &wrong, .havoc = give } }, NULL);
	ok(e.end == RUN_REPLAY, "a value of another width");
	e = execute(freshs, &(struct run_options){ .hooks = { .context = &wrong, .fresh = give_fresh } }, NULL);
	ok(e.end == RUN_REPLAY, "identity 0");
	e = execute(freshs, &(struct run_options){ .hooks = { .context = &good, .fresh = give_fresh } }, NULL);
	ok(e.end == RUN_REPLAY, "the same identity twice");
	e = execute(gotos, &(struct run_options){ .hooks = { .context = &wrong, .choice = choose } }, NULL);
	ok(e.end == RUN_REPLAY, "no such target");
	e = execute(globals, &(struct run_options){ .hooks = { .context = &wrong, .initial = first } }, NULL);
	ok(e.end == RUN_REPLAY, "an initial value of another width");
}

/* Two runs with one seed are the same, also in unknown maps; another seed gives another. */
static void seeds(void)
{
	static const char text[] =
		"plumb 1 {entry \"f\"}\nglobal g : bv64\nglobal M : [bv64]bv64\n"
		"procedure f() returns (r : bv64) {\n  var x : bv64\n  var N : [bv64]bv64\n"
		"a:\n  havoc x;\n  havoc N;\n  r := bvxor(bvadd(x, g), bvadd(M[5bv64], N[bvadd(x, x)]));\n"
		"  goto a, b;\nb:\n  return;\n}\n";
	struct run_options one = { .random = true, .seed = 1, .max_steps = 1000 }, two = one;
	two.seed = 2;
	uint64_t a = 0, b = 0, c = 0;
	execute(text, &one, &a);
	execute(text, &one, &b);
	execute(text, &two, &c);
	ok(a == b, "one seed, one execution");
	ok(a != c, "two seeds, two executions");
	struct program *p = program_of(text);
	struct run *run = run_new(p);
	run_execute(run, &two);
	run_execute(run, &one);
	ok(value_bits(run_value(run, p->entry->variables[0]))[0] == a, "a run can be executed again");
	run_free(run);
	program_free(p);
}

/* --- inputs --- */

static struct inputs *inputs_of(const char *text, unsigned *faults)
{
	struct diagnostics diags;
	diagnostics_init(&diags);
	struct inputs *in = inputs_read("in", text, strlen(text), &diags);
	*faults = diags.errors;
	diagnostics_release(&diags);
	return in;
}

static const char played[] =
	"plumb 1 {entry \"f\"}\nglobal g : bv32\nglobal M : [bv96]bv32\n"
	"procedure f() returns (r : bv32) {\n  var x : bv32\n  var o : bv32\n  var |odd name| : bv8\n"
	"a:\n  havoc x {id 4};\n  fresh o {id 9};\n  r := bvadd(bvmul(r, 10bv32), x);\n  goto a, b {id 5};\n"
	"b:\n  r := bvadd(r, bvadd(g, bvadd(M[0x100000000000000000bv96], M[1bv96])));\n"
	"  r := bvadd(r, bvadd(o, zext(32, |odd name|)));\n  return;\n}\n";

static void replay(void)
{
	static const char text[] =
		"# comment\n\nid 4 = 1\r\n id 5 = 0 # again\nid 4=0x2\nid 4 = -1\nid 5 = 0\nid 5 = 1\n"
		"id 9 = 50\ninitial g = 1000\n"
		"initial M = { 0x100000000000000000: 2000, else: 0 }\ninitial f |odd name| = 7\n";
	unsigned faults;
	struct inputs *in = inputs_of(text, &faults);
	struct run_options o = { .max_steps = 1000 };
	uint64_t r = 0;
	if (!ok(in && !faults, "inputs are read"))
		return;
	inputs_hook(in, false, &o.hooks);
	struct run_result e = execute(played, &o, &r);
	ok(e.end == RUN_RETURNED && r == 119 + 3000 + 52 + 7, "a replay (%s, %llu)", run_end_text(&e),
	   (unsigned long long)r);
	is_int((long long)inputs_unused(in), 0, "all inputs were used");
	e = execute(played, &o, &r);
	ok(e.end == RUN_LIMIT && r == 0, "without rewinding there are none left");
	inputs_rewind(in);
	e = execute(played, &o, &r);
	ok(r == 119 + 3000 + 52 + 7, "after rewinding they are there again");
	inputs_hook(in, true, &o.hooks);
	e = execute(played, &o, &r);
	ok(e.end == RUN_REPLAY, "strictly, the second identity is missing");
	inputs_free(in);
}

static void added_inputs(void)
{
	struct inputs *in = inputs_new();
	struct value x = value_word(32, 7), o = value_word(32, 99), m, zero = value_word(32, 0),
		     one = value_word(32, 100);
	inputs_add(in, 4, 0, &x);
	inputs_add(in, 9, 0, &o);
	inputs_add(in, 5, 0, &one);
	m = map_constant(96, 32, &zero);
	map_write(&m, (uint64_t[]){ 1, 0 }, &one);
	inputs_add_initial(in, NULL, "M", &m);
	inputs_add_initial(in, "f", "|", &x);
	is_int((long long)inputs_unused(in), 5, "inputs that were added");
	struct run_options o2 = { 0 };
	inputs_hook(in, false, &o2.hooks);
	struct run_result e = execute(played, &o2, NULL);
	ok(e.end == RUN_REPLAY, "target 100 does not exist");
	ok(inputs_unused(in) < 5, "some were used");
	inputs_free(in);
	value_release(&m);
}

static void malformed_inputs(void)
{
	static const char *const bad[] = { "id",
					   "id 1",
					   "id 1 =",
					   "id = 3",
					   "id 1 = x",
					   "id 1 = 0x",
					   "id 1 = 12z",
					   "id 1 = 1 2",
					   "id 1 = --1",
					   "id -1 = 3",
					   "ID 1 = 3",
					   "id 18446744073709551615 = 1",
					   "id 99999999999999999999 = 1",
					   "initial",
					   "initial x",
					   "initial x y",
					   "initial x y z = 1",
					   "initial |x = 1",
					   "initial |x\\q| = 1",
					   "id 1 = {",
					   "id 1 = { 1 }",
					   "id 1 = { 1: 2",
					   "id 1 = { else: 1, 2: 3 }",
					   "id 1 = { 1: 2 } 3",
					   "id 1 = { 1: 2,, }" };
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		unsigned faults;
		struct inputs *in = inputs_of(bad[i], &faults);
		ok(!in && faults == 1, "malformed: %s", bad[i]);
		inputs_free(in);
	}
	struct diagnostics diags;
	diagnostics_init(&diags);
	const char *text = "id 1 = 1\nid 2 = x\n\n  foo\n";
	ok(!inputs_read("in", text, strlen(text), &diags) && diags.errors == 2, "all faults are reported");
	ok(diags.list.at[0].location.line == 2 && diags.list.at[0].location.column == 8 &&
		   diags.list.at[1].location.line == 4 && diags.list.at[1].location.column == 3,
	   "with their places");
	diagnostics_release(&diags);
	static const char *const misfits[] = { "id 4 = 0x100000000",
					       "id 4 = -2147483649",
					       "id 4 = { else: 1 }",
					       "id 9 = 0",
					       "id 5 = 2",
					       "id 5 = -1",
					       "initial g = 0x100000000",
					       "initial M = 3",
					       "initial M = { 1: 0x100000000 }",
					       "initial f |odd name| = 256" };
	for (size_t i = 0; i < sizeof misfits / sizeof *misfits; i++) {
		unsigned faults;
		struct inputs *in = inputs_of(misfits[i], &faults);
		struct run_options o = { .max_steps = 1000 };
		inputs_hook(in, false, &o.hooks);
		struct run_result e = execute(played, &o, NULL);
		ok(e.end == RUN_REPLAY, "does not fit: %s", misfits[i]);
		inputs_free(in);
	}
}

/* --- expressions --- */

struct expressions {
	struct forest *forest;
	const struct program *program;
};

static bool give_leaf(void *context, const struct run *run, const struct procedure *procedure, const struct variable *v,
		      struct value *out)
{
	(void)run;
	const struct expressions *x = context;
	if (procedure)
		return false;
	*out = meaning_value(x->forest->node[strtoul(v->name + 1, NULL, 10)].shape,
			     x->forest->node[strtoul(v->name + 1, NULL, 10)].value[0]);
	return true;
}

/* A program that assigns each of the forest's terms to a local of its sort; leaves are globals. */
static struct program *program_of_forest(struct program *p, const struct forest *f)
{
	struct procedure *entry = program_add_procedure(p, "f");
	char name[20];
	p->entry = entry;
	for (uint32_t i = 0; i < f->count; i++) {
		snprintf(name, sizeof name, "r%u", i);
		procedure_add_variable(entry, name, term_sort(p->bank, f->node[i].simplified), VARIABLE_LOCAL);
	}
	struct block *b = procedure_add_block(entry, "b");
	for (uint32_t i = 0; i < f->count; i++)
		block_assign(p, b, entry->variables[i], f->node[i].simplified);
	block_return(b);
	return p;
}

static term substituted(void *context, term leaf)
{
	const struct table *leaves = context;
	return (term)table_get(leaves, leaf, leaf);
}

static uint32_t check_expressions(struct forest *f, uint64_t seed)
{
	enum { NODES = 60 };
	struct program *p = program_new();
	struct table leaves = { 0 };
	char name[20];
	forest_begin(f, p->bank, seed, false);
	while (f->count < NODES)
		random_node(f);
	for (uint32_t i = 0; i < f->count; i++) {
		if (f->node[i].op != OP_VARIABLE)
			continue;
		snprintf(name, sizeof name, "g%u", i);
		table_put(&leaves, f->node[i].simplified,
			  program_add_global(p, name, term_sort(p->bank, f->node[i].simplified))->term);
	}
	for (uint32_t i = 0; i < f->count; i++)
		f->node[i].simplified = term_substitute(p->bank, f->node[i].simplified, substituted, &leaves);
	program_of_forest(p, f);
	struct expressions x = { f, p };
	struct run *run = run_new(p);
	const struct run_result *r =
		run_execute(run, &(struct run_options){ .hooks = { .context = &x, .initial = give_leaf } });
	uint32_t wrong = r->end != RUN_RETURNED;
	for (uint32_t i = 0; i < f->count; i++) {
		struct value want = meaning_value(f->node[i].shape, f->node[i].value[0]);
		wrong += !value_equal(run_value(run, p->entry->variables[i]), &want);
		value_release(&want);
	}
	if (wrong)
		tap_diag("seed %llu: %u values are wrong", (unsigned long long)seed, wrong);
	run_free(run);
	table_free(&leaves);
	forest_end(f);
	program_free(p);
	return wrong;
}

static void expressions(void)
{
	struct forest *f = calloc(1, sizeof *f);
	uint32_t wrong = 0;
	for (uint64_t seed = 0; seed < 500; seed++)
		wrong += check_expressions(f, seed);
	is_int(wrong, 0, "expressions over all operators mean what the reference says");
	free(f);
}

int main(void)
{
	statements();
	ends();
	limits();
	maps();
	hooks();
	hosts();
	host_refuses();
	refusals();
	seeds();
	replay();
	added_inputs();
	malformed_inputs();
	expressions();
	return done_testing();
}

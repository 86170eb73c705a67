/* Executions with inputs from patterns: the same each time, complete only where nothing was left open. */
#include "pattern.h"
#include "program_text.h"
#include "sampler.h"
#include "solver.h"

static const struct sample_limits unlimited = { SOLVER_NO_DEADLINE, 0 };

static void test_patterns(void)
{
	struct program *p =
		program_of("plumb 1 {entry \"main\"}\nprocedure main() {\n var x : bv32\nentry:\n havoc x;\n"
			   " assume bvult(x, 777bv32);\n assert not(eq(x, 777bv32));\n branch eq(x, 42bv32), a, b;\n"
			   "a:\n x := 99bv32;\n return;\nb:\n return;\n}\n");
	struct pattern_constants k = { 0 };
	pattern_collect(&k, p);
	is_int(k.values.count, 2, "constants of conditions, each once, and no others");
	ok(k.values.count == 2 && k.values.at[0] + k.values.at[1] == 777 + 42, "which are these");
	struct value v = pattern_value(PATTERN_ONES, &k, 8, 0);
	is_int(v.word, 255, "ones");
	v = pattern_value(PATTERN_LARGEST, &k, 8, 0);
	is_int(v.word, 127, "the largest signed number");
	v = pattern_value(PATTERN_SMALLEST, &k, 8, 0);
	is_int(v.word, 128, "the smallest");
	v = pattern_value(PATTERN_ZERO, &k, 8, 12345);
	is_int(v.word, 0, "zero, whatever is drawn");
	bool met = false;
	for (uint64_t i = 0; i < 200; i++) {
		v = pattern_value(PATTERN_MIXED, &k, 32, pattern_draw(7, i));
		met = met || v.word == 777;
	}
	ok(met, "mixed numbers try the constants of the program");
	v = pattern_value(PATTERN_ONES, &k, 100, 0);
	ok(v.kind == VALUE_WIDE && v.words[1] == (UINT64_C(1) << 36) - 1, "wide values are cut to their width");
	value_release(&v);
	ok(pattern_draw(1, 2) == pattern_draw(1, 2) && pattern_draw(1, 2) != pattern_draw(1, 3) &&
		   pattern_draw(1, 2) != pattern_draw(2, 2),
	   "draws are a function of seed and number");
	pattern_release(&k);
	program_free(p);
}

static const char asks[] = "plumb 1 {entry \"main\"}\nglobal m : [bv32]bv32\n"
			   "procedure main() {\n var x : bv32\nentry:\n havoc x {id 1};\n"
			   " assert eq(m[x], 0bv32);\n return;\n}\n";

static char *inputs_text(struct inputs *inputs)
{
	struct output *out = output_memory();
	size_t length;
	inputs_write(inputs, out);
	const char *text = output_text(out, &length);
	char *copy = memory_copy_string(text, length);
	output_close(out, NULL);
	inputs_free(inputs);
	return copy;
}

static void test_inputs(void)
{
	struct program *p = program_of(asks);
	struct sampler *s = sampler_new(p, unlimited), *again = sampler_new(p, unlimited);
	is_int(sampler_execute(s, 0, SAMPLE_SHORT, NULL)->end, RUN_RETURNED, "with zeros nothing is violated");
	ok(sampler_asked(s), "the execution asked for inputs");
	const struct run_result *r = sampler_execute(s, 1, SAMPLE_SHORT, NULL);
	is_int(r->end, RUN_VIOLATED, "with ones it is");
	char *first = inputs_text(sampler_take_inputs(s));
	ok(strstr(first, "id 1 = 1\n") && strstr(first, "initial m = "), "inputs and the cells that were read");
	ok(!sampler_take_inputs(s), "they are taken once");
	sampler_execute(again, 5, SAMPLE_SHORT, NULL);
	sampler_execute(again, 1, SAMPLE_SHORT, NULL);
	char *second = inputs_text(sampler_take_inputs(again));
	is_str(second, first, "the same number has the same inputs, whatever was executed before");
	sampler_execute(s, 6, SAMPLE_SHORT, NULL);
	sampler_execute(again, 7, SAMPLE_SHORT, NULL);
	char *six = inputs_text(sampler_take_inputs(s)), *seven = inputs_text(sampler_take_inputs(again));
	ok(strcmp(six, seven), "another number has others");
	struct inputs *inputs = inputs_of(first);
	struct run *run = run_new(p);
	struct run_options options = { 0 };
	inputs_hook(inputs, true, &options.hooks);
	is_int(run_execute(run, &options)->end, RUN_VIOLATED, "they repeat the execution");
	run_free(run);
	inputs_free(inputs);
	memory_free(first);
	memory_free(second);
	memory_free(six);
	memory_free(seven);
	sampler_free(s);
	sampler_free(again);
	program_free(p);
}

static void complete(const char *text, bool asked, bool is_complete, const char *what)
{
	struct program *p = program_of(text);
	struct sampler *s = sampler_new(p, unlimited);
	sampler_execute(s, 0, SAMPLE_SHORT, NULL);
	ok(sampler_asked(s) == asked, "%s: %s", what, asked ? "asks" : "asks for nothing");
	ok(sampler_is_complete(s) == is_complete, "%s: %s", what, is_complete ? "complete" : "not complete");
	sampler_free(s);
	program_free(p);
}

static void test_complete(void)
{
	complete("plumb 1 {entry \"main\"}\nglobal g : bv8\nprocedure main() {\nentry:\n g := 3bv8;\n"
		 " assert eq(g, 3bv8);\n return;\n}\n",
		 false, true, "a global that is set first");
	complete("plumb 1 {entry \"main\"}\nglobal g : bv8\nprocedure main() {\nentry:\n assert eq(g, 0bv8);\n "
		 "return;\n}\n",
		 true, true, "a global that is read as it began");
	complete("plumb 1 {entry \"main\"}\nglobal g : bv8\nprocedure main() {\nentry:\n call f();\n g := 3bv8;\n "
		 "return;\n}\n"
		 "procedure f() {\nentry:\n assert eq(g, 0bv8);\n return;\n}\n",
		 true, true, "a global that a call reads before it is set");
	complete("plumb 1 {entry \"main\"}\nprocedure main() {\n var x : bv8\nentry:\n assert eq(x, 0bv8);\n "
		 "return;\n}\n",
		 false, false, "a local that has no value");
	complete("plumb 1 {entry \"main\"}\nprocedure main() {\nentry:\n goto a, b;\na:\n return;\nb:\n assert false;\n"
		 " return;\n}\n",
		 true, true, "a choice of the way");
	complete("plumb 1 {entry \"main\"}\nprocedure main() {\n var x : bv8\nentry:\n fresh x;\n return;\n}\n", false,
		 true, "an identity, which programs can only compare");
}

static bool count_step(void *context, const struct run *run, const struct procedure *proc, const struct block *block,
		       const struct statement *s)
{
	(void)run, (void)proc, (void)block, (void)s;
	++*(uint32_t *)context;
	return true;
}

static void count_call(void *context, const struct run *run, const struct procedure *callee,
		       const struct statement *site)
{
	(void)run, (void)callee;
	*(uint32_t *)context += site ? 1000 : 0;
}

static void test_limits(void)
{
	struct program *p =
		program_of("plumb 1 {entry \"main\"}\nprocedure main() {\n var x : bv32\nentry:\n x := 0bv32;\n"
			   " goto loop;\nloop:\n x := bvadd(x, 1bv32);\n goto loop;\n}\n");
	struct sampler *s = sampler_new(p, unlimited);
	const struct run_result *r = sampler_execute(s, 0, 100, NULL);
	ok(r->end == RUN_LIMIT && r->limit == RUN_LIMIT_STEPS, "an endless loop ends at the limit of steps");
	ok(!sampler_out_of_time(s), "without a deadline there is always time");
	sampler_free(s);
	s = sampler_new(p, (struct sample_limits){ clock_now() - 1, 0 });
	ok(sampler_out_of_time(s), "after the deadline there is none");
	is_int(sampler_execute(s, 0, UINT64_C(1) << 40, NULL)->end, RUN_STOPPED, "which ends executions too");
	sampler_free(s);
	program_free(p);
	p = program_of("plumb 1 {entry \"main\"}\nprocedure main() {\n var x : bv8\nentry:\n x := 0bv8;\n"
		       " x := 1bv8;\n call f();\n return;\n}\nprocedure f() {\nentry:\n return;\n}\n");
	s = sampler_new(p, unlimited);
	uint32_t seen = 0;
	struct sample_watcher watcher = { .context = &seen, .step = count_step, .call = count_call };
	sampler_execute(s, 0, 100, &watcher);
	is_int(seen, 1003, "a watcher sees each statement and each call");
	sampler_execute(s, 0, 100, NULL);
	is_int(seen, 1003, "and nothing when it is not given");
	sampler_free(s);
	program_free(p);
	p = program_of(
		"plumb 1 {entry \"main\"}\nprocedure main() {\n var x : bv8\nentry:\n havoc x {approximate \"sine\"};\n"
		" assert eq(x, 0bv8);\n return;\n}\n");
	s = sampler_new(p, unlimited);
	is_int(sampler_execute(s, 1, 100, NULL)->end, RUN_VIOLATED, "what is approximated is any value");
	ok(sampler_asked(s), "which is asked for");
	sampler_free(s);
	program_free(p);
	p = program_of("plumb 1 {entry \"main\"}\nglobal m : [bv8]bv8\nprocedure main() {\nentry:\n"
		       " havoc m {approximate \"memory\"};\n assert eq(m[0bv8], 0bv8);\n return;\n}\n");
	s = sampler_new(p, unlimited);
	is_int(sampler_execute(s, 1, 100, NULL)->end, RUN_REPLAY, "unless it is memory");
	sampler_free(s);
	program_free(p);
}

/* 40 inputs that must be 0, then one that must not: one of the executions that are told 0 comes behind it. */
static void test_even(void)
{
	struct program *p = program_of(
		"plumb 1 {entry \"main\"}\nprocedure main() {\n var n : bv32\n var x : bv32\nentry:\n n := 0bv32;\n "
		"goto "
		"head;\nhead:\n"
		" havoc x {id 1};\n branch eq(n, 40bv32), last, next;\nnext:\n n := bvadd(n, 1bv32);\n"
		" branch eq(x, 0bv32), head, failed;\nfailed:\n return;\nlast:\n assert eq(x, 0bv32);\n return;\n}\n");
	struct sampler *s = sampler_new(p, unlimited);
	uint32_t returned = 0, violated = 0;
	for (uint32_t i = SAMPLE_EVEN; i < 4096; i++) {
		enum run_end end = sampler_execute(s, i, SAMPLE_SHORT, NULL)->end;
		returned += end == RUN_RETURNED;
		violated += end == RUN_VIOLATED;
	}
	ok(violated, "what lies behind many zeros is met");
	ok(returned > violated, "by few executions");
	is_int(sampler_execute(s, 0, SAMPLE_SHORT, NULL)->end, RUN_RETURNED, "zeros alone do not come there");
	sampler_free(s);
	program_free(p);
}

/* A loop of 200,000 rounds with an input each; the same number of inputs, by calls of which each asks once: only with patience. */
static void test_patience(void)
{
	static const char loop[] =
		"plumb 1 {entry \"main\"}\nprocedure main() {\n var n : bv32\n var x : bv32\nentry:\n n := 0bv32;\n "
		"goto head;\n"
		"head:\n havoc x {id 1};\n n := bvadd(n, 1bv32);\n branch eq(n, 200000bv32), done, head;\n"
		"done:\n return;\n}\n";
	static const char calls[] =
		"plumb 1 {entry \"main\"}\nprocedure tree(n : bv32) {\n var x : bv32\nentry:\n havoc x {id 1};\n"
		" branch eq(n, 0bv32), done, more;\nmore:\n call tree(bvsub(n, 1bv32)) {call 1};\n"
		" call tree(bvsub(n, 1bv32)) {call 2};\n return;\ndone:\n return;\n}\n"
		"procedure main() {\nentry:\n call tree(17bv32) {call 3};\n return;\n}\n";
	static const struct {
		const char *text;
		bool patient;
		enum run_end end;
		const char *name;
	} cases[] = { { loop, false, RUN_STOPPED, "a loop goes on asking" },
		      { loop, true, RUN_STOPPED, "patience is not for it" },
		      { calls, false, RUN_STOPPED, "many calls ask" },
		      { calls, true, RUN_RETURNED, "with patience they come to their end" } };
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct program *p = program_of(cases[i].text);
		struct sampler *s = sampler_new(p, unlimited);
		sampler_be_patient(s, cases[i].patient);
		enum run_end end = sampler_execute(s, 0, UINT64_C(1) << 24, NULL)->end;
		ok((end == RUN_RETURNED) == (cases[i].end == RUN_RETURNED), "%s", cases[i].name);
		is_int(sampler_asked_widely(s), cases[i].end == RUN_RETURNED, "which is known then");
		sampler_free(s);
		program_free(p);
	}
}

int main(void)
{
	test_patterns();
	test_even();
	test_patience();
	test_inputs();
	test_complete();
	test_limits();
	return done_testing();
}

/* What executions are made from whose inputs are changed: tapes, ranges, repairs, comparisons, branches that are news. */
#include "coverage.h"
#include "mutation.h"
#include "program_text.h"
#include "repair.h"
#include "sampler.h"
#include "solver.h"

static const struct sample_limits unlimited = { SOLVER_NO_DEADLINE, 0 };

static uint64_t draw_seven(void *context, size_t track, uint32_t site, uint32_t width)
{
	(void)track, (void)site, (void)width;
	++*(uint32_t *)context;
	return 0x107;
}

static void test_tape(void)
{
	struct tape tape = { 0 };
	uint32_t drawn = 0;
	struct tape_source source = { draw_seven, &drawn };
	is_int(tape_next(&tape, 0, 1, 8, &source), 7, "behind the end an answer is drawn, and cut to its width");
	is_int(tape_next(&tape, 0, 2, 32, &source), 0x107, "another");
	is_int(tape_next(&tape, 3, 0, 8, &source), 7, "tracks are made as needed");
	is_int(drawn, 3, "all were drawn");
	tape.at[0].at[1].value = 99;
	tape_rewind(&tape);
	is_int(tape_next(&tape, 0, 2, 32, &source), 99, "an answer for another site is skipped");
	is_int(drawn, 3, "and nothing is drawn");
	tape_rewind(&tape);
	is_int(tape_next(&tape, 0, 5, 32, &source), 0x107, "a site that there is no answer for");
	is_int(tape_next(&tape, 0, 2, 32, &source), 99, "those for the others stay");
	struct tape copy = tape_copy(&tape);
	is_int(tape_size(&copy), 3, "a copy has them all");
	tape_rewind(&tape);
	tape_next(&tape, 0, 5, 32, &source);
	tape_trim(&tape);
	is_int(tape_size(&tape), 1, "what the last execution has not taken is removed");
	tape_release(&tape);
	tape_release(&copy);
}

/* Answers of 64 bits stand for pointers: an object and an offset. */
static void test_pointers(void)
{
	struct value first = value_words(96, (const uint64_t[]){ 16, 7 });
	struct value before = value_words(96, (const uint64_t[]){ (uint64_t)-4, 7 });
	struct value far = value_words(96, (const uint64_t[]){ UINT64_C(1) << 50, 7 });
	struct value late = value_words(96, (const uint64_t[]){ 0, UINT64_C(1) << 30 });
	uint64_t a = 0, b = 0, c = 0;
	ok(tape_answer_for(&first, &a) && tape_object(a) == 7, "an object's member");
	struct value again = tape_value(a, 96);
	ok(value_equal(&again, &first), "is that pointer again");
	value_release(&again);
	ok(tape_answer_for(&before, &b) && a != b, "an offset below the object");
	again = tape_value(b, 96);
	ok(value_equal(&again, &before), "is that one again");
	ok(!tape_answer_for(&far, &c) && !tape_answer_for(&late, &c), "what answers do not reach");
	struct value word = tape_value(UINT64_MAX, 64), byte = value_word(8, 200);
	ok(word.kind == VALUE_WORD && word.word == UINT64_MAX, "numbers stand for themselves");
	ok(tape_answer_for(&byte, &c) && c == 200, "the other way round too");
	value_release(&again);
	value_release(&first);
	value_release(&before);
	value_release(&far);
	value_release(&late);
}

/* The object that a rule watches is one of all: a comparison tells which. */
static const char watched[] =
	"plumb 1 {entry \"main\"}\nprocedure main() {\n var w : bv96\n var p : bv96\n var here : bv8\n"
	"entry:\n havoc w {id 1};\n p := 129127208515966861328bv96;\n"
	" here := ite(and(eq(p, w), not(eq(extract(95, 64, p), 0bv32))), 1bv8, 0bv8);\n"
	" assert eq(here, 0bv8);\n return;\n}\n";

struct noted {
	struct comparisons *to;
	const struct tape *tape;
};

static bool note_flag(void *context, const struct run *run, const struct procedure *proc, const struct block *block,
		      const struct statement *s)
{
	struct noted *n = context;
	(void)proc, (void)block;
	if (s->kind == STATEMENT_ASSIGN && term_op(run_program(run)->bank, s->term) == OP_ITE) {
		term condition = term_arg(run_program(run)->bank, s->term, 0);
		ok(compares_pointers(run_program(run)->bank, condition), "pointers are compared");
		comparisons_note(n->to, n->tape, run, s->term);
	}
	return true;
}

static void test_watched(void)
{
	struct program *p = program_of(watched);
	struct sampler *s = sampler_new(p, unlimited);
	struct tape tape = { 0 };
	struct comparisons found = { 0 };
	struct noted n = { &found, &tape };
	uint32_t drawn = 0;
	struct tape_source source = { draw_seven, &drawn };
	struct sample_watcher watcher = { .context = &n, .step = note_flag };
	const struct run_result *r = sampler_follow(s, &tape, &source, SAMPLE_SHORT, NULL);
	ok(r->end == RUN_RETURNED, "an address as a number is no object");
	sampler_follow(s, &tape, &source, SAMPLE_SHORT, &watcher);
	is_int(found.all.count, 1, "only one side is on the tape, and an object");
	tape.at[0].at[0].value = found.all.count ? found.all.at[0].to : 0;
	r = sampler_follow(s, &tape, &source, SAMPLE_SHORT, NULL);
	ok(r->end == RUN_VIOLATED, "the other side in its place");
	comparisons_release(&found);
	tape_release(&tape);
	sampler_free(s);
	program_free(p);
}

static void test_ranges(void)
{
	struct ranges ranges = { 0 };
	struct tape tape = { 0 };
	uint32_t drawn = 0;
	struct tape_source source = { draw_seven, &drawn };
	ok(!ranges_find(&ranges, 1), "nothing is known at first");
	tape_next(&tape, 0, 1, 32, &source);
	ranges_learn(&ranges, &tape);
	tape.at[0].at[0].value = UINT32_MAX;
	ranges_learn(&ranges, &tape);
	const struct range *r = ranges_find(&ranges, 1);
	ok(r && r->least == -1 && r->most == 0x107 && r->seen == 2, "signed numbers");
	ok(r && range_has(r, UINT32_MAX, 32) && range_has(r, 0, 32) && !range_has(r, 0x108, 32), "what lies within");
	bool within = true;
	for (uint64_t i = 0; r && i < 100; i++)
		within = within && range_has(r, range_value(r, pattern_draw(3, i)), 32);
	ok(within, "values within");
	tape.at[0].at[0].value = 5;
	for (uint32_t i = 0; i < 100; i++) {
		tape.at[0].at[0].site = 2;
		ranges_learn(&ranges, &tape);
		ranges_refuse(&ranges, 2);
	}
	ranges_refuse(&ranges, 3);
	ok(!ranges_find(&ranges, 3), "what was only refused is not known");
	const struct range *same = ranges_find(&ranges, 2);
	bool five = same && same->refused == 100;
	for (uint64_t i = 0; five && i < 20; i++)
		five = range_value(same, pattern_draw(3, i)) == 5;
	ok(five, "one value, and others are refused: it stays that one");
	ranges_release(&ranges);
	tape_release(&tape);
}

static void put_text(struct tape *tape, size_t track, const char *text)
{
	uint32_t drawn = 0;
	struct tape_source source = { draw_seven, &drawn };
	for (size_t i = 0; text[i]; i++) {
		tape_next(tape, track, 0, 8, &source);
		tape->at[track].at[i].value = (uint8_t)text[i];
	}
}

static void test_find(void)
{
	struct tape tape = { 0 };
	struct occurrence at = { 0 };
	put_text(&tape, 2, "a -17, 17 171 -17");
	is_int(tape_find(&tape, 17, 32, 0, &at), 1, "a decimal number as a whole");
	ok(at.track == 2 && at.place == 7 && at.digits == 2, "where it is");
	is_int(tape_find(&tape, UINT32_MAX - 16, 32, 1, &at), 2, "one with a sign");
	ok(at.place == 14 && at.digits == 3, "where the second is");
	is_int(tape_find(&tape, 'a', 32, 0, &at), 1, "a character");
	ok(at.place == 0 && at.digits == 0, "is no text of a number");
	is_int(tape_find(&tape, 18, 32, 0, &at), 0, "what is not there");
	tape_release(&tape);
}

static void test_bytes(void)
{
	struct tape tape = { 0 };
	struct occurrence at = { 0 };
	put_text(&tape, 2, "xABy");
	is_int(tape_find(&tape, 'B' << 8 | 'A', 16, 0, &at), 1, "two bytes, the lower one first");
	ok(at.track == 2 && at.place == 1 && at.bytes == 2 && !at.high, "where they are");
	is_int(tape_find(&tape, 'A' << 8 | 'B', 32, 0, &at), 1, "the higher one first, in a longer number");
	ok(at.place == 1 && at.bytes == 2 && at.high, "where these are");
	is_int(tape_find(&tape, 0x78414279, 32, 0, &at), 1, "four bytes");
	is_int(tape_find(&tape, 'A' << 8 | 'y', 16, 0, &at), 0, "they stand side by side");
	tape_release(&tape);
}

/* What an answer should be for what is computed of it to be equal. */
static const char computed[] =
	"plumb 1 {entry \"main\"}\nprocedure main() {\n var x : bv32\n var high : bv8\n var low : bv8\nentry:\n"
	" havoc x {id 1};\n havoc high {id 2};\n havoc low {id 3};\n"
	" branch eq(bvadd(bvand(x, 65280bv32), 3bv32), 4611bv32), a, b;\na:\n"
	" branch bvult(concat(high, low), 4660bv16), c, b;\nb:\n return;\nc:\n assert false;\n return;\n}\n";

static uint64_t draw_answers(void *context, size_t track, uint32_t site, uint32_t width)
{
	static const uint64_t answers[] = { 0x11223344, 0x55, 0x66 };
	uint32_t *drawn = context;
	(void)track, (void)site, (void)width;
	return answers[(*drawn)++ % 3];
}

struct compared {
	struct comparisons comparisons;
	struct tape *tape;
};

static void note_comparisons(void *context, const struct run *run, const struct procedure *proc,
			     const struct block *block, uint32_t target)
{
	struct compared *c = context;
	(void)proc, (void)target;
	if (block->terminator.kind == TERMINATOR_BRANCH)
		comparisons_note(&c->comparisons, c->tape, run, block->terminator.term);
}

static bool has_comparison(const struct compared *c, uint64_t from, uint64_t to)
{
	bool found = false;
	for (size_t i = 0; !found && i < c->comparisons.all.count; i++)
		found = c->comparisons.all.at[i].from == from && c->comparisons.all.at[i].to == to;
	return found;
}

static void test_computed(void)
{
	struct program *p = program_of(computed);
	struct sampler *s = sampler_new(p, unlimited);
	struct tape tape = { 0 };
	uint32_t drawn = 0;
	struct tape_source source = { draw_answers, &drawn };
	struct compared c = { .tape = &tape };
	struct sample_watcher watcher = { .context = &c, .branch = note_comparisons };
	sampler_follow(s, &tape, &source, SAMPLE_SHORT, NULL);
	sampler_follow(s, &tape, &source, SAMPLE_SHORT, &watcher);
	ok(has_comparison(&c, 0x11223344, 0x11221244), "a mask and a sum are undone");
	tape.at[0].at[0].value = 0x11221244;
	sampler_follow(s, &tape, &source, SAMPLE_SHORT, &watcher);
	ok(has_comparison(&c, 0x5566, 0x1234), "two answers are the bytes of a number");
	tape.at[0].at[1].value = 0x12;
	tape.at[0].at[2].value = 0x33;
	ok(sampler_follow(s, &tape, &source, SAMPLE_SHORT, NULL)->end == RUN_VIOLATED, "and that was what it took");
	comparisons_release(&c.comparisons);
	tape_release(&tape);
	sampler_free(s);
	program_free(p);
}

/* 0 to 99 are compared with what was asked for, 50 is the first answer. */
static const char counted[] =
	"plumb 1 {entry \"main\"}\nprocedure main() {\n var x : bv32\n var y : bv32\n var i : bv32\n"
	"entry:\n havoc x {id 1};\n i := 0bv32;\n goto head;\n"
	"head:\n branch eq(i, 7bv32), more, body;\nmore:\n havoc y {id 2};\n goto body;\n"
	"body:\n i := bvadd(i, 1bv32);\n branch bvult(i, 100bv32), head, out;\nout:\n return;\n}\n";

static uint64_t draw_fifty(void *context, size_t track, uint32_t site, uint32_t width)
{
	uint32_t *drawn = context;
	(void)track, (void)site, (void)width;
	return (*drawn)++ ? 3 : 50;
}

static void test_counted(void)
{
	struct program *p = program_of(counted);
	struct sampler *s = sampler_new(p, unlimited);
	struct tape tape = { 0 };
	uint32_t drawn = 0;
	struct tape_source source = { draw_fifty, &drawn };
	struct compared c = { .tape = &tape };
	struct sample_watcher watcher = { .context = &c, .branch = note_comparisons };
	sampler_follow(s, &tape, &source, SAMPLE_SHORT, &watcher);
	ok(has_comparison(&c, 50, 7) && has_comparison(&c, 50, 100), "a number that is an answer");
	ok(!has_comparison(&c, 51, 100) && !has_comparison(&c, 3, 7), "not one that is none, or is none yet");
	uint64_t looked = c.comparisons.looked;
	sampler_follow(s, &tape, &source, SAMPLE_SHORT, &watcher);
	ok(has_comparison(&c, 3, 7), "an answer that was not there when it was looked for first");
	uint64_t again = c.comparisons.looked;
	sampler_follow(s, &tape, &source, SAMPLE_SHORT, &watcher);
	ok(looked && again > looked && c.comparisons.looked - again < 8, "what is not there is looked for once");
	comparisons_release(&c.comparisons);
	tape_release(&tape);
	sampler_free(s);
	program_free(p);
}

static const char bounded[] = "plumb 1 {entry \"main\"}\nprocedure main() {\n var x : bv64\n var y : bv8\nentry:\n"
			      " havoc x {id 1};\n assume and(bvult(1000000bv64, x), bvult(x, 1000020bv64));\n"
			      " havoc y {id 2};\n assume eq(y, 77bv8);\n branch bvult(x, 1000010bv64), a, b;\n"
			      "a:\n return;\nb:\n return;\n}\n";

static void test_repair(void)
{
	struct program *p = program_of(bounded);
	struct sampler *s = sampler_new(p, unlimited);
	struct tape tape = { 0 };
	uint32_t drawn = 0, tries = 0;
	struct tape_source source = { draw_seven, &drawn };
	const struct run_result *r = sampler_follow(s, &tape, &source, SAMPLE_SHORT, NULL);
	is_int(r->end, RUN_BLOCKED, "what is drawn does not fit the assumption");
	while (r->end == RUN_BLOCKED && tries++ < 200) {
		if (!repair_tape(&tape, sampler_run(s), r->statement, &source, pattern_draw(5, tries)))
			break;
		r = sampler_follow(s, &tape, &source, SAMPLE_SHORT, NULL);
	}
	is_int(r->end, RUN_RETURNED, "repaired, it does");
	ok(tries < 200 && tape.at[0].at[0].value > 1000000 && tape.at[0].at[1].value == 77, "after some tries");
	tape_release(&tape);
	sampler_free(s);
	program_free(p);
}

static const char cell[] = "plumb 1 {entry \"main\"}\nglobal m : [bv8]bv8\nprocedure main() {\n var i : bv8\nentry:\n"
			   " havoc i {id 1};\n assume eq(m[i], 99bv8);\n return;\n}\n";

static void test_repair_cell(void)
{
	struct program *p = program_of(cell);
	struct sampler *s = sampler_new(p, unlimited);
	struct tape tape = { 0 };
	uint32_t drawn = 0, tries = 0;
	struct tape_source source = { draw_seven, &drawn };
	const struct run_result *r = sampler_follow(s, &tape, &source, SAMPLE_SHORT, NULL);
	is_int(r->end, RUN_BLOCKED, "a cell is not what is assumed of it");
	for (; r->end == RUN_BLOCKED && tries < 50; tries++) {
		if (!repair_tape(&tape, sampler_run(s), r->statement, &source, pattern_draw(5, tries)))
			break;
		r = sampler_follow(s, &tape, &source, SAMPLE_SHORT, NULL);
	}
	is_int(r->end, RUN_RETURNED, "repaired, it is");
	tape_release(&tape);
	sampler_free(s);
	program_free(p);
}

/* Two calls of one procedure, with a branch that depends on what is read. */
static const char twice[] =
	"plumb 1 {entry \"main\"}\nprocedure main() {\nentry:\n call f();\n call f();\n return;\n}\n"
	"procedure f() {\n var x : bv32\nentry:\n havoc x {id 1};\n"
	" branch eq(bvadd(x, 1bv32), 4660bv32), a, b;\na:\n assert not(eq(x, 3bv32));\n return;\n"
	"b:\n return;\n}\n";

static void note(void *context, const struct run *run, const struct procedure *proc, const struct block *block,
		 uint32_t target)
{
	coverage_note(context, run, proc, block, target);
}

static void test_coverage(void)
{
	struct program *p = program_of(twice);
	struct sampler *s = sampler_new(p, unlimited);
	struct coverage *c = coverage_new(p);
	struct sample_watcher watcher = { .context = c, .branch = note };
	struct tape tape = { 0 };
	uint32_t drawn = 0;
	struct tape_source source = { draw_seven, &drawn };
	const struct procedure *f = p->procedures[1];
	sampler_follow(s, &tape, &source, SAMPLE_SHORT, &watcher);
	is_int(coverage_end(c, COVERAGE_NONE), NEWS_NONE, "what does not count is no news");
	sampler_follow(s, &tape, &source, SAMPLE_SHORT, &watcher);
	is_int(coverage_end(c, COVERAGE_WHOLE), NEWS_FIRST, "the first execution is news");
	ok(coverage_lacks(c, f, f->blocks[0]), "one side was not taken");
	sampler_follow(s, &tape, &source, SAMPLE_SHORT, &watcher);
	is_int(coverage_end(c, COVERAGE_WHOLE), NEWS_NONE, "the same again is not");
	tape.at[0].at[0].value = 4659;
	sampler_follow(s, &tape, &source, SAMPLE_SHORT, &watcher);
	is_int(coverage_end(c, COVERAGE_WHOLE), NEWS_FIRST, "another branch is");
	ok(!coverage_lacks(c, f, f->blocks[0]), "now both were taken");
	sampler_follow(s, &tape, &source, SAMPLE_SHORT, &watcher);
	ok(coverage_repeats(c), "the execution repeats it");
	tape.at[0].at[0].value = 1;
	tape.at[0].at[1].value = 4659;
	sampler_follow(s, &tape, &source, SAMPLE_SHORT, &watcher);
	ok(!coverage_repeats(c), "another one does not");
	sampler_follow(s, &tape, &source, SAMPLE_SHORT, &watcher);
	is_int(coverage_end(c, COVERAGE_WHOLE), NEWS_FIRST, "the same branch behind another call is news too");
	tape.at[0].at[1].value = 1;
	coverage_free(c);
	c = watcher.context = coverage_new(p);
	sampler_follow(s, &tape, &source, SAMPLE_SHORT, &watcher);
	is_int(coverage_end(c, COVERAGE_BLOCKED), NEWS_FIRST, "what an assumption ended is news");
	sampler_follow(s, &tape, &source, SAMPLE_SHORT, &watcher);
	is_int(coverage_end(c, COVERAGE_BLOCKED), NEWS_NONE, "once");
	sampler_follow(s, &tape, &source, SAMPLE_SHORT, &watcher);
	is_int(coverage_end(c, COVERAGE_WHOLE), NEWS_FIRST, "and again when none did");
	tape_release(&tape);
	coverage_free(c);
	sampler_free(s);
	program_free(p);
}

static const char text[] =
	"plumb 1 {entry \"main\"}\nprocedure main() {\n var x : bv32\n var m : [bv64]bv8\n var c : bv8\n"
	"entry:\n havoc m {id 1};\n c := m[0bv64];\n x := concat(0bv24, c);\n"
	" branch eq(x, 35bv32), a, b;\na:\n return;\nb:\n return;\n}\n";

static void test_comparisons(void)
{
	struct program *p = program_of(text);
	struct sampler *s = sampler_new(p, unlimited);
	struct tape tape = { 0 };
	uint32_t drawn = 0;
	struct tape_source source = { draw_seven, &drawn };
	struct ranges ranges = { 0 };
	struct mood mood = mood_draw(sampler_constants(s), 1);
	struct compared c = { .tape = &tape };
	struct sample_watcher watcher = { .context = &c, .branch = note_comparisons };
	sampler_follow(s, &tape, &source, SAMPLE_SHORT, &watcher);
	is_int(c.comparisons.all.count, 1, "a cell was compared with a constant");
	ok(c.comparisons.all.count == 1 && c.comparisons.all.at[0].from == 7 && c.comparisons.all.at[0].to == 35,
	   "which ones");
	bool met = false, same = true;
	for (uint64_t i = 0; i < 50; i++) {
		struct tape one = tape_copy(&tape), two = tape_copy(&tape);
		struct mutation m = { &c.comparisons, &tape, 0, &mood, &source, &ranges, i };
		mutation_apply(&one, &m);
		mutation_apply(&two, &m);
		met = met || (one.at[1].count && one.at[1].at[0].value == 35);
		same = same && one.at[1].count == two.at[1].count &&
		       (!one.at[1].count || one.at[1].at[0].value == two.at[1].at[0].value);
		tape_release(&one);
		tape_release(&two);
	}
	ok(met, "the constant is put in place of the cell");
	ok(same, "the same changes each time");
	comparisons_release(&c.comparisons);
	tape_release(&tape);
	ranges_release(&ranges);
	sampler_free(s);
	program_free(p);
}

static void test_mood(void)
{
	struct program *p = program_of(text);
	struct sampler *s = sampler_new(p, unlimited);
	const struct pattern_constants *k = sampler_constants(s);
	char number[MOOD_DIGITS];
	number[mood_decimal(UINT32_MAX, 32, true, number)] = 0;
	is_str(number, "-1", "a signed number");
	number[mood_decimal(UINT32_MAX, 32, false, number)] = 0;
	is_str(number, "4294967295", "one that is not");
	struct mood m = mood_draw(k, 2);
	uint32_t seen = 0;
	bool known[256] = { false };
	for (uint64_t i = 0; i < 300; i++) {
		uint8_t c = (uint8_t)mood_value(&m, 8, true, pattern_draw(9, i));
		seen += !known[c];
		known[c] = true;
	}
	is_int(m.letters, 2, "a mood with two letters");
	ok(seen <= 2, "texts consist of its letters");
	sampler_free(s);
	program_free(p);
}

int main(void)
{
	test_tape();
	test_pointers();
	test_watched();
	test_ranges();
	test_find();
	test_bytes();
	test_computed();
	test_counted();
	test_repair();
	test_repair_cell();
	test_coverage();
	test_comparisons();
	test_mood();
	return done_testing();
}

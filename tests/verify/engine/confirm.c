/* Invariants are believed when they are right, and never when they are wrong: each way to be wrong is planted. */
#include "confirm.h"

#include "engine_task.h"

/* Two variables that are switched together; never both on. An object has a cell that counts. */
static const char machine[] =
	"plumb 1 {entry \"main\"} {pointer 8} {object 32} {first_fresh 1}\n"
	"global M : [bv40]bv8\n"
	"procedure main() {\n"
	" var a : bv8\n var b : bv8\n var o : bv32\n var p : bv32\n var c : bool\n"
	"entry:\n a := 0bv8;\n b := 1bv8;\n fresh o;\n M := M[concat(o, 0bv8) := 0bv8];\n goto head;\n"
	"head:\n havoc c;\n fresh p;\n M := M[concat(p, 0bv8) := 7bv8];\n"
	" assert not(eq(a, b));\n assert bvult(M[concat(o, 0bv8)], 3bv8);\n branch c, turn, head;\n"
	"turn:\n a := b;\n b := bvsub(1bv8, a);\n"
	" M := M[concat(o, 0bv8) := extract(7, 0, zext(16, a))];\n goto head;\n"
	"}\n";

struct trial {
	struct setup setup;
	struct program *program;
	struct stretch_invariant invariant;
	struct bank *bank;
	term a, b, cell; /* of the object made at the beginning */
	struct variable *object;
};

static void begin(struct trial *t, const char *text)
{
	*t = (struct trial){ 0 };
	setup(&t->setup, text);
	t->program = program_of(text);
	t->bank = t->program->bank;
	objects_first(t->program);
	struct procedure *main = t->program->entry;
	for (uint32_t i = 0; i < main->block_count; i++)
		if (!strcmp(main->blocks[i]->name, "head"))
			t->invariant.block = main->blocks[i];
	t->a = procedure_variable(main, "a")->term;
	t->b = procedure_variable(main, "b")->term;
	t->object = main->blocks[0]->statements[0].target;
	t->cell = term_select(t->bank, program_global(t->program, "M")->term,
			      term_concat(t->bank, t->object->term, term_bv(t->bank, 8, 0)));
}

static void say(struct trial *t, term condition)
{
	vec_push(&t->invariant.conditions, condition);
}

static term number(struct trial *t, uint64_t n)
{
	return term_bv(t->bank, 8, n);
}

static term below(struct trial *t, term x, uint64_t n)
{
	return term_binary(t->bank, OP_BVULT, x, number(t, n));
}

/* The answer. */
static bool end(struct trial *t)
{
	bool good = invariants_confirm(&t->setup.task, &t->setup.outcome, t->program, &t->invariant, 1);
	vec_free(&t->invariant.conditions);
	vec_free(&t->invariant.values);
	program_free(t->program);
	release(&t->setup);
	return good;
}

/* What is true at the head. */
static void say_all(struct trial *t)
{
	say(t, term_eq(t->bank, t->b, term_binary(t->bank, OP_BVSUB, number(t, 1), t->a)));
	say(t, below(t, t->a, 2));
	say(t, below(t, t->cell, 2));
	say(t, term_eq(t->bank, procedure_variable(t->program->entry, "o")->term, t->object->term));
}

static void test_right(void)
{
	struct trial t;
	begin(&t, machine);
	say_all(&t);
	ok(end(&t), "a right invariant is confirmed");
}

static void test_wrong(void)
{
	struct trial t;
	begin(&t, machine);
	say_all(&t);
	say(&t, term_eq(t.bank, t.a, number(&t, 1)));
	ok(!end(&t), "not what is false at the beginning");
	begin(&t, machine);
	say_all(&t);
	say(&t, term_eq(t.bank, t.a, number(&t, 0)));
	ok(!end(&t), "not what an iteration makes false");
	begin(&t, machine);
	ok(!end(&t), "not what is too weak for the assertions");
	begin(&t, machine);
	say(&t, term_not(t.bank, term_eq(t.bank, t.a, t.b)));
	say(&t, below(&t, t.cell, 2));
	ok(!end(&t), "not what is true but not closed under iterations");
	begin(&t, machine);
	say(&t, term_false(t.bank));
	ok(!end(&t), "not what says that the head is not reached");
	begin(&t, machine);
	say_all(&t);
	vec_push(&t.invariant.values,
		 (struct stretch_value){ procedure_variable(t.program->entry, "a"), 0, number(&t, 0) });
	ok(!end(&t), "not a value that changes");
	begin(&t, machine);
	say(&t, term_eq(t.bank, t.b, term_binary(t.bank, OP_BVSUB, number(&t, 1), t.a)));
	say(&t, below(&t, t.a, 2));
	say(&t, below(&t, t.cell, 2));
	ok(!end(&t), "not when it is not known which object a variable holds");
	begin(&t, machine);
	say_all(&t);
	t.invariant.block = procedure_add_block(t.program->entry, "elsewhere");
	block_return(t.invariant.block);
	ok(!end(&t), "not where a cycle has no invariant");
}

/* Objects are told apart by nothing but being the same. */
static void test_identities(void)
{
	struct trial t;
	begin(&t, machine);
	say_all(&t);
	say(&t, term_eq(t.bank, t.object->term, term_bv(t.bank, 32, 1)));
	ok(!end(&t), "no invariant says which number an object has");
	begin(&t, machine);
	say_all(&t);
	vec_push(&t.invariant.values, (struct stretch_value){ t.object, 0, term_bv(t.bank, 32, 1) });
	ok(!end(&t), "nor sets it");
	begin(&t, machine);
	say_all(&t);
	struct statement *s = block_add(t.program, t.program->entry->blocks[2], STATEMENT_HAVOC);
	s->target = t.object;
	ok(!end(&t), "what holds an object is assigned once");
}

/* The assertion is violated: whatever is said, some part of it is not confirmed. */
static void test_violated(void)
{
	struct trial t;
	for (int n = 0; n < 2; n++) {
		begin(&t, "plumb 1 {entry \"main\"} {pointer 8} {object 32} {first_fresh 1}\n"
			  "global M : [bv40]bv8\n"
			  "procedure main() {\n var a : bv8\n var b : bv8\n var o : bv32\n"
			  "entry:\n a := 0bv8;\n b := 0bv8;\n fresh o;\n goto head;\n"
			  "head:\n assert bvult(a, 9bv8);\n a := bvadd(a, 1bv8);\n goto head;\n}\n");
		say(&t, below(&t, t.a, n ? 9 : 10));
		ok(!end(&t), "what is violated is not proved (%d)", n);
	}
}

int main(void)
{
	test_right();
	test_wrong();
	test_identities();
	test_violated();
	return done_testing();
}

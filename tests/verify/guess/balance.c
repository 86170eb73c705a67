/* A global is replaced by a sum that it is in: random programs, before and after, are executed with the same inputs. */
#include "balance.h"

#include "program_text.h"
#include "run.h"

enum { PROGRAMS = 400, GLOBALS = 4, STATEMENTS = 7 };

static uint64_t state;

static uint32_t below(uint32_t n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(state >> 33) % n;
}

static const char *number_text(char *at, size_t size, uint32_t width, uint32_t depth)
{
	char a[600], b[600];
	static const char *const binary[] = { "bvadd", "bvsub", "bvmul", "bvand" };
	uint32_t kind = below(depth ? 7 : 3);
	if (kind < 2)
		snprintf(at, size, "g%u", below(GLOBALS));
	else if (kind == 2)
		snprintf(at, size, "%ubv%u", below(100), width);
	else if (kind < 6)
		snprintf(at, size, "%s(%s, %s)", binary[below(4)], number_text(a, sizeof a / 3, width, depth - 1),
			 number_text(b, sizeof b / 3, width, depth - 1));
	else
		snprintf(at, size, "ite(bvult(g%u, g%u), %s, %s)", below(GLOBALS), below(GLOBALS),
			 number_text(a, sizeof a / 3, width, depth - 1),
			 number_text(b, sizeof b / 3, width, depth - 1));
	return at;
}

static void add_statement(char *text, size_t size, uint32_t width, bool calls)
{
	size_t n = strlen(text);
	char value[600];
	switch (below(calls ? 5 : 4)) {
	case 0:
		snprintf(text + n, size - n, " havoc g%u;\n",
			 1 + below(GLOBALS - 1)); /* g0 is replaced: any value is another one */
		break;
	case 1:
		snprintf(text + n, size - n, " assert or(bvult(g%u, g%u), not(eq(bvand(g%u, 7bv%u), 3bv%u)));\n",
			 below(GLOBALS), below(GLOBALS), below(GLOBALS), width, width);
		break;
	case 4:
		snprintf(text + n, size - n, " call g%u := f(%s);\n", below(GLOBALS),
			 number_text(value, sizeof value, width, 2));
		break;
	default:
		snprintf(text + n, size - n, " g%u := %s;\n", below(GLOBALS),
			 number_text(value, sizeof value, width, 2));
		break;
	}
}

static void add_body(char *text, size_t size, uint32_t width, bool calls)
{
	char value[600];
	for (int i = 0; i < STATEMENTS; i++)
		add_statement(text, size, width, calls);
	size_t n = strlen(text);
	snprintf(text + n, size - n, " branch bvult(%s, %ubv%u), then, else;\nthen:\n",
		 number_text(value, sizeof value, width, 1), below(200), width);
	for (int i = 0; i < 3; i++)
		add_statement(text, size, width, calls);
	n = strlen(text);
	snprintf(text + n, size - n, " goto else;\nelse:\n");
}

static struct program *random_program(uint32_t width)
{
	static char text[20000];
	snprintf(text, sizeof text, "plumb 1 {entry \"main\"} {pointer 64}\n");
	for (int i = 0; i < GLOBALS; i++)
		snprintf(text + strlen(text), sizeof text - strlen(text), "global g%d : bv%u\n", i, width);
	snprintf(text + strlen(text), sizeof text - strlen(text), "procedure main() {\nentry:\n");
	for (int i = 0; i < GLOBALS; i++)
		snprintf(text + strlen(text), sizeof text - strlen(text), " g%d := %ubv%u;\n", i, below(50), width);
	add_body(text, sizeof text, width, true);
	snprintf(text + strlen(text), sizeof text - strlen(text),
		 " return;\n}\nprocedure f(x : bv%u) returns (r : bv%u) {\nentry:\n", width, width);
	add_body(text, sizeof text, width, false);
	snprintf(text + strlen(text), sizeof text - strlen(text), " r := bvadd(x, g1);\n return;\n}\n");
	return program_of(text);
}

struct source {
	uint64_t state;
	uint32_t width;
};

static bool next_number(void *context, const struct run *run, const struct procedure *procedure,
			const struct statement *statement, struct value *out)
{
	struct source *s = context;
	(void)run, (void)procedure, (void)statement;
	s->state = s->state * 6364136223846793005u + 1442695040888963407u;
	*out = value_word(s->width, (s->state >> 40) & word_mask(s->width));
	return true;
}

struct end {
	enum run_end end;
	uint64_t globals[GLOBALS];
};

static struct end execute(struct program *p, uint64_t seed, uint32_t width)
{
	struct source source = { seed, width };
	struct run *run = run_new(p);
	struct run_options options = { .hooks = { .context = &source, .havoc = next_number } };
	struct end end = { .end = run_execute(run, &options)->end };
	for (uint32_t i = 0; i < GLOBALS; i++)
		end.globals[i] = run_value(run, p->globals[i])->word;
	run_free(run);
	return end;
}

/* What the balance is where the global is as it was, or not. */
static bool agrees(const struct balance *b, const struct end *before, const struct end *after)
{
	uint64_t sum = 0;
	bool same = before->end == after->end;
	for (uint32_t k = 0; k < b->count; k++)
		sum += b->factors[k] * before->globals[b->globals[k]];
	for (uint32_t i = 0; i < GLOBALS; i++)
		same &= i == b->globals[0] || before->globals[i] == after->globals[i];
	return same && after->globals[b->globals[0]] == (sum & word_mask(b->width));
}

static struct balance random_balance(uint32_t width)
{
	struct balance b = { .width = width, .count = 2 + below(GLOBALS - 1) };
	for (uint32_t k = 0; k < b.count; k++) {
		b.globals[k] = k;
		b.factors[k] = k ? (below(2) ? word_mask(width) : 1 + below(5)) : 1;
	}
	return b;
}

static void test_random(void)
{
	static const uint32_t widths[] = { 8, 32, 64 };
	uint32_t wrong = 0, replaced = 0, violated = 0;
	for (state = 1; state <= PROGRAMS; state++) {
		uint64_t seed = state;
		uint32_t width = widths[seed % 3];
		struct program *p = random_program(width);
		struct balance b = random_balance(width);
		struct end before = execute(p, seed, width);
		replaced += balance_replace(p, &b);
		struct end after = execute(p, seed, width);
		if (!agrees(&b, &before, &after) && ++wrong < 5)
			printf("# program %u\n", (unsigned)seed);
		violated += before.end == RUN_VIOLATED;
		program_free(p);
		state = seed;
	}
	is_int(wrong, 0, "%d random programs do the same", PROGRAMS);
	is_int(replaced, PROGRAMS, "each was changed");
	ok(violated > PROGRAMS / 20 && violated < PROGRAMS, "some violate an assertion");
}

static void test_identities(void)
{
	struct program *p = program_of("plumb 1 {entry \"main\"} {pointer 64}\nglobal g : bv32\nglobal h : bv32\n"
				       "procedure main() {\nentry:\n g := 1bv32;\n fresh h;\n return;\n}\n");
	struct balance b = { .width = 32, .count = 2, .globals = { 0, 1 }, .factors = { 1, 1 } };
	ok(!balance_replace(p, &b), "an identity is no number");
	is_int(p->procedures[0]->blocks[0]->statement_count, 2, "and nothing has changed");
	program_free(p);
}

/* seen - passed - dropped, as a change of 3 1 2, of 1 1 0, of 1 0 1 says; and one that is in all rows, of one number alone. */
static void test_find(void)
{
	struct program *p =
		program_of("plumb 1 {entry \"main\"} {pointer 64}\nglobal seen : bv32\nglobal passed : "
			   "bv32\nglobal dropped : bv32\n"
			   "global other : bv32\nprocedure main() {\nentry:\n call f(3bv32);\n return;\n}\n"
			   "procedure f(n : bv32) {\nentry:\n branch eq(n, 0bv32), last, more;\n"
			   "more:\n seen := bvadd(seen, 1bv32);\n passed := bvadd(passed, 1bv32);\n dropped "
			   ":= dropped;\n other := 5bv32;\n"
			   " call f(bvsub(n, 1bv32));\n return;\nlast:\n return;\n}\n");
	struct contracts contracts;
	contracts_begin(&contracts, p, NULL);
	is_int(contracts.list.count, 1, "f has a contract");
	static const uint64_t rows[][8] = { { 0, 0, 0, 5, 3, 1, 2, 5 },
					    { 7, 7, 7, 5, 8, 8, 7, 5 },
					    { 1, 9, 2, 5, 2, 9, 3, 5 } };
	struct observations seen = { 0 };
	for (uint32_t i = 0; i < 8; i++)
		vec_push(&seen.columns, ((struct column){ .value = p->globals[i % 4]->term,
							  .width = 32,
							  .result = i >= 4,
							  .global = p->globals[i % 4] }));
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		vec_push(&seen.list, ((struct observation){ .words = rows[i], .returned = true }));
	struct balances list = { 0 };
	balances_find(&contracts, &seen, &list);
	is_int(list.count, 1, "one balance");
	const struct balance *b = &list.at[0];
	ok(list.count && b->count == 3 && b->globals[0] == 0 && b->globals[1] == 1 && b->globals[2] == 2,
	   "of seen, passed and dropped");
	ok(list.count && b->factors[0] == 1 && b->factors[1] == UINT32_MAX && b->factors[2] == UINT32_MAX,
	   "seen - passed - dropped");
	vec_free(&list);
	vec_free(&seen.columns);
	vec_free(&seen.list);
	contracts_release(&contracts);
	program_free(p);
}

int main(void)
{
	test_random();
	test_identities();
	test_find();
	return done_testing();
}

/* Locals that hold nothing but what `fresh` gives, and what other objects may be stored to: what is proved of states of static objects, and
 * what must not be, also in a hurry, where facts of variables that grow are given up. */
#include "decide.h"
#include "interpret.h"
#include "ir.h"
#include "read.h"
#include "tap.h"

#include <string.h>

/* s has the states of objects. Of those below 10, which are static, 1 is looked at. */
#define HEAD                                                                   \
	"plumb 1 {entry \"main\"} {pointer 64} {object 32} {first_fresh 10}\n" \
	"global s : [bv32]bv8 {role \"state\"}\nglobal m : [bv96]bv96\n"
#define MAIN(body) \
	HEAD "procedure main() { var a : bv32 var c : bv32 var v : bv96 var w : bv96 var o : bool e: " body " }\n"
#define END                                                                                                         \
	"procedure end(r : bv96) { e: assume eq(s[extract(95, 64, r)], 3bv8); s := s[extract(95, 64, r) := 6bv8]; " \
	"return; }\n"
#define ANY_END "procedure end(r : bv96) { e: s := s[extract(95, 64, r) := 6bv8]; return; }\n"
#define NOTHING "procedure nothing() { e: return; }\n"
#define STATIC "s := s[1bv32 := 1bv8]; "
#define STAYS "assert eq(s[1bv32], 1bv8); "
#define LOOP(body) "goto l; l: havoc o; branch o, b, x; b: " body "goto l; x: "
/* END, of which nothing is known of the static object in one of its calls. */
#define CALLED_BEFORE "havoc o; branch o, n, k; n: havoc s; havoc w; call end(w); return; k: "

static const struct decided cases[] = {
	{ "a store to an object that was asked for its state, before a call",
	  MAIN(STATIC "havoc v; assume not(eq(v, 0bv96)); assume eq(s[extract(95, 64, v)], 3bv8); call nothing(); "
		      "s := s[extract(95, 64, v) := 6bv8]; " STAYS "return;") NOTHING,
	  "+" },
	{ "a store to one that may be in the same state",
	  MAIN(STATIC "havoc v; assume not(eq(v, 0bv96)); assume bvult(s[extract(95, 64, v)], 4bv8); call nothing(); "
		      "s := s[extract(95, 64, v) := 6bv8]; " STAYS "return;") NOTHING,
	  "?" },
	{ "a callee that ends what is in another state, where another caller knows nothing of the static object",
	  MAIN(CALLED_BEFORE STATIC "havoc v; call end(v); " STAYS "return;") END, "+" },
	{ "a callee that ends anything", MAIN(CALLED_BEFORE STATIC "havoc v; call end(v); " STAYS "return;") ANY_END,
	  "?" },
	{ "a callee that ends what is in this state",
	  MAIN(CALLED_BEFORE "s := s[1bv32 := 3bv8]; havoc v; call end(v); assert eq(s[1bv32], 3bv8); return;") END,
	  "?" },
};

/* The same in a hurry. */
static const struct decided hurried[] = {
	{ "the end of a local that a loop makes",
	  MAIN(STATIC "a := 0bv32; " LOOP("fresh a; s := s[a := 2bv8]; ") "s := s[a := 5bv8]; " STAYS "return;"), "+" },
	{ "of one of two declarations",
	  MAIN(STATIC "a := 0bv32; " LOOP(
		  "havoc o; branch o, p, q; p: fresh a; goto r; q: fresh a; goto r; r: ") "s := s[a := 5bv8]; " STAYS
											  "return;"),
	  "+" },
	{ "of one that may be something else",
	  MAIN(STATIC "a := 0bv32; " LOOP("fresh a; s := s[a := 2bv8]; havoc o; branch o, p, q; p: havoc a; goto q; "
					  "q: ") "s := s[a := 5bv8]; " STAYS "return;"),
	  "?" },
	{ "of one that may be the static object",
	  MAIN(STATIC "a := 1bv32; " LOOP("fresh a; s := s[a := 2bv8]; ") "s := s[a := 5bv8]; " STAYS "return;"), "?" },
	{ "of one that may not have been made",
	  MAIN(STATIC LOOP("fresh a; s := s[a := 2bv8]; ") "s := s[a := 5bv8]; " STAYS "return;"), "?" },
	{ "a pointer that walks over an array: its object, but not where in it",
	  MAIN("v := concat(1bv32, 0bv64); " LOOP("v := concat(extract(95, 64, v), bvadd(extract(63, 0, v), "
						  "8bv64)); ") "assert eq(extract(95, 64, v), 1bv32); "
							       "assert eq(extract(63, 0, v), 0bv64); return;"),
	  "+?" },
	{ "it is one of those",
	  MAIN("a := 0bv32; " LOOP("fresh a; ") "assert not(eq(a, 1bv32)); assert not(eq(a, 0bv32)); return;"), "+?" },
};

#define MAY_END                                                                                   \
	MAIN("s := s[1bv32 := 3bv8]; call check(); s := s[1bv32 := 6bv8]; call check(); return;") \
	"procedure check() { e: assert not(eq(s[1bv32], 4bv8)); return; }\n"

static const struct decided may_end = { "an object that may have ended, in some haste: it is alive or freed", MAY_END,
					"+" };
static const struct decided given_up = { "in most haste nothing is known of it", MAY_END, "?" };

static enum haste hasten(void *context)
{
	const enum haste *haste = context;
	return *haste;
}

struct marks {
	char at[DECIDE_MOST];
	unsigned count;
};

static void visit(void *context, struct place *places, unsigned count, struct procedure *proc, struct block *b,
		  struct statement *s)
{
	struct marks *marks = context;
	(void)proc;
	(void)b;
	if (!s || s->kind != STATEMENT_ASSERT)
		return;
	unsigned may = 0;
	for (unsigned i = 0; i < count; i++)
		may |= place_decide(&places[i], s->term);
	marks->at[marks->count++] = may == NUMBER_MAY_HOLD ? '+' : '?';
}

static void decide_hurried(const struct decided *c, enum haste haste)
{
	struct diagnostics diags;
	diagnostics_init(&diags);
	struct program *p = program_read_text(c->what, c->text, strlen(c->text), &diags);
	struct marks marks = { 0 };
	struct interpretation *i = interpret(p, &(struct interpret_options){ .haste = hasten, .context = &haste });
	ok(i && interpretation_visit(i, visit, &marks), "%s: it ends", c->what);
	is_str(marks.at, c->wanted, "%s", c->what);
	interpretation_free(i);
	program_free(p);
	diagnostics_release(&diags);
}

int main(void)
{
	decide_all(cases, sizeof cases / sizeof *cases);
	for (size_t i = 0; i < sizeof hurried / sizeof *hurried; i++)
		decide_hurried(&hurried[i], HASTE_MOST);
	decide_hurried(&may_end, HASTE_SOME);
	decide_hurried(&given_up, HASTE_MOST);
	return done_testing();
}

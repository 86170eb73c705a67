/* The table of passes and the wrapper that runs them. */
#include "pass.h"

#include <string.h>

#include "cfg.h"
#include "clock.h"
#include "iterate.h"
#include "list.h"
#include "number.h"
#include "read.h"
#include "validate.h"
#include "write.h"

enum stage { STAGE_EXPLICIT, STAGE_SIMPLIFY, STAGE_INTERPRET, STAGE_UNMARK, STAGE_FINISH, STAGE_REQUEST };

static const struct entry {
	const struct pass *pass;
	enum stage stage;
} table[] = {
#define PASS(name, stage) { &pass_##name, STAGE_##stage },
#include "passes.def"
#undef PASS
};
enum { PASS_COUNT = sizeof table / sizeof *table };
_Static_assert(PASS_COUNT <= sizeof((struct pass_list *)0)->passes / sizeof(struct pass *),
	       "any list has room for all");

/* A repeated list that has not settled after so many rounds is a bug: each pass only ever removes. */
enum { MAX_ROUNDS = 1000 };

size_t passes_count(void)
{
	return PASS_COUNT;
}

const struct pass *pass_at(size_t i)
{
	return table[i].pass;
}

const struct pass *pass_find(const char *name, size_t length)
{
	for (size_t i = 0; i < PASS_COUNT; i++)
		if (strlen(table[i].pass->name) == length && !memcmp(table[i].pass->name, name, length))
			return table[i].pass;
	return NULL;
}

static struct pass_list list_of(enum stage stage)
{
	struct pass_list list = { 0 };
	for (size_t i = 0; i < PASS_COUNT; i++)
		if (table[i].stage == stage)
			list.passes[list.count++] = table[i].pass;
	return list;
}

struct pass_list passes_default(void)
{
	struct pass_list list = list_of(STAGE_SIMPLIFY);
	list.repeat = true;
	return list;
}

bool passes_parse(const char *names, struct pass_list *list, struct diagnostics *diags)
{
	*list = (struct pass_list){ 0 };
	struct list_name name;
	for (const char *rest = list_begin(names); list_next(&rest, &name);) {
		const struct pass *pass = pass_find(name.at, name.length);
		if (!pass)
			diagnose(diags, DIAG_USAGE, (struct location){ 0 }, "no such pass: %.*s", (int)name.length,
				 name.at);
		else if (list->count == sizeof list->passes / sizeof *list->passes)
			diagnose(diags, DIAG_USAGE, (struct location){ 0 }, "more than %zu passes", list->count);
		else
			list->passes[list->count++] = pass;
		if (diags->errors)
			return false;
	}
	return true;
}

/* --- facts --- */

static bool is_acyclic(const struct program *p)
{
	for (uint32_t i = 0; i < p->procedure_count; i++) {
		struct cfg *cfg = cfg_new(p->procedures[i]);
		bool acyclic = cfg_is_acyclic(cfg);
		cfg_free(cfg);
		if (!acyclic)
			return false;
	}
	return true;
}

static bool block_numbered(const struct block *b)
{
	for (uint32_t i = 0; i < b->statement_count; i++) {
		const struct statement *s = &b->statements[i];
		bool choice = s->kind == STATEMENT_HAVOC || s->kind == STATEMENT_FRESH;
		if (choice && !attribute_find(s->attributes, ATTRIBUTE_ID))
			return false;
	}
	const struct terminator *t = &b->terminator;
	return t->kind != TERMINATOR_GOTO || t->target_count == 1 || attribute_find(t->attributes, ATTRIBUTE_ID);
}

static bool is_numbered(const struct program *p)
{
	program_for_each_block(p, at)
		if (!block_numbered(at.block))
			return false;
	return true;
}

bool program_holds(const struct program *p, unsigned facts)
{
	return (!(facts & FACT_ACYCLIC) || is_acyclic(p)) && (!(facts & FACT_NUMBERED) || is_numbered(p));
}

/* --- running --- */

static void dump(const struct program *p, const struct pass_options *options, const char *list, const char *when,
		 const struct pass *pass)
{
	if (!options->print || !(list_has(list, pass->name) || list_has(list, "all")))
		return;
	output_format(options->print, "// %s %s\n", when, pass->name);
	program_write(p, options->print);
}

static void blame(struct diagnostics *diags, const struct pass *pass, const char *what)
{
	diagnose(diags, DIAG_INTERNAL, (struct location){ 0 }, "pass %s: %s", pass->name, what);
}

/* Faults that the validator or the reader found become bugs of the pass. */
static void blame_all(struct diagnostics *diags, const struct pass *pass, const struct diagnostics *found)
{
	for (size_t i = 0; i < found->list.count; i++)
		blame(diags, pass, found->list.at[i].text);
}

/* Writes and reads: NULL (and faults in `found`) if what is written is no program. */
static struct program *round_trip(const struct program *p, const char *name, struct output *out,
				  struct diagnostics *found)
{
	size_t length;
	program_write(p, out);
	const char *text = output_text(out, &length);
	return program_read_text(name, text, length, found);
}

static bool same_text(struct output *a, struct output *b)
{
	size_t length_a, length_b;
	const char *text_a = output_text(a, &length_a), *text_b = output_text(b, &length_b);
	return length_a == length_b && !memcmp(text_a, text_b, length_a);
}

/* What is written is a program, and canonical once it was read. */
static bool check_round_trip(const struct program *p, const struct pass *pass, struct diagnostics *diags)
{
	struct diagnostics found;
	diagnostics_init(&found);
	struct output *texts[3] = { output_memory(), output_memory(), output_memory() };
	struct program *once = round_trip(p, pass->name, texts[0], &found);
	struct program *twice = once ? round_trip(once, pass->name, texts[1], &found) : NULL;
	if (twice)
		program_write(twice, texts[2]);
	bool good = twice && same_text(texts[1], texts[2]);
	if (twice && !good)
		blame(diags, pass, "its result has no canonical form");
	blame_all(diags, pass, &found);
	program_free(once);
	program_free(twice);
	for (int i = 0; i < 3; i++)
		output_abandon(texts[i]);
	diagnostics_release(&found);
	return good;
}

static bool check_after(const struct program *p, const struct pass *pass, unsigned kept, struct diagnostics *diags)
{
	struct diagnostics found;
	diagnostics_init(&found);
	bool valid = program_validate(p, pass->name, &found);
	blame_all(diags, pass, &found);
	diagnostics_release(&found);
	if (!valid)
		return false;
	if (!program_holds(p, kept)) {
		blame(diags, pass, "a fact that it keeps does not hold any more");
		return false;
	}
	return check_round_trip(p, pass, diags);
}

static unsigned facts_of(const struct program *p)
{
	return (is_acyclic(p) ? FACT_ACYCLIC : 0) | (is_numbered(p) ? FACT_NUMBERED : 0);
}

static void record(const struct pass_options *options, const struct pass *pass, bool changed, double seconds)
{
	if (!options->report)
		return;
	size_t i = 0;
	while (i < PASS_COUNT && table[i].pass != pass)
		i++;
	if (i == PASS_COUNT)
		return;
	struct pass_report *r = &options->report[i];
	r->name = pass->name;
	r->runs++;
	r->changes += changed;
	r->seconds += seconds;
}

/* The list never settles. */
static void blame_list(struct diagnostics *diags, const struct pass_list *list)
{
	struct output *names = output_memory();
	for (size_t i = 0; i < list->count; i++)
		output_format(names, "%s%s", i ? "," : "", list->passes[i]->name);
	size_t length;
	const char *text = output_text(names, &length);
	diagnose(diags, DIAG_INTERNAL, (struct location){ 0 }, "passes %.*s: still a change after %d rounds",
		 (int)length, text, MAX_ROUNDS);
	output_abandon(names);
}

/* The wrapper: every pass opens and closes in the same way. False on an error. */
static bool run_pass(struct program *p, const struct pass *pass, const struct pass_options *options,
		     struct diagnostics *diags, bool *changed)
{
	if (pass->needs & FACT_NUMBERED)
		*changed |= program_number(p);
	unsigned kept = options->verify_each ? facts_of(p) & pass->keeps : 0;
	unsigned errors = diags->errors;
	dump(p, options, options->print_before, "before", pass);
	double start = clock_now();
	profile_enter(options->profile, pass->name);
	bool did = pass->run(p, options, diags);
	profile_leave(options->profile);
	record(options, pass, did, clock_now() - start);
	*changed |= did;
	if (did && options->lessened)
		options->lessened(options->lessened_context, p, pass);
	dump(p, options, options->print_after, "after", pass);
	if (diags->errors > errors)
		return false;
	return !options->verify_each || check_after(p, pass, kept, diags);
}

static bool run_round(struct program *p, const struct pass_list *list, const struct pass_options *options,
		      struct diagnostics *diags, bool *changed, bool *stopped)
{
	for (size_t i = 0; i < list->count && !*stopped; i++) {
		if (list_has(options->disable, list->passes[i]->name))
			continue;
		if (!run_pass(p, list->passes[i], options, diags, changed))
			return false;
		*stopped = options->stop && options->stop(options->stop_context);
	}
	return true;
}

bool passes_run(struct program *p, const struct pass_list *list, const struct pass_options *options,
		struct diagnostics *diags, bool *changed)
{
	bool any = false, again, stopped = false;
	unsigned rounds = 0;
	do {
		again = false;
		if (!run_round(p, list, options, diags, &again, &stopped))
			return false;
		any |= again;
	} while (list->repeat && again && !stopped && ++rounds < MAX_ROUNDS);
	if (changed)
		*changed = any;
	if (rounds == MAX_ROUNDS)
		blame_list(diags, list);
	return rounds < MAX_ROUNDS;
}

void passes_number(struct program *p)
{
	struct pass_options options = { 0 };
	program_number(p);
	if (pass_uninitialised.run(p, &options, NULL))
		program_number(p);
}

uint32_t program_open_count(const struct program *p)
{
	uint32_t count = 0;
	program_for_each_statement(p, at)
		count += at.statement->kind == STATEMENT_ASSERT && !term_is_true(p->bank, at.statement->term);
	return count;
}

void program_forget_held(struct program *p)
{
	for (uint32_t g = 0; g < p->global_count; g++)
		p->globals[g]->attributes = attribute_remove(p, p->globals[g]->attributes, ATTRIBUTE_HOLDS);
}

bool program_is_large(const struct program *p)
{
	enum { LARGE_SIZE = 20000 };
	uint64_t statements = 0;
	program_for_each_block(p, at)
		statements += at.block->statement_count;
	return statements > LARGE_SIZE;
}

/* A list, and the default list behind it if it changes anything. */
static bool run_and_simplify(struct program *p, enum stage stage, const struct pass_options *options,
			     struct diagnostics *diags)
{
	struct pass_list list = list_of(stage), simplify = passes_default();
	bool changed = false;
	return passes_run(p, &list, options, diags, &changed) &&
	       (!changed || passes_run(p, &simplify, options, diags, NULL));
}

struct measure {
	uint64_t calls, open;
};

static struct measure measure(const struct program *p)
{
	struct measure m = { .open = program_open_count(p) };
	program_for_each_statement(p, at)
		m.calls += at.statement->kind == STATEMENT_CALL;
	return m;
}

/* Twice, if the first time proves something or cuts a call: fewer calls and ways lead to the rest then, of which more is proved. Of a large program
 * the first time is rough, as both together take less time then than one alone in full; that may cost relations that come from what
 * is cut, and so does not pay elsewhere. */
static bool interpret_twice(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	struct pass_options first = *options;
	struct measure before = measure(p);
	first.rough = program_is_large(p);
	if (!run_and_simplify(p, STAGE_INTERPRET, &first, diags))
		return false;
	struct measure left = measure(p);
	bool hurries = options->haste && options->haste(options->haste_context);
	bool pays = first.rough || (!hurries && (left.open < before.open || left.calls < before.calls));
	return !left.open || !pays || run_and_simplify(p, STAGE_INTERPRET, options, diags);
}

bool passes_interpret(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	struct pass_list simplify = passes_default(), explicit = list_of(STAGE_EXPLICIT);
	return passes_run(p, &explicit, options, diags, NULL) && passes_run(p, &simplify, options, diags, NULL) &&
	       interpret_twice(p, options, diags) && run_and_simplify(p, STAGE_UNMARK, options, diags);
}

bool passes_finish(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	struct pass_list finish = list_of(STAGE_FINISH);
	return passes_run(p, &finish, options, diags, NULL);
}

bool passes_prepare(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	return passes_interpret(p, options, diags) && passes_finish(p, options, diags);
}

#include "decide.h"

#include <string.h>

#include "interpret.h"
#include "ir.h"
#include "read.h"

struct seen {
	char *marks;
	const struct statement **assertions;
	size_t count;
};

static unsigned of_all(struct place *places, unsigned count, term condition)
{
	unsigned may = 0;
	for (unsigned i = 0; i < count; i++)
		may |= place_decide(&places[i], condition);
	return may;
}

static void visit(void *context, struct place *places, unsigned count, struct procedure *proc, struct block *b,
		  struct statement *s)
{
	struct seen *seen = context;
	(void)proc;
	(void)b;
	for (size_t i = 0; s && i < seen->count; i++)
		if (seen->assertions[i] == s && seen->marks[i] != '?') /* in any context */
			seen->marks[i] = of_all(places, count, s->term) == NUMBER_MAY_HOLD ? '+' : '?';
}

static void collect(const struct program *p, struct seen *seen)
{
	for (uint32_t i = 0; i < p->procedure_count; i++)
		for (uint32_t k = 0; k < p->procedures[i]->block_count; k++)
			for (uint32_t n = 0; n < p->procedures[i]->blocks[k]->statement_count; n++) {
				const struct statement *s = &p->procedures[i]->blocks[k]->statements[n];
				if (s->kind == STATEMENT_ASSERT)
					seen->assertions[seen->count++] = s;
			}
	memset(seen->marks, '-', seen->count);
	seen->marks[seen->count] = '\0';
}

void decide(const char *name, const char *text, char marks[DECIDE_MOST])
{
	struct diagnostics diags;
	diagnostics_init(&diags);
	struct program *p = program_read_text("test", text, strlen(text), &diags);
	diagnostics_print(&diags, name, stdout);
	diagnostics_release(&diags);
	const struct statement *assertions[DECIDE_MOST];
	struct seen seen = { marks, assertions, 0 };
	struct interpret_options how = { 0 };
	collect(p, &seen);
	struct interpretation *i = interpret(p, &how);
	if (!interpretation_visit(i, visit, &seen))
		printf("Bail out! %s: not all is known\n", name);
	interpretation_free(i);
	program_free(p);
}

/* What tests of verify's rooms share: programs from text, and inputs from text. */
#ifndef PROGRAM_TEXT_H
#define PROGRAM_TEXT_H

#include <stdlib.h>

#include "inputs.h"
#include "number.h"
#include "read.h"
#include "tap.h"

/* Never NULL: a test with a faulty program ends. */
__attribute__((unused)) static struct program *program_of(const char *text)
{
	struct diagnostics diags;
	diagnostics_init(&diags);
	struct program *p = program_read_text("test", text, strlen(text), &diags);
	diagnostics_print(&diags, "test", stderr);
	diagnostics_release(&diags);
	if (!p)
		exit(1);
	program_number(p);
	return p;
}

__attribute__((unused)) static struct inputs *inputs_of(const char *text)
{
	struct diagnostics diags;
	diagnostics_init(&diags);
	struct inputs *inputs = inputs_read("test", text, strlen(text), &diags);
	diagnostics_print(&diags, "test", stderr);
	diagnostics_release(&diags);
	if (!inputs)
		exit(1);
	return inputs;
}

/* Assertion number n of the program, in the order of its text. */
__attribute__((unused)) static const struct statement *assertion_of(const struct program *p, uint32_t n)
{
	for (uint32_t i = 0; i < p->procedure_count; i++)
		for (uint32_t b = 0; b < p->procedures[i]->block_count; b++)
			for (uint32_t s = 0; s < p->procedures[i]->blocks[b]->statement_count; s++)
				if (p->procedures[i]->blocks[b]->statements[s].kind == STATEMENT_ASSERT && !n--)
					return &p->procedures[i]->blocks[b]->statements[s];
	return NULL;
}

#endif

/* All blocks or statements of a program, in the order of its text:
 *
 *     program_for_each_statement(p, at)
 *             use(at.procedure, at.block, at.statement);
 *
 * `at` is a struct program_at of the loop. `break` ends it. What comes after the statement or block at hand may change
 * meanwhile, and is then visited as it has become. */
#ifndef PLUMB_ITERATE_H
#define PLUMB_ITERATE_H

#include "ir.h"

struct program_at {
	struct procedure *procedure;
	struct block *block;
	struct statement *statement;             /* program_for_each_statement only */
	uint32_t procedures, blocks, statements; /* visited: of the program, the procedure, the block */
};

static inline bool program_next_block(const struct program *p, struct program_at *at)
{
	while (!at->procedure || at->blocks == at->procedure->block_count) {
		if (at->procedures == p->procedure_count)
			return false;
		at->procedure = p->procedures[at->procedures++];
		at->blocks = 0;
	}
	at->block = at->procedure->blocks[at->blocks++];
	at->statements = 0;
	return true;
}

static inline bool program_next_statement(const struct program *p, struct program_at *at)
{
	while (!at->block || at->statements >= at->block->statement_count)
		if (!program_next_block(p, at))
			return false;
	at->statement = &at->block->statements[at->statements++];
	return true;
}

#define program_for_each_block(p, at) for (struct program_at at = { 0 }; program_next_block((p), &at);)
#define program_for_each_statement(p, at) for (struct program_at at = { 0 }; program_next_statement((p), &at);)

#endif

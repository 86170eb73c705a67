/* Which identities `fresh` has given, and at which site: a map that the cut program keeps. */
#include "cut_parts.h"

#include <string.h>

#include "statement.h"

static uint32_t fresh_width(const struct program *p)
{
	uint32_t width = 0;
	for (uint32_t i = 0; i < p->procedure_count; i++)
		for (uint32_t b = 0; b < p->procedures[i]->block_count; b++)
			for (uint32_t s = 0; s < p->procedures[i]->blocks[b]->statement_count; s++) {
				const struct statement *st = &p->procedures[i]->blocks[b]->statements[s];
				uint32_t w = st->kind == STATEMENT_FRESH ? sort_width(p->bank, st->target->sort) : 0;
				if (w && width && w != width)
					return 0;
				width = w ? w : width;
			}
	return width;
}

/* fresh x => fresh x; assume given[x] = 0; given[x] := site */
static void note_given(struct cut *cut, struct block *b, uint32_t s, uint32_t site)
{
	struct program *p = cut->program;
	term x = b->statements[s].target->term;
	struct statement *assumed = block_insert(p, b, s + 1, STATEMENT_ASSUME);
	assumed->term = term_eq(p->bank, term_select(p->bank, cut->given->term, x), term_bv(p->bank, SITE_BITS, 0));
	struct statement *noted = block_insert(p, b, s + 2, STATEMENT_ASSIGN);
	noted->target = cut->given;
	noted->term = term_store(p->bank, cut->given->term, x, term_bv(p->bank, SITE_BITS, site));
}

static bool is_heap(const struct statement *fresh)
{
	const char *storage = attribute_get_string(fresh->attributes, ATTRIBUTE_CREATES);
	return storage && !strcmp(storage, "heap");
}

/* Numbers the sites of the heap first. */
static void note_sites(struct cut *cut, bool heap)
{
	struct program *p = cut->program;
	for (uint32_t i = 0; i < p->procedure_count; i++)
		for (uint32_t b = 0; b < p->procedures[i]->block_count; b++) {
			struct block *block = p->procedures[i]->blocks[b];
			for (uint32_t k = block->statement_count; k-- > 0;)
				if (block->statements[k].kind == STATEMENT_FRESH &&
				    is_heap(&block->statements[k]) == heap) {
					cut->sites += cut->sites < (1u << SITE_BITS) - 1;
					note_given(cut, block, k, cut->sites);
				}
		}
	if (heap)
		cut->heap_sites = cut->sites;
}

void cut_add_given(struct cut *cut)
{
	struct program *p = cut->program;
	uint32_t width = fresh_width(p);
	if (!width)
		return;
	sort s = sort_map(p->bank, sort_bitvector(p->bank, width), sort_bitvector(p->bank, SITE_BITS));
	cut->given = program_add_global(p, program_fresh_name(p, "$given"), s);
	cut->object_bits = width;
	cut->pointer_bits = width + (uint32_t)attribute_get_number(p->attributes, ATTRIBUTE_POINTER, 64);
	note_sites(cut, true);
	note_sites(cut, false);
	struct statement *none = block_insert(p, p->entry->blocks[0], 0, STATEMENT_ASSIGN);
	none->target = cut->given;
	none->term = term_const_map(p->bank, width, term_bv(p->bank, SITE_BITS, 0));
}

/* Is the object of heap site `site` (0: of any)? */
term cut_is_given(const struct cut *cut, term given, term object, uint32_t site)
{
	struct bank *bank = cut->program->bank;
	term at = term_select(bank, given, object), zero = term_bv(bank, SITE_BITS, 0);
	if (site)
		return term_eq(bank, at, term_bv(bank, SITE_BITS, site));
	return term_and(bank, term_not(bank, term_eq(bank, at, zero)),
			term_not(bank, term_binary(bank, OP_BVULT, term_bv(bank, SITE_BITS, cut->heap_sites), at)));
}

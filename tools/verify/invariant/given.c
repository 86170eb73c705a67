/* Which identities `fresh` has given, and at which site: a map that a program keeps. */
#include "given.h"

#include <string.h>

#include "iterate.h"
#include "statement.h"

static uint32_t fresh_width(const struct program *p)
{
	uint32_t width = 0;
	program_for_each_statement(p, at) {
		const struct statement *s = at.statement;
		uint32_t w = s->kind == STATEMENT_FRESH ? sort_width(p->bank, s->target->sort) : 0;
		if (w && width && w != width)
			return 0;
		width = w ? w : width;
	}
	return width;
}

/* fresh x => fresh x; assume given[x] = 0; given[x] := site */
static void note_given(struct program *p, const struct given *given, struct block *b, uint32_t s, uint32_t site)
{
	term x = b->statements[s].target->term;
	struct statement *assumed = block_insert(p, b, s + 1, STATEMENT_ASSUME);
	assumed->term = term_eq(p->bank, term_select(p->bank, given->map->term, x), term_bv(p->bank, SITE_BITS, 0));
	struct statement *noted = block_insert(p, b, s + 2, STATEMENT_ASSIGN);
	noted->target = given->map;
	noted->term = term_store(p->bank, given->map->term, x, term_bv(p->bank, SITE_BITS, site));
}

static bool is_heap(const struct statement *fresh)
{
	const char *storage = attribute_get_string(fresh->attributes, ATTRIBUTE_CREATES);
	return storage && !strcmp(storage, "heap");
}

/* Numbers the sites of the heap first. */
static void note_sites(struct program *p, struct given *given, bool heap)
{
	program_for_each_block(p, at) {
		struct block *block = at.block;
		for (uint32_t k = block->statement_count; k-- > 0;)
			if (block->statements[k].kind == STATEMENT_FRESH && is_heap(&block->statements[k]) == heap) {
				given->sites += given->sites < (1u << SITE_BITS) - 1;
				note_given(p, given, block, k, given->sites);
			}
	}
	if (heap)
		given->heap_sites = given->sites;
}

void given_add(struct given *given, struct program *p, const char *name)
{
	*given = (struct given){ 0 };
	uint32_t width = fresh_width(p);
	if (!width)
		return;
	sort s = sort_map(p->bank, sort_bitvector(p->bank, width), sort_bitvector(p->bank, SITE_BITS));
	given->map = program_add_global(p, program_fresh_name(p, name), s);
	given->object_bits = width;
	given->pointer_bits = width + (uint32_t)attribute_get_number(p->attributes, ATTRIBUTE_POINTER, 64);
	note_sites(p, given, true);
	note_sites(p, given, false);
	struct statement *none = block_insert(p, p->entry->blocks[0], 0, STATEMENT_ASSIGN);
	none->target = given->map;
	none->term = term_const_map(p->bank, width, term_bv(p->bank, SITE_BITS, 0));
}

term given_is(const struct given *given, struct bank *bank, term map, term object, uint32_t site)
{
	term at = term_select(bank, map, object), zero = term_bv(bank, SITE_BITS, 0);
	if (site)
		return term_eq(bank, at, term_bv(bank, SITE_BITS, site));
	return term_and(bank, term_not(bank, term_eq(bank, at, zero)),
			term_not(bank, term_binary(bank, OP_BVULT, term_bv(bank, SITE_BITS, given->heap_sites), at)));
}

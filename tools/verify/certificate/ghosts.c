#include "ghosts.h"

#include "invariant.h"
#include "iterate.h"
#include "statement.h"
#include "stream.h"

const char *ghosts_entry(struct program *p, const struct procedure *loop, uint32_t parameter)
{
	struct output *out = output_memory();
	output_format(out, "$entry.%s.%s", loop->name, loop->variables[parameter]->name);
	const char *name = intern_string(p->strings, output_text(out, NULL));
	output_abandon(out);
	return name;
}

/* call loop(e)  =>  entry := e; call loop(e) */
static void note_entries(struct program *p, struct procedure *loop, uint32_t parameter, struct variable *entry)
{
	program_for_each_block(p, at)
		for (uint32_t i = 0; at.procedure != loop && i < at.block->statement_count; i++) {
			const struct statement *call = &at.block->statements[i];
			if (call->kind != STATEMENT_CALL || call->callee != loop)
				continue;
			term argument = call->arguments[parameter];
			struct statement *noted = block_insert(p, at.block, i++, STATEMENT_ASSIGN);
			noted->target = entry;
			noted->term = argument;
		}
}

static void add_entries(struct program *p)
{
	struct cut cut;
	bool cuttable = cut_begin(&cut, p);
	for (size_t i = 0; i < cut.loops.count && cuttable; i++) {
		struct procedure *loop = program_procedure(p, cut.loops.at[i].procedure->name);
		for (uint32_t k = 0; k < loop->in_count; k++) {
			if (!cut.loops.at[i].changed[k])
				continue;
			const char *name = program_fresh_name(p, ghosts_entry(p, loop, k));
			note_entries(p, loop, k, program_add_global(p, name, loop->variables[k]->sort));
		}
	}
	cut_release(&cut);
}

static struct variable *add_each(struct program *p, const char *name, uint32_t width)
{
	return program_add_global(p, program_fresh_name(p, name), sort_bitvector(p->bank, width));
}

/* fresh x  =>  fresh x; assume now <= 2^N; born[x] := now; now := now + 1
 * As no identity of N bits is given twice, there were less than 2^N before this one. */
static void note_birth(struct program *p, const struct ghosts *g, struct block *b, uint32_t at)
{
	struct bank *bank = p->bank;
	uint32_t width = sort_width(bank, g->now->sort);
	term x = b->statements[at].target->term, one = term_bv(bank, width, 1);
	term most = term_binary(bank, OP_BVSHL, one, term_bv(bank, width, width - 1));
	struct statement *assumed = block_insert(p, b, at + 1, STATEMENT_ASSUME);
	assumed->term = term_binary(bank, OP_BVULE, g->now->term, most);
	struct statement *noted = block_insert(p, b, at + 2, STATEMENT_ASSIGN);
	noted->target = g->born;
	noted->term = term_store(bank, g->born->term, x, g->now->term);
	struct statement *counted = block_insert(p, b, at + 3, STATEMENT_ASSIGN);
	counted->target = g->now;
	counted->term = term_binary(bank, OP_BVADD, g->now->term, one);
}

static void at_first(struct program *p, struct variable *v, term value)
{
	struct statement *s = block_insert(p, p->entry->blocks[0], 0, STATEMENT_ASSIGN);
	s->target = v;
	s->term = value;
}

/* To a program whose identities have so many bits. */
static void add_births(struct ghosts *g, struct program *p, uint32_t bits)
{
	sort number = sort_bitvector(p->bank, bits + 1);
	g->now = program_add_global(p, program_fresh_name(p, "$now"), number);
	g->born = program_add_global(p, program_fresh_name(p, "$born"),
				     sort_map(p->bank, sort_bitvector(p->bank, bits), number));
	program_for_each_block(p, at)
		for (uint32_t i = at.block->statement_count; i-- > 0;)
			if (at.block->statements[i].kind == STATEMENT_FRESH)
				note_birth(p, g, at.block, i);
	at_first(p, g->now, term_bv(p->bank, bits + 1, 1));
	at_first(p, g->born, term_const_map(p->bank, bits, term_bv(p->bank, bits + 1, 0)));
}

/* --- holders --- */

static term object_of(const struct ghosts *g, struct bank *bank, term pointer)
{
	return term_extract(bank, g->given.pointer_bits - 1, g->given.pointer_bits - g->given.object_bits, pointer);
}

/* The pointer is stored to the cell. */
static term hold(const struct ghosts *g, struct bank *bank, term holders, term cell, term pointer)
{
	uint32_t bits = g->given.pointer_bits - g->given.object_bits;
	term object = object_of(g, bank, pointer);
	term first = term_eq(bank, term_extract(bank, bits - 1, 0, pointer), term_bv(bank, bits, 0));
	return term_store(bank, holders, object, term_ite(bank, first, cell, term_select(bank, holders, object)));
}

/* Of the stores of a chain the inner ones come first. */
static term holders_behind(const struct ghosts *g, struct bank *bank, term chain)
{
	if (term_op(bank, chain) != OP_STORE)
		return g->holder->term;
	term before = holders_behind(g, bank, term_arg(bank, chain, 0));
	return hold(g, bank, before, term_arg(bank, chain, 1), term_arg(bank, chain, 2));
}

static bool stores_pointers(const struct bank *bank, const struct ghosts *g, const struct statement *s)
{
	uint32_t bits = g->given.pointer_bits;
	return s->kind == STATEMENT_ASSIGN && s->target && sort_kind(bank, s->target->sort) == SORT_MAP &&
	       term_op(bank, s->term) == OP_STORE && sort_width(bank, sort_index(bank, s->target->sort)) == bits &&
	       sort_kind(bank, sort_value(bank, s->target->sort)) == SORT_BITVECTOR &&
	       sort_width(bank, sort_value(bank, s->target->sort)) == bits;
}

static void note_holders(struct program *p, const struct ghosts *g, struct block *b, uint32_t at)
{
	const struct statement *s = &b->statements[at];
	term holders = s->kind == STATEMENT_FRESH ? term_store(p->bank, g->holder->term, s->target->term,
							       term_bv(p->bank, g->given.pointer_bits, 0))
						  : holders_behind(g, p->bank, s->term);
	struct statement *noted = block_insert(p, b, s->kind == STATEMENT_FRESH ? at + 1 : at, STATEMENT_ASSIGN);
	noted->target = g->holder;
	noted->term = holders;
}

/* m := m[p := q]  =>  holder[object of q] := p; m := m[p := q], if q points to the beginning of its object. */
void ghosts_add_holders(struct ghosts *g, struct program *p)
{
	bool some = false;
	if (!g->given.map)
		return;
	program_for_each_statement(p, at)
		some |= stores_pointers(p->bank, g, at.statement);
	if (!some)
		return;
	sort cells = sort_map(p->bank, sort_bitvector(p->bank, g->given.object_bits),
			      sort_bitvector(p->bank, g->given.pointer_bits));
	g->holder = program_add_global(p, program_fresh_name(p, GHOST_HOLDER), cells);
	program_for_each_block(p, at)
		for (uint32_t i = at.block->statement_count; i-- > 0;)
			if (at.block->statements[i].kind == STATEMENT_FRESH ||
			    stores_pointers(p->bank, g, &at.block->statements[i]))
				note_holders(p, g, at.block, i);
	at_first(p, g->holder,
		 term_const_map(p->bank, g->given.object_bits, term_bv(p->bank, g->given.pointer_bits, 0)));
}

void ghosts_add(struct ghosts *g, struct program *p)
{
	*g = (struct ghosts){ 0 };
	add_entries(p);
	given_add(&g->given, p, "$given");
	if (g->given.map)
		add_births(g, p, g->given.object_bits);
}

void ghosts_add_copies(struct ghosts *g, struct program *flat)
{
	uint32_t count = 0;
	program_for_each_statement(flat, at)
		count += at.statement->kind == STATEMENT_FRESH;
	if (count > g->given.sites)
		given_add(&g->copies, flat, "$copy");
}

void ghosts_add_each(struct ghosts *g, struct program *p)
{
	g->each[EACH_32] = add_each(p, "$each32", 32);
	g->each[EACH_64] = add_each(p, "$each64", 64);
	if (g->given.map)
		g->each[EACH_OBJECT] = add_each(p, "$eachobject", g->given.object_bits);
}

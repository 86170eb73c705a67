/* Irreducible cycles (several entries) become loops with one header.
 *
 *	a: branch c, x, y;           a: branch c, to_x, to_y;
 *	x: ...; goto y;              to_x: $entry := 0; goto head;   to_y: $entry := 1; goto head;
 *	y: ...; goto x;         =>   head: branch eq($entry, 0), x, y;
 *	                             x: ...; goto on_y;   y: ...; goto on_x;
 *	                             on_x, on_y: as to_x and to_y, but inside the loop
 *
 * Linear in the number of edges into the entries; node splitting, the alternative, is exponential. Exact. */
#include "reducible.h"

#include "cfg.h"
#include "statement.h"

/* Blocks that can be reached from `start` along (or, backwards, against) edges within the region. */
static bool *reach(const struct cfg *cfg, const bool *region, uint32_t start, bool backwards)
{
	const uint32_t *first = backwards ? cfg->predecessor_start : cfg->successor_start;
	const uint32_t *edges = backwards ? cfg->predecessors : cfg->successors;
	bool *reached = memory_alloc(cfg->block_count * sizeof *reached);
	VEC(uint32_t) work = { 0 };
	reached[start] = true;
	vec_push(&work, start);
	while (work.count) {
		uint32_t b = vec_pop(&work);
		for (uint32_t e = first[b]; e < first[b + 1]; e++)
			if (region[edges[e]] && !reached[edges[e]]) {
				reached[edges[e]] = true;
				vec_push(&work, edges[e]);
			}
	}
	vec_free(&work);
	return reached;
}

/* The region in which the cycle of the offending edge lies: the innermost natural loop around it, without its header,
 * or everything. */
static bool *find_region(const struct cfg *cfg, const struct loops *loops)
{
	bool *region = memory_alloc(cfg->block_count * sizeof *region);
	uint32_t l = loops->innermost[loops->irreducible_to];
	while (l != CFG_NONE &&
	       (!loops_contain(loops, l, loops->irreducible_from) || loops->loops[l].header == loops->irreducible_to))
		l = loops->loops[l].parent;
	for (uint32_t i = 0; l == CFG_NONE && i < cfg->block_count; i++)
		region[i] = true;
	for (uint32_t i = 0; l != CFG_NONE && i < loops->loops[l].block_count; i++)
		region[loops->loops[l].blocks[i]] = loops->loops[l].blocks[i] != loops->loops[l].header;
	return region;
}

/* The strongly connected component of the offending edge within its region. */
static bool *find_cycle(const struct cfg *cfg, const struct loops *loops)
{
	bool *region = find_region(cfg, loops);
	bool *forwards = reach(cfg, region, loops->irreducible_to, false);
	bool *backwards = reach(cfg, region, loops->irreducible_from, true);
	for (uint32_t i = 0; i < cfg->block_count; i++)
		region[i] = forwards[i] && backwards[i];
	memory_free(forwards);
	memory_free(backwards);
	return region;
}

static bool is_entered(const struct cfg *cfg, const bool *cycle, uint32_t block)
{
	for (uint32_t e = cfg->predecessor_start[block]; e < cfg->predecessor_start[block + 1]; e++)
		if (!cycle[cfg->predecessors[e]])
			return true;
	return block == cfg->order[0];
}

static uint32_t bits_for(size_t count)
{
	uint32_t bits = 1;
	while (bits < 31 && (UINT32_C(1) << bits) < count)
		bits++;
	return bits;
}

struct entries VEC_BODY(struct block *);

static struct block *make_setter(struct procedure *proc, struct variable *selector, uint64_t number,
				 struct block *header)
{
	struct program *p = proc->program;
	struct block *b = procedure_add_block(proc, procedure_fresh_block_name(proc, "enter"));
	block_assign(p, b, selector, term_bv(p->bank, sort_width(p->bank, selector->sort), number));
	block_goto(p, b, header);
	return b;
}

static void make_header(struct procedure *proc, const struct entries *entries, struct variable *selector,
			struct block *header)
{
	struct program *p = proc->program;
	uint32_t width = sort_width(p->bank, selector->sort);
	struct block *at = header;
	for (size_t i = 0; i + 2 < entries->count; i++) {
		struct block *next = procedure_add_block(proc, procedure_fresh_block_name(proc, "header"));
		block_branch(p, at, term_eq(p->bank, selector->term, term_bv(p->bank, width, i)), entries->at[i], next);
		at = next;
	}
	size_t last = entries->count - 2;
	block_branch(p, at, term_eq(p->bank, selector->term, term_bv(p->bank, width, last)), entries->at[last],
		     entries->at[last + 1]);
}

/* Edges into the entries go to the header, by way of blocks that set the selector: those from inside the cycle by
 * others than those from outside, so that the header dominates the cycle. */
static void redirect(struct procedure *proc, const struct cfg *cfg, const bool *cycle, const struct entries *entries,
		     struct variable *selector, struct block *header)
{
	uint32_t *number = memory_alloc(cfg->block_count * sizeof *number);
	struct block **setters = memory_alloc(entries->count * 2 * sizeof *setters);
	for (size_t i = 0; i < entries->count; i++)
		number[entries->at[i]->index] = (uint32_t)i + 1;
	for (uint32_t i = 0; i < cfg->block_count; i++) {
		struct terminator *t = &proc->blocks[i]->terminator;
		for (uint32_t k = 0; k < t->target_count; k++) {
			uint32_t to = t->targets[k]->index, entry = to < cfg->block_count ? number[to] : 0;
			if (!entry)
				continue;
			struct block **setter = &setters[(entry - 1) * 2 + cycle[i]];
			if (!*setter)
				*setter = make_setter(proc, selector, entry - 1, header);
			t->targets[k] = *setter;
		}
	}
	memory_free(number);
	memory_free(setters);
}

/* If the procedure's entry is an entry of the cycle, a block before it goes there. */
static void separate_entry(struct procedure *proc)
{
	struct block *first = proc->blocks[0];
	struct block *before = procedure_add_block(proc, procedure_fresh_block_name(proc, "entry"));
	block_goto(proc->program, before, first);
	proc->blocks[proc->block_count - 1] = first;
	proc->blocks[0] = before;
	procedure_reindex(proc);
}

static void give_header(struct procedure *proc, const struct cfg *cfg, const bool *cycle)
{
	struct program *p = proc->program;
	struct entries entries = { 0 };
	for (uint32_t i = 0; i < cfg->block_count; i++)
		if (cycle[i] && is_entered(cfg, cycle, i))
			vec_push(&entries, proc->blocks[i]);
	sort s = sort_bitvector(p->bank, bits_for(entries.count));
	struct variable *selector =
		procedure_add_variable(proc, procedure_fresh_variable_name(proc, "$entry"), s, VARIABLE_LOCAL);
	struct block *header = procedure_add_block(proc, procedure_fresh_block_name(proc, "header"));
	redirect(proc, cfg, cycle, &entries, selector, header);
	make_header(proc, &entries, selector, header);
	vec_free(&entries);
}

/* One irreducible cycle; false if there is none. */
static bool fix_one(struct procedure *proc)
{
	struct cfg *cfg = cfg_new(proc);
	struct dominators *dom = dominators_new(cfg);
	struct loops *loops = loops_new(cfg, dom);
	bool found = !loops_reducible(loops);
	if (found && cfg->predecessor_start[1] > cfg->predecessor_start[0]) {
		separate_entry(proc);
	} else if (found) {
		bool *cycle = find_cycle(cfg, loops);
		give_header(proc, cfg, cycle);
		memory_free(cycle);
	}
	loops_free(loops);
	dominators_free(dom);
	cfg_free(cfg);
	return found;
}

bool procedure_make_reducible(struct procedure *proc)
{
	bool changed = false;
	while (fix_one(proc))
		changed = true;
	return changed;
}

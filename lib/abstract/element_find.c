/* Which sequences of elements are looked at: those that a procedure reads in one loop, where a condition is about them, and in
 * another one again, and does not change. */
#include "cfg.h"
#include "element.h"
#include "statement.h"

enum { MOST_CELLS = 8, MOST_STRIDE = 256, MOST_INDEX = 8 };

/* Cells of one map, from a pointer on: at CONSTANT + stride * the index, one behind the other. */
struct pattern {
	struct domain *domain;
	const struct variable *map, *pointer;
	uint64_t constant, stride;
	term index;
	unsigned bases, cells;
};

struct finder {
	struct domain *domain;
	struct uses *uses;
	const struct callgraph *graph;
	struct effects *effects;
	struct procedure *procedure;
	const struct cfg *cfg;
	const struct loops *loops;
	VEC(struct element_read) reads; /* of the procedure; their sequences are those below */
	VEC(struct element_sequence) sequences;
	VEC(bool) asked; /* by read: a condition is about it */
};

/* ---- terms ---- */

static bool add_offset(struct pattern *p, term t, uint64_t factor)
{
	const struct bank *bank = p->domain->program->bank;
	enum op op = term_op(bank, t);
	if (op == OP_BVADD)
		return add_offset(p, term_arg(bank, t, 0), factor) && add_offset(p, term_arg(bank, t, 1), factor);
	if (term_is_constant(bank, t)) {
		p->constant += factor * term_value(bank, t);
		return true;
	}
	if (op == OP_BVMUL && term_is_constant(bank, term_arg(bank, t, 1)))
		return add_offset(p, term_arg(bank, t, 0), factor * term_value(bank, term_arg(bank, t, 1)));
	if (op == OP_EXTRACT && term_arg(bank, t, 0) == p->pointer->term && !term_index(bank, t, 1) &&
	    term_index(bank, t, 0) == p->domain->pointer_bits - 1) {
		p->bases++;
		return factor == 1;
	}
	if (p->index)
		return false;
	p->index = t;
	p->stride = factor;
	return true;
}

/* The read of a cell. */
static bool match_cell(struct domain *d, term t, struct pattern *p)
{
	const struct bank *bank = d->program->bank;
	term map = t, at = t;
	*p = (struct pattern){ .domain = d };
	if (term_op(bank, t) != OP_SELECT)
		return false;
	map = term_arg(bank, t, 0);
	at = term_arg(bank, t, 1);
	p->map = program_variable_of(d->program, map);
	if (!p->map || !domain_is_pointer(d, term_width(bank, at)) || term_op(bank, at) != OP_CONCAT)
		return false;
	term identity = term_arg(bank, at, 0), offset = term_arg(bank, at, 1);
	if (term_op(bank, identity) != OP_EXTRACT || term_width(bank, offset) != d->pointer_bits ||
	    term_index(bank, identity, 1) != d->pointer_bits)
		return false;
	p->pointer = program_variable_of(d->program, term_arg(bank, identity, 0));
	return p->pointer && p->pointer->kind != VARIABLE_GLOBAL &&
	       domain_is_pointer(d, sort_width(bank, p->pointer->sort)) && add_offset(p, offset, 1) && p->bases == 1;
}

/* Of cells that are one value together, the lowest first. */
static bool match(struct domain *d, term t, struct pattern *p)
{
	const struct bank *bank = d->program->bank;
	if (term_op(bank, t) == OP_CONCAT)
		return match(d, term_arg(bank, t, 1), p) && match(d, term_arg(bank, t, 0), p);
	struct pattern cell;
	if (p->cells >= MOST_CELLS || !match_cell(d, t, &cell) || !cell.index)
		return false;
	if (p->cells++ == 0) {
		*p = cell;
		p->cells = 1;
		return true;
	}
	return cell.map == p->map && cell.pointer == p->pointer && cell.index == p->index && cell.stride == p->stride &&
	       cell.constant == p->constant + p->cells - 1;
}

/* The index of the element that the term reads; 0: it is something else. */
static term match_element(struct domain *d, term t, struct element_sequence *s)
{
	struct bank *bank = d->program->bank;
	struct pattern p = { 0 };
	if (sort_kind(bank, term_sort(bank, t)) != SORT_BITVECTOR || term_width(bank, t) > 64 ||
	    (term_op(bank, t) != OP_CONCAT && term_op(bank, t) != OP_SELECT) ||
	    domain_has_targets(d, term_width(bank, t)) || d->pointer_bits != 64 || !match(d, t, &p))
		return 0;
	if (!p.stride || p.stride > MOST_STRIDE || (int64_t)p.constant % (int64_t)p.stride ||
	    term_dag_size(bank, p.index) > MOST_INDEX)
		return 0;
	*s = (struct element_sequence){
		.map = p.map, .pointer = p.pointer, .stride = p.stride, .width = term_width(bank, t)
	};
	uint64_t first = (uint64_t)((int64_t)p.constant / (int64_t)p.stride);
	return term_binary(bank, OP_BVADD, p.index, term_bv(bank, 64, first));
}

/* ---- sequences ---- */

static uint32_t number_of(struct finder *f, const struct element_sequence *s)
{
	for (uint32_t i = 0; i < f->sequences.count; i++) {
		const struct element_sequence *o = &f->sequences.at[i];
		if (o->map == s->map && o->pointer == s->pointer && o->stride == s->stride && o->width == s->width)
			return i;
	}
	vec_push(&f->sequences, *s);
	return (uint32_t)f->sequences.count - 1;
}

/* Does the condition say between what the variable lies? An equality alone says it of one outcome. */
static bool bounds(struct finder *f, term t, const struct variable *v)
{
	const struct bank *bank = f->domain->program->bank;
	enum op op = term_op(bank, t);
	if (op == OP_BVULT || op == OP_BVULE || op == OP_BVSLT || op == OP_BVSLE)
		return uses_mention(f->uses, t, v);
	bool some = false;
	for (uint32_t i = 0; (op == OP_NOT || op == OP_AND || op == OP_OR) && i < term_count(bank, t); i++)
		some |= bounds(f, term_arg(bank, t, i), v);
	return some;
}

/* Is a condition of the block, behind statement number I, about what that assigns, or a copy? */
static bool is_asked(struct finder *f, const struct block *b, uint32_t i)
{
	const struct variable *v = b->statements[i].target, *copy = v;
	bool asked = false;
	while (++i < b->statement_count && !asked) {
		const struct statement *s = &b->statements[i];
		if (s->kind == STATEMENT_ASSIGN && s->term == v->term)
			copy = s->target;
		asked = (s->kind == STATEMENT_ASSERT || s->kind == STATEMENT_ASSUME) &&
			(bounds(f, s->term, v) || bounds(f, s->term, copy));
	}
	term last = b->terminator.kind == TERMINATOR_BRANCH ? b->terminator.term : 0;
	return asked || (last && (bounds(f, last, v) || bounds(f, last, copy)));
}

static void note_reads(struct finder *f, const struct block *b)
{
	for (uint32_t i = 0; i < b->statement_count; i++) {
		const struct statement *s = &b->statements[i];
		struct element_sequence sequence;
		if (s->kind != STATEMENT_ASSIGN || s->target->kind == VARIABLE_GLOBAL)
			continue;
		term index = match_element(f->domain, s->term, &sequence);
		if (!index)
			continue;
		sequence.procedure = f->procedure;
		uint32_t number = number_of(f, &sequence);
		vec_push(&f->asked, is_asked(f, b, i));
		vec_push(&f->reads, ((struct element_read){ number, b->index, s->term, index }));
	}
}

/* The header of the block's outermost loop, or itself. */
static uint32_t outermost(const struct finder *f, uint32_t block)
{
	for (uint32_t k = f->loops->innermost[block]; k != CFG_NONE; k = f->loops->loops[k].parent)
		block = f->loops->loops[k].header;
	return block;
}

/* Does an execution come from the first block, in a loop, to the second one later, which is in another loop? */
static bool comes_later(const struct finder *f, uint32_t from, uint32_t to)
{
	uint32_t loop = f->loops->innermost[from];
	if (loop == CFG_NONE || loop == f->loops->innermost[to])
		return false;
	return f->cfg->rank[outermost(f, to)] >= f->cfg->rank[outermost(f, from)];
}

/* Is an element that a condition was about read in another loop later? */
static bool is_read_again(const struct finder *f, uint32_t sequence)
{
	for (size_t i = 0; i < f->reads.count; i++)
		for (size_t k = 0; f->asked.at[i] && f->reads.at[i].sequence == sequence && k < f->reads.count; k++)
			if (f->reads.at[k].sequence == sequence &&
			    comes_later(f, f->reads.at[i].block, f->reads.at[k].block))
				return true;
	return false;
}

/* What is known of no element yet, is known behind each assignment to the pointer, and at the beginning. */
static void begin_at(struct finder *f, const struct element_sequence *s, uint32_t block, uint32_t position)
{
	struct bank *bank = f->domain->program->bank;
	ghost_assign(f->domain, s->count, block, position, term_bv(bank, 64, 0));
	ghost_assign(f->domain, s->value, block, position, term_bv(bank, s->width, 0));
}

static void begin(struct finder *f, const struct element_sequence *s)
{
	begin_at(f, s, 0, 0);
	for (uint32_t b = 0; b < f->procedure->block_count; b++) {
		const struct block *block = f->procedure->blocks[b];
		for (uint32_t i = 0; i < block->statement_count; i++)
			for (uint32_t k = 0; k < statement_target_count(&block->statements[i]); k++)
				if (statement_target(&block->statements[i], k) == s->pointer)
					begin_at(f, s, b, i + 1);
	}
}

/* Of the loops that read an element. */
static void note_heads(struct finder *f, uint32_t number)
{
	for (size_t i = 0; i < f->reads.count; i++)
		for (uint32_t k = f->loops->innermost[f->reads.at[i].block];
		     f->reads.at[i].sequence == number && k != CFG_NONE; k = f->loops->loops[k].parent)
			table_put(&f->domain->elements->heads, f->procedure->blocks[f->loops->loops[k].header], true);
}

static void add_sequence(struct finder *f, uint32_t number)
{
	struct elements *e = f->domain->elements;
	struct element_sequence s = f->sequences.at[number];
	s.count = ghost_new(f->domain, f->procedure, 64, "$count");
	s.value = s.count ? ghost_new(f->domain, f->procedure, s.width, "$value") : NULL;
	if (!s.value)
		return;
	begin(f, &s);
	note_heads(f, number);
	for (size_t i = 0; i < f->reads.count; i++) {
		struct element_read read = f->reads.at[i];
		if (read.sequence != number)
			continue;
		read.sequence = (uint32_t)e->sequences.count;
		vec_push(&e->reads, read);
		if (!table_has(&e->numbers, read.term))
			table_put(&e->numbers, read.term, (uint32_t)e->reads.count);
	}
	vec_push(&e->sequences, s);
}

static uint32_t count_reads(const struct finder *f, uint32_t sequence)
{
	uint32_t count = 0;
	for (size_t i = 0; i < f->reads.count; i++)
		count += f->reads.at[i].sequence == sequence;
	return count;
}

/* By the procedure, or what it calls? */
static bool is_changed(struct finder *f, const struct variable *map)
{
	if (!f->effects)
		f->effects = effects_new(f->graph);
	return effects_writes(f->effects, f->procedure, map);
}

/* The one that is read most. */
static void find_in(struct finder *f)
{
	uint32_t best = 0, most = 0;
	for (uint32_t b = 0; b < f->procedure->block_count; b++)
		note_reads(f, f->procedure->blocks[b]);
	if (f->reads.count < 2)
		return;
	struct cfg *cfg = cfg_new(f->procedure);
	struct dominators *dominators = dominators_new(cfg);
	struct loops *loops = loops_new(cfg, dominators);
	f->cfg = cfg;
	f->loops = loops;
	for (uint32_t i = 0; i < f->sequences.count; i++) {
		uint32_t count = is_read_again(f, i) ? count_reads(f, i) : 0;
		if (count <= most || is_changed(f, f->sequences.at[i].map))
			continue;
		best = i;
		most = count;
	}
	if (most)
		add_sequence(f, best);
	loops_free(loops);
	dominators_free(dominators);
	cfg_free(cfg);
}

void elements_find(struct domain *d, struct uses *uses, const struct callgraph *graph)
{
	const struct program *p = d->program;
	struct finder f = { .domain = d, .uses = uses, .graph = graph };
	d->elements = arena_alloc(d->ghosts->arena, sizeof *d->elements);
	for (uint32_t i = 0; i < p->procedure_count; i++) {
		f.procedure = p->procedures[i];
		find_in(&f);
		vec_clear(&f.reads);
		vec_clear(&f.sequences);
		vec_clear(&f.asked);
	}
	effects_free(f.effects);
	vec_free(&f.reads);
	vec_free(&f.sequences);
	vec_free(&f.asked);
}

void elements_release(struct domain *d)
{
	if (!d->elements)
		return;
	vec_free(&d->elements->sequences);
	vec_free(&d->elements->reads);
	table_free(&d->elements->numbers);
	table_free(&d->elements->heads);
}

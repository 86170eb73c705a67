/* Pointers that are kept whole in memory of bytes: which reads there are, and what they give (whole.h). */
#include "whole.h"

#include "role.h"
#include "statement.h"

/* ---- keys ---- */

fact_key whole_map_key(const struct variable *map, uint32_t object, uint32_t cell)
{
	return key_of((uint32_t)(place_key(map) >> (KEY_OBJECT_BITS + KEY_CELL_BITS)), object, cell);
}

fact_key whole_key(const struct whole_pair *pair, uint32_t object, uint32_t cell)
{
	return key_of(WHOLE_VARIABLE | pair->provenance->index, object, cell);
}

fact_key guard_key(uint32_t number, uint32_t object, uint32_t cell)
{
	return key_of(GUARD_VARIABLE | number, object, cell);
}

const struct whole_pair *whole_pair_of(const struct domain *d, const struct variable *map)
{
	for (size_t i = 0; i < d->wholes->pairs.count; i++)
		if (d->wholes->pairs.at[i].provenance == map || d->wholes->pairs.at[i].bytes == map)
			return &d->wholes->pairs.at[i];
	return NULL;
}

/* ---- terms ---- */

static term identity_of(const struct domain *d, term pointer)
{
	return term_extract(d->program->bank, d->object_bits + d->pointer_bits - 1, d->pointer_bits, pointer);
}

static term offset_of(const struct domain *d, term pointer)
{
	return term_extract(d->program->bank, d->pointer_bits - 1, 0, pointer);
}

/* The pointer N bytes behind. */
static term behind(const struct domain *d, term at, uint32_t n)
{
	struct bank *bank = d->program->bank;
	term offset = term_binary(bank, OP_BVADD, offset_of(d, at), term_bv(bank, d->pointer_bits, n));
	return n ? term_concat(bank, identity_of(d, at), offset) : at;
}

static term base_of(const struct domain *d, term identity)
{
	struct bank *bank = d->program->bank;
	return term_zero_extend(bank, d->pointer_bits, term_select(bank, d->wholes->base->term, identity));
}

term whole_stored(const struct domain *d, const struct variable *map, term at, term value, bool as_bytes)
{
	struct bank *bank = d->program->bank;
	term identity = identity_of(d, value), result = map->term;
	term number = term_binary(bank, OP_BVADD, offset_of(d, value), base_of(d, identity));
	for (uint32_t n = 0; n < d->pointer_bits / 8; n++)
		result = term_store(bank, result, behind(d, at, n),
				    as_bytes ? term_extract(bank, 8 * n + 7, 8 * n, number) : identity);
	return result;
}

/* The bytes from AT on as a number. */
static term number_at(const struct domain *d, term bytes, term at)
{
	struct bank *bank = d->program->bank;
	term number = term_select(bank, bytes, at);
	for (uint32_t n = 1; n < d->pointer_bits / 8; n++)
		number = term_concat(bank, term_select(bank, bytes, behind(d, at, n)), number);
	return number;
}

/* The pointer into the object that has this number as its address. */
static term pointer_of(const struct domain *d, term identity, term number)
{
	struct bank *bank = d->program->bank;
	return term_concat(bank, identity, term_binary(bank, OP_BVSUB, number, base_of(d, identity)));
}

/* ---- reads ---- */

static const struct variable *map_of(const struct domain *d, term t, uint32_t value_bits)
{
	const struct bank *bank = d->program->bank;
	const struct variable *v = term_op(bank, t) == OP_VARIABLE ? program_variable_of(d->program, t) : NULL;
	return v && v->kind == VARIABLE_GLOBAL && v->index < 1 << WHOLE_BITS && sort_kind(bank, v->sort) == SORT_MAP &&
			       domain_is_pointer(d, sort_width(bank, sort_index(bank, v->sort))) &&
			       sort_kind(bank, sort_value(bank, v->sort)) == SORT_BITVECTOR &&
			       sort_width(bank, sort_value(bank, v->sort)) == value_bits
		       ? v
		       : NULL;
}

struct finder {
	struct domain *d;
	struct table seen;
	const struct variable *bytes, *shared; /* of the term at hand */
};

/* A map of bytes, or one by integers but $owner, among the leaves. */
static void note_leaf(void *context, term leaf)
{
	struct finder *f = context;
	const struct bank *bank = f->d->program->bank;
	const struct variable *v = program_variable_of(f->d->program, leaf);
	if (map_of(f->d, leaf, 8))
		f->bytes = v;
	else if (v && v->kind == VARIABLE_GLOBAL && sort_kind(bank, v->sort) == SORT_MAP && v != f->d->wholes->owner &&
		 !domain_has_targets(f->d, sort_width(bank, sort_index(bank, v->sort))))
		f->shared = v;
}

struct zeros {
	const struct finder *finder;
	term zero;
};

static term zero_leaf(void *context, term leaf)
{
	const struct zeros *z = context;
	return leaf == z->finder->bytes->term ? z->zero : leaf;
}

/* Is the pointer that bytes without provenance are null, if they are zeros, address 0 has no owner and null has the base 0? */
static bool gives_null(struct finder *f, term unowned)
{
	struct domain *d = f->d;
	struct bank *bank = d->program->bank;
	const struct variable *owner = d->wholes->owner, *shared = f->shared;
	if (!owner || !shared)
		return false;
	struct zeros z = { f, term_const_map(bank, d->object_bits + d->pointer_bits, term_bv(bank, 8, 0)) };
	term first = term_select(bank, owner->term, term_bv(bank, sort_width(bank, sort_index(bank, owner->sort)), 0));
	term second =
		term_select(bank, shared->term, term_bv(bank, sort_width(bank, sort_index(bank, shared->sort)), 0));
	if (term_sort(bank, first) != term_sort(bank, second) || term_width(bank, first) != d->object_bits)
		return false;
	term none = term_bv(bank, d->object_bits, 0);
	term identity = term_ite(bank, term_eq(bank, first, none), second, first);
	return term_substitute(bank, unowned, zero_leaf, &z) ==
	       pointer_of(d, identity, term_bv(bank, d->pointer_bits, 0));
}

static void add_pair(struct domain *d, struct whole_pair pair)
{
	if (!whole_pair_of(d, pair.provenance) && !whole_pair_of(d, pair.bytes))
		vec_push(&d->wholes->pairs, pair);
}

/* ite(eq(provenance[at], 0), ..., the pointer of this provenance that the bytes are)? */
static void find_read(struct finder *f, term t)
{
	struct domain *d = f->d;
	struct bank *bank = d->program->bank;
	term c = term_arg(bank, t, 0);
	if (!domain_is_pointer(d, term_width(bank, t)) || term_op(bank, c) != OP_EQ)
		return;
	term select = term_arg(bank, c, 0), none = term_bv(bank, d->object_bits, 0);
	if (term_op(bank, select) != OP_SELECT || c != term_eq(bank, select, none))
		return;
	const struct variable *provenance = map_of(d, term_arg(bank, select, 0), d->object_bits);
	f->bytes = f->shared = NULL;
	term_leaves(bank, t, note_leaf, f);
	if (!provenance || !f->bytes)
		return;
	term at = term_arg(bank, select, 1);
	if (term_arg(bank, t, 2) != pointer_of(d, select, number_at(d, f->bytes->term, at)) ||
	    !gives_null(f, term_arg(bank, t, 1)) || (d->wholes->shared && d->wholes->shared != f->shared))
		return;
	d->wholes->shared = f->shared;
	add_pair(d, (struct whole_pair){ provenance, f->bytes });
	const struct whole_pair *pair = whole_pair_of(d, provenance);
	if (!pair || pair->provenance != provenance || pair->bytes != f->bytes)
		return;
	vec_push(&d->wholes->reads, (struct whole_read){ *pair, at });
	table_put(&d->wholes->read_of, t, d->wholes->reads.count);
}

static void find_reads(struct finder *f, term t)
{
	const struct bank *bank = f->d->program->bank;
	VEC(term) pending = { 0 };
	vec_push(&pending, t);
	while (pending.count) {
		t = vec_pop(&pending);
		if (table_has(&f->seen, t))
			continue;
		table_put(&f->seen, t, 1);
		if (term_op(bank, t) == OP_ITE && sort_kind(bank, term_sort(bank, t)) == SORT_BITVECTOR)
			find_read(f, t);
		for (uint32_t i = 0; i < term_count(bank, t); i++)
			vec_push(&pending, term_arg(bank, t, i));
	}
	vec_free(&pending);
}

/* ---- tags ---- */

static void add_tag(struct domain *d, const struct variable *map, uint64_t value)
{
	struct wholes *w = d->wholes;
	size_t i = 0;
	while (i < w->tags.count && w->tags.at[i].map != map)
		i++;
	if (i == w->tags.count)
		vec_push(&w->tags, (struct tag){ .map = map });
	struct tag *tag = &w->tags.at[i];
	for (uint32_t k = 0; k < tag->count; k++)
		if (tag->values[k] == value)
			return;
	if (tag->count < sizeof tag->values / sizeof *tag->values)
		tag->values[tag->count++] = value;
}

/* What a read of a map with numbers, or a variable that was assigned one, is compared with. */
static void find_tags(struct domain *d, const struct table *read_from, term t, unsigned depth)
{
	const struct bank *bank = d->program->bank;
	if (!depth)
		return;
	for (uint32_t i = 0; i < term_count(bank, t); i++)
		find_tags(d, read_from, term_arg(bank, t, i), depth - 1);
	if (term_op(bank, t) != OP_EQ || !term_is_constant(bank, term_arg(bank, t, 1)) ||
	    term_width(bank, term_arg(bank, t, 0)) > 64)
		return;
	term read = term_arg(bank, t, 0);
	read = (term)table_get(read_from, read, read);
	const struct variable *map = term_op(bank, read) == OP_SELECT ? map_of(d, term_arg(bank, read, 0),
									       term_width(bank, term_arg(bank, t, 0)))
								      : NULL;
	if (map && !whole_pair_of(d, map))
		add_tag(d, map, term_value(bank, term_arg(bank, t, 1)));
}

static void find_tags_of(struct domain *d, const struct procedure *proc)
{
	const struct bank *bank = d->program->bank;
	struct table read_from = { 0 };
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t k = 0; k < proc->blocks[b]->statement_count; k++) {
			const struct statement *s = &proc->blocks[b]->statements[k];
			term from = s->kind == STATEMENT_ASSIGN ? s->term : 0;
			from = from ? (term)table_get(&read_from, from, from) : 0;
			if (from && term_op(bank, from) == OP_SELECT)
				table_put(&read_from, s->target->term, from);
		}
	for (uint32_t b = 0; b < proc->block_count; b++)
		if (proc->blocks[b]->terminator.kind == TERMINATOR_BRANCH)
			find_tags(d, &read_from, proc->blocks[b]->terminator.term, 6);
	table_free(&read_from);
}

/* ---- the program ---- */

static void find_reads_of(struct finder *f, const struct procedure *proc)
{
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t k = 0; k < proc->blocks[b]->statement_count; k++) {
			const struct statement *s = &proc->blocks[b]->statements[k];
			if (s->kind == STATEMENT_ASSIGN)
				find_reads(f, s->term);
			for (uint32_t n = 0; s->kind == STATEMENT_CALL && n < s->argument_count; n++)
				find_reads(f, s->arguments[n]);
		}
}

void wholes_init(struct domain *d)
{
	struct program *p = d->program;
	const struct bank *bank = p->bank;
	struct finder f = { .d = d };
	struct wholes *w = d->wholes = memory_alloc(sizeof *d->wholes);
	const struct variable *base = program_role(p, GLOBAL_BASE);
	w->owner = program_role(p, GLOBAL_OWNER);
	bool is_usable = base && w->owner && d->pointer_bits && d->pointer_bits % 8 == 0 && d->pointer_bits <= 64 &&
			 sort_kind(bank, base->sort) == SORT_MAP && sort_kind(bank, w->owner->sort) == SORT_MAP &&
			 sort_width(bank, sort_index(bank, base->sort)) == d->object_bits &&
			 sort_kind(bank, sort_value(bank, base->sort)) == SORT_BITVECTOR &&
			 sort_kind(bank, sort_value(bank, w->owner->sort)) == SORT_BITVECTOR &&
			 sort_width(bank, sort_value(bank, base->sort)) <= d->pointer_bits &&
			 !domain_has_targets(d, sort_width(bank, sort_index(bank, w->owner->sort))) &&
			 sort_width(bank, sort_index(bank, w->owner->sort)) <= 64;
	if (!is_usable)
		return;
	w->base = base;
	for (uint32_t i = 0; i < p->procedure_count; i++)
		find_reads_of(&f, p->procedures[i]);
	for (uint32_t i = 0; w->pairs.count && i < p->procedure_count; i++)
		find_tags_of(d, p->procedures[i]);
	table_free(&f.seen);
}

void wholes_release(struct domain *d)
{
	struct wholes *w = d->wholes;
	if (!w)
		return;
	vec_free(&w->reads);
	vec_free(&w->pairs);
	vec_free(&w->tags);
	vec_free(&w->guards);
	table_free(&w->read_of);
	table_free(&w->guard_of);
	memory_free(w);
}

/* ---- values ---- */

/* Has null the base 0? */
bool whole_null_is_zero(struct place *p)
{
	struct domain *d = p->domain;
	uint64_t value;
	struct known null = known_number(d, number_constant(d->object_bits, 0));
	struct known base = place_read(p, d->wholes->base, &null);
	return number_is_constant(base.low, &value) && !value;
}

/* Are zeros null? */
static bool is_null_known(struct place *p)
{
	return facts_get(p->facts, key_of(ADDRESS_VARIABLE, 0, 1)) &&
	       facts_get(p->facts, key_of(ADDRESS_VARIABLE, 0, 2)) && whole_null_is_zero(p);
}

static bool has_null(const struct domain *d, const struct known *k)
{
	for (uint32_t i = 0; i < k->target_count; i++) {
		const struct object *o = &d->objects.at[k->targets[i].object];
		if (o->kind == OBJECT_CONSTANT && !o->identity)
			return true;
	}
	return false;
}

bool whole_value(struct place *p, term t, struct known *k)
{
	struct domain *d = p->domain;
	if (!d->wholes->reads.count)
		return false;
	uint32_t number = table_get(&d->wholes->read_of, t, 0);
	if (!number)
		return false;
	const struct whole_read *r = &d->wholes->reads.at[number - 1];
	struct known at = place_value(p, r->at);
	if (at.target_count == TARGETS_ANY || !at.target_count)
		return false;
	for (uint32_t i = 0; i < at.target_count; i++) {
		uint64_t offset;
		const struct known *fact = NULL;
		if (number_is_constant(at.targets[i].offset, &offset) && table_has(&d->cells, offset))
			fact = facts_get(p->facts, whole_key(&r->pair, at.targets[i].object, domain_cell(d, offset)));
		if (!fact)
			return false;
		*k = i ? known_join(d, k, fact) : *fact;
	}
	return k->target_count != TARGETS_ANY && (!has_null(d, k) || is_null_known(p));
}

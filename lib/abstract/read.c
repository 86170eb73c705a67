/* What maps hold: of what is known of cells; and back, where what was read may have been. */
#include "place.h"

enum { MOST_CELLS = 300, FEW_CELLS = 64, TABLE_READS = 1024 };

/* What was read of a table: bytes of a pointer are, each of them several times in one term, and a table has many cells. */
struct table_read {
	const struct facts *facts; /* NULL: nothing was */
	uint32_t variable, object;
	struct number offset;
	struct known value;
};

/* Of all cells that the offset may be, if something is known of all. */
static const struct known *read_all(struct place *p, uint32_t variable, const struct target *t)
{
	const struct known *k = facts_get(p->facts, key_of(variable, t->object, 0));
	uint64_t low, high, least, most;
	if (!k || t->offset.width == 1)
		return k;
	const struct known *extent = facts_get(p->facts, key_of(variable, t->object, KEY_EXTENT));
	if (!extent || number_is_none(t->offset))
		return NULL;
	number_unsigned_range(extent->low, &low, &high);
	number_unsigned_range(t->offset, &least, &most);
	return most < low ? k : NULL;
}

static const struct known *read_cell(struct place *p, uint32_t variable, uint32_t object, uint64_t offset)
{
	struct domain *d = p->domain;
	return table_has(&d->cells, offset) ? facts_get(p->facts, key_of(variable, object, domain_cell(d, offset)))
					    : NULL;
}

/* Of one cell: its own entry, or what is known of all. */
static const struct known *read_one(struct place *p, uint32_t variable, const struct target *t, uint64_t offset)
{
	const struct known *k = read_cell(p, variable, t->object, offset);
	struct target one = { t->object, number_constant(t->offset.width, offset) };
	return k ? k : read_all(p, variable, &one);
}

/* Few offsets, in order? */
static bool is_table(struct number n, uint64_t most)
{
	return n.width > 1 && !number_is_none(n) && n.last >= n.first &&
	       (!n.stride || (n.last - n.first) / n.stride < most);
}

/* The cells at the offsets, one after the other, if something is known of each. */
static struct known read_cells(struct place *p, uint32_t variable, const struct target *t, uint32_t width)
{
	struct number n = t->offset;
	struct known k = known_any(p->domain, width);
	bool is_first = true;
	for (uint64_t offset = n.first;; offset += n.stride) {
		const struct known *cell = number_holds(n, offset) ? read_one(p, variable, t, offset) : NULL;
		if (!cell && number_holds(n, offset))
			return known_any(p->domain, width);
		if (cell)
			k = is_first ? *cell : known_join(p->domain, &k, cell);
		is_first &= !cell;
		if (offset == n.last)
			return k;
	}
}

static struct table_read *read_before(struct place *p, uint32_t variable, const struct target *t)
{
	uint64_t hash = hash_mix(hash_mix((uintptr_t)p->facts, variable), t->object);
	if (!p->domain->table_reads)
		p->domain->table_reads = memory_alloc(TABLE_READS * sizeof *p->domain->table_reads);
	return &p->domain->table_reads[hash_mix(hash_mix(hash, t->offset.first), t->offset.last) % TABLE_READS];
}

void table_reads_forget(struct domain *d)
{
	memory_free(d->table_reads);
	d->table_reads = NULL;
}

/* Of a table, if there are not many cells at the offsets. */
static struct known read_table(struct place *p, uint32_t variable, const struct target *t, uint32_t width)
{
	if (!is_table(t->offset, MOST_CELLS) || !p->facts)
		return known_any(p->domain, width);
	struct table_read *before = read_before(p, variable, t);
	if (before->facts != p->facts || before->variable != variable || before->object != t->object ||
	    !number_equal(before->offset, t->offset)) {
		struct known value = read_cells(p, variable, t, width);
		*before = (struct table_read){ p->facts, variable, t->object, t->offset, value };
	}
	return before->value;
}

static struct known read_target(struct place *p, const struct variable *v, const struct target *t, uint32_t width)
{
	uint64_t offset;
	const struct known *k = NULL;
	uint32_t variable = (uint32_t)(place_key(v) >> (KEY_OBJECT_BITS + KEY_CELL_BITS));
	if (t->offset.width > 1 && number_is_constant(t->offset, &offset))
		k = read_one(p, variable, t, offset);
	else
		k = read_all(p, variable, t);
	return k && !is_table(t->offset, FEW_CELLS) ? *k : read_table(p, variable, t, width);
}

struct known place_read(struct place *p, const struct variable *v, const struct known *index)
{
	struct bank *bank = p->domain->program->bank;
	sort value = sort_value(bank, v->sort);
	uint32_t width = sort_kind(bank, value) == SORT_BOOL ? 1 : sort_width(bank, value);
	struct known k = known_any(p->domain, width);
	bool is_first = true;
	for (uint32_t i = 0; index->target_count != TARGETS_ANY && i < index->target_count; i++) {
		if (index->target_count > 1 && facts_is_absent(p->domain, p->facts, index->targets[i].object))
			continue;
		struct known cell = read_target(p, v, &index->targets[i], width);
		k = is_first ? cell : known_join(p->domain, &k, &cell);
		is_first = false;
	}
	return k;
}

/* ---- backwards ---- */

static bool may_be(struct place *p, const struct known *cell, const struct known *k)
{
	struct known both = known_meet(p->domain, cell, k);
	return !known_is_none(&both);
}

/* The offsets of a table's cells that may be one of K, if something is known of each; else all. */
static struct number matching(struct place *p, uint32_t variable, const struct target *t, const struct known *k)
{
	struct number n = t->offset;
	uint64_t first = 0, last = 0;
	bool some = false;
	if (!is_table(n, MOST_CELLS) || !n.stride)
		return n;
	for (uint64_t offset = n.first;; offset += n.stride) {
		const struct known *cell = number_holds(n, offset) ? read_one(p, variable, t, offset) : NULL;
		if (!cell && number_holds(n, offset))
			return n;
		if (cell && may_be(p, cell, k)) {
			first = some ? first : offset;
			last = offset;
			some = true;
		}
		if (offset == n.last)
			return some ? number_meet(n, number_between(n.width, first, last)) : number_none(n.width);
	}
}

struct known place_find(struct place *p, const struct variable *v, const struct known *index, const struct known *k)
{
	struct number offsets[TARGETS_MAX];
	uint32_t variable = (uint32_t)(place_key(v) >> (KEY_OBJECT_BITS + KEY_CELL_BITS));
	if (index->target_count == TARGETS_ANY || known_is_any(k))
		return *index;
	for (uint32_t i = 0; i < index->target_count; i++) {
		const struct target *t = &index->targets[i];
		struct known cell = read_target(p, v, t, k->width);
		offsets[i] = may_be(p, &cell, k) ? matching(p, variable, t, k) : number_none(t->offset.width);
	}
	return known_with_offsets(p->domain, index, offsets);
}

/* Fills and copies: runs of cells. */
#include "age.h"
#include "word.h"

/* Cells of one object, from the first on. */
struct run {
	struct store *store;
	uint32_t object;
	uint64_t first, count;
	/* a copy: where it reads; map 0: a fill */
	term map;
	struct known from;     /* the first cell */
	struct known all;      /* what holds of everything that is written */
	VEC(uint64_t) offsets; /* of cells of which something more may be known */
};

/* How many cells there are at least; true: just as many. */
static bool count_of(struct store *s, term t, uint64_t *least)
{
	struct known k = store_term(s, t);
	uint64_t most = UINT64_MAX;
	*least = 0;
	if (k.width <= 64 && !known_is_none(&k))
		number_unsigned_range(known_as_number(s->place->domain, &k), least, &most);
	return *least == most;
}

static bool is_inside(const struct run *r, uint64_t offset)
{
	return offset - r->first < r->count;
}

/* ---- what is written ---- */

static void note(struct run *r, uint32_t cell, uint64_t moved)
{
	const struct domain *d = r->store->place->domain;
	if (cell && !cell_is_of_object(cell) && is_inside(r, d->offsets.at[cell - 1] + moved))
		vec_push(&r->offsets, d->offsets.at[cell - 1] + moved);
}

static struct known note_target(void *context, fact_key key, const struct known *k)
{
	note(context, key_cell(key), 0);
	return *k;
}

static struct known note_source(void *context, fact_key key, const struct known *k)
{
	struct run *r = context;
	for (uint32_t i = 0; i < r->from.target_count; i++) {
		uint64_t first = 0;
		number_is_constant(r->from.targets[i].offset, &first);
		if (r->from.targets[i].object == key_object(key))
			note(r, key_cell(key), r->first - first);
	}
	return *k;
}

static void note_cells(struct run *r)
{
	struct place *p = r->store->place;
	struct domain *d = p->domain;
	facts_change(d, r->store->facts, keys_of_object(store_variable(r->store), r->object), note_target, r);
	if (!r->map)
		return;
	uint32_t from =
		(uint32_t)(place_key(program_variable_of(d->program, r->map)) >> (KEY_OBJECT_BITS + KEY_CELL_BITS));
	for (uint32_t i = 0; i < r->from.target_count; i++)
		facts_change(d, p->facts, keys_of_object(from, r->from.targets[i].object), note_source, r);
}

/* What the cell at `offset` gets. */
static struct known written(struct run *r, uint64_t offset)
{
	struct domain *d = r->store->place->domain;
	struct target moved[TARGETS_MAX];
	struct known at = r->from;
	if (!r->map)
		return r->all;
	for (uint32_t i = 0; i < at.target_count; i++) {
		moved[i] = at.targets[i];
		moved[i].offset =
			number_binary(OP_BVADD, moved[i].offset, number_constant(d->pointer_bits, offset - r->first));
	}
	at.targets = moved;
	return place_read(r->store->place, program_variable_of(d->program, r->map), &at);
}

/* ---- writing ---- */

static void put(struct run *r, uint32_t cell, const struct known *k)
{
	struct domain *d = r->store->place->domain;
	fact_key key = key_of(store_variable(r->store), r->object, cell);
	r->store->facts = known_is_any(k) ? facts_remove(d, r->store->facts, (struct key_range){ key, 0 })
					  : facts_put(d, r->store->facts, key, k);
}

/* What is known of all cells from the first of the object on. */
static void put_all(struct run *r)
{
	struct domain *d = r->store->place->domain;
	uint32_t variable = store_variable(r->store);
	const struct known *all = facts_get(r->store->facts, key_of(variable, r->object, 0));
	const struct known *extent = facts_get(r->store->facts, key_of(variable, r->object, KEY_EXTENT));
	uint64_t low = 0, high;
	struct known joined = r->all, any = known_any(d, r->all.width);
	if (extent)
		number_unsigned_range(extent->low, &low, &high);
	bool replaces = r->first == 0 && r->count >= low && r->count < UINT64_C(1) << (EXTENT_BITS - 1);
	if (all && !replaces)
		joined = known_join(d, &r->all, all);
	struct known count = known_number(d, number_constant(EXTENT_BITS, replaces ? r->count : low));
	if (known_is_any(&joined) || (!all && !replaces)) {
		put(r, 0, &any);
		put(r, KEY_EXTENT, &any);
		return;
	}
	put(r, 0, &joined);
	put(r, KEY_EXTENT, &count);
}

/* Where a zero is in what is copied, as an offset of the target; false: it is not known. */
static bool copied_zero(struct run *r, struct known *zero)
{
	struct domain *d = r->store->place->domain;
	uint64_t from, low, high;
	if (!r->map || r->from.target_count != 1 || !number_is_constant(r->from.targets[0].offset, &from))
		return false;
	uint32_t variable =
		(uint32_t)(place_key(program_variable_of(d->program, r->map)) >> (KEY_OBJECT_BITS + KEY_CELL_BITS));
	const struct known *source =
		facts_get(r->store->place->facts, key_of(variable, r->from.targets[0].object, KEY_ZERO));
	if (!source || number_is_none(source->low))
		return false;
	number_unsigned_range(source->low, &low, &high);
	if (low < from || high - from >= r->count || (high - from + r->first) >> (EXTENT_BITS - 1))
		return false;
	*zero = known_number(d, number_between(EXTENT_BITS, low - from + r->first, high - from + r->first));
	return true;
}

static void put_zero(struct run *r)
{
	struct domain *d = r->store->place->domain;
	const struct known *now = facts_get(r->store->facts, key_of(store_variable(r->store), r->object, KEY_ZERO));
	struct known zero = known_any(d, EXTENT_BITS);
	uint64_t value = 1, low, high, last = r->first + r->count - 1;
	bool filled = !r->map && r->all.width == 8 && number_is_constant(known_as_number(d, &r->all), &value) && !value;
	if (!r->count)
		return;
	if (filled && !(last >> (EXTENT_BITS - 1)))
		zero = known_number(d, number_constant(EXTENT_BITS, last));
	else if (!copied_zero(r, &zero) && now && !number_is_none(now->low)) {
		number_unsigned_range(now->low, &low, &high);
		if (high < r->first || low > last)
			return;
	}
	put(r, KEY_ZERO, &zero);
}

/* Zeros that are written do no harm, but are not looked for. */
static void lose_end(struct run *r)
{
	struct known any = known_any(r->store->place->domain, EXTENT_BITS);
	if (r->count)
		put(r, KEY_END, &any);
}

static void write_run(struct run *r)
{
	struct domain *d = r->store->place->domain;
	note_cells(r);
	for (size_t i = 0; i < r->offsets.count; i++) {
		struct known k = written(r, r->offsets.at[i]);
		uint32_t cell = domain_cell(d, r->offsets.at[i]);
		if (cell)
			put(r, cell, &k);
	}
	struct known any = known_any(d, r->all.width);
	put(r, KEY_BUT_LAST, &any);
	put_all(r);
	put_zero(r);
	lose_end(r);
	ages_lost(r->store, r->object);
	vec_free(&r->offsets);
	store_tell(r->store, r->object, &r->all);
}

/* ---- where it goes ---- */

/* A copy: what is known of all that it reads. */
static struct known all_read(struct run *r)
{
	struct domain *d = r->store->place->domain;
	struct target wide[TARGETS_MAX];
	struct known at = r->from;
	if (!r->count || at.target_count == TARGETS_ANY)
		return r->all;
	for (uint32_t i = 0; i < at.target_count; i++) {
		wide[i] = at.targets[i];
		uint64_t first;
		if (!number_is_constant(wide[i].offset, &first) || first + r->count - 1 < first)
			return r->all;
		wide[i].offset = number_between(d->pointer_bits, first, first + r->count - 1);
	}
	at.targets = wide;
	return place_read(r->store->place, program_variable_of(d->program, r->map), &at);
}

static bool has_constant_offsets(const struct known *k)
{
	for (uint32_t i = 0; i < k->target_count; i++)
		if (!number_is_constant(k->targets[i].offset, NULL))
			return false;
	return true;
}

/* Cells that the run may be at: it stays in the object if it is counted by offsets (ir-spec/expressions.md). */
static void run_somewhere(struct store *s, const struct known *at, uint32_t count_bits)
{
	struct domain *d = s->place->domain;
	bool stays =
		domain_is_pointer(d, at->width) && count_bits <= d->pointer_bits && at->target_count != TARGETS_ANY;
	for (uint32_t i = 0; stays && i < at->target_count; i++) {
		struct target whole = at->targets[i];
		whole.offset = number_all(d->pointer_bits);
		store_somewhere(s, &whole);
	}
	if (!stays)
		store_somewhere(s, NULL);
}

/* One object, from a known offset on, a known number of cells, without an end that wraps around. */
static bool is_definite(struct run *r, const struct known *at, uint32_t count_bits)
{
	const struct domain *d = r->store->place->domain;
	uint64_t last = word_mask(d->pointer_bits);
	return domain_is_pointer(d, at->width) && count_bits == d->pointer_bits && at->target_count == 1 &&
	       object_is_single(d, at->targets[0].object) && number_is_constant(at->targets[0].offset, &r->first) &&
	       r->count <= UINT64_C(1) << (EXTENT_BITS - 2) && r->first <= last - r->count;
}

/* False: it is not known where it reads. */
static bool find_source(struct run *r, term map)
{
	struct domain *d = r->store->place->domain;
	const struct bank *bank = d->program->bank;
	if (term_op(bank, term_arg(bank, map, 2)) != OP_VARIABLE ||
	    !domain_is_pointer(d, term_width(bank, term_arg(bank, map, 3))))
		return false;
	r->map = term_arg(bank, map, 2);
	r->from = store_term(r->store, term_arg(bank, map, 3));
	if (r->from.target_count == TARGETS_ANY || !has_constant_offsets(&r->from))
		return false;
	r->all = all_read(r);
	return true;
}

/* Behind the cells that are surely written others may be, also around the end of all offsets. */
static void write_rest(struct run *r)
{
	struct store *s = r->store;
	uint64_t behind = r->first + r->count;
	struct target rest = { r->object, number_between(s->place->domain->pointer_bits, behind, r->first - 1) };
	s->value = r->map ? known_any(s->place->domain, r->all.width) : r->all;
	store_somewhere(s, &rest);
}

void store_run(struct store *s, term map)
{
	struct domain *d = s->place->domain;
	struct bank *bank = d->program->bank;
	bool is_fill = term_op(bank, map) == OP_FILL;
	struct known at = store_term(s, term_arg(bank, map, 1));
	term count = term_arg(bank, map, is_fill ? 2 : 4);
	uint32_t count_bits = term_width(bank, count);
	struct run r = { .store = s };
	bool is_exact = count_of(s, count, &r.count);
	if (is_exact && !r.count)
		return;
	r.all = is_fill ? store_term(s, term_arg(bank, map, 3))
			: known_any(d, term_width(bank, term_select(bank, map, term_arg(bank, map, 1))));
	if (r.count && is_definite(&r, &at, count_bits) && (is_fill || find_source(&r, map))) {
		r.object = at.targets[0].object;
		write_run(&r);
		if (!is_exact)
			write_rest(&r);
		return;
	}
	s->value = r.all;
	run_somewhere(s, &at, count_bits);
}

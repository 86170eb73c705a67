/* What statements do to what is known of owners (owner.h). */
#include "age.h"
#include "owner_parts.h"

/* ---- variables ---- */

/* Other classes that may be at the class's cell go, as it leaves it. */
static void drop_others(struct owning *w, uint32_t class, const struct owner_address *at)
{
	struct owners *o = &w->now;
	for (uint32_t i = 0; i < o->variable_count; i++) {
		const struct owner_variable v = o->variables[i];
		if (v.class == class || v.at.map == OWNER_NONE ||
		    owner_compare(w->place.domain, w->place.facts, o, &v.at, at) == OWNER_DIFFERENT)
			continue;
		owner_drop(o, v.class);
		i = OWNER_NONE;
	}
}

void owner_leave_cell(struct owning *w, uint32_t class)
{
	struct owners *o = &w->now;
	const struct owner_address at = o->variables[owner_first(o, class)].at;
	if (at.map == OWNER_NONE)
		return;
	struct known cell = owner_address_value(w->place.domain, w->place.facts, &at);
	if (!at.is_exact)
		owner_lose_content(w->place.domain, w->place.facts, o, at.map, &cell);
	drop_others(w, class, &at);
	owner_except(w->place.domain, w->place.facts, o, &at);
	owner_move(o, class, NULL);
}

/* Another variable about the same object, or OWNER_NONE. */
static uint32_t other_member(const struct owners *o, uint32_t variable)
{
	uint32_t class = owner_class(o, variable);
	for (uint32_t i = 0; class != OWNER_NONE && i < o->variable_count; i++)
		if (o->variables[i].class == class && o->variables[i].variable != variable)
			return o->variables[i].variable;
	return OWNER_NONE;
}

/* False: the place is not to be said in other words. */
static bool rebase(struct owner_address *a, uint32_t variable, uint32_t other, bool moves)
{
	if (a->map == OWNER_NONE || a->base != variable || (a->is_absolute && !moves))
		return true;
	a->base = a->is_absolute ? other : OWNER_NONE;
	return a->base != OWNER_NONE;
}

void owner_reassign(struct owning *w, const struct variable *v, bool moves)
{
	struct owners *o = &w->now;
	uint32_t variable = owner_number(v), other = other_member(o, variable);
	for (uint32_t i = o->exception_count; i-- > 0;) {
		struct owner_address at = o->exceptions[i];
		if (rebase(&at, variable, other, moves))
			o->exceptions[i] = at;
		else
			owner_settle(w->place.domain, w->place.facts, o, i);
	}
	for (uint32_t i = 0; i < o->variable_count; i++)
		if (!rebase(&o->variables[i].at, variable, other, moves)) {
			owner_drop(o, o->variables[i].class);
			i = OWNER_NONE;
		}
	struct known k = owner_value_of(w->place.domain, w->place.facts, variable);
	uint32_t i = owner_find(o, variable);
	if (moves && other == OWNER_NONE && i != OWNER_NONE && owner_is_root(&o->variables[i]))
		owner_lose(w->place.domain, w->place.facts, o, &k);
	if (moves)
		owner_remove(o, variable);
}

void owners_assigned(struct place *p, const struct facts *before, const struct variable *v, term value)
{
	struct owning w = { .place = *p };
	w.place.facts = before;
	if (!owner_is_kept(p->domain, v) || !owners_of(p->domain, before, &w.now))
		return;
	uint32_t variable = owner_number(v);
	struct owner_value is = { .kind = OWNER_ANY };
	if (value)
		is = owner_read_cell(&w, value);
	if (value && is.kind == OWNER_ANY)
		is = owner_read(&w, value);
	bool moves = is.kind != OWNER_CLASS || is.class != owner_class(&w.now, variable);
	if (is.kind == OWNER_CELL && !rebase(&is.at, variable, other_member(&w.now, variable), true))
		is.kind = OWNER_ANY;
	owner_reassign(&w, v, moves);
	if (is.kind == OWNER_FREE || is.kind == OWNER_CELL)
		owner_add(&w.now, variable, owner_new_class(&w.now), is.kind == OWNER_CELL ? &is.at : NULL);
	uint32_t first = is.kind == OWNER_CLASS && moves ? owner_first(&w.now, is.class) : OWNER_NONE;
	if (first != OWNER_NONE) {
		const struct owner_address at = w.now.variables[first].at;
		owner_add(&w.now, variable, is.class, &at);
	}
	p->facts = owners_put(p->domain, p->facts, &w.now);
}

/* ---- cells ---- */

/* What is stored there, not through a reference that counts, may be stored to a hidden exception. */
static void change_hidden(struct owning *w, const struct known *at)
{
	if (w->now.has_hidden && !owner_is_static(w->place.domain, at))
		w->now.changed_hidden = 1;
}

static bool is_null(const struct owning *w, const struct known *k)
{
	return k->target_count == 1 && object_is_null(w->place.domain, k->targets[0].object);
}

/* TARGETS: any, or these. */
static void cells_lost(struct owning *w, uint32_t map, const struct known *targets)
{
	struct owners *o = &w->now;
	change_hidden(w, targets);
	owner_uncount(w->place.domain, w->place.facts, o, map, targets);
	for (uint32_t i = 0; i < o->variable_count; i++)
		if (o->variables[i].at.map == map) {
			owner_drop(o, o->variables[i].class);
			i = OWNER_NONE;
		}
}

/* A class at the cell, one that is what it has if there is one; OWNER_NONE: there is none. */
static uint32_t class_at(struct owning *w, const struct owner_address *at)
{
	const struct owners *o = &w->now;
	uint32_t found = OWNER_NONE;
	for (uint32_t i = 0; i < o->variable_count; i++) {
		const struct owner_variable *v = &o->variables[i];
		if (v->at.map != at->map || owner_compare(w->place.domain, w->place.facts, o, &v->at, at) != OWNER_SAME)
			continue;
		if (v->at.is_exact)
			return v->class;
		found = v->class;
	}
	return found;
}

/* What was at the cell, and is overwritten, is a root; what may have been is lost. */
static void overwrite(struct owning *w, const struct owner_address *at)
{
	struct domain *d = w->place.domain;
	struct owners *o = &w->now;
	bool is_told = false;
	for (uint32_t i = o->exception_count; i-- > 0;) {
		enum owner_relation r = owner_compare(d, w->place.facts, o, &o->exceptions[i], at);
		if (r == OWNER_SAME)
			owner_remove_exception(o, i);
		else if (r == OWNER_MAYBE)
			owner_settle(d, w->place.facts, o, i);
		is_told |= r == OWNER_SAME;
	}
	uint32_t class = class_at(w, at);
	if (class != OWNER_NONE) {
		is_told |= o->variables[owner_first(o, class)].at.is_exact;
		drop_others(w, class, at);
		owner_move(o, class, NULL);
	} else {
		drop_others(w, OWNER_NONE, at);
	}
	struct known cell = owner_address_value(d, w->place.facts, at);
	if (!is_told)
		owner_lose_content(d, w->place.facts, o, at->map, &cell);
}

/* Is what the address is in, or what leads there, of the class? */
static bool leads_from(const struct owners *o, const struct owner_address *at, uint32_t class)
{
	uint32_t base = at->base;
	for (unsigned steps = 0; steps < 8 && !(base & OWNER_CONSTANT); steps++) {
		uint32_t i = owner_find(o, base);
		if (i == OWNER_NONE)
			return false;
		if (o->variables[i].class == class)
			return true;
		if (o->variables[i].at.map == OWNER_NONE)
			return false;
		base = o->variables[i].at.base;
	}
	return false;
}

static bool may_begin(const struct known *k)
{
	for (uint32_t i = 0; k->target_count != TARGETS_ANY && i < k->target_count; i++)
		if (number_holds(k->targets[i].offset, 0))
			return true;
	return k->target_count == TARGETS_ANY;
}

/* The one cell that is written, which counts from now on. False: there are several, or no room. */
static bool count_cell(struct owning *w, uint32_t map, const struct known *at, bool is_null)
{
	struct domain *d = w->place.domain;
	uint64_t offset;
	if (at->target_count != 1 || !object_is_single(d, at->targets[0].object) ||
	    !number_is_constant(at->targets[0].offset, &offset))
		return false;
	uint32_t site = object_site(d, at->targets[0].object);
	struct owner_cell c = { map, at->targets[0].object, domain_cell(d, offset), is_null };
	return c.cell && (!site || w->now.sites & object_bit(site)) && owner_put_cell(&w->now, &c);
}

static void store(struct owning *w, uint32_t map, term pointer, term value)
{
	struct domain *d = w->place.domain;
	struct owners *o = &w->now;
	struct known at = owner_term(w, pointer), stored = owner_term(w, value);
	struct owner_value is = owner_read(w, value);
	struct owner_address address;
	if (!owner_address_of(w, map, pointer, &address)) {
		cells_lost(w, map, &at);
		owner_settle_map(d, w->place.facts, o, map);
		return;
	}
	if (!owner_has_counted_base(w, &address))
		change_hidden(w, &at);
	uint32_t first = is.kind == OWNER_CLASS ? owner_first(o, is.class) : OWNER_NONE;
	if (first != OWNER_NONE && o->variables[first].at.is_exact &&
	    owner_compare(d, w->place.facts, o, &o->variables[first].at, &address) == OWNER_SAME)
		return;
	overwrite(w, &address);
	if (is.kind == OWNER_FREE) {
		count_cell(w, map, &at, is_null(w, &stored));
		return;
	}
	owner_fill_cells(d, o, map, &at);
	bool moves = is.kind == OWNER_CLASS && owner_first(o, is.class) != OWNER_NONE && may_begin(&stored) &&
		     !leads_from(o, &address, is.class);
	if (!moves || (!count_cell(w, map, &at, false) && !owner_all_count(w, map, &at))) {
		owner_uncount(d, w->place.facts, o, map, &at);
		return;
	}
	owner_leave_cell(w, is.class);
	owner_hang(o, &address, is.class);
	address.is_exact = true;
	owner_move(o, is.class, &address);
}

/* A fill with what is no object of the sites', from a known place on, of known length: cells that are known count. */
static void fill(struct owning *w, uint32_t map, term t)
{
	enum { MOST_FILLED = 16 };
	struct domain *d = w->place.domain;
	const struct bank *bank = d->program->bank;
	struct known at = owner_term(w, term_arg(bank, t, 1)), all = owner_term(w, term_arg(bank, t, 3));
	struct known count = owner_term(w, term_arg(bank, t, 2));
	uint64_t first, length;
	cells_lost(w, map, &at);
	owner_settle_map(d, w->place.facts, &w->now, map);
	if (at.target_count != 1 || !owner_is_none(w->place.domain, w->place.facts, &w->now, &all) ||
	    !number_is_constant(at.targets[0].offset, &first) || count.width > 64 ||
	    !number_is_constant(known_as_number(d, &count), &length) || first + length < first)
		return;
	for (size_t i = 0, room = MOST_FILLED; i < d->owners->offsets.count && room; i++) {
		uint64_t offset = d->owners->offsets.at[i];
		struct known one = at;
		struct target cell = { at.targets[0].object, number_constant(d->pointer_bits, offset) };
		one.targets = &cell;
		if (offset >= first && offset - first < length && count_cell(w, map, &one, is_null(w, &all)))
			room--;
	}
}

/* ---- objects that end ---- */

static void sites_lost(struct owning *w, const struct known *index)
{
	if (index->target_count == TARGETS_ANY)
		w->now.sites = 0;
	for (uint32_t i = 0; index->target_count != TARGETS_ANY && i < index->target_count; i++) {
		uint32_t site = object_site(w->place.domain, index->targets[i].object);
		if (site && !facts_is_absent(w->place.domain, w->place.facts, index->targets[i].object))
			owner_lose_sites(w->place.domain, w->place.facts, &w->now, object_bit(site));
	}
}

/* The cells of the class's object do not count any more: what was there is a root. */
static void release(struct owning *w, uint32_t class, bool is_exact)
{
	struct owners *o = &w->now;
	for (uint32_t i = 0; i < o->variable_count; i++) {
		const struct owner_variable v = o->variables[i];
		if (v.at.map == OWNER_NONE || v.at.is_exact != is_exact || owner_class(o, v.at.base) != class)
			continue;
		drop_others(w, v.class, &v.at);
		owner_move(o, v.class, NULL);
		i = OWNER_NONE;
	}
}

static void end(struct owning *w, uint32_t class)
{
	struct owners *o = &w->now;
	owner_leave_cell(w, class);
	const struct owners before = w->now;
	release(w, class, true);
	release(w, class, false);
	owner_lose_end(w->place.domain, w->place.facts, &before, o, class);
	for (uint32_t i = o->exception_count; i-- > 0;)
		if (owner_class(o, o->exceptions[i].base) == class)
			owner_remove_exception(o, i);
	owner_drop(o, class);
}

/* Do the objects of the sites stay alive (1), or end (-1)? 0: who knows. */
static int fate(const struct domain *d, const struct known *index, const struct known *state)
{
	int all = 0;
	for (uint32_t i = 0; i < index->target_count; i++) {
		uint32_t site = object_site(d, index->targets[i].object);
		uint64_t alive;
		if (!site)
			continue;
		if (!alive_state(d, site, &alive) || state->width > 64 || number_is_none(state->low))
			return 0;
		int one = known_is_number(state, alive) ? 1 : number_holds(state->low, alive) ? 0 : -1;
		if (!one || (all && all != one))
			return 0;
		all = one;
	}
	return all ? all : 1;
}

static void state_stored(struct owning *w, term index, term state)
{
	struct domain *d = w->place.domain;
	const struct variable *v = age_variable(d, index);
	struct known of = owner_term(w, index), to = owner_term(w, state);
	uint32_t i = v ? owner_find(&w->now, owner_number(v)) : OWNER_NONE;
	if (i != OWNER_NONE && w->now.variables[i].at.map == OWNER_UNBORN && of.target_count == 1 &&
	    fate(d, &of, &to) > 0) {
		owner_move(&w->now, w->now.variables[i].class, NULL);
		return;
	}
	bool counted =
		v && of.target_count != TARGETS_ANY && owner_is_counted(d, w->place.facts, &w->now, owner_number(v));
	int what = counted ? fate(d, &of, &to) : 0;
	if (!what)
		sites_lost(w, &of);
	else if (what < 0)
		end(w, owner_class(&w->now, owner_number(v)));
}

/* Nobody knows what the map has become. */
static void map_lost(struct owning *w, const struct variable *map)
{
	struct domain *d = w->place.domain;
	struct known any = known_any(d, d->object_bits + d->pointer_bits);
	if (map == d->state)
		w->now.sites = 0;
	else
		cells_lost(w, map->index, &any);
}

/* ---- statements ---- */

/* Of maps of pointers by pointers only. */
static bool has_cells(const struct domain *d, const struct variable *map)
{
	const struct bank *bank = d->program->bank;
	sort value = sort_value(bank, map->sort), index = sort_index(bank, map->sort);
	return map->kind == VARIABLE_GLOBAL && sort_kind(bank, value) == SORT_BITVECTOR &&
	       domain_is_pointer(d, sort_width(bank, value)) && sort_kind(bank, index) == SORT_BITVECTOR &&
	       domain_is_pointer(d, sort_width(bank, index));
}

void owners_stored(struct place *p, const struct facts *before, const struct variable *map, term value)
{
	struct domain *d = p->domain;
	const struct bank *bank = d->program->bank;
	struct owning w = { .place = *p };
	w.place.facts = before;
	if ((map != d->state && !has_cells(d, map)) || !owners_of(d, before, &w.now))
		return;
	VEC(term) stores = { 0 };
	for (; value && (term_op(bank, value) == OP_STORE || term_op(bank, value) == OP_FILL);
	     value = term_arg(bank, value, 0))
		vec_push(&stores, value);
	if (value != map->term)
		map_lost(&w, map);
	for (; stores.count; w.is_nested = true) {
		term t = vec_pop(&stores);
		if (term_op(bank, t) == OP_FILL && map == d->state)
			map_lost(&w, map);
		else if (term_op(bank, t) == OP_FILL)
			fill(&w, map->index, t);
		else if (map == d->state)
			state_stored(&w, term_arg(bank, t, 1), term_arg(bank, t, 2));
		else
			store(&w, map->index, term_arg(bank, t, 1), term_arg(bank, t, 2));
		if (w.is_nested && map != d->state) /* what cells have is not known any more */
			w.now.held = 0;
	}
	vec_free(&stores);
	p->facts = owners_put(d, p->facts, &w.now);
}

/* What was the site's last object is one of the others. */
static void age_cells(struct owning *w, uint32_t last)
{
	struct domain *d = w->place.domain;
	const struct owners old = w->now;
	struct owners *o = &w->now;
	const struct known *count = facts_get(w->place.facts, count_key(last));
	bool has_others = !count || number_holds(count->low, 2) || number_holds(count->low, 3);
	struct known objects = known_object(d, last, NULL), others = known_object(d, last + 1, NULL);
	for (uint32_t i = 0; i < old.cell_count; i++) {
		struct owner_cell moved = old.cells[i];
		if (moved.object != last && moved.object != last + 1)
			continue;
		owner_uncount(d, w->place.facts, o, moved.map, moved.object == last ? &objects : &others);
	}
	for (uint32_t i = 0; i < old.cell_count; i++) {
		struct owner_cell moved = old.cells[i], same = moved;
		same.object = moved.object = last + 1;
		if (old.cells[i].object == last && (!has_others || owner_counts(&old, &same)))
			owner_put_cell(o, &moved);
	}
	for (uint32_t i = 0; has_others && i < old.cell_count; i++) {
		struct owner_cell same = old.cells[i];
		if (same.object == last + 1 && owner_counts(o, &same))
			owner_put_cell(o, &same);
	}
	o->held = old.held;
	for (uint32_t i = 0; i < old.cell_count; i++) {
		struct owner_cell moved = old.cells[i];
		bool was_of = moved.object == last || moved.object == last + 1;
		moved.object = last + 1;
		if (was_of && !owner_counts(o, &moved))
			owner_lose_cell(d, w->place.facts, o, &old.cells[i]);
	}
}

void owners_created(struct place *p, const struct facts *before, const struct statement *fresh)
{
	struct domain *d = p->domain;
	struct owning w = { .place = *p };
	w.place.facts = before;
	if (!d->object_bits || sort_width(d->program->bank, fresh->target->sort) != d->object_bits ||
	    !owner_is_kept(d, fresh->target) || !owners_of(d, before, &w.now))
		return;
	const struct owner_address unborn = { .map = OWNER_UNBORN, .base = OWNER_CONSTANT };
	uint32_t site = domain_created(d, fresh);
	owner_reassign(&w, fresh->target, true);
	age_cells(&w, site);
	if (w.now.sites & object_bit(site))
		owner_add(&w.now, owner_number(fresh->target), owner_new_class(&w.now), &unborn);
	p->facts = owners_put(d, p->facts, &w.now);
}

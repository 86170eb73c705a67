/* What terms say of owners (owner.h): addresses of cells, and what values refer to. */
#include "age.h"
#include "owner_parts.h"

struct known owner_term(struct owning *w, term t)
{
	w->place.budget = PLACE_BUDGET;
	return place_value(&w->place, t);
}

/* All offsets are this one. */
static bool one_offset(const struct known *k, uint64_t *offset)
{
	uint64_t first = 0, other;
	for (uint32_t i = 0; i < k->target_count; i++) {
		if (!number_is_constant(k->targets[i].offset, &other) || (i && other != first))
			return false;
		first = other;
	}
	*offset = first;
	return k->target_count;
}

static bool is_pointer_variable(struct owning *w, term t)
{
	const struct bank *bank = w->place.domain->program->bank;
	return term_op(bank, t) == OP_VARIABLE &&
	       owner_is_kept(w->place.domain, program_variable_of(w->place.domain->program, t));
}

/* A pointer as `base` moved by `offset`: v; concat(extract(v), bvadd(extract(v), c)); concat(x, c). */
static bool split(struct owning *w, term t, term *base, struct owner_address *a)
{
	struct domain *d = w->place.domain;
	const struct bank *bank = d->program->bank;
	*base = t;
	if (is_pointer_variable(w, t))
		return true;
	if (term_op(bank, t) != OP_CONCAT || term_width(bank, term_arg(bank, t, 0)) != d->object_bits)
		return false;
	term object = term_arg(bank, t, 0), offset = term_arg(bank, t, 1), amount = 0;
	*base = term_op(bank, object) == OP_EXTRACT ? term_arg(bank, object, 0) : object;
	if (!is_pointer_variable(w, *base) || !age_variable(d, t))
		return false;
	if (term_is_constant(bank, offset)) {
		a->is_absolute = true;
		a->offset = term_value(bank, offset);
		return true;
	}
	if (term_op(bank, offset) == OP_BVADD) {
		for (unsigned i = 0; i < 2; i++)
			if (term_is_constant(bank, term_arg(bank, offset, i)))
				amount = term_arg(bank, offset, i);
		offset = amount == term_arg(bank, offset, 0) ? term_arg(bank, offset, 1) : term_arg(bank, offset, 0);
	}
	a->offset = amount ? term_value(bank, amount) : 0;
	return term_op(bank, offset) == OP_EXTRACT && term_arg(bank, offset, 0) == *base &&
	       !term_index(bank, offset, 1) && term_width(bank, offset) == d->pointer_bits;
}

bool owner_address_of(struct owning *w, uint32_t map, term t, struct owner_address *a)
{
	struct domain *d = w->place.domain;
	const struct bank *bank = d->program->bank;
	term base;
	uint64_t offset;
	*a = (struct owner_address){ .map = map };
	if (term_is_constant(bank, t)) {
		struct known k = known_constant(d, t);
		if (k.target_count != 1 || !number_is_constant(k.targets[0].offset, &a->offset))
			return false;
		a->base = OWNER_CONSTANT | k.targets[0].object;
		a->is_absolute = true;
		return true;
	}
	if (!split(w, t, &base, a))
		return false;
	a->base = owner_number(program_variable_of(d->program, base));
	struct known k = owner_term(w, base);
	if (k.target_count == TARGETS_ANY)
		return false;
	if (k.width == d->object_bits) {
		a->is_absolute = true;
	} else if (!a->is_absolute && one_offset(&k, &offset)) {
		a->is_absolute = true;
		a->offset += offset;
	}
	if (d->pointer_bits < 64)
		a->offset &= (UINT64_C(1) << d->pointer_bits) - 1;
	return true;
}

/* Is the object of each target alive? */
static bool are_alive(const struct domain *d, const struct facts *f, const struct known *k)
{
	for (uint32_t i = 0; i < k->target_count; i++) {
		uint32_t object = k->targets[i].object, site = object_site(d, object);
		uint64_t state;
		if (site && !facts_is_absent(d, f, object) &&
		    (!alive_state(d, site, &state) ||
		     !known_is_number(facts_get(f, key_of(d->state->index, object, 0)), state)))
			return false;
	}
	return true;
}

/* Do all cells that it may be, of objects of the sites or of none that is created, count? */
bool owner_all_count(struct owning *w, uint32_t map, const struct known *at)
{
	struct domain *d = w->place.domain;
	if (at->target_count == TARGETS_ANY || !at->target_count)
		return false;
	for (uint32_t i = 0; i < at->target_count; i++) {
		uint32_t object = at->targets[i].object, site = object_site(d, object);
		uint64_t offset;
		if (facts_is_absent(d, w->place.facts, object))
			continue;
		if ((site && !(w->now.sites & object_bit(site))) || !number_is_constant(at->targets[i].offset, &offset))
			return false;
		struct owner_cell c = { map, object, domain_cell(d, offset), 0 };
		if (!c.cell || !owner_counts(&w->now, &c))
			return false;
	}
	return true;
}

bool owner_is_static(const struct domain *d, const struct known *k)
{
	for (uint32_t i = 0; k->target_count != TARGETS_ANY && i < k->target_count; i++)
		if (object_site(d, k->targets[i].object))
			return false;
	return k->target_count != TARGETS_ANY;
}

bool owner_has_counted_base(struct owning *w, const struct owner_address *a)
{
	return !(a->base & OWNER_CONSTANT) && owner_is_counted(w->place.domain, w->place.facts, &w->now, a->base);
}

/* What the map has at the pointer, if that is a cell that counts. */
static struct owner_value read_cell(struct owning *w, uint32_t map, term pointer)
{
	struct domain *d = w->place.domain;
	const struct owners *o = &w->now;
	struct owner_value any = { .kind = OWNER_ANY }, cell = { .kind = OWNER_CELL };
	struct known at = owner_term(w, pointer);
	if (!owner_address_of(w, map, pointer, &cell.at) || !owner_all_count(w, map, &at))
		return any;
	bool counted = owner_has_counted_base(w, &cell.at);
	if (!counted && !are_alive(d, w->place.facts, &at))
		return any;
	if (o->has_hidden && !counted && !owner_is_static(d, &at))
		return any;
	for (uint32_t i = 0; i < o->exception_count; i++)
		if (owner_compare(d, w->place.facts, o, &o->exceptions[i], &cell.at) != OWNER_DIFFERENT)
			return any;
	for (uint32_t i = 0; i < o->variable_count; i++)
		if (o->variables[i].at.is_exact &&
		    owner_compare(d, w->place.facts, o, &o->variables[i].at, &cell.at) == OWNER_SAME)
			return (struct owner_value){ .kind = OWNER_CLASS, .class = o->variables[i].class };
	cell.at.is_exact = true;
	return cell;
}

struct owner_value owner_read_cell(struct owning *w, term t)
{
	const struct domain *d = w->place.domain;
	const struct bank *bank = d->program->bank;
	const struct owner_value any = { .kind = OWNER_ANY };
	if (w->is_nested || term_op(bank, t) != OP_SELECT || !domain_is_pointer(d, term_width(bank, t)) ||
	    term_op(bank, term_arg(bank, t, 0)) != OP_VARIABLE)
		return any;
	const struct variable *map = program_variable_of(d->program, term_arg(bank, t, 0));
	if (map->kind != VARIABLE_GLOBAL || !domain_is_pointer(d, term_width(bank, term_arg(bank, t, 1))))
		return any;
	return read_cell(w, map->index, term_arg(bank, t, 1));
}

struct owner_value owner_read(struct owning *w, term t)
{
	const struct domain *d = w->place.domain;
	const struct variable *v = age_variable(d, t);
	struct known k = owner_term(w, t);
	if (owner_is_none(d, w->place.facts, &w->now, &k))
		return (struct owner_value){ .kind = OWNER_FREE };
	uint32_t i = v ? owner_find(&w->now, owner_number(v)) : OWNER_NONE;
	if (i != OWNER_NONE && w->now.variables[i].at.map != OWNER_UNBORN)
		return (struct owner_value){ .kind = OWNER_CLASS, .class = w->now.variables[i].class };
	return owner_read_cell(w, t);
}

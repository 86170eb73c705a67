/* Which objects are held (owner.h): of sites each of whose live objects has its one reference, so that none is left alive where no
 * root is left. Each site is, until such a reference may have gone. Nothing hangs from itself: what is moved to a cell hangs from another
 * root, or from nothing that was created. So from each live object references lead up to a root, one of a caller, or a cell of
 * an object that was there from the beginning. */
#include "owner.h"
#include "owner_parts.h"

/* ---- what goes ---- */

void owner_lose(const struct domain *d, const struct facts *f, struct owners *o, const struct known *objects)
{
	if (objects->target_count == TARGETS_ANY)
		o->held = 0;
	for (uint32_t i = 0; o->held && i < objects->target_count; i++) {
		uint32_t object = objects->targets[i].object, site = object_site(d, object);
		if (site && !facts_is_absent(d, f, object))
			o->held &= ~object_bit(site);
	}
}

static uint64_t offset_of(const struct domain *d, const struct owner_cell *c)
{
	return d->offsets.at[c->cell - 1];
}

static struct known content(struct domain *d, const struct facts *f, const struct owner_cell *c)
{
	struct place p = { .domain = d, .facts = f };
	struct number offset = number_constant(d->pointer_bits, offset_of(d, c));
	struct known at = known_object(d, c->object, &offset);
	return place_read(&p, d->program->globals[c->map], &at);
}

void owner_lose_cell(struct domain *d, const struct facts *f, struct owners *o, const struct owner_cell *c)
{
	struct known k = content(d, f, c);
	if (!c->is_null && !facts_is_absent(d, f, c->object))
		owner_lose(d, f, o, &k);
}

void owner_lose_content(struct domain *d, const struct facts *f, struct owners *o, uint32_t map,
			const struct known *targets)
{
	for (uint32_t i = 0; o->held && i < o->cell_count; i++)
		if (owner_is_hit(d, &o->cells[i], map, targets))
			owner_lose_cell(d, f, o, &o->cells[i]);
}

void owner_lose_sites(struct domain *d, const struct facts *f, struct owners *o, uint64_t sites)
{
	for (uint32_t i = 0; o->held && i < o->cell_count; i++) {
		uint32_t site = object_site(d, o->cells[i].object);
		if (site && sites & object_bit(site))
			owner_lose_cell(d, f, o, &o->cells[i]);
	}
	o->sites &= ~sites;
	o->held &= ~sites;
}

void owner_lose_classes(struct domain *d, const struct facts *f, const struct owners *o, struct owners *left)
{
	for (uint32_t i = 0; left->held && i < o->variable_count; i++) {
		const struct owner_variable *v = &o->variables[i];
		if (!owner_is_root(v) || owner_first(o, v->class) != i || owner_first(left, v->class) != OWNER_NONE)
			continue;
		struct known k = owner_value_of(d, f, v->variable);
		owner_lose(d, f, left, &k);
	}
}

/* ---- the end of an object ---- */

static bool is_at(struct domain *d, const struct facts *f, const struct owner_address *a, const struct owner_cell *c)
{
	uint64_t offset;
	struct known at = owner_address_value(d, f, a);
	bool is_there = a->map == c->map && at.target_count != TARGETS_ANY;
	for (uint32_t i = 0; is_there && i < at.target_count; i++)
		is_there = number_is_constant(at.targets[i].offset, &offset) && offset == offset_of(d, c);
	return is_there;
}

/* Is the cell, of the class's object, an exception, or what it had a root now? */
static bool is_told(struct domain *d, const struct facts *f, const struct owners *before, const struct owners *now,
		    uint32_t class, const struct owner_cell *c)
{
	for (uint32_t i = 0; i < before->exception_count; i++)
		if (owner_class(before, before->exceptions[i].base) == class && is_at(d, f, &before->exceptions[i], c))
			return true;
	for (uint32_t i = 0; i < before->variable_count; i++) {
		const struct owner_variable *v = &before->variables[i];
		uint32_t first = owner_first(now, v->class);
		if (v->at.is_exact && first != OWNER_NONE && now->variables[first].at.map == OWNER_NONE &&
		    owner_class(before, v->at.base) == class && is_at(d, f, &v->at, c))
			return true;
	}
	return false;
}

void owner_lose_end(struct domain *d, const struct facts *f, const struct owners *before, struct owners *now,
		    uint32_t class)
{
	struct known object = owner_value_of(d, f, before->variables[owner_first(before, class)].variable);
	if (object.target_count == TARGETS_ANY)
		now->held = 0;
	for (uint32_t i = 0; now->held && i < now->cell_count; i++) {
		const struct owner_cell *c = &now->cells[i];
		bool is_of = false;
		for (uint32_t k = 0; k < object.target_count; k++)
			is_of |= object.targets[k].object == c->object;
		if (is_of && !is_told(d, f, before, now, class, c))
			owner_lose_cell(d, f, now, c);
	}
}

/* ---- cells that get something ---- */

void owner_hang(struct owners *o, const struct owner_address *at, uint32_t class)
{
	enum { MOST_STEPS = 8 };
	uint32_t base = at->base;
	for (unsigned steps = 0; steps < MOST_STEPS; steps++) {
		uint32_t i = base & OWNER_CONSTANT ? OWNER_NONE : owner_find(o, base);
		if (base & OWNER_CONSTANT)
			return;
		if (i == OWNER_NONE || o->variables[i].class == class || o->variables[i].at.map == OWNER_UNBORN)
			break;
		if (o->variables[i].at.map == OWNER_NONE)
			return;
		base = o->variables[i].at.base;
	}
	o->held = 0;
}

/* ---- joins ---- */

static bool has_exception(const struct owners *o, const struct owner_address *at)
{
	for (uint32_t i = 0; i < o->exception_count; i++)
		if (owner_address_equal(&o->exceptions[i], at))
			return true;
	return false;
}

/* What refers in the one state only, OF. */
static void lose_side(struct domain *d, const struct owners *of, const struct facts *f, struct owners *joined)
{
	for (uint32_t i = 0; joined->held && i < of->variable_count; i++) {
		const struct owner_variable *v = &of->variables[i];
		bool is_left = !owner_is_root(v) || owner_first(of, v->class) != i;
		for (uint32_t k = i; !is_left && k < of->variable_count; k++) {
			uint32_t now =
				of->variables[k].class == v->class ? owner_find(joined, of->variables[k].variable)
								   : OWNER_NONE;
			is_left = now != OWNER_NONE && joined->variables[now].at.map == v->at.map;
		}
		struct known k = owner_value_of(d, f, v->variable);
		if (!is_left)
			owner_lose(d, f, joined, &k);
	}
	for (uint32_t i = 0; joined->held && i < of->cell_count; i++) {
		uint32_t site = object_site(d, of->cells[i].object);
		if (!owner_counts(joined, &of->cells[i]) || (site && of->sites & ~joined->sites & object_bit(site)))
			owner_lose_cell(d, f, joined, &of->cells[i]);
	}
	for (uint32_t i = 0; joined->held && i < joined->exception_count; i++) {
		if (has_exception(of, &joined->exceptions[i]))
			continue;
		struct known at = owner_address_value(d, f, &joined->exceptions[i]);
		uint64_t cells = of->cell_count;
		for (uint32_t k = 0; k < cells; k++)
			if (owner_is_hit(d, &of->cells[k], joined->exceptions[i].map, &at))
				owner_lose_cell(d, f, joined, &of->cells[k]);
	}
}

void owner_join_held(struct domain *d, const struct owners *const of[2], const struct facts *const facts[2],
		     struct owners *joined)
{
	joined->held = of[0]->held & of[1]->held;
	for (unsigned side = 0; side < 2; side++)
		lose_side(d, of[side], facts[side], joined);
}

/* ---- what is left ---- */

bool owner_is_none(const struct domain *d, const struct facts *f, const struct owners *o, const struct known *k)
{
	for (uint32_t i = 0; k->target_count != TARGETS_ANY && i < k->target_count; i++) {
		uint32_t site = object_site(d, k->targets[i].object);
		if (site && o->sites & object_bit(site) && !facts_is_absent(d, f, k->targets[i].object))
			return false;
	}
	return k->target_count != TARGETS_ANY;
}

static bool has_root(struct domain *d, const struct facts *f, const struct owners *o)
{
	for (uint32_t i = 0; i < o->variable_count; i++) {
		struct known k = owner_value_of(d, f, o->variables[i].variable);
		if (owner_is_root(&o->variables[i]) && !owner_is_none(d, f, o, &k))
			return true;
	}
	return false;
}

/* Does a cell refer to one, of an object that is not held itself? */
static bool has_root_cell(struct domain *d, const struct facts *f, const struct owners *o)
{
	for (uint32_t i = 0; i < o->cell_count; i++) {
		const struct owner_cell *c = &o->cells[i];
		uint32_t site = object_site(d, c->object);
		struct known k = content(d, f, c);
		if (c->is_null || facts_is_absent(d, f, c->object) || (site && o->held & object_bit(site)) ||
		    owner_is_none(d, f, o, &k))
			continue;
		const struct owner_address at = { .map = c->map,
						  .base = OWNER_CONSTANT | c->object,
						  .is_absolute = true,
						  .offset = offset_of(d, c) };
		if (site || !has_exception(o, &at))
			return true;
	}
	return false;
}

uint64_t owners_gone(struct place *p)
{
	const struct owners *o = p->domain->state ? owners_at(p->domain, p->facts) : NULL;
	if (!o || !o->held || o->has_outer || has_root(p->domain, p->facts, o) || has_root_cell(p->domain, p->facts, o))
		return 0;
	return o->held;
}

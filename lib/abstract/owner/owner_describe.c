/* What is known of owners, as conditions: a program that keeps the cell that an object was last hung at can say them (struct sites).
 *
 *   link     of each live object and each of its cells that counts: what it leads to is null, or alive, and hangs from this cell
 *   root     a class of variables leads to null, or to what is alive and hangs from nothing: no object, one that has ended, an exception
 *   holder   each live object is that of a class of variables, or hangs from a cell that leads to it, of an object that is alive
 *
 * These keep each other. The last one is a guess, also of sites that are not `held`. */
#include "owner.h"

#include "age.h"
#include "describe.h"
#include "owner_parts.h"

struct saying {
	struct place *place;
	struct domain *domain;
	struct bank *bank;
	const struct owners *owners;
	term each;
	void (*add)(void *context, term condition);
	void *context;
};

/* --- terms --- */

static term identity_of(const struct saying *s, term pointer)
{
	return describe_identity(s->domain, pointer);
}

static term offset_of(const struct saying *s, term pointer)
{
	return term_extract(s->bank, s->domain->pointer_bits - 1, 0, pointer);
}

static term cell_at(const struct saying *s, term identity, uint64_t offset)
{
	return term_concat(s->bank, identity, term_bv(s->bank, s->domain->pointer_bits, offset));
}

static term map_of(const struct saying *s, uint32_t map)
{
	return s->domain->program->globals[map]->term;
}

static term null_identity(const struct saying *s)
{
	return term_bv(s->bank, s->domain->object_bits, 0);
}

static term holder_of(const struct saying *s, term identity)
{
	return term_select(s->bank, s->place->sites->holder, identity);
}

static term is_alive(const struct saying *s, uint32_t site, term identity)
{
	uint64_t alive;
	if (!later_state(s->domain, site, &alive))
		return 0;
	term state = term_select(s->bank, s->domain->state->term, identity);
	return term_eq(s->bank, state, term_bv(s->bank, term_width(s->bank, state), alive));
}

/* It is a live object of the site; 0: that cannot be said. */
static term is_of(const struct saying *s, uint32_t site, term identity)
{
	term here = describe_site_of(s->place, identity, &s->domain->objects.at[site]);
	term alive = here ? is_alive(s, site, identity) : 0;
	return alive ? term_and(s->bank, here, alive) : 0;
}

static void say_if(const struct saying *s, term given, term condition)
{
	s->add(s->context, term_or(s->bank, term_not(s->bank, given), condition));
}

static term variable_term(const struct saying *s, uint32_t number)
{
	uint32_t local = number & ~(uint32_t)KEY_LOCAL;
	return number & KEY_LOCAL ? s->place->procedure->variables[local]->term
				  : s->domain->program->globals[number]->term;
}

static bool is_pointer(const struct saying *s, term t)
{
	return domain_is_pointer(s->domain, term_width(s->bank, t));
}

/* The cell at the address. */
static term address_term(const struct saying *s, const struct owner_address *a)
{
	if (a->base & OWNER_CONSTANT) {
		term name = describe_name(s->domain, a->base & ~(uint32_t)OWNER_CONSTANT);
		return name ? cell_at(s, name, a->offset) : 0;
	}
	term base = variable_term(s, a->base);
	if (a->is_absolute)
		return cell_at(s, identity_of(s, base), a->offset);
	return is_pointer(s, base) ? term_concat(s->bank, identity_of(s, base),
						 term_binary(s->bank, OP_BVADD, offset_of(s, base),
							     term_bv(s->bank, s->domain->pointer_bits, a->offset)))
				   : 0;
}

/* Is the cell of the map an exception? */
static term is_exception(const struct saying *s, uint32_t map, term cell)
{
	term any = term_false(s->bank);
	for (uint32_t i = 0; i < s->owners->exception_count; i++) {
		const struct owner_address *a = &s->owners->exceptions[i];
		term at = a->map == map ? address_term(s, a) : 0;
		if (at)
			any = term_or(s->bank, any, term_eq(s->bank, cell, at));
	}
	return any;
}

/* --- sites --- */

/* The next one after `site` whose objects have owners; 0: none. */
static uint32_t next_site(const struct saying *s, uint32_t site)
{
	for (uint32_t i = site + 1; i < s->domain->objects.count; i++)
		if (s->domain->objects.at[i].kind == OBJECT_LAST && s->owners->sites & object_bit(i))
			return i;
	return 0;
}

static bool is_absent(const struct saying *s, uint32_t object)
{
	return facts_is_absent(s->domain, s->place->facts, object);
}

static bool has_target(const struct saying *s, const struct known *k, uint32_t site)
{
	for (uint32_t i = 0; k->target_count != TARGETS_ANY && i < k->target_count; i++)
		if (object_site(s->domain, k->targets[i].object) == site && !is_absent(s, k->targets[i].object))
			return true;
	return false;
}

/* A variable whose object is the last one of the site: its identity; 0: none. */
static term last_of(const struct saying *s, uint32_t site)
{
	for (uint32_t i = 0; i < s->owners->variable_count; i++) {
		uint32_t number = s->owners->variables[i].variable;
		const struct known *k = facts_get(s->place->facts, key_of(number, 0, 0));
		if (k && k->target_count == 1 && k->targets[0].object == site)
			return identity_of(s, variable_term(s, number));
	}
	return 0;
}

/* Has nothing but null been stored to it, in any object of its site? */
static bool is_empty(const struct saying *s, const struct owner_cell *c)
{
	for (uint32_t i = 0; i < s->owners->cell_count; i++) {
		const struct owner_cell *o = &s->owners->cells[i];
		bool same = o->map == c->map && o->cell == c->cell &&
			    object_site(s->domain, o->object) == object_site(s->domain, c->object);
		if (same && !o->is_null && !is_absent(s, o->object))
			return false;
	}
	return c->is_null || object_site(s->domain, c->object);
}

static struct known content(const struct saying *s, const struct owner_cell *c, uint32_t object)
{
	struct number offset = number_constant(s->domain->pointer_bits, s->domain->offsets.at[c->cell - 1]);
	struct known at = known_object(s->domain, object, &offset);
	return place_read(s->place, s->domain->program->globals[c->map], &at);
}

/* --- what hangs where --- */

/* Has the exception, its cell, led to objects of the site? */
static bool has_led(const struct saying *s, const struct owner_address *a, uint32_t site)
{
	struct known at = owner_address_value(s->domain, s->place->facts, a);
	struct known k = place_read(s->place, s->domain->program->globals[a->map], &at);
	return k.target_count == TARGETS_ANY || has_target(s, &k, site);
}

/* What the pointer, which is K, leads to, with `hangs` for what has an owner; 0: that cannot be said. */
static term leads(const struct saying *s, term pointer, const struct known *k,
		  term (*hangs)(const struct saying *, uint32_t, term, term), term at)
{
	struct bank *bank = s->bank;
	term identity = identity_of(s, pointer), any = term_false(bank);
	uint64_t offset = 0;
	if (k->target_count == TARGETS_ANY)
		return 0;
	for (uint32_t i = 0; i < k->target_count; i++) {
		const struct target *t = &k->targets[i];
		uint32_t site = object_site(s->domain, t->object);
		term name = describe_name(s->domain, t->object), here = 0;
		if (is_absent(s, t->object))
			continue;
		if (name && !site) {
			here = term_eq(bank, identity, name);
		} else if (site && s->owners->sites & object_bit(site) &&
			   (!is_pointer(s, pointer) || number_is_constant(t->offset, &offset))) {
			here = is_of(s, site, identity);
			if (here && !offset)
				here = term_and(bank, here, hangs(s, site, identity, at));
		}
		if (!here)
			return 0;
		if (is_pointer(s, pointer) && number_is_constant(t->offset, &offset))
			here = term_and(
				bank, here,
				term_eq(bank, offset_of(s, pointer), term_bv(bank, s->domain->pointer_bits, offset)));
		any = term_or(bank, any, here);
	}
	return any;
}

static term hangs_there(const struct saying *s, uint32_t site, term identity, term at)
{
	(void)site;
	return term_eq(s->bank, holder_of(s, identity), at);
}

/* From nothing, from what has ended, from an exception; or `at`, if that is not 0. */
static term hangs_nowhere(const struct saying *s, uint32_t of, term identity, term at)
{
	struct bank *bank = s->bank;
	term holder = holder_of(s, identity), object = identity_of(s, holder), given = s->place->sites->given;
	term site = term_select(bank, given, object), any = term_eq(bank, object, null_identity(s));
	term state = term_select(bank, s->domain->state->term, object), gone = term_true(bank);
	for (uint32_t k = next_site(s, 0); k; k = next_site(s, k)) {
		uint64_t alive;
		if (later_state(s->domain, k, &alive))
			gone = term_and(
				bank, gone,
				term_not(bank, term_eq(bank, state, term_bv(bank, term_width(bank, state), alive))));
	}
	gone = term_and(bank, gone, term_not(bank, term_eq(bank, site, term_bv(bank, term_width(bank, site), 0))));
	any = term_or(bank, any, gone);
	for (uint32_t i = 0; i < s->owners->exception_count; i++) {
		const struct owner_address *a = &s->owners->exceptions[i];
		term cell = has_led(s, a, of) ? address_term(s, a) : 0;
		if (cell)
			any = term_or(bank, any, term_eq(bank, holder, cell));
	}
	return at ? term_or(bank, any, term_eq(bank, holder, at)) : any;
}

/* --- links --- */

static void say_link(const struct saying *s, const struct owner_cell *c, term here, term cell, const struct known *k)
{
	term at = term_select(s->bank, map_of(s, c->map), cell), leads_to = leads(s, at, k, hangs_there, cell);
	if (leads_to)
		say_if(s, here, term_or(s->bank, is_exception(s, c->map, cell), leads_to));
}

/* Of all objects of the site, of which this is the last one's cell; what is known of the last one alone is said of it alone, if a
 * variable leads to it. */
static void say_links_of_site(const struct saying *s, const struct owner_cell *c, uint32_t site)
{
	uint64_t offset = s->domain->offsets.at[c->cell - 1];
	struct owner_cell others = *c;
	others.object = site + 1;
	bool last = !is_absent(s, site), more = !is_absent(s, site + 1);
	term here = is_of(s, site, s->each), name = last ? last_of(s, site) : 0;
	if (!here || (more && !owner_counts(s->owners, &others)))
		return;
	struct known of_last = content(s, c, site), of_others = content(s, c, site + 1);
	if (name)
		say_link(s, c, term_true(s->bank), cell_at(s, name, offset), &of_last);
	else if (last && more)
		of_others = known_join(s->domain, &of_last, &of_others);
	if (name && more)
		here = term_and(s->bank, here, term_not(s->bank, term_eq(s->bank, s->each, name)));
	if (more || (last && !name))
		say_link(s, c, here, cell_at(s, s->each, offset), more ? &of_others : &of_last);
}

static void say_links(const struct saying *s)
{
	for (uint32_t i = 0; i < s->owners->cell_count; i++) {
		const struct owner_cell *c = &s->owners->cells[i];
		uint32_t site = object_site(s->domain, c->object);
		term name = describe_name(s->domain, c->object);
		if (is_empty(s, c))
			continue;
		if (c->object == site && site) {
			say_links_of_site(s, c, site);
		} else if (!site && name) {
			struct known k = content(s, c, c->object);
			say_link(s, c, term_true(s->bank), cell_at(s, name, s->domain->offsets.at[c->cell - 1]), &k);
		}
	}
}

/* --- roots --- */

static void say_root(const struct saying *s, const struct owner_variable *v)
{
	struct bank *bank = s->bank;
	term t = variable_term(s, v->variable), at = owner_is_root(v) ? 0 : address_term(s, &v->at);
	struct known k = owner_value_of(s->domain, s->place->facts, v->variable);
	term leads_to = leads(s, t, &k, hangs_nowhere, at);
	if (leads_to)
		s->add(s->context, leads_to);
	for (uint32_t i = 0; i < s->owners->variable_count; i++) {
		const struct owner_variable *w = &s->owners->variables[i];
		if (w->class == v->class && w != v)
			s->add(s->context,
			       term_eq(bank, identity_of(s, variable_term(s, w->variable)), identity_of(s, t)));
	}
}

static void say_roots(const struct saying *s)
{
	for (uint32_t i = 0; i < s->owners->variable_count; i++)
		if (owner_first(s->owners, s->owners->variables[i].class) == i)
			say_root(s, &s->owners->variables[i]);
}

/* --- holders --- */

/* Are objects of the site in this cell of another one older than that, or newer? */
static unsigned ages_of(const struct saying *s, const struct owner_cell *c)
{
	unsigned ages = AGE_ANY;
	for (uint32_t object = c->object; object <= c->object + 1; object++) {
		const struct known *k = facts_get(s->place->facts, key_of(AGE_CELLS | c->map, object, c->cell));
		struct known there = content(s, c, object);
		bool is_null = there.target_count == 1 && object_is_null(s->domain, there.targets[0].object);
		if (!is_absent(s, object) && !is_null)
			ages &= k ? (unsigned)k->low.ones & AGE_ANY : 0;
	}
	return ages;
}

static term is_before(const struct saying *s, unsigned ages, term first, term second)
{
	term a = term_select(s->bank, s->place->sites->born, first),
	     b = term_select(s->bank, s->place->sites->born, second);
	return ages & AGE_OLDER   ? term_binary(s->bank, OP_BVULT, a, b)
	       : ages & AGE_NEWER ? term_binary(s->bank, OP_BVULT, b, a)
				  : term_true(s->bank);
}

/* `each`, of the site, hangs from this cell. */
static term hangs_from(const struct saying *s, uint32_t site, const struct owner_cell *c)
{
	struct bank *bank = s->bank;
	uint32_t of = object_site(s->domain, c->object);
	uint64_t offset = s->domain->offsets.at[c->cell - 1];
	term holder = holder_of(s, s->each), name = of ? 0 : describe_name(s->domain, c->object), here;
	if (name)
		here = term_eq(bank, holder, cell_at(s, name, offset));
	else
		here = of ? is_of(s, of, identity_of(s, holder)) : 0;
	if (!here)
		return term_false(bank);
	if (!name)
		here = term_and(bank, here,
				term_eq(bank, offset_of(s, holder), term_bv(bank, s->domain->pointer_bits, offset)));
	if (of == site)
		here = term_and(bank, here, is_before(s, ages_of(s, c), s->each, identity_of(s, holder)));
	term leads_back = term_eq(bank, term_select(bank, map_of(s, c->map), holder), cell_at(s, s->each, 0));
	return term_and(bank, here, term_and(bank, leads_back, term_not(bank, is_exception(s, c->map, holder))));
}

static void say_holder(const struct saying *s, uint32_t site)
{
	term here = is_of(s, site, s->each), any = term_false(s->bank);
	if (!here)
		return;
	for (uint32_t i = 0; i < s->owners->variable_count; i++) {
		const struct owner_variable *v = &s->owners->variables[i];
		struct known k = owner_value_of(s->domain, s->place->facts, v->variable);
		if (owner_first(s->owners, v->class) == i && has_target(s, &k, site))
			any = term_or(s->bank, any,
				      term_eq(s->bank, s->each, identity_of(s, variable_term(s, v->variable))));
	}
	for (uint32_t i = 0; i < s->owners->cell_count; i++) {
		const struct owner_cell *c = &s->owners->cells[i];
		uint32_t of = object_site(s->domain, c->object);
		if (is_empty(s, c) || (of && c->object != of))
			continue;
		struct known k = content(s, c, c->object);
		if (of) {
			struct known others = content(s, c, of + 1);
			k = is_absent(s, of + 1) ? k : known_join(s->domain, &k, &others);
		}
		if (has_target(s, &k, site))
			any = term_or(s->bank, any, hangs_from(s, site, c));
	}
	say_if(s, here, any);
}

/* What a variable leads to, the last object that was made at a site, is the newest one. */
static void say_last(const struct saying *s, uint32_t site)
{
	struct bank *bank = s->bank;
	term here = describe_site_of(s->place, s->each, &s->domain->objects.at[site]), name = last_of(s, site);
	if (here && name)
		say_if(s, here, term_or(bank, term_eq(bank, s->each, name), is_before(s, AGE_OLDER, s->each, name)));
}

/* --- all --- */

static bool begin(struct saying *s, struct place *p)
{
	*s = (struct saying){ .place = p, .domain = p->domain, .bank = p->domain->program->bank };
	s->owners = p->domain->state ? owners_at(p->domain, p->facts) : NULL;
	s->each = p->sites ? p->sites->each : 0;
	return s->owners && p->sites && p->sites->holder;
}

/* Null and what is there from the beginning was not given; nothing hangs from null. */
static void say_constants(const struct saying *s)
{
	for (uint32_t i = 0; i < s->domain->objects.count; i++) {
		term name = s->domain->objects.at[i].kind == OBJECT_CONSTANT ? describe_name(s->domain, i) : 0;
		term given = name ? term_select(s->bank, s->place->sites->given, name) : 0;
		if (given && s->domain->objects.at[i].identity < s->domain->first_fresh)
			s->add(s->context, term_eq(s->bank, given, term_bv(s->bank, term_width(s->bank, given), 0)));
	}
}

/* Nothing is alive, where nothing is left that it could hang from; and what a global holds the identity of is alive, as that is asked for:
 * the object whose leak is looked for. */
static void say_nothing(const struct saying *s)
{
	const struct program *p = s->domain->program;
	for (uint32_t site = next_site(s, 0); site; site = next_site(s, site)) {
		term here = is_of(s, site, s->each);
		if (here)
			s->add(s->context, term_not(s->bank, here));
	}
	for (uint32_t g = 0; g < p->global_count; g++) {
		struct variable *v = p->globals[g];
		const struct known *k = facts_get(s->place->facts, place_key(v));
		term any = term_false(s->bank);
		if (!owner_is_kept(s->domain, v) || is_pointer(s, v->term) || !k || k->target_count == TARGETS_ANY)
			continue;
		for (uint32_t site = next_site(s, 0); site; site = next_site(s, site)) {
			term here = has_target(s, k, site) ? is_of(s, site, v->term) : 0;
			any = here ? term_or(s->bank, any, here) : any;
		}
		s->add(s->context, any);
	}
}

void owners_describe(struct place *p, void (*add)(void *context, term condition), void *context)
{
	struct saying s;
	if (!begin(&s, p))
		return;
	s.add = add;
	s.context = context;
	say_constants(&s);
	say_links(&s);
	say_roots(&s);
	for (uint32_t site = next_site(&s, 0); site; site = next_site(&s, site)) {
		say_last(&s, site);
		say_holder(&s, site);
	}
	if (owners_have_nothing(p))
		say_nothing(&s);
}

/* Does a cell of what was there from the beginning lead to the site, unless it is an exception? */
static bool has_static_root(const struct saying *s, uint32_t site)
{
	for (uint32_t i = 0; i < s->owners->cell_count; i++) {
		const struct owner_cell *c = &s->owners->cells[i];
		if (object_site(s->domain, c->object) || is_empty(s, c))
			continue;
		struct owner_address at = { .map = c->map,
					    .base = OWNER_CONSTANT | c->object,
					    .is_absolute = true,
					    .offset = s->domain->offsets.at[c->cell - 1] };
		bool is_exception = false;
		for (uint32_t k = 0; k < s->owners->exception_count; k++)
			is_exception |= owner_address_equal(&at, &s->owners->exceptions[k]);
		struct known k = content(s, c, c->object);
		if (!is_exception && has_target(s, &k, site))
			return true;
	}
	return false;
}

bool owners_have_nothing(struct place *p)
{
	struct saying s;
	if (!begin(&s, p))
		return false;
	for (uint32_t site = next_site(&s, 0); site; site = next_site(&s, site)) {
		if (has_static_root(&s, site))
			return false;
		for (uint32_t i = 0; i < s.owners->variable_count; i++) {
			struct known k = owner_value_of(s.domain, p->facts, s.owners->variables[i].variable);
			if (has_target(&s, &k, site))
				return false;
		}
	}
	return true;
}

/* --- the order --- */

/* Do cells of the one site's objects lead to the other one's? */
static bool has_cell(const struct saying *s, uint32_t of, uint32_t to, unsigned *ages)
{
	bool some = false;
	for (uint32_t i = 0; i < s->owners->cell_count; i++) {
		const struct owner_cell *c = &s->owners->cells[i];
		if (c->object != of || is_empty(s, c))
			continue;
		struct known k = content(s, c, of), others = content(s, c, of + 1);
		k = is_absent(s, of + 1) ? k : known_join(s->domain, &k, &others);
		if (!has_target(s, &k, to))
			continue;
		some = true;
		*ages &= ages_of(s, c);
	}
	return some;
}

/* How many sites are above it, at most so many. */
static uint32_t depth_of(const struct saying *s, uint32_t site, uint32_t most)
{
	uint32_t depth = 0;
	unsigned ages = 0;
	for (uint32_t k = next_site(s, 0); k && most; k = next_site(s, k))
		if (k != site && has_cell(s, k, site, &ages)) {
			uint32_t above = 1 + depth_of(s, k, most - 1);
			depth = above > depth ? above : depth;
		}
	return depth;
}

term owners_order(struct place *p)
{
	enum { MOST_SITES = 12, DEPTH_BITS = 8 };
	struct saying s;
	if (!begin(&s, p))
		return 0;
	struct bank *bank = s.bank;
	term born = term_select(bank, p->sites->born, s.each), order = 0;
	uint32_t count = 0;
	for (uint32_t site = next_site(&s, 0); site; site = next_site(&s, site))
		count++;
	if (!count || count > MOST_SITES)
		return 0;
	for (uint32_t site = next_site(&s, 0); site; site = next_site(&s, site)) {
		unsigned ages = AGE_ANY;
		term here = describe_site_of(p, s.each, &s.domain->objects.at[site]);
		has_cell(&s, site, site, &ages);
		uint32_t depth = depth_of(&s, site, count);
		if (!here || depth >= count)
			return 0;
		term one = term_concat(bank, term_bv(bank, DEPTH_BITS, depth),
				       ages & AGE_OLDER ? term_unary(bank, OP_BVNOT, born) : born);
		order = order ? term_ite(bank, here, one, order) : one;
	}
	return order;
}

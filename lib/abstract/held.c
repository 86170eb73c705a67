/* What maps of pointers hold (held.h). Of what nobody has written only the object is known, 0, and no offset: it is no pointer. */
#include "held.h"

#include "attribute.h"
#include "iterate.h"

#include <string.h>

/* With more objects than these analysis takes much longer for next to nothing: docs/abstract.md. */
enum { MOST_TARGETS = 9 };

struct makers {
	struct domain *domain;
	VEC(const struct statement *) list; /* `fresh` with an origin */
	bool is_broken;                     /* other statements have one */
};

static void find_makers(struct makers *m)
{
	program_for_each_statement(m->domain->program, at) {
		if (!attribute_find(at.statement->attributes, ATTRIBUTE_ORIGIN))
			continue;
		m->is_broken |= at.statement->kind != STATEMENT_FRESH;
		vec_push(&m->list, at.statement);
	}
}

/* The last object and the others of a `fresh`. */
static void add(struct domain *d, struct known *k, const struct statement *s, struct number offset)
{
	uint32_t last = domain_created(d, s);
	for (uint32_t i = 0; i < 2; i++) {
		struct known one = known_object(d, last + i, &offset);
		*k = known_join(d, k, &one);
	}
}

/* False: nothing makes such objects here. They may have been made where the program came from. */
static bool add_origin(struct makers *m, struct known *k, const struct attribute *a)
{
	bool some = false;
	struct domain *d = m->domain;
	struct number offset =
		a->count > 1 ? number_constant(d->pointer_bits, a->values[1].number) : number_all(d->pointer_bits);
	for (size_t i = 0; i < m->list.count && k->target_count <= MOST_TARGETS; i++)
		if (attribute_get_number(m->list.at[i]->attributes, ATTRIBUTE_ORIGIN, 0) == a->values[0].number) {
			add(d, k, m->list.at[i], offset);
			some = true;
		}
	return some;
}

static bool is_map_of_pointers(const struct domain *d, const struct variable *v)
{
	const struct bank *bank = d->program->bank;
	if (sort_kind(bank, v->sort) != SORT_MAP)
		return false;
	sort value = sort_value(bank, v->sort);
	return sort_kind(bank, value) == SORT_BITVECTOR && domain_is_pointer(d, sort_width(bank, value));
}

static void find_in(struct makers *m, const struct variable *v)
{
	struct domain *d = m->domain;
	struct known none = known_constant(d, term_bv(d->program->bank, d->object_bits, 0));
	struct known k = known_pointer(d, &none, number_all(d->pointer_bits));
	bool some = false, all = true;
	for (const struct attribute *a = v->attributes; a; a = a->next)
		if (!strcmp(a->key, ATTRIBUTE_HOLDS)) {
			all &= add_origin(m, &k, a);
			some = true;
		}
	if (!some || !all || k.target_count > MOST_TARGETS)
		return;
	struct known *kept = arena_alloc(d->kept, sizeof *kept);
	*kept = k;
	table_put(&d->held, v, kept);
}

void held_find(struct domain *d)
{
	struct makers m = { .domain = d };
	if (!d->object_bits || !d->pointer_bits)
		return;
	find_makers(&m);
	for (uint32_t g = 0; !m.is_broken && g < d->program->global_count; g++)
		if (is_map_of_pointers(d, d->program->globals[g]))
			find_in(&m, d->program->globals[g]);
	vec_free(&m.list);
}

struct known held_read(struct domain *d, const struct variable *map, const struct known *k)
{
	const struct known *held = table_get(&d->held, map, NULL);
	if (!held)
		return *k;
	struct known both = known_meet(d, k, held);
	return known_is_none(&both) ? *k : both;
}

/* Which of the values that a tag is compared with it may have (whole.h): a set of few, for which numbers have no room (-1 and 257 are
 * the ends of a range with 256 in it). */
#include "whole.h"

static struct known no_values(struct domain *d, const struct tag *tag, const struct known *k)
{
	uint64_t zeros = 0;
	for (uint32_t i = 0; i < tag->count; i++)
		zeros |= number_holds(k->low, tag->values[i]) ? 0 : UINT64_C(1) << i;
	return known_number(d, number_bits(TAG_BITS, zeros, 0));
}

static const struct tag *tag_of(const struct domain *d, const struct variable *map, uint32_t *variable)
{
	const struct wholes *w = d->wholes;
	for (uint32_t i = 0; i < w->tags.count; i++)
		if (w->tags.at[i].map == map) {
			*variable = TAG_VARIABLE | i;
			return &w->tags.at[i];
		}
	return NULL;
}

bool tag_is(const struct domain *d, const struct variable *map)
{
	uint32_t variable;
	return tag_of(d, map, &variable);
}

bool tag_may_be(const struct guard *g, uint32_t object, const struct facts *f)
{
	const struct known *k = facts_get(f, whole_map_key(g->tag, object, g->cell));
	if (k && !number_holds(k->low, g->value))
		return false;
	k = facts_get(f, key_of(TAG_VARIABLE | g->number, object, g->cell));
	return !k || !(k->low.zeros >> g->which & 1);
}

struct storing {
	struct domain *d;
	uint32_t cell;
	struct known more;
};

static struct known with_more(void *context, fact_key key, const struct known *k)
{
	const struct storing *s = context;
	return s->cell && s->cell != key_cell(key) ? *k : known_join(s->d, k, &s->more);
}

void tags_stored(struct place *p, const struct variable *map, uint32_t object, uint32_t cell, const struct known *value,
		 bool is_sure)
{
	uint32_t variable = 0;
	const struct tag *tag = tag_of(p->domain, map, &variable);
	if (!tag)
		return;
	struct storing s = { p->domain, cell, no_values(p->domain, tag, value) };
	if (is_sure && cell)
		p->facts = facts_put(p->domain, p->facts, key_of(variable, object, cell), &s.more);
	else
		p->facts = facts_change(p->domain, p->facts,
					object ? keys_of_object(variable, object) : keys_of_variable(variable),
					with_more, &s);
	guards_forget(p, map, object, cell, is_sure && cell ? NULL : value);
}

void tags_learn(struct place *p, const struct variable *map, uint32_t object, uint32_t cell, const struct known *k)
{
	uint32_t variable = 0;
	const struct tag *tag = tag_of(p->domain, map, &variable);
	if (!tag || !cell || k->width > 64)
		return;
	struct known set = no_values(p->domain, tag, k);
	const struct known *now = facts_get(p->facts, key_of(variable, object, cell));
	if (now)
		set = known_meet(p->domain, &set, now);
	if (!known_is_none(&set))
		p->facts = facts_put(p->domain, p->facts, key_of(variable, object, cell), &set);
}

void tags_forget(struct place *p, const struct variable *map)
{
	uint32_t variable = 0;
	if (tag_of(p->domain, map, &variable))
		p->facts = facts_remove(p->domain, p->facts, keys_of_variable(variable));
	guards_forget(p, map, 0, 0, NULL);
}

void tags_changed(struct place *p, const struct variable *map, uint32_t object, const struct facts *exit)
{
	uint32_t variable = 0;
	if (tag_of(p->domain, map, &variable))
		p->facts = facts_graft(p->domain, p->facts,
				       object ? keys_of_object(variable, object) : keys_of_variable(variable), exit);
}

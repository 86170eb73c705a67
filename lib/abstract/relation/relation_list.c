/* The list of all sums. */
#include "relation_find.h"

enum { MOST_RELATIONS = 20000, MOST_ATOM = 14 };

struct relation_list *relation_new_list(struct relations *r)
{
	struct relation_list *list = memory_alloc(sizeof *list);
	vec_push(&r->lists, list);
	return list;
}

static int64_t common_divisor(int64_t a, int64_t b)
{
	while (b) {
		int64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a < 0 ? -a : a;
}

/* The first multiple is positive, and they have no common divisor: SUM is BY times that. */
static struct linear normal(const struct linear *sum, int64_t *by)
{
	struct linear f = { 0 };
	*by = 0;
	for (uint32_t i = 0; i < sum->count; i++)
		*by = common_divisor(sum->parts[i].by, *by);
	*by = sum->count && sum->parts[0].by < 0 ? -*by : *by;
	for (uint32_t i = 0; i < sum->count; i++)
		linear_add_atom(&f, sum->parts[i].atom, sum->parts[i].by / *by);
	return f;
}

static uint64_t hash_sum(const struct linear *f)
{
	uint64_t h = f->count;
	for (uint32_t i = 0; i < f->count; i++)
		h = hash_mix(hash_mix(h, f->parts[i].atom), (uint64_t)f->parts[i].by);
	return h == UINT64_MAX ? 0 : h;
}

uint32_t relation_find(const struct domain *d, const struct linear *sum, int64_t *by)
{
	struct linear f = normal(sum, by);
	uint32_t number = table_get(&d->relations->index, hash_sum(&f), 0);
	return number && linear_equal(&d->relations->all.at[number - 1].sum, &f) ? number : 0;
}

void relation_note(struct relation_list *list, uint32_t number)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->at[i] == number)
			return;
	vec_push(list, number);
}

/* Of a new one: what it is about. */
static void note_new(struct relations *r, uint32_t number)
{
	const struct linear *f = &r->all.at[number].sum;
	for (uint32_t i = 0; i < f->count; i++) {
		const struct uses_list *used = uses_of(r->uses, f->parts[i].atom);
		struct relation_list *list = table_get(&r->of_atom, f->parts[i].atom, NULL);
		if (!list)
			table_put(&r->of_atom, f->parts[i].atom, list = relation_new_list(r));
		relation_note(list, number);
		for (uint32_t k = 0; k < used->count; k++) {
			if (used->variables[k]->kind == VARIABLE_GLOBAL) {
				r->all.at[number].global = used->variables[k];
				continue;
			}
			list = table_get(&r->about, used->variables[k], NULL);
			if (!list)
				table_put(&r->about, used->variables[k], list = relation_new_list(r));
			relation_note(list, number);
		}
	}
}

void relation_note_globals(struct domain *d, const struct procedure *proc, uint32_t number)
{
	struct relations *r = d->relations;
	struct relations_of *of = &r->procedures[proc->index];
	const struct linear *sum = &r->all.at[number].sum;
	for (uint32_t i = 0; i < sum->count; i++) {
		const struct uses_list *used = uses_of(r->uses, sum->parts[i].atom);
		for (uint32_t k = 0; k < used->count; k++) {
			if (used->variables[k]->kind != VARIABLE_GLOBAL)
				continue;
			struct relation_list *list = table_get(&of->about, used->variables[k], NULL);
			if (!list)
				table_put(&of->about, used->variables[k], list = relation_new_list(r));
			relation_note(list, number);
		}
	}
}

bool relation_is_usable(struct domain *d, const struct linear *sum)
{
	for (uint32_t i = 0; i < sum->count; i++)
		if (!relation_is_atom(d, sum->parts[i].atom) ||
		    term_dag_size(d->program->bank, sum->parts[i].atom) > MOST_ATOM)
			return false;
	return sum->count > 1;
}

uint32_t relation_enter(struct domain *d, const struct linear *sum)
{
	struct relations *r = d->relations;
	int64_t by;
	struct linear f = normal(sum, &by);
	uint32_t number = relation_find(d, &f, &by);
	if (r->all.count >= MOST_RELATIONS || !relation_is_usable(d, &f))
		return 0;
	if (number || table_has(&r->index, hash_sum(&f)))
		return number;
	vec_push(&r->all, ((struct relation){ .sum = f, .mask = relation_mask(&f) }));
	number = (uint32_t)r->all.count;
	table_put(&r->index, hash_sum(&f), number);
	note_new(r, number - 1);
	return number;
}

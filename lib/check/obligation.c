#include "obligation.h"

#include "hash.h"
#include "iterate.h"

#include <string.h>

static void count(struct obligations *list, const char *check)
{
	for (size_t i = 0; i < list->count; i++)
		if (!strcmp(list->at[i].check, check)) {
			list->at[i].places++;
			return;
		}
	vec_push(list, (struct obligation){ check, 1 });
}

static uint64_t mix_text(uint64_t hash, const char *text)
{
	return text ? hash_mix(hash, hash_bytes(text, strlen(text))) : hash;
}

static uint64_t mix_location(uint64_t hash, struct location location)
{
	return hash_mix(mix_text(hash, location.file), (uint64_t)location.line << 32 | location.column);
}

bool obligation_is_new(const struct program *p, const struct statement *s, struct table *met)
{
	if (!attribute_find(p->attributes, ATTRIBUTE_THREADS))
		return true;
	uint64_t hash = mix_location(0, attribute_location(s->attributes));
	const struct attribute *caller = attribute_find(s->attributes, ATTRIBUTE_CALLER);
	hash = mix_text(hash, attribute_get_string(s->attributes, ATTRIBUTE_CHECK));
	hash = mix_text(hash, attribute_get_string(s->attributes, ATTRIBUTE_MESSAGE));
	for (uint32_t i = 0; caller && i < caller->count; i++)
		hash = caller->values[i].string ? mix_text(hash, caller->values[i].string)
						: hash_mix(hash, caller->values[i].number);
	bool is_new = !table_has(met, hash >> 1);
	table_put(met, hash >> 1, 1);
	return is_new;
}

static struct obligations count_all(const struct program *p)
{
	struct obligations list = { 0 };
	struct table met = { 0 };
	program_for_each_statement(p, at) {
		const char *check = attribute_get_string(at.statement->attributes, ATTRIBUTE_CHECK);
		if (at.statement->kind == STATEMENT_ASSERT && obligation_is_new(p, at.statement, &met))
			count(&list, check ? check : "assert");
	}
	table_free(&met);
	return list;
}

static struct obligations recorded(const struct program *p)
{
	struct obligations list = { 0 };
	for (const struct attribute *a = p->attributes; a; a = a->next)
		if (!strcmp(a->key, "obligation") && a->count == 2 && a->values[0].string && !a->values[1].string)
			vec_push(&list, (struct obligation){ a->values[0].string, a->values[1].number });
	return list;
}

struct obligations program_obligations(const struct program *p)
{
	struct obligations list = recorded(p);
	return list.count ? list : count_all(p);
}

static void record(struct program *p, const struct obligations *list)
{
	for (size_t i = list->count; i-- > 0;) {
		struct attribute_value values[2] = { { .string = list->at[i].check },
						     { .number = list->at[i].places } };
		if (list->at[i].places)
			p->attributes = attribute_list(p, p->attributes, ATTRIBUTE_OBLIGATION, values, 2);
	}
}

void program_record_obligations(struct program *p)
{
	if (attribute_find(p->attributes, ATTRIBUTE_OBLIGATION))
		return;
	struct obligations list = count_all(p);
	record(p, &list);
	vec_free(&list);
}

void program_forget_obligations(struct program *p, const char *check)
{
	if (!attribute_find(p->attributes, ATTRIBUTE_OBLIGATION))
		return;
	struct obligations list = recorded(p);
	for (size_t i = 0; i < list.count; i++)
		if (!strcmp(list.at[i].check, check))
			list.at[i].places = 0;
	p->attributes = attribute_remove(p, p->attributes, ATTRIBUTE_OBLIGATION);
	record(p, &list);
	vec_free(&list);
}

void program_merge_obligations(struct program *p, const char *by)
{
	if (!attribute_find(p->attributes, ATTRIBUTE_OBLIGATION))
		return;
	struct obligations list = recorded(p), merged = count_all(p);
	for (size_t i = 0; i < list.count; i++)
		for (size_t k = 0; k < merged.count; k++)
			if (!strcmp(list.at[i].check, merged.at[k].check))
				list.at[i].places -= merged.at[k].places < list.at[i].places ? merged.at[k].places
											     : list.at[i].places;
	count(&list, by);
	p->attributes = attribute_remove(p, p->attributes, ATTRIBUTE_OBLIGATION);
	record(p, &list);
	vec_free(&list);
	vec_free(&merged);
}

void program_record_proved(struct program *p)
{
	if (!program_has_proved(p))
		p->attributes = attribute_number(p, p->attributes, ATTRIBUTE_PROVED, 1);
}

bool program_has_proved(const struct program *p)
{
	return attribute_find(p->attributes, ATTRIBUTE_PROVED) != NULL;
}

static bool is_same(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static const char *relied_check(const struct attribute *a)
{
	return a->count > 1 ? a->values[1].string : NULL;
}

static const struct attribute *next_relied(const struct attribute *a)
{
	while (a && (strcmp(a->key, ATTRIBUTE_RELIED) != 0 || !a->count || !a->values[0].string))
		a = a->next;
	return a;
}

void program_record_relied(struct program *p, const char *by, const char *check)
{
	struct attribute_value values[2] = { { .string = by }, { .string = check } };
	for (const struct attribute *a = p->attributes; (a = next_relied(a)); a = a->next)
		if (!strcmp(a->values[0].string, by) && is_same(relied_check(a), check))
			return;
	p->attributes = attribute_list(p, p->attributes, ATTRIBUTE_RELIED, values, check ? 2 : 1);
}

const char *program_relied_by(const struct program *p, const char *check)
{
	for (const struct attribute *a = p->attributes; (a = next_relied(a)); a = a->next)
		if (!relied_check(a) || !strcmp(relied_check(a), check))
			return a->values[0].string;
	return NULL;
}

#include "causes.h"

#include <stdio.h>

size_t causes_add(struct causes *c, const uint64_t *places, size_t count)
{
	size_t number = c->list.count;
	vec_push(&c->list, (struct cause){ "" });
	for (size_t i = 0; i < count; i++)
		table_put(&c->of, places[i], number);
	return number;
}

void causes_say(struct causes *c, size_t number, const char *text)
{
	struct cause *cause = &c->list.at[number];
	snprintf(cause->text, sizeof cause->text, "%s", text);
}

const char *causes_find(const struct causes *c, uint64_t place)
{
	return place && table_has(&c->of, place) ? c->list.at[table_get(&c->of, place, 0)].text : "";
}

void causes_clear(struct causes *c)
{
	table_clear(&c->of);
	vec_clear(&c->list);
}

void causes_free(struct causes *c)
{
	table_free(&c->of);
	vec_free(&c->list);
}

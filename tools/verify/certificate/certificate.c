#include "certificate.h"

struct certificate certificate_new(const struct subject *subject, enum certificate_method method)
{
	struct certificate c = { .method = method, .name = "", .loops = subject->loops.count };
	c.invariants = memory_alloc((c.loops + 1) * sizeof *c.invariants);
	return c;
}

void certificate_release(struct certificate *c)
{
	for (size_t i = 0; i < c->loops; i++)
		vec_free(&c->invariants[i]);
	memory_free(c->invariants);
	for (size_t i = 0; i < c->lines.count; i++)
		memory_free(c->lines.at[i].text);
	vec_free(&c->lines);
	contracted_free(c->contracted);
}

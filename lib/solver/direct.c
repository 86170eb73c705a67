/* Questions about numbers of which each has few values: a literal for each value of each term, for CaDiCaL. That is the direct encoding
 * of constraint satisfaction problems (T. Walsh, "SAT v CSP", 2000). direct_question.c reads the question, direct_encoding.c makes the clauses. */
#include <poll.h>

#include "direct.h"

static struct direct *begin(struct solver *s)
{
	struct direct *d = memory_alloc(sizeof *d);
	*d = (struct direct){ .solver = s, .bank = s->bank };
	s->direct = d;
	direct_read(d);
	return d;
}

bool direct_suits(struct solver *s)
{
	if (s->many_values || s->has_maps)
		return false;
	s->many_values = !direct_has_few(begin(s));
	if (s->many_values)
		direct_end(s);
	return !s->many_values;
}

void direct_end(struct solver *s)
{
	struct direct *d = s->direct;
	if (!d)
		return;
	sat_free(d->sat);
	table_free(&d->holds);
	table_free(&d->newest);
	table_free(&d->ranges);
	table_free(&d->definitions);
	table_free(&d->domains);
	vec_free(&d->conjuncts);
	vec_free(&d->bounds);
	vec_free(&d->all);
	vec_free(&d->choices);
	vec_free(&d->rows);
	vec_free(&d->stack);
	memory_free(d);
	s->direct = NULL;
}

/* --- answers --- */

struct limits {
	struct solver *solver;
	double deadline;
};

static bool is_to_stop(void *context)
{
	struct limits *l = context;
	struct pollfd rival = { .fd = rival_line(l->solver), .events = POLLIN };
	return atomic_load(&l->solver->interrupted) ||
	       (l->deadline != SOLVER_NO_DEADLINE && clock_now() >= l->deadline) ||
	       (rival.fd >= 0 && poll(&rival, 1, 0) > 0);
}

enum reply direct_try(struct solver *s, uint32_t conflicts, double deadline)
{
	struct limits limits = { s, deadline };
	if (s->has_maps)
		return REPLY_UNKNOWN;
	if (!s->direct)
		begin(s);
	if (!s->direct->encoded)
		direct_encode(s->direct, deadline);
	if (!s->direct->fits)
		return REPLY_UNKNOWN;
	sat_limit(s->direct->sat, conflicts);
	enum sat_reply said = sat_solve(s->direct->sat, NULL, 0, is_to_stop, &limits);
	s->direct->won = said != SAT_STOPPED;
	return said == SAT_YES ? REPLY_SAT : said == SAT_NO ? REPLY_UNSAT : REPLY_UNKNOWN;
}

bool direct_won(const struct solver *s)
{
	return s->direct && s->direct->won;
}

term direct_definition(struct solver *s, term leaf)
{
	return (term)table_get(&s->direct->definitions, leaf, 0);
}

struct value direct_value(struct solver *s, term leaf)
{
	struct direct *d = s->direct;
	const struct domain *domain = direct_domain(d, leaf);
	for (uint32_t i = 0; domain && i < domain->count; i++) {
		const struct choice *c = &d->choices.at[domain->first + i];
		if (sat_value(d->sat, c->is))
			return value_words(term_width(d->bank, leaf), term_words(d->bank, c->value));
	}
	return value_word(term_width(d->bank, leaf), 0); /* the question does not depend on it */
}

/* CaDiCaL behind our literals. Its variables are counted from 1, and a negative number is a variable's negation. */
#include "sat.h"

#include <ccadical.h>
#include <limits.h>

#include "memory.h"

struct sat {
	CCaDiCaL *solver;
	uint32_t variables;
	bool (*stop)(void *context);
	void *context;
};

static int number(literal l)
{
	int n = (int)(l >> 1) + 1;
	return l & 1 ? -n : n;
}

static int asked_to_stop(void *state)
{
	struct sat *sat = state;
	return sat->stop && sat->stop(sat->context);
}

static void prepare_nothing(CCaDiCaL *solver)
{
	static const char *const preparations[] = { "elim",      "probe", "vivify", "subsume",
						    "condition", "walk",  "lucky",  "compact" };
	for (size_t i = 0; i < sizeof preparations / sizeof *preparations; i++)
		ccadical_set_option(solver, preparations[i], 0);
}

struct sat *sat_new(enum sat_use use)
{
	struct sat *sat = memory_alloc(sizeof *sat);
	literal yes = LITERAL_TRUE;
	*sat = (struct sat){ .solver = ccadical_init(), .variables = 1 };
	if (use == SAT_SMALL)
		prepare_nothing(sat->solver);
	ccadical_set_option(sat->solver, "quiet", 1);
	ccadical_set_terminate(sat->solver, sat, asked_to_stop);
	sat_clause(sat, &yes, 1);
	return sat;
}

void sat_free(struct sat *sat)
{
	if (!sat)
		return;
	ccadical_release(sat->solver);
	memory_free(sat);
}

literal sat_variable(struct sat *sat)
{
	return 2 * sat->variables++;
}

void sat_clause(struct sat *sat, const literal *literals, size_t count)
{
	for (size_t i = 0; i < count; i++)
		ccadical_add(sat->solver, number(literals[i]));
	ccadical_add(sat->solver, 0);
}

enum sat_reply sat_solve(struct sat *sat, const literal *assumptions, size_t count, bool (*stop)(void *context),
			 void *context)
{
	sat->stop = stop;
	sat->context = context;
	for (size_t i = 0; i < count; i++)
		ccadical_assume(sat->solver, number(assumptions[i]));
	switch (ccadical_solve(sat->solver)) {
	case 10:
		return SAT_YES;
	case 20:
		return SAT_NO;
	default:
		return SAT_STOPPED;
	}
}

void sat_limit(struct sat *sat, uint32_t conflicts)
{
	ccadical_limit(sat->solver, "conflicts", conflicts > INT_MAX ? INT_MAX : (int)conflicts);
}

bool sat_value(const struct sat *sat, literal l)
{
	/* Of a negated literal CaDiCaL 1.5.3 does not say what IPASIR does: so the variable is asked. */
	int variable = number(l & ~(literal)1);
	return (ccadical_val(sat->solver, variable) == variable) != (l & 1);
}

bool sat_failed(const struct sat *sat, literal assumption)
{
	return ccadical_failed(sat->solver, number(assumption));
}

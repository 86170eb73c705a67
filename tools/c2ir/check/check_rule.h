/* Inside the room of checks: what a check looks at. Each file that makes assertions at operations has one rule, and
 * lib/check/check.def names it; rules.c calls the rules in the order of that table. */
#ifndef C2IR_CHECK_RULE_H
#define C2IR_CHECK_RULE_H

#include "checks.h"

struct integer_operation;
struct pointer_operation;

/* Each member is called before (`floating`, `complex`, `round`: after) the operation, with what checks.h says of the function
 * of its name; NULL: the rule does not look at it. A rule asks by itself whether its check is on. */
struct check_rule {
	void (*access)(struct lowering *l, const struct lvalue *lvalue, term size, bool write,
		       const struct expression *e);
	void (*index)(struct lowering *l, const struct expression *e, term index, bool only_address);
	void (*pointer_arithmetic)(struct lowering *l, const struct lvalue *lvalue, const struct pointer_operation *o,
				   const struct expression *e);
	void (*compare)(struct lowering *l, bool difference, term p, term q, const struct expression *e);
	void (*operation)(struct lowering *l, const struct integer_operation *o, const struct expression *e);
	void (*negate)(struct lowering *l, const struct type *type, term a, const struct expression *e);
	void (*convert)(struct lowering *l, const struct type *from, const struct type *to, term a,
			const struct expression *e);
	void (*become)(struct lowering *l, const struct type *type, const struct type *from, term value,
		       const struct expression *e);
	void (*truncate)(struct lowering *l, const struct type *from, const struct type *to, term t,
			 const struct expression *e);
	void (*floating)(struct lowering *l, const struct type *type, bool divides, term a, term b, term result,
			 const struct expression *e);
	void (*complex)(struct lowering *l, const struct type *base, bool divides, const term *a, const term *b,
			const term *result, const struct expression *e);
	void (*round)(struct lowering *l, const struct type *from, const struct type *to, term before, term after,
		      const struct expression *e);
	void (*overlap)(struct lowering *l, term p, term n, term q, term m, const struct expression *e);
	void (*declare)(struct lowering *l, const struct declaration *d,
			term (*length)(struct lowering *l, struct declaration *length));
};

#define RULE(name) extern const struct check_rule check_rule_##name;
#define NO_RULE
#define CHECK(enumerator, name, standard, property, cwe, clause, about, rule) rule
#include "check.def"
#undef CHECK
#undef RULE

#endif

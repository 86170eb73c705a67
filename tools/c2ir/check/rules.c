/* The rules of all checks at an operation, in the order of lib/check/check.def. */
#include "access.h"
#include "arena.h"
#include "check_operations.h"
#include "check_rule.h"
#include "lower_ledger.h"
#include "lowering.h"
#include "lvalue.h"

static const struct check_rule *const rules[] = {
#define RULE(name) &check_rule_##name,
#define CHECK(enumerator, name, standard, property, cwe, clause, about, rule) rule
#include "check.def"
#undef CHECK
#undef RULE
};

/* Calls the member HOOK of each rule that has one. */
#define EACH(hook, ...)                                             \
	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) { \
		if (rules[i]->hook)                                 \
			rules[i]->hook(__VA_ARGS__);                \
	}

bool check_pointers(const struct lowering *l)
{
	return checks(l, CHECK_NULL) || checks(l, CHECK_BOUNDS) || checks(l, CHECK_UAF) || checks(l, CHECK_READONLY);
}

/* What is assumed of the access, as some check of it is off. */
static void note_assumed(struct lowering *l, const struct lvalue *lvalue, bool write)
{
	static const enum check about[] = { CHECK_NULL, CHECK_UAF, CHECK_BOUNDS, CHECK_READONLY };
	const char *off = "";
	if (!check_pointers(l)) {
		lower_ledger_here(l, "memory accesses are assumed valid (their checks are off)");
		return;
	}
	for (size_t i = 0; i < sizeof about / sizeof *about; i++) {
		bool asked = about[i] == CHECK_BOUNDS || (!lvalue->storage && (about[i] != CHECK_READONLY || write));
		if (asked && !checks(l, about[i]))
			off = arena_format(l->arena, "%s%s%s", off, *off ? ", " : "", check_name(about[i]));
	}
	if (*off)
		lower_ledger(l, l->location, "memory accesses are assumed valid as to %s (not checked)", off);
}

void check_access(struct lowering *l, const struct lvalue *lvalue, term size, bool write, const struct expression *e)
{
	if (!lvalue->in_memory)
		return;
	note_assumed(l, lvalue, write);
	if (!lvalue->storage)
		access_valid(l, lvalue->pointer, lvalue->node, size, write);
	EACH(access, l, lvalue, size, write, e)
}

void check_index(struct lowering *l, const struct expression *e, term index, bool only_address)
{
	EACH(index, l, e, index, only_address)
}

void check_pointer_arithmetic(struct lowering *l, const struct lvalue *lvalue, const struct pointer_operation *o,
			      const struct expression *e)
{
	EACH(pointer_arithmetic, l, lvalue, o, e)
}

void check_compare(struct lowering *l, bool difference, term p, term q, const struct expression *e)
{
	EACH(compare, l, difference, p, q, e)
}

void check_operation(struct lowering *l, const struct integer_operation *o, const struct expression *e)
{
	EACH(operation, l, o, e)
}

void check_negate(struct lowering *l, const struct type *type, term a, const struct expression *e)
{
	EACH(negate, l, type, a, e)
}

void check_convert(struct lowering *l, const struct type *from, const struct type *to, term a,
		   const struct expression *e)
{
	EACH(convert, l, from, to, a, e)
}

void check_become(struct lowering *l, const struct type *type, const struct type *from, term value,
		  const struct expression *e)
{
	EACH(become, l, type, from, value, e)
}

void check_truncate(struct lowering *l, const struct type *from, const struct type *to, term t,
		    const struct expression *e)
{
	EACH(truncate, l, from, to, t, e)
}

void check_floating(struct lowering *l, const struct type *type, bool divides, term a, term b, term result,
		    const struct expression *e)
{
	EACH(floating, l, type, divides, a, b, result, e)
}

void check_complex(struct lowering *l, const struct type *base, bool divides, const term *a, const term *b,
		   const term *result, const struct expression *e)
{
	EACH(complex, l, base, divides, a, b, result, e)
}

void check_round(struct lowering *l, const struct type *from, const struct type *to, term before, term after,
		 const struct expression *e)
{
	EACH(round, l, from, to, before, after, e)
}

void check_overlap(struct lowering *l, term p, term n, term q, term m, const struct expression *e)
{
	EACH(overlap, l, p, n, q, m, e)
}

void check_declare(struct lowering *l, const struct declaration *d,
		   term (*length)(struct lowering *l, struct declaration *length))
{
	EACH(declare, l, d, length)
}

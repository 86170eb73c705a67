/* Rules of how drivers use the kernel (--rule; docs/rules.md): read from a file, and woven around the functions that they are about. */
#ifndef C2IR_RULE_H
#define C2IR_RULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "vec.h"

struct choice;
struct interner;
struct unit;

/* A piece of the rule's file. at NULL: none. */
struct rule_text {
	const char *at;
	size_t length;
	struct location place;
};

enum rule_moment { RULE_BEFORE, RULE_AFTER, RULE_AROUND, RULE_INTERRUPT, RULE_INTERRUPTED, RULE_RETURNED, RULE_END };

/* What an event does to an object's state: another state, the number of a count up or down, an error. */
enum rule_target { RULE_STATE, RULE_MORE, RULE_LESS, RULE_ERROR };

struct rule_transition {
	uint32_t from; /* bits: 1 << state */
	enum rule_target target;
	unsigned to;              /* RULE_STATE */
	struct rule_text message; /* RULE_ERROR */
	struct location place;
};

/* A function, by its name, in which $ stands for any characters. */
struct rule_function {
	struct rule_text name;
	int parameters; /* so many; -1: any number */
};
struct rule_functions VEC_BODY(struct rule_function);

/* What happens before, after or in place of calls of functions, when what must not sleep begins or is over, when a callback has returned, or
 * at the end: transitions, or C code. */
struct rule_clause {
	enum rule_moment moment;
	struct rule_functions functions;
	struct rule_text object, condition; /* C expressions with $1, $res; `object` NULL: it concerns every object */
	VEC(struct rule_transition) transitions;
	struct rule_text code; /* with its braces; NULL: transitions */
	struct location place;
};

struct rule {
	const char *file; /* interned */
	char *source, *name, *about;
	unsigned cwe;    /* 0: none */
	uint64_t checks; /* that belong to it, bits as in check.h */
	bool counts;     /* the states are two: none and some of a number */
	VEC(struct rule_text) states;
	VEC(struct rule_text) models, after_models; /* C code before and behind the woven functions */
	VEC(struct rule_clause) clauses;
};

/* The rule of --rule=WHICH: a name (known_rules.h), or a file, which a / or a . in it says. NULL after an error in `diags`. To be freed. */
struct rule *rule_read(const char *which, struct interner *names, struct diagnostics *diags);
void rule_free(struct rule *rule);

/* The text of a rule that Plumb comes with. NULL: there is none of that name. */
struct rule_source {
	const char *name, *text;
};
extern const struct rule_source rule_sources[]; /* ended by NULL */

/* Fills in `rule` from its source. False after an error. (rule_read.c) */
bool rule_parse(struct rule *rule, struct diagnostics *diags);

/* The rule as C for a driver: code around those functions that it mentions. Does the rule say something of a callback's return, of the end?
 * (rule_weave.c) */
struct rule_woven {
	char *text; /* memory_free */
	bool returned, end;
	bool about; /* is there a function that it is about? */
};
struct rule_woven rule_weave(const struct rule *rule, const struct unit *unit, const struct choice *choice,
			     struct diagnostics *diags);

#endif

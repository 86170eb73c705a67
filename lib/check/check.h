/* The checks of C's rules, by the names that the command lines and the IR's {check} attributes use, and the properties
 * that stand for sets of them. The one table that c2ir (which assertions to make) and verify (which to ask) share. */
#ifndef PLUMB_CHECK_H
#define PLUMB_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "vec.h"

enum check {
#define CHECK(enumerator, name, standard, property, cwe, clause, about, rule) CHECK_##enumerator,
#include "check.def"
#undef CHECK
	CHECK_COUNT
};

const char *check_name(enum check check);
const char *check_property(enum check check); /* that it belongs to; "": none */
const char *check_about(enum check check);    /* in a few words */
const char *check_clause(enum check check);   /* of C11; "": none */
unsigned check_cwe(enum check check);         /* number of the weakness (cwe.mitre.org); 0: none */

/* The check of that name (`length` bytes); CHECK_COUNT: there is none. */
enum check check_find(const char *name, size_t length);

/* Sets are bits: 1 << check. */
uint64_t check_standard(void); /* those that are on by default */
/* The words that a list of checks is made of: their names, all, standard. NULL: there are no more. */
const char *check_word_at(size_t i);
/* The names of the properties; NULL: there are no more. */
const char *check_property_at(size_t i);

/* What a command line asks for. */
struct check_set {
	uint64_t checks;
	bool given;         /* --check or --property was there */
	bool added;         /* one of them has replaced the standard ones */
	VEC(char *) errors; /* C functions whose calls are violations of the check `assert`, whatever is in `checks` */
	bool started;       /* a property file has said where execution starts */
	char *entry;        /* where a property file says that execution starts, if not in main; NULL: nothing said */
};

void check_set_init(struct check_set *set); /* the standard ones */
void check_set_release(struct check_set *set);
/* --check=LIST: names, `all`, `standard`, -name to take away. The first list that adds replaces the standard ones,
 * one that only takes away is taken from them. An unknown name: DIAG_USAGE and false. */
bool check_set_list(struct check_set *set, const char *list, struct diagnostics *diags);
/* --property=NAME (unreach-call, valid-deref, valid-free, valid-memtrack, valid-memsafety, valid-memcleanup,
 * no-overflow), or FILE.prp (property.h). In such a file, call(reach_error()) and call(__VERIFIER_error()) are unreach-call;
 * any other function is an error function, and of the check `assert` nothing else is asked then. False: DIAG_USAGE for
 * what is no property, and for two files that start in different functions; what property.h says for what is in a file. */
bool check_set_property(struct check_set *set, const char *value, struct diagnostics *diags);
/* --error-function=NAME: another error function. DIAG_USAGE and false: no name. */
bool check_set_error(struct check_set *set, const char *name, struct diagnostics *diags);
/* Is this one of the error functions? NULL is none. */
bool check_set_has_error(const struct check_set *set, const char *function);
/* Is anything asked of the check of this name? Other tools' names are in no set that was asked for. */
bool check_set_has(const struct check_set *set, const char *name);
/* Is the assertion with this {check} and this {reached} (or NULL) asked for? */
bool check_set_asks(const struct check_set *set, const char *name, const char *reached);

#endif

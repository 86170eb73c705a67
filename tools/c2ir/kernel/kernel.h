/* Drivers of the Linux kernel (--kernel; docs/drivers.md): a driver's file becomes a unit with models of the kernel's functions and an
 * environment that calls the driver as the kernel does. */
#ifndef C2IR_KERNEL_H
#define C2IR_KERNEL_H

#include "compile.h"
#include "diag.h"
#include "intern.h"
#include "string_list.h"

struct rule;
struct target;

/* The function where execution starts. */
#define KERNEL_ENTRY "plumb_environment"

/* Where the code of a rule is from, in the text behind the driver: this, the file's name, and >. Execution there is none of the driver's
 * (location_in_kernel). */
#define RULE_PLACE "<library/rules/"

struct kernel_options {
	const char *environment; /* write it to this file; NULL: nowhere */
	unsigned callbacks;      /* so many at most; 0: any number */
	const struct rule *rule; /* NULL: none */
};

/* The text that comes behind the file whose unit is given: models, the rule, and the environment if the unit has none of its own. What is
 * wrong with the rule for this file: errors in `diags`, which must live as long. */
struct kernel_text;
struct kernel_text *kernel_text_new(const struct unit *unit, const struct kernel_options *options,
				    struct interner *names, struct diagnostics *diags);
/* The names of those rules that Plumb comes with which are about something in the unit, a line for each (memory_free). */
char *kernel_rules_about(const struct unit *unit, struct interner *names, struct diagnostics *diags);
const char *kernel_text_get(const struct kernel_text *text);
/* The same without the paragraph that the location is in; false: it is in none. */
bool kernel_text_without(struct kernel_text *text, struct location location);
/* The environment as a file PATH that users may change, which includes the driver's FILES. An error in `diags` if it cannot be
 * written. */
void kernel_text_write(const struct kernel_text *text, const struct string_list *files, const char *path,
		       struct diagnostics *diags);
void kernel_text_free(struct kernel_text *text);

#endif

/* c2ir's command line. */
#ifndef C2IR_OPTIONS_H
#define C2IR_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "check.h"
#include "lowering_options.h"
#include "option.h"
#include "target.h"

struct interner;
struct rule;

struct c2ir_options {
	struct string_list files;
	struct string_list compiler; /* arguments for the preprocessor, in order */
	struct string_list own;      /* those that $CC has itself; memory_free */
	const char *output;          /* NULL: standard output */
	bool compress;
	bool version, verbose, time;
	enum option_help help;
	enum option_stats stats;
	bool no_warnings;           /* -w */
	struct string_list entries; /* where execution may start */
	bool every_entry;           /* --entry=* */
	bool entry_given;           /* --entry */
	bool only_check;            /* -fsyntax-only: no IR */
	bool only_preprocess;       /* -E */
	bool linkable;              /* -c: units that are to be linked */
	const char *linked_options; /* those of linkable IR that was read; see linkable.h */
	struct check_set checks;
	enum undefined_mode undefined;
	enum unknown_pointers unknown_pointers;
	enum unknown_arguments args;
	uint32_t args_elements;
	struct string_list call_targets; /* --call-targets=WHERE:f,g */
	bool malloc_may_fail;
	bool kernel;              /* --kernel */
	const char *environment;  /* --environment */
	struct string_list rules; /* --rule, one at most */
	bool which_rules;         /* --rule=all: IR for each rule that is about something in the files */
	struct rule *rule;        /* that one (c2ir_options_read_rule); NULL: none */
	unsigned callbacks;       /* --callbacks; 0: any number */
	const char *witness;      /* --validate-witness */
	bool field_safe;          /* --assume-field-safe */
	bool no_library;          /* without the library functions written in C */
	struct target target;
};

/* Reads the command line; what is wrong with it is DIAG_USAGE. The strings of argv are kept. */
bool c2ir_options_read(struct c2ir_options *options, int argc, char **argv, struct diagnostics *diags);
/* The same of what linkable IR says: without the flags that $CC has now. */
bool c2ir_options_read_unit(struct c2ir_options *options, int argc, char **argv, struct diagnostics *diags);
/* Reads the file of --rule, if there is one, and takes what it checks for what is asked, unless --check was given. False after an error. */
bool c2ir_options_read_rule(struct c2ir_options *options, struct interner *names, struct diagnostics *diags);
/* The same for a rule by its name. */
bool c2ir_options_take_rule(struct c2ir_options *options, const char *which, struct interner *names,
			    struct diagnostics *diags);
void c2ir_options_release(struct c2ir_options *options);

extern const struct option_table c2ir_option_table;

/* The part that the lowering asks for; it shares the lists. */
struct lowering_options options_of_lowering(const struct c2ir_options *options);

#endif

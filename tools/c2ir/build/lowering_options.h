/* What the lowering is asked for: the part of c2ir's command line that means something to it. */
#ifndef C2IR_LOWERING_OPTIONS_H
#define C2IR_LOWERING_OPTIONS_H

#include <stdbool.h>

#include "check.h"
#include "string_list.h"

/* What a function without a body does. */
enum undefined_mode {
	UNDEFINED_PURE,  /* returns any value, writes nothing */
	UNDEFINED_HAVOC, /* may also write anything where its pointer arguments point */
	UNDEFINED_ERROR  /* is an error when it can be reached */
};

/* What pointers from outside the program may alias, in the order of enum aliasing (region.h). */
enum unknown_pointers { UNKNOWN_POINTERS_TYPED, UNKNOWN_POINTERS_ANY, UNKNOWN_POINTERS_DISTINCT };

/* What pointers that are arguments of an entry, results of functions without a body or in memory outside are. */
enum unknown_arguments {
	ARGS_VALID,         /* they point to live objects of their type */
	ARGS_NULL_OR_VALID, /* or are null */
	ARGS_ANY
};

struct lowering_options {
	struct string_list entries; /* where execution may start */
	bool every_entry;           /* --entry=* */
	struct check_set checks;
	enum undefined_mode undefined;
	enum unknown_pointers unknown_pointers;
	enum unknown_arguments args;
	uint32_t args_elements;          /* how many elements such an object has, at least, from there on */
	struct string_list call_targets; /* --call-targets=WHERE:f,g */
	bool malloc_may_fail;
	bool kernel;     /* --kernel: models and rules replace functions; what models say to c2ir anybody may say */
	bool woven;      /* --validate-witness: what is put into the text says so too */
	bool field_safe; /* --assume-field-safe */
	unsigned pointer_bits; /* 64 or 32 */
};

#endif

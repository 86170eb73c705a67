/* c2ir's command line. */
#ifndef C2IR_OPTIONS_H
#define C2IR_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "diag.h"
#include "type.h"
#include "vec.h"

enum check {
#define CHECK(enumerator, name, standard, about) CHECK_##enumerator,
#include "check.def"
#undef CHECK
	CHECK_COUNT
};

const char *check_name(enum check check);
uint64_t check_standard(void); /* those that are on by default, as bits */

/* What a function without a body does. */
enum undefined_mode {
	UNDEFINED_PURE,  /* returns any value, writes nothing */
	UNDEFINED_HAVOC, /* may also write anything where its pointer arguments point */
	UNDEFINED_ERROR  /* is an error when it can be reached */
};

struct string_list VEC_BODY(const char *);

struct c2ir_options {
	struct string_list files;
	struct string_list compiler; /* arguments for the preprocessor, in order */
	const char *output;          /* NULL: standard output */
	bool compress;
	bool help, version, verbose, stats, stats_json, time;
	bool no_warnings; /* -w */
	const char *entry;
	uint64_t checks; /* bit CHECK_x */
	bool checks_given;
	enum undefined_mode undefined;
	bool malloc_may_fail;
	bool no_library; /* without the library functions written in C */
	struct target target;
};

/* Reads the command line; what is wrong with it is DIAG_USAGE. The strings of argv are kept. */
bool options_read(struct c2ir_options *options, int argc, char **argv, struct diagnostics *diags);
void options_release(struct c2ir_options *options);

static inline bool options_check(const struct c2ir_options *options, enum check check)
{
	return options->checks >> check & 1;
}

#endif

/* A counterexample as a C file: linked with the program, it leads its execution to the violation. */
#ifndef PLUMB_HARNESS_H
#define PLUMB_HARNESS_H

#include "recording.h"
#include "stream.h"

struct harness_options {
	const char *file;            /* what it will be called */
	const char *const *compiler; /* compiler flags of the program */
	size_t compiler_count;
	bool optimised; /* the program had been through ir-opt when it was read: some inputs may not have been recorded */
};

/* Writes the file that is to be named options->file (the head comment says how to compile it). It defines the functions
 * that the program calls and has no bodies for as queues of the recorded values, wraps malloc and friends, and defines what
 * the verifier's functions do. What cannot be set from outside in C stands in the comment at the top. */
void harness_write(struct output *out, const struct program *program, const struct harness_options *options,
		   const struct recording *recording);

/* --- harness_define.c: the definitions --- */

/* Is it a C identifier? What comes from IR may be anything. */
bool harness_is_name(const char *name);
/* The type in which values of the C type are kept; NULL: they cannot be set (structures). */
const char *harness_type(const char *type);
/* Are references to it redirected by the linker, because the C library may have one that it needs itself? All are but those that
 * only verifiers have. */
bool harness_is_wrapped(const char *function);
bool harness_is_zero(const struct value *value);
void harness_write_value(struct output *out, const char *type, const struct value *value);
void harness_write_function(struct output *out, const char *name, const char *type,
			    const struct recorded_values *results);
/* The linker's options for the allocation functions that are wrapped, and the wrappers. */
void harness_write_wraps(struct output *out, const struct recording *recording);
void harness_write_allocators(struct output *out, const struct recording *recording);
/* A constructor that calls the entry, where that is not main. */
void harness_write_entry(struct output *out, const char *name, const struct recorded_values *arguments);

/* --- harness_input.c --- */

/* What the head comment says of the standard input, and the constructor that provides it. A text too long for a pipe is left out. */
void harness_note_input(struct output *out, const struct recording *recording);
void harness_write_input(struct output *out, const struct recording *recording);

#endif

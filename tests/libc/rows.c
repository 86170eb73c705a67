/* The table of C library functions: its rows make sense, names find them, and they agree with the library's texts in C and with
 * what the host of a running program can be asked. */
#include "libc.h"

#include <string.h>

#include "ast_declaration.h"
#include "ast_unit.h"
#include "known.h"
#include "library.h"
#include "tap.h"
#include "target.h"
#include "type_base.h"
#include "type_class.h"
#include "type_derived.h"
#include "type_floating.h"

static bool starts(const char *name, const char *prefix)
{
	return strncmp(name, prefix, strlen(prefix)) == 0;
}

static bool complain(const struct libc_function *f, const char *what)
{
	printf("# %s: %s\n", f->name, what);
	return false;
}

/* ---- rows by themselves ---- */

static bool good_letters(const char *signature)
{
	static const char letters[] = "vbBiuhlLxXjQqzZfdDK12345FEGH6789IpPcsoOAS*";
	size_t count = strspn(signature, letters);
	return count && (!signature[count] || (count > 0 && !strcmp(signature + count, ".")));
}

static bool is_pointer(char letter)
{
	return letter && libc_letter_kind(letter) == LIBC_POINTER;
}

static bool good_row(const struct libc_function *f)
{
	size_t length = strlen(f->signature);
	if (!good_letters(f->signature))
		return complain(f, "the signature has other letters");
	if (f->by == LIBC_FORMAT &&
	    (length < 3 || f->signature[length - 2] != 's' || !strchr(".A", f->signature[length - 1])))
		return complain(f, "its last fixed argument is no format");
	if (libc_has(f, LIBC_ALLOCATES | LIBC_ON_STACK) && !is_pointer(f->signature[0]))
		return complain(f, "allocates, but gives no pointer");
	if (libc_has(f, LIBC_FREES) && !is_pointer(f->signature[1]))
		return complain(f, "frees, but takes no pointer");
	if (libc_has(f, LIBC_ZEROED) && !libc_has(f, LIBC_ALLOCATES))
		return complain(f, "zeroes, but does not allocate");
	if (libc_has(f, LIBC_JUMPS) && !libc_has(f, LIBC_NEVER_RETURNS))
		return complain(f, "jumps, and returns");
	if (libc_has(f, LIBC_NEVER_RETURNS) && f->signature[0] != 'v')
		return complain(f, "never returns, but gives something");
	return true;
}

static void rows(void)
{
	bool good = true, found = true;
	for (unsigned i = 0; i < libc_count; i++) {
		const struct libc_function *f = &libc_functions[i];
		good &= good_row(f);
		found &= libc_row(f->name) == f && libc_find(f->name) == libc_resolved(f) &&
			 libc_resolved(libc_resolved(f)) == libc_resolved(f);
	}
	ok(good, "%u rows", libc_count);
	ok(found, "each is found by its name");
}

static void names(void)
{
	is_str(libc_find("__builtin_memcpy")->name, "memcpy", "gcc's prefix");
	is_str(libc_find("__isoc99_sscanf")->name, "sscanf", "glibc's name");
	is_str(libc_find("sinf64")->name, "sin", "_Float64");
	is_str(libc_find("sinf64x")->name, "sinl", "_Float64x");
	is_str(libc_find("__builtin_powif")->name, "__powisf2", "gcc's library");
	is_str(libc_row("sinf64")->signature, "22", "an alias has its own signature");
	ok(!libc_find("__builtin_reach_error"), "gcc's prefix is only for what gcc knows");
	ok(!libc_find("allocate") && !libc_find("strlenf64") && !libc_find(""), "parts of names say nothing");
	ok(libc_is_input("__VERIFIER_nondet_anything") && !libc_is_input("ldv_nondet_int"), "inputs");
	ok(libc_wants_declaration("nondet_vector") && !libc_wants_declaration("nondet_double"), "inputs without a row");
	ok(libc_is_intrinsic("reach_error") && libc_is_intrinsic("__VERIFIER_nondet_s") && !libc_is_intrinsic("recv"),
	   "what only verifiers have");
}

static void accesses(void)
{
	ok(libc_reads(libc_row("memcmp")) && !libc_writes(libc_row("memcmp")), "memcmp reads");
	ok(libc_reads(libc_row("memcpy")) && libc_writes(libc_row("memcpy")), "memcpy reads and writes");
	ok(!libc_reads(libc_row("malloc")) && !libc_writes(libc_row("malloc")), "malloc does neither");
	ok(libc_writes(libc_row("scanf")) && libc_writes(libc_row("time")), "scanf and time write");
	ok(!libc_reads(libc_row("printk")), "a model that looks at no argument");
}

/* ---- the library's C ---- */

static bool has_text(const struct libc_function *f)
{
	return libc_resolved(f) == f && (f->by == LIBC_TEXT || f->by == LIBC_FORMAT);
}

static bool is_own_name(const char *name)
{
	return starts(name, "__plumb_");
}

static bool same_result(const struct libc_function *f, const struct type *type)
{
	switch (libc_letter_kind(f->signature[0])) {
	case LIBC_VOID:
		return type_is_void(type);
	case LIBC_POINTER:
		return type_is_pointer(type);
	case LIBC_INTEGER:
		return type_is_integer(type);
	case LIBC_FLOATING:
		return type_is_floating(type);
	default:
		return !type_is_void(type);
	}
}

static bool good_text(struct library *library, const struct libc_function *f)
{
	struct unit *unit = NULL;
	struct declaration *d = library_find(library, f->name, &unit);
	if (!d || d->kind != DECLARATION_FUNCTION || !d->function)
		return complain(f, "is not in tools/c2ir/library");
	if (!known_fits(f, d->type) || !same_result(f, type_base(d->type)))
		return complain(f, "has another signature in tools/c2ir/library");
	char approximate[100];
	snprintf(approximate, sizeof approximate, "__approximate_%s", f->name);
	if (libc_has(f, LIBC_APPROXIMATE) != (unit_find(unit, approximate) != NULL))
		return complain(f, "the row and the text do not agree whether it is approximate");
	return true;
}

static bool has_row(struct library *library, const char *name)
{
	struct unit *unit = NULL;
	struct declaration *d = library_find(library, name, &unit);
	const struct libc_function *f = libc_row(name);
	if (is_own_name(name) || (d && d->kind != DECLARATION_FUNCTION) || (f && has_text(f)))
		return true;
	printf("# %s has no row with TEXT\n", name);
	return false;
}

static void texts(unsigned pointer_bits)
{
	struct target target = target_default(pointer_bits);
	struct interner *interner = interner_new();
	struct diagnostics diags;
	diagnostics_init(&diags);
	struct library *library = library_new(&target, interner, &diags);
	bool good = true, listed = true;
	for (unsigned i = 0; i < libc_count; i++)
		good &= !has_text(&libc_functions[i]) || good_text(library, &libc_functions[i]);
	for (unsigned i = 0; i < library_name_count; i++)
		listed &= has_row(library, library_names[i].name);
	ok(good && !diags.errors, "%u bits: the rows with TEXT are functions of tools/c2ir/library", pointer_bits);
	ok(listed, "and all of its functions have such a row");
	library_free(library);
	diagnostics_release(&diags);
	interner_free(interner);
}

/* A model that is pointed to is called by a body of its own; setjmp() cannot be. */
static void pointers(void)
{
	bool good = true;
	for (unsigned i = 0; i < library_name_count; i++) {
		static const char prefix[] = "__plumb_pointer_to_";
		if (!starts(library_names[i].name, prefix))
			continue;
		const struct libc_function *f = libc_row(library_names[i].name + sizeof prefix - 1);
		good &= f && (f->by == LIBC_MODEL || f->by == LIBC_SPECIAL) && !libc_has(f, LIBC_RETURNS_TWICE);
	}
	ok(good, "functions of the library that stand for models in pointers");
}

static void objects(void)
{
	const struct libc_object *o = libc_find_object("__environ");
	ok(o && !strcmp(o->same, "environ") && libc_find_object(o->same), "an object of several names");
	ok(o && libc_row(o->maker) == NULL && !strcmp(o->maker, "__plumb_environment"), "and who makes it");
	ok(!libc_find_object("stdin") && !libc_find_object("environment"), "other objects have no row");
}

static void approximated(void)
{
	const struct libc_function *f = libc_approximated("__approximate_sinf");
	ok(f && !strcmp(f->name, "sinf"), "what stands for any value of a function");
	ok(!libc_approximated("__approximate_abs") && !libc_approximated("__approximate_no_such") &&
		   !libc_approximated("sinf"),
	   "only of one whose row says that it is approximate");
}

int main(void)
{
	rows();
	names();
	accesses();
	texts(64);
	texts(32);
	pointers();
	objects();
	approximated();
	return done_testing();
}

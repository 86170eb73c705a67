#include "libc.h"

#include <string.h>

#include "names.h"

/* Facts and ways as the rows write them. */
enum {
	GCC = LIBC_GCC,
	NO_HEADER = LIBC_NO_HEADER,
	ANY_ARGUMENTS = LIBC_ANY_ARGUMENTS,
	NEVER_RETURNS = LIBC_NEVER_RETURNS,
	STOPS = LIBC_STOPS,
	FAILS = LIBC_FAILS,
	ALLOCATES = LIBC_ALLOCATES,
	ZEROED = LIBC_ZEROED,
	FREES = LIBC_FREES,
	ON_STACK = LIBC_ON_STACK,
	RETURNS_TWICE = LIBC_RETURNS_TWICE,
	JUMPS = LIBC_JUMPS,
	APPROXIMATE = LIBC_APPROXIMATE,
	NO_ACCESS = LIBC_NO_ACCESS,
	HANDLERS = LIBC_HANDLERS,
	QUICK_HANDLERS = LIBC_QUICK_HANDLERS,
	MEMORY_STREAMS = LIBC_MEMORY_STREAMS,
	PUSHES_BACK = LIBC_PUSHES_BACK,
	TEMPORARY = LIBC_TEMPORARY,
	CLOSES = LIBC_CLOSES,
	TELLS_ERROR = LIBC_TELLS_ERROR,
	PRINTS = LIBC_PRINTS,
	CONVERTS = LIBC_CONVERTS,
	SIGNAL_HANDLERS = LIBC_SIGNAL_HANDLERS,
	SETS_ROUNDING = LIBC_SETS_ROUNDING,
	HOST = LIBC_HOST,
	SAYS_ASSERTION = LIBC_SAYS_ASSERTION,
	ERRNO = LIBC_ERRNO,
	OPEN = LIBC_OPEN,
	ROUGH = LIBC_ROUGH,
	ASSUMES = LIBC_ASSUMES,
};
#define TEXT LIBC_TEXT
#define MODEL(function) LIBC_MODEL
#define ALLOCATION(function) LIBC_MODEL
#define FORMAT(function) LIBC_FORMAT
#define SPECIAL(function) LIBC_SPECIAL
#define OWN(function) LIBC_OWN
#define OWN_ALLOCATION(function) LIBC_OWN
#define INPUT LIBC_INPUT
#define BODYLESS LIBC_BODYLESS

const struct libc_function libc_functions[] = {
#define FUNCTION(name, signature, facts, by) { #name, signature, facts, by },
#define ALIAS(name, signature, facts, same) { #name, signature, facts, LIBC_TEXT },
#include "functions.def"
#undef FUNCTION
#undef ALIAS
};
const unsigned libc_count = sizeof libc_functions / sizeof *libc_functions;

/* ---- names ---- */

const struct libc_function *libc_row(const char *name)
{
	for (uint32_t at = libc_slot(name); libc_slots[at] != LIBC_NO_ROW; at = (at + 1) % LIBC_SLOTS)
		if (strcmp(libc_functions[libc_slots[at]].name, name) == 0)
			return &libc_functions[libc_slots[at]];
	return NULL;
}

const struct libc_function *libc_resolved(const struct libc_function *row)
{
	return &libc_functions[libc_targets[libc_index(row)]];
}

const struct libc_function *libc_find(const char *name)
{
	static const char prefix[] = "__builtin_";
	const struct libc_function *row = libc_row(name);
	if (!row && strncmp(name, prefix, sizeof prefix - 1) == 0) {
		row = libc_row(name + sizeof prefix - 1);
		row = libc_has(row, LIBC_GCC) ? row : NULL;
	}
	return row ? libc_resolved(row) : NULL;
}

const struct libc_object *libc_find_object(const char *name)
{
	static const struct libc_object objects[] = {
#define OBJECT(name, same, maker) { #name, #same, maker },
#include "objects.def"
#undef OBJECT
	};
	for (unsigned i = 0; i < sizeof objects / sizeof *objects; i++)
		if (strcmp(objects[i].name, name) == 0)
			return &objects[i];
	return NULL;
}

const struct libc_function *libc_approximated(const char *name)
{
	static const char prefix[] = "__approximate_";
	if (strncmp(name, prefix, sizeof prefix - 1) != 0)
		return NULL;
	const struct libc_function *row = libc_row(name + sizeof prefix - 1);
	return row && libc_has(libc_resolved(row), LIBC_APPROXIMATE) ? row : NULL;
}

bool libc_is_input(const char *name)
{
	static const char prefix[] = "__VERIFIER_nondet_";
	return strncmp(name, prefix, sizeof prefix - 1) == 0;
}

bool libc_is_atomic(const char *name)
{
	static const char prefix[] = "__VERIFIER_atomic_";
	return strncmp(name, prefix, sizeof prefix - 1) == 0;
}

bool libc_is_intrinsic(const char *name)
{
	const struct libc_function *f = libc_find(name);
	return libc_is_input(name) || (f && f->by >= LIBC_SPECIAL);
}

bool libc_wants_declaration(const char *name)
{
	return (libc_is_input(name) || strncmp(name, "nondet_", 7) == 0) && !libc_row(name);
}

/* ---- signatures ---- */

enum libc_kind libc_letter_kind(char letter)
{
	static const struct {
		const char *letters;
		enum libc_kind kind;
	} kinds[] = { { "pPcsoOA", LIBC_POINTER },    { "bBiuhlLxXjQqzZ", LIBC_INTEGER },
		      { "fdDK12345", LIBC_FLOATING }, { "FEGH6789I", LIBC_COMPLEX },
		      { "S", LIBC_STRUCTURE },        { "v", LIBC_VOID } };
	for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strchr(kinds[i].letters, letter))
			return kinds[i].kind;
	return LIBC_ANY;
}

static bool has_parameter(const struct libc_function *f, const char *letters)
{
	return !(f->facts & LIBC_NO_ACCESS) && strpbrk(f->signature + 1, letters);
}

bool libc_reads(const struct libc_function *f)
{
	return has_parameter(f, "pPcsoOA.");
}

bool libc_writes(const struct libc_function *f)
{
	return has_parameter(f, "pcoA.");
}

uint32_t libc_format_argument(const struct libc_function *f)
{
	return (uint32_t)strlen(f->signature) - 3; /* behind the result's letter, the last before '.' or 'A' */
}

bool libc_takes_list(const struct libc_function *f)
{
	return f->signature[strlen(f->signature) - 1] == 'A';
}

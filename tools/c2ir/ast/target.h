/* The target: data model and dialect. */
#ifndef C2IR_TARGET_H
#define C2IR_TARGET_H

#include <stdbool.h>

enum c_standard { STANDARD_C89, STANDARD_C99, STANDARD_C11, STANDARD_C17, STANDARD_C23 };

struct types;

struct target {
	unsigned pointer_bits;      /* 64: LP64; 32: ILP32 as on i386 */
	bool unsigned_char;         /* -funsigned-char */
	bool short_enums;           /* -fshort-enums */
	bool ms_extensions;         /* -fms-extensions: a struct or union with a name may be an anonymous member */
	bool short_wchar;           /* -fshort-wchar: wchar_t is unsigned short */
	bool signed_overflow_wraps; /* -fwrapv; not used by the semantic analysis */
	enum c_standard standard;
	bool strict;       /* -std=c17 and the like, not gnu17: names that GNU takes for keywords are names */
	bool no_asm;       /* -fno-asm: so are asm, typeof, and inline of GNU's C89 */
	bool gnu89_inline; /* C89, -fgnu89-inline: `extern inline` is only a copy of the definition */
	/* Not used by the semantic analysis: */
	bool other_assembly;      /* inline assembly is not in AT&T's syntax: -masm=intel */
	bool sse_for_float;       /* float and double are computed in their own types also with 32 bits: -mfpmath=sse */
	const char *loose_floats; /* flag that allows other floating-point results: -ffast-math; NULL: none */
};

/* The usual targets: 64 (LP64) or 32 (ILP32), gnu17. */
struct target target_default(unsigned pointer_bits);

/* That of a unit with these types. */
const struct target *types_target(const struct types *types);

#endif

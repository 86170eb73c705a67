/* What is known of C library functions, and of those that programs speak to a verifier with: one row for each, in the files
 * *.def, which whoever asks includes through functions.def or looks up here.
 *
 *	FUNCTION(name, signature, facts, by)
 *	ALIAS(name, signature, facts, same)    another name of the function `same`, of which all else holds; only GCC and
 *	                                       NO_HEADER can be facts of its own
 *
 * `by` says what becomes of a call that the program has no body for:
 *	TEXT          the library's C (tools/c2ir/library) has a body
 *	MODEL(f)      f in tools/c2ir/model lowers the call
 *	ALLOCATION(f) the same, told what the new memory is made to point to
 *	FORMAT(f)     the same where the format, the last fixed argument, is a literal; else the body in the library's C
 *	SPECIAL(f)    f lowers the call, also if the program has a body
 *	OWN(f)        f lowers the call, but only in the library's own units; OWN_ALLOCATION(f) likewise
 *	INPUT         any value of the declaration's type
 *	BODYLESS      nothing does: the row is there for its signature or its facts
 *
 * A signature is the result's letter, and then those of the parameters, as in tools/c2ir/ast/builtin.def: v void, b _Bool,
 * B unsigned char, i int, u unsigned, h unsigned short, l long, L unsigned long, x long long, X unsigned long long, j int64_t,
 * Q uint64_t, q unsigned __int128, z size_t, Z ssize_t; f float, d double, D long double, K _Float128, 1 _Float32, 2 _Float64,
 * 3 _Float32x, 4 _Float64x, 5 _Float16; F, E, G, H, 6, 7, 8, 9, I: the complex types of f, d, D, K, 1, 2, 3, 4, 5; p void *,
 * P const void *, c char *, s const char *, A va_list; o and O: a pointer to any other thing, such as FILE, a structure or a
 * function, O to a const one; S a structure; * any scalar; . at the end: more arguments of any type. Types that are an integer
 * type by another name have its letter (mode_t, off_t, wchar_t). A function writes only through parameters p, c, o and A, and those
 * that '.' stands for; it reads through these, and P, s and O. */
#ifndef PLUMB_LIBC_H
#define PLUMB_LIBC_H

#include <stdbool.h>
#include <stdint.h>

enum libc_by { LIBC_TEXT, LIBC_MODEL, LIBC_FORMAT, LIBC_SPECIAL, LIBC_OWN, LIBC_INPUT, LIBC_BODYLESS };

/* Facts; the prefix is left out in the rows. */
enum libc_fact {
	LIBC_GCC = 1 << 0,              /* gcc knows it without a declaration, and as __builtin_NAME */
	LIBC_NO_HEADER = 1 << 1,        /* no header of glibc 2.36 declares it with this type */
	LIBC_ANY_ARGUMENTS = 1 << 2,    /* it is this function, whatever its arguments are */
	LIBC_NEVER_RETURNS = 1 << 3,    /* to its caller */
	LIBC_STOPS = 1 << 4,            /* may end the execution, as an assumption does; so does what never returns */
	LIBC_FAILS = 1 << 5,            /* calling it may violate, or violates, the check of assertions */
	LIBC_ALLOCATES = 1 << 6,        /* the result is a new object of the heap, to be freed by the program */
	LIBC_ZEROED = 1 << 7,           /* whose bytes are 0 */
	LIBC_FREES = 1 << 8,            /* ends the life of the heap object that the first argument points to */
	LIBC_ON_STACK = 1 << 9,         /* the result is a new object that ends with the caller */
	LIBC_RETURNS_TWICE = 1 << 10,   /* as setjmp does */
	LIBC_JUMPS = 1 << 11,           /* as longjmp does */
	LIBC_APPROXIMATE = 1 << 12,     /* the result is any value within bounds */
	LIBC_NO_ACCESS = 1 << 13,       /* no object of the program is read or written, whatever the parameters are */
	LIBC_HANDLERS = 1 << 14,        /* sets what exit() calls */
	LIBC_QUICK_HANDLERS = 1 << 15,  /* sets what quick_exit() calls */
	LIBC_SETS_ROUNDING = 1 << 16,   /* sets the rounding mode of floating-point operations */
	LIBC_PUSHES_BACK = 1 << 25,     /* as ungetc() does */
	LIBC_TEMPORARY = 1 << 26,       /* opens a file that only this program sees */
	LIBC_CLOSES = 1 << 27,          /* ends a stream */
	LIBC_TELLS_ERROR = 1 << 28,     /* says whether a stream has had an error */
	LIBC_PRINTS = 1 << 29,          /* by a format, which stores nothing for the program but by %n */
	LIBC_CONVERTS = 1 << 30,        /* stores only where its second argument points to, and in errno */
	LIBC_MEMORY_STREAMS = 1 << 24,  /* opens a stream of which the program alone says what comes */
	LIBC_SIGNAL_HANDLERS = 1 << 23, /* sets what abort() may call */
	LIBC_HOST = 1 << 17, /* where the program is run, the host has a function of this name (ir-spec/host.md) */
	LIBC_SAYS_ASSERTION = 1 << 18, /* the first argument is the text of the assertion that fails */
	LIBC_ERRNO = 1 << 19,          /* says where errno is */
	/* How exact the model is: none of these and not APPROXIMATE, all that it gives and writes is what glibc's does. */
	LIBC_OPEN = 1 << 20,    /* what C or POSIX leave open, or comes from outside, is any value */
	LIBC_ROUGH = 1 << 21,   /* some of it is approximated: marked where it is */
	LIBC_ASSUMES = 1 << 22, /* something is assumed: the ledger says what */
};

struct libc_function {
	const char *name, *signature;
	uint32_t facts;
	enum libc_by by;
};

/* The rows. Of an alias there are its own name, signature and facts; what else is known of it is in libc_resolved(). */
extern const struct libc_function libc_functions[];
extern const unsigned libc_count;

/* The row of this name, or NULL: aliases are resolved, and so is __builtin_NAME of a row with the fact GCC. */
const struct libc_function *libc_find(const char *name);
/* The row of exactly this name, perhaps an alias, or NULL. */
const struct libc_function *libc_row(const char *name);
/* The function that the row is an alias of; itself if it is none. */
const struct libc_function *libc_resolved(const struct libc_function *row);
static inline unsigned libc_index(const struct libc_function *row)
{
	return (unsigned)(row - libc_functions);
}

/* An object of the library (objects.def). */
struct libc_object {
	const char *name, *same, *maker;
};
/* The row of this name, or NULL: it is any other object. */
const struct libc_object *libc_find_object(const char *name);

/* `f` may be NULL, which has no facts. */
static inline bool libc_has(const struct libc_function *f, uint32_t facts)
{
	return f && (f->facts & facts);
}

/* Does it read or write objects through its parameters? */
bool libc_reads(const struct libc_function *f);
bool libc_writes(const struct libc_function *f);

/* Is it the name of an input of verification tasks, __VERIFIER_nondet_TYPE, of which only the declaration tells the type? */
bool libc_is_input(const char *name);
/* Is it the name of a function of a verification task that does its work in one turn of a thread, __VERIFIER_atomic_...? */
bool libc_is_atomic(const char *name);
/* Is it a name that only means something to verifiers, such as reach_error or __VERIFIER_nondet_int? */
bool libc_is_intrinsic(const char *name);
/* Is it the name of such an input, or nondet_TYPE, that has no row: without a declaration nobody knows its type? */
bool libc_wants_declaration(const char *name);

/* __approximate_NAME, by which the library's C says "any value of NAME's, as far as it is not computed here": the row of NAME, which has
 * the fact APPROXIMATE. NULL: it is no such name. */
const struct libc_function *libc_approximated(const char *name);

/* A row by FORMAT: which argument is the format (from 0), and whether a va_list with the further ones follows, not these. */
uint32_t libc_format_argument(const struct libc_function *f);
bool libc_takes_list(const struct libc_function *f);

enum libc_kind { LIBC_ANY, LIBC_POINTER, LIBC_INTEGER, LIBC_FLOATING, LIBC_COMPLEX, LIBC_STRUCTURE, LIBC_VOID };
/* What kind of type a letter of a signature is. */
enum libc_kind libc_letter_kind(char letter);

#endif

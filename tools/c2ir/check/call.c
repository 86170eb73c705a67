/* Calls through pointers. `call`: the pointer points to no function that could be meant, because it is null, points
 * to an object or to a function whose parameters and result are passed in another way (CWE-476, CWE-843; C11
 * 6.5.2.2p9). `call-type`, off by default: the function's type is not compatible with that of the call, whether or
 * not that is seen at run time (6.3.2.3p8).
 *
 *	f(x)    if (f == &g) { assert compatible; g(x) } else if (f == &h) ... else assert false */
#include "c_term.h"
#include "checks.h"
#include "declaration_query.h"
#include "type_conversion.h"

/* The call's pointer is none of the functions that it could call, unless it is one OUTSIDE the program. */
void check_call_target(struct lowering *l, term outside, const char *callee)
{
	check_emit(l, CHECK_CALL, outside, "call through %s, which points to no function of this type", callee);
}

/* The call is of a weak function, which is at address 0 if it does not exist. */
void check_weak_target(struct lowering *l, term exists, const char *name)
{
	check_emit(l, CHECK_CALL, exists, "call of %s, which is weak and not defined: its address may be null", name);
}

/* The call reaches `d`. */
void check_call_type(struct lowering *l, const struct type *type, const char *callee, const struct declaration *d)
{
	if (!checks(l, CHECK_CALL_TYPE))
		return;
	bool same = type_compatible(type, declaration_type(d));
	check_emit(l, CHECK_CALL_TYPE, term_bool(bank_of(l), same), "call through %s of %s(), whose type is '%s'",
		   callee, declaration_name(d), check_type(l, declaration_type(d)));
}

/* <math.h>: each function for the three types. A float argument comes as a double, as in a call without a prototype. */
#define _GNU_SOURCE
#include <math.h>

#include "host.h"

#define TYPED(name, suffix, call)                                              \
	static bool host_##name##suffix(struct host *host, const char *text)   \
	{                                                                      \
		(void)text;                                                    \
		struct host_argument x = host_take(host), y = host_take(host); \
		(void)y;                                                       \
		return call;                                                   \
	}
#define ONE(name)                                                               \
	TYPED(name, , host_answer_double(host, name(host_double(x))))           \
	TYPED(name, f, host_answer_float(host, name##f((float)host_double(x)))) \
	TYPED(name, l, host_answer_extended(host, name##l(host_extended(x))))
#define TWO(name)                                                                                      \
	TYPED(name, , host_answer_double(host, name(host_double(x), host_double(y))))                  \
	TYPED(name, f, host_answer_float(host, name##f((float)host_double(x), (float)host_double(y)))) \
	TYPED(name, l, host_answer_extended(host, name##l(host_extended(x), host_extended(y))))

ONE(sin)
ONE(cos)
ONE(tan)
ONE(asin)
ONE(acos)
ONE(atan)
ONE(sinh)
ONE(cosh)
ONE(tanh)
ONE(asinh)
ONE(acosh)
ONE(atanh)
ONE(exp)
ONE(exp2)
ONE(exp10)
ONE(expm1)
ONE(log)
ONE(log2)
ONE(log10)
ONE(log1p)
ONE(cbrt)
ONE(erf)
ONE(erfc)
ONE(tgamma)
ONE(lgamma)
ONE(j0)
ONE(j1)
ONE(y0)
ONE(y1)
TWO(atan2)
TWO(pow)
TWO(hypot)
TWO(nextafter)
TYPED(scalbn, , host_answer_double(host, scalbn(host_double(x), (int)(int32_t)y.words[0])))
TYPED(scalbn, f, host_answer_float(host, scalbnf((float)host_double(x), (int)(int32_t)y.words[0])))
TYPED(scalbn, l, host_answer_extended(host, scalbnl(host_extended(x), (int)(int32_t)y.words[0])))

#define ENTRIES(name)                                                                    \
	{ #name, host_##name, HOST_INSIDE }, { #name "f", host_##name##f, HOST_INSIDE }, \
	{                                                                                \
#name "l", host_##name##l, HOST_INSIDE                                   \
	}

const struct host_function host_math_functions[] = {
	ENTRIES(sin),   ENTRIES(cos),   ENTRIES(tan),   ENTRIES(asin),      ENTRIES(acos),
	ENTRIES(atan),  ENTRIES(sinh),  ENTRIES(cosh),  ENTRIES(tanh),      ENTRIES(asinh),
	ENTRIES(acosh), ENTRIES(atanh), ENTRIES(exp),   ENTRIES(exp2),      ENTRIES(exp10),
	ENTRIES(expm1), ENTRIES(log),   ENTRIES(log2),  ENTRIES(log10),     ENTRIES(log1p),
	ENTRIES(cbrt),  ENTRIES(erf),   ENTRIES(erfc),  ENTRIES(tgamma),    ENTRIES(lgamma),
	ENTRIES(atan2), ENTRIES(pow),   ENTRIES(hypot), ENTRIES(nextafter), ENTRIES(scalbn),
	ENTRIES(j0),    ENTRIES(j1),    ENTRIES(y0),    ENTRIES(y1),        { NULL, NULL, HOST_INSIDE },
};

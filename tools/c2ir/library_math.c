/* <math.h> and <fenv.h> (C11 7.6, 7.12) as C, compiled with the rest of the library (library.c); what is a term is in model_math.c. */
#include "compile.h"

#define STRING(...) #__VA_ARGS__
#define TEXT(...) STRING(__VA_ARGS__) "\n" /* its macros are expanded */

/* LOGARITHMS: no less than the largest magnitude of a logarithm to the base 2 of a number of the type. */
const char library_math_text[] =
	"# 1 \"<math>\"\n"
	TEXT(void __VERIFIER_assume(int condition);)
#define REAL float
#define NAME(stem) stem##f
#define LOGARITHMS 150
#include "library_math.def"
#undef REAL
#undef NAME
#undef LOGARITHMS
#define REAL double
#define NAME(stem) stem
#define LOGARITHMS 1075
#include "library_math.def"
#undef REAL
#undef NAME
#undef LOGARITHMS
#define REAL long double
#define NAME(stem) stem##l
#define LOGARITHMS 16446
#include "library_math.def"
#undef REAL
#undef NAME
#undef LOGARITHMS
#define REAL _Float128
#define NAME(stem) stem##f128
#define LOGARITHMS 16495
#include "library_math.def"

	/* ---- <fenv.h>: the rounding mode is exact (model_math.c), exceptions are not recorded ---- */

	TEXT(int fegetround(void); int fesetround(int mode); int __approximate_fetestexcept(int mask);)
	TEXT(int fetestexcept(int mask) { return __approximate_fetestexcept(mask) & mask; })
	TEXT(int feclearexcept(int mask) { return 0; })
	TEXT(int feraiseexcept(int mask) { return 0; })
	TEXT(int fegetexceptflag(unsigned short *flags, int mask) {
		*flags = (unsigned short)(__approximate_fetestexcept(mask) & mask);
		return 0;
	})
	TEXT(int fesetexceptflag(const unsigned short *flags, int mask) { return 0; })
	/* the control word of x87 has the mode where fegetround() has it */
	TEXT(int fegetenv(void *environment) {
		unsigned short *words = environment;
		for (unsigned i = 1; i < (sizeof(long) == 8 ? 16 : 14); i++) words[i] = 0;
		words[0] = (unsigned short)(0x37f | fegetround());
		return 0;
	})
	TEXT(int feholdexcept(void *environment) { return fegetenv(environment); })
	TEXT(int fesetenv(const void *environment) { /* FE_DFL_ENV is -1 */
		if (environment == (const void *)-1) fesetround(0);
		else fesetround(*(const unsigned short *)environment & 0xc00);
		return 0;
	})
	TEXT(int feupdateenv(const void *environment) { return fesetenv(environment); })
	TEXT(int fedisableexcept(int mask) { return 0; })
	TEXT(int fegetexcept(void) { return 0; });

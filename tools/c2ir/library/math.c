/* <math.h> and <fenv.h> (C11 7.6, 7.12): what needs statements; what is a term is in model/math.c. math_real.h has the functions
 * of each type. */
#include "plumb.h"

extern int __plumb_errno;

static void domain_error(void)
{
	if (__plumb_watches_errno())
		__plumb_errno = 33;
}

static void range_error(void)
{
	if (__plumb_watches_errno())
		__plumb_errno = 34;
}

/* Where C asks for it, and glibc does not always do it. */
static void perhaps_domain_error(void)
{
	if (__plumb_watches_errno() && !__plumb_running() && __plumb_approximate_int("errno"))
		__plumb_errno = 33;
}

static void perhaps_range_error(void)
{
	if (__plumb_watches_errno() && !__plumb_running() && __plumb_approximate_int("errno"))
		__plumb_errno = 34;
}

/* What the terms of model/math.c leave to say of errno. */
void __plumb_domain_error(void)
{
	domain_error();
}

void __plumb_range_error(void)
{
	range_error();
}

/* glibc tells of it. */
void __plumb_underflow(void)
{
	if (__plumb_running())
		range_error();
	else
		perhaps_range_error();
}

void __plumb_perhaps_range_error(void)
{
	perhaps_range_error();
}

int signgam;

/* SMALLEST: of the normal numbers. POWER: the name that gcc gives the powers with integer exponents, __builtin_powi(). LOGARITHMS: no less than the largest magnitude of a logarithm to the base 2 of a number of the type. */
#define REAL float
#define SMALLEST 0x1p-126f
#define POWER __powisf2
#define NAME(stem) stem##f
#define LOGARITHMS 150
#include "math_real.h"
#undef REAL
#undef SMALLEST
#undef POWER
#undef NAME
#undef LOGARITHMS
#define REAL double
#define SMALLEST 0x1p-1022
#define POWER __powidf2
#define NAME(stem) stem
#define LOGARITHMS 1075
#include "math_real.h"
#undef REAL
#undef SMALLEST
#undef POWER
#undef NAME
#undef LOGARITHMS
#define REAL long double
#define SMALLEST 0x1p-16382L
#define POWER __powixf2
#define NAME(stem) stem##l
#define LOGARITHMS 16446
#include "math_real.h"
#undef REAL
#undef SMALLEST
#undef POWER
#undef NAME
#undef LOGARITHMS
#define REAL _Float128
#define SMALLEST 0x1p-16382Q
#define POWER __powitf2
#define NAME(stem) stem##f128
#define LOGARITHMS 16495
#include "math_real.h"

/* ---- <fenv.h>: the rounding mode is exact (model/math.c), exceptions are not recorded ---- */

int fegetround(void);
int fesetround(int mode);
int __approximate_fetestexcept(int mask);

int fetestexcept(int mask)
{
	return __approximate_fetestexcept(mask) & mask;
}

int feclearexcept(int mask)
{
	(void)mask;
	return 0;
}

int feraiseexcept(int mask)
{
	(void)mask;
	return 0;
}

int fegetexceptflag(unsigned short *flags, int mask)
{
	*flags = (unsigned short)(__approximate_fetestexcept(mask) & mask);
	return 0;
}

int fesetexceptflag(const unsigned short *flags, int mask)
{
	(void)flags;
	(void)mask;
	return 0;
}

/* The control word of x87 has the mode where fegetround() has it. */
int fegetenv(void *environment)
{
	unsigned short *words = environment;
	for (unsigned i = 1; i < (sizeof(long) == 8 ? 16 : 14); i++)
		words[i] = 0;
	words[0] = (unsigned short)(0x37f | fegetround());
	return 0;
}

int feholdexcept(void *environment)
{
	return fegetenv(environment);
}

/* FE_DFL_ENV is -1. */
int fesetenv(const void *environment)
{
	if (environment == (const void *)-1)
		fesetround(0);
	else
		fesetround(*(const unsigned short *)environment & 0xc00);
	return 0;
}

int feupdateenv(const void *environment)
{
	return fesetenv(environment);
}

int fedisableexcept(int mask)
{
	(void)mask;
	return 0;
}

int fegetexcept(void)
{
	return 0;
}

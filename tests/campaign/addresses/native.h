/* What the programs of tests/campaign/addresses have natively instead of assert.h. */
#ifndef NATIVE_H
#define NATIVE_H
#include <stdint.h>
void native_violated(void);
#define assert(condition) ((condition) ? (void)0 : native_violated())
#endif

/* What a harness is: one input, which must neither crash nor hang it. libFuzzer calls it with inputs that it makes; fuzz_files.c
 * with files. */
#ifndef PLUMB_FUZZ_H
#define PLUMB_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif

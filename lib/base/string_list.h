/* A list of strings, which it does not own. */
#ifndef PLUMB_STRING_LIST_H
#define PLUMB_STRING_LIST_H

#include "vec.h"

struct string_list VEC_BODY(const char *);

#endif

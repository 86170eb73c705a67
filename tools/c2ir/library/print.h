/* What formatted output is made of (C11 7.21.6.1). Each function puts characters where `to` points, from index `at` on, as far
 * as that is below `limit`, and gives the index behind them. `to` may be NULL where the limit is 0. */
#ifndef PLUMB_LIBRARY_PRINT_H
#define PLUMB_LIBRARY_PRINT_H

#include "plumb.h"

/* As in tools/c2ir/ast/format.h. */
enum { FLAG_LEFT = 1, FLAG_PLUS = 2, FLAG_SPACE = 4, FLAG_ALTERNATE = 8, FLAG_ZERO = 16 };

/* `width` and `precision`: 0 or less, and less than 0, where there is none. */
size_t __plumb_put_text(char *to, size_t limit, size_t at, const char *text, size_t n);
size_t __plumb_put_signed(char *to, size_t limit, size_t at, long long value, unsigned flags, int width, int precision);
size_t __plumb_put_unsigned(char *to, size_t limit, size_t at, unsigned long long value, int conversion, unsigned flags,
			    int width, int precision);
size_t __plumb_put_char(char *to, size_t limit, size_t at, int c, unsigned flags, int width);
size_t __plumb_put_string(char *to, size_t limit, size_t at, const char *s, unsigned flags, int width, int precision);
size_t __plumb_put_double(char *to, size_t limit, size_t at, double value, int conversion, unsigned flags, int width,
			  int precision);
size_t __plumb_put_long_double(char *to, size_t limit, size_t at, long double value, int conversion, unsigned flags,
			       int width, int precision);
size_t __plumb_put_pointer(char *to, size_t limit, size_t at, const void *p, unsigned flags, int width);
/* The 0 behind a string for which there are `size` bytes; the result of sprintf() and the like. */
int __plumb_put_end(char *to, size_t size, size_t at);
char *__plumb_put_room(char **to, size_t n);

#endif

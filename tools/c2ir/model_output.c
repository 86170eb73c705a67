/* What the program prints: with --output the functions of <stdio.h> have bodies in C, which end in calls of
 * __plumb_output(byte), a statement that the evaluator prints. Verification needs none of it. */
#include "compile.h"
#include "model.h"

static struct rvalue output_byte(struct lowering *l, const struct expression *e)
{
	struct rvalue *values = model_values(l, e);
	struct variable *byte = emit_temporary(l, sort_bitvector(l->bank, 8));
	emit_assign(l, byte, resize(l, values[0].term, 8, false));
	struct statement *s = &l->block->statements[l->block->statement_count - 1];
	struct attribute_value value = { .string = "byte" };
	s->attributes = attribute_list(l->program, s->attributes, "output", &value, 1);
	return lower_nothing(l, e->type);
}

const struct model model_output[] = {
	{ "__plumb_output", "i", output_byte },
	{ NULL, NULL, NULL },
};

#define LINES(...) #__VA_ARGS__ "\n"

/* printf (C11 7.21.6.1) for integers, characters and strings. */
const char library_output_text[] =
	LINES(void __plumb_output(int byte);)
	LINES(void __plumb_unsupported_conversion_of_printf(void) { __builtin_unreachable(); })
	LINES(struct print { _Bool left; _Bool zero; _Bool alternative; char sign; char size; int width; int precision; };)
	LINES(static int print_padding(int c, int n) { for (int i = 0; i < n; i++) __plumb_output(c); return n > 0 ? n : 0; })
	/* the parts of a conversion: spaces, prefix, zeros, digits, spaces */
	LINES(static int print_parts(struct print p, const char *prefix, int prefixed, int zeros, const char *text, int n) {
		int length = prefixed + zeros + n;
		if (p.zero && !p.left && p.precision < 0 && p.width > length) { zeros += p.width - length; length = p.width; }
		if (!p.left) print_padding(' ', p.width - length);
		for (int i = 0; i < prefixed; i++) __plumb_output(prefix[i]);
		print_padding('0', zeros);
		for (int i = 0; i < n; i++) __plumb_output(text[i]);
		if (p.left) print_padding(' ', p.width - length);
		return length > p.width ? length : p.width;
	})
	LINES(static int print_number(struct print p, unsigned long long value, char sign, int conversion) {
		unsigned base = conversion == 'o' ? 8 : conversion == 'x' || conversion == 'X' || conversion == 'p' ? 16 : 10;
		char text[24]; char prefix[2]; int n = 0; int prefixed = 0; int zeros = 0;
		if (sign) prefix[prefixed++] = sign;
		if (base == 16 && value && p.alternative) { prefix[0] = '0'; prefix[1] = conversion == 'X' ? 'X' : 'x'; prefixed = 2; }
		for (; value; value /= base) {
			int digit = value % base;
			text[23 - n++] = digit < 10 ? '0' + digit : (conversion == 'X' ? 'A' : 'a') + digit - 10;
		}
		if (n < p.precision) zeros = p.precision - n;
		if (p.precision < 0 && n == 0) zeros = 1;
		if (base == 8 && p.alternative && zeros == 0) zeros = 1;
		return print_parts(p, prefix, prefixed, zeros, text + (24 - n), n);
	})
	LINES(static int print_signed(struct print p, long long value) {
		char sign = value < 0 ? '-' : p.sign;
		return print_number(p, value < 0 ? -(unsigned long long)value : value, sign, 'd');
	})
	LINES(static int print_string(struct print p, const char *s) {
		int n = 0;
		if (!s) s = "(null)";
		while ((p.precision < 0 || n < p.precision) && s[n]) n++;
		p.zero = 0;
		return print_parts(p, "", 0, 0, s, n);
	})
	LINES(static const char *print_flags(struct print *p, const char *f) {
		for (;; f++) {
			if (*f == '-') p->left = 1;
			else if (*f == '0') p->zero = 1;
			else if (*f == '#') p->alternative = 1;
			else if (*f == '+') p->sign = '+';
			else if (*f == ' ') p->sign = p->sign ? p->sign : ' ';
			else return f;
		}
	})
	/* H char, h short, l long, L long long, 0 int */
	LINES(static const char *print_size(struct print *p, const char *f) {
		if (f[0] == 'h' && f[1] == 'h') { p->size = 'H'; return f + 2; }
		if (f[0] == 'l' && f[1] == 'l') { p->size = 'L'; return f + 2; }
		if (*f == 'h') { p->size = 'h'; return f + 1; }
		if (*f == 'j' || *f == 'q') { p->size = 'L'; return f + 1; }
		if (*f == 'l' || *f == 'z' || *f == 't') { p->size = 'l'; return f + 1; }
		return f;
	})
	LINES(int vprintf(const char *f, __builtin_va_list list) {
		int count = 0;
		for (; *f; f++) {
			struct print p = { 0 };
			if (*f != '%') { __plumb_output(*f); count++; continue; }
			f = print_flags(&p, f + 1);
			if (*f == '*') { p.width = __builtin_va_arg(list, int); f++; }
			else for (; *f >= '0' && *f <= '9'; f++) p.width = p.width * 10 + (*f - '0');
			if (p.width < 0) { p.left = 1; p.width = -p.width; }
			p.precision = -1;
			if (*f == '.') {
				f++; p.precision = 0;
				if (*f == '*') { p.precision = __builtin_va_arg(list, int); f++; }
				else for (; *f >= '0' && *f <= '9'; f++) p.precision = p.precision * 10 + (*f - '0');
			}
			f = print_size(&p, f);
			if (*f == 'd' || *f == 'i') {
				long long value = p.size == 'L' ? __builtin_va_arg(list, long long)
						: p.size == 'l' ? __builtin_va_arg(list, long) : __builtin_va_arg(list, int);
				count += print_signed(p, p.size == 'H' ? (signed char)value : p.size == 'h' ? (short)value : value);
			} else if (*f == 'u' || *f == 'x' || *f == 'X' || *f == 'o') {
				unsigned long long value = p.size == 'L' ? __builtin_va_arg(list, unsigned long long)
						: p.size == 'l' ? __builtin_va_arg(list, unsigned long) : __builtin_va_arg(list, unsigned);
				value = p.size == 'H' ? (unsigned char)value : p.size == 'h' ? (unsigned short)value : value;
				count += print_number(p, value, 0, *f);
			} else if (*f == 'c') {
				char c = __builtin_va_arg(list, int);
				p.zero = 0;
				count += print_parts(p, "", 0, 0, &c, 1);
			} else if (*f == 's') {
				count += print_string(p, __builtin_va_arg(list, const char *));
			} else if (*f == '%') {
				__plumb_output('%'); count++;
			} else {
				__plumb_unsupported_conversion_of_printf();
			}
		}
		return count;
	})
	LINES(int printf(const char *f, ...) {
		__builtin_va_list list;
		__builtin_va_start(list, f);
		int count = vprintf(f, list);
		__builtin_va_end(list);
		return count;
	})
	LINES(int putchar(int c) { __plumb_output(c); return (unsigned char)c; })
	LINES(int puts(const char *s) { for (; *s; s++) __plumb_output(*s); __plumb_output('\n'); return 1; });

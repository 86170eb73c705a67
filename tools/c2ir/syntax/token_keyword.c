/* The spellings of keywords, GNU's among them, and the standards that have them (as gcc 14 does: names that are keywords
 * since C11 and begin with an underscore are always). */
#include "target.h"
#include "token.h"

enum since {
	ALWAYS,
	SINCE_C99,
	SINCE_C99_OR_GNU,
	SINCE_C23,
	SINCE_C23_OR_GNU,
	ONLY_GNU /* not in the strict modes */
};

struct spelling {
	const char *text;
	enum keyword keyword;
	enum since since;
};

static const struct spelling spellings[] = {
	{ "typedef", KEYWORD_TYPEDEF, ALWAYS },
	{ "extern", KEYWORD_EXTERN, ALWAYS },
	{ "static", KEYWORD_STATIC, ALWAYS },
	{ "auto", KEYWORD_AUTO, ALWAYS },
	{ "register", KEYWORD_REGISTER, ALWAYS },
	{ "inline", KEYWORD_INLINE, SINCE_C99_OR_GNU },
	{ "__inline", KEYWORD_INLINE, ALWAYS },
	{ "__inline__", KEYWORD_INLINE, ALWAYS },
	{ "_Noreturn", KEYWORD_NORETURN, ALWAYS },
	{ "_Thread_local", KEYWORD_THREAD_LOCAL, ALWAYS },
	{ "__thread", KEYWORD_THREAD_LOCAL, ALWAYS },
	{ "const", KEYWORD_CONST, ALWAYS },
	{ "__const", KEYWORD_CONST, ALWAYS },
	{ "__const__", KEYWORD_CONST, ALWAYS },
	{ "volatile", KEYWORD_VOLATILE, ALWAYS },
	{ "__volatile", KEYWORD_VOLATILE, ALWAYS },
	{ "__volatile__", KEYWORD_VOLATILE, ALWAYS },
	{ "restrict", KEYWORD_RESTRICT, SINCE_C99 },
	{ "__restrict", KEYWORD_RESTRICT, ALWAYS },
	{ "__restrict__", KEYWORD_RESTRICT, ALWAYS },
	{ "_Atomic", KEYWORD_ATOMIC, ALWAYS },
	{ "void", KEYWORD_VOID, ALWAYS },
	{ "char", KEYWORD_CHAR, ALWAYS },
	{ "short", KEYWORD_SHORT, ALWAYS },
	{ "int", KEYWORD_INT, ALWAYS },
	{ "long", KEYWORD_LONG, ALWAYS },
	{ "float", KEYWORD_FLOAT, ALWAYS },
	{ "double", KEYWORD_DOUBLE, ALWAYS },
	{ "signed", KEYWORD_SIGNED, ALWAYS },
	{ "__signed", KEYWORD_SIGNED, ALWAYS },
	{ "__signed__", KEYWORD_SIGNED, ALWAYS },
	{ "unsigned", KEYWORD_UNSIGNED, ALWAYS },
	{ "_Bool", KEYWORD_BOOL, ALWAYS },
	{ "_Complex", KEYWORD_COMPLEX, ALWAYS },
	{ "__complex", KEYWORD_COMPLEX, ALWAYS },
	{ "__complex__", KEYWORD_COMPLEX, ALWAYS },
	{ "_Imaginary", KEYWORD_IMAGINARY, ALWAYS },
	{ "__int128", KEYWORD_INT128, ALWAYS },
	{ "__auto_type", KEYWORD_AUTO_TYPE, ALWAYS },
	{ "__builtin_va_list", KEYWORD_VA_LIST, ALWAYS },
	{ "_Float16", KEYWORD_FLOAT16, ALWAYS },
	{ "_Float32", KEYWORD_FLOAT32, ALWAYS },
	{ "_Float64", KEYWORD_FLOAT64, ALWAYS },
	{ "_Float128", KEYWORD_FLOAT128, ALWAYS },
	{ "__float128", KEYWORD_FLOAT128, ALWAYS },
	{ "_Float32x", KEYWORD_FLOAT32X, ALWAYS },
	{ "_Float64x", KEYWORD_FLOAT64X, ALWAYS },
	{ "__float80", KEYWORD_FLOAT80, ALWAYS },
	{ "_Decimal32", KEYWORD_DECIMAL32, ALWAYS },
	{ "_Decimal64", KEYWORD_DECIMAL64, ALWAYS },
	{ "_Decimal128", KEYWORD_DECIMAL128, ALWAYS },
	{ "__bf16", KEYWORD_BF16, ALWAYS },
	{ "_BitInt", KEYWORD_BIT_INT, ALWAYS },
	{ "_Nonnull", KEYWORD_NULLABILITY, ALWAYS },
	{ "_Nullable", KEYWORD_NULLABILITY, ALWAYS },
	{ "_Null_unspecified", KEYWORD_NULLABILITY, ALWAYS },
	{ "struct", KEYWORD_STRUCT, ALWAYS },
	{ "union", KEYWORD_UNION, ALWAYS },
	{ "enum", KEYWORD_ENUM, ALWAYS },
	{ "typeof", KEYWORD_TYPEOF, SINCE_C23_OR_GNU },
	{ "__typeof", KEYWORD_TYPEOF, ALWAYS },
	{ "__typeof__", KEYWORD_TYPEOF, ALWAYS },
	{ "typeof_unqual", KEYWORD_TYPEOF_UNQUAL, SINCE_C23 },
	{ "__typeof_unqual", KEYWORD_TYPEOF_UNQUAL, ALWAYS },
	{ "__typeof_unqual__", KEYWORD_TYPEOF_UNQUAL, ALWAYS },
	{ "alignas", KEYWORD_ALIGNAS, SINCE_C23 },
	{ "alignof", KEYWORD_ALIGNOF, SINCE_C23 },
	{ "bool", KEYWORD_BOOL, SINCE_C23 },
	{ "constexpr", KEYWORD_CONSTEXPR, SINCE_C23 },
	{ "false", KEYWORD_FALSE, SINCE_C23 },
	{ "nullptr", KEYWORD_NULLPTR, SINCE_C23 },
	{ "static_assert", KEYWORD_STATIC_ASSERT, SINCE_C23 },
	{ "thread_local", KEYWORD_THREAD_LOCAL, SINCE_C23 },
	{ "true", KEYWORD_TRUE, SINCE_C23 },
	{ "_Alignas", KEYWORD_ALIGNAS, ALWAYS },
	{ "sizeof", KEYWORD_SIZEOF, ALWAYS },
	{ "_Alignof", KEYWORD_ALIGNOF, ALWAYS },
	{ "__alignof", KEYWORD_ALIGNOF, ALWAYS },
	{ "__alignof__", KEYWORD_ALIGNOF, ALWAYS },
	{ "_Generic", KEYWORD_GENERIC, ALWAYS },
	{ "_Static_assert", KEYWORD_STATIC_ASSERT, ALWAYS },
	{ "__attribute__", KEYWORD_ATTRIBUTE, ALWAYS },
	{ "__attribute", KEYWORD_ATTRIBUTE, ALWAYS },
	{ "asm", KEYWORD_ASM, ONLY_GNU },
	{ "__asm", KEYWORD_ASM, ALWAYS },
	{ "__asm__", KEYWORD_ASM, ALWAYS },
	{ "__extension__", KEYWORD_EXTENSION, ALWAYS },
	{ "__label__", KEYWORD_LABEL, ALWAYS },
	{ "__real", KEYWORD_REAL, ALWAYS },
	{ "__real__", KEYWORD_REAL, ALWAYS },
	{ "__imag", KEYWORD_IMAG, ALWAYS },
	{ "__imag__", KEYWORD_IMAG, ALWAYS },
	{ "_Pragma", KEYWORD_PRAGMA, ALWAYS },
	{ "if", KEYWORD_IF, ALWAYS },
	{ "else", KEYWORD_ELSE, ALWAYS },
	{ "switch", KEYWORD_SWITCH, ALWAYS },
	{ "case", KEYWORD_CASE, ALWAYS },
	{ "default", KEYWORD_DEFAULT, ALWAYS },
	{ "while", KEYWORD_WHILE, ALWAYS },
	{ "do", KEYWORD_DO, ALWAYS },
	{ "for", KEYWORD_FOR, ALWAYS },
	{ "return", KEYWORD_RETURN, ALWAYS },
	{ "break", KEYWORD_BREAK, ALWAYS },
	{ "continue", KEYWORD_CONTINUE, ALWAYS },
	{ "goto", KEYWORD_GOTO, ALWAYS },
};

static bool is_keyword(const struct spelling *spelling, const struct target *target)
{
	bool gnu = !target->strict && !target->no_asm, c99 = target->standard >= STANDARD_C99;
	bool c23 = target->standard >= STANDARD_C23;

	switch (spelling->since) {
	case ALWAYS:
		return true;
	case SINCE_C99:
		return c99;
	case SINCE_C99_OR_GNU:
		return c99 || gnu;
	case SINCE_C23:
		return c23;
	case SINCE_C23_OR_GNU:
		return c23 || gnu;
	case ONLY_GNU:
		return gnu;
	}
	return true;
}

void token_keywords(struct keyword_table *keywords, struct interner *names, const struct target *target)
{
	for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
		if (is_keyword(&spellings[i], target))
			table_put(keywords, intern_string(names, spellings[i].text), spellings[i].keyword);
}

#include "smt_symbol.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "hash.h"
#include "intern.h"
#include "memory.h"

struct smt_symbols {
	const struct bank *bank;
	struct interner *interner;
	struct arena *arena;
	TABLE(const char *, bool) taken;   /* interned names without quotes */
	TABLE(term, const char *) of_leaf; /* its symbol */
};

/* SMT-LIB 2.6, 3.1 (reserved words, commands) and the theories Core, ArraysEx and FixedSizeBitVectors; then
 * what solvers add of their own accord. Bit-vector operators go by their prefix below. */
static const char *const reserved[] = {
	"!",
	"_",
	"as",
	"BINARY",
	"DECIMAL",
	"exists",
	"HEXADECIMAL",
	"forall",
	"let",
	"match",
	"NUMERAL",
	"par",
	"STRING",
	"assert",
	"check-sat",
	"check-sat-assuming",
	"declare-const",
	"declare-datatype",
	"declare-datatypes",
	"declare-fun",
	"declare-sort",
	"define-fun",
	"define-fun-rec",
	"define-funs-rec",
	"define-sort",
	"echo",
	"exit",
	"get-assertions",
	"get-assignment",
	"get-info",
	"get-model",
	"get-option",
	"get-proof",
	"get-unsat-assumptions",
	"get-unsat-core",
	"get-value",
	"pop",
	"push",
	"reset",
	"reset-assertions",
	"set-info",
	"set-logic",
	"set-option",
	"true",
	"false",
	"not",
	"and",
	"or",
	"xor",
	"=",
	"=>",
	"distinct",
	"ite",
	"implies",
	"iff",
	"if",
	"select",
	"store",
	"const",
	"map",
	"default",
	"concat",
	"extract",
	"repeat",
	"zero_extend",
	"sign_extend",
	"rotate_left",
	"rotate_right",
	"Bool",
	"BitVec",
	"Array",
	"Int",
	"Real",
	"String",
	"abs",
	"div",
	"mod",
	"min",
	"max",
	"union",
	"intersection",
	"setminus",
	"complement",
	"subset",
	"member",
	"singleton",
	"insert",
	"root",
	"lambda",
	"choice",
	"tuple",
	"is",
	"bit2bool",
	"int2bv",
	"nat2bv",
	"pi",
	"exp",
	"sin",
	"cos",
	"tan",
	"roundTowardZero",
};

static const char *const reserved_prefixes[] = {
	"bv", "ext_rotate", "fp", "str.", "seq.", "re.", "set.", "bag.", "sep.",
	"?",  "+",          "-",  "*",    "/",    "<",   ">",    "@",    ".",
};

struct smt_symbols *smt_symbols_new(const struct bank *bank)
{
	struct smt_symbols *s = memory_alloc(sizeof *s);
	s->bank = bank;
	s->interner = interner_new();
	s->arena = arena_new();
	for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
		table_put(&s->taken, intern_string(s->interner, reserved[i]), true);
	return s;
}

void smt_symbols_free(struct smt_symbols *s)
{
	if (!s)
		return;
	interner_free(s->interner);
	arena_free(s->arena);
	table_free(&s->taken);
	table_free(&s->of_leaf);
	memory_free(s);
}

/* Characters of a simple symbol (SMT-LIB 2.6, 3.1). */
static bool is_simple(char c)
{
	bool alphanumeric = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
	return alphanumeric || (c && strchr("~!@$%^&*_-+=<>.?/", c));
}

static bool has_reserved_prefix(const char *name)
{
	for (size_t i = 0; i < sizeof reserved_prefixes / sizeof *reserved_prefixes; i++) {
		if (!strncmp(name, reserved_prefixes[i], strlen(reserved_prefixes[i])))
			return true;
	}
	return false;
}

/* Within |..| all printable ASCII may stand but | and \. Returns whether the quotes are needed. */
static bool sanitise(char *name)
{
	bool quoted = *name >= '0' && *name <= '9';
	for (char *p = name; *p; p++) {
		if (*p < ' ' || *p > '~' || *p == '|' || *p == '\\')
			*p = '_';
		quoted |= !is_simple(*p);
	}
	return quoted;
}

static const char *make_symbol(struct smt_symbols *s, term leaf)
{
	const char *given = term_name(s->bank, leaf);
	if (!given || !*given)
		given = "leaf";
	char *name = arena_string(s->arena, given, strlen(given));
	bool quoted = sanitise(name);
	if (has_reserved_prefix(name))
		name = arena_format(s->arena, "_%s", name);
	const char *unique = intern_string(s->interner, name);
	if (table_has(&s->taken, unique))
		unique = intern_string(s->interner, arena_format(s->arena, "%s!%u", name, leaf));
	while (table_has(&s->taken, unique))
		unique = intern_string(s->interner, arena_format(s->arena, "%s!", unique));
	table_put(&s->taken, unique, true);
	return arena_format(s->arena, quoted ? "|%s|" : "%s", unique);
}

const char *smt_symbol(struct smt_symbols *s, term leaf)
{
	const char *symbol = table_get(&s->of_leaf, leaf, NULL);
	if (!symbol) {
		symbol = make_symbol(s, leaf);
		table_put(&s->of_leaf, leaf, symbol);
	}
	return symbol;
}

/* Names of leaves as SMT-LIB2 symbols: legal for every solver, different for different leaves. */
#ifndef PLUMB_SMT_SYMBOL_H
#define PLUMB_SMT_SYMBOL_H

#include "arena.h"
#include "term.h"

struct smt_symbols;

struct smt_symbols *smt_symbols_new(const struct bank *bank);
void smt_symbols_free(struct smt_symbols *symbols);

/* The symbol of VARIABLE `leaf`, quoted with |..| where it must be: its name if possible, else with what is not
 * allowed replaced and, where another leaf or the standard has it, with a number appended. Never begins
 * with '?' (smt_write's own names do). Valid until the symbols are freed; the same at each call. */
const char *smt_symbol(struct smt_symbols *symbols, term leaf);

#endif

/* Terms as SMT-LIB2 text.
 *
 * The size of the text is linear in the number of distinct subterms: a subterm that is used more than once is
 * bound by a `let`, and all that may be bound together is bound in one, so that lets nest as deep as the term is
 * high, not as it is large. Measured against zero-arity define-fun for each shared term: Z3 4.8.12 walks the whole
 * term for each definition (30,000 of them: more than 10 s, against 0.05 s), and one let for each term costs cvc5
 * three times the memory. A term that is 1,000,000 high passes Z3, Boolector and cvc5.
 *
 * Bool as the value of maps is not in SMT-LIB's QF_ABV: such maps are written with values of one bit. */
#ifndef PLUMB_SMT_WRITE_H
#define PLUMB_SMT_WRITE_H

#include "stream.h"
#include "term.h"

/* --- whole scripts --- */

/* Lines of the header; NULL: left out. */
struct smt_header {
	const char *source;   /* several lines; must hold no '|' and no '\' (they are replaced) */
	const char *license;  /* a URL */
	const char *category; /* industrial, crafted, random */
	const char *status;   /* sat, unsat, unknown */
	bool cores;           /* each term has an assert and a name of its own, for unsat cores */
};

/* A script in the smallest logic that holds it (QF_BV or QF_ABV): header, declarations, one assert for each of the
 * Bool terms, check-sat, exit. Block operations and constant maps are lowered first (smt_lower.h), which adds
 * terms to the bank. False, with nothing written, when the lowering exceeds its limit. */
bool smt_write_script(struct output *out, struct bank *bank, const term *asserted, size_t count,
		      const struct smt_header *header);

/* The same in steps, for those who must know the logic first. NULL: the lowering exceeds its limit. */
struct smt_script *smt_script_new(struct bank *bank, const term *asserted, size_t count);
void smt_script_free(struct smt_script *script); /* NULL is fine */
const char *smt_script_logic(const struct smt_script *script);
void smt_script_write(const struct smt_script *script, struct output *out, const struct smt_header *header);

/* One of several: it is satisfiable if the Bool term is. */
struct smt_query {
	term condition;
	const char *about; /* one line, for a comment */
};

/* A script that asks them one after the other, each in the smallest logic that holds it and with a reset before the next one: solvers
 * are better at queries that stand alone. `status` is that of each. What a comment says has no line breaks. As above; when a lowering
 * exceeds its limit what was written is of no use. */
bool smt_write_queries(struct output *out, struct bank *bank, const struct smt_query *queries, size_t count,
		       const char *status);

/* --- piece by piece, for a dialogue with a solver --- */

struct smt_writer;

struct smt_writer *smt_writer_new(const struct bank *bank);
/* Writes bit-vectors as integers (smt_integer.h), if it can: smt_integer_can. Leaves are within the range of their width only
 * where smt_write_range says so; cells that are read are in what is written of Bool terms, and of equations. */
struct smt_writer *smt_writer_new_integers(const struct bank *bank);
void smt_writer_free(struct smt_writer *writer); /* NULL is fine */
/* As new: nothing is declared any more, symbols stay. */
void smt_writer_reset(struct smt_writer *writer);

/* All that must stand before t: a declare-fun for each leaf that has none yet, and a define-fun for each
 * outermost subterm that has been written before, so that a dialogue is linear in size as well. The term must be
 * without FILL and COPY; a CONST_MAP is written as most solvers read it, which the standard does not have. */
void smt_write_declarations(struct smt_writer *writer, struct output *out, term t);
void smt_write_all_declarations(struct smt_writer *writer, struct output *out, const term *terms, size_t count);
/* A define-fun for the term, whose leaves are declared: what is written later refers to it. */
void smt_write_definition(struct smt_writer *writer, struct output *out, term t);
/* The term itself, after its declarations. */
void smt_write_term(struct smt_writer *writer, struct output *out, term t);

/* The conjunction of at least one. */
void smt_write_conjunction(struct smt_writer *writer, struct output *out, const term *terms, size_t count);
/* That the leaf, which may be a map, is equal to the term. */
void smt_write_equation(struct smt_writer *writer, struct output *out, term leaf, term t);
/* Integers: the bounds of a leaf that is a bit-vector, each a formula after a blank; else nothing. */
void smt_write_range(struct smt_writer *writer, struct output *out, term leaf);

/* The symbol of a leaf, as it is declared. Valid until the next call. */
const char *smt_write_symbol(struct smt_writer *writer, term leaf);
/* Is the leaf declared? */
bool smt_writer_has(const struct smt_writer *writer, term leaf);
/* The sort of a term, as leaves of it are declared. */
void smt_write_sort(const struct smt_writer *writer, struct output *out, term t);
/* A bit-vector constant, #b or #x. */
void smt_write_bits(struct output *out, const uint64_t *words, uint32_t width);

/* Is there any map among t's subterms? `seen` holds the subterms known to have none. */
struct table;
bool smt_has_maps(const struct bank *bank, term t, struct table *seen);

#endif

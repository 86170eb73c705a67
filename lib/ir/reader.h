/* The reader's state, shared by its files: read.c (declarations), read_block.c (statements),
 * read_term.c (expressions), read_symbol.c (names and attributes). */
#ifndef PLUMB_READER_H
#define PLUMB_READER_H

#include "lex.h"

/* One record per distinct name; what it denotes in each name space. */
struct symbol {
	const char *name; /* interned */
	uint64_t hash;
	uint32_t length;
	int op; /* operator, or -1 */
	bool reserved;
	struct variable *global;
	struct variable *local; /* valid while local_owner is the current procedure */
	struct procedure *local_owner;
	struct block *block; /* likewise */
	struct procedure *block_owner;
	struct procedure *procedure;
};

/* A name that was used before it was declared. */
struct forward_target {
	struct block **slot;
	struct symbol *symbol;
	struct position position;
};
struct forward_call {
	struct block *block;
	uint32_t statement;
	struct symbol *symbol;
	struct position position;
};

struct expression_visit;
struct recent_attribute {
	uint64_t hash;
	const struct attribute *list;
};
enum { READER_CACHE = 1 << 12 };

struct reader {
	struct lexer lex;
	struct program *program;
	struct diagnostics *diags;
	size_t first_diagnostic; /* those from here on are ours */

	struct symbol **symbols; /* open addressing; records are in the scratch arena */
	size_t symbol_count, symbol_capacity;
	struct arena *scratch;

	struct procedure *procedure; /* the current one */
	bool whole;                  /* the program is there already: it says which names are declared */
	/* A declaration was given up, or a statement: names that seem undeclared are not reported. */
	bool lost_global, lost_local, lost_statement, lost_procedure;
	bool lost_declaration;            /* any of the above but a statement, anywhere; or a name was declared twice */
	VEC(struct statement) statements; /* of the current block */
	VEC(struct forward_target) forward_targets;
	VEC(struct forward_call) forward_calls;

	struct reader_visits VEC_BODY(struct expression_visit) visits;
	struct table let_values; /* N -> term, for the lets in scope */
	VEC(uint64_t) let_scope; /* their numbers, innermost last */

	VEC(struct attribute_value) values;
	VEC(struct attribute) attributes;
	struct recent_attribute *cache; /* recently made attribute lists: equal ones are shared */
};

/* All of these leave the current token after what they read. Those that give false, 0 or NULL have
 * recorded why; the caller gives up its own construct and lets the statement or declaration around it
 * find the place to go on. */
void reader_release(struct reader *r);                    /* all that belongs to it */
bool reader_stopped(const struct reader *r);              /* too many faults: no more are wanted */
bool reader_expected(struct reader *r, const char *what); /* records; always false */
bool reader_accept(struct reader *r, int kind);           /* skips the current token if it is of this kind */
bool reader_expect(struct reader *r, int kind, const char *what);

/* read_symbol.c */
struct symbol *reader_symbol(struct reader *r);                 /* of the current TOKEN_NAME, which stays current */
struct symbol *reader_name(struct reader *r, const char *what); /* a name that is not reserved */
bool reader_at_word(const struct reader *r, const char *word);  /* is this reserved word current? */
bool reader_attributes(struct reader *r, const struct attribute **list);
bool reader_attributes_before_body(struct reader *r, const struct attribute **list); /* stops at a body's `{` */
void reader_symbols_release(struct reader *r);

/* read_term.c */
term reader_term(struct reader *r);
sort reader_sort(struct reader *r);

/* read_condition.c */
const struct variable *reader_known(const struct reader *r, const char *name); /* r->whole: the variable, or NULL */

/* read_block.c */
bool reader_body(struct reader *r); /* from after `{` to after `}` */
void reader_link_calls(struct reader *r);

#endif

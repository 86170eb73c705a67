/* The syntax tree of one preprocessed translation unit, as the semantic analysis sees it. */
#ifndef C2IR_SYNTAX_H
#define C2IR_SYNTAX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "intern.h"
#include "syntax_kinds.h"

/*
 * The syntax tree of one preprocessed translation unit.
 *
 * tree-sitter's grammar cannot carry real C by itself, so a pre-pass (prepass.h) hands it a canonical skeleton of the
 * program: one blank between tokens, every identifier a dummy, every declaration specifier list one `int`, and so on.
 * Nothing of that is visible here.  After the parse, syntax_parse() builds a tree of its own in which everything is
 * true again: kinds, operators, names, types.  Text and places always come from the original buffer.
 *
 * A node is a range of ORIGINAL tokens, a kind, a field (its role in its parent), an operator or keyword, and its
 * children.  Punctuation and keywords have no nodes, except the keywords among specifiers.  Parentheses and
 * declarators' parentheses are dropped: the shape of the tree says it.  What each kind of node has for children is
 * told in syntax_kinds.h, one line per kind.
 *
 * Names in `type position` are settled: NODE_TYPEDEF_NAME is a typedef name in scope, NODE_IDENTIFIER never is.
 */
struct syntax;
struct target;

enum { SYNTAX_MAX_DEPTH = 5000 }; /* no tree is deeper: recursion over it is bounded */

/* A node of one struct syntax.  0 is no node; every query accepts it and answers with nothing (NODE_NONE, 0, NULL). */
typedef uint32_t node_id;

/*
 * Parses `length` bytes of preprocessed C (with line markers). `name` is the file name until the
 * first line marker says otherwise; which words are keywords goes by the target's standard. Takes `text` over (memory.h; freed on failure too); names and
 * file names are interned in `names`, which must outlive the result and the diagnostics.
 * What is not C as far as syntax goes is reported in `diags` and left out of the tree, a whole external declaration or
 * function body at a time (syntax_errors() counts); NULL when there is too much of it.
 */
struct syntax *syntax_parse(struct diagnostics *diags, struct interner *names, const struct target *target,
			    const char *name, char *text, size_t length);
void syntax_free(struct syntax *s);

/* Errors that were reported: unless 0, the tree is not the whole program. */
unsigned syntax_errors(const struct syntax *s);
/* NAME (interned) may be declared in what was left out, or was taken for a type: nobody complains that it is not known. */
bool syntax_is_doubtful(const struct syntax *s, const char *name);

/* The root, of kind NODE_TRANSLATION_UNIT. */
node_id syntax_root(const struct syntax *s);

/* ---- the tree ---- */

enum node_kind syntax_kind(const struct syntax *s, node_id n);
enum node_field syntax_role(const struct syntax *s, node_id n); /* n's field in its parent; FIELD_NONE: a plain child */

/* Children in source order, with or without a field.  Iterate with first_child/next: both take constant time. */
node_id syntax_first_child(const struct syntax *s, node_id n);
node_id syntax_next(const struct syntax *s, node_id n);

/* The first child with FIELD, or 0.  Where a field repeats, go on with syntax_next_field(). Linear in the children. */
node_id syntax_field(const struct syntax *s, node_id n, enum node_field field);
/* The next sibling of N that has the same field as N, or 0. */
node_id syntax_next_field(const struct syntax *s, node_id n);

/* Keyword of NODE_STORAGE_CLASS, NODE_TYPE_QUALIFIER, NODE_TYPE_KEYWORD: spellings are normalised (__const is const). */
enum keyword syntax_keyword(const struct syntax *s, node_id n);

/* ---- text and places ---- */

/*
 * Original text from the node's first token to its last, comments and odd line markers in between included; not
 * terminated by NUL.  For NODE_IDENTIFIER, NODE_TYPEDEF_NAME, NODE_NUMBER_LITERAL, NODE_CHAR_LITERAL it is the token.
 */
const char *syntax_text(const struct syntax *s, node_id n, size_t *length);

/* Name of an identifier-like leaf (identifier, typedef name, tag, label): interned; NULL otherwise. */
const char *syntax_name(const struct syntax *s, node_id n);

/* Where N begins, in terms of the source before preprocessing.  The file name lives as long as S. */
struct location syntax_location(const struct syntax *s, node_id n);
/* Where PLACE is in the preprocessed text, as a number that rises with it; of several the first, and after all others
 * when it is nowhere. */
uint64_t syntax_order(const struct syntax *s, struct location location);
struct location syntax_end_location(const struct syntax *s, node_id n); /* of N's last token (for a block: its `}`) */
bool syntax_in_system_header(const struct syntax *s, node_id n);

/* ---- tokens ---- */

/* Indices into the original tokens: N is [first, end).  A node that was left out has first == end. */
uint32_t syntax_first_token(const struct syntax *s, node_id n);
uint32_t syntax_end_token(const struct syntax *s, node_id n);
const char *syntax_token_text(const struct syntax *s, uint32_t token, size_t *length);
struct location syntax_token_location(const struct syntax *s, uint32_t token);

/* ---- attributes ----
 *
 * `__attribute__((a, b(1)))` and `[[a, ns::b(1)]]` are one record per attribute, an asm label `asm("name")` after a
 * declarator is one with the name "asm".  They are no nodes of the tree; they are found by position.  A run of
 * attributes that stand next to each other is a range [first, first + count) of records.
 *
 * Where to look (tokens as above; D a declaration, its FIELD_TYPE specifiers T, its declarators in turn):
 *   applies to all declarators     syntax_attributes(s, first token of D, end token of T), skipping those inside the
 *                                  specifiers' own struct, enum and typeof nodes; plus the run after T
 *   after a declarator             the run after the declarator node (`int x __attribute__((aligned(8))) = 1`)
 *   before a later declarator      the run before it (`int a, __attribute__((x)) b`)
 *   inside a declarator            syntax_attributes(first token, end token of the declarator) (`int (*__attribute__((x)) p)(int)`)
 *   on struct, union, enum         between keyword and tag or brace: the run after the token first_token(struct node);
 *                                  after the brace: the run after the struct node
 *   on a field, parameter, enumerator, label, statement: the run after or before it, likewise
 */
struct attribute {
	const char *
		name; /* interned, without the surrounding __ (`__packed__` is "packed"), with its namespace "gnu::x" as "x" */
	uint32_t token;      /* the name's token */
	uint32_t begin, end; /* tokens of the whole specifier that it came in, `__attribute__` to the last `)` */
	uint32_t args_begin, args_end; /* tokens between its own parentheses; equal: no arguments */
	node_id argument; /* parsed argument of aligned(e) and vector_size(e): an expression or NODE_TYPE_NAME; else 0 */
};

struct attribute_range {
	uint32_t first, count;
};

/* Attributes whose specifier begins in the tokens [begin, end). */
struct attribute_range syntax_attributes(const struct syntax *s, uint32_t begin, uint32_t end);
/* The attributes of the run of specifiers that begins exactly at token TOKEN (so: TOKEN = end token of a node). */
struct attribute_range syntax_attributes_after(const struct syntax *s, uint32_t token);
/* The attributes of the run of specifiers that ends exactly before token TOKEN (so: TOKEN = first token of a node). */
struct attribute_range syntax_attributes_before(const struct syntax *s, uint32_t token);
const struct attribute *syntax_attribute(const struct syntax *s, uint32_t index);

/* ---- pragmas ---- */

/* The value of #pragma pack in force at N, in bytes; 0: none. push and pop are resolved. */
unsigned syntax_pack(const struct syntax *s, node_id n);

struct pragma {
	const char *text; /* after `#pragma ` or of _Pragma("..."), destringised, NUL-terminated */
	uint32_t token;   /* the token before which it stands */
};

size_t syntax_pragma_count(const struct syntax *s);
const struct pragma *syntax_pragma(const struct syntax *s, size_t i); /* in source order */

/* ---- debugging ---- */

/* The tree as an indented text, one node a line: field, kind, operator, text of leaves.  Result to be freed. */
char *syntax_dump(const struct syntax *s, node_id n);
const char *node_kind_name(enum node_kind kind);

#endif

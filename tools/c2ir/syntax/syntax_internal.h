/* What the files of the syntax tree share. */
#ifndef C2IR_SYNTAX_INTERNAL_H
#define C2IR_SYNTAX_INTERNAL_H

#include "skeleton.h"
#include "syntax.h"
#include "token.h"

struct syntax_node {
	uint8_t kind, field, op, keyword;
	uint32_t begin, end; /* original tokens */
	node_id first_child, next;
};

/* From this token on, `#pragma pack` says `value`. */
struct pack_state {
	uint32_t token;
	unsigned value;
};

struct syntax {
	char *text; /* owned */
	struct token_list list;
	VEC(struct syntax_node) nodes; /* 0 is no node */
	VEC(struct attribute) attributes;
	VEC(struct pragma) pragmas;
	VEC(struct pack_state) packs;
	TABLE(const char *, bool) doubtful; /* names, see syntax_is_doubtful() */
	unsigned errors;
	node_id root;
};

/* Builds s->nodes, s->root, s->attributes. False after an error. */
bool syntax_build(struct syntax *s, struct skeleton *skeleton, struct diagnostics *diags);

#endif

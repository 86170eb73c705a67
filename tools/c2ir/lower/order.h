/* Inside the room that lowers functions: the order of evaluation while an expression is lowered (sequence.c,
 * sequence_order.c; what the expression may do is looked at in the room below). */
#ifndef C2IR_ORDER_H
#define C2IR_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "hash.h"
#include "term.h"

struct expression;
struct lowering;
struct lvalue;
struct rvalue;
struct sequence;
struct watch;

struct value_table TABLE_BODY(const struct expression *, const struct rvalue *);

struct order {
	bool sequencing;    /* inside an expression that has been looked at as a whole */
	uint32_t sequenced; /* keys in the tables */
	struct value_table evaluated;
	struct value_table old_reads;                             /* of UPDATEs */
	struct value_table sources;                               /* of records: pointers to what was read */
	TABLE(const struct expression *, struct watch *) watches; /* by lvalue */
};

void order_init(struct lowering *l);
void order_release(struct lowering *l);

/* Around the evaluation of E, which may be one whose operands are not sequenced. The result is passed on to sequence_end. */
struct sequence *sequence_begin(struct lowering *l, const struct expression *e);
void sequence_end(struct lowering *l, struct sequence *s);
/* Expressions inside that are sequenced as a whole are lowered between these. */
bool sequence_suspend(struct lowering *l);
void sequence_resume(struct lowering *l, bool before);
/* The value of E if it was evaluated before; of an UPDATE with `old`: the value that its lvalue had. */
bool sequence_value(struct lowering *l, const struct expression *e, bool old, struct rvalue *value);
/* Where the record E was read, if that was before; else FROM, which it is now. */
term sequence_source(struct lowering *l, const struct expression *e, struct rvalue from);
void sequence_note_lvalue(struct lowering *l, const struct expression *e, const struct lvalue *lvalue);

#endif

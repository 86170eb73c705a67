/* GNU nested functions. */
#ifndef C2IR_NESTED_H
#define C2IR_NESTED_H

#include "term.h"

struct declaration;
struct function;
struct label;
struct lowering;
struct routine;
struct rvalue;
struct signature;
struct storage;

/* The in-parameters from AT on are those of the current routine. */
void nested_bind(struct lowering *l, const struct routine *routine, uint32_t at);
/* A pointer to the object D, of the current function or captured by it. */
struct rvalue nested_reference(struct lowering *l, struct declaration *d);
void nested_enter_function(struct lowering *l, const struct function *f);
void nested_leave_function(struct lowering *l, const struct function *f);
/* A pointer to the nested function D, which captures something. */
struct rvalue nested_address(struct lowering *l, const struct routine *routine, const struct storage *function);
/* For a call through CALLEE: is it a closure of the function? */
term nested_is_closure(struct lowering *l, term callee, const struct storage *function);
/* The in-parameters of a call through it: those of the call and the references. */
term *nested_arguments(struct lowering *l, const struct signature *s, const term *arguments, term callee);
void nested_goto(struct lowering *l, const struct label *label);

#endif

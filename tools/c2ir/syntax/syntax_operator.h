/* Operators in the syntax tree: one line each. */
#ifndef C2IR_SYNTAX_OPERATOR_H
#define C2IR_SYNTAX_OPERATOR_H

#include <stdint.h>

/* clang-format off */

#define NODE_OPS(X)                                                                                                    \
    X(NONE, "")                                                                                                        \
    /* binary; compound assignment uses the first ten */                                                               \
    X(ADD, "+") X(SUB, "-") X(MUL, "*") X(DIV, "/") X(REM, "%") X(SHL, "<<") X(SHR, ">>")                              \
    X(AND, "&") X(OR, "|") X(XOR, "^")                                                                                 \
    X(LOGICAL_AND, "&&") X(LOGICAL_OR, "||")                                                                           \
    X(EQ, "==") X(NE, "!=") X(LT, "<") X(GT, ">") X(LE, "<=") X(GE, ">=")                                              \
    /* unary */                                                                                                        \
    X(PLUS, "+") X(MINUS, "-") X(NOT, "!") X(COMPLEMENT, "~") X(DEREFERENCE, "*") X(ADDRESS, "&")                      \
    X(PRE_INCREMENT, "++") X(PRE_DECREMENT, "--") X(POST_INCREMENT, "++") X(POST_DECREMENT, "--")                      \
    X(REAL, "__real__") X(IMAG, "__imag__")                                                                            \
    /* others */                                                                                                       \
    X(DOT, ".") X(ARROW, "->") X(STAR, "*")

#define NODE_OP_ENUM(name, text) OP_##name,
enum node_op { NODE_OPS(NODE_OP_ENUM) OP_COUNT };
#undef NODE_OP_ENUM
/* clang-format on */

typedef uint32_t node_id; /* syntax.h */
struct syntax;

/* Operator of NODE_UNARY, NODE_BINARY, NODE_ASSIGNMENT (OP_NONE: plain `=`), NODE_FIELD_EXPRESSION (OP_DOT, OP_ARROW). */
enum node_op syntax_op(const struct syntax *s, node_id n);

/* As it is written. */
const char *node_op_text(enum node_op op);

#endif

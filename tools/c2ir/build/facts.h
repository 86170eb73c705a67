/* What the program tells of the C program that it was made from. */
#ifndef C2IR_FACTS_H
#define C2IR_FACTS_H

struct attribute;
struct lowering;
struct type;

/* {external}: a function of this name and result type is called and has no body. */
void lower_external(struct lowering *l, const char *name, const struct type *result);
/* {external} and {static} of the program, before `list`. */
const struct attribute *lower_facts(struct lowering *l, const struct attribute *list);

void facts_init(struct lowering *l);
void facts_release(struct lowering *l);

#endif

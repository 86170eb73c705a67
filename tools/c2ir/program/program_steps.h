/* Steps over the program as a whole. */
#ifndef C2IR_PROGRAM_STEPS_H
#define C2IR_PROGRAM_STEPS_H

struct lowering;

/* Reports what is declared differently in two units. */
void lower_check_declarations(struct lowering *l);
void lower_prune(struct lowering *l); /* unreachable blocks */

#endif

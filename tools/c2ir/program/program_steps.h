/* Steps over the program as a whole. */
#ifndef C2IR_PROGRAM_STEPS_H
#define C2IR_PROGRAM_STEPS_H

struct lowering;

/* Reports what is declared differently in two units. */
void lower_check_declarations(struct lowering *l);
void lower_prune(struct lowering *l); /* unreachable blocks */

/* The functions of a driver whose address is given away and that nothing calls go to the ledger. */
void lower_note_uncalled(struct lowering *l);

#endif

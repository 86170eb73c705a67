/* Variables of ours that need a value before their declaration in C is reached. */
#ifndef C2IR_PRESET_H
#define C2IR_PRESET_H

#include "term.h"

struct lowering;
struct procedure;
struct variable;

/* `variable` is `value` before the first statement of `procedure`. Those of one procedure follow one another. */
void preset(struct lowering *l, struct procedure *procedure, struct variable *variable, term value);
void lower_presets(struct lowering *l); /* when all statements are there: they are written */

void presets_init(struct lowering *l);
void presets_release(struct lowering *l);

#endif

/* What a list of instructions does with the operands of inline assembly. */
#ifndef C2IR_ASM_MACHINE_H
#define C2IR_ASM_MACHINE_H

#include "lvalue.h"
#include "rvalue.h"

struct asm_operand;
struct asm_statement;
struct asm_text;
struct lowering;

/* An operand, outputs first: a register, memory, or a condition that is asked for ("=@ccz"). */
struct asm_cell {
	const struct asm_operand *operand;
	const struct type *type;
	bool output, reads; /* reads: it has a value before */
	bool memory, pointer, early;
	bool plain;            /* an integer or a pointer */
	bool immediate;        /* a part of the instruction, which extends it */
	char letter;           /* of the one register that it may be in, as constraints name it; 0: any */
	const char *condition; /* NULL: none */
	uint32_t bits;
	uint32_t same; /* the operand whose register it is in: itself, or an output */
	/* filled in by who evaluates them: before asm_run() */
	struct lvalue lvalue; /* outputs, memory */
	struct rvalue value;  /* registers that are read, held */
};

enum asm_class {
	ASM_CLASS_UNKNOWN,
	ASM_CLASS_NOTHING, /* it does nothing that the program sees */
	ASM_CLASS_OPEN,    /* its outputs come from the machine: any value */
	ASM_CLASS_TRAP,    /* it ends the program */
	ASM_CLASS_BRANCH,  /* it jumps to its label, or goes on: by what the kernel patched */
	ASM_CLASS_JUMP,    /* to its label */
	ASM_CLASS_DATA     /* asm_run() */
};

/* In the arena of the lowering: as many as there are operands. */
struct asm_cell *asm_cells(struct lowering *l, const struct asm_statement *a);
enum asm_class asm_classify(struct lowering *l, const struct asm_statement *a, const struct asm_text *text,
			    const struct asm_cell *cells);
/* Does TEXT use memory of the processor's own, by %gs or %fs? */
bool asm_uses_segment(const struct asm_text *text);
/* Does it address operand I there? */
bool asm_is_in_segment(const struct asm_text *text, uint32_t i);
/* Of class DATA. Memory is loaded from and stored to, with its checks; then outputs are stored. */
void asm_run(struct lowering *l, const struct asm_statement *a, const struct asm_text *text, struct asm_cell *cells);
struct asm_instruction;
bool asm_is_idle(const struct asm_text *text, const struct asm_instruction *in,
		 const struct asm_cell *cells); /* it does nothing */
/* The width of an instruction's operands; 0: not known. */
uint32_t asm_width(const struct asm_instruction *in, const struct asm_cell *cells);

#endif

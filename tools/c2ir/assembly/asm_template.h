/* The template of inline assembly as a list of instructions (gcc 6.47; x86, AT&T syntax as the GNU assembler reads it). */
#ifndef C2IR_ASM_TEMPLATE_H
#define C2IR_ASM_TEMPLATE_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct asm_statement;

enum asm_place {
	ASM_OPERAND,   /* %1, %[name], %b1 */
	ASM_IMMEDIATE, /* $1 */
	ASM_REGISTER,  /* %%eax */
	ASM_POINTED,   /* 8(%1): memory */
	ASM_STACK,     /* -4(%%rsp): memory */
	ASM_LABEL,     /* %l1, %l[name]: of asm goto */
	ASM_CONTROL    /* %%cr3 and other registers that hold nothing of the program's */
};

enum { ASM_ARGUMENTS = 3 };

struct asm_argument {
	enum asm_place place;
	bool segment;      /* memory that %gs or %fs points to */
	uint32_t operand;  /* OPERAND, POINTED: outputs first, then inputs; LABEL: of the labels */
	uint32_t bits;     /* OPERAND: by its modifier, 0: that of its type; REGISTER */
	uint64_t constant; /* IMMEDIATE; POINTED: bytes */
	char letter;       /* REGISTER: as constraints name it: a b c d S D */
};

struct asm_instruction {
	const char *name;
	bool repeated; /* rep */
	uint32_t count;
	struct asm_argument arguments[ASM_ARGUMENTS];
};

struct asm_text {
	struct asm_instruction *instructions;
	uint32_t count;
	bool jump_table;  /* the kernel patches it: a jump, or none */
	bool may_fault;   /* the kernel goes on elsewhere, or with other values, where it faults (__ex_table) */
	bool reachable;   /* the kernel goes on behind ud2, as it does after a warning */
	bool alternative; /* the kernel may have put other instructions there */
};

/* NULL: there is something in it that is not known here. It belongs to the arena. Where the kernel may choose between two instructions
 * (.altinstructions) it is the first, or if that is not known, the second. */
const struct asm_text *asm_template_read(struct arena *arena, const struct asm_statement *a);

/* The first letter of CONSTRAINT that names one register: a b c d S D; 0: there is none, or a choice. */
char asm_fixed_register(const char *constraint);

#endif

/* x86 instructions, registers and conditions by their names. */
#ifndef C2IR_ASM_TABLE_H
#define C2IR_ASM_TABLE_H

#include <stdbool.h>
#include <stdint.h>

enum asm_operation {
	ASM_NOTHING, /* does nothing that the program sees */
	ASM_OPEN,    /* its results come from the machine: any */
	ASM_TRAP,    /* ends the program */
	ASM_JUMP,
	ASM_MOV,
	ASM_ADD,
	ASM_SUB,
	ASM_SBB,
	ASM_AND,
	ASM_OR,
	ASM_XOR,
	ASM_CMP,
	ASM_TEST,
	ASM_INC,
	ASM_DEC,
	ASM_NEG,
	ASM_NOT,
	ASM_XADD,
	ASM_XCHG,
	ASM_CMPXCHG,
	ASM_BT,
	ASM_BTS,
	ASM_BTR,
	ASM_BTC,
	ASM_BSF,
	ASM_BSR,
	ASM_TZCNT,
	ASM_LZCNT,
	ASM_POPCNT,
	ASM_BSWAP,
	ASM_SHL,
	ASM_SHR,
	ASM_SAR
};

enum { ASM_CARRY = 1, ASM_ZERO = 2, ASM_SIGN = 4, ASM_OVERFLOW = 8, ASM_FLAGS = 15 };

struct asm_known {
	const char *name;
	enum asm_operation operation;
	uint8_t arguments; /* ANY: any number */
	uint8_t sets;      /* flags that it gives a known value */
	uint8_t spoils;    /* that have an unknown one after it */
	bool sized;        /* the name may end in b, w, l, q */
};
enum { ASM_ANY_ARGUMENTS = 255 };

/* NULL: there is none; *bits: by the name's last letter, 0: that of the operands. */
const struct asm_known *asm_instruction_known(const char *name, uint32_t *bits);
/* eax, al, ...: as constraints name it, and its width. */
bool asm_register(const char *name, char *letter, uint32_t *bits);
/* Which flags the condition (z, nz, c, ae, ...) asks; 0: no such condition. */
unsigned asm_condition_flags(const char *name);
enum asm_condition {
	ASM_IF_CARRY,
	ASM_IF_ZERO,
	ASM_IF_SIGN,
	ASM_IF_OVERFLOW,
	ASM_IF_BELOW_EQUAL, /* carry or zero */
	ASM_IF_LESS,        /* sign is not overflow */
	ASM_IF_LESS_EQUAL   /* or zero */
};
/* *negated: the condition is that this is not so. */
enum asm_condition asm_condition(const char *name, bool *negated);

#endif

/* Names of x86 instructions, registers and conditions (Intel's manual, volume 2; those of the GNU assembler). */
#include "asm_table.h"

#include <string.h>

enum { CZSO = ASM_FLAGS, ZSO = ASM_FLAGS & ~ASM_CARRY, SO = ASM_SIGN | ASM_OVERFLOW, ANY = ASM_ANY_ARGUMENTS };

static const struct asm_known table[] = {
	{ "nop", ASM_NOTHING, ANY, 0, 0, false },
	{ "pause", ASM_NOTHING, 0, 0, 0, false },
	{ "mfence", ASM_NOTHING, 0, 0, 0, false },
	{ "lfence", ASM_NOTHING, 0, 0, 0, false },
	{ "sfence", ASM_NOTHING, 0, 0, 0, false },
	{ "endbr64", ASM_NOTHING, 0, 0, 0, false },
	{ "cli", ASM_NOTHING, 0, 0, 0, false },
	{ "sti", ASM_NOTHING, 0, 0, 0, false },
	{ "hlt", ASM_NOTHING, 0, 0, 0, false },
	{ "clac", ASM_NOTHING, 0, 0, 0, false },
	{ "stac", ASM_NOTHING, 0, 0, 0, false },
	{ "wbinvd", ASM_NOTHING, 0, 0, 0, false },
	{ "clflush", ASM_NOTHING, 1, 0, 0, false },
	{ "clflushopt", ASM_NOTHING, 1, 0, 0, false },
	{ "clwb", ASM_NOTHING, 1, 0, 0, false },
	{ "prefetcht0", ASM_NOTHING, 1, 0, 0, false },
	{ "prefetchnta", ASM_NOTHING, 1, 0, 0, false },
	{ "prefetchw", ASM_NOTHING, 1, 0, 0, false },
	{ "verw", ASM_NOTHING, 1, 0, ASM_ZERO, false },
	{ "wrmsr", ASM_NOTHING, 0, 0, 0, false },
	{ "out", ASM_NOTHING, 2, 0, 0, true },
	{ "in", ASM_OPEN, 2, 0, 0, true },
	{ "rdtsc", ASM_OPEN, 0, 0, 0, false },
	{ "rdtscp", ASM_OPEN, 0, 0, 0, false },
	{ "rdmsr", ASM_OPEN, 0, 0, 0, false },
	{ "rdpmc", ASM_OPEN, 0, 0, 0, false },
	{ "cpuid", ASM_OPEN, 0, 0, 0, false },
	{ "rdrand", ASM_OPEN, 1, 0, CZSO, false },
	{ "rdseed", ASM_OPEN, 1, 0, CZSO, false },
	{ "rdfsbase", ASM_OPEN, 1, 0, 0, false },
	{ "rdgsbase", ASM_OPEN, 1, 0, 0, false },
	{ "pushf", ASM_OPEN, 0, 0, 0, true },
	{ "pop", ASM_OPEN, 1, 0, 0, true },
	{ "ud2", ASM_TRAP, 0, 0, 0, false },
	{ "jmp", ASM_JUMP, 1, 0, 0, false },
	{ "mov", ASM_MOV, 2, 0, 0, true },
	{ "add", ASM_ADD, 2, CZSO, 0, true },
	{ "sub", ASM_SUB, 2, CZSO, 0, true },
	{ "sbb", ASM_SBB, 2, 0, CZSO, true },
	{ "and", ASM_AND, 2, CZSO, 0, true },
	{ "or", ASM_OR, 2, CZSO, 0, true },
	{ "xor", ASM_XOR, 2, CZSO, 0, true },
	{ "cmp", ASM_CMP, 2, CZSO, 0, true },
	{ "test", ASM_TEST, 2, CZSO, 0, true },
	{ "inc", ASM_INC, 1, ZSO, 0, true },
	{ "dec", ASM_DEC, 1, ZSO, 0, true },
	{ "neg", ASM_NEG, 1, CZSO, 0, true },
	{ "not", ASM_NOT, 1, 0, 0, true },
	{ "xadd", ASM_XADD, 2, CZSO, 0, true },
	{ "xchg", ASM_XCHG, 2, 0, 0, true },
	{ "cmpxchg", ASM_CMPXCHG, 2, ASM_ZERO, CZSO & ~ASM_ZERO, true },
	{ "bt", ASM_BT, 2, ASM_CARRY, SO, true },
	{ "bts", ASM_BTS, 2, ASM_CARRY, SO, true },
	{ "btr", ASM_BTR, 2, ASM_CARRY, SO, true },
	{ "btc", ASM_BTC, 2, ASM_CARRY, SO, true },
	{ "bsf", ASM_BSF, 2, ASM_ZERO, CZSO & ~ASM_ZERO, true },
	{ "bsr", ASM_BSR, 2, ASM_ZERO, CZSO & ~ASM_ZERO, true },
	{ "tzcnt", ASM_TZCNT, 2, 0, CZSO, true },
	{ "lzcnt", ASM_LZCNT, 2, 0, CZSO, true },
	{ "popcnt", ASM_POPCNT, 2, 0, CZSO, true },
	{ "bswap", ASM_BSWAP, 1, 0, 0, true },
	{ "shl", ASM_SHL, 2, 0, CZSO, true },
	{ "sal", ASM_SHL, 2, 0, CZSO, true },
	{ "shr", ASM_SHR, 2, 0, CZSO, true },
	{ "sar", ASM_SAR, 2, 0, CZSO, true },
};

static const struct asm_known *find(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (strlen(table[i].name) == length && !strncmp(table[i].name, name, length))
			return &table[i];
	return NULL;
}

const struct asm_known *asm_instruction_known(const char *name, uint32_t *bits)
{
	static const char letters[] = "bwlq";
	size_t length = strlen(name);
	const struct asm_known *known = find(name, length);
	*bits = 0;
	const char *letter = length ? strchr(letters, name[length - 1]) : NULL;
	if (known || !letter)
		return known;
	known = find(name, length - 1);
	*bits = 8U << (letter - letters);
	return known && known->sized ? known : NULL;
}

bool asm_register(const char *name, char *letter, uint32_t *bits)
{
	static const struct {
		const char *name;
		char letter;
		uint8_t bits;
	} registers[] = { { "al", 'a', 8 },   { "ax", 'a', 16 },  { "eax", 'a', 32 }, { "rax", 'a', 64 },
			  { "bl", 'b', 8 },   { "bx", 'b', 16 },  { "ebx", 'b', 32 }, { "rbx", 'b', 64 },
			  { "cl", 'c', 8 },   { "cx", 'c', 16 },  { "ecx", 'c', 32 }, { "rcx", 'c', 64 },
			  { "dl", 'd', 8 },   { "dx", 'd', 16 },  { "edx", 'd', 32 }, { "rdx", 'd', 64 },
			  { "esi", 'S', 32 }, { "rsi", 'S', 64 }, { "edi", 'D', 32 }, { "rdi", 'D', 64 } };
	for (size_t i = 0; i < sizeof registers / sizeof *registers; i++) {
		if (strcmp(registers[i].name, name) != 0)
			continue;
		*letter = registers[i].letter;
		*bits = registers[i].bits;
		return true;
	}
	return false;
}

/* ---- conditions ---- */

static const struct {
	const char *name;
	enum asm_condition condition;
	bool negated;
} conditions[] = {
	{ "c", ASM_IF_CARRY, false },        { "b", ASM_IF_CARRY, false },        { "nae", ASM_IF_CARRY, false },
	{ "nc", ASM_IF_CARRY, true },        { "nb", ASM_IF_CARRY, true },        { "ae", ASM_IF_CARRY, true },
	{ "z", ASM_IF_ZERO, false },         { "e", ASM_IF_ZERO, false },         { "nz", ASM_IF_ZERO, true },
	{ "ne", ASM_IF_ZERO, true },         { "s", ASM_IF_SIGN, false },         { "ns", ASM_IF_SIGN, true },
	{ "o", ASM_IF_OVERFLOW, false },     { "no", ASM_IF_OVERFLOW, true },     { "be", ASM_IF_BELOW_EQUAL, false },
	{ "na", ASM_IF_BELOW_EQUAL, false }, { "nbe", ASM_IF_BELOW_EQUAL, true }, { "a", ASM_IF_BELOW_EQUAL, true },
	{ "l", ASM_IF_LESS, false },         { "nge", ASM_IF_LESS, false },       { "nl", ASM_IF_LESS, true },
	{ "ge", ASM_IF_LESS, true },         { "le", ASM_IF_LESS_EQUAL, false },  { "ng", ASM_IF_LESS_EQUAL, false },
	{ "nle", ASM_IF_LESS_EQUAL, true },  { "g", ASM_IF_LESS_EQUAL, true },
};

unsigned asm_condition_flags(const char *name)
{
	static const unsigned flags[] = { [ASM_IF_CARRY] = ASM_CARRY,
					  [ASM_IF_ZERO] = ASM_ZERO,
					  [ASM_IF_SIGN] = ASM_SIGN,
					  [ASM_IF_OVERFLOW] = ASM_OVERFLOW,
					  [ASM_IF_BELOW_EQUAL] = ASM_CARRY | ASM_ZERO,
					  [ASM_IF_LESS] = ASM_SIGN | ASM_OVERFLOW,
					  [ASM_IF_LESS_EQUAL] = ASM_SIGN | ASM_OVERFLOW | ASM_ZERO };
	for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++)
		if (!strcmp(conditions[i].name, name))
			return flags[conditions[i].condition];
	return 0;
}

enum asm_condition asm_condition(const char *name, bool *negated)
{
	size_t i = 0;
	while (strcmp(conditions[i].name, name) != 0)
		i++;
	*negated = conditions[i].negated;
	return conditions[i].condition;
}

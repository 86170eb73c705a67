/* Inside the interpreter: what procedures are compiled to, and the state of a run.
 *
 * A procedure becomes an array of instructions over words. An operand is a position in one of five areas: the
 * frame's variables, the globals, constants, and temporaries (which live within one statement, so that there
 * is one area of them for the whole run, not one in each frame), those that hold maps apart. A bit-vector or Bool
 * takes as many words as its width needs; a map takes one word, a pointer to its value (0: a map that is 0
 * everywhere). Between statements, and while a callee runs, no temporary holds a map. */
#ifndef PLUMB_RUN_CODE_H
#define PLUMB_RUN_CODE_H

#include "arena.h"
#include "hash.h"
#include "layout.h"
#include "run.h"

enum area { AREA_FRAME, AREA_GLOBAL, AREA_CONSTANT, AREA_TEMPORARY, AREA_MAP, AREA_COUNT };
enum { AREA_SHIFT = 29 };
#define AREA_MASK ((UINT32_C(1) << AREA_SHIFT) - 1)

typedef uint32_t operand; /* area << AREA_SHIFT | position */

enum code_op {
	/* one word; `shift` = 64 - width */
	CODE_MOVE, /* dst = a */
	CODE_NOT,
	CODE_NEG,
	CODE_AND,
	CODE_OR,
	CODE_XOR,
	CODE_ADD,
	CODE_SUB,
	CODE_MUL,
	CODE_UDIV,
	CODE_UREM,
	CODE_SDIV,
	CODE_SREM,
	CODE_SHL,
	CODE_LSHR,
	CODE_ASHR,
	CODE_EQ,
	CODE_ULT,
	CODE_ULE,
	CODE_SLT,
	CODE_SLE,
	CODE_ITE,     /* dst = a ? b : c */
	CODE_CONCAT,  /* dst = a << imm | b */
	CODE_EXTRACT, /* dst = a >> imm, cut to the width */
	CODE_SEXT,    /* from imm bits */
	/* several words; `imm` as said, `width` in bits */
	CODE_WIDE_MOVE,
	CODE_WIDE_UNARY,
	CODE_WIDE_BINARY,  /* imm: enum op */
	CODE_WIDE_COMPARE, /* imm: enum op; width of the arguments, dst one word */
	CODE_WIDE_ITE,
	CODE_CONCAT_PAIR,  /* two words from one word each; imm: width of b */
	CODE_WIDE_CONCAT,  /* imm: width of a << 32 | width of b */
	CODE_WIDE_EXTRACT, /* imm: high << 32 | low */
	CODE_WIDE_EXTEND,  /* imm: from << 1 | is signed */
	/* maps; imm is the sort of dst where a map may have to be made */
	CODE_SELECT,    /* dst = a[b]; width: words of dst */
	CODE_MAP_MOVE,  /* dst = a */
	CODE_MAP_ITE,   /* dst = a ? b : c */
	CODE_MAP_CONST, /* dst = everywhere a */
	CODE_MAP_STORE, /* dst[a] = b */
	CODE_MAP_FILL,  /* dst: run of b cells from a becomes c; width of the count */
	CODE_MAP_COPY,  /* dst: run of `extra` cells from a becomes that of map b from c; width of the count */
	CODE_MAP_DROP,  /* dst, a temporary, becomes empty */
	/* control */
	CODE_JUMP,        /* to imm */
	CODE_JUMP_IF_NOT, /* a; to imm */
	CODE_GOTO,        /* to imm: a terminator with one target */
	CODE_CHOICE,      /* a terminator with `a` targets, in code->targets from imm on */
	CODE_BRANCH,      /* a ? targets[imm] : targets[imm + 1] */
	CODE_RETURN,
	/* statements */
	CODE_ASSUME,
	CODE_ASSERT, /* a */
	CODE_HAVOC,
	CODE_FRESH, /* imm: variable */
	CODE_CALL,  /* code->operands from imm on: arguments, outs, and `a` temporaries that hold maps; extra: {call} */
	CODE_OUTPUT, /* a, of `width` bits; imm: the attribute */
	CODE_END     /* of a statement; a: 1 after a CALL (which counts as a step when it is made) */
};

struct instruction {
	uint16_t op;
	uint16_t shift;
	uint32_t origin; /* where it comes from: position in code->origins */
	operand dst, a, b, c;
	uint32_t width; /* or extra */
	uint32_t extra;
	uint64_t imm;
};

struct origin {
	const struct block *block;
	const struct statement *statement; /* NULL: the terminator */
};

struct slot {
	uint32_t at, words;
	bool is_map;
};

/* How often a jump was made in this execution. */
struct heat {
	uint32_t execution, count, limit;
};

/* A compiled procedure. */
struct code {
	const struct procedure *procedure;
	VEC(struct instruction) at;
	VEC(struct origin) origins;
	VEC(uint32_t) targets;
	VEC(operand) operands;
	struct slot *slots; /* one per variable */
	uint32_t frame_words;
	bool has_maps;
	struct heat *heats, call_heat; /* of each of `targets`; of its calls of itself */
};

struct frame {
	struct code *code;
	uint32_t next;                /* instruction after the call that is being executed */
	size_t base;                  /* in run->words */
	const struct statement *call; /* being executed; NULL in the innermost frame */
	uint64_t calls;               /* run_calls */
};

/* A map whose cells come from a hook or from the seed. Belongs to run->execution. */
struct unknown_map {
	struct run *run;
	const struct variable *variable;
	uint64_t serial; /* of the unknown maps of the execution */
	uint32_t value_width, index_words;
};

struct run {
	const struct program *program;
	struct code **codes; /* by procedure; compiled when first called */
	struct slot *global_slots;
	uint32_t global_words, temporary_words, map_count; /* sizes of areas */
	VEC(uint64_t) constants;
	struct table constant_positions; /* term -> operand */
	bool too_large;                  /* some area needs more than 2^29 words */

	/* the state of an execution */
	struct run_options options;
	struct run_result result;
	struct arena *execution;
	uint64_t *globals, *temporaries, *maps;
	uint32_t temporary_capacity, map_capacity;
	uint64_t *words; /* of all frames */
	size_t word_count, word_capacity;
	VEC(struct frame) frames;
	struct table given; /* identities that the fresh hook gave, if they are less than UINT64_MAX */
	VEC(struct value) given_large;
	unsigned __int128 next_fresh; /* larger than all that were given, but for huge ones */
	uint64_t first_fresh, random, serials, next_event;
	bool initializes;  /* variables that have no value yet are not just 0 */
	uint64_t initials; /* values that the hook `initial` gave */
	uint32_t number;   /* of the execution */
	uint32_t leaps;    /* that may still be made in it */
	bool leaping;      /* a round is being recorded */
	struct layout layout;
	const struct variable *status;

	struct value *views; /* what run_value lends out: globals, then a procedure's variables, then one more */
};

/* The slots of variables: consecutive words. Gives the number of words. */
uint32_t run_assign_slots(struct run *run, struct variable *const *variables, uint32_t count, struct slot *slots);

/* compile.c: the code of a procedure. */
struct code *run_compile(struct run *run, const struct procedure *procedure);
void run_code_free(struct code *code);

/* execute.c: executes from the entry's frame until an end; fills run->result. */
void run_loop(struct run *run);

/* state.c: values of variables, frames, and what hooks give. */
struct map_value *run_map_zero(const struct program *program, sort s);
void run_map_set(uint64_t *word, struct map_value *map); /* releases what was there; takes over `map` */
struct map_value *run_map_share(const uint64_t *word);   /* one more reference; NULL stays NULL */
/* A new innermost frame for the procedure, compiled if need be; in-parameters are 0, other variables initial.
 * RUN_LIMIT_NONE, or the limit that forbids it. */
enum run_limit run_enter(struct run *run, const struct procedure *procedure);
void run_leave(struct run *run); /* the innermost frame is gone */
/* Initial values of the innermost frame's variables other than in-parameters. False: RUN_REPLAY, recorded. */
bool run_initialize_frame(struct run *run);
uint64_t run_next_event(const struct run *run); /* the number of steps after which to look at limits and poll */
/* False when there is no value that fits: RUN_REPLAY. */
bool run_initialize(struct run *run, const struct procedure *procedure, const struct variable *v, uint64_t *to);
/* RUN_RETURNED: it has its value; else how the run ends. */
enum run_end run_havoc(struct run *run, const struct procedure *procedure, const struct statement *s, uint64_t *to);
/* No identity was given yet. */
void run_forget_fresh(struct run *run);
enum run_end run_fresh(struct run *run, const struct procedure *procedure, const struct statement *s, uint64_t *to);
uint64_t run_random(struct run *run);

#endif

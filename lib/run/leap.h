/* Inside the interpreter: many rounds of a loop at once.
 *
 * A loop that was passed often enough is recorded for a round: the instructions that were executed, on one path, through
 * calls. From them follows what each word is after k more rounds on the same path, as a polynomial modulo a power of two, and
 * for how many rounds all conditions on the path stay as they were. So many rounds less one are skipped: the words get
 * their values, and the last of them is executed again. That this is exact is checked by induction over k, not assumed: the
 * words have their values at k = 0, and the recorded instructions turn the values at k into those at k + 1, for all k in question
 * (leap_solve).
 *
 * Loops are cycles of blocks, or procedures that end with a call of themselves.
 *
 * Where a variable that is signed in C ({signed 1}) would leave its range after very many rounds, the run ends as if it had reached the limit
 * of steps: what comes after so many rounds is undefined in C, and nobody would have seen it without leaps. */
#ifndef PLUMB_LEAP_H
#define PLUMB_LEAP_H

#include "leap_form.h"
#include "run_machine.h"

/* execute.c: executes m->i and moves on. */
bool run_step(struct machine *m);
/* The run is over, as if the limit of steps were reached: false. */
bool run_give_up(struct machine *m);

/* leap.c: a jump backwards was made, or a procedure calls itself in its last statement: m->i is where the next round begins.
 * False: the run has ended. */
bool leap_at_head(struct machine *m, struct heat *heat, bool calls);
/* Is m->i, behind a call, followed by nothing but the return of what the call returned? */
bool leap_is_last(const struct code *code, const struct instruction *call);

/* --- recordings --- */

/* Words that an instruction reads or writes: which ones, and what they held then. */
struct leap_words {
	uint64_t first; /* area << LEAP_SHIFT | position, in frames from the beginning of all */
	uint32_t count;
	size_t values; /* in the recording */
};
enum { LEAP_SHIFT = 56, LEAP_SOURCES = 3 };

enum leap_kind {
	LEAP_OPERATOR, /* `op`: an instruction of one word each */
	LEAP_OTHER,    /* of which we know only what it did when all it reads was the same */
	LEAP_GUARD,    /* the round goes on only if the word is what it was */
	LEAP_FORGET    /* the words are new: of a frame that is entered */
};

struct leap_entry {
	enum leap_kind kind;
	enum code_op op;
	uint32_t width; /* of the operator */
	uint64_t imm;
	uint32_t source_count;
	struct leap_words sources[LEAP_SOURCES], target;
};

/* One round. The state of the loop: the words from `first` to `end` of its frame, and globals. */
struct leap_round {
	VEC(struct leap_entry) entries;
	VEC(uint64_t) values;
	uint64_t first, end;
	uint64_t moved; /* so far away from there are the words of the next round's frame */
};

/* leap_record.c: executes a round and writes it down. False: the run has ended. *whole: it is one, and again at the head. */
bool leap_record(struct machine *m, bool calls, struct leap_round *round, bool *whole);
void leap_round_free(struct leap_round *round);

/* A word that a round changes and that is read in it: what it is after k rounds. */
struct leap_value {
	uint64_t word;
	struct form form;
};
struct leap_values VEC_BODY(struct leap_value);

/* No condition ever ends it. */
#define LEAP_ENDLESS (UINT64_C(1) << 40)

/* leap_solve.c: for how many rounds is this so? 0: nothing is known. */
uint64_t leap_solve(const struct machine *m, const struct leap_round *round, struct leap_values *values);

/* What a word holds now, in the frame where the next round begins. */
uint64_t *leap_word(const struct machine *m, const struct leap_round *round, uint64_t word);

#endif

/* Sets of small numbers as sorted words of 64 bits, those that are not zero: what the points-to analysis unites all day. */
#ifndef C2IR_REGION_SET_H
#define C2IR_REGION_SET_H

#include <stdbool.h>
#include <stdint.h>

#include "vec.h"

struct set_word {
	uint64_t bits;
	uint32_t index; /* of the word: numbers from 64 * index on */
};

/* Start from { 0 }. */
struct number_set {
	VEC(struct set_word) words;
};

bool set_add(struct number_set *set, uint32_t number); /* was it new? */
/* All of `from` into `to`; what was new in it also into `news` (which may be NULL). Was anything? */
bool set_unite(struct number_set *to, const struct number_set *from, struct number_set *news);
/* What is in one of the two and not in both. */
struct number_set set_difference(const struct number_set *a, const struct number_set *b);
void set_free(struct number_set *set);

static inline bool set_is_empty(const struct number_set *set)
{
	return set->words.count == 0;
}

/* for (struct set_cursor c = { 0 }; set_next(set, &c);) use(c.number); the set must not change meanwhile. */
struct set_cursor {
	uint32_t number;
	uint32_t word;
	uint64_t left; /* of that word */
	bool begun;
};

static inline bool set_next(const struct number_set *set, struct set_cursor *c)
{
	while (!c->left) {
		c->word += c->begun;
		c->begun = true;
		if (c->word >= set->words.count)
			return false;
		c->left = set->words.at[c->word].bits;
	}
	c->number = set->words.at[c->word].index * 64 + (uint32_t)__builtin_ctzll(c->left);
	c->left &= c->left - 1;
	return true;
}

#endif

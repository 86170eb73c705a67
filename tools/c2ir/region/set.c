#include "region_set.h"

#include <string.h>

/* Position of the first word, from `from` on, with an index of at least `index`. */
static size_t find(const struct number_set *set, size_t from, uint32_t index)
{
	size_t to = set->words.count;
	if (to && set->words.at[to - 1].index < index)
		return to;
	for (size_t step = 1; from + step < to; step *= 2) {
		if (set->words.at[from + step].index >= index) {
			to = from + step;
			break;
		}
		from += step;
	}
	while (from < to) {
		size_t middle = (from + to) / 2;
		if (set->words.at[middle].index < index)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

bool set_add(struct number_set *set, uint32_t number)
{
	uint32_t index = number / 64;
	uint64_t bit = UINT64_C(1) << (number % 64);
	size_t at = find(set, 0, index);
	if (at < set->words.count && set->words.at[at].index == index) {
		bool added = !(set->words.at[at].bits & bit);
		set->words.at[at].bits |= bit;
		return added;
	}
	vec_push(&set->words, (struct set_word){ 0, 0 });
	memmove(&set->words.at[at + 1], &set->words.at[at], (set->words.count - 1 - at) * sizeof *set->words.at);
	set->words.at[at] = (struct set_word){ bit, index };
	return true;
}

/* Is there anything in B that is not in A? *extra: how many of B's words have no counterpart in A. */
static bool exceeds(const struct number_set *a, const struct number_set *b, size_t *extra)
{
	bool more = false;
	size_t i = 0;
	*extra = 0;
	for (size_t k = 0; k < b->words.count; k++) {
		if (i < a->words.count && a->words.at[i].index < b->words.at[k].index)
			i = find(a, i, b->words.at[k].index);
		bool same = i < a->words.count && a->words.at[i].index == b->words.at[k].index;
		*extra += !same;
		more |= !same || (b->words.at[k].bits & ~a->words.at[i].bits);
	}
	return more;
}

/* TO becomes TO and FROM, from the last word to the first, so that nothing has to be moved twice. */
static void merge(struct number_set *to, const struct number_set *from, size_t extra, struct number_set *news)
{
	size_t i = to->words.count, k = from->words.count, at = i + extra;
	while (to->words.count < at)
		vec_push(&to->words, (struct set_word){ 0, 0 });
	while (k > 0) {
		struct set_word word = from->words.at[k - 1];
		if (i > 0 && to->words.at[i - 1].index > word.index) {
			to->words.at[--at] = to->words.at[--i];
			continue;
		}
		uint64_t old = 0;
		if (i > 0 && to->words.at[i - 1].index == word.index)
			old = to->words.at[--i].bits;
		to->words.at[--at] = (struct set_word){ old | word.bits, word.index };
		if (news && (word.bits & ~old))
			vec_push(&news->words, (struct set_word){ word.bits & ~old, word.index });
		k--;
	}
}

static void reverse(struct number_set *set)
{
	for (size_t i = 0, k = set->words.count; i + 1 < k; i++) {
		struct set_word word = set->words.at[i];
		set->words.at[i] = set->words.at[--k];
		set->words.at[k] = word;
	}
}

bool set_unite(struct number_set *to, const struct number_set *from, struct number_set *news)
{
	size_t extra;
	if (!exceeds(to, from, &extra))
		return false;
	struct number_set added = { 0 };
	merge(to, from, extra, news ? &added : NULL);
	if (!news)
		return true;
	reverse(&added);
	if (set_is_empty(news)) {
		set_free(news);
		*news = added;
	} else {
		set_unite(news, &added, NULL);
		set_free(&added);
	}
	return true;
}

struct number_set set_difference(const struct number_set *a, const struct number_set *b)
{
	struct number_set result = { 0 };
	size_t i = 0, k = 0;
	while (i < a->words.count || k < b->words.count) {
		struct set_word word;
		if (k == b->words.count || (i < a->words.count && a->words.at[i].index < b->words.at[k].index)) {
			word = a->words.at[i++];
		} else if (i == a->words.count || b->words.at[k].index < a->words.at[i].index) {
			word = b->words.at[k++];
		} else {
			word = a->words.at[i++];
			word.bits ^= b->words.at[k++].bits;
		}
		if (word.bits)
			vec_push(&result.words, word);
	}
	return result;
}

void set_free(struct number_set *set)
{
	vec_free(&set->words);
}

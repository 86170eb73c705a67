#include "mood.h"

#include <inttypes.h>
#include <stdio.h>

enum { EVEN_SHARE = 4, EVEN_LEAST = 2, EVEN_KINDS = 12 }; /* of moods; of answers, one of 2^EVEN_LEAST, and so on */

static uint8_t draw_character(const struct pattern_constants *k, uint64_t random)
{
	static const char blanks[] = " \n\t,";
	uint64_t more = random >> 8;
	switch (random % 8) {
	case 0:
	case 1:
		return k->characters.count ? k->characters.at[more % k->characters.count] : (uint8_t)(33 + more % 94);
	case 2:
	case 3:
		return (uint8_t)('0' + more % 10);
	case 4:
		return (uint8_t)('a' + more % 26);
	case 5:
		return (uint8_t)blanks[more % (sizeof blanks - 1)];
	case 6:
		return (uint8_t)(33 + more % 94);
	case 7:
		return more % 4 ? (uint8_t)(more >> 2) : 0;
	}
	return 0;
}

struct mood mood_draw(const struct pattern_constants *k, uint64_t random)
{
	struct mood m = { .constants = k,
			  .letters = (uint32_t)(random % (sizeof m.alphabet + 1)),
			  .steady = random >> 8 & 1,
			  .seed = random };
	uint64_t more = random >> 16;
	if (more % EVEN_SHARE == 0)
		m.even = UINT64_C(1) << (EVEN_LEAST + more / EVEN_SHARE % EVEN_KINDS);
	for (uint32_t i = 0; i < m.letters; i++)
		m.alphabet[i] = draw_character(k, pattern_draw(random, i));
	return m;
}

uint64_t mood_value(const struct mood *m, uint32_t width, bool is_cell, uint64_t random)
{
	if (width < 8 || (!is_cell && (width == 8 || random % 4)))
		return pattern_word(m->constants, random >> 2);
	if (width > 8 && random % 2)
		return pattern_word(m->constants, random >> 2);
	uint64_t more = random >> 3;
	return m->letters ? m->alphabet[more % m->letters] : draw_character(m->constants, more);
}

uint32_t mood_decimal(uint64_t value, uint32_t width, bool is_signed, char *text)
{
	uint32_t shift = width < 64 ? 64 - width : 0;
	if (is_signed)
		return (uint32_t)snprintf(text, MOOD_DIGITS, "%" PRId64, (int64_t)(value << shift) >> shift);
	return (uint32_t)snprintf(text, MOOD_DIGITS, "%" PRIu64, value << shift >> shift);
}

uint32_t mood_number(const struct mood *m, uint64_t random, char *text)
{
	const struct pattern_constants *k = m->constants;
	uint64_t more = random >> 8, value = k->values.count ? k->values.at[more % k->values.count] : more % 1000;
	return mood_decimal(value + (random >> 2) % 3 - 1, value >> 32 ? 64 : 32, random % 4, text);
}

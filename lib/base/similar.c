/* Distance of words: the fewest letters that are inserted, deleted, replaced, or swapped with their neighbour (each place
 * edited once: "optimal string alignment"). */
#include "similar.h"

#include <string.h>

enum { LONGEST = 40 }; /* of longer words nothing is said */

struct similar similar_to(const char *word, size_t length)
{
	return (struct similar){ .word = word, .length = length };
}

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static unsigned distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
	unsigned d[LONGEST + 1][LONGEST + 1];
	for (size_t i = 0; i <= a_length; i++)
		d[i][0] = (unsigned)i;
	for (size_t k = 0; k <= b_length; k++)
		d[0][k] = (unsigned)k;
	for (size_t i = 1; i <= a_length; i++)
		for (size_t k = 1; k <= b_length; k++) {
			d[i][k] = least(least(d[i - 1][k], d[i][k - 1]) + 1, d[i - 1][k - 1] + (a[i - 1] != b[k - 1]));
			if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
				d[i][k] = least(d[i][k], d[i - 2][k - 2] + 1);
		}
	return d[a_length][b_length];
}

/* So many edits are a slip; with more it is another word. */
static unsigned most_edits(size_t length)
{
	return length < 6 ? 1 : length < 9 ? 2 : 3;
}

void similar_compare(struct similar *s, const char *name)
{
	size_t length = strlen(name);
	if (s->length < 2 || s->length > LONGEST || length > LONGEST)
		return;
	unsigned most = most_edits(s->length), d = distance(s->word, s->length, name, length);
	/* A word that was not written to its end. */
	if (s->length >= 3 && s->length < length && !memcmp(s->word, name, s->length))
		d = least(d, most);
	if (d <= most && d < length && (!s->name || d < s->distance)) {
		s->name = name;
		s->distance = d;
	}
}

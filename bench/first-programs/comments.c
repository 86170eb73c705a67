/*
 * Takes C comments out of its input, by a state machine.
 * Bug: return: next() ends without a state when a star in a comment is followed by another star.
 * Input: a \057*** \057 b **\057 c\n
 */
#include <stdio.h>

enum state { CODE, SLASH, COMMENT, STAR };

static enum state next(enum state state, int c)
{
	switch (state) {
	case CODE:
		return c == '/' ? SLASH : CODE;
	case SLASH:
		if (c == '*')
			return COMMENT;
		return c == '/' ? SLASH : CODE;
	case COMMENT:
		return c == '*' ? STAR : COMMENT;
	case STAR:
		if (c == '/')
			return CODE;
#ifdef BUG
		if (c != '*')
			return COMMENT;
		break;
#else
		return c == '*' ? STAR : COMMENT;
#endif
	}
#ifndef BUG
	return CODE;
#endif
}

static void print(enum state before, enum state now, int c)
{
	if (before == SLASH && now != COMMENT)
		putchar('/');
	if (now == CODE && before != STAR)
		putchar(c);
}

int main(void)
{
	enum state state = CODE;
	int c, comments = 0;

	while ((c = getchar()) != EOF) {
		enum state now = next(state, c);

		print(state, now, c);
		if (state == SLASH && now == COMMENT && comments < 1000)
			comments++;
		state = now;
	}
	if (state == SLASH)
		putchar('/');
	if (state == COMMENT || state == STAR) {
		fprintf(stderr, "a comment is not closed\n");
		return 1;
	}
	fprintf(stderr, "%d comments\n", comments);
	return 0;
}

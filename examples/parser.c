/*
 * A small state machine with switch, fall-through and goto, as hand-written parsers have them.
 *
 * expected: SAFE
 */
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

enum state { START, SIGN, DIGITS, END, BAD };

int main(void)
{
	enum state state = START;
	int digits = 0, negative = 0, value = 0;
	for (int i = 0; i < 4; i++) {
		char c = __VERIFIER_nondet_char();
		switch (state) {
		case START:
			if (c == '-' || c == '+') {
				negative = c == '-';
				state = SIGN;
				break;
			}
			/* fall through */
		case SIGN:
		case DIGITS:
			if (c >= '0' && c <= '9')
				goto digit;
			state = state == DIGITS && c == 0 ? END : BAD;
			goto out;
		case END:
		case BAD:
			goto out;
		}
		continue;
	digit:
		state = DIGITS;
		digits++;
		value = value * 10 + (c - '0');
	}
out:
	if (state == END) {
		assert(digits >= 1 && digits <= 3);
		assert(value >= 0 && value <= 999);
		assert((negative ? -value : value) >= -999);
	}
	assert(state != START);
	return 0;
}

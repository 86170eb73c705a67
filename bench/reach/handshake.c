/* A server's handshake: one state at a time, with what was agreed on, who was authenticated, and how to go on after a pause. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum {
	HELLO = 4096,
	CERTIFICATE = 4112,
	REQUEST = 4128,
	KEY = 4144,
	VERIFY = 4160,
	FINISH = 4176,
	FLUSH = 4192,
	DONE = 3
};

int main(void)
{
	int state = HELLO, next = 0, cipher = 0, peer = 0, authenticated = 0, resumed = 0, renegotiated = 0,
	    pending = 0;
	while (1) {
		int input = __VERIFIER_nondet_int();
		int before = state;
		if (state == HELLO) {
			cipher = input == 1 ? 16 : input == 2 ? 32 : 64;
			resumed = __VERIFIER_nondet_int() ? 1 : 0;
			state = resumed ? FLUSH : CERTIFICATE;
			next = resumed ? FINISH : KEY;
		} else if (state == CERTIFICATE) {
			if (cipher != 64)
				state = REQUEST;
			else
				state = KEY;
		} else if (state == REQUEST) {
			peer = input > 0 ? 2 : 1;
			pending = 1;
			state = FLUSH;
			next = KEY;
		} else if (state == KEY) {
			state = peer == 2 ? VERIFY : FLUSH;
			next = FINISH;
		} else if (state == VERIFY) {
			authenticated = peer == 2;
			state = FINISH;
		} else if (state == FLUSH) {
			if (input < 0)
				continue;
			pending = 0;
			state = next;
		} else if (state == FINISH) {
			if (peer == 2 && !authenticated && !resumed && !renegotiated)
				reach_error();
			if (pending)
				reach_error();
			state = DONE;
		} else {
			if (state != DONE)
				reach_error();
			renegotiated = 1;
			authenticated = 0;
			peer = 0;
			state = HELLO;
		}
		if (before == HELLO && cipher != 16 && cipher != 32 && cipher != 64)
			reach_error();
	}
}

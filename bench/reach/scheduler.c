/* Processes around a ring that a scheduler runs in rounds: whoever has been woken by its neighbour's event takes the token, and passes
 * it on at the next event. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define PROCESS(me, before, after)                       \
	static void process##me(void)                    \
	{                                                \
		if (place##me == 1 && event##me == 1) {  \
			if (token != before)             \
				reach_error();           \
			token = me;                      \
			event##after = 1;                \
			woken++;                         \
		}                                        \
		place##me = 1;                           \
		ready##me = 2;                           \
	}                                                \
	static int awake##me(void)                       \
	{                                                \
		return place##me == 1 && event##me == 1; \
	}
#define WAKE(me)         \
	if (awake##me()) \
		ready##me = 0;
#define RUN(me)                                        \
	if (ready##me == 0 && __VERIFIER_nondet_int()) \
		process##me();
#define CLEAR(me)           \
	if (event##me == 1) \
		event##me = 2;

static int token, woken;
static int place0, place1, place2, place3, place4, ready0, ready1, ready2, ready3, ready4;
static int event0 = 2, event1 = 2, event2 = 2, event3 = 2, event4 = 2;

PROCESS(1, 0, 2)
PROCESS(2, 1, 3)
PROCESS(3, 2, 4)
PROCESS(4, 3, 0)

static void process0(void)
{
	if (place0 == 1 && event0 == 1 && token != 4)
		reach_error();
	if (place0 == 0 || event0 == 1) {
		token = 0;
		event1 = 1;
	}
	place0 = 1;
	ready0 = 2;
}

static int awake0(void)
{
	return place0 == 1 && event0 == 1;
}

int main(void)
{
	while (1) {
		while (ready0 == 0 || ready1 == 0 || ready2 == 0 || ready3 == 0 || ready4 == 0) {
			RUN(0)
			RUN(1)
			RUN(2)
			RUN(3)
			RUN(4)
			WAKE(0)
			WAKE(1)
			WAKE(2)
			WAKE(3)
			WAKE(4)
			CLEAR(0)
			CLEAR(1)
			CLEAR(2)
			CLEAR(3)
			CLEAR(4)
		}
		if (__VERIFIER_nondet_int())
			break;
	}
	return 0;
}

/* Environments against plain arrays: random writes, shares and merges. */
#include <stdlib.h>

#include "env.h"
#include "tap.h"

enum { SIZE = 300, HANDLES = 8, STEPS = 20000 };

static uint32_t state = 12345;

static uint32_t next(uint32_t below)
{
	state = state * 1664525u + 1013904223u;
	return (state >> 8) % below;
}

int main(void)
{
	struct bank *bank = bank_new();
	struct arena *arena = arena_new();
	struct env_space space = { arena, 0 };
	sort s = sort_bitvector(bank, 8);
	static term plain[HANDLES][SIZE];
	struct env envs[HANDLES];
	for (int h = 0; h < HANDLES; h++)
		envs[h] = env_new(&space, SIZE);
	int wrong = 0, merges = 0;
	for (int i = 0; i < STEPS; i++) {
		uint32_t a = next(HANDLES), b = next(HANDLES), at = next(SIZE);
		switch (next(20)) {
		case 0:
			if (a == b)
				break;
			envs[a] = env_share(&space, &envs[b]);
			memcpy(plain[a], plain[b], sizeof plain[a]);
			break;
		case 1: {
			uint32_t r = next(HANDLES);
			if (a == b)
				break;
			term c = term_variable(bank, sort_bool(bank), "c");
			static term merged[SIZE];
			for (int k = 0; k < SIZE; k++)
				merged[k] = !plain[a][k]   ? plain[b][k]
					    : !plain[b][k] ? plain[a][k]
							   : term_ite(bank, c, plain[a][k], plain[b][k]);
			envs[r] = env_merge(&space, bank, c, &envs[a], &envs[b]);
			memcpy(plain[r], merged, sizeof merged);
			merges++;
			break;
		}
		default:
			plain[a][at] = term_variable(bank, s, "v");
			env_set(&space, &envs[a], at, plain[a][at]);
		}
		wrong += env_get(&envs[a], at) != plain[a][at];
	}
	for (int h = 0; h < HANDLES; h++)
		for (uint32_t k = 0; k < SIZE; k++)
			wrong += env_get(&envs[h], k) != plain[h][k];
	ok(merges > 100, "the test merges (%d times)", merges);
	is_int(wrong, 0, "environments hold what plain arrays hold");
	struct env one = env_new(&space, 1);
	ok(env_get(&one, 0) == 0, "an entry that was never written is 0");
	arena_free(arena);
	bank_free(bank);
	return done_testing();
}

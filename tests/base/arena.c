/* Arenas, vectors, interned strings, tables. */
#include <stdint.h>

#include "arena.h"
#include "hash.h"
#include "intern.h"
#include "tap.h"
#include "vec.h"

static void test_arena(void)
{
	struct arena *arena = arena_new();
	int zeroed = 1, aligned = 1;
	for (size_t size = 1; size < 3000; size += 7) {
		unsigned char *block = arena_alloc(arena, size);
		for (size_t i = 0; i < size; i++)
			zeroed = zeroed && block[i] == 0;
		memset(block, 0xff, size);
		aligned = aligned && (uintptr_t)block % 16 == 0;
	}
	ok(zeroed, "blocks are zeroed");
	ok(aligned, "blocks are aligned to 16");
	char *large = arena_alloc(arena, 10 << 20);
	large[(10 << 20) - 1] = 1;
	ok(!large[0] && large[(10 << 20) - 1], "a block may be larger than a chunk");
	is_str(arena_string(arena, "abcdef", 3), "abc", "a string is copied and ended");
	is_str(arena_format(arena, "%d-%s", 7, "x"), "7-x", "text is formatted");
	arena_free(arena);
	arena_free(NULL);
}

static void test_vec(void)
{
	VEC(int) v = { 0 };
	for (int i = 0; i < 1000; i++)
		vec_push(&v, i * i);
	ok(v.count == 1000 && v.at[999] == 999 * 999, "a vector grows");
	is_int(vec_pop(&v), 999 * 999, "the last element is taken");
	is_int(vec_last(&v), 998 * 998, "the one before is the last then");
	vec_free(&v);
	ok(!v.at && !v.count, "a freed vector is empty");
}

static void test_intern(void)
{
	struct interner *in = interner_new();
	const char *a = intern_string(in, "name");
	ok(intern(in, "names", 4) == a, "equal text is one pointer");
	ok(intern_string(in, "names") != a, "other text is another");
	ok(intern_string(in, "") == intern(in, "x", 0), "so is the empty one");
	char text[16];
	int moved = 0;
	for (int i = 0; i < 5000; i++) {
		snprintf(text, sizeof text, "n%d", i);
		const char *first = intern_string(in, text);
		moved += strcmp(first, text) != 0 || intern_string(in, text) != first;
	}
	is_int(moved, 0, "and it stays when the table grows");
	ok(intern_string(in, "name") == a, "also the first one");
	interner_free(in);
}

static void test_table(void)
{
	struct table t = { 0 };
	ok(table_get(&t, 5, 42) == 42 && !table_has(&t, 5), "an empty table has nothing");
	for (uint64_t i = 0; i < 10000; i++)
		table_put(&t, i * 64, i);
	int wrong = 0;
	for (uint64_t i = 0; i < 10000; i++)
		wrong += table_get(&t, i * 64, 0) != i || table_has(&t, i * 64 + 1);
	is_int(wrong, 0, "10,000 keys are found, others are not");
	table_put(&t, 0, 99);
	ok(table_get(&t, 0, 0) == 99 && t.count == 10000, "a value is replaced");
	table_clear(&t);
	ok(!t.count && !table_has(&t, 64), "a cleared table is empty");
	table_free(&t);
	TABLE(const char *, const int *) named = { 0 };
	static const int one = 1, two = 2;
	table_put(&named, "one", &one);
	ok(!table_get(&named, "two", NULL) && table_get(&named, "two", &two) == &two, "a typed table has what was put");
	const char *name = "two";
	table_put(&named, name, &two);
	ok(table_get(&named, name, NULL) == &two && table_has(&named, name) && named.count == 2, "pointers come back");
	table_free(&named);
	TABLE(uint32_t, bool) flags = { 0 };
	table_put(&flags, UINT32_MAX, true);
	ok(table_get(&flags, UINT32_MAX, false) && !table_get(&flags, 0, false), "integers of any width");
	table_free(&flags);
}

int main(void)
{
	test_arena();
	test_vec();
	test_intern();
	test_table();
	return done_testing();
}

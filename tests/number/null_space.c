/* Relations modulo 2^w: what holds of all rows, and nothing else. */
#include "null_space.h"

#include "tap.h"

static void add(struct null_space *s, uint64_t a, uint64_t b, uint64_t c)
{
	const uint64_t row[] = { a, b, c };
	null_space_add(s, row);
}

static bool is_orthogonal(const struct null_space *s, uint64_t a, uint64_t b, uint64_t c, uint64_t mask)
{
	for (size_t i = 0; i < s->vectors.count; i++) {
		const uint64_t *v = s->vectors.at[i];
		if ((v[0] * a + v[1] * b + v[2] * c) & mask)
			return false;
	}
	return true;
}

static void test_line(void)
{
	struct null_space s;
	null_space_begin(&s, 32, 3);
	is_int((int)s.vectors.count, 3, "of no rows everything holds");
	for (uint64_t x = 0; x < 9; x++)
		add(&s, 5 * x + 3, x, 1);
	is_int((int)s.vectors.count, 1, "one line through nine points");
	ok(is_orthogonal(&s, 5 * 1000 + 3, 1000, 1, UINT32_MAX), "it goes on");
	ok(!is_orthogonal(&s, 5 * 1000 + 4, 1000, 1, UINT32_MAX), "and is not elsewhere");
	null_space_release(&s);
}

static void test_parity(void)
{
	struct null_space s;
	null_space_begin(&s, 8, 3);
	add(&s, 1, 3, 1);
	add(&s, 0, 4, 1);
	add(&s, 1, 9, 1);
	add(&s, 0, 200, 1);
	add(&s, 0, 202, 1);
	ok(is_orthogonal(&s, 1, 77, 1, 255) && is_orthogonal(&s, 0, 78, 1, 255), "x = n modulo 2 is found");
	ok(!is_orthogonal(&s, 0, 77, 1, 255), "as a relation of the lowest bit");
	null_space_release(&s);
}

static void test_nothing(void)
{
	struct null_space s;
	null_space_begin(&s, 64, 3);
	add(&s, 1, 0, 0);
	add(&s, 0, 1, 0);
	add(&s, 0, 0, 1);
	is_int((int)s.vectors.count, 0, "nothing holds of all rows");
	ok(null_space_inverse(UINT64_C(0x123456789)) * UINT64_C(0x123456789) == 1, "inverses");
	null_space_release(&s);
}

int main(void)
{
	test_line();
	test_parity();
	test_nothing();
	return done_testing();
}

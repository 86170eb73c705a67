/* Statements: loops, switch, goto, and the order of evaluation where C fixes it. */
#define CHECK(n, ...)       \
	if (!(__VA_ARGS__)) \
	return n

static int calls;

static int call(int result)
{
	calls++;
	return result;
}

static int classify(int x)
{
	int r = 0;
	switch (x) {
	case 1:
		r = 1;
	case 2:
		r += 10;
		break;
	default:
		r = 100;
	case 7:
		r++;
		break;
	case -5 ... - 1:
		return -1;
	}
	return r;
}

static int duff(int n)
{
	int sum = 0, rounds = (n + 3) / 4;
	switch (n % 4) {
	case 0:
		do {
			sum++;
		case 3:
			sum++;
		case 2:
			sum++;
		case 1:
			sum++;
		} while (--rounds > 0);
	}
	return sum;
}

static int into_loop(int n)
{
	int i = 0, steps = 0;
	goto middle;
	for (; i < n; i++) {
		steps += 10;
	middle:
		steps++;
	}
	return steps;
}

static int computed(int op)
{
	static const void *const labels[] = { &&add, &&twice, &&stop };
	int x = 1, round = 0;
	goto *labels[op];
add:
	x += 5;
twice:
	x *= 2;
	if (round++ < 2)
		goto *labels[0];
stop:
	return x;
}

int main(void)
{
	int i, j, sum = 0;
	for (i = 0, j = 10; i < j; i++, j--)
		sum += j - i;
	CHECK(1, sum == 30 && i == 5);
	while (1) {
		if (++i > 20)
			break;
		if (i & 1)
			continue;
		sum += i;
	}
	CHECK(2, sum == 30 + 6 + 8 + 10 + 12 + 14 + 16 + 18 + 20);
	do
		i -= 4;
	while (i > 0);
	CHECK(3, i == -3);
	CHECK(4,
	      classify(1) == 11 && classify(2) == 10 && classify(3) == 101 && classify(7) == 1 && classify(-3) == -1);
	CHECK(5, duff(9) == 9 && duff(4) == 4);
	CHECK(6, into_loop(3) == 23);

	CHECK(7, computed(0) == 78 && computed(1) == 38 && computed(2) == 1);
	CHECK(8, (call(0) && call(1)) == 0 && calls == 1);
	CHECK(9, (call(1) || call(1)) == 1 && calls == 2);
	CHECK(10, (call(0) ? call(5) : call(6)) == 6 && calls == 4);
	CHECK(11, (call(3) ?: call(4)) == 3 && calls == 5);
	CHECK(12, (call(1), call(2)) == 2 && calls == 7);
	CHECK(13, ({
			  int x = 4;
			  x *= 2;
			  x + 1;
		  }) == 9);
	for (i = 0; i < 3; i++)
		for (j = 0; j < 3; j++)
			if (i * j == 2)
				goto out;
out:
	CHECK(14, i == 1 && j == 2);
	{
		int k = 0;
	again:;
		int fresh = k * 2;
		if (k++ < 3)
			goto again;
		CHECK(15, fresh == 6 && k == 4);
	}
	return 42;
}

/* Statements: labels, case ranges, dangling else, jumps. */
typedef int T;

int control(int n, int *p)
{
	__label__ out, again;
	static void *jumps[] = { &&out, &&again };
	int i, k = 0;

again:
	for (i = 0, k++; i < n; i++, k += 2)
		if (i & 1)
			if (i & 2)
				continue;
			else
				k--;
		else
			switch (i) {
			case 0:
			case 2 ... 4:
				k += 3;
				__attribute__((fallthrough));
			case 'a': {
				k++;
				break;
			}
			default:
				if (k > 3)
				case 77:
					k *= 2;
				while (k > 100)
					k /= 2;
			T:;
			}
	do
		k--;
	while (k > n);
	if (k == 3)
		goto *jumps[k & 1];
	switch (k)
	case 5:
		k = 6;
	{
		T T = k;
		k = T * T;
	};
	__asm__ volatile("# %0 %1" : "=r"(k) : "0"(k), "m"(*p) : "memory", "cc");
out:
	return k;
}

int lone(int n)
{
	switch (n) {
	case 1:
	default:
	}
	if (n)
		;
	else {
	end:
	}
	return n;
}

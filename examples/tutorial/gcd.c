/* The greatest common divisor by recursion, and a fraction in lowest terms. */
#include <stdio.h>

static int gcd(int a, int b)
{
	return b == 0 ? a : gcd(b, a % b);
}

int main(void)
{
	int top, bottom;

	if (scanf("%d %d", &top, &bottom) != 2 || top < 0 || bottom < 0)
		return 1;
	int divisor = gcd(top, bottom);
	if (divisor == 0)
		return 1;
	printf("%d / %d\n", top / divisor, bottom / divisor);
	return 0;
}

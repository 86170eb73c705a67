/* No cube is the sum of two cubes: true, and hard to prove. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
	unsigned short a, b, c;

	if (scanf("%hu %hu %hu", &a, &b, &c) != 3 || a == 0 || b == 0)
		return 1;
	assert(1ull * a * a * a + 1ull * b * b * b != 1ull * c * c * c);
	return 0;
}

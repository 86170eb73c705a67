/* The product of two matrices that are not square. */
#include <stdio.h>

enum { ROWS = 2, INNER = 3, COLUMNS = 4 };

static void multiply(const double a[ROWS][INNER], const double b[INNER][COLUMNS], double c[ROWS][COLUMNS])
{
	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < COLUMNS; j++) {
			c[i][j] = 0;
			for (int k = 0; k < COLUMNS; k++)
				c[i][j] += a[i][k] * b[k][j];
		}
}

int main(void)
{
	static const double a[ROWS][INNER] = { { 1, 2, 3 }, { 4, 5, 6 } };
	static const double b[INNER][COLUMNS] = { { 1 }, { 0, 1 }, { 0, 0, 1 } };
	double c[ROWS][COLUMNS];

	multiply(a, b, c);
	printf("%g\n", c[1][2]);
	return 0;
}

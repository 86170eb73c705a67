/*
 * Reads two matrices and prints their product.
 * Bug: bounds: multiply() runs over the rows of b where its columns are meant, and so behind the matrix.
 * Input: 2 3 1 2 3 4 5 6\n3 1 1 2 3\n
 */
#include <stdio.h>
#include <stdlib.h>

#define MOST 6

struct matrix {
	int rows, columns;
	int *cells;
};

static int make(struct matrix *m, int rows, int columns)
{
	m->rows = rows;
	m->columns = columns;
	m->cells = calloc((size_t)rows * columns, sizeof(int));
	return m->cells != NULL;
}

static int read_matrix(struct matrix *m)
{
	int rows, columns, i;

	if (scanf("%4d %4d", &rows, &columns) != 2)
		return 0;
	if (rows < 1 || rows > MOST || columns < 1 || columns > MOST)
		return 0;
	if (!make(m, rows, columns))
		return 0;
	for (i = 0; i < rows * columns; i++) {
		if (scanf("%4d", &m->cells[i]) != 1)
			return 0;
	}
	return 1;
}

static int multiply(struct matrix *to, const struct matrix *a, const struct matrix *b)
{
	int i, j, k;

	if (a->columns != b->rows || !make(to, a->rows, b->columns))
		return 0;
	for (i = 0; i < to->rows; i++) {
#ifdef BUG
		for (j = 0; j < b->rows; j++) {
#else
		for (j = 0; j < b->columns; j++) {
#endif
			int sum = 0;

			for (k = 0; k < a->columns; k++)
				sum += a->cells[i * a->columns + k] * b->cells[k * b->columns + j];
			to->cells[i * to->columns + j] = sum;
		}
	}
	return 1;
}

int main(void)
{
	struct matrix a = { 0, 0, NULL }, b = { 0, 0, NULL }, product = { 0, 0, NULL };
	int i;

	if (read_matrix(&a) && read_matrix(&b) && multiply(&product, &a, &b)) {
		for (i = 0; i < product.rows * product.columns; i++)
			printf("%d%c", product.cells[i], (i + 1) % product.columns == 0 ? '\n' : ' ');
	} else {
		printf("no product\n");
	}
	free(product.cells);
	free(b.cells);
	free(a.cells);
	return 0;
}

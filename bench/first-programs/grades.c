/*
 * Grades of a class: reads a mark on each line, prints the best one, the mean and a histogram.
 * Bug: div: mean() divides by the number of marks, which is zero when there are none.
 * Input: absent\n
 */
#include <stdio.h>
#include <stdlib.h>

#define STUDENTS 40

struct grades {
	int marks[STUDENTS];
	int count;
};

static int add(struct grades *g, const char *text)
{
	char *end;
	long mark = strtol(text, &end, 10);

	if (end == text || mark < 1 || mark > 6)
		return 0;
	if (g->count == STUDENTS)
		return 0;
	g->marks[g->count++] = (int)mark;
	return 1;
}

static int mean(const struct grades *g)
{
	int i, sum = 0;

	for (i = 0; i < g->count; i++)
		sum += g->marks[i];
	return sum * 100 / g->count;
}

static int best(const struct grades *g)
{
	int i, found = g->marks[0];

	for (i = 1; i < g->count; i++) {
		if (g->marks[i] < found)
			found = g->marks[i];
	}
	return found;
}

static void histogram(const struct grades *g)
{
	int columns[6] = { 0 };
	int i;

	for (i = 0; i < g->count; i++)
		columns[g->marks[i] - 1]++;
	for (i = 0; i < 6; i++)
		printf("%d: %d\n", i + 1, columns[i]);
}

int main(void)
{
	struct grades g = { { 0 }, 0 };
	char line[32];

	while (fgets(line, sizeof(line), stdin) != NULL) {
		if (!add(&g, line))
			fprintf(stderr, "ignored: %s", line);
	}
#ifndef BUG
	if (g.count == 0) {
		printf("no marks\n");
		return 1;
	}
#endif
	printf("%d marks, best %d, mean %d/100\n", g.count, best(&g), mean(&g));
	histogram(&g);
	return 0;
}

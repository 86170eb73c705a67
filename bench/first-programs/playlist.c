/*
 * A list of songs with titles on the heap; "-N" removes the N-th, anything else is a title.
 * Bug: free: take_out() leaves the title in the place behind the last one, so that clear() frees it again.
 * Input: a\nb\n-1\n
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SONGS 8

struct playlist {
	char *titles[SONGS];
	int count;
};

static char *copy(const char *s)
{
	char *c = malloc(strlen(s) + 1);

	if (c != NULL)
		strcpy(c, s);
	return c;
}

static int append(struct playlist *p, const char *title)
{
	if (p->count == SONGS)
		return -1;
	p->titles[p->count] = copy(title);
	if (p->titles[p->count] == NULL)
		return -1;
	p->count++;
	return 0;
}

static int take_out(struct playlist *p, long n)
{
	int i;

	if (n < 1 || n > p->count)
		return -1;
	free(p->titles[n - 1]);
	for (i = (int)n; i < p->count; i++)
		p->titles[i - 1] = p->titles[i];
	p->count--;
#ifndef BUG
	p->titles[p->count] = NULL;
#endif
	return 0;
}

static void clear(struct playlist *p)
{
	int i;

	for (i = 0; i < SONGS; i++) {
		free(p->titles[i]);
		p->titles[i] = NULL;
	}
	p->count = 0;
}

int main(void)
{
	struct playlist p = { { NULL }, 0 };
	char line[24];
	int i, bad = 0;

	while (!bad && fgets(line, sizeof(line), stdin) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		if (line[0] == '-')
			bad = take_out(&p, strtol(line + 1, NULL, 10));
		else
			bad = append(&p, line);
	}
	for (i = 0; i < p.count; i++)
		printf("%d %s\n", i + 1, p.titles[i]);
	clear(&p);
	return bad ? 1 : 0;
}

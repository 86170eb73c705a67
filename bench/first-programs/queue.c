/*
 * A queue of customers: a number joins the queue, any other line serves the first one.
 * Bug: uaf: leave() keeps the tail when the last customer goes; the next one is appended to a freed node.
 * Input: 1\nnext\n2\n
 */
#include <stdio.h>
#include <stdlib.h>

struct customer {
	long number;
	struct customer *next;
};

struct queue {
	struct customer *head, *tail;
};

static int join(struct queue *q, long number)
{
	struct customer *c = malloc(sizeof(*c));

	if (c == NULL)
		return -1;
	c->number = number;
	c->next = NULL;
	if (q->tail != NULL)
		q->tail->next = c;
	else
		q->head = c;
	q->tail = c;
	return 0;
}

static int leave(struct queue *q, long *number)
{
	struct customer *c = q->head;

	if (c == NULL)
		return -1;
	*number = c->number;
	q->head = c->next;
#ifndef BUG
	if (q->head == NULL)
		q->tail = NULL;
#endif
	free(c);
	return 0;
}

int main(void)
{
	struct queue q = { NULL, NULL };
	char line[40];
	long number;

	while (fgets(line, sizeof(line), stdin) != NULL) {
		char *end;

		number = strtol(line, &end, 10);
		if (end != line) {
			if (join(&q, number) != 0)
				break;
		} else if (leave(&q, &number) == 0) {
			printf("served %ld\n", number);
		} else {
			printf("nobody waits\n");
		}
	}
	while (leave(&q, &number) == 0)
		printf("sent home %ld\n", number);
	return 0;
}

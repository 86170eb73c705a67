/* Pointers, arrays, the heap, and memory seen through other types. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(n, ...)       \
	if (!(__VA_ARGS__)) \
	return n
#define container_of(p, type, member) ((type *)((char *)(p)-offsetof(type, member)))

struct list {
	struct list *next, *prev;
};
struct small {
	int x;
	struct list link;
	char tag;
};
struct large {
	struct list link;
	long y;
};
struct tree {
	struct tree *left, *right;
	int key;
};
struct text {
	int length;
	char name[10];
	short after;
};

static void init(struct list *head)
{
	head->next = head->prev = head;
}

static void add(struct list *head, struct list *entry)
{
	entry->next = head->next;
	entry->prev = head;
	head->next->prev = entry;
	head->next = entry;
}

static void swap(int *a, int *b)
{
	int t = *a;
	*a = *b;
	*b = t;
}

static void copy_bytes(void *to, const void *from, size_t n)
{
	char *p = to;
	const char *q = from;
	while (n--)
		*p++ = *q++;
}

static struct tree *insert(struct tree *t, int key)
{
	if (!t) {
		t = calloc(1, sizeof *t);
		t->key = key;
	} else if (key < t->key) {
		t->left = insert(t->left, key);
	} else {
		t->right = insert(t->right, key);
	}
	return t;
}

static int height(const struct tree *t)
{
	int a, b;
	if (!t)
		return 0;
	a = height(t->left);
	b = height(t->right);
	return 1 + (a > b ? a : b);
}

static int *counter(void)
{
	static int x = 7;
	return &x;
}

static char pool[64] __attribute__((aligned(16)));
static size_t used;

static void *take(size_t n)
{
	void *p = pool + used;
	used += (n + 15) & ~(size_t)15;
	return p;
}

int main(void)
{
	struct list h1, h2;
	struct small a1 = { 1 }, a2 = { 2 }, a3;
	struct large b1 = { .y = 10 }, b2 = { .y = 20 };
	struct tree *t = NULL;
	struct text text = { 5, "hello", 9 };
	int keys[] = { 5, 2, 8, 1, 9, 10 }, table[3][4], pair[2] = { 1, 2 }, s = 0, n = 4;
	int variable[n];
	long sum = 0;

	init(&h1);
	init(&h2);
	add(&h1, &a1.link);
	add(&h1, &a2.link);
	add(&h2, &b1.link);
	add(&h2, &b2.link);
	for (struct list *p = h1.next; p != &h1; p = p->next)
		s = s * 10 + container_of(p, struct small, link)->x;
	for (struct list *p = h2.next; p != &h2; p = p->next)
		sum = sum * 100 + container_of(p, struct large, link)->y;
	CHECK(1, s == 21 && sum == 2010);
	copy_bytes(&a3, &a1, sizeof a3);
	CHECK(2, a3.x == 1 && a3.link.next == a1.link.next && container_of(a3.link.prev, struct small, link)->x == 2);
	swap(&pair[0], &pair[1]);
	CHECK(3, pair[0] == 2 && pair[1] == 1);
	for (int i = 0; i < 6; i++)
		t = insert(t, keys[i]);
	CHECK(4, height(t) == 4 && t->left->left->key == 1);
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 4; k++)
			table[i][k] = i * 4 + k;
	CHECK(5, table[2][3] == 11 && *(*(table + 1) + 2) == 6 && (&table[0][0])[7] == 7);
	(*counter())++;
	CHECK(6, *counter() == 8);
	CHECK(7, &keys[5] - &keys[1] == 4 && &keys[1] < &keys[5] && keys + 6 > keys);
	for (int i = 0; i < n; i++)
		variable[i] = i;
	CHECK(8, variable[3] == 3 && sizeof variable == 16);
	{
		int64_t big = INT64_C(1) << 40;
		unsigned char bytes[8];
		memcpy(bytes, &big, 8);
		CHECK(9, bytes[5] == 1 && bytes[0] == 0);
		bytes[0] = 7;
		memcpy(&big, bytes, sizeof big);
		CHECK(10, big == (INT64_C(1) << 40 | 7));
	}
	{
		uintptr_t address = (uintptr_t)&pair[1] | 1;
		int *back = (int *)(address & ~(uintptr_t)1);
		CHECK(11, *back == 1);
	}
	{
		char *raw = malloc(64);
		int *ints = (int *)raw;
		struct tree *inside = (struct tree *)(raw + 16);
		ints[0] = 1;
		ints[1] = 2;
		inside->key = 7;
		inside->left = t;
		CHECK(12, ints[0] + ints[1] == 3 && inside->left->key == 5 && raw[0] == 1);
		raw = realloc(raw, 100);
		CHECK(13, ((struct tree *)(raw + 16))->left == t && raw[4] == 2);
		free(raw);
	}
	{
		struct tree *one = take(sizeof *one);
		int *two = take(sizeof *two);
		one->left = t;
		one->key = 3;
		*two = 4;
		CHECK(14, one->left->key == 5 && one->key == 3 && *two == 4);
	}
	for (char *p = text.name; *p; p++)
		*p = *p - 'a' + 'A';
	CHECK(15, strcmp(text.name, "HELLO") == 0 && text.after == 9 && text.length == 5);
	{
		struct list **at = &h1.next;
		while (*at != &a1.link)
			at = &(*at)->next;
		*at = (*at)->next;
		CHECK(16, h1.next == &a2.link && a2.link.next == &h1);
	}
	memset(table, 0xff, sizeof table);
	CHECK(17, table[1][1] == -1);
	memmove(&keys[1], &keys[0], 5 * sizeof *keys);
	CHECK(18, keys[0] == 5 && keys[1] == 5 && keys[2] == 2 && keys[5] == 9);
	{
		const int *r = keys + 5;
		s = 0;
		while (r >= keys)
			s += *r--;
		CHECK(19, s == 5 + 5 + 2 + 8 + 1 + 9);
	}
	return 42;
}

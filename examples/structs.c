/*
 * Structures: by value, nested, with bit-fields, in a union, and found again from a member.
 *
 * expected: SAFE
 */
#include <assert.h>
#include <stddef.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct point {
	int x, y;
};

struct box {
	struct point from, to;
	unsigned color : 4, visible : 1;
};

union word {
	unsigned whole;
	unsigned char bytes[4];
};

static struct box moved(struct box box, struct point by)
{
	box.from.x += by.x;
	box.from.y += by.y;
	box.to.x += by.x;
	box.to.y += by.y;
	return box;
}

static struct box *box_of(struct point *to)
{
	return (struct box *)((char *)to - offsetof(struct box, to));
}

int main(void)
{
	int dx = __VERIFIER_nondet_uint() % 100, dy = __VERIFIER_nondet_uint() % 100;
	struct box box = { { 0, 0 }, { 3, 4 }, .color = 15, .visible = 1 };
	struct box other = moved(box, (struct point){ dx, dy });
	union word word;
	assert(other.to.x - other.from.x == 3 && other.to.y - other.from.y == 4);
	assert(box.from.x == 0);
	other.color++;
	assert(other.color == 0 && other.visible == 1);
	assert(box_of(&other.to)->from.x == dx);
	word.whole = 0x04030201;
	word.bytes[2] = 0xff;
	assert(word.whole == 0x04ff0201);
	return 0;
}

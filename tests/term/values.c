/* Values: words and maps. */
#include <string.h>

#include "eval.h"
#include "memory.h"
#include "tap.h"

static struct value word(uint64_t w)
{
	return value_word(32, w);
}

static uint64_t read_at(const struct value *m, uint64_t index)
{
	uint64_t r = 0;
	map_read_words(m->map, &index, &r);
	return r;
}

static void write_at(struct value *m, uint64_t index, uint64_t w)
{
	map_write_words(m, &index, &w);
}

static struct value zero_map(uint32_t index_width)
{
	struct value zero = word(0);
	return map_constant(index_width, 32, &zero);
}

static void words(void)
{
	struct value a = value_word(8, 300), b = value_word(8, 44), c = value_word(100, 7);
	ok(a.kind == VALUE_WORD && a.word == 44 && value_equal(&a, &b), "a word is cut to its width");
	ok(c.kind == VALUE_WIDE && value_bits(&c)[0] == 7 && value_bits(&c)[1] == 0, "a wide word is zero-extended");
	struct value d = value_copy(&c), e = value_words(100, (uint64_t[]){ 7, 1 });
	ok(value_equal(&c, &d) && !value_equal(&c, &e) && !value_equal(&a, &c), "equality");
	value_release(&c);
	ok(value_bits(&d)[0] == 7, "a copy outlives the original");
	value_release(&d);
	value_release(&e);
	ok(e.kind == VALUE_NONE, "a released value is none");
}

static void sharing(void)
{
	struct value a = zero_map(64);
	for (uint64_t i = 0; i < 1000; i++)
		write_at(&a, i * 17, i);
	struct map_value *before = a.map;
	write_at(&a, 3, 3);
	ok(a.map == before, "a map that is not shared is written in place");
	struct value b = value_copy(&a);
	ok(b.map == a.map, "a copy shares");
	write_at(&b, 17, 99);
	ok(b.map != a.map && read_at(&a, 17) == 1 && read_at(&b, 17) == 99, "a write to a copy leaves the original");
	ok(read_at(&b, 34) == 2 && read_at(&b, 5) == 0, "other cells are the same");
	ok(!value_equal(&a, &b), "they differ now");
	write_at(&b, 17, 1);
	ok(value_equal(&a, &b), "and are equal again");
	value_release(&a);
	ok(read_at(&b, 17 * 999) == 999, "a copy outlives the original");
	value_release(&b);
}

static void equality(void)
{
	struct value one = word(1), a = zero_map(3), b = map_constant(3, 32, &one);
	ok(!value_equal(&a, &b), "other defaults");
	for (uint64_t i = 0; i < 8; i++)
		write_at(&a, i, 1);
	ok(value_equal(&a, &b), "cells that were all written hide the default");
	struct value c = zero_map(64), d = map_constant(64, 32, &one);
	ok(!value_equal(&c, &d), "other defaults of a large map");
	write_at(&c, 5, 0);
	struct value e = zero_map(64);
	ok(value_equal(&c, &e), "a cell that was written with the default");
	value_release(&a), value_release(&b), value_release(&c), value_release(&d), value_release(&e);
}

static uint32_t asked;

static struct value square(void *context, const uint64_t *index)
{
	(void)context;
	asked++;
	return word(index[0] * index[0]);
}

static void unknown(void)
{
	struct value a = map_unknown(64, 32, square, NULL);
	ok(read_at(&a, 7) == 49 && asked == 1, "an unknown cell is asked for");
	ok(read_at(&a, 7) == 49 && asked == 1, "once");
	write_at(&a, 8, 1);
	struct value b = value_copy(&a);
	write_at(&b, 7, 5);
	ok(read_at(&a, 7) == 49 && read_at(&b, 7) == 5 && read_at(&b, 8) == 1 && read_at(&b, 9) == 81, "copies");
	struct value c = map_unknown(64, 32, square, NULL);
	ok(read_at(&c, 7) == 49 && !value_equal(&a, &c), "differ in a cell that was written");
	write_at(&c, 8, 1);
	ok(value_equal(&a, &c), "are equal with the same unknown cells");
	value_release(&a), value_release(&b), value_release(&c);
}

static void blocks(void)
{
	struct value a = zero_map(16), five = word(5);
	uint64_t at = 0xfff0, low = 0x10;
	ok(map_fill(&a, &at, 16, 40, &five, 1000), "fill");
	ok(read_at(&a, 0xffef) == 0 && read_at(&a, 0xfff0) == 5 && read_at(&a, 0) == 5 && read_at(&a, 23) == 5 &&
		   read_at(&a, 24) == 0,
	   "a fill goes round at 2^k");
	ok(!map_fill(&a, &at, 16, 1001, &five, 1000), "a limit");
	at = 0x00fe;
	ok(map_fill(&a, &at, 8, 4, &five, 1000) && read_at(&a, 0xff) == 5 && read_at(&a, 0x100) == 0 &&
		   read_at(&a, 1) == 5,
	   "a fill stays within its low k bits");
	struct value b = zero_map(16);
	for (uint64_t i = 0; i < 300; i++)
		write_at(&b, i, i);
	ok(map_copy(&b, &low, b.map, &(uint64_t){ 0 }, 16, 200, 1000), "copy within a map");
	bool good = true;
	for (uint64_t i = 0; i < 300; i++)
		good = good && read_at(&b, i) == (i < 16 ? i : i < 216 ? i - 16 : i);
	ok(good, "runs that overlap are read before they are written");
	value_release(&a), value_release(&b);
}

static void wide(void)
{
	uint64_t p[] = { 64, 5 }, q[] = { 64, 6 }, w[] = { 1, 2 }, r[2];
	struct value zero = value_word(96, 0), a = map_constant(96, 96, &zero);
	map_write_words(&a, p, w);
	map_read_words(a.map, p, r);
	ok(r[0] == 1 && r[1] == 2, "two words as index and value");
	map_read_words(a.map, q, r);
	ok(r[0] == 0 && r[1] == 0, "another object");
	struct value v = value_words(96, w), read;
	ok(map_fill(&a, q, 64, 100, &v, 1000), "fill of two words");
	q[0] += 99;
	read = map_read(a.map, q);
	ok(value_equal(&read, &v), "its last cell");
	value_release(&read);
	q[0]++;
	read = map_read(a.map, q);
	ok(value_equal(&read, &zero), "not the next");
	value_release(&read), value_release(&v), value_release(&zero), value_release(&a);
}

static void count_cell(void *context, const uint64_t *index, const uint64_t *words_)
{
	uint64_t *sum = context;
	*sum += index[0] * words_[0];
}

static void visit(void)
{
	struct value a = zero_map(64);
	uint64_t sum = 0;
	write_at(&a, 1000000, 2);
	write_at(&a, UINT64_C(1) << 40, 3);
	map_visit(a.map, count_cell, &sum);
	ok(sum == 2000000 + (UINT64_C(3) << 40), "cells are visited with their indices");
	ok(map_default(a.map)[0] == 0 && map_index_width(a.map) == 64 && map_value_width(a.map) == 32,
	   "what a map is like");
	value_release(&a);
}

/* ---- large fills, against arrays ---- */

enum { OBJECTS = 3, CELLS = 20000 };

struct reference {
	struct value map;
	uint8_t cells[OBJECTS][CELLS]; /* 0: nothing was stored */
};

static uint64_t any(uint64_t *seed, uint64_t below)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return (*seed >> 33) % below;
}

static void change(struct reference *r, uint64_t *seed)
{
	uint64_t object = any(seed, OBJECTS), first = any(seed, CELLS), byte = any(seed, 255) + 1;
	uint64_t index[2] = { first, object }, count = 1;
	struct value v = value_word(8, byte);
	if (any(seed, 2)) {
		count = any(seed, 4) ? any(seed, 300) : any(seed, CELLS);
		count = count < CELLS - first ? count : CELLS - first;
		map_fill(&r->map, index, 64, count, &v, CELLS);
	} else {
		map_write(&r->map, index, &v);
	}
	memset(r->cells[object] + first, (int)byte, count);
}

static void forget_cell(void *context, const uint64_t *index, const uint64_t *words)
{
	struct reference *r = context;
	/* Each cell is visited once, with its value. */
	if (index[1] < OBJECTS && index[0] < CELLS && r->cells[index[1]][index[0]] == words[0])
		r->cells[index[1]][index[0]] = 0;
}

static bool agrees(const struct reference *r)
{
	struct reference *rest = memory_alloc(sizeof *rest);
	bool good = true;
	for (uint64_t o = 0; o < OBJECTS; o++)
		for (uint64_t i = 0; i < CELLS; i++) {
			uint64_t index[2] = { i, o }, word;
			map_read_words(r->map.map, index, &word);
			good &= word == r->cells[o][i];
		}
	*rest = *r;
	map_visit(r->map.map, forget_cell, rest);
	for (uint64_t o = 0; o < OBJECTS; o++)
		for (uint64_t i = 0; i < CELLS; i++)
			good &= !rest->cells[o][i];
	memory_free(rest);
	return good;
}

static void large_fills(void)
{
	struct value zero = value_word(8, 0);
	bool good = true, apart = true;
	for (uint64_t seed = 1; seed <= 12; seed++) {
		uint64_t state = seed;
		struct reference *r = memory_alloc(sizeof *r), *copy = memory_alloc(sizeof *copy);
		r->map = map_constant(96, 8, &zero);
		for (int i = 0; i < 60; i++)
			change(r, &state);
		*copy = *r;
		copy->map = value_copy(&r->map);
		for (int i = 0; i < 40; i++)
			change(i % 2 ? r : copy, &state);
		good &= agrees(r);
		apart &= agrees(copy);
		value_release(&r->map);
		value_release(&copy->map);
		memory_free(r);
		memory_free(copy);
	}
	ok(good, "large and small fills and writes give the cells of an array");
	ok(apart, "also in a copy that was changed on");
	struct value narrow = map_constant(32, 8, &zero), five = value_word(8, 5);
	uint64_t at = 0x1fffe, inside = 0x10000, behind = 0x20000;
	ok(map_fill(&narrow, &at, 16, 0xffff, &five, 1 << 20), "a run that wraps around within its part");
	ok(read_at(&narrow, inside) == 5 && read_at(&narrow, behind) == 0 && read_at(&narrow, 0x1fffd) == 0,
	   "stays there");
	value_release(&narrow);
}

int main(void)
{
	words();
	sharing();
	equality();
	unknown();
	blocks();
	wide();
	visit();
	large_fills();
	return done_testing();
}

/* Layouts: the bytes of an object belong to it under every seed, objects have places of their own, and maps that have no such sorts, or no such
 * role, get no layout. */
#include "layout.h"

#include <string.h>

#include "ir.h"
#include "read.h"
#include "tap.h"

enum { OBJECTS = 300, SEEDS = 40, BYTES = 64 }; /* BYTES: what each layout has room for */

static struct program *program_of(const char *globals)
{
	char text[500];
	struct diagnostics diags;
	diagnostics_init(&diags);
	snprintf(text, sizeof text, "plumb 1 {entry \"f\"}\n%sprocedure f() {\nx:\n  return;\n}\n", globals);
	struct program *p = program_read_text("test", text, strlen(text), &diags);
	diagnostics_print(&diags, "test", stdout);
	diagnostics_release(&diags);
	return p;
}

static uint64_t cell(struct layout *layout, const struct program *p, uint32_t global, uint64_t index)
{
	uint64_t value = UINT64_MAX;
	return layout_cell(layout, p->globals[global], index, &value) ? value : UINT64_MAX;
}

/* Does each object own what it begins and ends in? Then no two share a place. */
static bool owns(const struct program *p, struct layout *layout)
{
	for (uint64_t object = 1; object < OBJECTS; object++) {
		uint64_t base = cell(layout, p, 0, object), last = base + BYTES - 1;
		if (base >> layout->address_bits || last >> layout->address_bits ||
		    cell(layout, p, 1, base >> layout->granule_bits) != object ||
		    cell(layout, p, 1, last >> layout->granule_bits) != object)
			return false;
	}
	return cell(layout, p, 0, 0) == 0;
}

static void places(const char *globals, const char *name)
{
	struct program *p = program_of(globals);
	int wrong = 0, ascending = 0, descending = 0, other = 0;
	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		struct layout layout = layout_of(p, seed);
		wrong += !owns(p, &layout);
		uint64_t a = cell(&layout, p, 0, 1), b = cell(&layout, p, 0, 2), c = cell(&layout, p, 0, 3);
		ascending += a < b && b < c;
		descending += a > b && b > c;
		other += (a < b) != (b < c);
		layout_release(&layout);
	}
	is_int(wrong, 0, "%s: each object has a place of its own under all seeds", name);
	ok(ascending && descending && other, "%s: some seeds go up, some down, some neither", name);
	program_free(p);
}

/* Programs that make many objects have small ones. */
static void many(void)
{
	struct program *p =
		program_of("global b : [bv32]bv32 {role \"base\"}\nglobal o : [bv16]bv32 {role \"owner\"}\n");
	for (uint64_t seed = 0; seed < 4; seed++) {
		struct layout layout = layout_of(p, seed);
		uint64_t empty = cell(&layout, p, 1, 40000), placed = 0;
		for (uint64_t object = 1; object < 50000; object++) {
			uint64_t base = cell(&layout, p, 0, object * 7);
			placed += cell(&layout, p, 1, base >> 16) == object * 7 && base >> 16 != 40000;
		}
		is_int(placed, 49999, "seed %d: so many have places", (int)seed);
		is_int(empty, 0, "and what nobody had");
		is_int(cell(&layout, p, 1, 40000), 0, "stays empty");
		layout_release(&layout);
	}
	program_free(p);
}

static void none(const char *globals, const char *name)
{
	struct program *p = program_of(globals);
	struct layout layout = layout_of(p, 1);
	uint64_t value;
	is_int(layout.address_bits, 0, "%s: no layout", name);
	ok(!layout_cell(&layout, p->globals[0], 1, &value), "%s: no cell", name);
	program_free(p);
}

int main(void)
{
	places("global b : [bv32]bv47 {role \"base\"}\nglobal o : [bv31]bv32 {role \"owner\"}\n", "47 bits");
	places("global b : [bv32]bv31 {role \"base\"}\nglobal o : [bv15]bv32 {role \"owner\"}\n", "31 bits");
	many();
	none("global b : [bv32]bv47 {role \"base\"}\n", "no owner");
	none("global b : [bv32]bv47\nglobal o : [bv31]bv32\n", "no roles");
	struct program *p = program_of("global b : [bv32]bv47 {role \"base\"}\nglobal o : [bv31]bv32 {role \"owner\"}\n"
				       "global m : [bv32]bv47\n");
	struct layout layout = layout_of(p, 0);
	uint64_t value;
	ok(!layout_cell(&layout, p->globals[2], 1, &value), "another map is none of its business");
	program_free(p);
	return done_testing();
}

/* The points-to analysis by itself: which accesses must share a map, and which need not. */
#include "arena.h"
#include "record.h"
#include "region.h"
#include "sema.h"
#include "tap.h"
#include "target.h"
#include "type_layout.h"
#include "type_make.h"
#include "types.h"

struct world {
	struct arena *arena;
	struct types types;
	struct regions *regions;
};

static void begin(struct world *w)
{
	struct target target = target_default(64);
	w->arena = arena_new();
	types_init(&w->types, w->arena, &target);
	w->regions = regions_new();
}

static void end(struct world *w)
{
	regions_free(w->regions);
	types_release(&w->types);
	arena_free(w->arena);
}

static const struct type *int_type(struct world *w)
{
	return w->types.int_type;
}

static node pointer_to(struct world *w, uint32_t object)
{
	node f = node_new(w->regions);
	node_address(w->regions, f, object);
	return f;
}

static node object_of(struct world *w, const struct type *type)
{
	return pointer_to(w, region_object(w->regions, &w->types, type, false, type_size(&w->types, type)));
}

static node plus(struct world *w, node from, int64_t bytes)
{
	node to = node_new(w->regions);
	node_add(w->regions, to, from, bytes);
	return to;
}

static node indexed(struct world *w, node from, uint64_t stride)
{
	node to = node_new(w->regions);
	node_index(w->regions, to, from, stride);
	return to;
}

static node entered(struct world *w, node from, const struct type *type)
{
	return node_entered(w->regions, from, &w->types, type);
}

static uint32_t load(struct world *w, node pointer, uint64_t size)
{
	return region_load(w->regions, NULL, pointer, size, false);
}

static uint32_t store(struct world *w, node pointer, uint64_t size)
{
	return region_store(w->regions, 0, pointer, size, false);
}

static const struct cell_class *class_of(struct world *w, uint32_t access)
{
	return region_classes(w->regions, access)[0];
}

/* struct { int a, b; char name[8]; void *p; } */
static const struct type *record_type(struct world *w)
{
	static struct member members[4];
	struct record *record = type_new_record(&w->types, false, "s", (struct location){ "t.c", 1, 1 });
	const struct type *types[] = { int_type(w), int_type(w), type_array(&w->types, w->types.char_type, 8),
				       type_pointer(&w->types, w->types.void_type) };
	static const char *const names[] = { "a", "b", "name", "p" };
	for (uint32_t i = 0; i < 4; i++)
		members[i] = (struct member){ .name = names[i], .type = types[i], .record = record, .index = i };
	record->members = members;
	record->member_count = 4;
	type_lay_out(&w->types, record);
	return record->type;
}

static void fields(void)
{
	struct world w;
	begin(&w);
	node s = object_of(&w, record_type(&w)), t = object_of(&w, record_type(&w));
	uint32_t sa = load(&w, s, 4), sb = load(&w, plus(&w, s, 4), 4), ta = load(&w, t, 4);
	regions_solve(w.regions);
	ok(class_of(&w, sa) != class_of(&w, sb), "two members have two maps");
	ok(class_of(&w, sa) != class_of(&w, ta), "two objects have two maps");
	ok(!class_of(&w, sa)->byte_wise && class_of(&w, sa)->bytes == 4, "of integers of 4 bytes");
	end(&w);
}

static void merged_pointers(void)
{
	struct world w;
	begin(&w);
	node s = object_of(&w, record_type(&w)), p = node_new(w.regions);
	node_copy(w.regions, p, s);
	node_copy(w.regions, p, plus(&w, s, 4));
	uint32_t a = load(&w, s, 4), b = store(&w, plus(&w, s, 4), 4), q = load(&w, plus(&w, s, 16), 8),
		 both = store(&w, p, 4);
	regions_solve(w.regions);
	ok(class_of(&w, a) == class_of(&w, b) && class_of(&w, a) == class_of(&w, both),
	   "a pointer to either makes them share");
	ok(!class_of(&w, a)->byte_wise, "still integers");
	ok(class_of(&w, q) != class_of(&w, a), "and leaves the other members alone");
	end(&w);
}

static void overlapping(void)
{
	struct world w;
	begin(&w);
	node s = object_of(&w, record_type(&w));
	uint32_t a = load(&w, s, 4), b = load(&w, plus(&w, s, 4), 4), wide = store(&w, s, 8),
		 half = load(&w, plus(&w, s, 2), 4), p = load(&w, plus(&w, s, 16), 8);
	regions_solve(w.regions);
	ok(class_of(&w, a) == class_of(&w, wide) && class_of(&w, b) == class_of(&w, wide),
	   "an access over two members");
	ok(class_of(&w, a)->byte_wise && class_of(&w, half) == class_of(&w, a), "makes bytes of them");
	ok(!class_of(&w, p)->byte_wise, "and of no others");
	end(&w);
}

static void arrays(void)
{
	struct world w;
	begin(&w);
	const struct type *name = type_array(&w.types, w.types.char_type, 8);
	node s = object_of(&w, record_type(&w));
	node inside = entered(&w, plus(&w, s, 8), name);
	uint32_t any = store(&w, indexed(&w, inside, 1), 1), third = load(&w, plus(&w, inside, 3), 1);
	uint32_t named = load(&w, plus(&w, s, 13), 1), a = load(&w, s, 4), p = load(&w, plus(&w, s, 16), 8);
	regions_solve(w.regions);
	ok(class_of(&w, any) == class_of(&w, third), "elements of an array are one");
	ok(class_of(&w, named) == class_of(&w, any), "also where the object is addressed as a whole");
	ok(class_of(&w, a) != class_of(&w, any) && class_of(&w, p) != class_of(&w, any), "an index stays in the array");
	ok(!class_of(&w, a)->byte_wise && !class_of(&w, p)->byte_wise, "its neighbours are no bytes");
	end(&w);
}

static void container(void)
{
	struct world w;
	begin(&w);
	node s = object_of(&w, record_type(&w)), member = plus(&w, s, 16);
	uint32_t a = load(&w, s, 4), found = store(&w, plus(&w, member, -16), 4),
		 wrong = load(&w, plus(&w, member, 500), 4);
	regions_solve(w.regions);
	ok(class_of(&w, a) == class_of(&w, found), "the object is found from its member");
	ok(class_of(&w, wrong) == NULL, "what is outside is nowhere");
	end(&w);
}

static void walks(void)
{
	struct world w;
	begin(&w);
	node s = object_of(&w, record_type(&w)), p = node_new(w.regions);
	node_copy(w.regions, p, s);
	node_add(w.regions, p, p, 4); /* p = (char *)p + 4, over and over */
	uint32_t all = load(&w, p, 4), a = load(&w, s, 4), q = load(&w, plus(&w, s, 16), 8);
	regions_solve(w.regions);
	ok(class_of(&w, a) == class_of(&w, all), "a walk over an object ends");
	ok(class_of(&w, q) == class_of(&w, all) && class_of(&w, q)->byte_wise, "and touches all of it");
	end(&w);
}

static void copies(void)
{
	struct world w;
	begin(&w);
	const struct type *type = record_type(&w);
	node s = object_of(&w, type), t = object_of(&w, type);
	uint32_t sa = store(&w, s, 4), ta = load(&w, t, 4), tb = load(&w, plus(&w, t, 4), 4);
	uint32_t sp = region_store(w.regions, s, plus(&w, s, 16), 8, true);
	node value;
	uint32_t tp = region_load(w.regions, &value, plus(&w, t, 16), 8, true), through = load(&w, value, 4);
	uint32_t copy = region_copy(w.regions, t, s, type_size(&w.types, type), 1);
	regions_solve(w.regions);
	ok(class_of(&w, sa) == class_of(&w, ta) && class_of(&w, sa) != class_of(&w, tb), "a copy pairs the members");
	ok(class_of(&w, sp) == class_of(&w, tp) && class_of(&w, sp)->pointer && !class_of(&w, sp)->byte_wise,
	   "of pointers too");
	ok(class_of(&w, through) == class_of(&w, sa), "what they point to goes along");
	const struct cell_class *const *list = region_classes(w.regions, copy);
	int count = 0;
	while (list[count])
		count++;
	is_int(count, 3, "it touches their three maps");
	end(&w);
}

static void mismatched_copy(void)
{
	struct world w;
	begin(&w);
	const struct type *buffer = type_array(&w.types, w.types.char_type, 24);
	node s = object_of(&w, record_type(&w)), b = object_of(&w, buffer), in = entered(&w, b, buffer);
	uint32_t a = load(&w, s, 4), c = store(&w, indexed(&w, in, 1), 1);
	region_copy(w.regions, s, in, 24, 1);
	regions_solve(w.regions);
	ok(class_of(&w, a) == class_of(&w, c) && class_of(&w, a)->byte_wise, "from characters: all is bytes");
	end(&w);
}

static void fills(void)
{
	struct world w;
	begin(&w);
	const struct type *type = record_type(&w);
	node s = object_of(&w, type), t = object_of(&w, type), u = object_of(&w, type);
	uint32_t sp = region_load(w.regions, NULL, plus(&w, s, 16), 8, true);
	uint32_t tp = region_load(w.regions, NULL, plus(&w, t, 16), 8, true), ub = load(&w, plus(&w, u, 4), 4),
		 ua = load(&w, u, 4);
	region_fill(w.regions, s, 24, 1, true);
	region_fill(w.regions, t, 24, 1, false);
	region_fill(w.regions, u, 6, 1, true);
	regions_solve(w.regions);
	ok(!class_of(&w, sp)->byte_wise, "zeros are null pointers");
	ok(class_of(&w, tp)->byte_wise, "other bytes are no pointers");
	ok(class_of(&w, ub)->byte_wise && !class_of(&w, ua)->byte_wise,
	   "a fill that ends inside a cell makes bytes of it");
	end(&w);
}

static void heap(void)
{
	struct world w;
	begin(&w);
	node typed = pointer_to(&w, region_object(w.regions, &w.types, record_type(&w), true, 0));
	node untyped = pointer_to(&w, region_object(w.regions, &w.types, NULL, false, 0));
	uint32_t a = load(&w, indexed(&w, typed, 24), 4), b = load(&w, plus(&w, indexed(&w, typed, 24), 4), 4),
		 next = load(&w, plus(&w, typed, 24 + 4), 4);
	uint32_t x = store(&w, indexed(&w, untyped, 8), 4), y = load(&w, plus(&w, untyped, 12), 4),
		 z = load(&w, untyped, 4);
	regions_solve(w.regions);
	ok(class_of(&w, a) != class_of(&w, b) && class_of(&w, next) == class_of(&w, b),
	   "an array of structs on the heap");
	ok(class_of(&w, x) == class_of(&w, z) && class_of(&w, y) != class_of(&w, x),
	   "memory without a type is folded by use");
	ok(!class_of(&w, y)->byte_wise, "and not bytes");
	end(&w);
}

/* Two sources and two targets, one after the other, of which the last does not match. */
static void copies_of_many(void)
{
	struct world w;
	begin(&w);
	const struct type *type = record_type(&w), *words = type_array(&w.types, int_type(&w), 6);
	node from = node_new(w.regions), to = node_new(w.regions);
	node s1 = object_of(&w, type), s2 = object_of(&w, type), t = object_of(&w, type), other = object_of(&w, words);
	node_copy(w.regions, from, s1);
	node_copy(w.regions, to, t);
	region_copy(w.regions, to, from, type_size(&w.types, type), 1);
	node_copy(w.regions, from, s2);
	uint32_t a = store(&w, s2, 4), b = load(&w, t, 4), c = load(&w, s1, 4), d = load(&w, plus(&w, t, 4), 4);
	regions_solve(w.regions);
	ok(class_of(&w, a) == class_of(&w, b) && class_of(&w, a) == class_of(&w, c), "every source meets every target");
	ok(!class_of(&w, a)->byte_wise && class_of(&w, a) != class_of(&w, d), "member by member");
	end(&w);
	begin(&w);
	type = record_type(&w), words = type_array(&w.types, int_type(&w), 6);
	from = node_new(w.regions), to = node_new(w.regions);
	s1 = object_of(&w, type), t = object_of(&w, type), other = object_of(&w, words);
	node_copy(w.regions, from, s1);
	node_copy(w.regions, to, t);
	node_copy(w.regions, to, plus(&w, t, 0));
	node_copy(w.regions, to, other);
	region_copy(w.regions, to, from, type_size(&w.types, type), 1);
	a = store(&w, s1, 4), b = load(&w, t, 4), c = load(&w, entered(&w, other, words), 4);
	regions_solve(w.regions);
	ok(class_of(&w, a) == class_of(&w, b) && class_of(&w, a) == class_of(&w, c) && class_of(&w, a)->byte_wise,
	   "one target that is laid out otherwise makes bytes of all");
	end(&w);
}

static void cycles(void)
{
	struct world w;
	begin(&w);
	const struct type *type = record_type(&w);
	enum { LENGTH = 50 };
	node ring[LENGTH];
	for (int i = 0; i < LENGTH; i++)
		ring[i] = node_new(w.regions);
	for (int i = 0; i < LENGTH; i++)
		node_copy(w.regions, ring[(i + 1) % LENGTH], ring[i]);
	node s = object_of(&w, type), t = object_of(&w, type);
	node_copy(w.regions, ring[7], s);
	node_copy(w.regions, ring[31], plus(&w, t, 4));
	uint32_t a = store(&w, s, 4), b = store(&w, plus(&w, t, 4), 4), c = load(&w, ring[20], 4), d = load(&w, t, 4);
	regions_solve(w.regions);
	ok(class_of(&w, c) == class_of(&w, a) && class_of(&w, c) == class_of(&w, b),
	   "what enters a ring is everywhere in it");
	ok(class_of(&w, d) != class_of(&w, c), "and nothing else is");
	end(&w);
}

/* More positions than an object may have: all of them are anywhere in it. */
static void blurred(void)
{
	struct world w;
	begin(&w);
	node heap = pointer_to(&w, region_object(w.regions, &w.types, NULL, true, 0));
	node apart = object_of(&w, record_type(&w));
	uint32_t first = store(&w, heap, 4), last = 0, other = load(&w, apart, 4);
	for (int64_t i = 1; i < 2000; i++)
		last = load(&w, plus(&w, heap, 4 * i), 4);
	regions_solve(w.regions);
	ok(class_of(&w, first) == class_of(&w, last), "very many positions are one");
	ok(class_of(&w, other) && class_of(&w, other) != class_of(&w, last), "which concerns no other object");
	end(&w);
}

/* A walk over an object without a type, each step of which makes a cell: it is blurred, and its cells are folded, on the
 * way. What is accessed before and after that is the same memory. */
static void blurred_on_the_way(void)
{
	enum { WALK = 600 };
	struct world w;
	uint32_t loads[WALK];
	begin(&w);
	node at = pointer_to(&w, region_object(w.regions, &w.types, NULL, true, 0));
	for (int i = 0; i < WALK; i++) {
		loads[i] = load(&w, at, 4);
		at = plus(&w, at, 8);
	}
	regions_solve(w.regions);
	bool one = class_of(&w, loads[0]) != NULL;
	for (int i = 0; i < WALK; i++)
		one = one && class_of(&w, loads[i]) == class_of(&w, loads[0]);
	ok(one, "an object that is blurred while its cells are made has one map");
	end(&w);
}

static void note_call(void *context, uint32_t object)
{
	*(uint32_t *)context = object;
}

static void calls(void)
{
	struct world w;
	uint32_t seen = 0;
	begin(&w);
	uint32_t function = region_object(w.regions, &w.types, NULL, false, 0);
	node slot = object_of(&w, type_pointer(&w.types, int_type(&w))), f;
	region_store(w.regions, pointer_to(&w, function), slot, 8, true);
	region_load(w.regions, &f, slot, 8, true);
	region_call(w.regions, f, note_call, &seen);
	regions_solve(w.regions);
	is_int(seen, function, "a function is found through memory");
	end(&w);
}

static void note_object(void *context, uint32_t object)
{
	*(uint64_t *)context |= UINT64_C(1) << object;
}

static uint64_t objects_of(struct world *w, node f)
{
	uint64_t objects = 0;
	region_points(w->regions, f, note_object, &objects);
	return objects;
}

/* An object whose first 8 bytes point to FUNCTION. */
static uint32_t holder(struct world *w, node function)
{
	uint32_t object = region_object(w->regions, &w->types, record_type(w), false, 24);
	region_store(w->regions, function, pointer_to(w, object), 8, true);
	return object;
}

static void receivers(void)
{
	struct world w;
	begin(&w);
	uint32_t f = region_object(w.regions, &w.types, NULL, false, 0),
		 g = region_object(w.regions, &w.types, NULL, false, 0);
	region_function(w.regions, f);
	region_function(w.regions, g);
	node both = node_new(w.regions), late = node_new(w.regions);
	uint32_t a = holder(&w, pointer_to(&w, f)), b = holder(&w, pointer_to(&w, g)), c = holder(&w, late),
		 d = holder(&w, region_any_number(w.regions));
	for (uint32_t i = a; i <= d; i++)
		node_address(w.regions, both, i);
	node to_f = node_new(w.regions), to_g = node_new(w.regions);
	uint32_t called = region_load(w.regions, NULL, both, 8, true);
	region_receive(w.regions, called, to_f, both, f);
	region_receive(w.regions, called, to_g, both, g);
	/* c holds g as soon as g is called, in turn */
	uint32_t more = holder(&w, pointer_to(&w, g));
	node inside;
	region_load(w.regions, &inside, to_g, 8, true);
	node_copy(w.regions, late, inside);
	node_address(w.regions, both, more);
	regions_solve(w.regions);
	uint64_t of_f = objects_of(&w, to_f), of_g = objects_of(&w, to_g);
	ok(of_f >> a & 1 && !(of_g >> a & 1), "an object that holds one function is passed to that one");
	ok(of_g >> b & 1 && !(of_f >> b & 1) && of_g >> more & 1 && !(of_f >> more & 1), "and to no other");
	ok(of_g >> c & 1, "also one that comes to hold it because of the call");
	ok(of_f >> d & 1 && of_g >> d & 1, "one that holds what is not known is passed to all");
	end(&w);
}

/* What is asked for twice is there once, and what differs in anything is not. */
static void derived(void)
{
	struct world w;
	begin(&w);
	const struct type *type = record_type(&w), *array = type_array(&w.types, int_type(&w), 4);
	node p = object_of(&w, type), q = object_of(&w, array), value, again, other;
	node sum = node_sum(w.regions, p, 8);
	ok(sum == node_sum(w.regions, p, 8) && sum != node_sum(w.regions, p, 4) && sum != node_sum(w.regions, q, 8),
	   "sums");
	is_int(node_sum(w.regions, p, 0), p, "nothing added");
	ok(node_indexed(w.regions, q, 4) == node_indexed(w.regions, q, 4) &&
		   node_indexed(w.regions, q, 4) != node_indexed(w.regions, q, 8) &&
		   node_indexed(w.regions, q, 4) != node_sum(w.regions, q, 4),
	   "indices");
	ok(node_entered(w.regions, q, &w.types, array) == node_entered(w.regions, q, &w.types, array),
	   "entered arrays");
	uint32_t first = region_load(w.regions, &value, sum, 4, false);
	ok(first == region_load(w.regions, &again, sum, 4, false) && value == again, "loads");
	ok(first != region_load(w.regions, &other, sum, 1, false) && value != other, "of another size");
	ok(first != region_load(w.regions, &other, sum, 4, true) && value != other, "of a pointer");
	uint32_t stored = region_store(w.regions, p, q, 8, true);
	ok(stored == region_store(w.regions, p, q, 8, true) && stored != region_store(w.regions, q, q, 8, true) &&
		   stored != region_load(w.regions, NULL, q, 8, true),
	   "stores of the same");
	regions_solve(w.regions);
	ok(class_of(&w, first) && class_of(&w, stored), "all have a map");
	end(&w);
}

/* ---- pointers into the heap ---- */

static void slots(void)
{
	struct world w;
	begin(&w);
	uint32_t count, heap = region_object(w.regions, &w.types, int_type(&w), false, 4);
	region_heap(w.regions, heap);
	const struct type *pointer = type_pointer(&w.types, int_type(&w));
	uint32_t table = region_object(w.regions, &w.types, type_array(&w.types, pointer, 10), false, 80);
	uint32_t numbers = region_object(w.regions, &w.types, type_array(&w.types, int_type(&w), 10), false, 40);
	node value = pointer_to(&w, heap);
	node element = entered(&w, pointer_to(&w, table), type_array(&w.types, pointer, 10));
	region_store(w.regions, value, indexed(&w, element, 8), 8, true);
	region_store(w.regions, 0, pointer_to(&w, numbers), 4, false);
	regions_solve(w.regions);
	region_read_slots(w.regions);
	const struct region_slot *found = region_slots(w.regions, table, 8, &count);
	is_int(count, 1, "an array of pointers is one slot");
	ok(found[0].offset == 0 && found[0].levels == 1 && found[0].level[0].step == 8 && found[0].level[0].end == 80,
	   "with a level for its elements");
	ok(found[0].class->read && found[0].class->pointer, "whose cells are pointers that are read");
	region_slots(w.regions, numbers, 8, &count);
	is_int(count, 0, "numbers are none");
	ok(region_holds_heap(w.regions, value) && !region_holds_heap(w.regions, pointer_to(&w, numbers)),
	   "what may point into the heap");
	end(&w);
}

int main(void)
{
	slots();
	fields();
	merged_pointers();
	overlapping();
	arrays();
	container();
	walks();
	copies();
	mismatched_copy();
	fills();
	copies_of_many();
	cycles();
	blurred();
	blurred_on_the_way();
	heap();
	calls();
	receivers();
	derived();
	return done_testing();
}

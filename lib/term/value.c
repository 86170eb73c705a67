/* Concrete values, and maps as values.
 *
 * A map is a hash table of pages of 64 cells that are neighbours by index: what C programs do with memory is
 * mostly local. Maps and pages are reference counted and copied on write, so that copying a map costs
 * nothing, and a write to a map that has one owner touches one cell. A large fill is kept as a run: its cells are
 * those that no page has. */
#include <string.h>

#include "bv.h"
#include "eval.h"
#include "hash.h"
#include "memory.h"

enum { PAGE_BITS = 6, PAGE_CELLS = 1 << PAGE_BITS, LARGE_FILL = 1 << 12, MOST_RUNS = 16 };

struct page {
	uint32_t refs;
	uint64_t present; /* which cells have a value of their own */
	uint64_t words[]; /* the page's number (index >> 6, as many words as an index), then the cells */
};

/* The cells from `words` on, an index, which counts on in its first word only, have the value behind it. */
struct run {
	uint64_t count;
	uint64_t *words;
};

struct map_value {
	uint32_t refs;
	uint32_t index_width, value_width, index_words, value_words;
	uint64_t *fallback; /* the default's words; NULL: ask unknown */
	struct value (*unknown)(void *context, const uint64_t *index);
	void *context;
	struct page **pages; /* open addressing, capacity a power of two */
	size_t count, capacity;
	struct run *runs; /* later ones over earlier ones; NULL: none */
	uint32_t run_count;
};

/* --- values --- */

static void map_release(struct map_value *map);

void value_release(struct value *v)
{
	if (v->kind == VALUE_WIDE)
		memory_free(v->words);
	else if (v->kind == VALUE_MAP)
		map_release(v->map);
	v->kind = VALUE_NONE;
}

struct value value_words(uint32_t width, const uint64_t *words)
{
	struct value v = { .kind = VALUE_WORD, .width = width };
	if (width <= 64) {
		v.word = words[0];
	} else {
		v.kind = VALUE_WIDE;
		v.words = memory_alloc(bv_words(width) * sizeof *words);
		memcpy(v.words, words, bv_words(width) * sizeof *words);
	}
	return v;
}

struct value value_word(uint32_t width, uint64_t word)
{
	struct value v = { .kind = VALUE_WORD, .width = width, .word = word };
	if (width <= 64) {
		bv_normalize(&v.word, width);
		return v;
	}
	v.kind = VALUE_WIDE;
	v.words = memory_alloc(bv_words(width) * sizeof *v.words);
	v.words[0] = word;
	return v;
}

struct value value_copy(const struct value *v)
{
	if (v->kind == VALUE_WIDE)
		return value_words(v->width, v->words);
	if (v->kind == VALUE_MAP)
		v->map->refs++;
	return *v;
}

const uint64_t *value_bits(const struct value *v)
{
	return v->kind == VALUE_WIDE ? v->words : &v->word;
}

/* --- pages --- */

static void page_release(struct page *page)
{
	if (--page->refs == 0)
		memory_free(page);
}

static uint64_t *page_cell(const struct map_value *map, struct page *page, uint32_t cell)
{
	return page->words + map->index_words + (size_t)cell * map->value_words;
}

static size_t page_size(const struct map_value *map)
{
	return sizeof(struct page) + (map->index_words + (size_t)PAGE_CELLS * map->value_words) * sizeof(uint64_t);
}

/* Word i of index >> PAGE_BITS. */
static uint64_t page_number_word(const struct map_value *map, const uint64_t *index, uint32_t i)
{
	uint64_t above = i + 1 < map->index_words ? index[i + 1] << (64 - PAGE_BITS) : 0;
	return index[i] >> PAGE_BITS | above;
}

static bool page_is(const struct map_value *map, const struct page *page, const uint64_t *index)
{
	for (uint32_t i = 0; i < map->index_words; i++) {
		if (page->words[i] != page_number_word(map, index, i))
			return false;
	}
	return true;
}

static struct page **page_slot(const struct map_value *map, const uint64_t *index)
{
	uint64_t h = 1;
	for (uint32_t i = 0; i < map->index_words; i++)
		h = hash_mix(h, page_number_word(map, index, i));
	size_t at = h & (map->capacity - 1);
	while (map->pages[at] && !page_is(map, map->pages[at], index))
		at = (at + 1) & (map->capacity - 1);
	return &map->pages[at];
}

static void pages_grow(struct map_value *map)
{
	struct page **old = map->pages;
	size_t old_capacity = map->capacity;
	map->capacity = old_capacity ? 2 * old_capacity : 8;
	map->pages = memory_alloc(map->capacity * sizeof *map->pages);
	for (size_t i = 0; i < old_capacity; i++) {
		if (!old[i])
			continue;
		uint64_t h = 1;
		for (uint32_t j = 0; j < map->index_words; j++)
			h = hash_mix(h, old[i]->words[j]);
		size_t at = h & (map->capacity - 1);
		while (map->pages[at])
			at = (at + 1) & (map->capacity - 1);
		map->pages[at] = old[i];
	}
	memory_free(old);
}

static struct page *page_find(const struct map_value *map, const uint64_t *index)
{
	return map->count ? *page_slot(map, index) : NULL;
}

static struct page *page_add(struct map_value *map, const uint64_t *index)
{
	if (2 * (map->count + 1) > map->capacity)
		pages_grow(map);
	struct page *page = memory_alloc(page_size(map));
	page->refs = 1;
	for (uint32_t i = 0; i < map->index_words; i++)
		page->words[i] = page_number_word(map, index, i);
	*page_slot(map, index) = page;
	map->count++;
	return page;
}

/* The page of the index, made if need be, and with one owner so that it may be written. */
static struct page *page_to_write(struct map_value *map, const uint64_t *index)
{
	struct page **slot = map->count ? page_slot(map, index) : NULL;
	if (!slot || !*slot)
		return page_add(map, index);
	if ((*slot)->refs > 1) {
		struct page *copy = memory_alloc(page_size(map));
		memcpy(copy, *slot, page_size(map));
		copy->refs = 1;
		page_release(*slot);
		*slot = copy;
	}
	return *slot;
}

/* The index of a page's cell. */
static void cell_index(const struct map_value *map, const struct page *page, uint32_t cell, uint64_t *index)
{
	for (uint32_t i = 0; i < map->index_words; i++)
		index[i] = page->words[i] << PAGE_BITS | (i ? page->words[i - 1] >> (64 - PAGE_BITS) : cell);
}

/* --- maps --- */

static void map_release(struct map_value *map)
{
	if (--map->refs)
		return;
	for (size_t i = 0; i < map->capacity; i++) {
		if (map->pages[i])
			page_release(map->pages[i]);
	}
	for (uint32_t i = 0; i < map->run_count; i++)
		memory_free(map->runs[i].words);
	memory_free(map->runs);
	memory_free(map->pages);
	memory_free(map->fallback);
	memory_free(map);
}

static struct map_value *map_new(uint32_t index_width, uint32_t value_width)
{
	struct map_value *map = memory_alloc(sizeof *map);
	map->refs = 1;
	map->index_width = index_width;
	map->value_width = value_width;
	map->index_words = bv_words(index_width);
	map->value_words = bv_words(value_width);
	return map;
}

static uint64_t *copy_of_words(const uint64_t *words, uint32_t n)
{
	uint64_t *copy = memory_alloc(n * sizeof *copy);
	memcpy(copy, words, n * sizeof *copy);
	return copy;
}

struct value map_constant(uint32_t index_width, uint32_t value_width, const struct value *value)
{
	struct map_value *map = map_new(index_width, value_width);
	map->fallback = copy_of_words(value_bits(value), map->value_words);
	return (struct value){ .kind = VALUE_MAP, .map = map };
}

struct value map_unknown(uint32_t index_width, uint32_t value_width,
			 struct value (*unknown)(void *context, const uint64_t *index), void *context)
{
	struct map_value *map = map_new(index_width, value_width);
	map->unknown = unknown;
	map->context = context;
	return (struct value){ .kind = VALUE_MAP, .map = map };
}

/* Gives the value a map of its own. */
static struct map_value *map_unshare(struct value *v)
{
	struct map_value *old = v->map;
	if (old->refs == 1)
		return old;
	struct map_value *map = memory_alloc(sizeof *map);
	*map = *old;
	map->refs = 1;
	old->refs--;
	if (old->fallback)
		map->fallback = copy_of_words(old->fallback, old->value_words);
	map->pages = old->capacity ? memory_alloc(old->capacity * sizeof *map->pages) : NULL;
	for (size_t i = 0; i < old->capacity; i++) {
		map->pages[i] = old->pages[i];
		if (map->pages[i])
			map->pages[i]->refs++;
	}
	map->runs = old->run_count ? memory_alloc(MOST_RUNS * sizeof *map->runs) : NULL;
	for (uint32_t i = 0; i < old->run_count; i++) {
		map->runs[i].count = old->runs[i].count;
		map->runs[i].words = copy_of_words(old->runs[i].words, old->index_words + old->value_words);
	}
	return v->map = map;
}

/* --- large fills --- */

static bool run_has(const struct map_value *map, const struct run *run, const uint64_t *index)
{
	return index[0] - run->words[0] < run->count &&
	       !memcmp(index + 1, run->words + 1, (map->index_words - 1) * sizeof *index);
}

/* The last run with the index; NULL: none. */
static const struct run *run_of(const struct map_value *map, const uint64_t *index)
{
	for (uint32_t i = map->run_count; i-- > 0;)
		if (run_has(map, &map->runs[i], index))
			return &map->runs[i];
	return NULL;
}

/* The cells of pages that the run covers are its own now. */
static void run_cover(struct map_value *map, const struct run *run)
{
	uint64_t *index = copy_of_words(run->words, map->index_words);
	for (size_t i = 0; i < map->capacity; i++) {
		uint64_t covered = 0;
		for (uint64_t left = map->pages[i] ? map->pages[i]->present : 0; left; left &= left - 1) {
			cell_index(map, map->pages[i], (uint32_t)__builtin_ctzll(left), index);
			covered |= run_has(map, run, index) ? left & -left : 0;
		}
		if (covered)
			page_to_write(map, index)->present &= ~covered;
	}
	memory_free(index);
}

/* Earlier runs that nothing is left of. */
static void drop_covered(struct map_value *map, const uint64_t *at, uint64_t count)
{
	uint32_t left = 0;
	for (uint32_t i = 0; i < map->run_count; i++) {
		struct run *run = &map->runs[i];
		uint64_t before = run->words[0] - at[0];
		if (before < count && run->count <= count - before &&
		    !memcmp(at + 1, run->words + 1, (map->index_words - 1) * sizeof *at))
			memory_free(run->words);
		else
			map->runs[left++] = *run;
	}
	map->run_count = left;
}

/* False: such a fill is written cell by cell. */
static bool run_add(struct map_value *map, const uint64_t *at, uint32_t k, uint64_t count, const uint64_t *value)
{
	uint64_t most = k < 64 ? (UINT64_C(1) << k) - 1 : UINT64_MAX;
	if (count < LARGE_FILL || count > most || (at[0] & most) > most - count)
		return false;
	drop_covered(map, at, count);
	if (map->run_count == MOST_RUNS)
		return false;
	if (!map->runs)
		map->runs = memory_alloc(MOST_RUNS * sizeof *map->runs);
	struct run *run = &map->runs[map->run_count++];
	run->count = count;
	run->words = memory_alloc((map->index_words + map->value_words) * sizeof *run->words);
	memcpy(run->words, at, map->index_words * sizeof *at);
	memcpy(run->words + map->index_words, value, map->value_words * sizeof *value);
	run_cover(map, run);
	return true;
}

/* Keeps the answer. Also in a page that other maps share: they have the same `unknown` and would get the same. */
static void ask_unknown(struct map_value *map, const uint64_t *index, struct page *page, uint64_t *out)
{
	struct value v = map->unknown(map->context, index);
	memcpy(out, value_bits(&v), map->value_words * sizeof *out);
	value_release(&v);
	if (!page)
		page = page_add(map, index);
	uint32_t cell = index[0] & (PAGE_CELLS - 1);
	memcpy(page_cell(map, page, cell), out, map->value_words * sizeof *out);
	page->present |= UINT64_C(1) << cell;
}

void map_read_words(struct map_value *map, const uint64_t *index, uint64_t *out)
{
	struct page *page = page_find(map, index);
	uint32_t cell = index[0] & (PAGE_CELLS - 1);
	const uint64_t *from = map->fallback;
	const struct run *run;
	if (page && page->present >> cell & 1)
		from = page_cell(map, page, cell);
	else if (map->run_count && (run = run_of(map, index)))
		from = run->words + map->index_words;
	if (!from)
		ask_unknown(map, index, page, out);
	else if (map->value_words == 1)
		*out = *from;
	else
		memcpy(out, from, map->value_words * sizeof *out);
}

struct value map_read(struct map_value *map, const uint64_t *index)
{
	struct value v = value_word(map->value_width, 0);
	map_read_words(map, index, v.kind == VALUE_WIDE ? v.words : &v.word);
	return v;
}

void map_write_words(struct value *value, const uint64_t *index, const uint64_t *words)
{
	struct map_value *map = map_unshare(value);
	struct page *page = page_to_write(map, index);
	uint32_t cell = index[0] & (PAGE_CELLS - 1);
	memcpy(page_cell(map, page, cell), words, map->value_words * sizeof *words);
	page->present |= UINT64_C(1) << cell;
}

void map_write(struct value *map, const uint64_t *index, const struct value *value)
{
	map_write_words(map, index, value_bits(value));
}

uint32_t map_index_width(const struct map_value *map)
{
	return map->index_width;
}

uint32_t map_value_width(const struct map_value *map)
{
	return map->value_width;
}

const uint64_t *map_default(const struct map_value *map)
{
	return map->fallback;
}

/* The cells that are the run's. */
static void visit_run(const struct map_value *map, const struct run *run,
		      void (*visit)(void *context, const uint64_t *index, const uint64_t *words), void *context)
{
	uint64_t *index = copy_of_words(run->words, map->index_words);
	for (uint64_t i = 0; i < run->count; i++, index[0]++) {
		struct page *page = page_find(map, index);
		bool has_own = page && page->present >> (index[0] & (PAGE_CELLS - 1)) & 1;
		if (!has_own && run_of(map, index) == run)
			visit(context, index, run->words + map->index_words);
	}
	memory_free(index);
}

void map_visit(const struct map_value *map, void (*visit)(void *context, const uint64_t *index, const uint64_t *words),
	       void *context)
{
	uint64_t *index = memory_alloc(map->index_words * sizeof *index);
	for (size_t i = 0; i < map->capacity; i++) {
		struct page *page = map->pages[i];
		for (uint64_t left = page ? page->present : 0; left; left &= left - 1) {
			uint32_t cell = (uint32_t)__builtin_ctzll(left);
			cell_index(map, page, cell, index);
			visit(context, index, page_cell(map, page, cell));
		}
	}
	for (uint32_t r = 0; r < map->run_count; r++)
		visit_run(map, &map->runs[r], visit, context);
	memory_free(index);
}

/* --- block operations --- */

/* index + by modulo 2^k in its low k bits. */
static void advance(uint64_t *index, uint32_t words, uint32_t k, uint64_t by)
{
	for (uint32_t i = 0, below = 0; i < words && below < k; i++, below += 64) {
		uint64_t mask = k - below < 64 ? (UINT64_C(1) << (k - below)) - 1 : UINT64_MAX;
		uint64_t sum = index[i] + by;
		by = sum < by;
		index[i] = (index[i] & ~mask) | (sum & mask);
	}
}

/* Cells from the index to the end of its page or of the run's part of the index space. */
static uint64_t cells_ahead(const uint64_t *index, uint32_t k, uint64_t count)
{
	uint64_t size = k < PAGE_BITS ? UINT64_C(1) << k : PAGE_CELLS;
	uint64_t ahead = size - (index[0] & (size - 1));
	return ahead < count ? ahead : count;
}

/* `count` cells of so many words with the same value. */
static void repeat_cells(uint64_t *cells, uint64_t count, const uint64_t *words, uint32_t each)
{
	uint64_t any = 0;
	for (uint32_t i = 0; i < each; i++)
		any |= words[i];
	if (!any)
		memset(cells, 0, count * each * sizeof *words);
	for (uint64_t i = 0; any && i < count * each; i += each)
		memcpy(cells + i, words, each * sizeof *words);
}

/* The run ends with its page at the latest. */
static void write_run(struct map_value *map, const uint64_t *index, uint64_t count, const uint64_t *words, bool repeat)
{
	struct page *page = page_to_write(map, index);
	uint32_t first = index[0] & (PAGE_CELLS - 1);
	uint64_t *cells = page_cell(map, page, first);
	if (repeat)
		repeat_cells(cells, count, words, map->value_words);
	else
		memcpy(cells, words, count * map->value_words * sizeof *words);
	page->present |= (count < PAGE_CELLS ? (UINT64_C(1) << count) - 1 : UINT64_MAX) << first;
}

bool map_fill(struct value *value, const uint64_t *at, uint32_t k, uint64_t count, const struct value *what,
	      uint64_t limit)
{
	if (count > limit)
		return false;
	if (!count)
		return true;
	struct map_value *map = map_unshare(value);
	if (run_add(map, at, k, count, value_bits(what)))
		return true;
	uint64_t *index = copy_of_words(at, map->index_words);
	while (count) {
		uint64_t n = cells_ahead(index, k, count);
		write_run(map, index, n, value_bits(what), true);
		advance(index, map->index_words, k, n);
		count -= n;
	}
	memory_free(index);
	return true;
}

bool map_copy(struct value *value, const uint64_t *at, struct map_value *from, const uint64_t *from_at, uint32_t k,
	      uint64_t count, uint64_t limit)
{
	if (count > limit)
		return false;
	if (!count)
		return true;
	/* Everything is read before anything is written: the runs may overlap. */
	uint32_t vw = from->value_words;
	uint64_t *cells = memory_alloc(count * vw * sizeof *cells), *index = copy_of_words(from_at, from->index_words);
	for (uint64_t i = 0; i < count; i++) {
		map_read_words(from, index, cells + i * vw);
		advance(index, from->index_words, k, 1);
	}
	struct map_value *map = map_unshare(value);
	memcpy(index, at, map->index_words * sizeof *index);
	for (uint64_t done = 0; done < count;) {
		uint64_t n = cells_ahead(index, k, count - done);
		write_run(map, index, n, cells + done * vw, false);
		advance(index, map->index_words, k, n);
		done += n;
	}
	memory_free(cells);
	memory_free(index);
	return true;
}

/* --- equality --- */

struct comparison {
	struct map_value *other;
	uint64_t *scratch;
	bool equal;
};

static void compare_cell(void *context, const uint64_t *index, const uint64_t *words)
{
	struct comparison *c = context;
	if (!c->equal)
		return;
	map_read_words(c->other, index, c->scratch);
	c->equal = bv_equal(c->scratch, words, c->other->value_width);
}

/* The cells of a that have a value of their own are the same in b. */
static bool cells_agree(struct map_value *a, struct map_value *b, uint64_t *scratch)
{
	struct comparison c = { b, scratch, true };
	map_visit(a, compare_cell, &c);
	return c.equal;
}

static bool defaults_equal(const struct map_value *a, const struct map_value *b)
{
	if (!a->fallback || !b->fallback)
		return a->fallback == b->fallback && a->unknown == b->unknown && a->context == b->context;
	return bv_equal(a->fallback, b->fallback, a->value_width);
}

static uint64_t cells_present(const struct map_value *map)
{
	uint64_t n = 0;
	for (size_t i = 0; i < map->capacity; i++)
		n += map->pages[i] ? (uint64_t)__builtin_popcountll(map->pages[i]->present) : 0;
	return n;
}

/* Different defaults count only if some cell has them: each cell of a small map is looked at. */
static bool all_cells_equal(struct map_value *a, struct map_value *b)
{
	if (a->index_width > 24 ||
	    (a->index_width > 12 && cells_present(a) + cells_present(b) < UINT64_C(1) << a->index_width))
		return false;
	uint64_t *x = memory_alloc(2 * sizeof *x * a->value_words), *y = x + a->value_words;
	bool equal = true;
	for (uint64_t i = 0; equal && i < UINT64_C(1) << a->index_width; i++) {
		map_read_words(a, &i, x);
		map_read_words(b, &i, y);
		equal = bv_equal(x, y, a->value_width);
	}
	memory_free(x);
	return equal;
}

static bool maps_equal(struct map_value *a, struct map_value *b)
{
	if (a == b)
		return true;
	if (a->index_width != b->index_width || a->value_width != b->value_width)
		return false;
	if (!defaults_equal(a, b))
		return all_cells_equal(a, b);
	uint64_t *scratch = memory_alloc(a->value_words * sizeof *scratch);
	bool equal = cells_agree(a, b, scratch) && cells_agree(b, a, scratch);
	memory_free(scratch);
	return equal;
}

bool value_equal(const struct value *a, const struct value *b)
{
	if (a->kind == VALUE_MAP && b->kind == VALUE_MAP)
		return maps_equal(a->map, b->map);
	if (a->kind != b->kind)
		return false;
	return a->kind == VALUE_NONE || (a->width == b->width && bv_equal(value_bits(a), value_bits(b), a->width));
}

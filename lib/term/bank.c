#include "bank.h"

#include <assert.h>
#include <string.h>

#include "memory.h"

static const struct {
	const char *name;
	uint8_t arguments, indices;
} ops[] = {
#define OP(name, text, arguments, indices) { text, arguments, indices },
#include "op.def"
#undef OP
};

const char *op_name(enum op op)
{
	return ops[op].name;
}

uint32_t op_arguments(enum op op)
{
	return ops[op].arguments;
}

uint32_t op_indices(enum op op)
{
	return ops[op].indices;
}

/* --- the bank --- */

static void add_chunk(struct bank *bank)
{
	if (bank->chunk_count == bank->chunk_capacity) {
		bank->chunk_capacity = bank->chunk_capacity ? 2 * bank->chunk_capacity : 16;
		bank->chunks = memory_resize(bank->chunks, bank->chunk_capacity * sizeof *bank->chunks);
	}
	bank->chunks[bank->chunk_count++] = memory_alloc(CHUNK_NODES * sizeof(struct node));
}

struct bank *bank_new(void)
{
	struct bank *bank = memory_alloc(sizeof *bank);
	bank->arena = arena_new();
	bank->slot_count = 1024;
	bank->slots = memory_alloc(bank->slot_count * sizeof *bank->slots);
	bank->sort_capacity = 16;
	bank->sorts = memory_alloc(bank->sort_capacity * sizeof *bank->sorts);
	bank->sort_count = 1; /* 0 = no sort */
	add_chunk(bank);
	bank->count = 1; /* 0 = no term */
	bank->the_false = bank_raw(bank, OP_CONSTANT, sort_bool(bank), 0, 0, 0);
	bank->the_true = bank_raw(bank, OP_CONSTANT, sort_bool(bank), 1, 0, 0);
	return bank;
}

void bank_free(struct bank *bank)
{
	if (!bank)
		return;
	for (uint32_t i = 0; i < bank->chunk_count; i++)
		memory_free(bank->chunks[i]);
	memory_free(bank->chunks);
	memory_free(bank->slots);
	memory_free(bank->sorts);
	table_free(&bank->sort_table);
	table_free(&bank->selects);
	for (int i = 0; i < 3; i++)
		table_free(&bank->comparisons[i]);
	arena_free(bank->arena);
	memory_free(bank);
}

uint32_t bank_size(const struct bank *bank)
{
	return bank->count - 1;
}

/* --- sorts --- */

static sort find_sort(struct bank *bank, struct sort_data data)
{
	uint64_t key = data.kind == SORT_MAP ? (uint64_t)data.index << 32 | data.value : data.width;
	sort s = (sort)table_get(&bank->sort_table, key * 4 + data.kind, 0);
	if (s)
		return s;
	if (bank->sort_count == bank->sort_capacity) {
		bank->sort_capacity *= 2;
		bank->sorts = memory_resize(bank->sorts, bank->sort_capacity * sizeof *bank->sorts);
	}
	s = bank->sort_count++;
	bank->sorts[s] = data;
	table_put(&bank->sort_table, key * 4 + data.kind, s);
	return s;
}

sort sort_bool(struct bank *bank)
{
	return find_sort(bank, (struct sort_data){ .kind = SORT_BOOL, .width = 1 });
}

sort sort_bitvector(struct bank *bank, uint32_t width)
{
	assert(width >= 1);
	if (width > 256)
		return find_sort(bank, (struct sort_data){ .kind = SORT_BITVECTOR, .width = width });
	if (!bank->small[width])
		bank->small[width] = find_sort(bank, (struct sort_data){ .kind = SORT_BITVECTOR, .width = width });
	return bank->small[width];
}

sort sort_map(struct bank *bank, sort index, sort value)
{
	assert(sort_kind(bank, index) == SORT_BITVECTOR && sort_kind(bank, value) != SORT_MAP);
	return find_sort(bank, (struct sort_data){ .kind = SORT_MAP, .index = index, .value = value });
}

enum sort_kind sort_kind(const struct bank *bank, sort s)
{
	return bank->sorts[s].kind;
}

uint32_t sort_width(const struct bank *bank, sort s)
{
	return bank->sorts[s].width;
}

sort sort_index(const struct bank *bank, sort s)
{
	return bank->sorts[s].index;
}

sort sort_value(const struct bank *bank, sort s)
{
	return bank->sorts[s].value;
}

/* --- hash-consing --- */

static uint32_t hash_of(enum op op, sort s, uint32_t a, uint32_t b, uint32_t c)
{
	uint64_t h = hash_mix((uint64_t)op << 32 | s, (uint64_t)a << 32 | b);
	h = hash_mix(h, c);
	return (uint32_t)(h ^ h >> 32);
}

static void grow_slots(struct bank *bank)
{
	memory_free(bank->slots);
	bank->slot_count *= 2;
	bank->slots = memory_alloc(bank->slot_count * sizeof *bank->slots);
	for (term t = 1; t < bank->count; t++) {
		const struct node *n = bank_node(bank, t);
		if (n->op == OP_VARIABLE)
			continue;
		size_t at = n->hash & (bank->slot_count - 1);
		while (bank->slots[at])
			at = (at + 1) & (bank->slot_count - 1);
		bank->slots[at] = (uint64_t)n->hash << 32 | t;
	}
}

/* After the newest term was entered: keeps a third of the table free. */
static term added(struct bank *bank)
{
	if ((uint64_t)bank->count * 3 > (uint64_t)bank->slot_count * 2)
		grow_slots(bank);
	return bank->count - 1;
}

static struct node *append(struct bank *bank, enum op op, sort s)
{
	/* 2^32 terms of 24 bytes: memory runs out first on any machine of today, but say so if not. */
	if (bank->count == UINT32_MAX)
		memory_resize(NULL, SIZE_MAX / 2);
	if (bank->count >> CHUNK_BITS == bank->chunk_count)
		add_chunk(bank);
	struct node *n = bank_node(bank, bank->count++);
	n->op = (uint8_t)op;
	n->sort = s;
	return n;
}

enum { MAX_LEAVES = 16 };

static void count_leaves(const struct bank *bank, struct node *n)
{
	if (n->op == OP_CONSTANT) {
		n->leaves = 1;
		n->flags = NODE_CONSTANT_LEAVES;
	} else if (n->op == OP_ITE) {
		const struct node *yes = bank_node(bank, n->b), *no = bank_node(bank, n->c);
		n->flags = yes->flags & no->flags;
		if (yes->leaves && no->leaves && yes->leaves + no->leaves <= MAX_LEAVES)
			n->leaves = yes->leaves + no->leaves;
	}
}

term bank_raw(struct bank *bank, enum op op, sort s, uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t hash = hash_of(op, s, a, b, c);
	size_t at = hash & (bank->slot_count - 1);
	for (uint64_t slot; (slot = bank->slots[at]); at = (at + 1) & (bank->slot_count - 1)) {
		if (slot >> 32 != hash)
			continue;
		const struct node *n = bank_node(bank, (term)slot);
		if (n->op == op && n->a == a && n->b == b && n->c == c && n->sort == s)
			return (term)slot;
	}
	bank->slots[at] = (uint64_t)hash << 32 | bank->count;
	struct node *n = append(bank, op, s);
	n->a = a;
	n->b = b;
	n->c = c;
	n->hash = hash;
	count_leaves(bank, n);
	return added(bank);
}

/* Nodes that are distinguished by `size` bytes outside of the node. */
static term raw_outside(struct bank *bank, enum op op, sort s, const void *bytes, size_t size)
{
	uint64_t h = hash_mix(hash_bytes(bytes, size), (uint64_t)op << 32 | s);
	uint32_t hash = (uint32_t)(h ^ h >> 32);
	size_t at = hash & (bank->slot_count - 1);
	for (uint64_t slot; (slot = bank->slots[at]); at = (at + 1) & (bank->slot_count - 1)) {
		if (slot >> 32 != hash)
			continue;
		const struct node *n = bank_node(bank, (term)slot);
		if (n->op == op && n->sort == s && !memcmp(n->words, bytes, size))
			return (term)slot;
	}
	void *copy = arena_alloc(bank->arena, size);
	memcpy(copy, bytes, size);
	bank->slots[at] = (uint64_t)hash << 32 | bank->count;
	struct node *n = append(bank, op, s);
	n->words = copy;
	n->hash = hash;
	count_leaves(bank, n);
	return added(bank);
}

term bank_raw_block(struct bank *bank, enum op op, sort s, const term *args, uint32_t n)
{
	return raw_outside(bank, op, s, args, n * sizeof *args);
}

term term_again(struct bank *bank, enum op op, sort s, const term *args, const uint32_t *indices)
{
	uint32_t count = op_arguments(op), at[3] = { 0 };
	if (count > 3)
		return bank_raw_block(bank, op, s, args, count);
	for (uint32_t i = 0; i < count; i++)
		at[i] = args[i];
	for (uint32_t i = 0; i < op_indices(op); i++)
		at[1 + i] = indices[i];
	return bank_raw(bank, op, s, at[0], at[1], at[2]);
}

/* --- leaves --- */

term term_true(struct bank *bank)
{
	return bank->the_true;
}

term term_false(struct bank *bank)
{
	return bank->the_false;
}

term term_bool(struct bank *bank, bool value)
{
	return value ? bank->the_true : bank->the_false;
}

static term word_constant(struct bank *bank, uint32_t width, uint64_t value)
{
	/* The node's `value` overlays a and b. */
	struct node n = { .value = value };
	return bank_raw(bank, OP_CONSTANT, sort_bitvector(bank, width), n.a, n.b, 0);
}

term term_bv_words(struct bank *bank, uint32_t width, const uint64_t *words)
{
	if (width <= 64)
		return word_constant(bank, width, words[0]);
	return raw_outside(bank, OP_CONSTANT, sort_bitvector(bank, width), words, bv_words(width) * sizeof *words);
}

term term_bv(struct bank *bank, uint32_t width, uint64_t value)
{
	if (width <= 64) {
		bv_normalize(&value, width);
		return word_constant(bank, width, value);
	}
	uint32_t n = bv_words(width);
	uint64_t local[4] = { value }, *words = n <= 4 ? local : memory_alloc(n * sizeof *words);
	words[0] = value;
	term t = term_bv_words(bank, width, words);
	if (words != local)
		memory_free(words);
	return t;
}

term term_variable(struct bank *bank, sort s, const char *name)
{
	const char *copy = arena_string(bank->arena, name, strlen(name));
	struct node *n = append(bank, OP_VARIABLE, s);
	n->name = copy;
	return bank->count - 1;
}

/* --- reading --- */

enum op term_op(const struct bank *bank, term t)
{
	return bank_node(bank, t)->op;
}

sort term_sort(const struct bank *bank, term t)
{
	return bank_node(bank, t)->sort;
}

uint32_t term_width(const struct bank *bank, term t)
{
	return bank_width(bank, t);
}

uint32_t term_count(const struct bank *bank, term t)
{
	return ops[bank_node(bank, t)->op].arguments;
}

term term_arg(const struct bank *bank, term t, uint32_t i)
{
	return bank_arg(bank_node(bank, t), i);
}

uint32_t term_index(const struct bank *bank, term t, uint32_t i)
{
	const struct node *n = bank_node(bank, t);
	return i == 0 ? n->b : n->c;
}

bool term_is_constant(const struct bank *bank, term t)
{
	return bank_node(bank, t)->op == OP_CONSTANT;
}

bool term_is_true(const struct bank *bank, term t)
{
	return t == bank->the_true;
}

bool term_is_false(const struct bank *bank, term t)
{
	return t == bank->the_false;
}

const uint64_t *term_words(const struct bank *bank, term t)
{
	const struct node *n = bank_node(bank, t);
	return bank->sorts[n->sort].width <= 64 ? &n->value : n->words;
}

uint64_t term_value(const struct bank *bank, term t)
{
	return term_words(bank, t)[0];
}

bool term_fits(const struct bank *bank, term t)
{
	const struct node *n = bank_node(bank, t);
	if (n->op != OP_CONSTANT)
		return false;
	for (uint32_t i = 1, words = bv_words(bank->sorts[n->sort].width); i < words; i++) {
		if (n->words[i])
			return false;
	}
	return true;
}

const char *term_name(const struct bank *bank, term t)
{
	return bank_node(bank, t)->name;
}

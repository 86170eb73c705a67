/* Hash functions, and a table from 64-bit keys to 64-bit values. */
#ifndef PLUMB_HASH_H
#define PLUMB_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline uint64_t hash_mix(uint64_t h, uint64_t v)
{
	h = (h ^ v) * UINT64_C(0x9E3779B97F4A7C15);
	return h ^ (h >> 29);
}

uint64_t hash_bytes(const void *bytes, size_t length);

/* A hash table by words, which the typed ones below are made of. The key UINT64_MAX is not allowed. Start from { 0 }. */
struct hash_table {
	uint64_t *keys, *values; /* keys are stored + 1; 0 = free */
	size_t count, capacity;
};

uint64_t hash_table_get(const struct hash_table *table, uint64_t key, uint64_t otherwise);
bool hash_table_has(const struct hash_table *table, uint64_t key);
void hash_table_put(struct hash_table *table, uint64_t key, uint64_t value);
void hash_table_clear(struct hash_table *table);
void hash_table_free(struct hash_table *table);

/* A table from keys to values, which are pointers or unsigned integers:
 *
 *     TABLE(const struct variable *, uint32_t) uses = { 0 };
 *     table_put(&uses, v, table_get(&uses, v, 0) + 1);
 *     table_free(&uses);
 *
 * To name such a table in a struct or a parameter list: struct name TABLE_BODY(key, value). The keys UINT64_MAX and
 * (void *)-1 are not allowed. `count` is the number of keys; `types` is only there for its type. */
#define TABLE_BODY(key_type, value_type)                 \
	{                                                \
		union {                                  \
			struct hash_table words;         \
			struct {                         \
				uint64_t *keys, *values; \
				size_t count, capacity;  \
			};                               \
			struct {                         \
				key_type key;            \
				value_type value;        \
			} * types;                       \
		};                                       \
	}
#define TABLE(key_type, value_type) struct TABLE_BODY(key_type, value_type)

/* From words to words. */
struct table TABLE_BODY(uint64_t, uint64_t);

/* A pointer or integer as a word, and back. Class 5 of GCC's typeclass.h are pointers. */
#define TABLE_IS_POINTER(x) (__builtin_classify_type(x) == 5)
#define TABLE_WORD(x) ((uint64_t) __builtin_choose_expr(TABLE_IS_POINTER(x), (uintptr_t)(x), (x)))
#define TABLE_TYPED(type, word) ((type) __builtin_choose_expr(TABLE_IS_POINTER((type)0), (uintptr_t)(word), (word)))
/* Made by initialisation, so that a key or value of another type does not compile. */
#define TABLE_KEY(t, k) TABLE_WORD(((__typeof__((t)->types->key)){ (k) }))
#define TABLE_VALUE(t, v) TABLE_WORD(((__typeof__((t)->types->value)){ (v) }))

/* The value at key k, or `otherwise`. */
#define table_get(t, k, otherwise)                 \
	TABLE_TYPED(__typeof__((t)->types->value), \
		    hash_table_get(&(t)->words, TABLE_KEY(t, k), TABLE_VALUE(t, otherwise)))
#define table_has(t, k) hash_table_has(&(t)->words, TABLE_KEY(t, k))
/* Replaces the value that is there. */
#define table_put(t, k, v) hash_table_put(&(t)->words, TABLE_KEY(t, k), TABLE_VALUE(t, v))
#define table_clear(t) hash_table_clear(&(t)->words) /* keeps its memory */
#define table_free(t) hash_table_free(&(t)->words)

#endif

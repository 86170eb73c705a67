/* The only file that knows tree-sitter: it parses the items of the skeleton that no other is like. */
#include "syntax_pattern.h"

#include <stdlib.h>
#include <string.h>

#include <tree_sitter/api.h>

#include "arena.h"
#include "hash.h"
#include "syntax_rules.h"

/* What stands around an item, so that it is where the grammar expects it. */
static const char *const before_item[] = { "", "int x ( ) { ", "struct x { ", "enum x { ", "int x = { " };
static const char *const behind_item[] = { "", "} ", "} x ; ", "} x ; ", "} ; " };

/* Words, and the pattern of the item that they are. */
struct entry {
	const uint8_t *words; /* the first is the kind of the item */
	uint32_t count;
	struct pattern pattern;
};

enum { RULE_NONE = 255, RULE_TOKEN = 254 };

struct patterns {
	struct arena *arena;
	TSParser *parser;
	uint8_t *rules;  /* by symbol: index into syntax_rules, RULE_NONE, or RULE_TOKEN */
	uint8_t *fields; /* enum node_field by tree-sitter's field */
	VEC(struct entry) entries;
	struct table index; /* hash of the words -> entry */

	/* of the item being looked at */
	VEC(uint8_t) words;
	VEC(uint32_t) tokens; /* of the skeleton, one for each word but the first */
	VEC(char) text;
	VEC(uint32_t) offsets; /* of the words in the text */
	VEC(struct pattern_step) steps;
	size_t read; /* words that the walk has come by */
	bool failed;
};

const TSLanguage *tree_sitter_c(void);

/* ---- the tree ---- */

static void add_step(struct patterns *p, enum step_kind kind, uint8_t rule, uint8_t field)
{
	struct pattern_step step = { (uint8_t)kind, rule, field };

	vec_push(&p->steps, step);
}

/* The node at the cursor: true if it has been opened. */
static bool visit(struct patterns *p, TSTreeCursor *cursor)
{
	TSNode node = ts_tree_cursor_current_node(cursor);
	uint8_t rule = ts_node_is_named(node) ? p->rules[ts_node_symbol(node)] : RULE_TOKEN;
	uint8_t field = p->fields[ts_tree_cursor_current_field_id(cursor)];

	if (rule == RULE_TOKEN) {
		p->failed |= p->read >= p->offsets.count || p->offsets.at[p->read] != ts_node_start_byte(node);
		p->read++;
		add_step(p, STEP_TOKEN, 0, field);
		return false;
	}
	p->failed |= rule == RULE_NONE;
	add_step(p, STEP_OPEN, rule, field);
	if (ts_tree_cursor_goto_first_child(cursor))
		return true;
	add_step(p, STEP_CLOSE, 0, 0);
	return false;
}

/* The steps of the subtree at the cursor, which is there again afterwards. */
static void walk(struct patterns *p, TSTreeCursor *cursor)
{
	size_t depth = 0;

	while (!p->failed) {
		if (visit(p, cursor)) {
			depth++;
			continue;
		}
		for (;; depth--) {
			if (depth == 0)
				return;
			if (ts_tree_cursor_goto_next_sibling(cursor))
				break;
			ts_tree_cursor_goto_parent(cursor);
			add_step(p, STEP_CLOSE, 0, 0);
		}
	}
}

/* To the first node of the item: past what stands before it. False: the item is empty. */
static bool find_item(const struct patterns *p, TSTreeCursor *cursor)
{
	for (;;) {
		TSNode node = ts_tree_cursor_current_node(cursor);

		if (ts_node_start_byte(node) >= p->offsets.at[0])
			return true;
		if (ts_node_end_byte(node) > p->offsets.at[0] ? !ts_tree_cursor_goto_first_child(cursor)
							      : !ts_tree_cursor_goto_next_sibling(cursor))
			return false;
	}
}

static void read_tree(struct patterns *p, TSTree *tree)
{
	TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));

	p->read = 0;
	if (ts_tree_cursor_goto_first_child(&cursor) && find_item(p, &cursor)) {
		do
			walk(p, &cursor);
		while (!p->failed && p->read < p->offsets.count && ts_tree_cursor_goto_next_sibling(&cursor));
	}
	p->failed |= p->read != p->offsets.count;
	ts_tree_cursor_delete(&cursor);
}

/* ---- where a parse failed ---- */

struct failure {
	unsigned long column, worst;
	bool recovering;
};

/* tree-sitter says where the parser is, and when no version of the parse can go on; from then on it
 * recovers, which is not wanted. */
static void follow(void *payload, TSLogType type, const char *message)
{
	struct failure *failure = payload;
	const char *column;

	if (type != TSLogTypeParse || failure->recovering)
		return;
	column = strstr(message, "col:");
	if (!strncmp(message, "process", 7) && column)
		failure->column = strtoul(column + 4, NULL, 10);
	else if (!strncmp(message, "detect_error", 12) && failure->column > failure->worst)
		failure->worst = failure->column;
	else if (!strncmp(message, "resume", 6) || !strncmp(message, "recover", 7))
		failure->recovering = true;
}

/* Parses again, to find the first word that no parse accepts. */
static size_t locate_error(struct patterns *p)
{
	struct failure failure = { 0 };
	TSLogger logger = { &failure, follow };
	size_t i = 0;

	ts_parser_set_logger(p->parser, logger);
	ts_tree_delete(ts_parser_parse_string(p->parser, NULL, p->text.at, (uint32_t)p->text.count));
	logger.log = NULL;
	ts_parser_set_logger(p->parser, logger);
	while (i + 1 < p->offsets.count && p->offsets.at[i] < failure.worst)
		i++;
	return i;
}

/* ---- the text ---- */

static void add_text(struct patterns *p, const char *text)
{
	for (; *text; text++)
		vec_push(&p->text, *text);
}

static void write_text(struct patterns *p)
{
	vec_clear(&p->text);
	vec_clear(&p->offsets);
	add_text(p, before_item[p->words.at[0]]);
	for (size_t i = 1; i < p->words.count; i++) {
		vec_push(&p->offsets, (uint32_t)p->text.count);
		add_text(p, skeleton_word_text(p->words.at[i]));
		add_text(p, " ");
	}
	add_text(p, behind_item[p->words.at[0]]);
}

/* False: *wrong is the word. */
static bool parse(struct patterns *p, size_t *wrong)
{
	TSTree *tree;

	write_text(p);
	vec_clear(&p->steps);
	p->failed = false;
	tree = ts_parser_parse_string(p->parser, NULL, p->text.at, (uint32_t)p->text.count);
	if (ts_node_has_error(ts_tree_root_node(tree))) {
		p->failed = true;
		*wrong = locate_error(p);
	} else {
		read_tree(p, tree);
		*wrong = p->read ? p->read - 1 : 0;
	}
	ts_tree_delete(tree);
	return !p->failed;
}

/* ---- the patterns that are known ---- */

/* The words of the item, without the items inside. */
static void read_words(struct patterns *p, const struct skeleton *skeleton, uint32_t token, enum item_kind kind)
{
	vec_clear(&p->words);
	vec_clear(&p->tokens);
	vec_push(&p->words, (uint8_t)kind);
	for (;; token++) {
		const struct skeleton_token *t = skeleton->tokens.at + token;

		vec_push(&p->words, (uint8_t)skeleton_word(t));
		vec_push(&p->tokens, token);
		if (t->close) {
			token += t->close - 1;
			continue;
		}
		if (t->ends_item)
			return;
	}
}

static struct entry *find(struct patterns *p, uint64_t *key)
{
	*key = hash_bytes(p->words.at, p->words.count) >> 1;
	for (;; ++*key) {
		uint64_t known = table_get(&p->index, *key, UINT64_MAX);
		struct entry *entry;

		if (known == UINT64_MAX)
			return NULL;
		entry = p->entries.at + known;
		if (entry->count == p->words.count && !memcmp(entry->words, p->words.at, entry->count))
			return entry;
	}
}

static void *kept(struct patterns *p, const void *data, size_t size)
{
	return memcpy(arena_alloc(p->arena, size), data, size);
}

static struct entry *add_entry(struct patterns *p, uint64_t key)
{
	struct entry entry = { .count = (uint32_t)p->words.count };

	entry.words = kept(p, p->words.at, p->words.count);
	entry.pattern.count = (uint32_t)p->steps.count;
	entry.pattern.steps = kept(p, p->steps.at, p->steps.count * sizeof *p->steps.at);
	table_put(&p->index, key, p->entries.count);
	vec_push(&p->entries, entry);
	return &vec_last(&p->entries);
}

const struct pattern *pattern_of_item(struct patterns *p, const struct skeleton *skeleton, uint32_t token,
				      enum item_kind kind, uint32_t *wrong)
{
	uint64_t key;
	size_t word;
	struct entry *entry;

	read_words(p, skeleton, token, kind);
	entry = find(p, &key);
	if (entry)
		return &entry->pattern;
	if (parse(p, &word))
		return &add_entry(p, key)->pattern;
	while (word + 1 < p->tokens.count && skeleton->tokens.at[p->tokens.at[word]].role == ROLE_DROPPED)
		word++;
	*wrong = p->tokens.at[word < p->tokens.count ? word : p->tokens.count - 1];
	return NULL;
}

/* ---- the grammar ---- */

static uint8_t find_rule(const char *type)
{
	for (size_t i = 0; i < syntax_rule_count; i++)
		if (!strcmp(syntax_rules[i].type, type))
			return syntax_rules[i].shape == SHAPE_LEAF ? RULE_TOKEN : (uint8_t)i;
	return RULE_NONE;
}

static uint8_t find_field(const char *name)
{
	for (size_t i = 0; i < syntax_field_rule_count; i++)
		if (!strcmp(syntax_field_rules[i].name, name))
			return (uint8_t)syntax_field_rules[i].field;
	return FIELD_NONE;
}

/* Names to numbers, once for a parse. */
static void number_rules(struct patterns *p, const TSLanguage *language)
{
	uint32_t symbols = ts_language_symbol_count(language), fields = ts_language_field_count(language);

	p->rules = memory_alloc(symbols);
	for (uint32_t i = 0; i < symbols; i++)
		p->rules[i] = ts_language_symbol_type(language, (TSSymbol)i) == TSSymbolTypeRegular
				      ? find_rule(ts_language_symbol_name(language, (TSSymbol)i))
				      : RULE_NONE;
	p->fields = memory_alloc(fields + 1);
	for (uint32_t i = 1; i <= fields; i++)
		p->fields[i] = find_field(ts_language_field_name_for_id(language, (TSFieldId)i));
}

/* tree-sitter's memory is ours: its own way with a lack of it is to abort. */
static void *take_memory(size_t size)
{
	return memory_resize(NULL, size);
}

static void *take_zeros(size_t count, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(count, size, &bytes))
		memory_exhausted();
	return memory_alloc(bytes);
}

struct patterns *patterns_new(struct diagnostics *diags)
{
	const TSLanguage *language = tree_sitter_c();
	struct patterns *p = memory_alloc(sizeof *p);
	struct location nowhere = { 0 };

	p->arena = arena_new();
	ts_set_allocator(take_memory, take_zeros, memory_resize, memory_free);
	p->parser = ts_parser_new();
	if (ts_parser_set_language(p->parser, language)) {
		number_rules(p, language);
		return p;
	}
	diagnose(diags, DIAG_INTERNAL, nowhere, "the C grammar does not fit the tree-sitter library (ABI %u)",
		 (unsigned)ts_language_version(language));
	patterns_free(p);
	return NULL;
}

void patterns_free(struct patterns *p)
{
	if (!p)
		return;
	ts_parser_delete(p->parser);
	arena_free(p->arena);
	memory_free(p->rules);
	memory_free(p->fields);
	vec_free(&p->entries);
	table_free(&p->index);
	vec_free(&p->words);
	vec_free(&p->tokens);
	vec_free(&p->text);
	vec_free(&p->offsets);
	vec_free(&p->steps);
	memory_free(p);
}

/* Emitting IR into the current block: statements with their C place, temporaries, blocks, branches. */
#include "emit.h"

#include <ctype.h>
#include <string.h>

#include "c_shape.h"
#include "c_term.h"
#include "libc.h"
#include "lowering.h"
#include "rvalue.h"
#include "spelling.h"
#include "text.h"
#include "type_class.h"
#include "type_derived.h"
#include "type_integer.h"
#include "type_text.h"

struct program *program_of(const struct lowering *l)
{
	return l->program;
}

struct variable *emit_temporary(struct lowering *l, sort s)
{
	const char *name = procedure_fresh_variable_name(l->procedure, "$t");
	return procedure_add_variable(l->procedure, name, s, VARIABLE_LOCAL);
}

const struct attribute *emit_variable_attributes(struct lowering *l, const struct type *type, const char *c_name)
{
	const struct attribute *list = NULL;
	if (type_is_pointer(type))
		list = attribute_number(l->program, list, ATTRIBUTE_POINTER, 1);
	else if (type_is_integer(type) && type_is_signed(l->types, type))
		list = attribute_number(l->program, list, ATTRIBUTE_SIGNED, 1);
	if (!c_name)
		return list;
	char *text = type_text(type, NULL);
	struct attribute_value values[2] = { { .string = c_name }, { .string = text } };
	list = attribute_list(l->program, list, ATTRIBUTE_C, values, 2);
	memory_free(text);
	return list;
}

/* A local (`name` with a procedure) of a C type; c_name NULL: it is no variable of the program. */
struct variable *emit_variable(struct lowering *l, const char *name, const struct type *type, sort s,
			       const char *c_name)
{
	struct variable *v = procedure_add_variable(l->procedure, procedure_fresh_variable_name(l->procedure, name), s,
						    VARIABLE_LOCAL);
	v->attributes = emit_variable_attributes(l, type, c_name);
	return v;
}

void emit_location(struct lowering *l, struct location location)
{
	if (!location.line || (l->at && location.line == l->location.line && location.column == l->location.column &&
			       location.file == l->location.file))
		return;
	l->location = location;
	l->at = attribute_at(l->program, NULL, location);
}

struct statement *emit(struct lowering *l, enum statement_kind kind)
{
	struct statement *s = block_add(l->program, l->block, kind);
	s->attributes = l->at;
	return s;
}

void emit_assign(struct lowering *l, struct variable *target, term value)
{
	struct statement *s = emit(l, STATEMENT_ASSIGN);
	s->target = target;
	s->term = value;
}

void emit_assume(struct lowering *l, term condition)
{
	if (!term_is_true(l->bank, condition))
		emit(l, STATEMENT_ASSUME)->term = condition;
}

void emit_assume_possible(struct lowering *l, term condition)
{
	if (term_is_true(l->bank, condition))
		return;
	struct statement *s = emit(l, STATEMENT_ASSUME);
	s->term = condition;
	s->attributes = attribute_list(l->program, s->attributes, ATTRIBUTE_POSSIBLE, NULL, 0);
}

struct statement *emit_havoc(struct lowering *l, struct variable *target)
{
	struct statement *s = emit(l, STATEMENT_HAVOC);
	s->target = target;
	return s;
}

void emit_havoc_approximate(struct lowering *l, struct variable *target, const char *what)
{
	struct statement *s = emit_havoc(l, target);
	s->attributes = attribute_string(l->program, s->attributes, ATTRIBUTE_APPROXIMATE, what);
}

void emit_input(struct lowering *l, struct variable *target, const char *name, const struct type *type)
{
	struct statement *s = emit_havoc(l, target);
	char *text = type_text(type, NULL);
	struct attribute_value values[2] = { { .string = name }, { .string = text } };
	s->attributes = attribute_list(l->program, s->attributes, ATTRIBUTE_INPUT, values, 2);
	memory_free(text);
}

void emit_fresh(struct lowering *l, struct variable *target, const char *storage, const char *name)
{
	struct statement *s = emit(l, STATEMENT_FRESH);
	s->target = target;
	struct attribute_value values[2] = { { .string = storage }, { .string = name } };
	s->attributes = attribute_list(l->program, s->attributes, ATTRIBUTE_CREATES, values, 2);
}

struct block *emit_block(struct lowering *l, const char *stem)
{
	return procedure_add_block(l->procedure, procedure_fresh_block_name(l->procedure, stem));
}

void emit_start(struct lowering *l, struct block *block)
{
	l->block = block;
}

/* What follows a jump cannot be reached unless a label stands there: it goes into a block of its own. */
static void after_jump(struct lowering *l)
{
	l->block = l->dead = emit_block(l, "dead");
}

void emit_goto(struct lowering *l, struct block *target)
{
	block_goto(l->program, l->block, target);
	l->block->terminator.attributes = l->at;
	after_jump(l);
}

void emit_branch(struct lowering *l, term condition, struct block *yes, struct block *no, struct source_range text)
{
	if (term_is_constant(l->bank, condition)) {
		emit_goto(l, term_is_true(l->bank, condition) ? yes : no);
		return;
	}
	block_branch(l->program, l->block, condition, yes, no);
	const struct attribute *attributes = l->at;
	if (text.begin != text.end)
		attributes = attribute_string(l->program, attributes, ATTRIBUTE_TEXT, lower_text(l, text));
	l->block->terminator.attributes = attributes;
	after_jump(l);
}

static bool is_name_character(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* The end of the token at `text`: a name, a literal, or one character. */
static const char *token_end(const char *text)
{
	const char *at = text + 1;
	if (*text == '"' || *text == '\'') {
		while (*at && *at != *text)
			at += at[0] == '\\' && at[1] ? 2 : 1;
		return *at ? at + 1 : at;
	}
	if (is_name_character(*text))
		while (is_name_character(*at))
			at++;
	return at;
}

/* Does the name, before an opening parenthesis, call a function whose first argument is the text of an assertion? */
static bool says_assertion(struct lowering *l, const char *name, const char *end)
{
	if (!is_name_character(*name) || end[strspn(end, " ")] != '(')
		return false;
	return libc_has(libc_find(arena_format(l->arena, "%.*s", (int)(end - name), name)), LIBC_SAYS_ASSERTION);
}

/* What assert() expands to is shown as it was written, which the function that it calls is told. */
static const char *unexpanded(struct lowering *l, const char *text)
{
	const char *at = text, *end;
	for (; *at; at = end) {
		end = token_end(at);
		if (says_assertion(l, at, end))
			break;
	}
	const char *quote = strchr(at, '"');
	if (!quote)
		return text;
	return arena_format(l->arena, "assert(%.*s)", (int)(token_end(quote) - quote - 2), quote + 1);
}

const char *lower_text(struct lowering *l, struct source_range range)
{
	char *text = l->spelling ? spelling_text(l->spelling, l->unit, range) : NULL;
	if (!text)
		text = unit_text(l->unit, range);
	const char *kept = intern_string(l->program->strings, unexpanded(l, text));
	memory_free(text);
	return kept;
}

static void mark_text(struct lowering *l, struct statement *s, const char *text)
{
	if (!attribute_find(s->attributes, ATTRIBUTE_TEXT))
		s->attributes = attribute_string(l->program, s->attributes, ATTRIBUTE_TEXT, text);
}

/* On the first and the last: where a check stops the program before the end, and where the effect is. */
void emit_text_string(struct lowering *l, struct block *block, uint32_t before, const char *text)
{
	if (block->statement_count > before)
		mark_text(l, &block->statements[before], text);
	uint32_t first = l->block == block ? before : 0;
	if (l->block->statement_count > first)
		mark_text(l, &l->block->statements[l->block->statement_count - 1], text);
}

void emit_text(struct lowering *l, struct block *block, uint32_t before, struct source_range range)
{
	if (range.begin != range.end)
		emit_text_string(l, block, before, lower_text(l, range));
}

/* ---- holding values ---- */

struct leaf_search {
	struct lowering *l;
	bool found;
};

/* Temporaries are assigned once before they are used; everything else may change. */
static void note_leaf(void *context, term v)
{
	struct leaf_search *search = context;
	struct variable *variable = program_variable_of(search->l->program, v);
	search->found |= !variable || variable->kind != VARIABLE_LOCAL ||
			 attribute_find(variable->attributes, ATTRIBUTE_C) || variable->name[0] != '$';
}

term emit_hold(struct lowering *l, term value)
{
	struct leaf_search search = { l, false };
	term_leaves(l->bank, value, note_leaf, &search);
	if (!search.found)
		return value;
	struct variable *t = emit_temporary(l, term_sort(l->bank, value));
	emit_assign(l, t, value);
	table_put(&l->held, t->term, value);
	return t->term;
}

term emit_held(const struct lowering *l, term held)
{
	return table_get(&l->held, held, held);
}

/* Large terms are written out as trees: what is used more than once in one is given a name. */
term emit_hold_large(struct lowering *l, term value)
{
	if (term_is_constant(l->bank, value))
		return value;
	struct variable *t = emit_temporary(l, term_sort(l->bank, value));
	emit_assign(l, t, value);
	return t->term;
}

void emit_hold_value(struct lowering *l, struct rvalue *value)
{
	if (value->kind == RVALUE_SCALAR || value->kind == RVALUE_MEMORY)
		value->term = emit_hold(l, value->term);
	if (value->kind != RVALUE_LEAVES)
		return;
	term *held = arena_alloc(l->arena, sizeof *held * (value->shape->count + 1));
	for (uint32_t i = 0; i < value->shape->count; i++)
		held[i] = emit_hold(l, value->terms[i]);
	value->terms = held;
}

term emit_unknown(struct lowering *l, const struct type *type, const char *name)
{
	struct variable *v = emit_temporary(l, sort_bitvector(l->bank, term_bits(l, type)));
	v->attributes = emit_variable_attributes(l, type, NULL);
	emit_input(l, v, name, type);
	if (type_is_bool(type))
		emit_assume(l, term_binary(l->bank, OP_BVULE, v->term, term_bv(l->bank, 8, 1)));
	return v->term;
}

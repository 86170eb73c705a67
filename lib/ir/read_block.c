/* The reader's procedure bodies. */
#include <string.h>

#include "reader.h"

static struct variable *named_variable(struct reader *r)
{
	struct position position = r->lex.token.position;
	struct symbol *s = reader_name(r, "a variable");
	if (!s)
		return NULL;
	if (s->local_owner == r->procedure)
		return s->local;
	if (!s->global && !r->lost_global && !r->lost_local)
		lexer_fault(&r->lex, position, "variable '%s' is not declared", s->name);
	r->lost_statement |= !s->global;
	return s->global;
}

/* --- statements: each from after its first word to before its attributes --- */

/* Appends one and gives it back: valid until the next. */
static struct statement *add(struct reader *r, enum statement_kind kind, struct position position)
{
	vec_push(&r->statements, (struct statement){ .kind = kind, .position = position });
	return &vec_last(&r->statements);
}

static bool condition(struct reader *r, enum statement_kind kind, struct position position)
{
	term t = reader_term(r);
	if (t)
		add(r, kind, position)->term = t;
	return t;
}

static bool target(struct reader *r, enum statement_kind kind, struct position position)
{
	struct variable *v = named_variable(r);
	if (v)
		add(r, kind, position)->target = v;
	return v;
}

static bool assignment(struct reader *r, struct position position)
{
	struct variable *v = named_variable(r);
	if (!v || !reader_expect(r, TOKEN_ASSIGN, "':='"))
		return false;
	term t = reader_term(r);
	if (!t)
		return false;
	struct statement *s = add(r, STATEMENT_ASSIGN, position);
	s->target = v;
	s->term = t;
	return true;
}

struct outs VEC_BODY(struct variable *);
struct arguments VEC_BODY(term);

/* The name that a call begins with is a variable if `,` or `:=` follows, else the procedure. */
static bool is_out(const struct reader *r)
{
	int next = lexer_peek(&r->lex);
	return r->lex.token.kind == TOKEN_NAME && (next == ',' || next == TOKEN_ASSIGN);
}

static bool call_outs(struct reader *r, struct outs *outs)
{
	if (!is_out(r))
		return true;
	do {
		struct variable *v = named_variable(r);
		if (!v)
			return false;
		vec_push(outs, v);
	} while (reader_accept(r, ','));
	return reader_expect(r, TOKEN_ASSIGN, "',' or ':='");
}

static bool call_arguments(struct reader *r, struct arguments *arguments)
{
	if (!reader_expect(r, '(', "'('"))
		return false;
	if (reader_accept(r, ')'))
		return true;
	do {
		term t = reader_term(r);
		if (!t)
			return false;
		vec_push(arguments, t);
	} while (reader_accept(r, ','));
	return reader_expect(r, ')', "',' or ')'");
}

static void *kept(struct reader *r, const void *at, size_t count, size_t element)
{
	if (!count)
		return NULL;
	void *copy = arena_alloc(r->program->arena, count * element);
	memcpy(copy, at, count * element);
	return copy;
}

static void add_call(struct reader *r, struct position position, struct symbol *callee, struct position callee_position,
		     const struct outs *outs, const struct arguments *arguments)
{
	struct statement *s = add(r, STATEMENT_CALL, position);
	s->out_count = (uint32_t)outs->count;
	s->outs = kept(r, outs->at, outs->count, sizeof *outs->at);
	s->argument_count = (uint32_t)arguments->count;
	s->arguments = kept(r, arguments->at, arguments->count, sizeof *arguments->at);
	s->callee = callee->procedure;
	if (s->callee)
		return;
	struct forward_call f = { .statement = (uint32_t)r->statements.count - 1,
				  .symbol = callee,
				  .position = callee_position };
	f.block = r->procedure->blocks[r->procedure->block_count - 1];
	vec_push(&r->forward_calls, f);
}

static bool call(struct reader *r, struct position position)
{
	struct outs outs = { 0 };
	struct arguments arguments = { 0 };
	struct symbol *callee = NULL;
	bool fine = call_outs(r, &outs);
	struct position callee_position = r->lex.token.position;
	fine = fine && (callee = reader_name(r, "a procedure")) && call_arguments(r, &arguments);
	if (fine)
		add_call(r, position, callee, callee_position, &outs, &arguments);
	vec_free(&outs);
	vec_free(&arguments);
	return fine;
}

void reader_link_calls(struct reader *r)
{
	for (size_t i = 0; i < r->forward_calls.count; i++) {
		const struct forward_call *f = &r->forward_calls.at[i];
		if (f->symbol->procedure)
			f->block->statements[f->statement].callee = f->symbol->procedure;
		else
			lexer_fault(&r->lex, f->position, "procedure '%s' is not declared", f->symbol->name);
	}
}

/* --- terminators --- */

struct targets VEC_BODY(struct forward_target);

static bool jump_target(struct reader *r, struct targets *targets)
{
	struct position position = r->lex.token.position;
	struct symbol *s = reader_name(r, "a block");
	if (s)
		vec_push(targets, (struct forward_target){ NULL, s, position });
	return s;
}

static void set_targets(struct reader *r, struct terminator *t, const struct targets *targets)
{
	t->target_count = (uint32_t)targets->count;
	t->targets = arena_alloc(r->program->arena, targets->count * sizeof *t->targets);
	for (size_t i = 0; i < targets->count; i++) {
		struct forward_target f = targets->at[i];
		f.slot = &t->targets[i];
		if (f.symbol->block_owner == r->procedure)
			*f.slot = f.symbol->block;
		else
			vec_push(&r->forward_targets, f);
	}
}

static bool jump(struct reader *r, struct terminator *t)
{
	struct targets targets = { 0 };
	bool fine = true;
	do
		fine = jump_target(r, &targets);
	while (fine && reader_accept(r, ','));
	if (fine)
		set_targets(r, t, &targets);
	vec_free(&targets);
	return fine;
}

static bool branch(struct reader *r, struct terminator *t)
{
	struct targets targets = { 0 };
	t->term = reader_term(r);
	bool fine = t->term;
	for (int i = 0; i < 2; i++)
		fine = fine && reader_expect(r, ',', "','") && jump_target(r, &targets);
	if (fine)
		set_targets(r, t, &targets);
	vec_free(&targets);
	return fine;
}

static void link_targets(struct reader *r)
{
	for (size_t i = 0; i < r->forward_targets.count; i++) {
		const struct forward_target *f = &r->forward_targets.at[i];
		if (f->symbol->block_owner == r->procedure)
			*f->slot = f->symbol->block;
		else if (!r->lost_statement)
			lexer_fault(&r->lex, f->position, "there is no block '%s' in procedure '%s'", f->symbol->name,
				    r->procedure->name);
	}
	vec_clear(&r->forward_targets);
}

/* --- blocks --- */

/* The words that begin a statement or terminator. */
enum word {
	WORD_NONE,
	WORD_ASSUME,
	WORD_ASSERT,
	WORD_HAVOC,
	WORD_FRESH,
	WORD_CALL,
	WORD_GOTO,
	WORD_BRANCH,
	WORD_RETURN
};

static enum word word_at(const struct reader *r)
{
	static const char *const words[] = { "assume", "assert", "havoc", "fresh", "call", "goto", "branch", "return" };
	for (int i = 0; i < 8; i++)
		if (reader_at_word(r, words[i]))
			return (enum word)(i + 1);
	return WORD_NONE;
}

static bool terminator(struct reader *r, struct terminator *t, enum word word)
{
	if (word == WORD_GOTO) {
		t->kind = TERMINATOR_GOTO;
		return jump(r, t);
	}
	if (word == WORD_BRANCH) {
		t->kind = TERMINATOR_BRANCH;
		return branch(r, t);
	}
	t->kind = TERMINATOR_RETURN;
	return true;
}

static bool statement(struct reader *r, enum word word, struct position position)
{
	switch (word) {
	case WORD_ASSUME:
		return condition(r, STATEMENT_ASSUME, position);
	case WORD_ASSERT:
		return condition(r, STATEMENT_ASSERT, position);
	case WORD_HAVOC:
		return target(r, STATEMENT_HAVOC, position);
	case WORD_FRESH:
		return target(r, STATEMENT_FRESH, position);
	case WORD_CALL:
		return call(r, position);
	case WORD_NONE:
		return assignment(r, position);
	case WORD_GOTO:
	case WORD_BRANCH:
	case WORD_RETURN:
		break;
	}
	return false;
}

/* Attributes and semicolon of what was just read. */
static bool ending(struct reader *r, const struct attribute **attributes)
{
	return reader_attributes(r, attributes) && reader_expect(r, ';', "';'");
}

/* To after the next `;` outside of attributes, or to the end of the body. */
static void skip_statement(struct reader *r)
{
	bool inside = false;
	r->lost_statement = true;
	for (;; lexer_next(&r->lex)) {
		int kind = r->lex.token.kind;
		if (kind == TOKEN_END || reader_stopped(r) || reader_at_word(r, "procedure") ||
		    reader_at_word(r, "global"))
			return;
		if (kind == '{')
			inside = true;
		else if (kind == '}' && !inside)
			return;
		else if (kind == '}')
			inside = false;
		else if (kind == ';' && reader_accept(r, ';'))
			return;
	}
}

/* One statement or terminator; *ended when it was a terminator. */
static void item(struct reader *r, struct block *b, bool *ended)
{
	struct position position = r->lex.token.position;
	enum word word = word_at(r);
	bool fine;
	if (word != WORD_NONE)
		lexer_next(&r->lex);
	if (word >= WORD_GOTO) {
		*ended = true;
		b->terminator.position = position;
		fine = terminator(r, &b->terminator, word) && ending(r, &b->terminator.attributes);
	} else {
		fine = statement(r, word, position) && ending(r, &vec_last(&r->statements).attributes);
	}
	if (!fine)
		skip_statement(r);
}

static bool at_body_end(const struct reader *r)
{
	return r->lex.token.kind == '}' || r->lex.token.kind == TOKEN_END || reader_stopped(r) ||
	       reader_at_word(r, "procedure") || reader_at_word(r, "global");
}

/* Is the current token a label? */
static bool at_label(const struct reader *r)
{
	return r->lex.token.kind == TOKEN_NAME && lexer_peek(&r->lex) == ':';
}

/* A block that stands in for one whose label is wrong, so that its statements are read all the same. */
static struct block *nameless(struct reader *r, struct position position)
{
	struct block *b = procedure_add_block(r->procedure, procedure_fresh_block_name(r->procedure, "?"));
	b->position = position;
	r->lost_statement = true;
	return b;
}

/* At a name and `:`. */
static struct block *label(struct reader *r)
{
	struct position position = r->lex.token.position;
	struct symbol *s = reader_name(r, "a label");
	if (!s)
		lexer_next(&r->lex);
	lexer_next(&r->lex);
	if (!s)
		return nameless(r, position);
	if (s->block_owner == r->procedure) {
		lexer_fault(&r->lex, position, "block '%s' is there already, at line %u", s->name,
			    s->block->position.line);
		return nameless(r, position);
	}
	s->block = procedure_add_block(r->procedure, s->name);
	s->block->position = position;
	s->block_owner = r->procedure;
	return s->block;
}

/* From its label to before the next one. */
static void block(struct reader *r, struct block *b)
{
	bool ended = false;
	vec_clear(&r->statements);
	if (!reader_attributes(r, &b->attributes))
		skip_statement(r);
	while (!ended && !at_body_end(r) && !at_label(r))
		item(r, b, &ended);
	b->statements = kept(r, r->statements.at, r->statements.count, sizeof *b->statements);
	b->statement_count = b->statement_capacity = (uint32_t)r->statements.count;
	if (!ended && !r->lost_statement)
		lexer_fault(&r->lex, r->lex.token.position,
			    "a statement, goto, branch or return is expected in block '%s', not %s", b->name,
			    lexer_show(&r->lex));
}

bool reader_body(struct reader *r)
{
	r->lost_statement = false;
	while (!at_body_end(r)) {
		if (at_label(r)) {
			block(r, label(r));
			continue;
		}
		reader_expected(r, r->procedure->block_count ? "a label or '}'" : "a variable declaration or a label");
		block(r, nameless(r, r->lex.token.position));
	}
	link_targets(r);
	if (!r->procedure->block_count && !r->lost_statement)
		lexer_fault(&r->lex, r->lex.token.position, "procedure '%s' has no block", r->procedure->name);
	return reader_expect(r, '}', "'}'");
}

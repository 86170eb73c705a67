/* The reader's sorts and expressions. Iterative: what is open is on an explicit stack. */
#include <string.h>

#include "bv.h"
#include "reader.h"
#include "write.h"

enum visit_kind {
	VISIT_OPERATOR, /* op(indices, arguments...) */
	VISIT_INDEX,    /* map[index] or map[index := value] */
	VISIT_LET,      /* let ... %number = (here) */
	VISIT_IN        /* let ... in (here) */
};

struct expression_visit {
	enum visit_kind kind;
	enum op op;
	uint32_t count, want; /* arguments; FRAME_LET and FRAME_IN: `count` names bound so far */
	uint32_t indices[2];
	term arguments[5];
	uint64_t number;
	struct position position;
};

enum step { STEP_FAILED, STEP_OPERAND, STEP_VALUE, STEP_DONE };

/* --- sorts --- */

static void shown_sort(struct reader *r, struct output *out, sort s)
{
	sort_write(r->program->bank, s, out);
}

static sort bitvector_named(struct reader *r, const struct token *t)
{
	uint32_t width = 0;
	for (size_t i = 2; i < t->length; i++) {
		if (t->text[i] < '0' || t->text[i] > '9')
			return 0;
		if (width <= IR_MAX_WIDTH)
			width = width * 10 + (uint32_t)(t->text[i] - '0');
	}
	if (width == 0 || width > IR_MAX_WIDTH) {
		lexer_fault(&r->lex, t->position, "the width of a bit-vector is between 1 and %d", IR_MAX_WIDTH);
		return 0;
	}
	return sort_bitvector(r->program->bank, width);
}

/* bool or bvN */
static sort scalar_sort(struct reader *r)
{
	const struct token *t = &r->lex.token;
	sort s = 0;
	unsigned before = r->diags->errors;
	if (t->kind == TOKEN_NAME && !t->quoted && t->length == 4 && !memcmp(t->text, "bool", 4))
		s = sort_bool(r->program->bank);
	else if (t->kind == TOKEN_NAME && !t->quoted && t->length > 2 && !memcmp(t->text, "bv", 2))
		s = bitvector_named(r, t);
	if (s)
		lexer_next(&r->lex);
	else if (before == r->diags->errors)
		reader_expected(r, "a sort");
	return s;
}

sort reader_sort(struct reader *r)
{
	struct bank *bank = r->program->bank;
	if (!reader_accept(r, '['))
		return scalar_sort(r);
	struct position position = r->lex.token.position;
	sort index = scalar_sort(r);
	if (!index || !reader_expect(r, ']', "']'"))
		return 0;
	if (sort_kind(bank, index) != SORT_BITVECTOR) {
		lexer_fault(&r->lex, position, "a map is indexed by a bit-vector");
		return 0;
	}
	sort value = scalar_sort(r);
	return value ? sort_map(bank, index, value) : 0;
}

/* --- leaves --- */

static term too_large(struct reader *r)
{
	lexer_fault(&r->lex, r->lex.token.position, "the constant does not fit in %u bits", r->lex.token.width);
	return 0;
}

static int digit_value(char c)
{
	return c <= '9' ? c - '0' : (c | 32) - 'a' + 10;
}

static bool parse_hexadecimal(uint64_t *words, uint32_t width, const char *digits, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		uint64_t value = (uint64_t)digit_value(digits[length - 1 - i]);
		for (unsigned k = 0; k < 4; k++) {
			size_t bit = 4 * i + k;
			if (!(value >> k & 1))
				continue;
			if (bit >= width)
				return false;
			words[bit / 64] |= UINT64_C(1) << bit % 64;
		}
	}
	return true;
}

static term wide_constant(struct reader *r, const char *digits, size_t length)
{
	uint32_t width = r->lex.token.width;
	if (length > width) /* more digits than bits: never fits, and it would take long to find that out */
		return too_large(r);
	uint64_t *words = memory_alloc(bv_words(width) * sizeof *words);
	bool fits = r->lex.token.hexadecimal ? parse_hexadecimal(words, width, digits, length)
					     : bv_parse(words, width, digits, (uint32_t)length);
	term t = fits ? term_bv_words(r->program->bank, width, words) : too_large(r);
	memory_free(words);
	return t;
}

static term constant(struct reader *r)
{
	const struct token *t = &r->lex.token;
	const char *digits = t->text, *stop = digits + t->length;
	while (digits < stop && *digits == '0')
		digits++;
	size_t length = (size_t)(stop - digits);
	if (length > (t->hexadecimal ? 15 : 18))
		return wide_constant(r, digits, length);
	uint64_t value = 0;
	for (; digits < stop; digits++)
		value = value * (t->hexadecimal ? 16 : 10) + (unsigned)digit_value(*digits);
	if (t->width < 64 && value >> t->width)
		return too_large(r);
	return term_bv(r->program->bank, t->width, value);
}

static term variable(struct reader *r, const struct symbol *s, struct position position)
{
	if (s->local_owner == r->procedure && r->procedure)
		return s->local->term;
	if (s->global)
		return s->global->term;
	if (r->whole && reader_known(r, s->name))
		return reader_known(r, s->name)->term;
	if (!r->lost_global && !r->lost_local)
		lexer_fault(&r->lex, position, "variable '%s' is not declared", s->name);
	r->lost_statement = true;
	return 0;
}

static term let_value(struct reader *r)
{
	uint64_t number = r->lex.token.number;
	term t = number == UINT64_MAX ? 0 : (term)table_get(&r->let_values, number, 0);
	if (!t)
		lexer_fault(&r->lex, r->lex.token.position, "%%%llu is not bound here", (unsigned long long)number);
	return t;
}

/* --- operators --- */

static const char *shown_operands(struct reader *r, const struct expression_visit *f)
{
	struct output *out = output_memory();
	for (uint32_t i = 0; i < op_indices(f->op); i++)
		output_format(out, "%s%u", i ? ", " : "", f->indices[i]);
	for (uint32_t i = 0; i < f->count; i++) {
		if (i || op_indices(f->op))
			output_string(out, ", ");
		shown_sort(r, out, term_sort(r->program->bank, f->arguments[i]));
	}
	const char *text = intern_string(r->program->strings, output_text(out, NULL));
	output_close(out, r->diags);
	return text;
}

static bool too_wide(const struct bank *bank, sort s)
{
	return sort_kind(bank, s) == SORT_BITVECTOR && sort_width(bank, s) > IR_MAX_WIDTH;
}

/* The frame's term, all of whose arguments are there; pops it. */
static term build(struct reader *r)
{
	struct expression_visit f = vec_pop(&r->visits);
	struct bank *bank = r->program->bank;
	for (uint32_t i = 0; i < op_indices(f.op); i++) {
		if (f.indices[i] <= IR_MAX_WIDTH && (f.op == OP_EXTRACT || f.indices[i]))
			continue;
		lexer_fault(&r->lex, f.position, "the width of a bit-vector is between 1 and %d", IR_MAX_WIDTH);
		return 0;
	}
	sort s = term_sort_of(bank, f.op, f.arguments, f.indices);
	if (s && !too_wide(bank, s))
		return term_make(bank, f.op, f.arguments, f.indices);
	if (s)
		lexer_fault(&r->lex, f.position, "the result is wider than %d bits", IR_MAX_WIDTH);
	else
		lexer_fault(&r->lex, f.position, "%s does not take (%s)", op_name(f.op), shown_operands(r, &f));
	return 0;
}

static bool read_indices(struct reader *r, struct expression_visit *f)
{
	for (uint32_t i = 0; i < op_indices(f->op); i++) {
		if (r->lex.token.kind != TOKEN_NUMBER)
			return reader_expected(r, "a number");
		uint64_t n = r->lex.token.number;
		f->indices[i] = n > UINT32_MAX ? UINT32_MAX : (uint32_t)n;
		lexer_next(&r->lex);
		if (!reader_expect(r, ',', "','"))
			return false;
	}
	return true;
}

static enum step open_operator(struct reader *r, const struct symbol *s, struct position position)
{
	if (s->op < 0) {
		lexer_fault(&r->lex, position, "there is no operator '%s'", s->name);
		return STEP_FAILED;
	}
	struct expression_visit f = { .kind = VISIT_OPERATOR, .op = (enum op)s->op, .position = position };
	f.want = op_arguments(f.op);
	lexer_next(&r->lex);
	if (!read_indices(r, &f))
		return STEP_FAILED;
	vec_push(&r->visits, f);
	return STEP_OPERAND;
}

static bool argument_count_fault(struct reader *r, const struct expression_visit *f, const char *what)
{
	lexer_fault(&r->lex, r->lex.token.position, "%s takes %u argument%s: there are %s", op_name(f->op), f->want,
		    f->want == 1 ? "" : "s", what);
	return false;
}

/* Behind an argument. */
static enum step next_argument(struct reader *r, term *value)
{
	struct expression_visit *f = &vec_last(&r->visits);
	int kind = r->lex.token.kind;
	f->arguments[f->count++] = *value;
	if (f->count < f->want) {
		if (kind == ')' ? !argument_count_fault(r, f, "fewer") : !reader_expect(r, ',', "','"))
			return STEP_FAILED;
		return STEP_OPERAND;
	}
	if (kind == ',' ? !argument_count_fault(r, f, "more") : !reader_expect(r, ')', "')'"))
		return STEP_FAILED;
	return (*value = build(r)) ? STEP_VALUE : STEP_FAILED;
}

/* --- map[index], map[index := value] --- */

static enum step open_index(struct reader *r, term map)
{
	const struct bank *bank = r->program->bank;
	struct expression_visit f = { .kind = VISIT_INDEX, .op = OP_SELECT, .count = 1, .want = 2 };
	f.position = r->lex.token.position;
	f.arguments[0] = map;
	if (sort_kind(bank, term_sort(bank, map)) != SORT_MAP) {
		lexer_fault(&r->lex, f.position, "only a map can be indexed");
		return STEP_FAILED;
	}
	lexer_next(&r->lex);
	vec_push(&r->visits, f);
	return STEP_OPERAND;
}

static enum step next_index(struct reader *r, term *value)
{
	struct expression_visit *f = &vec_last(&r->visits);
	f->arguments[f->count++] = *value;
	if (f->count == 2 && reader_accept(r, TOKEN_ASSIGN)) {
		f->op = OP_STORE;
		return STEP_OPERAND;
	}
	if (!reader_expect(r, ']', f->count == 2 ? "']' or ':='" : "']'"))
		return STEP_FAILED;
	return (*value = build(r)) ? STEP_VALUE : STEP_FAILED;
}

/* --- let --- */

/* At the name; ends after its `=`. */
static bool let_name(struct reader *r, struct expression_visit *f)
{
	if (r->lex.token.kind != TOKEN_LET_NAME)
		return reader_expected(r, "a let name (% and a number)");
	f->number = r->lex.token.number;
	if (f->number == UINT64_MAX || table_get(&r->let_values, f->number, 0)) {
		lexer_fault(&r->lex, r->lex.token.position,
			    f->number == UINT64_MAX ? "this let name is too large" : "%%%llu is bound here already",
			    (unsigned long long)f->number);
		return false;
	}
	lexer_next(&r->lex);
	return reader_expect(r, '=', "'='");
}

static enum step open_let(struct reader *r)
{
	struct expression_visit f = { .kind = VISIT_LET, .position = r->lex.token.position };
	lexer_next(&r->lex);
	if (!let_name(r, &f))
		return STEP_FAILED;
	vec_push(&r->visits, f);
	return STEP_OPERAND;
}

static enum step next_binding(struct reader *r, term value)
{
	struct expression_visit *f = &vec_last(&r->visits);
	table_put(&r->let_values, f->number, value);
	vec_push(&r->let_scope, f->number);
	f->count++;
	if (reader_accept(r, ';'))
		return let_name(r, f) ? STEP_OPERAND : STEP_FAILED;
	if (!reader_at_word(r, "in")) {
		reader_expected(r, "';' or 'in'");
		return STEP_FAILED;
	}
	lexer_next(&r->lex);
	f->kind = VISIT_IN;
	return STEP_OPERAND;
}

static void unbind(struct reader *r, size_t count)
{
	for (; count; count--)
		table_put(&r->let_values, vec_pop(&r->let_scope), 0);
}

/* --- the loop --- */

static enum step word_operand(struct reader *r, term *value)
{
	if (reader_at_word(r, "let"))
		return open_let(r);
	bool is_true = reader_at_word(r, "true");
	if (!is_true && !reader_at_word(r, "false")) {
		reader_expected(r, "an expression");
		return STEP_FAILED;
	}
	*value = term_bool(r->program->bank, is_true);
	lexer_next(&r->lex);
	return STEP_VALUE;
}

static enum step name_operand(struct reader *r, term *value)
{
	const struct symbol *s = reader_symbol(r);
	struct position position = r->lex.token.position;
	bool quoted = r->lex.token.quoted;
	if (s->reserved && !quoted)
		return word_operand(r, value);
	lexer_next(&r->lex);
	if (r->lex.token.kind == '(' && !quoted)
		return open_operator(r, s, position);
	return (*value = variable(r, s, position)) ? STEP_VALUE : STEP_FAILED;
}

/* At the beginning of an operand. */
static enum step operand(struct reader *r, term *value)
{
	switch (r->lex.token.kind) {
	case TOKEN_NAME:
		return name_operand(r, value);
	case TOKEN_CONSTANT:
		*value = constant(r);
		break;
	case TOKEN_LET_NAME:
		*value = let_value(r);
		break;
	case TOKEN_NUMBER:
		lexer_fault(&r->lex, r->lex.token.position, "a constant needs its width, as in 5bv32");
		return STEP_FAILED;
	default:
		reader_expected(r, "an expression");
		return STEP_FAILED;
	}
	lexer_next(&r->lex);
	return *value ? STEP_VALUE : STEP_FAILED;
}

/* Behind an operand, whose value is *value. */
static enum step behind(struct reader *r, term *value)
{
	if (r->lex.token.kind == '[')
		return open_index(r, *value);
	if (!r->visits.count)
		return STEP_DONE;
	struct expression_visit *f = &vec_last(&r->visits);
	switch (f->kind) {
	case VISIT_OPERATOR:
		return next_argument(r, value);
	case VISIT_INDEX:
		return next_index(r, value);
	case VISIT_LET:
		return next_binding(r, *value);
	case VISIT_IN:
		unbind(r, f->count);
		r->visits.count--;
		return STEP_VALUE;
	}
	return STEP_FAILED;
}

term reader_term(struct reader *r)
{
	term value = 0;
	vec_clear(&r->visits);
	enum step step = operand(r, &value);
	while (step == STEP_OPERAND || step == STEP_VALUE)
		step = step == STEP_OPERAND ? operand(r, &value) : behind(r, &value);
	unbind(r, r->let_scope.count);
	return step == STEP_DONE ? value : 0;
}

#include "write.h"

#include <string.h>

#include "lex.h"
#include "visible.h"
#include "writer.h"

/* --- bytes --- */

static void begin(struct writer *w, const struct program *p, struct output *out)
{
	*w = (struct writer){ .program = p, .out = out };
	if (p)
		w->bank = p->bank;
}

static void finish(struct writer *w)
{
	output_write(w->out, w->buffer, w->used);
	writer_terms_release(w);
}

void writer_bytes(struct writer *w, const char *bytes, size_t length)
{
	if (length > sizeof w->buffer - w->used) {
		output_write(w->out, w->buffer, w->used);
		w->used = 0;
	}
	if (length > sizeof w->buffer) {
		output_write(w->out, bytes, length);
		return;
	}
	memcpy(w->buffer + w->used, bytes, length);
	w->used += length;
}

void writer_text(struct writer *w, const char *text)
{
	writer_bytes(w, text, strlen(text));
}

void writer_byte(struct writer *w, char c)
{
	writer_bytes(w, &c, 1);
}

void writer_number(struct writer *w, uint64_t n)
{
	char digits[20], *at = digits + sizeof digits;
	do
		*--at = (char)('0' + n % 10);
	while (n /= 10);
	writer_bytes(w, at, (size_t)(digits + sizeof digits - at));
}

/* Text between quotes. What is printed as it stands: all that is visible (visible.h) but the quote and `\`. */
static void quoted(struct writer *w, const char *text, char quote)
{
	writer_byte(w, quote);
	for (;;) {
		const char *plain = text;
		while (*text != quote && *text != '\\' && visible_length(text))
			text += visible_length(text);
		writer_bytes(w, plain, (size_t)(text - plain));
		unsigned char c = (unsigned char)*text++;
		if (!c)
			break;
		writer_byte(w, '\\');
		if (c == '\n' || c == '\t') {
			writer_byte(w, c == '\n' ? 'n' : 't');
		} else if (c < 32 || c >= 127) {
			writer_byte(w, 'x');
			writer_byte(w, "0123456789abcdef"[c / 16]);
			writer_byte(w, "0123456789abcdef"[c % 16]);
		} else {
			writer_byte(w, (char)c);
		}
	}
	writer_byte(w, quote);
}

void writer_name(struct writer *w, const char *name)
{
	const char *at = name;
	if (lex_starts_name((unsigned char)*at))
		while (lex_in_name((unsigned char)*at))
			at++;
	if (at == name || *at || lex_is_reserved(name, (size_t)(at - name)))
		quoted(w, name, '|');
	else
		writer_bytes(w, name, (size_t)(at - name));
}

/* --- attributes, statements --- */

static void attributes(struct writer *w, const struct attribute *list)
{
	for (; list; list = list->next) {
		writer_text(w, " {");
		writer_name(w, list->key);
		for (uint32_t i = 0; i < list->count; i++) {
			writer_byte(w, ' ');
			if (list->values[i].string)
				quoted(w, list->values[i].string, '"');
			else
				writer_number(w, list->values[i].number);
		}
		writer_byte(w, '}');
	}
}

static void call(struct writer *w, const struct statement *s)
{
	writer_text(w, "call ");
	for (uint32_t i = 0; i < s->out_count; i++) {
		writer_name(w, s->outs[i]->name);
		writer_text(w, i + 1 < s->out_count ? ", " : " := ");
	}
	writer_name(w, s->callee->name);
	writer_byte(w, '(');
	for (uint32_t i = 0; i < s->argument_count; i++) {
		if (i)
			writer_text(w, ", ");
		writer_term(w, s->arguments[i]);
	}
	writer_byte(w, ')');
}

static void statement(struct writer *w, const struct statement *s)
{
	switch (s->kind) {
	case STATEMENT_ASSUME:
		writer_text(w, "assume ");
		writer_term(w, s->term);
		break;
	case STATEMENT_ASSERT:
		writer_text(w, "assert ");
		writer_term(w, s->term);
		break;
	case STATEMENT_ASSIGN:
		writer_name(w, s->target->name);
		writer_text(w, " := ");
		writer_term(w, s->term);
		break;
	case STATEMENT_HAVOC:
		writer_text(w, "havoc ");
		writer_name(w, s->target->name);
		break;
	case STATEMENT_FRESH:
		writer_text(w, "fresh ");
		writer_name(w, s->target->name);
		break;
	case STATEMENT_CALL:
		call(w, s);
		break;
	}
	attributes(w, s->attributes);
	writer_byte(w, ';');
}

static void terminator(struct writer *w, const struct terminator *t)
{
	switch (t->kind) {
	case TERMINATOR_NONE:
		writer_text(w, "// no terminator");
		return;
	case TERMINATOR_GOTO:
		writer_text(w, "goto ");
		break;
	case TERMINATOR_BRANCH:
		writer_text(w, "branch ");
		writer_term(w, t->term);
		writer_text(w, ", ");
		break;
	case TERMINATOR_RETURN:
		writer_text(w, "return");
		break;
	}
	for (uint32_t i = 0; i < t->target_count; i++) {
		if (i)
			writer_text(w, ", ");
		writer_name(w, t->targets[i]->name);
	}
	attributes(w, t->attributes);
	writer_byte(w, ';');
}

/* --- declarations --- */

static void declared(struct writer *w, const struct variable *v)
{
	writer_name(w, v->name);
	writer_text(w, " : ");
	writer_sort(w, w->bank, v->sort);
	attributes(w, v->attributes);
}

static void parameters(struct writer *w, struct variable *const *variables, uint32_t count)
{
	writer_byte(w, '(');
	for (uint32_t i = 0; i < count; i++) {
		if (i)
			writer_text(w, ", ");
		declared(w, variables[i]);
	}
	writer_byte(w, ')');
}

static void block(struct writer *w, const struct block *b)
{
	writer_name(w, b->name);
	writer_byte(w, ':');
	attributes(w, b->attributes);
	writer_byte(w, '\n');
	for (uint32_t i = 0; i < b->statement_count; i++) {
		writer_text(w, "  ");
		statement(w, &b->statements[i]);
		writer_byte(w, '\n');
	}
	writer_text(w, "  ");
	terminator(w, &b->terminator);
	writer_byte(w, '\n');
}

static void procedure(struct writer *w, const struct procedure *proc)
{
	uint32_t first_local = proc->in_count + proc->out_count;
	writer_text(w, "procedure ");
	writer_name(w, proc->name);
	parameters(w, proc->variables, proc->in_count);
	if (proc->out_count) {
		writer_text(w, " returns ");
		parameters(w, proc->variables + proc->in_count, proc->out_count);
	}
	attributes(w, proc->attributes);
	writer_text(w, " {\n");
	for (uint32_t i = first_local; i < proc->variable_count; i++) {
		writer_text(w, "  var ");
		declared(w, proc->variables[i]);
		writer_byte(w, '\n');
	}
	for (uint32_t i = 0; i < proc->block_count; i++)
		block(w, proc->blocks[i]);
	writer_text(w, "}\n");
}

/* One attribute per line: programs have many. */
static void program_attributes(struct writer *w, const struct program *p)
{
	if (p->entry) {
		struct attribute_value name = { .string = p->entry->name };
		struct attribute entry = { "entry", 1, &name, NULL };
		writer_byte(w, ' ');
		attributes(w, &entry);
		writer_byte(w, '\n');
	}
	for (const struct attribute *a = p->attributes; a; a = a->next) {
		struct attribute alone = *a;
		alone.next = NULL;
		if (!strcmp(a->key, "entry"))
			continue;
		writer_byte(w, ' ');
		attributes(w, &alone);
		writer_byte(w, '\n');
	}
}

/* --- interface --- */

void program_write(const struct program *p, struct output *out)
{
	struct writer w;
	begin(&w, p, out);
	writer_text(&w, "plumb 1\n");
	program_attributes(&w, p);
	for (uint32_t i = 0; i < p->global_count; i++) {
		writer_text(&w, i ? "global " : "\nglobal ");
		declared(&w, p->globals[i]);
		writer_byte(&w, '\n');
	}
	for (uint32_t i = 0; i < p->procedure_count; i++) {
		writer_byte(&w, '\n');
		procedure(&w, p->procedures[i]);
	}
	finish(&w);
}

bool program_write_file(const struct program *p, const char *path, bool compress, struct diagnostics *diags)
{
	struct output *out = output_open(path, compress, diags);
	if (!out)
		return false;
	program_write(p, out);
	return output_close(out, diags);
}

void statement_write(const struct program *p, const struct statement *s, struct output *out)
{
	struct writer w;
	begin(&w, p, out);
	statement(&w, s);
	finish(&w);
}

void sort_write(const struct bank *bank, sort s, struct output *out)
{
	struct writer w;
	begin(&w, NULL, out);
	writer_sort(&w, bank, s);
	finish(&w);
}

void term_write(const struct program *p, term t, struct output *out)
{
	struct writer w;
	begin(&w, p, out);
	writer_term(&w, t);
	finish(&w);
}

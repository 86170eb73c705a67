/* Reads templates: statements between newlines and semicolons, with labels, directives, prefixes, a name and arguments. What a
 * .pushsection has is data about the code: of it only the names of sections count. */
#include "asm_template.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "asm_table.h"
#include "ast_label.h"
#include "ast_statement.h"
#include "vec.h"

enum { STATEMENT = 1024 };

struct instructions VEC_BODY(struct asm_instruction);

struct reader {
	struct arena *arena;
	const struct asm_statement *statement;
	struct asm_text text;
	struct instructions main, other; /* other: in .altinstr_replacement */
	uint32_t sections, others;       /* open .pushsection; replacements */
	bool replacement;                /* the open one is .altinstr_replacement */
	bool repeated;                   /* a prefix came before */
	bool failed, other_failed;
};

/* ---- constraints ---- */

char asm_fixed_register(const char *constraint)
{
	char found = 0;
	for (; *constraint; constraint++) {
		if (strchr("rqQglR", *constraint))
			return 0;
		if (!strchr("abcdSD", *constraint))
			continue;
		if (found)
			return 0;
		found = *constraint;
	}
	return found;
}

/* ---- arguments ---- */

static bool is_name(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.';
}

static bool operand_named(const struct asm_statement *a, const char *name, size_t length, uint32_t *number)
{
	for (uint32_t i = 0; i < a->output_count + a->input_count; i++) {
		const struct asm_operand *o = i < a->output_count ? &a->outputs[i] : &a->inputs[i - a->output_count];
		*number = i;
		if (o->name && strlen(o->name) == length && !strncmp(o->name, name, length))
			return true;
	}
	return false;
}

static bool label_named(const struct asm_statement *a, const char *name, size_t length, uint32_t *number)
{
	for (*number = 0; *number < a->label_count; ++*number) {
		const char *label = a->labels[*number]->name;
		if (strlen(label) == length && !strncmp(label, name, length))
			return true;
	}
	return false;
}

/* What stands behind % and its modifier. */
static bool read_number(struct reader *r, const char **at, bool is_label, uint32_t *number)
{
	const struct asm_statement *a = r->statement;
	const char *s = *at;
	uint32_t operands = a->output_count + a->input_count;
	if (*s == '[') {
		const char *end = strchr(++s, ']');
		size_t length = end ? (size_t)(end - s) : 0;
		*at = end ? end + 1 : s;
		return end && (is_label ? label_named(a, s, length, number) : operand_named(a, s, length, number));
	}
	if (!isdigit((unsigned char)*s))
		return false;
	char *end;
	unsigned long n = strtoul(s, &end, 10);
	*at = end;
	if (is_label && n >= operands)
		n -= operands;
	*number = (uint32_t)n;
	return n < (is_label ? a->label_count : operands);
}

static uint32_t modifier_bits(char modifier)
{
	switch (modifier) {
	case 'b':
		return 8;
	case 'w':
		return 16;
	case 'k':
		return 32;
	case 'q':
		return 64;
	default:
		return 0;
	}
}

/* %1, %b1, %[name], %l[label]; the argument is behind % in *at. */
static bool read_operand(struct reader *r, const char **at, struct asm_argument *argument)
{
	char modifier = isalpha((unsigned char)**at) ? *(*at)++ : 0;
	argument->place = modifier == 'l' ? ASM_LABEL : ASM_OPERAND;
	if (modifier && !strchr("bwkqlcPa", modifier))
		return false;
	argument->bits = modifier_bits(modifier);
	return read_number(r, at, modifier == 'l', &argument->operand);
}

static bool read_register(const char **at, struct asm_argument *argument)
{
	char name[8] = { 0 };
	for (size_t n = 0; is_name(**at) && n + 1 < sizeof name; n++)
		name[n] = *(*at)++;
	argument->place = ASM_REGISTER;
	if (!strncmp(name, "cr", 2) || !strncmp(name, "db", 2) || !strcmp(name, "ss") || !strcmp(name, "cs"))
		argument->place = ASM_CONTROL;
	else if (!asm_register(name, &argument->letter, &argument->bits))
		return false;
	return true;
}

/* (%%rsp) or (%1), after a number of bytes. */
static bool read_indirect(struct reader *r, const char *s, uint64_t bytes, struct asm_argument *argument)
{
	argument->constant = bytes;
	if (!strcmp(s, "(%%rsp)") || !strcmp(s, "(%%esp)") || (r->statement->is_basic && !strcmp(s, "(%rsp)"))) {
		argument->place = ASM_STACK;
		return true;
	}
	if (strncmp(s, "(%", 2) != 0)
		return false;
	s += 2;
	bool good = read_operand(r, &s, argument) && argument->place == ASM_OPERAND && !strcmp(s, ")");
	argument->place = ASM_POINTED;
	return good && !argument->bits;
}

static bool read_argument(struct reader *r, const char *s, struct asm_argument *argument)
{
	*argument = (struct asm_argument){ .place = ASM_OPERAND };
	bool basic = r->statement->is_basic;
	if (!strncmp(s, "%%gs:", 5) || !strncmp(s, "%%fs:", 5)) {
		argument->segment = true;
		s += 5;
	}
	if (*s == '$') {
		char *end;
		argument->place = ASM_IMMEDIATE;
		argument->constant = (uint64_t)strtoll(s + 1, &end, 0);
		return end != s + 1 && !*end;
	}
	if (s[0] == '%' && (s[1] == '%' || basic)) {
		s += basic && s[1] != '%' ? 1 : 2;
		return read_register(&s, argument) && !*s;
	}
	if (*s == '%') {
		s++;
		return read_operand(r, &s, argument) && !*s;
	}
	char *end;
	long long bytes = strtoll(s, &end, 0);
	return read_indirect(r, end, (uint64_t)bytes, argument);
}

/* ---- statements ---- */

static bool has_prefix(const char *s, const char *prefix)
{
	size_t n = strlen(prefix);
	return !strncmp(s, prefix, n) && !is_name(s[n]);
}

static const char *skip_spaces(const char *s)
{
	while (*s == ' ' || *s == '\t')
		s++;
	return s;
}

/* Bytes that are instructions: ud2, and what the kernel writes where nothing is to be done. */
static const char *instruction_of_bytes(const char *s)
{
	static const struct {
		const char *bytes, *name;
	} table[] = { { "0x0f, 0x0b", "ud2" },
		      { "0x0f,0x0b", "ud2" },
		      { "0x90", "nop" },
		      { "0x66,0x90", "nop" },
		      { "0x0f,0x1f,", "nop" } };
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		size_t n = strlen(table[i].bytes);
		bool open = table[i].bytes[n - 1] == ',';
		if (!strncmp(s, table[i].bytes, n) && (open || !s[n]))
			return table[i].name;
	}
	return NULL;
}

static void fail(struct reader *r)
{
	if (r->sections)
		r->other_failed = true;
	else
		r->failed = true;
}

static void add(struct reader *r, const struct asm_instruction *instruction)
{
	if (r->sections)
		vec_push(&r->other, *instruction);
	else
		vec_push(&r->main, *instruction);
}

static void open_section(struct reader *r, const char *name)
{
	if (r->sections++)
		r->failed = true;
	r->replacement = strstr(name, ".altinstr_replacement") != NULL;
	r->others += r->replacement;
	r->text.jump_table |= strstr(name, "__jump_table") != NULL;
	r->text.may_fault |= strstr(name, "__ex_table") != NULL;
	r->text.reachable |= strstr(name, ".discard.reachable") != NULL;
	r->text.alternative |= strstr(name, ".altinstructions") != NULL;
}

static void read_directive(struct reader *r, const char *s)
{
	if (has_prefix(s, ".pushsection") || has_prefix(s, ".section")) {
		open_section(r, s);
		return;
	}
	if (has_prefix(s, ".popsection") || has_prefix(s, ".previous")) {
		if (!r->sections)
			r->failed = true;
		r->sections -= r->sections > 0;
		r->replacement = false;
		return;
	}
	if (r->sections && !r->replacement)
		return;
	if (has_prefix(s, ".skip") || has_prefix(s, ".balign") || has_prefix(s, ".align") || has_prefix(s, ".p2align"))
		return; /* filled with nops */
	const char *name = has_prefix(s, ".byte") ? instruction_of_bytes(skip_spaces(s + 5)) : NULL;
	if (name)
		add(r, &(struct asm_instruction){ .name = name });
	else
		fail(r);
}

/* The arguments stand between commas outside of parentheses; `s` is written to. */
static bool read_arguments(struct reader *r, char *s, struct asm_instruction *instruction)
{
	while (*s) {
		char *end = s;
		for (int depth = 0; *end && (depth || *end != ','); end++)
			depth += (*end == '(') - (*end == ')');
		char *next = *end ? end + 1 : end;
		while (end > s && (end[-1] == ' ' || end[-1] == '\t'))
			end--;
		*end = 0;
		if (instruction->count == ASM_ARGUMENTS ||
		    !read_argument(r, s, &instruction->arguments[instruction->count++]))
			return false;
		s = (char *)(uintptr_t)skip_spaces(next);
	}
	return true;
}

static bool read_prefix(struct reader *r, char **s)
{
	static const char *const prefixes[] = { "lock", "rep" };
	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
		if (!has_prefix(*s, prefixes[i]))
			continue;
		*s = (char *)(uintptr_t)skip_spaces(*s + strlen(prefixes[i]));
		r->repeated |= i == 1;
		return true;
	}
	return false;
}

static void read_instruction(struct reader *r, char *s)
{
	if (r->sections && !r->replacement)
		return;
	while (read_prefix(r, &s))
		;
	if (!*s)
		return;
	size_t length = 0;
	while (is_name(s[length]))
		length++;
	struct asm_instruction instruction = { .repeated = r->repeated };
	char *arguments = s + length;
	bool good = length && (!*arguments || *arguments == ' ' || *arguments == '\t');
	instruction.name = arena_format(r->arena, "%.*s", (int)length, s);
	r->repeated = false;
	if (good && read_arguments(r, (char *)(uintptr_t)skip_spaces(arguments), &instruction))
		add(r, &instruction);
	else
		fail(r);
}

/* Labels, then a directive or an instruction. */
static void read_statement(struct reader *r, char *s)
{
	for (;;) {
		s = (char *)(uintptr_t)skip_spaces(s);
		size_t length = 0;
		while (is_name(s[length]))
			length++;
		if (!length || s[length] != ':')
			break;
		s += length + 1;
	}
	if (*s == '.')
		read_directive(r, s);
	else if (*s)
		read_instruction(r, s);
}

/* The end of a comment that begins at S, or S. */
static const char *skip_comment(const char *s)
{
	if (*s == '#')
		return s + strcspn(s, "\n");
	if (s[0] != '/' || s[1] != '*')
		return s;
	const char *end = strstr(s, "*/");
	return end ? end + 2 : s + strlen(s);
}

/* A statement without its comments; false: it is too long. */
static bool next_statement(const char **at, char statement[STATEMENT])
{
	size_t n = 0;
	bool quoted = false;
	const char *s = *at;
	while (*s && (quoted || (*s != '\n' && *s != ';'))) {
		const char *behind = quoted ? s : skip_comment(s);
		if (behind != s) {
			s = behind;
			continue;
		}
		quoted ^= *s == '"';
		if (n + 1 == STATEMENT)
			return false;
		statement[n++] = *s++;
	}
	while (n && (statement[n - 1] == ' ' || statement[n - 1] == '\t'))
		n--;
	statement[n] = 0;
	*at = *s ? s + 1 : s;
	return true;
}

static const struct asm_text *finish(struct reader *r, bool instead)
{
	const struct instructions *list = instead ? &r->other : &r->main;
	struct asm_text *text = arena_alloc(r->arena, sizeof *text);
	*text = r->text;
	text->count = (uint32_t)list->count;
	text->instructions = arena_alloc(r->arena, sizeof *text->instructions * (list->count + 1));
	for (size_t i = 0; i < list->count; i++)
		text->instructions[i] = list->at[i];
	return text;
}

/* A call is never known: then it is what may stand in its place. */
static bool is_call(const struct instructions *list)
{
	for (size_t i = 0; i < list->count; i++)
		if (!strcmp(list->at[i].name, "call"))
			return true;
	return false;
}

const struct asm_text *asm_template_read(struct arena *arena, const struct asm_statement *a)
{
	struct reader r = { .arena = arena, .statement = a };
	char statement[STATEMENT];
	const struct asm_text *text = NULL;
	for (const char *s = a->template; *s;) {
		if (!next_statement(&s, statement)) {
			r.failed = true;
			break;
		}
		read_statement(&r, statement);
	}
	bool whole = !r.sections && !r.repeated && !strpbrk(a->template, "{|}");
	bool other = r.text.alternative && r.others == 1 && !r.other_failed;
	if (whole && other && (r.failed || is_call(&r.main)))
		text = finish(&r, true);
	else if (whole && !r.failed)
		text = finish(&r, false);
	vec_free(&r.main);
	vec_free(&r.other);
	return text;
}

/* A rule as C around the functions of a driver. For each function f that the driver mentions and the rule is about:
 *
 *	PLUMB_RULE(f) T __plumb_rule_f(T1 a1, ...) { events before; T result = __plumb_next_f(a1, ...); events after; return result; }
 *
 * where __plumb_next_f is f's model, or f. Each event changes the state of one object, which is any one (__plumb_watch): what can go wrong
 * with some object can go wrong with that one, and nothing else is said of it, so there is no map from objects to states.
 *
 * A function with a body in a header, and without a model, is looked through if that body leads to a function that the rule names too: the
 * event is that one's, and is not counted twice. */
#include <string.h>

#include "ast_declaration.h"
#include "ast_function.h"
#include "ast_unit.h"
#include "memory.h"
#include "paragraph.h"
#include "rule.h"
#include "kernel.h"
#include "stream.h"
#include "type_base.h"
#include "type_derived.h"
#include "type_function.h"
#include "type_text.h"

struct weaver {
	const struct rule *rule;
	const struct unit *unit;
	const struct choice *choice;
	struct diagnostics *diags;
	struct output *out;
	VEC(const struct declaration *) woven;
	bool watches; /* some event has an object */
};

/* Where a piece of the rule's text is used. */
struct use {
	const struct declaration *function; /* NULL: in none */
	bool result;                        /* there is one */
};

/* ---- text ---- */

/* For LDV's models (the Linux Driver Verification project), as far as their users know these words. */
static const char words[] =
	"#line 1 \"<library/rules>\"\n"
	"#define ldv_assert(...) __PLUMB_THIRD(__VA_ARGS__, __PLUMB_NAMED, __PLUMB_PLAIN, ~)(__VA_ARGS__)\n"
	"#define __PLUMB_THIRD(a, b, c, ...) c\n"
	"#define __PLUMB_PLAIN(e) __plumb_require(e, \"rule\", __PLUMB_RULE \": \" #e)\n"
	"#define __PLUMB_NAMED(name, e) __plumb_require(e, \"rule\", __PLUMB_RULE \": \" name)\n"
	"#define ldv_error() __plumb_require(0, \"rule\", __PLUMB_RULE)\n"
	"#define ldv_assume(e) __plumb_assume(e)\n"
	"#define ldv_stop() __plumb_stop(0)\n"
	"#define ldv_undef_int() __plumb_any_int(\"ldv_undef_int\")\n"
	"#define ldv_undef_long() __plumb_any_long(\"ldv_undef_long\")\n"
	"#define ldv_undef_int_negative() \\\n"
	"\t({ int __n = __plumb_any_int(\"ldv_undef_int_negative\"); __plumb_assume(__n < 0); __n; })\n"
	"#define ldv_undef_int_nonpositive() \\\n"
	"\t({ int __n = __plumb_any_int(\"ldv_undef_int_nonpositive\"); __plumb_assume(__n <= 0); __n; })\n"
	"#define ldv_undef_int_positive() \\\n"
	"\t({ int __n = __plumb_any_int(\"ldv_undef_int_positive\"); __plumb_assume(__n > 0); __n; })\n"
	"#define ldv_undef_ptr() __plumb_new(4096)\n"
	"#define ldv_is_err(p) __plumb_is_error(p)\n"
	"#define ldv_is_err_or_null(p) (!(p) || ldv_is_err(p))\n"
	"#define ldv_err_ptr(e) __plumb_error_pointer(e)\n"
	"#define ldv_ptr_err(p) __plumb_error_of(p)\n";

static void place(struct weaver *w, struct location at)
{
	bool ours = *at.file == '<';
	output_format(w->out, "\n#line %u \"%s%s%s\"\n", at.line, ours ? "" : RULE_PLACE, at.file, ours ? "" : ">");
}

static bool wrong(struct weaver *w, struct location at, const char *text, const char *name)
{
	diagnose(w->diags, DIAG_INPUT, at, "%s %s", name, text);
	return false;
}

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

/* $1, $arg1: the number; 0: it is no argument. */
static unsigned long argument_number(const char *word, size_t length)
{
	unsigned long n = 0;
	size_t i = length > 4 && !strncmp(word, "$arg", 4) ? 4 : 1;
	for (; i < length; i++) {
		if (word[i] < '0' || word[i] > '9' || n > 1000)
			return 0;
		n = 10 * n + (unsigned long)(word[i] - '0');
	}
	return n;
}

static void write_word(struct weaver *w, const char *word, size_t length, struct rule_text in, const struct use *use)
{
	char *name = memory_copy_string(word, length);
	unsigned long n = *word == '$' ? argument_number(word, length) : 0;
	const struct declaration *f = use->function;
	if (*word != '$')
		output_string(w->out, name);
	else if (!f)
		wrong(w, in.place, "is of a function, and here is none", name);
	else if (!strcmp(name, "$res") && use->result)
		output_string(w->out, "__plumb_result");
	else if (!strcmp(name, "$res"))
		wrong(w, in.place, "has no result here, which $res stands for", f->name);
	else if (!n)
		wrong(w, in.place, "is nothing that is known: $1, $arg1 and $res are", name);
	else if (n > type_parameter_count(f->type))
		wrong(w, in.place, "has fewer parameters than that", f->name);
	else
		output_format(w->out, "a%lu", n);
	memory_free(name);
}

/* C from the rule, with the names of parameters and result. */
static void write_code(struct weaver *w, struct rule_text t, const struct use *use)
{
	char quote = 0;
	for (size_t i = 0; i < t.length;) {
		size_t n = 0;
		while (!quote && i + n < t.length && is_word(t.at[i + n]))
			n++;
		if (n) {
			write_word(w, t.at + i, n, t, use);
		} else {
			n = quote && t.at[i] == '\\' && i + 1 < t.length ? 2 : 1;
			if (n == 1 && (t.at[i] == quote || (!quote && strchr("\"'", t.at[i]))))
				quote = quote ? 0 : t.at[i];
			output_write(w->out, t.at + i, n);
		}
		i += n;
	}
}

/* ---- types ---- */

/* T around NAME. What has neither a tag nor the name of a typedef (type_text) is no type of a function that is declared elsewhere. */
static void write_type(struct weaver *w, const struct type *t, const char *name)
{
	char *text = type_text(t, name);
	output_string(w->out, text);
	memory_free(text);
}

/* (T1 a1, T2 a2), perhaps with the result behind them. */
static void write_parameters(struct weaver *w, const struct declaration *f, bool result)
{
	uint32_t count = type_parameter_count(f->type);
	output_string(w->out, "(");
	for (uint32_t i = 0; i < count; i++) {
		char name[32];
		snprintf(name, sizeof name, "a%u", i + 1);
		output_string(w->out, i ? ", " : "");
		write_type(w, type_parameter(f->type, i), name);
	}
	if (result) {
		output_string(w->out, count ? ", " : "");
		write_type(w, type_base(f->type), "__plumb_result");
	}
	output_string(w->out, count || result ? ")" : "void)");
}

/* T NAME(T1 a1, T2 a2): a definition's head. */
static void write_head(struct weaver *w, const struct declaration *f, const char *name)
{
	struct output *list = output_memory(), *out = w->out;
	size_t length;
	w->out = list;
	output_string(list, name);
	write_parameters(w, f, false);
	w->out = out;
	write_type(w, type_base(f->type), output_text(list, &length));
	output_abandon(list);
}

/* ---- which functions ---- */

static bool fits(const char *pattern, size_t length, const char *name)
{
	if (!length)
		return !*name;
	if (*pattern == '$')
		return fits(pattern + 1, length - 1, name) || (*name && fits(pattern, length, name + 1));
	return *pattern == *name && fits(pattern + 1, length - 1, name + 1);
}

static const struct rule_function *named_by(const struct rule_clause *c, const struct declaration *f)
{
	for (size_t i = 0; i < c->functions.count; i++)
		if (fits(c->functions.at[i].name.at, c->functions.at[i].name.length, f->name))
			return &c->functions.at[i];
	return NULL;
}

static bool is_named(const struct rule *rule, const struct declaration *f)
{
	for (size_t i = 0; i < rule->clauses.count; i++)
		if (named_by(&rule->clauses.at[i], f))
			return true;
	return false;
}

/* Does the body lead to a function that the rule names? LEFT ends cycles. */
static bool leads_to_another(struct weaver *w, const struct declaration *f, unsigned left)
{
	for (uint32_t i = 0; left && f->function && i < f->function->reference_count; i++) {
		const struct declaration *g = f->function->references[i];
		if (g->kind == DECLARATION_FUNCTION && g != f && g->name &&
		    (is_named(w->rule, g) || (!choice_has_model(w->choice, g) && leads_to_another(w, g, left - 1))))
			return true;
	}
	return false;
}

static bool can_weave(struct weaver *w, const struct declaration *f)
{
	enum { DEPTH = 6 };
	for (size_t i = 0; i < w->rule->clauses.count; i++) {
		const struct rule_function *named = named_by(&w->rule->clauses.at[i], f);
		if (!named)
			continue;
		if (type_is_variadic(f->type) || !type_is_prototyped(f->type))
			return wrong(w, named->name.place, "has no fixed parameters: a rule cannot be about it",
				     f->name);
		if (named->parameters >= 0 && (uint32_t)named->parameters != type_parameter_count(f->type))
			return wrong(w, named->name.place, "has another number of parameters in this driver", f->name);
	}
	return choice_has_model(w->choice, f) || driver_owns(f) || !leads_to_another(w, f, DEPTH);
}

static void find_functions(struct weaver *w)
{
	for (uint32_t i = 0; i < w->unit->declaration_count; i++) {
		const struct declaration *f = w->unit->declarations[i];
		if (f->kind == DECLARATION_FUNCTION && f->name && !f->wraps && choice_mentions(w->choice, f->name) &&
		    is_named(w->rule, f) && can_weave(w, f))
			vec_push(&w->woven, f);
	}
	for (size_t i = 0; i < w->rule->clauses.count; i++)
		w->watches |= w->rule->clauses.at[i].object.at != NULL;
}

/* ---- events ---- */

static bool any_state(uint32_t from)
{
	return from == UINT32_MAX;
}

/* Is the state one of these? */
static void write_states(struct weaver *w, uint32_t from)
{
	if (any_state(from)) {
		output_string(w->out, "1");
		return;
	}
	const char * or = "(";
	for (unsigned i = 0; i < w->rule->states.count; i++)
		if (from >> i & 1) {
			const char *form = w->rule->counts && i ? "%s__plumb_state > 0" : "%s__plumb_state == %u";
			output_format(w->out, form, or, i);
			or = " || ";
		}
	output_string(w->out, ")");
}

static void write_error(struct weaver *w, const struct rule_transition *t)
{
	place(w, t->place);
	output_string(w->out, "\t__plumb_require(!(here && ");
	write_states(w, t->from);
	output_format(w->out, "), \"rule\", __PLUMB_RULE \": %.*s\" __PLUMB_CWE);\n", (int)t->message.length,
		      t->message.at);
}

static void write_change(struct weaver *w, const struct rule_transition *t, const char *otherwise)
{
	output_format(w->out, "\t%sif (here && ", otherwise);
	write_states(w, t->from);
	if (t->target == RULE_STATE)
		output_format(w->out, ")\n\t\t__plumb_state = %u;\n", t->to);
	else
		output_format(w->out, ")\n\t\t__plumb_state %s;\n", t->target == RULE_MORE ? "+= 1" : "-= 1");
}

/* Is it an event of the watched object? */
static void write_here(struct weaver *w, const struct rule_clause *c, const struct use *use)
{
	output_string(w->out, "\tconst _Bool here = ");
	if (c->object.at) {
		output_string(w->out, "__plumb_is_watched((const void *)(");
		write_code(w, c->object, use);
		output_string(w->out, "))");
	}
	if (c->condition.at) {
		output_string(w->out, c->object.at ? " && (" : "(");
		write_code(w, c->condition, use);
		output_string(w->out, ")");
	}
	output_string(w->out, c->object.at || c->condition.at ? ";\n" : "1;\n");
}

static void write_event(struct weaver *w, const struct rule_clause *c, const struct use *use)
{
	const char *otherwise = "";
	place(w, c->place);
	output_string(w->out, "\t{\n");
	write_here(w, c, use);
	for (size_t i = 0; i < c->transitions.count; i++)
		if (c->transitions.at[i].target == RULE_ERROR)
			write_error(w, &c->transitions.at[i]);
	for (size_t i = 0; i < c->transitions.count; i++)
		if (c->transitions.at[i].target != RULE_ERROR) {
			write_change(w, &c->transitions.at[i], otherwise);
			otherwise = "else ";
		}
	output_string(w->out, "\t}\n");
}

/* ---- functions ---- */

/* ARGUMENTS, in brackets, perhaps with the result. */
static void write_arguments(struct weaver *w, const struct declaration *f, bool result)
{
	uint32_t count = type_parameter_count(f->type);
	output_string(w->out, "(");
	for (uint32_t i = 0; i < count; i++)
		output_format(w->out, "%sa%u", i ? ", " : "", i + 1);
	if (result)
		output_string(w->out, count ? ", __plumb_result" : "__plumb_result");
	output_string(w->out, ")");
}

/* C code of the rule at a function, as one of its own: `return` leaves only that. */
static void write_advice(struct weaver *w, size_t number, const struct declaration *f, bool has_result)
{
	const struct rule_clause *c = &w->rule->clauses.at[number];
	bool result = c->moment == RULE_AFTER && has_result;
	struct use use = { f, result };
	char name[256];
	snprintf(name, sizeof name, "__plumb_advice_%s_%zu", f->name, number + 1);
	output_string(w->out, "static inline ");
	if (c->moment == RULE_AROUND) {
		write_head(w, f, name);
	} else {
		output_format(w->out, "void %s", name);
		write_parameters(w, f, result);
	}
	place(w, c->code.place);
	write_code(w, c->code, &use);
	output_string(w->out, "\n\n");
}

static void write_moment(struct weaver *w, const struct declaration *f, enum rule_moment moment, bool has_result)
{
	struct use use = { f, moment == RULE_AFTER && has_result };
	for (size_t i = 0; i < w->rule->clauses.count; i++) {
		const struct rule_clause *c = &w->rule->clauses.at[i];
		if (c->moment != moment || !named_by(c, f))
			continue;
		if (!c->code.at) {
			write_event(w, c, &use);
			continue;
		}
		output_format(w->out, "\t__plumb_advice_%s_%zu", f->name, i + 1);
		write_arguments(w, f, use.result);
		output_string(w->out, ";\n");
	}
}

/* What is called: the code in place of the function, or what stands for that without the rule. */
static void write_next(struct weaver *w, const struct declaration *f)
{
	for (size_t i = 0; i < w->rule->clauses.count; i++)
		if (w->rule->clauses.at[i].moment == RULE_AROUND && named_by(&w->rule->clauses.at[i], f)) {
			output_format(w->out, "__plumb_advice_%s_%zu", f->name, i + 1);
			write_arguments(w, f, false);
			return;
		}
	output_format(w->out, "__plumb_next_%s", f->name);
	write_arguments(w, f, false);
}

static void write_function(struct weaver *w, const struct declaration *f)
{
	bool result = !type_is_void(type_base(f->type));
	char name[256];
	for (size_t i = 0; i < w->rule->clauses.count; i++)
		if (w->rule->clauses.at[i].code.at && named_by(&w->rule->clauses.at[i], f))
			write_advice(w, i, f, result);
	if (f->in_blocks) { /* declared in blocks only, whose scopes do not reach here (C11 6.2.1p4) */
		output_string(w->out, "extern ");
		write_head(w, f, f->name);
		output_string(w->out, ";\n");
	}
	output_format(w->out,
		      "extern __typeof__(%s) __plumb_next_%s __attribute__((plumb_next(\"%s\")));\nPLUMB_RULE(%s) ",
		      f->name, f->name, f->name, f->name);
	snprintf(name, sizeof name, "__plumb_rule_%s", f->name);
	write_head(w, f, name);
	output_string(w->out, "\n{\n");
	write_moment(w, f, RULE_BEFORE, result);
	output_string(w->out, "\t");
	if (result) {
		write_type(w, type_base(f->type), "__plumb_result");
		output_string(w->out, " = ");
	}
	write_next(w, f);
	output_string(w->out, ";\n");
	write_moment(w, f, RULE_AFTER, result);
	output_string(w->out, result ? "\treturn __plumb_result;\n}\n\n" : "}\n\n");
}

/* ---- the whole ---- */

static bool has_moment(const struct rule *rule, enum rule_moment moment)
{
	for (size_t i = 0; i < rule->clauses.count; i++)
		if (rule->clauses.at[i].moment == moment)
			return true;
	return false;
}

/* What happens at no call of a function. Is there anything? */
static bool write_hook(struct weaver *w, enum rule_moment moment, const char *name)
{
	struct use nowhere = { NULL, false };
	if (!has_moment(w->rule, moment))
		return false;
	output_format(w->out, "static void %s(void)\n{\n", name);
	for (size_t i = 0; i < w->rule->clauses.count; i++) {
		const struct rule_clause *c = &w->rule->clauses.at[i];
		if (c->moment != moment)
			continue;
		place(w, c->place);
		if (c->code.at)
			write_code(w, c->code, &nowhere);
		else
			write_event(w, c, &nowhere);
	}
	output_string(w->out, "}\n\n");
	return true;
}

/* Models say by calling MARK that what must not sleep begins, or is over (kernel/models/base.c). */
static void write_mark(struct weaver *w, enum rule_moment moment, const char *mark)
{
	char name[64];
	if (!choice_mentions(w->choice, mark) || !has_moment(w->rule, moment))
		return;
	snprintf(name, sizeof name, "__plumb_rule_%s", mark);
	output_format(w->out, "#line 1 \"<library/rules>\"\nPLUMB_RULE(%s) void %s(void);\n", mark, name);
	write_hook(w, moment, name);
}

/* Before the driver does anything. */
static void write_begin(struct weaver *w, bool is_about)
{
	output_string(
		w->out,
		"#line 1 \"<library/rules>\"\nextern __typeof__(plumb_begin) __plumb_next_plumb_begin "
		"__attribute__((plumb_next(\"plumb_begin\")));\n"
		"PLUMB_RULE(plumb_begin) void __plumb_rule_plumb_begin(void)\n{\n\t__plumb_next_plumb_begin();\n");
	if (is_about && w->watches)
		output_string(w->out, "\t__plumb_watch();\n");
	if (!is_about)
		output_format(w->out,
			      "\t__plumb_ledger(\"nothing is checked: rule %s is about nothing in this file\");\n",
			      w->rule->name);
	output_string(w->out, "}\n\n");
}

static void write_models(struct weaver *w, const struct rule_text *models, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		place(w, models[i].place);
		output_write(w->out, models[i].at, models[i].length);
		output_string(w->out, "\n");
	}
}

static void write_rule(struct weaver *w, struct rule_woven *woven)
{
	const struct rule *rule = w->rule;
	output_format(w->out, "#define __PLUMB_RULE \"%s\"\n", rule->name);
	if (rule->cwe)
		output_format(w->out, "#define __PLUMB_CWE \" (CWE-%u)\"\n", rule->cwe);
	else
		output_string(w->out, "#define __PLUMB_CWE \"\"\n");
	output_string(w->out, words);
	write_models(w, rule->models.at, rule->models.count);
	output_string(w->out, "\nstatic int __plumb_state;\n\n");
	for (size_t i = 0; i < w->woven.count; i++)
		write_function(w, w->woven.at[i]);
	write_mark(w, RULE_INTERRUPT, "plumb_interrupt_begins");
	write_mark(w, RULE_INTERRUPTED, "plumb_interrupt_is_over");
	woven->returned = write_hook(w, RULE_RETURNED, "__plumb_rule_returned");
	woven->end = write_hook(w, RULE_END, "__plumb_rule_end");
	write_models(w, rule->after_models.at, rule->after_models.count);
}

struct rule_woven rule_weave(const struct rule *rule, const struct unit *unit, const struct choice *choice,
			     struct diagnostics *diags)
{
	struct weaver w = { .rule = rule, .unit = unit, .choice = choice, .diags = diags, .out = output_memory() };
	struct rule_woven woven = { 0 };
	size_t length;
	find_functions(&w);
	woven.about = w.woven.count > 0;
	if (w.woven.count)
		write_rule(&w, &woven);
	write_begin(&w, w.woven.count > 0);
	const char *bytes = output_text(w.out, &length);
	woven.text = memory_copy_string(bytes, length);
	output_abandon(w.out);
	vec_free(&w.woven);
	return woven;
}

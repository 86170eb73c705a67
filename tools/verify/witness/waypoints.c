#include "waypoints.h"

#include <inttypes.h>
#include <string.h>

#include "replay.h"
#include "source_call.h"

enum { MOST = 4000 }; /* segments before the target: they are in order, so that those that come after may be missing */

/* A variable that got a value which the program did not give it; it is said before the next statement. */
struct pending {
	const char *text; /* an equation; NULL: it has been assigned to */
	const char *name, *type;
	const struct variable *variable;
	const struct procedure *procedure;
	uint64_t depth;
	struct location declared;
};

struct recorder {
	struct witness *witness;
	struct program *program;
	struct source_texts *texts;
	TABLE(const char *, bool) externals; /* interned names */
	VEC(struct pending) pending;
	bool unset; /* what variables are that are not initialised is said */
	bool leapt; /* rounds of a loop are missing: its branches would be those of another round */
	uint32_t segments;
};

/* ---- C ---- */

static bool is_identifier(const char *name)
{
	return *name && !strpbrk(name, " $.[]()*&\"") && (*name < '0' || *name > '9');
}

static const char *suffix_of(const char *type)
{
	bool is_unsigned = strstr(type, "unsigned");
	if (strstr(type, "long long"))
		return is_unsigned ? "ULL" : "LL";
	if (strstr(type, "long"))
		return is_unsigned ? "UL" : "L";
	return is_unsigned ? "U" : "";
}

/* A value of an integer type as a constant expression; NULL: of another type. */
static const char *constant(struct arena *arena, const char *type, const struct value *v)
{
	if (v->kind == VALUE_MAP || v->width > 64 || strpbrk(type, "*[(") || strstr(type, "float") ||
	    strstr(type, "double") || !strncmp(type, "struct", 6) || !strncmp(type, "union", 5))
		return NULL;
	uint64_t bits = value_bits(v)[0];
	const char *suffix = suffix_of(type);
	if (strstr(type, "unsigned") || !strcmp(type, "_Bool"))
		return arena_format(arena, "%" PRIu64 "%s", bits, suffix);
	int64_t number = (int64_t)(bits << (64 - v->width)) >> (64 - v->width);
	bool smallest = v->width >= 32 && bits == UINT64_C(1) << (v->width - 1);
	if (smallest)
		return arena_format(arena, "(-%" PRId64 "%s - 1)", -(number + 1), suffix);
	return number < 0 ? arena_format(arena, "(%" PRId64 "%s)", number, suffix)
			  : arena_format(arena, "%" PRId64 "%s", number, suffix);
}

/* Is the sign of the highest bit the target's choice, or that of the enumerators? */
static bool is_unsure(const char *type)
{
	return !strncmp(type, "enum", 4) || (strstr(type, "char") && !strstr(type, "signed"));
}

/* That the value of such an expression is this one; NULL: of another type. */
static const char *equation(struct arena *arena, const char *subject, const char *type, const struct value *v)
{
	const char *text = constant(arena, type, v);
	if (!text)
		return NULL;
	uint64_t bits = value_bits(v)[0];
	if (!is_unsure(type) || !(bits >> (v->width - 1) & 1))
		return arena_format(arena, "%s == %s", subject, text);
	const char *cast = v->width == 8    ? "unsigned char"
			   : v->width == 16 ? "unsigned short"
			   : v->width == 32 ? "unsigned int"
					    : "unsigned long long";
	return arena_format(arena, "(%s)%s == %" PRIu64 "ULL", cast, subject, bits);
}

/* ---- segments ---- */

static bool is_about(const struct recorder *r, const char *file)
{
	for (size_t i = 0; file && i < r->witness->files.count; i++)
		if (!strcmp(r->witness->files.at[i], file))
			return true;
	return false;
}

static void add(struct recorder *r, enum waypoint_kind kind, struct location at, const struct procedure *proc,
		const char *value, const char *callee)
{
	struct arena *arena = r->witness->arena;
	const char *function = violation_function(proc, NULL);
	if (!at.line || !is_about(r, at.file) || (r->segments >= MOST && kind != WAYPOINT_TARGET))
		return;
	vec_push(&r->witness->waypoints,
		 (struct waypoint){ .kind = kind,
				    .segment = r->segments++,
				    .place = { arena_string(arena, at.file, strlen(at.file)), at.line, at.column,
					       arena_string(arena, function, strlen(function)) },
				    .value = value,
				    .callee = callee ? arena_string(arena, callee, strlen(callee)) : NULL,
				    .beside = (kind == WAYPOINT_BRANCHING || kind == WAYPOINT_RETURN) &&
					      !source_is_alone(r->texts, at, callee) });
}

static void forget_pending(struct recorder *r, const struct statement *s)
{
	for (size_t i = 0; i < r->pending.count; i++)
		if (s->target == r->pending.at[i].variable)
			r->pending.at[i].text = NULL;
}

/* Does it have that value still, before S, which has been executed (NULL: nothing has)? */
static bool is_still(struct recorder *r, const struct run *run, const struct pending *p, const struct statement *s)
{
	if (!p->text || (s && s->target == p->variable))
		return p->text;
	const struct value *value = run_value(run, p->variable);
	const char *text = value ? equation(r->witness->arena, p->name, p->type, value) : NULL;
	return text && !strcmp(text, p->text);
}

/* Before what is at `attributes`, those of S if it is not NULL. */
static void say_pending(struct recorder *r, const struct run *run, const struct procedure *proc,
			const struct attribute *attributes, const struct statement *s)
{
	struct location at = attribute_location(attributes);
	if (!r->pending.count || !at.line)
		return;
	if (!source_begins_statement(r->texts, at))
		return;
	/* All in one, as a place is passed once. */
	const char *text = NULL;
	for (size_t i = 0; i < r->pending.count; i++) {
		const struct pending *p = &r->pending.at[i];
		if (p->procedure == proc && p->depth == run_depth(run) && is_still(r, run, p, s) &&
		    source_in_scope(r->texts, p->declared, at))
			text = arena_format(r->witness->arena, "%s%s%s", text ? text : "", text ? " && " : "", p->text);
	}
	if (text)
		add(r, WAYPOINT_ASSUMPTION, at, proc, text, NULL);
	vec_clear(&r->pending);
}

static void add_input(struct recorder *r, const struct run *run, const struct procedure *proc,
		      const struct statement *s, const struct attribute *input, const struct value *value)
{
	const char *name = input->values[0].string, *type = input->count > 1 ? input->values[1].string : NULL;
	struct location at = attribute_location(s->attributes);
	bool unset = attribute_find(s->attributes, ATTRIBUTE_UNINITIALISED) != NULL;
	const char *text = type ? equation(r->witness->arena, unset ? name : "\\result", type, value) : NULL;
	if (!text || !at.line || proc == r->program->entry)
		return;
	if (unset && is_identifier(name) && r->unset)
		vec_push(&r->pending, (struct pending){ text, name, type, s->target, proc, run_depth(run), at });
	else if (!unset && table_has(&r->externals, name))
		add(r, WAYPOINT_RETURN, source_call_end(r->texts, at, name), proc, text, name);
}

/* ---- the execution ---- */

static bool step(void *context, const struct run *run, const struct procedure *proc, const struct block *block,
		 const struct statement *s)
{
	struct recorder *r = context;
	const struct attribute *input = attribute_find(s->attributes, ATTRIBUTE_INPUT);
	(void)block;
	if (s->kind != STATEMENT_HAVOC || !input) {
		say_pending(r, run, proc, s->attributes, s);
		forget_pending(r, s);
		return true;
	}
	const struct value *value = run_value(run, s->target);
	if (!attribute_find(s->attributes, ATTRIBUTE_UNINITIALISED))
		say_pending(r, run, proc, s->attributes, s);
	forget_pending(r, s);
	if (value && input->count && input->values[0].string)
		add_input(r, run, proc, s, input, value);
	return true;
}

static void branch(void *context, const struct run *run, const struct procedure *proc, const struct block *block,
		   uint32_t target)
{
	struct recorder *r = context;
	const struct terminator *t = &block->terminator;
	const char *text = attribute_get_string(t->attributes, ATTRIBUTE_TEXT);
	say_pending(r, run, proc, t->attributes, NULL);
	if (t->kind == TERMINATOR_BRANCH && text && !r->leapt && r->segments < MOST &&
	    source_is_branch(r->texts, attribute_location(t->attributes), text))
		add(r, WAYPOINT_BRANCHING, attribute_location(t->attributes), proc, target ? "false" : "true", NULL);
}

static void leap(void *context, const struct run *run, const struct procedure *proc, const struct block *block,
		 uint64_t rounds)
{
	struct recorder *r = context;
	(void)run, (void)proc, (void)block, (void)rounds;
	r->leapt = true;
}

static void find_externals(struct recorder *r)
{
	for (const struct attribute *a = r->program->attributes; a; a = a->next)
		if (!strcmp(a->key, ATTRIBUTE_EXTERNAL) && a->count && a->values[0].string)
			table_put(&r->externals, a->values[0].string, true);
}

static void add_target(struct recorder *r, const struct run *run, const struct run_result *result)
{
	struct violation v = violation_of(run, result);
	struct location at = v.location;
	if (v.reached && source_column_of(r->texts, at, v.reached))
		at.column = source_column_of(r->texts, at, v.reached);
	else if (!source_begins_statement(r->texts, at))
		at.column = 0;
	add(r, WAYPOINT_TARGET, at, result->procedure, NULL, NULL);
	if (r->witness->waypoints.count && is_about(r, at.file))
		vec_last(&r->witness->waypoints).place.function =
			arena_string(r->witness->arena, v.function, strlen(v.function));
}

bool waypoints_add(struct witness *witness, struct program *program, const struct counterexample *c, bool unset,
		   struct source_texts *texts)
{
	struct recorder r = { .witness = witness, .program = program, .texts = texts, .unset = unset };
	struct replay replay = {
		.context = &r, .step = step, .branch = branch, .leap = leap, .max_steps = UINT64_C(1) << 28
	};
	find_externals(&r);
	struct run *run = run_new(program);
	const struct run_result *result = replay_execute(run, c->inputs, &replay);
	if (result->end == RUN_VIOLATED)
		add_target(&r, run, result);
	run_free(run);
	table_free(&r.externals);
	vec_free(&r.pending);
	return witness->waypoints.count && vec_last(&witness->waypoints).kind == WAYPOINT_TARGET;
}

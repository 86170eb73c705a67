/* A violation: a counter of the segments that were passed. Where a waypoint is, the execution ends if it is the next one and does not
 * hold, so that what is left are executions that follow the witness. An invariant: a call of an error function where it does not
 * hold. */
#include "weave.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "edits.h"
#include "expression.h"
#include "place.h"

struct weaving {
	const struct witness *witness;
	const char *path; /* of the witness */
	struct places places;
	struct edits edits;
	struct arena *arena;
	struct diagnostics *diags;
};

static const char prelude[] = "# 1 \"<library/witness.c>\"\n"
			      "void __plumb_assume(_Bool);\n"
			      "void " WEAVE_REFUTED "(void);\n"
			      "static unsigned " WEAVE_PASSED ";\n";

static void complain(struct weaving *w, struct location said, const struct witness_place *place, const char *what)
{
	diagnose(w->diags, DIAG_INPUT, said, "%s:%" PRIu32 ":%" PRIu32 ": %s", place->file, place->line, place->column,
		 what);
}

static void edit(struct weaving *w, uint32_t token, enum edit_rank rank, uint32_t width, struct location said,
		 const char *text)
{
	vec_push(&w->edits, (struct edit){ token, rank, width, text, NULL, said });
}

/* A declaration of a variable with the value of what follows. What can be violated there is said of the place of its name. */
static void edit_declares(struct weaving *w, uint32_t token, enum edit_rank rank, uint32_t width, struct location said,
			  const char *text, const char *own)
{
	vec_push(&w->edits, (struct edit){ token, rank, width, text, own, said });
}

/* ---- waypoints ---- */

/* Waypoints of one place: indices into the witness's. */
struct group {
	enum waypoint_kind kind;
	struct place_range range;
	bool declares;
	VEC(size_t) members;
};
struct groups VEC_BODY(struct group);

static struct place_range range_of(struct weaving *w, const struct waypoint *p, bool *declares)
{
	bool body;
	switch (p->kind) {
	case WAYPOINT_ASSUMPTION:
		return place_statement(&w->places, &p->place, declares);
	case WAYPOINT_BRANCHING:
		return place_condition(&w->places, &p->place, false, &body);
	case WAYPOINT_ENTER:
	case WAYPOINT_RETURN:
		return place_call(&w->places, &p->place, p->callee);
	default:
		return place_target(&w->places, &p->place);
	}
}

static bool is_same_place(const struct waypoint *a, const struct waypoint *b)
{
	bool callee = a->callee == b->callee || (a->callee && b->callee && !strcmp(a->callee, b->callee));
	return a->kind == b->kind && a->place.line == b->place.line && a->place.column == b->place.column && callee &&
	       !strcmp(a->place.file, b->place.file);
}

static bool check_value(struct weaving *w, const struct waypoint *p)
{
	bool speaks = p->kind == WAYPOINT_ASSUMPTION || p->kind == WAYPOINT_RETURN;
	const char *fault = speaks && p->value ? expression_fault(p->value, p->kind == WAYPOINT_RETURN) : NULL;
	if (speaks && !p->value)
		fault = "there is no constraint";
	if (!fault)
		return true;
	diagnose(w->diags, DIAG_INPUT, p->said, "the constraint is not supported: %s", fault);
	return false;
}

static void add_waypoint(struct weaving *w, struct groups *groups, size_t index)
{
	const struct waypoint *p = &w->witness->waypoints.at[index];
	if (!check_value(w, p))
		return;
	for (size_t i = 0; i < groups->count; i++)
		if (is_same_place(p, &w->witness->waypoints.at[groups->at[i].members.at[0]])) {
			vec_push(&groups->at[i].members, index);
			return;
		}
	struct group group = { .kind = p->kind };
	group.range = range_of(w, p, &group.declares);
	if (group.range.fault) {
		complain(w, p->said, &p->place, group.range.fault);
		return;
	}
	vec_push(&group.members, index);
	vec_push(groups, group);
}

/* ---- their text ---- */

/* The condition of a waypoint in C. */
static void write_condition(struct output *out, const struct waypoint *p)
{
	static const char result[] = "\\result";
	if (p->kind == WAYPOINT_ENTER) {
		output_string(out, "1");
	} else if (p->kind == WAYPOINT_BRANCHING) {
		output_string(out, !strcmp(p->value, "true") ? "__plumb_taken" : "!__plumb_taken");
	} else {
		const char *rest = p->value;
		for (const char *at; (at = strstr(rest, result)); rest = at + sizeof result - 1) {
			output_write(out, rest, (size_t)(at - rest));
			output_string(out, "__plumb_result");
		}
		output_string(out, rest);
	}
}

static bool is_repeated(const struct waypoint *a, const struct waypoint *b, uint32_t distance)
{
	bool same = a->value == b->value || (a->value && b->value && !strcmp(a->value, b->value));
	return !b->avoid && same && b->segment == a->segment + distance;
}

/* One of the segments at most is passed at a time. */
static void write_follows(struct weaving *w, struct output *out, const struct group *g)
{
	const char *word = "";
	for (size_t i = 0, next; i < g->members.count; i = next) {
		const struct waypoint *p = &w->witness->waypoints.at[g->members.at[i]];
		next = i + 1;
		if (p->avoid)
			continue;
		while (next < g->members.count &&
		       is_repeated(p, &w->witness->waypoints.at[g->members.at[next]], (uint32_t)(next - i)))
			next++;
		output_format(out, "%sif (" WEAVE_PASSED " - %" PRIu32 "U < %zuU) { __plumb_assume((", word, p->segment,
			      next - i);
		write_condition(out, p);
		output_string(out, ") ? 1 : 0); " WEAVE_PASSED "++; } ");
		word = "else ";
	}
}

static void write_avoids(struct weaving *w, struct output *out, const struct group *g)
{
	for (size_t i = 0; i < g->members.count; i++) {
		const struct waypoint *p = &w->witness->waypoints.at[g->members.at[i]];
		if (!p->avoid)
			continue;
		output_format(out, "if (" WEAVE_PASSED " == %" PRIu32 "U) __plumb_assume((", p->segment);
		write_condition(out, p);
		output_string(out, ") ? 0 : 1); ");
	}
}

static const char *finish(struct weaving *w, struct output *out)
{
	size_t length;
	const char *text = output_text(out, &length);
	text = arena_string(w->arena, text, length);
	output_abandon(out);
	return text;
}

static const char *text_of(struct weaving *w, const struct group *g, const char *before, const char *after)
{
	struct output *out = output_memory();
	output_string(out, before);
	write_avoids(w, out, g);
	write_follows(w, out, g);
	output_string(out, after);
	return finish(w, out);
}

static void weave_group(struct weaving *w, const struct group *g)
{
	struct location said = w->witness->waypoints.at[g->members.at[0]].said;
	uint32_t begin = g->range.begin, end = g->range.end, width = end - begin;
	switch (g->kind) {
	case WAYPOINT_ASSUMPTION:
		edit(w, begin, EDIT_STATEMENT, width, said,
		     g->declares ? text_of(w, g, "{ ", "}") : text_of(w, g, "if (({ ", "0; })) ; else "));
		break;
	case WAYPOINT_BRANCHING:
		if (!width) {
			edit(w, begin, EDIT_CONDITION, width, said,
			     text_of(w, g, "({ _Bool __plumb_taken = 1; ", "1; })"));
			break;
		}
		edit_declares(w, begin, EDIT_CONDITION, width, said, "({ _Bool ", "__plumb_taken = (");
		edit(w, end, EDIT_ENDS_CONDITION, width, said, text_of(w, g, ") ? 1 : 0; ", "__plumb_taken; })"));
		break;
	case WAYPOINT_ENTER:
		edit(w, begin, EDIT_CALL, width, said, text_of(w, g, "(({ ", "0; }), "));
		edit(w, end, EDIT_ENDS_CALL, width, said, ")");
		break;
	case WAYPOINT_RETURN:
		edit_declares(w, begin, EDIT_CALL, width, said, "({ __auto_type ", "__plumb_result = ");
		edit(w, end, EDIT_ENDS_CALL, width, said, text_of(w, g, "; ", "__plumb_result; })"));
		break;
	default:
		break;
	}
}

static void set_target(struct weaving *w, const struct group *g, struct weave_target *violation)
{
	const struct waypoint *p = &w->witness->waypoints.at[g->members.at[0]];
	violation->begin = syntax_token_location(w->places.syntax, g->range.begin);
	violation->end = syntax_token_location(w->places.syntax, g->range.end - 1);
	/* Macros have columns of their own. */
	if (!p->place.column) {
		violation->begin.column = 0;
		violation->end.column = UINT32_MAX;
	}
	violation->segments = p->segment;
}

static void weave_violation(struct weaving *w, struct weave_target *violation)
{
	struct groups groups = { 0 };
	for (size_t i = 0; i < w->witness->waypoints.count; i++)
		add_waypoint(w, &groups, i);
	for (size_t i = 0; i < groups.count; i++) {
		if (groups.at[i].kind == WAYPOINT_TARGET)
			set_target(w, &groups.at[i], violation);
		else
			weave_group(w, &groups.at[i]);
		vec_free(&groups.at[i].members);
	}
	vec_free(&groups);
}

/* ---- invariants ---- */

static void weave_loop(struct weaving *w, const struct witness_invariant *v, const char *check)
{
	bool body;
	struct place_range range = place_condition(&w->places, &v->place, true, &body);
	uint32_t width = range.end - range.begin;
	if (range.fault) {
		complain(w, v->said, &v->place, range.fault);
	} else if (body) {
		edit(w, range.begin, EDIT_BODY, width, v->said, arena_format(w->arena, "{ %s; ", check));
		edit(w, range.end, EDIT_ENDS_BODY, width, v->said, "}");
	} else {
		edit(w, range.begin, EDIT_CONDITION, width, v->said,
		     arena_format(w->arena, width ? "(%s, (" : "(%s, 1)", check));
		if (width)
			edit(w, range.end, EDIT_ENDS_CONDITION, width, v->said, "))");
	}
}

static void weave_location(struct weaving *w, const struct witness_invariant *v, const char *check)
{
	bool declares = false;
	struct place_range range = place_statement(&w->places, &v->place, &declares);
	if (range.fault)
		complain(w, v->said, &v->place, range.fault);
	else
		edit(w, range.begin, EDIT_STATEMENT, range.end - range.begin, v->said,
		     arena_format(w->arena, declares ? "%s; " : "if (%s) ; else ", check));
}

static void weave_invariant(struct weaving *w, const struct witness_invariant *v)
{
	const char *fault = expression_fault(v->value, false);
	if (fault) {
		diagnose(w->diags, DIAG_INPUT, v->said, "the invariant is not supported: %s", fault);
		return;
	}
	/* Statements of their own, so that what is violated in them is said to be in the witness. */
	const char *check = arena_format(
		w->arena, "({ _Bool __plumb_holds = (%s) ? 1 : 0; if (!__plumb_holds) " WEAVE_REFUTED "(); 0; })",
		v->value);
	if (v->loop)
		weave_loop(w, v, check);
	else
		weave_location(w, v, check);
}

/* ---- the whole ---- */

static char *read_source(const char *name)
{
	struct diagnostics ignored;
	char *text = NULL;
	size_t length;
	diagnostics_init(&ignored);
	if (!strcmp(name, "-") || !stream_read(name, &ignored, &text, &length))
		text = NULL;
	diagnostics_release(&ignored);
	return text;
}

static void rewrite(struct weaving *w, const char *name, const char *base, char **text, size_t *length)
{
	struct output *out = output_memory();
	output_string(out, prelude);
	output_string(out, "# 1 \"");
	for (const char *c = name; *c; c++) {
		output_string(out, *c == '"' || *c == '\\' ? "\\" : "");
		output_write(out, c, 1);
	}
	output_string(out, "\"\n");
	edits_apply(&w->edits, w->places.syntax, base, *length, out);
	const char *bytes = output_text(out, length);
	memory_free(*text);
	*text = memory_copy_string(bytes, *length);
	output_abandon(out);
}

bool weave_witness(const struct witness *witness, const char *path, const char *name, char **text, size_t *length,
		   const struct target *target, struct interner *names, struct weave_target *violation,
		   struct diagnostics *diags)
{
	struct diagnostics ignored;
	char *base = memory_copy_string(*text, *length), *source = NULL;
	unsigned before = diags->errors;
	diagnostics_init(&ignored);
	struct syntax *syntax = syntax_parse(&ignored, names, target, name, base, *length);
	*violation = (struct weave_target){ 0 };
	if (syntax && strstr(*text, "__plumb_")) {
		diagnose(diags, DIAG_UNSUPPORTED, (struct location){ name, 1, 1 },
			 "a program with names that begin with __plumb_ has no witness that is validated");
	} else if (syntax && !ignored.errors) {
		source = read_source(name);
		struct weaving w = { .witness = witness,
				     .path = path,
				     .places = { syntax, source, syntax_end_token(syntax, syntax_root(syntax)) },
				     .arena = arena_new(),
				     .diags = diags };
		if (witness->violation)
			weave_violation(&w, violation);
		for (size_t i = 0; i < witness->invariants.count; i++)
			weave_invariant(&w, &witness->invariants.at[i]);
		if (diags->errors == before)
			rewrite(&w, name, base, text, length);
		vec_free(&w.edits);
		arena_free(w.arena);
	}
	diagnostics_release(&ignored);
	memory_free(source);
	syntax_free(syntax);
	return diags->errors == before;
}

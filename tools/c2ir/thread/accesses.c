#include "accesses.h"

#include "statement.h"

struct finder {
	const struct program *program;
	const bool *wanted;
	struct access_list *to;
	struct table seen; /* terms whose accesses have been added, made in any case */
};

static const struct variable *global_of(const struct finder *f, term t)
{
	const struct variable *v = program_variable_of(f->program, t);
	return v && v->kind == VARIABLE_GLOBAL && f->wanted[v->index] ? v : NULL;
}

static void add(struct finder *f, const struct variable *v, struct access access)
{
	access.global = v;
	if (v)
		vec_push(&f->to->list, access);
}

/* The map that a chain of stores and the like begins with. */
static term beginning(const struct bank *b, term map)
{
	while (term_op(b, map) == OP_STORE || term_op(b, map) == OP_FILL || term_op(b, map) == OP_COPY)
		map = term_arg(b, map, 0);
	return map;
}

static void add_run(struct finder *f, term map, term at, term count, term when, bool written)
{
	struct bank *b = f->program->bank;
	term some = term_not(b, term_eq(b, count, term_bv(b, term_width(b, count), 0)));
	add(f, global_of(f, map),
	    (struct access){ .at = at, .count = count, .when = term_and(b, when, some), .written = written });
}

/* Those of the term, where WHEN holds. */
static void visit(struct finder *f, term t, term when)
{
	struct bank *b = f->program->bank;
	bool always = term_is_true(b, when);
	if (table_get(&f->seen, t, 0))
		return;
	if (always)
		table_put(&f->seen, t, 1);
	switch (term_op(b, t)) {
	case OP_VARIABLE:
		if (sort_kind(b, term_sort(b, t)) == SORT_MAP)
			return;
		add(f, global_of(f, t), (struct access){ .when = when });
		return;
	case OP_SELECT:
		add(f, global_of(f, beginning(b, term_arg(b, t, 0))),
		    (struct access){ .at = term_arg(b, t, 1), .when = when });
		break;
	case OP_STORE:
		add(f, global_of(f, beginning(b, t)),
		    (struct access){ .at = term_arg(b, t, 1), .when = when, .written = true });
		break;
	case OP_FILL:
		add_run(f, beginning(b, t), term_arg(b, t, 1), term_arg(b, t, 2), when, true);
		break;
	case OP_COPY:
		add_run(f, beginning(b, t), term_arg(b, t, 1), term_arg(b, t, 4), when, true);
		add_run(f, beginning(b, term_arg(b, t, 2)), term_arg(b, t, 3), term_arg(b, t, 4), when, false);
		break;
	case OP_ITE:
		visit(f, term_arg(b, t, 0), when);
		visit(f, term_arg(b, t, 1), term_and(b, when, term_arg(b, t, 0)));
		visit(f, term_arg(b, t, 2), term_and(b, when, term_not(b, term_arg(b, t, 0))));
		return;
	default:
		break;
	}
	for (uint32_t i = 0; i < term_count(b, t); i++)
		visit(f, term_arg(b, t, i), when);
}

static void visit_term(const struct program *p, term t, const bool *wanted, struct access_list *to)
{
	struct finder f = { .program = p, .wanted = wanted, .to = to };
	visit(&f, t, term_true(p->bank));
	table_free(&f.seen);
}

void accesses_of_statement(const struct program *p, const struct statement *s, const bool *wanted,
			   struct access_list *to)
{
	if (s->kind == STATEMENT_ASSERT)
		return;
	for (uint32_t i = 0; i < statement_term_count(s); i++)
		visit_term(p, statement_term(s, i), wanted, to);
	for (uint32_t i = 0; i < statement_target_count(s); i++) {
		const struct variable *v = statement_target(s, i);
		if (v->kind == VARIABLE_GLOBAL && wanted[v->index] && sort_kind(p->bank, v->sort) != SORT_MAP)
			vec_push(&to->list, ((struct access){ v, 0, 0, term_true(p->bank), true }));
	}
}

void accesses_of_terminator(const struct program *p, const struct terminator *t, const bool *wanted,
			    struct access_list *to)
{
	if (t->kind == TERMINATOR_BRANCH)
		visit_term(p, t->term, wanted, to);
}

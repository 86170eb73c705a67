#include "ordered.h"

#include "iterate.h"
#include "statement.h"
#include "vec.h"

/* A value of `from` comes into `to`. */
struct flow {
	const struct variable *to, *from;
};

struct ordering {
	const struct program *program;
	struct ordered *ordered;
	VEC(struct flow) flows;
	const struct variable *to; /* of the term at hand; NULL: it is only compared */
	struct table mixed;        /* terms that were visited below anything else than a sum */
};

static bool is_plain(const struct bank *bank, term t)
{
	switch (term_op(bank, t)) {
	case OP_EQ:
	case OP_NOT:
	case OP_AND:
	case OP_OR:
	case OP_ITE:
	case OP_BVADD:
	case OP_BVSUB:
	case OP_BVNEG:
		return true;
	case OP_BVMUL:
		return term_is_constant(bank, term_arg(bank, t, 0)) || term_is_constant(bank, term_arg(bank, t, 1));
	default:
		return false;
	}
}

static void order_leaf(void *context, term leaf)
{
	struct ordering *o = context;
	const struct variable *v = program_variable_of(o->program, leaf);
	if (v)
		table_put(o->ordered, v, 1);
}

static void note_leaf(struct ordering *o, term leaf)
{
	const struct variable *v = program_variable_of(o->program, leaf);
	if (v && o->to)
		vec_push(&o->flows, ((struct flow){ o->to, v }));
}

static void look(struct ordering *o, term whole)
{
	const struct bank *bank = o->program->bank;
	VEC(term) work = { 0 };
	struct table seen = { 0 };
	vec_push(&work, whole);
	while (work.count) {
		term t = vec_pop(&work);
		if (table_has(&seen, t))
			continue;
		table_put(&seen, t, 1);
		if (term_op(bank, t) == OP_VARIABLE)
			note_leaf(o, t);
		else if (is_plain(bank, t))
			for (uint32_t i = 0; i < term_count(bank, t); i++)
				vec_push(&work, term_arg(bank, t, i));
		else
			term_visit(bank, t, &o->mixed, order_leaf, o);
	}
	table_free(&seen);
	vec_free(&work);
}

static void look_at_call(struct ordering *o, const struct statement *s)
{
	for (uint32_t i = 0; i < s->argument_count; i++) {
		o->to = s->callee->variables[i];
		look(o, s->arguments[i]);
	}
	for (uint32_t i = 0; i < s->out_count; i++)
		vec_push(&o->flows, ((struct flow){ s->outs[i], s->callee->variables[s->callee->in_count + i] }));
}

static void look_at(struct ordering *o, const struct statement *s)
{
	if (s->kind == STATEMENT_CALL) {
		look_at_call(o, s);
		return;
	}
	o->to = s->kind == STATEMENT_ASSIGN ? s->target : NULL;
	if (s->term)
		look(o, s->term);
}

void ordered_find(const struct program *p, struct ordered *ordered)
{
	struct ordering o = { .program = p, .ordered = ordered };
	program_for_each_statement(p, at)
		look_at(&o, at.statement);
	o.to = NULL;
	program_for_each_block(p, at)
		if (at.block->terminator.kind == TERMINATOR_BRANCH)
			look(&o, at.block->terminator.term);
	for (bool more = true; more;) {
		more = false;
		for (size_t i = 0; i < o.flows.count; i++) {
			const struct flow *f = &o.flows.at[i];
			if (!table_has(ordered, f->to) || table_has(ordered, f->from))
				continue;
			table_put(ordered, f->from, 1);
			more = true;
		}
	}
	vec_free(&o.flows);
	table_free(&o.mixed);
}

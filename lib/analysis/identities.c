/* A type inference for bit-vectors: which of their bits are an identity, whole and in order. Such a run of bits is a
 * *field*. Fields are found by going from the targets of `fresh` to all terms that must have the same fields, up and
 * down the operators and along assignments and calls, in both directions: what is compared with an identity, or stored
 * where one is stored, is one too. Where a field meets an operator that does not keep it whole, or a constant that `fresh`
 * may give, the program looks at identities.
 *
 * Why that is enough: let every field be permuted by some permutation of the numbers from first_fresh on. Each operator
 * that is let through commutes with that, as does each choice of an unknown value, so that each execution becomes one
 * that takes the same ways. */
#include "identities.h"

#include "bv.h"
#include "iterate.h"
#include "statement.h"

struct field {
	uint32_t low, width;
	struct field *next;
};

/* Of a term: the fields of a bit-vector or of a map's cells, and those of a map's index. */
enum part { PART_VALUE, PART_INDEX, PARTS };

/* A term that has to do with another one: it is an argument of that, or the two are equal. */
struct edge {
	term from, to;
	bool equal;
	uint32_t next; /* 0: the last one */
};

struct found {
	term of;
	enum part part;
};

struct identities {
	const struct program *program;
	const struct bank *bank;
	struct arena *arena;
	uint64_t first;
	struct field **fields[PARTS]; /* by term */
	uint32_t *edges;              /* by term: the first one */
	bool *queued, *seen;          /* by term */
	VEC(struct edge) all_edges;
	VEC(term) work;
	bool looked_at;
	/* in the order in which they came, to be taken back */
	VEC(struct found) all_found;
	VEC(term) all_seen;
};

/* --- fields --- */

static void queue(struct identities *in, term t)
{
	if (in->queued[t])
		return;
	in->queued[t] = true;
	vec_push(&in->work, t);
}

/* A number that no `fresh` gives stays what it is. */
static bool is_fixed(struct identities *in, term constant, uint32_t low, uint32_t width)
{
	uint64_t *number = memory_alloc(bv_words(width) * sizeof *number);
	bv_extract(number, term_words(in->bank, constant), low + width - 1, low);
	bool fixed = number[0] < in->first;
	for (uint32_t i = 1; i < bv_words(width); i++)
		fixed = fixed && !number[i];
	memory_free(number);
	return fixed;
}

static void add_field(struct identities *in, term t, enum part part, uint32_t low, uint32_t width)
{
	if (term_is_constant(in->bank, t)) {
		in->looked_at |= !is_fixed(in, t, low, width);
		return;
	}
	for (const struct field *f = in->fields[part][t]; f; f = f->next) {
		if (f->low == low && f->width == width)
			return;
		in->looked_at |= f->low < low + width && low < f->low + f->width;
	}
	struct field *f = arena_alloc(in->arena, sizeof *f);
	*f = (struct field){ low, width, in->fields[part][t] };
	in->fields[part][t] = f;
	vec_push(&in->all_found, (struct found){ t, part });
	queue(in, t);
}

/* The fields of `from` that lie in bits [low, high) are those of `to`, where bit `low` is bit `at`. */
static void move_fields(struct identities *in, term from, enum part from_part, uint32_t low, uint32_t high, term to,
			enum part to_part, uint32_t at)
{
	for (const struct field *f = in->fields[from_part][from]; f; f = f->next) {
		if (f->low + f->width <= low || f->low >= high)
			continue;
		if (f->low < low || f->low + f->width > high)
			in->looked_at = true;
		else
			add_field(in, to, to_part, f->low - low + at, f->width);
	}
}

static void unify(struct identities *in, term a, enum part of_a, term b, enum part of_b)
{
	move_fields(in, a, of_a, 0, UINT32_MAX, b, of_b, 0);
	move_fields(in, b, of_b, 0, UINT32_MAX, a, of_a, 0);
}

static void unify_terms(struct identities *in, term a, term b)
{
	unify(in, a, PART_VALUE, b, PART_VALUE);
	unify(in, a, PART_INDEX, b, PART_INDEX);
}

/* --- operators --- */

/* Bits [0, width) of `small` are those from `at` on of `large`. */
static void unify_slice(struct identities *in, term small, uint32_t width, term large, uint32_t at)
{
	move_fields(in, small, PART_VALUE, 0, width, large, PART_VALUE, at);
	move_fields(in, large, PART_VALUE, at, at + width, small, PART_VALUE, 0);
}

static void forbid_fields(struct identities *in, term t)
{
	in->looked_at |= in->fields[PART_VALUE][t] != NULL;
}

/* A sign bit that is repeated says something about the number. */
static void relate_sign_extension(struct identities *in, term t, term narrow)
{
	uint32_t width = term_width(in->bank, narrow);
	unify_slice(in, narrow, width, t, 0);
	if (term_width(in->bank, t) == width)
		return;
	for (const struct field *f = in->fields[PART_VALUE][t]; f; f = f->next)
		in->looked_at |= f->low + f->width >= width;
}

/* A run of cells, counted in the low bits of the index. */
static void relate_run(struct identities *in, term map, term at, term count)
{
	uint32_t low = term_width(in->bank, count);
	unify(in, map, PART_INDEX, at, PART_VALUE);
	forbid_fields(in, count);
	for (const struct field *f = in->fields[PART_INDEX][map]; f; f = f->next)
		in->looked_at |= f->low < low;
}

static void relate_others(struct identities *in, term t)
{
	forbid_fields(in, t);
	for (uint32_t i = 0; i < term_count(in->bank, t); i++)
		forbid_fields(in, term_arg(in->bank, t, i));
}

static void relate_map(struct identities *in, term t, enum op op)
{
	const struct bank *bank = in->bank;
	term map = term_arg(bank, t, 0);
	if (op == OP_CONST_MAP) {
		unify(in, t, PART_VALUE, map, PART_VALUE);
		return;
	}
	if (op != OP_SELECT)
		unify_terms(in, t, map);
	if (op == OP_FILL || op == OP_COPY)
		relate_run(in, map, term_arg(bank, t, 1), term_arg(bank, t, op == OP_FILL ? 2 : 4));
	else
		unify(in, map, PART_INDEX, term_arg(bank, t, 1), PART_VALUE);
	if (op == OP_COPY) {
		unify_terms(in, map, term_arg(bank, t, 2));
		relate_run(in, map, term_arg(bank, t, 3), term_arg(bank, t, 4));
	} else {
		unify(in, map, PART_VALUE, op == OP_SELECT ? t : term_arg(bank, t, op == OP_FILL ? 3 : 2), PART_VALUE);
	}
}

/* What the operator of t says of the fields of t and its arguments. */
static void relate(struct identities *in, term t)
{
	const struct bank *bank = in->bank;
	enum op op = term_op(bank, t);
	term a = term_count(bank, t) ? term_arg(bank, t, 0) : 0;
	switch ((int)op) {
	case OP_CONSTANT:
	case OP_VARIABLE:
		return;
	case OP_ITE:
		unify_terms(in, t, term_arg(bank, t, 1));
		unify_terms(in, t, term_arg(bank, t, 2));
		return;
	case OP_EQ:
		unify(in, a, PART_VALUE, term_arg(bank, t, 1), PART_VALUE);
		return;
	case OP_CONCAT: {
		uint32_t low = term_width(bank, term_arg(bank, t, 1));
		unify_slice(in, a, term_width(bank, a), t, low);
		unify_slice(in, term_arg(bank, t, 1), low, t, 0);
		return;
	}
	case OP_EXTRACT:
		unify_slice(in, t, term_width(bank, t), a, term_index(bank, t, 1));
		return;
	case OP_ZERO_EXTEND:
		unify_slice(in, a, term_width(bank, a), t, 0);
		return;
	case OP_SIGN_EXTEND:
		relate_sign_extension(in, t, a);
		return;
	case OP_SELECT:
	case OP_STORE:
	case OP_CONST_MAP:
	case OP_FILL:
	case OP_COPY:
		relate_map(in, t, op);
		return;
	}
	relate_others(in, t);
}

/* --- the program as a graph --- */

static void add_edge(struct identities *in, term from, term to, bool equal)
{
	vec_push(&in->all_edges, (struct edge){ from, to, equal, in->edges[from] });
	in->edges[from] = (uint32_t)in->all_edges.count - 1;
	if (in->fields[PART_VALUE][from] || in->fields[PART_INDEX][from])
		queue(in, from);
}

static void add_equality(struct identities *in, term a, term b)
{
	add_edge(in, a, b, true);
	add_edge(in, b, a, true);
}

static void add_term(struct identities *in, term start)
{
	VEC(term) stack = { 0 };
	vec_push(&stack, start);
	while (stack.count) {
		term t = vec_pop(&stack);
		if (in->seen[t])
			continue;
		in->seen[t] = true;
		vec_push(&in->all_seen, t);
		for (uint32_t i = 0; i < term_count(in->bank, t); i++) {
			add_edge(in, term_arg(in->bank, t, i), t, false);
			vec_push(&stack, term_arg(in->bank, t, i));
		}
	}
	vec_free(&stack);
}

static void add_statement(struct identities *in, const struct statement *s)
{
	for (uint32_t i = 0; i < statement_term_count(s); i++)
		add_term(in, statement_term(s, i));
	if (s->kind == STATEMENT_ASSIGN)
		add_equality(in, s->target->term, s->term);
	if (s->kind == STATEMENT_FRESH)
		add_field(in, s->target->term, PART_VALUE, 0, sort_width(in->bank, s->target->sort));
	for (uint32_t i = 0; i < s->argument_count; i++)
		add_equality(in, s->callee->variables[i]->term, s->arguments[i]);
	for (uint32_t i = 0; i < s->out_count; i++)
		add_equality(in, s->outs[i]->term, s->callee->variables[s->callee->in_count + i]->term);
}

static void add_program(struct identities *in)
{
	vec_push(&in->all_edges, (struct edge){ 0 });
	program_for_each_block(in->program, at) {
		for (uint32_t i = 0; i < at.block->statement_count; i++)
			add_statement(in, &at.block->statements[i]);
		if (at.block->terminator.kind == TERMINATOR_BRANCH)
			add_term(in, at.block->terminator.term);
	}
}

static void infer(struct identities *in)
{
	while (in->work.count && !in->looked_at) {
		term t = vec_pop(&in->work);
		in->queued[t] = false;
		relate(in, t);
		for (uint32_t e = in->edges[t]; e; e = in->all_edges.at[e].next) {
			if (in->all_edges.at[e].equal)
				unify_terms(in, t, in->all_edges.at[e].to);
			else
				relate(in, in->all_edges.at[e].to);
		}
	}
}

static bool gives_identities(const struct program *p)
{
	program_for_each_statement(p, at)
		if (at.statement->kind == STATEMENT_FRESH)
			return true;
	return false;
}

/* --- conditions --- */

struct identities *identities_new(const struct program *p)
{
	struct identities *in = memory_alloc(sizeof *in);
	*in = (struct identities){ .program = p, .bank = p->bank };
	if (!gives_identities(p))
		return in;
	size_t count = (size_t)bank_size(p->bank) + 1;
	in->arena = arena_new();
	in->first = fresh_first(p);
	for (int i = 0; i < PARTS; i++)
		in->fields[i] = memory_alloc(count * sizeof *in->fields[i]);
	in->edges = memory_alloc(count * sizeof *in->edges);
	in->queued = memory_alloc(count * sizeof *in->queued);
	in->seen = memory_alloc(count * sizeof *in->seen);
	add_program(in);
	infer(in);
	return in;
}

void identities_free(struct identities *in)
{
	for (int i = 0; i < PARTS; i++)
		memory_free(in->fields[i]);
	memory_free(in->edges);
	memory_free(in->queued);
	memory_free(in->seen);
	vec_free(&in->all_edges);
	vec_free(&in->all_found);
	vec_free(&in->all_seen);
	vec_free(&in->work);
	if (in->arena)
		arena_free(in->arena);
	memory_free(in);
}

void identities_equate(struct identities *in, term a, term b)
{
	if (!in->arena)
		return;
	add_equality(in, a, b);
	infer(in);
}

static void take_back(struct identities *in, size_t edges, size_t found, size_t seen)
{
	while (in->work.count)
		in->queued[vec_pop(&in->work)] = false;
	while (in->all_edges.count > edges) {
		struct edge e = vec_pop(&in->all_edges);
		in->edges[e.from] = e.next;
	}
	while (in->all_found.count > found) {
		struct found f = vec_pop(&in->all_found);
		in->fields[f.part][f.of] = in->fields[f.part][f.of]->next;
	}
	while (in->all_seen.count > seen)
		in->seen[vec_pop(&in->all_seen)] = false;
	in->looked_at = false;
}

bool identities_take(struct identities *in, term condition)
{
	if (!in->arena || in->looked_at)
		return !in->looked_at;
	size_t edges = in->all_edges.count, found = in->all_found.count, seen = in->all_seen.count;
	add_term(in, condition);
	infer(in);
	if (!in->looked_at)
		return true;
	take_back(in, edges, found, seen);
	return false;
}

bool identities_are_opaque(const struct program *p)
{
	struct identities *in = identities_new(p);
	bool opaque = !in->looked_at;
	identities_free(in);
	return opaque;
}

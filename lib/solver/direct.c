/* Questions about numbers of which each has few values: a literal for each value of each term, for CaDiCaL. That is the direct encoding
 * of constraint satisfaction problems (T. Walsh, "SAT v CSP", 2000).
 *
 * A leaf has few values if the question bounds it, or says that it equals a term of older leaves (there is no cycle then): it is that
 * term. What an operation gives is found by applying it to what its arguments may be; for each combination there is a clause, "not
 * a = i, or not b = j, or t = f(i, j)". What the question says must hold has no literal: the combinations that make it false are
 * excluded.
 *
 * This is exact. Of a leaf one value is taken, and by induction the literal of each term's value is true, so nothing false is said to
 * hold. The other way round, values of the leaves satisfy all clauses where the literals of the terms' values are true and no others. */
#include <poll.h>

#include "backend.h"
#include "sat.h"

enum {
	LARGEST = 128,          /* values of a leaf */
	MOST_ROWS = 1 << 14,    /* combinations of arguments of one term */
	MOST_CLAUSES = 1 << 20, /* in all */
	MOST_TERMS = 1 << 16    /* of a question that is looked at before there is need */
};

struct choice {
	term value; /* a constant */
	literal is;
};

/* What a term may be: so many of `choices`, from the first. */
struct domain {
	uint32_t first, count;
};

/* If both literals hold, the term has the value. */
struct row {
	literal a, b;
	term value;
};

/* The bounds of a leaf, as a signed and as an unsigned number. */
struct range {
	int64_t low, high;
	uint64_t least, most;
};

struct direct {
	struct solver *solver;
	struct bank *bank;
	struct sat *sat;          /* when there are clauses */
	bool impossible;          /* it says that something is true and false */
	bool encoded;             /* the clauses are there */
	bool fits;                /* after that: each term has few values */
	bool won;                 /* the last verdict is its own */
	struct table holds;       /* Bool term -> 1: the question says it is true, 0: false */
	VEC(term) conjuncts;      /* its keys */
	struct table newest;      /* term -> the newest of its leaves */
	struct table ranges;      /* leaf -> the place of its range + 1 */
	struct table definitions; /* leaf -> the term that it equals */
	struct table domains;     /* term -> the place of its domain + 1 */
	VEC(struct range) bounds;
	VEC(struct domain) all;
	VEC(struct choice) choices;
	VEC(struct row) rows; /* of the term at hand */
	VEC(term) stack;
	size_t clauses;
};

static bool is_leaf(const struct direct *d, term t)
{
	return term_op(d->bank, t) == OP_VARIABLE;
}

static bool is_bool(const struct direct *d, term t)
{
	return sort_kind(d->bank, term_sort(d->bank, t)) == SORT_BOOL;
}

/* Bool, or a bit-vector of at most 64 bits. */
static bool is_word(const struct direct *d, term t)
{
	return sort_kind(d->bank, term_sort(d->bank, t)) != SORT_MAP && term_width(d->bank, t) <= 64;
}

static void clause(struct direct *d, const literal *literals, size_t count)
{
	sat_clause(d->sat, literals, count);
	d->clauses++;
}

static void exclude(struct direct *d, literal a, literal b)
{
	clause(d, (literal[]){ literal_not(a), literal_not(b) }, 2);
}

/* --- what the question says --- */

static void hold(struct direct *d, term t, bool truth)
{
	uint64_t known = table_get(&d->holds, t, 2);
	if (known == 2) {
		table_put(&d->holds, t, truth);
		vec_push(&d->conjuncts, t);
	} else if (known != truth) {
		d->impossible = true;
	}
}

static void flatten(struct direct *d, term root)
{
	struct table seen = { 0 };
	vec_push(&d->stack, root);
	while (d->stack.count) {
		term t = vec_pop(&d->stack);
		if (table_has(&seen, t))
			continue;
		table_put(&seen, t, 1);
		if (term_op(d->bank, t) == OP_AND) {
			vec_push(&d->stack, term_arg(d->bank, t, 0));
			vec_push(&d->stack, term_arg(d->bank, t, 1));
		} else {
			bool negated = term_op(d->bank, t) == OP_NOT;
			hold(d, negated ? term_arg(d->bank, t, 0) : t, !negated);
		}
	}
	table_free(&seen);
}

/* Of each term below `root`. */
static void find_newest(struct direct *d, term root)
{
	vec_push(&d->stack, root);
	while (d->stack.count) {
		term t = vec_last(&d->stack), newest = is_leaf(d, t) ? t : 0;
		size_t before = d->stack.count;
		for (uint32_t i = 0; i < term_count(d->bank, t) && !table_has(&d->newest, t); i++) {
			term a = term_arg(d->bank, t, i), of = (term)table_get(&d->newest, a, 0);
			if (!table_has(&d->newest, a))
				vec_push(&d->stack, a);
			newest = of > newest ? of : newest;
		}
		if (d->stack.count > before)
			continue;
		if (!table_has(&d->newest, t))
			table_put(&d->newest, t, newest);
		d->stack.count--;
	}
}

/* --- leaves --- */

static int64_t as_signed(uint32_t width, uint64_t word)
{
	uint64_t sign = UINT64_C(1) << (width - 1);
	return (int64_t)((word ^ sign) - sign);
}

static struct range whole(uint32_t width)
{
	uint64_t most = UINT64_MAX >> (64 - width);
	return (struct range){ as_signed(width, most ^ (most >> 1)), as_signed(width, most >> 1), 0, most };
}

static struct range *range_of(struct direct *d, term leaf)
{
	uint64_t place = table_get(&d->ranges, leaf, 0);
	if (!place) {
		vec_push(&d->bounds, whole(term_width(d->bank, leaf)));
		place = d->bounds.count;
		table_put(&d->ranges, leaf, place);
	}
	return &d->bounds.at[place - 1];
}

/* leaf < bound, if `below` (or, without `strict`, <=); else bound < leaf (<=). Bounds beyond the numbers are left to the clauses. */
static void bound_signed(struct direct *d, term leaf, int64_t bound, bool below, bool strict)
{
	struct range *r = range_of(d, leaf);
	if (below && bound > INT64_MIN && bound - strict < r->high)
		r->high = bound - strict;
	if (!below && bound < INT64_MAX && bound + strict > r->low)
		r->low = bound + strict;
}

static void bound_unsigned(struct direct *d, term leaf, uint64_t bound, bool below, bool strict)
{
	struct range *r = range_of(d, leaf);
	if (below && bound > 0 && bound - strict < r->most)
		r->most = bound - strict;
	if (!below && bound < UINT64_MAX && bound + strict > r->least)
		r->least = bound + strict;
}

static void note_order(struct direct *d, term t, bool truth)
{
	term a = term_arg(d->bank, t, 0), b = term_arg(d->bank, t, 1);
	bool below = is_leaf(d, a) && term_is_constant(d->bank, b);
	if (!is_word(d, a) || (!below && !(is_leaf(d, b) && term_is_constant(d->bank, a))))
		return;
	/* not a < b is b <= a */
	term leaf = below ? a : b;
	uint64_t bound = term_value(d->bank, below ? b : a);
	if (term_op(d->bank, t) == OP_BVSLT)
		bound_signed(d, leaf, as_signed(term_width(d->bank, leaf), bound), below == truth, truth);
	else
		bound_unsigned(d, leaf, bound, below == truth, truth);
}

static void note_equation(struct direct *d, term leaf, term t)
{
	if (!is_leaf(d, leaf) || !is_word(d, leaf))
		return;
	if (term_is_constant(d->bank, t) && !is_bool(d, leaf)) {
		struct range *r = range_of(d, leaf);
		r->least = r->most = term_value(d->bank, t);
	} else if (table_get(&d->newest, t, 0) < leaf && !table_has(&d->definitions, leaf)) {
		table_put(&d->definitions, leaf, t);
	}
}

static void note(struct direct *d, term t, bool truth)
{
	enum op op = term_op(d->bank, t);
	if (op == OP_BVSLT || op == OP_BVULT)
		note_order(d, t, truth);
	if (op != OP_EQ || !truth)
		return;
	note_equation(d, term_arg(d->bank, t, 0), term_arg(d->bank, t, 1));
	note_equation(d, term_arg(d->bank, t, 1), term_arg(d->bank, t, 0));
}

/* --- domains --- */

static struct domain *domain_of(struct direct *d, term t)
{
	uint64_t place = table_get(&d->domains, t, 0);
	return place ? &d->all.at[place - 1] : NULL;
}

static const struct choice *choice_of(const struct direct *d, const struct domain *domain, uint32_t i)
{
	return &d->choices.at[domain->first + i];
}

static void set_domain(struct direct *d, term t, size_t first)
{
	vec_push(&d->all, (struct domain){ (uint32_t)first, (uint32_t)(d->choices.count - first) });
	table_put(&d->domains, t, d->all.count);
}

static void offer(struct direct *d, term value, literal is)
{
	vec_push(&d->choices, (struct choice){ value, is });
}

static void at_most_one(struct direct *d, size_t first)
{
	for (size_t i = first; i < d->choices.count; i++)
		for (size_t j = first; j < i; j++)
			exclude(d, d->choices.at[i].is, d->choices.at[j].is);
}

/* The choices from `first` on get literals, of which one holds. */
static void choose_one(struct direct *d, size_t first)
{
	size_t count = d->choices.count - first;
	struct choice *c = d->choices.at + first;
	for (size_t i = 0; i < count; i++)
		c[i].is = count == 1 ? LITERAL_TRUE : count == 2 && i ? literal_not(c[0].is) : sat_variable(d->sat);
	if (count < 3)
		return;
	literal *some = memory_alloc(count * sizeof *some);
	for (size_t i = 0; i < count; i++)
		some[i] = c[i].is;
	clause(d, some, count);
	memory_free(some);
	at_most_one(d, first);
}

static bool in_range(const struct range *r, uint32_t width, uint64_t word)
{
	int64_t number = as_signed(width, word);
	return word >= r->least && word <= r->most && number >= r->low && number <= r->high;
}

/* False: there are too many. */
static bool offer_range(struct direct *d, term leaf)
{
	uint32_t width = term_width(d->bank, leaf);
	struct range r = *range_of(d, leaf);
	if (r.low > r.high || r.least > r.most) {
		clause(d, NULL, 0);
		r = (struct range){ 0 };
	}
	uint64_t signed_span = (uint64_t)r.high - (uint64_t)r.low, span = r.most - r.least;
	bool by_sign = signed_span < span;
	uint64_t count = by_sign ? signed_span : span, from = by_sign ? (uint64_t)r.low : r.least;
	uint64_t mask = whole(width).most;
	for (uint64_t i = 0; i <= count && count < LARGEST; i++)
		if (in_range(&r, width, (from + i) & mask))
			offer(d, term_bv(d->bank, width, from + i), LITERAL_TRUE);
	return count < LARGEST;
}

static bool encode_leaf(struct direct *d, term leaf)
{
	size_t first = d->choices.count;
	if (is_bool(d, leaf)) {
		uint64_t known = table_get(&d->holds, leaf, 2);
		for (uint64_t truth = 0; truth < 2; truth++)
			if (known == 2 || known == truth)
				offer(d, term_bool(d->bank, truth), LITERAL_TRUE);
	} else if (!offer_range(d, leaf)) {
		return false;
	}
	if (d->choices.count == first) { /* signed and unsigned bounds exclude one another */
		clause(d, NULL, 0);
		offer(d, term_bv(d->bank, term_width(d->bank, leaf), 0), LITERAL_TRUE);
	}
	choose_one(d, first);
	set_domain(d, leaf, first);
	return true;
}

/* A leaf that is the same as a term. */
static void encode_definition(struct direct *d, term leaf, term t)
{
	struct domain of = *domain_of(d, t);
	size_t first = d->choices.count;
	for (uint32_t i = 0; i < of.count; i++)
		offer(d, choice_of(d, &of, i)->value, choice_of(d, &of, i)->is);
	set_domain(d, leaf, first);
	uint64_t known = table_get(&d->holds, leaf, 2); /* of truth values only */
	for (uint32_t i = 0; i < of.count && known != 2; i++)
		if (term_value(d->bank, choice_of(d, &of, i)->value) != known)
			clause(d, (literal[]){ literal_not(choice_of(d, &of, i)->is) }, 1);
}

/* --- operations --- */

static void add_row(struct direct *d, literal a, literal b, term value)
{
	vec_push(&d->rows, (struct row){ a, b, value });
}

/* The rows of a term that the question says to be `truth`. */
static void demand(struct direct *d, term t, bool truth)
{
	size_t first = d->choices.count;
	for (size_t i = 0; i < d->rows.count; i++)
		if (term_is_true(d->bank, d->rows.at[i].value) != truth)
			exclude(d, d->rows.at[i].a, d->rows.at[i].b);
	offer(d, term_bool(d->bank, truth), LITERAL_TRUE);
	set_domain(d, t, first);
}

/* Are the rows those of one argument, each with a value of its own? */
static bool renames(const struct direct *d, size_t values)
{
	bool one = values == d->rows.count;
	for (size_t i = 0; i < d->rows.count && one; i++)
		one = d->rows.at[i].a == LITERAL_TRUE || d->rows.at[i].b == LITERAL_TRUE;
	return one;
}

static void name_values(struct direct *d, size_t first)
{
	size_t count = d->choices.count - first;
	bool same = renames(d, count);
	for (size_t i = 0; i < count; i++) {
		struct choice *c = &d->choices.at[first + i];
		const struct row *r = &d->rows.at[i];
		if (same)
			c->is = r->a == LITERAL_TRUE ? r->b : r->a;
		else if (count == 1)
			c->is = LITERAL_TRUE;
		else if (i && is_bool(d, c->value))
			c->is = literal_not(c[-1].is);
		else
			c->is = sat_variable(d->sat);
	}
}

static void conclude(struct direct *d, term t)
{
	uint64_t known = table_get(&d->holds, t, 2);
	if (known != 2) {
		demand(d, t, known);
		return;
	}
	struct table places = { 0 };
	size_t first = d->choices.count;
	for (size_t i = 0; i < d->rows.count; i++) {
		term value = d->rows.at[i].value;
		if (table_has(&places, value))
			continue;
		table_put(&places, value, d->choices.count);
		offer(d, value, LITERAL_TRUE);
	}
	name_values(d, first);
	bool implied = renames(d, d->choices.count - first) || d->choices.count - first == 1;
	for (size_t i = 0; i < d->rows.count && !implied; i++) {
		const struct row *r = &d->rows.at[i];
		literal is = d->choices.at[table_get(&places, r->value, 0)].is;
		clause(d, (literal[]){ literal_not(r->a), literal_not(r->b), is }, 3);
	}
	set_domain(d, t, first);
	table_free(&places);
}

static term apply(struct direct *d, term t, term a, term b)
{
	const term args[2] = { a, b };
	uint32_t indices[2] = { 0 };
	enum op op = term_op(d->bank, t);
	for (uint32_t i = 0; i < op_indices(op); i++)
		indices[i] = term_index(d->bank, t, i);
	return term_make(d->bank, op, args, indices);
}

/* Of one argument, if b is NULL. */
static bool combine(struct direct *d, term t, const struct domain *a, const struct domain *b)
{
	if ((uint64_t)a->count * (b ? b->count : 1) > MOST_ROWS)
		return false;
	for (uint32_t i = 0; i < a->count; i++) {
		struct choice x = *choice_of(d, a, i);
		for (uint32_t j = 0; j < (b ? b->count : 1); j++) {
			struct choice y = b ? *choice_of(d, b, j) : (struct choice){ 0, LITERAL_TRUE };
			add_row(d, x.is, y.is, apply(d, t, x.value, y.value));
		}
	}
	conclude(d, t);
	return true;
}

static bool choose_branch(struct direct *d, term t)
{
	const struct domain condition = *domain_of(d, term_arg(d->bank, t, 0));
	for (uint32_t i = 0; i < condition.count; i++) {
		struct choice c = *choice_of(d, &condition, i);
		struct domain branch = *domain_of(d, term_arg(d->bank, t, term_is_true(d->bank, c.value) ? 1 : 2));
		for (uint32_t j = 0; j < branch.count; j++)
			add_row(d, c.is, choice_of(d, &branch, j)->is, choice_of(d, &branch, j)->value);
	}
	if (d->rows.count > MOST_ROWS)
		return false;
	conclude(d, t);
	return true;
}

/* What it needs has domains. False: it may have too many values, or is none of those that are understood here. */
static bool encode(struct direct *d, term t)
{
	d->rows.count = 0;
	uint32_t count = term_count(d->bank, t);
	if (!is_word(d, t) || d->clauses > MOST_CLAUSES)
		return false;
	if (term_is_constant(d->bank, t)) {
		offer(d, t, LITERAL_TRUE);
		set_domain(d, t, d->choices.count - 1);
		return true;
	}
	if (is_leaf(d, t)) {
		term definition = (term)table_get(&d->definitions, t, 0);
		if (!definition)
			return encode_leaf(d, t);
		encode_definition(d, t, definition);
		return true;
	}
	if (term_op(d->bank, t) == OP_ITE)
		return choose_branch(d, t);
	struct domain a = *domain_of(d, term_arg(d->bank, t, 0));
	struct domain b = count == 2 ? *domain_of(d, term_arg(d->bank, t, 1)) : a;
	return combine(d, t, &a, count == 2 ? &b : NULL);
}

static void need(struct direct *d, term t)
{
	if (!domain_of(d, t))
		vec_push(&d->stack, t);
}

static bool resolve(struct direct *d, term root, double deadline)
{
	need(d, root);
	while (d->stack.count) {
		term t = vec_last(&d->stack);
		size_t before = d->stack.count;
		term definition = (term)table_get(&d->definitions, t, 0);
		if (definition)
			need(d, definition);
		/* A term of maps is refused before what is below it is looked at. */
		for (uint32_t i = 0; i < term_count(d->bank, t) && is_word(d, t); i++)
			need(d, term_arg(d->bank, t, i));
		if (d->stack.count > before)
			continue;
		d->stack.count--;
		if (!domain_of(d, t) && (!encode(d, t) || solver_expired(d->solver, deadline)))
			return false;
	}
	return true;
}

/* Is it the equation that a leaf's definition was taken from? */
static bool is_definition(struct direct *d, term t)
{
	if (term_op(d->bank, t) != OP_EQ || !table_get(&d->holds, t, 0))
		return false;
	term a = term_arg(d->bank, t, 0), b = term_arg(d->bank, t, 1);
	return table_get(&d->definitions, a, 0) == b || table_get(&d->definitions, b, 0) == a;
}

/* --- life --- */

static void read_question(struct direct *d)
{
	struct solver *s = d->solver;
	for (size_t i = 0; i < s->facts.count + s->assumed.count; i++)
		flatten(d, i < s->facts.count ? s->facts.at[i] : s->assumed.at[i - s->facts.count]);
	for (size_t i = 0; i < d->conjuncts.count; i++)
		find_newest(d, d->conjuncts.at[i]);
	for (size_t i = 0; i < d->conjuncts.count; i++)
		note(d, d->conjuncts.at[i], table_get(&d->holds, d->conjuncts.at[i], 0));
}

static struct direct *begin(struct solver *s)
{
	struct direct *d = memory_alloc(sizeof *d);
	*d = (struct direct){ .solver = s, .bank = s->bank };
	s->direct = d;
	read_question(d);
	return d;
}

static bool has_few_values(struct direct *d, term leaf)
{
	if (!is_word(d, leaf))
		return false;
	if (is_bool(d, leaf) || table_has(&d->definitions, leaf))
		return true;
	const struct range *r = range_of(d, leaf);
	return r->most - r->least < LARGEST || (uint64_t)r->high - (uint64_t)r->low < LARGEST;
}

/* `newest` has all terms of the question: is a leaf one of them? */
bool direct_suits(struct solver *s)
{
	if (s->many_values || s->has_maps)
		return false;
	struct direct *d = begin(s);
	bool few = d->newest.count < MOST_TERMS;
	for (size_t i = 0; i < d->newest.capacity && few; i++) {
		term t = (term)(d->newest.keys[i] - 1);
		few = !d->newest.keys[i] || !is_leaf(d, t) || has_few_values(d, t);
	}
	s->many_values = !few;
	if (!few)
		direct_end(s);
	return few;
}

static void encode_question(struct direct *d, double deadline)
{
	d->fits = d->encoded = true;
	d->sat = sat_new(SAT_HARD);
	if (d->impossible)
		clause(d, NULL, 0);
	for (size_t i = 0; i < d->conjuncts.count && d->fits; i++)
		if (!is_definition(d, d->conjuncts.at[i]))
			d->fits = resolve(d, d->conjuncts.at[i], deadline);
}

void direct_end(struct solver *s)
{
	struct direct *d = s->direct;
	if (!d)
		return;
	sat_free(d->sat);
	table_free(&d->holds);
	table_free(&d->newest);
	table_free(&d->ranges);
	table_free(&d->definitions);
	table_free(&d->domains);
	vec_free(&d->conjuncts);
	vec_free(&d->bounds);
	vec_free(&d->all);
	vec_free(&d->choices);
	vec_free(&d->rows);
	vec_free(&d->stack);
	memory_free(d);
	s->direct = NULL;
}

/* --- answers --- */

struct limits {
	struct solver *solver;
	double deadline;
};

static bool is_to_stop(void *context)
{
	struct limits *l = context;
	struct pollfd rival = { .fd = rival_line(l->solver), .events = POLLIN };
	return atomic_load(&l->solver->interrupted) ||
	       (l->deadline != SOLVER_NO_DEADLINE && clock_now() >= l->deadline) ||
	       (rival.fd >= 0 && poll(&rival, 1, 0) > 0);
}

enum reply direct_try(struct solver *s, uint32_t conflicts, double deadline)
{
	struct limits limits = { s, deadline };
	if (s->has_maps)
		return REPLY_UNKNOWN;
	if (!s->direct)
		begin(s);
	if (!s->direct->encoded)
		encode_question(s->direct, deadline);
	if (!s->direct->fits)
		return REPLY_UNKNOWN;
	sat_limit(s->direct->sat, conflicts);
	enum sat_reply said = sat_solve(s->direct->sat, NULL, 0, is_to_stop, &limits);
	s->direct->won = said != SAT_STOPPED;
	return said == SAT_YES ? REPLY_SAT : said == SAT_NO ? REPLY_UNSAT : REPLY_UNKNOWN;
}

bool direct_won(const struct solver *s)
{
	return s->direct && s->direct->won;
}

term direct_definition(struct solver *s, term leaf)
{
	return (term)table_get(&s->direct->definitions, leaf, 0);
}

struct value direct_value(struct solver *s, term leaf)
{
	struct direct *d = s->direct;
	const struct domain *domain = domain_of(d, leaf);
	for (uint32_t i = 0; domain && i < domain->count; i++) {
		const struct choice *c = choice_of(d, domain, i);
		if (sat_value(d->sat, c->is))
			return value_words(term_width(d->bank, leaf), term_words(d->bank, c->value));
	}
	return value_word(term_width(d->bank, leaf), 0); /* the question does not depend on it */
}

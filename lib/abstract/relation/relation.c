/* What is known of sums, and what statements leave of it. */
#include "relation.h"
#include "element.h"

enum { DEPTH = 2 };

/* ---- facts ---- */

static whole number_limit(void)
{
	return (whole)1 << (RELATION_BITS - 1);
}

/* The least and the greatest number stand for no limit. */
static struct span span_of_known(const struct known *k)
{
	struct span s = span_all();
	int64_t low, high;
	if (number_is_none(k->low))
		return s;
	number_signed_range(k->low, &low, &high);
	if (low > -number_limit())
		s.low = low;
	if (high < number_limit() - 1)
		s.high = high;
	return s;
}

struct span relation_fact(const struct facts *facts, uint32_t number)
{
	const struct known *k = facts_get(facts, relation_key(number));
	return k ? span_of_known(k) : span_all();
}

void relation_put(struct place *p, uint32_t number, struct span s)
{
	whole least = -number_limit(), most = number_limit() - 1;
	fact_key key = relation_key(number);
	/* A limit that is too large for a fact is none. */
	whole low = s.low < least ? least : s.low > most ? least : s.low;
	whole high = s.high > most ? most : s.high < least ? most : s.high;
	struct known k = known_any(p->domain, RELATION_BITS);
	if (span_is_none(s) || (low == least && high == most)) {
		p->facts = facts_remove(p->domain, p->facts, (struct key_range){ key, 0 });
		return;
	}
	k.low = number_between(RELATION_BITS, (uint64_t)low, (uint64_t)high);
	p->facts = facts_put(p->domain, p->facts, key, &k);
}

const struct relation_list *relations_about(const struct place *p, const struct variable *v)
{
	const struct relations *r = p->domain->relations;
	if (v->kind != VARIABLE_GLOBAL)
		return table_get(&r->about, v, NULL);
	return r->procedures ? table_get(&r->procedures[p->procedure->index].about, v, NULL) : NULL;
}

bool relation_is_followed(const struct place *p, uint32_t number)
{
	const struct variable *global = p->domain->relations->all.at[number].global;
	const struct relation_list *list = global ? relations_about(p, global) : NULL;
	for (size_t i = 0; list && i < list->count; i++)
		if (list->at[i] == number)
			return true;
	return !global;
}

/* ---- ranges ---- */

enum { MOST_SEEN = 24, MOST_KNOWN = 48 };

/* A range that is asked for, with the relations that something is known of, and the ranges of atoms that have been looked at. */
struct question {
	struct place *place;
	unsigned known, seen;
	struct {
		const struct relation *relation;
		struct span range;
	} relations[MOST_KNOWN];
	struct {
		term atom;
		struct span range;
	} atoms[MOST_SEEN];
};

static void note_known(void *context, fact_key key, const struct known *k)
{
	struct question *q = context;
	if (q->known == MOST_KNOWN)
		return;
	q->relations[q->known].relation = &q->place->domain->relations->all.at[key_cell(key)];
	q->relations[q->known++].range = span_of_known(k);
}

static struct span range_of_atom(struct question *q, term atom)
{
	for (unsigned i = 0; i < q->seen; i++)
		if (q->atoms[i].atom == atom)
			return q->atoms[i].range;
	struct linear alone = { .count = 1, .parts = { { atom, 1 } } };
	struct span s = relation_range_of_atoms(q->place, &alone);
	if (q->seen < MOST_SEEN) {
		q->atoms[q->seen].atom = atom;
		q->atoms[q->seen++].range = s;
	}
	return s;
}

static struct span range_of(struct question *q, const struct linear *f, unsigned depth);

/* The multiple of SUM that has the first atom that it shares with F as often as F has; 0: they share none, or it is none. */
static int64_t multiple_in(const struct linear *f, const struct linear *sum)
{
	uint32_t i = 0, k = 0;
	while (i < f->count && k < sum->count && f->parts[i].atom != sum->parts[k].atom)
		*(f->parts[i].atom < sum->parts[k].atom ? &i : &k) += 1;
	if (i == f->count || k == sum->count || f->parts[i].by % sum->parts[k].by)
		return 0;
	return f->parts[i].by / sum->parts[k].by;
}

/* By relation number I, F = m * relation + others: as far as there are not many others. */
static struct span range_by(struct question *q, const struct linear *f, unsigned i, unsigned depth)
{
	const struct linear *sum = &q->relations[i].relation->sum;
	int64_t by = multiple_in(f, sum);
	if (!by)
		return span_all();
	struct linear rest = *f;
	if (!linear_add(&rest, sum, -by) || rest.count > f->count + (depth == DEPTH - 1))
		return span_all();
	return span_add(span_scale(q->relations[i].range, by), range_of(q, &rest, depth));
}

static struct span range_of(struct question *q, const struct linear *f, unsigned depth)
{
	struct span s = f->rest;
	for (uint32_t i = 0; i < f->count; i++)
		s = span_add(s, span_scale(range_of_atom(q, f->parts[i].atom), f->parts[i].by));
	uint64_t mask = relation_mask(f);
	for (unsigned i = 0; depth && i < q->known; i++)
		if (mask & q->relations[i].relation->mask)
			s = span_meet(s, range_by(q, f, i, depth - 1));
	return s;
}

struct span relation_range(struct place *p, const struct linear *f)
{
	struct question q;
	q.place = p;
	q.known = q.seen = 0;
	if (f->count)
		facts_visit_range(p->facts, keys_of_variable(RELATION_VARIABLE), note_known, &q);
	return range_of(&q, f, DEPTH);
}

/* ---- assignments ---- */

enum { MOST_ABOUT = 64, MOST_EXPANSIONS = 3 };

/* The sum by what its variables, or only its pointers, were computed from in their block; the same if there is nothing. */
static struct linear expanded(struct place *p, const struct linear *sum, bool pointers)
{
	const struct bank *bank = p->domain->program->bank;
	struct linear f = { .rest = sum->rest };
	for (uint32_t i = 0; i < sum->count; i++) {
		term atom = sum->parts[i].atom, by = atom;
		bool stays = pointers && term_op(bank, atom) == OP_VARIABLE;
		for (unsigned k = 0; !stays && k < MOST_EXPANSIONS; k++)
			by = place_defined(p, by);
		if (!relation_sum(p, by, relation_is_signed(p->domain, atom), sum->parts[i].by, &f))
			return *sum;
	}
	return f;
}

/* Where it lies, by what its variables were computed from, too. Of a number that may be a copy of something of which less is known: so
 * the pointers alone are looked at first. */
static struct span range_here(struct place *p, const struct linear *sum)
{
	struct span s = relation_range(p, sum);
	struct linear last = *sum;
	for (unsigned pointers = 2; pointers-- > 0 && p->definition_count && s.low != s.high;) {
		struct linear origin = expanded(p, sum, pointers);
		if (linear_equal(&origin, &last))
			continue;
		s = span_meet(s, relation_range(p, &origin));
		last = origin;
	}
	return s;
}

/* Where each relation about V lies when V becomes VALUE. */
static void ranges_after(struct place *old, const struct relation_list *list, const struct variable *v, term value,
			 struct span *ranges)
{
	for (size_t i = 0; i < list->count && i < MOST_ABOUT; i++) {
		const struct linear *sum = &old->domain->relations->all.at[list->at[i]].sum;
		struct linear f;
		ranges[i] = span_all();
		if (!relation_replaced(old, sum, v, value, &f))
			continue;
		ranges[i] = range_here(old, &f);
		for (old->parts = PARTS_ARE_NUMBERS; relation_adds_part(old->domain->program->bank, value);
		     old->parts++) {
			if (relation_replaced(old, sum, v, value, &f))
				ranges[i] = span_meet(ranges[i], range_here(old, &f));
			if (old->parts == PARTS_ARE_SUMS)
				break;
		}
		old->parts = PARTS_ARE_UNKNOWN;
	}
}

/* The same of a choice: of what holds with its condition, and without. */
static void ranges_after_choice(struct place *old, const struct relation_list *list, const struct variable *v,
				term value, struct span *ranges)
{
	struct bank *bank = old->domain->program->bank;
	bool some = false;
	if (term_op(bank, value) != OP_ITE || sort_kind(bank, v->sort) == SORT_MAP) {
		ranges_after(old, list, v, value, ranges);
		return;
	}
	for (unsigned holds = 0; holds < 2; holds++) {
		struct place q = *old;
		struct span of[MOST_ABOUT];
		term c = term_arg(bank, value, 0);
		if (!place_assume(&q, c, holds) || !relations_assumed(&q, old->facts, c, holds))
			continue;
		ranges_after(&q, list, v, term_arg(bank, value, holds ? 1 : 2), of);
		for (size_t i = 0; i < list->count && i < MOST_ABOUT; i++)
			ranges[i] = some ? span_join(ranges[i], of[i]) : of[i];
		some = true;
	}
	for (size_t i = 0; !some && i < list->count && i < MOST_ABOUT; i++)
		ranges[i] = span_all();
}

void relations_assigned(struct place *p, const struct facts *before, const struct variable *v, term value)
{
	struct span ranges[MOST_ABOUT];
	struct place old = *p;
	const struct relation_list *list = relations_about(p, v);
	old.facts = before;
	if (!list || value == v->term)
		return;
	if (value)
		ranges_after_choice(&old, list, v, value, ranges);
	for (size_t i = 0; i < list->count; i++) {
		const struct linear *sum = &p->domain->relations->all.at[list->at[i]].sum;
		struct span s = relation_range_of_atoms(p, sum);
		relation_put(p, list->at[i], value && i < MOST_ABOUT ? span_meet(s, ranges[i]) : s);
	}
	/* Its number is less than part of a difference may be: that only the sums say. */
	if (value && relation_adds_part(p->domain->program->bank, value))
		relations_remembered(p, v);
}

/* ---- calls ---- */

/* Does the term read the map where one of the objects is? */
static bool reads_at(struct place *old, term t, const struct variable *map, const struct object_set *objects)
{
	struct bank *bank = old->domain->program->bank;
	for (uint32_t i = 0; i < term_count(bank, t); i++)
		if (reads_at(old, term_arg(bank, t, i), map, objects))
			return true;
	if (term_op(bank, t) != OP_SELECT || term_arg(bank, t, 0) != map->term)
		return t == map->term && !objects;
	term index = term_arg(bank, t, 1);
	if (!objects || !domain_has_targets(old->domain, term_width(bank, index)))
		return true;
	old->budget = PLACE_BUDGET;
	struct known at = place_value(old, index);
	return known_may_be_in(old->domain, &at, objects);
}

void relations_changed(struct place *p, const struct facts *before, const struct variable *v,
		       const struct object_set *objects)
{
	const struct relation_list *list = relations_about(p, v);
	struct place old = *p;
	bool is_map = sort_kind(p->domain->program->bank, v->sort) == SORT_MAP;
	old.facts = before;
	for (size_t i = 0; list && i < list->count; i++) {
		const struct linear *sum = &p->domain->relations->all.at[list->at[i]].sum;
		bool changed = !is_map;
		for (uint32_t k = 0; k < sum->count; k++)
			changed |= is_map && reads_at(&old, sum->parts[k].atom, v, objects);
		if (changed)
			relation_put(p, list->at[i], relation_range_of_atoms(p, sum));
	}
}

/* The sum as the caller has it. False: it is too large. */
static bool of_caller(struct place *p, const struct linear *sum, const struct statement *call,
		      term (*leaf)(void *context, term leaf), struct linear *f)
{
	struct bank *bank = p->domain->program->bank;
	*f = (struct linear){ 0 };
	for (uint32_t i = 0; i < sum->count; i++) {
		term atom = sum->parts[i].atom;
		term t = term_substitute(bank, atom, leaf, (void *)(uintptr_t)call);
		if (!relation_sum(p, t, relation_is_signed(p->domain, atom), sum->parts[i].by, f))
			return false;
	}
	return true;
}

term relation_argument(void *context, term leaf)
{
	const struct statement *call = context;
	for (uint32_t i = 0; i < call->argument_count; i++)
		if (call->callee->variables[i]->term == leaf)
			return call->arguments[i];
	return leaf;
}

const struct facts *relations_passed(struct place *p, const struct statement *call, const struct facts *entry)
{
	const struct relations *r = p->domain->relations;
	const struct relation_list *list = table_get(&r->passed, call->callee, NULL);
	struct place at = *p;
	at.facts = entry;
	for (size_t i = 0; list && i < list->count; i++) {
		struct linear f;
		if (!of_caller(p, &r->all.at[list->at[i]].sum, call, relation_argument, &f))
			continue;
		relation_put(&at, list->at[i], range_here(p, &f));
	}
	return at.facts;
}

struct parameters {
	const struct procedure *procedure;
	const struct variable *const *copies;
	bool fails;
};

/* An in-parameter as the local that is the same at the return. */
static term copy_leaf(void *context, term leaf)
{
	struct parameters *c = context;
	for (uint32_t i = 0; i < c->procedure->in_count; i++)
		if (c->procedure->variables[i]->term == leaf) {
			c->fails |= !c->copies[i];
			return c->copies[i] ? c->copies[i]->term : leaf;
		}
	return leaf;
}

const struct facts *relations_left(struct place *p, const struct procedure *proc, const struct variable *const *copies,
				   const struct facts *exit)
{
	const struct relations *r = p->domain->relations;
	const struct relation_list *list = table_get(&r->returned, proc, NULL);
	struct place at = *p;
	at.facts = exit;
	for (size_t i = 0; list && i < list->count; i++) {
		struct parameters c = { proc, copies, false };
		const struct linear *sum = &r->all.at[list->at[i]].sum;
		struct linear f = { 0 };
		bool known = true;
		for (uint32_t k = 0; known && k < sum->count; k++) {
			term atom = sum->parts[k].atom;
			term t = term_substitute(p->domain->program->bank, atom, copy_leaf, &c);
			known = !c.fails &&
				relation_sum(p, t, relation_is_signed(p->domain, atom), sum->parts[k].by, &f);
		}
		/* The parameter itself is not assigned, so what is known of it holds as well. */
		if (known)
			relation_put(&at, list->at[i],
				     span_meet(relation_fact(p->facts, list->at[i]), relation_range(p, &f)));
	}
	return at.facts;
}

/* Does the call assign what an argument is about, or a result twice? */
static bool is_clear(struct place *p, const struct statement *call, const struct linear *sum)
{
	struct uses *uses = p->domain->relations->uses;
	for (uint32_t i = 0; i < sum->count; i++) {
		const struct uses_list *used = uses_of(uses, sum->parts[i].atom);
		for (uint32_t n = 0; n < used->count; n++) {
			const struct variable *v = used->variables[n];
			for (uint32_t k = 0; k < call->out_count; k++)
				if (v == call->outs[k] ||
				    (v->kind == VARIABLE_IN && v->procedure == call->callee &&
				     uses_mention(uses, call->arguments[v->index], call->outs[k])))
					return false;
			if (v->kind != VARIABLE_IN || v->procedure != call->callee)
				continue;
			const struct uses_list *given = uses_of(uses, call->arguments[v->index]);
			for (uint32_t k = 0; k < given->count; k++)
				if (given->variables[k]->kind == VARIABLE_GLOBAL)
					return false;
		}
	}
	return true;
}

static term returned_leaf(void *context, term leaf)
{
	const struct statement *call = context;
	for (uint32_t i = 0; i < call->out_count; i++)
		if (call->callee->variables[call->callee->in_count + i]->term == leaf)
			return call->outs[i]->term;
	return relation_argument(context, leaf);
}

/* F lies in S, if it is a relation. */
static void put_returned(struct place *p, const struct linear *f, struct span s)
{
	int64_t by;
	uint32_t number = relation_find(p->domain, f, &by);
	s = span_add(s, span_scale(f->rest, -1));
	if (number && relation_is_followed(p, number - 1))
		relation_put(p, number - 1, span_meet(relation_fact(p->facts, number - 1), span_divide(s, by)));
}

/* It is said of the arguments, and of what these are copies of. */
void relations_returned(struct place *p, const struct statement *call, const struct facts *exit)
{
	const struct relations *r = p->domain->relations;
	const struct relation_list *list = table_get(&r->returned, call->callee, NULL);
	for (size_t i = 0; list && i < list->count; i++) {
		struct span s = relation_fact(exit, list->at[i]);
		struct linear f = { 0 };
		if ((s.low <= -SPAN_LIMIT && s.high >= SPAN_LIMIT) || !is_clear(p, call, &r->all.at[list->at[i]].sum) ||
		    !of_caller(p, &r->all.at[list->at[i]].sum, call, returned_leaf, &f))
			continue;
		struct linear of = expanded(p, &f, false);
		put_returned(p, &f, s);
		if (!linear_equal(&of, &f))
			put_returned(p, &of, s);
	}
}

#include "candidates.h"

#include "interpret.h"
#include "iterate.h"
#include "owner.h"

/* --- abstract interpretation --- */

struct adding {
	struct conjuncts *list;
	const struct bank *bank;
	size_t loop;
	term born;                  /* of sites, or 0 */
	bool aged;                  /* a condition is about it */
	const struct sites *owners; /* what these say is said by owners; or NULL */
};

/* Is it about ages, or about where pointers of all objects lead? */
struct telling {
	const struct adding *to;
	bool ages, all, pointers;
};

static void look_for(void *context, term leaf)
{
	struct telling *t = context;
	const struct sites *sites = t->to->owners;
	const struct bank *bank = t->to->bank;
	sort s = term_sort(bank, leaf);
	t->ages |= leaf == sites->born || leaf == sites->now;
	t->all |= leaf == sites->each;
	t->pointers |= sort_kind(bank, s) == SORT_MAP && sort_value(bank, s) == sort_index(bank, s);
}

/* A comparison of sums, which are wider than words: of owners they prove nothing, and make each query slow. */
static bool is_sum(const struct bank *bank, term condition)
{
	enum { WORD_BITS = 64 };
	term t = term_op(bank, condition) == OP_NOT ? term_arg(bank, condition, 0) : condition;
	return (term_op(bank, t) == OP_BVSLT || term_op(bank, t) == OP_BVSLE) &&
	       term_width(bank, term_arg(bank, t, 0)) > WORD_BITS;
}

static bool is_told_by_owners(const struct adding *to, term condition)
{
	struct telling t = { .to = to };
	if (to->owners)
		term_leaves(to->bank, condition, look_for, &t);
	return t.ages || (t.all && t.pointers) || (to->owners && is_sum(to->bank, condition));
}

static void look_at(void *context, term leaf)
{
	struct adding *to = context;
	to->aged |= to->born && leaf == to->born;
}

static void add(void *context, term condition)
{
	struct adding *to = context;
	if (is_told_by_owners(to, condition))
		return;
	if (!to->aged)
		term_leaves(to->bank, condition, look_at, to);
	conjuncts_add(to->list, to->bank, to->loop, condition);
}

/* The objects that the first block makes have names, for good. */
static void name_objects(struct domain *d, const struct procedure *proc)
{
	const struct block *first = proc->blocks[0];
	for (uint32_t i = 0; i < first->statement_count; i++)
		if (first->statements[i].kind == STATEMENT_FRESH)
			table_put(&d->names, &first->statements[i], first->statements[i].target->term);
}

/* Which number `given` has of what a `fresh` gives: of the next assignment to it. */
static void find_sites(struct sites *sites, const struct subject *s)
{
	const struct variable *given = s->ghosts.copies.map ? s->ghosts.copies.map : s->ghosts.given.map;
	const struct bank *bank = s->flat->bank;
	program_for_each_block(s->flat, at) {
		const struct statement *fresh = NULL;
		for (uint32_t i = 0; i < at.block->statement_count; i++) {
			const struct statement *st = &at.block->statements[i];
			bool noted = fresh && st->kind == STATEMENT_ASSIGN && st->target == given &&
				     term_op(bank, st->term) == OP_STORE &&
				     term_is_constant(bank, term_arg(bank, st->term, 2));
			if (noted)
				table_put(&sites->numbers, fresh, term_value(bank, term_arg(bank, st->term, 2)));
			if (noted || st->kind == STATEMENT_FRESH)
				fresh = noted ? NULL : st;
		}
	}
	sites->given = given->term;
	sites->each = s->ghosts.each[EACH_OBJECT]->term;
	sites->born = s->ghosts.born->term;
	sites->now = s->ghosts.now->term;
	sites->holder = s->ghosts.holder ? s->ghosts.holder->term : 0;
}

static bool holds_created(const struct domain *d, const struct known *k)
{
	bool some = false;
	for (uint32_t i = 0; k && k->target_count != TARGETS_ANY && i < k->target_count; i++)
		some |= d->objects.at[k->targets[i].object].kind != OBJECT_CONSTANT;
	return some;
}

/* A global that holds an object's identity at a loop's head, such as that of the object whose leak is looked for; 0: there is none. */
static term chosen_object(const struct subject *s, struct interpretation *i)
{
	const struct program *p = s->flat;
	sort identity = s->ghosts.each[EACH_OBJECT]->sort;
	const struct facts *facts;
	for (size_t k = 0; k < s->loops.count; k++)
		for (uint32_t n = 0; n < p->global_count; n++)
			if (p->globals[n]->sort == identity &&
			    interpretation_reaches(i, p->entry, s->loops.at[k].head, &facts) &&
			    holds_created(interpretation_domain(i), facts_get(facts, place_key(p->globals[n]))))
				return p->globals[n]->term;
	return 0;
}

/* What is made next will be newer than all else; no two objects are of one age. */
static void add_births(struct conjuncts *list, const struct subject *s, const struct sites *sites)
{
	struct bank *bank = s->flat->bank;
	term each = term_select(bank, sites->born, sites->each), null = 0;
	for (size_t k = 0; k < s->loops.count; k++) {
		conjuncts_add(list, bank, k, term_binary(bank, OP_BVULT, each, sites->now));
		if (!sites->chosen)
			continue;
		null = term_bv(bank, term_width(bank, sites->chosen), 0);
		term its = term_select(bank, sites->born, sites->chosen),
		     none = term_bv(bank, term_width(bank, its), 0);
		term is_null = term_eq(bank, sites->chosen, null), is_it = term_eq(bank, sites->chosen, sites->each);
		conjuncts_add(list, bank, k, term_eq(bank, term_select(bank, sites->born, null), none));
		conjuncts_add(list, bank, k, term_or(bank, is_null, term_not(bank, term_eq(bank, its, none))));
		conjuncts_add(list, bank, k,
			      term_or(bank, term_or(bank, is_null, is_it), term_not(bank, term_eq(bank, its, each))));
	}
}

/* By owners, if the program keeps them, else by ages. */
static void describe(struct subject *s, size_t loop, struct place *place, struct adding *to)
{
	struct sites some = place->sites ? *place->sites : (struct sites){ 0 };
	const struct sites *all = place->sites;
	if (!some.holder) {
		place_describe_facts(place, add, to);
		return;
	}
	/* Ages are spoken of where they order owners. */
	some.born = 0;
	place->sites = &some;
	to->owners = all;
	place_describe_facts(place, add, to);
	to->owners = NULL;
	place->sites = all;
	owners_describe(place, add, to);
	if (owners_have_nothing(place))
		s->loops.at[loop].measure = owners_order(place);
}

void candidates_of_abstraction(struct conjuncts *list, struct subject *s, struct task *task)
{
	struct interpret_options how = { .stop = task_out_of_time, .context = task, .profile = task->goals.profile };
	struct interpretation *i = interpret(s->flat, &how);
	if (!i)
		return;
	struct domain *d = interpretation_domain(i);
	struct sites sites = { 0 };
	name_objects(d, s->flat->entry);
	if (s->universal && s->ghosts.each[EACH_OBJECT]) {
		find_sites(&sites, s);
		sites.chosen = sites.holder ? 0 : chosen_object(s, i);
	}
	struct adding to = { .list = list, .bank = s->flat->bank, .born = sites.born };
	for (size_t k = 0; k < s->loops.count; k++) {
		to.loop = k;
		struct place place = { .domain = d, .procedure = s->flat->entry, .sites = sites.given ? &sites : NULL };
		if (interpretation_reaches(i, s->flat->entry, s->loops.at[k].head, &place.facts))
			describe(s, k, &place, &to);
		else
			vec_push(list, ((struct conjunct){ .loop = k, .condition = term_false(s->flat->bank) }));
	}
	if (to.aged || sites.holder)
		add_births(list, s, &sites);
	table_free(&sites.numbers);
	interpretation_free(i);
}

/* --- reachability --- */

static bool is_open(const struct open_assertions *open, const struct statement *s)
{
	bool found = false;
	for (size_t i = 0; i < open->count && !found; i++)
		found = open->at[i] == s;
	return found;
}

struct terms VEC_BODY(term);

/* Only the assertions that are open assert anything; gives what they all were, in their order. */
static struct terms silence(struct program *p, const struct open_assertions *open)
{
	struct terms before = { 0 };
	program_for_each_statement(p, at) {
		if (at.statement->kind != STATEMENT_ASSERT)
			continue;
		vec_push(&before, at.statement->term);
		if (!is_open(open, at.statement))
			at.statement->term = term_true(p->bank);
	}
	return before;
}

static void restore(struct program *p, struct terms *before)
{
	size_t i = 0;
	program_for_each_statement(p, at)
		if (at.statement->kind == STATEMENT_ASSERT)
			at.statement->term = before->at[i++];
	vec_free(before);
}

static void add_invariant(struct conjuncts *list, struct bank *bank, size_t loop,
			  const struct stretch_invariant *invariant)
{
	for (size_t i = 0; i < invariant->values.count; i++) {
		const struct stretch_value *v = &invariant->values.at[i];
		term place = v->index ? term_select(bank, v->variable->term, v->index) : v->variable->term;
		conjuncts_add(list, bank, loop, term_eq(bank, place, v->value));
	}
	for (size_t i = 0; i < invariant->conditions.count; i++) {
		if (term_is_false(bank, invariant->conditions.at[i]))
			vec_push(list, ((struct conjunct){ .loop = loop, .condition = term_false(bank) }));
		else
			conjuncts_add(list, bank, loop, invariant->conditions.at[i]);
	}
}

bool candidates_of_reachability(struct conjuncts *list, struct subject *s, struct task *task, struct outcome *o,
				reachability *find, const struct open_assertions *open)
{
	struct stretch_invariants guess = { 0 };
	struct terms before = silence(s->flat, open);
	bool found = find(task, o, s->flat, &guess);
	restore(s->flat, &before);
	for (size_t i = 0; i < guess.count; i++)
		for (size_t loop = 0; loop < s->loops.count; loop++)
			if (s->loops.at[loop].head == guess.at[i].block)
				add_invariant(list, s->flat->bank, loop, &guess.at[i]);
	stretch_invariants_free(&guess);
	return found;
}

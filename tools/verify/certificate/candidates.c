#include "candidates.h"

#include "interpret.h"
#include "iterate.h"

/* --- abstract interpretation --- */

struct adding {
	struct conjuncts *list;
	const struct bank *bank;
	size_t loop;
	term born; /* of sites, or 0 */
	bool aged; /* a condition is about it */
};

static void look_at(void *context, term leaf)
{
	struct adding *to = context;
	to->aged |= to->born && leaf == to->born;
}

static void add(void *context, term condition)
{
	struct adding *to = context;
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
		sites.chosen = chosen_object(s, i);
	}
	struct adding to = { .list = list, .bank = s->flat->bank, .born = sites.born };
	for (size_t k = 0; k < s->loops.count; k++) {
		to.loop = k;
		struct place place = { .domain = d, .procedure = s->flat->entry, .sites = sites.given ? &sites : NULL };
		if (interpretation_reaches(i, s->flat->entry, s->loops.at[k].head, &place.facts))
			place_describe_facts(&place, add, &to);
		else
			vec_push(list, ((struct conjunct){ .loop = k, .condition = term_false(s->flat->bank) }));
	}
	if (to.aged)
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

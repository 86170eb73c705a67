/* Assignments to maps, and objects that are created. */
#include "store.h"

#include <string.h>

#include "age.h"
#include "pointee.h"
#include "relation.h"
#include "sentinel.h"

uint32_t store_variable(const struct store *s)
{
	return (uint32_t)(place_key(s->map) >> (KEY_OBJECT_BITS + KEY_CELL_BITS));
}

void store_tell(const struct store *s, uint32_t object, const struct known *value)
{
	struct effect e = { *value, *value, known_any(s->place->domain, value->width) };
	if (s->listener && s->map->kind == VARIABLE_GLOBAL)
		s->listener->changed(s->listener->context, s->map, object, s->effect ? s->effect : &e);
}

/* ---- conditions ---- */

void place_remember(struct place *p, term condition)
{
	enum { MOST = sizeof p->conditions / sizeof *p->conditions };
	if (p->condition_count == MOST) {
		p->condition_count--;
		memmove(p->conditions, p->conditions + 1, p->condition_count * sizeof *p->conditions);
	}
	p->conditions[p->condition_count++] = condition;
}

void place_assigned(struct place *p, struct uses *uses, const struct variable *v)
{
	unsigned n = 0;
	if (p->provenance.map != v)
		p->provenance.map = NULL;
	for (unsigned i = 0; i < p->condition_count; i++)
		if (v && !uses_mention(uses, p->conditions[i], v))
			p->conditions[n++] = p->conditions[i];
	p->condition_count = n;
	n = 0;
	for (unsigned i = 0; i < p->definition_count; i++)
		if (v && p->definitions[i].variable != v && !uses_mention(uses, p->definitions[i].value, v))
			p->definitions[n++] = p->definitions[i];
	p->definition_count = n;
}

/* Does the call leave what the definition is about as it was? */
static bool is_left(struct uses *uses, const struct effects *effects, const struct definition *by,
		    const struct statement *call)
{
	const struct uses_list *used = uses_of(uses, by->value);
	bool left = by->variable->kind != VARIABLE_GLOBAL || !effects_writes(effects, call->callee, by->variable);
	for (uint32_t i = 0; i < used->count; i++)
		left &= used->variables[i]->kind != VARIABLE_GLOBAL ||
			!effects_writes(effects, call->callee, used->variables[i]);
	for (uint32_t k = 0; k < call->out_count; k++)
		left &= by->variable != call->outs[k] && !uses_mention(uses, by->value, call->outs[k]);
	return left;
}

void place_called(struct place *p, struct uses *uses, const struct effects *effects, const struct statement *call)
{
	unsigned n = 0;
	p->provenance.map = NULL;
	p->condition_count = 0;
	for (unsigned i = 0; i < p->definition_count; i++)
		if (is_left(uses, effects, &p->definitions[i], call))
			p->definitions[n++] = p->definitions[i];
	p->definition_count = n;
}

struct renaming {
	term from, to;
};

static term renamed_leaf(void *context, term leaf)
{
	const struct renaming *r = context;
	return leaf == r->from ? r->to : leaf;
}

term place_without(struct place *p, struct uses *uses, term t, const struct variable *v)
{
	if (!uses_mention(uses, t, v))
		return t;
	for (unsigned i = p->definition_count; i-- > 0;)
		if (p->definitions[i].value == v->term)
			return term_substitute(p->domain->program->bank, t, renamed_leaf,
					       &(struct renaming){ v->term, p->definitions[i].variable->term });
	return 0;
}

void place_define(struct place *p, const struct variable *v, term value)
{
	enum { MOST = sizeof p->definitions / sizeof *p->definitions };
	if (p->definition_count == MOST) {
		p->definition_count--;
		memmove(p->definitions, p->definitions + 1, p->definition_count * sizeof *p->definitions);
	}
	p->definitions[p->definition_count++] = (struct definition){ v, value };
}

void place_define_stored(struct place *p, struct uses *uses, const struct variable *map, term value)
{
	struct bank *bank = p->domain->program->bank;
	if (term_op(bank, value) != OP_STORE || term_arg(bank, value, 0) != map->term)
		return;
	term index = term_arg(bank, value, 1);
	const struct variable *v = program_variable_of(p->domain->program, term_arg(bank, value, 2));
	if (!v || v->kind == VARIABLE_GLOBAL || uses_mention(uses, index, map))
		return;
	if (p->definition_count == sizeof p->definitions / sizeof *p->definitions)
		return;
	memmove(p->definitions + 1, p->definitions, p->definition_count * sizeof *p->definitions);
	p->definitions[0] = (struct definition){ v, term_select(bank, map->term, index) };
	p->definition_count++;
}

/* What a map by object is changed at: the variable that is this identity, or a pointer with it; 0: something else. Maps by
 * pointers have too many cells to look at their conditions for each. */
static term pointer_of(const struct domain *d, term index)
{
	const struct bank *bank = d->program->bank;
	if (term_width(bank, index) != d->object_bits)
		return 0;
	if (term_op(bank, index) == OP_EXTRACT && term_index(bank, index, 1) == d->pointer_bits &&
	    domain_is_pointer(d, term_width(bank, term_arg(bank, index, 0))))
		index = term_arg(bank, index, 0);
	return term_op(bank, index) == OP_VARIABLE ? index : 0;
}

/* Can the pointer of the index not be one to this object, by what is assumed? */
static bool excludes(const struct store *s, uint32_t object)
{
	struct domain *d = s->place->domain;
	struct place p = *s->place;
	bool is_pointer = domain_is_pointer(d, term_width(d->program->bank, s->pointer));
	struct number any = number_all(is_pointer ? d->pointer_bits : 1);
	struct known to = known_object(d, object, is_pointer ? &any : NULL);
	p.split = s->pointer;
	p.split_value = &to;
	for (unsigned i = 0; i < s->condition_count; i++) {
		p.budget = PLACE_BUDGET;
		struct known k = place_value(&p, s->conditions[i]);
		if (!number_holds(k.low, 1))
			return true;
	}
	return false;
}

static bool is_excluded(struct store *s, uint32_t object)
{
	if (!s->pointer || !object)
		return false;
	uint32_t known = table_get(&s->excluded, object, 2);
	if (known == 2) {
		known = excludes(s, object);
		table_put(&s->excluded, object, known);
	}
	return known;
}

/* ---- zeros ---- */

static bool is_zero(const struct store *s)
{
	uint64_t value;
	return s->value.width == 8 && number_is_constant(known_as_number(s->place->domain, &s->value), &value) &&
	       !value;
}

static bool overlaps(struct number zero, struct number offset)
{
	uint64_t low, high, first, last;
	if (number_is_none(zero) || number_is_none(offset))
		return true;
	number_unsigned_range(zero, &low, &high);
	number_unsigned_range(offset, &first, &last);
	return low <= last && first <= high;
}

/* The value is at one of these offsets of a single object: if it is 0, there is one. */
static void note_zero(struct store *s, uint32_t object, struct number offset)
{
	struct domain *d = s->place->domain;
	fact_key key = key_of(store_variable(s), object, KEY_ZERO);
	const struct known *now = facts_get(s->facts, key);
	uint64_t first, last, low = 0, high;
	if (!is_zero(s) || number_is_none(offset))
		return;
	number_unsigned_range(offset, &first, &last);
	if (now && !number_is_none(now->low))
		number_unsigned_range(now->low, &low, &high);
	if (last >> (EXTENT_BITS - 1) || (now && low >= last))
		return;
	struct known zero = known_number(d, number_between(EXTENT_BITS, first, last));
	s->facts = facts_put(d, s->facts, key, &zero);
}

/* The value may be where a zero was. */
static void lose_zero(struct store *s, const struct target *target, uint32_t cell)
{
	fact_key key = key_of(store_variable(s), target->object, cell);
	const struct known *zero = facts_get(s->facts, key);
	if (zero && !is_zero(s) && overlaps(zero->low, target->offset))
		s->facts = facts_remove(s->place->domain, s->facts, (struct key_range){ key, 0 });
}

/* ---- single cells ---- */

/* Of a map of states: the object that is stored to was in another one than this cell's. */
static bool is_in_other_state(const struct store *s, const struct known *k)
{
	if (!s->effect || s->map != s->place->domain->state)
		return false;
	struct known both = known_meet(s->place->domain, k, &s->effect->from);
	return known_is_none(&both);
}

static struct known join_cell(void *context, fact_key key, const struct known *k)
{
	struct store *s = context;
	struct domain *d = s->place->domain;
	uint32_t cell = key_cell(key);
	if ((cell == KEY_ZERO || cell == KEY_END) && !is_zero(s) &&
	    (!s->target || overlaps(k->low, s->target->offset)) && (s->target || !is_excluded(s, key_object(key))))
		return known_any(d, EXTENT_BITS);
	bool is_other = cell == KEY_BUT_LAST ? s->is_last : cell_is_of_object(cell);
	if (is_other || (!s->target && is_excluded(s, key_object(key))))
		return *k;
	if (cell && !cell_is_of_object(cell) && s->target && s->target->offset.width > 1 &&
	    !number_holds(s->target->offset, d->offsets.at[cell - 1]))
		return *k;
	return is_in_other_state(s, k) ? *k : known_join(d, k, &s->value);
}

void store_somewhere(struct store *s, const struct target *target)
{
	s->target = target;
	struct key_range range =
		target ? keys_of_object(store_variable(s), target->object) : keys_of_variable(store_variable(s));
	s->facts = facts_change(s->place->domain, s->facts, range, join_cell, s);
	ages_stored(s, target, false);
	store_tell(s, target ? target->object : 0, &s->value);
}

/* One more value of what is said of several cells. */
static void add_to(struct store *s, fact_key key)
{
	struct domain *d = s->place->domain;
	const struct known *k = facts_get(s->facts, key);
	if (!k)
		return;
	struct known joined = known_join(d, k, &s->value);
	s->facts = facts_put(d, s->facts, key, &joined);
}

static bool store_surely(struct store *s, const struct target *target, bool is_pointer)
{
	struct domain *d = s->place->domain;
	uint64_t offset;
	if (!object_is_single(d, target->object))
		return false;
	uint32_t cell = 0;
	if (is_pointer) {
		if (!number_is_constant(target->offset, &offset) || !(cell = domain_cell(d, offset)))
			return false;
		s->target = target;
		add_to(s, key_of(store_variable(s), target->object, 0));
		add_to(s, key_of(store_variable(s), target->object, KEY_BUT_LAST));
		lose_zero(s, target, KEY_ZERO);
		lose_zero(s, target, KEY_END);
		note_zero(s, target->object, target->offset);
	}
	s->facts = facts_put(d, s->facts, key_of(store_variable(s), target->object, cell), &s->value);
	ages_stored(s, target, true);
	store_tell(s, target->object, &s->value);
	return true;
}

/* To any object that the conditions leave of those which AT may be. */
static void store_anywhere(struct store *s, term at)
{
	struct domain *d = s->place->domain;
	s->pointer = s->place->split ? 0 : pointer_of(d, at);
	s->condition_count = 0;
	for (unsigned i = 0; s->pointer && i < s->place->condition_count; i++)
		if (uses_mention(d->relations->uses, s->place->conditions[i],
				 program_variable_of(d->program, s->pointer)))
			s->conditions[s->condition_count++] = s->place->conditions[i];
	if (!s->condition_count)
		s->pointer = 0;
	store_somewhere(s, NULL);
	s->pointer = 0;
	table_clear(&s->excluded);
}

static void store_at(struct store *s, term at, const struct known *index)
{
	if (index->target_count == TARGETS_ANY) {
		store_anywhere(s, at);
		return;
	}
	bool is_pointer = domain_is_pointer(s->place->domain, index->width);
	if (index->target_count == 1 && store_surely(s, &index->targets[0], is_pointer))
		return;
	s->is_last = is_pointer && sentinel_is_stored(s, at, index);
	if (s->is_last)
		sentinel_begin(s, index->targets[0].object);
	for (uint32_t i = 0; i < index->target_count; i++)
		store_somewhere(s, &index->targets[i]);
	s->is_last = false;
	if (is_pointer && index->target_count == 1 && object_is_single(s->place->domain, index->targets[0].object))
		note_zero(s, index->targets[0].object, index->targets[0].offset);
}

/* ---- terms of maps ---- */

struct known store_term(struct store *s, term t)
{
	s->place->budget = PLACE_BUDGET;
	return place_value(s->place, t);
}

static void assign(struct store *s, term map, unsigned depth);

static void forget(struct store *s)
{
	s->facts = facts_remove(s->place->domain, s->facts, keys_of_variable(store_variable(s)));
	ages_lost(s, 0);
	struct bank *bank = s->place->domain->program->bank;
	sort value = sort_value(bank, s->map->sort);
	struct known any =
		known_any(s->place->domain, sort_kind(bank, value) == SORT_BOOL ? 1 : sort_width(bank, value));
	store_tell(s, 0, &any);
}

static void assign_choice(struct store *s, term map, unsigned depth)
{
	struct bank *bank = s->place->domain->program->bank;
	const struct facts *before = s->facts;
	assign(s, term_arg(bank, map, 1), depth);
	const struct facts *one = s->facts;
	s->facts = before;
	assign(s, term_arg(bank, map, 2), depth);
	s->facts = facts_join(s->place->domain, one, s->facts, NULL);
}

/* The stores of `map`, innermost first; what they are made to. */
static void assign(struct store *s, term map, unsigned depth)
{
	enum { MAX_DEPTH = 8 };
	struct bank *bank = s->place->domain->program->bank;
	VEC(term) stores = { 0 };
	while (term_op(bank, map) == OP_STORE || term_op(bank, map) == OP_FILL || term_op(bank, map) == OP_COPY) {
		vec_push(&stores, map);
		map = term_arg(bank, map, 0);
	}
	if (term_op(bank, map) == OP_ITE && depth < MAX_DEPTH)
		assign_choice(s, map, depth + 1);
	else if (map != s->map->term)
		forget(s);
	while (stores.count) {
		term t = vec_pop(&stores);
		if (term_op(bank, t) != OP_STORE) {
			store_run(s, t);
			continue;
		}
		struct known index = store_term(s, term_arg(bank, t, 1));
		s->value = store_term(s, term_arg(bank, t, 2));
		struct effect effect = pointee_effect(s->place, s->map, term_arg(bank, t, 1), &index, &s->value);
		s->effect = &effect;
		store_at(s, term_arg(bank, t, 1), &index);
		s->effect = NULL;
	}
	vec_free(&stores);
}

void place_assign_map(struct place *p, struct variable *v, term map, const struct change_listener *listener)
{
	struct store s = { .place = p, .map = v, .listener = listener, .facts = p->facts };
	assign(&s, map, 0);
	table_free(&s.excluded);
	p->facts = s.facts;
}

void place_forget(struct place *p, const struct variable *v)
{
	p->facts = facts_remove(p->domain, p->facts,
				keys_of_variable((uint32_t)(place_key(v) >> (KEY_OBJECT_BITS + KEY_CELL_BITS))));
	if (v->kind == VARIABLE_GLOBAL)
		p->facts = facts_remove(p->domain, p->facts, keys_of_variable(AGE_CELLS | v->index));
}

/* ---- objects ---- */

struct aging {
	struct domain *domain;
	uint32_t last;
	bool has_others;
	const struct facts *old, *facts;
};

static bool is_last(void *context, uint32_t object)
{
	return object == ((const struct aging *)context)->last;
}

static struct known age_value(void *context, fact_key key, const struct known *k)
{
	const struct aging *a = context;
	(void)key;
	return known_age(a->domain, k, is_last, context, true);
}

/* A cell of the last one: one of the others' now. */
static void move_cell(void *context, fact_key key, const struct known *k)
{
	struct aging *a = context;
	uint32_t variable = (uint32_t)(key >> (KEY_OBJECT_BITS + KEY_CELL_BITS));
	if (key_object(key) != a->last || key == count_key(a->last))
		return;
	fact_key to = key_of(variable, a->last + 1, key_cell(key));
	const struct known *others = facts_get(a->old, to);
	if (!a->has_others) {
		a->facts = facts_put(a->domain, a->facts, to, k);
	} else if (others) {
		struct known joined = known_join(a->domain, others, k);
		a->facts = facts_put(a->domain, a->facts, to, &joined);
	}
}

/* A cell of the others: also of the one that was the last. */
static void check_cell(void *context, fact_key key, const struct known *k)
{
	struct aging *a = context;
	uint32_t variable = (uint32_t)(key >> (KEY_OBJECT_BITS + KEY_CELL_BITS));
	if (key_object(key) != a->last + 1)
		return;
	(void)k;
	if (!facts_get(a->old, key_of(variable, a->last, key_cell(key))))
		a->facts = facts_remove(a->domain, a->facts, (struct key_range){ key, 0 });
}

/* Does it make an identity of the width that objects have? Others are numbers, of which nothing is known. */
static bool creates_object(const struct domain *d, const struct statement *fresh)
{
	return d->object_bits && sort_width(d->program->bank, fresh->target->sort) == d->object_bits;
}

void place_create(struct place *p, const struct statement *fresh)
{
	struct domain *d = p->domain;
	if (!creates_object(d, fresh)) {
		place_forget(p, fresh->target);
		return;
	}
	uint32_t last = domain_created(d, fresh);
	const struct known *now = facts_get(p->facts, count_key(last));
	struct number count = now ? now->low : number_all(COUNT_BITS);
	struct aging a = { .domain = d, .last = last, .old = p->facts, .facts = p->facts };
	a.has_others = number_holds(count, 2) || number_holds(count, 3);
	bool is_first = !a.has_others && !number_holds(count, 1);
	if (!is_first) {
		if (a.has_others)
			facts_visit(a.old, object_bit(last + 1), check_cell, &a);
		facts_visit(a.old, object_bit(last), move_cell, &a);
		a.facts = facts_change_targets(d, a.facts, object_bit(last), age_value, &a);
	}
	a.facts = facts_forget(d, a.facts, object_bit(last), is_last, &a);
	struct known more = known_number(d, number_between(COUNT_BITS,
							   is_first                 ? 1
							   : number_holds(count, 0) ? 1
										    : 2,
							   is_first ? 1 : 2));
	struct known object = known_object(d, last, NULL);
	p->facts = facts_put(d, a.facts, count_key(last), &more);
	p->facts = facts_put(d, p->facts, place_key(fresh->target), &object);
}

void place_begin(struct place *p)
{
	struct domain *d = p->domain;
	struct program *program = d->program;
	for (uint32_t i = 0; i < program->procedure_count; i++)
		for (uint32_t k = 0; k < program->procedures[i]->block_count; k++) {
			struct block *b = program->procedures[i]->blocks[k];
			for (uint32_t n = 0; n < b->statement_count; n++) {
				const struct statement *s = &b->statements[n];
				if (s->kind != STATEMENT_FRESH || !creates_object(d, s))
					continue;
				struct known never = known_number(d, number_constant(COUNT_BITS, 0));
				p->facts = facts_put(d, p->facts, count_key(domain_created(d, s)), &never);
			}
		}
}

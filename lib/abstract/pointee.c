/* States of what variables point to (pointee.h). */
#include "pointee.h"

#include "age.h"
#include "owner.h"

#include "role.h"
#include "statement.h"

void pointees_init(struct domain *d)
{
	const struct bank *bank = d->program->bank;
	const struct variable *state = program_role(d->program, GLOBAL_STATE);
	if (state && d->object_bits && sort_kind(bank, state->sort) == SORT_MAP &&
	    sort_width(bank, sort_index(bank, state->sort)) == d->object_bits &&
	    sort_kind(bank, sort_value(bank, state->sort)) == SORT_BITVECTOR &&
	    sort_width(bank, sort_value(bank, state->sort)) <= 64)
		d->state = state;
}

/* ---- which variable ---- */

/* That an identity or a pointer has its identity from; NULL: it is no local of this width. */
static const struct variable *variable_of(const struct domain *d, term t)
{
	const struct bank *bank = d->program->bank;
	for (;;) {
		enum op op = term_op(bank, t);
		uint32_t width = term_width(bank, t);
		if (op == OP_EXTRACT && width == d->object_bits && term_index(bank, t, 1) == d->pointer_bits &&
		    domain_is_pointer(d, term_width(bank, term_arg(bank, t, 0))))
			t = term_arg(bank, t, 0);
		else if (op == OP_CONCAT && domain_is_pointer(d, width) &&
			 term_width(bank, term_arg(bank, t, 0)) == d->object_bits)
			t = term_arg(bank, t, 0);
		else
			break;
	}
	const struct variable *v = term_op(bank, t) == OP_VARIABLE ? program_variable_of(d->program, t) : NULL;
	return v && v->kind != VARIABLE_GLOBAL && v->index < KEY_BUT_LAST && domain_has_targets(d, term_width(bank, t))
		       ? v
		       : NULL;
}

static bool is_of_width(const struct domain *d, const struct variable *v)
{
	const struct bank *bank = d->program->bank;
	return v->kind != VARIABLE_GLOBAL && v->index < KEY_BUT_LAST && sort_kind(bank, v->sort) == SORT_BITVECTOR &&
	       domain_has_targets(d, sort_width(bank, v->sort));
}

static fact_key state_key(const struct variable *v)
{
	return key_of(POINTEE_VARIABLE, 0, v->index);
}

static fact_key own_key(const struct variable *v)
{
	return key_of(OWN_VARIABLE, 0, v->index);
}

/* ---- values ---- */

static struct known any_state(const struct domain *d)
{
	return known_any(d, sort_width(d->program->bank, sort_value(d->program->bank, d->state->sort)));
}

/* The state of an object of a site of which none is alive, if it is one of those that are GONE. */
static struct known without_alive(const struct domain *d, const struct known *state, uint32_t object, uint64_t gone)
{
	struct known k = *state;
	uint32_t site = object_site(d, object);
	uint64_t alive;
	if (!site || !(gone & object_bit(site)) || k.width > 64 || !alive_state(d, site, &alive))
		return k;
	struct number is = number_constant(k.width, alive);
	number_refine(OP_EQ, false, &k.low, &is);
	return k;
}

static bool is_gone(const struct domain *d, const struct known *at, uint64_t gone)
{
	for (uint32_t i = 0; gone && at->target_count != TARGETS_ANY && i < at->target_count; i++) {
		uint32_t site = object_site(d, at->targets[i].object);
		if (site && gone & object_bit(site))
			return true;
	}
	return false;
}

/* By the objects that it may be: null apart. */
static struct known state_of_targets(struct place *p, const struct known *k)
{
	struct domain *d = p->domain;
	struct known state = any_state(d);
	if (k->target_count == TARGETS_ANY)
		return state;
	state.low = number_none(state.width);
	uint64_t gone = owners_gone(p);
	for (uint32_t i = 0; i < k->target_count; i++) {
		struct known one = known_target(d, k, i), identity = one;
		if (object_is_null(d, k->targets[i].object))
			continue;
		if (domain_is_pointer(d, k->width))
			identity = known_identity(d, &one);
		struct known s = place_read(p, d->state, &identity);
		s = without_alive(d, &s, k->targets[i].object, gone);
		state = known_join(d, &state, &s);
	}
	return state;
}

static struct known state_by_history(struct place *p, const struct variable *v)
{
	struct known by_age = age_state(p, v), by_owner = owner_state(p, v);
	return known_meet(p->domain, &by_age, &by_owner);
}

static struct known state_of_variable(struct place *p, const struct variable *v)
{
	const struct known *k = facts_get(p->facts, state_key(v));
	struct known by_history = state_by_history(p, v);
	return k ? known_meet(p->domain, k, &by_history) : by_history;
}

/* Of what the term, a pointer or an identity, is about. */
static struct known state_of(struct place *p, term t, unsigned depth)
{
	struct bank *bank = p->domain->program->bank;
	const struct variable *v = variable_of(p->domain, t);
	if (term_op(bank, t) == OP_ITE && depth) {
		struct known a = state_of(p, term_arg(bank, t, 1), depth - 1);
		struct known b = state_of(p, term_arg(bank, t, 2), depth - 1);
		return known_join(p->domain, &a, &b);
	}
	p->budget = PLACE_BUDGET;
	struct known value = place_value(p, t), by_targets = state_of_targets(p, &value);
	if (!v)
		return by_targets;
	struct known by_variable = state_of_variable(p, v);
	return known_meet(p->domain, &by_targets, &by_variable);
}

static bool may_be_null(const struct domain *d, const struct known *k)
{
	if (k->target_count == TARGETS_ANY)
		return number_holds(domain_is_pointer(d, k->width) ? k->high : k->low, 0);
	for (uint32_t i = 0; i < k->target_count; i++)
		if (object_is_null(d, k->targets[i].object))
			return true;
	return false;
}

/* The state, or that of null where the identity may be null. */
static struct known with_null(struct place *p, const struct known *at, const struct known *state)
{
	struct domain *d = p->domain;
	if (!may_be_null(d, at))
		return *state;
	struct known null = known_number(d, number_constant(d->object_bits, 0));
	null = place_read(p, d->state, &null);
	return known_join(d, state, &null);
}

struct known pointee_read(struct place *p, const struct variable *map, term index, const struct known *at,
			  struct known k)
{
	struct domain *d = p->domain;
	if (map == d->state && is_gone(d, at, owners_gone(p))) {
		struct known by_targets = state_of_targets(p, at);
		by_targets = with_null(p, at, &by_targets);
		k = known_meet(d, &k, &by_targets);
	}
	const struct variable *v = map == d->state ? variable_of(d, index) : NULL;
	const struct variable *aged = map == d->state ? age_variable(d, index) : NULL;
	if (!aged && !v)
		return k;
	struct known state = v ? state_of_variable(p, v) : state_by_history(p, aged);
	if (known_is_any(&state))
		return k;
	state = with_null(p, at, &state);
	return known_meet(d, &k, &state);
}

/* ---- facts ---- */

static void put(struct place *p, const struct variable *v, const struct known *k)
{
	p->facts = facts_put(p->domain, p->facts, state_key(v), k);
}

static void put_own(struct place *p, const struct variable *v, bool is_own)
{
	struct known k = known_number(p->domain, number_constant(1, 1));
	p->facts = is_own ? facts_put(p->domain, p->facts, own_key(v), &k)
			  : facts_remove(p->domain, p->facts, (struct key_range){ own_key(v), 0 });
}

void pointee_learn(struct place *p, const struct variable *map, term index, const struct known *k)
{
	const struct variable *v = map == p->domain->state ? variable_of(p->domain, index) : NULL;
	if (!v)
		return;
	struct known now = state_of_variable(p, v), both = known_meet(p->domain, &now, k);
	put(p, v, &both);
}

void pointee_restricted(struct place *p, const struct variable *v, const struct known *k)
{
	if (!p->domain->state || k->target_count != 1 || !object_is_null(p->domain, k->targets[0].object) ||
	    !is_of_width(p->domain, v))
		return;
	struct known none = state_of_targets(p, k);
	put(p, v, &none);
}

void pointees_assigned(struct place *p, const struct facts *before, const struct variable *v, term value)
{
	struct domain *d = p->domain;
	struct place old = *p;
	if (!d->state || !is_of_width(d, v))
		return;
	old.facts = before;
	const struct variable *from = variable_of(d, value);
	/* Most numbers as wide as identities are none. */
	bool is_pointer = domain_is_pointer(d, sort_width(d->program->bank, v->sort));
	struct known k = is_pointer ? state_of(&old, value, 3) : from ? state_of_variable(&old, from) : any_state(d);
	put(p, v, &k);
	put_own(p, v, from && facts_get(before, own_key(from)));
}

void pointees_forgotten(struct place *p, const struct variable *v)
{
	struct domain *d = p->domain;
	if (d->state && v == d->state)
		p->facts = facts_remove(d, p->facts, keys_of_variable(POINTEE_VARIABLE));
	if (!d->state || !is_of_width(d, v))
		return;
	struct known any = any_state(d);
	put(p, v, &any);
	put_own(p, v, false);
}

void pointees_created(struct place *p, const struct variable *v)
{
	pointees_forgotten(p, v);
	if (p->domain->state && is_of_width(p->domain, v))
		put_own(p, v, sort_width(p->domain->program->bank, v->sort) == p->domain->object_bits);
}

/* ---- stores ---- */

/* To the map of states. */
struct state_store {
	struct place *at;               /* where variables are looked at */
	struct known index;             /* the identities that it may be at */
	const struct variable *through; /* it is at this one's; or NULL */
	struct known value, from;       /* what is stored, and what was there */
};

static struct known after_store(void *context, fact_key key, const struct known *k)
{
	const struct state_store *s = context;
	struct domain *d = s->at->domain;
	const struct variable *v = s->at->procedure->variables[key_cell(key)];
	if (v == s->through)
		return s->value;
	const struct known *now = facts_get(s->at->facts, place_key(v));
	struct known both = known_meet(d, k, &s->from);
	if ((now && !known_may_meet(now, &s->index)) || known_is_none(&both))
		return *k;
	return known_join(d, k, &s->value);
}

struct effect pointee_effect(struct place *p, const struct variable *map, term index, const struct known *at,
			     const struct known *value)
{
	struct domain *d = p->domain;
	struct effect e = { .value = *value, .foreign = *value, .from = known_any(d, value->width) };
	if (map != d->state)
		return e;
	struct known none = *value;
	none.target_count = TARGETS_ANY;
	none.low = number_none(value->width);
	const struct variable *v = variable_of(d, index);
	if (v && facts_get(p->facts, own_key(v)))
		e.foreign = none;
	e.from = state_of_targets(p, at);
	if (v) {
		struct known by_variable = state_of_variable(p, v);
		e.from = known_meet(d, &e.from, &by_variable);
	}
	return e;
}

/* One store of a map's term; where what is stored is not known, to any object. */
static void store(struct place *p, struct place *old, term t)
{
	struct domain *d = p->domain;
	struct bank *bank = d->program->bank;
	struct state_store s = { .at = old };
	term index = term_arg(bank, t, 1);
	old->budget = PLACE_BUDGET;
	s.index = place_value(old, index);
	s.value = place_value(old, term_arg(bank, t, 2));
	s.from = pointee_effect(old, d->state, index, &s.index, &s.value).from;
	s.through = variable_of(d, index);
	p->facts = facts_change(d, p->facts, keys_of_variable(POINTEE_VARIABLE), after_store, &s);
	if (s.through)
		put(p, s.through, &s.value);
}

void pointees_stored(struct place *p, const struct facts *before, const struct variable *map, term value)
{
	struct domain *d = p->domain;
	const struct bank *bank = d->program->bank;
	struct place old = *p;
	old.facts = before;
	if (!d->state || map != d->state || value == map->term)
		return;
	/* One alone, for what several leave depends on whether they meet. */
	if (term_op(bank, value) == OP_STORE && term_arg(bank, value, 0) == map->term)
		store(p, &old, value);
	else
		p->facts = facts_remove(d, p->facts, keys_of_variable(POINTEE_VARIABLE));
}

/* ---- calls ---- */

/* The object, or what it was before the callee made others. */
static struct known any_of(struct domain *d, uint32_t object)
{
	struct known k = known_object(d, object, NULL);
	enum object_kind kind = d->objects.at[object].kind;
	if (kind == OBJECT_CONSTANT)
		return k;
	struct known other = known_object(d, kind == OBJECT_LAST ? object + 1 : object - 1, NULL);
	return known_join(d, &k, &other);
}

void pointees_changed(struct place *p, const struct variable *v, uint32_t object, const struct effect *effect)
{
	struct domain *d = p->domain;
	if (!d->state || v != d->state || known_is_none(&effect->foreign))
		return;
	struct state_store s = { .at = p, .value = effect->foreign, .from = effect->from };
	s.index = object ? any_of(d, object) : known_any(d, d->object_bits);
	p->facts = facts_change(d, p->facts, keys_of_variable(POINTEE_VARIABLE), after_store, &s);
}

const struct facts *pointees_passed(struct place *p, const struct statement *call, const struct facts *entry)
{
	struct domain *d = p->domain;
	for (uint32_t k = 0; d->state && k < call->argument_count; k++) {
		const struct variable *in = call->callee->variables[k];
		if (!is_of_width(d, in) || !domain_is_pointer(d, sort_width(d->program->bank, in->sort)))
			continue;
		struct known state = state_of(p, call->arguments[k], 3);
		entry = facts_put(d, entry, state_key(in), &state);
	}
	return entry;
}

static const struct facts *leave(struct place *p, const struct variable *from, const struct variable *to,
				 const struct facts *exit)
{
	const struct known *state = facts_get(p->facts, state_key(from)), *own = facts_get(p->facts, own_key(from));
	if (state)
		exit = facts_put(p->domain, exit, state_key(to), state);
	return own ? facts_put(p->domain, exit, own_key(to), own) : exit;
}

const struct facts *pointees_left(struct place *p, const struct procedure *proc, const struct variable *const *copies,
				  const struct facts *exit)
{
	struct domain *d = p->domain;
	for (uint32_t k = 0; d->state && k < proc->in_count + proc->out_count; k++) {
		const struct variable *to = proc->variables[k], *from = k < proc->in_count ? copies[k] : to;
		if (from && is_of_width(d, to) && is_of_width(d, from))
			exit = leave(p, from, to, exit);
	}
	return exit;
}

static bool is_assigned(const struct statement *call, const struct variable *v)
{
	for (uint32_t k = 0; k < call->out_count; k++)
		if (call->outs[k] == v)
			return true;
	return false;
}

void pointees_returned(struct place *p, const struct statement *call, const struct facts *exit)
{
	struct domain *d = p->domain;
	if (!d->state)
		return;
	for (uint32_t k = 0; k < call->argument_count; k++) {
		const struct variable *in = call->callee->variables[k];
		const struct known *state = is_of_width(d, in) ? facts_get(exit, state_key(in)) : NULL;
		const struct variable *v = state ? variable_of(d, call->arguments[k]) : NULL;
		if (v && !is_assigned(call, v))
			pointee_learn(p, d->state, v->term, state);
	}
	for (uint32_t k = 0; k < call->out_count; k++) {
		const struct variable *to = call->outs[k], *out = call->callee->variables[call->callee->in_count + k];
		pointees_forgotten(p, to);
		const struct known *state = is_of_width(d, to) ? facts_get(exit, state_key(out)) : NULL;
		if (state)
			put(p, to, state);
		if (is_of_width(d, to))
			put_own(p, to, facts_get(exit, own_key(out)) != NULL);
	}
}

/* ---- what is alive ---- */

/* The state that the block gives to the object of the target of the statement, behind it; none: false. */
static bool first_state(const struct domain *d, const struct block *b, uint32_t statement, uint64_t *state)
{
	enum { MOST = 8 };
	const struct bank *bank = d->program->bank;
	const struct variable *object = b->statements[statement].target;
	for (uint32_t n = statement + 1; n < b->statement_count && n <= statement + MOST; n++) {
		const struct statement *s = &b->statements[n];
		if (s->kind == STATEMENT_CALL || (s->kind == STATEMENT_ASSIGN && s->target == object))
			return false;
		if (s->kind != STATEMENT_ASSIGN || s->target != d->state || term_op(bank, s->term) != OP_STORE ||
		    term_arg(bank, s->term, 1) != object->term || !term_is_constant(bank, term_arg(bank, s->term, 2)))
			continue;
		*state = term_value(bank, term_arg(bank, s->term, 2));
		return true;
	}
	return false;
}

/* Where an object is made first of all (stretch.h), and gets its state behind the one copy that is made of its identity. */
static bool copied_state(const struct domain *d, const struct procedure *proc, const struct variable *object,
			 uint64_t *state)
{
	unsigned copies = 0;
	bool found = false;
	for (uint32_t k = 0; k < proc->block_count; k++) {
		const struct block *b = proc->blocks[k];
		for (uint32_t n = 0; n < b->statement_count; n++) {
			const struct statement *s = &b->statements[n];
			if (s->kind != STATEMENT_ASSIGN || s->term != object->term)
				continue;
			copies++;
			found = first_state(d, b, n, state);
		}
	}
	return found && copies == 1;
}

void alive_init(struct domain *d)
{
	const struct program *p = d->program;
	uint64_t state;
	for (uint32_t i = 0; d->state && i < p->procedure_count; i++)
		for (uint32_t k = 0; k < p->procedures[i]->block_count; k++) {
			const struct block *b = p->procedures[i]->blocks[k];
			for (uint32_t n = 0; n < b->statement_count; n++) {
				const struct statement *s = &b->statements[n];
				if (s->kind == STATEMENT_FRESH && first_state(d, b, n, &state))
					table_put(&d->first_states, s, state);
				else if (s->kind == STATEMENT_FRESH &&
					 copied_state(d, p->procedures[i], s->target, &state))
					table_put(&d->later_states, s, state);
			}
		}
}

uint32_t object_site(const struct domain *d, uint32_t object)
{
	enum object_kind kind = d->objects.at[object].kind;
	return !object || kind == OBJECT_CONSTANT ? 0 : kind == OBJECT_LAST ? object : object - 1;
}

bool alive_state(const struct domain *d, uint32_t site, uint64_t *state)
{
	const struct statement *fresh = d->objects.at[site].site;
	*state = table_get(&d->first_states, fresh, 0);
	return table_has(&d->first_states, fresh);
}

bool known_is_number(const struct known *k, uint64_t number)
{
	uint64_t value;
	return k && k->width <= 64 && !number_is_none(k->low) && number_is_constant(k->low, &value) && value == number;
}

bool object_is_null(const struct domain *d, uint32_t object)
{
	return d->objects.at[object].kind == OBJECT_CONSTANT && !d->objects.at[object].identity;
}

bool later_state(const struct domain *d, uint32_t site, uint64_t *state)
{
	const struct statement *fresh = d->objects.at[site].site;
	if (alive_state(d, site, state))
		return true;
	*state = table_get(&d->later_states, fresh, 0);
	return table_has(&d->later_states, fresh);
}

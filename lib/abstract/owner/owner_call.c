/* What calls do to what is known of owners (owner.h). A class that the callee gets is a root there; what it leaves is taken over where it
 * still is one in the end. */
#include "owner_parts.h"

/* ---- before ---- */

static bool is_global(uint32_t variable)
{
	return !(variable & (KEY_LOCAL | OWNER_CONSTANT));
}

static const struct variable *parameter(const struct statement *call, uint32_t k)
{
	return call->callee->variables[k];
}

/* The classes of arguments, OWNER_NONE: none, before the call. */
static void argument_classes(struct owning *w, const struct statement *call, uint32_t *classes)
{
	for (uint32_t k = 0; k < call->argument_count; k++) {
		classes[k] = OWNER_NONE;
		if (!owner_is_kept(w->place.domain, parameter(call, k)))
			continue;
		struct owner_value is = owner_read(w, call->arguments[k]);
		if (is.kind == OWNER_CLASS)
			classes[k] = is.class;
	}
}

static bool is_argument(const struct statement *call, const uint32_t *classes, uint32_t class)
{
	for (uint32_t k = 0; k < call->argument_count; k++)
		if (classes[k] == class)
			return true;
	return false;
}

static bool is_passed(const struct owners *o, const struct statement *call, const uint32_t *classes, uint32_t class)
{
	bool passed = is_argument(call, classes, class);
	for (uint32_t i = 0; i < o->variable_count; i++)
		passed |= o->variables[i].class == class && is_global(o->variables[i].variable) &&
			  o->variables[i].at.map == OWNER_NONE;
	return passed;
}

/* Is the cell in an object to which no references that count lead from what the callee gets? */
static bool is_hidden(struct owning *w, const struct statement *call, const uint32_t *classes,
		      const struct owner_address *at)
{
	enum { MOST_STEPS = 8 };
	const struct owners *o = &w->now;
	uint32_t base = at->base;
	for (unsigned steps = 0; steps < MOST_STEPS; steps++) {
		uint32_t i = base & OWNER_CONSTANT ? OWNER_NONE : owner_find(o, base);
		if (i == OWNER_NONE || !owner_is_counted(w->place.domain, w->place.facts, o, base) ||
		    is_passed(o, call, classes, o->variables[i].class))
			return false;
		if (o->variables[i].at.map == OWNER_NONE)
			return true;
		base = o->variables[i].at.base;
	}
	return false;
}

/* What holds while the call is made: the classes that are passed are roots. */
static void prepare(struct owning *w, const struct statement *call, uint32_t *classes)
{
	struct domain *d = w->place.domain;
	argument_classes(w, call, classes);
	for (uint32_t k = 0; k < call->argument_count; k++)
		if (classes[k] != OWNER_NONE && owner_first(&w->now, classes[k]) != OWNER_NONE)
			owner_leave_cell(w, classes[k]);
	for (uint32_t i = w->now.exception_count; i-- > 0;)
		if (!is_hidden(w, call, classes, &w->now.exceptions[i]))
			owner_settle(d, w->place.facts, &w->now, i);
}

enum { MOST_ARGUMENTS = 64 };

/* Has the caller a root that the callee does not get? */
static bool keeps_root(struct owning *w, const struct statement *call, const uint32_t *classes)
{
	struct domain *d = w->place.domain;
	const struct owners *o = &w->now;
	for (uint32_t i = 0; i < o->variable_count; i++) {
		const struct owner_variable *v = &o->variables[i];
		struct known k = owner_value_of(d, w->place.facts, v->variable);
		if (owner_is_root(v) && (v->at.map == OWNER_UNBORN || !is_passed(o, call, classes, v->class)) &&
		    !owner_is_none(d, w->place.facts, o, &k))
			return true;
	}
	return false;
}

const struct facts *owners_passed(struct place *p, const struct statement *call, const struct facts *entry)
{
	struct domain *d = p->domain;
	struct owning w = { .place = *p };
	uint32_t classes[MOST_ARGUMENTS];
	if (call->argument_count > MOST_ARGUMENTS || !owners_of(d, p->facts, &w.now))
		return owners_put(d, entry, NULL);
	prepare(&w, call, classes);
	const struct owners was = w.now;
	struct owners *o = &w.now;
	o->has_hidden |= was.exception_count > 0;
	o->has_outer |= keeps_root(&w, call, classes);
	o->changed_hidden = 0;
	o->exception_count = 0;
	for (uint32_t i = o->variable_count; i-- > 0;)
		if (!is_global(o->variables[i].variable) || o->variables[i].at.map != OWNER_NONE)
			owner_remove(o, o->variables[i].variable);
	uint32_t own = OWNERS_VARIABLES; /* classes of arguments that are no object of the sites' */
	for (uint32_t k = 0; k < call->argument_count; k++) {
		struct owner_value is = { .kind = OWNER_ANY };
		if (!owner_is_kept(d, parameter(call, k)))
			continue;
		struct owning then = { .place = *p, .now = was };
		if (classes[k] == OWNER_NONE)
			is = owner_read(&then, call->arguments[k]);
		if (classes[k] != OWNER_NONE && owner_first(&was, classes[k]) != OWNER_NONE)
			owner_add(o, owner_number(parameter(call, k)), classes[k], NULL);
		else if (is.kind == OWNER_FREE)
			owner_add(o, owner_number(parameter(call, k)), OWNER_CONSTANT | own++, NULL);
	}
	return owners_put(d, entry, o);
}

/* ---- the end of the callee ---- */

static bool is_result(const struct procedure *procedure, uint32_t variable)
{
	for (uint32_t k = 0; k < procedure->out_count; k++)
		if (owner_number(procedure->variables[procedure->in_count + k]) == variable)
			return true;
	return false;
}

static bool is_left(const struct procedure *procedure, const struct variable **copies, uint32_t variable)
{
	bool left = is_global(variable) || is_result(procedure, variable);
	for (uint32_t k = 0; k < procedure->in_count; k++)
		left |= copies[k] && owner_number(procedure->variables[k]) == variable;
	return left;
}

/* The place by a global or a result, or by another variable about the same object that is one. False: there is none. */
static bool say_for_caller(const struct owners *o, const struct procedure *procedure, struct owner_address *at)
{
	if (at->map == OWNER_NONE || at->base & OWNER_CONSTANT || is_global(at->base) || is_result(procedure, at->base))
		return at->map != OWNER_UNBORN;
	uint32_t class = owner_class(o, at->base);
	for (uint32_t i = 0; class != OWNER_NONE && at->is_absolute && i < o->variable_count; i++) {
		uint32_t variable = o->variables[i].variable;
		if (o->variables[i].class == class && (is_global(variable) || is_result(procedure, variable))) {
			at->base = variable;
			return true;
		}
	}
	return false;
}

const struct facts *owners_left(struct place *p, const struct procedure *procedure, const struct variable **copies,
				const struct facts *exit)
{
	struct domain *d = p->domain;
	struct owners o;
	if (!owners_of(d, p->facts, &o))
		return exit;
	for (uint32_t i = o.exception_count; i-- > 0;)
		if (!say_for_caller(&o, procedure, &o.exceptions[i]))
			owner_settle(d, p->facts, &o, i);
	for (uint32_t k = 0; k < procedure->in_count; k++) {
		uint32_t i = copies[k] ? owner_find(&o, owner_number(copies[k])) : OWNER_NONE;
		if (i != OWNER_NONE && owner_find(&o, owner_number(procedure->variables[k])) == OWNER_NONE) {
			const struct owner_address at = o.variables[i].at;
			owner_add(&o, owner_number(procedure->variables[k]), o.variables[i].class, &at);
		}
	}
	const struct owners was = o;
	for (uint32_t i = o.variable_count; i-- > 0;)
		if (!say_for_caller(&o, procedure, &o.variables[i].at)) {
			owner_drop(&o, o.variables[i].class);
			i = o.variable_count;
		}
	for (uint32_t i = o.variable_count; i-- > 0;)
		if (!is_left(procedure, copies, o.variables[i].variable))
			owner_remove(&o, o.variables[i].variable);
	owner_lose_classes(d, p->facts, &was, &o);
	return owners_put(d, exit, &o);
}

/* ---- behind ---- */

struct returning {
	struct owning w;
	const struct owner_return *r;
	struct owners exit;
	uint32_t classes[MOST_ARGUMENTS]; /* of the arguments */
	bool changes_maps;
};

static bool is_unchanged(const struct returning *c, uint32_t variable)
{
	const struct domain *d = c->w.place.domain;
	return is_global(variable) && !c->r->is_changed(c->r->context, d->program->globals[variable]);
}

static uint32_t root_at_exit(const struct returning *c, uint32_t variable)
{
	uint32_t i = owner_find(&c->exit, variable);
	return i == OWNER_NONE || c->exit.variables[i].at.map != OWNER_NONE ? OWNER_NONE : c->exit.variables[i].class;
}

/* The callee's class that the caller's one still is, in the end; OWNER_NONE: it may have gone anywhere. */
static uint32_t class_at_exit(const struct returning *c, uint32_t class)
{
	const struct owners *o = &c->w.now;
	const struct statement *call = c->r->call;
	for (uint32_t k = 0; k < call->argument_count; k++) {
		uint32_t left = root_at_exit(c, owner_number(parameter(call, k)));
		if (c->classes[k] == class && c->r->copies[k] && left != OWNER_NONE)
			return left;
	}
	for (uint32_t i = 0; i < o->variable_count; i++) {
		uint32_t variable = o->variables[i].variable, left = root_at_exit(c, variable);
		if (o->variables[i].class == class && is_unchanged(c, variable) && left != OWNER_NONE)
			return left;
	}
	return OWNER_NONE;
}

/* Does what is at the cell stay there? The callee was told that some are hidden, and says that it stored nothing there. */
static bool is_untouched(struct returning *c, const struct owner_address *at)
{
	return c->w.now.exception_count && !c->exit.changed_hidden && is_hidden(&c->w, c->r->call, c->classes, at);
}

/* The caller's variables: FROM[class] is the callee's class that it is. */
static void keep_classes(struct returning *c, uint32_t *from)
{
	struct owners *o = &c->w.now;
	for (uint32_t i = 0; i < o->variable_count; i++) {
		const struct owner_variable v = o->variables[i];
		bool passed = is_passed(o, c->r->call, c->classes, v.class);
		uint32_t left = passed ? class_at_exit(c, v.class) : OWNER_NONE;
		bool stays = !c->changes_maps ||
			     (passed ? left != OWNER_NONE : v.at.map == OWNER_NONE || is_untouched(c, &v.at));
		for (uint32_t k = 0; stays && k < i; k++)
			stays = left == OWNER_NONE || from[k] != left || o->variables[k].class == v.class;
		from[i] = left;
		struct known k = owner_value_of(c->w.place.domain, c->w.place.facts, v.variable);
		if (!stays && owner_is_root(&v) && (!passed || left != OWNER_NONE))
			owner_lose(c->w.place.domain, c->w.place.facts, o, &k);
		if (!stays) {
			owner_drop(o, v.class);
			i = OWNER_NONE; /* from the beginning */
		}
	}
}

/* Globals that the callee has changed, and the variables that the call gives, are others now. */
static void forget_changed(struct returning *c)
{
	const struct program *program = c->w.place.domain->program;
	for (uint32_t i = 0; i < program->global_count; i++)
		if (owner_is_kept(c->w.place.domain, program->globals[i]) &&
		    c->r->is_changed(c->r->context, program->globals[i]))
			owner_reassign(&c->w, program->globals[i], true);
	for (uint32_t k = 0; k < c->r->call->out_count; k++)
		owner_reassign(&c->w, c->r->call->outs[k], true);
}

/* Classes that were at a cell, and are roots that the callee has had, are still what is at the cell. */
static void put_back(struct returning *c, const struct owners *before)
{
	struct owners *o = &c->w.now;
	for (uint32_t i = 0; i < before->variable_count; i++) {
		const struct owner_variable *v = &before->variables[i];
		uint32_t now = owner_find(o, v->variable), e = 0;
		if (v->at.map == OWNER_NONE || now == OWNER_NONE || o->variables[now].class != v->class ||
		    o->variables[now].at.map != OWNER_NONE)
			continue;
		while (e < o->exception_count && !owner_address_equal(&o->exceptions[e], &v->at))
			e++;
		if (e == o->exception_count)
			continue;
		owner_remove_exception(o, e);
		owner_move(o, v->class, &v->at);
	}
}

/* What the callee's variable is for the caller; OWNER_NONE: nothing. */
static uint32_t variable_behind(const struct returning *c, uint32_t variable)
{
	const struct statement *call = c->r->call;
	if (is_global(variable))
		return is_unchanged(c, variable) ? OWNER_NONE : variable;
	for (uint32_t k = 0; k < call->out_count; k++) {
		const struct variable *out = call->callee->variables[call->callee->in_count + k];
		if (owner_number(out) == variable && owner_is_kept(c->w.place.domain, call->outs[k]))
			return owner_number(call->outs[k]);
	}
	return OWNER_NONE;
}

static bool place_behind(const struct returning *c, const struct owner_address *at, struct owner_address *place)
{
	*place = *at;
	if (at->map != OWNER_NONE && !(at->base & OWNER_CONSTANT) && !is_global(at->base))
		place->base = variable_behind(c, at->base);
	return place->base != OWNER_NONE;
}

/* An exception that the callee leaves is one of the caller's, or its cells count no more. */
static void take_exception(struct returning *c, const struct owner_address *at)
{
	struct domain *d = c->w.place.domain;
	struct owner_address place;
	struct known cell = owner_address_value(d, c->r->exit, at);
	if (place_behind(c, at, &place) && c->w.now.exception_count < OWNERS_EXCEPTIONS)
		owner_except(d, c->r->exit, &c->w.now, &place);
	else
		owner_uncount(d, c->r->exit, &c->w.now, at->map, &cell);
}

/* The callee's roots in the end that are no roots of the caller's. FROM: of the classes that were KEPT, the callee's. */
static void lose_results(struct returning *c, const struct owner_variable *kept, const uint32_t *from, uint32_t count)
{
	struct owners *o = &c->w.now;
	for (uint32_t i = 0; o->held && i < c->exit.variable_count; i++) {
		const struct owner_variable *v = &c->exit.variables[i];
		bool is_kept = v->at.map != OWNER_NONE || owner_first(&c->exit, v->class) != i;
		for (uint32_t k = 0; k < count; k++)
			is_kept |= from[k] == v->class && owner_first(o, kept[k].class) != OWNER_NONE;
		for (uint32_t k = i; !is_kept && k < c->exit.variable_count; k++) {
			uint32_t behind =
				c->exit.variables[k].class == v->class ? variable_behind(c,
											 c->exit.variables[k].variable)
								       : OWNER_NONE;
			is_kept = behind != OWNER_NONE && owner_find(o, behind) != OWNER_NONE;
		}
		struct known k = owner_value_of(c->w.place.domain, c->r->exit, v->variable);
		if (!is_kept)
			owner_lose(c->w.place.domain, c->r->exit, o, &k);
	}
}

void owners_returned(struct place *p, const struct owner_return *r)
{
	struct domain *d = p->domain;
	struct returning c = { .w.place = *p, .r = r, .changes_maps = r->is_changed(r->context, NULL) };
	uint32_t from[OWNERS_VARIABLES], kept_count;
	struct owner_variable kept[OWNERS_VARIABLES];
	c.w.place.facts = r->before;
	if (r->call->argument_count > MOST_ARGUMENTS || !owners_of(d, r->before, &c.w.now) ||
	    !owners_of(d, r->exit, &c.exit)) {
		p->facts = owners_put(d, p->facts, NULL);
		return;
	}
	struct owners *o = &c.w.now;
	const struct owners before = c.w.now;
	o->held &= c.exit.held;
	if (c.changes_maps)
		prepare(&c.w, r->call, c.classes);
	else
		argument_classes(&c.w, r->call, c.classes);
	keep_classes(&c, from);
	kept_count = o->variable_count;
	for (uint32_t i = 0; i < kept_count; i++)
		kept[i] = o->variables[i];
	if (c.changes_maps) {
		o->cell_count = c.exit.cell_count;
		for (uint32_t i = 0; i < o->cell_count; i++)
			o->cells[i] = c.exit.cells[i];
		o->sites &= c.exit.sites;
	}
	forget_changed(&c);
	if (c.exit.changed_hidden)
		o->changed_hidden = o->has_hidden;
	else
		put_back(&c, &before);
	for (uint32_t i = 0; i < c.exit.variable_count; i++) {
		uint32_t variable = variable_behind(&c, c.exit.variables[i].variable), k = 0;
		while (k < kept_count && from[k] != c.exit.variables[i].class)
			k++;
		uint32_t member = k < kept_count ? owner_first(o, kept[k].class) : OWNER_NONE;
		struct owner_address place;
		const struct owner_address at = member != OWNER_NONE ? o->variables[member].at : owner_nowhere;
		if (variable != OWNER_NONE && member != OWNER_NONE)
			owner_add(o, variable, kept[k].class, &at);
		else if (variable != OWNER_NONE && c.changes_maps && place_behind(&c, &c.exit.variables[i].at, &place))
			owner_add(o, variable, OWNER_CONSTANT | c.exit.variables[i].class, &place);
	}
	lose_results(&c, kept, from, kept_count);
	for (uint32_t i = 0; i < c.exit.exception_count; i++)
		take_exception(&c, &c.exit.exceptions[i]);
	p->facts = owners_put(d, p->facts, o);
}

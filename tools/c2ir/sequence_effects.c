/* What calls do, by the bodies of all functions that they reach (C11 6.5.2.2p10: the bodies are not interleaved with the
 * caller's evaluations, but their order is open). Accesses are told apart by the object's name if there is one; all
 * accesses through pointers are one. */
#include "sequence.h"

#include <string.h>

#include "model.h"

struct collector {
	struct lowering *l;
	struct effects *effects;
	VEC(const struct declaration *) work; /* functions to look at */
	struct table seen;
	const struct function *function; /* being looked at, or NULL */
	const struct expression *root;   /* likewise */
};

static void add_object(struct collector *c, const struct declaration *d, enum access access)
{
	struct effects *effects = c->effects;
	uint64_t before = table_get(&effects->objects, (uintptr_t)d, 0);
	if (!before)
		vec_push(&effects->named, d);
	table_put(&effects->objects, (uintptr_t)d, before | access);
}

/* The function's own automatic objects are of no interest to others. */
static void access_lvalue(struct collector *c, const struct expression *lvalue, enum access access)
{
	struct extent extent = extent_of(c->l, lvalue);
	if (!extent.object) {
		c->effects->reads |= access == ACCESS_READ;
		c->effects->writes |= access == ACCESS_WRITE;
		c->effects->fails |= check_pointers(c->l);
	} else if (extent.object->storage != STORAGE_AUTOMATIC || extent.object->owner != c->function) {
		add_object(c, extent.object, access);
	}
}

/* ---- functions without a body ---- */

static bool is_one_of(const char *name, const char *const *list)
{
	for (; *list; list++)
		if (strcmp(name, *list) == 0)
			return true;
	return false;
}

static bool takes_pointers(const struct type *type)
{
	for (uint32_t i = 0; i < type->parameter_count; i++)
		if (!type_is_arithmetic(type->parameters[i].type) && type->parameters[i].type->kind != TYPE_ENUM)
			return true;
	return type->variadic || !type->prototyped;
}

static void call_body_less(struct collector *c, const struct declaration *d)
{
	static const char *const stopping[] = { "exit",  "_exit",   "_Exit",      "quick_exit",        "abort",
						"longjmp", "_longjmp", "siglongjmp", "__longjmp_chk",     "__VERIFIER_assume",
						"__CPROVER_assume", NULL };
	static const char *const failing[] = { "reach_error",  "__VERIFIER_error", "__assert_fail",
					       "__assert",     "__assert_rtn",     "__assert_func",
					       "assert",       "__CPROVER_assert", "__assert_perror_fail", NULL };
	static const char *const harmless[] = { "printf", "fprintf", "puts",   "fputs",  "putchar", "putc",
						"fputc",  "fflush",  "perror", "printk", "malloc",  "calloc",
						"rand",   "random",  "srand",  "time",   "clock",   "alloca",
						"aligned_alloc", "memalign", "valloc", "getpid", NULL };
	static const char *const freeing[] = { "free", "cfree", "realloc", NULL };
	const char *name = d->library_name ? d->library_name : d->name;
	struct effects *effects = c->effects;
	if (is_one_of(name, failing)) {
		/* what fails ends the execution, but not unseen */
		if (checks(c->l, CHECK_ASSERT))
			effects->fails = true;
		else
			effects->stops = true;
	} else if (d->is_noreturn || is_one_of(name, stopping)) {
		effects->stops = true;
	} else if (is_one_of(name, freeing)) {
		effects->frees = effects->fails = true;
		effects->writes |= strcmp(name, "realloc") == 0;
	} else if (!is_one_of(name, harmless) && takes_pointers(d->type) &&
		   (model_exists(name) || c->l->options->undefined == UNDEFINED_HAVOC)) {
		effects->reads = effects->writes = effects->fails = true;
	}
}

/* ---- calls ---- */

static void call_function(struct collector *c, struct declaration *d)
{
	struct declaration *definition = lower_definition(c->l, d);
	const char *name = d->library_name ? d->library_name : d->name;
	if (!definition->function && d->library_name)
		definition = lower_library(c->l, name, definition);
	if (table_has(&c->seen, (uintptr_t)definition))
		return;
	table_put(&c->seen, (uintptr_t)definition, 1);
	c->effects->stops |= definition->function && definition->is_noreturn;
	if (definition->function && !model_is_special(name))
		vec_push(&c->work, definition);
	else
		call_body_less(c, d);
}

static bool collect_taken(void *context, const struct expression *e)
{
	struct lowering *l = context;
	const struct expression *function = e->kind == EXPRESSION_ADDRESS ? e->operand : e;
	if (e->kind == EXPRESSION_CALL && expression_called(e)) {
		/* its callee comes next and is not taken */
		const struct expression *callee = e->callee;
		while (callee->kind != EXPRESSION_FUNCTION)
			callee = callee->operand;
		table_put(&l->effects.called, (uintptr_t)callee, 1);
	} else if (function->kind == EXPRESSION_FUNCTION && !table_has(&l->effects.called, (uintptr_t)function)) {
		struct declaration *d = lower_definition(l, function->declaration);
		if (!table_has(&l->effects.taken_seen, (uintptr_t)d))
			vec_push(&l->effects.taken, d);
		table_put(&l->effects.taken_seen, (uintptr_t)d, 1);
	}
	return false;
}

/* All functions whose address is taken somewhere. */
static void find_taken(struct lowering *l)
{
	struct scan scan = { .visit = collect_taken, .context = l };
	if (l->effects.taken_known)
		return;
	l->effects.taken_known = true;
	for (uint32_t i = 0; i < l->unit_count; i++) {
		for (uint32_t k = 0; k < l->units[i]->declaration_count; k++) {
			const struct declaration *d = l->units[i]->declarations[k];
			if (d->kind == DECLARATION_FUNCTION && d->function)
				scan_function(d->function, &scan);
			for (uint32_t n = 0; d->kind == DECLARATION_VARIABLE && d->initializer && n < d->initializer->count; n++)
				scan_expression(d->initializer->items[n].value, &scan);
		}
	}
}

/* Through a pointer: any function whose address is taken and that could be called like this. */
static void call_through_pointer(struct collector *c, const struct expression *e)
{
	find_taken(c->l);
	c->effects->fails |= checks(c->l, CHECK_CALL);
	for (size_t i = 0; i < c->l->effects.taken.count; i++) {
		struct declaration *d = c->l->effects.taken.at[i];
		bool fits = !d->type->prototyped || d->type->variadic || d->type->parameter_count == e->argument_count;
		if (fits)
			call_function(c, d);
	}
}

static void call(struct collector *c, const struct expression *e)
{
	struct declaration *d = expression_called(e);
	if (d)
		call_function(c, d);
	else
		call_through_pointer(c, e);
}

static void call_builtin(struct collector *c, const struct expression *e)
{
	bool variadic = e->builtin <= BUILTIN_VA_COPY;
	bool arithmetic = e->builtin >= BUILTIN_ADD_OVERFLOW && e->builtin <= BUILTIN_MUL_OVERFLOW;
	bool atomic = e->builtin >= BUILTIN_SYNC_FETCH_AND_ADD && e->builtin <= BUILTIN_ATOMIC_CLEAR;
	if (variadic || arithmetic || atomic)
		c->effects->reads = c->effects->writes = c->effects->fails = true;
	if (e->builtin == BUILTIN_UNREACHABLE || e->builtin == BUILTIN_ASSUME || e->builtin == BUILTIN_TRAP)
		c->effects->stops = c->effects->fails = true;
}

/* ---- bodies ---- */

static void operation(struct collector *c, const struct expression *e)
{
	struct lowering *l = c->l;
	if (e->kind == EXPRESSION_BINARY || e->kind == EXPRESSION_NEGATE)
		c->effects->fails |= checks(l, CHECK_OVERFLOW) || checks(l, CHECK_DIV) || checks(l, CHECK_SHIFT) ||
				     checks(l, CHECK_UNSIGNED_OVERFLOW);
	if (e->kind == EXPRESSION_CONVERSION && e->conversion == CONVERSION_INTEGER)
		c->effects->fails |= checks(l, CHECK_CONVERSION);
}

static bool visit(void *context, const struct expression *e)
{
	struct collector *c = context;
	switch (e->kind) {
	case EXPRESSION_CONVERSION:
		if (e->conversion == CONVERSION_LOAD)
			access_lvalue(c, e->operand, ACCESS_READ);
		break;
	case EXPRESSION_UPDATE:
		access_lvalue(c, e->left, ACCESS_READ);
		/* fall through */
	case EXPRESSION_ASSIGN:
		access_lvalue(c, e->left, ACCESS_WRITE);
		break;
	case EXPRESSION_CALL:
		call(c, e);
		break;
	case EXPRESSION_BUILTIN:
		call_builtin(c, e);
		break;
	case EXPRESSION_VA_ARG:
		c->effects->reads = c->effects->writes = true;
		break;
	default:
		break;
	}
	operation(c, e);
	return false;
}

static bool visit_assembly(void *context, const struct asm_statement *a)
{
	struct collector *c = context;
	for (uint32_t i = 0; i < a->output_count; i++)
		access_lvalue(c, a->outputs[i].value, ACCESS_WRITE);
	c->effects->reads = c->effects->writes = true;
	return false;
}

static void finish(struct collector *c)
{
	struct scan scan = { visit, c, visit_assembly };
	while (c->work.count) {
		c->function = vec_pop(&c->work)->function;
		scan_function(c->function, &scan);
	}
	vec_free(&c->work);
	table_free(&c->seen);
}

static struct effects *new_effects(struct lowering *l)
{
	struct effects *effects = arena_alloc(l->arena, sizeof *effects);
	vec_push(&l->effects.all, effects);
	return effects;
}

const struct effects *effects_of_call(struct lowering *l, const struct expression *e)
{
	struct declaration *d = e->kind == EXPRESSION_CALL ? expression_called(e) : NULL;
	uint64_t known = d ? table_get(&l->effects.of_function, (uintptr_t)d, 0) : 0;
	if (known)
		return (const struct effects *)(uintptr_t)known;
	struct collector c = { .l = l, .effects = new_effects(l) };
	if (e->kind == EXPRESSION_CALL)
		call(&c, e);
	else
		call_builtin(&c, e);
	finish(&c);
	if (d)
		table_put(&l->effects.of_function, (uintptr_t)d, (uintptr_t)c.effects);
	return c.effects;
}

const struct effects *effects_of_expression(struct lowering *l, const struct expression *e)
{
	struct collector c = { .l = l, .effects = new_effects(l) };
	struct scan scan = { visit, &c, visit_assembly };
	scan_expression(e, &scan);
	finish(&c);
	return c.effects;
}

/* ---- conflicts ---- */

/* Does A write what B accesses? */
static bool writes_for(const struct effects *a, const struct effects *b)
{
	if (a->writes && (b->reads || b->writes))
		return true;
	for (size_t i = 0; i < a->named.count; i++) {
		const struct declaration *d = a->named.at[i];
		uint64_t mine = table_get(&a->objects, (uintptr_t)d, 0);
		uint64_t theirs = table_get(&b->objects, (uintptr_t)d, 0);
		if (mine & ACCESS_WRITE && theirs)
			return true;
		if (!d->address_taken)
			continue;
		if ((mine & ACCESS_WRITE && (b->reads || b->writes)) || b->writes)
			return true;
	}
	return false;
}

bool effects_conflict(struct lowering *l, const struct effects *a, const struct effects *b)
{
	(void)l;
	if (writes_for(a, b) || writes_for(b, a))
		return true;
	if ((a->frees && (b->reads || b->writes || b->frees)) || (b->frees && (a->reads || a->writes)))
		return true;
	return (a->stops && b->fails) || (b->stops && a->fails);
}

void effects_release(struct lowering *l)
{
	for (size_t i = 0; i < l->effects.all.count; i++) {
		table_free(&l->effects.all.at[i]->objects);
		vec_free(&l->effects.all.at[i]->named);
	}
	vec_free(&l->effects.all);
	vec_free(&l->effects.taken);
	table_free(&l->effects.of_function);
	table_free(&l->effects.called);
	table_free(&l->effects.taken_seen);
}

/* What calls do that execute no body: of library functions that c2ir lowers itself, of which the table tells what they do, and
 * of functions that nobody defines. */
#include "ast_declaration.h"
#include "ast_expression.h"
#include "ast_query.h"
#include "ast_unit.h"
#include "checks.h"
#include "effects_state.h"
#include "known.h"
#include "lowering.h"
#include "lowering_options.h"
#include "sequence.h"
#include "symbol.h"
#include "type_function.h"
#include "type_integer.h"
#include "type_scalar.h"

#include <string.h>

static bool takes_pointers(const struct type *type)
{
	for (uint32_t i = 0; i < type_parameter_count(type); i++)
		if (!type_is_arithmetic(type_parameter(type, i)) && !type_is_enum(type_parameter(type, i)))
			return true;
	return type_is_variadic(type) || !type_is_prototyped(type);
}

/* Is it a library function that c2ir lowers, of which the table tells what it does? */
static bool is_modelled(const struct libc_function *f, const struct declaration *d)
{
	return f && (f->by == LIBC_MODEL || f->by == LIBC_SPECIAL || f->by == LIBC_OWN) && known_fits(f, d->type);
}

static void call_modelled(struct effects *effects, const struct libc_function *f)
{
	bool reads = libc_reads(f), writes = libc_writes(f), frees = libc_has(f, LIBC_FREES);
	effects->reads |= reads;
	effects->writes |= writes;
	effects->frees |= frees;
	effects->allocates |= libc_has(f, LIBC_ALLOCATES);
	effects->fails |= reads || writes || frees;
}

/* ---- by a format ---- */

bool call_is_formatted(struct lowering *l, const struct libc_function *f, const struct expression *e)
{
	return e && e->kind == EXPRESSION_CALL && f && f->by == LIBC_FORMAT && lower_has_library(l) &&
	       known_fits_call(f, e) && expression_literal(e->arguments[libc_format_argument(f)]);
}

/* Does FORMAT have %n? */
static bool counts(const char *format)
{
	while ((format = strchr(format, '%'))) {
		format += 1 + strspn(format + 1, "0123456789$*.'-+ #hlLqjzt");
		if (*format == 'n')
			return true;
		format += *format != 0;
	}
	return false;
}

/* Printing, by a format that is known. What goes to a stream is not seen by the program, but whether that has failed. */
void call_formatted(struct lowering *l, struct effects *effects, const struct libc_function *f,
		    const struct expression *e)
{
	bool prints = libc_has(libc_resolved(f), LIBC_PRINTS);
	effects->reads = effects->fails = true;
	effects->allocates |= !prints; /* asprintf() */
	effects->writes |= !prints || lower_uses(l, LIBC_TELLS_ERROR) ||
			   counts(expression_literal(e->arguments[libc_format_argument(f)]));
}

/* ---- strtol() ---- */

static bool is_null(const struct expression *e)
{
	while (e->kind == EXPRESSION_CONVERSION && e->conversion == CONVERSION_POINTER)
		e = e->operand;
	return e->kind == EXPRESSION_CONVERSION && e->conversion == CONVERSION_NULL;
}

/* The body that the library has for it would write where the number ends. */
bool call_only_reads(struct lowering *l, const struct libc_function *f, const struct expression *e)
{
	bool converts = f && libc_has(libc_resolved(f), LIBC_CONVERTS);
	return converts && e && e->kind == EXPRESSION_CALL && !lower_uses(l, LIBC_ERRNO) && known_fits_call(f, e) &&
	       is_null(e->arguments[1]);
}

/* ---- the end of the execution ---- */

static void run_destructors(struct lowering *l, struct body *caller)
{
	for (uint32_t i = 0; i < l->unit_count; i++) {
		for (uint32_t k = 0; k < l->units[i]->declaration_count; k++) {
			const struct declaration *d = l->units[i]->declarations[k];
			if (d->kind != DECLARATION_FUNCTION || !d->function || !d->destructor)
				continue;
			caller->effects.leaves = true;
			vec_push(&caller->calls, body_of(l, d));
		}
	}
}

/* F does not return: longjmp() goes on elsewhere, others run what the program has registered for them. */
static void end(struct lowering *l, struct body *caller, const struct libc_function *f)
{
	static const struct ending {
		const char *name, *runner;
		uint32_t registered_by;
		bool destructors;
	} endings[] = { { "exit", "__plumb_run_handlers", LIBC_HANDLERS, true },
			{ "quick_exit", "__plumb_run_quick_handlers", LIBC_QUICK_HANDLERS, false },
			{ "abort", "__plumb_run_abort_handler", LIBC_SIGNAL_HANDLERS, false } };
	bool leaks = checks(l, CHECK_LEAK) || checks(l, CHECK_CLEANUP);
	caller->effects.leaves |= libc_has(f, LIBC_JUMPS) || leaks;
	caller->effects.fails |= (libc_has(f, LIBC_JUMPS) && checks(l, CHECK_JUMP)) || leaks;
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		struct declaration *runner = lower_library_find(l, endings[i].runner);
		if (strcmp(f->name, endings[i].name))
			continue;
		if (endings[i].destructors)
			run_destructors(l, caller);
		if (!runner || !lower_uses(l, endings[i].registered_by))
			continue;
		caller->effects.leaves = true;
		vec_push(&caller->calls, body_of(l, runner));
	}
}

/* ---- all of them ---- */

void call_without_body(struct lowering *l, struct body *caller, const struct declaration *d)
{
	struct effects *effects = &caller->effects;
	const struct libc_function *f = known_function(d);
	bool modelled = is_modelled(f, d);
	if (modelled && libc_has(f, LIBC_FAILS)) {
		/* what fails ends the execution, but not unseen */
		effects->fails |= checks(l, CHECK_ASSERT);
		effects->stops |= !checks(l, CHECK_ASSERT);
	} else if (d->is_noreturn || (modelled && libc_has(f, LIBC_NEVER_RETURNS | LIBC_STOPS))) {
		effects->stops = true;
		if (modelled && libc_has(f, LIBC_NEVER_RETURNS))
			end(l, caller, f);
	} else if (modelled) {
		call_modelled(effects, f);
	} else if (l->options->undefined == UNDEFINED_HAVOC && takes_pointers(d->type)) {
		effects->reads = effects->writes = effects->fails = true;
	}
}

/* The library's models in C: calling them, and what they say to c2ir (library/plumb.h). */
#include <string.h>

#include "access.h"
#include "c_term.h"
#include "checks.h"
#include "emit.h"
#include "float_number.h"
#include "ledger.h"
#include "library_call.h"
#include "lower.h"
#include "model_scan.h"
#include "object.h"
#include "object_maps.h"
#include "region.h"
#include "symbol.h"

static const char *text_of(const struct expression *e, uint32_t i)
{
	const char *text = i < e->argument_count ? expression_literal(e->arguments[i]) : NULL;
	return text ? text : "?";
}

/* ---- preconditions ---- */

static struct rvalue require(struct lowering *l, const struct expression *e)
{
	const char *name = text_of(e, 1);
	for (unsigned i = 0; i < CHECK_COUNT; i++)
		if (!strcmp(check_name(i), name) && checks(l, i)) {
			term holds = emit_hold(l, lower_condition(l, e->arguments[0]));
			check_emit(l, i, holds, "%s", text_of(e, 2));
		}
	return rvalue_void();
}

static struct rvalue accessible(struct lowering *l, const struct expression *e, bool write)
{
	struct rvalue *values = lower_held_arguments(l, e);
	lower_check_area(l, values[0], values[1].term, write, e);
	return rvalue_void();
}

static struct rvalue readable(struct lowering *l, const struct expression *e)
{
	return accessible(l, e, false);
}

static struct rvalue writable(struct lowering *l, const struct expression *e)
{
	return accessible(l, e, true);
}

/* ---- what is not known ---- */

static struct rvalue any(struct lowering *l, const struct expression *e)
{
	return lower_unknown(l, e->type, text_of(e, 0));
}

static struct rvalue approximate(struct lowering *l, const struct expression *e)
{
	return lower_approximate(l, e, text_of(e, 0));
}

static struct rvalue forget(struct lowering *l, const struct expression *e)
{
	struct rvalue *values = lower_held_arguments(l, e);
	access_forget(l, values[0].term, values[0].node, values[1].term);
	return rvalue_void();
}

static struct rvalue assume(struct lowering *l, const struct expression *e)
{
	emit_assume(l, lower_condition(l, e->arguments[0]));
	return rvalue_void();
}

static struct rvalue ledger(struct lowering *l, const struct expression *e)
{
	lower_ledger(l, e->location, "%s", text_of(e, 0));
	return rvalue_void();
}

/* ---- objects ---- */

static struct rvalue delete (struct lowering *l, const struct expression *e)
{
	struct rvalue *values = lower_held_arguments(l, e);
	if (lower_needs_state(l))
		lower_set_state(l, pointer_object(l, values[0].term), STATE_FREED);
	return rvalue_void();
}

static struct rvalue element(struct lowering *l, const struct expression *e)
{
	struct rvalue *values = lower_held_arguments(l, e);
	term size = values[2].term;
	node f = node_new(l->regions);
	bool known = term_is_constant(l->bank, size) && term_value(l->bank, size);
	node_index(l->regions, f, values[0].node, known ? term_value(l->bank, size) : 1);
	term offset = term_binary(l->bank, OP_BVMUL, values[1].term, values[2].term);
	return rvalue_scalar(pointer_add(l, values[0].term, offset), f);
}

static struct rvalue stop(struct lowering *l, const struct expression *e)
{
	struct rvalue *values = lower_held_arguments(l, e);
	model_stop(l, values[0].term);
	return rvalue_void();
}

/* ---- the host ---- */

static struct rvalue running(struct lowering *l, const struct expression *e)
{
	return model_host_call(l, e->type, "present", NULL);
}

static struct rvalue argument(struct lowering *l, const struct expression *e)
{
	struct rvalue *values = lower_held_arguments(l, e);
	term value = values[0].term;
	if (e->argument_count && type_is_pointer(e->arguments[0]->type))
		value = pointer_object(l, value);
	model_host_argument(l, value);
	return rvalue_void();
}

static struct rvalue character(struct lowering *l, const struct expression *e)
{
	struct rvalue *values = lower_held_arguments(l, e);
	model_host_character(l, values[0].term);
	return rvalue_void();
}

static struct rvalue host(struct lowering *l, const struct expression *e)
{
	return model_host_call(l, e->type, text_of(e, 0), NULL);
}

/* clang-format off */
const struct model model_library_functions[] = {
	{ "__plumb_require", "", require }, { "__plumb_readable", "", readable }, { "__plumb_writable", "", writable },
	{ "__plumb_any_bool", "", any }, { "__plumb_any_int", "", any },
	{ "__plumb_any_strings", "", model_any_strings }, { "__plumb_any_long", "", any }, { "__plumb_any_size", "", any }, { "__plumb_approximate_int", "", approximate },
	{ "__plumb_approximate_size", "", approximate }, { "__plumb_approximate_char", "", approximate },
	{ "__plumb_approximate_float", "", approximate }, { "__plumb_approximate_double", "", approximate },
	{ "__plumb_approximate_long_double", "", approximate }, { "__plumb_forget", "", forget },
	{ "__plumb_assume", "", assume }, { "__plumb_ledger", "", ledger }, 
	{ "__plumb_delete", "", delete }, { "__plumb_element", "", element }, { "__plumb_stop", "", stop },
	{ "__plumb_running", "", running }, { "__plumb_argument", "", argument }, { "__plumb_character", "", character },
	{ "__plumb_host_int", "", host }, { "__plumb_host_long", "", host }, { "__plumb_host_float", "", host },
	{ "__plumb_host_double", "", host }, { "__plumb_host_long_double", "", host },
	{ NULL, NULL, NULL },
};
/* clang-format on */

bool model_library_special(struct lowering *l, const char *name, const struct expression *e, const struct type *hint,
			   struct rvalue *result)
{
	if (strncmp(name, "__plumb_", 8) != 0 || !lower_in_library(l))
		return false;
	if (!strcmp(name, "__plumb_new")) {
		*result = model_new(l, e, hint);
		return true;
	}
	for (const struct model *m = model_library_functions; m->name; m++)
		if (!strcmp(m->name, name)) {
			*result = m->call(l, e);
			return true;
		}
	return false;
}

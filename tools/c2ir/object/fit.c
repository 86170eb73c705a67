#include "fit.h"

#include "c_shape.h"
#include "checked.h"
#include "routine.h"
#include "type_base.h"
#include "type_floating.h"
#include "type_record.h"

/* Are the parts of two values with the same sorts passed alike? Floating-point numbers have registers of their own. */
static bool is_passed_alike(const struct shape *a, const struct type *type_a, const struct shape *b,
			    const struct type *type_b)
{
	if (!a || !b || a->count != b->count)
		return !a == !b;
	if (!type_is_compound(type_a) && !type_is_compound(type_b))
		return type_is_floating(type_a) == type_is_floating(type_b);
	for (uint32_t i = 0; i < a->count; i++)
		if (type_is_floating(a->leaves[i].type) != type_is_floating(b->leaves[i].type))
			return false;
	return true;
}

static bool passes_alike(const struct signature *call, const struct signature *callee)
{
	uint32_t count =
		callee->parameter_count < call->parameter_count ? callee->parameter_count : call->parameter_count;
	if (call->in_count == callee->in_count && call->parameter_count != callee->parameter_count)
		return true; /* what has the same sorts in other records */
	for (uint32_t i = 0; i < count; i++)
		if (!is_passed_alike(call->shapes[i], call->types[i], callee->shapes[i], callee->types[i]))
			return false;
	return call->out_count == 0 || callee->out_count == 0 ||
	       is_passed_alike(call->result, type_base(call->type), callee->result, type_base(callee->type));
}

bool signature_fits(const struct lowering *l, const struct signature *call, const struct signature *callee)
{
	uint32_t taken = callee->in_count - callee->captured_count;
	bool loosely = !checks(l, CHECK_CALL) && !call->variadic && !callee->captured_count && !call->result_in_memory;
	if (call->result_in_memory != callee->result_in_memory || call->variadic != callee->variadic)
		return false;
	if (loosely ? taken > call->in_count : taken != call->in_count)
		return false;
	for (uint32_t i = 0; i < taken; i++)
		if (call->sorts[i] != callee->sorts[i])
			return false;
	if (!passes_alike(call, callee))
		return false;
	if (call->out_count == 0 || (loosely && callee->out_count == 0))
		return true;
	if (call->out_count != callee->out_count)
		return false;
	for (uint32_t i = 0; i < call->out_count; i++)
		if (call->sorts[call->in_count + i] != callee->sorts[callee->in_count + i])
			return false;
	return true;
}

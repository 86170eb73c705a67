/* The interpreter's loop over compiled procedures. */
#include <string.h>

#include "bv.h"
#include "leap.h"

static void refresh(struct machine *m)
{
	struct run *run = m->run;
	m->frame = &vec_last(&run->frames);
	m->area[AREA_FRAME] = run->words + m->frame->base;
	m->area[AREA_GLOBAL] = run->globals;
	m->area[AREA_CONSTANT] = run->constants.at;
	m->area[AREA_TEMPORARY] = run->temporaries;
	m->area[AREA_MAP] = run->maps;
}

/* The run is over, in the instruction that is being executed. */
static bool finish(struct machine *m, enum run_end end)
{
	const struct origin *o = &m->frame->code->origins.at[m->i->origin];
	m->run->result.end = end;
	m->run->result.procedure = m->frame->code->procedure;
	m->run->result.block = o->block;
	m->run->result.statement = o->statement;
	return false;
}

static bool finish_limit(struct machine *m, enum run_limit limit)
{
	m->run->result.limit = limit;
	return finish(m, RUN_LIMIT);
}

/* A limit of steps, or time to ask `poll`. */
static bool event(struct machine *m)
{
	struct run *run = m->run;
	const struct run_options *o = &run->options;
	if (o->max_steps && run->result.steps >= o->max_steps)
		return finish_limit(m, RUN_LIMIT_STEPS);
	if (o->hooks.poll && !o->hooks.poll(o->hooks.context))
		return finish(m, RUN_STOPPED);
	run->next_event = run_next_event(run);
	return true;
}

/* After each step but a last one: another step follows, so that a limit that is reached now is one too few. */
static inline bool count_step(struct machine *m)
{
	return ++m->run->result.steps < m->run->next_event || event(m);
}

/* --- arithmetic on one word --- */

static int64_t to_signed(uint64_t a, uint32_t shift)
{
	return (int64_t)(a << shift) >> shift;
}

static uint64_t signed_quotient(uint64_t a, uint64_t b, uint32_t shift)
{
	int64_t x = to_signed(a, shift), y = to_signed(b, shift);
	if (y == 0)
		return x < 0 ? 1 : UINT64_MAX;
	return y == -1 ? 0 - (uint64_t)x : (uint64_t)(x / y);
}

static uint64_t signed_remainder(uint64_t a, uint64_t b, uint32_t shift)
{
	int64_t x = to_signed(a, shift), y = to_signed(b, shift);
	if (y == 0 || y == -1)
		return y ? 0 : a;
	return (uint64_t)(x % y);
}

static uint64_t arithmetic_shift(uint64_t a, uint64_t b, uint32_t shift)
{
	uint64_t most = 63 - shift;
	return (uint64_t)(to_signed(a, shift) >> (b < most ? b : most));
}

/* --- calls --- */

static void pass_arguments(struct machine *m, const struct code *callee, const struct statement *s, size_t caller_base,
			   const operand *operands)
{
	uint64_t *frame = m->area[AREA_FRAME];
	m->area[AREA_FRAME] = m->run->words + caller_base;
	for (uint32_t i = 0; i < s->argument_count; i++) {
		const struct slot *slot = &callee->slots[i];
		if (slot->is_map)
			run_map_set(frame + slot->at, run_map_share(at(m, operands[i])));
		else
			memcpy(frame + slot->at, at(m, operands[i]), slot->words * sizeof *frame);
	}
	m->area[AREA_FRAME] = frame;
}

static bool call(struct machine *m)
{
	struct run *run = m->run;
	const struct instruction *i = m->i;
	const struct statement *s = m->frame->code->origins.at[i->origin].statement;
	const operand *operands = m->frame->code->operands.at + i->imm;
	size_t base = m->frame->base;
	uint64_t calls = i->extra ? hash_mix(m->frame->calls, i->extra) : m->frame->calls;
	m->frame->next = (uint32_t)(i + 1 - m->frame->code->at.at);
	m->frame->call = s;
	enum run_limit limit = run_enter(run, s->callee);
	if (limit != RUN_LIMIT_NONE)
		return finish_limit(m, limit);
	refresh(m);
	m->frame->calls = calls;
	pass_arguments(m, m->frame->code, s, base, operands);
	for (uint32_t j = 0; j < i->a; j++)
		run_map_set(at(m, operands[s->argument_count + s->out_count + j]), NULL);
	if (!run_initialize_frame(run))
		return false;
	if (run->options.hooks.call)
		run->options.hooks.call(run->options.hooks.context, run, s->callee, s);
	m->i = m->frame->code->at.at;
	return true;
}

/* Of itself, in its last statement: that is a loop. */
static bool is_loop_call(const struct machine *m)
{
	const struct instruction *i = m->i;
	const struct code *code = m->frame->code;
	return m->run->leaps && code->origins.at[i->origin].statement->callee == code->procedure &&
	       leap_is_last(code, i);
}

static bool call_and_count(struct machine *m)
{
	bool loop = is_loop_call(m);
	return call(m) && count_step(m) && (!loop || leap_at_head(m, &m->frame->code->call_heat, true));
}

static void take_results(struct machine *m, const struct frame *callee, const struct frame *caller)
{
	const struct statement *s = caller->call;
	const struct instruction *i = &caller->code->at.at[caller->next - 1];
	const operand *outs = caller->code->operands.at + i->imm + s->argument_count;
	uint64_t *frame = m->run->words + callee->base;
	m->area[AREA_FRAME] = m->run->words + caller->base;
	for (uint32_t j = 0; j < s->out_count; j++) {
		const struct slot *slot = &callee->code->slots[s->callee->in_count + j];
		if (slot->is_map) {
			run_map_set(at(m, outs[j]), map_in(frame + slot->at));
			frame[slot->at] = 0;
		} else {
			memcpy(at(m, outs[j]), frame + slot->at, slot->words * sizeof *frame);
		}
	}
}

static bool leave(struct machine *m)
{
	struct run *run = m->run;
	struct frame *caller = run->frames.count > 1 ? m->frame - 1 : NULL;
	if (run->options.hooks.finish)
		run->options.hooks.finish(run->options.hooks.context, run, m->frame->code->procedure,
					  caller ? caller->call : NULL);
	if (!caller) {
		run->result.steps++;
		return finish(m, RUN_RETURNED);
	}
	if (!count_step(m))
		return false;
	take_results(m, m->frame, caller);
	run_leave(run);
	refresh(m);
	m->frame->call = NULL;
	m->i = m->frame->code->at.at + m->frame->next;
	return true;
}

/* --- statements and terminators --- */

static uint64_t exit_status(const struct machine *m)
{
	const struct variable *status = m->run->status;
	return status ? m->run->globals[m->run->global_slots[status->index].at] : 0;
}

static bool blocked(struct machine *m)
{
	const struct statement *s = m->frame->code->origins.at[m->i->origin].statement;
	m->run->result.steps++;
	if (!attribute_find(s->attributes, ATTRIBUTE_EXIT))
		return finish(m, RUN_BLOCKED);
	m->run->result.exit_status = exit_status(m);
	return finish(m, RUN_EXITED);
}

static bool violated(struct machine *m)
{
	m->run->result.steps++;
	return finish(m, RUN_VIOLATED);
}

static bool havoc(struct machine *m)
{
	const struct code *code = m->frame->code;
	const struct statement *s = code->origins.at[m->i->origin].statement;
	enum run_end end = run_havoc(m->run, code->procedure, s, at(m, m->i->dst));
	return end == RUN_RETURNED || finish(m, end);
}

static bool fresh(struct machine *m)
{
	const struct code *code = m->frame->code;
	const struct statement *s = code->origins.at[m->i->origin].statement;
	enum run_end end = run_fresh(m->run, code->procedure, s, at(m, m->i->dst));
	return end == RUN_RETURNED || finish(m, end);
}

static bool go_to(struct machine *m, uint32_t target)
{
	const struct code *code = m->frame->code;
	const struct run_hooks *hooks = &m->run->options.hooks;
	if (hooks->branch)
		hooks->branch(hooks->context, m->run, code->procedure, code->origins.at[m->i->origin].block, target);
	if (!count_step(m))
		return false;
	const struct instruction *from = m->i, *to = code->at.at + code->targets.at[from->imm + target];
	m->i = to;
	return to > from || !m->run->leaps || leap_at_head(m, &m->frame->code->heats[from->imm + target], false);
}

static bool choose(struct machine *m)
{
	struct run *run = m->run;
	const struct run_hooks *hooks = &run->options.hooks;
	const struct code *code = m->frame->code;
	uint32_t count = m->i->a, target = 0;
	if (hooks->choice)
		target = hooks->choice(hooks->context, run, code->procedure, code->origins.at[m->i->origin].block);
	else if (run->options.random)
		target = (uint32_t)(run_random(run) % count);
	return target < count ? go_to(m, target) : finish(m, RUN_REPLAY);
}

static bool end_statement(struct machine *m)
{
	const struct run_hooks *hooks = &m->run->options.hooks;
	if (!hooks->step)
		return true;
	const struct code *code = m->frame->code;
	const struct origin *o = &code->origins.at[m->i->origin];
	return hooks->step(hooks->context, m->run, code->procedure, o->block, o->statement) || finish(m, RUN_STOPPED);
}

static void put_value(struct machine *m)
{
	const struct run_hooks *hooks = &m->run->options.hooks;
	if (hooks->output)
		hooks->output(hooks->host_context, (const struct attribute *)(uintptr_t)m->i->imm, at(m, m->i->a),
			      m->i->width);
}

/* --- the loop --- */

#define DST (*at(m, i->dst))
#define A (*at(m, i->a))
#define B (*at(m, i->b))
#define C (*at(m, i->c))
#define MASK (UINT64_MAX >> i->shift)
#define WIDTH (64u - i->shift)

/* Executes the instruction m->i and moves on; false when the run has ended. */
static inline bool execute(struct machine *m)
{
	const struct instruction *i = m->i;
	switch ((enum code_op)i->op) {
	case CODE_MOVE:
		DST = A;
		break;
	case CODE_NOT:
		DST = ~A & MASK;
		break;
	case CODE_NEG:
		DST = -A & MASK;
		break;
	case CODE_AND:
		DST = A & B;
		break;
	case CODE_OR:
		DST = A | B;
		break;
	case CODE_XOR:
		DST = A ^ B;
		break;
	case CODE_ADD:
		DST = (A + B) & MASK;
		break;
	case CODE_SUB:
		DST = (A - B) & MASK;
		break;
	case CODE_MUL:
		DST = (A * B) & MASK;
		break;
	case CODE_UDIV:
		DST = B ? A / B : MASK;
		break;
	case CODE_UREM:
		DST = B ? A % B : A;
		break;
	case CODE_SDIV:
		DST = signed_quotient(A, B, i->shift) & MASK;
		break;
	case CODE_SREM:
		DST = signed_remainder(A, B, i->shift) & MASK;
		break;
	case CODE_SHL:
		DST = B < WIDTH ? (A << B) & MASK : 0;
		break;
	case CODE_LSHR:
		DST = B < WIDTH ? A >> B : 0;
		break;
	case CODE_ASHR:
		DST = arithmetic_shift(A, B, i->shift) & MASK;
		break;
	case CODE_EQ:
		DST = A == B;
		break;
	case CODE_ULT:
		DST = A < B;
		break;
	case CODE_ULE:
		DST = A <= B;
		break;
	case CODE_SLT:
		DST = to_signed(A, i->shift) < to_signed(B, i->shift);
		break;
	case CODE_SLE:
		DST = to_signed(A, i->shift) <= to_signed(B, i->shift);
		break;
	case CODE_ITE:
		DST = A ? B : C;
		break;
	case CODE_CONCAT:
		DST = A << i->imm | B;
		break;
	case CODE_EXTRACT:
		DST = A >> i->imm & MASK;
		break;
	case CODE_SEXT:
		DST = (uint64_t)to_signed(A, (uint32_t)i->imm) & MASK;
		break;
	case CODE_WIDE_MOVE:
		run_wide_move(m, i->a);
		break;
	case CODE_WIDE_UNARY:
		run_wide_unary(m);
		break;
	case CODE_WIDE_BINARY:
		run_wide_binary(m);
		break;
	case CODE_WIDE_COMPARE:
		DST = run_wide_compare(m);
		break;
	case CODE_WIDE_ITE:
		run_wide_move(m, A ? i->b : i->c);
		break;
	case CODE_CONCAT_PAIR:
		run_concat_pair(m);
		break;
	case CODE_WIDE_CONCAT:
		bv_concat(&DST, &A, (uint32_t)(i->imm >> 32), &B, (uint32_t)i->imm);
		break;
	case CODE_WIDE_EXTRACT:
		bv_extract(&DST, &A, (uint32_t)(i->imm >> 32), (uint32_t)i->imm);
		break;
	case CODE_WIDE_EXTEND:
		bv_extend(&DST, &A, (uint32_t)(i->imm >> 1), i->width, i->imm & 1);
		break;
	case CODE_SELECT:
		run_map_read(m);
		break;
	case CODE_MAP_MOVE:
		run_map_set(&DST, run_map_share(&A));
		break;
	case CODE_MAP_ITE:
		run_map_choose(m);
		break;
	case CODE_MAP_CONST:
		run_map_everywhere(m);
		break;
	case CODE_MAP_STORE:
		run_map_store(m);
		break;
	case CODE_MAP_FILL:
		if (!run_map_fill(m))
			return finish_limit(m, RUN_LIMIT_CELLS);
		break;
	case CODE_MAP_COPY:
		if (!run_map_copy(m))
			return finish_limit(m, RUN_LIMIT_CELLS);
		break;
	case CODE_MAP_DROP:
		run_map_set(&DST, NULL);
		break;
	case CODE_JUMP:
		m->i = m->frame->code->at.at + i->imm;
		return true;
	case CODE_JUMP_IF_NOT:
		m->i = A ? i + 1 : m->frame->code->at.at + i->imm;
		return true;
	case CODE_GOTO:
		return go_to(m, 0);
	case CODE_CHOICE:
		return choose(m);
	case CODE_BRANCH:
		return go_to(m, !A);
	case CODE_RETURN:
		return leave(m);
	case CODE_ASSUME:
		if (!A)
			return blocked(m);
		break;
	case CODE_ASSERT:
		if (!A)
			return violated(m);
		break;
	case CODE_HAVOC:
		if (!havoc(m))
			return false;
		break;
	case CODE_FRESH:
		if (!fresh(m))
			return false;
		break;
	case CODE_CALL:
		return call_and_count(m);
	case CODE_OUTPUT:
		put_value(m);
		break;
	case CODE_END:
		if (!end_statement(m) || (!i->a && !count_step(m)))
			return false;
		break;
	}
	m->i = i + 1;
	return true;
}

bool run_step(struct machine *m)
{
	return execute(m);
}

bool run_give_up(struct machine *m)
{
	return finish_limit(m, RUN_LIMIT_STEPS);
}

void run_loop(struct run *run)
{
	struct machine m = { .run = run };
	refresh(&m);
	m.i = m.frame->code->at.at;
	if (run->options.hooks.call)
		run->options.hooks.call(run->options.hooks.context, run, m.frame->code->procedure, NULL);
	while (execute(&m))
		continue;
}

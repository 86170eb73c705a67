/* The interpreter's loop over compiled procedures. */
#include <string.h>

#include "bv.h"
#include "run_code.h"

/* The areas' beginnings; refreshed whenever one may have moved. */
struct machine {
	struct run *run;
	struct frame *frame;
	const struct instruction *i;
	uint64_t *area[AREA_COUNT];
};

static uint64_t *at(const struct machine *m, operand o)
{
	return m->area[o >> AREA_SHIFT] + (o & AREA_MASK);
}

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

/* --- several words --- */

static void wide_unary(struct machine *m)
{
	uint64_t *r = at(m, m->i->dst);
	const uint64_t *a = at(m, m->i->a);
	if (m->i->imm == OP_BVNOT)
		bv_not(r, a, m->i->width);
	else
		bv_neg(r, a, m->i->width);
}

static void wide_binary(struct machine *m)
{
	uint64_t *r = at(m, m->i->dst);
	const uint64_t *a = at(m, m->i->a), *b = at(m, m->i->b);
	uint32_t width = m->i->width;
	switch (m->i->imm) {
	case OP_BVAND:
		bv_and(r, a, b, width);
		break;
	case OP_BVOR:
		bv_or(r, a, b, width);
		break;
	case OP_BVXOR:
		bv_xor(r, a, b, width);
		break;
	case OP_BVADD:
		bv_add(r, a, b, width);
		break;
	case OP_BVSUB:
		bv_sub(r, a, b, width);
		break;
	case OP_BVMUL:
		bv_mul(r, a, b, width);
		break;
	case OP_BVUDIV:
		bv_udiv(r, a, b, width);
		break;
	case OP_BVUREM:
		bv_urem(r, a, b, width);
		break;
	case OP_BVSDIV:
		bv_sdiv(r, a, b, width);
		break;
	case OP_BVSREM:
		bv_srem(r, a, b, width);
		break;
	case OP_BVSHL:
		bv_shl(r, a, b, width);
		break;
	case OP_BVLSHR:
		bv_lshr(r, a, b, width);
		break;
	case OP_BVASHR:
		bv_ashr(r, a, b, width);
		break;
	}
}

static bool wide_compare(const struct machine *m)
{
	const uint64_t *a = at(m, m->i->a), *b = at(m, m->i->b);
	uint32_t width = m->i->width;
	switch (m->i->imm) {
	case OP_BVULT:
		return bv_ult(a, b, width);
	case OP_BVULE:
		return !bv_ult(b, a, width);
	case OP_BVSLT:
		return bv_slt(a, b, width);
	case OP_BVSLE:
		return !bv_slt(b, a, width);
	}
	return bv_equal(a, b, width);
}

static void move_words(const struct machine *m, operand from)
{
	memmove(at(m, m->i->dst), at(m, from), bv_words(m->i->width) * sizeof(uint64_t));
}

static void concat_pair(const struct machine *m)
{
	uint64_t high = *at(m, m->i->a), low = *at(m, m->i->b), *r = at(m, m->i->dst);
	uint32_t by = (uint32_t)m->i->imm;
	r[0] = by == 64 ? low : high << by | low;
	r[1] = high >> (64 - by);
}

/* --- maps --- */

static struct map_value *map_in(const uint64_t *word)
{
	return (struct map_value *)(uintptr_t)*word;
}

/* The map in a word, made if it is the one that is 0 everywhere. */
static struct map_value *map_made(struct machine *m, uint64_t *word)
{
	if (!*word)
		*word = (uintptr_t)run_map_zero(m->run->program, (sort)m->i->imm);
	return map_in(word);
}

static void map_read_cell(struct machine *m)
{
	struct map_value *map = map_in(at(m, m->i->a));
	uint64_t *r = at(m, m->i->dst);
	if (map)
		map_read_words(map, at(m, m->i->b), r);
	else
		memset(r, 0, m->i->width * sizeof *r);
}

static void map_store(struct machine *m)
{
	uint64_t *word = at(m, m->i->dst);
	struct value v = { .kind = VALUE_MAP, .map = map_made(m, word) };
	map_write_words(&v, at(m, m->i->a), at(m, m->i->b));
	*word = (uintptr_t)v.map;
}

/* The count of a block operation; UINT64_MAX stands for all that need more than a word. */
static uint64_t block_count(const uint64_t *words, uint32_t width)
{
	for (uint32_t i = 1; i < bv_words(width); i++) {
		if (words[i])
			return UINT64_MAX;
	}
	return words[0];
}

static struct value lend_words(const struct machine *m, uint64_t *words)
{
	uint32_t width = sort_width(m->run->program->bank, sort_value(m->run->program->bank, (sort)m->i->imm));
	struct value v = { .kind = width > 64 ? VALUE_WIDE : VALUE_WORD, .width = width };
	if (width > 64)
		v.words = words;
	else
		v.word = *words;
	return v;
}

static bool map_fill_run(struct machine *m)
{
	uint64_t *word = at(m, m->i->dst), count = block_count(at(m, m->i->b), m->i->width);
	struct value v = { .kind = VALUE_MAP, .map = map_made(m, word) }, what = lend_words(m, at(m, m->i->c));
	bool done = map_fill(&v, at(m, m->i->a), m->i->width, count, &what, m->run->options.max_cells);
	*word = (uintptr_t)v.map;
	return done;
}

static bool map_copy_run(struct machine *m)
{
	uint64_t *word = at(m, m->i->dst), count = block_count(at(m, m->i->extra), m->i->width);
	struct value v = { .kind = VALUE_MAP, .map = map_made(m, word) };
	struct map_value *from = map_made(m, at(m, m->i->b));
	bool done = map_copy(&v, at(m, m->i->a), from, at(m, m->i->c), m->i->width, count, m->run->options.max_cells);
	*word = (uintptr_t)v.map;
	return done;
}

static void map_everywhere(struct machine *m)
{
	struct bank *bank = m->run->program->bank;
	sort s = (sort)m->i->imm;
	struct value what = lend_words(m, at(m, m->i->a));
	struct value map = map_constant(sort_width(bank, sort_index(bank, s)), what.width, &what);
	run_map_set(at(m, m->i->dst), map.map);
}

static void map_choose(struct machine *m)
{
	operand from = *at(m, m->i->a) ? m->i->b : m->i->c;
	run_map_set(at(m, m->i->dst), run_map_share(at(m, from)));
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
	m->frame->next = (uint32_t)(i + 1 - m->frame->code->at.at);
	m->frame->call = s;
	enum run_limit limit = run_enter(run, s->callee);
	if (limit != RUN_LIMIT_NONE)
		return finish_limit(m, limit);
	refresh(m);
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
	if (!attribute_find(s->attributes, "exit"))
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
	return run_havoc(m->run, code->procedure, s, at(m, m->i->dst)) || finish(m, RUN_REPLAY);
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
	m->i = code->at.at + code->targets.at[m->i->imm + target];
	return true;
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

static void put_byte(struct machine *m)
{
	const struct run_hooks *hooks = &m->run->options.hooks;
	if (hooks->output)
		hooks->output(hooks->context, (unsigned char)*at(m, m->i->a));
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
		move_words(m, i->a);
		break;
	case CODE_WIDE_UNARY:
		wide_unary(m);
		break;
	case CODE_WIDE_BINARY:
		wide_binary(m);
		break;
	case CODE_WIDE_COMPARE:
		DST = wide_compare(m);
		break;
	case CODE_WIDE_ITE:
		move_words(m, A ? i->b : i->c);
		break;
	case CODE_CONCAT_PAIR:
		concat_pair(m);
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
		map_read_cell(m);
		break;
	case CODE_MAP_MOVE:
		run_map_set(&DST, run_map_share(&A));
		break;
	case CODE_MAP_ITE:
		map_choose(m);
		break;
	case CODE_MAP_CONST:
		map_everywhere(m);
		break;
	case CODE_MAP_STORE:
		map_store(m);
		break;
	case CODE_MAP_FILL:
		if (!map_fill_run(m))
			return finish_limit(m, RUN_LIMIT_CELLS);
		break;
	case CODE_MAP_COPY:
		if (!map_copy_run(m))
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
		return call(m) && count_step(m);
	case CODE_OUTPUT:
		put_byte(m);
		break;
	case CODE_END:
		if (!end_statement(m) || (!i->a && !count_step(m)))
			return false;
		break;
	}
	m->i = i + 1;
	return true;
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

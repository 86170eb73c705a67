/* Compilation of procedures for the interpreter: each statement's expressions, as DAGs, to straight code. */
#include <string.h>

#include "bv.h"
#include "run_code.h"

struct compiler {
	struct run *run;
	struct code *code;
	const struct bank *bank;
	struct table operands_of; /* term -> operand, within a statement */
	VEC(term) stack;
	uint32_t temporaries; /* words in use */
	uint32_t maps;        /* temporaries that hold maps, in use */
	uint32_t origin;
	uint32_t *block_starts;
};

static operand operand_at(enum area area, uint64_t position)
{
	return (uint32_t)area << AREA_SHIFT | (uint32_t)position;
}

static struct instruction *emit(struct compiler *c, enum code_op op)
{
	struct instruction i = { .op = (uint16_t)op, .origin = c->origin };
	vec_push(&c->code->at, i);
	return &vec_last(&c->code->at);
}

static bool is_map(const struct compiler *c, term t)
{
	return sort_kind(c->bank, term_sort(c->bank, t)) == SORT_MAP;
}

static uint32_t words_of(const struct compiler *c, term t)
{
	return is_map(c, t) ? 1 : bv_words(term_width(c->bank, t));
}

static operand variable_operand(const struct compiler *c, const struct variable *v)
{
	if (v->kind == VARIABLE_GLOBAL)
		return operand_at(AREA_GLOBAL, c->run->global_slots[v->index].at);
	return operand_at(AREA_FRAME, c->code->slots[v->index].at);
}

static operand new_temporary(struct compiler *c, uint32_t words)
{
	uint64_t at = c->temporaries;
	if (at + words > AREA_MASK) {
		c->run->too_large = true;
		return operand_at(AREA_TEMPORARY, 0);
	}
	c->temporaries += words;
	if (c->temporaries > c->run->temporary_words)
		c->run->temporary_words = c->temporaries;
	return operand_at(AREA_TEMPORARY, at);
}

static operand constant_operand(struct compiler *c, term t)
{
	struct run *run = c->run;
	uint64_t known = table_get(&run->constant_positions, t, UINT64_MAX);
	if (known != UINT64_MAX)
		return (operand)known;
	uint32_t n = words_of(c, t);
	const uint64_t *words = term_words(c->bank, t);
	if (run->constants.count + n > AREA_MASK)
		run->too_large = true;
	operand at = operand_at(AREA_CONSTANT, run->too_large ? 0 : run->constants.count);
	for (uint32_t i = 0; i < n; i++)
		vec_push(&run->constants, words[i]);
	table_put(&run->constant_positions, t, at);
	return at;
}

static operand argument(const struct compiler *c, term t, uint32_t i)
{
	return (operand)table_get(&c->operands_of, term_arg(c->bank, t, i), 0);
}

/* --- bit-vectors and Bool --- */

static enum code_op narrow_code(enum op op)
{
	switch (op) {
	case OP_NOT:
	case OP_BVNOT:
		return CODE_NOT;
	case OP_BVNEG:
		return CODE_NEG;
	case OP_AND:
	case OP_BVAND:
		return CODE_AND;
	case OP_OR:
	case OP_BVOR:
		return CODE_OR;
	case OP_XOR:
	case OP_BVXOR:
		return CODE_XOR;
	case OP_BVADD:
		return CODE_ADD;
	case OP_BVSUB:
		return CODE_SUB;
	case OP_BVMUL:
		return CODE_MUL;
	case OP_BVUDIV:
		return CODE_UDIV;
	case OP_BVUREM:
		return CODE_UREM;
	case OP_BVSDIV:
		return CODE_SDIV;
	case OP_BVSREM:
		return CODE_SREM;
	case OP_BVSHL:
		return CODE_SHL;
	case OP_BVLSHR:
		return CODE_LSHR;
	case OP_BVASHR:
		return CODE_ASHR;
	case OP_EQ:
		return CODE_EQ;
	case OP_BVULT:
		return CODE_ULT;
	case OP_BVULE:
		return CODE_ULE;
	case OP_BVSLT:
		return CODE_SLT;
	case OP_BVSLE:
		return CODE_SLE;
	case OP_ITE:
		return CODE_ITE;
	case OP_CONCAT:
		return CODE_CONCAT;
	case OP_EXTRACT:
		return CODE_EXTRACT;
	case OP_SIGN_EXTEND:
		return CODE_SEXT;
	case OP_ZERO_EXTEND: /* the words stay as they are */
	case OP_CONSTANT:
	case OP_VARIABLE:
	case OP_SELECT:
	case OP_STORE:
	case OP_CONST_MAP:
	case OP_FILL:
	case OP_COPY:
	case OP_COUNT:
		break;
	}
	return CODE_MOVE;
}

/* Everything in one word. `width`: of the arguments for comparisons, else of the result. */
static void compile_narrow(struct compiler *c, term t, operand dst)
{
	enum op op = term_op(c->bank, t);
	uint32_t n = term_count(c->bank, t), width = term_width(c->bank, t);
	if (op == OP_BVULT || op == OP_BVULE || op == OP_BVSLT || op == OP_BVSLE)
		width = term_width(c->bank, term_arg(c->bank, t, 0));
	struct instruction *i = emit(c, narrow_code(op));
	i->dst = dst;
	i->shift = (uint16_t)(64 - width);
	i->a = argument(c, t, 0);
	i->b = n > 1 ? argument(c, t, 1) : 0;
	i->c = n > 2 ? argument(c, t, 2) : 0;
	if (op == OP_CONCAT)
		i->imm = term_width(c->bank, term_arg(c->bank, t, 1));
	else if (op == OP_EXTRACT)
		i->imm = term_index(c->bank, t, 1);
	else if (op == OP_SIGN_EXTEND)
		i->imm = 64 - term_width(c->bank, term_arg(c->bank, t, 0));
}

static void compile_wide_concat(struct compiler *c, term t, struct instruction *i)
{
	uint32_t high = term_width(c->bank, term_arg(c->bank, t, 0)),
		 low = term_width(c->bank, term_arg(c->bank, t, 1));
	bool is_pair = high <= 64 && low <= 64;
	i->op = is_pair ? CODE_CONCAT_PAIR : CODE_WIDE_CONCAT;
	i->imm = is_pair ? low : (uint64_t)high << 32 | low;
}

static void compile_wide(struct compiler *c, term t, operand dst)
{
	enum op op = term_op(c->bank, t);
	term first = term_arg(c->bank, t, 0);
	uint32_t n = term_count(c->bank, t);
	struct instruction *i = emit(c, CODE_WIDE_BINARY);
	i->dst = dst;
	i->a = argument(c, t, 0);
	i->b = n > 1 ? argument(c, t, 1) : 0;
	i->c = n > 2 ? argument(c, t, 2) : 0;
	i->width = term_width(c->bank, t);
	i->imm = op;
	if (op == OP_EQ || op == OP_BVULT || op == OP_BVULE || op == OP_BVSLT || op == OP_BVSLE) {
		i->op = CODE_WIDE_COMPARE;
		i->width = term_width(c->bank, first);
	} else if (op == OP_BVNOT || op == OP_BVNEG) {
		i->op = CODE_WIDE_UNARY;
	} else if (op == OP_ITE) {
		i->op = CODE_WIDE_ITE;
	} else if (op == OP_CONCAT) {
		compile_wide_concat(c, t, i);
	} else if (op == OP_EXTRACT) {
		i->op = CODE_WIDE_EXTRACT;
		i->imm = (uint64_t)term_index(c->bank, t, 0) << 32 | term_index(c->bank, t, 1);
	} else if (op == OP_ZERO_EXTEND || op == OP_SIGN_EXTEND) {
		i->op = CODE_WIDE_EXTEND;
		i->imm = (uint64_t)term_width(c->bank, first) << 1 | (op == OP_SIGN_EXTEND);
	}
}

static void compile_select(struct compiler *c, term t, operand dst)
{
	struct instruction *i = emit(c, CODE_SELECT);
	i->dst = dst;
	i->a = argument(c, t, 0);
	i->b = argument(c, t, 1);
	i->width = words_of(c, t);
}

static void compile_scalar(struct compiler *c, term t, operand dst)
{
	bool wide = words_of(c, t) > 1;
	if (term_op(c->bank, t) == OP_SELECT) {
		compile_select(c, t, dst);
		return;
	}
	for (uint32_t i = 0; i < term_count(c->bank, t); i++)
		wide = wide || words_of(c, term_arg(c->bank, t, i)) > 1;
	if (wide)
		compile_wide(c, t, dst);
	else
		compile_narrow(c, t, dst);
}

/* --- maps --- */

static operand map_temporary(struct compiler *c)
{
	if (c->maps == AREA_MASK) {
		c->run->too_large = true;
		c->maps = 0;
	}
	operand at = operand_at(AREA_MAP, c->maps++);
	if (c->maps > c->run->map_count)
		c->run->map_count = c->maps;
	return at;
}

static void drop_maps(struct compiler *c)
{
	for (uint32_t i = 0; i < c->maps; i++)
		emit(c, CODE_MAP_DROP)->dst = operand_at(AREA_MAP, i);
	c->maps = 0;
}

static void emit_map_move(struct compiler *c, operand dst, operand a)
{
	struct instruction *i = emit(c, CODE_MAP_MOVE);
	i->dst = dst;
	i->a = a;
}

/* The write of a STORE, FILL or COPY to the map in dst. */
static void emit_map_write(struct compiler *c, term t, operand dst, operand from)
{
	enum op op = term_op(c->bank, t);
	struct instruction *i = emit(c, op == OP_STORE  ? CODE_MAP_STORE
					: op == OP_FILL ? CODE_MAP_FILL
							: CODE_MAP_COPY);
	i->dst = dst;
	i->imm = term_sort(c->bank, t);
	i->a = argument(c, t, 1);
	i->b = op == OP_COPY ? from : argument(c, t, 2);
	if (op == OP_FILL) {
		i->c = argument(c, t, 3);
		i->width = term_width(c->bank, term_arg(c->bank, t, 2));
	} else if (op == OP_COPY) {
		i->c = argument(c, t, 3);
		i->extra = argument(c, t, 4);
		i->width = term_width(c->bank, term_arg(c->bank, t, 4));
	}
}

/* A map as an intermediate result, in a temporary. */
static operand compile_map(struct compiler *c, term t)
{
	enum op op = term_op(c->bank, t);
	operand dst = map_temporary(c);
	if (op == OP_ITE || op == OP_CONST_MAP) {
		struct instruction *i = emit(c, op == OP_ITE ? CODE_MAP_ITE : CODE_MAP_CONST);
		i->dst = dst;
		i->a = argument(c, t, 0);
		i->b = op == OP_ITE ? argument(c, t, 1) : 0;
		i->c = op == OP_ITE ? argument(c, t, 2) : 0;
		i->imm = term_sort(c->bank, t);
		return dst;
	}
	emit_map_move(c, dst, argument(c, t, 0));
	emit_map_write(c, t, dst, op == OP_COPY ? argument(c, t, 2) : 0);
	return dst;
}

/* --- DAGs --- */

static bool is_leaf_compiled(struct compiler *c, term t)
{
	enum op op = term_op(c->bank, t);
	if (op == OP_CONSTANT) {
		table_put(&c->operands_of, t, constant_operand(c, t));
		return true;
	}
	if (op != OP_VARIABLE)
		return false;
	table_put(&c->operands_of, t, variable_operand(c, program_variable_of(c->run->program, t)));
	return true;
}

static bool push_missing(struct compiler *c, term t)
{
	size_t before = c->stack.count;
	for (uint32_t i = 0; i < term_count(c->bank, t); i++) {
		term a = term_arg(c->bank, t, i);
		if (!table_has(&c->operands_of, a) && !is_leaf_compiled(c, a))
			vec_push(&c->stack, a);
	}
	return c->stack.count > before;
}

static void compile_node(struct compiler *c, term t)
{
	operand at;
	if (is_map(c, t)) {
		at = compile_map(c, t);
	} else if (term_op(c->bank, t) == OP_ZERO_EXTEND && words_of(c, t) == 1) {
		at = argument(c, t, 0);
	} else {
		at = new_temporary(c, words_of(c, t));
		compile_scalar(c, t, at);
	}
	table_put(&c->operands_of, t, at);
}

/* The place of t's value; what it needs is computed before. */
static operand compile_term(struct compiler *c, term t)
{
	if (!table_has(&c->operands_of, t) && !is_leaf_compiled(c, t)) {
		vec_push(&c->stack, t);
		while (c->stack.count) {
			term top = vec_last(&c->stack);
			if (!table_has(&c->operands_of, top)) {
				if (push_missing(c, top))
					continue;
				compile_node(c, top);
			}
			c->stack.count--;
		}
	}
	return (operand)table_get(&c->operands_of, t, 0);
}

static void compile_arguments(struct compiler *c, term t, uint32_t from)
{
	for (uint32_t i = from; i < term_count(c->bank, t); i++)
		compile_term(c, term_arg(c->bank, t, i));
}

/* --- statements --- */

static void emit_move(struct compiler *c, operand dst, operand a, uint32_t words)
{
	struct instruction *i = emit(c, words > 1 ? CODE_WIDE_MOVE : CODE_MOVE);
	i->dst = dst;
	i->a = a;
	i->width = 64 * words;
}

/* The last operation writes the variable itself. That is also an operand only where both have one width, and
 * then every instruction allows it. */
static void compile_assign_scalar(struct compiler *c, const struct variable *target, term t)
{
	operand dst = variable_operand(c, target);
	uint32_t words = words_of(c, t);
	if (term_count(c->bank, t) == 0 || (term_op(c->bank, t) == OP_ZERO_EXTEND && words == 1)) {
		emit_move(c, dst, compile_term(c, t), words);
		return;
	}
	compile_arguments(c, t, 0);
	compile_scalar(c, t, dst);
}

/* M := write(write(M, ...), ...): the chain of writes from M itself outwards. Everything that they need is
 * computed first, from the old M; then M is changed in place. False: t is not such a chain. */
static bool compile_in_place(struct compiler *c, const struct variable *target, term t)
{
	VEC(term) chain = { 0 };
	while (term_op(c->bank, t) == OP_STORE || term_op(c->bank, t) == OP_FILL || term_op(c->bank, t) == OP_COPY) {
		vec_push(&chain, t);
		t = term_arg(c->bank, t, 0);
	}
	bool in_place = t == target->term;
	operand dst = variable_operand(c, target);
	for (size_t i = chain.count; in_place && i-- > 0;) {
		compile_arguments(c, chain.at[i], 1);
		/* A copy from the old M after M has changed reads from a reference taken before. */
		if (term_op(c->bank, chain.at[i]) == OP_COPY && argument(c, chain.at[i], 2) == dst &&
		    i + 1 < chain.count) {
			operand old = map_temporary(c);
			emit_map_move(c, old, dst);
			table_put(&c->operands_of, target->term, old);
		}
	}
	for (size_t i = chain.count; in_place && i-- > 0;) {
		bool copies = term_op(c->bank, chain.at[i]) == OP_COPY;
		emit_map_write(c, chain.at[i], dst, copies ? argument(c, chain.at[i], 2) : 0);
	}
	vec_free(&chain);
	return in_place;
}

/* M := ite(c, M', M''): one of the two is done. */
static void compile_assign_map(struct compiler *c, const struct variable *target, term t, uint32_t depth)
{
	enum { MAX_DEPTH = 32 };
	if (term_op(c->bank, t) == OP_ITE && depth < MAX_DEPTH) {
		operand condition = compile_term(c, term_arg(c->bank, t, 0));
		emit(c, CODE_JUMP_IF_NOT)->a = condition;
		size_t jump_if_not = c->code->at.count - 1;
		/* What one branch computes is not there in the other. */
		struct table before = c->operands_of;
		c->operands_of = (struct table){ 0 };
		compile_assign_map(c, target, term_arg(c->bank, t, 1), depth + 1);
		emit(c, CODE_JUMP);
		size_t jump = c->code->at.count - 1;
		table_free(&c->operands_of);
		c->code->at.at[jump_if_not].imm = c->code->at.count;
		compile_assign_map(c, target, term_arg(c->bank, t, 2), depth + 1);
		table_free(&c->operands_of);
		c->code->at.at[jump].imm = c->code->at.count;
		c->operands_of = before;
		return;
	}
	if (t != target->term && !compile_in_place(c, target, t))
		emit_map_move(c, variable_operand(c, target), compile_term(c, t));
}

static void compile_assign(struct compiler *c, const struct statement *s)
{
	if (is_map(c, s->term))
		compile_assign_map(c, s->target, s->term, 0);
	else
		compile_assign_scalar(c, s->target, s->term);
	const struct attribute *output = attribute_find(s->attributes, ATTRIBUTE_OUTPUT);
	if (output && !is_map(c, s->term)) {
		struct instruction *i = emit(c, CODE_OUTPUT);
		i->a = variable_operand(c, s->target);
		i->imm = (uintptr_t)output;
		i->width = sort_width(c->bank, s->target->sort);
	}
}

static void compile_call(struct compiler *c, const struct statement *s)
{
	VEC(operand) operands_of = { 0 };
	for (uint32_t i = 0; i < s->argument_count; i++)
		vec_push(&operands_of, compile_term(c, s->arguments[i]));
	struct instruction *call = emit(c, CODE_CALL);
	call->imm = c->code->operands.count;
	call->a = c->maps;
	call->extra = (uint32_t)attribute_get_number(s->attributes, ATTRIBUTE_CALL, 0);
	for (uint32_t i = 0; i < s->argument_count; i++)
		vec_push(&c->code->operands, operands_of.at[i]);
	for (uint32_t i = 0; i < s->out_count; i++)
		vec_push(&c->code->operands, variable_operand(c, s->outs[i]));
	for (; c->maps; c->maps--)
		vec_push(&c->code->operands, operand_at(AREA_MAP, c->maps - 1));
	vec_free(&operands_of);
}

static void compile_check(struct compiler *c, const struct statement *s, enum code_op op)
{
	operand a = compile_term(c, s->term);
	emit(c, op)->a = a;
}

static void forget_operands(struct compiler *c)
{
	if (c->operands_of.capacity > 4096)
		table_free(&c->operands_of);
	else
		table_clear(&c->operands_of);
	c->temporaries = 0;
}

static void compile_statement(struct compiler *c, const struct statement *s)
{
	switch (s->kind) {
	case STATEMENT_ASSUME:
		compile_check(c, s, CODE_ASSUME);
		break;
	case STATEMENT_ASSERT:
		compile_check(c, s, CODE_ASSERT);
		break;
	case STATEMENT_ASSIGN:
		compile_assign(c, s);
		break;
	case STATEMENT_HAVOC:
	case STATEMENT_FRESH: {
		operand dst = variable_operand(c, s->target);
		emit(c, s->kind == STATEMENT_HAVOC ? CODE_HAVOC : CODE_FRESH)->dst = dst;
		break;
	}
	case STATEMENT_CALL:
		compile_call(c, s);
		break;
	}
	drop_maps(c);
	forget_operands(c);
	emit(c, CODE_END)->a = s->kind == STATEMENT_CALL;
}

static void compile_terminator(struct compiler *c, const struct terminator *t)
{
	operand a = t->kind == TERMINATOR_BRANCH ? compile_term(c, t->term) : 0;
	drop_maps(c);
	if (t->kind == TERMINATOR_RETURN) {
		emit(c, CODE_RETURN);
	} else {
		bool one = t->kind == TERMINATOR_GOTO && t->target_count == 1;
		struct instruction *i = emit(c, t->kind == TERMINATOR_BRANCH ? CODE_BRANCH
						: one                        ? CODE_GOTO
									     : CODE_CHOICE);
		i->a = t->kind == TERMINATOR_BRANCH ? a : t->target_count;
		i->imm = c->code->targets.count;
		for (uint32_t j = 0; j < t->target_count; j++)
			vec_push(&c->code->targets, t->targets[j]->index);
	}
	forget_operands(c);
}

static void begin(struct compiler *c, const struct block *b, const struct statement *s)
{
	struct origin o = { b, s };
	c->origin = (uint32_t)c->code->origins.count;
	vec_push(&c->code->origins, o);
}

static void compile_block(struct compiler *c, const struct block *b)
{
	c->block_starts[b->index] = (uint32_t)c->code->at.count;
	for (uint32_t i = 0; i < b->statement_count; i++) {
		begin(c, b, &b->statements[i]);
		compile_statement(c, &b->statements[i]);
	}
	begin(c, b, NULL);
	compile_terminator(c, &b->terminator);
}

struct code *run_compile(struct run *run, const struct procedure *procedure)
{
	struct code *code = memory_alloc(sizeof *code);
	code->procedure = procedure;
	code->slots = memory_alloc((procedure->variable_count + 1) * sizeof *code->slots);
	code->frame_words = run_assign_slots(run, procedure->variables, procedure->variable_count, code->slots);
	for (uint32_t i = 0; i < procedure->variable_count; i++)
		code->has_maps = code->has_maps || code->slots[i].is_map;
	vec_push(&code->operands, 0); /* never empty: calls without operands point into it too */
	struct compiler c = { .run = run, .code = code, .bank = run->program->bank };
	c.block_starts = memory_alloc(procedure->block_count * sizeof *c.block_starts);
	for (uint32_t i = 0; i < procedure->block_count; i++)
		compile_block(&c, procedure->blocks[i]);
	for (size_t i = 0; i < code->targets.count; i++)
		code->targets.at[i] = c.block_starts[code->targets.at[i]];
	code->heats = memory_alloc((code->targets.count + 1) * sizeof *code->heats);
	memory_free(c.block_starts);
	table_free(&c.operands_of);
	vec_free(&c.stack);
	return code;
}

void run_code_free(struct code *code)
{
	if (!code)
		return;
	vec_free(&code->at);
	vec_free(&code->origins);
	vec_free(&code->targets);
	vec_free(&code->operands);
	memory_free(code->slots);
	memory_free(code->heats);
	memory_free(code);
}

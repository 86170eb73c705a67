/* Boolector 3.2 through its C API, incrementally.
 *
 * Bool is a bit-vector of one bit there, so assumptions may be any terms, and maps to Bool need no encoding.
 *
 * The SAT solver of Debian's Boolector (MiniSat) never asks the termination callback while it searches. So the search goes in slices
 * of a limited number of conflicts, about a tenth of a second each; what was learned stays from one to the next.
 * That takes the incremental mode, in which Boolector may eliminate no variable. Where one query follows and others end the process
 * (solver_options.one_shot, killable) neither is needed: the assumptions are asserted, and the search is one.
 *
 * On a wrong call Boolector ends the process unless there is an abort callback, which must not return. Ours
 * jumps back to the entry of this file that made the call. The callback is one for the whole process (it is a global of
 * Boolector's); where it jumps to is known for each thread. */
#include "backend.h"

#ifdef PLUMB_HAVE_BOOLECTOR
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <boolector/boolector.h>

enum { FIRST_SLICE = 1000, LARGEST_SLICE = 1 << 24 };

/* The cells of a map leaf in the current model. */
struct cells {
	term map;
	char **indices, **values;
	uint32_t count;
	struct table positions; /* hash of the index -> position in indices */
};

struct boolector {
	struct solver *solver;
	struct bank *bank;
	Btor *btor;
	TABLE(term, BoolectorNode *) nodes; /* term -> BoolectorNode */
	VEC(term) stack;
	VEC(struct cells) cells;
	bool once;  /* not incremental: for one check, whose assumptions are facts */
	bool asked; /* that check was made */
	double deadline;
	size_t resident; /* pages of the process when the solver began */
	bool too_large;
	int32_t slice; /* conflicts */
};

/* --- errors --- */

struct guard {
	jmp_buf target;
	struct solver *solver;
	struct guard *outer;
};

static _Thread_local struct guard *current_guard;

/* Jumps only from within Boolector's C code, called by this file between guard entry and exit. */
static void on_abort(const char *message)
{
	struct guard *guard = current_guard;
	if (!guard)
		abort(); /* every call here is guarded: this one came from elsewhere in the process, and must not go on */
	size_t length = strcspn(message, "\n");
	if (guard->solver) {
		solver_explain(guard->solver, "Boolector: %.*s", (int)length, message);
		guard->solver->broken = true;
		guard->solver->out_of_memory = strstr(message, "memory") != NULL;
	}
	current_guard = guard->outer;
	longjmp(guard->target, 1);
}

static void set_abort_once(void)
{
	boolector_set_abort(on_abort);
}

static void set_abort(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, set_abort_once);
}

/* Runs f(context) so that an abort of Boolector's ends it with false. */
static bool guarded(struct solver *s, void (*f)(void *), void *context)
{
	struct guard guard = { .solver = s, .outer = current_guard };
	if (setjmp(guard.target))
		return false;
	current_guard = &guard;
	f(context);
	current_guard = guard.outer;
	return true;
}

/* --- limits --- */

static size_t resident_pages(void)
{
	unsigned long size, resident = 0;
	FILE *statm = fopen("/proc/self/statm", "re");
	if (!statm)
		return 0;
	if (fscanf(statm, "%lu %lu", &size, &resident) != 2)
		resident = 0;
	fclose(statm);
	return resident;
}

static bool memory_exceeded(struct boolector *b)
{
	uint64_t limit = (uint64_t)b->solver->options.memory_mb << 20;
	size_t now = limit ? resident_pages() : 0;
	if (now <= b->resident || (uint64_t)(now - b->resident) * (uint64_t)sysconf(_SC_PAGESIZE) <= limit)
		return false;
	b->solver->out_of_memory = true;
	solver_explain(b->solver, "Boolector needs more than %u MB of memory", b->solver->options.memory_mb);
	b->too_large = true;
	return true;
}

static int32_t must_stop(void *context)
{
	struct boolector *b = context;
	return solver_expired(b->solver, b->deadline) || memory_exceeded(b);
}

/* --- terms --- */

static BoolectorNode *node_of(const struct boolector *b, term t)
{
	return table_get(&b->nodes, t, NULL);
}

static BoolectorNode *constant(struct boolector *b, uint32_t width, const uint64_t *words)
{
	char *digits = memory_alloc(width + 1);
	for (uint32_t i = 0; i < width; i++)
		digits[width - 1 - i] = words[i / 64] >> (i % 64) & 1 ? '1' : '0';
	BoolectorNode *node = boolector_const(b->btor, digits);
	memory_free(digits);
	return node;
}

static BoolectorNode *leaf(struct boolector *b, term t)
{
	if (sort_kind(b->bank, term_sort(b->bank, t)) != SORT_MAP) {
		BoolectorSort bits = boolector_bitvec_sort(b->btor, term_width(b->bank, t));
		BoolectorNode *node = boolector_var(b->btor, bits, NULL);
		boolector_release_sort(b->btor, bits);
		return node;
	}
	BoolectorSort index = boolector_bitvec_sort(b->btor, solver_index_width(b->bank, t));
	BoolectorSort value = boolector_bitvec_sort(b->btor, solver_cell_width(b->bank, t));
	BoolectorSort array = boolector_array_sort(b->btor, index, value);
	BoolectorNode *node = boolector_array(b->btor, array, NULL);
	boolector_release_sort(b->btor, array);
	boolector_release_sort(b->btor, value);
	boolector_release_sort(b->btor, index);
	return node;
}

static BoolectorNode *application(struct boolector *b, term t, BoolectorNode *const a[3])
{
	Btor *btor = b->btor;
	switch (term_op(b->bank, t)) {
	case OP_CONSTANT:
		return constant(b, term_width(b->bank, t), term_words(b->bank, t));
	case OP_VARIABLE:
		return leaf(b, t);
	case OP_ITE:
		return boolector_cond(btor, a[0], a[1], a[2]);
	case OP_EQ:
		return boolector_eq(btor, a[0], a[1]);
	case OP_NOT:
	case OP_BVNOT:
		return boolector_not(btor, a[0]);
	case OP_AND:
	case OP_BVAND:
		return boolector_and(btor, a[0], a[1]);
	case OP_OR:
	case OP_BVOR:
		return boolector_or(btor, a[0], a[1]);
	case OP_XOR:
	case OP_BVXOR:
		return boolector_xor(btor, a[0], a[1]);
	case OP_BVNEG:
		return boolector_neg(btor, a[0]);
	case OP_BVADD:
		return boolector_add(btor, a[0], a[1]);
	case OP_BVSUB:
		return boolector_sub(btor, a[0], a[1]);
	case OP_BVMUL:
		return boolector_mul(btor, a[0], a[1]);
	case OP_BVUDIV:
		return boolector_udiv(btor, a[0], a[1]);
	case OP_BVUREM:
		return boolector_urem(btor, a[0], a[1]);
	case OP_BVSDIV:
		return boolector_sdiv(btor, a[0], a[1]);
	case OP_BVSREM:
		return boolector_srem(btor, a[0], a[1]);
	case OP_BVSHL:
		return boolector_sll(btor, a[0], a[1]);
	case OP_BVLSHR:
		return boolector_srl(btor, a[0], a[1]);
	case OP_BVASHR:
		return boolector_sra(btor, a[0], a[1]);
	case OP_CONCAT:
		return boolector_concat(btor, a[0], a[1]);
	case OP_EXTRACT:
		return boolector_slice(btor, a[0], term_index(b->bank, t, 0), term_index(b->bank, t, 1));
	case OP_ZERO_EXTEND:
		return boolector_uext(btor, a[0],
				      term_width(b->bank, t) - term_width(b->bank, term_arg(b->bank, t, 0)));
	case OP_SIGN_EXTEND:
		return boolector_sext(btor, a[0],
				      term_width(b->bank, t) - term_width(b->bank, term_arg(b->bank, t, 0)));
	case OP_BVULT:
		return boolector_ult(btor, a[0], a[1]);
	case OP_BVULE:
		return boolector_ulte(btor, a[0], a[1]);
	case OP_BVSLT:
		return boolector_slt(btor, a[0], a[1]);
	case OP_BVSLE:
		return boolector_slte(btor, a[0], a[1]);
	case OP_SELECT:
		return boolector_read(btor, a[0], a[1]);
	case OP_STORE:
		return boolector_write(btor, a[0], a[1], a[2]);
	case OP_CONST_MAP:
	case OP_FILL:
	case OP_COPY:
	case OP_COUNT:
		break; /* lowered */
	}
	return NULL;
}

/* False after pushing arguments that are not translated yet. */
static bool try_translate(struct boolector *b, term t)
{
	BoolectorNode *args[3] = { 0 };
	size_t before = b->stack.count;
	for (uint32_t i = term_count(b->bank, t); i-- > 0;) {
		term arg = term_arg(b->bank, t, i);
		args[i] = node_of(b, arg);
		if (!args[i])
			vec_push(&b->stack, arg);
	}
	if (b->stack.count > before)
		return false;
	table_put(&b->nodes, t, application(b, t, args));
	return true;
}

/* False when the time is up. */
static bool translate(struct boolector *b, term root)
{
	uint32_t done = 0;
	b->stack.count = 0;
	vec_push(&b->stack, root);
	while (b->stack.count) {
		term t = vec_last(&b->stack);
		if (table_has(&b->nodes, t) || try_translate(b, t))
			(void)vec_pop(&b->stack);
		if (++done % 4096 == 0 && must_stop(b))
			return false;
	}
	return true;
}

/* --- life --- */

static void release_cells(struct boolector *b)
{
	for (size_t i = 0; i < b->cells.count; i++) {
		struct cells *c = &b->cells.at[i];
		boolector_free_array_assignment(b->btor, c->indices, c->values, c->count);
		table_free(&c->positions);
	}
	b->cells.count = 0;
}

static void start_guarded(void *context)
{
	struct boolector *b = context;
	b->btor = boolector_new();
	boolector_set_opt(b->btor, BTOR_OPT_INCREMENTAL, !b->once);
	boolector_set_opt(b->btor, BTOR_OPT_MODEL_GEN, 1);
	/* Its tests of itself, which Debian's build has: each answer is worked out again, without a look at limits. */
	boolector_set_opt(b->btor, BTOR_OPT_CHK_FAILED_ASSUMPTIONS, 0);
	boolector_set_opt(b->btor, BTOR_OPT_CHK_MODEL, 0);
	boolector_set_opt(b->btor, BTOR_OPT_CHK_UNCONSTRAINED, 0);
	if (b->solver->options.seed)
		boolector_set_opt(b->btor, BTOR_OPT_SEED, b->solver->options.seed);
	boolector_set_term(b->btor, must_stop, b);
}

static bool start_boolector(struct solver *s, struct diagnostics *diags)
{
	struct boolector *b = memory_alloc(sizeof *b);
	s->state = b;
	b->solver = s;
	b->bank = s->bank;
	b->resident = resident_pages();
	b->slice = FIRST_SLICE;
	b->once = s->options.one_shot && s->options.killable;
	set_abort();
	if (guarded(s, start_guarded, b))
		return true;
	diagnose(diags, DIAG_SYSTEM, (struct location){ 0 }, "can't start Boolector: %s", s->reason);
	return false;
}

static void stop_guarded(void *context)
{
	struct boolector *b = context;
	release_cells(b);
	boolector_release_all(b->btor);
	boolector_delete(b->btor);
}

static void stop_boolector(struct solver *s)
{
	struct boolector *b = s->state;
	if (b->btor)
		guarded(s, stop_guarded, b);
	table_free(&b->nodes);
	vec_free(&b->stack);
	vec_free(&b->cells);
	memory_free(b);
}

/* --- checks --- */

static bool send(struct boolector *b)
{
	struct solver *s = b->solver;
	for (; s->sent < s->facts.count; s->sent++) {
		if (!translate(b, s->facts.at[s->sent]))
			return false;
		boolector_assert(b->btor, node_of(b, s->facts.at[s->sent]));
	}
	for (size_t i = 0; i < s->assumed.count; i++) {
		if (!translate(b, s->assumed.at[i]))
			return false;
	}
	return true;
}

/* One slice; adapts the length of the next to what this one took. Assumptions last for one call. */
static int32_t search(struct boolector *b)
{
	double begin = clock_now();
	for (size_t i = 0; i < b->solver->assumed.count; i++)
		boolector_assume(b->btor, node_of(b, b->solver->assumed.at[i]));
	int32_t answer = boolector_limited_sat(b->btor, -1, b->slice);
	double seconds = clock_now() - begin;
	if (seconds < 0.05 && b->slice < LARGEST_SLICE)
		b->slice *= 2;
	else if (seconds > 0.2 && b->slice > FIRST_SLICE)
		b->slice /= 2;
	return answer;
}

static int32_t search_once(struct boolector *b)
{
	b->asked = true;
	for (size_t i = 0; i < b->solver->assumed.count; i++)
		boolector_assert(b->btor, node_of(b, b->solver->assumed.at[i]));
	return boolector_sat(b->btor);
}

/* After the one check another one comes: everything is asserted anew, incrementally. */
static void start_again(struct boolector *b)
{
	boolector_release_all(b->btor);
	boolector_delete(b->btor);
	table_free(&b->nodes);
	b->solver->sent = 0;
	b->solver->statistics.rebuilds++;
	b->once = false;
	start_guarded(b);
}

static enum reply solve(struct boolector *b)
{
	b->too_large = false;
	if (b->once && b->asked)
		start_again(b);
	if (!send(b))
		return REPLY_UNKNOWN;
	for (;;) {
		int32_t answer = b->once ? search_once(b) : search(b);
		if (answer == BTOR_RESULT_SAT)
			return REPLY_SAT;
		if (answer == BTOR_RESULT_UNSAT)
			return REPLY_UNSAT;
		if (must_stop(b) || b->too_large)
			return REPLY_UNKNOWN;
	}
}

struct request {
	struct boolector *b;
	enum reply reply;
	bool *failed;
	const char *bits;
	term t;
	struct cells *cells;
};

static void check_guarded(void *context)
{
	struct request *r = context;
	release_cells(r->b);
	r->reply = solve(r->b);
}

static enum reply check_boolector(struct solver *s, double deadline)
{
	struct boolector *b = s->state;
	struct request r = { .b = b };
	b->deadline = deadline;
	return guarded(s, check_guarded, &r) ? r.reply : REPLY_ERROR;
}

static void core_guarded(void *context)
{
	struct request *r = context;
	const struct solver *s = r->b->solver;
	for (size_t i = 0; i < s->assumed.count; i++)
		r->failed[i] = r->b->once || boolector_failed(r->b->btor, node_of(r->b, s->assumed.at[i]));
}

static void core_boolector(struct solver *s, bool *failed)
{
	struct request r = { .b = s->state, .failed = failed };
	if (!guarded(s, core_guarded, &r))
		memset(failed, true, s->assumed.count);
}

/* --- models --- */

static void leaf_guarded(void *context)
{
	struct request *r = context;
	r->bits = boolector_bv_assignment(r->b->btor, node_of(r->b, r->t));
}

static bool leaf_boolector(struct solver *s, term t, struct value *out)
{
	struct boolector *b = s->state;
	struct request r = { .b = b, .t = t };
	if (!guarded(s, leaf_guarded, &r))
		return false;
	*out = solver_binary_value(term_width(s->bank, t), r.bits);
	boolector_free_bv_assignment(b->btor, r.bits);
	return true;
}

static void cells_guarded(void *context)
{
	struct request *r = context;
	struct cells *c = r->cells;
	boolector_array_assignment(r->b->btor, node_of(r->b, r->t), &c->indices, &c->values, &c->count);
}

/* NULL when Boolector fails. */
static struct cells *cells_of(struct boolector *b, term map)
{
	for (size_t i = 0; i < b->cells.count; i++) {
		if (b->cells.at[i].map == map)
			return &b->cells.at[i];
	}
	struct cells c = { .map = map };
	struct request r = { .b = b, .t = map, .cells = &c };
	if (!guarded(b->solver, cells_guarded, &r))
		return NULL;
	for (uint32_t i = 0; i < c.count; i++)
		table_put(&c.positions, hash_bytes(c.indices[i], strlen(c.indices[i])) >> 1, i);
	vec_push(&b->cells, c);
	return &vec_last(&b->cells);
}

static const char *find_cell(const struct cells *c, const char *index)
{
	size_t at = table_get(&c->positions, hash_bytes(index, strlen(index)) >> 1, UINT64_MAX);
	if (at == UINT64_MAX)
		return "";
	if (!strcmp(c->indices[at], index))
		return c->values[at];
	for (uint32_t i = 0; i < c->count; i++) {
		if (!strcmp(c->indices[i], index))
			return c->values[i];
	}
	return "";
}

static bool cell_boolector(struct solver *s, term map, const uint64_t *index, struct value *out)
{
	struct boolector *b = s->state;
	const struct cells *c = cells_of(b, map);
	if (!c)
		return false;
	uint32_t width = solver_index_width(s->bank, map);
	char *digits = memory_alloc(width + 1);
	for (uint32_t i = 0; i < width; i++)
		digits[width - 1 - i] = index[i / 64] >> (i % 64) & 1 ? '1' : '0';
	*out = solver_binary_value(solver_cell_width(s->bank, map), find_cell(c, digits));
	memory_free(digits);
	return true;
}

struct version_request {
	char *buffer;
	size_t size;
};

static void version_guarded(void *context)
{
	struct version_request *r = context;
	Btor *btor = boolector_new();
	snprintf(r->buffer, r->size, "%s", boolector_version(btor));
	boolector_delete(btor);
}

static void version_boolector(char *buffer, size_t size)
{
	struct version_request r = { buffer, size };
	set_abort();
	guarded(NULL, version_guarded, &r);
}

const struct solver_backend solver_boolector = {
	.start = start_boolector,
	.check = check_boolector,
	.core = core_boolector,
	.leaf = leaf_boolector,
	.cell = cell_boolector,
	.stop = stop_boolector,
	.version = version_boolector,
};
#else
const struct solver_backend solver_boolector = { 0 };
#endif

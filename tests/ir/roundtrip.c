/* Random programs: what is written is read as the same program, and written again byte for byte; copies are
 * the same; gzip too. */
#include <stdlib.h>
#include <unistd.h>

#include "eval.h"
#include "random_program.h"
#include "read.h"
#include "tap.h"
#include "validate.h"
#include "write.h"

enum { SHALLOW = 1000, DEEP = 100 };

static struct diagnostics diags;
static unsigned different; /* copies that are not written alike */

static char *written(const struct program *p)
{
	struct output *out = output_memory();
	size_t length;
	program_write(p, out);
	const char *text = output_text(out, &length);
	char *copy = memory_copy_string(text, length);
	output_close(out, &diags);
	return copy;
}

static struct program *read_back(const char *text)
{
	return program_read_text("text", text, strlen(text), &diags);
}

static bool no_faults(void)
{
	bool none = !diags.list.count;
	for (size_t i = 0; i < diags.list.count; i++)
		tap_diag("%u:%u: %s", diags.list.at[i].location.line, diags.list.at[i].location.column,
			 diags.list.at[i].text);
	diagnostics_release(&diags);
	diagnostics_init(&diags);
	return none;
}

/* --- the same meaning: every expression has the same value in a random state --- */

struct state {
	const struct program *program;
	uint64_t seed;
};

static uint64_t random_word(uint64_t seed, const struct variable *v, const uint64_t *index, uint32_t words)
{
	uint64_t hash = hash_mix(seed, hash_bytes(v->name, strlen(v->name)));
	for (uint32_t i = 0; i < words; i++)
		hash = hash_mix(hash, index[i]);
	struct random_state r = { hash };
	uint64_t word = random_next(&r);
	return random_below(&r, 3) ? word & 7 : word << 32 | random_next(&r);
}

static struct value scalar(const struct bank *bank, sort s, uint64_t word)
{
	if (sort_kind(bank, s) == SORT_BOOL)
		return value_word(1, word & 1);
	uint32_t width = sort_width(bank, s);
	return value_word(width, width < 64 ? word & ((UINT64_C(1) << width) - 1) : word);
}

static struct value leaf_value(void *context, term t)
{
	const struct state *s = context;
	const struct bank *bank = s->program->bank;
	const struct variable *v = program_variable_of(s->program, t);
	if (sort_kind(bank, v->sort) != SORT_MAP)
		return scalar(bank, v->sort, random_word(s->seed, v, NULL, 0));
	sort element = sort_value(bank, v->sort), index = sort_index(bank, v->sort);
	struct value fill = scalar(bank, element, random_word(s->seed, v, NULL, 0));
	struct value map = map_constant(sort_width(bank, index), fill.width, &fill);
	value_release(&fill);
	for (uint64_t i = 0; i < 4; i++) {
		struct value cell = scalar(bank, element, random_word(s->seed, v, &i, 1)), at = scalar(bank, index, i);
		map_write(&map, value_bits(&at), &cell);
		value_release(&cell);
		value_release(&at);
	}
	return map;
}

static bool same_value(const struct program *p, term a, const struct program *q, term b, uint64_t seed)
{
	struct state ps = { p, seed }, qs = { q, seed };
	struct value x = term_eval(p->bank, a, leaf_value, &ps), y = term_eval(q->bank, b, leaf_value, &qs);
	/* VALUE_NONE: a block operation that is too large to be evaluated. */
	bool same = x.kind == VALUE_NONE || y.kind == VALUE_NONE || value_equal(&x, &y);
	value_release(&x);
	value_release(&y);
	return same;
}

static bool same_block(const struct program *p, const struct block *a, const struct program *q, const struct block *b,
		       uint64_t seed)
{
	bool same = a->statement_count == b->statement_count && a->terminator.kind == b->terminator.kind;
	for (uint32_t i = 0; same && i < a->statement_count; i++) {
		const struct statement *s = &a->statements[i], *t = &b->statements[i];
		same = s->kind == t->kind && !s->term == !t->term && s->argument_count == t->argument_count;
		if (same && s->term)
			same = same_value(p, s->term, q, t->term, seed);
		for (uint32_t k = 0; same && k < s->argument_count; k++)
			same = same_value(p, s->arguments[k], q, t->arguments[k], seed);
	}
	if (same && a->terminator.kind == TERMINATOR_BRANCH)
		same = same_value(p, a->terminator.term, q, b->terminator.term, seed);
	return same;
}

static bool same_meaning(const struct program *p, const struct program *q, uint64_t seed)
{
	bool same = p->procedure_count == q->procedure_count && p->global_count == q->global_count;
	for (uint32_t i = 0; same && i < p->procedure_count; i++) {
		const struct procedure *f = p->procedures[i], *g = q->procedures[i];
		same = f->block_count == g->block_count && f->variable_count == g->variable_count;
		for (uint32_t k = 0; same && k < f->block_count; k++)
			same = same_block(p, f->blocks[k], q, g->blocks[k], seed + k);
	}
	return same;
}

/* --- one program --- */

static bool check(uint64_t seed, const struct random_size *size)
{
	struct program *p = random_program(seed, size);
	bool fine = program_validate(p, NULL, &diags);
	char *first = written(p);
	struct program *q = read_back(first), *copy = program_copy(p);
	char *copied = written(copy);
	fine &= program_validate(copy, NULL, &diags) && q && same_meaning(p, q, seed) && same_meaning(p, copy, seed);
	different += strcmp(copied, first) != 0;
	if (!fine)
		tap_diag("seed %llu: read or copied program differs", (unsigned long long)seed);
	if (q) {
		char *second = written(q);
		struct program *r = read_back(second);
		char *third = r ? written(r) : NULL;
		if (!third || strcmp(second, third)) {
			tap_diag("seed %llu: written text is no fixed point", (unsigned long long)seed);
			fine = false;
		}
		memory_free(second);
		memory_free(third);
		program_free(r);
	}
	memory_free(first);
	memory_free(copied);
	program_free(p);
	program_free(q);
	program_free(copy);
	return fine & no_faults();
}

static void programs(uint64_t from, uint64_t to, struct random_size size, const char *what)
{
	unsigned failed = 0;
	for (uint64_t seed = from; seed < to && failed < 5; seed++)
		failed += !check(seed, &size);
	ok(!failed, "%s: %llu programs", what, (unsigned long long)(to - from));
}

/* --- files --- */

static void files(void)
{
	char path[] = "/tmp/plumb-ir-XXXXXX.gz", *damaged;
	int fd = mkstemps(path, 3);
	struct random_size size = { 6, 6, 6, 6, 6, 3 };
	struct program *p = random_program(77, &size), *q;
	char *packed;
	size_t length;
	ok(fd >= 0 && program_write_file(p, path, false, &diags), "a .gz file is written");
	close(fd);
	q = program_read(path, &diags);
	ok(q && no_faults(), "and read");
	char *a = written(p), *b = q ? written(q) : NULL;
	struct program *again = read_back(a);
	char *c = again ? written(again) : NULL;
	is_str(b, c, "as the same program");
	FILE *f = fopen(path, "rb");
	packed = memory_alloc(1 << 20);
	length = f ? fread(packed, 1, 1 << 20, f) : 0;
	if (f)
		fclose(f);
	ok(length > 100 && (unsigned char)packed[0] == 0x1f, "it is packed");
	unsigned accepted = 0, silent = 0, tried = 0;
	damaged = memory_alloc(length);
	for (size_t i = 0; i < 2 * length; i += 7) {
		/* Truncated, then with a byte changed. */
		size_t keep = i < length ? i : length;
		memcpy(damaged, packed, length);
		if (i >= length)
			damaged[i - length] ^= 0x55;
		f = fopen(path, "wb");
		if (!f || fwrite(damaged, 1, keep, f) != keep)
			tap_diag("can't write %s", path);
		if (f)
			fclose(f);
		struct program *r = program_read(path, &diags);
		/* The header's time, flags and system (bytes 4 to 9) mean nothing to us. */
		accepted += r && !(i >= length && i - length >= 3 && i - length < 10);
		silent += !r && !diags.errors;
		tried++;
		program_free(r);
		diagnostics_release(&diags);
		diagnostics_init(&diags);
	}
	is_int(accepted, 0, "of %u damaged files none is accepted", tried);
	is_int(silent, 0, "and each has its message");
	unlink(path);
	memory_free(packed);
	memory_free(damaged);
	memory_free(a);
	memory_free(b);
	memory_free(c);
	program_free(p);
	program_free(q);
	program_free(again);
}

int main(int argc, char **argv)
{
	diagnostics_init(&diags);
	if (argc > 1) {
		/* One seed: show the program. */
		struct random_size size = { 8, 5, 5, 6, 6, 3 };
		struct program *p = random_program(strtoull(argv[1], NULL, 10), &size);
		char *text = written(p);
		fputs(text, stdout);
		memory_free(text);
		program_free(p);
		return 0;
	}
	programs(1, SHALLOW, (struct random_size){ 8, 5, 5, 6, 6, 3 }, "shallow expressions");
	programs(500000, 500000 + DEEP, (struct random_size){ 12, 3, 12, 4, 12, 6 }, "deep expressions");
	is_int(different, 0, "copies are written alike");
	files();
	diagnostics_release(&diags);
	return done_testing();
}

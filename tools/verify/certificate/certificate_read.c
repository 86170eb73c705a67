/* Only lines that begin with the mark are read: not the queries. */
#define _GNU_SOURCE /* memmem */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "certificate.h"
#include "certificate_format.h"
#include "read.h"

enum { MOST_UNROLLING = 1 << 16 };

struct reading {
	struct certificate *certificate;
	struct subject *subject;
	struct task *task;
	const char *name, *at, *end;
	uint32_t line;    /* of `word` */
	const char *word; /* what follows the mark, up to `stop` */
	const char *stop;
	struct diagnostics *diags;
	struct arena *arena; /* of *refused */
	const char **refused;
};

static bool damaged(struct reading *r, const char *what)
{
	diagnose(r->diags, DIAG_INPUT, (struct location){ r->name, r->line, 1 }, "damaged certificate: %s", what);
	return false;
}

/* On to the next line with the mark. */
static bool next_line(struct reading *r)
{
	static const char mark[] = CERTIFICATE_MARK;
	size_t length = sizeof mark - 1;
	while (r->at < r->end) {
		const char *line = r->at, *stop = memchr(line, '\n', (size_t)(r->end - line));
		stop = stop ? stop : r->end;
		r->at = stop < r->end ? stop + 1 : r->end;
		r->line++;
		if ((size_t)(stop - line) >= length && !memcmp(line, mark, length)) {
			r->word = line + length;
			r->stop = stop > r->word && stop[-1] == '\r' ? stop - 1 : stop;
			return true;
		}
	}
	return false;
}

/* Skips the word if the line goes on with it; what follows it is `word` then. */
static bool take(struct reading *r, const char *word)
{
	size_t length = strlen(word);
	if ((size_t)(r->stop - r->word) < length || memcmp(r->word, word, length))
		return false;
	r->word += length;
	return true;
}

/* A number and the end of the line, or a blank. */
static bool take_number(struct reading *r, int base, uint64_t *number)
{
	char digits[24], *end;
	size_t length = 0;
	while (r->word + length < r->stop && r->word[length] != ' ')
		length++;
	if (!length || length >= sizeof digits || !memchr("0123456789abcdef", r->word[0], 16))
		return false;
	memcpy(digits, r->word, length);
	digits[length] = 0;
	errno = 0;
	*number = strtoull(digits, &end, base);
	r->word += length;
	return end == digits + length && !errno;
}

static bool at_end(const struct reading *r)
{
	return r->word == r->stop;
}

/* --- its lines --- */

static bool read_version(struct reading *r)
{
	uint64_t version;
	if (!next_line(r) || !take(r, CERTIFICATE_VERSION) || !take_number(r, 10, &version) || !at_end(r))
		return damaged(r, "it does not begin with its version");
	if (version == CERTIFICATE_FORMAT)
		return true;
	*r->refused = "its version is another one";
	return false;
}

static bool read_program(struct reading *r)
{
	uint64_t digest;
	if (!next_line(r) || !take(r, CERTIFICATE_PROGRAM) || !take_number(r, 16, &digest) || !at_end(r))
		return damaged(r, "the program's number is expected");
	if (digest == r->subject->digest)
		return true;
	*r->refused = arena_format(
		r->arena, "it is one of another program (%016" PRIx64 "), or of other checks; this is %016" PRIx64,
		digest, r->subject->digest);
	return false;
}

/* Does the word stand somewhere in what is left? */
static bool mentions(const struct reading *r, const char *word)
{
	return memmem(r->at, (size_t)(r->end - r->at), word, strlen(word)) != NULL;
}

static bool read_invariants_method(struct reading *r, bool universal)
{
	uint64_t loops;
	if (!take_number(r, 10, &loops) || !at_end(r))
		return damaged(r, "a number of loops is expected");
	if (universal && r->subject->acyclic) {
		certificate_release(r->certificate);
		bool holders = mentions(r, GHOST_HOLDER);
		subject_quantify(r->subject, holders, false, r->task);
		if (holders && r->subject->flat && loops != r->subject->loops.count)
			subject_quantify(r->subject, true, true, r->task);
		*r->certificate = certificate_new(r->subject, METHOD_INVARIANTS);
		r->certificate->name = r->name;
	}
	if (!r->subject->flat) {
		*r->refused = r->subject->trouble;
		return false;
	}
	return loops == r->certificate->loops || damaged(r, "the program has another number of loops");
}

static bool read_contracts_method(struct reading *r, bool universal)
{
	uint64_t contracts;
	if (!take_number(r, 10, &contracts) || !at_end(r))
		return damaged(r, "a number of contracts is expected");
	r->certificate->method = METHOD_CONTRACTS;
	r->certificate->universal = universal;
	r->certificate->contracted = contracted_new(r->subject, universal);
	return contracts == r->certificate->contracted->contracts.list.count ||
	       damaged(r, "the program has another number of recursive procedures");
}

static bool read_method(struct reading *r)
{
	uint64_t bound;
	if (!next_line(r))
		return damaged(r, "the method is expected");
	if (take(r, CERTIFICATE_INVARIANTS))
		return read_invariants_method(r, false);
	if (take(r, CERTIFICATE_UNIVERSAL))
		return read_invariants_method(r, true);
	if (take(r, CERTIFICATE_CONTRACTS))
		return read_contracts_method(r, false);
	if (take(r, CERTIFICATE_UNIVERSAL_CONTRACTS))
		return read_contracts_method(r, true);
	if (!take(r, CERTIFICATE_UNROLLING) || !take_number(r, 10, &bound) || !at_end(r))
		return damaged(r, "a method is expected that is known here");
	if (bound > MOST_UNROLLING)
		return damaged(r, "the unrolling bound is too large");
	r->certificate->method = METHOD_UNROLLING;
	r->certificate->bound = (uint32_t)bound;
	return true;
}

/* NUMBER NAME, of a list of so many. */
static bool read_which(struct reading *r, size_t count, size_t *which)
{
	uint64_t number;
	if (!take_number(r, 10, &number) || !number || number > count || !take(r, " "))
		return damaged(r, "there is no such loop or procedure");
	*which = (size_t)number - 1;
	return true;
}

static bool has_name(struct reading *r, const char *name)
{
	size_t length = (size_t)(r->stop - r->word);
	return (strlen(name) == length && !memcmp(name, r->word, length)) ||
	       damaged(r, "that loop or procedure has another name");
}

static bool read_loop(struct reading *r, size_t *loop)
{
	return read_which(r, r->certificate->loops, loop) && has_name(r, r->subject->loops.at[*loop].head->name);
}

static bool read_condition(struct reading *r, size_t loop)
{
	size_t length = (size_t)(r->stop - r->word);
	char *text = memory_copy_string(r->word, length);
	term t = program_read_condition(r->subject->flat->entry, r->name, r->line, text, length, r->diags);
	memory_free(text);
	if (t)
		vec_push(&r->certificate->invariants[loop], t);
	return t;
}

/* What objects are ordered by: once, of a universal certificate. */
static bool read_measure(struct reading *r, size_t loop)
{
	const struct bank *bank = r->subject->flat->bank;
	size_t length = (size_t)(r->stop - r->word);
	if (!r->subject->universal || !r->subject->ghosts.each[EACH_OBJECT] || r->subject->loops.at[loop].measure)
		return damaged(r, "a measure is not expected");
	char *text = memory_copy_string(r->word, length);
	term t = program_read_expression(r->subject->flat->entry, r->name, r->line, text, length, r->diags);
	memory_free(text);
	if (t && sort_kind(bank, term_sort(bank, t)) != SORT_BITVECTOR)
		return damaged(r, "a measure is a number");
	r->subject->loops.at[loop].measure = t;
	return t;
}

static bool read_invariants(struct reading *r, size_t *loop)
{
	if (take(r, CERTIFICATE_LOOP))
		return read_loop(r, loop);
	if (*loop != SIZE_MAX && take(r, CERTIFICATE_MEASURE))
		return read_measure(r, *loop);
	if (*loop == SIZE_MAX || !take(r, CERTIFICATE_CONDITION))
		return damaged(r, "a loop, a condition or the end is expected");
	return read_condition(r, *loop);
}

/* What the conditions say is read later (certificate_contract.c). */
static bool read_contracts(struct reading *r, size_t *contract)
{
	const struct contracts *list = &r->certificate->contracted->contracts;
	if (take(r, CERTIFICATE_CONTRACT))
		return read_which(r, list->list.count, contract) &&
		       has_name(r, list->list.at[*contract].procedure->name);
	bool ensured = take(r, CERTIFICATE_ENSURES);
	if (*contract == SIZE_MAX || (!ensured && !take(r, CERTIFICATE_REQUIRES)))
		return damaged(r, "a contract, a condition or the end is expected");
	if (memchr(r->word, 0, (size_t)(r->stop - r->word)))
		return damaged(r, "a condition has a zero byte");
	vec_push(&r->certificate->lines,
		 ((struct contract_line){ .contract = *contract,
					  .ensured = ensured,
					  .text = memory_copy_string(r->word, (size_t)(r->stop - r->word)),
					  .line = r->line }));
	return true;
}

/* Up to the end. */
static bool read_conditions(struct reading *r)
{
	size_t at = SIZE_MAX;
	while (next_line(r)) {
		if (take(r, CERTIFICATE_END))
			return at_end(r) || damaged(r, "something follows its end");
		bool good = r->certificate->method == METHOD_INVARIANTS  ? read_invariants(r, &at)
			    : r->certificate->method == METHOD_CONTRACTS ? read_contracts(r, &at)
									 : damaged(r, "the end is expected");
		if (!good)
			return false;
	}
	return damaged(r, "it has no end");
}

bool certificate_read(struct certificate *c, struct subject *subject, const char *name, const char *text, size_t length,
		      struct task *task, const char **refused)
{
	struct reading r = { .certificate = c,
			     .subject = subject,
			     .task = task,
			     .name = name,
			     .at = text,
			     .end = text + length,
			     .diags = task->diags,
			     .arena = task->arena,
			     .refused = refused };
	*c = certificate_new(subject, METHOD_INVARIANTS);
	c->name = name;
	return read_version(&r) && read_program(&r) && read_method(&r) && read_conditions(&r);
}

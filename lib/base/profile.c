#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "profile.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "clock.h"
#include "hash.h"
#include "memory.h"

enum { FRAMES = 1 << 15, TEXT = 1 << 20, HEADS = 1 << 14, MOST_NAME = 120, MOST_DEPTH = 64 };

/* Frame 0 is the root. A frame is in the list of its hash from the moment that all of it is there. */
struct frame {
	uint32_t parent, next, name, visits;
	double self, longest;
	double entered; /* while it is open */
	uint64_t terms;
};

struct profile {
	uint32_t count, used;   /* frames; bytes of text */
	uint32_t present, lost; /* lost: frames that were entered without room for them */
	double since;           /* the present frame is the present one; 0: nothing has begun */
	uint32_t heads[HEADS];
	struct frame frames[FRAMES];
	char text[TEXT];
};

struct profile *profile_new(void)
{
	struct profile *p =
		mmap(NULL, sizeof *p, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (p == MAP_FAILED)
		return NULL;
	p->count = 1;
	return p;
}

void profile_free(struct profile *p)
{
	if (p)
		munmap(p, sizeof *p);
}

/* --- writing --- */

static void settle(struct profile *p)
{
	double now = clock_now();
	if (p->since > 0)
		p->frames[p->present].self += now - p->since;
	p->since = now;
}

/* Control characters and what separates frames have no place in a name. */
static uint32_t keep_name(struct profile *p, const char *name, size_t length)
{
	uint32_t at = p->used;
	if (length + 1 > TEXT - at)
		return UINT32_MAX;
	for (size_t i = 0; i < length; i++)
		p->text[at + i] = name[i] == ';' ? ':' : (unsigned char)name[i] < ' ' || name[i] == 127 ? '?' : name[i];
	p->text[at + length] = 0;
	p->used += (uint32_t)length + 1;
	return at;
}

static bool is_named(const struct profile *p, const struct frame *f, const char *kept)
{
	return !strcmp(p->text + f->name, kept);
}

uint32_t profile_frame(struct profile *p, uint32_t within, const char *name)
{
	if (!p)
		return 0;
	uint32_t before = p->used, at = keep_name(p, name, strnlen(name, MOST_NAME));
	if (at == UINT32_MAX)
		return within;
	const char *kept = p->text + at;
	uint32_t *head = &p->heads[hash_mix(hash_bytes(kept, strlen(kept)), within) % HEADS];
	for (uint32_t f = *head; f; f = p->frames[f].next)
		if (p->frames[f].parent == within && is_named(p, &p->frames[f], kept)) {
			p->used = before;
			return f;
		}
	if (p->count == FRAMES) {
		p->used = before;
		return within;
	}
	uint32_t f = p->count;
	p->frames[f] = (struct frame){ .parent = within, .next = *head, .name = at };
	p->count++;
	*head = f;
	return f;
}

uint32_t profile_present(const struct profile *p)
{
	return p ? p->present : 0;
}

void profile_go(struct profile *p, uint32_t frame)
{
	if (!p || p->lost)
		return;
	settle(p);
	p->present = frame;
}

void profile_enter(struct profile *p, const char *name)
{
	if (!p)
		return;
	uint32_t frame = p->lost ? p->present : profile_frame(p, p->present, name);
	if (frame == p->present) {
		p->lost++;
		return;
	}
	settle(p);
	p->present = frame;
	p->frames[frame].visits++;
	p->frames[frame].entered = p->since;
}

void profile_leave(struct profile *p)
{
	if (!p)
		return;
	if (p->lost) {
		p->lost--;
		return;
	}
	settle(p);
	struct frame *f = &p->frames[p->present];
	if (p->since - f->entered > f->longest)
		f->longest = p->since - f->entered;
	f->entered = 0;
	p->present = f->parent;
}

void profile_add(struct profile *p, uint64_t terms)
{
	if (p)
		p->frames[p->present].terms += terms;
}

/* --- reading --- */

/* What the present frame has had since it became so is counted, unless nothing is open any more. */
static double self_of(const struct profile *p, uint32_t f, double now)
{
	return p->frames[f].self + (f && f == p->present && p->since > 0 ? now - p->since : 0);
}

static void write_path(const struct profile *p, struct output *out, uint32_t f)
{
	uint32_t path[MOST_DEPTH], depth = 0;
	for (; f && depth < MOST_DEPTH; f = p->frames[f].parent)
		path[depth++] = f;
	while (depth--) {
		output_string(out, ";");
		output_string(out, p->text + p->frames[path[depth]].name);
	}
}

static void write_lines(const struct profile *p, struct output *out, const char *root, bool terms, double now)
{
	for (uint32_t f = 0; f < p->count; f++) {
		uint64_t n = terms ? p->frames[f].terms : (uint64_t)(self_of(p, f, now) * 1e6);
		if (!n)
			continue;
		output_string(out, root);
		write_path(p, out, f);
		output_format(out, " %llu\n", (unsigned long long)n);
	}
}

void profile_write(const struct profile *p, struct output *out)
{
	double now = clock_now();
	if (!p)
		return;
	write_lines(p, out, "time", false, now);
	write_lines(p, out, "terms", true, now);
}

static void append(char *path, size_t size, const char *name)
{
	size_t length = strlen(path);
	snprintf(path + length, size - length, "%s%s", length ? "; " : "", name);
}

/* The path of F from the frame FROM, without that. */
static void tell_path(const struct profile *p, uint32_t f, uint32_t from, char *path, size_t size)
{
	uint32_t frames[MOST_DEPTH], count = 0;
	path[0] = 0;
	for (; f != from && f && count < MOST_DEPTH; f = p->frames[f].parent)
		frames[count++] = f;
	while (count--)
		append(path, size, p->text + p->frames[frames[count]].name);
}

static struct profile_most most_of(const struct profile *p, uint32_t f, uint32_t from, double seconds, double now)
{
	const struct frame *frame = &p->frames[f];
	double open = frame->entered > 0 ? now - frame->entered : 0;
	struct profile_most m = { .seconds = seconds, .longest = open > frame->longest ? open : frame->longest };
	tell_path(p, f, from, m.path, sizeof m.path);
	return m;
}

static bool is_within(const struct profile *p, uint32_t f, uint32_t outer)
{
	while (f && f != outer)
		f = p->frames[f].parent;
	return f == outer;
}

void profile_most(const struct profile *p, struct profile_most *half, struct profile_most *within)
{
	double now = clock_now();
	*half = *within = (struct profile_most){ "", 0, 0 };
	if (!p)
		return;
	uint32_t count = p->count, at = 0, inner = 0;
	double *whole = memory_alloc(count * sizeof *whole);
	/* A frame is made after the one that it is in. */
	for (uint32_t f = count; f-- > 0;) {
		whole[f] += self_of(p, f, now);
		if (f)
			whole[p->frames[f].parent] += whole[f];
	}
	for (uint32_t f = 1; f < count; f++)
		if (p->frames[f].parent == at && whole[f] > 0 && 2 * whole[f] >= whole[0])
			at = f;
	for (uint32_t f = 1; f < count; f++)
		if (f != at && is_within(p, f, at) && self_of(p, f, now) > self_of(p, inner, now))
			inner = f;
	*half = most_of(p, at, 0, whole[at], now);
	if (inner)
		*within = most_of(p, inner, at, self_of(p, inner, now), now);
	memory_free(whole);
}

void profile_each(const struct profile *p, unsigned depth,
		  void (*visit)(void *context, const char *path, double seconds), void *context)
{
	char path[sizeof((struct profile_most *)NULL)->path];
	double now = clock_now();
	if (!p)
		return;
	uint32_t count = p->count;
	double *whole = memory_alloc(count * sizeof *whole);
	unsigned *deep = memory_alloc(count * sizeof *deep);
	for (uint32_t f = 1; f < count; f++)
		deep[f] = deep[p->frames[f].parent] + 1;
	for (uint32_t f = count; f-- > 1;) {
		whole[f] += self_of(p, f, now);
		if (deep[f] > depth)
			whole[p->frames[f].parent] += whole[f];
	}
	for (uint32_t f = 1; f < count; f++)
		if (whole[f] > 0 && deep[f] <= depth) {
			tell_path(p, f, 0, path, sizeof path);
			visit(context, path, whole[f]);
		}
	memory_free(deep);
	memory_free(whole);
}

void profile_where(const struct profile *p, unsigned depth, char *path, size_t size)
{
	uint32_t from = profile_present(p);
	for (unsigned i = 0; from && i < depth; i++)
		from = p->frames[from].parent;
	if (size)
		tell_path(p, profile_present(p), from, path, size);
}

/* Fills and copies of the points-to analysis: which runs of which objects they touch.
 *
 * A copy may have many sources and many targets. Rather than each source with each target, each is paired with an
 * object of the copy's own, its hub: what one of them holds goes through the hub to all others, cells alike. Once one run
 * does not match the others (another length, other arrays inside), all of them are taken as bytes. */
#include "region_internal.h"

static uint64_t key_of(struct access_run run)
{
	unsigned flags = run.is_target | run.partial << 1 | run.words << 2;
	return hash_mix(hash_mix(hash_mix(run.object, (uint64_t)run.lo), (uint64_t)run.hi), flags) >> 1;
}

/* True: it was not there. */
static bool add_run(struct region_access *a, struct access_run run)
{
	uint64_t key = key_of(run);
	for (;; key++) {
		uint64_t known = table_get(&a->run_index, key, UINT64_MAX);
		if (known == UINT64_MAX)
			break;
		const struct access_run *k = &a->runs.at[known];
		bool same = k->object == run.object && k->lo == run.lo && k->hi == run.hi;
		if (same && k->is_target == run.is_target && k->partial == run.partial && k->words == run.words)
			return false;
	}
	table_put(&a->run_index, key, a->runs.count);
	vec_push(&a->runs, run);
	return true;
}

void run_fill(struct regions *r, uint32_t access, uint32_t position)
{
	struct region_access *a = &r->accesses.at[access];
	uint32_t object = r->positions.at[position].object;
	struct int64_pair run;
	bool whole = position_run(r, r->positions.at[position], a->size, a->multiple, &run);
	if (run.lo >= run.hi)
		return;
	add_run(a, (struct access_run){ .object = object,
					.lo = run.lo,
					.hi = run.hi,
					.partial = !whole,
					.words = split_is_words(r, r->positions.at[position], a->size, a->multiple) });
	cell_add_run(r, object,
		     (struct run_of){ .lo = run.lo,
				      .hi = run.hi,
				      .is_fill = true,
				      .zero = a->zero,
				      .partial = !whole,
				      .known = whole });
}

/* ---- copies ---- */

/* Does the run match those that are there? */
static bool matches(const struct regions *r, const struct region_access *a, struct access_run run)
{
	const struct access_run *first = &a->runs.at[0];
	int64_t length = run.hi - run.lo;
	return length == first->hi - first->lo &&
	       layout_same(&r->objects.at[run.object], run.lo, &r->objects.at[first->object], first->lo, length);
}

static void pair_with_hub(struct regions *r, const struct region_access *a, struct access_run run)
{
	const struct access_run *first = &a->runs.at[0];
	cell_add_run(r, run.object,
		     (struct run_of){ .lo = run.lo,
				      .hi = run.hi,
				      .partial = a->partial,
				      .known = !run.partial,
				      .other = a->hub,
				      .source = !run.is_target });
	cell_add_run(r, a->hub,
		     (struct run_of){ .hi = first->hi - first->lo,
				      .partial = a->partial,
				      .known = !run.partial,
				      .other = run.object,
				      .other_lo = run.lo,
				      .source = run.is_target });
}

static void make_partial(struct regions *r, struct region_access *a)
{
	if (a->partial)
		return;
	a->partial = true;
	cell_part_runs(r, a->hub, UINT32_MAX);
	for (size_t i = 0; i < a->runs.count; i++)
		cell_part_runs(r, a->runs.at[i].object, a->hub);
}

static void join(struct regions *r, struct region_access *a, uint32_t position, bool is_target)
{
	struct int64_pair bytes;
	bool whole = position_run(r, r->positions.at[position], a->size, a->multiple, &bytes);
	if (bytes.lo >= bytes.hi)
		return;
	struct access_run run = { .object = r->positions.at[position].object,
				  .lo = bytes.lo,
				  .hi = bytes.hi,
				  .is_target = is_target,
				  .partial = !whole,
				  .words = split_is_words(r, r->positions.at[position], a->size, a->multiple) };
	bool is_new = add_run(a, run);
	if (!whole || !matches(r, a, run))
		make_partial(r, a);
	if (is_new)
		pair_with_hub(r, a, run);
}

static void join_all(struct regions *r, struct region_access *a, node f, bool is_target)
{
	const struct number_set *set = &r->nodes.at[node_find(r, f)].set;
	for (struct set_cursor c = { 0 }; set_next(set, &c);)
		join(r, a, c.number, is_target);
}

void run_copy(struct regions *r, uint32_t access, uint32_t position, bool is_target)
{
	struct region_access *a = &r->accesses.at[access];
	if (!a->pointer || !a->from)
		return;
	if (a->hub) {
		join(r, a, position, is_target);
		return;
	}
	node other = node_find(r, is_target ? a->from : a->pointer);
	if (set_is_empty(&r->nodes.at[other].set))
		return;
	a->hub = region_object(r, NULL, NULL, false, 0);
	join_all(r, a, a->pointer, true);
	join_all(r, a, a->from, false);
}

/* Over BuDDy (J. Lind-Nielsen, "BuDDy: a binary decision diagram package", 1999). */
#include "package.h"

#include <bdd.h>

#include "memory.h"

enum { FIRST_NODES = 1 << 15, CACHE_RATIO = 4, MOST_GROWTH = 1 << 20 };

static struct package_options limits;

static void fail(int code)
{
	limits.exceeded(limits.context, code == BDD_NODENUM ? PACKAGE_NODES : PACKAGE_MEMORY);
}

static void look(void)
{
	if (limits.work && package_statistics().made > limits.work)
		limits.exceeded(limits.context, PACKAGE_WORK);
}

static void at_collection(int before, bddGbcStat *statistics)
{
	(void)statistics;
	if (before)
		look();
}

static void at_resize(int before, int after)
{
	(void)before, (void)after;
}

static void at_reordering(int before)
{
	(void)before;
}

void package_begin(const struct package_options *options)
{
	limits = *options;
	bdd_init(FIRST_NODES, FIRST_NODES / CACHE_RATIO);
	bdd_error_hook(fail);
	bdd_gbc_hook(at_collection);
	bdd_resize_hook(at_resize);
	bdd_reorder_hook(at_reordering);
	bdd_setcacheratio(CACHE_RATIO);
	bdd_setmaxincrease(MOST_GROWTH);
	bdd_setmaxnodenum(options->nodes > 2 * FIRST_NODES ? (int)options->nodes : 2 * FIRST_NODES);
	bdd_setvarnum(options->variables ? (int)options->variables : 1);
	bdd_autoreorder(options->reorder ? BDD_REORDER_SIFT : BDD_REORDER_NONE);
}

void package_end(void)
{
	bdd_done();
}

void package_block(uint32_t first, uint32_t count)
{
	bdd_intaddvarblock((int)first, (int)(first + count - 1), BDD_REORDER_FIXED);
}

/* --- diagrams --- */

diagram diagram_constant(bool value)
{
	return value ? bddtrue : bddfalse;
}

diagram diagram_variable(uint32_t variable)
{
	return bdd_ithvar((int)variable);
}

diagram diagram_copy(diagram d)
{
	return bdd_addref(d);
}

void diagram_drop(diagram d)
{
	bdd_delref(d);
}

diagram diagram_not(diagram a)
{
	return bdd_addref(bdd_not(a));
}

diagram diagram_and(diagram a, diagram b)
{
	return bdd_addref(bdd_and(a, b));
}

diagram diagram_or(diagram a, diagram b)
{
	return bdd_addref(bdd_or(a, b));
}

diagram diagram_iff(diagram a, diagram b)
{
	return bdd_addref(bdd_biimp(a, b));
}

diagram diagram_minus(diagram a, diagram b)
{
	return bdd_addref(bdd_apply(a, b, bddop_diff));
}

/* --- quantification --- */

diagram diagram_set(const uint32_t *variables, uint32_t count)
{
	int *numbers = memory_alloc((count + 1) * sizeof *numbers);
	for (uint32_t i = 0; i < count; i++)
		numbers[i] = (int)variables[i];
	diagram set = count ? bdd_addref(bdd_makeset(numbers, (int)count)) : bddtrue;
	memory_free(numbers);
	return set;
}

diagram diagram_exists(diagram a, diagram set)
{
	return bdd_addref(bdd_exist(a, set));
}

diagram diagram_and_exists(diagram a, diagram b, diagram set)
{
	return bdd_addref(bdd_appex(a, b, bddop_and, set));
}

/* --- renaming --- */

struct renaming {
	bddPair *pairs;
};

renaming *renaming_new(const uint32_t *from, const uint32_t *to, uint32_t count)
{
	renaming *r = memory_alloc(sizeof *r);
	r->pairs = bdd_newpair();
	for (uint32_t i = 0; i < count; i++)
		bdd_setpair(r->pairs, (int)from[i], (int)to[i]);
	return r;
}

void renaming_free(renaming *r)
{
	if (r)
		bdd_freepair(r->pairs);
	memory_free(r);
}

diagram diagram_rename(diagram a, renaming *r)
{
	return bdd_addref(bdd_replace(a, r->pairs));
}

/* --- inside --- */

bool diagram_is_constant(diagram d, bool value)
{
	return d == (value ? bddtrue : bddfalse);
}

uint32_t diagram_top(diagram d)
{
	return (uint32_t)bdd_var(d);
}

diagram diagram_branch(diagram d, bool value)
{
	return value ? bdd_high(d) : bdd_low(d);
}

uint32_t diagram_size(diagram d)
{
	return (uint32_t)bdd_nodecount(d);
}

void diagram_support(diagram d, bool *seen)
{
	diagram set = bdd_addref(bdd_support(d));
	for (diagram at = set; at != bddtrue && at != bddfalse; at = bdd_high(at))
		seen[bdd_var(at)] = true;
	bdd_delref(set);
}

struct package_statistics package_statistics(void)
{
	bddStat s;
	bdd_stats(&s);
	return (struct package_statistics){ .made = (uint64_t)s.produced, .nodes = (uint32_t)s.nodenum };
}

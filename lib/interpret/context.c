/* Contexts of procedures. Calls with pointers to the same objects have one summary together; calls with pointers to others have
 * another one. What a procedure does to what its parameters point to is then known of one object, not of any of several, and
 * what goes together stays together: which object, and its state (M. Sharir, A. Pnueli, "Two approaches to interprocedural
 * data flow analysis", 1981, the functional one; the objects that go into a key are as in A. Milanova, A. Rountev,
 * B. Ryder, "Parameterized object sensitivity for points-to analysis for Java", 2005). */
#include "interpretation.h"

/* Of one procedure. The last one is for all calls that have none of their own. */
enum { MOST_CONTEXTS = 6 };

/* The objects of a fresh statement are one, as is null with any of them. */
static uint64_t add_objects(const struct domain *d, uint64_t hash, const struct known *k)
{
	uint32_t previous = 0;
	if (!k || k->target_count == TARGETS_ANY)
		return hash_mix(hash, UINT64_MAX);
	for (uint32_t i = 0; i < k->target_count; i++) {
		uint32_t object = k->targets[i].object;
		const struct object *o = &d->objects.at[object];
		object -= o->kind == OBJECT_OTHERS;
		bool is_null = o->kind == OBJECT_CONSTANT && !o->identity && k->target_count > 1;
		uint64_t offset = 0;
		if (!is_null && object != previous)
			hash = hash_mix(hash, object);
		if (!is_null && number_is_constant(k->targets[i].offset, &offset))
			hash = hash_mix(hash, offset + 1);
		previous = object;
	}
	return hash_mix(hash, 0);
}

static uint64_t key_of_entry(const struct domain *d, const struct procedure *callee, const struct facts *entry)
{
	const struct bank *bank = d->program->bank;
	uint64_t hash = 0;
	for (uint32_t k = 0; k < callee->in_count; k++) {
		const struct variable *in = callee->variables[k];
		if (sort_kind(bank, in->sort) == SORT_BITVECTOR && domain_is_pointer(d, sort_width(bank, in->sort)))
			hash = add_objects(d, hash, facts_get(entry, place_key(in)));
	}
	return hash;
}

static struct summary *new_context(struct interpretation *i, struct summary *last)
{
	struct summary *s = arena_alloc(i->arena, sizeof *s);
	struct summary *head = &i->summaries[last->procedure->index];
	*s = (struct summary){ .procedure = head->procedure, .created = head->created, .creates = head->creates };
	last->next = s;
	return s;
}

/* One whose entry includes ENTRY. */
static struct summary *find_including(struct interpretation *i, struct summary *head, struct summary *chosen,
				      const struct facts *entry)
{
	if (chosen && chosen->is_reached && facts_include(&i->domain, chosen->entry, entry))
		return chosen;
	for (struct summary *s = head; s; s = s->next)
		if (s->is_reached && facts_include(&i->domain, s->entry, entry))
			return s;
	return NULL;
}

struct summary *context_of_call(struct interpretation *i, struct procedure *callee, const struct facts *entry)
{
	struct summary *head = &i->summaries[callee->index], *s = head;
	uint64_t key = i->is_separate ? key_of_entry(&i->domain, callee, entry) : 0;
	unsigned count = 1;
	for (; s->next && s->context != key; s = s->next)
		count++;
	if (i->is_final)
		return find_including(i, head, s, entry);
	if (!s->is_reached && !head->next)
		s->context = key;
	if (s->context == key || count == MOST_CONTEXTS)
		return s;
	s = new_context(i, s);
	s->context = key;
	return s;
}

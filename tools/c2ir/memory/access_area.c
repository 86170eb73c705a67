/* Runs of bytes, where data races are checked: threads may race for what nobody loads or stores by itself, so for what has no cells. */
#include "access_internal.h"
#include "c_pointer.h"
#include "checked.h"
#include "object_maps.h"
#include "thread_mark.h"

void access_mark_part(struct lowering *l, struct statement *s)
{
	if (l->has_threads)
		s->attributes = attribute_list(l->program, s->attributes, ATTRIBUTE_PART, NULL, 0);
}

void access_rewrite_area(struct rewriter *r, const struct access *a, uint32_t before)
{
	struct lowering *l = r->l;
	struct bank *b = l->bank;
	bool copies = a->kind == ACCESS_COPY;
	if (!l->has_threads || !checks(l, CHECK_RACE) ||
	    (!copies && a->kind != ACCESS_FILL && a->kind != ACCESS_FORGET))
		return;
	if (!l->accesses->areas) {
		sort s = sort_map(b, sort_bitvector(b, pointer_width(l)), sort_bitvector(b, 8));
		l->accesses->areas = program_add_global(l->program, program_fresh_name(l->program, "$areas"), s);
		l->accesses->areas->attributes = attribute_string(l->program, NULL, ATTRIBUTE_MEMORY, "areas");
	}
	struct variable *areas = l->accesses->areas;
	bool part = l->block->statement_count != before;
	access_assign(r, areas,
		      copies ? term_copy(b, areas->term, a->pointer, areas->term, a->from, a->count)
			     : term_fill(b, areas->term, a->pointer, a->count, term_bv(b, 8, 0)));
	if (part)
		access_mark_part(l, &l->block->statements[l->block->statement_count - 1]);
}

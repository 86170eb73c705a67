/* Is a pointer one to the very object that another value was loaded from? Where a function is called that was loaded from a member
 * of an object that it gets as an argument, only objects whose member holds it can be that argument (region_receive).
 *
 * Value numbering of the end of a block: behind its last statement that changes memory or a variable of the program, terms
 * stand for the same values wherever they are evaluated, and two loads through the same pointer give the same value. */
#include "access.h"
#include "access_internal.h"
#include "attribute.h"
#include "c_pointer.h"
#include "region.h"
#include "thread_mark.h"

struct read {
	term at, value;
	uint32_t record;
	bool is_pointer;
};

struct numbering {
	struct lowering *l;
	uint32_t first; /* of the block's statements: see above */
	size_t access;  /* of the records: the first one in question */
	struct table names;
	VEC(struct read) reads;
};

/* What neither changes memory nor looks at what another record does. */
static bool is_quiet(enum access_kind kind)
{
	return kind == ACCESS_LOAD || kind == ACCESS_CHECK || kind == ACCESS_UNSET || kind == ACCESS_VALID ||
	       kind == ACCESS_EQUAL || kind == ACCESS_ORDER || kind == ACCESS_EXPOSE || kind == ACCESS_MEET ||
	       kind == ACCESS_MEET_LOADED;
}

/* Temporaries are assigned once before they are used. */
static bool is_temporary(const struct variable *v)
{
	return v->kind == VARIABLE_LOCAL && v->name[0] == '$' && !attribute_find(v->attributes, ATTRIBUTE_C);
}

static bool is_record(const struct statement *s)
{
	return s->kind == STATEMENT_ASSIGN && !s->target;
}

static bool keeps(const struct statement *s)
{
	return s->kind == STATEMENT_ASSERT || s->kind == STATEMENT_ASSUME ||
	       (s->kind == STATEMENT_ASSIGN && s->target && is_temporary(s->target));
}

/* Records of a block are in the order of its statements; those of other blocks may be between them. */
static bool previous_record(const struct lowering *l, uint32_t statement, size_t *at)
{
	const struct access_list *list = l->accesses;
	while (*at > 0 && list->list.at[*at - 1].procedure == l->procedure) {
		const struct access *a = &list->list.at[--*at];
		if (a->block == l->block && a->statement <= statement)
			return a->statement == statement;
	}
	return false;
}

static void find_window(struct numbering *n)
{
	const struct lowering *l = n->l;
	const struct block *b = l->block;
	size_t at = l->accesses->list.count;
	n->first = b->statement_count;
	n->access = at;
	for (; n->first > 0; n->first--) {
		const struct statement *s = &b->statements[n->first - 1];
		if (is_record(s)) {
			if (!previous_record(l, n->first - 1, &at) || !is_quiet(l->accesses->list.at[at].kind))
				return;
			n->access = at;
		} else if (!keeps(s)) {
			return;
		}
	}
}

static term name_of(void *context, term v)
{
	return (term)table_get((struct table *)context, v, v);
}

static term named(struct numbering *n, term t)
{
	return term_substitute(n->l->bank, t, name_of, &n->names);
}

static void number_load(struct numbering *n, const struct access *a)
{
	struct read read = { named(n, a->pointer), a->target->term, a->record, a->is_pointer };
	for (size_t i = 0; i < n->reads.count; i++) {
		const struct read *known = &n->reads.at[i];
		if (known->at == read.at && known->is_pointer == read.is_pointer &&
		    term_sort(n->l->bank, known->value) == term_sort(n->l->bank, read.value)) {
			table_put(&n->names, read.value, known->value);
			break;
		}
	}
	vec_push(&n->reads, read);
}

static void number_all(struct numbering *n)
{
	const struct lowering *l = n->l;
	size_t at = n->access;
	for (uint32_t i = n->first; i < l->block->statement_count; i++) {
		const struct statement *s = &l->block->statements[i];
		if (s->kind == STATEMENT_ASSIGN && s->target)
			table_put(&n->names, s->target->term, named(n, s->term));
		if (!is_record(s))
			continue;
		while (l->accesses->list.at[at].block != l->block || l->accesses->list.at[at].statement != i)
			at++;
		if (l->accesses->list.at[at].kind == ACCESS_LOAD)
			number_load(n, &l->accesses->list.at[at]);
	}
}

static bool is_same(struct numbering *n, term loaded, term pointer, uint32_t *record)
{
	for (size_t i = 0; i < n->reads.count; i++) {
		const struct read *read = &n->reads.at[i];
		if (read->value != loaded || !read->is_pointer)
			continue;
		*record = read->record;
		return pointer_object(n->l, read->at) == pointer_object(n->l, named(n, pointer));
	}
	return false;
}

bool access_same_object(struct lowering *l, term loaded, term pointer, uint32_t *record)
{
	struct numbering n = { .l = l };
	if (lower_has_threads(l)) /* between two loads there may be another thread's turn */
		return false;
	find_window(&n);
	number_all(&n);
	bool same = is_same(&n, loaded, pointer, record);
	table_free(&n.names);
	vec_free(&n.reads);
	return same;
}

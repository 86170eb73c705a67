/* Which string terms there are. */
#include "role.h"
#include "statement.h"
#include "string_terms.h"

enum { MOST_OF_PROCEDURE = 64, MOST_EQUALITIES = 100000, ROUNDS = 3 /* through loops */ };

struct finding {
	struct domain *domain;
	struct uses *uses;
	struct numbers found;       /* of the procedure */
	struct table seen;          /* terms */
	TABLE(term, term) pointers; /* variable -> the pointer in memory that it was assigned last */
};

static void note_found(struct finding *f, uint32_t number)
{
	for (size_t i = 0; i < f->found.count; i++)
		if (f->found.at[i] == number - 1)
			return;
	if (number)
		vec_push(&f->found, number - 1);
}

static void find_in(struct finding *f, term start)
{
	struct domain *d = f->domain;
	const struct bank *bank = d->program->bank;
	struct numbers stack = { 0 };
	vec_push(&stack, start);
	while (stack.count) {
		term t = vec_pop(&stack);
		if (!t || table_has(&f->seen, t))
			continue;
		table_put(&f->seen, t, 1);
		uint32_t number =
			string_term_is(d, t) && f->found.count < MOST_OF_PROCEDURE ? string_term_add(d, f->uses, t) : 0;
		note_found(f, number);
		for (uint32_t i = 0; i < term_count(bank, t); i++)
			vec_push(&stack, term_arg(bank, t, i));
	}
	vec_free(&stack);
}

/* Is it a variable, a constant, or a pointer that lies in memory? */
static bool is_plain(const struct domain *d, term t)
{
	const struct bank *bank = d->program->bank;
	enum op op = term_op(bank, t);
	if (sort_kind(bank, term_sort(bank, t)) == SORT_MAP)
		return false;
	return op == OP_VARIABLE || term_is_constant(bank, t) ||
	       (op == OP_SELECT && sort_kind(bank, term_sort(bank, t)) == SORT_BITVECTOR &&
		domain_is_pointer(d, term_width(bank, t)));
}

/* What has to hold before V := VALUE, of a cell or else of the variable itself, for a term to hold behind it. */
static void find_before_value(struct finding *f, const struct variable *v, term cell, term value, unsigned depth)
{
	struct domain *d = f->domain;
	const struct bank *bank = d->program->bank;
	bool is_plain_value = is_plain(d, value);
	if (!cell && depth && term_op(bank, value) == OP_ITE) {
		find_before_value(f, v, 0, term_arg(bank, value, 1), depth - 1);
		find_before_value(f, v, 0, term_arg(bank, value, 2), depth - 1);
		return;
	}
	if (!cell && !is_plain_value && term_op(bank, value) != OP_CONCAT)
		return;
	for (size_t i = 0; i < f->found.count && f->found.count < MOST_OF_PROCEDURE; i++) {
		const struct string_term *t = &d->strings->terms.at[f->found.at[i]];
		if (cell ? t->cell != cell : is_plain_value ? !uses_mention(f->uses, t->read, v) : t->at != v->term)
			continue;
		term before = string_term_replaced(d, t->read, v, value);
		bool is_new = string_term_is(d, before) && !table_has(&f->seen, before);
		uint32_t number = is_new ? string_term_add(d, f->uses, before) : 0;
		table_put(&f->seen, before, 1);
		note_found(f, number);
	}
}

static void find_before(struct finding *f, const struct statement *s)
{
	if (s->kind != STATEMENT_ASSIGN)
		return;
	term cell = string_stored_cell(f->domain, s->target, s->term);
	find_before_value(f, s->target, cell, cell ? string_term_canonical(f->domain, s->term) : s->term,
			  STRING_CHOICES);
}

static void note_equal(struct strings *s, const struct variable *v)
{
	struct numbers *list = table_get(&s->equal_to, v, NULL);
	if (!list)
		table_put(&s->equal_to, v, list = string_list_new(s));
	vec_push(list, (uint32_t)s->equalities.count);
}

/* V may be the byte that string term NUMBER reads. */
static void add_equality(struct finding *f, const struct variable *v, uint32_t number)
{
	struct strings *s = f->domain->strings;
	const struct numbers *list = table_get(&s->equal_to, v, NULL);
	term read = s->terms.at[number].read;
	for (size_t i = 0; list && i < list->count; i++)
		if (s->equalities.at[list->at[i]].variable == v && s->equalities.at[list->at[i]].string == number)
			return;
	if (s->equalities.count == MOST_EQUALITIES || uses_mention(f->uses, read, v))
		return;
	const struct uses_list *used = uses_of(f->uses, read);
	for (uint32_t i = 0; i < used->count; i++)
		note_equal(s, used->variables[i]);
	note_equal(s, v);
	vec_push(&s->equalities, ((struct equality){ v, number }));
}

/* Of results, which are so in the callee. */
static void find_equal_results(struct finding *f, const struct statement *call)
{
	struct domain *d = f->domain;
	const struct strings *s = d->strings;
	const struct numbers *list = table_get(&s->results, call->callee, NULL);
	for (size_t i = 0; list && i < list->count; i++) {
		const struct equality *e = &s->equalities.at[list->at[i]];
		term read = term_substitute(d->program->bank, s->terms.at[e->string].read, string_argument,
					    (void *)(uintptr_t)call);
		uint32_t number = string_term_number(d, read);
		if (number)
			add_equality(f, call->outs[e->variable->index - call->callee->in_count], number - 1);
	}
}

static term pointer_leaf(void *context, term leaf)
{
	return table_get(&((struct finding *)context)->pointers, leaf, leaf);
}

/* Of a read, or of what is one already. */
static void find_equality(struct finding *f, const struct statement *s)
{
	if (s->kind == STATEMENT_CALL)
		find_equal_results(f, s);
	struct domain *d = f->domain;
	const struct bank *bank = d->program->bank;
	term value = s->term;
	if (s->kind != STATEMENT_ASSIGN || sort_kind(bank, term_sort(bank, value)) == SORT_MAP)
		return;
	if (term_op(bank, value) == OP_ZERO_EXTEND || term_op(bank, value) == OP_SIGN_EXTEND)
		value = term_arg(bank, value, 0);
	uint32_t number = string_term_number(d, value);
	if (number)
		add_equality(f, s->target, number - 1);
	uint32_t defined =
		number ? string_term_number(d, term_substitute(d->program->bank, value, pointer_leaf, f)) : 0;
	if (defined && defined != number)
		add_equality(f, s->target, defined - 1);
	table_put(&f->pointers, s->target->term, is_plain(d, s->term) ? s->term : s->target->term);
	const struct variable *from = program_variable_of(d->program, value);
	const struct numbers *list = from && from != s->target ? table_get(&d->strings->equal_to, from, NULL) : NULL;
	for (size_t i = 0; list && i < list->count && list->count < MOST_OF_PROCEDURE; i++)
		if (d->strings->equalities.at[list->at[i]].variable == from)
			add_equality(f, s->target, d->strings->equalities.at[list->at[i]].string);
}

static bool mentions(struct uses *uses, term read, enum variable_kind kind)
{
	const struct uses_list *used = uses_of(uses, read);
	for (uint32_t i = 0; i < used->count; i++)
		if (used->variables[i]->kind == kind)
			return true;
	return false;
}

/* Is it about in-parameters and globals alone? */
static bool is_of_entry(struct uses *uses, term read)
{
	return !mentions(uses, read, VARIABLE_LOCAL) && !mentions(uses, read, VARIABLE_OUT);
}

/* Is it also about what the procedure returns? */
static bool is_of_return(struct uses *uses, term read)
{
	return !mentions(uses, read, VARIABLE_LOCAL) && mentions(uses, read, VARIABLE_OUT);
}

static void find_read(struct finding *f, term read)
{
	uint32_t number = 0;
	if (string_term_is(f->domain, read) && !table_has(&f->seen, read) && f->found.count < MOST_OF_PROCEDURE)
		number = string_term_add(f->domain, f->uses, read);
	table_put(&f->seen, read, 1);
	note_found(f, number);
}

/* Pointers that the procedure returns, to what it reads. */
static void find_results(struct finding *f, const struct procedure *proc)
{
	struct domain *d = f->domain;
	struct bank *bank = d->program->bank;
	size_t count = f->found.count;
	for (uint32_t k = proc->in_count; k < proc->in_count + proc->out_count; k++) {
		const struct variable *v = proc->variables[k];
		if (sort_kind(bank, v->sort) != SORT_BITVECTOR || !domain_is_pointer(d, sort_width(bank, v->sort)))
			continue;
		for (size_t i = 0; i < count; i++)
			find_read(f, term_select(bank, d->strings->terms.at[f->found.at[i]].map->term, v->term));
	}
}

/* Numbers that it returns, of what it reads at a parameter and a local number: how far it came. */
static void find_lengths(struct finding *f, const struct procedure *proc)
{
	struct domain *d = f->domain;
	struct bank *bank = d->program->bank;
	size_t count = f->found.count;
	for (uint32_t k = proc->in_count; k < proc->in_count + proc->out_count; k++) {
		const struct variable *v = proc->variables[k];
		bool is_size =
			sort_kind(bank, v->sort) == SORT_BITVECTOR && sort_width(bank, v->sort) == d->pointer_bits;
		for (size_t i = 0; is_size && i < count; i++) {
			const struct string_term t = d->strings->terms.at[f->found.at[i]];
			const struct uses_list *used = uses_of(f->uses, t.offset);
			for (uint32_t n = 0; used->count == 2 && n < used->count; n++)
				if (used->variables[n]->kind == VARIABLE_LOCAL && used->variables[n]->sort == v->sort &&
				    used->variables[!n]->kind == VARIABLE_IN)
					find_read(f, string_term_replaced(d, t.read, used->variables[n], v->term));
		}
	}
}

/* Pointers that it stores where a parameter or a global points, to what it reads: of the first COUNT found. */
static void find_stored(struct finding *f, const struct statement *s, size_t count)
{
	struct domain *d = f->domain;
	struct bank *bank = d->program->bank;
	term cell = s->kind == STATEMENT_ASSIGN ? string_stored_cell(d, s->target, s->term) : 0;
	if (!cell || !is_of_entry(f->uses, cell))
		return;
	for (size_t i = 0; i < count; i++) {
		const struct variable *map = d->strings->terms.at[f->found.at[i]].map;
		if (map != s->target)
			find_read(f, term_select(bank, map->term, cell));
	}
}

/* What callees want to know of their arguments, and say of arguments and results together. */
static void find_arguments(struct finding *f, const struct statement *s)
{
	struct domain *d = f->domain;
	const struct numbers *list = s->kind == STATEMENT_CALL ? table_get(&d->strings->passed, s->callee, NULL) : NULL;
	for (size_t i = 0; list && i < list->count; i++)
		find_read(f, term_substitute(d->program->bank, d->strings->terms.at[list->at[i]].read, string_argument,
					     (void *)(uintptr_t)s));
	list = s->kind == STATEMENT_CALL ? table_get(&d->strings->returned, s->callee, NULL) : NULL;
	for (size_t i = 0; list && i < list->count; i++)
		if (mentions(f->uses, d->strings->terms.at[list->at[i]].read, VARIABLE_IN))
			find_read(f, string_term_behind(d, s, &d->strings->terms.at[list->at[i]]));
}

static void list_results(struct domain *d, struct uses *uses, const struct procedure *proc)
{
	struct strings *s = d->strings;
	struct numbers *results = string_list_new(s);
	table_put(&s->results, proc, results);
	for (uint32_t k = proc->in_count; k < proc->in_count + proc->out_count; k++) {
		const struct numbers *list = table_get(&s->equal_to, proc->variables[k], NULL);
		for (size_t i = 0; list && i < list->count; i++)
			if (is_of_entry(uses, s->terms.at[s->equalities.at[list->at[i]].string].read))
				vec_push(results, list->at[i]);
	}
}

static void find_of_procedure(struct domain *d, struct uses *uses, const struct procedure *proc)
{
	struct finding f = { .domain = d, .uses = uses };
	for (uint32_t b = 0; b < proc->block_count; b++) {
		for (uint32_t i = 0; i < proc->blocks[b]->statement_count; i++)
			for (uint32_t k = 0; k < statement_term_count(&proc->blocks[b]->statements[i]); k++)
				find_in(&f, statement_term(&proc->blocks[b]->statements[i], k));
		find_in(&f, proc->blocks[b]->terminator.term);
	}
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t i = 0; i < proc->blocks[b]->statement_count; i++)
			find_arguments(&f, &proc->blocks[b]->statements[i]);
	find_results(&f, proc);
	find_lengths(&f, proc);
	size_t count = f.found.count;
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t i = 0; i < proc->blocks[b]->statement_count; i++)
			find_stored(&f, &proc->blocks[b]->statements[i], count);
	count = 0;
	for (unsigned round = 0; round < ROUNDS && f.found.count != count; round++) {
		count = f.found.count;
		for (uint32_t b = proc->block_count; b-- > 0;)
			for (uint32_t i = proc->blocks[b]->statement_count; i-- > 0;)
				find_before(&f, &proc->blocks[b]->statements[i]);
	}
	struct numbers *passed = string_list_new(d->strings);
	struct numbers *returned = string_list_new(d->strings);
	table_put(&d->strings->passed, proc, passed);
	table_put(&d->strings->returned, proc, returned);
	for (size_t i = 0; i < f.found.count; i++) {
		struct string_term t = d->strings->terms.at[f.found.at[i]];
		term next = string_term_moved(d, &t);
		uint32_t number = string_term_is(d, next) ? string_term_add(d, uses, next) : 0;
		d->strings->terms.at[f.found.at[i]].next = number;
		if (is_of_entry(uses, t.read))
			vec_push(passed, f.found.at[i]);
		if (is_of_return(uses, t.read))
			vec_push(returned, f.found.at[i]);
		if (number && is_of_return(uses, t.read)) /* strtok() returns no empty string */
			vec_push(returned, number - 1);
	}
	for (uint32_t b = 0; f.found.count && b < proc->block_count; b++)
		for (uint32_t i = 0; i < proc->blocks[b]->statement_count; i++)
			find_equality(&f, &proc->blocks[b]->statements[i]);
	list_results(d, uses, proc);
	vec_free(&f.found);
	table_free(&f.seen);
	table_free(&f.pointers);
}

static void count_assigned(struct table *counts, const struct procedure *proc)
{
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t i = 0; i < proc->blocks[b]->statement_count; i++)
			for (uint32_t k = 0; k < statement_target_count(&proc->blocks[b]->statements[i]); k++) {
				term v = statement_target(&proc->blocks[b]->statements[i], k)->term;
				table_put(counts, v, table_get(counts, v, 0) + 1);
			}
}

/* Locals that are in-parameters, or constant pointers, all the time: the procedure begins with their only assignments. */
static void find_parameters(struct domain *d, const struct procedure *proc)
{
	const struct bank *bank = d->program->bank;
	const struct block *first = proc->blocks[0];
	struct table counts = { 0 };
	count_assigned(&counts, proc);
	for (uint32_t i = 0; i < first->statement_count && first->statements[i].kind == STATEMENT_ASSIGN; i++) {
		term value = first->statements[i].term;
		const struct variable *from = program_variable_of(d->program, value);
		const struct variable *to = first->statements[i].target;
		bool is_pointer = term_is_constant(bank, value) && sort_kind(bank, to->sort) == SORT_BITVECTOR &&
				  domain_is_pointer(d, sort_width(bank, to->sort));
		if (!is_pointer && (!from || from->kind != VARIABLE_IN))
			break;
		if (to->kind == VARIABLE_LOCAL && table_get(&counts, to->term, 0) == 1 &&
		    (is_pointer || !table_has(&counts, from->term)))
			table_put(&d->strings->parameters, to->term, value);
	}
	table_free(&counts);
}

void strings_init(struct domain *d, struct uses *uses, const uint32_t *order)
{
	struct program *p = d->program;
	const struct variable *size = program_role(p, GLOBAL_SIZE);
	bool usable = size && sort_kind(p->bank, size->sort) == SORT_MAP && d->pointer_bits && d->pointer_bits <= 64;
	d->strings = memory_alloc(sizeof *d->strings);
	d->strings->uses = uses;
	if (!usable || sort_width(p->bank, sort_index(p->bank, size->sort)) != d->object_bits ||
	    sort_kind(p->bank, sort_value(p->bank, size->sort)) != SORT_BITVECTOR ||
	    sort_width(p->bank, sort_value(p->bank, size->sort)) != d->pointer_bits)
		return;
	d->strings->size = size;
	for (uint32_t i = 0; i < p->procedure_count; i++)
		find_parameters(d, p->procedures[i]);
	for (uint32_t i = 0; i < p->procedure_count; i++)
		find_of_procedure(d, uses, p->procedures[order[i]]);
}

void strings_release(struct domain *d)
{
	struct strings *s = d->strings;
	if (!s)
		return;
	for (size_t i = 0; i < s->lists.count; i++) {
		vec_free(s->lists.at[i]);
		memory_free(s->lists.at[i]);
	}
	vec_free(&s->lists);
	vec_free(&s->ended);
	vec_free(&s->terms);
	vec_free(&s->equalities);
	table_free(&s->index);
	table_free(&s->parameters);
	table_free(&s->canonical);
	table_free(&s->within);
	table_free(&s->about);
	table_free(&s->of_object);
	table_free(&s->of_cell);
	table_free(&s->equal_to);
	table_free(&s->passed);
	table_free(&s->returned);
	table_free(&s->results);
	memory_free(s);
}

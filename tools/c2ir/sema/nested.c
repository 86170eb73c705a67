/* GNU nested functions (gcc 6.4): what they take from the functions around them. Those objects are kept by the outermost
 * function; the lowering passes them by reference. */
#include "ast_function.h"
#include "ast_label.h"
#include "sema_body.h"
#include "sema_entity.h"
#include "sema_internal.h"

struct declaration *nested_hidden(struct sema *s, struct body *b, const struct type *type, struct location location)
{
	struct declaration *d = sema_new_declaration(s, DECLARATION_VARIABLE, NULL, type, location);
	d->duration = DURATION_AUTOMATIC;
	d->is_hidden = d->defined = true;
	d->owner = b->function;
	vec_push(&b->locals, d);
	return d;
}

void nested_capture(struct sema *s, struct declaration *d)
{
	struct body *outermost = s->body;
	while (outermost->outer)
		outermost = outermost->outer;
	d->address_taken = true;
	for (size_t i = 0; i < outermost->captured.count; i++)
		if (outermost->captured.at[i] == d)
			return;
	vec_push(&outermost->captured, d);
}

static struct label *declared_label(const struct body *b, const char *name)
{
	for (size_t i = b->local_labels.count; i; i--)
		if (b->local_labels.at[i - 1]->name == name)
			return b->local_labels.at[i - 1];
	return NULL;
}

struct label *nested_label(struct sema *s, const char *name)
{
	for (struct body *b = s->body->outer; b; b = b->outer) {
		struct label *label = declared_label(b, name);
		if (!label)
			continue;
		if (!b->function->activation)
			b->function->activation = nested_hidden(s, b, s->unsigned_type, label->location);
		nested_capture(s, b->function->activation);
		label->used = label->from_nested = true;
		return label;
	}
	return NULL;
}

#include "certified.h"

#include "certify.h"
#include "extras.h"

void certified_make(struct certified *c, const struct options *o, struct task *task)
{
	c->script = output_memory();
	c->shown = output_memory();
	c->why = certify(task, c->script, c->shown);
	if (c->why || !o->certificate) {
		output_abandon(c->script);
		c->script = NULL;
	}
	if (c->why || !o->invariants) {
		output_abandon(c->shown);
		c->shown = NULL;
	}
}

void certified_show(const struct certified *c, struct output *report)
{
	size_t length;
	const char *text = c->shown ? output_text(c->shown, &length) : NULL;
	if (text)
		output_write(report, text, length);
}

void certified_add(const struct certified *c, struct output *message)
{
	if (c->script)
		extras_add(message, EXTRA_CERTIFICATE, c->script);
	if (!c->why)
		return;
	struct output *why = output_memory();
	output_string(why, c->why);
	extras_add(message, EXTRA_NO_CERTIFICATE, why);
	output_abandon(why);
}

void certified_release(struct certified *c)
{
	if (c->script)
		output_abandon(c->script);
	if (c->shown)
		output_abandon(c->shown);
}

#include "certified.h"

#include "extras.h"

static void begin(struct certified *c)
{
	c->script = output_memory();
	c->shown = output_memory();
}

/* What nobody asked for goes, and what was not made. */
static void keep(struct certified *c, const struct options *o, bool made)
{
	if (!made || !o->certificate) {
		output_abandon(c->script);
		c->script = NULL;
	}
	if (!made || !o->invariants) {
		output_abandon(c->shown);
		c->shown = NULL;
	}
}

void certified_make(struct certified *c, const struct options *o, struct task *task, const struct outcome *outcome,
		    const struct certificate_taker *taker)
{
	begin(c);
	c->why = certify(task, outcome, &c->lemmas, c->script, c->shown, taker);
	keep(c, o, !c->why);
}

void certified_check(struct certified *c, const struct options *o, struct task *task, struct outcome *outcome,
		     const char *text, size_t length)
{
	const struct certificate_text read = { o->check_certificate, text, length };
	begin(c);
	certificate_check(task, outcome, &read, c->script, c->shown, &c->why);
	keep(c, o, outcome->verdict == VERDICT_SAFE && !c->why);
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
	lemmas_release(&c->lemmas);
	*c = (struct certified){ 0 };
}

#include "witnessed.h"

#include "extras.h"
#include "subject_invariants.h"
#include "verdict_witness.h"
#include "waypoints.h"

static bool begin(struct witnessed *w, const struct options *o, const struct program *p, bool violation)
{
	w->witness = verdict_witness_new(p, &o->checks, violation, &w->why);
	return w->witness;
}

void witnessed_violation(struct witnessed *w, const struct options *o, struct program *p, const struct outcome *outcome)
{
	bool unset = !o->checks.given || !(o->checks.checks >> CHECK_UNINIT & 1);
	if (!o->witnesses.count || !begin(w, o, p, true) ||
	    waypoints_add(w->witness, p, &outcome->bug, unset, w->texts))
		return;
	w->why = "the violation is in none of the program's C files";
	witness_free(w->witness);
	w->witness = NULL;
}

void witnessed_proof(struct witnessed *w, const struct options *o, const struct program *p)
{
	w->original = p;
	if (o->witnesses.count)
		begin(w, o, p, false);
}

static void take(void *context, const struct certificate *certificate, const struct subject *subject)
{
	struct witnessed *w = context;
	if (w->witness)
		subject_invariants_add(w->witness, certificate, subject, w->original, w->texts);
}

struct certificate_taker witnessed_taker(struct witnessed *w)
{
	return (struct certificate_taker){ w, take };
}

static void add(struct output *message, const char *name, const struct witness *witness,
		void (*write)(struct output *, const struct witness *))
{
	struct output *text = output_memory();
	write(text, witness);
	extras_add(message, name, text);
	output_abandon(text);
}

void witnessed_add(const struct witnessed *w, struct output *message)
{
	if (w->witness) {
		add(message, EXTRA_WITNESS_YAML, w->witness, witness_write_yaml);
		add(message, EXTRA_WITNESS_GRAPHML, w->witness, witness_write_graphml);
	}
	if (!w->why)
		return;
	struct output *why = output_memory();
	output_string(why, w->why);
	extras_add(message, EXTRA_NO_WITNESS, why);
	output_abandon(why);
}

void witnessed_release(struct witnessed *w)
{
	witness_free(w->witness);
	w->witness = NULL;
}

/* The profile of symbolic execution: a frame for each instance, within that of the instance that made it. Rounds of a loop, and calls
 * of a procedure by itself, have one in common. */
#include "execute.h"
#include "label.h"

static bool is_framed(const struct vc *vc, const struct vc_node *node)
{
	return node->frame && node->frame_within == vc->home;
}

static void make_frame(struct vc *vc, struct vc_node *node)
{
	char label[96];
	const struct vc_node *parent = node->parent;
	uint32_t within = parent ? parent->frame : vc->home;
	node->frame_within = vc->home;
	if (parent && parent->procedure == node->procedure) {
		node->frame = within;
		return;
	}
	procedure_label(node->procedure, label, sizeof label);
	node->frame = profile_frame(vc->policy->profile, within, label);
}

static uint32_t frame_of(struct vc *vc, struct vc_node *node)
{
	VEC(struct vc_node *) chain = { 0 };
	for (struct vc_node *n = node; n && !is_framed(vc, n); n = n->parent)
		vec_push(&chain, n);
	while (chain.count)
		make_frame(vc, vec_pop(&chain));
	vec_free(&chain);
	return node->frame;
}

static void go(struct vc *vc, uint32_t frame)
{
	struct profile *profile = vc->policy->profile;
	uint32_t terms = bank_size(vc->program->bank);
	if (frame == vc->frame)
		return;
	profile_add(profile, terms - vc->terms);
	profile_go(profile, frame);
	vc->terms = terms;
	vc->frame = frame;
}

void account_begin(struct vc *vc)
{
	vc->home = vc->frame = profile_present(vc->policy->profile);
	vc->terms = bank_size(vc->program->bank);
}

void account_go(struct vc *vc, struct vc_node *node)
{
	if (vc->policy->profile)
		go(vc, is_framed(vc, node) ? node->frame : frame_of(vc, node));
}

void account_end(struct vc *vc)
{
	if (vc->policy->profile)
		go(vc, vc->home);
}

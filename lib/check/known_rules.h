/* The rules of drivers that Plumb comes with (docs/rules.md): by these names --rule takes them. Their texts are in tools/c2ir/kernel/rules. */
#ifndef PLUMB_KNOWN_RULES_H
#define PLUMB_KNOWN_RULES_H

struct known_rule {
	const char *name;
	unsigned cwe;      /* number of the weakness (cwe.mitre.org) */
	const char *about; /* in a few words */
};
extern const struct known_rule known_rules[];
extern const unsigned known_rule_count;

#endif

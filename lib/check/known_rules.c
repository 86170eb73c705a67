#include "known_rules.h"

const struct known_rule known_rules[] = {
#define RULE(name, cwe, about) { name, cwe, about },
#include "known_rules.def"
#undef RULE
};

const unsigned known_rule_count = sizeof known_rules / sizeof *known_rules;

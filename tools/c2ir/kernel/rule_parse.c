/* The grammar of rules (docs/rules.md), both forms:
 *
 *	file        { item }
 *	item        rule NAME STRING [CWE-NUMBER] | checks NAME {, NAME} | state NAME {, NAME} | count NAME, NAME
 *	            model BLOCK | hook (: changes | BLOCK) | event | advice
 *	hook        interrupt | after interrupt | returned | end
 *	event       [after] [$res =] NAME {, NAME} ( [EXPRESSION] ) [if EXPRESSION] : changes
 *	changes     change {; change}
 *	change      [(NAME {, NAME} | *) ->] (NAME | + | - | error STRING)
 *	advice      (before | after | around) : pointcut BLOCK | pointcut NAME : pointcut ;
 *	pointcut    place {|| place}
 *	place       (call | execution) ( TYPE NAME ( parameters ) ) | file ( STRING ) | NAME */
#include <string.h>

#include "check.h"
#include "memory.h"
#include "rule_token.h"

/* pointcut NAME: ... */
struct named {
	struct rule_text name;
	struct rule_functions functions;
};

struct parser {
	struct rule_reader r;
	struct rule *rule;
	VEC(struct named) named;
};

static char *copy(struct rule_text t)
{
	return memory_copy_string(t.at, t.length);
}

static bool is_same(struct rule_text a, struct rule_text b)
{
	return a.length == b.length && !memcmp(a.at, b.at, a.length);
}

static bool wrong(struct parser *p, struct location place, const char *text)
{
	diagnose(p->r.diags, DIAG_INPUT, place, "%s", text);
	return false;
}

static bool take_name(struct parser *p, struct rule_text *name, const char *what)
{
	if (p->r.kind != RULE_NAME)
		return rule_refuse(&p->r, what);
	*name = p->r.token;
	rule_advance(&p->r);
	return true;
}

/* Without its quotes. */
static bool take_string(struct parser *p, struct rule_text *text)
{
	*text = p->r.token;
	if (p->r.kind != RULE_STRING || text->length < 2 || text->at[text->length - 1] != '"')
		return rule_refuse(&p->r, "a text in quotes, in one line");
	text->at++;
	text->length -= 2;
	if (memchr(text->at, '\\', text->length) || memchr(text->at, '%', text->length))
		return wrong(p, text->place, "no \\ and no % in this text");
	rule_advance(&p->r);
	return true;
}

static bool take_block(struct parser *p, struct rule_text *block)
{
	return rule_is(&p->r, "{") ? rule_bracketed(&p->r, block, true) : rule_refuse(&p->r, "'{'");
}

/* ---- what the rule is ---- */

static bool take_cwe(struct parser *p)
{
	if (!rule_accept(&p->r, "CWE"))
		return true;
	if (!rule_expect(&p->r, "-"))
		return false;
	if (p->r.kind != RULE_NUMBER || p->r.token.length > 5)
		return rule_refuse(&p->r, "the number of a weakness");
	for (size_t i = 0; i < p->r.token.length; i++) {
		if (p->r.token.at[i] < '0' || p->r.token.at[i] > '9')
			return rule_refuse(&p->r, "the number of a weakness");
		p->rule->cwe = 10 * p->rule->cwe + (unsigned)(p->r.token.at[i] - '0');
	}
	rule_advance(&p->r);
	return true;
}

static bool take_rule(struct parser *p, struct location place)
{
	struct rule_text name, about;
	if (p->rule->name)
		return wrong(p, place, "a file has one rule");
	name = p->r.token;
	if (p->r.kind != RULE_NAME)
		return rule_refuse(&p->r, "the name of the rule");
	rule_advance(&p->r);
	while (rule_is(&p->r, "-")) { /* NAME-NAME */
		rule_advance(&p->r);
		if (p->r.kind != RULE_NAME)
			return rule_refuse(&p->r, "the rest of the name");
		name.length = (size_t)(p->r.token.at + p->r.token.length - name.at);
		rule_advance(&p->r);
	}
	if (!take_string(p, &about))
		return false;
	p->rule->name = copy(name);
	p->rule->about = copy(about);
	return take_cwe(p);
}

static bool take_check(struct parser *p)
{
	struct rule_text name = { 0 };
	struct location place = p->r.token.place;
	if (!take_name(p, &name, "the name of a check"))
		return false;
	enum check check = check_find(name.at, name.length);
	if (check == CHECK_COUNT)
		return wrong(p, place, "there is no check of this name");
	p->rule->checks |= UINT64_C(1) << check;
	return true;
}

static bool take_checks(struct parser *p)
{
	do
		if (!take_check(p))
			return false;
	while (rule_accept(&p->r, ","));
	return true;
}

/* The number of the state; the count of states: it is none. */
static unsigned find_state(const struct rule *rule, struct rule_text name)
{
	unsigned i = 0;
	while (i < rule->states.count && !is_same(rule->states.at[i], name))
		i++;
	return i;
}

static bool take_states(struct parser *p, struct location place, bool counts)
{
	if (p->rule->states.count)
		return wrong(p, place, "a rule has its states in one place");
	do {
		struct rule_text name = { 0 };
		if (!take_name(p, &name, "the name of a state"))
			return false;
		if (find_state(p->rule, name) < p->rule->states.count)
			return wrong(p, name.place, "this state is there twice");
		vec_push(&p->rule->states, name);
	} while (rule_accept(&p->r, ","));
	p->rule->counts = counts;
	if (counts && p->rule->states.count != 2)
		return wrong(p, place, "a count has two names: one for none and one for some");
	return p->rule->states.count <= 30 || wrong(p, place, "a rule has 30 states at most");
}

/* ---- events ---- */

static bool take_state(struct parser *p, unsigned *state)
{
	struct rule_text name = { 0 };
	if (!take_name(p, &name, "a state, 'error', or '*'"))
		return false;
	*state = find_state(p->rule, name);
	return *state < p->rule->states.count || wrong(p, name.place, "this is no state of the rule");
}

static bool take_from(struct parser *p, struct rule_transition *t)
{
	unsigned state;
	if (rule_is(&p->r, "error")) {
		t->from = UINT32_MAX;
		return true;
	}
	if (rule_accept(&p->r, "*")) {
		t->from = UINT32_MAX;
		return rule_expect(&p->r, "->");
	}
	do {
		if (!take_state(p, &state))
			return false;
		t->from |= UINT32_C(1) << state;
	} while (rule_accept(&p->r, ","));
	return rule_expect(&p->r, "->");
}

static bool take_step(struct parser *p, struct rule_transition *t)
{
	t->target = rule_is(&p->r, "+") ? RULE_MORE : RULE_LESS;
	if (!p->rule->counts)
		return wrong(p, p->r.token.place, "+ and - are of rules with a count");
	if (t->target == RULE_LESS && (t->from & 1))
		return wrong(p, p->r.token.place, "nothing is less than none: - goes from the other state only");
	rule_advance(&p->r);
	return true;
}

static bool take_change(struct parser *p, struct rule_clause *c)
{
	struct rule_transition t = { .place = p->r.token.place };
	if (!take_from(p, &t))
		return false;
	if (rule_accept(&p->r, "error")) {
		t.target = RULE_ERROR;
		if (!take_string(p, &t.message))
			return false;
	} else if (rule_is(&p->r, "+") || rule_is(&p->r, "-")) {
		if (!take_step(p, &t))
			return false;
	} else if (!take_state(p, &t.to)) {
		return false;
	} else if (p->rule->counts && t.to) {
		return wrong(p, t.place, "a count becomes some by +");
	}
	vec_push(&c->transitions, t);
	return true;
}

static bool goes_on(const struct parser *p)
{
	return rule_is(&p->r, "error") || rule_is(&p->r, "*") ||
	       (p->r.kind == RULE_NAME && find_state(p->rule, p->r.token) < p->rule->states.count);
}

/* Behind the colon. */
static bool take_list(struct parser *p, struct rule_clause *c)
{
	do {
		if (!take_change(p, c))
			return false;
		rule_accept(&p->r, ";");
	} while (goes_on(p));
	return true;
}

static bool take_changes(struct parser *p, struct rule_clause *c)
{
	return rule_expect(&p->r, ":") && take_list(p, c);
}

static bool mentions_result(struct rule_text t)
{
	for (size_t i = 0; t.at && i + 4 <= t.length; i++)
		if (!memcmp(t.at + i, "$res", 4))
			return true;
	return false;
}

static bool take_functions(struct parser *p, struct rule_clause *c)
{
	do {
		struct rule_function f = { .parameters = -1 };
		if (!take_name(p, &f.name, "the name of a function"))
			return false;
		vec_push(&c->functions, f);
	} while (rule_accept(&p->r, ","));
	return true;
}

/* Behind [after] [$res =]. */
static bool take_call(struct parser *p, struct rule_clause *c)
{
	struct rule_text inside;
	if (!take_functions(p, c))
		return false;
	if (!rule_is(&p->r, "("))
		return rule_refuse(&p->r, "'('");
	if (!rule_bracketed(&p->r, &inside, false))
		return false;
	if (inside.length && c->object.at)
		return wrong(p, inside.place, "the state hangs on the result: nothing between the brackets");
	if (inside.length)
		c->object = inside;
	if (mentions_result(inside))
		c->moment = RULE_AFTER;
	if (rule_accept(&p->r, "if")) {
		if (!rule_until(&p->r, ':', &c->condition))
			return false;
		if (mentions_result(c->condition))
			c->moment = RULE_AFTER;
		return take_list(p, c);
	}
	return take_changes(p, c);
}

static bool take_event(struct parser *p, struct rule_clause *c)
{
	if (rule_is(&p->r, "$res")) {
		c->object = p->r.token;
		c->moment = RULE_AFTER;
		rule_advance(&p->r);
		if (!rule_expect(&p->r, "="))
			return false;
	}
	return take_call(p, c);
}

/* ---- advice ---- */

/* TYPE NAME ( parameters ): the name is the word before the first bracket. */
static bool read_signature(struct parser *p, struct rule_text s, struct rule_function *f)
{
	size_t open = 0, depth = 0;
	while (open < s.length && s.at[open] != '(')
		open++;
	size_t end = open;
	while (end && strchr(" \t\n", s.at[end - 1]))
		end--;
	size_t begin = end;
	while (begin && (strchr("_$", s.at[begin - 1]) || (s.at[begin - 1] >= '0' && s.at[begin - 1] <= '9') ||
			 ((s.at[begin - 1] | 32) >= 'a' && (s.at[begin - 1] | 32) <= 'z')))
		begin--;
	if (open == s.length || begin == end)
		return wrong(p, s.place, "expected a function's type, name and parameters, such as int f(..)");
	f->name = (struct rule_text){ s.at + begin, end - begin, s.place };
	f->parameters = 1;
	for (size_t i = open; i < s.length; i++) {
		depth += (s.at[i] == '(') - (size_t)(s.at[i] == ')');
		f->parameters += depth == 1 && s.at[i] == ',';
		if (depth == 1 && !strncmp(s.at + i, "..", 2))
			f->parameters = -100000;
	}
	char *inside = memory_copy_string(s.at + open + 1, s.length - open - 1);
	const char *word = inside + strspn(inside, " \t\n");
	if (*word == ')' || (!strncmp(word, "void", 4) && word[4 + strspn(word + 4, " \t\n")] == ')'))
		f->parameters = 0;
	memory_free(inside);
	f->parameters = f->parameters < 0 ? -1 : f->parameters;
	return true;
}

static bool take_named(struct parser *p, struct rule_functions *functions)
{
	for (size_t i = 0; i < p->named.count; i++)
		if (is_same(p->named.at[i].name, p->r.token)) {
			for (size_t k = 0; k < p->named.at[i].functions.count; k++)
				vec_push(functions, p->named.at[i].functions.at[k]);
			rule_advance(&p->r);
			return true;
		}
	if (rule_is(&p->r, "define"))
		return wrong(
			p, p->r.token.place,
			"define() is not supported: the driver's macros are expanded before; name the function that "
			"the macro calls");
	return rule_refuse(&p->r,
			   "call(...), execution(...), file(...) or the name of a pointcut (others are not supported)");
}

static bool take_place(struct parser *p, struct rule_functions *functions, bool *is_file)
{
	struct rule_text inside;
	struct rule_function f;
	*is_file = rule_is(&p->r, "file");
	if (!*is_file && !rule_is(&p->r, "call") && !rule_is(&p->r, "execution"))
		return take_named(p, functions);
	rule_advance(&p->r);
	if (!rule_is(&p->r, "("))
		return rule_refuse(&p->r, "'('");
	if (!rule_bracketed(&p->r, &inside, false))
		return false;
	if (*is_file)
		return true;
	if (!read_signature(p, inside, &f))
		return false;
	vec_push(functions, f);
	return true;
}

static bool take_pointcut(struct parser *p, struct rule_functions *functions, bool *is_file)
{
	do
		if (!take_place(p, functions, is_file))
			return false;
	while (rule_accept(&p->r, "||"));
	return true;
}

static bool take_advice(struct parser *p, enum rule_moment moment)
{
	struct rule_clause c = { .moment = moment, .place = p->r.token.place };
	bool is_file;
	bool fine = take_pointcut(p, &c.functions, &is_file) && take_block(p, &c.code);
	if (fine && is_file) {
		struct rule_text inside = { c.code.at + 1, c.code.length - 2, c.code.place };
		if (moment == RULE_AFTER)
			vec_push(&p->rule->after_models, inside);
		else
			vec_push(&p->rule->models, inside);
	}
	if (!fine || is_file)
		vec_free(&c.functions);
	else
		vec_push(&p->rule->clauses, c);
	return fine;
}

static bool take_pointcut_name(struct parser *p)
{
	struct named n = { .functions = { 0 } };
	bool is_file;
	if (!take_name(p, &n.name, "the name of the pointcut") || !rule_expect(&p->r, ":"))
		return false;
	bool fine = take_pointcut(p, &n.functions, &is_file);
	rule_accept(&p->r, ";");
	vec_push(&p->named, n);
	return fine;
}

/* ---- the file ---- */

static bool take_hook(struct parser *p, struct rule_clause *c)
{
	return rule_is(&p->r, "{") ? take_block(p, &c->code) : take_changes(p, c);
}

static bool take_model(struct parser *p)
{
	struct rule_text block;
	if (!take_block(p, &block))
		return false;
	vec_push(&p->rule->models, (struct rule_text){ block.at + 1, block.length - 2, block.place });
	return true;
}

static bool add_clause(struct parser *p, enum rule_moment moment, bool (*take)(struct parser *p, struct rule_clause *c))
{
	struct rule_clause c = { .moment = moment, .place = p->r.token.place };
	bool fine = take(p, &c);
	vec_push(&p->rule->clauses, c);
	return fine;
}

static bool take_timed(struct parser *p, enum rule_moment moment)
{
	if (rule_accept(&p->r, ":"))
		return take_advice(p, moment);
	if (moment == RULE_AFTER && rule_accept(&p->r, "interrupt"))
		return add_clause(p, RULE_INTERRUPTED, take_hook);
	if (moment == RULE_AFTER)
		return add_clause(p, moment, take_event);
	return rule_refuse(&p->r, "':'");
}

static bool take_item(struct parser *p)
{
	struct rule_reader *r = &p->r;
	struct location place = r->token.place;
	if (rule_accept(r, "rule"))
		return take_rule(p, place);
	if (rule_accept(r, "checks"))
		return take_checks(p);
	if (rule_is(r, "state") || rule_is(r, "count")) {
		bool counts = rule_is(r, "count");
		rule_advance(r);
		return take_states(p, place, counts);
	}
	if (rule_accept(r, "model"))
		return take_model(p);
	if (rule_accept(r, "pointcut"))
		return take_pointcut_name(p);
	if (rule_accept(r, "interrupt"))
		return add_clause(p, RULE_INTERRUPT, take_hook);
	if (rule_accept(r, "returned"))
		return add_clause(p, RULE_RETURNED, take_hook);
	if (rule_accept(r, "end"))
		return add_clause(p, RULE_END, take_hook);
	if (rule_accept(r, "before"))
		return take_timed(p, RULE_BEFORE);
	if (rule_accept(r, "after"))
		return take_timed(p, RULE_AFTER);
	if (rule_accept(r, "around"))
		return take_timed(p, RULE_AROUND);
	if (r->kind == RULE_NAME)
		return add_clause(p, RULE_BEFORE, take_event);
	return rule_refuse(r, "an event, such as f($1): a -> b, or a word that begins an item");
}

/* LDV's files have no name: that of the file is one. */
static void name_rule(struct rule *rule)
{
	const char *slash = strrchr(rule->file, '/');
	const char *name = slash ? slash + 1 : rule->file;
	if (!rule->name)
		rule->name = memory_copy_string(name, strcspn(name, "."));
	if (!rule->about)
		rule->about = memory_copy_string("", 0);
}

bool rule_parse(struct rule *rule, struct diagnostics *diags)
{
	struct parser p = { .rule = rule };
	bool fine = true;
	rule_reader_init(&p.r, rule->file, rule->source, diags);
	while (fine && p.r.kind != RULE_END_OF_FILE)
		fine = take_item(&p);
	if (fine && !rule->clauses.count)
		fine = wrong(&p, p.r.token.place, "this rule has no event");
	for (size_t i = 0; i < p.named.count; i++)
		vec_free(&p.named.at[i].functions);
	vec_free(&p.named);
	name_rule(rule);
	return fine;
}

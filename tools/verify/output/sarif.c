#include "sarif.h"

#include <string.h>

#include "check.h"
#include "hash.h"
#include "json_text.h"
#include "known_rules.h"
#include "status.h"
#include "uri.h"
#include "verdict_report.h"

/* Members that are NULL are left out: "o*" of json_pack. */

static json_t *text_or_null(const char *text)
{
	return text ? json_text(text) : NULL;
}

/* A message, or a multiformatMessageString (3.11, 3.12). */
static json_t *message(const char *text)
{
	return text ? json_pack("{s:o}", "text", json_text(text)) : NULL;
}

static json_t *one_of(json_t *element)
{
	return element ? json_pack("[o]", element) : NULL;
}

/* An array without elements is left out. */
static json_t *unless_empty(json_t *array)
{
	if (json_array_size(array))
		return array;
	json_decref(array);
	return NULL;
}

/* ---- places ---- */

static json_t *region_of(const struct report_place *p)
{
	if (!p->line)
		return NULL;
	json_t *column = p->column ? json_integer(p->column) : NULL;
	return json_pack("{s:I, s:o*}", "startLine", (json_int_t)p->line, "startColumn", column);
}

/* 3.28; NULL: nothing is known of it. */
static json_t *location_of(const struct report_place *p, const char *text)
{
	json_t *physical = NULL, *function = NULL;
	if (p->uri)
		physical = json_pack("{s:{s:o}, s:o*}", "artifactLocation", "uri", json_text(p->uri), "region",
				     region_of(p));
	if (p->function)
		function = json_pack("[{s:s, s:o}]", "kind", "function", "name", json_text(p->function));
	if (!physical && !function)
		return NULL;
	return json_pack("{s:o*, s:o*, s:o*}", "physicalLocation", physical, "logicalLocations", function, "message",
			 message(text));
}

static json_t *step_location(const struct report_step *s)
{
	if (!s->values)
		return location_of(&s->place, s->text);
	struct output *text = output_memory();
	size_t length;
	output_format(text, "%s    [%s]", s->text, s->values);
	json_t *location = location_of(&s->place, output_text(text, &length));
	output_abandon(text);
	return location;
}

static json_t *flow_of(const struct report_steps *steps)
{
	json_t *locations = json_array();
	for (size_t i = 0; i < steps->count; i++) {
		json_t *location = step_location(&steps->at[i]);
		if (location)
			json_array_append_new(locations, json_pack("{s:o}", "location", location));
	}
	locations = unless_empty(locations);
	return locations ? json_pack("[{s:[{s:o}]}]", "threadFlows", "locations", locations) : NULL;
}

/* ---- rules ---- */

/* A check, or a rule of drivers that Plumb comes with. */
struct rule {
	const char *check, *name; /* name: of the driver rule, or NULL */
	int64_t cwe;
};
struct rules VEC_BODY(struct rule);

static const struct known_rule *known_rule(const char *name)
{
	for (unsigned i = 0; name && i < known_rule_count; i++)
		if (!strcmp(known_rules[i].name, name))
			return &known_rules[i];
	return NULL;
}

static struct rule rule_of(const struct report_run *run, const struct report_obligation *o)
{
	const struct known_rule *known = strcmp(o->check, check_name(CHECK_RULE)) ? NULL : known_rule(run->rule);
	return (struct rule){ o->check, known ? known->name : NULL, o->cwe };
}

/* Its index; it is added where it is new. */
static size_t rule_index(struct rules *rules, struct rule rule)
{
	for (size_t i = 0; i < rules->count; i++)
		if (!strcmp(rules->at[i].check, rule.check) && rules->at[i].name == rule.name)
			return i;
	vec_push(rules, rule);
	return rules->count - 1;
}

/* Hierarchical (3.5.4): rule/NAME. */
static json_t *rule_id(const struct rule *r)
{
	json_t *id;
	struct output *out = output_memory();
	size_t length;
	output_string(out, r->check);
	if (r->name)
		output_format(out, "/%s", r->name);
	id = json_text(output_text(out, &length));
	output_abandon(out);
	return id;
}

static json_t *rule_help(const struct rule *r, enum check check, const char *about)
{
	struct output *out = output_memory();
	size_t length;
	output_format(out, r->name ? "A driver keeps the rule that %s." : "No execution may come to: %s.", about);
	if (*check_clause(check))
		output_format(out, " C11 %s.", check_clause(check));
	if (r->cwe)
		output_format(out, " CWE-%u: https://cwe.mitre.org/data/definitions/%u.html.", (unsigned)r->cwe,
			      (unsigned)r->cwe);
	if (r->name)
		output_format(out, " It is looked for with --rule=%s.", r->name);
	else
		output_format(out, " --check=-%s leaves this check out.", r->check);
	json_t *help = message(output_text(out, &length));
	output_abandon(out);
	return help;
}

static json_t *tags_of(const struct rule *r)
{
	return r->cwe ? json_pack("{s:[o]}", "tags", json_sprintf("external/cwe/cwe-%u", (unsigned)r->cwe)) : NULL;
}

/* A reportingDescriptor (3.49). Of other tools' checks only the name is known. */
static json_t *descriptor_of(const struct rule *r)
{
	enum check check = check_find(r->check, strlen(r->check));
	const struct known_rule *known = known_rule(r->name);
	const char *about = known ? known->about : check == CHECK_COUNT ? NULL : check_about(check);
	return json_pack("{s:o, s:o*, s:o*, s:o*}", "id", rule_id(r), "shortDescription", message(about), "help",
			 about ? rule_help(r, check, about) : NULL, "properties", tags_of(r));
}

static json_t *rules_of(const struct rules *rules)
{
	json_t *array = json_array();
	for (size_t i = 0; i < rules->count; i++)
		json_array_append_new(array, descriptor_of(&rules->at[i]));
	return array;
}

/* ---- results ---- */

static const char *kind_of(const struct report_obligation *o)
{
	switch (o->verdict) {
	case OBLIGATION_VIOLATED:
		return "fail";
	case OBLIGATION_PROVED:
		return "pass";
	case OBLIGATION_BOUNDED:
	case OBLIGATION_OPEN:
		break;
	}
	return "open";
}

static json_t *result_message(const struct report_obligation *o)
{
	if (!o->message)
		return json_pack("{s:o}", "text",
				 json_sprintf("%lld proved before verify had the program", (long long)o->count));
	if (!o->cause && !o->library)
		return message(o->message);
	struct output *out = output_memory();
	size_t length;
	output_string(out, o->message);
	if (o->library)
		output_format(out, " in %s", o->library);
	if (o->cause)
		output_format(out, " (%s)", o->cause);
	json_t *m = message(output_text(out, &length));
	output_abandon(out);
	return m;
}

static json_t *fingerprints_of(const struct report_obligation *o)
{
	return o->fingerprint ? json_pack("{s:o}", "checkFunctionLine/v1", json_text(o->fingerprint)) : NULL;
}

static json_t *result_of(const struct report_obligation *o, const struct rule *rule, size_t index)
{
	json_t *bounded = o->verdict == OBLIGATION_BOUNDED ? json_pack("{s:b}", "bounded", 1) : NULL;
	return json_pack("{s:o, s:I, s:s, s:s, s:o, s:o*, s:o*, s:o*, s:o*}", "ruleId", rule_id(rule), "ruleIndex",
			 (json_int_t)index, "kind", kind_of(o), "level",
			 o->verdict == OBLIGATION_VIOLATED ? "error" : "none", "message", result_message(o),
			 "locations", one_of(location_of(&o->place, NULL)), "partialFingerprints", fingerprints_of(o),
			 "codeFlows", flow_of(&o->trace), "properties", bounded);
}

static json_t *results_of(const struct report *r, struct rules *rules, bool all)
{
	json_t *results = json_array();
	for (size_t i = 0; i < r->runs.count; i++)
		for (size_t k = 0; k < r->runs.at[i].obligations.count; k++) {
			const struct report_obligation *o = &r->runs.at[i].obligations.at[k];
			if (!all && o->verdict != OBLIGATION_VIOLATED)
				continue;
			struct rule rule = rule_of(&r->runs.at[i], o);
			json_array_append_new(results, result_of(o, &rule, rule_index(rules, rule)));
		}
	return results;
}

/* ---- notifications (3.58) ---- */

static const struct {
	const char *id, *level, *about;
} notices[] = {
	[VERDICT_UNKNOWN] = { "unknown", "warning", "there is no verdict" },
	[VERDICT_BOUNDED] = { "bounded", "warning", "nothing is known beyond a bound" },
	[VERDICT_SAFE] = { "assumption", "note", "what the results rest on" },
};
enum { NOTICE_ASSUMPTION = VERDICT_SAFE };

static json_t *notice(unsigned kind, const char *text, json_t *locations)
{
	return json_pack("{s:{s:s}, s:s, s:o, s:o*}", "descriptor", "id", notices[kind].id, "level",
			 notices[kind].level, "message", message(text), "locations", locations);
}

struct known TABLE_BODY(uint64_t, const struct report_assumption *);

static json_t *notices_of(void)
{
	json_t *array = json_array();
	for (unsigned i = 0; i < sizeof notices / sizeof *notices; i++)
		if (notices[i].id)
			json_array_append_new(array, json_pack("{s:s, s:o}", "id", notices[i].id, "shortDescription",
							       message(notices[i].about)));
	return array;
}

static const char *name_of(const struct report_assumption *a)
{
	return a->place.file ? a->place.file : "";
}

/* Two that have a hash in common and are different (that is rare) both come, perhaps more than once. */
static bool is_known(struct known *known, const struct report_assumption *a)
{
	uint64_t text = hash_bytes(a->text, strlen(a->text));
	uint64_t hash =
		hash_mix(hash_mix(text, hash_bytes(name_of(a), strlen(name_of(a)))), (uint64_t)a->place.line) >> 1;
	const struct report_assumption *b = table_get(known, hash, NULL);
	table_put(known, hash, a);
	return b && a->place.line == b->place.line && !strcmp(name_of(a), name_of(b)) && !strcmp(a->text, b->text);
}

/* Where there is no proof, or none of what is not violated. */
static void add_verdict(json_t *to, const struct report_run *run)
{
	json_t *beyond = json_array();
	struct output *out = output_memory();
	size_t length;
	for (size_t i = 0; i < run->beyond.count; i++)
		json_array_append_new(beyond, location_of(&run->beyond.at[i], NULL));
	output_format(out, "%s%s", run->files.count ? run->files.at[0] : "-",
		      run->verdict == VERDICT_UNSAFE ? ": beyond the violations" : "");
	if (run->others == VERDICT_BOUNDED)
		output_format(out, ": nothing found up to bound %lld", (long long)run->bound);
	if (run->cause)
		output_format(out, ": %s", run->cause);
	json_array_append_new(to, notice(run->others, output_text(out, &length), unless_empty(beyond)));
	output_abandon(out);
}

/* What several runs assume comes once. */
static json_t *notifications_of(const struct report *r)
{
	struct known known = { 0 };
	json_t *array = json_array();
	for (size_t i = 0; i < r->runs.count; i++) {
		const struct report_run *run = &r->runs.at[i];
		if (run->others == VERDICT_BOUNDED || run->others == VERDICT_UNKNOWN)
			add_verdict(array, run);
		for (size_t k = 0; k < run->assumptions.count; k++) {
			const struct report_assumption *a = &run->assumptions.at[k];
			if (!is_known(&known, a))
				json_array_append_new(array, notice(NOTICE_ASSUMPTION, a->text,
								    one_of(location_of(&a->place, NULL))));
		}
	}
	table_free(&known);
	return array;
}

/* ---- the invocation (3.20) ---- */

/* As a shell reads it. */
static json_t *command_line(const struct string_list *words)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._/=,:+@%";
	struct output *out = output_memory();
	size_t length;
	for (size_t i = 0; i < words->count; i++) {
		const char *word = words->at[i];
		bool quoted = !*word || word[strspn(word, plain)];
		output_string(out, i ? " " : "");
		output_string(out, quoted ? "'" : "");
		for (; *word; word++)
			output_format(out, *word == '\'' ? "'\\''" : "%c", *word);
		output_string(out, quoted ? "'" : "");
	}
	json_t *text = json_text(output_text(out, &length));
	output_abandon(out);
	return text;
}

static json_t *arguments_of(const struct string_list *words)
{
	json_t *array = json_array();
	for (size_t i = 1; i < words->count; i++)
		json_array_append_new(array, json_text(words->at[i]));
	return array;
}

static json_t *directory_of(const struct report *r)
{
	struct arena *arena = arena_new();
	json_t *uri = r->directory ? json_text(uri_of(arena, arena_format(arena, "%s/", r->directory))) : NULL;
	arena_free(arena);
	return uri ? json_pack("{s:o}", "uri", uri) : NULL;
}

static json_t *invocation_of(const struct report *r)
{
	bool fine =
		r->exit_status == STATUS_SAFE || r->exit_status == STATUS_UNSAFE || r->exit_status == STATUS_UNKNOWN;
	return json_pack("{s:o, s:o, s:I, s:b, s:o*, s:o}", "commandLine", command_line(&r->command_line), "arguments",
			 arguments_of(&r->command_line), "exitCode", (json_int_t)r->exit_status, "executionSuccessful",
			 fine, "workingDirectory", directory_of(r), "toolExecutionNotifications", notifications_of(r));
}

static json_t *properties_of(const struct report *r)
{
	return json_pack("{s:s, s:f, s:f, s:I}", "verdict", verdict_word(r->verdict), "cpuSeconds", r->cost.cpu_seconds,
			 "wallSeconds", r->cost.wall_seconds, "memoryBytes", (json_int_t)r->cost.memory_bytes);
}

void sarif_write(struct output *out, const struct report *r, bool all)
{
	struct rules rules = { 0 };
	json_t *results = results_of(r, &rules, all);
	json_t *driver = json_pack("{s:s, s:o*, s:o, s:o}", "name", "Plumb verify", "version", text_or_null(r->version),
				   "rules", rules_of(&rules), "notifications", notices_of());
	json_t *run =
		json_pack("{s:{s:o}, s:[o], s:s, s:o, s:o}", "tool", "driver", driver, "invocations", invocation_of(r),
			  "columnKind", "utf16CodeUnits", "properties", properties_of(r), "results", results);
	json_t *log = json_pack("{s:s, s:s, s:[o]}", "$schema", "https://json.schemastore.org/sarif-2.1.0.json",
				"version", "2.1.0", "runs", run);
	json_write(out, log, 1);
	output_string(out, "\n");
	json_decref(log);
	vec_free(&rules);
}

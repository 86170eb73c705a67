#include "sarif.h"

#include <string.h>

#include "check.h"

/* --- JSON (RFC 8259) --- */

/* What is no UTF-8 in a C file is written byte by byte, as if it were Latin-1: JSON has no other bytes. */
static size_t sequence_length(const unsigned char *s)
{
	size_t length = s[0] < 0x80                   ? 1
			: s[0] >= 0xc2 && s[0] < 0xe0 ? 2
			: s[0] >= 0xe0 && s[0] < 0xf0 ? 3
			: s[0] >= 0xf0 && s[0] < 0xf5 ? 4
						      : 0;
	for (size_t i = 1; i < length; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	/* Overlong forms, surrogates, what is above U+10FFFF */
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf0 && s[1] < 0x90) ||
	    (s[0] == 0xf4 && s[1] > 0x8f))
		return 0;
	return length;
}

static void write_string(struct output *out, const char *text)
{
	const unsigned char *s = (const unsigned char *)text;
	output_string(out, "\"");
	while (*s) {
		size_t length = sequence_length(s);
		if (*s == '"' || *s == '\\')
			output_format(out, "\\%c", *s);
		else if (*s < ' ' || *s == 127 || !length)
			output_format(out, "\\u%04x", *s);
		else if (s[0] == 0xc2 && s[1] < 0xa0) /* C1 controls */
			output_format(out, "\\u%04x", s[1]);
		else
			output_write(out, (const char *)s, length);
		s += length ? length : 1;
	}
	output_string(out, "\"");
}

static void write_member(struct output *out, const char *key, const char *value)
{
	write_string(out, key);
	output_string(out, ": ");
	write_string(out, value);
}

/* --- SARIF --- */

/* A path as a relative or absolute URI reference (RFC 3986). */
static void write_uri(struct output *out, const char *path)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
	output_string(out, *path == '/' ? "\"file://" : "\"");
	for (; *path; path++)
		output_format(out, strchr(plain, *path) ? "%c" : "%%%02X", (unsigned char)*path);
	output_string(out, "\"");
}

static void write_location(struct output *out, struct location location, const char *function, const char *message)
{
	output_string(out, "{ \"physicalLocation\": { \"artifactLocation\": { \"uri\": ");
	write_uri(out, location.file ? location.file : "unknown");
	output_string(out, " }");
	if (location.line)
		output_format(out, ", \"region\": { \"startLine\": %u", location.line);
	if (location.line && location.column)
		output_format(out, ", \"startColumn\": %u", location.column);
	output_string(out, location.line ? " } }, " : " }, ");
	output_string(out, "\"logicalLocations\": [ { \"kind\": \"function\", ");
	write_member(out, "name", function);
	output_string(out, " } ]");
	if (message) {
		output_string(out, ", \"message\": { ");
		write_member(out, "text", message);
		output_string(out, " }");
	}
	output_string(out, " }");
}

static void write_flow(struct output *out, const struct finding *f)
{
	output_string(out, "          \"codeFlows\": [ { \"threadFlows\": [ { \"locations\": [");
	for (size_t i = 0; i < f->steps.count; i++) {
		const struct trace_step *s = &f->steps.at[i];
		output_format(out, "%s\n            { \"location\": ", i ? "," : "");
		write_location(out, s->location, s->function, s->text);
		output_string(out, " }");
	}
	output_string(out, "\n          ] } ] } ]\n");
}

static void write_result(struct output *out, const struct finding *f)
{
	const struct violation *v = &f->violation;
	output_string(out, "        { ");
	write_member(out, "ruleId", v->check);
	output_string(out, ", \"level\": \"error\", \"message\": { ");
	write_member(out, "text", v->message);
	output_string(out, " },\n          \"locations\": [ ");
	write_location(out, v->location, v->function, NULL);
	output_string(out, " ]");
	output_string(out, f->steps.count ? ",\n" : "\n");
	if (f->steps.count)
		write_flow(out, f);
	output_string(out, "        }");
}

static bool is_first_of_check(const struct findings *found, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (!strcmp(found->at[k].violation.check, found->at[i].violation.check))
			return false;
	return true;
}

static void write_rule(struct output *out, const char *name)
{
	enum check check = check_find(name, strlen(name));
	output_string(out, "{ ");
	write_member(out, "id", name);
	if (check != CHECK_COUNT) {
		output_string(out, ", \"shortDescription\": { ");
		write_member(out, "text", check_about(check));
		output_format(out, " }, \"properties\": { \"tags\": [ \"external/cwe/cwe-%u\" ] }", check_cwe(check));
	}
	output_string(out, " }");
}

void sarif_write(struct output *out, const char *verdict, const struct outcome *o)
{
	output_string(out, "{\n  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n  \"version\": "
			   "\"2.1.0\",\n  \"runs\": [ {\n"
			   "    \"tool\": { \"driver\": { \"name\": \"Plumb verify\", ");
	write_member(out, "version", PLUMB_VERSION);
	output_string(out, ", \"rules\": [");
	for (size_t i = 0, n = 0; i < o->found.count; i++)
		if (is_first_of_check(&o->found, i)) {
			output_string(out, n++ ? ",\n      " : "\n      ");
			write_rule(out, o->found.at[i].violation.check);
		}
	output_string(out, " ] } },\n    \"columnKind\": \"utf16CodeUnits\",\n    \"properties\": { ");
	write_member(out, "verdict", verdict);
	output_string(out, " },\n    \"results\": [");
	for (size_t i = 0; i < o->found.count; i++) {
		output_string(out, i ? ",\n" : "\n");
		write_result(out, &o->found.at[i]);
	}
	output_string(out, " ]\n  } ]\n}\n");
}

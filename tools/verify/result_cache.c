/* An entry is DIR/NUMBER.gz: a line with the lengths of what follows it and the status, the key, the report. Its name is a hash of the key,
 * but what counts is that the key is the same to the last byte, and gzip's checksum. The folder must be the user's own, and nobody else's
 * to write to. */
#include "result_cache.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine.h"
#include "hash.h"
#include "iterate.h"
#include "memory.h"
#include "status.h"
#include "stream.h"
#include "tool.h"
#include "write.h"

static const char magic[] = "plumb result 1";

/* ---- what a result depends on ---- */

static void add_program(struct output *key, const char *path)
{
	struct stat s;
	if (stat(path, &s) == 0)
		output_format(key, "%s %lld %lld.%09ld\n", path, (long long)s.st_size, (long long)s.st_mtim.tv_sec,
			      s.st_mtim.tv_nsec);
}

static void add_programs(struct output *key)
{
	char *c2ir = tool_find("c2ir"), *verify = tool_find("verify");
	const char *cc = getenv("CC"), *real = getenv("PLUMB_CC"); /* their flags are about the program */
	output_format(key, "%s\n%s\n%s\n", PLUMB_VERSION, cc ? cc : "", real ? real : "");
	add_program(key, c2ir);
	add_program(key, verify);
	memory_free(c2ir);
	memory_free(verify);
}

/* What an option's value names, if it is a file: a rule, a property. */
static void add_named(struct output *key, const char *word)
{
	const char *value = *word == '-' && strchr(word, '=') ? strchr(word, '=') + 1 : word;
	struct diagnostics ignored;
	struct stat s;
	char *text = NULL;
	size_t length;
	if (stat(value, &s) < 0 || !S_ISREG(s.st_mode))
		return;
	diagnostics_init(&ignored);
	if (stream_read(value, &ignored, &text, &length))
		output_write(key, text, length);
	memory_free(text);
	diagnostics_release(&ignored);
}

static bool add_preprocessed(struct output *key, const struct options *o)
{
	VEC(char *) argv = { 0 };
	struct diagnostics own;
	char *program = tool_find("c2ir"), *text = NULL;
	size_t length = 0;
	int status;
	vec_push(&argv, program);
	vec_push(&argv, (char *)"-E");
	vec_push(&argv, (char *)"-w");
	for (size_t i = 0; i < o->compiler.count; i++)
		vec_push(&argv, (char *)o->compiler.at[i]);
	vec_push(&argv, (char *)"--");
	for (size_t i = 0; i < o->inputs.count; i++)
		vec_push(&argv, (char *)o->inputs.at[i]);
	vec_push(&argv, NULL);
	diagnostics_init(&own);
	bool fine = tool_run("c2ir", argv.at, &text, &length, &status, &own);
	if (fine)
		output_write(key, text, length);
	diagnostics_release(&own);
	memory_free(text);
	memory_free(program);
	vec_free(&argv);
	return fine;
}

static bool all_are_c(const struct options *o)
{
	for (size_t i = 0; i < o->inputs.count; i++) {
		size_t n = strlen(o->inputs.at[i]);
		if (n < 3 || strcmp(o->inputs.at[i] + n - 2, ".c") != 0)
			return false;
	}
	return o->inputs.count > 0;
}

static bool writes_files(const struct options *o)
{
	return options_tell_programs(o) || o->replay || o->certificate || o->check_certificate || o->profile ||
	       o->witnesses.count || o->witness || o->record || o->environment;
}

struct output *cache_key(const struct options *o)
{
	if (!o->cache || writes_files(o) || !all_are_c(o))
		return NULL;
	struct output *key = output_memory();
	add_programs(key);
	for (size_t i = 0; i < o->words.count; i++) {
		output_format(key, "%s\n", o->words.at[i]);
		add_named(key, o->words.at[i]);
	}
	/* One of several rules is in these alone. */
	for (size_t i = 0; i < o->front_end.count; i++) {
		output_format(key, "%s\n", o->front_end.at[i]);
		add_named(key, o->front_end.at[i]);
	}
	if (o->ir) /* made before the files are read here, which may have changed since */
		output_write(key, o->ir, o->ir_length);
	if (add_preprocessed(key, o))
		return key;
	output_abandon(key);
	return NULL;
}

/* Attributes that say where something is from, how it is called, or which number it got: nothing that changes what a program does. */
static const char *const origins[] = { ATTRIBUTE_AT,      ATTRIBUTE_TEXT,    ATTRIBUTE_SHOWS,      ATTRIBUTE_MESSAGE,
				       ATTRIBUTE_CREATES, ATTRIBUTE_INPUT,   ATTRIBUTE_CONCERNS,   ATTRIBUTE_REACHED,
				       ATTRIBUTE_C,       ATTRIBUTE_STATIC,  ATTRIBUTE_LEDGER,     ATTRIBUTE_SOURCE,
				       ATTRIBUTE_ID,      ATTRIBUTE_CALL,    ATTRIBUTE_LOOP,       ATTRIBUTE_PLACE,
				       ATTRIBUTE_SITE,    ATTRIBUTE_PROVED,  ATTRIBUTE_OBLIGATION, ATTRIBUTE_MAIN,
				       ATTRIBUTE_ERROR,   ATTRIBUTE_EXTERNAL };

static const struct attribute *without_origins(struct program *p, const struct attribute *list)
{
	for (size_t i = 0; i < sizeof origins / sizeof *origins; i++)
		list = attribute_remove(p, list, origins[i]);
	return list;
}

/* False: the program was cut (ir-opt --unroll), and is no whole one. */
static bool strip(struct program *p)
{
	bool whole = true;
	p->attributes = without_origins(p, p->attributes);
	for (uint32_t i = 0; i < p->global_count; i++)
		p->globals[i]->attributes = without_origins(p, p->globals[i]->attributes);
	for (uint32_t i = 0; i < p->procedure_count; i++) {
		struct procedure *proc = p->procedures[i];
		proc->attributes = without_origins(p, proc->attributes);
		for (uint32_t k = 0; k < proc->variable_count; k++)
			proc->variables[k]->attributes = without_origins(p, proc->variables[k]->attributes);
		for (uint32_t k = 0; k < proc->block_count; k++) {
			struct terminator *t = &proc->blocks[k]->terminator;
			t->attributes = without_origins(p, t->attributes);
		}
	}
	program_for_each_statement(p, at) {
		whole = whole && !attribute_find(at.statement->attributes, ATTRIBUTE_BOUND);
		at.statement->attributes = without_origins(p, at.statement->attributes);
	}
	return whole;
}

struct output *cache_proof_key(const struct options *o, const struct program *prepared)
{
	if (!o->cache || writes_files(o) || o->invariants || o->cross_check || o->solver_command)
		return NULL;
	struct program *bare = program_copy(prepared);
	struct output *key = strip(bare) ? output_memory() : NULL;
	if (key) {
		output_string(key, "proof\n");
		add_programs(key);
		program_write(bare, key);
	}
	program_free(bare);
	return key;
}

struct work_result cache_proof(void)
{
	static char safe[] = "SAFE";
	return (struct work_result){ .status = STATUS_SAFE, .ended = true, .report = safe, .length = sizeof safe - 1 };
}

/* ---- entries ---- */

static uint64_t hash_of(const char *bytes, size_t length)
{
	uint64_t hash = length;
	for (size_t i = 0; i + 8 <= length; i += 8) {
		uint64_t word;
		memcpy(&word, bytes + i, 8);
		hash = hash_mix(hash, word);
	}
	for (size_t i = length & ~(size_t)7; i < length; i++)
		hash = hash_mix(hash, (unsigned char)bytes[i]);
	return hash;
}

static bool is_ours(const char *folder)
{
	struct stat s;
	return stat(folder, &s) == 0 && S_ISDIR(s.st_mode) && s.st_uid == geteuid() &&
	       !(s.st_mode & (S_IWGRP | S_IWOTH));
}

static char *entry_path(const struct options *o, struct output *key)
{
	size_t length, room = strlen(o->cache) + 24;
	const char *bytes = output_text(key, &length);
	char *path = memory_alloc(room);
	snprintf(path, room, "%s/%016" PRIx64 ".gz", o->cache, hash_of(bytes, length));
	return path;
}

/* The entry's parts, if its key is this one. */
static bool take_entry(const char *text, size_t length, const char *key, size_t key_length, struct work_result *result)
{
	size_t keys, reports;
	int status, header = 0;
	if (sscanf(text, "plumb result 1 %zu %zu %d%n", &keys, &reports, &status, &header) != 3 || !header ||
	    text[header] != '\n' || keys != key_length || reports > length || keys > length ||
	    length != (size_t)header + 1 + keys + reports || memcmp(text + header + 1, key, keys) != 0)
		return false;
	*result = (struct work_result){ .status = status, .ended = true, .length = reports };
	result->report = memory_copy_string(text + header + 1 + keys, reports);
	return true;
}

bool cache_find(const struct options *o, struct output *key, struct work_result *result)
{
	struct diagnostics ignored;
	char *text = NULL, *path = entry_path(o, key);
	size_t length = 0, key_length;
	const char *bytes = output_text(key, &key_length);
	diagnostics_init(&ignored);
	bool found = is_ours(o->cache) && access(path, R_OK) == 0 && stream_read(path, &ignored, &text, &length) &&
		     take_entry(text, length, bytes, key_length, result);
	diagnostics_release(&ignored);
	memory_free(text);
	memory_free(path);
	return found;
}

void cache_keep(const struct options *o, struct output *key, const struct work_result *r, struct diagnostics *diags)
{
	bool verdict = r->status == STATUS_SAFE || r->status == STATUS_UNSAFE || r->status == STATUS_UNKNOWN;
	if (!r->ended || !r->length || r->out_of_memory || !verdict)
		return;
	if ((mkdir(o->cache, 0700) < 0 && errno != EEXIST) || !is_ours(o->cache)) {
		diagnose(diags, DIAG_WARNING, (struct location){ 0 },
			 "nothing is kept in %s: it is no folder that you alone can write to", o->cache);
		return;
	}
	struct diagnostics own;
	size_t length;
	const char *bytes = output_text(key, &length);
	char *path = entry_path(o, key);
	diagnostics_init(&own);
	struct output *out = output_open(path, true, &own);
	if (out) {
		output_format(out, "%s %zu %zu %d\n", magic, length, r->length, r->status);
		output_write(out, bytes, length);
		output_write(out, r->report, r->length);
		output_close(out, &own);
	}
	if (own.errors)
		diagnose(diags, DIAG_WARNING, (struct location){ 0 }, "a result could not be kept in %s: %s", o->cache,
			 own.list.at[0].text);
	diagnostics_release(&own);
	memory_free(path);
}

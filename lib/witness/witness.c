#include "witness.h"

#include <nettle/sha2.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "witness_internal.h"

const char *const waypoint_names[WAYPOINT_KINDS] = { "assumption", "branching", "function_enter", "function_return",
						     "target" };

struct witness *witness_new(bool violation)
{
	struct witness *w = memory_alloc(sizeof *w);
	w->violation = violation;
	w->arena = arena_new();
	w->data_model = "LP64";
	return w;
}

void witness_free(struct witness *w)
{
	if (!w)
		return;
	vec_free(&w->files);
	vec_free(&w->hashes);
	vec_free(&w->specification);
	vec_free(&w->waypoints);
	vec_free(&w->invariants);
	arena_free(w->arena);
	memory_free(w);
}

const char *witness_hash(const char *path, struct arena *arena, struct diagnostics *diags)
{
	FILE *file = fopen(path, "rb");
	unsigned char bytes[65536], digest[SHA256_DIGEST_SIZE];
	struct sha256_ctx hash;
	size_t n;
	if (!file) {
		diagnose(diags, DIAG_SYSTEM, (struct location){ path, 0, 0 }, "cannot be read: %m");
		return NULL;
	}
	sha256_init(&hash);
	while ((n = fread(bytes, 1, sizeof bytes, file)) > 0)
		sha256_update(&hash, n, bytes);
	bool failed = ferror(file);
	if (failed)
		diagnose(diags, DIAG_SYSTEM, (struct location){ path, 0, 0 }, "cannot be read: %m");
	fclose(file);
	sha256_digest(&hash, sizeof digest, digest);
	char *text = arena_alloc(arena, 2 * sizeof digest + 1);
	for (size_t i = 0; i < sizeof digest; i++)
		snprintf(text + 2 * i, 3, "%02x", digest[i]);
	return failed ? NULL : text;
}

static bool has_suffix(const char *name, const char *suffix)
{
	size_t length = strlen(name), end = strlen(suffix);
	return length > end && !strcmp(name + length - end, suffix);
}

bool witness_is_graphml(const char *path)
{
	return has_suffix(path, ".graphml");
}

bool witness_is_yaml(const char *path)
{
	return has_suffix(path, ".yml") || has_suffix(path, ".yaml");
}

/* Version 4: random (RFC 9562, 5.4). */
void witness_uuid(char uuid[WITNESS_UUID])
{
	unsigned char b[16];
	if (getrandom(b, sizeof b, 0) != sizeof b) {
		struct timespec now;
		clock_gettime(CLOCK_REALTIME, &now);
		memcpy(b, &now, sizeof b);
	}
	b[6] = (unsigned char)((b[6] & 0x0f) | 0x40);
	b[8] = (unsigned char)((b[8] & 0x3f) | 0x80);
	char *at = uuid;
	for (size_t i = 0; i < sizeof b; i++)
		at += sprintf(at, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", b[i]);
}

void witness_time(char text[WITNESS_TIME])
{
	time_t now = time(NULL);
	struct tm utc;
	gmtime_r(&now, &utc);
	strftime(text, WITNESS_TIME, "%Y-%m-%dT%H:%M:%SZ", &utc);
}

struct witness *witness_read(const char *path, struct diagnostics *diags)
{
	char *text;
	size_t length;
	if (!stream_read(path, diags, &text, &length))
		return NULL;
	struct witness *w = NULL;
	size_t start = strspn(text, " \t\r\n");
	if (start == length)
		diagnose(diags, DIAG_INPUT, (struct location){ path, 1, 1 }, "the witness is empty");
	else
		w = text[start] == '<' ? witness_read_graphml(path, text, length, diags)
				       : witness_read_yaml(path, text, length, diags);
	memory_free(text);
	return w;
}

bool witness_is_about(const struct witness *w, const char *path, const struct string_list *files,
		      struct diagnostics *diags)
{
	unsigned before = diags->errors;
	for (size_t i = 0; i < files->count; i++) {
		const char *hash = witness_hash(files->at[i], w->arena, diags);
		bool known = !hash;
		for (size_t k = 0; k < w->hashes.count; k++)
			known = known || !strcmp(hash, w->hashes.at[k]);
		if (!known)
			diagnose(diags, DIAG_INPUT, (struct location){ path, 1, 1 },
				 "the witness is about another program: %s has the SHA-256 %s", files->at[i], hash);
	}
	if (w->files.count != files->count && diags->errors == before)
		diagnose(diags, DIAG_INPUT, (struct location){ path, 1, 1 }, "the witness is about %zu file%s, not %zu",
			 w->files.count, w->files.count == 1 ? "" : "s", files->count);
	return diags->errors == before;
}

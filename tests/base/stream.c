/* Whole files, plain and gzip: round trips, and every way in which they fail. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "stream.h"
#include "tap.h"

static char folder[] = "/tmp/plumb-stream-XXXXXX";

static const char *path(const char *name)
{
	static char buffer[256];
	snprintf(buffer, sizeof buffer, "%s/%s", folder, name);
	return buffer;
}

static bool write_text(const char *name, bool compress, size_t lines)
{
	struct diagnostics diags;
	diagnostics_init(&diags);
	struct output *out = output_open(path(name), compress, &diags);
	for (size_t i = 0; out && i < lines; i++)
		output_format(out, "line %zu\n", i);
	bool fine = out && output_close(out, &diags);
	diagnostics_release(&diags);
	return fine;
}

static bool read_text(const char *name, char **text, size_t *length, char *message, size_t size)
{
	struct diagnostics diags;
	diagnostics_init(&diags);
	*text = NULL;
	bool fine = stream_read(path(name), &diags, text, length);
	snprintf(message, size, "%s", diags.list.count ? diags.list.at[0].text : "");
	diagnostics_release(&diags);
	return fine;
}

static void cut(const char *from, const char *to, size_t keep, long damage_at)
{
	char bytes[1 << 16];
	FILE *in = fopen(path(from), "rb");
	size_t length = fread(bytes, 1, sizeof bytes, in);
	fclose(in);
	if (damage_at >= 0)
		bytes[damage_at] ^= 0x55;
	FILE *out = fopen(path(to), "wb");
	fwrite(bytes, 1, keep && keep < length ? keep : length, out);
	fclose(out);
}

static void test_round_trip(void)
{
	char *text, message[200];
	size_t length, plain_length;
	ok(write_text("plain", false, 20000), "a file is written");
	ok(read_text("plain", &text, &plain_length, message, sizeof message), "and read");
	ok(!strncmp(text, "line 0\nline 1\n", 14) && text[plain_length] == 0, "as it was, ended by NUL");
	memory_free(text);
	ok(write_text("packed.gz", false, 20000), "a name in .gz is compressed");
	ok(read_text("packed.gz", &text, &length, message, sizeof message) && length == plain_length,
	   "and read the same");
	memory_free(text);
	ok(write_text("packed", true, 100) && read_text("packed", &text, &length, message, sizeof message) &&
		   !strncmp(text, "line 0\n", 7),
	   "compression may be asked for");
	memory_free(text);
	ok(write_text("empty", false, 0) && read_text("empty", &text, &length, message, sizeof message) && !length,
	   "an empty file is empty text");
	memory_free(text);
}

static void test_damage(void)
{
	char *text, message[200];
	size_t length;
	cut("packed", "short", 40, -1);
	ok(!read_text("short", &text, &length, message, sizeof message) && strstr(message, "truncated"),
	   "a truncated stream is an error: %s", message);
	ok(strstr(message, "offset 40") != NULL, "with its offset");
	cut("packed", "bad", 0, 60);
	ok(!read_text("bad", &text, &length, message, sizeof message) && strstr(message, "gzip"),
	   "a damaged stream is an error: %s", message);
	cut("packed", "tail", 0, -1);
	FILE *out = fopen(path("tail"), "ab");
	fputs("more", out);
	fclose(out);
	ok(!read_text("tail", &text, &length, message, sizeof message) && strstr(message, "after its end"),
	   "so are bytes behind it: %s", message);
}

static void test_failures(void)
{
	char *text, message[200];
	size_t length;
	ok(!read_text("absent", &text, &length, message, sizeof message) && strstr(message, "can't read"),
	   "a missing file: %s", message);
	ok(!read_text(".", &text, &length, message, sizeof message), "a folder: %s", message);
	ok(!write_text("no/such/folder", false, 1), "an output that can't be made");
	if (access("/dev/full", W_OK) == 0) {
		struct diagnostics diags;
		diagnostics_init(&diags);
		struct output *full = output_open("/dev/full", false, &diags);
		output_string(full, "x");
		ok(!output_close(full, &diags) && diagnostics_status(&diags) == 4, "a full disk is told");
		diagnostics_release(&diags);
	}
}

static void test_abandon(void)
{
	struct diagnostics diags;
	diagnostics_init(&diags);
	struct output *out = output_open(path("never"), false, &diags);
	output_string(out, "half of it");
	output_abandon(out);
	ok(access(path("never"), F_OK) != 0, "an abandoned output leaves no file");
	diagnostics_release(&diags);
	struct output *memory = output_memory();
	output_format(memory, "%0*d", 2000, 5);
	size_t length;
	output_text(memory, &length);
	is_int(length, 2000, "long formats fit");
	output_close(memory, NULL);
}

int main(void)
{
	if (!mkdtemp(folder))
		return 1;
	test_round_trip();
	test_damage();
	test_failures();
	test_abandon();
	char command[300];
	snprintf(command, sizeof command, "rm -r '%s'", folder);
	ok(system(command) == 0, "the folder is removed");
	return done_testing();
}

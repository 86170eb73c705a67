/* Where something is: names as URIs, in another folder, and fingerprints that do not change with the line. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena.h"
#include "fingerprint.h"
#include "relocate.h"
#include "reports.h"
#include "uri.h"

static void test_uris(struct arena *arena)
{
	is_str(uri_of(arena, "dir/a b\"\xff.c"), "dir/a%20b%22%FF.c", "a relative one");
	is_str(uri_of(arena, "/abs/a.c"), "file:///abs/a.c", "an absolute one");
	is_str(uri_of(arena, "<library/string.c>"), "%3Clibrary/string.c%3E", "a name that is no file's");
}

static const char *moved(struct arena *arena, const char *file, const char *from, const char *to, const char **uri)
{
	struct report_run run = { 0 };
	struct report_obligation o = { .place = { file, uri_of(arena, file), "f", 1, 0 } };
	vec_push(&run.obligations, o);
	relocate_run(&run, from, to, arena);
	*uri = run.obligations.at[0].place.uri;
	file = run.obligations.at[0].place.file;
	report_run_release(&run);
	return file;
}

static void test_folders(struct arena *arena)
{
	const char *uri;
	is_str(moved(arena, "a b.c", "/x/y z", "/x", &uri), "y z/a b.c", "from a folder below");
	is_str(uri, "y%20z/a%20b.c", "and its URI");
	is_str(moved(arena, "a.c", "/x", "/x", &uri), "a.c", "from the same one");
	is_str(moved(arena, "a.c", "/x", "/x/y", &uri), "/x/a.c", "from another one: absolute");
	is_str(uri, "file:///x/a.c", "and its URI");
	is_str(moved(arena, "a.c", "/xy", "/x", &uri), "/xy/a.c", "a name that begins alike is another one");
	is_str(moved(arena, "y/a.c", "/x", "/x/y", &uri), "a.c", "a name that leads below it");
	is_str(uri, "a.c", "and its URI");
	is_str(moved(arena, "a.c", "/", "/x", &uri), "/a.c", "from the root");
	is_str(moved(arena, "a.c", "/x", "/", &uri), "x/a.c", "seen from the root");
	is_str(moved(arena, "/abs/a.c", "/x/y", "/x", &uri), "/abs/a.c", "what is absolute stays");
	is_str(moved(arena, "<library/a.c>", "/x/y", "/x", &uri), "<library/a.c>", "what is no file stays");
}

/* The fingerprints of two obligations of main at these lines of a file with this text. */
static void prints_of(struct arena *arena, const char *text, int64_t first, int64_t second, const char *prints[2])
{
	char path[] = "/tmp/fingerprint-XXXXXX";
	int fd = mkstemp(path);
	struct report_obligations list = { 0 };
	struct source_texts sources = { 0 };
	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		printf("Bail out! no file in /tmp\n");
	vec_push(&list, ((struct report_obligation){
				.check = "div", .message = "m", .place = { path, "", "main", first, 1 } }));
	vec_push(&list, ((struct report_obligation){
				.check = "div", .message = "m", .place = { path, "", "main", second, 1 } }));
	fingerprint_all(&list, &sources, arena);
	for (int i = 0; i < 2; i++)
		prints[i] = list.at[i].fingerprint;
	source_texts_release(&sources);
	vec_free(&list);
	close(fd);
	unlink(path);
}

static void test_fingerprints(struct arena *arena)
{
	const char *a[2], *b[2];
	prints_of(arena, "x / y;\nu / v;\n", 1, 2, a);
	prints_of(arena, "\n\n\tx / y; \t\r\n\n u / v;", 3, 5, b);
	ok(!strcmp(a[0], b[0]) && !strcmp(a[1], b[1]), "the same on other lines, with other blanks");
	ok(strcmp(a[0], a[1]) != 0, "another one for another text");
	prints_of(arena, "x / y;\nx / y;\n", 1, 2, b);
	ok(!strcmp(a[0], b[0]), "the first of two alike");
	ok(!strncmp(b[0], b[1], 16) && !strcmp(b[0] + 16, ":1") && !strcmp(b[1] + 16, ":2"), "and the second");
	prints_of(arena, "", 8, 9, b);
	ok(b[0] && strncmp(a[0], b[0], 16) != 0 && !strncmp(b[0], b[1], 16), "without a line, the message");
}

int main(void)
{
	struct arena *arena = arena_new();
	test_uris(arena);
	test_folders(arena);
	test_fingerprints(arena);
	arena_free(arena);
	return done_testing();
}

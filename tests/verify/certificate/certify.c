/* A certificate that was made proves its program; changed in each way that makes it wrong, or about another program, it does not. */
#include <inttypes.h>

#include "certify.h"
#include "engine_task.h"
#include "subject.h"

/* Two variables that are switched together; never both on. An object has a cell that is 0 or 1. */
#define MACHINE(assertion)                                                                      \
	"plumb 1 {entry \"main\"} {pointer 8} {object 32} {first_fresh 1}\n"                    \
	"global M : [bv40]bv8\n"                                                                \
	"procedure main() {\n"                                                                  \
	" var a : bv8\n var b : bv8\n var o : bv32\n var c : bool\n"                            \
	"entry:\n a := 0bv8;\n b := 1bv8;\n fresh o;\n M := M[concat(o, 0bv8) := 0bv8];\n"      \
	" goto head;\n"                                                                         \
	"head:\n havoc c;\n " assertion "\n branch c, turn, head;\n"                            \
	"turn:\n a := b;\n b := bvsub(1bv8, a);\n M := M[concat(o, 0bv8) := a];\n goto head;\n" \
	"}\n"
static const char good[] = MACHINE("assert not(eq(a, b));\n assert bvult(M[concat(o, 0bv8)], 2bv8);");
static const char bad[] = MACHINE("assert not(eq(a, b));\n assert bvult(M[concat(o, 0bv8)], 1bv8);");

static const char mark[] = "; plumb-certificate ";

/* What is left of it when it is checked: SAFE, or the reason. "damaged" with diagnostics, which are forgotten. */
static const char *checked(const char *program, const char *text)
{
	static char said[400];
	struct setup s;
	setup(&s, program);
	const struct certificate_text certificate = { "t", text, strlen(text) };
	struct output *again = output_memory();
	const char *why = NULL;
	size_t written;
	bool fine = certificate_check(&s.task, &s.outcome, &certificate, again, NULL, &why);
	output_text(again, &written);
	output_abandon(again);
	ok(!why && (written != 0) == (s.outcome.verdict == VERDICT_SAFE), "written again if it proves the program");
	snprintf(said, sizeof said, "%s",
		 !fine                                  ? "damaged"
		 : s.outcome.verdict == VERDICT_SAFE    ? "SAFE"
		 : s.outcome.verdict == VERDICT_UNKNOWN ? s.outcome.reason
							: "another verdict");
	ok(fine == !s.diags.errors, "diagnostics if it is damaged");
	diagnostics_release(&s.diags);
	diagnostics_init(&s.diags);
	release(&s);
	return said;
}

static uint64_t number_of(const char *program)
{
	struct setup s;
	struct subject subject;
	setup(&s, program);
	subject_make(&subject, &s.task);
	uint64_t digest = subject.digest;
	subject_release(&subject);
	release(&s);
	return digest;
}

static char *made(const char *program)
{
	struct setup s;
	struct output *script = output_memory();
	const struct lemmas none = { 0 };
	setup(&s, program);
	const char *trouble = certify(&s.task, &(const struct outcome){ 0 }, &none, script, NULL, NULL);
	ok(!trouble, "a certificate is made: %s", trouble ? trouble : "yes");
	size_t length;
	const char *text = output_text(script, &length);
	char *copy = memory_copy_string(text, trouble ? 0 : length);
	output_abandon(script);
	release(&s);
	return copy;
}

/* The text with `by` in place of that line. */
static char *replaced(const char *text, unsigned line, const char *by)
{
	struct output *out = output_memory();
	for (unsigned i = 0; *text; i++) {
		size_t length = strcspn(text, "\n") + 1;
		if (i == line)
			output_string(out, by);
		else
			output_write(out, text, length);
		text += strnlen(text, length);
	}
	size_t length;
	const char *bytes = output_text(out, &length);
	char *copy = memory_copy_string(bytes, length);
	output_abandon(out);
	return copy;
}

/* How often it is believed with `by` in place of one of its lines about `word`. */
static unsigned believed(const char *program, const char *text, const char *word, const char *by)
{
	unsigned line = 0, count = 0;
	for (const char *at = text; *at; line++) {
		size_t length = strcspn(at, "\n");
		if (!strncmp(at, mark, strlen(mark)) && !strncmp(at + strlen(mark), word, strlen(word))) {
			char *changed = replaced(text, line, by);
			count += !strcmp(checked(program, changed), "SAFE");
			memory_free(changed);
		}
		at += length + (at[length] != 0);
	}
	return count;
}

static void test_good(const char *text)
{
	is_str(checked(good, text), "SAFE", "it is confirmed");
	is_int((int)believed(good, text, "condition", ""), 0, "not without one of its conditions");
	is_int((int)believed(good, text, "condition", "; plumb-certificate condition false\n"), 0, "none may be false");
	is_int((int)believed(good, text, "loop", ""), 0, "nor without the loops");
	is_int((int)believed(good, text, "end", ""), 0, "nor without its end");
	is_int((int)believed(good, text, "version", ""), 0, "nor without its beginning");
	is_int((int)believed(good, text, "end",
			     "; plumb-certificate condition bvult($object, 9bv32)\n; plumb-certificate end\n"),
	       0, "what looks at identities is refused");
	is_int((int)believed(good, text, "end", "; plumb-certificate condition true\n; plumb-certificate end\n"), 1,
	       "what says nothing does no harm");
	is_int((int)believed(good, text, "invariants", "; plumb-certificate unrolling 3\n"), 0, "it is no unrolling");
}

/* The certificate as one of a program with a violation. */
static void test_bad(const char *text)
{
	char number[64], from[20], *at;
	ok(strstr(checked(bad, text), "another program") != NULL, "it is one of another program");
	snprintf(from, sizeof from, "%016" PRIx64, number_of(good));
	snprintf(number, sizeof number, "%016" PRIx64, number_of(bad));
	char *forged = memory_copy_string(text, strlen(text));
	at = strstr(forged, from);
	ok(at != NULL, "its number stands in it");
	memcpy(at, number, strlen(from));
	ok(strstr(checked(bad, forged), "does not follow") != NULL, "with the other's number it proves nothing");
	is_int((int)believed(bad, forged, "condition", "; plumb-certificate condition false\n"), 0,
	       "neither with what is false");
	is_int((int)believed(bad, forged, "condition", ""), 0, "neither with less");
	memory_free(forged);
}

int main(void)
{
	char *text = made(good);
	test_good(text);
	test_bad(text);
	struct setup s;
	setup(&s, bad);
	ok(certify(&s.task, &(const struct outcome){ 0 }, &(const struct lemmas){ 0 }, NULL, NULL, NULL) != NULL,
	   "a program with a violation has no certificate");
	release(&s);
	memory_free(text);
	return done_testing();
}

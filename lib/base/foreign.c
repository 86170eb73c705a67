#include "foreign.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* The end of a name, or the beginning of a file, and what that says. */
struct kind {
	const char *bytes, *what;
	enum diag_kind diag;
};

#define LANGUAGE(name) "this is " name ": Plumb takes C"
#define COMPILED(name)                                                                           \
	"this is " name ": Plumb takes C sources. Name the files that it was made of, or build " \
	"with CC=plumb-cc, which writes Plumb IR (FILE.pir) beside it"

static const struct kind by_name[] = {
	{ ".cpp", LANGUAGE("C++"), DIAG_UNSUPPORTED },
	{ ".cc", LANGUAGE("C++"), DIAG_UNSUPPORTED },
	{ ".cxx", LANGUAGE("C++"), DIAG_UNSUPPORTED },
	{ ".c++", LANGUAGE("C++"), DIAG_UNSUPPORTED },
	{ ".C", LANGUAGE("C++"), DIAG_UNSUPPORTED },
	{ ".ii", LANGUAGE("C++"), DIAG_UNSUPPORTED },
	{ ".hpp", LANGUAGE("C++"), DIAG_UNSUPPORTED },
	{ ".hh", LANGUAGE("C++"), DIAG_UNSUPPORTED },
	{ ".hxx", LANGUAGE("C++"), DIAG_UNSUPPORTED },
	{ ".rs", LANGUAGE("Rust"), DIAG_UNSUPPORTED },
	{ ".go", LANGUAGE("Go"), DIAG_UNSUPPORTED },
	{ ".m", LANGUAGE("Objective-C"), DIAG_UNSUPPORTED },
	{ ".cu", LANGUAGE("CUDA"), DIAG_UNSUPPORTED },
	{ ".s", LANGUAGE("assembly"), DIAG_UNSUPPORTED },
	{ ".S", LANGUAGE("assembly"), DIAG_UNSUPPORTED },
	{ ".ll", LANGUAGE("LLVM IR"), DIAG_UNSUPPORTED },
	{ ".prp", "this is a property: --property=FILE.prp takes it", DIAG_USAGE },
	{ ".mod", "this names the objects of a module: verify --kernel --module=FILE.mod takes it", DIAG_USAGE },
	{ ".rule", "this is a rule: --kernel --rule=FILE takes it", DIAG_USAGE },
	{ "compile_commands.json", "this is a compilation database: verify --compile-commands=FILE takes it",
	  DIAG_USAGE },
	{ .bytes = NULL },
};

static const struct kind by_bytes[] = {
	{ "\177ELF", COMPILED("compiled code"), DIAG_INPUT },
	{ "\xcf\xfa\xed\xfe", COMPILED("compiled code"), DIAG_INPUT },
	{ "MZ", COMPILED("compiled code"), DIAG_INPUT },
	{ "!<arch>\n", COMPILED("an archive of compiled code"), DIAG_INPUT },
	{ "!<thin>\n", COMPILED("an archive of compiled code"), DIAG_INPUT },
	{ "BC\xc0\xde", COMPILED("LLVM bitcode"), DIAG_INPUT },
	{ .bytes = NULL },
};

static const struct kind *find_name(const char *path)
{
	size_t length = strlen(path);
	for (const struct kind *k = by_name; k->bytes; k++) {
		size_t end = strlen(k->bytes);
		if (length >= end && !strcmp(path + length - end, k->bytes))
			return k;
	}
	return NULL;
}

static const struct kind *find_bytes(const char *bytes, size_t count)
{
	for (const struct kind *k = by_bytes; k->bytes; k++)
		if (strlen(k->bytes) <= count && !memcmp(bytes, k->bytes, strlen(k->bytes)))
			return k;
	return NULL;
}

/* The first bytes of a file, not of a pipe, from which they would be gone. */
static const struct kind *find_in_file(const char *path)
{
	char bytes[8];
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t count = fd >= 0 ? pread(fd, bytes, sizeof bytes, 0) : -1;
	if (fd >= 0)
		close(fd);
	return count > 0 ? find_bytes(bytes, (size_t)count) : NULL;
}

static bool says_language(const struct string_list *flags)
{
	bool says = false;
	for (size_t i = 0; i < flags->count; i++)
		says = says || !strncmp(flags->at[i], "-x", 2);
	return says;
}

static bool is_foreign(const char *path, struct diagnostics *diags)
{
	if (!strcmp(path, "-"))
		return false;
	const struct kind *kind = find_name(path);
	if (!kind)
		kind = find_in_file(path);
	if (kind)
		diagnose(diags, kind->diag, (struct location){ path, 0, 0 }, "%s", kind->what);
	return kind != NULL;
}

bool foreign_files(const struct string_list *paths, const struct string_list *flags, struct diagnostics *diags)
{
	bool found = false;
	for (size_t i = 0; i < paths->count && !says_language(flags); i++)
		found |= is_foreign(paths->at[i], diags);
	return found;
}

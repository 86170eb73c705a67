/* prototypes: writes a C file that holds the rows of the table against glibc's headers. A function whose parameters all have types
 * of C is declared again; one that takes or gives what a header defines is called, and its result has the row's type. */
#include <stdio.h>
#include <string.h>

#include "libc.h"

static const char head[] =
	"#define _GNU_SOURCE\n"
	"#include <alloca.h>\n#include <assert.h>\n#include <complex.h>\n#include <ctype.h>\n#include <dirent.h>\n"
	"#include <errno.h>\n#include <fcntl.h>\n#include <fenv.h>\n#include <fnmatch.h>\n#include <getopt.h>\n"
	"#include <grp.h>\n#include <inttypes.h>\n#include <langinfo.h>\n#include <libgen.h>\n#include <libintl.h>\n"
	"#include <locale.h>\n#include <malloc.h>\n#include <math.h>\n#include <poll.h>\n"
	"#include <pthread.h>\n#include <semaphore.h>\n#include <pwd.h>\n"
	"#include <regex.h>\n#include <setjmp.h>\n#include <signal.h>\n#include <stdarg.h>\n#include <stdio.h>\n"
	"#include <stdlib.h>\n#include <string.h>\n#include <strings.h>\n#include <sys/ioctl.h>\n"
	"#include <sys/resource.h>\n#include <sys/socket.h>\n#include <sys/stat.h>\n#include <sys/sysmacros.h>\n"
	"#include <sys/time.h>\n#include <sys/times.h>\n#include <sys/utsname.h>\n#include <sys/wait.h>\n"
	"#include <syslog.h>\n#include <threads.h>\n#include <time.h>\n#include <unistd.h>\n#include <utime.h>\n"
	"#include <wchar.h>\n#include <wctype.h>\n\n";

/* NULL: of the headers' own. */
static const char *type_of(char letter)
{
	static const struct {
		char letter;
		const char *type;
	} types[] = {
		{ 'v', "void" },
		{ 'b', "_Bool" },
		{ 'B', "unsigned char" },
		{ 'i', "int" },
		{ 'u', "unsigned" },
		{ 'h', "unsigned short" },
		{ 'l', "long" },
		{ 'L', "unsigned long" },
		{ 'x', "long long" },
		{ 'X', "unsigned long long" },
		{ 'j', "int64_t" },
		{ 'Q', "uint64_t" },
		{ 'q', "unsigned __int128" },
		{ 'z', "size_t" },
		{ 'Z', "ssize_t" },
		{ 'f', "float" },
		{ 'd', "double" },
		{ 'D', "long double" },
		{ 'K', "_Float128" },
		{ '1', "_Float32" },
		{ '2', "_Float64" },
		{ '3', "_Float32x" },
		{ '4', "_Float64x" },
		{ '5', "_Float16" },
		{ 'F', "float _Complex" },
		{ 'E', "double _Complex" },
		{ 'G', "long double _Complex" },
		{ 'H', "_Float128 _Complex" },
		{ '6', "_Float32 _Complex" },
		{ '7', "_Float64 _Complex" },
		{ '8', "_Float32x _Complex" },
		{ '9', "_Float64x _Complex" },
		{ 'I', "_Float16 _Complex" },
		{ 'p', "void *" },
		{ 'P', "const void *" },
		{ 'c', "char *" },
		{ 's', "const char *" },
		{ 'A', "va_list" },
		{ '.', "..." },
	};
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (types[i].letter == letter)
			return types[i].type;
	return NULL;
}

static bool is_plain(const char *signature)
{
	for (; *signature; signature++)
		if (!type_of(*signature))
			return false;
	return true;
}

static void declare(const struct libc_function *f)
{
	printf("extern %s %s(", type_of(f->signature[0]), f->name);
	for (const char *letter = f->signature + 1; *letter; letter++)
		printf("%s%s", letter > f->signature + 1 ? ", " : "", type_of(*letter));
	printf("%s);\n", f->signature[1] ? "" : "void");
}

static void write_call(const struct libc_function *f)
{
	printf("%s(", f->name);
	for (const char *letter = f->signature + 1; *letter && *letter != '.'; letter++) {
		const char *type = type_of(*letter);
		if (letter > f->signature + 1)
			printf(", ");
		if (type)
			printf("*(%s *)any", type);
		else
			printf(*letter == 'O' ? "*(const void **)any" : "*(void **)any");
	}
	printf(")");
}

/* Are the headers' pointers where the row has them, to const or not, and is the result of the row's type? */
static void call(const struct libc_function *f)
{
	const char *result = type_of(f->signature[0]);
	printf("void call_%s(void *any)\n{\n\t", f->name);
	if (f->signature[0] == 'v') {
		write_call(f);
		printf(";\n}\n");
		return;
	}
	printf("__auto_type result = ");
	write_call(f);
	if (result)
		printf(";\n\t_Static_assert(__builtin_types_compatible_p(__typeof__(result), %s), \"result\");\n",
		       result);
	else
		printf(";\n\t_Static_assert(__builtin_classify_type(result) == %d, \"result\");\n",
		       f->signature[0] == 'S' ? 12 : 5);
	printf("\t(void)result;\n}\n");
}

int main(void)
{
	fputs(head, stdout);
	for (unsigned i = 0; i < libc_count; i++) {
		const struct libc_function *f = &libc_functions[i];
		if (libc_has(f, LIBC_NO_HEADER))
			continue;
		printf("#undef %s\n", f->name);
		if (is_plain(f->signature))
			declare(f);
		else
			call(f);
	}
	return fflush(stdout) != 0;
}

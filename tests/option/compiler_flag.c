/* gcc's flags: what becomes of them, and how many words they are. */
#include "compiler_flag.h"
#include "tap.h"

/* The flag is used in that way, and is so many words when another word follows. */
static void is_flag(const char *word, enum compiler_flag_use use, int words)
{
	char *argv[] = { (char *)word, (char *)"next", NULL };
	const struct compiler_flag *flag = compiler_flag_find(word);
	ok(flag && flag->use == use && compiler_flag_words(flag, argv) == words, "%s", word);
}

static void is_none(const char *word)
{
	ok(!compiler_flag_find(word), "%s is no flag", word);
}

int main(void)
{
	is_flag("-I", COMPILER_FLAG_PASSED, 2);
	is_flag("-Ipath", COMPILER_FLAG_PASSED, 1);
	is_flag("-DX=1", COMPILER_FLAG_PASSED, 1);
	is_flag("-include", COMPILER_FLAG_PASSED, 2);
	is_flag("-isystem", COMPILER_FLAG_PASSED, 2);
	is_flag("-isystemdir", COMPILER_FLAG_PASSED, 1);
	is_flag("-std=c11", COMPILER_FLAG_PASSED, 1);
	is_flag("-x", COMPILER_FLAG_PASSED, 2);
	is_flag("-xc", COMPILER_FLAG_PASSED, 1);
	is_flag("-m32", COMPILER_FLAG_PASSED, 1);
	is_flag("-march=native", COMPILER_FLAG_PASSED, 1);
	is_flag("-fno-such-flag", COMPILER_FLAG_PASSED, 1);
	is_flag("-Wno-such-warning", COMPILER_FLAG_PASSED, 1);
	is_flag("-O2", COMPILER_FLAG_PASSED, 1);
	is_flag("-w", COMPILER_FLAG_PASSED, 1);
	is_flag("-fexec-charset=UTF-8", COMPILER_FLAG_PASSED, 1);

	is_flag("-MF", COMPILER_FLAG_IGNORED, 2);
	is_flag("-MFa.d", COMPILER_FLAG_IGNORED, 1);
	is_flag("-MD", COMPILER_FLAG_IGNORED, 1);
	is_flag("-lm", COMPILER_FLAG_IGNORED, 1);
	is_flag("-Wl,-z,now", COMPILER_FLAG_IGNORED, 1);
	is_flag("-Wp,-MMD,a.d", COMPILER_FLAG_IGNORED, 1);
	is_flag("--param", COMPILER_FLAG_IGNORED, 2);
	is_flag("--param=max-x=1", COMPILER_FLAG_IGNORED, 1);
	is_flag("--coverage", COMPILER_FLAG_IGNORED, 1);
	is_flag("--std=c11", COMPILER_FLAG_PASSED, 1);
	is_flag("-pipe", COMPILER_FLAG_IGNORED, 1);

	is_flag("-fopenmp", COMPILER_FLAG_REFUSED, 1);
	is_flag("-fpack-struct=1", COMPILER_FLAG_REFUSED, 1);
	is_flag("-fexec-charset=IBM1047", COMPILER_FLAG_REFUSED, 1);
	is_flag("-funsigned-bitfields", COMPILER_FLAG_REFUSED, 1);
	is_flag("-mlong-double-64", COMPILER_FLAG_REFUSED, 1);

	is_none("-Q");
	is_none("--no-such");
	is_none("file.c");
	for (size_t i = 0; i < compiler_flag_count(); i++)
		ok(!compiler_flag_at(i)->help == !compiler_flag_at(i)->label &&
			   compiler_flag_find(compiler_flag_at(i)->text) == compiler_flag_at(i),
		   "row %s is found, and has a label or no help", compiler_flag_at(i)->text);
	return done_testing();
}

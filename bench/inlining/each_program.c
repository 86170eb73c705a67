#include "each_program.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "number.h"
#include "read.h"

static void look_into(const char *file, look_at *look, const struct bench_options *options, struct diagnostics *diags)
{
	struct program *p = program_read(file, diags);
	if (!p)
		return;
	program_number(p);
	look(file, p, options, diags);
	program_free(p);
}

int each_program(int argc, char **argv, struct bench_options options, const char *columns, look_at *look)
{
	struct diagnostics diags;
	diagnostics_init(&diags);
	int first = 1;
	for (; first + 1 < argc && argv[first][0] == '-'; first += 2) {
		if (argv[first][1] == 'b')
			options.bound = (uint32_t)strtoul(argv[first + 1], NULL, 10);
		else
			options.seconds = strtod(argv[first + 1], NULL);
	}
	printf("%s\n", columns);
	for (int i = first; i < argc; i++)
		look_into(argv[i], look, &options, &diags);
	diagnostics_print(&diags, argv[0], stderr);
	int status = diagnostics_status(&diags);
	diagnostics_release(&diags);
	return status;
}

double processor_seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

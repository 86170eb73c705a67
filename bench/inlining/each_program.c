#include "each_program.h"

#include <stdio.h>
#include <stdlib.h>

int each_program(int argc, char **argv, struct bench_options options, const char *columns,
		 void (*look)(const char *file, const struct bench_options *options, struct diagnostics *diags))
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
		look(argv[i], &options, &diags);
	diagnostics_print(&diags, argv[0], stderr);
	int status = diagnostics_status(&diags);
	diagnostics_release(&diags);
	return status;
}

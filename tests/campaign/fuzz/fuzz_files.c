/* A harness without a fuzzer: each file named on the command line is one input. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>

static int run_file(const char *path)
{
	FILE *file = fopen(path, "rb");
	if (!file || fseek(file, 0, SEEK_END) != 0) {
		printf("not ok - %s: can't be read\n", path);
		if (file)
			fclose(file);
		return 1;
	}
	long end = ftell(file);
	size_t size = end > 0 ? (size_t)end : 0;
	uint8_t *data = malloc(size + 1);
	rewind(file);
	size_t got = data ? fread(data, 1, size, file) : 0;
	fclose(file);
	if (got == size)
		LLVMFuzzerTestOneInput(data, size);
	printf("%s - %s\n", got == size ? "ok" : "not ok", path);
	fflush(stdout); /* the next one may crash */
	free(data);
	return got != size;
}

int main(int argc, char **argv)
{
	int failed = 0;
	printf("1..%d\n", argc - 1);
	for (int i = 1; i < argc; i++)
		failed |= run_file(argv[i]);
	return failed;
}

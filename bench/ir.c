/* Reading and writing of IR: megabytes per second and memory for a program like those that c2ir makes.
 *
 *     build/bench-ir [STATEMENTS]        default 1,000,000
 *
 * The program has procedures of 200 statements in blocks of 10: assignments with arithmetic, reads and writes of maps,
 * assertions, calls; nearly each with the attributes that c2ir gives it. Times are the processor's. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "read.h"
#include "write.h"

static uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

static void statement(struct output *out, uint32_t number, uint32_t *state)
{
	unsigned a = next_random(state) % 12, b = next_random(state) % 12, line = number / 3 + 1;
	switch (next_random(state) % 6) {
	case 0:
		output_format(out, "  x%u := bvadd(x%u, %ubv32) {at \"driver.c\" %u 5} {text \"x%u = x%u + %u\"};\n", a,
			      b, number % 100, line, a, b, number % 100);
		break;
	case 1:
		output_format(out,
			      "  x%u := $int[bvadd(p, concat(0bv32, zext(64, x%u)))] {at \"driver.c\" %u 9}"
			      " {shows \"x%u\" \"int\"};\n",
			      a, b, line, a);
		break;
	case 2:
		output_format(out,
			      "  $int := $int[bvadd(p, concat(0bv32, sext(64, x%u))) := x%u] {at \"driver.c\" %u 3};\n",
			      a, b, line);
		break;
	case 3:
		output_format(out,
			      "  assert bvslt(x%u, x%u) {check \"overflow\"} {at \"driver.c\" %u 12}"
			      " {message \"x%u + x%u\"};\n",
			      a, b, line, a, b);
		break;
	case 4:
		output_format(out,
			      "  x%u := ite(bvule(x%u, %ubv32), bvxor(x%u, x%u), bvmul(x%u, %ubv32))"
			      " {at \"driver.c\" %u 7};\n",
			      a, b, number % 1000, a, b, a, number % 77, line);
		break;
	case 5:
		output_format(out, "  call x%u := f%u(x%u, p) {at \"driver.c\" %u 2};\n", a, number / 200, b, line);
		break;
	}
}

static void procedure(struct output *out, uint32_t index, uint32_t *state)
{
	output_format(out, "procedure f%u(x0 : bv32 {c \"x0\" \"int\"}, p : bv96) returns (x1 : bv32) {c \"f%u\"} {\n",
		      index, index);
	for (unsigned i = 2; i < 12; i++)
		output_format(out, "  var x%u : bv32 {c \"x%u\" \"int\"} {signed 1}\n", i, i);
	for (unsigned b = 0; b < 20; b++) {
		output_format(out, "b%u:\n", b);
		for (unsigned i = 0; i < 10; i++)
			statement(out, index * 200 + b * 10 + i, state);
		if (b + 2 < 20)
			output_format(out, "  branch eq(x%u, %ubv32), b%u, b%u {at \"driver.c\" %u 6};\n", b % 12, b,
				      b + 1, b + 2, b);
		else
			output_string(out, "  return;\n");
	}
	output_string(out, "}\n");
}

static struct output *program_text(uint32_t statements)
{
	struct output *out = output_memory();
	uint32_t state = 1;
	output_string(out, "plumb 1 {entry \"main\"} {pointer 64}\n"
			   "global $int : [bv96]bv32 {memory \"all int\"}\n"
			   "procedure main() {\nentry:\n  return;\n}\n");
	for (uint32_t i = 0; i <= (statements - 1) / 200; i++)
		procedure(out, i, &state);
	return out;
}

static double processor_seconds(void)
{
	return (double)clock() / CLOCKS_PER_SEC;
}

static size_t peak_megabytes(void)
{
	struct rusage usage;
	getrusage(RUSAGE_SELF, &usage);
	return (size_t)usage.ru_maxrss / 1024;
}

int main(int argc, char **argv)
{
	uint32_t statements = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1000000;
	struct diagnostics diags;
	struct output *text = program_text(statements ? statements : 1), *again = output_memory();
	size_t length, written;
	diagnostics_init(&diags);
	const char *source = output_text(text, &length);
	double start = processor_seconds();
	struct program *p = program_read_text("bench", source, length, &diags);
	double read = processor_seconds() - start;
	size_t after_reading = peak_megabytes();
	if (!p) {
		diagnostics_print(&diags, "bench-ir", stderr);
		return 1;
	}
	start = processor_seconds();
	program_write(p, again);
	double write = processor_seconds() - start;
	output_text(again, &written);
	start = processor_seconds();
	struct program *copy = program_copy(p);
	double copied = processor_seconds() - start;
	printf("%u statements, %.1f MB, %u terms\n", statements, (double)length / 1e6, bank_size(p->bank));
	printf("read and validate: %6.1f MB/s (%.2f s)\n", (double)length / 1e6 / read, read);
	printf("write:             %6.1f MB/s (%.2f s)\n", (double)written / 1e6 / write, write);
	printf("copy:              %.2f s\n", copied);
	printf("peak memory:       %zu MB after reading (the text included), %zu MB at the end\n", after_reading,
	       peak_megabytes());
	program_free(copy);
	program_free(p);
	output_close(text, &diags);
	output_close(again, &diags);
	diagnostics_release(&diags);
	return 0;
}

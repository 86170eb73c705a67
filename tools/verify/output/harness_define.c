#include "harness.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "bv.h"
#include "libc.h"
#include "word.h"

bool harness_is_name(const char *name)
{
	if (!isalpha((unsigned char)*name) && *name != '_')
		return false;
	while (isalnum((unsigned char)*name) || *name == '_')
		name++;
	return !*name;
}

const char *harness_type(const char *type)
{
	static const char *const plain[] = { "_Bool",       "char",
					     "signed char", "unsigned char",
					     "short",       "unsigned short",
					     "int",         "unsigned int",
					     "long",        "unsigned long",
					     "long long",   "unsigned long long",
					     "__int128",    "unsigned __int128",
					     "float",       "double",
					     "long double" };
	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
		if (!strcmp(type, plain[i]))
			return plain[i];
	if (strchr(type, '*'))
		return "void *";
	return strncmp(type, "enum", 4) ? NULL : "unsigned int";
}

bool harness_is_zero(const struct value *value)
{
	for (uint32_t i = 0; i < bv_words(value->width); i++)
		if (value_bits(value)[i])
			return false;
	return true;
}

bool harness_is_wrapped(const char *function)
{
	return !libc_is_intrinsic(function);
}

/* --- values --- */

/* A pointer that C can be given: null, or one that no object is at. */
static void write_pointer(struct output *out, const struct value *value)
{
	uint32_t offset_bits = value->width > 64 ? 64 : 32;
	uint64_t object[2] = { 0 }, offset[2] = { 0 };
	bv_extract(offset, value_bits(value), offset_bits - 1, 0);
	if (value->width > offset_bits)
		bv_extract(object, value_bits(value), value->width - 1, offset_bits);
	if (!object[0])
		output_format(out, "(void *)0x%" PRIx64, offset[0]);
	else
		output_format(out, "(void *)0x%" PRIx64,
			      ((object[0] & 0xfff) << 18) + 0x10000000 + (offset[0] & 0x3ffff));
}

static void write_wide(struct output *out, const struct value *value, bool braces)
{
	const uint64_t *words = value_bits(value);
	uint64_t high = value->width > 64 ? words[1] : 0;
	if (braces)
		output_format(out, "{ 0x%" PRIx64 "u, 0x%" PRIx64 "u }", words[0], high);
	else
		output_format(out, "((unsigned __int128)0x%" PRIx64 "u << 64 | 0x%" PRIx64 "u)", high, words[0]);
}

static void write_signed(struct output *out, int64_t value)
{
	if (value == INT64_MIN)
		output_string(out, "(-9223372036854775807 - 1)");
	else
		output_format(out, "%" PRId64, value);
}

void harness_write_value(struct output *out, const char *type, const struct value *value)
{
	uint32_t width = value->width;
	if (!strcmp(harness_type(type), "void *"))
		write_pointer(out, value);
	else if (attribute_type_is_floating(type))
		write_wide(out, value, true);
	else if (width > 64)
		write_wide(out, value, false);
	else if (!strncmp(type, "unsigned", 8) || !strncmp(type, "enum", 4) || !strcmp(type, "_Bool"))
		output_format(out, "%" PRIu64 "u", value_bits(value)[0]);
	else
		write_signed(out, word_signed(value_bits(value)[0], width));
}

/* --- functions without a body --- */

static size_t write_values(struct output *out, const char *name, const char *type,
			   const struct recorded_values *results)
{
	size_t count = 0;
	for (size_t i = 0; i < results->count; i++) {
		const struct recorded_value *r = &results->at[i];
		if (strcmp(r->name, name) || strcmp(r->type, type))
			continue;
		output_string(out, count++ ? ", " : " ");
		if (count % 12 == 0)
			output_string(out, "\n\t\t");
		harness_write_value(out, type, &r->value);
	}
	return count;
}

void harness_write_function(struct output *out, const char *name, const char *type,
			    const struct recorded_values *results)
{
	const char *kept = harness_type(type), *wrapped = harness_is_wrapped(name) ? "__wrap_" : "";
	if (!harness_is_name(name) || (!kept && strcmp(type, "void")))
		return;
	if (!kept) {
		output_format(out, "\nvoid %s%s()\n{\n}\n", wrapped, name);
		return;
	}
	bool bits = attribute_type_is_floating(kept);
	output_format(out, "\n%s %s%s()\n{\n", kept, wrapped, name);
	output_format(out, "\tstatic %s const values[]%s = {", bits ? "unsigned long long" : kept, bits ? "[2]" : "");
	size_t count = write_values(out, name, type, results);
	/* C has no empty arrays. */
	output_format(out, "%s };\n\tstatic unsigned long next;\n", count ? "" : bits ? " { 0, 0 }" : " 0");
	output_format(out, "\t%s value = 0;\n\tif (next == %zu)\n\t\treplay_end(\"%s\");\n\telse\n", kept, count, name);
	output_string(out, bits ? "\t\t__builtin_memcpy(&value, values[next++], sizeof value);\n"
				: "\t\tvalue = values[next++];\n");
	output_string(out, "\treturn value;\n}\n");
}

/* --- the heap --- */

static void write_contents(struct output *out, const struct recording *r)
{
	size_t count = 0;
	output_string(
		out, "\nstatic const struct {\n\tunsigned long allocation, offset, size;\n\tunsigned long long bytes;\n"
		     "} replay_contents[] = {\n");
	for (size_t a = 0; a < r->allocations.count; a++)
		for (size_t i = 0; i < r->cells.count; i++) {
			const struct recorded_cell *cell = &r->cells.at[i];
			if (cell->object != r->allocations.at[a].object || cell->value.width > 64 ||
			    cell->value.width % 8 || harness_is_zero(&cell->value))
				continue;
			output_format(out, "\t{ %zu, %" PRIu64 "u, %u, %" PRIu64 "u },\n", a, cell->offset,
				      cell->value.width / 8, value_bits(&cell->value)[0]);
			count++;
		}
	/* C has no empty arrays. */
	output_format(out, "\t{ 0, 0, 0, 0 }\n};\nstatic const unsigned long replay_contents_count = %zu;\n", count);
}

static void write_failures(struct output *out, const struct recording *r)
{
	output_string(out, "\nstatic const char replay_fails[] = {");
	for (size_t a = 0; a < r->allocations.count; a++)
		output_format(out, "%s%d,", a % 32 ? " " : "\n\t", r->allocations.at[a].fails);
	output_format(out, " 0\n};\nstatic unsigned long replay_allocations;\n");
}

static const char fill[] =
	"\n"
	"/* New memory has the contents of the counterexample: these bytes, 0 elsewhere. */\n"
	"static void *replay_fill(char *memory, unsigned long size, unsigned long allocation)\n"
	"{\n"
	"\tif (!memory)\n"
	"\t\treturn memory;\n"
	"\tfor (unsigned long i = 0; i < size; i++)\n"
	"\t\tmemory[i] = 0;\n"
	"\tfor (unsigned long i = 0; i < replay_contents_count; i++)\n"
	"\t\tfor (unsigned long k = 0; k < replay_contents[i].size; k++)\n"
	"\t\t\tif (replay_contents[i].allocation == allocation && replay_contents[i].offset + k < size)\n"
	"\t\t\t\tmemory[replay_contents[i].offset + k] = (char)(replay_contents[i].bytes >> 8 * k);\n"
	"\treturn memory;\n"
	"}\n";

/* The parameters of a function of the heap, a, b ..., with their types or without. */
static void write_parameters(struct output *out, const struct libc_function *f, bool typed)
{
	for (size_t i = 1; f->signature[i]; i++) {
		const char *type = libc_letter_kind(f->signature[i]) == LIBC_POINTER ? "void *" : "unsigned long ";
		output_format(out, "%s%s%c", i > 1 ? ", " : "", typed ? type : "", (char)('a' + i - 1));
	}
}

/* Calls the function; new memory gets its contents, unless they are the function's. The size is the last parameter. */
static void write_allocation(struct output *out, const struct libc_function *f)
{
	bool fills = !libc_has(f, LIBC_ZEROED | LIBC_FREES);
	output_format(out, "\treturn %s__real_%s(", fills ? "replay_fill(" : "", f->name);
	write_parameters(out, f, false);
	if (fills)
		output_format(out, "), %c, allocation", (char)('a' + strlen(f->signature) - 2));
	output_string(out, ");\n}\n");
}

/* Each wrapper counts the allocation, may fail, and calls the function. */
static void write_allocator(struct output *out, const struct libc_function *f)
{
	output_format(out, "\nvoid *__real_%s(", f->name);
	write_parameters(out, f, true);
	output_format(out, ");\nvoid *__wrap_%s(", f->name);
	write_parameters(out, f, true);
	output_string(out, ")\n{\n\tunsigned long allocation = replay_allocations++;\n"
			   "\tif (allocation < sizeof replay_fails && replay_fails[allocation])\n\t\treturn 0;\n");
	write_allocation(out, f);
}

/* Is it a function of the heap, not one in C around them, that made an object in the counterexample? */
static bool allocates(const struct recording *r, const struct libc_function *f)
{
	bool used = false;
	for (size_t a = 0; a < r->allocations.count && f->by == LIBC_MODEL && libc_has(f, LIBC_ALLOCATES); a++)
		used = used || !strcmp(r->allocations.at[a].function, f->name);
	return used;
}

void harness_write_wraps(struct output *out, const struct recording *r)
{
	for (unsigned i = 0; i < libc_count; i++)
		if (allocates(r, &libc_functions[i]))
			output_format(out, " -Wl,--wrap=%s", libc_functions[i].name);
}

void harness_write_allocators(struct output *out, const struct recording *r)
{
	if (!r->allocations.count)
		return;
	write_failures(out, r);
	write_contents(out, r);
	output_string(out, fill);
	for (unsigned i = 0; i < libc_count; i++)
		if (allocates(r, &libc_functions[i]))
			write_allocator(out, &libc_functions[i]);
}

/* --- another entry than main --- */

void harness_write_entry(struct output *out, const char *name, const struct recorded_values *arguments)
{
	output_format(out, "\nvoid exit(int);\nvoid %s();\n__attribute__((weak)) int main(void)\n{\n\treturn 0;\n}\n\n",
		      name);
	output_format(out, "__attribute__((constructor)) static void replay_start(void)\n{\n\t%s(", name);
	for (size_t i = 0; i < arguments->count; i++) {
		const struct recorded_value *a = &arguments->at[i];
		const char *type = harness_type(a->type);
		output_string(out, i ? ", " : "");
		if (!type || attribute_type_is_floating(type))
			output_string(out, "0 /* this argument is not an integer: set it by hand */");
		else
			output_format(out, "(%s)", type), harness_write_value(out, a->type, &a->value);
	}
	output_string(out, ");\n\texit(0);\n}\n");
}

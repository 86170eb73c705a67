/* Maps whose cells are decided while an execution reads them: each once, and recorded. */
#include "program_text.h"
#include "unknown_map.h"

static uint32_t answered;

static struct value answer(void *context, const struct unknown_map *map, const uint64_t *index)
{
	(void)context;
	answered++;
	return value_word(8, 10 * map->serial + index[0]);
}

static uint64_t cell(const struct value *map, uint64_t at)
{
	uint64_t index[2] = { at, 0 }, word[2] = { 0 };
	map_read_words(map->map, index, word);
	return word[0];
}

int main(void)
{
	struct program *p =
		program_of("plumb 1 {entry \"main\"}\nglobal a : [bv8]bv8\n"
			   "procedure main() {\n var b : [bv8]bv8\nentry:\n havoc b {id 7};\n return;\n}\n");
	struct unknown_maps maps = { 0 };
	struct unknown_map first = { .sort = p->globals[0]->sort, .global = p->globals[0], .answer = answer };
	struct unknown_map second = { .sort = p->globals[0]->sort,
				      .statement = &p->entry->blocks[0]->statements[0],
				      .answer = answer };
	struct value a = unknown_map_new(&maps, p->bank, first), b = unknown_map_new(&maps, p->bank, second);
	is_int(answered, 0, "nothing is asked before it is read");
	is_int(cell(&a, 3), 3, "a cell is what is answered");
	is_int(cell(&b, 3), 13, "each map has its number");
	is_int(cell(&a, 3), 3, "a cell stays");
	uint32_t asked = answered;
	cell(&a, 3);
	is_int(answered, asked, "and is asked for once");
	struct inputs *inputs = inputs_new();
	unknown_maps_record(&maps, inputs);
	struct output *out = output_memory();
	size_t length;
	inputs_write(inputs, out);
	const char *text = output_text(out, &length);
	ok(strstr(text, "initial a = { 3: 3, else: 0 }"), "what was read of the global is recorded");
	ok(strstr(text, "id 7 = { 3: 13, else: 0 }"), "and of the havoc, by its number");
	is_int(sort_bits(p->bank, sort_bool(p->bank)), 1, "a Bool has one bit");
	is_int(sort_bits(p->bank, sort_bitvector(p->bank, 96)), 96, "a bit-vector has its width");
	output_close(out, NULL);
	inputs_free(inputs);
	value_release(&a);
	value_release(&b);
	unknown_maps_release(&maps);
	ok(!maps.count, "nothing is left");
	program_free(p);
	return done_testing();
}

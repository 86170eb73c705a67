/* Building, finding, rearranging, attributes, copies, numbering; and the validator on programs that no text
 * could have given. */
#include "ir.h"
#include "number.h"
#include "random_program.h"
#include "tap.h"
#include "validate.h"
#include "write.h"

static void names(void)
{
	struct program *p = program_new();
	sort s = sort_bitvector(p->bank, 8);
	struct procedure *f = program_add_procedure(p, "f"), *g = program_add_procedure(p, "g");
	struct variable *x = program_add_global(p, "x", s);
	struct variable *a = procedure_add_variable(f, "a", s, VARIABLE_IN);
	struct variable *r = procedure_add_variable(f, "r", s, VARIABLE_OUT);
	struct variable *ga = procedure_add_variable(g, "a", s, VARIABLE_LOCAL);
	procedure_add_block(f, "b");
	ok(program_global(p, "x") == x && !program_global(p, "a"), "globals by name");
	ok(program_procedure(p, "f") == f && program_procedure(p, "g") == g && !program_procedure(p, "x"),
	   "procedures by name");
	ok(procedure_variable(f, "a") == a && procedure_variable(g, "a") == ga && !procedure_variable(f, "x"),
	   "a procedure's variables by name");
	ok(program_variable_of(p, a->term) == a && program_variable_of(p, x->term) == x &&
		   !program_variable_of(p, term_bv(p->bank, 8, 1)),
	   "variables by leaf");
	ok(f->in_count == 1 && f->out_count == 1 && r->index == 1 && a->kind == VARIABLE_IN, "parameters are counted");
	is_str(procedure_fresh_variable_name(f, "y"), "y", "a free name is taken as it is");
	is_str(procedure_fresh_variable_name(f, "a"), "a.1", "one that is not gets a number");
	procedure_add_variable(f, "a.2", s, VARIABLE_LOCAL);
	is_str(procedure_fresh_variable_name(f, "a.2"), "a.3", "a number is counted on");
	is_str(procedure_fresh_variable_name(f, "x"), "x.1", "a global's name is not free for locals");
	is_str(program_fresh_name(p, "r"), "r.1", "nor a local's for globals");
	is_str(program_fresh_name(p, "f"), "f.1", "nor a procedure's");
	is_str(procedure_fresh_block_name(f, "b"), "b.1", "blocks");
	is_str(procedure_fresh_block_name(f, "a"), "a", "have a name space of their own");
	program_free(p);
}

static void rearranging(void)
{
	struct program *p = program_new();
	sort s = sort_bitvector(p->bank, 8);
	struct procedure *f = program_add_procedure(p, "f"), *g = program_add_procedure(p, "g");
	struct variable *x = program_add_global(p, "x", s), *y = program_add_global(p, "y", s);
	struct variable *a = procedure_add_variable(g, "a", s, VARIABLE_LOCAL);
	struct variable *b = procedure_add_variable(g, "b", s, VARIABLE_LOCAL);
	struct block *first = procedure_add_block(g, "first"), *second = procedure_add_block(g, "second");
	term gone = a->term;
	g->variables[0] = b;
	g->variable_count = 1;
	g->blocks[0] = second;
	g->blocks[1] = first;
	procedure_reindex(g);
	ok(!procedure_variable(g, "a") && procedure_variable(g, "b") == b && b->index == 0, "a variable is removed");
	ok(!program_variable_of(p, gone) && program_variable_of(p, b->term) == b, "its leaf too");
	ok(second->index == 0 && first->index == 1, "blocks are swapped");
	p->procedures[0] = g;
	p->procedure_count = 1;
	p->globals[0] = y;
	p->global_count = 1;
	y->name = intern_string(p->strings, "z");
	program_reindex(p);
	ok(!program_procedure(p, "f") && g->index == 0, "a procedure is removed");
	ok(!program_global(p, "y") && program_global(p, "z") == y && !program_variable_of(p, x->term),
	   "a global is renamed");
	ok(program_add_procedure(p, "f") != f, "the name is free again");
	program_free(p);
}

static void attributes(void)
{
	struct program *p = program_new();
	char key[] = "key";
	const struct attribute *list = attribute_string(p, NULL, key, "text");
	key[0] = 'K';
	list = attribute_number(p, list, "id", 7);
	list = attribute_at(p, list, (struct location){ "f.c", 3, 4 });
	list = attribute_number(p, list, "id", 8);
	is_str(attribute_get_string(list, "key"), "text", "a string; the key was copied");
	is_int(attribute_get_number(list, "id", 0), 8, "the first of two");
	is_int(attribute_get_number(list, "none", 5), 5, "one that is not there");
	ok(!attribute_get_string(list, "id") && attribute_get_number(list, "key", 5) == 5, "of the other kind");
	struct location location = attribute_location(list);
	ok(!strcmp(location.file, "f.c") && location.line == 3 && location.column == 4, "a place");
	is_int(attribute_location(NULL).line, 0, "no place");
	const struct attribute *less = attribute_remove(p, list, "id");
	ok(!attribute_find(less, "id") && attribute_location(less).line == 3 && attribute_find(less, "key"),
	   "removed everywhere");
	ok(attribute_find(list, "id") != NULL, "but not from the list that it was");
	ok(attribute_remove(p, less, "id") == less && !attribute_remove(p, NULL, "id"), "removing nothing");
	struct output *out = output_memory();
	const struct statement s = { .kind = STATEMENT_ASSUME, .term = term_true(p->bank), .attributes = list };
	statement_write(p, &s, out);
	is_str(output_text(out, NULL), "assume true {id 8} {at \"f.c\" 3 4} {id 7} {key \"text\"};", "written");
	output_abandon(out);
	program_free(p);
}

static char *written(const struct program *p)
{
	struct output *out = output_memory();
	struct diagnostics none;
	size_t length;
	diagnostics_init(&none);
	program_write(p, out);
	const char *text = output_text(out, &length);
	char *copy = memory_copy_string(text, length);
	output_close(out, &none);
	diagnostics_release(&none);
	return copy;
}

static void copies(void)
{
	struct random_size size = { 6, 6, 6, 6, 6, 3 };
	struct program *p = random_program(4, &size);
	p->procedures[0]->blocks[0]->position = (struct position){ 5, 6 };
	char *before = written(p);
	struct program *copy = program_copy(p);
	/* The original is changed, then freed: the copy has nothing of it. */
	procedure_add_variable(p->procedures[0], "later", sort_bool(p->bank), VARIABLE_LOCAL);
	program_free(p);
	char *after = written(copy);
	is_str(after, before, "a copy outlives its original");
	ok(copy->procedures[0]->blocks[0]->position.line == 5, "and has its positions");
	ok(!procedure_variable(copy->procedures[0], "later") && copy->entry == copy->procedures[0], "and is its own");
	ok(program_procedure(copy, copy->entry->name) == copy->entry, "things are found in it");
	memory_free(before);
	memory_free(after);
	program_free(copy);
}

static void numbering(void)
{
	struct program *p = program_new();
	struct procedure *f = program_add_procedure(p, "f");
	struct variable *x = procedure_add_variable(f, "x", sort_bitvector(p->bank, 8), VARIABLE_LOCAL);
	struct block *b = procedure_add_block(f, "b");
	for (int i = 0; i < 4; i++)
		block_add(p, b, i == 2 ? STATEMENT_FRESH : STATEMENT_HAVOC)->target = x;
	b->statements[1].attributes = attribute_number(p, NULL, "id", 10);
	block_goto_any(p, b, (struct block *[]){ b, b }, 2);
	program_number(p);
	is_int(attribute_get_number(b->statements[0].attributes, "id", 0), 11, "numbers go on from the largest");
	is_int(attribute_get_number(b->statements[1].attributes, "id", 0), 10, "one that was there stays");
	is_int(attribute_get_number(b->statements[2].attributes, "id", 0), 12, "fresh");
	is_int(attribute_get_number(b->statements[3].attributes, "id", 0), 13, "havoc");
	is_int(attribute_get_number(b->terminator.attributes, "id", 0), 14, "goto");
	const struct attribute *same = b->terminator.attributes;
	program_number(p);
	ok(b->terminator.attributes == same, "a second time changes nothing");
	block_goto(p, b, b);
	program_number(p);
	ok(!b->terminator.attributes, "a goto with one target is no choice");
	program_free(p);
}

/* --- the validator on programs that passes could have broken --- */

static struct program *valid_program(void)
{
	struct program *p = program_new();
	sort s = sort_bitvector(p->bank, 8);
	program_add_global(p, "g", s);
	struct procedure *f = program_add_procedure(p, "f"), *h = program_add_procedure(p, "h");
	procedure_add_variable(f, "x", s, VARIABLE_LOCAL);
	procedure_add_variable(h, "y", s, VARIABLE_LOCAL);
	struct block *b = procedure_add_block(f, "b"), *c = procedure_add_block(h, "c");
	block_assign(p, b, f->variables[0], p->globals[0]->term);
	block_call(p, b, h, NULL, 0, NULL, 0);
	block_return(b);
	block_return(c);
	p->entry = f;
	return p;
}

static void rejected(struct program *p, const char *wanted)
{
	struct diagnostics diags;
	diagnostics_init(&diags);
	bool valid = program_validate(p, "pass", &diags);
	ok(wanted ? !valid : valid, "%s", wanted ? "the validator finds it:" : "a valid program");
	is_str(diags.list.count ? diags.list.at[0].text : NULL, wanted, "what it says");
	diagnostics_release(&diags);
	program_free(p);
}

static void broken(void)
{
	struct program *p = valid_program();
	rejected(p, NULL);
	p = valid_program();
	p->entry = NULL;
	rejected(p, "the program has no attribute {entry \"procedure\"}");
	p = valid_program();
	p->procedures[0]->blocks[0]->terminator.kind = TERMINATOR_NONE;
	rejected(p, "block 'b' does not end in goto, branch or return (in procedure 'f', block 'b', statement 2)");
	p = valid_program();
	p->procedures[0]->blocks[0]->statements[0].term = p->procedures[1]->variables[0]->term;
	rejected(p, "variable 'y' is not declared in procedure 'f' (in procedure 'f', block 'b', statement 0)");
	p = valid_program();
	p->procedures[0]->blocks[0]->statements[0].term = term_variable(p->bank, sort_bitvector(p->bank, 8), "odd");
	rejected(p, "the expression holds 'odd', which is no variable of the program (in procedure 'f', block 'b', "
		    "statement 0)");
	p = valid_program();
	p->procedures[0]->blocks[0]->statements[0].target = p->procedures[1]->variables[0];
	rejected(p, "variable 'y' is not declared in procedure 'f' (in procedure 'f', block 'b', statement 0)");
	p = valid_program();
	p->procedures[0]->blocks[0]->statements[0].term = 0;
	rejected(p, "the value that is assigned to 'x' is missing (in procedure 'f', block 'b', statement 0)");
	p = valid_program();
	p->procedure_count = 1;
	rejected(p, "the callee is no procedure of the program (in procedure 'f', block 'b', statement 1)");
	p = valid_program();
	block_goto(p, p->procedures[0]->blocks[0], p->procedures[1]->blocks[0]);
	rejected(p, "target 'c' is no block of procedure 'f' (in procedure 'f', block 'b', statement 2)");
	p = valid_program();
	p->procedures[0]->block_count = 0;
	rejected(p, "procedure 'f' has no block (in procedure 'f')");
	p = valid_program();
	p->procedures[1]->name = p->procedures[0]->name;
	rejected(p, "procedure 'f' is declared twice");
	p = valid_program();
	p->globals[0]->name = p->procedures[0]->variables[0]->name;
	program_reindex(p);
	rejected(p, "variable 'x' has the name of a global (in procedure 'f')");
	p = valid_program();
	p->procedures[0]->variable_count = 0;
	rejected(p, "variable 'x' is not declared in procedure 'f' (in procedure 'f', block 'b', statement 0)");
	p = valid_program();
	p->procedures[0]->variables[0]->index = 3;
	rejected(p, "variable 'x' is not where it says that it is (no reindex after a change) (in procedure 'f')");
	p = valid_program();
	p->procedures[0]->variables[0]->kind = VARIABLE_OUT;
	rejected(p, "variable 'x' is not where it says that it is (no reindex after a change) (in procedure 'f')");
}

int main(void)
{
	names();
	rearranging();
	attributes();
	copies();
	numbering();
	broken();
	return done_testing();
}

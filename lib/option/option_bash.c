/* Completion for bash: a function that looks at the word before the cursor, and what stands in `complete`. It needs nothing
 * of the package bash-completion. */
#include <string.h>

#include "option_row.h"

/* "ir-opt" -> "ir_opt" */
static void write_function(struct output *out, const char *tool)
{
	output_string(out, "_plumb_");
	for (; *tool; tool++)
		output_format(out, "%c", *tool == '-' ? '_' : *tool);
}

/* All options; those that need a value end in =. */
static void write_options(struct output *out, const struct option_table *table)
{
	const char *before = "";
	for (size_t i = 0; i < table->count; i++) {
		const struct option_row *row = &table->rows[i];
		if (!option_is(row))
			continue;
		if (row->letter)
			output_format(out, "%s-%c", before, row->letter);
		if (row->name)
			output_format(out, "%s%s%s", row->letter ? " " : before, row->name,
				      option_needs_value(row) ? "=" : "");
		before = " ";
	}
}

/* What the value of each option can be. An optional value stands in the same word only. */
static void write_cases(struct output *out, const struct option_table *table)
{
	for (size_t i = 0; i < table->count; i++) {
		const struct option_row *row = &table->rows[i];
		if (!option_is(row) || !row->values)
			continue;
		output_format(out, "\t%s) %swords='", row->name, row->optional ? "[[ $word == -* ]] && " : "");
		option_write_names(row->values, " ", out);
		output_format(out, "'%s ;;\n", option_is_list(row) ? " list=1" : "");
	}
}

static const char start[] = "{\n"
			    "\tlocal line=${COMP_LINE:0:COMP_POINT}\n"
			    "\tlocal word=${line##*[[:space:]]} option value words= list= prefix=\n"
			    "\tlocal -a before\n"
			    "\tread -ra before <<<\"${line%\"$word\"}\"\n"
			    "\tCOMPREPLY=()\n"
			    "\tcase $word in\n"
			    "\t-*=*) option=${word%%=*} value=${word#*=} ;;\n"
			    "\t-*)\n"
			    "\t\tCOMPREPLY=($(compgen -W '";
static const char middle[] = "' -- \"$word\"))\n"
			     "\t\t[[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace\n"
			     "\t\treturn\n"
			     "\t\t;;\n"
			     "\t*) option=${before[${#before[@]} - 1]} value=$word ;;\n"
			     "\tesac\n"
			     "\tcase $option in\n";
/* What readline replaces begins after the last word break, which = is unless somebody took it away. */
static const char end[] = "\tesac\n"
			  "\t[[ $list && $value == *,* ]] && prefix=${value%,*},\n"
			  "\t[[ $word == -*=* && $COMP_WORDBREAKS != *=* ]] && prefix=$option=$prefix\n"
			  "\t[[ $words ]] && COMPREPLY=($(compgen -P \"$prefix\" -W \"$words\" -- \"${value##*,}\"))\n"
			  "}\n";

void option_write_bash(const struct option_table *table, struct output *out)
{
	output_format(out, "# Completion of %s for bash; made from its table of options.\n", table->tool);
	write_function(out, table->tool);
	output_string(out, "()\n");
	output_string(out, start);
	write_options(out, table);
	output_string(out, middle);
	write_cases(out, table);
	output_string(out, end);
	output_string(out, "complete -o default -F ");
	write_function(out, table->tool);
	output_format(out, " %s\n", table->tool);
}

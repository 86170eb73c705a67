/* What --help and --version ask for. */
#include "option.h"
#include "stream.h"
#include "tool.h"

bool option_answer(const struct option_table *table, enum option_help help, struct diagnostics *diags)
{
	struct output *out = output_open(NULL, false, diags);
	if (!out)
		return false;
	if (help == OPTION_HELP_NONE)
		output_format(out, "%s (Plumb) %s\n", table->tool, PLUMB_VERSION);
	else if (help == OPTION_HELP_MANUAL)
		option_write_manual(table, out);
	else if (help == OPTION_HELP_BASH)
		option_write_bash(table, out);
	else if (help == OPTION_HELP_ZSH)
		option_write_zsh(table, out);
	else
		option_write_help(table, out);
	return output_close(out, diags);
}

/* FILE:LINE:COLUMN: error: MESSAGE [CHECK], as editors and build logs read it. */
#include "lines_report.h"

#include "ledger.h"
#include "visible.h"

static void write_place(struct output *out, struct location p)
{
	visible_write(out, p.file ? p.file : "?", SIZE_MAX);
	if (p.line)
		output_format(out, ":%u", p.line);
	if (p.line && p.column)
		output_format(out, ":%u", p.column);
	output_string(out, ": ");
}

static void write_violation(struct output *out, const struct violation *v)
{
	write_place(out, v->location);
	output_string(out, "error: ");
	visible_write(out, v->message, SIZE_MAX);
	output_string(out, v->library ? " in " : "");
	visible_write(out, v->library ? v->library : "", SIZE_MAX);
	output_string(out, " [");
	visible_write(out, v->check, SIZE_MAX);
	output_string(out, "]\n");
}

static void write_step(struct output *out, const struct trace_step *s)
{
	write_place(out, s->location);
	output_string(out, "note: ");
	visible_write(out, s->function, SIZE_MAX);
	output_string(out, ": ");
	visible_write(out, s->text, SIZE_MAX);
	output_string(out, "\n");
}

void lines_write(struct output *out, const struct task *task, const struct outcome *o)
{
	for (size_t i = 0; i < o->found.count; i++) {
		const struct finding *f = &o->found.at[i];
		write_violation(out, &f->violation);
		for (size_t k = 0; k < f->steps.count; k++)
			write_step(out, &f->steps.at[k]);
	}
	for (const struct attribute *a = task->original->attributes; (a = ledger_find(a)); a = a->next) {
		output_string(out, LINES_ASSUMED);
		ledger_write(out, a);
		output_string(out, "\n");
	}
}

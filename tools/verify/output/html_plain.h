/* The page without its program: a list of what is known, for readers without JavaScript. */
#ifndef PLUMB_HTML_PLAIN_H
#define PLUMB_HTML_PLAIN_H

#include "report.h"
#include "stream.h"

/* The text as content of an element or value of an attribute: what visible.h shows of it, markup escaped. */
void html_text(struct output *out, const char *text);

/* Elements that stand in a body: verdicts, obligations with their traces, assumptions. */
void html_plain_write(struct output *out, const struct report *report);

#endif

/* Results as one page of HTML that needs nothing else: no network, no further file. docs/outputs.md describes it. */
#ifndef PLUMB_HTML_H
#define PLUMB_HTML_H

#include "report.h"
#include "stream.h"

/* In it, as data: the document of --json, and the text of each file that it names. The files are read now. */
void html_write(struct output *out, const struct report *report);

#endif

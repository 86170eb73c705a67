/* The program that ir-opt works on: IR as it is, or what c2ir links of linkable IR. */
#ifndef PLUMB_IR_OPT_LINK_H
#define PLUMB_IR_OPT_LINK_H

#include "ir.h"

/* One program, or several files of linkable IR; none: standard input. NULL: `diags` says why, or *told is the status of
 * a c2ir that has said it itself. */
struct program *link_read(char *const *files, size_t count, int *told, struct diagnostics *diags);

#endif

/* vcgen --dot: the inlining DAG as a graph in Graphviz' language. */
#ifndef PLUMB_VCGEN_DOT_H
#define PLUMB_VCGEN_DOT_H

#include "stream.h"
#include "vc.h"

/* Of the last execution of VC. An instance is a box with its procedure's name, a call an arrow with its place; what is left open is a
 * dashed box. */
void dot_write(const struct vc *vc, struct output *out);

#endif

/* Readers of the two formats, and what writers of both have in common. */
#ifndef PLUMB_WITNESS_INTERNAL_H
#define PLUMB_WITNESS_INTERNAL_H

#include "witness.h"

struct witness *witness_read_yaml(const char *path, const char *text, size_t length, struct diagnostics *diags);
struct witness *witness_read_graphml(const char *path, const char *text, size_t length, struct diagnostics *diags);

#define WITNESS_PRODUCER "Plumb"
enum { WITNESS_UUID = 37, WITNESS_TIME = 32 }; /* with the NUL */
void witness_uuid(char uuid[WITNESS_UUID]);
/* ISO 8601, of now. */
void witness_time(char time[WITNESS_TIME]);

#endif

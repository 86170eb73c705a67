/* Texts of programs as JSON (RFC 8259), and JSON as text. */
#ifndef PLUMB_JSON_TEXT_H
#define PLUMB_JSON_TEXT_H

#include <jansson.h>

#include "stream.h"

/* What is no UTF-8 becomes, byte by byte, the characters of Latin-1: JSON has no other bytes. */
json_t *json_text(const char *text);
/* Of LENGTH bytes, any of which may be NUL, with a NUL behind them. */
json_t *json_text_of(const char *text, size_t length);

/* In ASCII, without control characters, so that a terminal may show it. INDENT: so many blanks, 0: on one line, without its end. */
void json_write(struct output *out, const json_t *value, unsigned indent);

#endif

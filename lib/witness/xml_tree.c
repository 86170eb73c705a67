#include "xml_tree.h"

#include <expat.h>
#include <string.h>

#include "memory.h"
#include "vec.h"

/* A witness is a few elements deep: deeper ones are an attack on who walks through them. */
enum { DEEPEST = 64 };

/* Of an element's text. */
struct piece {
	const struct xml_element *of;
	const char *bytes;
	size_t length;
};

struct building {
	struct arena *arena;
	XML_Parser parser;
	struct xml_element *root, *open;
	uint32_t depth;
	const char *refused;      /* why; or NULL */
	VEC(struct piece) pieces; /* in order, of elements that are open */
};

static const char **copy_attributes(struct arena *arena, const char **attributes)
{
	size_t count = 0;
	while (attributes[count])
		count++;
	const char **copy = arena_alloc(arena, (count + 1) * sizeof *copy);
	for (size_t i = 0; i < count; i++)
		copy[i] = arena_string(arena, attributes[i], strlen(attributes[i]));
	copy[count] = NULL;
	return copy;
}

static void XMLCALL begin(void *context, const char *name, const char **attributes)
{
	struct building *b = context;
	struct xml_element *e = arena_alloc(b->arena, sizeof *e), *parent = b->open;
	*e = (struct xml_element){ .name = arena_string(b->arena, name, strlen(name)),
				   .text = "",
				   .attributes = copy_attributes(b->arena, attributes),
				   .line = (uint32_t)XML_GetCurrentLineNumber(b->parser),
				   .parent = parent };
	if (!parent)
		b->root = e;
	else if (parent->last)
		parent->last->next = e;
	else
		parent->first = e;
	if (parent)
		parent->last = e;
	b->open = e;
	if (++b->depth > DEEPEST) {
		b->refused = "elements lie too deep";
		XML_StopParser(b->parser, XML_FALSE);
	}
}

/* What is in the list behind all other elements' pieces is this one's. */
static const char *join_pieces(struct building *b, const struct xml_element *of)
{
	size_t first = b->pieces.count, length = 0;
	while (first && b->pieces.at[first - 1].of == of)
		length += b->pieces.at[--first].length;
	char *all = arena_alloc(b->arena, length + 1), *at = all;
	for (size_t i = first; i < b->pieces.count; i++) {
		memcpy(at, b->pieces.at[i].bytes, b->pieces.at[i].length);
		at += b->pieces.at[i].length;
	}
	*at = 0;
	b->pieces.count = first;
	return all;
}

static void XMLCALL end(void *context, const char *name)
{
	struct building *b = context;
	(void)name;
	b->open->text = join_pieces(b, b->open);
	b->open = b->open->parent;
	b->depth--;
}

static void XMLCALL add_text(void *context, const char *bytes, int length)
{
	struct building *b = context;
	const char *kept = arena_string(b->arena, bytes, (size_t)length);
	vec_push(&b->pieces, ((struct piece){ b->open, kept, (size_t)length }));
}

/* A document type may define entities that grow without bound: there is none in a witness. */
static void XMLCALL refuse_doctype(void *context, const char *name, const char *system, const char *public,
				   int internal)
{
	struct building *b = context;
	(void)name;
	(void)system;
	(void)public;
	(void)internal;
	b->refused = "a document type is not supported";
	XML_StopParser(b->parser, XML_FALSE);
}

static void tell_damage(const struct building *b, const char *path, struct diagnostics *diags)
{
	struct location at = { path, (uint32_t)XML_GetCurrentLineNumber(b->parser), 1 };
	enum XML_Error error = XML_GetErrorCode(b->parser);
	if (error == XML_ERROR_NO_MEMORY)
		memory_exhausted();
	diagnose(diags, DIAG_INPUT, at, "this is no XML: %s", b->refused ? b->refused : XML_ErrorString(error));
}

const struct xml_element *xml_tree_read(struct arena *arena, const char *path, const char *text, size_t length,
					struct diagnostics *diags)
{
	struct building b = { .arena = arena, .parser = XML_ParserCreate(NULL) };
	if (!b.parser)
		memory_exhausted();
	if (length > INT32_MAX) {
		diagnose(diags, DIAG_INPUT, (struct location){ path, 1, 1 }, "the witness is too large");
		XML_ParserFree(b.parser);
		return NULL;
	}
	XML_SetUserData(b.parser, &b);
	XML_SetElementHandler(b.parser, begin, end);
	XML_SetCharacterDataHandler(b.parser, add_text);
	XML_SetStartDoctypeDeclHandler(b.parser, refuse_doctype);
	bool fine = XML_Parse(b.parser, text, (int)length, XML_TRUE) == XML_STATUS_OK;
	if (!fine)
		tell_damage(&b, path, diags);
	XML_ParserFree(b.parser);
	vec_free(&b.pieces);
	return fine ? b.root : NULL;
}

const char *xml_attribute(const struct xml_element *e, const char *name)
{
	for (const char *const *a = e->attributes; *a; a += 2)
		if (!strcmp(*a, name))
			return a[1];
	return NULL;
}

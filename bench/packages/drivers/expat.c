/* Parses a document of up to 32 unknown bytes, without handlers. */
#include "expat.h"
#include "unknown.h"

int main(void)
{
	char text[32];
	size_t length = unknown_bytes(text, sizeof(text));
	XML_Parser parser = XML_ParserCreate(NULL);

	if (parser != NULL) {
		XML_Parse(parser, text, (int)length, 1);
		XML_ParserFree(parser);
	}
	return 0;
}

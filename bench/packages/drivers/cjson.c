/* Parses a text of up to 31 unknown characters, prints what it means, and deletes it. */
#include <stdlib.h>

#include "cJSON.h"
#include "unknown.h"

int main(void)
{
	char text[32];
	cJSON *value;

	unknown_string(text, sizeof(text));
	value = cJSON_Parse(text);
	if (value != NULL) {
		free(cJSON_Print(value));
		cJSON_Delete(value);
	}
	return 0;
}

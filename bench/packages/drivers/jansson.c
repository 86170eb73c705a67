/* Loads a text of up to 31 unknown characters, dumps what it means, and drops it. */
#include <stdlib.h>

#include "jansson.h"
#include "unknown.h"

int main(void)
{
	char text[32];
	json_error_t error;
	json_t *value;

	unknown_string(text, sizeof(text));
	value = json_loads(text, 0, &error);
	if (value != NULL) {
		free(json_dumps(value, 0));
		json_decref(value);
	}
	return 0;
}

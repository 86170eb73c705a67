/* Takes lines "name=value" apart, and prints the names. */
#include <stdio.h>
#include <string.h>

int main(void)
{
	char line[80];

	while (fgets(line, sizeof(line), stdin) != NULL) {
		char *sign = strchr(line, '=');

		*sign = '\0';
		printf("%s\n", line);
	}
	return 0;
}

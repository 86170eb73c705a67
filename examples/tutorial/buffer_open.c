/* A buffer that grows as bytes are put into it. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	int used = 0, size = 0;
	char *bytes = NULL;
	int c;

	while ((c = getchar()) != EOF) {
		if (used >= size) {
			size = 2 * size + 16;
			bytes = realloc(bytes, size);
			if (bytes == NULL)
				exit(1);
		}
		bytes[used++] = c;
	}
	printf("%d bytes\n", used);
	free(bytes);
	return 0;
}

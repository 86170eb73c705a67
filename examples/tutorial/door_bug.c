/* A state machine: a door that is never open and locked at once. */
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

static bool open, locked;

static void press(int key)
{
	switch (key) {
	case 'o':
		if (!locked)
			open = true;
		break;
	case 'c':
		open = false;
		break;
	case 'l':
		locked = true;
		break;
	case 'u':
		locked = false;
		break;
	}
}

int main(void)
{
	int key;

	while ((key = getchar()) != EOF) {
		press(key);
		assert(!(open && locked));
	}
	return 0;
}

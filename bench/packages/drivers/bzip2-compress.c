/* Compresses up to 32 unknown bytes with the smallest block size. */
#include "bzlib.h"
#include "unknown.h"

int main(void)
{
	char from[32], to[700];
	size_t length = unknown_bytes(from, sizeof(from));
	unsigned size = sizeof(to);

	return BZ2_bzBuffToBuffCompress(to, &size, from, (unsigned)length, 1, 0, 0);
}

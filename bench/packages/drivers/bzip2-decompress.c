/* Decompresses up to 64 unknown bytes into a buffer that may be too small. */
#include "bzlib.h"
#include "unknown.h"

int main(void)
{
	char from[64], to[256];
	size_t length = unknown_bytes(from, sizeof(from));
	unsigned size = sizeof(to);

	return BZ2_bzBuffToBuffDecompress(to, &size, from, (unsigned)length, 0, 0);
}

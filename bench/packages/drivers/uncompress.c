/* Uncompresses up to 32 unknown bytes into a buffer that may be too small. */
#include "unknown.h"
#include "zlib.h"

int main(void)
{
	unsigned char from[32], to[64];
	size_t length = unknown_bytes(from, sizeof(from));
	uLongf size = sizeof(to);

	return uncompress(to, &size, from, length);
}

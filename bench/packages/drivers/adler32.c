/* The checksum of up to 6000 unknown bytes: more than the 5552 that adler32() takes between two divisions. */
#include "unknown.h"
#include "zlib.h"

int main(void)
{
	static unsigned char bytes[6000];
	size_t length = unknown_bytes(bytes, sizeof(bytes));

	return adler32(adler32(0, Z_NULL, 0), bytes, (uInt)length) == 0;
}

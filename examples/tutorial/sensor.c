/* Turns the reading of a sensor, whose driver is elsewhere, into per cent. */
#include <assert.h>

int sensor_read(void);

int main(void)
{
	int value = sensor_read();

	if (value < 0 || value > 1023)
		return 1;
	int percent = value * 100 / 1023;

	assert(percent <= 100);
	return 0;
}

/* Firmware that is loaded. */

/* Firmware: any bytes, any number of them. */
static int plumb_firmware(const struct firmware **out)
{
	struct firmware *f;
	unsigned char *data;
	unsigned long n = plumb_index(1ul << 24);
	*out = 0;
	if (plumb_fails())
		return plumb_errno();
	f = malloc(sizeof *f);
	data = malloc(n);
	f->size = n;
	f->data = data;
	f->priv = 0;
	*out = f;
	return 0;
}

MODEL int request_firmware(const struct firmware **out, const char *name, struct device *device)
{
	return plumb_firmware(out);
}

MODEL int firmware_request_nowarn(const struct firmware **out, const char *name, struct device *device)
{
	return plumb_firmware(out);
}

MODEL void release_firmware(const struct firmware *f)
{
	if (!f)
		return;
	free((void *)f->data);
	free((void *)f);
}

/* Memory that keeps its contents: the kernel copies what it is told of it; it reads and writes whole words within the size. */

static struct nvmem_config plumb_nvmem;

static _Bool plumb_nvmem_on;

LATER void plumb_nvmem_call(void)
{
	static char buffer[4096];
	unsigned int word = plumb_nvmem.word_size > 0 ? (unsigned)plumb_nvmem.word_size : 1;
	unsigned int stride = plumb_nvmem.stride > 0 ? (unsigned)plumb_nvmem.stride : 1;
	unsigned int at = (unsigned)__plumb_any_int("offset"), n = (unsigned)plumb_between(1, 4096),
		     size = (unsigned)plumb_nvmem.size;
	if (!plumb_nvmem_on || at >= size || n > size - at || at % stride || n % word)
		return;
	if (__plumb_any_bool("write")) {
		if (plumb_nvmem.reg_write && !plumb_nvmem.read_only)
			plumb_nvmem.reg_write(plumb_nvmem.priv, at, buffer + sizeof buffer - n, n);
	} else if (plumb_nvmem.reg_read) {
		plumb_nvmem.reg_read(plumb_nvmem.priv, at, buffer + sizeof buffer - n, n);
	}
	plumb_returned();
}

RELEASED void plumb_release_nvmem(void)
{
	plumb_nvmem_on = 0;
}

static int plumb_nvmem_register(const struct nvmem_config *config)
{
	(void)plumb_nvmem_call, (void)plumb_release_nvmem;
	__plumb_readable(config, sizeof *config);
	if (plumb_fails())
		return plumb_errno();
	if (plumb_nvmem_on && __plumb_any_bool("called for another one"))
		return 0;
	plumb_nvmem = *config;
	plumb_nvmem_on = 1;
	return 0;
}

/* They are called by plumb_nvmem_call. */
ENVIRONMENT void plumb_call_nvmem_config(const struct nvmem_config *table, struct plumb_table *state)
{
}

MODEL struct nvmem_device *devm_nvmem_register(struct device *device, const struct nvmem_config *config)
{
	int error = plumb_nvmem_register(config);
	return error ? (void *)(long)error : (struct nvmem_device *)plumb_thing;
}

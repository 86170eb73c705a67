/* Messages, and text in buffers. Formats are not interpreted: the text is any, of any length that fits. */

MODEL int _printk(const char *format, ...)
{
	return __plumb_any_int("characters");
}

MODEL int ___ratelimit(struct ratelimit_state *state, const char *function)
{
	return __plumb_any_bool("print");
}

MODEL int __printk_ratelimit(const char *function)
{
	return __plumb_any_bool("print");
}

MODEL void _dev_emerg(const struct device *device, const char *format, ...)
{
}

MODEL void _dev_alert(const struct device *device, const char *format, ...)
{
}

MODEL void _dev_crit(const struct device *device, const char *format, ...)
{
}

MODEL void _dev_err(const struct device *device, const char *format, ...)
{
}

MODEL void _dev_warn(const struct device *device, const char *format, ...)
{
}

MODEL void _dev_notice(const struct device *device, const char *format, ...)
{
}

MODEL void _dev_info(const struct device *device, const char *format, ...)
{
}

MODEL void _dev_printk(const char *level, const struct device *device, const char *format, ...)
{
}

MODEL void dev_printk_emit(int level, const struct device *device, const char *format, ...)
{
}

MODEL int dev_err_probe(const struct device *device, int error, const char *format, ...)
{
	return error;
}

MODEL void __dynamic_dev_dbg(struct _ddebug *descriptor, const struct device *device, const char *format, ...)
{
}

MODEL void __dynamic_pr_debug(struct _ddebug *descriptor, const char *format, ...)
{
}

MODEL void print_hex_dump(const char *level, const char *prefix, int type, int row, int group, const void *p, size_t n,
			  bool ascii)
{
	__plumb_readable(p, n);
}

MODEL void dump_stack(void)
{
}

MODEL void __warn_printk(const char *format, ...)
{
}

MODEL int scnprintf(char *to, size_t size, const char *format, ...)
{
	if (!size)
		return 0;
	plumb_fill(to, size);
	unsigned long n = plumb_index(size < 1ul << 31 ? size : 1ul << 31);
	to[n] = 0;
	return (int)n;
}

MODEL int vscnprintf(char *to, size_t size, const char *format, va_list arguments)
{
	if (!size)
		return 0;
	plumb_fill(to, size);
	unsigned long n = plumb_index(size < 1ul << 31 ? size : 1ul << 31);
	to[n] = 0;
	return (int)n;
}

/* The length of the whole text. */
MODEL int snprintf(char *to, size_t size, const char *format, ...)
{
	unsigned long n = plumb_index(1ul << 31);
	if (!size)
		return (int)n;
	plumb_fill(to, size);
	to[n < size ? n : size - 1] = 0;
	return (int)n;
}

MODEL int vsnprintf(char *to, size_t size, const char *format, va_list arguments)
{
	unsigned long n = plumb_index(1ul << 31);
	if (!size)
		return (int)n;
	plumb_fill(to, size);
	to[n < size ? n : size - 1] = 0;
	return (int)n;
}

/* The buffer of an attribute is a page. */
MODEL int sysfs_emit(char *buffer, const char *format, ...)
{
	plumb_fill(buffer, 4096);
	return (int)plumb_index(4096);
}

MODEL int sysfs_emit_at(char *buffer, int at, const char *format, ...)
{
	if (at < 0 || at >= 4096)
		return 0;
	plumb_fill(buffer + at, 4096 - (unsigned long)at);
	return (int)plumb_index(4096 - (unsigned long)at);
}

MODEL void seq_printf(struct seq_file *file, const char *format, ...)
{
}

MODEL void seq_puts(struct seq_file *file, const char *s)
{
}

MODEL void seq_putc(struct seq_file *file, char c)
{
}

MODEL int seq_write(struct seq_file *file, const void *p, size_t n)
{
	__plumb_readable(p, n);
	return __plumb_any_bool("full") ? -1 : 0;
}

/* Numbers in text. */
static int plumb_number_fails(void)
{
	return plumb_fails() ? plumb_between(-34, -22) : 0;
}

MODEL int kstrtoull(const char *s, unsigned int base, unsigned long long *out)
{
	int error = plumb_number_fails();
	if (!error)
		*out = __plumb_any_size("number");
	return error;
}

MODEL int kstrtoll(const char *s, unsigned int base, long long *out)
{
	int error = plumb_number_fails();
	if (!error)
		*out = __plumb_any_long("number");
	return error;
}

MODEL int kstrtoul(const char *s, unsigned int base, unsigned long *out)
{
	int error = plumb_number_fails();
	if (!error)
		*out = __plumb_any_size("number");
	return error;
}

MODEL int kstrtol(const char *s, unsigned int base, long *out)
{
	int error = plumb_number_fails();
	if (!error)
		*out = __plumb_any_long("number");
	return error;
}

MODEL int kstrtouint(const char *s, unsigned int base, unsigned int *out)
{
	int error = plumb_number_fails();
	if (!error)
		*out = (unsigned)__plumb_any_int("number");
	return error;
}

MODEL int kstrtoint(const char *s, unsigned int base, int *out)
{
	int error = plumb_number_fails();
	if (!error)
		*out = __plumb_any_int("number");
	return error;
}

MODEL int kstrtou16(const char *s, unsigned int base, u16 *out)
{
	int error = plumb_number_fails();
	if (!error)
		*out = (u16)__plumb_any_int("number");
	return error;
}

MODEL int kstrtos16(const char *s, unsigned int base, s16 *out)
{
	int error = plumb_number_fails();
	if (!error)
		*out = (s16)__plumb_any_int("number");
	return error;
}

MODEL int kstrtou8(const char *s, unsigned int base, u8 *out)
{
	int error = plumb_number_fails();
	if (!error)
		*out = (u8)__plumb_any_int("number");
	return error;
}

MODEL int kstrtos8(const char *s, unsigned int base, s8 *out)
{
	int error = plumb_number_fails();
	if (!error)
		*out = (s8)__plumb_any_int("number");
	return error;
}

MODEL int kstrtobool(const char *s, bool *out)
{
	int error = plumb_number_fails();
	if (!error)
		*out = __plumb_any_bool("number");
	return error;
}

MODEL int kstrtoul_from_user(const char *s, size_t n, unsigned int base, unsigned long *out)
{
	int error = plumb_number_fails();
	if (!error)
		*out = __plumb_any_size("number");
	return error;
}

MODEL int kstrtouint_from_user(const char *s, size_t n, unsigned int base, unsigned int *out)
{
	int error = plumb_number_fails();
	if (!error)
		*out = (unsigned)__plumb_any_int("number");
	return error;
}

MODEL int kstrtobool_from_user(const char *s, size_t n, bool *out)
{
	int error = plumb_number_fails();
	if (!error)
		*out = __plumb_any_bool("number");
	return error;
}

MODEL unsigned long simple_strtoul(const char *s, char **end, unsigned int base)
{
	if (end)
		*end = (char *)s + plumb_index(__builtin_strlen(s) + 1);
	return __plumb_any_size("number");
}

MODEL bool sysfs_streq(const char *a, const char *b)
{
	return __plumb_any_bool("equal");
}

MODEL ssize_t strscpy(char *to, const char *from, size_t size)
{
	if (!size)
		return -7;
	plumb_fill(to, size);
	unsigned long n = plumb_index(size);
	to[n] = 0;
	return __plumb_any_bool("cut") ? -7 : (ssize_t)n;
}

MODEL size_t strlcpy(char *to, const char *from, size_t size)
{
	if (size) {
		plumb_fill(to, size);
		to[plumb_index(size)] = 0;
	}
	return plumb_index(1ul << 31);
}

/* CONFIG_FORTIFY_SOURCE: the kernel stops when it is called. */
MODEL void fortify_panic(const char *function)
{
	__plumb_require(0, "bounds", "fortify_panic(): more than the object has");
	__plumb_stop(1);
}

MODEL void __write_overflow_field(size_t available, size_t wanted)
{
}

MODEL void __read_overflow2_field(size_t available, size_t wanted)
{
}

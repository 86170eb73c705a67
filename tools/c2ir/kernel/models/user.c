/* Memory of processes: any content; each access may fail at any byte. */

MODEL unsigned long _copy_from_user(void *to, const void *from, unsigned long n)
{
	unsigned long left = __plumb_any_size("bytes not copied");
	__plumb_assume(left <= n);
	__plumb_writable(to, n);
	__plumb_forget(to, n);
	return left;
}

MODEL unsigned long _copy_to_user(void *to, const void *from, unsigned long n)
{
	unsigned long left = __plumb_any_size("bytes not copied");
	__plumb_assume(left <= n);
	__plumb_readable(from, n);
	return left;
}

MODEL unsigned long copy_from_user(void *to, const void *from, unsigned long n)
{
	return _copy_from_user(to, from, n);
}

MODEL unsigned long copy_to_user(void *to, const void *from, unsigned long n)
{
	return _copy_to_user(to, from, n);
}

MODEL ssize_t simple_read_from_buffer(void *to, size_t count, loff_t *position, const void *from, size_t available)
{
	loff_t at = *position;
	size_t left = __plumb_any_size("bytes not copied");
	if (at < 0)
		return -22;
	if ((size_t)at >= available || !count)
		return 0;
	if (count > available - (size_t)at)
		count = available - (size_t)at;
	__plumb_readable((const char *)from + at, count);
	__plumb_assume(left <= count);
	if (left == count)
		return -14;
	*position = at + (loff_t)(count - left);
	return (ssize_t)(count - left);
}

/* What does not come is not cleared, other than by copy_from_user(). */
MODEL unsigned long __copy_from_user(void *to, const void *from, unsigned long n)
{
	unsigned long left = __plumb_any_size("bytes not copied");
	__plumb_assume(left <= n);
	__plumb_writable(to, n);
	__plumb_forget(to, n - left);
	return left;
}

MODEL unsigned long __copy_to_user(void *to, const void *from, unsigned long n)
{
	return _copy_to_user(to, from, n);
}

MODEL unsigned long clear_user(void *to, unsigned long n)
{
	unsigned long left = __plumb_any_size("bytes not cleared");
	__plumb_assume(left <= n);
	return left;
}

MODEL long strncpy_from_user(char *to, const char *from, long n)
{
	unsigned long length = n > 0 ? plumb_index((unsigned long)n + 1) : 0;
	if (plumb_fails())
		return -14;
	plumb_fill(to, (unsigned long)n);
	if (length < (unsigned long)n)
		to[length] = 0;
	return (long)length;
}

MODEL long strnlen_user(const char *s, long n)
{
	return (long)plumb_index((unsigned long)n + 2);
}

MODEL void *memdup_user(const void *from, size_t n)
{
	void *p = plumb_allocate(n, 0);
	if (!p)
		return (void *)-12l;
	if (plumb_fails()) {
		free(p);
		return (void *)-14l;
	}
	__plumb_forget(p, n);
	return p;
}

MODEL void *memdup_user_nul(const void *from, size_t n)
{
	char *p = plumb_allocate(n + 1, 0);
	if (!p)
		return (void *)-12l;
	if (plumb_fails()) {
		free(p);
		return (void *)-14l;
	}
	__plumb_forget(p, n);
	p[n] = 0;
	return p;
}

MODEL char *strndup_user(const char *s, long n)
{
	/* With its end at most N bytes, which are all that is allocated. */
	unsigned long length = n > 0 ? plumb_index((unsigned long)n) : 0;
	if (n <= 0 || __plumb_any_bool("the string is longer"))
		return (void *)-22l;
	return memdup_user_nul(s, length);
}

MODEL ssize_t simple_write_to_buffer(void *to, size_t available, loff_t *position, const void *from, size_t count)
{
	loff_t at = *position;
	size_t left = __plumb_any_size("bytes not copied");
	if (at < 0)
		return -22;
	if ((size_t)at >= available || !count)
		return 0;
	if (count > available - (size_t)at)
		count = available - (size_t)at;
	plumb_fill((char *)to + at, count);
	__plumb_assume(left <= count);
	if (left == count)
		return -14;
	*position = at + (loff_t)(count - left);
	return (ssize_t)(count - left);
}

/* Is it a process of 32 bits that calls? During one call it is the same. */
static _Bool plumb_narrow;

LATER void plumb_narrow_otherwise(void)
{
	plumb_narrow = __plumb_any_bool("a process of 32 bits");
}

MODEL bool in_compat_syscall(void)
{
	(void)plumb_narrow_otherwise;
	return plumb_narrow;
}

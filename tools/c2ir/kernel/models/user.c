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

/* Error pointers (include/linux/err.h): no address of an object is looked at as a number. */

MODEL void *ERR_PTR(long error)
{
	return __plumb_error_pointer(error);
}

MODEL long PTR_ERR(const void *ptr)
{
	return __plumb_error_of(ptr);
}

MODEL bool IS_ERR(const void *ptr)
{
	return __plumb_is_error(ptr);
}

MODEL bool IS_ERR_OR_NULL(const void *ptr)
{
	return !ptr || __plumb_is_error(ptr);
}

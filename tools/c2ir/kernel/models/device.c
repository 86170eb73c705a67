/* Devices as objects of the kernel: references, identifiers, events. */

MODEL int ida_alloc_range(struct ida *ida, unsigned int low, unsigned int high, gfp_t flags)
{
	if (plumb_fails())
		return plumb_errno();
	int i = plumb_between(0, 0x7fffffff);
	__plumb_assume((unsigned)i >= low && (unsigned)i <= high);
	return i;
}

MODEL void ida_free(struct ida *ida, unsigned int id)
{
}

MODEL void ida_destroy(struct ida *ida)
{
}

MODEL void sysfs_notify(struct kobject *object, const char *folder, const char *name)
{
}

MODEL int kobject_uevent(struct kobject *object, enum kobject_action action)
{
	return plumb_result();
}

MODEL int kobject_uevent_env(struct kobject *object, enum kobject_action action, char *environment[])
{
	return plumb_result();
}

MODEL int __sysfs_match_string(const char *const *list, size_t n, const char *s)
{
	return plumb_fails() ? -22 : (int)plumb_index(n < 4096 ? n : 4096);
}

/* Checks of the kernel itself (CONFIG_DEBUG_LIST, CONFIG_HARDENED_USERCOPY): they hold. */

MODEL bool __list_add_valid(struct list_head *new, struct list_head *prev, struct list_head *next)
{
	return 1;
}

MODEL bool __list_del_entry_valid(struct list_head *entry)
{
	return 1;
}

MODEL void __check_object_size(const void *p, unsigned long n, bool to_user)
{
}

MODEL bool ____wrong_branch_error(void)
{
	return 0;
}

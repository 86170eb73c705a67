/* The module itself, the machine it is on, and what it may do there. */

MODEL void emergency_restart(void)
{
	__plumb_stop(0);
}

MODEL void panic(const char *format, ...)
{
	__plumb_stop(0);
}

MODEL void kernel_restart(char *command)
{
	__plumb_stop(0);
}

MODEL void orderly_poweroff(bool force)
{
}

/* The module's references to itself: while it has one it is not removed. */
static unsigned int plumb_self_references;

static void plumb_module_get(struct module *m)
{
	if (m && m == THIS_MODULE)
		plumb_self_references++;
}

MODEL void __module_get(struct module *m)
{
	plumb_module_get(m);
}

MODEL bool try_module_get(struct module *m)
{
	if (!__plumb_any_bool("the module is there"))
		return 0;
	plumb_module_get(m);
	return 1;
}

MODEL void module_put(struct module *m)
{
	if (m && m == THIS_MODULE && plumb_self_references)
		plumb_self_references--;
}

MODEL bool capable(int what)
{
	return __plumb_any_bool("allowed");
}

MODEL int dmi_check_system(const struct dmi_system_id *list)
{
	int n = 0;
	for (; list->matches[0].slot || list->ident; list++) {
		if (!__plumb_any_bool("this machine"))
			continue;
		n++;
		if (list->callback && list->callback(list))
			break;
	}
	return n;
}

/* They are called by dmi_check_system. */
ENVIRONMENT void plumb_call_dmi_system_id(const struct dmi_system_id *table, struct plumb_table *state)
{
}

MODEL const struct dmi_system_id *dmi_first_match(const struct dmi_system_id *list)
{
	for (; list->matches[0].slot; list++)
		if (__plumb_any_bool("this machine"))
			return list;
	return 0;
}

MODEL bool dmi_match(enum dmi_field field, const char *s)
{
	return __plumb_any_bool("this machine");
}

MODEL const char *dmi_get_system_info(int field)
{
	return __plumb_any_bool("unknown") ? (char *)0 : plumb_any_string();
}

MODEL int dmi_name_in_vendors(const char *s)
{
	return __plumb_any_bool("this machine");
}

MODEL void add_device_randomness(const void *p, size_t n)
{
}

MODEL void get_random_bytes(void *p, size_t n)
{
	plumb_fill(p, n);
}

MODEL u32 get_random_u32(void)
{
	return (u32)__plumb_any_int("random");
}

MODEL int vid_from_reg(int value, u8 vrm)
{
	return __plumb_any_int("voltage");
}

MODEL u8 vid_which_vrm(void)
{
	return (u8)__plumb_any_int("version");
}

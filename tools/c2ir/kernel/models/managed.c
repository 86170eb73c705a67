/* What a device's driver gets by devm_... ends when the device is unbound, in the reverse order (drivers/base/devres.c). */

/* The device whose attributes in groups can be read and written; NULL: none. */
static struct device *plumb_group_device;

/* Who registers a device may give it groups. */
static void plumb_groups_given(struct device *device, const struct attribute_group **groups)
{
	if (groups)
		plumb_group_device = device;
}

static void plumb_groups_end(const struct device *device)
{
	if (plumb_group_device == device)
		plumb_group_device = 0;
}

/* Is the device active? It is suspended until its driver or its bus says otherwise (Documentation/power/runtime_pm.rst, section 5). */
static _Bool plumb_runtime_active;

/* An object that other drivers have set up: its pointers lead to live objects. */
struct plumb_data {
	unsigned long words[4096];
};

extern struct plumb_data *plumb_data_of_others(void);

/* The files that are verified only read what the driver keeps for a device. */
static void plumb_data_set_elsewhere(struct device *device)
{
#ifdef PLUMB_DATA_IS_SET_ELSEWHERE
	if (device->driver_data)
		return;
	__plumb_ledger("functions that have no body set what dev_get_drvdata() gives: any object (--kernel)");
	device->driver_data = plumb_data_of_others();
#endif
}

static void plumb_bound(struct device *device, const struct device_driver *driver)
{
	plumb_data_set_elsewhere(device);
	plumb_returned();
	if (driver->pm)
		plumb_register(driver->pm, device, 0);
	if (driver->dev_groups)
		plumb_group_device = device;
}

/* After remove, or after a probe that failed. */
static void plumb_unbound(struct device *device, const struct device_driver *driver)
{
	if (driver->pm)
		plumb_unregister(driver->pm);
	plumb_group_device = 0;
	plumb_released();
	plumb_returned();
	device->driver_data = 0;
	plumb_runtime_active = 0;
}

/* One of the objects that were allocated, any one, ends with the binding. The others live on: what is done to an object after its end goes
 * wrong when it is the one. It ends when only AT of the actions are left. */
static void *plumb_managed_object;

static int plumb_managed_at;

struct plumb_action {
	void (*call)(void *);
	void *data;
};

static struct plumb_action plumb_actions[6];

static int plumb_action_count;

static void *plumb_managed_allocate(unsigned long size, gfp_t flags)
{
	void *p;
	if (__plumb_any_bool("allocation fails"))
		return 0;
	p = flags & __GFP_ZERO ? calloc(1, size) : malloc(size);
	if (!plumb_managed_object && __plumb_any_bool("its end matters")) {
		plumb_managed_object = p;
		plumb_managed_at = plumb_action_count;
	}
	return p;
}

static void plumb_managed_end(void)
{
	if (plumb_managed_object)
		__plumb_delete(plumb_managed_object);
	plumb_managed_object = 0;
}

RELEASED void plumb_release_memory(void)
{
	plumb_managed_end();
}

/* The actions, the last first. Memory that is older than an action outlives it. */
RELEASED void plumb_run_actions(void)
{
	while (plumb_action_count > 0) {
		struct plumb_action *a = &plumb_actions[--plumb_action_count];
		if (plumb_managed_object && plumb_managed_at > plumb_action_count)
			plumb_managed_end();
		a->call(a->data);
	}
}

static void *plumb_managed_copy(const void *from, unsigned long n)
{
	void *p = plumb_managed_allocate(n, 0);
	(void)plumb_release_memory;
	if (p)
		__builtin_memcpy(p, from, n);
	return p;
}

MODEL void *devm_kmalloc(struct device *device, size_t size, gfp_t flags)
{
	(void)plumb_release_memory;
	return plumb_managed_allocate(size, flags);
}

MODEL void *devm_kzalloc(struct device *device, size_t size, gfp_t flags)
{
	return devm_kmalloc(device, size, flags | __GFP_ZERO);
}

MODEL void *dmam_alloc_attrs(struct device *device, size_t size, dma_addr_t *handle, gfp_t flags,
			     unsigned long attributes)
{
	*handle = __plumb_any_size("address for DMA");
	return devm_kmalloc(device, size, flags | __GFP_ZERO);
}

MODEL void devm_kfree(struct device *device, const void *p)
{
	__plumb_readable(p, 1);
	if (plumb_managed_object == p)
		plumb_managed_object = 0;
	__plumb_delete((void *)p);
}

MODEL void dmam_free_coherent(struct device *device, size_t size, void *p, dma_addr_t handle)
{
	devm_kfree(device, p);
}

MODEL void *devm_kmemdup(struct device *device, const void *from, size_t n, gfp_t flags)
{
	return plumb_managed_copy(from, n);
}

MODEL char *devm_kstrdup(struct device *device, const char *s, gfp_t flags)
{
	return s ? plumb_managed_copy(s, __builtin_strlen(s) + 1) : (void *)0;
}

MODEL char *devm_kasprintf(struct device *device, gfp_t flags, const char *format, ...)
{
	unsigned long n = plumb_index(4096);
	char *p = plumb_managed_allocate(n + 1, 0);
	(void)plumb_release_memory;
	if (p) {
		__plumb_forget(p, n);
		p[n] = 0;
	}
	return p;
}

MODEL int devm_add_action(struct device *device, void (*call)(void *), void *data)
{
	if (plumb_fails())
		return -12;
	(void)plumb_run_actions;
	if (plumb_action_count < 6)
		plumb_actions[plumb_action_count++] = (struct plumb_action){ call, data };
	else
		__plumb_ledger("actions of devm_add_action() after the sixth do not run (--kernel)");
	return 0;
}

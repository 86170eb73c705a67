/* Platform devices and ISA ones: probe, calls, remove (drivers/base/platform.c). */

/* What a driver that makes devices itself has added last; NULL: the device is the firmware's. */
static struct platform_device *plumb_own_device;

static struct platform_device plumb_platform_device;

static struct platform_device plumb_platform_parent;

static struct platform_driver *plumb_platform_bound;

/* A node of the device tree, and the one that it is in. */
#ifdef _LINUX_OF_H
static struct device_node plumb_node[2];
#else
static unsigned long plumb_node[64];
#endif

static _Bool plumb_found_by_acpi;

/* A device that was matched by a table for the device tree has a node; with another table beside it, it may have none. */
static void *plumb_node_for(const struct device_driver *driver, _Bool other)
{
	const void *acpi = driver->acpi_match_table;
	plumb_found_by_acpi = 0;
	if (!driver->of_match_table || ((other || acpi) && !__plumb_any_bool("in the device tree"))) {
		plumb_found_by_acpi = acpi && (!other || __plumb_any_bool("found by ACPI"));
		return 0;
	}
#ifdef _LINUX_OF_H
	plumb_node[0].parent = &plumb_node[1];
#endif
	return plumb_node;
}

/* What boards say about a device. */
static unsigned long plumb_platform_data[512];

/* struct platform_device_id, which not all drivers see (include/linux/mod_devicetable.h). */
struct plumb_platform_entry {
	char name[20];
	unsigned long data;
};

static const void *plumb_platform_id(const void *ids)
{
	const struct plumb_platform_entry *id = ids;
	while (id && id[1].name[0] && __plumb_any_bool("next"))
		id++;
	return id;
}

/* Of a driver whose functions are all given later, so that it is no table of callbacks. */
static struct plumb_table plumb_platform_lone;

static struct plumb_table *plumb_platform_state(struct platform_driver *driver)
{
	struct plumb_table *state = plumb_table_of(driver);
	return state ? state : &plumb_platform_lone;
}

static struct platform_device *plumb_platform_new(struct platform_driver *driver)
{
	struct platform_device *device = plumb_own_device;
	if (!device) {
		device = &plumb_platform_device;
		device->name = driver->driver.name ? driver->driver.name : "device";
		device->id = plumb_between(-2, 255);
		device->dev.parent = &plumb_platform_parent.dev;
#ifdef PLUMB_PARENT_IS_READ
		plumb_platform_parent.dev.driver_data = plumb_data_of_others();
#endif
		device->dev.platform_data = __plumb_any_bool("platform data") ? plumb_platform_data : 0;
		device->num_resources = (unsigned)plumb_between(0, 16);
	}
	device->dev.of_node = plumb_node_for(&driver->driver, driver->id_table != 0);
	device->id_entry = plumb_platform_id(driver->id_table);
	device->dev.driver = &driver->driver;
	return device;
}

static void plumb_platform_unbind(struct platform_driver *driver, struct plumb_table *state)
{
	struct platform_device *device = state->object;
	if (!state->state)
		return;
	state->state = 0;
	plumb_platform_bound = 0;
	if (driver->remove)
		driver->remove(device);
	else if (driver->remove_new)
		driver->remove_new(device);
	plumb_unbound(&device->dev, &driver->driver);
}

static int plumb_platform_bind(struct platform_driver *driver, struct plumb_table *state,
			       int (*probe)(struct platform_device *))
{
	struct platform_device *device = plumb_platform_new(driver);
	int error = probe ? probe(device) : 0;
	state->object = device;
	if (error) {
		plumb_unbound(&device->dev, &driver->driver);
		return error;
	}
	plumb_bound(&device->dev, &driver->driver);
	state->state = 1;
	plumb_platform_bound = driver;
	return 0;
}

MODEL int __platform_driver_register(struct platform_driver *driver, struct module *owner)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_register(driver, 0, driver);
	return 0;
}

/* The device is there, or the driver is not registered. */
MODEL int __platform_driver_probe(struct platform_driver *driver, int (*probe)(struct platform_device *),
				  struct module *owner)
{
	struct plumb_table *state = plumb_platform_state(driver);
	if (plumb_fails())
		return plumb_errno();
	driver->driver.suppress_bind_attrs = 1;
	plumb_register(driver, 0, 0);
	return plumb_platform_bind(driver, state, probe) ? -19 : 0;
}

MODEL struct platform_device *__platform_create_bundle(struct platform_driver *driver,
						       int (*probe)(struct platform_device *),
						       struct resource *resources, unsigned int n, const void *data,
						       size_t size, struct module *owner)
{
	struct plumb_table *state = plumb_platform_state(driver);
	if (plumb_fails())
		return plumb_error_pointer();
	driver->driver.suppress_bind_attrs = 1;
	if (plumb_platform_bind(driver, state, probe))
		return (void *)-19l;
	plumb_register(driver, 0, 0);
	return &plumb_platform_device;
}

MODEL void platform_driver_unregister(struct platform_driver *driver)
{
	struct plumb_table *state = plumb_platform_state(driver);
	plumb_unregister(driver);
	plumb_platform_unbind(driver, state);
}

/* A device that does not resume is not used any more: what is left then is not asked. */
static void plumb_resumed(int error)
{
	if (!error)
		return;
	__plumb_ledger("after a resume that failed nothing follows (--kernel)");
	plumb_returned();
	__plumb_stop(0);
}

ENVIRONMENT void plumb_call_platform_driver(struct platform_driver *driver, struct plumb_table *state)
{
	struct platform_device *device = state->object;
	if (!state->on)
		return;
	if (!state->state) {
		if (state->data)
			plumb_platform_bind(driver, state, driver->probe);
		return;
	}
	switch (plumb_choice()) {
	case 0:
		if (!driver->driver.suppress_bind_attrs)
			plumb_platform_unbind(driver, state);
		break;
	case 1:
		if (driver->suspend && driver->suspend(device, PMSG_SUSPEND))
			break;
		if (driver->resume)
			plumb_resumed(driver->resume(device));
		plumb_returned();
		break;
	case 2:
		if (driver->shutdown) {
			driver->shutdown(device);
			__plumb_stop(0);
		}
		break;
	}
}

/* Devices that drivers make. */

/* The first of the ranges that the driver gave its device. */
static struct resource plumb_own_resource;

static void plumb_own_resources(struct platform_device *device, const struct resource *resources, unsigned int n)
{
	device->num_resources = n;
	if (n)
		plumb_own_resource = *resources;
}

static struct resource *plumb_platform_resource(struct platform_device *device, unsigned int type, unsigned int i)
{
	if (device != plumb_own_device || device->num_resources != 1)
		return plumb_any_resource();
	return i == 0 && (plumb_own_resource.flags & 0x1f00) == type ? &plumb_own_resource : (void *)0;
}

MODEL struct resource *platform_get_resource(struct platform_device *device, unsigned int type, unsigned int i)
{
	return plumb_platform_resource(device, type, i);
}

MODEL struct resource *platform_get_resource_byname(struct platform_device *device, unsigned int type, const char *name)
{
	return plumb_platform_resource(device, type, 0);
}

MODEL void *devm_platform_get_and_ioremap_resource(struct platform_device *device, unsigned int i,
						   struct resource **out)
{
	struct resource *r = platform_get_resource(device, IORESOURCE_MEM, i);
	if (out)
		*out = r;
	return r ? plumb_map_or_error() : (void *)-22;
}

MODEL struct platform_device *platform_device_register_full(const struct platform_device_info *info)
{
	if (plumb_fails())
		return plumb_error_pointer();
	plumb_platform_device.name = info->name;
	plumb_platform_device.id = info->id;
	plumb_platform_device.dev.parent = info->parent ? info->parent : &plumb_platform_parent.dev;
	/* What it is given is copied (platform_device_add_data). */
	unsigned long size =
		info->size_data < sizeof plumb_platform_data ? info->size_data : sizeof plumb_platform_data;
	if (info->data)
		__builtin_memcpy(plumb_platform_data, info->data, size);
	plumb_platform_device.dev.platform_data = info->data ? plumb_platform_data : 0;
	plumb_own_resources(&plumb_platform_device, info->res, info->num_res);
	plumb_own_device = &plumb_platform_device;
	return plumb_own_device;
}

MODEL struct platform_device *platform_device_alloc(const char *name, int id)
{
	if (__plumb_any_bool("allocation fails"))
		return 0;
	plumb_platform_device.name = name;
	plumb_platform_device.id = id;
	plumb_platform_device.dev.parent = &plumb_platform_parent.dev;
	plumb_platform_device.dev.platform_data = 0;
	return &plumb_platform_device;
}

MODEL int platform_device_add_resources(struct platform_device *device, const struct resource *resources,
					unsigned int n)
{
	plumb_own_resources(device, resources, n);
	return plumb_fails() ? -12 : 0;
}

MODEL int platform_device_add_data(struct platform_device *device, const void *data, size_t size)
{
	if (__plumb_any_bool("allocation fails"))
		return -12;
	__plumb_readable(data, size);
	if (size > sizeof plumb_platform_data)
		size = sizeof plumb_platform_data;
	if (data)
		__builtin_memcpy(plumb_platform_data, data, size);
	device->dev.platform_data = data ? plumb_platform_data : 0;
	return 0;
}

MODEL int platform_device_add(struct platform_device *device)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_own_device = device;
	return 0;
}

MODEL int platform_device_register(struct platform_device *device)
{
	if (plumb_fails())
		return plumb_errno();
	if (!device->dev.parent)
		device->dev.parent = &plumb_platform_parent.dev;
	if (device->num_resources)
		plumb_own_resource = *device->resource;
	plumb_own_device = device;
	return 0;
}

MODEL void platform_device_put(struct platform_device *device)
{
}

MODEL void platform_device_unregister(struct platform_device *device)
{
	struct platform_driver *driver = plumb_platform_bound;
	struct plumb_table *state = driver ? plumb_platform_state(driver) : 0;
	if (state && state->object == device)
		plumb_platform_unbind(driver, state);
	if (plumb_own_device == device)
		plumb_own_device = 0;
}

MODEL void platform_device_del(struct platform_device *device)
{
	struct platform_driver *driver = plumb_platform_bound;
	struct plumb_table *state = driver ? plumb_platform_state(driver) : 0;
	if (state && state->object == device)
		plumb_platform_unbind(driver, state);
	if (plumb_own_device == device)
		plumb_own_device = 0;
}

MODEL int platform_add_devices(struct platform_device **devices, int n)
{
	return plumb_result();
}

static const struct acpi_device_id *plumb_acpi_match(const struct acpi_device_id *ids)
{
	if (!ids || !ids->id[0])
		return 0;
	while (ids[1].id[0] && __plumb_any_bool("next"))
		ids++;
	return ids;
}

/* What belongs to the entry that matched, any of the table by which the device was found; NULL if that is neither the device tree's nor
 * ACPI's (drivers/base/property.c). */
MODEL const void *device_get_match_data(const struct device *device)
{
	const struct device_driver *driver = device->driver;
	const struct of_device_id *m = driver && device->of_node ? driver->of_match_table : 0;
	if (driver && !device->of_node && plumb_found_by_acpi) {
		const struct acpi_device_id *id = plumb_acpi_match(driver->acpi_match_table);
		return id ? (const void *)id->driver_data : (void *)0;
	}
	if (!m || !m->compatible[0])
		return 0;
	while (m[1].compatible[0] && __plumb_any_bool("next"))
		m++;
	return m->data;
}

MODEL const struct acpi_device_id *acpi_match_device(const struct acpi_device_id *ids, const struct device *device)
{
	return plumb_fails() ? (void *)0 : plumb_acpi_match(ids);
}

/* Suspend and resume: nothing else happens between them. */
ENVIRONMENT void plumb_call_dev_pm_ops(const struct dev_pm_ops *table, struct plumb_table *state)
{
	struct device *device = state->owner;
	if (!state->on)
		return;
	switch (plumb_choice()) {
	case 0:
		if (table->prepare && table->prepare(device))
			break;
		if (!table->suspend || !table->suspend(device)) {
			if ((!table->suspend_late || !table->suspend_late(device)) &&
			    (!table->suspend_noirq || !table->suspend_noirq(device))) {
				if (table->resume_noirq)
					plumb_resumed(table->resume_noirq(device));
				if (table->resume_early)
					plumb_resumed(table->resume_early(device));
			}
			if (table->resume)
				plumb_resumed(table->resume(device));
		}
		if (table->complete)
			table->complete(device);
		break;
	case 1:
		if (!table->freeze || !table->freeze(device)) {
			if (table->thaw)
				plumb_resumed(table->thaw(device));
		}
		break;
	case 2:
		if (!table->poweroff || !table->poweroff(device)) {
			if (table->restore)
				plumb_resumed(table->restore(device));
		}
		break;
	case 3:
		__plumb_ledger("a device is resumed before it is suspended until pm_runtime_set_active() or PCI makes "
			       "it active; "
			       "pm_runtime_get_sync() and the like do not call the driver's runtime_resume");
		if (plumb_runtime_active) {
			if ((!table->runtime_suspend || !table->runtime_suspend(device)) && table->runtime_resume)
				plumb_resumed(table->runtime_resume(device));
		} else if (!table->runtime_resume || !table->runtime_resume(device)) {
			plumb_runtime_active = table->runtime_suspend && table->runtime_suspend(device);
		}
		break;
	case 4:
		if (table->runtime_idle)
			table->runtime_idle(device);
		break;
	}
	plumb_returned();
}

MODEL void *dev_get_platdata(const struct device *device)
{
	__plumb_ledger("platform data is NULL or zeros, unless the driver gives it (--kernel)");
	return device->platform_data;
}

/* What belongs to an entry of the tables that devices are matched with is the driver's own. */
ENVIRONMENT void plumb_call_of_device_id(const struct of_device_id *table, struct plumb_table *state)
{
}

ENVIRONMENT void plumb_call_acpi_device_id(const struct acpi_device_id *table, struct plumb_table *state)
{
}

ENVIRONMENT void plumb_call_platform_device_id(const struct platform_device_id *table, struct plumb_table *state)
{
}

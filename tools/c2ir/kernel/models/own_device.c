/* Devices that the driver makes (drivers/base/core.c): they end, by their release, with the last reference. What others make stays. */

static _Bool plumb_device_is_own(const struct device *device)
{
	return device->kobj.state_initialized;
}

static void plumb_device_release(struct device *device)
{
	if (device->release)
		device->release(device);
	else if (device->type && device->type->release)
		device->type->release(device);
	else if (device->class && device->class->dev_release)
		device->class->dev_release(device);
}

static void plumb_device_put(struct device *device)
{
	if (plumb_device_is_own(device) && --device->kobj.kref.refcount.refs.counter == 0) {
		device->kobj.state_initialized = 0;
		plumb_device_release(device);
	}
}

static int plumb_device_add(struct device *device)
{
	__plumb_writable(device, sizeof *device);
	return plumb_groups_add(device);
}

static void plumb_device_initialize(struct device *device)
{
	__plumb_writable(device, sizeof *device);
	device->kobj.kref.refcount.refs.counter = 1;
	device->kobj.state_initialized = 1;
}

static void plumb_device_del(struct device *device)
{
	__plumb_writable(device, sizeof *device);
	plumb_groups_end(device);
}

MODEL void device_initialize(struct device *device)
{
	plumb_device_initialize(device);
}

MODEL int device_add(struct device *device)
{
	return plumb_device_add(device);
}

MODEL int device_register(struct device *device)
{
	plumb_device_initialize(device);
	return plumb_device_add(device);
}

MODEL void device_del(struct device *device)
{
	plumb_device_del(device);
}

MODEL void device_unregister(struct device *device)
{
	plumb_device_del(device);
	plumb_device_put(device);
}

MODEL void put_device(struct device *device)
{
	if (device)
		plumb_device_put(device);
}

MODEL struct device *get_device(struct device *device)
{
	if (device && plumb_device_is_own(device))
		device->kobj.kref.refcount.refs.counter++;
	return device;
}

MODEL int dev_set_name(struct device *device, const char *format, ...)
{
	return plumb_fails() ? -ENOMEM : 0;
}

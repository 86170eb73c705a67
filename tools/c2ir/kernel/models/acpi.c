/* ACPI: devices of it, and what its tables say (drivers/acpi). */

static struct acpi_device plumb_acpi_device;

static void plumb_acpi_unbind(struct acpi_driver *driver, struct plumb_table *state)
{
	if (!state->state)
		return;
	state->state = 0;
	if (driver->ops.remove)
		driver->ops.remove(&plumb_acpi_device);
	plumb_unbound(&plumb_acpi_device.dev, &driver->drv);
}

MODEL int acpi_bus_register_driver(struct acpi_driver *driver)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_register(driver, 0, 0);
	return 0;
}

MODEL void acpi_bus_unregister_driver(struct acpi_driver *driver)
{
	struct plumb_table *state = plumb_table_of(driver);
	plumb_unregister(driver);
	if (state)
		plumb_acpi_unbind(driver, state);
}

ENVIRONMENT void plumb_call_acpi_driver(struct acpi_driver *driver, struct plumb_table *state)
{
	if (!state->on)
		return;
	if (!state->state) {
		plumb_acpi_device.handle = plumb_thing;
		plumb_acpi_device.dev.driver = &driver->drv;
		if (driver->ops.add && driver->ops.add(&plumb_acpi_device)) {
			plumb_unbound(&plumb_acpi_device.dev, &driver->drv);
			return;
		}
		plumb_bound(&plumb_acpi_device.dev, &driver->drv);
		state->state = 1;
	} else if (driver->ops.notify && __plumb_any_bool("notify")) {
		driver->ops.notify(&plumb_acpi_device, (u32)__plumb_any_int("event"));
		plumb_returned();
	} else {
		plumb_acpi_unbind(driver, state);
	}
}

MODEL acpi_status acpi_evaluate_integer(acpi_handle handle, acpi_string path, struct acpi_object_list *arguments,
					unsigned long long *out)
{
	if (plumb_fails())
		return 1;
	*out = __plumb_any_size("number");
	return 0;
}

MODEL int acpi_bus_generate_netlink_event(const char *class, const char *bus, u8 type, int data)
{
	return plumb_result();
}

MODEL bool acpi_has_method(acpi_handle handle, char *name)
{
	return __plumb_any_bool("method");
}

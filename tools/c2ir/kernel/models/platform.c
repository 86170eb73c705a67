/* Platform devices. */

static struct platform_driver *plumb_platform_driver;

MODEL int __platform_driver_register(struct platform_driver *driver, struct module *owner)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_register(driver, 0, 0);
	return 0;
}

static void plumb_platform_unbind(struct platform_driver *driver, struct plumb_table *state)
{
	if (!state->state)
		return;
	if (driver->remove)
		driver->remove(state->object);
	state->state = 0;
	plumb_returned();
}

MODEL void platform_driver_unregister(struct platform_driver *driver)
{
	struct plumb_table *state = plumb_table_of(driver);
	plumb_unregister(driver);
	if (state)
		plumb_platform_unbind(driver, state);
}

ENVIRONMENT void plumb_call_platform_driver(struct platform_driver *driver, struct plumb_table *state)
{
	if (!state->on)
		return;
	if (state->state) {
		plumb_platform_unbind(driver, state);
		return;
	}
	state->object = plumb_object(sizeof(struct platform_device));
	if (!driver->probe || !driver->probe(state->object))
		state->state = 1;
	plumb_returned();
}

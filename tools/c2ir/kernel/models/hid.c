/* HID: what a device sends is of any length (drivers/hid). */

static struct hid_device plumb_hid_device;

static struct hid_report plumb_hid_report;

static void plumb_hid_unbind(struct hid_driver *driver, struct plumb_table *state)
{
	if (!state->state)
		return;
	state->state = 0;
	if (driver->remove)
		driver->remove(&plumb_hid_device);
	plumb_unbound(&plumb_hid_device.dev, &driver->driver);
}

MODEL int __hid_register_driver(struct hid_driver *driver, struct module *owner, const char *name)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_register(driver, 0, 0);
	return 0;
}

MODEL void hid_unregister_driver(struct hid_driver *driver)
{
	struct plumb_table *state = plumb_table_of(driver);
	plumb_unregister(driver);
	if (state)
		plumb_hid_unbind(driver, state);
}

static void plumb_hid_input(struct hid_driver *driver)
{
	unsigned long n = 1 + plumb_index(4096);
	unsigned char *data = __plumb_new(n);
	__plumb_forget(data, n);
	plumb_hid_report.id = data[0];
	plumb_hid_report.device = &plumb_hid_device;
	plumb_hid_report.type = (enum hid_report_type)plumb_between(0, 2);
	plumb_interrupt_begins();
	driver->raw_event(&plumb_hid_device, &plumb_hid_report, data, (int)n);
	plumb_interrupt_is_over();
	__plumb_delete(data);
}

static void plumb_hid_bind(struct hid_driver *driver, struct plumb_table *state)
{
	plumb_hid_device.dev.driver = &driver->driver;
	plumb_hid_device.driver = driver;
	plumb_hid_device.dev.parent = &plumb_hid_device.dev;
	plumb_hid_device.vendor = (u32)__plumb_any_int("vendor");
	plumb_hid_device.product = (u32)__plumb_any_int("product");
	if (driver->probe && driver->probe(&plumb_hid_device, driver->id_table)) {
		plumb_unbound(&plumb_hid_device.dev, &driver->driver);
		return;
	}
	plumb_bound(&plumb_hid_device.dev, &driver->driver);
	state->state = 1;
}

ENVIRONMENT void plumb_call_hid_driver(struct hid_driver *driver, struct plumb_table *state)
{
	if (!state->on)
		return;
	if (!state->state) {
		plumb_hid_bind(driver, state);
		return;
	}
	switch (plumb_choice()) {
	case 0:
		plumb_hid_unbind(driver, state);
		break;
	case 1:
		if (driver->raw_event)
			plumb_hid_input(driver);
		plumb_returned();
		break;
	case 2:
		if (driver->suspend && driver->suspend(&plumb_hid_device, PMSG_SUSPEND))
			break;
		if (driver->reset_resume && __plumb_any_bool("reset"))
			driver->reset_resume(&plumb_hid_device);
		else if (driver->resume)
			driver->resume(&plumb_hid_device);
		plumb_returned();
		break;
	}
}

MODEL int hid_open_report(struct hid_device *device)
{
	return plumb_result();
}

MODEL int hid_hw_start(struct hid_device *device, unsigned int mask)
{
	return plumb_result();
}

MODEL void hid_hw_stop(struct hid_device *device)
{
}

MODEL int hid_hw_open(struct hid_device *device)
{
	return plumb_result();
}

MODEL void hid_hw_close(struct hid_device *device)
{
}

MODEL int hid_hw_output_report(struct hid_device *device, u8 *data, size_t n)
{
	__plumb_readable(data, n);
	return plumb_fails() ? plumb_errno() : (int)plumb_index(n < 16384 ? n + 1 : 16384);
}

MODEL int hid_hw_raw_request(struct hid_device *device, unsigned char report, u8 *data, size_t n,
			     enum hid_report_type type, enum hid_class_request request)
{
	if (request == HID_REQ_GET_REPORT)
		plumb_fill(data, n);
	else
		__plumb_readable(data, n);
	return plumb_fails() ? plumb_errno() : (int)plumb_index(n < 16384 ? n + 1 : 16384);
}

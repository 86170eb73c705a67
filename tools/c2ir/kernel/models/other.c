/* Further buses and classes. */

/* ACPI. */
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

/* HID. What a device sends is of any length. */
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
	driver->raw_event(&plumb_hid_device, &plumb_hid_report, data, (int)n);
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

/* Clocks that drivers provide. */
ENVIRONMENT void plumb_call_clk_ops(const struct clk_ops *table, struct plumb_table *state)
{
	struct clk_hw *clock = state->owner;
	unsigned long rate = __plumb_any_size("rate"), parent = __plumb_any_size("rate");
	if (!state->on)
		return;
	switch (plumb_choice()) {
	case 0:
		if (table->prepare && !table->prepare(clock) && table->unprepare && __plumb_any_bool("unprepare"))
			table->unprepare(clock);
		break;
	case 1:
		if (table->enable && !table->enable(clock) && table->disable && __plumb_any_bool("disable"))
			table->disable(clock);
		break;
	case 2:
		if (table->recalc_rate)
			table->recalc_rate(clock, parent);
		break;
	case 3:
		if (table->round_rate)
			table->round_rate(clock, rate, &parent);
		break;
	case 4:
		if (table->set_rate)
			table->set_rate(clock, rate, parent);
		break;
	case 5:
		if (table->is_prepared)
			table->is_prepared(clock);
		if (table->is_enabled)
			table->is_enabled(clock);
		break;
	case 6:
		if (table->get_parent)
			table->get_parent(clock);
		break;
	}
	plumb_returned();
}

static int plumb_clock_register(struct clk_hw *clock)
{
	if (plumb_fails())
		return plumb_errno();
	if (clock->init && clock->init->ops)
		plumb_register(clock->init->ops, clock, 0);
	return 0;
}

static const struct clk_ops *plumb_managed_clock;

RELEASED void plumb_release_clock(void)
{
	if (plumb_managed_clock)
		plumb_unregister(plumb_managed_clock);
}

static int plumb_clock_managed(struct clk_hw *clock)
{
	const struct clk_ops *table = clock->init ? clock->init->ops : 0;
	int error = plumb_clock_register(clock);
	(void)plumb_release_clock;
	if (!error)
		plumb_managed_clock = table;
	return error;
}

MODEL struct clk *devm_clk_register(struct device *device, struct clk_hw *clock)
{
	int error = plumb_clock_managed(clock);
	return error ? (void *)(long)error : (struct clk *)plumb_thing;
}

MODEL int devm_clk_hw_register(struct device *device, struct clk_hw *clock)
{
	return plumb_clock_managed(clock);
}

MODEL struct clk *clk_register(struct device *device, struct clk_hw *clock)
{
	int error = plumb_clock_register(clock);
	return error ? (void *)(long)error : (struct clk *)plumb_thing;
}

/* Cooling. */
static struct thermal_cooling_device plumb_cooling;

ENVIRONMENT void plumb_call_thermal_cooling_device_ops(const struct thermal_cooling_device_ops *table,
						       struct plumb_table *state)
{
	unsigned long most = 0, level = __plumb_any_size("level");
	if (!state->on)
		return;
	if (table->get_max_state && table->get_max_state(&plumb_cooling, &most))
		return;
	if (__plumb_any_bool("set it")) {
		if (level <= most && table->set_cur_state)
			table->set_cur_state(&plumb_cooling, level);
	} else if (table->get_cur_state) {
		table->get_cur_state(&plumb_cooling, &level);
	}
	plumb_returned();
}

static struct thermal_cooling_device *plumb_cooling_new(const char *name, void *data,
							const struct thermal_cooling_device_ops *table)
{
	if (plumb_fails())
		return plumb_error_pointer();
	plumb_cooling.type = (char *)(name ? name : "");
	plumb_cooling.devdata = data;
	plumb_cooling.ops = table;
	plumb_register(table, &plumb_cooling, data);
	return &plumb_cooling;
}

RELEASED void plumb_release_cooling(void)
{
	if (plumb_cooling.ops)
		plumb_unregister(plumb_cooling.ops);
}

MODEL struct thermal_cooling_device *
devm_thermal_of_cooling_device_register(struct device *device, struct device_node *node, char *name, void *data,
					const struct thermal_cooling_device_ops *table)
{
	(void)plumb_release_cooling;
	return plumb_cooling_new(name, data, table);
}

MODEL struct thermal_cooling_device *thermal_cooling_device_register(const char *name, void *data,
								     const struct thermal_cooling_device_ops *table)
{
	return plumb_cooling_new(name, data, table);
}

MODEL struct thermal_cooling_device *thermal_of_cooling_device_register(struct device_node *node, const char *name,
									void *data,
									const struct thermal_cooling_device_ops *table)
{
	return plumb_cooling_new(name, data, table);
}

MODEL void thermal_cooling_device_unregister(struct thermal_cooling_device *device)
{
	if (!IS_ERR_OR_NULL(device) && device->ops)
		plumb_unregister(device->ops);
}

static struct file plumb_bin_file;

/* Binary files in sysfs: reads and writes stay within the size that is given. */
ENVIRONMENT void plumb_call_bin_attribute(struct bin_attribute *table, struct plumb_table *state)
{
	static char page[4096];
	unsigned long n = plumb_index(4097), at = plumb_index(1ul << 31);
	struct device *device = state->on ? state->owner : plumb_group_device;
	if (!device || (table->size && (at >= table->size || n > table->size - at)))
		return;
	__plumb_forget(page, sizeof page);
	if (__plumb_any_bool("write")) {
		if (table->write)
			table->write(&plumb_bin_file, &device->kobj, table, page, (loff_t)at, n);
	} else if (table->read) {
		table->read(&plumb_bin_file, &device->kobj, table, page, (loff_t)at, n);
	}
	plumb_returned();
}

MODEL int sysfs_create_bin_file(struct kobject *object, const struct bin_attribute *attribute)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_register(attribute, container_of(object, struct device, kobj), 0);
	return 0;
}

MODEL void sysfs_remove_bin_file(struct kobject *object, const struct bin_attribute *attribute)
{
	plumb_unregister(attribute);
}

/* Adapters of I2C. */
static struct i2c_adapter *plumb_adapter;

static int plumb_adapter_add(struct i2c_adapter *adapter)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_adapter = adapter;
	plumb_register(adapter->algo, adapter, 0);
	return 0;
}

RELEASED void plumb_release_adapter(void)
{
	if (plumb_adapter)
		plumb_unregister(plumb_adapter->algo);
}

MODEL int i2c_add_adapter(struct i2c_adapter *adapter)
{
	return plumb_adapter_add(adapter);
}

MODEL int i2c_add_numbered_adapter(struct i2c_adapter *adapter)
{
	return plumb_adapter_add(adapter);
}

MODEL int devm_i2c_add_adapter(struct device *device, struct i2c_adapter *adapter)
{
	(void)plumb_release_adapter;
	return plumb_adapter_add(adapter);
}

MODEL void i2c_del_adapter(struct i2c_adapter *adapter)
{
	plumb_unregister_owner(adapter->algo, adapter);
	plumb_adapter = 0;
}

/* One or two messages of any length. */
static void plumb_adapter_transfer(const struct i2c_algorithm *table, struct i2c_adapter *adapter)
{
	static unsigned char buffers[2][8192];
	struct i2c_msg messages[2];
	for (int i = 0; i < 2; i++) {
		messages[i].addr = (u16)plumb_between(0, 0x3ff);
		messages[i].flags = (u16)__plumb_any_int("flags");
		messages[i].len = (u16)plumb_between(0, 8192);
		messages[i].buf = buffers[i];
		__plumb_assume(!(messages[i].flags & I2C_M_RECV_LEN));
	}
	table->master_xfer(adapter, messages, plumb_between(1, 2));
}

ENVIRONMENT void plumb_call_i2c_algorithm(const struct i2c_algorithm *table, struct plumb_table *state)
{
	static union i2c_smbus_data data;
	if (!state->on)
		return;
	switch (plumb_choice()) {
	case 0:
		if (table->master_xfer)
			plumb_adapter_transfer(table, state->owner);
		break;
	case 1:
		if (table->smbus_xfer) {
			__plumb_forget(&data, sizeof data);
			table->smbus_xfer(state->owner, (u16)plumb_between(0, 0x7f), 0, (char)plumb_between(0, 1),
					  (u8)__plumb_any_int("command"), plumb_between(0, 8), &data);
		}
		break;
	case 2:
		if (table->functionality)
			table->functionality(state->owner);
		break;
	}
	plumb_returned();
}

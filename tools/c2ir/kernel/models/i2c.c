/* Devices at I2C and SMBus. */

static struct i2c_adapter plumb_i2c_adapter;

static struct i2c_client plumb_i2c_client;

static struct i2c_client plumb_i2c_dummy;

static const struct i2c_device_id *plumb_i2c_id(const struct i2c_device_id *id)
{
	while (id && id[1].name[0] && __plumb_any_bool("next"))
		id++;
	return id;
}

static struct i2c_client *plumb_i2c_new(struct i2c_driver *driver)
{
	struct i2c_client *client = &plumb_i2c_client;
	client->adapter = &plumb_i2c_adapter;
	client->addr = (unsigned short)plumb_between(0, 0x7f);
	client->irq = plumb_between(-22, 0xffff);
	client->dev.parent = &plumb_i2c_adapter.dev;
	client->dev.platform_data = __plumb_any_bool("platform data") ? plumb_platform_data : 0;
	client->dev.of_node = plumb_node_for(&driver->driver, driver->id_table != 0);
	client->dev.driver = &driver->driver;
	return client;
}

static void plumb_i2c_bind(struct i2c_driver *driver, struct plumb_table *state)
{
	struct i2c_client *client = plumb_i2c_new(driver);
	int error = 0;
	if (driver->probe_new)
		error = driver->probe_new(client);
	else if (driver->probe)
		error = driver->probe(client, plumb_i2c_id(driver->id_table));
	state->object = client;
	if (error) {
		plumb_unbound(&client->dev, &driver->driver);
		return;
	}
	plumb_bound(&client->dev, &driver->driver);
	state->state = 1;
}

static void plumb_i2c_unbind(struct i2c_driver *driver, struct plumb_table *state)
{
	struct i2c_client *client = state->object;
	if (!state->state)
		return;
	state->state = 0;
	if (driver->remove)
		driver->remove(client);
	plumb_unbound(&client->dev, &driver->driver);
}

MODEL int i2c_register_driver(struct module *owner, struct i2c_driver *driver)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_register(driver, 0, 0);
	return 0;
}

MODEL void i2c_del_driver(struct i2c_driver *driver)
{
	struct plumb_table *state = plumb_table_of(driver);
	plumb_unregister(driver);
	if (state)
		plumb_i2c_unbind(driver, state);
}

/* Looks for a device, which needs no driver yet. */
static void plumb_i2c_detect(struct i2c_driver *driver)
{
	static struct i2c_board_info info;
	info.addr = plumb_i2c_new(driver)->addr;
	driver->detect(&plumb_i2c_client, &info);
	plumb_returned();
}

ENVIRONMENT void plumb_call_i2c_driver(struct i2c_driver *driver, struct plumb_table *state)
{
	if (!state->on)
		return;
	if (!state->state) {
		if (driver->detect && driver->address_list && __plumb_any_bool("look"))
			plumb_i2c_detect(driver);
		else
			plumb_i2c_bind(driver, state);
		return;
	}
	switch (plumb_choice()) {
	case 0:
		plumb_i2c_unbind(driver, state);
		break;
	case 1:
		if (driver->alert) {
			driver->alert(state->object, I2C_PROTOCOL_SMBUS_ALERT, (unsigned)plumb_between(0, 1));
			plumb_returned();
		}
		break;
	case 2:
		if (driver->shutdown) {
			driver->shutdown(state->object);
			__plumb_stop(0);
		}
		break;
	}
}

MODEL const struct i2c_device_id *i2c_match_id(const struct i2c_device_id *ids, const struct i2c_client *client)
{
	return plumb_i2c_id(ids);
}

MODEL u32 i2c_get_functionality(struct i2c_adapter *adapter)
{
	return (u32)__plumb_any_int("functions");
}

MODEL int i2c_check_functionality(struct i2c_adapter *adapter, u32 functions)
{
	return __plumb_any_bool("functions");
}

MODEL struct i2c_client *i2c_new_dummy_device(struct i2c_adapter *adapter, u16 address)
{
	plumb_i2c_dummy.adapter = adapter;
	plumb_i2c_dummy.addr = address;
	return plumb_or_error(&plumb_i2c_dummy);
}

MODEL struct i2c_client *devm_i2c_new_dummy_device(struct device *device, struct i2c_adapter *adapter, u16 address)
{
	plumb_i2c_dummy.adapter = adapter;
	plumb_i2c_dummy.addr = address;
	return plumb_or_error(&plumb_i2c_dummy);
}

MODEL void i2c_unregister_device(struct i2c_client *client)
{
}

MODEL struct i2c_adapter *i2c_get_adapter(int number)
{
	return plumb_or_null(&plumb_i2c_adapter);
}

MODEL void i2c_put_adapter(struct i2c_adapter *adapter)
{
}

MODEL struct i2c_client *i2c_verify_client(struct device *device)
{
	return plumb_or_null(&plumb_i2c_client);
}

static int plumb_i2c_messages(struct i2c_msg *messages, int n)
{
	int done = plumb_fails() ? plumb_errno() : plumb_between(0, n);
	for (int i = 0; i < n; i++) {
		if (!(messages[i].flags & I2C_M_RD)) {
			__plumb_readable(messages[i].buf, messages[i].len);
			continue;
		}
		__plumb_writable(messages[i].buf, messages[i].len);
		if (i < done || __plumb_any_bool("some came before it failed"))
			__plumb_forget(messages[i].buf, messages[i].len);
	}
	return done;
}

MODEL int i2c_transfer(struct i2c_adapter *adapter, struct i2c_msg *messages, int n)
{
	return plumb_i2c_messages(messages, n);
}

MODEL int __i2c_transfer(struct i2c_adapter *adapter, struct i2c_msg *messages, int n)
{
	return plumb_i2c_messages(messages, n);
}

MODEL int i2c_transfer_buffer_flags(const struct i2c_client *client, char *buffer, int n, u16 flags)
{
	if (flags & I2C_M_RD)
		return plumb_receives(buffer, (unsigned long)n) ? n : plumb_errno();
	__plumb_readable(buffer, (unsigned long)n);
	return plumb_fails() ? plumb_errno() : n;
}

static int plumb_smbus_value(int most)
{
	return plumb_fails() ? plumb_errno() : plumb_between(0, most);
}

MODEL s32 i2c_smbus_read_byte(const struct i2c_client *client)
{
	return plumb_smbus_value(0xff);
}

MODEL s32 i2c_smbus_read_byte_data(const struct i2c_client *client, u8 command)
{
	return plumb_smbus_value(0xff);
}

MODEL s32 i2c_smbus_read_word_data(const struct i2c_client *client, u8 command)
{
	return plumb_smbus_value(0xffff);
}

MODEL s32 i2c_smbus_read_word_swapped(const struct i2c_client *client, u8 command)
{
	return plumb_smbus_value(0xffff);
}

MODEL s32 i2c_smbus_write_byte(const struct i2c_client *client, u8 value)
{
	return plumb_result();
}

MODEL s32 i2c_smbus_write_byte_data(const struct i2c_client *client, u8 command, u8 value)
{
	return plumb_result();
}

MODEL s32 i2c_smbus_write_word_data(const struct i2c_client *client, u8 command, u16 value)
{
	return plumb_result();
}

MODEL s32 i2c_smbus_write_word_swapped(const struct i2c_client *client, u8 command, u16 value)
{
	return plumb_result();
}

/* At most I2C_SMBUS_BLOCK_MAX bytes. */
static int plumb_smbus_block(unsigned char *values, int most)
{
	int n = plumb_between(0, most < 32 ? most : 32);
	if (plumb_fails())
		return plumb_errno();
	plumb_fill(values, (unsigned long)n);
	return n;
}

MODEL s32 i2c_smbus_read_block_data(const struct i2c_client *client, u8 command, u8 *values)
{
	return plumb_smbus_block(values, 32);
}

MODEL s32 i2c_smbus_read_i2c_block_data(const struct i2c_client *client, u8 command, u8 n, u8 *values)
{
	return plumb_smbus_block(values, n);
}

MODEL s32 i2c_smbus_read_i2c_block_data_or_emulated(const struct i2c_client *client, u8 command, u8 n, u8 *values)
{
	return plumb_smbus_block(values, n);
}

MODEL s32 i2c_smbus_write_block_data(const struct i2c_client *client, u8 command, u8 n, const u8 *values)
{
	__plumb_readable(values, n < 32 ? n : 32);
	return plumb_result();
}

MODEL s32 i2c_smbus_write_i2c_block_data(const struct i2c_client *client, u8 command, u8 n, const u8 *values)
{
	__plumb_readable(values, n < 32 ? n : 32);
	return plumb_result();
}

MODEL s32 i2c_smbus_xfer(struct i2c_adapter *adapter, u16 address, unsigned short flags, char direction, u8 command,
			 int protocol, union i2c_smbus_data *data)
{
	if (data && direction == I2C_SMBUS_READ)
		return plumb_receives(data, sizeof *data) ? 0 : plumb_errno();
	return plumb_result();
}

/* Adapters of I2C (drivers/i2c/i2c-core-base.c). */

/* Of the adapter that ends with the binding. */
static const struct i2c_algorithm *plumb_managed_adapter;

static int plumb_adapter_add(struct i2c_adapter *adapter)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_register(adapter->algo, adapter, 0);
	return 0;
}

RELEASED void plumb_release_adapter(void)
{
	if (plumb_managed_adapter)
		plumb_unregister(plumb_managed_adapter);
	plumb_managed_adapter = 0;
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
	int error = plumb_adapter_add(adapter);
	(void)plumb_release_adapter;
	if (!error)
		plumb_managed_adapter = adapter->algo;
	return error;
}

MODEL void i2c_del_adapter(struct i2c_adapter *adapter)
{
	plumb_unregister_owner(adapter->algo, adapter);
}

/* One or two messages. */
static void plumb_adapter_transfer(const struct i2c_algorithm *table, struct i2c_adapter *adapter)
{
	struct i2c_msg messages[2];
	__plumb_ledger(
		"I2C transfers have one or two messages, of 8 KB at most, none that brings its length (--kernel)");
	for (int i = 0; i < 2; i++) {
		messages[i].addr = (u16)plumb_between(0, 0x3ff);
		messages[i].flags = (u16)__plumb_any_int("flags");
		messages[i].len = (u16)plumb_between(0, 8192);
		messages[i].buf = __plumb_new(messages[i].len);
		__plumb_forget(messages[i].buf, messages[i].len);
		__plumb_assume(!(messages[i].flags & I2C_M_RECV_LEN));
	}
	table->master_xfer(adapter, messages, plumb_between(1, 2));
	__plumb_delete(messages[0].buf);
	__plumb_delete(messages[1].buf);
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
			table->smbus_xfer(state->owner, (u16)plumb_between(0, 0x7f), (u16)__plumb_any_int("flags"),
					  (char)plumb_between(0, 1), (u8)__plumb_any_int("command"),
					  plumb_between(0, 8), &data);
		}
		break;
	case 2:
		if (table->functionality)
			table->functionality(state->owner);
		break;
	}
	plumb_returned();
}

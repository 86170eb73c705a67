/* Cooling devices (drivers/thermal). */

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

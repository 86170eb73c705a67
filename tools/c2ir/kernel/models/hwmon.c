/* Sensors: a device of its own below the driver's (drivers/hwmon). */

static struct device plumb_hwmon;

static const struct hwmon_chip_info *plumb_hwmon_chip;

static _Bool plumb_hwmon_managed;

static void plumb_hwmon_end(void)
{
	if (plumb_hwmon_chip)
		plumb_unregister(plumb_hwmon_chip->ops);
	plumb_hwmon_chip = 0;
	plumb_groups_end(&plumb_hwmon);
	plumb_hwmon_managed = 0;
}

RELEASED void plumb_release_hwmon(void)
{
	if (plumb_hwmon_managed)
		plumb_hwmon_end();
}

static struct device *plumb_hwmon_new(struct device *parent, void *data, const struct attribute_group **groups)
{
	if (plumb_fails())
		return plumb_error_pointer();
	plumb_hwmon.parent = parent;
	plumb_hwmon.driver_data = data;
	if (groups)
		plumb_group_device = &plumb_hwmon;
	return &plumb_hwmon;
}

static struct device *plumb_hwmon_new_chip(struct device *parent, void *data, const struct hwmon_chip_info *chip,
					   const struct attribute_group **groups)
{
	struct device *device = plumb_hwmon_new(parent, data, groups);
	if (device == &plumb_hwmon && chip) {
		plumb_hwmon_chip = chip;
		plumb_register(chip->ops, device, (void *)chip);
	}
	return device;
}

MODEL struct device *hwmon_device_register(struct device *parent)
{
	return plumb_hwmon_new(parent, 0, 0);
}

MODEL struct device *hwmon_device_register_with_groups(struct device *parent, const char *name, void *data,
						       const struct attribute_group **groups)
{
	return plumb_hwmon_new(parent, data, groups);
}

MODEL struct device *devm_hwmon_device_register_with_groups(struct device *parent, const char *name, void *data,
							    const struct attribute_group **groups)
{
	struct device *device = plumb_hwmon_new(parent, data, groups);
	(void)plumb_release_hwmon;
	plumb_hwmon_managed = device == &plumb_hwmon;
	return device;
}

MODEL struct device *hwmon_device_register_with_info(struct device *parent, const char *name, void *data,
						     const struct hwmon_chip_info *chip,
						     const struct attribute_group **groups)
{
	return plumb_hwmon_new_chip(parent, data, chip, groups);
}

MODEL struct device *devm_hwmon_device_register_with_info(struct device *parent, const char *name, void *data,
							  const struct hwmon_chip_info *chip,
							  const struct attribute_group **groups)
{
	struct device *device = plumb_hwmon_new_chip(parent, data, chip, groups);
	(void)plumb_release_hwmon;
	plumb_hwmon_managed = device == &plumb_hwmon;
	return device;
}

MODEL void hwmon_device_unregister(struct device *device)
{
	plumb_hwmon_end();
}

MODEL int hwmon_notify_event(struct device *device, enum hwmon_sensor_types type, u32 attribute, int channel)
{
	return plumb_result();
}

MODEL char *devm_hwmon_sanitize_name(struct device *device, const char *name)
{
	return plumb_or_error(plumb_any_string());
}

/* Any channel's configuration of any sensor that the chip says it has. */
static u32 plumb_hwmon_channel(const struct hwmon_chip_info *chip, enum hwmon_sensor_types *type, int *channel)
{
	const struct hwmon_channel_info **info = (const struct hwmon_channel_info **)chip->info;
	const u32 *config;
	while (info[1] && __plumb_any_bool("next"))
		info++;
	config = (*info)->config;
	*type = (*info)->type;
	*channel = 0;
	while (config[1] && __plumb_any_bool("next")) {
		config++;
		++*channel;
	}
	return *config;
}

/* Is the attribute text? */
static _Bool plumb_hwmon_is_label(enum hwmon_sensor_types type, u32 attribute)
{
	return (type == hwmon_temp && attribute == hwmon_temp_label) ||
	       (type == hwmon_in && attribute == hwmon_in_label) ||
	       (type == hwmon_curr && attribute == hwmon_curr_label) ||
	       (type == hwmon_power && attribute == hwmon_power_label) ||
	       (type == hwmon_energy && attribute == hwmon_energy_label) ||
	       (type == hwmon_fan && attribute == hwmon_fan_label) ||
	       (type == hwmon_humidity && attribute == hwmon_humidity_label);
}

ENVIRONMENT void plumb_call_hwmon_ops(const struct hwmon_ops *table, struct plumb_table *state)
{
	enum hwmon_sensor_types type;
	int channel;
	long value = 0;
	const char *text = 0;
	if (!state->on)
		return;
	u32 config = plumb_hwmon_channel(state->data, &type, &channel), attribute = (u32)plumb_between(0, 31);
	if (!(config >> attribute & 1))
		return;
	umode_t mode = table->is_visible(plumb_hwmon.driver_data, type, attribute, channel);
	if (__plumb_any_bool("write")) {
		if ((mode & 0222) && table->write)
			table->write(&plumb_hwmon, type, attribute, channel, __plumb_any_long("value"));
	} else if (mode & 0444) {
		if (!plumb_hwmon_is_label(type, attribute) && table->read)
			table->read(&plumb_hwmon, type, attribute, channel, &value);
		else if (plumb_hwmon_is_label(type, attribute) && table->read_string)
			table->read_string(&plumb_hwmon, type, attribute, channel, &text);
	}
	plumb_returned();
}

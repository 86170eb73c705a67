/* Backlights: the last one that is registered is used (drivers/video/backlight/backlight.c). */

static struct backlight_device plumb_backlight;

static _Bool plumb_backlight_managed;

ENVIRONMENT void plumb_call_backlight_ops(const struct backlight_ops *table, struct plumb_table *state)
{
	struct backlight_device *light = &plumb_backlight;
	if (!state->on)
		return;
	switch (plumb_choice()) {
	case 0:
		if (light->props.max_brightness < 0)
			break;
		light->props.brightness = plumb_between(0, light->props.max_brightness);
		if (table->update_status)
			table->update_status(light);
		break;
	case 1:
		light->props.power = plumb_between(0, 4);
		if (table->update_status)
			table->update_status(light);
		break;
	case 2:
		if (table->get_brightness)
			table->get_brightness(light);
		break;
	}
	plumb_returned();
}

static struct backlight_device *plumb_backlight_new(struct device *parent, void *data,
						    const struct backlight_ops *table,
						    const struct backlight_properties *properties)
{
	struct backlight_device *light = &plumb_backlight;
	if (plumb_fails())
		return plumb_error_pointer();
	light->dev.parent = parent;
	light->dev.driver_data = data;
	light->ops = table;
	if (properties)
		light->props = *properties;
	plumb_register(table, light, data);
	return light;
}

static void plumb_backlight_end(void)
{
	if (plumb_backlight.ops)
		plumb_unregister(plumb_backlight.ops);
	plumb_backlight.ops = 0;
}

RELEASED void plumb_release_backlight(void)
{
	if (plumb_backlight_managed)
		plumb_backlight_end();
}

MODEL struct backlight_device *backlight_device_register(const char *name, struct device *parent, void *data,
							 const struct backlight_ops *table,
							 const struct backlight_properties *properties)
{
	return plumb_backlight_new(parent, data, table, properties);
}

MODEL struct backlight_device *devm_backlight_device_register(struct device *device, const char *name,
							      struct device *parent, void *data,
							      const struct backlight_ops *table,
							      const struct backlight_properties *properties)
{
	(void)plumb_release_backlight;
	plumb_backlight_managed = 1;
	return plumb_backlight_new(parent, data, table, properties);
}

MODEL void backlight_device_unregister(struct backlight_device *light)
{
	if (light)
		plumb_backlight_end();
}

MODEL void devm_backlight_device_unregister(struct device *device, struct backlight_device *light)
{
	plumb_backlight_end();
}

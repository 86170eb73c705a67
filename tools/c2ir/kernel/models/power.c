/* Power supplies, sources of random numbers, triggers of lights: what is registered is called. */

/* Two power supplies at most: to register a third one fails. */
static struct power_supply plumb_supplies[2];

static _Bool plumb_supply_managed;

LATER void plumb_supply_call(void)
{
	struct power_supply *supply = &plumb_supplies[__plumb_any_bool("which supply")];
	const struct power_supply_desc *desc = supply->desc;
	union power_supply_propval value;
	enum power_supply_property property;
	if (!desc || !desc->num_properties)
		return;
	property = desc->properties[plumb_index(desc->num_properties)];
	value.intval = __plumb_any_int("value");
	switch (plumb_choice()) {
	case 0:
		if (desc->get_property)
			desc->get_property(supply, property, &value);
		break;
	case 1:
		if (desc->set_property && desc->property_is_writeable &&
		    desc->property_is_writeable(supply, property) > 0)
			desc->set_property(supply, property, &value);
		break;
	case 2:
		if (desc->external_power_changed)
			desc->external_power_changed(supply);
		break;
	}
	plumb_returned();
}

static struct power_supply *plumb_supply_new(struct device *parent, const struct power_supply_desc *desc,
					     const struct power_supply_config *config)
{
	struct power_supply *supply = &plumb_supplies[plumb_supplies[0].desc != 0];
	(void)plumb_supply_call;
	__plumb_readable(desc, sizeof *desc);
	if (supply->desc || plumb_fails())
		return plumb_error_pointer();
	supply->desc = desc;
	supply->dev.parent = parent;
	supply->drv_data = config ? config->drv_data : (void *)0;
	return supply;
}

RELEASED void plumb_release_supplies(void)
{
	if (plumb_supply_managed)
		plumb_supplies[0].desc = plumb_supplies[1].desc = 0;
}

MODEL struct power_supply *power_supply_register(struct device *parent, const struct power_supply_desc *desc,
						 const struct power_supply_config *config)
{
	return plumb_supply_new(parent, desc, config);
}

MODEL struct power_supply *power_supply_register_no_ws(struct device *parent, const struct power_supply_desc *desc,
						       const struct power_supply_config *config)
{
	return plumb_supply_new(parent, desc, config);
}

MODEL struct power_supply *devm_power_supply_register(struct device *parent, const struct power_supply_desc *desc,
						      const struct power_supply_config *config)
{
	(void)plumb_release_supplies;
	plumb_supply_managed = 1;
	return plumb_supply_new(parent, desc, config);
}

MODEL struct power_supply *devm_power_supply_register_no_ws(struct device *parent, const struct power_supply_desc *desc,
							    const struct power_supply_config *config)
{
	(void)plumb_release_supplies;
	plumb_supply_managed = 1;
	return plumb_supply_new(parent, desc, config);
}

MODEL void power_supply_unregister(struct power_supply *supply)
{
	__plumb_readable(supply, sizeof *supply);
	supply->desc = 0;
}

/* What is known of the battery: numbers, any; tables there are none. */
static struct power_supply_battery_info plumb_battery;

MODEL int power_supply_get_battery_info(struct power_supply *supply, struct power_supply_battery_info **info)
{
	struct power_supply_battery_info *b = &plumb_battery;
	__plumb_readable(supply, sizeof *supply);
	if (plumb_fails())
		return plumb_errno();
	__plumb_ledger("the battery has no tables of voltages, resistances, charges (--kernel)");
	b->technology = (unsigned)plumb_between(0, 6);
	b->energy_full_design_uwh = __plumb_any_int("battery");
	b->charge_full_design_uah = __plumb_any_int("battery");
	b->voltage_min_design_uv = __plumb_any_int("battery");
	b->voltage_max_design_uv = __plumb_any_int("battery");
	b->tricklecharge_current_ua = __plumb_any_int("battery");
	b->precharge_current_ua = __plumb_any_int("battery");
	b->precharge_voltage_max_uv = __plumb_any_int("battery");
	b->charge_term_current_ua = __plumb_any_int("battery");
	b->charge_restart_voltage_uv = __plumb_any_int("battery");
	b->overvoltage_limit_uv = __plumb_any_int("battery");
	b->constant_charge_current_max_ua = __plumb_any_int("battery");
	b->constant_charge_voltage_max_uv = __plumb_any_int("battery");
	b->factory_internal_resistance_uohm = __plumb_any_int("battery");
	b->temp_ambient_alert_min = __plumb_any_int("battery");
	b->temp_ambient_alert_max = __plumb_any_int("battery");
	b->temp_alert_min = __plumb_any_int("battery");
	b->temp_alert_max = __plumb_any_int("battery");
	b->temp_min = __plumb_any_int("battery");
	b->temp_max = __plumb_any_int("battery");
	for (int i = 0; i < POWER_SUPPLY_OCV_TEMP_MAX; i++)
		b->ocv_table_size[i] = -22;
	*info = b;
	return 0;
}

MODEL void power_supply_put_battery_info(struct power_supply *supply, struct power_supply_battery_info *info)
{
}

MODEL void *power_supply_get_drvdata(struct power_supply *supply)
{
	return supply->drv_data;
}

MODEL void power_supply_changed(struct power_supply *supply)
{
	__plumb_readable(supply, sizeof *supply);
}

/* It is used by plumb_supply_call. */
ENVIRONMENT void plumb_call_power_supply_desc(const struct power_supply_desc *table, struct plumb_table *state)
{
}

/* Random numbers (drivers/char/hw_random/core.c): one source at a time is the current one, which is initialised. */
static struct hwrng *plumb_rng;

static _Bool plumb_rng_current;

static _Bool plumb_rng_managed;

static void plumb_rng_read(struct hwrng *rng)
{
	static unsigned char bytes[64];
	u32 word;
	if (rng->read) {
		rng->read(rng, bytes, plumb_between(4, sizeof bytes), __plumb_any_bool("wait"));
		return;
	}
	if (!rng->data_read || (rng->data_present && !rng->data_present(rng, __plumb_any_bool("wait"))))
		return;
	rng->data_read(rng, &word);
}

static void plumb_rng_leave(struct hwrng *rng)
{
	if (plumb_rng_current && rng->cleanup)
		rng->cleanup(rng);
	plumb_rng_current = 0;
}

LATER void plumb_rng_call(void)
{
	struct hwrng *rng = plumb_rng;
	if (!rng)
		return;
	if (!plumb_rng_current)
		plumb_rng_current = !rng->init || !rng->init(rng);
	else if (__plumb_any_bool("read"))
		plumb_rng_read(rng);
	else
		plumb_rng_leave(rng);
	plumb_returned();
}

static int plumb_rng_register(struct hwrng *rng, _Bool managed)
{
	(void)plumb_rng_call;
	if (!rng->name || (!rng->data_read && !rng->read))
		return -22;
	if (plumb_fails())
		return plumb_errno();
	if (!plumb_rng || (!plumb_rng_current && __plumb_any_bool("this one"))) {
		plumb_rng = rng;
		plumb_rng_managed = managed;
	}
	return 0;
}

static void plumb_rng_end(void)
{
	if (plumb_rng)
		plumb_rng_leave(plumb_rng);
	plumb_rng = 0;
}

RELEASED void plumb_release_rng(void)
{
	if (plumb_rng_managed)
		plumb_rng_end();
}

MODEL int hwrng_register(struct hwrng *rng)
{
	return plumb_rng_register(rng, 0);
}

MODEL int devm_hwrng_register(struct device *device, struct hwrng *rng)
{
	(void)plumb_release_rng;
	return plumb_rng_register(rng, 1);
}

MODEL void hwrng_unregister(struct hwrng *rng)
{
	__plumb_readable(rng, sizeof *rng);
	if (plumb_rng == rng)
		plumb_rng_end();
}

MODEL void devm_hwrng_unregister(struct device *device, struct hwrng *rng)
{
	__plumb_readable(rng, sizeof *rng);
	if (plumb_rng == rng)
		plumb_rng_end();
}

/* It is used by plumb_rng_call. */
ENVIRONMENT void plumb_call_hwrng(const struct hwrng *table, struct plumb_table *state)
{
}

/* Triggers: of one light. */
static struct led_classdev plumb_triggered_led;

static struct device plumb_triggered_device;

ENVIRONMENT void plumb_call_led_trigger(struct led_trigger *trigger, struct plumb_table *state)
{
	struct led_classdev *led = &plumb_triggered_led;
	if (!state->on)
		return;
	if (!state->state) {
		led->dev = &plumb_triggered_device;
		led->max_brightness = 255;
		led->trigger = trigger;
		led->trigger_data = 0;
		plumb_triggered_device.driver_data = led;
		if (trigger->activate && trigger->activate(led))
			return;
		state->state = 1;
		plumb_group_device = &plumb_triggered_device;
	} else {
		state->state = 0;
		plumb_group_device = 0;
		if (trigger->deactivate)
			trigger->deactivate(led);
	}
	plumb_returned();
}

MODEL int led_trigger_register(struct led_trigger *trigger)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_register(trigger, 0, 0);
	return 0;
}

MODEL void led_trigger_unregister(struct led_trigger *trigger)
{
	struct plumb_table *state = plumb_table_of(trigger);
	plumb_unregister(trigger);
	if (!state || !state->state)
		return;
	state->state = 0;
	plumb_group_device = 0;
	if (trigger->deactivate)
		trigger->deactivate(&plumb_triggered_led);
}

/* Regulators that drivers provide (drivers/regulator/core.c): two at a time, of which one is used. */

static struct regulator_dev plumb_regulator[2];

static _Bool plumb_regulator_managed;

static _Bool plumb_regulator_is_on;

/* Who uses it has enabled it. */
static void plumb_regulator_switch(const struct regulator_ops *table, struct regulator_dev *r)
{
	if (plumb_regulator_is_on) {
		plumb_regulator_is_on = table->disable && table->disable(r);
		return;
	}
	if (table->is_enabled && table->is_enabled(r) > 0)
		return;
	plumb_regulator_is_on = table->enable && !table->enable(r);
}

static void plumb_regulator_voltage(const struct regulator_ops *table, struct regulator_dev *r)
{
	int low = plumb_between(0, 0x7fffffff), high = plumb_between(0, 0x7fffffff);
	unsigned int which = (unsigned)plumb_between(0, 0x7fffffff), old = (unsigned)plumb_between(0, 0x7fffffff);
	__plumb_assume(low <= high && which < r->desc->n_voltages && old < r->desc->n_voltages);
	switch (plumb_choice()) {
	case 0:
		if (table->list_voltage)
			table->list_voltage(r, which);
		break;
	case 1:
		if (table->set_voltage_sel)
			table->set_voltage_sel(r, which);
		break;
	case 2:
		if (table->map_voltage)
			table->map_voltage(r, low, high);
		break;
	case 3:
		if (table->set_voltage_time_sel)
			table->set_voltage_time_sel(r, old, which);
		break;
	}
}

static void plumb_regulator_set(const struct regulator_ops *table, struct regulator_dev *r)
{
	int low = plumb_between(0, 0x7fffffff), high = plumb_between(0, 0x7fffffff);
	unsigned int which = 0;
	__plumb_assume(low <= high);
	switch (plumb_choice()) {
	case 0:
		if (table->set_voltage)
			table->set_voltage(r, low, high, &which);
		break;
	case 1:
		if (table->set_current_limit)
			table->set_current_limit(r, low, high);
		break;
	case 2:
		if (table->set_mode)
			table->set_mode(r, 1u << plumb_between(0, 3));
		break;
	case 3:
		if (table->set_bypass)
			table->set_bypass(r, __plumb_any_bool("bypass"));
		break;
	case 4:
		if (table->set_load)
			table->set_load(r, high);
		break;
	case 5:
		if (table->set_input_current_limit)
			table->set_input_current_limit(r, high);
		break;
	}
}

static void plumb_regulator_get(const struct regulator_ops *table, struct regulator_dev *r)
{
	unsigned int flags = 0;
	_Bool bypass = 0;
	switch (plumb_choice()) {
	case 0:
		if (table->get_voltage)
			table->get_voltage(r);
		break;
	case 1:
		if (table->get_voltage_sel)
			table->get_voltage_sel(r);
		break;
	case 2:
		if (table->get_current_limit)
			table->get_current_limit(r);
		break;
	case 3:
		if (table->get_mode)
			table->get_mode(r);
		break;
	case 4:
		if (table->get_status)
			table->get_status(r);
		break;
	case 5:
		if (table->get_bypass)
			table->get_bypass(r, &bypass);
		break;
	case 6:
		if (table->get_error_flags)
			table->get_error_flags(r, &flags);
		break;
	}
}

/* What only boards ask for, by the constraints that they give. */
static void plumb_regulator_constrain(const struct regulator_ops *table, struct regulator_dev *r)
{
	int value = plumb_between(0, 0x7fffffff);
	switch (plumb_choice()) {
	case 0:
		if (table->set_ramp_delay)
			table->set_ramp_delay(r, value);
		break;
	case 1:
		if (table->set_active_discharge)
			table->set_active_discharge(r, __plumb_any_bool("discharge"));
		break;
	case 2:
		if (table->set_suspend_voltage)
			table->set_suspend_voltage(r, value);
		break;
	case 3:
		if (table->set_suspend_enable)
			table->set_suspend_enable(r);
		break;
	case 4:
		if (table->set_suspend_disable)
			table->set_suspend_disable(r);
		break;
	case 5:
		if (table->set_soft_start)
			table->set_soft_start(r);
		break;
	case 6:
		if (table->set_pull_down)
			table->set_pull_down(r);
		break;
	}
}

ENVIRONMENT void plumb_call_regulator_ops(const struct regulator_ops *table, struct plumb_table *state)
{
	struct regulator_dev *r = state->owner;
	if (!state->on)
		return;
	switch (plumb_choice()) {
	case 0:
		plumb_regulator_switch(table, r);
		break;
	case 1:
		if (r->desc->n_voltages)
			plumb_regulator_voltage(table, r);
		break;
	case 2:
		plumb_regulator_set(table, r);
		break;
	case 3:
		plumb_regulator_get(table, r);
		break;
	case 4:
		plumb_regulator_constrain(table, r);
		break;
	}
	plumb_returned();
}

static struct regulator_dev *plumb_regulator_new(struct device *parent, const struct regulator_desc *desc,
						 const struct regulator_config *config)
{
	struct regulator_dev *r = &plumb_regulator[plumb_regulator[0].desc || __plumb_any_bool("another one is used")];
	__plumb_ledger(
		"of the regulators that a driver provides one is used, and the others are one object (--kernel)");
	__plumb_readable(desc, sizeof *desc);
	__plumb_readable(config, sizeof *config);
	if (plumb_fails())
		return plumb_error_pointer();
	r->desc = desc;
	r->dev.parent = config->dev ? config->dev : parent;
	r->reg_data = config->driver_data;
	r->regmap = config->regmap ? config->regmap : (struct regmap *)plumb_thing; /* the parent's */
	if (r == &plumb_regulator[0] && desc->ops)
		plumb_register(desc->ops, r, 0);
	return r;
}

static void plumb_regulator_end(void)
{
	if (plumb_regulator[0].desc && plumb_regulator[0].desc->ops)
		plumb_unregister(plumb_regulator[0].desc->ops);
	plumb_regulator[0].desc = 0;
	plumb_regulator_is_on = 0;
}

RELEASED void plumb_release_regulators(void)
{
	if (plumb_regulator_managed)
		plumb_regulator_end();
}

MODEL struct regulator_dev *regulator_register(struct device *parent, const struct regulator_desc *desc,
					       const struct regulator_config *config)
{
	return plumb_regulator_new(parent, desc, config);
}

MODEL struct regulator_dev *devm_regulator_register(struct device *parent, const struct regulator_desc *desc,
						    const struct regulator_config *config)
{
	(void)plumb_release_regulators;
	plumb_regulator_managed = 1;
	return plumb_regulator_new(parent, desc, config);
}

MODEL void regulator_unregister(struct regulator_dev *r)
{
	if (!r)
		return;
	__plumb_readable(r, sizeof *r);
	if (r == &plumb_regulator[0])
		plumb_regulator_end();
}

MODEL void *rdev_get_drvdata(struct regulator_dev *r)
{
	return r->reg_data;
}

MODEL struct device *rdev_get_dev(struct regulator_dev *r)
{
	return &r->dev;
}

MODEL struct regmap *rdev_get_regmap(struct regulator_dev *r)
{
	return r->regmap;
}

MODEL int rdev_get_id(struct regulator_dev *r)
{
	return r->desc->id;
}

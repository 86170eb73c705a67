/* Regulators: what they say is any value. */

MODEL struct regulator *devm_regulator_get(struct device *device, const char *name)
{
	return plumb_or_error(plumb_one_of_things());
}

MODEL struct regulator *devm_regulator_get_optional(struct device *device, const char *name)
{
	return plumb_or_error(plumb_one_of_things());
}

MODEL struct regulator *devm_regulator_get_exclusive(struct device *device, const char *name)
{
	return plumb_or_error(plumb_one_of_things());
}

MODEL struct regulator *regulator_get(struct device *device, const char *name)
{
	return plumb_or_error(plumb_one_of_things());
}

MODEL struct regulator *regulator_get_optional(struct device *device, const char *name)
{
	return plumb_or_error(plumb_one_of_things());
}

MODEL int devm_regulator_get_enable(struct device *device, const char *name)
{
	return plumb_result();
}

MODEL int devm_regulator_get_enable_optional(struct device *device, const char *name)
{
	return plumb_result();
}

MODEL int regulator_enable(struct regulator *r)
{
	return plumb_result();
}

MODEL int regulator_disable(struct regulator *r)
{
	return plumb_result();
}

MODEL int regulator_get_voltage(struct regulator *r)
{
	return __plumb_any_int("regulator");
}

MODEL int regulator_is_enabled(struct regulator *r)
{
	return __plumb_any_int("regulator");
}

MODEL int regulator_set_voltage(struct regulator *r, int low, int high)
{
	return plumb_result();
}

MODEL int regulator_set_load(struct regulator *r, int load)
{
	return plumb_result();
}

MODEL void regulator_put(struct regulator *r)
{
}

MODEL void devm_regulator_put(struct regulator *r)
{
}

MODEL int regulator_bulk_enable(int n, struct regulator_bulk_data *consumers)
{
	return plumb_result();
}

MODEL int regulator_bulk_disable(int n, struct regulator_bulk_data *consumers)
{
	return plumb_result();
}

MODEL int devm_regulator_bulk_get(struct device *device, int n, struct regulator_bulk_data *consumers)
{
	for (int i = 0; i < n; i++)
		consumers[i].consumer = (struct regulator *)plumb_thing;
	return plumb_result();
}

/* Clocks and resets. What they say is any value; nothing else happens. */

/* The clock without a name is one, however often it is got. */
static void *plumb_clock(const char *name)
{
	return name ? plumb_one_of_things() : plumb_thing;
}

MODEL struct clk *devm_clk_get(struct device *device, const char *name)
{
	return plumb_or_error(plumb_clock(name));
}

MODEL struct clk *devm_clk_get_enabled(struct device *device, const char *name)
{
	return plumb_or_error(plumb_clock(name));
}

MODEL struct clk *devm_clk_get_prepared(struct device *device, const char *name)
{
	return plumb_or_error(plumb_clock(name));
}

MODEL struct clk *clk_get(struct device *device, const char *name)
{
	return plumb_or_error(plumb_clock(name));
}

MODEL struct clk *devm_clk_get_optional(struct device *device, const char *name)
{
	return __plumb_any_bool("there is none") ? (void *)0 : plumb_or_error(plumb_clock(name));
}

MODEL struct clk *devm_clk_get_optional_enabled(struct device *device, const char *name)
{
	return __plumb_any_bool("there is none") ? (void *)0 : plumb_or_error(plumb_clock(name));
}

MODEL int clk_prepare(struct clk *clock)
{
	return plumb_result();
}

MODEL int clk_enable(struct clk *clock)
{
	return plumb_result();
}

MODEL void clk_disable(struct clk *clock)
{
}

MODEL void clk_unprepare(struct clk *clock)
{
}

MODEL void clk_put(struct clk *clock)
{
}

MODEL unsigned long clk_get_rate(struct clk *clock)
{
	return __plumb_any_size("rate");
}

MODEL int clk_set_rate(struct clk *clock, unsigned long rate)
{
	return plumb_result();
}

MODEL long clk_round_rate(struct clk *clock, unsigned long rate)
{
	return __plumb_any_long("rate");
}

MODEL void devm_clk_put(struct device *device, struct clk *clock)
{
}

MODEL struct reset_control *__devm_reset_control_get(struct device *device, const char *name, int i, bool shared,
						     bool optional, bool acquired)
{
	return optional && __plumb_any_bool("there is none") ? (void *)0 : plumb_or_error(plumb_thing);
}

MODEL struct reset_control *__reset_control_get(struct device *device, const char *name, int i, bool shared,
						bool optional, bool acquired)
{
	return optional && __plumb_any_bool("there is none") ? (void *)0 : plumb_or_error(plumb_thing);
}

MODEL int reset_control_assert(struct reset_control *reset)
{
	return plumb_result();
}

MODEL int reset_control_deassert(struct reset_control *reset)
{
	return plumb_result();
}

MODEL int reset_control_reset(struct reset_control *reset)
{
	return plumb_result();
}

MODEL int reset_control_status(struct reset_control *reset)
{
	return plumb_result();
}

MODEL void reset_control_put(struct reset_control *reset)
{
}

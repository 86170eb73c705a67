/* Clocks that drivers provide (drivers/clk). */

/* Under a spin lock (clk_enable_lock() in drivers/clk/clk.c). */
static void plumb_clock_enable(const struct clk_ops *table, struct clk_hw *clock)
{
	plumb_interrupt_begins();
	if (table->enable && !table->enable(clock) && table->disable && __plumb_any_bool("disable"))
		table->disable(clock);
	plumb_interrupt_is_over();
}

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
		plumb_clock_enable(table, clock);
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

/* Reset controllers: one line of the one that is registered is used (drivers/reset/core.c). */

static const struct reset_control_ops *plumb_reset_managed;

ENVIRONMENT void plumb_call_reset_control_ops(const struct reset_control_ops *table, struct plumb_table *state)
{
	struct reset_controller_dev *controller = state->owner;
	unsigned long line = __plumb_any_size("line");
	if (!state->on)
		return;
	if (controller->of_xlate) {
		__plumb_ledger("lines of a reset controller with of_xlate() are not used (--kernel)");
		return;
	}
	__plumb_assume(line < controller->nr_resets);
	switch (plumb_choice()) {
	case 0:
		if (table->assert)
			table->assert(controller, line);
		break;
	case 1:
		if (table->deassert)
			table->deassert(controller, line);
		break;
	case 2:
		if (table->reset)
			table->reset(controller, line);
		break;
	case 3:
		if (table->status)
			table->status(controller, line);
		break;
	}
	plumb_returned();
}

static int plumb_reset_register(struct reset_controller_dev *controller)
{
	__plumb_readable(controller, sizeof *controller);
	plumb_register(controller->ops, controller, 0);
	return 0;
}

RELEASED void plumb_release_reset(void)
{
	if (plumb_reset_managed)
		plumb_unregister(plumb_reset_managed);
	plumb_reset_managed = 0;
}

MODEL int reset_controller_register(struct reset_controller_dev *controller)
{
	return plumb_reset_register(controller);
}

MODEL int devm_reset_controller_register(struct device *device, struct reset_controller_dev *controller)
{
	(void)plumb_release_reset;
	if (plumb_fails())
		return plumb_errno();
	plumb_reset_managed = controller->ops;
	return plumb_reset_register(controller);
}

MODEL void reset_controller_unregister(struct reset_controller_dev *controller)
{
	__plumb_readable(controller, sizeof *controller);
	plumb_unregister_owner(controller->ops, controller);
}

/* Notifiers: any event while they are registered. */

ENVIRONMENT void plumb_call_notifier_block(struct notifier_block *table, struct plumb_table *state)
{
	if (!state->on)
		return;
	table->notifier_call(table, __plumb_any_size("event"), state->data);
	plumb_returned();
}

MODEL int register_reboot_notifier(struct notifier_block *block)
{
	plumb_register(block, 0, 0);
	return 0;
}

MODEL int unregister_reboot_notifier(struct notifier_block *block)
{
	plumb_unregister(block);
	return 0;
}

MODEL int register_restart_handler(struct notifier_block *block)
{
	plumb_register(block, 0, 0);
	return 0;
}

MODEL int unregister_restart_handler(struct notifier_block *block)
{
	plumb_unregister(block);
	return 0;
}

MODEL int register_die_notifier(struct notifier_block *block)
{
	static struct die_args arguments;
	plumb_register(block, 0, &arguments);
	return 0;
}

MODEL int unregister_die_notifier(struct notifier_block *block)
{
	plumb_unregister(block);
	return 0;
}

MODEL int atomic_notifier_chain_register(struct atomic_notifier_head *head, struct notifier_block *block)
{
	plumb_register(block, 0, 0);
	return 0;
}

MODEL int atomic_notifier_chain_unregister(struct atomic_notifier_head *head, struct notifier_block *block)
{
	plumb_unregister(block);
	return 0;
}

MODEL int blocking_notifier_chain_register(struct blocking_notifier_head *head, struct notifier_block *block)
{
	plumb_register(block, 0, 0);
	return 0;
}

MODEL int blocking_notifier_chain_unregister(struct blocking_notifier_head *head, struct notifier_block *block)
{
	plumb_unregister(block);
	return 0;
}

MODEL int register_pm_notifier(struct notifier_block *block)
{
	plumb_register(block, 0, 0);
	return 0;
}

MODEL int unregister_pm_notifier(struct notifier_block *block)
{
	plumb_unregister(block);
	return 0;
}

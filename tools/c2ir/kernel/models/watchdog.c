/* Watchdogs (drivers/watchdog). */

static struct watchdog_device *plumb_managed_watchdog;

static int plumb_watchdog_register(struct watchdog_device *w)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_register(w->ops, w, 0);
	return 0;
}

static void plumb_watchdog_end(struct watchdog_device *w)
{
	plumb_unregister_owner(w->ops, w);
	if ((w->status & 1ul << WDOG_STOP_ON_UNREGISTER) && w->ops->stop && __plumb_any_bool("it runs"))
		w->ops->stop(w);
}

RELEASED void plumb_release_watchdog(void)
{
	struct watchdog_device *w = plumb_managed_watchdog;
	if (!w)
		return;
	plumb_managed_watchdog = 0;
	plumb_watchdog_end(w);
}

MODEL int watchdog_register_device(struct watchdog_device *w)
{
	return plumb_watchdog_register(w);
}

MODEL void watchdog_unregister_device(struct watchdog_device *w)
{
	plumb_watchdog_end(w);
}

MODEL int devm_watchdog_register_device(struct device *device, struct watchdog_device *w)
{
	int error = plumb_watchdog_register(w);
	(void)plumb_release_watchdog;
	if (!error)
		plumb_managed_watchdog = w;
	return error;
}

MODEL int watchdog_init_timeout(struct watchdog_device *w, unsigned int timeout, struct device *device)
{
	unsigned int t = (unsigned)__plumb_any_int("timeout");
	if (watchdog_timeout_invalid(w, t) || !t)
		return timeout ? -22 : 0;
	if (__plumb_any_bool("a timeout is given"))
		w->timeout = t;
	return plumb_fails() ? -22 : 0;
}

MODEL void watchdog_set_restart_priority(struct watchdog_device *w, int priority)
{
}

MODEL int watchdog_set_last_hw_keepalive(struct watchdog_device *w, unsigned int time)
{
	return plumb_result();
}

MODEL void watchdog_notify_pretimeout(struct watchdog_device *w)
{
	__plumb_readable(w, sizeof *w);
}

MODEL int watchdog_dev_suspend(struct watchdog_device *w)
{
	return plumb_result();
}

MODEL int watchdog_dev_resume(struct watchdog_device *w)
{
	return plumb_result();
}

static void plumb_watchdog_start(const struct watchdog_ops *table, struct watchdog_device *w)
{
	_Bool runs = (w->status & (1ul << WDOG_ACTIVE | 1ul << WDOG_HW_RUNNING)) != 0;
	if (runs && table->ping)
		table->ping(w);
	else if (table->start && !table->start(w))
		w->status |= 1ul << WDOG_ACTIVE;
}

static void plumb_watchdog_stop(const struct watchdog_ops *table, struct watchdog_device *w)
{
	if (!(w->status & (1ul << WDOG_ACTIVE | 1ul << WDOG_HW_RUNNING)) || !table->stop)
		return;
	if (!table->stop(w))
		w->status &= ~(1ul << WDOG_ACTIVE);
}

static void plumb_watchdog_timeout(const struct watchdog_ops *table, struct watchdog_device *w)
{
	unsigned int t = (unsigned)__plumb_any_int("timeout");
	if (!(w->info->options & WDIOF_SETTIMEOUT) || watchdog_timeout_invalid(w, t))
		return;
	if (table->set_timeout)
		table->set_timeout(w, t);
	else
		w->timeout = t;
}

static void plumb_watchdog_pretimeout(const struct watchdog_ops *table, struct watchdog_device *w)
{
	unsigned int t = (unsigned)__plumb_any_int("timeout");
	if (!(w->info->options & WDIOF_PRETIMEOUT) || watchdog_pretimeout_invalid(w, t))
		return;
	if (table->set_pretimeout)
		table->set_pretimeout(w, t);
	else
		w->pretimeout = t;
}

ENVIRONMENT void plumb_call_watchdog_ops(const struct watchdog_ops *table, struct plumb_table *state)
{
	struct watchdog_device *w = state->owner;
	if (!state->on)
		return;
	switch (plumb_choice()) {
	case 0:
		plumb_watchdog_start(table, w);
		break;
	case 1:
		plumb_watchdog_stop(table, w);
		break;
	case 2:
		plumb_watchdog_timeout(table, w);
		break;
	case 3:
		plumb_watchdog_pretimeout(table, w);
		break;
	case 4:
		if (table->status)
			table->status(w);
		break;
	case 5:
		if (table->get_timeleft)
			table->get_timeleft(w);
		break;
	case 6:
		if (table->ioctl)
			table->ioctl(w, (unsigned)__plumb_any_int("command"), __plumb_any_size("argument"));
		break;
	case 7:
		if (table->restart) {
			table->restart(w, __plumb_any_size("action"), 0);
			__plumb_stop(0);
		}
		break;
	}
	plumb_returned();
}

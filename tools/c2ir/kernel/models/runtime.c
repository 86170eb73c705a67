/* Runtime power management, and what wakes the machine up. */

MODEL int __pm_runtime_resume(struct device *device, int flags)
{
	return __plumb_any_bool("it was so") ? 1 : plumb_result();
}

MODEL int __pm_runtime_suspend(struct device *device, int flags)
{
	return __plumb_any_bool("it was so") ? 1 : plumb_result();
}

MODEL int __pm_runtime_idle(struct device *device, int flags)
{
	return __plumb_any_bool("it was so") ? 1 : plumb_result();
}

MODEL void pm_runtime_enable(struct device *device)
{
}

MODEL void pm_runtime_irq_safe(struct device *device)
{
}

MODEL void pm_runtime_allow(struct device *device)
{
}

MODEL void pm_runtime_forbid(struct device *device)
{
}

MODEL void pm_runtime_no_callbacks(struct device *device)
{
}

MODEL void __pm_runtime_disable(struct device *device, bool check)
{
}

MODEL void __pm_runtime_use_autosuspend(struct device *device, bool use)
{
}

MODEL void pm_runtime_set_autosuspend_delay(struct device *device, int delay)
{
}

MODEL int __pm_runtime_set_status(struct device *device, unsigned int status)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_runtime_active = status == RPM_ACTIVE;
	return 0;
}

MODEL int pm_runtime_force_suspend(struct device *device)
{
	return plumb_result();
}

MODEL int pm_runtime_force_resume(struct device *device)
{
	return plumb_result();
}

MODEL int devm_pm_runtime_enable(struct device *device)
{
	return plumb_result();
}

MODEL int pm_runtime_get_if_active(struct device *device, bool ignore)
{
	return plumb_fails() ? plumb_errno() : __plumb_any_bool("active");
}

/* May the device wake the machine up? Users say so, but not between suspend and resume. */
static _Bool plumb_wakes;

static _Bool plumb_wakes_known;

/* What the bus said before is any. */
static _Bool plumb_may_wake(void)
{
	if (!plumb_wakes_known)
		plumb_wakes = __plumb_any_bool("may wake up");
	plumb_wakes_known = 1;
	return plumb_wakes;
}

LATER void plumb_wakes_otherwise(void)
{
	plumb_wakes = __plumb_any_bool("may wake up");
}

static int plumb_wakes_by(_Bool on)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_wakes = on;
	plumb_wakes_known = 1;
	return 0;
}

MODEL int device_wakeup_enable(struct device *device)
{
	return plumb_wakes_by(1);
}

MODEL int device_wakeup_disable(struct device *device)
{
	return plumb_wakes_by(0);
}

MODEL int device_set_wakeup_enable(struct device *device, bool on)
{
	return plumb_wakes_by(on);
}

MODEL void device_set_wakeup_capable(struct device *device, bool on)
{
	plumb_wakes = plumb_may_wake() && on;
}

MODEL int device_init_wakeup(struct device *device, bool on)
{
	return plumb_wakes_by(on);
}

MODEL bool device_may_wakeup(struct device *device)
{
	(void)plumb_wakes_otherwise;
	return plumb_may_wake();
}

MODEL void pm_wakeup_dev_event(struct device *device, unsigned int time, bool hard)
{
}

MODEL void pm_stay_awake(struct device *device)
{
}

MODEL void pm_relax(struct device *device)
{
}

MODEL int dev_pm_set_wake_irq(struct device *device, int number)
{
	return plumb_result();
}

MODEL int dev_pm_set_dedicated_wake_irq(struct device *device, int number)
{
	return plumb_result();
}

MODEL void dev_pm_clear_wake_irq(struct device *device)
{
}

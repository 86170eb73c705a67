/* Clocks of real time: one at a time (drivers/rtc). */

static struct rtc_device plumb_rtc;

static _Bool plumb_rtc_managed;

static void plumb_rtc_end(void)
{
	if (plumb_rtc.ops)
		plumb_unregister(plumb_rtc.ops);
	plumb_rtc_managed = 0;
}

RELEASED void plumb_release_rtc(void)
{
	if (plumb_rtc_managed)
		plumb_rtc_end();
}

static struct rtc_device *plumb_rtc_new(struct device *device, const struct rtc_class_ops *ops)
{
	(void)plumb_release_rtc;
	if (plumb_rtc_managed || plumb_fails())
		return plumb_error_pointer();
	plumb_rtc.dev.parent = device;
	plumb_rtc.ops = ops;
	plumb_rtc.range_min = plumb_rtc.range_max = 0;
	plumb_rtc_managed = 1;
	return &plumb_rtc;
}

MODEL struct rtc_device *devm_rtc_allocate_device(struct device *device)
{
	return plumb_rtc_new(device, 0);
}

MODEL int __devm_rtc_register_device(struct module *owner, struct rtc_device *rtc)
{
	if (!rtc->ops)
		return -22;
	if (plumb_fails())
		return plumb_errno();
	plumb_register(rtc->ops, rtc, 0);
	return 0;
}

MODEL struct rtc_device *devm_rtc_device_register(struct device *device, const char *name,
						  const struct rtc_class_ops *ops, struct module *owner)
{
	struct rtc_device *rtc = plumb_rtc_new(device, ops);
	if (!IS_ERR(rtc))
		plumb_register(ops, rtc, 0);
	return rtc;
}

MODEL int devm_rtc_nvmem_register(struct rtc_device *rtc, struct nvmem_config *config)
{
	return plumb_nvmem_register(config);
}

MODEL int rtc_add_group(struct rtc_device *rtc, const struct attribute_group *group)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_group_device = &rtc->dev;
	return 0;
}

MODEL int rtc_add_groups(struct rtc_device *rtc, const struct attribute_group **groups)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_group_device = &rtc->dev;
	return 0;
}

MODEL void rtc_update_irq(struct rtc_device *rtc, unsigned long n, unsigned long events)
{
	if (!IS_ERR_OR_NULL(rtc))
		__plumb_readable(rtc, sizeof *rtc);
}

MODEL int rtc_month_days(unsigned int month, unsigned int year)
{
	__plumb_require(month < 12, "bounds", "rtc_month_days(): the month is none");
	return plumb_between(28, 31);
}

MODEL int rtc_year_days(unsigned int day, unsigned int month, unsigned int year)
{
	return plumb_between(0, 366);
}

MODEL int rtc_valid_tm(struct rtc_time *tm)
{
	if (tm->tm_year < 70 || tm->tm_year > 0x7fffffff - 1900 || (unsigned)tm->tm_mon >= 12 || tm->tm_mday < 1 ||
	    tm->tm_mday > 31 || (tm->tm_mday > 28 && __plumb_any_bool("the month is shorter")) ||
	    (unsigned)tm->tm_hour >= 24 || (unsigned)tm->tm_min >= 60 || (unsigned)tm->tm_sec >= 60)
		return -22;
	return 0;
}

MODEL time64_t rtc_tm_to_time64(struct rtc_time *tm)
{
	__plumb_readable(tm, sizeof *tm);
	return (long)plumb_index(1ul << 40) - (1l << 36);
}

MODEL ktime_t rtc_tm_to_ktime(struct rtc_time tm)
{
	return (long)plumb_index(1ul << 62);
}

static void plumb_some_time(struct rtc_time *tm)
{
	tm->tm_sec = plumb_between(0, 59);
	tm->tm_min = plumb_between(0, 59);
	tm->tm_hour = plumb_between(0, 23);
	tm->tm_mday = plumb_between(1, 31);
	tm->tm_mon = plumb_between(0, 11);
	tm->tm_year = plumb_between(70, 0x7fffffff - 1900);
	tm->tm_wday = plumb_between(0, 6);
	tm->tm_yday = plumb_between(0, 365);
	tm->tm_isdst = 0;
}

MODEL void rtc_time64_to_tm(time64_t time, struct rtc_time *tm)
{
	plumb_some_time(tm);
}

MODEL struct rtc_time rtc_ktime_to_tm(ktime_t time)
{
	struct rtc_time tm;
	plumb_some_time(&tm);
	return tm;
}

MODEL int rtc_read_time(struct rtc_device *rtc, struct rtc_time *tm)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_some_time(tm);
	return 0;
}

static int plumb_year_below(const struct rtc_device *rtc)
{
	return rtc->range_min < rtc->range_max ? plumb_between(70, 10000) : plumb_between(70, 0x7fffffff - 1900);
}

/* The day of the week and of the year are as the process says. */
static void plumb_given_time(const struct rtc_device *rtc, struct rtc_time *tm)
{
	plumb_some_time(tm);
	tm->tm_year = plumb_year_below(rtc);
	tm->tm_wday = __plumb_any_int("day of the week");
	tm->tm_yday = __plumb_any_int("day of the year");
}

static void plumb_rtc_alarm(const struct rtc_class_ops *table, struct rtc_device *rtc)
{
	static struct rtc_wkalrm alarm;
	alarm.enabled = (unsigned char)plumb_between(0, 1);
	alarm.pending = 0;
	if (__plumb_any_bool("set it")) {
		plumb_given_time(rtc, &alarm.time);
		if (table->set_alarm)
			table->set_alarm(rtc->dev.parent, &alarm);
	} else if (table->read_alarm) {
		__builtin_memset(&alarm, 0, sizeof alarm);
		table->read_alarm(rtc->dev.parent, &alarm);
	}
}

static void plumb_rtc_offset(const struct rtc_class_ops *table, struct device *device)
{
	long offset = 0;
	if (__plumb_any_bool("set it")) {
		if (table->set_offset)
			table->set_offset(device, __plumb_any_long("offset"));
	} else if (table->read_offset) {
		table->read_offset(device, &offset);
	}
}

ENVIRONMENT void plumb_call_rtc_class_ops(const struct rtc_class_ops *table, struct plumb_table *state)
{
	static struct rtc_time tm;
	struct rtc_device *rtc = &plumb_rtc;
	struct device *device = rtc->dev.parent;
	if (!state->on)
		return;
	switch (plumb_choice()) {
	case 0:
		__builtin_memset(&tm, 0, sizeof tm);
		if (table->read_time)
			table->read_time(device, &tm);
		break;
	case 1:
		plumb_given_time(rtc, &tm);
		if (table->set_time)
			table->set_time(device, &tm);
		break;
	case 2:
		plumb_rtc_alarm(table, rtc);
		break;
	case 3:
		if (table->alarm_irq_enable)
			table->alarm_irq_enable(device, (unsigned)plumb_between(0, 1));
		break;
	case 4:
		if (table->ioctl)
			table->ioctl(device, (unsigned)__plumb_any_int("command"), __plumb_any_size("argument"));
		break;
	case 5:
		plumb_rtc_offset(table, device);
		break;
	case 6:
		if (table->proc)
			table->proc(device, (struct seq_file *)plumb_thing);
		break;
	}
	plumb_returned();
}

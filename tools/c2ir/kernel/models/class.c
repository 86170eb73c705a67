/* Classes of devices: watchdogs, clocks, sensors, lights (drivers/watchdog, rtc, hwmon, leds). */

/* Watchdogs. */
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

/* Memory that keeps its contents: the kernel copies what it is told of it; it reads and writes whole words within the size. */
static struct nvmem_config plumb_nvmem;

static _Bool plumb_nvmem_on;

LATER void plumb_nvmem_call(void)
{
	static char buffer[4096];
	unsigned int word = plumb_nvmem.word_size > 0 ? (unsigned)plumb_nvmem.word_size : 1;
	unsigned int stride = plumb_nvmem.stride > 0 ? (unsigned)plumb_nvmem.stride : 1;
	unsigned int at = (unsigned)__plumb_any_int("offset"), n = (unsigned)plumb_between(1, 4096),
		     size = (unsigned)plumb_nvmem.size;
	if (!plumb_nvmem_on || at >= size || n > size - at || at % stride || n % word)
		return;
	if (__plumb_any_bool("write")) {
		if (plumb_nvmem.reg_write && !plumb_nvmem.read_only)
			plumb_nvmem.reg_write(plumb_nvmem.priv, at, buffer, n);
	} else if (plumb_nvmem.reg_read) {
		plumb_nvmem.reg_read(plumb_nvmem.priv, at, buffer, n);
	}
	plumb_returned();
}

RELEASED void plumb_release_nvmem(void)
{
	plumb_nvmem_on = 0;
}

static int plumb_nvmem_register(const struct nvmem_config *config)
{
	(void)plumb_nvmem_call, (void)plumb_release_nvmem;
	__plumb_readable(config, sizeof *config);
	if (plumb_fails())
		return plumb_errno();
	if (plumb_nvmem_on && __plumb_any_bool("called for another one"))
		return 0;
	plumb_nvmem = *config;
	plumb_nvmem_on = 1;
	return 0;
}

/* They are called by plumb_nvmem_call. */
ENVIRONMENT void plumb_call_nvmem_config(const struct nvmem_config *table, struct plumb_table *state)
{
}

MODEL struct nvmem_device *devm_nvmem_register(struct device *device, const struct nvmem_config *config)
{
	int error = plumb_nvmem_register(config);
	return error ? (void *)(long)error : (struct nvmem_device *)plumb_thing;
}

/* Clocks of real time: one at a time. */
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

/* Sensors: a device of its own below the driver's. */
static struct device plumb_hwmon;

static const struct hwmon_chip_info *plumb_hwmon_chip;

static _Bool plumb_hwmon_managed;

static void plumb_hwmon_end(void)
{
	if (plumb_hwmon_chip)
		plumb_unregister(plumb_hwmon_chip->ops);
	plumb_hwmon_chip = 0;
	if (plumb_group_device == &plumb_hwmon)
		plumb_group_device = 0;
	plumb_hwmon_managed = 0;
}

RELEASED void plumb_release_hwmon(void)
{
	if (plumb_hwmon_managed)
		plumb_hwmon_end();
}

static struct device *plumb_hwmon_new(struct device *parent, void *data, const struct attribute_group **groups)
{
	if (plumb_fails())
		return plumb_error_pointer();
	plumb_hwmon.parent = parent;
	plumb_hwmon.driver_data = data;
	if (groups)
		plumb_group_device = &plumb_hwmon;
	return &plumb_hwmon;
}

static struct device *plumb_hwmon_new_chip(struct device *parent, void *data, const struct hwmon_chip_info *chip,
					   const struct attribute_group **groups)
{
	struct device *device = plumb_hwmon_new(parent, data, groups);
	if (device == &plumb_hwmon && chip) {
		plumb_hwmon_chip = chip;
		plumb_register(chip->ops, device, (void *)chip);
	}
	return device;
}

MODEL struct device *hwmon_device_register(struct device *parent)
{
	return plumb_hwmon_new(parent, 0, 0);
}

MODEL struct device *hwmon_device_register_with_groups(struct device *parent, const char *name, void *data,
						       const struct attribute_group **groups)
{
	return plumb_hwmon_new(parent, data, groups);
}

MODEL struct device *devm_hwmon_device_register_with_groups(struct device *parent, const char *name, void *data,
							    const struct attribute_group **groups)
{
	struct device *device = plumb_hwmon_new(parent, data, groups);
	(void)plumb_release_hwmon;
	plumb_hwmon_managed = device == &plumb_hwmon;
	return device;
}

MODEL struct device *hwmon_device_register_with_info(struct device *parent, const char *name, void *data,
						     const struct hwmon_chip_info *chip,
						     const struct attribute_group **groups)
{
	return plumb_hwmon_new_chip(parent, data, chip, groups);
}

MODEL struct device *devm_hwmon_device_register_with_info(struct device *parent, const char *name, void *data,
							  const struct hwmon_chip_info *chip,
							  const struct attribute_group **groups)
{
	struct device *device = plumb_hwmon_new_chip(parent, data, chip, groups);
	(void)plumb_release_hwmon;
	plumb_hwmon_managed = device == &plumb_hwmon;
	return device;
}

MODEL void hwmon_device_unregister(struct device *device)
{
	plumb_hwmon_end();
}

MODEL int hwmon_notify_event(struct device *device, enum hwmon_sensor_types type, u32 attribute, int channel)
{
	return plumb_result();
}

MODEL char *devm_hwmon_sanitize_name(struct device *device, const char *name)
{
	return plumb_or_error(plumb_any_string());
}

/* Any channel's configuration of any sensor that the chip says it has. */
static u32 plumb_hwmon_channel(const struct hwmon_chip_info *chip, enum hwmon_sensor_types *type, int *channel)
{
	const struct hwmon_channel_info **info = (const struct hwmon_channel_info **)chip->info;
	const u32 *config;
	while (info[1] && __plumb_any_bool("next"))
		info++;
	config = (*info)->config;
	*type = (*info)->type;
	*channel = 0;
	while (config[1] && __plumb_any_bool("next")) {
		config++;
		++*channel;
	}
	return *config;
}

/* Is the attribute text? */
static _Bool plumb_hwmon_is_label(enum hwmon_sensor_types type, u32 attribute)
{
	return (type == hwmon_temp && attribute == hwmon_temp_label) ||
	       (type == hwmon_in && attribute == hwmon_in_label) ||
	       (type == hwmon_curr && attribute == hwmon_curr_label) ||
	       (type == hwmon_power && attribute == hwmon_power_label) ||
	       (type == hwmon_energy && attribute == hwmon_energy_label) ||
	       (type == hwmon_fan && attribute == hwmon_fan_label) ||
	       (type == hwmon_humidity && attribute == hwmon_humidity_label);
}

ENVIRONMENT void plumb_call_hwmon_ops(const struct hwmon_ops *table, struct plumb_table *state)
{
	enum hwmon_sensor_types type;
	int channel;
	long value = 0;
	const char *text = 0;
	if (!state->on)
		return;
	u32 config = plumb_hwmon_channel(state->data, &type, &channel), attribute = (u32)plumb_between(0, 31);
	if (!(config >> attribute & 1))
		return;
	umode_t mode = table->is_visible(plumb_hwmon.driver_data, type, attribute, channel);
	if (__plumb_any_bool("write")) {
		if ((mode & 0222) && table->write)
			table->write(&plumb_hwmon, type, attribute, channel, __plumb_any_long("value"));
	} else if (mode & 0444) {
		if (!plumb_hwmon_is_label(type, attribute) && table->read)
			table->read(&plumb_hwmon, type, attribute, channel, &value);
		else if (plumb_hwmon_is_label(type, attribute) && table->read_string)
			table->read_string(&plumb_hwmon, type, attribute, channel, &text);
	}
	plumb_returned();
}

/* Lights: one of those that are registered is used. */
static struct led_classdev *plumb_led;

static struct device plumb_led_device;

static _Bool plumb_led_managed;

static int plumb_led_register(struct device *parent, struct led_classdev *led, _Bool managed)
{
	__plumb_readable(led, sizeof *led);
	if (plumb_fails())
		return plumb_errno();
	plumb_led_device.parent = parent;
	plumb_led_device.driver_data = led;
	led->dev = &plumb_led_device;
	if (!led->max_brightness)
		led->max_brightness = LED_FULL;
	if (!plumb_led || __plumb_any_bool("this one")) {
		plumb_led = led;
		plumb_led_managed = managed;
	}
	return 0;
}

LATER void plumb_led_call(void)
{
	struct led_classdev *led = plumb_led;
	unsigned long on = __plumb_any_size("on"), off = __plumb_any_size("off");
	if (!led)
		return;
	unsigned int level = (unsigned)__plumb_any_int("brightness");
	__plumb_assume(level <= led->max_brightness);
	switch (plumb_choice()) {
	case 0:
		if (led->brightness_set)
			led->brightness_set(led, (enum led_brightness)level);
		else if (led->brightness_set_blocking)
			led->brightness_set_blocking(led, (enum led_brightness)level);
		led->brightness = level;
		break;
	case 1:
		if (led->brightness_get)
			led->brightness_get(led);
		break;
	case 2:
		if (led->blink_set)
			led->blink_set(led, &on, &off);
		break;
	}
	plumb_returned();
}

RELEASED void plumb_release_led(void)
{
	if (plumb_led_managed) {
		plumb_led = 0;
		plumb_led_managed = 0;
	}
}

MODEL int led_classdev_register_ext(struct device *parent, struct led_classdev *led, struct led_init_data *data)
{
	(void)plumb_led_call;
	return plumb_led_register(parent, led, 0);
}

MODEL int devm_led_classdev_register_ext(struct device *parent, struct led_classdev *led, struct led_init_data *data)
{
	(void)plumb_led_call, (void)plumb_release_led;
	return plumb_led_register(parent, led, 1);
}

MODEL void led_classdev_unregister(struct led_classdev *led)
{
	__plumb_readable(led, sizeof *led);
	if (plumb_led == led)
		plumb_led = 0;
}

MODEL void devm_led_classdev_unregister(struct device *parent, struct led_classdev *led)
{
	__plumb_readable(led, sizeof *led);
	if (plumb_led == led)
		plumb_led = 0;
}

MODEL void led_set_brightness(struct led_classdev *led, unsigned int level)
{
}

MODEL void led_trigger_event(struct led_trigger *trigger, enum led_brightness level)
{
}

MODEL void led_classdev_suspend(struct led_classdev *led)
{
}

MODEL void led_classdev_resume(struct led_classdev *led)
{
}

/* It is used by plumb_led_call. */
ENVIRONMENT void plumb_call_led_classdev(const struct led_classdev *table, struct plumb_table *state)
{
}

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

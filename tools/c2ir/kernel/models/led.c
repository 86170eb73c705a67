/* Lights: one of those that are registered is used (drivers/leds). */

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
		plumb_groups_given(&plumb_led_device, led->groups);
	}
	return 0;
}

/* Triggers do that in timers and the like: it must not sleep (include/linux/leds.h). */
static void plumb_led_set(struct led_classdev *led, unsigned int level)
{
	plumb_interrupt_begins();
	led->brightness_set(led, (enum led_brightness)level);
	plumb_interrupt_is_over();
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
			plumb_led_set(led, level);
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

/* It is put out when it is no longer a device (led_classdev_unregister in drivers/leds/led-class.c). */
static void plumb_led_end(void)
{
	struct led_classdev *led = plumb_led;
	plumb_led = 0;
	plumb_groups_end(&plumb_led_device);
	if (led->flags & LED_RETAIN_AT_SHUTDOWN)
		return;
	led->brightness = LED_OFF;
	if (led->brightness_set)
		led->brightness_set(led, LED_OFF);
	else if (led->brightness_set_blocking)
		led->brightness_set_blocking(led, LED_OFF);
}

RELEASED void plumb_release_led(void)
{
	if (plumb_led_managed && plumb_led)
		plumb_led_end();
	plumb_led_managed = 0;
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
		plumb_led_end();
}

MODEL void devm_led_classdev_unregister(struct device *parent, struct led_classdev *led)
{
	__plumb_readable(led, sizeof *led);
	if (plumb_led == led)
		plumb_led_end();
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

/* Input devices: one of those that are registered is opened and closed. */

static struct input_dev *plumb_input;

static _Bool plumb_input_open;

static _Bool plumb_input_managed;

static struct input_dev *plumb_input_new(void)
{
	struct input_dev *device = plumb_allocate(sizeof *device, __GFP_ZERO);
	return device;
}

/* The last code that devices are told of events of the type (input_get_disposition in drivers/input/input.c); -1: they are told none. */
static int plumb_input_last(int type)
{
	switch (type) {
	case 4:    /* EV_MSC */
	case 0x12: /* EV_SND */
		return 7;
	case 0x11: /* EV_LED */
		return 15;
	case 0:    /* EV_SYN */
	case 0x14: /* EV_REP */
		return 1;
	case 0x15: /* EV_FF */
	case 0x16: /* EV_PWR */
		return 0x2ff;
	}
	return -1;
}

/* It is told under a spin lock. */
static void plumb_input_event(struct input_dev *device)
{
	int type = plumb_between(0, 31), code = plumb_between(0, 0x2ff), value = __plumb_any_int("value");
	__plumb_assume(code <= plumb_input_last(type) && (type || code));
	__plumb_assume(value >= 0 || (type != 0x14 && type != 0x15));
	plumb_interrupt_begins();
	device->event(device, (unsigned)type, (unsigned)code, value);
	plumb_interrupt_is_over();
}

LATER void plumb_input_call(void)
{
	struct input_dev *device = plumb_input;
	if (!device)
		return;
	if (!plumb_input_open) {
		/* It counts as enabled while it is opened. */
		plumb_input_open = 1;
		plumb_input_open = !device->open || !device->open(device);
	} else if (device->event && __plumb_any_bool("event")) {
		plumb_input_event(device);
	} else {
		plumb_input_open = 0;
		if (device->close)
			device->close(device);
	}
	plumb_returned();
}

static void plumb_input_end(struct input_dev *device)
{
	if (plumb_input != device)
		return;
	_Bool open = plumb_input_open;
	plumb_input_open = 0;
	if (open && device->close)
		device->close(device);
	plumb_input = 0;
}

RELEASED void plumb_release_input(void)
{
	if (!plumb_input_managed)
		return;
	plumb_input_managed = 0;
	if (plumb_input)
		plumb_input_end(plumb_input);
}

MODEL struct input_dev *input_allocate_device(void)
{
	return plumb_input_new();
}

MODEL struct input_dev *devm_input_allocate_device(struct device *parent)
{
	struct input_dev *device = plumb_managed_allocate(sizeof *device, __GFP_ZERO);
	(void)plumb_release_memory;
	(void)plumb_release_input;
	if (device)
		device->dev.parent = parent;
	plumb_input_managed = 1;
	return device;
}

MODEL int input_register_device(struct input_dev *device)
{
	(void)plumb_input_call;
	__plumb_readable(device, sizeof *device);
	if (plumb_fails())
		return plumb_errno();
	if (!plumb_input || (!plumb_input_open && __plumb_any_bool("this one")))
		plumb_input = device;
	return 0;
}

MODEL bool input_device_enabled(struct input_dev *device)
{
	return device == plumb_input && plumb_input_open;
}

MODEL void input_unregister_device(struct input_dev *device)
{
	__plumb_readable(device, sizeof *device);
	plumb_input_end(device);
	if (!plumb_input_managed)
		free(device);
}

MODEL void input_free_device(struct input_dev *device)
{
	free(device);
}

MODEL void input_event(struct input_dev *device, unsigned int type, unsigned int code, int value)
{
	__plumb_readable(device, sizeof *device);
}

MODEL void input_set_capability(struct input_dev *device, unsigned int type, unsigned int code)
{
	__plumb_writable(device, sizeof *device);
}

MODEL void input_set_abs_params(struct input_dev *device, unsigned int axis, int min, int max, int fuzz, int flat)
{
	__plumb_writable(device, sizeof *device);
}

MODEL void input_alloc_absinfo(struct input_dev *device)
{
}

MODEL int input_mt_init_slots(struct input_dev *device, unsigned int n, unsigned int flags)
{
	return plumb_result();
}

MODEL void ps2_init(struct ps2dev *device, struct serio *serio)
{
	device->serio = serio;
}

/* Ports for input devices. */
static struct serio plumb_serio;

MODEL int __serio_register_driver(struct serio_driver *driver, struct module *owner, const char *name)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_register(driver, 0, 0);
	return 0;
}

static void plumb_serio_unbind(struct serio_driver *driver, struct plumb_table *state)
{
	if (!state->state)
		return;
	state->state = 0;
	if (driver->disconnect)
		driver->disconnect(&plumb_serio);
	plumb_unbound(&plumb_serio.dev, &driver->driver);
}

MODEL void serio_unregister_driver(struct serio_driver *driver)
{
	struct plumb_table *state = plumb_table_of(driver);
	plumb_unregister(driver);
	if (state)
		plumb_serio_unbind(driver, state);
}

MODEL int serio_open(struct serio *serio, struct serio_driver *driver)
{
	serio->drv = driver;
	return plumb_result();
}

MODEL void serio_close(struct serio *serio)
{
	serio->drv = 0;
}

ENVIRONMENT void plumb_call_serio_driver(struct serio_driver *driver, struct plumb_table *state)
{
	if (!state->on)
		return;
	if (!state->state) {
		plumb_serio.dev.driver = &driver->driver;
		__plumb_forget(&plumb_serio.id, sizeof plumb_serio.id);
		if (driver->connect && driver->connect(&plumb_serio, driver)) {
			plumb_unbound(&plumb_serio.dev, &driver->driver);
			return;
		}
		plumb_bound(&plumb_serio.dev, &driver->driver);
		state->state = 1;
	} else if (driver->interrupt && __plumb_any_bool("data")) {
		plumb_interrupt_begins();
		driver->interrupt(&plumb_serio, (unsigned char)__plumb_any_int("byte"),
				  (unsigned)__plumb_any_int("flags"));
		plumb_interrupt_is_over();
		plumb_returned();
	} else {
		plumb_serio_unbind(driver, state);
	}
}

/* Controllers of GPIO lines (drivers/gpio/gpiolib.c): of those that are registered one is used, and one line of it at a time. */

static struct gpio_chip *plumb_chip;

/* Also in its member gpiodev; what is known of a variable is proved more easily. */
static void *plumb_chip_data;

static _Bool plumb_chip_managed;

static _Bool plumb_line_is_used;

static unsigned int plumb_line;

static int plumb_chip_add(struct gpio_chip *chip, void *data, _Bool managed)
{
	__plumb_writable(chip, sizeof *chip);
	if (plumb_fails())
		return plumb_errno();
	chip->gpiodev = data;
	if (!plumb_chip || __plumb_any_bool("this one")) {
		plumb_chip = chip;
		plumb_chip_data = data;
		plumb_chip_managed = managed;
		plumb_line_is_used = 0;
	}
	return 0;
}

static void plumb_line_request(struct gpio_chip *chip)
{
	plumb_line = (unsigned int)plumb_index(chip->ngpio);
	plumb_line_is_used = !chip->request || !chip->request(chip, plumb_line);
}

static void plumb_line_free(struct gpio_chip *chip)
{
	plumb_line_is_used = 0;
	if (chip->free)
		chip->free(chip, plumb_line);
}

/* Its value, from anywhere unless the controller says that it sleeps. */
static void plumb_line_value(struct gpio_chip *chip)
{
	_Bool atomic = !chip->can_sleep;
	if (atomic)
		plumb_interrupt_begins();
	if (__plumb_any_bool("set")) {
		if (chip->set)
			chip->set(chip, plumb_line, __plumb_any_bool("value"));
	} else if (chip->get) {
		chip->get(chip, plumb_line);
	}
	if (atomic)
		plumb_interrupt_is_over();
}

static void plumb_line_use(struct gpio_chip *chip)
{
	switch (plumb_choice()) {
	case 0:
		plumb_line_value(chip);
		break;
	case 1:
		if (chip->direction_input)
			chip->direction_input(chip, plumb_line);
		break;
	case 2:
		if (chip->direction_output)
			chip->direction_output(chip, plumb_line, __plumb_any_bool("value"));
		break;
	case 3:
		if (chip->get_direction)
			chip->get_direction(chip, plumb_line);
		break;
	case 4:
		if (chip->to_irq)
			chip->to_irq(chip, plumb_line);
		break;
	case 5:
		plumb_line_free(chip);
		break;
	}
}

LATER void plumb_chip_call(void)
{
	struct gpio_chip *chip = plumb_chip;
	if (!chip || !chip->ngpio)
		return;
	if (plumb_line_is_used)
		plumb_line_use(chip);
	else
		plumb_line_request(chip);
	plumb_returned();
}

/* Who uses a line frees it before. */
static void plumb_chip_end(void)
{
	if (plumb_line_is_used)
		plumb_line_free(plumb_chip);
	plumb_chip = 0;
}

RELEASED void plumb_release_chip(void)
{
	if (plumb_chip_managed && plumb_chip)
		plumb_chip_end();
	plumb_chip_managed = 0;
}

MODEL int gpiochip_add_data_with_key(struct gpio_chip *chip, void *data, struct lock_class_key *key,
				     struct lock_class_key *request_key)
{
	(void)plumb_chip_call;
	return plumb_chip_add(chip, data, 0);
}

MODEL int devm_gpiochip_add_data_with_key(struct device *device, struct gpio_chip *chip, void *data,
					  struct lock_class_key *key, struct lock_class_key *request_key)
{
	(void)plumb_chip_call;
	(void)plumb_release_chip;
	return plumb_chip_add(chip, data, 1);
}

MODEL void gpiochip_remove(struct gpio_chip *chip)
{
	__plumb_readable(chip, sizeof *chip);
	if (plumb_chip == chip)
		plumb_chip_end();
}

MODEL void *gpiochip_get_data(struct gpio_chip *chip)
{
	return chip == plumb_chip ? plumb_chip_data : chip->gpiodev;
}

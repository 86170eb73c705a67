/* GPIO lines and pins: what is read is any value. */

MODEL struct gpio_desc *devm_gpiod_get(struct device *device, const char *name, enum gpiod_flags flags)
{
	return plumb_or_error(plumb_thing);
}

MODEL struct gpio_desc *devm_gpiod_get_optional(struct device *device, const char *name, enum gpiod_flags flags)
{
	return __plumb_any_bool("there is none") ? (void *)0 : plumb_or_error(plumb_thing);
}

MODEL struct gpio_desc *devm_gpiod_get_index(struct device *device, const char *name, unsigned int i,
					     enum gpiod_flags flags)
{
	return plumb_or_error(plumb_thing);
}

MODEL struct gpio_desc *devm_gpiod_get_index_optional(struct device *device, const char *name, unsigned int i,
						      enum gpiod_flags flags)
{
	return __plumb_any_bool("there is none") ? (void *)0 : plumb_or_error(plumb_thing);
}

MODEL struct gpio_desc *gpiod_get(struct device *device, const char *name, enum gpiod_flags flags)
{
	return plumb_or_error(plumb_thing);
}

MODEL struct gpio_desc *gpiod_get_optional(struct device *device, const char *name, enum gpiod_flags flags)
{
	return __plumb_any_bool("there is none") ? (void *)0 : plumb_or_error(plumb_thing);
}

MODEL struct gpio_desc *devm_fwnode_gpiod_get_index(struct device *device, struct fwnode_handle *node, const char *name,
						    int i, enum gpiod_flags flags, const char *label)
{
	return plumb_or_error(plumb_thing);
}

MODEL struct gpio_desc *gpio_to_desc(unsigned int n)
{
	return plumb_or_null(plumb_thing);
}

MODEL int gpiod_get_value(const struct gpio_desc *line)
{
	return plumb_fails() ? plumb_errno() : __plumb_any_bool("line");
}

MODEL int gpiod_get_value_cansleep(const struct gpio_desc *line)
{
	return plumb_fails() ? plumb_errno() : __plumb_any_bool("line");
}

MODEL int gpiod_get_raw_value(const struct gpio_desc *line)
{
	return plumb_fails() ? plumb_errno() : __plumb_any_bool("line");
}

MODEL int gpiod_get_raw_value_cansleep(const struct gpio_desc *line)
{
	return plumb_fails() ? plumb_errno() : __plumb_any_bool("line");
}

MODEL void gpiod_set_value(struct gpio_desc *line, int value)
{
}

MODEL void gpiod_set_value_cansleep(struct gpio_desc *line, int value)
{
}

MODEL void gpiod_set_raw_value(struct gpio_desc *line, int value)
{
}

MODEL void gpiod_set_raw_value_cansleep(struct gpio_desc *line, int value)
{
}

MODEL int gpiod_direction_output(struct gpio_desc *line, int value)
{
	return plumb_result();
}

MODEL int gpiod_direction_output_raw(struct gpio_desc *line, int value)
{
	return plumb_result();
}

MODEL int gpiod_direction_input(struct gpio_desc *line)
{
	return plumb_result();
}

MODEL int gpiod_get_direction(struct gpio_desc *line)
{
	return plumb_fails() ? plumb_errno() : __plumb_any_bool("input");
}

MODEL int gpiod_set_consumer_name(struct gpio_desc *line, const char *name)
{
	return plumb_result();
}

MODEL int gpiod_cansleep(const struct gpio_desc *line)
{
	return __plumb_any_bool("it sleeps");
}

MODEL int gpiod_is_active_low(const struct gpio_desc *line)
{
	return __plumb_any_bool("active low");
}

MODEL void gpiod_put(struct gpio_desc *line)
{
}

MODEL int gpiod_count(struct device *device, const char *name)
{
	return plumb_fails() ? plumb_errno() : plumb_between(1, 32);
}

MODEL int devm_gpio_request_one(struct device *device, unsigned int n, unsigned long flags, const char *label)
{
	return plumb_result();
}

MODEL int devm_gpio_request(struct device *device, unsigned int n, const char *label)
{
	return plumb_result();
}

MODEL int gpio_request(unsigned int n, const char *label)
{
	return plumb_result();
}

MODEL int gpio_request_one(unsigned int n, unsigned long flags, const char *label)
{
	return plumb_result();
}

MODEL void gpio_free(unsigned int n)
{
}

MODEL int pinctrl_pm_select_default_state(struct device *device)
{
	return plumb_result();
}

MODEL int pinctrl_pm_select_sleep_state(struct device *device)
{
	return plumb_result();
}

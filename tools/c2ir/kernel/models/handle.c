/* Handles that drivers get and give: clocks, regulators, GPIO lines, resets, properties. What they say is any value; nothing else happens. */

/* A string of the firmware's. */
static char plumb_string[32];

static char *plumb_any_string(void)
{
	__plumb_forget(plumb_string, sizeof plumb_string - 1);
	return plumb_string;
}

MODEL struct clk *devm_clk_get(struct device *device, const char *name)
{
	return plumb_or_error(plumb_thing);
}

MODEL struct clk *devm_clk_get_enabled(struct device *device, const char *name)
{
	return plumb_or_error(plumb_thing);
}

MODEL struct clk *devm_clk_get_prepared(struct device *device, const char *name)
{
	return plumb_or_error(plumb_thing);
}

MODEL struct clk *clk_get(struct device *device, const char *name)
{
	return plumb_or_error(plumb_thing);
}

MODEL struct clk *devm_clk_get_optional(struct device *device, const char *name)
{
	return __plumb_any_bool("there is none") ? (void *)0 : plumb_or_error(plumb_thing);
}

MODEL struct clk *devm_clk_get_optional_enabled(struct device *device, const char *name)
{
	return __plumb_any_bool("there is none") ? (void *)0 : plumb_or_error(plumb_thing);
}

MODEL int clk_prepare(struct clk *clock)
{
	return plumb_result();
}

MODEL int clk_enable(struct clk *clock)
{
	return plumb_result();
}

MODEL void clk_disable(struct clk *clock)
{
}

MODEL void clk_unprepare(struct clk *clock)
{
}

MODEL void clk_put(struct clk *clock)
{
}

MODEL unsigned long clk_get_rate(struct clk *clock)
{
	return __plumb_any_size("rate");
}

MODEL int clk_set_rate(struct clk *clock, unsigned long rate)
{
	return plumb_result();
}

MODEL long clk_round_rate(struct clk *clock, unsigned long rate)
{
	return __plumb_any_long("rate");
}

MODEL void devm_clk_put(struct device *device, struct clk *clock)
{
}

MODEL struct regulator *devm_regulator_get(struct device *device, const char *name)
{
	return plumb_or_error(plumb_thing);
}

MODEL struct regulator *devm_regulator_get_optional(struct device *device, const char *name)
{
	return plumb_or_error(plumb_thing);
}

MODEL struct regulator *devm_regulator_get_exclusive(struct device *device, const char *name)
{
	return plumb_or_error(plumb_thing);
}

MODEL struct regulator *regulator_get(struct device *device, const char *name)
{
	return plumb_or_error(plumb_thing);
}

MODEL struct regulator *regulator_get_optional(struct device *device, const char *name)
{
	return plumb_or_error(plumb_thing);
}

MODEL int devm_regulator_get_enable(struct device *device, const char *name)
{
	return plumb_result();
}

MODEL int devm_regulator_get_enable_optional(struct device *device, const char *name)
{
	return plumb_result();
}

MODEL int regulator_enable(struct regulator *r)
{
	return plumb_result();
}

MODEL int regulator_disable(struct regulator *r)
{
	return plumb_result();
}

MODEL int regulator_get_voltage(struct regulator *r)
{
	return __plumb_any_int("regulator");
}

MODEL int regulator_is_enabled(struct regulator *r)
{
	return __plumb_any_int("regulator");
}

MODEL int regulator_set_voltage(struct regulator *r, int low, int high)
{
	return plumb_result();
}

MODEL int regulator_set_load(struct regulator *r, int load)
{
	return plumb_result();
}

MODEL void regulator_put(struct regulator *r)
{
}

MODEL void devm_regulator_put(struct regulator *r)
{
}

MODEL int regulator_bulk_enable(int n, struct regulator_bulk_data *consumers)
{
	return plumb_result();
}

MODEL int regulator_bulk_disable(int n, struct regulator_bulk_data *consumers)
{
	return plumb_result();
}

MODEL int devm_regulator_bulk_get(struct device *device, int n, struct regulator_bulk_data *consumers)
{
	for (int i = 0; i < n; i++)
		consumers[i].consumer = (struct regulator *)plumb_thing;
	return plumb_result();
}

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

MODEL struct reset_control *__devm_reset_control_get(struct device *device, const char *name, int i, bool shared,
						     bool optional, bool acquired)
{
	return optional && __plumb_any_bool("there is none") ? (void *)0 : plumb_or_error(plumb_thing);
}

MODEL struct reset_control *__reset_control_get(struct device *device, const char *name, int i, bool shared,
						bool optional, bool acquired)
{
	return optional && __plumb_any_bool("there is none") ? (void *)0 : plumb_or_error(plumb_thing);
}

MODEL int reset_control_assert(struct reset_control *reset)
{
	return plumb_result();
}

MODEL int reset_control_deassert(struct reset_control *reset)
{
	return plumb_result();
}

MODEL int reset_control_reset(struct reset_control *reset)
{
	return plumb_result();
}

MODEL int reset_control_status(struct reset_control *reset)
{
	return plumb_result();
}

MODEL void reset_control_put(struct reset_control *reset)
{
}

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

MODEL int device_property_read_u8_array(struct device *device, const char *name, u8 *out, size_t n)
{
	if (!out)
		return plumb_fails() ? plumb_errno() : plumb_between(1, 32);
	if (plumb_fails())
		return plumb_errno();
	plumb_fill(out, n * sizeof *out);
	return 0;
}

MODEL int fwnode_property_read_u8_array(const struct fwnode_handle *node, const char *name, u8 *out, size_t n)
{
	if (!out)
		return plumb_fails() ? plumb_errno() : plumb_between(1, 32);
	if (plumb_fails())
		return plumb_errno();
	plumb_fill(out, n * sizeof *out);
	return 0;
}

MODEL int device_property_read_u16_array(struct device *device, const char *name, u16 *out, size_t n)
{
	if (!out)
		return plumb_fails() ? plumb_errno() : plumb_between(1, 32);
	if (plumb_fails())
		return plumb_errno();
	plumb_fill(out, n * sizeof *out);
	return 0;
}

MODEL int fwnode_property_read_u16_array(const struct fwnode_handle *node, const char *name, u16 *out, size_t n)
{
	if (!out)
		return plumb_fails() ? plumb_errno() : plumb_between(1, 32);
	if (plumb_fails())
		return plumb_errno();
	plumb_fill(out, n * sizeof *out);
	return 0;
}

MODEL int device_property_read_u32_array(struct device *device, const char *name, u32 *out, size_t n)
{
	if (!out)
		return plumb_fails() ? plumb_errno() : plumb_between(1, 32);
	if (plumb_fails())
		return plumb_errno();
	plumb_fill(out, n * sizeof *out);
	return 0;
}

MODEL int fwnode_property_read_u32_array(const struct fwnode_handle *node, const char *name, u32 *out, size_t n)
{
	if (!out)
		return plumb_fails() ? plumb_errno() : plumb_between(1, 32);
	if (plumb_fails())
		return plumb_errno();
	plumb_fill(out, n * sizeof *out);
	return 0;
}

MODEL int device_property_read_u64_array(struct device *device, const char *name, u64 *out, size_t n)
{
	if (!out)
		return plumb_fails() ? plumb_errno() : plumb_between(1, 32);
	if (plumb_fails())
		return plumb_errno();
	plumb_fill(out, n * sizeof *out);
	return 0;
}

MODEL int fwnode_property_read_u64_array(const struct fwnode_handle *node, const char *name, u64 *out, size_t n)
{
	if (!out)
		return plumb_fails() ? plumb_errno() : plumb_between(1, 32);
	if (plumb_fails())
		return plumb_errno();
	plumb_fill(out, n * sizeof *out);
	return 0;
}

MODEL int device_property_read_string(struct device *device, const char *name, const char **out)
{
	if (plumb_fails())
		return plumb_errno();
	*out = plumb_any_string();
	return 0;
}

MODEL int fwnode_property_read_string(const struct fwnode_handle *node, const char *name, const char **out)
{
	if (plumb_fails())
		return plumb_errno();
	*out = plumb_any_string();
	return 0;
}

MODEL bool device_property_present(struct device *device, const char *name)
{
	return __plumb_any_bool("property");
}

MODEL bool fwnode_property_present(const struct fwnode_handle *node, const char *name)
{
	return __plumb_any_bool("property");
}

MODEL int device_property_match_string(struct device *device, const char *name, const char *s)
{
	return plumb_fails() ? plumb_errno() : plumb_between(0, 32);
}

MODEL unsigned int device_get_child_node_count(const struct device *device)
{
	return (unsigned)plumb_between(0, 64);
}

MODEL struct fwnode_handle *device_get_next_child_node(const struct device *device, struct fwnode_handle *child)
{
	return plumb_or_null(plumb_thing);
}

MODEL struct fwnode_handle *fwnode_get_next_child_node(const struct fwnode_handle *node, struct fwnode_handle *child)
{
	return plumb_or_null(plumb_thing);
}

MODEL struct fwnode_handle *fwnode_get_next_available_child_node(const struct fwnode_handle *node,
								 struct fwnode_handle *child)
{
	return plumb_or_null(plumb_thing);
}

MODEL struct fwnode_handle *device_get_named_child_node(const struct device *device, const char *name)
{
	return plumb_or_null(plumb_thing);
}

MODEL struct fwnode_handle *fwnode_handle_get(struct fwnode_handle *node)
{
	return node;
}

MODEL void fwnode_handle_put(struct fwnode_handle *node)
{
}

MODEL const char *fwnode_get_name(const struct fwnode_handle *node)
{
	return plumb_any_string();
}

MODEL bool is_acpi_device_node(const struct fwnode_handle *node)
{
	return __plumb_any_bool("ACPI");
}

MODEL bool is_acpi_data_node(const struct fwnode_handle *node)
{
	return __plumb_any_bool("ACPI");
}

MODEL struct fwnode_handle *__dev_fwnode(struct device *device)
{
	return plumb_or_null(plumb_thing);
}

MODEL struct fwnode_handle *dev_fwnode(const struct device *device)
{
	return plumb_or_null(plumb_thing);
}

MODEL int pinctrl_pm_select_default_state(struct device *device)
{
	return plumb_result();
}

MODEL int pinctrl_pm_select_sleep_state(struct device *device)
{
	return plumb_result();
}

MODEL void emergency_restart(void)
{
	__plumb_stop(0);
}

MODEL void panic(const char *format, ...)
{
	__plumb_stop(0);
}

MODEL void kernel_restart(char *command)
{
	__plumb_stop(0);
}

MODEL void orderly_poweroff(bool force)
{
}

/* The module's references to itself: while it has one it is not removed. */
static unsigned int plumb_self_references;

static void plumb_module_get(struct module *m)
{
	if (m && m == THIS_MODULE)
		plumb_self_references++;
}

MODEL void __module_get(struct module *m)
{
	plumb_module_get(m);
}

MODEL bool try_module_get(struct module *m)
{
	if (!__plumb_any_bool("the module is there"))
		return 0;
	plumb_module_get(m);
	return 1;
}

MODEL void module_put(struct module *m)
{
	if (m && m == THIS_MODULE && plumb_self_references)
		plumb_self_references--;
}

MODEL bool capable(int what)
{
	return __plumb_any_bool("allowed");
}

MODEL int dmi_check_system(const struct dmi_system_id *list)
{
	int n = 0;
	for (; list->matches[0].slot || list->ident; list++) {
		if (!__plumb_any_bool("this machine"))
			continue;
		n++;
		if (list->callback && list->callback(list))
			break;
	}
	return n;
}

/* They are called by dmi_check_system. */
ENVIRONMENT void plumb_call_dmi_system_id(const struct dmi_system_id *table, struct plumb_table *state)
{
}

MODEL const struct dmi_system_id *dmi_first_match(const struct dmi_system_id *list)
{
	for (; list->matches[0].slot; list++)
		if (__plumb_any_bool("this machine"))
			return list;
	return 0;
}

MODEL bool dmi_match(enum dmi_field field, const char *s)
{
	return __plumb_any_bool("this machine");
}

MODEL const char *dmi_get_system_info(int field)
{
	return __plumb_any_bool("unknown") ? (char *)0 : plumb_any_string();
}

MODEL int dmi_name_in_vendors(const char *s)
{
	return __plumb_any_bool("this machine");
}

MODEL int ida_alloc_range(struct ida *ida, unsigned int low, unsigned int high, gfp_t flags)
{
	if (plumb_fails())
		return plumb_errno();
	int i = plumb_between(0, 0x7fffffff);
	__plumb_assume((unsigned)i >= low && (unsigned)i <= high);
	return i;
}

MODEL void ida_free(struct ida *ida, unsigned int id)
{
}

MODEL void ida_destroy(struct ida *ida)
{
}

MODEL void put_device(struct device *device)
{
}

MODEL struct device *get_device(struct device *device)
{
	return device;
}

MODEL void add_device_randomness(const void *p, size_t n)
{
}

MODEL void get_random_bytes(void *p, size_t n)
{
	plumb_fill(p, n);
}

MODEL u32 get_random_u32(void)
{
	return (u32)__plumb_any_int("random");
}

MODEL bool __list_add_valid(struct list_head *new, struct list_head *prev, struct list_head *next)
{
	return 1;
}

MODEL bool __list_del_entry_valid(struct list_head *entry)
{
	return 1;
}

MODEL void __check_object_size(const void *p, unsigned long n, bool to_user)
{
}

MODEL void sysfs_notify(struct kobject *object, const char *folder, const char *name)
{
}

MODEL int kobject_uevent(struct kobject *object, enum kobject_action action)
{
	return plumb_result();
}

MODEL int kobject_uevent_env(struct kobject *object, enum kobject_action action, char *environment[])
{
	return plumb_result();
}

MODEL int vid_from_reg(int value, u8 vrm)
{
	return __plumb_any_int("voltage");
}

MODEL u8 vid_which_vrm(void)
{
	return (u8)__plumb_any_int("version");
}

MODEL bool ____wrong_branch_error(void)
{
	return 0;
}

MODEL int __sysfs_match_string(const char *const *list, size_t n, const char *s)
{
	return plumb_fails() ? -22 : (int)plumb_index(n < 4096 ? n : 4096);
}

MODEL int device_property_read_string_array(struct device *device, const char *name, const char **out, size_t n)
{
	if (plumb_fails())
		return plumb_errno();
	for (size_t i = 0; out && i < n; i++)
		out[i] = plumb_any_string();
	return (int)n;
}

/* Firmware: any bytes, any number of them. */
static int plumb_firmware(const struct firmware **out)
{
	struct firmware *f;
	unsigned char *data;
	unsigned long n = plumb_index(1ul << 24);
	*out = 0;
	if (plumb_fails())
		return plumb_errno();
	f = malloc(sizeof *f);
	data = malloc(n);
	f->size = n;
	f->data = data;
	f->priv = 0;
	*out = f;
	return 0;
}

MODEL int request_firmware(const struct firmware **out, const char *name, struct device *device)
{
	return plumb_firmware(out);
}

MODEL int firmware_request_nowarn(const struct firmware **out, const char *name, struct device *device)
{
	return plumb_firmware(out);
}

MODEL void release_firmware(const struct firmware *f)
{
	if (!f)
		return;
	free((void *)f->data);
	free((void *)f);
}

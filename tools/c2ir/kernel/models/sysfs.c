/* Attributes of devices in sysfs. Those in groups belong to the device whose groups were registered last. */

static char plumb_page[4096];

/* One to 4096 bytes, and a zero behind them (kernfs_fop_write_iter(), sysfs_kf_write()). */
static void plumb_attribute_store(const struct device_attribute *table, struct device *device)
{
	unsigned long n = plumb_index(4096) + 1;
	char *text;
	if (!table->store)
		return;
	text = __plumb_new(n + 1);
	__plumb_forget(text, n);
	text[n] = 0;
	table->store(device, (struct device_attribute *)table, text, n);
	__plumb_delete(text);
}

static void plumb_attribute_call(const struct device_attribute *table, struct plumb_table *state)
{
	struct device *device = state->on ? state->owner : plumb_group_device;
	if (!device)
		return;
	if (__plumb_any_bool("store")) {
		plumb_attribute_store(table, device);
	} else {
		if (!table->show)
			return;
		table->show(device, (struct device_attribute *)table, plumb_page);
	}
	plumb_returned();
}

ENVIRONMENT void plumb_call_device_attribute(const struct device_attribute *table, struct plumb_table *state)
{
	plumb_attribute_call(table, state);
}

ENVIRONMENT void plumb_call_sensor_device_attribute(const struct sensor_device_attribute *table,
						    struct plumb_table *state)
{
	plumb_attribute_call(&table->dev_attr, state);
}

ENVIRONMENT void plumb_call_sensor_device_attribute_2(const struct sensor_device_attribute_2 *table,
						      struct plumb_table *state)
{
	plumb_attribute_call(&table->dev_attr, state);
}

/* Is the attribute shown? Its index is any: groups are not searched. */
ENVIRONMENT void plumb_call_attribute_group(const struct attribute_group *table, struct plumb_table *state)
{
	int i = 0;
	if (!plumb_group_device || !table->is_visible || !table->attrs || !table->attrs[0])
		return;
	while (table->attrs[i + 1] && __plumb_any_bool("next"))
		i++;
	table->is_visible(&plumb_group_device->kobj, table->attrs[i], i);
	plumb_returned();
}

MODEL int device_create_file(struct device *device, const struct device_attribute *attribute)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_register(attribute, device, 0);
	return 0;
}

MODEL void device_remove_file(struct device *device, const struct device_attribute *attribute)
{
	plumb_unregister(attribute);
}

static int plumb_groups_add(struct device *device)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_group_device = device;
	return 0;
}

MODEL int sysfs_create_group(struct kobject *object, const struct attribute_group *group)
{
	return plumb_groups_add(container_of(object, struct device, kobj));
}

MODEL int sysfs_create_groups(struct kobject *object, const struct attribute_group **groups)
{
	return plumb_groups_add(container_of(object, struct device, kobj));
}

MODEL int sysfs_update_group(struct kobject *object, const struct attribute_group *group)
{
	return plumb_result();
}

MODEL void sysfs_remove_group(struct kobject *object, const struct attribute_group *group)
{
	plumb_groups_end(container_of(object, struct device, kobj));
}

MODEL void sysfs_remove_groups(struct kobject *object, const struct attribute_group **groups)
{
	plumb_groups_end(container_of(object, struct device, kobj));
}

MODEL int device_add_groups(struct device *device, const struct attribute_group **groups)
{
	return plumb_groups_add(device);
}

MODEL void device_remove_groups(struct device *device, const struct attribute_group **groups)
{
	plumb_groups_end(device);
}

MODEL int devm_device_add_group(struct device *device, const struct attribute_group *group)
{
	return plumb_groups_add(device);
}

MODEL int devm_device_add_groups(struct device *device, const struct attribute_group **groups)
{
	return plumb_groups_add(device);
}

MODEL int sysfs_create_file_ns(struct kobject *object, const struct attribute *attribute, const void *space)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_register(attribute, container_of(object, struct device, kobj), 0);
	return 0;
}

MODEL void sysfs_remove_file_ns(struct kobject *object, const struct attribute *attribute, const void *space)
{
	plumb_unregister(attribute);
}

MODEL int sysfs_create_link(struct kobject *object, struct kobject *target, const char *name)
{
	return plumb_result();
}

MODEL void sysfs_remove_link(struct kobject *object, const char *name)
{
}

MODEL int sysfs_chmod_file(struct kobject *object, const struct attribute *attribute, umode_t mode)
{
	return plumb_result();
}

/* Drivers do not look into it; where its type is not known, they cannot. */
extern struct file plumb_bin_file;

/* Binary files in sysfs: reads and writes of one byte or more stay within the size that is given. */
ENVIRONMENT void plumb_call_bin_attribute(struct bin_attribute *table, struct plumb_table *state)
{
	static char page[4096];
	unsigned long n = plumb_index(4096) + 1, at = plumb_index(1ul << 31);
	char *bytes = page + sizeof page - n;
	struct device *device = state->on ? state->owner : plumb_group_device;
	if (!device || (table->size && (at >= table->size || n > table->size - at)))
		return;
	__plumb_forget(page, sizeof page);
	if (__plumb_any_bool("write")) {
		if (table->write)
			table->write(&plumb_bin_file, &device->kobj, table, bytes, (loff_t)at, n);
	} else if (table->read) {
		table->read(&plumb_bin_file, &device->kobj, table, bytes, (loff_t)at, n);
	}
	plumb_returned();
}

MODEL int sysfs_create_bin_file(struct kobject *object, const struct bin_attribute *attribute)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_register(attribute, container_of(object, struct device, kobj), 0);
	return 0;
}

MODEL void sysfs_remove_bin_file(struct kobject *object, const struct bin_attribute *attribute)
{
	plumb_unregister(attribute);
}

/* Industrial I/O: a device, and beside it what its driver keeps for it. Of the functions in its tables those of struct iio_info are called, for
 * channels and values that they have attributes for (drivers/iio/industrialio-core.c, industrialio-event.c). */

MODEL struct iio_dev *devm_iio_device_alloc(struct device *parent, int size)
{
	struct iio_dev *device = plumb_managed_allocate(sizeof *device, __GFP_ZERO);
	(void)plumb_release_memory;
	if (!device)
		return 0;
	device->dev.parent = parent;
	if (!size)
		return device;
	device->priv = plumb_managed_allocate((unsigned long)size, __GFP_ZERO);
	return device->priv ? device : 0;
}

MODEL struct iio_dev *iio_device_alloc(struct device *parent, int size)
{
	struct iio_dev *device = plumb_allocate(sizeof *device, __GFP_ZERO);
	if (!device)
		return 0;
	device->dev.parent = parent;
	device->priv = size ? calloc(1, (unsigned long)size) : (void *)0;
	return device;
}

MODEL void iio_device_free(struct iio_dev *device)
{
	if (!device)
		return;
	free(device->priv);
	free(device);
}

/* Numbers as write_raw() gets them after its format was asked for: the part behind the point is below 1, negative only if nothing is before it. */
static void plumb_iio_write(const struct iio_info *table, struct iio_dev *device, const struct iio_chan_spec *channel,
			    long what)
{
	int value = __plumb_any_int("value"), part = __plumb_any_int("behind the point"), least = 0, most = 999999;
	if (table->write_raw_get_fmt) {
		switch (table->write_raw_get_fmt(device, channel, what)) {
		case IIO_VAL_INT:
			most = 0;
			break;
		case IIO_VAL_INT_PLUS_MICRO:
		case IIO_VAL_INT_PLUS_MICRO_DB:
			break;
		case IIO_VAL_INT_PLUS_NANO:
			most = 999999999;
			break;
		case IIO_VAL_INT_64:
			least = -0x7fffffff - 1;
			most = 0x7fffffff;
			break;
		default:
			return;
		}
	}
	if (!value && !least)
		least = -most;
	__plumb_assume(least <= part && part <= most);
	table->write_raw(device, channel, value, part, what);
}

static void plumb_iio_value(const struct iio_info *table, struct iio_dev *device, const struct iio_chan_spec *channel)
{
	unsigned long all = (unsigned long)(channel->info_mask_separate | channel->info_mask_shared_by_type |
					    channel->info_mask_shared_by_dir | channel->info_mask_shared_by_all);
	unsigned long what = plumb_index(64);
	int values[64], n = 2, type = 0, length = 0;
	const int *available = 0;
	if (__plumb_any_bool("what is available")) {
		all = (unsigned long)(channel->info_mask_separate_available |
				      channel->info_mask_shared_by_type_available |
				      channel->info_mask_shared_by_dir_available |
				      channel->info_mask_shared_by_all_available);
		if ((all >> what & 1) && table->read_avail)
			table->read_avail(device, channel, &available, &type, &length, (long)what);
	} else if (!(all >> what & 1)) {
		return;
	} else if (table->write_raw && __plumb_any_bool("write")) {
		plumb_iio_write(table, device, channel, (long)what);
	} else if (table->read_raw_multi) {
		table->read_raw_multi(device, channel, 64, values, &n, (long)what);
	} else if (table->read_raw) {
		table->read_raw(device, channel, &values[0], &values[1], (long)what);
	}
}

static void plumb_iio_event(const struct iio_info *table, struct iio_dev *device, const struct iio_chan_spec *channel)
{
	const struct iio_event_spec *event = &channel->event_spec[plumb_index(channel->num_event_specs)];
	unsigned long what = plumb_index(64);
	int value = __plumb_any_int("value"), part = plumb_between(-999999, 999999);
	if (!((event->mask_separate | event->mask_shared_by_type | event->mask_shared_by_dir |
	       event->mask_shared_by_all) >>
		      what &
	      1))
		return;
	__plumb_assume(!value || part >= 0);
	if (what == IIO_EV_INFO_ENABLE && __plumb_any_bool("write")) {
		if (table->write_event_config)
			table->write_event_config(device, channel, event->type, event->dir, plumb_between(0, 1));
	} else if (what == IIO_EV_INFO_ENABLE) {
		if (table->read_event_config)
			table->read_event_config(device, channel, event->type, event->dir);
	} else if (__plumb_any_bool("write")) {
		if (table->write_event_value)
			table->write_event_value(device, channel, event->type, event->dir, (enum iio_event_info)what,
						 value, part);
	} else if (table->read_event_value) {
		table->read_event_value(device, channel, event->type, event->dir, (enum iio_event_info)what, &value,
					&part);
	}
}

ENVIRONMENT void plumb_call_iio_info(const struct iio_info *table, struct plumb_table *state)
{
	struct iio_dev *device = state->owner;
	const struct iio_chan_spec *channel;
	unsigned int value = 0;
	if (!state->on)
		return;
	if (table->debugfs_reg_access && __plumb_any_bool("register")) {
		table->debugfs_reg_access(device, (unsigned)__plumb_any_int("register"),
					  (unsigned)__plumb_any_int("value"),
					  __plumb_any_bool("read") ? &value : (void *)0);
	} else if (device->channels && device->num_channels > 0) {
		channel = &device->channels[plumb_index((unsigned long)device->num_channels)];
		if (channel->event_spec && channel->num_event_specs && __plumb_any_bool("event"))
			plumb_iio_event(table, device, channel);
		else
			plumb_iio_value(table, device, channel);
	}
	plumb_returned();
}

static const struct iio_info *plumb_iio_info;

static int plumb_iio_register(struct iio_dev *device, _Bool managed)
{
	__plumb_readable(device, sizeof *device);
	if (!device->info)
		return -22;
	if (plumb_fails())
		return plumb_errno();
	plumb_register(device->info, device, 0);
	if (managed)
		plumb_iio_info = device->info;
	return 0;
}

RELEASED void plumb_release_iio(void)
{
	if (plumb_iio_info)
		plumb_unregister(plumb_iio_info);
	plumb_iio_info = 0;
}

MODEL int __iio_device_register(struct iio_dev *device, struct module *owner)
{
	return plumb_iio_register(device, 0);
}

MODEL int __devm_iio_device_register(struct device *parent, struct iio_dev *device, struct module *owner)
{
	(void)plumb_release_iio;
	return plumb_iio_register(device, 1);
}

MODEL void iio_device_unregister(struct iio_dev *device)
{
	__plumb_readable(device, sizeof *device);
	plumb_unregister_owner(device->info, device);
}

MODEL int iio_device_claim_direct_mode(struct iio_dev *device)
{
	return plumb_fails() ? -16 : 0;
}

MODEL void iio_device_release_direct_mode(struct iio_dev *device)
{
}

/* Channels of other drivers. */

MODEL int iio_read_channel_raw(struct iio_channel *channel, int *value)
{
	*value = __plumb_any_int("channel");
	return plumb_fails() ? plumb_errno() : IIO_VAL_INT;
}

MODEL int iio_read_channel_processed(struct iio_channel *channel, int *value)
{
	*value = __plumb_any_int("channel");
	return plumb_fails() ? plumb_errno() : IIO_VAL_INT;
}

/* A list of pairs, or of numbers. */
MODEL int iio_read_avail_channel_attribute(struct iio_channel *channel, const int **values, int *type, int *length,
					   enum iio_chan_info_enum attribute)
{
	static int list[16];
	int n = plumb_between(0, 8);
	if (plumb_fails())
		return plumb_errno();
	__plumb_forget(list, sizeof list);
	*values = list;
	*type = __plumb_any_bool("numbers") ? IIO_VAL_INT
					    : plumb_between(IIO_VAL_INT_PLUS_MICRO, IIO_VAL_FRACTIONAL_LOG2);
	*length = *type == IIO_VAL_INT ? n : 2 * n;
	return __plumb_any_bool("range") ? IIO_AVAIL_RANGE : IIO_AVAIL_LIST;
}

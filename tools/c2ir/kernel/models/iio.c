/* Industrial I/O: a device, and beside it what its driver keeps for it. Its tables are not called. */

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

MODEL int __iio_device_register(struct iio_dev *device, struct module *owner)
{
	__plumb_readable(device, sizeof *device);
	return plumb_result();
}

MODEL int __devm_iio_device_register(struct device *parent, struct iio_dev *device, struct module *owner)
{
	__plumb_readable(device, sizeof *device);
	return plumb_result();
}

MODEL void iio_device_unregister(struct iio_dev *device)
{
	__plumb_readable(device, sizeof *device);
}

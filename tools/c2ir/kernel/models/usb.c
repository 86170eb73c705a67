/* Devices at USB. A device says what it likes: an interface has any number of endpoints, up to four here, with any descriptors. */

static struct usb_device plumb_usb_device;

static struct usb_bus plumb_usb_bus;

static struct usb_interface plumb_usb_interface;

static struct usb_host_interface plumb_usb_setting;

static struct usb_host_endpoint plumb_usb_endpoints[4];

static struct usb_device *plumb_usb_device_new(void)
{
	struct usb_device *device = &plumb_usb_device;
	__plumb_forget(&device->descriptor, sizeof device->descriptor);
	device->speed = (enum usb_device_speed)plumb_between(USB_SPEED_LOW, USB_SPEED_SUPER_PLUS);
	device->devnum = plumb_between(1, 127);
	device->dev.parent = &device->dev;
	device->bus = &plumb_usb_bus;
	return device;
}

static struct usb_interface *plumb_usb_new(struct usb_driver *driver)
{
	struct usb_interface *interface = &plumb_usb_interface;
	__plumb_forget(&plumb_usb_setting.desc, sizeof plumb_usb_setting.desc);
	if (plumb_usb_setting.desc.bNumEndpoints > 4)
		plumb_usb_setting.desc.bNumEndpoints = 4;
	for (int i = 0; i < 4; i++)
		__plumb_forget(&plumb_usb_endpoints[i].desc, sizeof plumb_usb_endpoints[i].desc);
	__plumb_ledger("the table of an interface's endpoints, if it has any, has room for four (--kernel)");
	/* None: no table (usb_parse_interface() in drivers/usb/core/config.c). */
	plumb_usb_setting.endpoint = plumb_usb_setting.desc.bNumEndpoints ? plumb_usb_endpoints : 0;
	interface->altsetting = interface->cur_altsetting = &plumb_usb_setting;
	interface->num_altsetting = 1;
	interface->minor = -1;
	interface->dev.parent = &plumb_usb_device.dev;
	interface->dev.driver = &driver->driver;
	interface->usb_dev = 0;
	plumb_usb_device_new();
	return interface;
}

static const struct usb_device_id *plumb_usb_id(const struct usb_device_id *id)
{
	while (id &&
	       (id[1].idVendor || id[1].idProduct || id[1].bDeviceClass || id[1].bInterfaceClass ||
		id[1].driver_info) &&
	       __plumb_any_bool("next"))
		id++;
	return id;
}

static void plumb_usb_bind(struct usb_driver *driver, struct plumb_table *state)
{
	struct usb_interface *interface = plumb_usb_new(driver);
	state->object = interface;
	interface->condition = USB_INTERFACE_BINDING;
	if (driver->probe && driver->probe(interface, plumb_usb_id(driver->id_table))) {
		interface->condition = USB_INTERFACE_UNBOUND;
		plumb_unbound(&interface->dev, &driver->driver);
		return;
	}
	interface->condition = USB_INTERFACE_BOUND;
	plumb_bound(&interface->dev, &driver->driver);
	if (driver->dev_groups)
		plumb_group_device = &interface->dev;
	state->state = 1;
}

static void plumb_usb_unbind(struct usb_driver *driver, struct plumb_table *state)
{
	struct usb_interface *interface = state->object;
	if (!state->state)
		return;
	state->state = 0;
	interface->condition = USB_INTERFACE_UNBINDING;
	if (driver->disconnect)
		driver->disconnect(interface);
	interface->condition = USB_INTERFACE_UNBOUND;
	plumb_unbound(&interface->dev, &driver->driver);
}

MODEL int usb_register_driver(struct usb_driver *driver, struct module *owner, const char *name)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_register(driver, 0, 0);
	return 0;
}

MODEL void usb_deregister(struct usb_driver *driver)
{
	struct plumb_table *state = plumb_table_of(driver);
	plumb_unregister(driver);
	if (state)
		plumb_usb_unbind(driver, state);
}

ENVIRONMENT void plumb_call_usb_driver(struct usb_driver *driver, struct plumb_table *state)
{
	if (!state->on)
		return;
	if (!state->state) {
		plumb_usb_bind(driver, state);
		return;
	}
	switch (plumb_choice()) {
	case 0:
		plumb_usb_unbind(driver, state);
		break;
	case 1:
		if (!driver->suspend)
			break;
		if (driver->suspend(state->object, PMSG_SUSPEND))
			break;
		if (driver->reset_resume && __plumb_any_bool("reset"))
			driver->reset_resume(state->object);
		else if (driver->resume)
			driver->resume(state->object);
		plumb_returned();
		break;
	case 2:
		if (!driver->pre_reset || !driver->post_reset)
			break;
		if (!driver->pre_reset(state->object))
			driver->post_reset(state->object);
		plumb_returned();
		break;
	case 3:
		if (driver->unlocked_ioctl) {
			static unsigned long buffer[1024];
			__plumb_forget(buffer, sizeof buffer);
			driver->unlocked_ioctl(state->object, (unsigned)__plumb_any_int("command"), buffer);
			plumb_returned();
		}
		break;
	}
}

/* Drivers of whole devices. */

static void plumb_usb_device_unbind(struct usb_device_driver *driver, struct plumb_table *state)
{
	if (!state->state)
		return;
	state->state = 0;
	if (driver->disconnect)
		driver->disconnect(&plumb_usb_device);
	plumb_unbound(&plumb_usb_device.dev, &driver->driver);
}

MODEL int usb_register_device_driver(struct usb_device_driver *driver, struct module *owner)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_register(driver, 0, 0);
	return 0;
}

MODEL void usb_deregister_device_driver(struct usb_device_driver *driver)
{
	struct plumb_table *state = plumb_table_of(driver);
	plumb_unregister(driver);
	if (state)
		plumb_usb_device_unbind(driver, state);
}

static void plumb_usb_device_bind(struct usb_device_driver *driver, struct plumb_table *state)
{
	struct usb_device *device = plumb_usb_device_new();
	if (driver->match && !driver->match(device))
		return;
	if (driver->probe && driver->probe(device)) {
		plumb_unbound(&device->dev, &driver->driver);
		return;
	}
	plumb_bound(&device->dev, &driver->driver);
	state->state = 1;
}

ENVIRONMENT void plumb_call_usb_device_driver(struct usb_device_driver *driver, struct plumb_table *state)
{
	if (!state->on)
		return;
	if (!state->state) {
		plumb_usb_device_bind(driver, state);
	} else if (driver->suspend && driver->resume && __plumb_any_bool("suspend")) {
		if (!driver->suspend(&plumb_usb_device, PMSG_SUSPEND))
			driver->resume(&plumb_usb_device, PMSG_RESUME);
		plumb_returned();
	} else {
		plumb_usb_device_unbind(driver, state);
	}
}

/* Endpoints that a driver asks for: of the kind and direction, the first or the last one. */

static struct usb_endpoint_descriptor *plumb_usb_match(struct usb_host_interface *setting, unsigned int i, int type,
						       int direction)
{
	struct usb_endpoint_descriptor *d;
	if (i >= setting->desc.bNumEndpoints)
		return 0;
	d = &setting->endpoint[i].desc;
	return (d->bmAttributes & 3) == type && (d->bEndpointAddress & 0x80) == direction ? d : 0;
}

static struct usb_endpoint_descriptor *plumb_usb_endpoint(struct usb_host_interface *setting, bool last, int type,
							  int direction)
{
	struct usb_endpoint_descriptor *d = plumb_usb_match(setting, last ? 3 : 0, type, direction);
	d = d ? d : plumb_usb_match(setting, last ? 2 : 1, type, direction);
	d = d ? d : plumb_usb_match(setting, last ? 1 : 2, type, direction);
	return d ? d : plumb_usb_match(setting, last ? 0 : 3, type, direction);
}

static int plumb_usb_find(struct usb_host_interface *setting, bool last, struct usb_endpoint_descriptor **bulk_in,
			  struct usb_endpoint_descriptor **bulk_out, struct usb_endpoint_descriptor **interrupt_in,
			  struct usb_endpoint_descriptor **interrupt_out)
{
	if (bulk_in)
		*bulk_in = plumb_usb_endpoint(setting, last, 2, 0x80);
	if (bulk_out)
		*bulk_out = plumb_usb_endpoint(setting, last, 2, 0);
	if (interrupt_in)
		*interrupt_in = plumb_usb_endpoint(setting, last, 3, 0x80);
	if (interrupt_out)
		*interrupt_out = plumb_usb_endpoint(setting, last, 3, 0);
	if ((bulk_in && !*bulk_in) || (bulk_out && !*bulk_out) || (interrupt_in && !*interrupt_in) ||
	    (interrupt_out && !*interrupt_out))
		return -6;
	return 0;
}

MODEL int usb_find_common_endpoints(struct usb_host_interface *setting, struct usb_endpoint_descriptor **bulk_in,
				    struct usb_endpoint_descriptor **bulk_out,
				    struct usb_endpoint_descriptor **interrupt_in,
				    struct usb_endpoint_descriptor **interrupt_out)
{
	return plumb_usb_find(setting, 0, bulk_in, bulk_out, interrupt_in, interrupt_out);
}

MODEL int usb_find_common_endpoints_reverse(struct usb_host_interface *setting,
					    struct usb_endpoint_descriptor **bulk_in,
					    struct usb_endpoint_descriptor **bulk_out,
					    struct usb_endpoint_descriptor **interrupt_in,
					    struct usb_endpoint_descriptor **interrupt_out)
{
	return plumb_usb_find(setting, 1, bulk_in, bulk_out, interrupt_in, interrupt_out);
}

MODEL struct usb_device *usb_alloc_dev(struct usb_device *parent, struct usb_bus *bus, unsigned int port)
{
	static struct usb_device made;
	struct usb_device *device = &made;
	if (plumb_fails())
		return 0;
	__builtin_memset(device, 0, sizeof *device);
	device->parent = parent;
	device->bus = bus;
	device->portnum = (u8)port;
	device->dev.parent = &parent->dev;
	return device;
}

MODEL struct usb_device *usb_get_dev(struct usb_device *device)
{
	return device;
}

MODEL void usb_put_dev(struct usb_device *device)
{
}

MODEL struct usb_interface *usb_get_intf(struct usb_interface *interface)
{
	return interface;
}

MODEL void usb_put_intf(struct usb_interface *interface)
{
}

MODEL struct usb_interface *usb_find_interface(struct usb_driver *driver, int minor)
{
	struct plumb_table *state = plumb_table_of(driver);
	return state && state->state ? plumb_or_null(state->object) : (void *)0;
}

MODEL struct usb_interface *usb_ifnum_to_if(const struct usb_device *device, unsigned int n)
{
	return plumb_or_null(&plumb_usb_interface);
}

MODEL struct usb_host_interface *usb_altnum_to_altsetting(const struct usb_interface *interface, unsigned int n)
{
	return plumb_or_null(&plumb_usb_setting);
}

MODEL int usb_register_dev(struct usb_interface *interface, struct usb_class_driver *class)
{
	if (plumb_fails())
		return plumb_errno();
	interface->minor = plumb_between(0, 255);
	plumb_minor = interface->minor;
	interface->usb_dev = &plumb_usb_device.dev;
	plumb_register(class->fops, 0, 0);
	return 0;
}

MODEL void usb_deregister_dev(struct usb_interface *interface, struct usb_class_driver *class)
{
	plumb_unregister(class->fops);
	interface->minor = -1;
	interface->usb_dev = 0;
}

MODEL int usb_set_interface(struct usb_device *device, int interface, int setting)
{
	return plumb_result();
}

MODEL int usb_reset_device(struct usb_device *device)
{
	return plumb_result();
}

MODEL int usb_reset_configuration(struct usb_device *device)
{
	return plumb_result();
}

MODEL int usb_lock_device_for_reset(struct usb_device *device, const struct usb_interface *interface)
{
	return plumb_result();
}

MODEL int usb_clear_halt(struct usb_device *device, int pipe)
{
	return plumb_result();
}

MODEL int usb_driver_claim_interface(struct usb_driver *driver, struct usb_interface *interface, void *data)
{
	return plumb_result();
}

MODEL void usb_driver_release_interface(struct usb_driver *driver, struct usb_interface *interface)
{
}

MODEL int usb_autopm_get_interface(struct usb_interface *interface)
{
	return plumb_result();
}

MODEL int usb_autopm_get_interface_async(struct usb_interface *interface)
{
	return plumb_result();
}

MODEL void usb_autopm_put_interface(struct usb_interface *interface)
{
}

MODEL void usb_autopm_put_interface_async(struct usb_interface *interface)
{
}

MODEL void usb_enable_autosuspend(struct usb_device *device)
{
}

MODEL void usb_disable_autosuspend(struct usb_device *device)
{
}

/* Messages. */

/* Of the n bytes as many come as are said. */
static void plumb_usb_data(unsigned int in, void *data, unsigned long n, unsigned long came)
{
	if (!n)
		return;
	if (!in) {
		__plumb_readable(data, n);
		return;
	}
	__plumb_writable(data, n);
	__plumb_forget(data, came);
}

MODEL int usb_control_msg(struct usb_device *device, unsigned int pipe, __u8 request, __u8 type, __u16 value,
			  __u16 index, void *data, __u16 n, int timeout)
{
	int done = plumb_between(0, n);
	__plumb_readable(device, sizeof *device);
	plumb_usb_data(type & 0x80, data, n, (unsigned long)done);
	return plumb_fails() ? plumb_errno() : done;
}

MODEL int usb_control_msg_send(struct usb_device *device, __u8 endpoint, __u8 request, __u8 type, __u16 value,
			       __u16 index, const void *data, __u16 n, int timeout, gfp_t flags)
{
	__plumb_readable(data, n);
	return plumb_result();
}

MODEL int usb_control_msg_recv(struct usb_device *device, __u8 endpoint, __u8 request, __u8 type, __u16 value,
			       __u16 index, void *data, __u16 n, int timeout, gfp_t flags)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_fill(data, n);
	return 0;
}

static int plumb_usb_message(unsigned int pipe, void *data, int n, int *done)
{
	int m = plumb_between(0, n < 0 ? 0 : n);
	/* Of a pipe that is not there, or if there is no memory for the request, it is not said. */
	if (plumb_fails())
		return plumb_errno();
	plumb_usb_data(pipe & 0x80, data, (unsigned long)n, (unsigned long)m);
	if (done)
		*done = m;
	return plumb_result();
}

MODEL int usb_bulk_msg(struct usb_device *device, unsigned int pipe, void *data, int n, int *done, int timeout)
{
	__plumb_readable(device, sizeof *device);
	return plumb_usb_message(pipe, data, n, done);
}

MODEL int usb_interrupt_msg(struct usb_device *device, unsigned int pipe, void *data, int n, int *done, int timeout)
{
	__plumb_readable(device, sizeof *device);
	return plumb_usb_message(pipe, data, n, done);
}

MODEL int usb_string(struct usb_device *device, int i, char *to, size_t n)
{
	int length = plumb_between(0, n > 255 ? 255 : (int)n - 1);
	if (plumb_fails() || !n)
		return plumb_errno();
	__plumb_writable(to, n);
	__plumb_forget(to, (unsigned long)length);
	to[length] = 0;
	return length;
}

/* What does not come is zero. */
MODEL int usb_get_descriptor(struct usb_device *device, unsigned char type, unsigned char i, void *to, int n)
{
	plumb_fill(to, (unsigned long)n);
	return plumb_fails() ? plumb_errno() : plumb_between(0, n);
}

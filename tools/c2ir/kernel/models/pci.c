/* Devices at PCI. */

static struct pci_dev plumb_pci_device;

static struct pci_dev plumb_pci_other;

static struct pci_bus plumb_pci_bus;

static struct pci_dev *plumb_pci_new(struct pci_driver *driver)
{
	struct pci_dev *device = &plumb_pci_device;
	device->vendor = (unsigned short)__plumb_any_int("vendor");
	device->device = (unsigned short)__plumb_any_int("device");
	device->subsystem_vendor = (unsigned short)__plumb_any_int("vendor");
	device->subsystem_device = (unsigned short)__plumb_any_int("device");
	device->revision = (u8)__plumb_any_int("revision");
	device->irq = (unsigned)plumb_between(0, 0xffff);
	device->devfn = (unsigned)plumb_between(0, 255);
	device->bus = &plumb_pci_bus;
	for (int i = 0; i < 6; i++) {
		device->resource[i].start = plumb_index(1ul << 46);
		device->resource[i].end = device->resource[i].start + plumb_index(1ul << 32);
		device->resource[i].flags = __plumb_any_size("flags");
	}
	device->dev.parent = &plumb_pci_other.dev;
	device->dev.driver = &driver->driver;
	return device;
}

static const struct pci_device_id *plumb_pci_id(const struct pci_device_id *id)
{
	while (id && (id[1].vendor || id[1].subvendor || id[1].class_mask) && __plumb_any_bool("next"))
		id++;
	return id;
}

static void plumb_pci_bind(struct pci_driver *driver, struct plumb_table *state)
{
	struct pci_dev *device = plumb_pci_new(driver);
	state->object = device;
	plumb_runtime_active = 1;
	if (driver->probe && driver->probe(device, plumb_pci_id(driver->id_table)) < 0) {
		plumb_unbound(&device->dev, &driver->driver);
		return;
	}
	plumb_bound(&device->dev, &driver->driver);
	if (driver->dev_groups)
		plumb_group_device = &device->dev;
	state->state = 1;
}

static void plumb_pci_unbind(struct pci_driver *driver, struct plumb_table *state)
{
	struct pci_dev *device = state->object;
	if (!state->state)
		return;
	state->state = 0;
	if (driver->remove)
		driver->remove(device);
	plumb_unbound(&device->dev, &driver->driver);
}

MODEL int __pci_register_driver(struct pci_driver *driver, struct module *owner, const char *name)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_register(driver, 0, 0);
	return 0;
}

MODEL void pci_unregister_driver(struct pci_driver *driver)
{
	struct plumb_table *state = plumb_table_of(driver);
	plumb_unregister(driver);
	if (state)
		plumb_pci_unbind(driver, state);
}

ENVIRONMENT void plumb_call_pci_driver(struct pci_driver *driver, struct plumb_table *state)
{
	if (!state->on)
		return;
	if (!state->state) {
		plumb_pci_bind(driver, state);
		return;
	}
	switch (plumb_choice()) {
	case 0:
		plumb_pci_unbind(driver, state);
		break;
	case 1:
		if (driver->suspend && driver->suspend(state->object, PMSG_SUSPEND))
			break;
		if (driver->resume)
			plumb_resumed(driver->resume(state->object));
		plumb_returned();
		break;
	case 2:
		if (driver->shutdown) {
			driver->shutdown(state->object);
			__plumb_stop(0);
		}
		break;
	}
}

MODEL int pci_enable_device(struct pci_dev *device)
{
	return plumb_result();
}

MODEL int pci_enable_device_io(struct pci_dev *device)
{
	return plumb_result();
}

MODEL int pci_enable_device_mem(struct pci_dev *device)
{
	return plumb_result();
}

MODEL int pcim_enable_device(struct pci_dev *device)
{
	return plumb_result();
}

MODEL void pci_disable_device(struct pci_dev *device)
{
	__plumb_readable(device, sizeof *device);
}

MODEL void pci_set_master(struct pci_dev *device)
{
}

MODEL void pci_clear_master(struct pci_dev *device)
{
}

MODEL int pci_save_state(struct pci_dev *device)
{
	return plumb_result();
}

MODEL void pci_restore_state(struct pci_dev *device)
{
}

MODEL int pci_set_power_state(struct pci_dev *device, pci_power_t state)
{
	return plumb_result();
}

MODEL int pci_request_regions(struct pci_dev *device, const char *name)
{
	return plumb_result();
}

MODEL void pci_release_regions(struct pci_dev *device)
{
}

MODEL int pci_request_region(struct pci_dev *device, int bar, const char *name)
{
	return plumb_result();
}

MODEL void pci_release_region(struct pci_dev *device, int bar)
{
}

static int plumb_regions;

MODEL int pcim_iomap_regions(struct pci_dev *device, int mask, const char *name)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_regions |= mask;
	return 0;
}

/* Regions that were asked for are there, and others may be. */
MODEL void *const *pcim_iomap_table(struct pci_dev *device)
{
	static void *regions[6];
	for (int i = 0; i < 6; i++)
		regions[i] = plumb_regions & 1 << i ? plumb_registers : plumb_map();
	return regions;
}

MODEL void *pci_iomap(struct pci_dev *device, int bar, unsigned long n)
{
	return plumb_map();
}

MODEL void pci_iounmap(struct pci_dev *device, void *p)
{
}

MODEL void *pcim_iomap(struct pci_dev *device, int bar, unsigned long n)
{
	return plumb_map();
}

MODEL void *pci_ioremap_bar(struct pci_dev *device, int bar)
{
	return plumb_map();
}

MODEL int pci_read_config_byte(const struct pci_dev *device, int at, u8 *value)
{
	*value = (u8)__plumb_any_int("register");
	return plumb_result();
}

MODEL int pci_read_config_word(const struct pci_dev *device, int at, u16 *value)
{
	*value = (u16)__plumb_any_int("register");
	return plumb_result();
}

MODEL int pci_read_config_dword(const struct pci_dev *device, int at, u32 *value)
{
	*value = (u32)__plumb_any_int("register");
	return plumb_result();
}

MODEL int pci_write_config_byte(const struct pci_dev *device, int at, u8 value)
{
	return plumb_result();
}

MODEL int pci_write_config_word(const struct pci_dev *device, int at, u16 value)
{
	return plumb_result();
}

MODEL int pci_write_config_dword(const struct pci_dev *device, int at, u32 value)
{
	return plumb_result();
}

MODEL struct pci_dev *pci_get_device(unsigned int vendor, unsigned int device, struct pci_dev *from)
{
	plumb_pci_other.vendor = (unsigned short)__plumb_any_int("vendor");
	plumb_pci_other.device = (unsigned short)__plumb_any_int("device");
	plumb_pci_other.revision = (u8)__plumb_any_int("revision");
	plumb_pci_other.bus = &plumb_pci_bus;
	return plumb_or_null(&plumb_pci_other);
}

MODEL struct pci_dev *pci_dev_get(struct pci_dev *device)
{
	return device;
}

MODEL void pci_dev_put(struct pci_dev *device)
{
}

MODEL const struct pci_device_id *pci_match_id(const struct pci_device_id *ids, struct pci_dev *device)
{
	return plumb_or_null((void *)plumb_pci_id(ids));
}

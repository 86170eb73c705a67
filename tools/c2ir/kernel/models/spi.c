/* Devices at SPI. */

static struct spi_controller plumb_spi_controller;

static struct spi_device plumb_spi_device;

static const struct spi_device_id *plumb_spi_id(const struct spi_device_id *id)
{
	while (id && id[1].name[0] && __plumb_any_bool("next"))
		id++;
	return id;
}

static struct spi_device *plumb_spi_new(struct spi_driver *driver)
{
	struct spi_device *device = &plumb_spi_device;
	device->controller = &plumb_spi_controller;
	device->irq = plumb_between(-22, 0xffff);
	device->max_speed_hz = (u32)__plumb_any_int("speed");
	device->mode = (u32)__plumb_any_int("mode");
	device->bits_per_word = (u8)plumb_between(0, 32);
	device->chip_select = (u8)plumb_between(0, 16);
	device->dev.parent = &plumb_spi_controller.dev;
	device->dev.platform_data = __plumb_any_bool("platform data") ? plumb_platform_data : 0;
	device->dev.of_node = plumb_node_for(&driver->driver, driver->id_table != 0);
	device->dev.driver = &driver->driver;
	return device;
}

static void plumb_spi_bind(struct spi_driver *driver, struct plumb_table *state)
{
	struct spi_device *device = plumb_spi_new(driver);
	state->object = device;
	if (driver->probe && driver->probe(device)) {
		plumb_unbound(&device->dev, &driver->driver);
		return;
	}
	plumb_bound(&device->dev, &driver->driver);
	state->state = 1;
}

static void plumb_spi_unbind(struct spi_driver *driver, struct plumb_table *state)
{
	struct spi_device *device = state->object;
	if (!state->state)
		return;
	state->state = 0;
	if (driver->remove)
		driver->remove(device);
	plumb_unbound(&device->dev, &driver->driver);
}

MODEL int __spi_register_driver(struct module *owner, struct spi_driver *driver)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_register(driver, 0, 0);
	return 0;
}

MODEL void spi_unregister_driver(struct spi_driver *driver)
{
	struct plumb_table *state = driver ? plumb_table_of(driver) : 0;
	plumb_unregister(driver);
	if (state)
		plumb_spi_unbind(driver, state);
}

ENVIRONMENT void plumb_call_spi_driver(struct spi_driver *driver, struct plumb_table *state)
{
	if (!state->on)
		return;
	if (!state->state) {
		plumb_spi_bind(driver, state);
	} else if (driver->shutdown && __plumb_any_bool("shutdown")) {
		driver->shutdown(state->object);
		__plumb_stop(0);
	} else {
		plumb_spi_unbind(driver, state);
	}
}

MODEL const struct spi_device_id *spi_get_device_id(const struct spi_device *device)
{
	return plumb_spi_id(container_of(device->dev.driver, struct spi_driver, driver)->id_table);
}

MODEL int spi_setup(struct spi_device *device)
{
	return plumb_result();
}

static void plumb_spi_transfer(const struct spi_transfer *t, _Bool fails)
{
	if (t->tx_buf)
		__plumb_readable(t->tx_buf, t->len);
	if (!t->rx_buf)
		return;
	__plumb_writable(t->rx_buf, t->len);
	if (!fails || __plumb_any_bool("some came before it failed"))
		__plumb_forget(t->rx_buf, t->len);
}

MODEL int spi_sync(struct spi_device *device, struct spi_message *message)
{
	_Bool fails = plumb_fails();
	struct spi_transfer *t;
	list_for_each_entry(t, &message->transfers, transfer_list) plumb_spi_transfer(t, fails);
	return fails ? plumb_errno() : 0;
}

MODEL int spi_sync_transfer(struct spi_device *device, struct spi_transfer *transfers, unsigned int n)
{
	_Bool fails = plumb_fails();
	for (unsigned int i = 0; i < n; i++)
		plumb_spi_transfer(&transfers[i], fails);
	return fails ? plumb_errno() : 0;
}

MODEL int spi_write(struct spi_device *device, const void *from, size_t n)
{
	__plumb_readable(from, n);
	return plumb_result();
}

MODEL int spi_read(struct spi_device *device, void *to, size_t n)
{
	return plumb_receives(to, n) ? 0 : plumb_errno();
}

/* What came is copied to TO if it does not fail. */
MODEL int spi_write_then_read(struct spi_device *device, const void *from, unsigned int n, void *to, unsigned int m)
{
	__plumb_readable(from, n);
	__plumb_writable(to, m);
	if (plumb_fails())
		return plumb_errno();
	__plumb_forget(to, m);
	return 0;
}

MODEL ssize_t spi_w8r8(struct spi_device *device, u8 command)
{
	return plumb_fails() ? plumb_errno() : plumb_between(0, 255);
}

MODEL ssize_t spi_w8r16(struct spi_device *device, u8 command)
{
	return plumb_fails() ? plumb_errno() : plumb_between(0, 0xffff);
}

MODEL ssize_t spi_w8r16be(struct spi_device *device, u8 command)
{
	return plumb_fails() ? plumb_errno() : plumb_between(0, 0xffff);
}

/* Hosts, and beside each what its driver keeps for it. One that devm_ does not end lives on: who has references is not followed. One of those
 * that are registered is used (drivers/spi/spi.c): a device is set up, and messages of one transfer come one after another. */

static struct spi_controller *plumb_spi_host;

static _Bool plumb_spi_host_managed;

static struct spi_device plumb_spi_target;

/* 0: not set up. */
static int plumb_spi_target_state;

static void plumb_spi_host_setup(struct spi_controller *host)
{
	struct spi_device *device = &plumb_spi_target;
	device->controller = host;
	device->dev.parent = &host->dev;
	device->chip_select = (u8)plumb_index(host->num_chipselect);
	device->mode = (u32)__plumb_any_int("mode") & host->mode_bits;
	device->bits_per_word = 8;
	device->max_speed_hz = (u32)plumb_between(1, 0x7fffffff);
	if (host->max_speed_hz && device->max_speed_hz > host->max_speed_hz)
		device->max_speed_hz = host->max_speed_hz;
	if (!host->setup || !host->setup(device))
		plumb_spi_target_state = 1;
}

static void plumb_spi_host_cleanup(struct spi_controller *host)
{
	plumb_spi_target_state = 0;
	if (host->cleanup)
		host->cleanup(&plumb_spi_target);
}

/* Bytes in one of the directions that the host has, or in both. */
static void plumb_spi_host_transfer(struct spi_controller *host, struct spi_message *message)
{
	static struct spi_transfer t;
	_Bool both = host->flags & (SPI_CONTROLLER_MUST_RX | SPI_CONTROLLER_MUST_TX);
	_Bool sends = both || __plumb_any_bool("sends");
	_Bool receives =
		both || !sends || (!(host->flags & SPI_CONTROLLER_HALF_DUPLEX) && __plumb_any_bool("receives"));
	unsigned char *out, *in;
	if ((receives && host->flags & SPI_CONTROLLER_NO_RX) || (sends && host->flags & SPI_CONTROLLER_NO_TX))
		return;
	t.len = (unsigned)plumb_between(1, 4096);
	t.bits_per_word = 8;
	t.speed_hz = plumb_spi_target.max_speed_hz;
	if (host->min_speed_hz && t.speed_hz < host->min_speed_hz)
		return;
	out = sends ? malloc(t.len) : (void *)0;
	in = receives ? malloc(t.len) : (void *)0;
	t.tx_buf = out;
	t.rx_buf = in;
	t.tx_nbits = sends ? 1 : 0;
	t.rx_nbits = receives ? 1 : 0;
	if (host->set_cs)
		host->set_cs(&plumb_spi_target, !(plumb_spi_target.mode & SPI_CS_HIGH));
	if (host->transfer_one(host, &plumb_spi_target, &t) < 0 && host->handle_err)
		host->handle_err(host, message);
	if (host->set_cs)
		host->set_cs(&plumb_spi_target, !!(plumb_spi_target.mode & SPI_CS_HIGH));
	free(out);
	free(in);
}

static void plumb_spi_host_message(struct spi_controller *host)
{
	static struct spi_message message;
	message.spi = &plumb_spi_target;
	if (host->prepare_transfer_hardware && host->prepare_transfer_hardware(host))
		return;
	if (!host->prepare_message || !host->prepare_message(host, &message)) {
		plumb_spi_host_transfer(host, &message);
		if (host->unprepare_message)
			host->unprepare_message(host, &message);
	}
	if (host->unprepare_transfer_hardware)
		host->unprepare_transfer_hardware(host);
}

LATER void plumb_spi_host_call(void)
{
	struct spi_controller *host = plumb_spi_host;
	if (!host)
		return;
	if (!plumb_spi_target_state)
		plumb_spi_host_setup(host);
	else if (host->transfer_one && __plumb_any_bool("message"))
		plumb_spi_host_message(host);
	else
		plumb_spi_host_cleanup(host);
	plumb_returned();
}

static int plumb_spi_host_register(struct spi_controller *host, _Bool managed)
{
	(void)plumb_spi_host_call;
	__plumb_readable(host, sizeof *host);
	__plumb_ledger(
		"of the functions of an SPI host setup and those around transfer_one are called, those of struct "
		"spi_controller_mem_ops and transfer_one_message are not (--kernel)");
	if (plumb_fails())
		return plumb_errno();
	if (!plumb_spi_host || __plumb_any_bool("this one")) {
		plumb_spi_host = host;
		plumb_spi_host_managed = managed;
		plumb_spi_target_state = 0;
	}
	return 0;
}

static void plumb_spi_host_end(void)
{
	if (plumb_spi_target_state)
		plumb_spi_host_cleanup(plumb_spi_host);
	plumb_spi_host = 0;
}

RELEASED void plumb_release_spi_host(void)
{
	if (plumb_spi_host_managed && plumb_spi_host)
		plumb_spi_host_end();
}

MODEL struct spi_controller *__spi_alloc_controller(struct device *parent, unsigned int size, bool target)
{
	struct spi_controller *host = plumb_allocate(sizeof *host, __GFP_ZERO);
	if (!host)
		return 0;
	host->dev.parent = parent;
	host->bus_num = -1;
	host->num_chipselect = 1;
	host->slave = target;
	host->dev.driver_data = calloc(1, size);
	return host;
}

MODEL struct spi_controller *__devm_spi_alloc_controller(struct device *parent, unsigned int size, bool target)
{
	struct spi_controller *host = plumb_managed_allocate(sizeof *host, __GFP_ZERO);
	(void)plumb_release_memory;
	if (!host)
		return 0;
	host->dev.parent = parent;
	host->bus_num = -1;
	host->num_chipselect = 1;
	host->slave = target;
	host->dev.driver_data = plumb_managed_allocate(size, __GFP_ZERO);
	return host->dev.driver_data ? host : 0;
}

MODEL int spi_register_controller(struct spi_controller *host)
{
	return plumb_spi_host_register(host, 0);
}

MODEL int devm_spi_register_controller(struct device *parent, struct spi_controller *host)
{
	(void)plumb_release_spi_host;
	return plumb_spi_host_register(host, 1);
}

MODEL void spi_unregister_controller(struct spi_controller *host)
{
	__plumb_readable(host, sizeof *host);
	if (plumb_spi_host == host)
		plumb_spi_host_end();
}

MODEL void spi_finalize_current_transfer(struct spi_controller *host)
{
	__plumb_readable(host, sizeof *host);
}

/* Register maps: what is read is any value. */

/* Bytes of a value, as the map that was made last has them. */
static unsigned long plumb_regmap_bytes = 1;

/* The map of a system controller: its values have four bytes unless the device tree says otherwise (drivers/mfd/syscon.c). */
static unsigned long plumb_syscon[8];

static unsigned long plumb_bytes_of(const struct regmap *map)
{
	return map == (const void *)plumb_syscon ? 4 : plumb_regmap_bytes;
}

static struct regmap *plumb_regmap_new(struct device *device, const struct regmap_config *config)
{
	plumb_register(config, device, 0);
	if (config->val_bits > 0)
		plumb_regmap_bytes = ((unsigned long)config->val_bits + 7) / 8;
	return plumb_or_error(plumb_thing);
}

/* Which registers there are. */
ENVIRONMENT void plumb_call_regmap_config(const struct regmap_config *table, struct plumb_table *state)
{
	unsigned int reg = (unsigned)__plumb_any_int("register");
	if (!state->on || (table->max_register && reg > table->max_register))
		return;
	if (table->writeable_reg)
		table->writeable_reg(state->owner, reg);
	if (table->readable_reg)
		table->readable_reg(state->owner, reg);
	if (table->volatile_reg)
		table->volatile_reg(state->owner, reg);
	if (table->precious_reg)
		table->precious_reg(state->owner, reg);
	plumb_returned();
}

MODEL struct regmap *__devm_regmap_init(struct device *device, const struct regmap_bus *bus, void *context,
					const struct regmap_config *config, struct lock_class_key *key,
					const char *name)
{
	return plumb_regmap_new(device, config);
}

MODEL struct regmap *__devm_regmap_init_i2c(struct i2c_client *client, const struct regmap_config *config,
					    struct lock_class_key *key, const char *name)
{
	return plumb_regmap_new(&client->dev, config);
}

MODEL struct regmap *__devm_regmap_init_spi(struct spi_device *device, const struct regmap_config *config,
					    struct lock_class_key *key, const char *name)
{
	return plumb_regmap_new(&device->dev, config);
}

MODEL struct regmap *__devm_regmap_init_mmio_clk(struct device *device, const char *clock, void *registers,
						 const struct regmap_config *config, struct lock_class_key *key,
						 const char *name)
{
	return plumb_regmap_new(device, config);
}

MODEL struct regmap *__regmap_init_i2c(struct i2c_client *client, const struct regmap_config *config,
				       struct lock_class_key *key, const char *name)
{
	return plumb_regmap_new(&client->dev, config);
}

MODEL void regmap_exit(struct regmap *map)
{
}

MODEL struct regmap *dev_get_regmap(struct device *device, const char *name)
{
	__plumb_ledger("the register map of another driver has values of one byte (--kernel)");
	return plumb_or_null(plumb_thing);
}

MODEL struct regmap *syscon_node_to_regmap(struct device_node *node)
{
	return plumb_or_error(plumb_syscon);
}

MODEL struct regmap *syscon_regmap_lookup_by_phandle(struct device_node *node, const char *name)
{
	return plumb_or_error(plumb_syscon);
}

MODEL struct regmap *syscon_regmap_lookup_by_compatible(const char *name)
{
	return plumb_or_error(plumb_syscon);
}

MODEL int regmap_read(struct regmap *map, unsigned int reg, unsigned int *value)
{
	if (plumb_fails())
		return plumb_errno();
	__plumb_writable(value, sizeof *value);
	*value = (unsigned)__plumb_any_int("register");
	__plumb_assume(plumb_bytes_of(map) >= 4 || *value >> 8 * plumb_bytes_of(map) == 0);
	return 0;
}

MODEL int regmap_write(struct regmap *map, unsigned int reg, unsigned int value)
{
	return plumb_result();
}

MODEL int regmap_write_async(struct regmap *map, unsigned int reg, unsigned int value)
{
	return plumb_result();
}

MODEL int regmap_bulk_read(struct regmap *map, unsigned int reg, void *values, size_t n)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_fill(values, n * plumb_bytes_of(map));
	return 0;
}

MODEL int regmap_bulk_write(struct regmap *map, unsigned int reg, const void *values, size_t n)
{
	__plumb_readable(values, n * plumb_bytes_of(map));
	return plumb_result();
}

MODEL int regmap_raw_read(struct regmap *map, unsigned int reg, void *values, size_t n)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_fill(values, n);
	return 0;
}

MODEL int regmap_noinc_read(struct regmap *map, unsigned int reg, void *values, size_t n)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_fill(values, n);
	return 0;
}

MODEL int regmap_raw_write(struct regmap *map, unsigned int reg, const void *values, size_t n)
{
	__plumb_readable(values, n);
	return plumb_result();
}

MODEL int regmap_update_bits_base(struct regmap *map, unsigned int reg, unsigned int mask, unsigned int value,
				  bool *change, bool async, bool force)
{
	if (change)
		*change = __plumb_any_bool("change");
	return plumb_result();
}

MODEL int regmap_test_bits(struct regmap *map, unsigned int reg, unsigned int bits)
{
	return plumb_fails() ? plumb_errno() : __plumb_any_bool("bits");
}

MODEL int regmap_multi_reg_write(struct regmap *map, const struct reg_sequence *registers, int n)
{
	__plumb_readable(registers, (unsigned long)n * sizeof *registers);
	return plumb_result();
}

MODEL int regmap_register_patch(struct regmap *map, const struct reg_sequence *registers, int n)
{
	__plumb_readable(registers, (unsigned long)n * sizeof *registers);
	return plumb_result();
}

MODEL struct regmap_field *devm_regmap_field_alloc(struct device *device, struct regmap *map, struct reg_field field)
{
	return plumb_or_error(plumb_thing);
}

MODEL int regmap_field_read(struct regmap_field *field, unsigned int *value)
{
	if (plumb_fails())
		return plumb_errno();
	*value = (unsigned)__plumb_any_int("register");
	return 0;
}

MODEL int regmap_field_update_bits_base(struct regmap_field *field, unsigned int mask, unsigned int value, bool *change,
					bool async, bool force)
{
	if (change)
		*change = __plumb_any_bool("change");
	return plumb_result();
}

MODEL int regcache_sync(struct regmap *map)
{
	return plumb_result();
}

MODEL void regcache_cache_only(struct regmap *map, bool on)
{
}

MODEL void regcache_cache_bypass(struct regmap *map, bool on)
{
}

MODEL void regcache_mark_dirty(struct regmap *map)
{
}

MODEL int regcache_drop_region(struct regmap *map, unsigned int low, unsigned int high)
{
	return plumb_result();
}

MODEL int regmap_irq_get_virq(struct regmap_irq_chip_data *data, int irq)
{
	return plumb_interrupt_number();
}

MODEL struct device *regmap_get_device(struct regmap *map)
{
	static struct device device;
	return &device;
}

/* Cooling devices and thermal zones (drivers/thermal). */

static struct thermal_cooling_device plumb_cooling;

ENVIRONMENT void plumb_call_thermal_cooling_device_ops(const struct thermal_cooling_device_ops *table,
						       struct plumb_table *state)
{
	unsigned long most = 0, level = __plumb_any_size("level");
	if (!state->on)
		return;
	if (table->get_max_state && table->get_max_state(&plumb_cooling, &most))
		return;
	if (__plumb_any_bool("set it")) {
		if (level <= most && table->set_cur_state)
			table->set_cur_state(&plumb_cooling, level);
	} else if (table->get_cur_state) {
		table->get_cur_state(&plumb_cooling, &level);
	}
	plumb_returned();
}

static struct thermal_cooling_device *plumb_cooling_new(const char *name, void *data,
							const struct thermal_cooling_device_ops *table)
{
	if (plumb_fails())
		return plumb_error_pointer();
	plumb_cooling.type = (char *)(name ? name : "");
	plumb_cooling.devdata = data;
	plumb_cooling.ops = table;
	plumb_register(table, &plumb_cooling, data);
	return &plumb_cooling;
}

RELEASED void plumb_release_cooling(void)
{
	if (plumb_cooling.ops)
		plumb_unregister(plumb_cooling.ops);
}

MODEL struct thermal_cooling_device *
devm_thermal_of_cooling_device_register(struct device *device, struct device_node *node, char *name, void *data,
					const struct thermal_cooling_device_ops *table)
{
	(void)plumb_release_cooling;
	return plumb_cooling_new(name, data, table);
}

MODEL struct thermal_cooling_device *thermal_cooling_device_register(const char *name, void *data,
								     const struct thermal_cooling_device_ops *table)
{
	return plumb_cooling_new(name, data, table);
}

MODEL struct thermal_cooling_device *thermal_of_cooling_device_register(struct device_node *node, const char *name,
									void *data,
									const struct thermal_cooling_device_ops *table)
{
	return plumb_cooling_new(name, data, table);
}

MODEL void thermal_cooling_device_unregister(struct thermal_cooling_device *device)
{
	if (!IS_ERR_OR_NULL(device) && device->ops)
		plumb_unregister(device->ops);
}

static struct thermal_zone_device plumb_zone;

static void plumb_zone_trip(const struct thermal_zone_device_ops *table, struct thermal_zone_device *zone, int trip)
{
	int value = __plumb_any_int("temperature");
	enum thermal_trip_type type = THERMAL_TRIP_ACTIVE;
	switch (plumb_choice()) {
	case 0:
		if (table->get_trip_type)
			table->get_trip_type(zone, trip, &type);
		break;
	case 1:
		if (table->get_trip_temp)
			table->get_trip_temp(zone, trip, &value);
		break;
	case 2:
		if (table->set_trip_temp)
			table->set_trip_temp(zone, trip, value);
		break;
	case 3:
		if (table->get_trip_hyst)
			table->get_trip_hyst(zone, trip, &value);
		break;
	case 4:
		if (table->set_trip_hyst)
			table->set_trip_hyst(zone, trip, value);
		break;
	}
}

ENVIRONMENT void plumb_call_thermal_zone_device_ops(const struct thermal_zone_device_ops *table,
						    struct plumb_table *state)
{
	struct thermal_zone_device *zone = &plumb_zone;
	int value = 0;
	if (!state->on)
		return;
	switch (plumb_choice()) {
	case 0:
		if (table->get_temp)
			table->get_temp(zone, &value);
		break;
	case 1:
		if (zone->num_trips > 0)
			plumb_zone_trip(table, zone, (int)plumb_index((unsigned long)zone->num_trips));
		break;
	case 2:
		if (table->change_mode)
			table->change_mode(zone, __plumb_any_bool("enabled") ? THERMAL_DEVICE_ENABLED
									     : THERMAL_DEVICE_DISABLED);
		break;
	case 3:
		if (table->get_crit_temp)
			table->get_crit_temp(zone, &value);
		break;
	case 4:
		if (table->set_trips)
			table->set_trips(zone, __plumb_any_int("low"), __plumb_any_int("high"));
		break;
	}
	plumb_returned();
}

static struct thermal_zone_device *plumb_zone_new(void *data, int trips, struct thermal_zone_device_ops *table)
{
	if (!table || plumb_fails())
		return plumb_error_pointer();
	plumb_zone.devdata = data;
	plumb_zone.num_trips = trips;
	plumb_zone.ops = table;
	plumb_register(table, &plumb_zone, data);
	return &plumb_zone;
}

MODEL struct thermal_zone_device *thermal_zone_device_register(const char *type, int trips, int mask, void *data,
							       struct thermal_zone_device_ops *table,
							       struct thermal_zone_params *parameters, int passive,
							       int polling)
{
	return plumb_zone_new(data, trips, table);
}

MODEL struct thermal_zone_device *thermal_zone_device_register_with_trips(const char *type, struct thermal_trip *points,
									  int trips, int mask, void *data,
									  struct thermal_zone_device_ops *table,
									  struct thermal_zone_params *parameters,
									  int passive, int polling)
{
	struct thermal_zone_device *zone = plumb_zone_new(data, trips, table);
	plumb_zone.trips = points;
	return zone;
}

MODEL void thermal_zone_device_unregister(struct thermal_zone_device *zone)
{
	if (zone && zone->ops)
		plumb_unregister(zone->ops);
}

RELEASED void plumb_release_zone(void)
{
	if (plumb_zone.ops)
		plumb_unregister(plumb_zone.ops);
}

#ifdef CONFIG_THERMAL_OF
MODEL struct thermal_zone_device *devm_thermal_of_zone_register(struct device *device, int id, void *data,
								const struct thermal_zone_device_ops *table)
{
	(void)plumb_release_zone;
	return plumb_zone_new(data, 0, (struct thermal_zone_device_ops *)table);
}
#endif

/* PHYs that drivers provide: of those made one is used (drivers/phy/phy-core.c). */

static struct phy plumb_phy[2];

static _Bool plumb_phy_managed;

static void plumb_phy_power(const struct phy_ops *table, struct phy *phy)
{
	if (phy->power_count) {
		if (!table->power_off || !table->power_off(phy))
			phy->power_count = 0;
	} else if (!table->power_on || !table->power_on(phy)) {
		phy->power_count = 1;
	}
}

static void plumb_phy_init(const struct phy_ops *table, struct phy *phy)
{
	if (phy->init_count) {
		if (!table->exit || !table->exit(phy))
			phy->init_count = 0;
	} else if (!table->init || !table->init(phy)) {
		phy->init_count = 1;
	}
}

/* Consumers initialise it first, and it is off when they leave it. */
ENVIRONMENT void plumb_call_phy_ops(const struct phy_ops *table, struct plumb_table *state)
{
	struct phy *phy = state->owner;
	if (!state->on)
		return;
	switch (plumb_choice()) {
	case 0:
		if (!phy->power_count)
			plumb_phy_init(table, phy);
		break;
	case 1:
		if (phy->init_count)
			plumb_phy_power(table, phy);
		break;
	case 2:
		if (table->set_mode)
			table->set_mode(phy, (enum phy_mode)plumb_between(0, PHY_MODE_DP), plumb_between(0, 63));
		break;
	case 3:
		if (table->calibrate && phy->init_count)
			table->calibrate(phy);
		break;
	case 4:
		if (table->reset)
			table->reset(phy);
		break;
	case 5:
		if (table->set_speed)
			table->set_speed(phy, plumb_between(0, 0x7fffffff));
		break;
	}
	plumb_returned();
}

static struct phy *plumb_phy_new(struct device *parent, const struct phy_ops *table)
{
	struct phy *phy = &plumb_phy[plumb_phy[0].ops || __plumb_any_bool("another one is used")];
	__plumb_ledger("of the PHYs that a driver makes one is used, and the others are one object (--kernel)");
	if (plumb_fails())
		return plumb_error_pointer();
	phy->ops = table;
	phy->dev.parent = parent;
	phy->init_count = phy->power_count = 0;
	if (phy == &plumb_phy[0])
		plumb_register(table, phy, 0);
	return phy;
}

static void plumb_phy_end(void)
{
	if (plumb_phy[0].ops)
		plumb_unregister(plumb_phy[0].ops);
	plumb_phy[0].ops = 0;
}

RELEASED void plumb_release_phy(void)
{
	if (plumb_phy_managed)
		plumb_phy_end();
}

MODEL struct phy *phy_create(struct device *parent, struct device_node *node, const struct phy_ops *table)
{
	return plumb_phy_new(parent, table);
}

MODEL struct phy *devm_phy_create(struct device *parent, struct device_node *node, const struct phy_ops *table)
{
	(void)plumb_release_phy;
	plumb_phy_managed = 1;
	return plumb_phy_new(parent, table);
}

MODEL void phy_destroy(struct phy *phy)
{
	if (phy == &plumb_phy[0])
		plumb_phy_end();
}

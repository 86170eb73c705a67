/* Properties that the firmware gives devices: any values. */

/* A string of the firmware's. */
static char plumb_string[32];

static char *plumb_any_string(void)
{
	__plumb_forget(plumb_string, sizeof plumb_string - 1);
	return plumb_string;
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

/* The children of the first node that is asked for them: as many as are counted come one after another. Of others any number comes. */
static struct plumb_children {
	const void *parent;
	int all, available;
	int passed; /* of those that are looked at in turn */
} plumb_children;

static _Bool plumb_children_are_of(const void *parent)
{
	if (!plumb_children.parent) {
		plumb_children.parent = parent;
		plumb_children.all = plumb_between(0, 64);
		plumb_children.available = plumb_between(0, plumb_children.all);
	}
	return plumb_children.parent == parent;
}

static int plumb_children_count(const void *parent, _Bool available)
{
	if (!plumb_children_are_of(parent))
		return plumb_between(0, 64);
	return available ? plumb_children.available : plumb_children.all;
}

static _Bool plumb_children_next(const void *parent, _Bool first, _Bool available)
{
	if (!plumb_children_are_of(parent))
		return __plumb_any_bool("there is a node");
	if (first)
		plumb_children.passed = 0;
	return plumb_children.passed++ < (available ? plumb_children.available : plumb_children.all);
}

static const void *plumb_parent_node(const struct device *device)
{
	return device->of_node ? (const void *)device->of_node : device;
}

MODEL unsigned int device_get_child_node_count(const struct device *device)
{
	return (unsigned)plumb_children_count(plumb_parent_node(device), 1);
}

MODEL struct fwnode_handle *device_get_next_child_node(const struct device *device, struct fwnode_handle *child)
{
	return plumb_children_next(plumb_parent_node(device), !child, 1) ? (void *)plumb_thing : (void *)0;
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

MODEL int device_property_read_string_array(struct device *device, const char *name, const char **out, size_t n)
{
	if (plumb_fails())
		return plumb_errno();
	for (size_t i = 0; out && i < n; i++)
		out[i] = plumb_any_string();
	return (int)n;
}

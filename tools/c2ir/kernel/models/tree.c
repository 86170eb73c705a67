/* The device tree, if the kernel has one: nodes and properties that the firmware says. The nodes are two, and what is found is either. */

static struct device_node plumb_tree[2];

static struct device_node *plumb_any_node(void)
{
	return __plumb_any_bool("there is a node") ? &plumb_tree[__plumb_any_bool("which node")] : (void *)0;
}

static struct device_node *plumb_child(const struct device_node *node, const struct device_node *last, _Bool available)
{
	return node && plumb_children_next(node, !last, available) ? &plumb_tree[__plumb_any_bool("which node")]
								   : (void *)0;
}

/* Any entry of a table that devices are matched with. */
static const struct of_device_id *plumb_node_match(const struct of_device_id *ids)
{
	if (!ids || !(ids->compatible[0] || ids->name[0] || ids->type[0]))
		return 0;
	while ((ids[1].compatible[0] || ids[1].name[0] || ids[1].type[0]) && __plumb_any_bool("next"))
		ids++;
	return ids;
}

#ifdef CONFIG_OF
MODEL struct device_node *of_find_node_by_name(struct device_node *from, const char *name)
{
	return plumb_any_node();
}
#endif

#ifdef CONFIG_OF
MODEL struct device_node *of_find_node_by_type(struct device_node *from, const char *type)
{
	return plumb_any_node();
}
#endif

#ifdef CONFIG_OF
MODEL struct device_node *of_find_compatible_node(struct device_node *from, const char *type, const char *compatible)
{
	return plumb_any_node();
}
#endif

#ifdef CONFIG_OF
MODEL struct device_node *of_find_node_opts_by_path(const char *path, const char **options)
{
	return plumb_any_node();
}
#endif

#ifdef CONFIG_OF
MODEL struct device_node *of_find_node_by_phandle(phandle handle)
{
	return plumb_any_node();
}
#endif

#ifdef CONFIG_OF
MODEL struct device_node *of_find_node_with_property(struct device_node *from, const char *name)
{
	return plumb_any_node();
}
#endif

#ifdef CONFIG_OF
MODEL struct device_node *of_get_parent(const struct device_node *node)
{
	return plumb_any_node();
}
#endif

#ifdef CONFIG_OF
MODEL struct device_node *of_get_next_parent(struct device_node *node)
{
	return plumb_any_node();
}
#endif

#ifdef CONFIG_OF
MODEL struct device_node *of_get_next_child(const struct device_node *node, struct device_node *last)
{
	return plumb_child(node, last, 0);
}
#endif

#ifdef CONFIG_OF
MODEL struct device_node *of_get_next_available_child(const struct device_node *node, struct device_node *last)
{
	return plumb_child(node, last, 1);
}
#endif

#ifdef CONFIG_OF
MODEL struct device_node *of_get_child_by_name(const struct device_node *node, const char *name)
{
	return plumb_any_node();
}
#endif

#ifdef CONFIG_OF
MODEL struct device_node *of_get_compatible_child(const struct device_node *node, const char *compatible)
{
	return plumb_any_node();
}
#endif

#ifdef CONFIG_OF
MODEL struct device_node *of_parse_phandle(const struct device_node *node, const char *name, int i)
{
	return plumb_any_node();
}
#endif

#ifdef CONFIG_OF
MODEL struct device_node *of_get_cpu_node(int number, unsigned int *thread)
{
	return plumb_any_node();
}
#endif

#ifdef CONFIG_OF
MODEL struct device_node *of_graph_get_next_endpoint(const struct device_node *node, struct device_node *last)
{
	return plumb_any_node();
}
#endif

#ifdef CONFIG_OF
MODEL struct device_node *of_graph_get_remote_port_parent(const struct device_node *node)
{
	return plumb_any_node();
}
#endif

#ifdef CONFIG_OF
MODEL struct device_node *of_graph_get_remote_node(const struct device_node *node, u32 port, u32 endpoint)
{
	return plumb_any_node();
}
#endif

#ifdef CONFIG_OF
MODEL struct device_node *of_find_matching_node_and_match(struct device_node *from, const struct of_device_id *ids,
							  const struct of_device_id **match)
{
	struct device_node *node = plumb_any_node();
	if (match)
		*match = node ? plumb_node_match(ids) : (void *)0;
	return node;
}
#endif

#ifdef CONFIG_OF
MODEL const struct of_device_id *of_match_node(const struct of_device_id *ids, const struct device_node *node)
{
	return !node || plumb_fails() ? (void *)0 : plumb_node_match(ids);
}
#endif

/* Also in a kernel without a tree: the device that the environment binds was found by the driver's table (plumb_node_for). */
MODEL const struct of_device_id *of_match_device(const struct of_device_id *ids, const struct device *device)
{
	return !device->of_node || (ids != device->driver->of_match_table && plumb_fails()) ? (void *)0
											    : plumb_node_match(ids);
}

MODEL const void *of_device_get_match_data(const struct device *device)
{
	const struct of_device_id *id =
		device->of_node && device->driver ? plumb_node_match(device->driver->of_match_table) : (void *)0;
	return id ? id->data : (void *)0;
}

#ifdef CONFIG_OF
MODEL struct device_node *of_node_get(struct device_node *node)
{
	return node;
}
#endif

#ifdef CONFIG_OF
MODEL void of_node_put(struct device_node *node)
{
}
#endif

#ifdef CONFIG_OF
MODEL int of_get_child_count(const struct device_node *node)
{
	return node ? plumb_children_count(node, 0) : 0;
}
#endif

#ifdef CONFIG_OF
MODEL int of_get_available_child_count(const struct device_node *node)
{
	return node ? plumb_children_count(node, 1) : 0;
}
#endif

#ifdef CONFIG_OF
MODEL bool of_device_is_available(const struct device_node *node)
{
	return node && __plumb_any_bool("the node says so");
}
#endif

#ifdef CONFIG_OF
MODEL int of_machine_is_compatible(const char *compatible)
{
	return __plumb_any_bool("the machine is one");
}
#endif

#ifdef CONFIG_OF
MODEL bool of_node_name_eq(const struct device_node *node, const char *name)
{
	return node && __plumb_any_bool("the node says so");
}
#endif

#ifdef CONFIG_OF
MODEL bool of_node_name_prefix(const struct device_node *node, const char *name)
{
	return node && __plumb_any_bool("the node says so");
}
#endif

#ifdef CONFIG_OF
MODEL bool of_device_is_big_endian(const struct device_node *node)
{
	return node && __plumb_any_bool("the node says so");
}
#endif

#ifdef CONFIG_OF
MODEL bool of_dma_is_coherent(struct device_node *node)
{
	return node && __plumb_any_bool("the node says so");
}
#endif

#ifdef CONFIG_OF
MODEL int of_device_is_compatible(const struct device_node *node, const char *compatible)
{
	return node && __plumb_any_bool("the node says so");
}
#endif

#ifdef CONFIG_OF
MODEL int of_property_read_variable_u8_array(const struct device_node *node, const char *name, u8 *out, size_t least,
					     size_t most)
{
	unsigned long n = most ? plumb_index(most + 1) : least;
	if (!node || n < least || plumb_fails())
		return plumb_errno();
	plumb_fill(out, n * sizeof *out);
	return (int)n;
}
#endif

#ifdef CONFIG_OF
MODEL int of_property_read_variable_u16_array(const struct device_node *node, const char *name, u16 *out, size_t least,
					      size_t most)
{
	unsigned long n = most ? plumb_index(most + 1) : least;
	if (!node || n < least || plumb_fails())
		return plumb_errno();
	plumb_fill(out, n * sizeof *out);
	return (int)n;
}
#endif

#ifdef CONFIG_OF
MODEL int of_property_read_variable_u32_array(const struct device_node *node, const char *name, u32 *out, size_t least,
					      size_t most)
{
	unsigned long n = most ? plumb_index(most + 1) : least;
	if (!node || n < least || plumb_fails())
		return plumb_errno();
	plumb_fill(out, n * sizeof *out);
	return (int)n;
}
#endif

#ifdef CONFIG_OF
MODEL int of_property_read_variable_u64_array(const struct device_node *node, const char *name, u64 *out, size_t least,
					      size_t most)
{
	unsigned long n = most ? plumb_index(most + 1) : least;
	if (!node || n < least || plumb_fails())
		return plumb_errno();
	plumb_fill(out, n * sizeof *out);
	return (int)n;
}
#endif

#ifdef CONFIG_OF
MODEL int of_property_read_u32_index(const struct device_node *node, const char *name, u32 i, u32 *out)
{
	if (!node || plumb_fails())
		return plumb_errno();
	plumb_fill(out, sizeof *out);
	return 0;
}
#endif

#ifdef CONFIG_OF
MODEL int of_property_read_u64_index(const struct device_node *node, const char *name, u32 i, u64 *out)
{
	if (!node || plumb_fails())
		return plumb_errno();
	plumb_fill(out, sizeof *out);
	return 0;
}
#endif

#ifdef CONFIG_OF
MODEL int of_property_read_u64(const struct device_node *node, const char *name, u64 *out)
{
	if (!node || plumb_fails())
		return plumb_errno();
	plumb_fill(out, sizeof *out);
	return 0;
}
#endif

#ifdef CONFIG_OF
MODEL int of_property_read_string(const struct device_node *node, const char *name, const char **out)
{
	if (!node || plumb_fails())
		return plumb_errno();
	*out = plumb_any_string();
	return 0;
}
#endif

#ifdef CONFIG_OF
MODEL int of_property_read_string_helper(const struct device_node *node, const char *name, const char **out, size_t n,
					 int skip)
{
	int found = plumb_between(1, 32);
	if (!node || plumb_fails())
		return plumb_errno();
	if (!out)
		return found;
	for (int i = 0; i < found && i < (int)n; i++)
		out[i] = plumb_any_string();
	return found < (int)n ? found : (int)n;
}
#endif

#ifdef CONFIG_OF
MODEL int of_property_match_string(const struct device_node *node, const char *name, const char *s)
{
	return !node || plumb_fails() ? plumb_errno() : plumb_between(0, 32);
}
#endif

#ifdef CONFIG_OF
MODEL int of_property_count_elems_of_size(const struct device_node *node, const char *name, int size)
{
	return !node || plumb_fails() ? plumb_errno() : plumb_between(0, 512);
}
#endif

/* What a property holds. */
static unsigned long plumb_property_value[64];

static struct property plumb_property;

#ifdef CONFIG_OF
MODEL const void *of_get_property(const struct device_node *node, const char *name, int *n)
{
	if (!node || plumb_fails())
		return 0;
	__plumb_forget(plumb_property_value, sizeof plumb_property_value);
	if (n)
		*n = plumb_between(0, sizeof plumb_property_value);
	return plumb_property_value;
}
#endif

#ifdef CONFIG_OF
MODEL struct property *of_find_property(const struct device_node *node, const char *name, int *n)
{
	if (!node || plumb_fails())
		return 0;
	plumb_property.length = plumb_between(0, sizeof plumb_property_value);
	plumb_property.value = plumb_property_value;
	__plumb_forget(plumb_property_value, sizeof plumb_property_value);
	if (n)
		*n = plumb_property.length;
	return &plumb_property;
}
#endif

#ifdef CONFIG_OF
MODEL int __of_parse_phandle_with_args(const struct device_node *node, const char *name, const char *cells, int count,
				       int i, struct of_phandle_args *out)
{
	if (!node || plumb_fails())
		return plumb_errno();
	if (out) {
		out->np = &plumb_tree[__plumb_any_bool("which node")];
		out->args_count = plumb_between(0, MAX_PHANDLE_ARGS);
		plumb_fill(out->args, sizeof out->args);
	}
	return 0;
}
#endif

#ifdef CONFIG_OF
MODEL int of_count_phandle_with_args(const struct device_node *node, const char *name, const char *cells)
{
	return !node || plumb_fails() ? plumb_errno() : plumb_between(0, 32);
}
#endif

#ifdef CONFIG_OF
MODEL int of_alias_get_id(struct device_node *node, const char *stem)
{
	return plumb_fails() ? plumb_errno() : plumb_between(0, 255);
}
#endif

#ifdef CONFIG_OF
MODEL void *of_iomap(struct device_node *node, int i)
{
	return plumb_map();
}
#endif

#ifdef CONFIG_OF
MODEL unsigned int irq_of_parse_and_map(struct device_node *node, int i)
{
	return (unsigned)plumb_between(0, 1 << 20);
}
#endif

#ifdef CONFIG_OF_ADDRESS
MODEL const __be32 *__of_get_address(struct device_node *node, int i, int bar, u64 *size, unsigned int *flags)
{
	if (!node || plumb_fails())
		return 0;
	__plumb_forget(plumb_property_value, sizeof plumb_property_value);
	if (size)
		*size = __plumb_any_size("size");
	if (flags)
		*flags = (unsigned)__plumb_any_int("flags");
	return (const __be32 *)plumb_property_value;
}
#endif

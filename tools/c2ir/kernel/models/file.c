/* Files: what registers file_operations, and what is done with them. */

static struct inode plumb_inode;

static struct file plumb_file;

static struct dentry plumb_dentry;

static struct cdev *plumb_cdev;

static int plumb_minor = -1;

static const struct file_operations *plumb_chrdev_table;

/* The entry of a file of debugfs that is not called, as its table is called for another one. */
static struct dentry plumb_other_dentry;

static struct device plumb_misc_device;

MODEL int misc_register(struct miscdevice *device)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_misc_device.parent = device->parent;
	plumb_misc_device.driver_data = device;
	device->this_device = &plumb_misc_device;
	plumb_groups_given(&plumb_misc_device, device->groups);
	plumb_register(device->fops, device, 0);
	return 0;
}

MODEL void misc_deregister(struct miscdevice *device)
{
	if (device->groups)
		plumb_groups_end(&plumb_misc_device);
	plumb_unregister_owner(device->fops, device);
}

MODEL int __register_chrdev(unsigned int major, unsigned int first, unsigned int n, const char *name,
			    const struct file_operations *table)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_register(table, 0, 0);
	plumb_chrdev_table = table;
	return major ? 0 : plumb_between(1, 511);
}

MODEL void __unregister_chrdev(unsigned int major, unsigned int first, unsigned int n, const char *name)
{
	if (plumb_chrdev_table)
		plumb_unregister(plumb_chrdev_table);
	plumb_chrdev_table = 0;
}

MODEL int alloc_chrdev_region(dev_t *out, unsigned int first, unsigned int n, const char *name)
{
	if (plumb_fails())
		return plumb_errno();
	*out = (dev_t)plumb_between(1 << 20, (512 << 20) - 1) & ~0xfffffu;
	return 0;
}

MODEL int register_chrdev_region(dev_t first, unsigned int n, const char *name)
{
	return plumb_result();
}

MODEL void unregister_chrdev_region(dev_t first, unsigned int n)
{
}

MODEL void cdev_init(struct cdev *device, const struct file_operations *table)
{
	__builtin_memset(device, 0, sizeof *device);
	device->ops = table;
}

static int plumb_cdev_add(struct cdev *device)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_cdev = device;
	plumb_register(device->ops, 0, 0);
	return 0;
}

MODEL int cdev_add(struct cdev *device, dev_t first, unsigned int n)
{
	return plumb_cdev_add(device);
}

MODEL int cdev_device_add(struct cdev *device, struct device *parent)
{
	int error = plumb_cdev_add(device);
	if (!error && parent)
		plumb_group_device = parent;
	return error;
}

MODEL void cdev_del(struct cdev *device)
{
	__plumb_readable(device, sizeof *device);
	if (device->ops)
		plumb_unregister(device->ops);
}

MODEL void cdev_device_del(struct cdev *device, struct device *parent)
{
	plumb_groups_end(parent);
	__plumb_readable(device, sizeof *device);
	if (device->ops)
		plumb_unregister(device->ops);
}

MODEL struct dentry *debugfs_create_dir(const char *name, struct dentry *parent)
{
	return __plumb_is_error(parent) ? parent : plumb_or_error(&plumb_dentry);
}

/* The entry of a table's file is the address of its state, and its object says with what it goes: with the directories, which are one, or
 * alone. */
MODEL struct dentry *debugfs_create_file(const char *name, umode_t mode, struct dentry *parent, void *data,
					 const struct file_operations *table)
{
	struct plumb_table *state = plumb_table_of(table);
	if (__plumb_is_error(parent))
		return parent;
	if (plumb_fails())
		return plumb_error_pointer();
	if (!state || (state->on && __plumb_any_bool("called for another one")))
		return &plumb_other_dentry;
	state->on = 1;
	state->owner = 0;
	state->data = data;
	state->object = parent ? (void *)&plumb_dentry : (void *)state;
	return (struct dentry *)(void *)state;
}

/* The state 2: a file is still open that is no longer there. */
static void plumb_debugfs_end(struct plumb_table *state, const struct dentry *entry)
{
	if (!state || !state->on || !state->object || (entry != (void *)state && entry != state->object))
		return;
	state->on = 0;
	if (state->state)
		state->state = 2;
}

MODEL void debugfs_remove(struct dentry *entry)
{
	plumb_each_file_operations(plumb_debugfs_end, entry);
}

MODEL void debugfs_create_u32(const char *name, umode_t mode, struct dentry *parent, u32 *value)
{
}

MODEL void debugfs_create_x32(const char *name, umode_t mode, struct dentry *parent, u32 *value)
{
}

MODEL void debugfs_create_u8(const char *name, umode_t mode, struct dentry *parent, u8 *value)
{
}

MODEL void debugfs_create_bool(const char *name, umode_t mode, struct dentry *parent, bool *value)
{
}

MODEL int stream_open(struct inode *inode, struct file *file)
{
	return 0;
}

MODEL int nonseekable_open(struct inode *inode, struct file *file)
{
	return 0;
}

MODEL int simple_open(struct inode *inode, struct file *file)
{
	if (inode->i_private)
		file->private_data = inode->i_private;
	return 0;
}

MODEL long compat_ptr_ioctl(struct file *file, unsigned int command, unsigned long argument)
{
	return file->f_op->unlocked_ioctl ? file->f_op->unlocked_ioctl(file, command, argument & 0xffffffff) : -515;
}

MODEL loff_t noop_llseek(struct file *file, loff_t offset, int whence)
{
	return file->f_pos;
}

MODEL loff_t default_llseek(struct file *file, loff_t offset, int whence)
{
	return plumb_fails() ? plumb_errno() : __plumb_any_long("at");
}

MODEL loff_t generic_file_llseek(struct file *file, loff_t offset, int whence)
{
	return plumb_fails() ? plumb_errno() : __plumb_any_long("at");
}

MODEL loff_t fixed_size_llseek(struct file *file, loff_t offset, int whence, loff_t size)
{
	return plumb_fails() ? plumb_errno() : (long)plumb_index((unsigned long)size + 1);
}

MODEL int fasync_helper(int descriptor, struct file *file, int on, struct fasync_struct **list)
{
	return plumb_fails() ? plumb_errno() : 1;
}

MODEL void kill_fasync(struct fasync_struct **list, int signal, int band)
{
}

/* Files whose text is made by a function. */
static struct seq_file plumb_seq;

static int (*plumb_seq_show)(struct seq_file *, void *);

MODEL int single_open(struct file *file, int (*show)(struct seq_file *, void *), void *data)
{
	if (__plumb_any_bool("allocation fails"))
		return -12;
	plumb_seq.private = data;
	plumb_seq.file = file;
	plumb_seq_show = show;
	file->private_data = &plumb_seq;
	return 0;
}

MODEL int single_release(struct inode *inode, struct file *file)
{
	plumb_seq_show = 0;
	return 0;
}

MODEL ssize_t seq_read(struct file *file, char *to, size_t n, loff_t *at)
{
	if (plumb_seq_show)
		plumb_seq_show(&plumb_seq, 0);
	return __plumb_any_long("bytes read");
}

MODEL loff_t seq_lseek(struct file *file, loff_t offset, int whence)
{
	return plumb_fails() ? plumb_errno() : __plumb_any_long("at");
}

static void plumb_open(const struct file_operations *table, struct plumb_table *state)
{
	int error;
	plumb_inode.i_rdev = (dev_t)plumb_between(0, 0x7fffffff);
	if (plumb_minor >= 0)
		plumb_inode.i_rdev = (dev_t)plumb_minor;
	plumb_inode.i_private = state->data;
	plumb_inode.i_cdev = plumb_cdev;
	plumb_file.f_op = table;
	plumb_file.f_inode = &plumb_inode;
	plumb_file.private_data = state->owner;
	plumb_file.f_flags = (unsigned)__plumb_any_int("flags");
	plumb_file.f_mode = (fmode_t)__plumb_any_int("mode");
	plumb_file.f_pos = 0;
	error = table->open ? table->open(&plumb_inode, &plumb_file) : 0;
	plumb_returned();
	if (!error)
		state->state = 1;
}

/* As many bytes as are read or written at once from a position on (rw_verify_area(), vfs_read() in fs/read_write.c). */
static unsigned long plumb_count(loff_t at)
{
	unsigned long n = plumb_index(0x7ffff001);
	__plumb_assume(n <= 0x7ffffffffffffffful - (unsigned long)at);
	return n;
}

static void plumb_file_read(const struct file_operations *table, loff_t *at)
{
	if (table->read)
		table->read(&plumb_file, (char *)8192, plumb_count(*at), at);
}

static void plumb_file_write(const struct file_operations *table, loff_t *at)
{
	if (table->write)
		table->write(&plumb_file, (const char *)8192, plumb_count(*at), at);
}

static void plumb_file_ioctl(const struct file_operations *table)
{
	unsigned int command = (unsigned)__plumb_any_int("command");
	unsigned long argument = __plumb_any_size("argument");
	if (table->unlocked_ioctl && __plumb_any_bool("native"))
		table->unlocked_ioctl(&plumb_file, command, argument);
	else if (table->compat_ioctl)
		table->compat_ioctl(&plumb_file, command, argument & 0xffffffff);
}

static void plumb_file_seek(const struct file_operations *table)
{
	loff_t at;
	if (!table->llseek)
		return;
	at = table->llseek(&plumb_file, __plumb_any_long("offset"), plumb_between(0, 4));
	if (at >= 0)
		plumb_file.f_pos = at;
}

static void plumb_file_close(const struct file_operations *table, struct plumb_table *state)
{
	if (table->flush)
		table->flush(&plumb_file, 0);
	if (table->fasync && __plumb_any_bool("asynchronous"))
		table->fasync(-1, &plumb_file, 0);
	if (table->release)
		table->release(&plumb_inode, &plumb_file);
	state->state = 0;
}

/* One file at a time: open, then any calls, then release. */
ENVIRONMENT void plumb_call_file_operations(const struct file_operations *table, struct plumb_table *state)
{
	loff_t at = __plumb_any_long("position");
	if (!state->state) {
		if (state->on)
			plumb_open(table, state);
		return;
	}
	if (state->state == 2) {
		plumb_file_close(table, state);
		return;
	}
	__plumb_assume(at >= 0);
	switch (plumb_choice()) {
	case 0:
		plumb_file_read(table, &at);
		break;
	case 1:
		plumb_file_write(table, &at);
		break;
	case 2:
		plumb_file_ioctl(table);
		break;
	case 3:
		plumb_file_close(table, state);
		break;
	case 4:
		plumb_file_seek(table);
		break;
	case 5:
		if (table->poll)
			table->poll(&plumb_file, 0);
		break;
	case 6:
		if (table->fsync)
			table->fsync(&plumb_file, 0, 0x7fffffffffffffff, plumb_between(0, 1));
		break;
	case 7:
		if (table->fasync)
			table->fasync(plumb_between(0, 1023), &plumb_file, 1);
		break;
	case 8:
		if (table->mmap) {
			static struct vm_area_struct area;
			area.vm_start = plumb_index(1ul << 46) & ~0xffful;
			area.vm_end = area.vm_start + (plumb_index(1ul << 40) & ~0xffful) + 4096;
			area.vm_pgoff = plumb_index(1ul << 52);
			area.vm_flags = __plumb_any_size("flags");
			table->mmap(&plumb_file, &area);
		}
		break;
	}
	plumb_returned();
}

MODEL int remap_pfn_range(struct vm_area_struct *area, unsigned long at, unsigned long page, unsigned long size,
			  pgprot_t protection)
{
	__plumb_readable(area, sizeof *area);
	return plumb_result();
}

MODEL int io_remap_pfn_range(struct vm_area_struct *area, unsigned long at, unsigned long page, unsigned long size,
			     pgprot_t protection)
{
	__plumb_readable(area, sizeof *area);
	return plumb_result();
}

MODEL int vm_iomap_memory(struct vm_area_struct *area, phys_addr_t start, unsigned long n)
{
	return plumb_result();
}

/* Device nodes. */
static struct device plumb_node_device;

static struct class plumb_class;

static struct class *plumb_class_new(void)
{
	return plumb_or_error(&plumb_class);
}

MODEL struct class *__class_create(struct module *owner, const char *name, struct lock_class_key *key)
{
	return plumb_class_new();
}

MODEL void class_destroy(struct class *class)
{
}

MODEL int __class_register(struct class *class, struct lock_class_key *key)
{
	return plumb_result();
}

MODEL void class_unregister(struct class *class)
{
}

MODEL struct device *device_create(struct class *class, struct device *parent, dev_t number, void *data,
				   const char *format, ...)
{
	if (plumb_fails())
		return plumb_error_pointer();
	plumb_node_device.parent = parent;
	plumb_node_device.driver_data = data;
	plumb_groups_given(&plumb_node_device, class->dev_groups);
	return &plumb_node_device;
}

MODEL struct device *device_create_with_groups(struct class *class, struct device *parent, dev_t number, void *data,
					       const struct attribute_group **groups, const char *format, ...)
{
	if (plumb_fails())
		return plumb_error_pointer();
	plumb_node_device.parent = parent;
	plumb_node_device.driver_data = data;
	plumb_group_device = &plumb_node_device;
	return &plumb_node_device;
}

MODEL void device_destroy(struct class *class, dev_t number)
{
	plumb_groups_end(&plumb_node_device);
}

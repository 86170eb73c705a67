/* Files: misc devices, and what is done with the file_operations that are registered. */

MODEL int misc_register(struct miscdevice *device)
{
	if (plumb_fails())
		return plumb_errno();
	plumb_register(device->fops, device, 0);
	return 0;
}

MODEL void misc_deregister(struct miscdevice *device)
{
	plumb_unregister(device->fops);
}

/* One file at a time: open, then any calls, then release. */
ENVIRONMENT void plumb_call_file_operations(const struct file_operations *table, struct plumb_table *state)
{
	static struct inode the_inode, *const inode = &the_inode;
	static struct file the_file, *const file = &the_file;
	loff_t at = __plumb_any_long("position");
	if (!state->state) {
		if (!state->on)
			return;
		__plumb_forget(inode, sizeof *inode);
		__plumb_forget(file, sizeof *file);
		file->f_op = table;
		file->private_data = state->owner;
		if (table->open && table->open(inode, file)) {
			plumb_returned();
			return;
		}
		plumb_returned();
		state->state = 1;
		return;
	}
	__plumb_assume(at >= 0);
	switch (plumb_choice()) {
	case 0:
		if (table->read)
			table->read(file, (char *)8192, plumb_index(1ul << 31), &at);
		break;
	case 1:
		if (table->write)
			table->write(file, (const char *)8192, plumb_index(1ul << 31), &at);
		break;
	case 2:
		if (table->unlocked_ioctl)
			table->unlocked_ioctl(file, (unsigned)__plumb_any_int("command"), __plumb_any_size("argument"));
		break;
	case 3:
		if (table->release)
			table->release(inode, file);
		state->state = 0;
		break;
	}
	plumb_returned();
}

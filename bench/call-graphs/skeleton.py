"""A call graph in the skeleton of a driver for Linux: each operation of its device calls it, and ioctl one of three times."""

HEAD = '''#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/slab.h>

'''
# What the kernel has other names for.
RENAMED = {
    '#include <stdlib.h>': '#define malloc(size) kmalloc(size, GFP_KERNEL)\n#define calloc(count, size) kcalloc(count, size, GFP_KERNEL)\n'
                           '#define free kfree',
    'struct device ': 'struct graph_state ',
    'int main(void)': 'static int graph(void)',
}
TAIL = '''
static int graph_open(struct inode *inode, struct file *file)
{
	return graph() ? -EIO : 0;
}

static ssize_t graph_read(struct file *file, char __user *buffer, size_t count, loff_t *position)
{
	return count > 8 ? graph() : -EINVAL;
}

static ssize_t graph_write(struct file *file, const char __user *buffer, size_t count, loff_t *position)
{
	return *position ? -ESPIPE : graph();
}

static long graph_ioctl(struct file *file, unsigned int command, unsigned long argument)
{
	switch (command) {
	case 1:
		return graph();
	case 2:
		return argument ? graph() : -EFAULT;
	case 3:
		return graph() || graph();
	}
	return -ENOTTY;
}

static int graph_release(struct inode *inode, struct file *file)
{
	return graph();
}

static const struct file_operations graph_operations = {
	.owner = THIS_MODULE,
	.open = graph_open,
	.read = graph_read,
	.write = graph_write,
	.unlocked_ioctl = graph_ioctl,
	.release = graph_release,
};

static struct miscdevice graph_device = { .minor = MISC_DYNAMIC_MINOR, .name = "graph", .fops = &graph_operations };

module_misc_device(graph_device);
MODULE_LICENSE("GPL");
'''


def skeleton(text):
    """Of the text of a program with main: main is what the operations call."""
    for ours, theirs in RENAMED.items():
        text = text.replace(ours, theirs)
    return HEAD + text + TAIL

// SPDX-License-Identifier: GPL-2.0
/* A misc device that keeps the last lines written to it. */
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#define LINE 64

struct ringlog {
	struct mutex lock;
	char line[LINE];
	size_t length;
};

static struct ringlog *ringlog;

static ssize_t ringlog_write(struct file *file, const char __user *from, size_t count, loff_t *at)
{
	struct ringlog *r = ringlog;

	mutex_lock(&r->lock);
	if (count > LINE)
		return -EINVAL;
	if (copy_from_user(r->line, from, count)) {
		mutex_unlock(&r->lock);
		return -EFAULT;
	}
	r->length = count;
	mutex_unlock(&r->lock);
	return count;
}

static ssize_t ringlog_read(struct file *file, char __user *to, size_t count, loff_t *at)
{
	ssize_t done;

	mutex_lock(&ringlog->lock);
	done = simple_read_from_buffer(to, count, at, ringlog->line, ringlog->length);
	mutex_unlock(&ringlog->lock);
	return done;
}

static const struct file_operations ringlog_fops = {
	.owner = THIS_MODULE,
	.read = ringlog_read,
	.write = ringlog_write,
};

static struct miscdevice ringlog_device = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "ringlog",
	.fops = &ringlog_fops,
};

static int __init ringlog_init(void)
{
	int error;

	ringlog = kzalloc(sizeof(*ringlog), GFP_KERNEL);
	if (!ringlog)
		return -ENOMEM;
	mutex_init(&ringlog->lock);
	error = misc_register(&ringlog_device);
	if (error)
		kfree(ringlog);
	return error;
}

static void __exit ringlog_exit(void)
{
	misc_deregister(&ringlog_device);
	kfree(ringlog);
}

module_init(ringlog_init);
module_exit(ringlog_exit);
MODULE_LICENSE("GPL");

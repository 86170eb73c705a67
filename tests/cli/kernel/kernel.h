/* A kernel in small: what drivers see of Linux, as far as the tests beside this file need it. Names and types are those of its interfaces;
 * structures have the members that models and protocols use (tools/c2ir/kernel/models). */
#ifndef TESTS_KERNEL_H
#define TESTS_KERNEL_H

#define NULL ((void *)0)
#define __init
#define __exit
#define __user
#define EINVAL 22
#define ENOMEM 12
#define EFAULT 14
#define ENODEV 19
#define GFP_KERNEL 0xcc0u
#define GFP_ATOMIC 0xa20u
#define __GFP_ZERO 0x100u
#define __GFP_NOFAIL 0x8000u
#define THIS_MODULE ((struct module *)0)
#define container_of(p, type, member) ((type *)((char *)(p) - __builtin_offsetof(type, member)))
#define module_init(f) int init_module(void) __attribute__((alias(#f)));
#define module_exit(f) void cleanup_module(void) __attribute__((alias(#f)));
#define IS_ERR_OR_NULL(p) (!(p) || IS_ERR(p))

typedef unsigned char u8, __u8;
typedef unsigned short u16, __u16, umode_t;
typedef unsigned int u32, gfp_t, dev_t, fmode_t, __poll_t;
typedef int s32;
typedef unsigned long u64, size_t, resource_size_t, kernel_ulong_t, dma_addr_t;
typedef long loff_t, ssize_t, time64_t;
typedef _Bool bool;
typedef __builtin_va_list va_list;

static inline bool IS_ERR(const void *p)
{
	return (unsigned long)p >= (unsigned long)-4095;
}

static inline long PTR_ERR(const void *p)
{
	return (long)p;
}

struct module;
struct lock_class_key {
	int x;
};

/* Memory. */
void *kmalloc(size_t, gfp_t);
void *kzalloc(size_t, gfp_t);
void *kcalloc(size_t, size_t, gfp_t);
void *krealloc(const void *, size_t, gfp_t);
void *kmemdup(const void *, size_t, gfp_t);
void kfree(const void *);
struct kmem_cache;
typedef unsigned int slab_flags_t;
struct kmem_cache *kmem_cache_create(const char *, unsigned int, unsigned int, slab_flags_t, void (*)(void *));
void *kmem_cache_alloc(struct kmem_cache *, gfp_t);
void kmem_cache_free(struct kmem_cache *, void *);
void kmem_cache_destroy(struct kmem_cache *);

/* Locks. */
struct mutex {
	int owner;
};
#define DEFINE_MUTEX(name) struct mutex name
void __mutex_init(struct mutex *, const char *, struct lock_class_key *);
static inline void mutex_init(struct mutex *m)
{
	static struct lock_class_key key;
	__mutex_init(m, "m", &key);
}
void mutex_lock(struct mutex *);
int mutex_lock_interruptible(struct mutex *);
void mutex_unlock(struct mutex *);

/* Messages and text. */
int _printk(const char *, ...);
int kstrtoul(const char *, unsigned int, unsigned long *);

/* Processes. */
unsigned long copy_from_user(void *, const void *, unsigned long);
unsigned long copy_to_user(void *, const void *, unsigned long);
unsigned long _copy_from_user(void *, const void *, unsigned long);
unsigned long _copy_to_user(void *, const void *, unsigned long);
void *memdup_user(const void *, size_t);

/* Bits. */
static inline void arch_set_bit(long n, volatile unsigned long *p)
{
	__asm__ volatile("bts %1,%0" : "+m"(*p) : "r"(n) : "memory");
}

/* Devices. */
struct kobject {
	const char *name;
	struct {
		struct {
			struct {
				int counter;
			} refs;
		} refcount;
	} kref;
	unsigned int state_initialized : 1;
};
struct attribute {
	const char *name;
	umode_t mode;
};
struct bin_attribute;
struct attribute_group {
	const char *name;
	umode_t (*is_visible)(struct kobject *, struct attribute *, int);
	struct attribute **attrs;
};
struct device;
struct dev_pm_ops {
	int (*prepare)(struct device *), (*suspend)(struct device *), (*resume)(struct device *),
		(*freeze)(struct device *), (*thaw)(struct device *), (*poweroff)(struct device *),
		(*restore)(struct device *), (*suspend_late)(struct device *), (*resume_early)(struct device *),
		(*suspend_noirq)(struct device *), (*resume_noirq)(struct device *),
		(*runtime_suspend)(struct device *), (*runtime_resume)(struct device *),
		(*runtime_idle)(struct device *);
	void (*complete)(struct device *);
};
struct device_driver {
	const char *name;
	bool suppress_bind_attrs;
	const struct of_device_id *of_match_table;
	const struct acpi_device_id *acpi_match_table;
	const struct attribute_group **dev_groups;
	const struct dev_pm_ops *pm;
};
struct device_type {
	const char *name;
	void (*release)(struct device *);
};
struct class
{
	const char *name;
	const struct attribute_group **dev_groups;
	void (*dev_release)(struct device *);
};
struct device {
	struct kobject kobj;
	struct device *parent;
	const struct device_type *type;
	struct class *class;
	void (*release)(struct device *);
	struct device_driver *driver;
	struct device_node *of_node;
	void *platform_data, *driver_data;
};
static inline void *dev_get_drvdata(const struct device *d)
{
	return d->driver_data;
}
static inline void dev_set_drvdata(struct device *d, void *data)
{
	d->driver_data = data;
}
struct device_attribute {
	struct attribute attr;
	ssize_t (*show)(struct device *, struct device_attribute *, char *);
	ssize_t (*store)(struct device *, struct device_attribute *, const char *, size_t);
};
int device_create_file(struct device *, const struct device_attribute *);
void device_remove_file(struct device *, const struct device_attribute *);
int sysfs_emit(char *, const char *, ...);
void *devm_kmalloc(struct device *, size_t, gfp_t);
static inline void *devm_kzalloc(struct device *d, size_t n, gfp_t flags)
{
	return devm_kmalloc(d, n, flags | __GFP_ZERO);
}
void devm_kfree(struct device *, const void *);
int devm_add_action(struct device *, void (*)(void *), void *);

struct resource {
	resource_size_t start, end;
	const char *name;
	unsigned long flags;
};
typedef struct pm_message {
	int event;
} pm_message_t;
#define PMSG_SUSPEND ((struct pm_message){ 2 })
struct platform_device_id {
	char name[20];
	kernel_ulong_t driver_data;
};
struct platform_device {
	const char *name;
	int id;
	struct device dev;
	u32 num_resources;
	struct resource *resource;
	const struct platform_device_id *id_entry;
};
struct platform_driver {
	int (*probe)(struct platform_device *);
	int (*remove)(struct platform_device *);
	void (*remove_new)(struct platform_device *);
	void (*shutdown)(struct platform_device *);
	int (*suspend)(struct platform_device *, pm_message_t);
	int (*resume)(struct platform_device *);
	struct device_driver driver;
	const struct platform_device_id *id_table;
};
int __platform_driver_register(struct platform_driver *, struct module *);
void platform_driver_unregister(struct platform_driver *);
struct platform_device_info {
	struct device *parent;
	const char *name;
	int id;
	const struct resource *res;
	unsigned int num_res;
	const void *data;
	size_t size_data;
};
struct platform_device *platform_device_register_full(const struct platform_device_info *);
void platform_device_unregister(struct platform_device *);
struct resource *platform_get_resource(struct platform_device *, unsigned int, unsigned int);
#define module_platform_driver(driver)                                   \
	static int driver##_init(void)                                   \
	{                                                                \
		return __platform_driver_register(&driver, THIS_MODULE); \
	}                                                                \
	static void driver##_exit(void)                                  \
	{                                                                \
		platform_driver_unregister(&driver);                     \
	}                                                                \
	module_init(driver##_init) module_exit(driver##_exit)

/* Files. */
struct cdev;
struct file;
struct inode {
	dev_t i_rdev;
	void *i_private;
	struct cdev *i_cdev;
};
struct vm_area_struct {
	unsigned long vm_start, vm_end, vm_pgoff, vm_flags;
};
struct poll_table_struct;
typedef void *fl_owner_t;
struct file_operations {
	struct module *owner;
	loff_t (*llseek)(struct file *, loff_t, int);
	ssize_t (*read)(struct file *, char *, size_t, loff_t *);
	ssize_t (*write)(struct file *, const char *, size_t, loff_t *);
	__poll_t (*poll)(struct file *, struct poll_table_struct *);
	long (*unlocked_ioctl)(struct file *, unsigned int, unsigned long);
	long (*compat_ioctl)(struct file *, unsigned int, unsigned long);
	int (*mmap)(struct file *, struct vm_area_struct *);
	int (*open)(struct inode *, struct file *);
	int (*flush)(struct file *, fl_owner_t);
	int (*release)(struct inode *, struct file *);
	int (*fsync)(struct file *, loff_t, loff_t, int);
	int (*fasync)(int, struct file *, int);
};
struct file {
	struct inode *f_inode;
	const struct file_operations *f_op;
	unsigned int f_flags;
	fmode_t f_mode;
	loff_t f_pos;
	void *private_data;
};
struct cdev {
	const struct file_operations *ops;
};
struct dentry {
	int x;
};
struct miscdevice {
	int minor;
	const char *name;
	const struct file_operations *fops;
	struct device *parent, *this_device;
	const struct attribute_group **groups;
};
int misc_register(struct miscdevice *);
void misc_deregister(struct miscdevice *);
void cdev_init(struct cdev *, const struct file_operations *);
int cdev_add(struct cdev *, dev_t, unsigned int);
void cdev_del(struct cdev *);

/* What happens later. */
struct work_struct {
	long data;
	void (*func)(struct work_struct *);
};
#define INIT_WORK(w, f) ((w)->data = 0, (w)->func = (f))
struct workqueue_struct;
extern struct workqueue_struct *system_wq;
bool queue_work_on(int, struct workqueue_struct *, struct work_struct *);
bool cancel_work_sync(struct work_struct *);
bool flush_work(struct work_struct *);
static inline bool schedule_work(struct work_struct *w)
{
	return queue_work_on(0, system_wq, w);
}
struct hlist_node {
	struct hlist_node *next, **pprev;
};
struct timer_list {
	struct hlist_node entry;
	unsigned long expires;
	void (*function)(struct timer_list *);
	u32 flags;
};
void init_timer_key(struct timer_list *, void (*)(struct timer_list *), unsigned int, const char *,
		    struct lock_class_key *);
#define timer_setup(t, f, flags) init_timer_key(t, f, flags, NULL, NULL)
int mod_timer(struct timer_list *, unsigned long);
int del_timer_sync(struct timer_list *);
typedef enum { IRQ_NONE, IRQ_HANDLED, IRQ_WAKE_THREAD } irqreturn_t;
typedef irqreturn_t (*irq_handler_t)(int, void *);
int request_threaded_irq(unsigned int, irq_handler_t, irq_handler_t, unsigned long, const char *, void *);
int devm_request_threaded_irq(struct device *, unsigned int, irq_handler_t, irq_handler_t, unsigned long, const char *,
			      void *);
const void *free_irq(unsigned int, void *);
struct swait_queue_head {
	int x;
};
struct completion {
	unsigned int done;
	struct swait_queue_head wait;
};
void complete(struct completion *);
void wait_for_completion(struct completion *);

/* Watchdogs. */
#define WDOG_ACTIVE 0
#define WDOG_HW_RUNNING 3
#define WDOG_STOP_ON_UNREGISTER 4
#define WDIOF_SETTIMEOUT 0x80
#define WDIOF_PRETIMEOUT 0x200
struct watchdog_device;
struct watchdog_info {
	u32 options;
};
struct watchdog_ops {
	struct module *owner;
	int (*start)(struct watchdog_device *);
	int (*stop)(struct watchdog_device *);
	int (*ping)(struct watchdog_device *);
	unsigned int (*status)(struct watchdog_device *);
	int (*set_timeout)(struct watchdog_device *, unsigned int);
	int (*set_pretimeout)(struct watchdog_device *, unsigned int);
	unsigned int (*get_timeleft)(struct watchdog_device *);
	int (*restart)(struct watchdog_device *, unsigned long, void *);
	long (*ioctl)(struct watchdog_device *, unsigned int, unsigned long);
};
struct watchdog_device {
	const struct watchdog_info *info;
	const struct watchdog_ops *ops;
	unsigned int timeout, pretimeout, min_timeout, max_timeout;
	void *driver_data;
	unsigned long status;
};
static inline bool watchdog_timeout_invalid(struct watchdog_device *w, unsigned int t)
{
	return t > 4294967 || t < w->min_timeout || (w->max_timeout && t > w->max_timeout);
}
static inline bool watchdog_pretimeout_invalid(struct watchdog_device *w, unsigned int t)
{
	return t && w->timeout && t >= w->timeout;
}
int watchdog_register_device(struct watchdog_device *);
void watchdog_unregister_device(struct watchdog_device *);
int devm_watchdog_register_device(struct device *, struct watchdog_device *);

/* I2C. */
struct i2c_adapter {
	struct device dev;
};
struct i2c_client {
	unsigned short flags, addr;
	struct i2c_adapter *adapter;
	struct device dev;
	int irq;
};
struct i2c_device_id {
	char name[20];
	kernel_ulong_t driver_data;
};
struct i2c_board_info {
	char type[20];
	unsigned short flags, addr;
};
enum i2c_alert_protocol { I2C_PROTOCOL_SMBUS_ALERT };
struct i2c_driver {
	int (*probe)(struct i2c_client *, const struct i2c_device_id *);
	void (*remove)(struct i2c_client *);
	int (*probe_new)(struct i2c_client *);
	void (*shutdown)(struct i2c_client *);
	void (*alert)(struct i2c_client *, enum i2c_alert_protocol, unsigned int);
	struct device_driver driver;
	const struct i2c_device_id *id_table;
	int (*detect)(struct i2c_client *, struct i2c_board_info *);
	const unsigned short *address_list;
};
int i2c_register_driver(struct module *, struct i2c_driver *);
void i2c_del_driver(struct i2c_driver *);
s32 i2c_smbus_read_byte_data(const struct i2c_client *, u8);
s32 i2c_smbus_read_i2c_block_data(const struct i2c_client *, u8, u8, u8 *);
#define module_i2c_driver(driver)                                 \
	static int driver##_init(void)                            \
	{                                                         \
		return i2c_register_driver(THIS_MODULE, &driver); \
	}                                                         \
	static void driver##_exit(void)                           \
	{                                                         \
		i2c_del_driver(&driver);                          \
	}                                                         \
	module_init(driver##_init) module_exit(driver##_exit)

/* Lights. */
enum led_brightness { LED_OFF, LED_FULL = 255 };
struct led_init_data;
#define LED_RETAIN_AT_SHUTDOWN (1u << 19)
struct led_classdev {
	const char *name;
	unsigned int brightness, max_brightness, flags;
	void (*brightness_set)(struct led_classdev *, enum led_brightness);
	int (*brightness_set_blocking)(struct led_classdev *, enum led_brightness);
	enum led_brightness (*brightness_get)(struct led_classdev *);
	int (*blink_set)(struct led_classdev *, unsigned long *, unsigned long *);
	struct device *dev;
	const struct attribute_group **groups;
	struct led_trigger *trigger;
	void *trigger_data;
};
int devm_led_classdev_register_ext(struct device *, struct led_classdev *, struct led_init_data *);
#define devm_led_classdev_register(d, l) devm_led_classdev_register_ext(d, l, NULL)

/* Registers. */
#define IORESOURCE_MEM 0x200
unsigned int readl(const volatile void *);
void writel(unsigned int, volatile void *);
void *devm_platform_ioremap_resource(struct platform_device *, unsigned int);
int platform_get_irq(struct platform_device *, unsigned int);

#endif

/* Further parts of the small kernel: USB, clocks, sensors. */
#ifndef TESTS_KERNEL_MORE_H
#define TESTS_KERNEL_MORE_H

#include "kernel.h"

/* USB. */
struct usb_endpoint_descriptor {
	u8 bLength, bDescriptorType, bEndpointAddress, bmAttributes;
	u16 wMaxPacketSize;
	u8 bInterval;
} __attribute__((packed));
struct usb_interface_descriptor {
	u8 bLength, bDescriptorType, bInterfaceNumber, bAlternateSetting, bNumEndpoints, bInterfaceClass;
};
struct usb_device_descriptor {
	u8 bLength, bDescriptorType;
	u16 idVendor, idProduct;
};
struct usb_host_endpoint {
	struct usb_endpoint_descriptor desc;
};
struct usb_host_interface {
	struct usb_interface_descriptor desc;
	struct usb_host_endpoint *endpoint;
};
enum usb_interface_condition {
	USB_INTERFACE_UNBOUND,
	USB_INTERFACE_BINDING,
	USB_INTERFACE_BOUND,
	USB_INTERFACE_UNBINDING
};
struct usb_interface {
	struct usb_host_interface *altsetting, *cur_altsetting;
	unsigned int num_altsetting;
	int minor;
	enum usb_interface_condition condition;
	struct device dev, *usb_dev;
};
enum usb_device_speed {
	USB_SPEED_UNKNOWN,
	USB_SPEED_LOW,
	USB_SPEED_FULL,
	USB_SPEED_HIGH,
	USB_SPEED_WIRELESS,
	USB_SPEED_SUPER,
	USB_SPEED_SUPER_PLUS
};
struct usb_bus {
	int busnum;
};
struct usb_device {
	int devnum;
	struct usb_bus *bus;
	enum usb_device_speed speed;
	struct device dev;
	struct usb_device_descriptor descriptor;
};
struct usb_device_id {
	u16 idVendor, idProduct;
	u8 bDeviceClass, bInterfaceClass;
	kernel_ulong_t driver_info;
};
struct usb_driver {
	const char *name;
	int (*probe)(struct usb_interface *, const struct usb_device_id *);
	void (*disconnect)(struct usb_interface *);
	int (*unlocked_ioctl)(struct usb_interface *, unsigned int, void *);
	int (*suspend)(struct usb_interface *, pm_message_t);
	int (*resume)(struct usb_interface *);
	int (*reset_resume)(struct usb_interface *);
	int (*pre_reset)(struct usb_interface *);
	int (*post_reset)(struct usb_interface *);
	const struct usb_device_id *id_table;
	const struct attribute_group **dev_groups;
	struct device_driver driver;
};
typedef struct refcount_struct {
	struct {
		int counter;
	} refs;
} refcount_t;
struct kref {
	refcount_t refcount;
};
struct usb_anchor;
struct usb_iso_packet_descriptor {
	unsigned int offset, length, actual_length;
	int status;
};
struct urb {
	struct kref kref;
	struct usb_anchor *anchor;
	struct usb_device *dev;
	unsigned int pipe;
	int status;
	void *transfer_buffer;
	u32 transfer_buffer_length, actual_length;
	void *context;
	void (*complete)(struct urb *);
	struct usb_iso_packet_descriptor iso_frame_desc[];
};
struct usb_device_driver {
	const char *name;
	bool (*match)(struct usb_device *);
	int (*probe)(struct usb_device *);
	void (*disconnect)(struct usb_device *);
	int (*suspend)(struct usb_device *, pm_message_t);
	int (*resume)(struct usb_device *, pm_message_t);
	struct device_driver driver;
};
#define PMSG_RESUME ((struct pm_message){ 0x10 })
int usb_register_device_driver(struct usb_device_driver *, struct module *);
void usb_deregister_device_driver(struct usb_device_driver *);
struct usb_class_driver {
	char *name;
	char *(*devnode)(struct device *, umode_t *);
	const struct file_operations *fops;
	int minor_base;
};
int usb_register_dev(struct usb_interface *, struct usb_class_driver *);
void usb_deregister_dev(struct usb_interface *, struct usb_class_driver *);
struct usb_device *usb_get_dev(struct usb_device *);
void usb_put_dev(struct usb_device *);
int usb_register_driver(struct usb_driver *, struct module *, const char *);
void usb_deregister(struct usb_driver *);
struct urb *usb_alloc_urb(int, gfp_t);
void usb_free_urb(struct urb *);
int usb_submit_urb(struct urb *, gfp_t);
void usb_kill_urb(struct urb *);
int usb_control_msg(struct usb_device *, unsigned int, u8, u8, u16, u16, void *, u16, int);

/* Clocks. */
struct rtc_time {
	int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
};
struct rtc_wkalrm {
	unsigned char enabled, pending;
	struct rtc_time time;
};
struct seq_file;
struct rtc_class_ops {
	int (*ioctl)(struct device *, unsigned int, unsigned long);
	int (*read_time)(struct device *, struct rtc_time *);
	int (*set_time)(struct device *, struct rtc_time *);
	int (*read_alarm)(struct device *, struct rtc_wkalrm *);
	int (*set_alarm)(struct device *, struct rtc_wkalrm *);
	int (*proc)(struct device *, struct seq_file *);
	int (*alarm_irq_enable)(struct device *, unsigned int);
	int (*read_offset)(struct device *, long *);
	int (*set_offset)(struct device *, long);
};
struct rtc_device {
	struct device dev;
	const struct rtc_class_ops *ops;
	time64_t range_min;
	u64 range_max;
};
struct rtc_device *devm_rtc_allocate_device(struct device *);
int __devm_rtc_register_device(struct module *, struct rtc_device *);

/* Memory that keeps its contents. */
struct nvmem_device;
struct nvmem_config {
	const char *name;
	bool read_only;
	int (*reg_read)(void *, unsigned int, void *, size_t);
	int (*reg_write)(void *, unsigned int, void *, size_t);
	int size, word_size, stride;
	void *priv;
};
struct nvmem_device *devm_nvmem_register(struct device *, const struct nvmem_config *);

/* Sensors. */
enum hwmon_sensor_types {
	hwmon_chip,
	hwmon_temp,
	hwmon_in,
	hwmon_curr,
	hwmon_power,
	hwmon_energy,
	hwmon_humidity,
	hwmon_fan
};
enum { hwmon_temp_enable, hwmon_temp_input, hwmon_temp_label };
enum {
	hwmon_in_label = 5,
	hwmon_curr_label = 5,
	hwmon_power_label = 5,
	hwmon_energy_label = 5,
	hwmon_fan_label = 5,
	hwmon_humidity_label = 5
};
struct hwmon_channel_info {
	enum hwmon_sensor_types type;
	const u32 *config;
};
struct hwmon_ops {
	umode_t (*is_visible)(const void *, enum hwmon_sensor_types, u32, int);
	int (*read)(struct device *, enum hwmon_sensor_types, u32, int, long *);
	int (*read_string)(struct device *, enum hwmon_sensor_types, u32, int, const char **);
	int (*write)(struct device *, enum hwmon_sensor_types, u32, int, long);
};
struct hwmon_chip_info {
	const struct hwmon_ops *ops;
	const struct hwmon_channel_info **info;
};
struct device *devm_hwmon_device_register_with_info(struct device *, const char *, void *,
						    const struct hwmon_chip_info *, const struct attribute_group **);

#endif

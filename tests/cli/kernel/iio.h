/* Industrial I/O in small. */
#ifndef TESTS_KERNEL_IIO_H
#define TESTS_KERNEL_IIO_H

#include "kernel.h"

enum iio_event_type { IIO_EV_TYPE_THRESH };
enum iio_event_direction { IIO_EV_DIR_EITHER };
enum iio_event_info { IIO_EV_INFO_ENABLE, IIO_EV_INFO_VALUE };
enum { IIO_VAL_INT = 1, IIO_VAL_INT_PLUS_MICRO, IIO_VAL_INT_PLUS_NANO, IIO_VAL_INT_PLUS_MICRO_DB, IIO_VAL_INT_64 = 9 };
struct iio_event_spec {
	enum iio_event_type type;
	enum iio_event_direction dir;
	unsigned long mask_separate, mask_shared_by_type, mask_shared_by_dir, mask_shared_by_all;
};
struct iio_chan_spec {
	int channel;
	long info_mask_separate, info_mask_separate_available, info_mask_shared_by_type,
		info_mask_shared_by_type_available, info_mask_shared_by_dir, info_mask_shared_by_dir_available,
		info_mask_shared_by_all, info_mask_shared_by_all_available;
	const struct iio_event_spec *event_spec;
	unsigned int num_event_specs;
};
struct iio_dev;
struct iio_info {
	int (*read_raw)(struct iio_dev *, const struct iio_chan_spec *, int *, int *, long);
	int (*read_raw_multi)(struct iio_dev *, const struct iio_chan_spec *, int, int *, int *, long);
	int (*read_avail)(struct iio_dev *, const struct iio_chan_spec *, const int **, int *, int *, long);
	int (*write_raw)(struct iio_dev *, const struct iio_chan_spec *, int, int, long);
	int (*write_raw_get_fmt)(struct iio_dev *, const struct iio_chan_spec *, long);
	int (*read_event_config)(struct iio_dev *, const struct iio_chan_spec *, enum iio_event_type,
				 enum iio_event_direction);
	int (*write_event_config)(struct iio_dev *, const struct iio_chan_spec *, enum iio_event_type,
				  enum iio_event_direction, int);
	int (*read_event_value)(struct iio_dev *, const struct iio_chan_spec *, enum iio_event_type,
				enum iio_event_direction, enum iio_event_info, int *, int *);
	int (*write_event_value)(struct iio_dev *, const struct iio_chan_spec *, enum iio_event_type,
				 enum iio_event_direction, enum iio_event_info, int, int);
	int (*debugfs_reg_access)(struct iio_dev *, unsigned, unsigned, unsigned *);
};
struct iio_dev {
	struct device dev;
	const struct iio_chan_spec *channels;
	int num_channels;
	const struct iio_info *info;
	void *priv;
};
struct iio_dev *devm_iio_device_alloc(struct device *, int);
int __iio_device_register(struct iio_dev *, struct module *);
int __devm_iio_device_register(struct device *, struct iio_dev *, struct module *);
void iio_device_unregister(struct iio_dev *);
struct iio_dev *iio_device_alloc(struct device *, int);
void iio_device_free(struct iio_dev *);

#endif

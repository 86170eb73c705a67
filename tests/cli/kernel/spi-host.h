/* Hosts of SPI in small. */
#ifndef TESTS_KERNEL_SPI_HOST_H
#define TESTS_KERNEL_SPI_HOST_H

#include "kernel.h"
void *malloc(size_t);
void *calloc(size_t, size_t);
void free(void *);
enum {
	SPI_CONTROLLER_HALF_DUPLEX = 1,
	SPI_CONTROLLER_NO_RX = 2,
	SPI_CONTROLLER_NO_TX = 4,
	SPI_CONTROLLER_MUST_RX = 8,
	SPI_CONTROLLER_MUST_TX = 16
};
enum { SPI_CS_HIGH = 4 };
struct spi_controller;
struct spi_device {
	struct device dev;
	struct spi_controller *controller;
	u32 max_speed_hz, mode;
	u8 chip_select, bits_per_word;
};
struct spi_transfer {
	const void *tx_buf;
	void *rx_buf;
	unsigned len;
	unsigned tx_nbits, rx_nbits;
	u8 bits_per_word;
	u32 speed_hz;
};
struct spi_message {
	struct spi_device *spi;
};
struct spi_controller {
	struct device dev;
	short bus_num;
	unsigned short num_chipselect, flags;
	u32 mode_bits, min_speed_hz, max_speed_hz;
	bool slave;
	int (*setup)(struct spi_device *);
	void (*cleanup)(struct spi_device *);
	void (*set_cs)(struct spi_device *, bool);
	int (*transfer_one)(struct spi_controller *, struct spi_device *, struct spi_transfer *);
	void (*handle_err)(struct spi_controller *, struct spi_message *);
	int (*prepare_transfer_hardware)(struct spi_controller *),
		(*unprepare_transfer_hardware)(struct spi_controller *);
	int (*prepare_message)(struct spi_controller *, struct spi_message *),
		(*unprepare_message)(struct spi_controller *, struct spi_message *);
};
struct spi_controller *__spi_alloc_controller(struct device *, unsigned int, bool);
struct spi_controller *__devm_spi_alloc_controller(struct device *, unsigned int, bool);
int spi_register_controller(struct spi_controller *);
int devm_spi_register_controller(struct device *, struct spi_controller *);
void spi_unregister_controller(struct spi_controller *);
void put_device(struct device *);

#endif

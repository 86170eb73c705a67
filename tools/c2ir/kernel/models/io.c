/* Registers of devices: what is read is any value, what is written has no effect. */

static unsigned char plumb_registers[4096];

static void *plumb_map(void)
{
	return plumb_or_null(plumb_registers);
}

static void *plumb_map_or_error(void)
{
	return plumb_or_error(plumb_registers);
}

static unsigned int plumb_read_register(void)
{
	return (unsigned)__plumb_any_int("register");
}

MODEL unsigned char readb(const volatile void *p)
{
	return (unsigned char)plumb_read_register();
}

MODEL unsigned short readw(const volatile void *p)
{
	return (unsigned short)plumb_read_register();
}

MODEL unsigned int readl(const volatile void *p)
{
	return plumb_read_register();
}

MODEL u64 readq(const volatile void *p)
{
	return __plumb_any_size("register");
}

MODEL unsigned char __readb(const volatile void *p)
{
	return (unsigned char)plumb_read_register();
}

MODEL unsigned short __readw(const volatile void *p)
{
	return (unsigned short)plumb_read_register();
}

MODEL unsigned int __readl(const volatile void *p)
{
	return plumb_read_register();
}

MODEL u64 __readq(const volatile void *p)
{
	return __plumb_any_size("register");
}

MODEL void writeb(unsigned char value, volatile void *p)
{
}

MODEL void writew(unsigned short value, volatile void *p)
{
}

MODEL void writel(unsigned int value, volatile void *p)
{
}

MODEL void writeq(u64 value, volatile void *p)
{
}

MODEL void __writeb(unsigned char value, volatile void *p)
{
}

MODEL void __writew(unsigned short value, volatile void *p)
{
}

MODEL void __writel(unsigned int value, volatile void *p)
{
}

MODEL void __writeq(u64 value, volatile void *p)
{
}

MODEL unsigned int ioread8(const void *p)
{
	return plumb_read_register() & 0xff;
}

MODEL unsigned int ioread16(const void *p)
{
	return plumb_read_register() & 0xffff;
}

MODEL unsigned int ioread16be(const void *p)
{
	return plumb_read_register() & 0xffff;
}

MODEL unsigned int ioread32(const void *p)
{
	return plumb_read_register();
}

MODEL unsigned int ioread32be(const void *p)
{
	return plumb_read_register();
}

MODEL void iowrite8(u8 value, void *p)
{
}

MODEL void iowrite16(u16 value, void *p)
{
}

MODEL void iowrite16be(u16 value, void *p)
{
}

MODEL void iowrite32(u32 value, void *p)
{
}

MODEL void iowrite32be(u32 value, void *p)
{
}

MODEL void memcpy_fromio(void *to, const volatile void *from, size_t n)
{
	plumb_fill(to, n);
}

MODEL void memcpy_toio(volatile void *to, const void *from, size_t n)
{
	__plumb_readable(from, n);
}

MODEL void memset_io(volatile void *to, int c, size_t n)
{
}

MODEL unsigned char inb(int port)
{
	return (unsigned char)plumb_read_register();
}

MODEL unsigned short inw(int port)
{
	return (unsigned short)plumb_read_register();
}

MODEL unsigned int inl(int port)
{
	return plumb_read_register();
}

MODEL u8 inb_p(u16 port)
{
	return (unsigned char)plumb_read_register();
}

MODEL u16 inw_p(u16 port)
{
	return (unsigned short)plumb_read_register();
}

MODEL u32 inl_p(u16 port)
{
	return plumb_read_register();
}

MODEL void outb(unsigned char value, int port)
{
}

MODEL void outw(unsigned short value, int port)
{
}

MODEL void outl(unsigned int value, int port)
{
}

MODEL void outb_p(u8 value, u16 port)
{
}

MODEL void outw_p(u16 value, u16 port)
{
}

MODEL void outl_p(u32 value, u16 port)
{
}

MODEL void *ioremap(resource_size_t at, unsigned long size)
{
	return plumb_map();
}

MODEL void *ioremap_wc(resource_size_t at, unsigned long size)
{
	return plumb_map();
}

MODEL void iounmap(volatile void *p)
{
}

MODEL void *ioport_map(unsigned long port, unsigned int n)
{
	return plumb_map();
}

MODEL void ioport_unmap(void *p)
{
}

MODEL void *memremap(resource_size_t at, size_t size, unsigned long flags)
{
	return plumb_map();
}

MODEL void memunmap(void *p)
{
}

MODEL void *devm_ioremap(struct device *device, resource_size_t at, resource_size_t size)
{
	return plumb_map();
}

MODEL void *devm_ioport_map(struct device *device, unsigned long port, unsigned int n)
{
	return plumb_map();
}

MODEL void *devm_ioremap_resource(struct device *device, const struct resource *resource)
{
	return resource ? plumb_map_or_error() : (void *)-22l;
}

MODEL void *devm_platform_ioremap_resource(struct platform_device *device, unsigned int i)
{
	return plumb_map_or_error();
}

MODEL void *devm_platform_ioremap_resource_byname(struct platform_device *device, const char *name)
{
	return plumb_map_or_error();
}

/* Ranges of addresses. */
static struct resource plumb_resource;

static struct resource *plumb_any_resource(void)
{
	if (plumb_fails())
		return 0;
	plumb_resource.start = plumb_index(1ul << 46);
	plumb_resource.end = plumb_resource.start + plumb_index(1ul << 32);
	plumb_resource.flags = __plumb_any_size("flags");
	plumb_resource.name = "resource";
	return &plumb_resource;
}

MODEL struct resource *__request_region(struct resource *parent, resource_size_t start, resource_size_t n,
					const char *name, int flags)
{
	return plumb_any_resource();
}

MODEL void __release_region(struct resource *parent, resource_size_t start, resource_size_t n)
{
}

MODEL struct resource *__devm_request_region(struct device *device, struct resource *parent, resource_size_t start,
					     resource_size_t n, const char *name)
{
	return plumb_any_resource();
}

MODEL void __devm_release_region(struct device *device, struct resource *parent, resource_size_t start,
				 resource_size_t n)
{
}

MODEL int request_resource(struct resource *parent, struct resource *r)
{
	return plumb_result();
}

MODEL int release_resource(struct resource *r)
{
	return plumb_result();
}

static int plumb_interrupt_number(void)
{
	return plumb_fails() ? plumb_errno() : plumb_between(1, 0xffff);
}

/* The device's first interrupt, once it was found. */
static int plumb_first_interrupt;

static int plumb_interrupt_at(unsigned int i)
{
	if (i > 0)
		return plumb_interrupt_number();
	if (plumb_first_interrupt <= 0)
		plumb_first_interrupt = plumb_interrupt_number();
	return plumb_first_interrupt;
}

MODEL int platform_get_irq(struct platform_device *device, unsigned int i)
{
	return plumb_interrupt_at(i);
}

MODEL int platform_get_irq_optional(struct platform_device *device, unsigned int i)
{
	return plumb_interrupt_at(i);
}

MODEL int platform_get_irq_byname(struct platform_device *device, const char *name)
{
	return plumb_interrupt_number();
}

MODEL int platform_get_irq_byname_optional(struct platform_device *device, const char *name)
{
	return plumb_interrupt_number();
}

MODEL int platform_irq_count(struct platform_device *device)
{
	return plumb_between(-517, 16);
}

MODEL int gpiod_to_irq(const struct gpio_desc *desc)
{
	return plumb_interrupt_number();
}

MODEL int acpi_check_resource_conflict(const struct resource *r)
{
	return plumb_result();
}

MODEL int acpi_check_region(resource_size_t start, resource_size_t n, const char *name)
{
	return plumb_result();
}

MODEL int devm_arch_phys_wc_add(struct device *device, unsigned long base, unsigned long size)
{
	return plumb_result();
}

/* Network devices (net/core/dev.c): registered, opened and closed, packets sent while they are open and their queue is not stopped. */

static struct netdev_queue plumb_net_queue;

static unsigned char plumb_net_address[32];

static struct net_device *plumb_net_new(int size)
{
	struct net_device *device;
	unsigned long n = (sizeof *device + 31) / 32 * 32 + (unsigned long)size;
	device = plumb_allocate(n, __GFP_ZERO);
	if (!device)
		return 0;
	device->_tx = &plumb_net_queue;
	device->num_tx_queues = device->real_num_tx_queues = 1;
	device->dev_addr = plumb_net_address;
	device->mtu = device->max_mtu = 1500;
	device->min_mtu = 68;
	device->addr_len = 6;
	plumb_net_queue.state = 0;
	plumb_net_queue.dev = device;
	return device;
}

MODEL struct net_device *alloc_netdev_mqs(int size, const char *name, unsigned char type,
					  void (*setup)(struct net_device *), unsigned int out, unsigned int in)
{
	struct net_device *device = plumb_net_new(size);
	if (device)
		setup(device);
	return device;
}

MODEL struct net_device *alloc_etherdev_mqs(int size, unsigned int out, unsigned int in)
{
	return plumb_net_new(size);
}

MODEL void ether_setup(struct net_device *device)
{
	device->mtu = device->max_mtu = 1500;
	device->min_mtu = 68;
	device->addr_len = 6;
}

MODEL void free_netdev(struct net_device *device)
{
	__plumb_readable(device, 1);
	free(device);
}

static int plumb_net_register(struct net_device *device)
{
	const struct net_device_ops *table = device->netdev_ops;
	int error = table->ndo_init ? table->ndo_init(device) : 0;
	if (error)
		return error > 0 ? -5 : error;
	if (plumb_fails()) {
		if (table->ndo_uninit)
			table->ndo_uninit(device);
		if (device->priv_destructor)
			device->priv_destructor(device);
		return plumb_errno();
	}
	device->reg_state = NETREG_REGISTERED;
	device->state |= 1ul << __LINK_STATE_PRESENT;
	plumb_register(table, device, 0);
	return 0;
}

MODEL int register_netdev(struct net_device *device)
{
	return plumb_net_register(device);
}

MODEL int register_netdevice(struct net_device *device)
{
	return plumb_net_register(device);
}

static void plumb_net_close(const struct net_device_ops *table, struct net_device *device)
{
	device->state &= ~(1ul << __LINK_STATE_START);
	if (table->ndo_stop)
		table->ndo_stop(device);
	device->flags &= ~(unsigned)IFF_UP;
}

static void plumb_net_unregister(struct net_device *device)
{
	const struct net_device_ops *table = device->netdev_ops;
	if (device->flags & IFF_UP)
		plumb_net_close(table, device);
	plumb_unregister_owner(table, device);
	if (table->ndo_uninit)
		table->ndo_uninit(device);
	device->reg_state = NETREG_UNREGISTERED;
}

/* The lock is given back here, when the device ends (netdev_run_todo). */
MODEL void unregister_netdev(struct net_device *device)
{
	plumb_net_unregister(device);
	if (device->priv_destructor)
		device->priv_destructor(device);
	if (device->needs_free_netdev)
		free(device);
}

/* It ends at some later time. */
MODEL void unregister_netdevice_queue(struct net_device *device, struct list_head *head)
{
	plumb_net_unregister(device);
}

/* Packets: any bytes. */
static struct sk_buff *plumb_packet(unsigned long n, unsigned long room)
{
	struct sk_buff *packet = plumb_allocate(sizeof *packet, __GFP_ZERO);
	unsigned char *bytes;
	if (!packet)
		return 0;
	bytes = __plumb_new(n + room + 1);
	__plumb_forget(bytes, n + room + 1);
	packet->head = packet->data = bytes;
	packet->end = (sk_buff_data_t)(n + room);
	return packet;
}

/* Its end is not followed: packets come from functions without a model, too, such as those of lists. */
static void plumb_packet_free(struct sk_buff *packet)
{
	if (packet)
		__plumb_readable(packet, 1);
}

static struct sk_buff *plumb_packet_for(struct net_device *device, unsigned int n)
{
	struct sk_buff *packet = plumb_packet(n, 64);
	if (packet) {
		packet->data += 64;
		packet->tail = 64;
		packet->dev = device;
	}
	return packet;
}

MODEL struct sk_buff *__alloc_skb(unsigned int n, gfp_t flags, int kind, int node)
{
	return plumb_packet(n, 0);
}

MODEL struct sk_buff *__netdev_alloc_skb(struct net_device *device, unsigned int n, gfp_t flags)
{
	return plumb_packet_for(device, n);
}

MODEL void *skb_put(struct sk_buff *packet, unsigned int n)
{
	unsigned char *at = packet->head + packet->tail;
	packet->tail += n;
	packet->len += n;
	return at;
}

MODEL void skb_trim(struct sk_buff *packet, unsigned int n)
{
	if (packet->len <= n)
		return;
	packet->len = n;
	packet->tail = (sk_buff_data_t)(packet->data - packet->head) + n;
}

MODEL int pskb_expand_head(struct sk_buff *packet, int before, int behind, gfp_t flags)
{
	unsigned long at = (unsigned long)(packet->data - packet->head) + (unsigned)before;
	unsigned long n = packet->end + (unsigned long)before + (unsigned)behind;
	unsigned char *bytes;
	if (__plumb_any_bool("allocation fails"))
		return -12;
	bytes = __plumb_new(n + 1);
	__plumb_forget(bytes, n + 1);
	packet->head = bytes;
	packet->data = bytes + at;
	packet->tail += (unsigned)before;
	packet->end = (sk_buff_data_t)n;
	return 0;
}

MODEL void *skb_pull(struct sk_buff *packet, unsigned int n)
{
	if (n > packet->len)
		return 0;
	packet->len -= n;
	return packet->data += n;
}

MODEL void *skb_push(struct sk_buff *packet, unsigned int n)
{
	packet->len += n;
	return packet->data -= n;
}

MODEL void kfree_skb_reason(struct sk_buff *packet, enum skb_drop_reason reason)
{
	plumb_packet_free(packet);
}

MODEL void consume_skb(struct sk_buff *packet)
{
	plumb_packet_free(packet);
}

MODEL void __dev_kfree_skb_any(struct sk_buff *packet, enum skb_free_reason reason)
{
	plumb_packet_free(packet);
}

MODEL void __dev_kfree_skb_irq(struct sk_buff *packet, enum skb_free_reason reason)
{
	plumb_packet_free(packet);
}

MODEL int netif_rx(struct sk_buff *packet)
{
	plumb_packet_free(packet);
	return 0;
}

MODEL gro_result_t napi_gro_receive(struct napi_struct *napi, struct sk_buff *packet)
{
	plumb_packet_free(packet);
	return GRO_NORMAL;
}

MODEL __be16 eth_type_trans(struct sk_buff *packet, struct net_device *device)
{
	packet->dev = device;
	packet->data += 14;
	packet->len -= 14;
	return (__be16)__plumb_any_int("protocol");
}

/* These are called under a spin lock (dev_set_rx_mode() and netif_tx_lock() in net/core). */

static void plumb_net_listen(const struct net_device_ops *table, struct net_device *device)
{
	plumb_interrupt_begins();
	if (table->ndo_set_rx_mode)
		table->ndo_set_rx_mode(device);
	plumb_interrupt_is_over();
}

static void plumb_net_stuck(const struct net_device_ops *table, struct net_device *device)
{
	plumb_interrupt_begins();
	if (table->ndo_tx_timeout)
		table->ndo_tx_timeout(device, 0);
	plumb_interrupt_is_over();
}

/* Is the packet still the kernel's? */
static _Bool plumb_net_refused(const struct net_device_ops *table, struct net_device *device, struct sk_buff *packet)
{
	int result;
	plumb_interrupt_begins();
	result = (int)table->ndo_start_xmit(packet, device);
	plumb_interrupt_is_over();
	return result == (int)NETDEV_TX_BUSY;
}

/* Calls of a device: nothing happens to one that is closed but that it is opened. */
static void plumb_net_open(const struct net_device_ops *table, struct net_device *device)
{
	device->state |= 1ul << __LINK_STATE_START;
	if ((table->ndo_validate_addr && table->ndo_validate_addr(device)) ||
	    (table->ndo_open && table->ndo_open(device))) {
		device->state &= ~(1ul << __LINK_STATE_START);
		return;
	}
	device->flags |= IFF_UP;
	plumb_net_listen(table, device);
}

static void plumb_net_send(const struct net_device_ops *table, struct net_device *device)
{
	unsigned int n = (unsigned)plumb_index(device->mtu + 19ul); /* with header and tag */
	struct sk_buff *packet;
	if (!table->ndo_start_xmit || (plumb_net_queue.state & 3) || !(device->state & 1ul << __LINK_STATE_PRESENT))
		return;
	packet = plumb_packet_for(device, n);
	if (!packet)
		return;
	packet->tail += n;
	packet->len = n;
	if (plumb_net_refused(table, device, packet))
		plumb_packet_free(packet);
}

/* __dev_set_mtu() in net/core/dev.c. */
static void plumb_net_resize(const struct net_device_ops *table, struct net_device *device)
{
	int most = device->max_mtu ? (int)device->max_mtu : 0x7fffffff, mtu = plumb_between((int)device->min_mtu, most);
	if (table->ndo_change_mtu)
		table->ndo_change_mtu(device, mtu);
	else
		device->mtu = (unsigned)mtu;
}

ENVIRONMENT void plumb_call_net_device_ops(const struct net_device_ops *table, struct plumb_table *state)
{
	struct net_device *device = state->owner;
	if (!state->on)
		return;
	if (!(device->flags & IFF_UP)) {
		plumb_net_open(table, device);
		plumb_returned();
		return;
	}
	switch (plumb_choice()) {
	case 0:
		plumb_net_close(table, device);
		break;
	case 1:
		plumb_net_send(table, device);
		break;
	case 2:
		plumb_net_listen(table, device);
		break;
	case 3:
		plumb_net_stuck(table, device);
		break;
	case 4:
		if (table->ndo_get_stats)
			table->ndo_get_stats(device);
		break;
	case 5:
		plumb_net_resize(table, device);
		break;
	case 6:
		if (table->ndo_eth_ioctl) {
			static struct ifreq request;
			__plumb_forget(&request.ifr_ifru, 16);
			table->ndo_eth_ioctl(device, &request, plumb_between(0x8947, 0x8949));
		}
		break;
	}
	plumb_returned();
}

MODEL void netif_tx_wake_queue(struct netdev_queue *queue)
{
	queue->state &= ~1ul;
}

MODEL void netif_tx_stop_all_queues(struct net_device *device)
{
	plumb_net_queue.state |= 1;
}

MODEL void netif_device_detach(struct net_device *device)
{
	device->state &= ~(1ul << __LINK_STATE_PRESENT);
}

MODEL void netif_device_attach(struct net_device *device)
{
	device->state |= 1ul << __LINK_STATE_PRESENT;
	plumb_net_queue.state &= ~1ul;
}

MODEL void netif_carrier_on(struct net_device *device)
{
	device->state &= ~(1ul << __LINK_STATE_NOCARRIER);
}

MODEL void netif_carrier_off(struct net_device *device)
{
	device->state |= 1ul << __LINK_STATE_NOCARRIER;
}

MODEL void dev_addr_mod(struct net_device *device, unsigned int at, const void *from, size_t n)
{
	__plumb_readable(from, n);
	plumb_fill(plumb_net_address, sizeof plumb_net_address);
}

MODEL int eth_validate_addr(struct net_device *device)
{
	return plumb_fails() ? -99 : 0;
}

MODEL int eth_mac_addr(struct net_device *device, void *address)
{
	return plumb_fails() ? plumb_errno() : 0;
}

/* Controllers for CAN. */
MODEL struct net_device *alloc_candev_mqs(int size, unsigned int echo, unsigned int out, unsigned int in)
{
	struct net_device *device = plumb_net_new(size);
	if (device)
		((struct can_priv *)netdev_priv(device))->dev = device;
	return device;
}

MODEL void free_candev(struct net_device *device)
{
	__plumb_readable(device, 1);
	free(device);
}

MODEL int register_candev(struct net_device *device)
{
	return plumb_net_register(device);
}

MODEL void unregister_candev(struct net_device *device)
{
	plumb_net_unregister(device);
}

MODEL int open_candev(struct net_device *device)
{
	return plumb_result();
}

MODEL void close_candev(struct net_device *device)
{
}

MODEL struct sk_buff *alloc_can_skb(struct net_device *device, struct can_frame **frame)
{
	static struct can_frame any;
	struct sk_buff *packet = plumb_packet_for(device, sizeof any);
	*frame = packet ? (struct can_frame *)packet->data : (void *)0;
	return packet;
}

MODEL struct sk_buff *alloc_can_err_skb(struct net_device *device, struct can_frame **frame)
{
	static struct can_frame any;
	struct sk_buff *packet = plumb_packet_for(device, sizeof any);
	*frame = packet ? (struct can_frame *)packet->data : (void *)0;
	return packet;
}

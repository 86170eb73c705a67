/* Requests at USB: completed at any later time. They are objects of the kernel's with a count of references. */

static struct urb *plumb_urbs[2];

static void plumb_urb_put(struct urb *urb)
{
	if (--urb->kref.refcount.refs.counter == 0)
		free(urb);
}

MODEL void usb_init_urb(struct urb *urb)
{
	if (!urb)
		return;
	__builtin_memset(urb, 0, sizeof *urb);
	urb->kref.refcount.refs.counter = 1;
}

MODEL struct urb *usb_alloc_urb(int packets, gfp_t flags)
{
	struct urb *urb = plumb_allocate(sizeof *urb + (unsigned long)packets * sizeof urb->iso_frame_desc[0],
					 flags | __GFP_ZERO);
	if (urb)
		urb->kref.refcount.refs.counter = 1;
	return urb;
}

MODEL void usb_free_urb(struct urb *urb)
{
	if (urb)
		plumb_urb_put(urb);
}

MODEL struct urb *usb_get_urb(struct urb *urb)
{
	if (urb)
		urb->kref.refcount.refs.counter++;
	return urb;
}

static void plumb_urb_complete(struct urb *urb, int status)
{
	if (plumb_urbs[0] == urb)
		plumb_urbs[0] = 0;
	if (plumb_urbs[1] == urb)
		plumb_urbs[1] = 0;
	urb->status = status;
	urb->actual_length = (u32)__plumb_any_int("bytes that came");
	if (urb->actual_length > urb->transfer_buffer_length)
		urb->actual_length = urb->transfer_buffer_length;
	plumb_usb_data(urb->pipe & 0x80, urb->transfer_buffer, urb->transfer_buffer_length, urb->actual_length);
	plumb_interrupt_begins();
	if (urb->complete)
		urb->complete(urb);
	plumb_interrupt_is_over();
	plumb_urb_put(urb);
}

ATOMIC void plumb_urb_done(void)
{
	struct urb *urb = plumb_urbs[0];
	if (!urb || (plumb_urbs[1] && __plumb_any_bool("which")))
		urb = plumb_urbs[1];
	if (urb)
		plumb_urb_complete(urb, plumb_result());
}

MODEL int usb_submit_urb(struct urb *urb, gfp_t flags)
{
	(void)plumb_urb_done;
	if (!urb || !urb->complete)
		return -22;
	if (urb == plumb_urbs[0] || urb == plumb_urbs[1])
		return -16;
	if (plumb_fails())
		return plumb_errno();
	__plumb_readable(urb->dev, sizeof *urb->dev);
	if (urb->transfer_buffer_length)
		__plumb_readable(urb->transfer_buffer, urb->transfer_buffer_length);
	urb->status = -115;
	if (!plumb_urbs[0])
		plumb_urbs[0] = urb;
	else if (!plumb_urbs[1])
		plumb_urbs[1] = urb;
	else
		return 0;
	urb->kref.refcount.refs.counter++;
	return 0;
}

static void plumb_urb_stop(struct urb *urb)
{
	if (urb && (urb == plumb_urbs[0] || urb == plumb_urbs[1]))
		plumb_urb_complete(urb, -2);
}

MODEL void usb_kill_urb(struct urb *urb)
{
	if (urb)
		__plumb_readable(urb, sizeof *urb);
	plumb_urb_stop(urb);
	plumb_urb_stop(urb);
}

MODEL void usb_poison_urb(struct urb *urb)
{
	if (urb)
		__plumb_readable(urb, sizeof *urb);
	plumb_urb_stop(urb);
}

MODEL void usb_unpoison_urb(struct urb *urb)
{
}

MODEL int usb_unlink_urb(struct urb *urb)
{
	return plumb_errno();
}

MODEL void usb_anchor_urb(struct urb *urb, struct usb_anchor *anchor)
{
	urb->anchor = anchor;
	urb->kref.refcount.refs.counter++;
}

MODEL void usb_unanchor_urb(struct urb *urb)
{
	if (!urb->anchor)
		return;
	urb->anchor = 0;
	plumb_urb_put(urb);
}

MODEL void usb_kill_anchored_urbs(struct usb_anchor *anchor)
{
	if (plumb_urbs[0] && plumb_urbs[0]->anchor == anchor)
		plumb_urb_stop(plumb_urbs[0]);
	if (plumb_urbs[1] && plumb_urbs[1]->anchor == anchor)
		plumb_urb_stop(plumb_urbs[1]);
}

MODEL int usb_wait_anchor_empty_timeout(struct usb_anchor *anchor, unsigned int timeout)
{
	return __plumb_any_bool("empty");
}

MODEL void *usb_alloc_coherent(struct usb_device *device, size_t size, gfp_t flags, dma_addr_t *dma)
{
	*dma = __plumb_any_size("address for DMA");
	return plumb_allocate(size, flags);
}

MODEL void usb_free_coherent(struct usb_device *device, size_t size, void *p, dma_addr_t dma)
{
	free(p);
}

/*
 * A driver for an imaginary block device (driver_bug.c, repaired).
 *
 * The system hands the driver requests; each must be completed exactly once and not be touched after that. The
 * queue is guarded by a lock that may not be taken twice. The rules are checked by the assertions in the first part,
 * which stands for the operating system.
 *
 * expected: SAFE
 */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

/* ---- what the system provides, with its rules ---- */

enum status { STATUS_SUCCESS, STATUS_PENDING, STATUS_BUSY, STATUS_NO_DEVICE, STATUS_CANCELLED, STATUS_INVALID };
enum operation { OPERATION_READ, OPERATION_WRITE, OPERATION_CANCEL, OPERATION_REMOVE, OPERATIONS };

struct request {
	enum operation operation;
	unsigned sector, count;
	int completed;
	enum status status;
};

struct lock {
	int held;
};

static void lock_acquire(struct lock *lock)
{
	assert(!lock->held); /* the system's locks do not nest */
	lock->held = 1;
}

static void lock_release(struct lock *lock)
{
	assert(lock->held);
	lock->held = 0;
}

static void complete_request(struct request *request, enum status status)
{
	assert(!request->completed); /* once only */
	request->completed = 1;
	request->status = status;
}

/* ---- the driver ---- */

#define SLOTS 2
#define SECTORS 64

struct device {
	struct lock lock;
	int removed;
	unsigned used; /* slots of the queue */
	struct request *queue[SLOTS];
	unsigned char cache[SECTORS];
};

static int queue_insert(struct device *device, struct request *request)
{
	if (device->used == SLOTS)
		return 0;
	device->queue[device->used++] = request;
	return 1;
}

static struct request *queue_take(struct device *device)
{
	struct request *first;
	if (device->used == 0)
		return NULL;
	first = device->queue[0];
	device->used--;
	for (unsigned i = 0; i + 1 < SLOTS; i++)
		device->queue[i] = device->queue[i + 1];
	return first;
}

/* Completes all that waits. The lock is held. */
static void queue_flush(struct device *device, enum status status)
{
	for (unsigned i = 0; i < SLOTS; i++) {
		struct request *request = queue_take(device);
		if (request)
			complete_request(request, status);
	}
}

static enum status transfer(struct device *device, struct request *request)
{
	enum status status = STATUS_PENDING;
	lock_acquire(&device->lock);
	if (device->removed) {
		status = STATUS_NO_DEVICE;
	} else if (request->sector >= SECTORS || request->count > SECTORS - request->sector) {
		status = STATUS_INVALID;
	} else if (!queue_insert(device, request)) {
		status = STATUS_BUSY;
	}
	lock_release(&device->lock);
	if (status != STATUS_PENDING)
		complete_request(request, status);
	return status;
}

/* Takes the oldest request back. */
static enum status cancel(struct device *device, struct request *request)
{
	struct request *victim;
	lock_acquire(&device->lock);
	victim = queue_take(device);
	if (victim)
		complete_request(victim, device->removed ? STATUS_NO_DEVICE : STATUS_CANCELLED);
	if (device->removed)
		queue_flush(device, STATUS_NO_DEVICE);
	lock_release(&device->lock);
	complete_request(request, victim ? STATUS_SUCCESS : STATUS_INVALID);
	return STATUS_SUCCESS;
}

/* The device is being removed: new requests are refused from now on; what waits is completed by the interrupt handler, or
 * when it is cancelled. */
static enum status remove_device(struct device *device, struct request *request)
{
	lock_acquire(&device->lock);
	device->removed = 1;
	lock_release(&device->lock);
	complete_request(request, STATUS_SUCCESS);
	return STATUS_SUCCESS;
}

/* The device has finished with the oldest request. */
static void interrupt(struct device *device)
{
	struct request *request;
	lock_acquire(&device->lock);
	request = queue_take(device);
	if (request) {
		if (request->operation == OPERATION_WRITE && request->count > 0)
			device->cache[request->sector] = 1;
		complete_request(request, device->removed ? STATUS_NO_DEVICE : STATUS_SUCCESS);
	}
	lock_release(&device->lock);
}

typedef enum status dispatch_function(struct device *device, struct request *request);

static dispatch_function *const dispatch[OPERATIONS] = {
	[OPERATION_READ] = transfer,
	[OPERATION_WRITE] = transfer,
	[OPERATION_CANCEL] = cancel,
	[OPERATION_REMOVE] = remove_device,
};

/* ---- the environment: any few requests, interrupts in between ---- */

#define REQUESTS 3

int main(void)
{
	struct device device = { .removed = 0 };
	for (int i = 0; i < REQUESTS; i++) {
		struct request *request = malloc(sizeof *request);
		if (!request)
			break;
		request->operation = __VERIFIER_nondet_uint() % OPERATIONS;
		request->sector = __VERIFIER_nondet_uint();
		request->count = __VERIFIER_nondet_uint();
		request->completed = 0;
		dispatch[request->operation](&device, request);
		if (__VERIFIER_nondet_int())
			interrupt(&device);
	}
	lock_acquire(&device.lock);
	queue_flush(&device, STATUS_CANCELLED);
	lock_release(&device.lock);
	return 0;
}

#include "message.h"

#include <string.h>

#include "extras.h"

bool message_send(int fd, const struct message *message, const char *bytes)
{
	return write_fully(fd, (const char *)message, sizeof *message) && write_fully(fd, bytes, message->length);
}

/* The first whole message of those that came replaces the last, unless it knows less. */
static bool take_one(struct mailbox *box, struct message *m)
{
	if (box->unread.count < sizeof *m)
		return false;
	memcpy(m, box->unread.at, sizeof *m);
	size_t whole = sizeof *m + m->length;
	if (box->unread.count < whole)
		return false;
	if (m->final || !box->bytes || m->rank >= box->last.rank) {
		memory_free(box->bytes);
		box->bytes = memory_alloc(m->length + 1);
		memcpy(box->bytes, box->unread.at + sizeof *m, m->length);
		box->last = *m;
	}
	box->unread.count -= whole;
	memmove(box->unread.at, box->unread.at + whole, box->unread.count);
	return true;
}

bool mailbox_take(struct mailbox *box, const char *bytes, size_t length)
{
	struct message m;
	bool some = false;
	for (size_t i = 0; i < length; i++)
		vec_push(&box->unread, bytes[i]);
	while (take_one(box, &m))
		some = true;
	return some;
}

void mailbox_free(struct mailbox *box)
{
	vec_free(&box->unread);
	memory_free(box->bytes);
	box->bytes = NULL;
}

static char *late_report(const struct mailbox *box, size_t *length, int *status)
{
	const struct message *m = &box->last;
	char *text = memory_alloc(m->late_length + 1);
	memcpy(text, box->bytes + m->length - m->late_length, m->late_length);
	*length = m->late_length;
	*status = m->late_status;
	return text;
}

char *mailbox_report(const struct mailbox *box, const char *reason, size_t *length, int *status)
{
	const struct message *m = &box->last;
	size_t had = box->bytes ? m->length - m->late_length : 0, at = m->reason_at;
	bool fits = reason && box->bytes && !m->final && at <= had;
	static const char name[] = "\0" EXTRA_REASON;
	size_t more = fits ? strlen(reason) + 3 : 0, behind = fits ? sizeof name + strlen(reason) : 0;
	if (fits && m->late_length && !strcmp(reason, REASON_TIME))
		return late_report(box, length, status);
	char *text = memory_alloc(had + more + behind + 1);
	*status = m->status;
	if (!fits)
		at = had;
	if (had)
		memcpy(text, box->bytes, at);
	if (fits) {
		memcpy(text + at, " (", 2);
		memcpy(text + at + 2, reason, more - 3);
		text[at + more - 1] = ')';
		memcpy(text + at + more, box->bytes + at, had - at);
		memcpy(text + had + more, name, sizeof name);
		memcpy(text + had + more + sizeof name, reason, strlen(reason));
	}
	*length = had + more + behind;
	return text;
}

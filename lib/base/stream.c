#define _GNU_SOURCE /* O_TMPFILE */
#include "stream.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum { BUFFER = 1 << 16 };

static bool is_standard(const char *path)
{
	return !path || !strcmp(path, "-");
}

/* --- reading --- */

struct bytes VEC_BODY(char);

static void bytes_reserve(struct bytes *b, size_t more)
{
	if (b->capacity - b->count >= more)
		return;
	while (b->capacity - b->count < more)
		b->capacity = b->capacity ? b->capacity * 2 : BUFFER;
	b->at = memory_resize(b->at, b->capacity);
}

static bool read_descriptor(int fd, struct bytes *b)
{
	for (;;) {
		bytes_reserve(b, BUFFER);
		ssize_t n = read(fd, b->at + b->count, b->capacity - b->count);
		if (n == 0)
			return true;
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		b->count += (size_t)n;
	}
}

/* Inflates one gzip member at in[*at...]; moves *at after it. NULL or what is wrong. */
static const char *inflate_member(const struct bytes *in, size_t *at, struct bytes *out)
{
	z_stream z = { 0 };
	if (inflateInit2(&z, 15 + 16) != Z_OK)
		memory_exhausted();
	const char *fault = NULL;
	int status = Z_OK;
	while (status == Z_OK) {
		size_t left = in->count - *at;
		z.next_in = (Bytef *)in->at + *at;
		z.avail_in = left > 1u << 30 ? 1u << 30 : (uInt)left;
		bytes_reserve(out, BUFFER);
		size_t room = out->capacity - out->count;
		z.next_out = (Bytef *)out->at + out->count;
		z.avail_out = room > 1u << 30 ? 1u << 30 : (uInt)room;
		uInt in_before = z.avail_in, out_before = z.avail_out;
		status = inflate(&z, Z_NO_FLUSH);
		*at += in_before - z.avail_in;
		out->count += out_before - z.avail_out;
		if (status == Z_BUF_ERROR || (status == Z_OK && *at == in->count && z.avail_out))
			fault = "truncated gzip stream";
		else if (status != Z_OK && status != Z_STREAM_END)
			fault = "damaged gzip stream";
		if (fault)
			break;
	}
	inflateEnd(&z);
	return fault;
}

static bool unpack(const char *path, struct bytes *raw, struct diagnostics *diags)
{
	struct bytes plain = { 0 };
	size_t at = 0;
	const char *fault = NULL;
	while (!fault && at < raw->count) {
		if (raw->count - at < 2 || (unsigned char)raw->at[at] != 0x1f || (unsigned char)raw->at[at + 1] != 0x8b)
			fault = "damaged gzip stream: bytes after its end";
		else
			fault = inflate_member(raw, &at, &plain);
	}
	memory_free(raw->at);
	*raw = plain;
	if (fault)
		diagnose(diags, DIAG_INPUT, (struct location){ path, 0, 0 }, "%s (at offset %zu)", fault, at);
	return !fault;
}

bool stream_read(const char *path, struct diagnostics *diags, char **text, size_t *length)
{
	const char *name = is_standard(path) ? "<stdin>" : path;
	struct bytes b = { 0 };
	int fd = is_standard(path) ? 0 : open(path, O_RDONLY | O_CLOEXEC);
	bool fine = fd >= 0 && read_descriptor(fd, &b);
	if (!fine && errno == ENOMEM)
		memory_exhausted();
	if (!fine)
		diagnose(diags, DIAG_SYSTEM, (struct location){ name, 0, 0 }, "can't read: %s",
			 fd == 0 && errno == EBADF ? "it is closed" : strerror(errno));
	if (fd > 0)
		close(fd);
	if (fine && b.count >= 2 && (unsigned char)b.at[0] == 0x1f && (unsigned char)b.at[1] == 0x8b)
		fine = unpack(name, &b, diags);
	if (!fine) {
		memory_free(b.at);
		return false;
	}
	bytes_reserve(&b, 1);
	b.at[b.count] = 0;
	*text = b.at;
	*length = b.count;
	return true;
}

/* --- reading and writing --- */

static bool is_same_file(const char *input, const struct stat *output)
{
	struct stat st;
	int failed = is_standard(input) ? fstat(0, &st) : stat(input, &st);
	return !failed && st.st_dev == output->st_dev && st.st_ino == output->st_ino;
}

bool stream_spares(const char *output, const struct string_list *inputs, struct diagnostics *diags)
{
	struct stat st;
	if (is_standard(output) || stat(output, &st) != 0 || !S_ISREG(st.st_mode))
		return true;
	bool same = !inputs->count && is_same_file(NULL, &st);
	for (size_t i = 0; !same && i < inputs->count; i++)
		same = is_same_file(inputs->at[i], &st);
	if (same)
		diagnose(diags, DIAG_USAGE, (struct location){ 0 }, "'%s' is read, and would be overwritten", output);
	return !same;
}

/* --- writing --- */

struct output {
	int fd;           /* -1: into memory */
	const char *name; /* as diagnostics have it; not owned */
	char *path;       /* final name, or NULL for standard output and memory */
	char *beside;     /* temporary name, or NULL: the target itself is written (devices, pipes) */
	bool unnamed;     /* there is no file of that name yet: should we be killed, nothing is left behind */
	int error;        /* first errno */
	bool packed;
	z_stream z;
	struct bytes pending;
};

static void write_all(struct output *out, const char *bytes, size_t length)
{
	while (length && !out->error) {
		ssize_t n = write(out->fd, bytes, length);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			out->error = errno;
			return;
		}
		bytes += n;
		length -= (size_t)n;
	}
}

static void deflate_all(struct output *out, int flush)
{
	char buffer[BUFFER];
	out->z.next_in = (Bytef *)out->pending.at;
	out->z.avail_in = (uInt)out->pending.count;
	int status;
	do {
		out->z.next_out = (Bytef *)buffer;
		out->z.avail_out = sizeof buffer;
		status = deflate(&out->z, flush);
		write_all(out, buffer, sizeof buffer - out->z.avail_out);
	} while (!out->error && (flush == Z_FINISH ? status != Z_STREAM_END : out->z.avail_out == 0));
	out->pending.count = 0;
}

static void output_flush(struct output *out, bool last)
{
	if (out->packed) {
		deflate_all(out, last ? Z_FINISH : Z_NO_FLUSH);
	} else {
		write_all(out, out->pending.at, out->pending.count);
		out->pending.count = 0;
	}
}

/* A file without a name in the folder of out->beside, which give_name can name; -1 where the system has none. */
static int open_unnamed(const struct output *out)
{
	char *slash = strrchr(out->beside, '/');
	char *folder = slash ? memory_copy_string(out->beside, (size_t)(slash - out->beside) + 1) : NULL;
	int fd = access("/proc/self/fd", X_OK) == 0
			 ? open(folder ? folder : ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666)
			 : -1;
	memory_free(folder);
	return fd;
}

static bool give_name(const struct output *out, const char *name)
{
	char own[64];
	snprintf(own, sizeof own, "/proc/self/fd/%d", out->fd);
	return linkat(AT_FDCWD, own, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
}

/* A new file beside `path` when that is a regular file or does not exist yet; one that has no name (memfd_create) cannot be replaced. */
static int open_beside(struct output *out)
{
	struct stat st;
	if (stat(out->path, &st) == 0 && (!S_ISREG(st.st_mode) || !st.st_nlink))
		return open(out->path, O_WRONLY | O_CLOEXEC);
	size_t length = strlen(out->path);
	out->beside = memory_alloc(length + 32);
	snprintf(out->beside, length + 32, "%s.%ld.tmp", out->path, (long)getpid());
	int fd = open_unnamed(out);
	out->unnamed = fd >= 0;
	return out->unnamed ? fd : open(out->beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

static bool ends_in_gz(const char *path)
{
	size_t length = strlen(path);
	return length > 3 && !strcmp(path + length - 3, ".gz");
}

static void output_release(struct output *out)
{
	if (out->packed)
		deflateEnd(&out->z);
	memory_free(out->path);
	memory_free(out->beside);
	memory_free(out->pending.at);
	memory_free(out);
}

struct output *output_open(const char *path, bool compress, struct diagnostics *diags)
{
	struct output *out = memory_alloc(sizeof *out);
	out->fd = 1;
	out->name = "<stdout>";
	if (!is_standard(path)) {
		out->name = path;
		out->path = memory_copy_string(path, strlen(path));
		out->fd = open_beside(out);
		compress = compress || ends_in_gz(path);
	}
	if (out->fd < 0) {
		diagnose(diags, DIAG_SYSTEM, (struct location){ path, 0, 0 }, "can't write: %s", strerror(errno));
		output_release(out);
		return NULL;
	}
	if (compress && deflateInit2(&out->z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
		memory_exhausted();
	else
		out->packed = compress;
	return out;
}

struct output *output_memory(void)
{
	struct output *out = memory_alloc(sizeof *out);
	out->fd = -1;
	return out;
}

void output_write(struct output *out, const char *bytes, size_t length)
{
	if (!length)
		return;
	bytes_reserve(&out->pending, length);
	memcpy(out->pending.at + out->pending.count, bytes, length);
	out->pending.count += length;
	if (out->fd >= 0 && out->pending.count >= BUFFER)
		output_flush(out, false);
}

void output_string(struct output *out, const char *text)
{
	output_write(out, text, strlen(text));
}

void output_format(struct output *out, const char *format, ...)
{
	char buffer[512];
	va_list args, again;
	va_start(args, format);
	va_copy(again, args);
	int length = vsnprintf(buffer, sizeof buffer, format, args);
	va_end(args);
	if (length >= 0 && (size_t)length < sizeof buffer) {
		output_write(out, buffer, (size_t)length);
	} else if (length > 0) {
		char *large = memory_alloc((size_t)length + 1);
		vsnprintf(large, (size_t)length + 1, format, again);
		output_write(out, large, (size_t)length);
		memory_free(large);
	}
	va_end(again);
}

const char *output_text(struct output *out, size_t *length)
{
	bytes_reserve(&out->pending, 1);
	out->pending.at[out->pending.count] = 0;
	if (length)
		*length = out->pending.count;
	return out->pending.at;
}

bool output_close(struct output *out, struct diagnostics *diags)
{
	if (out->fd >= 0)
		output_flush(out, true);
	if (out->unnamed && !out->error && !give_name(out, out->beside))
		out->error = errno;
	if (out->fd > 1 && close(out->fd) != 0 && !out->error)
		out->error = errno;
	if (out->beside && !out->error && rename(out->beside, out->path) != 0)
		out->error = errno;
	if (out->beside && out->error)
		unlink(out->beside);
	int error = out->error;
	if (error)
		diagnose(diags, DIAG_SYSTEM, (struct location){ out->name, 0, 0 }, "can't write: %s", strerror(error));
	output_release(out);
	return !error;
}

void output_abandon(struct output *out)
{
	if (out->fd > 1)
		close(out->fd);
	if (out->beside && !out->unnamed)
		unlink(out->beside);
	output_release(out);
}

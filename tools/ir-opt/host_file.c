/* Files: streams by number, descriptors. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "host.h"

static bool last_error(struct host *host, const char *text)
{
	(void)text;
	return host_answer(host, host->error);
}

/* ---- what may be opened, without --host ---- */

static bool mode_writes(const char *mode)
{
	return *mode != 'r' || strchr(mode, '+');
}

static bool flags_write(int flags)
{
	return (flags & O_ACCMODE) != O_RDONLY || flags & (O_CREAT | O_TRUNC);
}

/* Is it a file that open_temporary made? Files with a name cannot be sealed. */
static bool is_temporary(int fd)
{
	return fcntl(fd, F_GET_SEALS) == 0;
}

static bool command_reads(int command)
{
	return command == F_DUPFD || command == F_DUPFD_CLOEXEC || command == F_GETFD || command == F_SETFD ||
	       command == F_GETFL || command == F_GETLK || command == F_GETOWN || command == F_GETPIPE_SZ;
}

/* ---- streams ---- */

static bool open_stream(struct host *host, const char *text)
{
	(void)text;
	const char *path = host_text(host), *mode = host_second_text(host);
	if (mode_writes(mode) && host_refuses(host))
		return false;
	return host_status(host, host_add_file(host, fopen(path, mode)));
}

/* The stream keeps its number. */
static bool reopen_stream(struct host *host, const char *text)
{
	(void)text;
	uint64_t number = host_number(host);
	const char *path = host_text(host), *mode = host_second_text(host);
	if (number >= host->files.count || !host->files.at[number])
		return host_status(host, -1);
	if (mode_writes(mode) && host_refuses(host))
		return false;
	FILE *file = fopen(path, mode);
	if (number < 3)
		fflush(host->files.at[number]);
	else
		fclose(host->files.at[number]);
	host->files.at[number] = file;
	return host_status(host, file ? (int64_t)number : -1);
}

static bool open_descriptor_stream(struct host *host, const char *text)
{
	(void)text;
	int fd = (int)host_signed(host);
	return host_status(host, host_add_file(host, fdopen(fd, host_text(host))));
}

/* In memory: it has no name that anybody else could see. */
static bool open_temporary(struct host *host, const char *text)
{
	(void)text;
	int fd = memfd_create("tmpfile", MFD_ALLOW_SEALING);
	return host_status(host, host_add_file(host, fd < 0 ? NULL : fdopen(fd, "w+b")));
}

/* The standard streams are ours as well: they are not really closed. */
static bool close_stream(struct host *host, const char *text)
{
	(void)text;
	uint64_t number = host_number(host);
	FILE *file = number < host->files.count ? host->files.at[number] : NULL;
	if (!file)
		return host_answer(host, -1);
	host->files.at[number] = NULL;
	return host_status(host, number < 3 ? fflush(file) : fclose(file));
}

static bool get_character(struct host *host, const char *text)
{
	(void)text;
	FILE *file = host_file(host);
	return host_answer(host, file ? getc(file) : -1);
}

static bool unget_character(struct host *host, const char *text)
{
	(void)text;
	FILE *file = host_file(host);
	int c = (int)host_signed(host);
	return host_answer(host, file ? ungetc(c, file) : -1);
}

/* The characters that were handed over; how many were written, -1 for none because of an error. */
static bool write_stream(struct host *host, const char *text)
{
	(void)text;
	FILE *file = host_file(host);
	size_t count = host->text.count;
	size_t written = file && count ? fwrite(host->text.at, 1, count, file) : 0;
	return host_status(host, written || !count ? (int64_t)written : -1);
}

/* So many characters, which are further results; how many there were. */
static bool read_stream(struct host *host, const char *text)
{
	(void)text;
	FILE *file = host_file(host);
	uint64_t count = host_number(host), done = 0;
	for (int c; file && done < count && (c = getc(file)) != EOF; done++)
		vec_push(&host->bytes, (char)c);
	return host_answer(host, (int64_t)done);
}

/* At most so many characters, up to the end of the line. */
static bool read_line(struct host *host, const char *text)
{
	(void)text;
	FILE *file = host_file(host);
	uint64_t most = host_number(host);
	for (int c = 0; file && c != '\n' && host->bytes.count < most;) {
		c = getc(file);
		if (c == EOF)
			break;
		vec_push(&host->bytes, (char)c);
	}
	return host_answer(host, (int64_t)host->bytes.count);
}

static bool at_end(struct host *host, const char *text)
{
	(void)text;
	FILE *file = host_file(host);
	return host_answer(host, file ? feof(file) != 0 : 0);
}

static bool has_error(struct host *host, const char *text)
{
	(void)text;
	FILE *file = host_file(host);
	return host_answer(host, file ? ferror(file) != 0 : 1);
}

static bool clear_error(struct host *host, const char *text)
{
	(void)text;
	FILE *file = host_file(host);
	if (file)
		clearerr(file);
	return host_answer(host, 0);
}

/* All streams if there is none of that number. */
static bool flush(struct host *host, const char *text)
{
	(void)text;
	return host_status(host, fflush(host_file(host)));
}

static bool seek(struct host *host, const char *text)
{
	(void)text;
	FILE *file = host_file(host);
	int64_t offset = host_signed(host);
	return host_status(host, file ? fseeko(file, (off_t)offset, (int)host_signed(host)) : -1);
}

static bool tell(struct host *host, const char *text)
{
	(void)text;
	FILE *file = host_file(host);
	return host_status(host, file ? ftello(file) : -1);
}

static bool descriptor(struct host *host, const char *text)
{
	(void)text;
	FILE *file = host_file(host);
	return host_status(host, file ? fileno(file) : -1);
}

static bool set_buffer(struct host *host, const char *text)
{
	(void)text;
	FILE *file = host_file(host);
	int mode = (int)host_signed(host);
	return host_status(host, file ? setvbuf(file, NULL, mode, mode == _IONBF ? 0 : BUFSIZ) : -1);
}

/* ---- descriptors ---- */

static bool open_descriptor(struct host *host, const char *text)
{
	(void)text;
	int flags = (int)host_signed(host);
	mode_t mode = (mode_t)host_number(host);
	if (flags_write(flags) && host_refuses(host))
		return false;
	return host_status(host, open(host_text(host), flags, mode));
}

static bool open_in(struct host *host, const char *text)
{
	(void)text;
	int folder = (int)host_signed(host), flags = (int)host_signed(host);
	if (flags_write(flags) && host_refuses(host))
		return false;
	return host_status(host, openat(folder, host_text(host), flags, (mode_t)host_number(host)));
}

static bool close_descriptor(struct host *host, const char *text)
{
	(void)text;
	int fd = (int)host_signed(host);
	return host_status(host, close(fd));
}

static bool read_descriptor(struct host *host, const char *text)
{
	(void)text;
	char buffer[65536];
	int fd = (int)host_signed(host);
	uint64_t count = host_number(host);
	ssize_t n = read(fd, buffer, count < sizeof buffer ? count : sizeof buffer);
	if (n > 0)
		host_give(host, buffer, (size_t)n);
	return host_status(host, n);
}

static bool read_at(struct host *host, const char *text)
{
	(void)text;
	char buffer[65536];
	int fd = (int)host_signed(host);
	uint64_t count = host_number(host);
	ssize_t n = pread(fd, buffer, count < sizeof buffer ? count : sizeof buffer, (off_t)host_signed(host));
	if (n > 0)
		host_give(host, buffer, (size_t)n);
	return host_status(host, n);
}

static bool write_at(struct host *host, const char *text)
{
	(void)text;
	int fd = (int)host_signed(host);
	return host_status(host, pwrite(fd, host_text(host), host->text.count, (off_t)host_signed(host)));
}

static bool write_descriptor(struct host *host, const char *text)
{
	(void)text;
	int fd = (int)host_signed(host);
	return host_status(host, write(fd, host_text(host), host->text.count));
}

static bool seek_descriptor(struct host *host, const char *text)
{
	(void)text;
	int fd = (int)host_signed(host);
	int64_t offset = host_signed(host);
	return host_status(host, lseek(fd, (off_t)offset, (int)host_signed(host)));
}

static bool is_terminal(struct host *host, const char *text)
{
	(void)text;
	int terminal = isatty((int)host_signed(host));
	host->error = errno;
	return host_answer(host, terminal);
}

static bool duplicate(struct host *host, const char *text)
{
	(void)text;
	return host_status(host, dup((int)host_signed(host)));
}

static bool duplicate_as(struct host *host, const char *text)
{
	(void)text;
	int fd = (int)host_signed(host);
	return host_status(host, dup2(fd, (int)host_signed(host)));
}

static bool make_pipe(struct host *host, const char *text)
{
	(void)text;
	int ends[2];
	int result = pipe(ends);
	for (int i = 0; result == 0 && i < 2; i++)
		vec_push(&host->numbers, (uint64_t)ends[i]);
	return host_status(host, result);
}

static bool control(struct host *host, const char *text)
{
	(void)text;
	int fd = (int)host_signed(host), command = (int)host_signed(host);
	if (!command_reads(command) && host_refuses(host))
		return false;
	return host_status(host, fcntl(fd, command, (int)host_signed(host)));
}

static bool truncate_descriptor(struct host *host, const char *text)
{
	(void)text;
	int fd = (int)host_signed(host);
	if (!is_temporary(fd) && host_refuses(host))
		return false;
	return host_status(host, ftruncate(fd, (off_t)host_signed(host)));
}

const struct host_function host_file_functions[] = {
	{ "errno", last_error, HOST_INSIDE },
	{ "fopen", open_stream, HOST_INSIDE },
	{ "freopen", reopen_stream, HOST_INSIDE },
	{ "fdopen", open_descriptor_stream, HOST_INSIDE },
	{ "tmpfile", open_temporary, HOST_INSIDE },
	{ "fclose", close_stream, HOST_INSIDE },
	{ "getc", get_character, HOST_INSIDE },
	{ "ungetc", unget_character, HOST_INSIDE },
	{ "fwrite", write_stream, HOST_INSIDE },
	{ "fread", read_stream, HOST_INSIDE },
	{ "fgets", read_line, HOST_INSIDE },
	{ "feof", at_end, HOST_INSIDE },
	{ "ferror", has_error, HOST_INSIDE },
	{ "clearerr", clear_error, HOST_INSIDE },
	{ "fflush", flush, HOST_INSIDE },
	{ "fseek", seek, HOST_INSIDE },
	{ "ftell", tell, HOST_INSIDE },
	{ "fileno", descriptor, HOST_INSIDE },
	{ "setvbuf", set_buffer, HOST_INSIDE },
	{ "open", open_descriptor, HOST_INSIDE },
	{ "close", close_descriptor, HOST_INSIDE },
	{ "read", read_descriptor, HOST_INSIDE },
	{ "write", write_descriptor, HOST_INSIDE },
	{ "lseek", seek_descriptor, HOST_INSIDE },
	{ "isatty", is_terminal, HOST_INSIDE },
	{ "openat", open_in, HOST_INSIDE },
	{ "pread", read_at, HOST_INSIDE },
	{ "pwrite", write_at, HOST_INSIDE },
	{ "dup", duplicate, HOST_INSIDE },
	{ "dup2", duplicate_as, HOST_INSIDE },
	{ "pipe", make_pipe, HOST_INSIDE },
	{ "fcntl", control, HOST_INSIDE },
	{ "ftruncate", truncate_descriptor, HOST_INSIDE },
	{ NULL, NULL, HOST_INSIDE },
};

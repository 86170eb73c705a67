/* Files: streams by number, descriptors, directories' entries. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host.h"

/* -1 and errno, as systems answer. */
static bool answer(struct host *host, int64_t value)
{
	if (value < 0)
		host->error = errno;
	return host_answer(host, value);
}

static bool last_error(struct host *host, const char *text)
{
	(void)text;
	return host_answer(host, host->error);
}

/* Two strings: they have a 0 between them. */
static const char *second_text(struct host *host)
{
	const char *first = host_text(host);
	size_t n = strlen(first);
	return n < host->text.count ? first + n + 1 : "";
}

/* ---- streams ---- */

static int64_t add_file(struct host *host, FILE *file)
{
	if (!file)
		return -1;
	vec_push(&host->files, file);
	return (int64_t)host->files.count - 1;
}

static bool open_stream(struct host *host, const char *text)
{
	(void)text;
	const char *path = host_text(host);
	return answer(host, add_file(host, fopen(path, second_text(host))));
}

/* The stream keeps its number. */
static bool reopen_stream(struct host *host, const char *text)
{
	(void)text;
	uint64_t number = host_number(host);
	const char *path = host_text(host);
	if (number >= host->files.count || !host->files.at[number])
		return answer(host, -1);
	FILE *file = fopen(path, second_text(host));
	if (number < 3)
		fflush(host->files.at[number]);
	else
		fclose(host->files.at[number]);
	host->files.at[number] = file;
	return answer(host, file ? (int64_t)number : -1);
}

static bool open_descriptor_stream(struct host *host, const char *text)
{
	(void)text;
	int fd = (int)host_signed(host);
	return answer(host, add_file(host, fdopen(fd, host_text(host))));
}

static bool open_temporary(struct host *host, const char *text)
{
	(void)text;
	return answer(host, add_file(host, tmpfile()));
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
	return answer(host, number < 3 ? fflush(file) : fclose(file));
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
	return answer(host, written || !count ? (int64_t)written : -1);
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
	return answer(host, fflush(host_file(host)));
}

static bool seek(struct host *host, const char *text)
{
	(void)text;
	FILE *file = host_file(host);
	int64_t offset = host_signed(host);
	return answer(host, file ? fseeko(file, (off_t)offset, (int)host_signed(host)) : -1);
}

static bool tell(struct host *host, const char *text)
{
	(void)text;
	FILE *file = host_file(host);
	return answer(host, file ? ftello(file) : -1);
}

static bool descriptor(struct host *host, const char *text)
{
	(void)text;
	FILE *file = host_file(host);
	return answer(host, file ? fileno(file) : -1);
}

static bool set_buffer(struct host *host, const char *text)
{
	(void)text;
	FILE *file = host_file(host);
	int mode = (int)host_signed(host);
	return answer(host, file ? setvbuf(file, NULL, mode, mode == _IONBF ? 0 : BUFSIZ) : -1);
}

/* ---- descriptors ---- */

static bool open_descriptor(struct host *host, const char *text)
{
	(void)text;
	int flags = (int)host_signed(host);
	mode_t mode = (mode_t)host_number(host);
	return answer(host, open(host_text(host), flags, mode));
}

static bool close_descriptor(struct host *host, const char *text)
{
	(void)text;
	int fd = (int)host_signed(host);
	return answer(host, fd > 2 ? close(fd) : 0);
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
	return answer(host, n);
}

static bool write_descriptor(struct host *host, const char *text)
{
	(void)text;
	int fd = (int)host_signed(host);
	return answer(host, write(fd, host_text(host), host->text.count));
}

static bool seek_descriptor(struct host *host, const char *text)
{
	(void)text;
	int fd = (int)host_signed(host);
	int64_t offset = host_signed(host);
	return answer(host, lseek(fd, (off_t)offset, (int)host_signed(host)));
}

static bool is_terminal(struct host *host, const char *text)
{
	(void)text;
	int terminal = isatty((int)host_signed(host));
	host->error = errno;
	return host_answer(host, terminal);
}

/* ---- files by name ---- */

static bool remove_file(struct host *host, const char *text)
{
	(void)text;
	return answer(host, remove(host_text(host)));
}

static bool unlink_file(struct host *host, const char *text)
{
	(void)text;
	return answer(host, unlink(host_text(host)));
}

static bool rename_file(struct host *host, const char *text)
{
	(void)text;
	const char *from = host_text(host);
	return answer(host, rename(from, second_text(host)));
}

static bool is_accessible(struct host *host, const char *text)
{
	(void)text;
	return answer(host, access(host_text(host), (int)host_signed(host)));
}

static bool give_status(struct host *host, int result, const struct stat *s)
{
	const uint64_t fields[] = { s->st_dev, s->st_ino, s->st_nlink, s->st_mode, s->st_uid, s->st_gid, s->st_rdev,
				    (uint64_t)s->st_size, (uint64_t)s->st_blksize, (uint64_t)s->st_blocks,
				    (uint64_t)s->st_atim.tv_sec, (uint64_t)s->st_mtim.tv_sec, (uint64_t)s->st_ctim.tv_sec };
	for (size_t i = 0; result == 0 && i < sizeof fields / sizeof *fields; i++)
		vec_push(&host->numbers, fields[i]);
	return answer(host, result);
}

static bool file_status(struct host *host, const char *text)
{
	(void)text;
	struct stat s = { 0 };
	return give_status(host, stat(host_text(host), &s), &s);
}

static bool link_status(struct host *host, const char *text)
{
	(void)text;
	struct stat s = { 0 };
	return give_status(host, lstat(host_text(host), &s), &s);
}

static bool descriptor_status(struct host *host, const char *text)
{
	(void)text;
	struct stat s = { 0 };
	return give_status(host, fstat((int)host_signed(host), &s), &s);
}

const struct host_function host_file_functions[] = {
	{ "errno", last_error },
	{ "fopen", open_stream },
	{ "freopen", reopen_stream },
	{ "fdopen", open_descriptor_stream },
	{ "tmpfile", open_temporary },
	{ "fclose", close_stream },
	{ "getc", get_character },
	{ "ungetc", unget_character },
	{ "fwrite", write_stream },
	{ "fread", read_stream },
	{ "fgets", read_line },
	{ "feof", at_end },
	{ "ferror", has_error },
	{ "clearerr", clear_error },
	{ "fflush", flush },
	{ "fseek", seek },
	{ "ftell", tell },
	{ "fileno", descriptor },
	{ "setvbuf", set_buffer },
	{ "open", open_descriptor },
	{ "close", close_descriptor },
	{ "read", read_descriptor },
	{ "write", write_descriptor },
	{ "lseek", seek_descriptor },
	{ "isatty", is_terminal },
	{ "remove", remove_file },
	{ "unlink", unlink_file },
	{ "rename", rename_file },
	{ "access", is_accessible },
	{ "stat", file_status },
	{ "lstat", link_status },
	{ "fstat", descriptor_status },
	{ NULL, NULL },
};

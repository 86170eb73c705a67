/* Files by their names, and directories. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host.h"

static bool remove_file(struct host *host, const char *text)
{
	(void)text;
	return host_status(host, remove(host_text(host)));
}

static bool unlink_file(struct host *host, const char *text)
{
	(void)text;
	return host_status(host, unlink(host_text(host)));
}

static bool unlink_in(struct host *host, const char *text)
{
	(void)text;
	int folder = (int)host_signed(host);
	return host_status(host, unlinkat(folder, host_text(host), (int)host_signed(host)));
}

static bool rename_file(struct host *host, const char *text)
{
	(void)text;
	const char *from = host_text(host);
	return host_status(host, rename(from, host_second_text(host)));
}

static bool link_file(struct host *host, const char *text)
{
	(void)text;
	const char *from = host_text(host);
	return host_status(host, link(from, host_second_text(host)));
}

static bool symbolic_link(struct host *host, const char *text)
{
	(void)text;
	const char *from = host_text(host);
	return host_status(host, symlink(from, host_second_text(host)));
}

/* A name as result: its length, and further characters. */
static bool answer_name(struct host *host, const char *name, ssize_t length)
{
	if (name && length > 0)
		host_give(host, name, (size_t)length);
	return host_status(host, name ? length : -1);
}

static bool read_link(struct host *host, const char *text)
{
	(void)text;
	char name[4096];
	return answer_name(host, name, readlink(host_text(host), name, sizeof name));
}

static bool real_path(struct host *host, const char *text)
{
	(void)text;
	char *name = realpath(host_text(host), NULL);
	answer_name(host, name, name ? (ssize_t)strlen(name) : -1);
	free(name);
	return true;
}

static bool working_directory(struct host *host, const char *text)
{
	(void)text;
	char *name = getcwd(NULL, 0);
	answer_name(host, name, name ? (ssize_t)strlen(name) : -1);
	free(name);
	return true;
}

/* The template becomes the name. */
static bool temporary(struct host *host, const char *text)
{
	(void)text;
	host_text(host);
	char *name = host->text.at;
	bool folder = !strcmp(host_second_text(host), "directory");
	int result = folder ? (mkdtemp(name) ? 0 : -1) : mkstemp(name);
	host_give(host, name, strlen(name));
	return host_status(host, result);
}

/* ---- status ---- */

static bool is_accessible(struct host *host, const char *text)
{
	(void)text;
	return host_status(host, access(host_text(host), (int)host_signed(host)));
}

static bool is_accessible_in(struct host *host, const char *text)
{
	(void)text;
	int folder = (int)host_signed(host), mode = (int)host_signed(host);
	return host_status(host, faccessat(folder, host_text(host), mode, (int)host_signed(host)));
}

static bool give_status(struct host *host, int result, const struct stat *s)
{
	const uint64_t fields[] = { s->st_dev,
				    s->st_ino,
				    s->st_nlink,
				    s->st_mode,
				    s->st_uid,
				    s->st_gid,
				    s->st_rdev,
				    (uint64_t)s->st_size,
				    (uint64_t)s->st_blksize,
				    (uint64_t)s->st_blocks,
				    (uint64_t)s->st_atim.tv_sec,
				    (uint64_t)s->st_atim.tv_nsec,
				    (uint64_t)s->st_mtim.tv_sec,
				    (uint64_t)s->st_mtim.tv_nsec,
				    (uint64_t)s->st_ctim.tv_sec,
				    (uint64_t)s->st_ctim.tv_nsec };
	for (size_t i = 0; result == 0 && i < sizeof fields / sizeof *fields; i++)
		vec_push(&host->numbers, fields[i]);
	return host_status(host, result);
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

static bool status_in(struct host *host, const char *text)
{
	(void)text;
	struct stat s = { 0 };
	int folder = (int)host_signed(host);
	return give_status(host, fstatat(folder, host_text(host), &s, (int)host_signed(host)), &s);
}

/* ---- changing it ---- */

static bool change_mode(struct host *host, const char *text)
{
	(void)text;
	return host_status(host, chmod(host_text(host), (mode_t)host_number(host)));
}

static bool change_mode_open(struct host *host, const char *text)
{
	(void)text;
	int fd = (int)host_signed(host);
	return host_status(host, fchmod(fd, (mode_t)host_number(host)));
}

static bool change_owner(struct host *host, const char *text)
{
	(void)text;
	uid_t user = (uid_t)host_number(host);
	return host_status(host, chown(host_text(host), user, (gid_t)host_number(host)));
}

static bool change_owner_of_link(struct host *host, const char *text)
{
	(void)text;
	uid_t user = (uid_t)host_number(host);
	return host_status(host, lchown(host_text(host), user, (gid_t)host_number(host)));
}

static bool change_owner_open(struct host *host, const char *text)
{
	(void)text;
	int fd = (int)host_signed(host);
	uid_t user = (uid_t)host_number(host);
	return host_status(host, fchown(fd, user, (gid_t)host_number(host)));
}

static bool truncate_file(struct host *host, const char *text)
{
	(void)text;
	return host_status(host, truncate(host_text(host), (off_t)host_signed(host)));
}

static bool make_fifo(struct host *host, const char *text)
{
	(void)text;
	return host_status(host, mkfifo(host_text(host), (mode_t)host_number(host)));
}

/* descriptor or folder, is there a name, flags, are there times, which */
static bool set_times(struct host *host, const char *text)
{
	(void)text;
	int fd = (int)host_signed(host);
	bool named = host_number(host) != 0;
	int flags = (int)host_signed(host);
	bool given = host_number(host) != 0;
	struct timespec times[2];
	for (int i = 0; i < 2; i++) {
		times[i].tv_sec = (time_t)host_signed(host);
		times[i].tv_nsec = (long)host_signed(host);
	}
	const struct timespec *both = given ? times : NULL;
	return host_status(host, named ? utimensat(fd, host_text(host), both, flags) : futimens(fd, both));
}

static bool set_mask(struct host *host, const char *text)
{
	(void)text;
	return host_answer(host, umask((mode_t)host_number(host)));
}

/* ---- directories ---- */

static bool make_directory(struct host *host, const char *text)
{
	(void)text;
	return host_status(host, mkdir(host_text(host), (mode_t)host_number(host)));
}

static bool remove_directory(struct host *host, const char *text)
{
	(void)text;
	return host_status(host, rmdir(host_text(host)));
}

static bool change_directory(struct host *host, const char *text)
{
	(void)text;
	return host_status(host, chdir(host_text(host)));
}

static bool change_to_open_directory(struct host *host, const char *text)
{
	(void)text;
	return host_status(host, fchdir((int)host_signed(host)));
}

static bool add_directory(struct host *host, DIR *directory)
{
	if (!directory)
		return host_status(host, -1);
	vec_push(&host->directories, directory);
	return host_answer(host, (int64_t)host->directories.count - 1);
}

static DIR *directory_of(struct host *host)
{
	uint64_t number = host_number(host);
	return number < host->directories.count ? host->directories.at[number] : NULL;
}

static bool open_directory(struct host *host, const char *text)
{
	(void)text;
	return add_directory(host, opendir(host_text(host)));
}

static bool open_descriptor_directory(struct host *host, const char *text)
{
	(void)text;
	return add_directory(host, fdopendir((int)host_signed(host)));
}

static bool close_directory(struct host *host, const char *text)
{
	(void)text;
	DIR *directory = directory_of(host);
	for (size_t i = 0; directory && i < host->directories.count; i++)
		if (host->directories.at[i] == directory)
			host->directories.at[i] = NULL;
	return host_status(host, directory ? closedir(directory) : -1);
}

/* The length of the next name, 0 if there is none; inode, type and offset are further numbers. */
static bool read_directory(struct host *host, const char *text)
{
	(void)text;
	DIR *directory = directory_of(host);
	errno = directory ? 0 : EBADF;
	struct dirent *entry = directory ? readdir(directory) : NULL;
	if (!entry)
		return host_status(host, errno ? -1 : 0);
	vec_push(&host->numbers, entry->d_ino);
	vec_push(&host->numbers, entry->d_type);
	vec_push(&host->numbers, (uint64_t)entry->d_off);
	return answer_name(host, entry->d_name, (ssize_t)strlen(entry->d_name));
}

static bool rewind_directory(struct host *host, const char *text)
{
	(void)text;
	DIR *directory = directory_of(host);
	if (directory)
		rewinddir(directory);
	return host_answer(host, 0);
}

static bool directory_descriptor(struct host *host, const char *text)
{
	(void)text;
	DIR *directory = directory_of(host);
	return host_status(host, directory ? dirfd(directory) : -1);
}

void host_close_directories(struct host *host)
{
	for (size_t i = 0; i < host->directories.count; i++)
		if (host->directories.at[i])
			closedir(host->directories.at[i]);
	vec_free(&host->directories);
}

const struct host_function host_name_functions[] = {
	{ "remove", remove_file, HOST_OUTSIDE },
	{ "unlink", unlink_file, HOST_OUTSIDE },
	{ "unlinkat", unlink_in, HOST_OUTSIDE },
	{ "rename", rename_file, HOST_OUTSIDE },
	{ "link", link_file, HOST_OUTSIDE },
	{ "symlink", symbolic_link, HOST_OUTSIDE },
	{ "readlink", read_link, HOST_INSIDE },
	{ "realpath", real_path, HOST_INSIDE },
	{ "getcwd", working_directory, HOST_INSIDE },
	{ "temporary", temporary, HOST_OUTSIDE },
	{ "access", is_accessible, HOST_INSIDE },
	{ "faccessat", is_accessible_in, HOST_INSIDE },
	{ "stat", file_status, HOST_INSIDE },
	{ "lstat", link_status, HOST_INSIDE },
	{ "fstat", descriptor_status, HOST_INSIDE },
	{ "fstatat", status_in, HOST_INSIDE },
	{ "chmod", change_mode, HOST_OUTSIDE },
	{ "fchmod", change_mode_open, HOST_OUTSIDE },
	{ "chown", change_owner, HOST_OUTSIDE },
	{ "lchown", change_owner_of_link, HOST_OUTSIDE },
	{ "fchown", change_owner_open, HOST_OUTSIDE },
	{ "truncate", truncate_file, HOST_OUTSIDE },
	{ "mkfifo", make_fifo, HOST_OUTSIDE },
	{ "times_of_file", set_times, HOST_OUTSIDE },
	{ "umask", set_mask, HOST_INSIDE },
	{ "mkdir", make_directory, HOST_OUTSIDE },
	{ "rmdir", remove_directory, HOST_OUTSIDE },
	{ "chdir", change_directory, HOST_INSIDE },
	{ "fchdir", change_to_open_directory, HOST_INSIDE },
	{ "opendir", open_directory, HOST_INSIDE },
	{ "fdopendir", open_descriptor_directory, HOST_INSIDE },
	{ "closedir", close_directory, HOST_INSIDE },
	{ "readdir", read_directory, HOST_INSIDE },
	{ "rewinddir", rewind_directory, HOST_INSIDE },
	{ "dirfd", directory_descriptor, HOST_INSIDE },
	{ NULL, NULL, HOST_INSIDE },
};

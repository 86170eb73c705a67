/* <pwd.h>, <grp.h>: in verification there may be any users and groups, or none. */
#include "posix.h"

struct user {
	char *name, *password;
	unsigned user, group;
	char *comment, *home, *shell;
};

struct group {
	char *name, *password;
	unsigned group;
	char **members;
};

static struct user found_user;
static struct group found_group;
static char *no_members[1];

static char *text(void)
{
	size_t n = __plumb_running() ? __plumb_host_long("next") : __plumb_any_size("length");
	__plumb_assume(n < 1 << 16);
	return __plumb_string(n);
}

static struct user *read_user(int result)
{
	if (result < 0)
		return NULL;
	found_user.user = __plumb_running() ? __plumb_host_int("next") : __plumb_any_int("pw_uid");
	found_user.group = __plumb_running() ? __plumb_host_int("next") : __plumb_any_int("pw_gid");
	found_user.name = text();
	found_user.password = text();
	found_user.comment = text();
	found_user.home = text();
	found_user.shell = text();
	return &found_user;
}

struct user *getpwnam(const char *name)
{
	__plumb_path(name);
	return read_user(__plumb_host_int("getpwnam"));
}

struct user *getpwuid(unsigned number)
{
	__plumb_argument(number);
	struct user *found = read_user(__plumb_host_int("getpwuid"));
	__plumb_assume(!found || found->user == number);
	return found;
}

/* Who belongs to a group is not told. */
static struct group *read_group(int result)
{
	if (result < 0)
		return NULL;
	__plumb_ledger("getgrnam, getgrgid: groups have no members");
	found_group.group = __plumb_running() ? __plumb_host_int("next") : __plumb_any_int("gr_gid");
	found_group.name = text();
	found_group.password = text();
	found_group.members = no_members;
	return &found_group;
}

struct group *getgrnam(const char *name)
{
	__plumb_path(name);
	return read_group(__plumb_host_int("getgrnam"));
}

struct group *getgrgid(unsigned number)
{
	__plumb_argument(number);
	struct group *found = read_group(__plumb_host_int("getgrgid"));
	__plumb_assume(!found || found->group == number);
	return found;
}

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

/* What a text was last time becomes anything when it is told again (POSIX). */
struct told {
	char *text;
	size_t length;
};

static char *text(struct told *told)
{
	if (told->text && !__plumb_running())
		__plumb_forget(told->text, told->length);
	size_t n = __plumb_running() ? __plumb_host_long("next") : __plumb_any_size("length");
	__plumb_ledger("users and groups: a name, password, comment or path has less than 64 KB");
	__plumb_assume(n < 1 << 16);
	told->text = __plumb_string(n);
	told->length = n;
	return told->text;
}

static struct user *read_user(int result)
{
	static struct told name, password, comment, home, shell;
	if (result < 0) {
		__plumb_may_fail();
		return NULL;
	}
	found_user.user = __plumb_running() ? __plumb_host_int("next") : __plumb_any_int("pw_uid");
	found_user.group = __plumb_running() ? __plumb_host_int("next") : __plumb_any_int("pw_gid");
	found_user.name = text(&name);
	found_user.password = text(&password);
	found_user.comment = text(&comment);
	found_user.home = text(&home);
	found_user.shell = text(&shell);
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
	static struct told name, password;
	if (result < 0) {
		__plumb_may_fail();
		return NULL;
	}
	__plumb_ledger("getgrnam, getgrgid: groups have no members");
	found_group.group = __plumb_running() ? __plumb_host_int("next") : __plumb_any_int("gr_gid");
	found_group.name = text(&name);
	found_group.password = text(&password);
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

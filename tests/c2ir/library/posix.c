/* arguments: one -a --long=3 two -b value -- -c */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <getopt.h>
#include <libgen.h>
#include <regex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* Arguments of one call are evaluated in any order: one by one. */
static void show(long value)
{
	printf("%ld\n", value);
}

static void options(int argc, char **argv)
{
	static const struct option list[] = { { "long", required_argument, NULL, 'l' },
					      { "loud", no_argument, NULL, 'o' },
					      { 0 } };
	for (int c, i = -1; (c = getopt_long(argc, argv, "ab:", list, &i)) != -1;)
		printf("%c %s %d %d\n", c, optarg ? optarg : "none", optind, i);
	for (int i = optind; i < argc; i++)
		printf("argument %s\n", argv[i]);
	char *bad[] = { "program", "-x", "--lo", "--lou", "--long", NULL };
	optind = 0;
	for (int c; (c = getopt_long(5, bad, "ab:", list, NULL)) != -1;)
		printf("%c %d\n", c, optopt);
	char *plain[] = { "program", "file", "-a", NULL };
	optind = 0;
	show(getopt(3, plain, "+a"));
	show(optind);
}

static void files(void)
{
	char name[] = "tempXXXXXX", text[40] = { 0 };
	int fd = mkstemp(name);
	printf("%d %d %d\n", fd >= 0, strlen(name) == 10, strcmp(name, "tempXXXXXX") != 0);
	show(write(fd, "some text", 9));
	show(lseek(fd, 5, SEEK_SET));
	int copy = dup(fd);
	show(read(copy, text, sizeof text));
	puts(text);
	show(pread(fd, text, 4, 0));
	puts(text);
	show(ftruncate(fd, 4));
	show(close(fd));
	show(close(copy));
	show(close(copy) == -1 && errno == EBADF);
	show(rename(name, "kept"));
	show(chmod("kept", 0600));
	show(symlink("kept", "link"));
	show(readlink("link", text, sizeof text));
	puts(text);
	show(access("link", R_OK));
	show(unlink("link"));
	show(access("link", R_OK));
}

static void names(void)
{
	char paths[9][20] = { "/usr/lib", "/usr/", "usr", "/", "a/b//c//", "", "//x", "///x", "//" };
	for (int i = 0; i < 9; i++)
		puts(dirname(paths[i]));
	dev_t device = makedev(259, 70000);
	show(device);
	show(major(device));
	show(minor(device));
	show(fileno_unlocked(stdout));
}

static void directories(void)
{
	int found = 0;
	show(mkdir("folder", 0700));
	show(mkdir("folder", 0700) == -1 && errno == EEXIST);
	show(chdir("folder"));
	char *path = getcwd(NULL, 0);
	puts(strrchr(path, '/'));
	free(path);
	fclose(fopen("entry", "w"));
	DIR *d = opendir(".");
	for (struct dirent *e; (e = readdir(d));)
		found += strcmp(e->d_name, "entry") == 0 || strcmp(e->d_name, "..") == 0;
	show(found);
	show(closedir(d));
	show(unlink("entry"));
	show(chdir(".."));
	show(rmdir("folder"));
	show(opendir("folder") == NULL && errno == ENOENT);
}

static void processes(void)
{
	int ends[2], status = 0;
	char line[40] = { 0 };
	printf("%d\n", pipe(ends));
	printf("this is in the buffer, once\n");
	pid_t child = fork();
	if (child == 0) {
		close(ends[0]);
		dup2(ends[1], 1);
		execlp("echo", "echo", "from", "the child", (char *)NULL);
		_exit(1);
	}
	close(ends[1]);
	ssize_t n = read(ends[0], line, sizeof line - 1);
	printf("%zd %s", n, line);
	show(waitpid(child, &status, 0) == child);
	show(WIFEXITED(status));
	show(WEXITSTATUS(status));
	if (fork() == 0)
		_exit(7);
	show(wait(&status) > 0);
	show(WEXITSTATUS(status));
	show(wait(&status) == -1 && errno == ECHILD);
	fflush(stdout);
	printf("%d\n", system("exit 3") >> 8);
	FILE *p = popen("echo command; exit 2", "r");
	printf("%s", fgets(line, sizeof line, p));
	printf("%d\n", pclose(p) >> 8);
}

static void handler(int number)
{
	printf("signal %d\n", number == SIGUSR1);
}

static void informed(int number, siginfo_t *information, void *context)
{
	printf("signal %d %d %d\n", number == SIGUSR2, information != NULL, context != NULL);
}

static void signals(void)
{
	struct sigaction a = { .sa_handler = handler }, old;
	printf("%d\n", sigaction(SIGUSR1, &a, NULL));
	printf("%d\n", sigaction(SIGUSR1, NULL, &old));
	printf("%d\n", old.sa_handler == handler);
	raise(SIGUSR1);
	kill(getpid(), SIGUSR1);
	a.sa_flags = SA_SIGINFO;
	a.sa_sigaction = informed;
	sigaction(SIGUSR2, &a, NULL);
	raise(SIGUSR2);
	sigset_t all, before;
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);
	pid_t parent = getpid();
	if (fork() == 0) {
		kill(parent, SIGUSR1);
		_exit(0);
	}
	sigdelset(&all, SIGUSR1);
	show(sigsuspend(&all) == -1 && errno == EINTR);
	show(wait(NULL) > 0);
}

static void patterns(void)
{
	regex_t r;
	regmatch_t m[3];
	char text[80];
	printf("%d %d\n", fnmatch("*.[ch]", "file.c", 0), fnmatch("*.[ch]", "file.o", 0) == FNM_NOMATCH);
	show(regcomp(&r, "(b+)|(x)", REG_EXTENDED));
	show((long)r.re_nsub);
	printf("%d\n", regexec(&r, "aabbbc", 3, m, 0));
	for (int i = 0; i < 3; i++)
		printf("%d %d\n", (int)m[i].rm_so, (int)m[i].rm_eo);
	printf("%d\n", regexec(&r, "aaa", 3, m, 0) == REG_NOMATCH);
	regfree(&r);
	int bad = regcomp(&r, "(", REG_EXTENDED);
	show(bad != 0);
	show((long)regerror(bad, &r, text, sizeof text));
	puts(text);
}

/* What fails says why. */
static void errors(void)
{
	sigset_t set;
	sigemptyset(&set);
	errno = 0;
	show(sigaddset(&set, 0));
	show(errno);
	errno = 0;
	show(sigismember(&set, 1000));
	show(errno);
	errno = 0;
	show(raise(1000));
	show(errno);
	errno = 0;
	show(fsync(-1));
	show(errno);
	show(raise(0));
	struct timespec now;
	errno = 0;
	show(clock_gettime(99, &now));
	show(errno);
}

/* Fields need not be in their ranges. */
static void calendar(void)
{
	struct tm fields[] = {
		{ 46, 41, 56, 15, 2, 59 }, { -1, 0, 0, 1, 0, 70 }, { 0, 0, 0, 29, 25, 100 }, { 0, 0, 0, 0, -13, -300 }
	};
	for (int i = 0; i < 4; i++) {
		show(timegm(&fields[i]));
		show(fields[i].tm_mday * 100 + fields[i].tm_mon);
		show(fields[i].tm_year * 10 + fields[i].tm_wday);
	}
}

int main(int argc, char **argv)
{
	int variables = 0;
	options(argc, argv);
	files();
	names();
	directories();
	processes();
	signals();
	errors();
	calendar();
	patterns();
	for (char **v = environ; *v; v++)
		variables += strchr(*v, '=') != NULL;
	printf("%d\n", variables > 0);
	printf("not written");
	_exit(5);
}

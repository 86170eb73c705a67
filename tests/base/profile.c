/* Profiles: time and terms of nested frames, of work by turns, of a process that was killed; no room. */
#include "profile.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "tap.h"

static void pass(double seconds)
{
	for (double end = clock_now() + seconds; clock_now() < end;)
		;
}

/* The number of the line that begins so; -1: there is none. */
static double line(const struct profile *p, const char *stack)
{
	struct output *out = output_memory();
	size_t length;
	double number = -1;
	profile_write(p, out);
	char *copy = strdup(output_text(out, &length));
	for (char *at = strtok(copy, "\n"); at; at = strtok(NULL, "\n")) {
		char *space = strrchr(at, ' ');
		*space = 0;
		if (!strcmp(at, stack))
			number = atof(space + 1);
	}
	free(copy);
	output_abandon(out);
	return number;
}

static void test_nested(void)
{
	struct profile *p = profile_new();
	char path[64];
	profile_enter(p, "a");
	pass(0.01);
	profile_enter(p, "b;c\n");
	pass(0.03);
	profile_add(p, 7);
	profile_where(p, 1, path, sizeof path);
	is_str(path, "b:c?", "where it is");
	profile_where(p, 9, path, sizeof path);
	is_str(path, "a; b:c?", "and within what");
	profile_leave(p);
	profile_enter(p, "b;c\n");
	pass(0.005);
	profile_leave(p);
	profile_leave(p);
	double a = line(p, "time;a"), b = line(p, "time;a;b:c?");
	ok(a >= 10000 && a < 1e6, "microseconds of its own: %g", a);
	ok(b >= 35000 && b < 1e6, "of both times: %g", b);
	ok(line(p, "terms;a;b:c?") == 7 && line(p, "terms;a") < 0, "terms");
	struct profile_most half, within;
	profile_most(p, &half, &within);
	is_str(half.path, "a; b:c?", "most of it was spent there");
	ok(half.longest >= 0.03 && half.longest < half.seconds, "the longest time alone");
	is_str(within.path, "", "and in nothing within");
	profile_free(p);
}

static void test_turns(void)
{
	struct profile *p = profile_new();
	profile_enter(p, "search");
	uint32_t home = profile_present(p), f = profile_frame(p, home, "f"), g = profile_frame(p, f, "g");
	for (int i = 0; i < 3; i++) {
		profile_go(p, f);
		pass(0.01);
		profile_go(p, g);
		pass(0.03);
	}
	profile_go(p, home);
	ok(profile_frame(p, home, "f") == f, "a frame is found again");
	struct profile_most half, within;
	for (const char *const *name = (const char *const[]){ "a", "b", "c", NULL }; *name; name++) {
		profile_enter(p, *name);
		pass(0.06);
		profile_leave(p);
	}
	profile_go(p, home);
	profile_leave(p);
	profile_most(p, &half, &within);
	is_str(half.path, "search", "where no frame within has half of the time");
	is_str(within.path, "f; g", "the one that had most of it");
	ok(within.seconds >= 0.09, "and how much");
	ok(line(p, "time;search;f") >= 30000 && line(p, "time;search;f;g") >= 90000, "each has its turns");
	ok(profile_present(p) == 0, "and nothing is open");
	profile_free(p);
}

static void test_killed(void)
{
	struct profile *p = profile_new();
	int ready[2];
	char byte = 0, path[64];
	if (!ok(pipe(ready) == 0, "a pipe"))
		return;
	pid_t child = fork();
	if (!child) {
		profile_enter(p, "work");
		if (write(ready[1], &byte, 1) == 1)
			pause();
		_exit(0);
	}
	ok(read(ready[0], &byte, 1) == 1, "the child is at work");
	pass(0.02);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	profile_where(p, 3, path, sizeof path);
	is_str(path, "work", "where it was killed");
	ok(line(p, "time;work") >= 20000, "and how long it was there");
	profile_free(p);
}

static void test_room(void)
{
	struct profile *p = profile_new();
	char name[200] = "";
	memset(name, 'x', sizeof name - 1);
	for (int i = 0; i < 50000; i++) {
		snprintf(name + 20, sizeof name - 20, "%d", i);
		profile_enter(p, name);
		profile_enter(p, "within");
		profile_leave(p);
		profile_leave(p);
	}
	ok(profile_present(p) == 0, "what finds no room is left again");
	for (int i = 0; i < 100000; i++)
		profile_enter(p, "deeper");
	for (int i = 0; i < 100000; i++)
		profile_leave(p);
	ok(profile_present(p) == 0, "however deep");
	profile_enter(NULL, "nothing");
	profile_leave(NULL);
	is_int((int)profile_frame(NULL, 0, "nothing"), 0, "without a profile nothing is done");
	profile_free(p);
}

struct told {
	char paths[512];
	unsigned count;
	double seconds;
};

static void tell(void *context, const char *path, double seconds)
{
	struct told *t = context;
	snprintf(t->paths + strlen(t->paths), sizeof t->paths - strlen(t->paths), "%s|", path);
	t->count++;
	t->seconds += seconds;
}

static void test_each(void)
{
	struct profile *p = profile_new();
	struct told two = { "", 0, 0 }, one = { "", 0, 0 }, none = { "", 0, 0 };
	profile_enter(p, "a");
	pass(0.01);
	profile_enter(p, "b");
	profile_enter(p, "c");
	pass(0.02);
	profile_leave(p);
	profile_leave(p);
	profile_leave(p);
	profile_each(p, 2, tell, &two);
	profile_each(p, 1, tell, &one);
	profile_each(NULL, 2, tell, &none);
	is_str(two.paths, "a|a; b|", "frames up to a depth, with all within them");
	ok(two.seconds >= 0.03, "no time is lost");
	is_str(one.paths, "a|", "or fewer");
	ok(one.seconds > two.seconds - 1e-9 && one.seconds < two.seconds + 1e-9, "which have all of it too");
	is_int((int)none.count, 0, "and none without a profile");
	profile_free(p);
}

int main(void)
{
	test_nested();
	test_turns();
	test_killed();
	test_room();
	test_each();
	return done_testing();
}

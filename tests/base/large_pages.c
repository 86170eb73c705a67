/* The heap begins with a stretch for which large pages are asked for, unless the address space is limited too much. */
#include "large_pages.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "memory.h"
#include "tap.h"

enum { BLOCK = 100 << 10 };

/* Does the kernel know that the mapping of this address wants large pages? -1: it does not tell. */
static int wants_large_pages(const void *address)
{
	FILE *maps = fopen("/proc/self/smaps", "r");
	char line[512];
	bool inside = false;
	int found = -1;
	while (maps && fgets(line, sizeof line, maps)) {
		unsigned long begin, end;
		if (sscanf(line, "%lx-%lx ", &begin, &end) == 2)
			inside = begin <= (uintptr_t)address && (uintptr_t)address < end;
		else if (inside && !strncmp(line, "VmFlags:", 8))
			found = strstr(line, " hg") != NULL;
	}
	if (maps)
		fclose(maps);
	return found;
}

/* In a process of its own: what large_pages_prefer does is for good. `limit`: MB of address space, 0: none. */
static int asked(unsigned limit)
{
	pid_t child = fork();
	if (child == 0) {
		struct rlimit space = { (rlim_t)limit << 20, (rlim_t)limit << 20 };
		if (limit)
			setrlimit(RLIMIT_AS, &space);
		large_pages_prefer();
		char *last = NULL;
		for (int i = 0; i < 100; i++) /* behind what the heap had before */
			memset(last = memory_alloc(BLOCK), i, BLOCK);
		_exit(wants_large_pages(last) + 1);
	}
	int status = 0;
	return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) - 1 : -2;
}

static bool kernel_has_them(void)
{
	return access("/sys/kernel/mm/transparent_hugepage/enabled", R_OK) == 0;
}

int main(void)
{
#if defined(__SANITIZE_ADDRESS__) || !defined(__GLIBC__)
	bool possible = false;
#else
	bool possible = kernel_has_them();
#endif
	int plain = asked(0);
	ok(plain >= -1 && (!possible || plain == -1 || plain == 1), "without a limit the heap asks for large pages");
#ifdef __SANITIZE_ADDRESS__
	tap_skip("with a limited address space: the sanitizer maps more than that for itself, and ends the process");
#else
	int roomy = asked(4096), narrow = asked(64);
	ok(roomy >= -1 && (!possible || roomy == -1 || roomy == 1), "likewise with 4 GB of address space");
	ok(narrow == 0 || narrow == -1, "with 64 MB it does not, and there is memory all the same");
#endif
	return done_testing();
}

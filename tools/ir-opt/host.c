/* What a running program hands over to the host, and which function it calls. */
#define _GNU_SOURCE /* close_range */
#include "host.h"

#include <errno.h>
#include <stdio_ext.h>
#include <string.h>
#include <unistd.h>

void host_init(struct host *host, const char *name, char **arguments, struct host_rights rights)
{
	*host = (struct host){
		.name = name, .arguments = arguments, .replays = rights.replays, .outside = rights.outside
	};
	if (!host->outside)
		close_range(3, ~0U, 0);
	sigemptyset(&host->handled);
	vec_push(&host->files, stdin);
	vec_push(&host->files, stdout);
	vec_push(&host->files, stderr);
}

bool host_release(struct host *host)
{
	FILE *const standard[] = { stdin, stdout, stderr };
	for (size_t i = 0; i < host->files.count; i++)
		if (host->files.at[i] && (i >= 3 || host->files.at[i] != standard[i]))
			fclose(host->files.at[i]);
	vec_free(&host->files);
	host_close_directories(host);
	host_free_patterns(host);
	vec_free(&host->given);
	vec_free(&host->text);
	vec_free(&host->numbers);
	vec_free(&host->bytes);
	return fflush(stdout) == 0 && !ferror(stdout);
}

bool host_refuses(struct host *host)
{
	host->refused = !host->outside;
	return host->refused;
}

/* ---- arguments and results ---- */

struct host_argument host_take(struct host *host)
{
	if (host->next_given == host->given.count)
		return (struct host_argument){ { 0, 0 }, 64 };
	return host->given.at[host->next_given++];
}

uint64_t host_number(struct host *host)
{
	return host_take(host).words[0];
}

int64_t host_signed(struct host *host)
{
	struct host_argument a = host_take(host);
	uint64_t value = a.words[0];
	if (a.width < 64 && value >> (a.width - 1) & 1)
		value |= UINT64_MAX << a.width;
	return (int64_t)value;
}

FILE *host_file(struct host *host)
{
	uint64_t number = host_number(host);
	return number < host->files.count ? host->files.at[number] : NULL;
}

const char *host_text(struct host *host)
{
	vec_push(&host->text, '\0');
	host->text.count--;
	return host->text.at;
}

void host_give(struct host *host, const char *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		vec_push(&host->bytes, bytes[i]);
}

bool host_answer(struct host *host, int64_t number)
{
	host->result[0] = (uint64_t)number;
	host->result[1] = number < 0 ? UINT64_MAX : 0;
	return true;
}

bool host_status(struct host *host, int64_t result)
{
	if (result < 0)
		host->error = errno;
	return host_answer(host, result);
}

const char *host_second_text(struct host *host)
{
	const char *first = host_text(host);
	size_t n = strlen(first);
	return n < host->text.count ? first + n + 1 : "";
}

int64_t host_add_file(struct host *host, FILE *file)
{
	if (!file)
		return -1;
	vec_push(&host->files, file);
	return (int64_t)host->files.count - 1;
}

/* ---- further results ---- */

static bool next_number(struct host *host)
{
	return host_answer(
		host, host->next_number < host->numbers.count ? (int64_t)host->numbers.at[host->next_number++] : 0);
}

static bool next_byte(struct host *host)
{
	return host_answer(host,
			   host->next_byte < host->bytes.count ? (unsigned char)host->bytes.at[host->next_byte++] : 0);
}

static void forget_results(struct host *host)
{
	vec_clear(&host->numbers);
	vec_clear(&host->bytes);
	host->next_number = host->next_byte = 0;
}

static void forget_arguments(struct host *host)
{
	vec_clear(&host->given);
	vec_clear(&host->text);
	host->next_given = 0;
}

/* ---- hooks ---- */

static const struct host_function *find(const char *name)
{
	static const struct host_function *const tables[] = { host_print_functions,   host_file_functions,
							      host_number_functions,  host_math_functions,
							      host_system_functions,  host_time_functions,
							      host_process_functions, host_name_functions,
							      host_match_functions };
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
		for (const struct host_function *f = tables[i]; f->name; f++)
			if (!strcmp(f->name, name))
				return f;
	return NULL;
}

/* What a program does while its inputs are given: nothing else that the system would notice. */
static bool prints(const char *name)
{
	return !strcmp(name, "print") || !strcmp(name, "fwrite");
}

static bool call(struct host *host, const struct attribute *attribute)
{
	const char *name = attribute->values[0].string;
	const char *text = attribute->count > 1 ? attribute->values[1].string : "";
	if (!strcmp(name, "present"))
		return host_answer(host, !host->replays);
	if (!strcmp(name, "next"))
		return next_number(host);
	if (!strcmp(name, "byte"))
		return next_byte(host);
	const struct host_function *f = find(name);
	forget_results(host);
	bool called = f && (!host->replays || prints(name)) && !(f->reach == HOST_OUTSIDE && host_refuses(host));
	bool answered = called && f->call(host, text);
	forget_arguments(host);
	return answered;
}

static enum run_answer answer(void *context, const struct attribute *attribute, uint64_t *words, uint32_t width)
{
	struct host *host = context;
	host->width = width;
	host->result[0] = host->result[1] = 0;
	if (!call(host, attribute))
		return host->refused ? RUN_REFUSED : RUN_UNANSWERED;
	/* The number of characters printed is an input as well. */
	if (host->replays && strcmp(attribute->values[0].string, "present"))
		return RUN_UNANSWERED;
	words[0] = host->result[0];
	if (width > 64)
		words[1] = host->result[1];
	return RUN_ANSWERED;
}

static void abandon(struct host *host)
{
	for (size_t i = 0; i < host->files.count; i++)
		if (host->files.at[i])
			__fpurge(host->files.at[i]);
}

static void take(void *context, const struct attribute *output, const uint64_t *words, uint32_t width)
{
	struct host *host = context;
	const char *kind = output->values[0].string;
	if (!strcmp(kind, "argument")) {
		struct host_argument a = { { words[0], width > 64 ? words[1] : 0 }, width };
		vec_push(&host->given, a);
	} else if (!strcmp(kind, "character")) {
		vec_push(&host->text, (char)words[0]);
	} else if (!strcmp(kind, "abandon")) {
		abandon(host);
	} else if (!strcmp(kind, "byte")) { /* what is "typed" is for replays */
		putchar((unsigned char)words[0]);
	}
}

void host_hook(struct host *host, struct run_hooks *hooks)
{
	hooks->host_context = host;
	hooks->host = answer;
	hooks->output = take;
}

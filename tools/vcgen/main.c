/* vcgen: Plumb IR to one self-contained SMT-LIB2 script. `sat` means: an assertion can be violated within the bound.
 *
 * The program itself rides along in comments, so that verify goes on from it (refinement, deeper bounds, traces). */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "number.h"
#include "pass.h"
#include "query.h"
#include "read.h"
#include "smt_embed.h"
#include "smt_write.h"
#include "status.h"
#include "stream.h"
#include "write.h"

enum { DEFAULT_BOUND = 10, FOLD_LIMIT = 1 << 16, COUNTED_ROUNDS = 64, TERM_LIMIT = 1 << 27 };

struct options {
	const char *input, *output;
	uint32_t bound;
	bool tree, compress, verbose, stats, stats_json, time;
};

static const char help[] =
	"usage: vcgen [options] [IN] [-o OUT.smt2]\n"
	"\n"
	"Reads Plumb IR (plain or gzip; no IN or `-`: standard input), writes an SMT-LIB2 script.\n"
	"sat: an assertion can be violated within the bound.\n"
	"\n"
	"  --bound=N            loop iterations and recursive calls (default 10)\n"
	"  --inline=dag|tree    calls that exclude one another share an instance of their callee (dag, the default)\n"
	"                       or each call has its own (tree)\n"
	"  -o FILE              output (gzip if it ends in .gz), default standard output\n"
	"  -z                   compress the output\n"
	"  -v, --stats[=json], --time, -h/--help, -V/--version\n"
	"\n"
	"exit status: 0 done, 1 the input is wrong, 2 usage, 3 not supported, 4 system\n";

static int usage_error(const char *what, const char *value)
{
	fprintf(stderr, "vcgen: error: %s%s (see vcgen --help)\n", what, value);
	return STATUS_USAGE;
}

enum { LONG_INLINE = 256, LONG_BOUND, LONG_STATS, LONG_TIME };

static const struct option long_options[] = {
	{ "inline", required_argument, NULL, LONG_INLINE },
	{ "bound", required_argument, NULL, LONG_BOUND },
	{ "stats", optional_argument, NULL, LONG_STATS },
	{ "time", no_argument, NULL, LONG_TIME },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, 'V' },
	{ 0 },
};

static bool parse_bound(const char *text, uint32_t *bound)
{
	char *end;
	errno = 0;
	unsigned long long n = strtoull(text, &end, 10);
	if (text[0] < '0' || text[0] > '9' || *end || errno || n > 4000000000ull)
		return false;
	*bound = (uint32_t)n;
	return true;
}

/* -1: go on; otherwise the exit status. */
static int parse_options(struct options *o, int argc, char **argv)
{
	opterr = 0;
	for (int c; (c = getopt_long(argc, argv, "o:zvhV", long_options, NULL)) != -1;) {
		switch (c) {
		case LONG_INLINE:
			o->tree = !strcmp(optarg, "tree");
			if (!o->tree && strcmp(optarg, "dag"))
				return usage_error("--inline must be dag or tree, not ", optarg);
			break;
		case LONG_BOUND:
			if (!parse_bound(optarg, &o->bound))
				return usage_error("--bound must be a number, not ", optarg);
			break;
		case LONG_STATS:
			o->stats = true;
			o->stats_json = optarg && !strcmp(optarg, "json");
			if (optarg && !o->stats_json)
				return usage_error("--stats takes json or nothing, not ", optarg);
			break;
		case LONG_TIME:
			o->time = true;
			break;
		case 'o':
			o->output = optarg;
			break;
		case 'z':
			o->compress = true;
			break;
		case 'v':
			o->verbose = true;
			break;
		case 'h':
		case 'V':
			fputs(c == 'h' ? help : "vcgen (Plumb) " PLUMB_VERSION "\n", stdout);
			if (fflush(stdout) == 0)
				return STATUS_DONE;
			fputs("vcgen: error: can't write to standard output\n", stderr);
			return STATUS_SYSTEM;
		default:
			return usage_error("no such option, or it lacks its value: ", argv[optind - 1]);
		}
	}
	if (argc - optind > 1)
		return usage_error("more than one input: ", argv[optind + 1]);
	o->input = optind < argc ? argv[optind] : NULL;
	return -1;
}

static void print_statistics(const struct options *o, const struct vc *vc, struct bank *bank, term query)
{
	const struct vc_result *r = vc_result(vc);
	const char *format =
		o->stats_json ? "{\"bound\": %u, \"instances\": %u, \"shared_calls\": %u, \"open_calls\": %zu, "
				"\"assertions\": %u, \"terms\": %u, \"vc_terms\": %u}\n"
			      : "vcgen: bound %u, instances %u, shared calls %u, open calls %zu, assertions %u, terms "
				"%u, of them in the script %u\n";
	fprintf(stderr, format, o->bound, r->nodes, r->shared_edges, r->open_count, r->assertions, bank_size(bank),
		term_dag_size(bank, query));
}

/* The program as it was read goes in whole. */
static void attach(struct output *out, const struct program *original)
{
	struct output *text = output_memory();
	size_t length;
	program_write(original, text);
	const char *bytes = output_text(text, &length);
	smt_embed(out, bytes, length);
	output_close(text, NULL);
}

static bool write_script(const struct options *o, struct program *original, struct bank *bank, term query,
			 struct diagnostics *diags)
{
	struct output *out = output_open(o->output, o->compress, diags);
	if (!out)
		return false;
	attach(out, original);
	struct smt_header header = { .source = "Generated by: vcgen (Plumb)", .status = "unknown" };
	if (!smt_write_script(out, bank, &query, 1, &header)) {
		diagnose(diags, DIAG_UNSUPPORTED, (struct location){ 0 },
			 "a block operation on memory is too large to be written for solvers");
		output_abandon(out);
		return false;
	}
	return output_close(out, diags);
}

static bool generate(const struct options *o, struct program *original, struct diagnostics *diags)
{
	struct program *prepared = program_copy(original);
	struct pass_options passes = { 0 };
	struct vc *vc = passes_prepare(prepared, &passes, diags) ? vc_new(prepared, diags) : NULL;
	bool fine = vc != NULL;
	if (fine) {
		bool few = o->bound < FOLD_LIMIT / COUNTED_ROUNDS;
		struct vc_policy policy = { .bound = o->bound,
					    .fold_limit = FOLD_LIMIT,
					    .term_limit = TERM_LIMIT,
					    .share = !o->tree,
					    .count_limit = few ? o->bound * COUNTED_ROUNDS : FOLD_LIMIT };
		fine = vc_execute(vc, &policy) == VC_DONE;
		if (!fine)
			diagnose(diags, DIAG_SYSTEM, (struct location){ 0 },
				 "the verification condition grew beyond %d terms: lower --bound", TERM_LIMIT);
	}
	if (fine) {
		term query = query_under(prepared->bank, vc);
		fine = write_script(o, original, prepared->bank, query, diags);
		if (o->stats || o->verbose)
			print_statistics(o, vc, prepared->bank, query);
	}
	vc_free(vc);
	program_free(prepared);
	return fine;
}

int main(int argc, char **argv)
{
	struct options options = { .bound = DEFAULT_BOUND };
	signal(SIGPIPE, SIG_IGN);
	int status = parse_options(&options, argc, argv);
	if (status >= 0)
		return status;
	double start = clock_now();
	struct diagnostics diags;
	diagnostics_init(&diags);
	struct program *program = program_read(options.input, &diags);
	if (program) {
		program_number(program);
		generate(&options, program, &diags);
	}
	program_free(program);
	diagnostics_print(&diags, "vcgen", stderr);
	status = diagnostics_status(&diags);
	diagnostics_release(&diags);
	if (options.time)
		fprintf(stderr, "vcgen: %.2f s\n", clock_now() - start);
	return status;
}

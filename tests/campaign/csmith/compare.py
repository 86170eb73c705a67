"""A program compiled by gcc and run, and translated by c2ir and executed by `ir-opt --run`: do they print the same?

What can't be compared raises Skipped: a program that gcc's levels of optimisation make different things of, that ends by a
signal, or that takes too long as machine code. A program that takes too long in the evaluator only is `slow`, which is no disagreement."""

import functools
import re
import resource
import signal
import subprocess
import time
from pathlib import Path

from generator import Skipped, folder, split

HERE = Path(__file__).resolve().parent
# What Csmith's programs rely on beyond C; SSE because the x87's registers are wider than their types.
FLAGS = ['-w', '-fpermissive', '-fwrapv', '-fno-strict-aliasing', '-ffp-contract=off']
FAILURES = ['rejected', 'crash', 'violated', 'differs', 'hang', 'passes']
NATIVE_SECONDS = 0.3 # of processor time; the evaluator takes hundreds of times as long
STEPS = re.compile(r'after (\d+) steps')


class Tools:
    def __init__(self, build, seconds):
        build = Path(build).resolve()
        self.c2ir, self.ir_opt = build / 'tools/c2ir/c2ir', build / 'tools/ir-opt/ir-opt'
        self.seconds = seconds


class Outcome:
    """`failure`: None or one of FAILURES; `details`; `slow`; the tools' seconds of processor time, the evaluator's steps."""

    def __init__(self):
        self.failure, self.details, self.slow = None, '', False
        self.translating = self.executing = 0.0
        self.steps = 0

    def fail(self, failure, details):
        self.failure, self.details = failure, details


def used():
    """Seconds of processor time of all that this process started and that has ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


def run(argv, where, seconds):
    """(status, standard output, standard error, seconds of processor time). Status None: it did not end within `seconds` of
    processor time, or many times as many of the clock: other work on the machine makes no difference."""
    before = used()
    try:
        done = subprocess.run([str(a) for a in argv], cwd=where, stdin=subprocess.DEVNULL, capture_output=True, timeout=20 * seconds + 60,
                              check=False, preexec_fn=lambda: signal.setitimer(signal.ITIMER_PROF, seconds))
    except subprocess.TimeoutExpired:
        return None, b'', '', used() - before
    status = None if done.returncode == -signal.SIGPROF else done.returncode
    return status, done.stdout, done.stderr.decode(errors='replace'), used() - before


# ---- with 32 bits: the headers of 64 where there are none, and a library of our own

@functools.cache
def native_directories():
    lines = run(['gcc', '-v', '-E', '-xc', '/dev/null'], None, 20)[2].split('#include <...>')[1].splitlines()[1:]
    return [line.strip() for line in lines[:lines.index('End of search list.')]]


def flags32(where):
    (where / 'stubs/gnu').mkdir(parents=True, exist_ok=True)
    (where / 'stubs/gnu/stubs-32.h').touch()
    found = ['-m32', '-msse2', '-mfpmath=sse', '-fno-pic', '-fno-stack-protector']
    for directory in [*native_directories(), str(where / 'stubs')]:
        found += ['-idirafter', directory]
    return found


def build(compiler, flags, sources, where, name, bits):
    argv = [compiler, *FLAGS, *flags]
    if bits == 32:
        argv += [*flags32(where), '-nostdlib', '-static', '-no-pie', '-fno-builtin-printf',
                 '-fno-tree-loop-distribute-patterns', HERE / 'native32.c']
    status, _, err, _ = run([*argv, *sources, '-o', name, *(['-lm'] if bits == 64 else [])], where, 120)
    return None if status == 0 else err


def missing32(where):
    """Why programs of 32 bits can't be built and run here, or None."""
    (where / 'probe.c').write_text('#include <stdint.h>\nint main(void) { return 7 + (int)sizeof(long); }\n')
    if build('gcc', ['-O1'], ['probe.c'], where, 'probe', 32) is not None:
        return 'gcc -m32 does not compile'
    try:
        status = run(['./probe'], where, 10)[0]
    except OSError:
        status = None
    return None if status == 11 else 'programs of 32 bits do not run here'


# ---- the comparison

def native(sources, where, bits, flags):
    """(status, output) of the program compiled with `flags`."""
    name = './native'
    error = build('gcc', flags, sources, where, name, bits)
    if error is not None:
        raise Skipped(f'gcc: {error[:300]}')
    status, out, _, _ = run([name], where, NATIVE_SECONDS)
    if status is None:
        raise Skipped('takes too long natively')
    if status < 0:
        raise Skipped(f'is ended by signal {-status} natively')
    return status, out


TRAPS = ['-fsanitize=float-cast-overflow', '-fsanitize-undefined-trap-on-error']


def doubt(sources, where, bits, includes, result):
    """Asked after a disagreement: is the program undefined? Csmith does not see to it that a floating value fits the integer
    type that it is converted to (C11 6.3.1.4p1); and where the optimiser changes a program's meaning it has none."""
    if build('gcc', ['-O0', *TRAPS, *includes], sources, where, 'traps', bits) is None:
        if run(['./traps'], where, 20 * NATIVE_SECONDS)[0] == -signal.SIGILL:
            raise Skipped('a floating value does not fit the integer type that it is converted to')
    for level in '-O1', '-O2':
        if native(sources, where, bits, [level, *includes]) != result:
            raise Skipped("gcc's levels of optimisation differ")


def first_difference(ours, theirs):
    a, b = (out.decode(errors='replace').splitlines() for out in (ours, theirs))
    at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
    def line(lines):
        return lines[at] if at < len(lines) else '(end)'
    return f'line {at + 1}: ir-opt --run {line(a)!r}, native {line(b)!r}'


def failure_of(status, err):
    """What an exit status of a tool says: None if it is one of the program's own."""
    if status is None:
        return 'hang'
    if status < 0 or status == 99 or 'internal error' in err:
        return 'crash'
    return 'rejected' if status else None


def translate(sources, where, tools, way, outcome):
    """Writes program.pir, or fails."""
    argv = [tools.c2ir, '-w', f'-m{way.bits}', '-I', folder() or '.', *way.defines, *way.checks, *sources, '-o', 'program.pir']
    status, _, err, outcome.translating = run(argv, where, tools.seconds)
    failure = failure_of(status, err)
    if failure:
        outcome.fail(failure, f'c2ir: status {status}\n{err[:3000]}')
    return not failure


def execute(where, tools, expected, outcome):
    status, out, err, outcome.executing = run([tools.ir_opt, '--run', '-v', 'program.pir'], where, tools.seconds)
    outcome.steps = sum(int(n) for n in STEPS.findall(err))
    if status is None:
        outcome.slow = True
    elif status == 10 and expected[0] != 10:
        outcome.fail('violated', err[:2000])
    elif (status, out) != expected:
        crashed = failure_of(status, err) == 'crash'
        outcome.fail('crash' if crashed else 'differs', f'status {status}, native {expected[0]}; '
                     f'{first_difference(out, expected[1])}\n{err[:2000]}')


# ---- through the passes, which keep assertions but not what is printed

END = 'platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);'
SECOND = 'reach_error() /* second */'
CHECKSUM = re.compile(rb'^checksum = ([0-9A-F]+)$', re.MULTILINE)
VIOLATED = re.compile(r'^program\.c:(\d+):\d+: violated: assert: ', re.MULTILINE)


def with_assertions(text, expected):
    """Two assertions after the checksum, of which only the second can be violated; its line."""
    checksum = CHECKSUM.search(expected[1])
    if END not in text or not checksum:
        return None, 0
    text = 'void reach_error(void);' + text.replace(
        END, f'{END}\nif ((crc32_context ^ 0xFFFFFFFFUL) != 0x{checksum[1].decode()}UL) reach_error();\n{SECOND};')
    return text, text[:text.index(SECOND)].count('\n') + 1


def simplified(text, where, tools, way, expected, outcome):
    """It must end so after all passes too."""
    text, line = with_assertions(text, expected)
    if not text or not translate(write(text, where, False), where, tools, way, outcome):
        return
    for passes in [], ['--loops']:
        status, _, err, _ = run([tools.ir_opt, *passes, 'program.pir', '-o', 'simplified.pir'], where, tools.seconds)
        if status:
            outcome.fail('passes', f'ir-opt {" ".join(passes)}: status {status}\n{err[:2000]}')
        if status == 0:
            status, _, err, _ = run([tools.ir_opt, '--run', 'simplified.pir'], where, tools.seconds)
            violated = VIOLATED.search(err)
            if status is not None and (status != 10 or not violated or int(violated[1]) != line):
                outcome.fail('passes', f'after ir-opt {" ".join(passes)}: status {status}, not a violation in line {line}\n{err[:2000]}')
        outcome.slow = status is None
        if outcome.failure or outcome.slow:
            return


def write(text, where, several):
    """Writes the program's files. Those to be compiled."""
    files = split(text) if several else [('program.c', text)]
    for name, contents in files:
        (where / name).write_text(contents)
    return [name for name, _ in files if name.endswith('.c')]


def compare(text, where, tools, way):
    """`way`: bits, defines and checks (flags), split (into several files), passes (those of ir-opt too)."""
    outcome = Outcome()
    sources, includes = write(text, where, way.split), ['-I', str(folder() or '.'), *way.defines]
    expected = native(sources, where, way.bits, ['-O0', *includes])
    if translate(sources, where, tools, way, outcome):
        execute(where, tools, expected, outcome)
    if way.passes and not outcome.failure and not outcome.slow:
        simplified(text, where, tools, way, expected, outcome)
    if outcome.failure in ('violated', 'differs', 'passes'):
        doubt(write(text, where, way.split), where, way.bits, includes, expected)
    return outcome

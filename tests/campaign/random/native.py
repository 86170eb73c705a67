"""The ground truth: what a program does on every vector of its inputs, compiled and run.

The program is plain C with SV-COMP's functions. For the native build its text is rewritten, line for line:

    __VERIFIER_nondet_int() & 7                      an input from 0 to 7
    T x = __VERIFIER_nondet_T(); __VERIFIER_assume(x >= A && x <= B);      an input from A to B
    __VERIFIER_nondet_bool()                         0 or 1
    __VERIFIER_assume, reach_error, abort, exit      those of driver.c

Any other use of an input has too many values: Invalid. UBSan reports undefined behaviour as violations with their
lines. It is clang's: gcc folds some of it away before it looks ((x - INT_MIN) & 3 is x & 3). Without
clang there is gcc's, and only programs that guard all such operations can be judged (`reliable`). With `memory`
AddressSanitizer rejects accesses outside of objects, and a build by gcc must do the same; `uninitialised` asks
clang's MemorySanitizer.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
UBSAN = ['-fsanitize=undefined', '-fno-sanitize=alignment,object-size', '-fno-sanitize-recover=all']
COMMON = ['-std=gnu11', '-fno-strict-aliasing']
CTYPES = {'bool': '_Bool', 'char': 'char', 'schar': 'signed char', 'uchar': 'unsigned char', 'short': 'short',
          'ushort': 'unsigned short', 'int': 'int', 'uint': 'unsigned', 'long': 'long',
          'ulong': 'unsigned long', 'longlong': 'long long', 'ulonglong': 'unsigned long long'}
PRELUDE = '''unsigned long native_input(unsigned long, unsigned long, const char *, unsigned);
void native_assume(int);
_Noreturn void native_error(unsigned);
_Noreturn void native_abort(void);
_Noreturn void native_exit(int);
void native_probe(unsigned, long);
#define main program_main
#define abort native_abort
#define exit native_exit
'''
PRELUDE_LINE = '#line 1 "program.c"\n'

RANGED = re.compile(r'= __VERIFIER_nondet_(\w+)\(\); (?=__VERIFIER_assume\((\w+) >= (-?\w+) && \2 <= (-?\w+)\);)')
MASKED = re.compile(r'__VERIFIER_nondet_(\w+)\(\) & (0x[0-9a-f]+|\d+)\b')
BOOL = re.compile(r'__VERIFIER_nondet_bool\(\)')
CALLS = [(re.compile(r'\breach_error\(\)'), 'native_error(__LINE__)'),
         (re.compile(r'__VERIFIER_assume\((?!int\))'), 'native_assume('),
         (re.compile(r'__PROBE\('), 'native_probe(')]


class Invalid(Exception):
    """Not a program that can be judged: not C, too long, inputs with too many values, wrong accesses."""


class Died(Invalid):
    """The program was ended by a signal or by AddressSanitizer."""


def native_text(text):
    def call(name, low, high):
        if name not in CTYPES:
            raise Invalid(f'no such input: {name}')
        return f'(({CTYPES[name]})native_input({low}UL, {high}UL, "{name}", __LINE__))'

    def masked(m):
        mask = int(m[2], 0)
        if mask & (mask + 1) or mask > 0xffff:
            raise Invalid(f'mask {m[2]}')
        return f'{call(m[1], 0, mask)} & {m[2]}'

    def ranged(m):
        low, high = int(m[3], 0), int(m[4], 0)
        if not 0 <= high - low <= 0xffff:
            raise Invalid('range')
        return f'= {call(m[1], low % 2**64, high % 2**64)}; '

    lines = [line for line in text.split('\n')]
    for i, line in enumerate(lines):
        if line.startswith('extern '):
            continue
        line = RANGED.sub(ranged, line)
        line = MASKED.sub(masked, line)
        line = BOOL.sub(lambda m: call('bool', 0, 1), line)
        for pattern, text_of in CALLS:
            line = pattern.sub(text_of, line)
        if '__VERIFIER_' in line:
            raise Invalid('an input with too many values: ' + line.strip())
        lines[i] = line
    return PRELUDE + PRELUDE_LINE + '\n'.join(lines)


class Probe:
    def __init__(self, words):
        self.hits, self.min, self.max, self.ones, self.any = map(int, words[:5])
        pairs = [word.split(':') for word in words[5:]]
        self.values = {int(value): int(runs) for value, runs in pairs}  # empty: too many


class Sample:
    """One run: `result` is `exit:N`, `abort` or `KIND:LINE`; `inputs` are (line, type, value) in order."""

    def __init__(self, words):
        self.result = words[0]
        self.inputs = []
        for word in words[1:]:
            line, kind, value = re.match(r'(\d+):(\w+)=(-?\d+)', word).groups()
            self.inputs.append((int(line), kind, int(value)))


class Truth:
    def __init__(self, output):
        self.runs = self.blocked = 0
        self.violations = {}  # (kind, line) -> number of runs that end there
        self.probes, self.samples = {}, []
        for words in (line.split() for line in output.split('\n')):
            if words[:1] == ['runs']:
                self.runs, self.blocked = int(words[1]), int(words[3])
            elif words[:1] == ['violation']:
                self.violations[words[1], int(words[2])] = int(words[3])
            elif words[:1] == ['probe']:
                self.probes[int(words[1])] = Probe(words[2:])
            elif words[:1] == ['sample']:
                self.samples.append(Sample(words[1:]))
            elif words[:1] == ['too']:
                raise Invalid('it runs too long')

    @property
    def verdict(self):
        return not self.violations

    def summary(self):
        return self.runs, self.blocked, self.violations, [(s.result, s.inputs) for s in self.samples]

    def undefined_lines(self):
        return {line for kind, line in self.violations if kind != 'assert'}


def command(argv, folder, seconds=60, **more):
    try:
        return subprocess.run(argv, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              errors='replace', timeout=seconds, check=False, **more)
    except subprocess.TimeoutExpired:
        raise Invalid(f'{argv[0]} does not end') from None


def prepare(folder):
    """Compiles what all programs share, once for a folder."""
    if not (folder / 'driver.o').exists():
        done = command(['gcc', '-O2', '-fno-tree-loop-distribute-patterns', '-c', str(HERE / 'driver.c'),
                        '-o', f'driver.{os.getpid()}.o'], folder)
        if done.returncode:
            raise Invalid('driver.c: ' + done.stderr)
        (folder / f'driver.{os.getpid()}.o').rename(folder / 'driver.o')


def reliable():
    return shutil.which('clang') is not None


def build(folder, compiler, name, flags):
    compiled = command([compiler, *COMMON, *flags, '-c', 'native.c', '-o', f'{name}.o'], folder)
    if compiled.returncode:
        raise Invalid(f'{compiler}: {compiled.stderr[:2000]}')
    asan = [flag for flag in flags if flag == '-fsanitize=address']
    linked = command(['gcc', *asan, f'{name}.o', 'driver.o', '-o', name], folder)
    if linked.returncode:
        raise Invalid('gcc: ' + linked.stderr[:2000])


def ran(folder, name, samples):
    environment = dict(os.environ, ASAN_OPTIONS='detect_leaks=0:exitcode=98:detect_stack_use_after_return=1')
    done = command([f'./{name}', str(samples)], folder, env=environment)
    if done.returncode:
        raise Died(f'status {done.returncode} when run: {done.stderr[:1500]}')
    return Truth(done.stdout)


def with_shifts(result, folder, samples):
    """clang cuts the number of bits to an int before it looks at it, and folds shifts of constant variables; gcc does not.
    What else is violated in the runs that clang let go on is not known then."""
    build(folder, 'gcc', 'shifts', ['-O0', '-w', '-fsanitize=shift', '-fno-sanitize-recover=all'])
    try:
        shifts = ran(folder, 'shifts', samples)
    except Died:
        if result.verdict:
            raise
        return result
    if not set(shifts.violations) - set(result.violations):
        return result
    if not result.verdict:
        raise Invalid('clang does not see a shift')
    return shifts


def truth(text, folder, samples=0, memory=False, warnings=False):
    """Runs the program `text` on all inputs, in `folder`. Invalid is raised if it can't be judged."""
    prepare(folder)
    (folder / 'native.c').write_text(native_text(text))
    compiler = 'clang' if reliable() else 'gcc'
    build(folder, compiler, 'native', ['-O0', '-w', *UBSAN])
    result = ran(folder, 'native', samples)
    if compiler == 'clang':
        result = with_shifts(result, folder, samples)
    if memory:
        strict = ['-Wall', '-Werror=uninitialized', '-Werror=maybe-uninitialized', '-Werror=return-type',
                  '-Werror=implicit', '-Werror=unused-value', '-Werror=unused-label', '-O1'] if warnings else ['-O0', '-w']
        build(folder, 'gcc', 'memory', [*strict, *UBSAN, '-fsanitize=address'])
        other = ran(folder, 'memory', samples)
        if not result.undefined_lines() | other.undefined_lines() and result.summary() != other.summary():
            raise Invalid(f'gcc and clang differ: {other.summary()} {result.summary()}')
    return result


def overflows_when_compiled(text, folder):
    """Does an expression of constants overflow, which compilers fold, so that no sanitizer sees it?"""
    (folder / 'folded.c').write_text(text)
    return command(['gcc', '-fsyntax-only', '-Werror=overflow', 'folded.c'], folder).returncode != 0


def uninitialised(text, folder):
    """Does some run read what was not initialised? (clang; only where it has MemorySanitizer)"""
    (folder / 'msan.c').write_text(native_text(text))
    if not reliable():
        return False
    built = command(['clang', *COMMON, '-w', '-fsanitize=memory', 'msan.c', 'driver.o', '-o', 'msan'], folder)
    return built.returncode == 0 and command(['./msan'], folder).returncode != 0

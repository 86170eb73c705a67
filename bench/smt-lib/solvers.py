"""Other solvers on files: what they say and how long they take; and C files as programs for vcgen."""
import math
import os
import re
import resource
import shutil
import signal
import subprocess
import threading
from pathlib import Path

MEGABYTES = 3000
VERDICTS = ('sat', 'unsat', 'unknown')
COMPLAINT = re.compile(r'\(error|\[error\]|rror:')

# How a file of each track is put. None: the solver does not read such files (Boolector knows no names of assertions).
SOLVERS = {
    'z3': {'single': ['z3', '-smt2'], 'incremental': ['z3', '-smt2'], 'cores': ['z3', '-smt2']},
    'cvc5': {'single': ['cvc5', '--lang=smt2', '--strict-parsing'],
             'incremental': ['cvc5', '--lang=smt2', '--strict-parsing', '--incremental'],
             'cores': ['cvc5', '--lang=smt2', '--strict-parsing', '--produce-unsat-cores']},
    'boolector': {'single': ['boolector', '--smt2'], 'incremental': ['boolector', '--smt2', '-i'], 'cores': None},
    'bitwuzla': {'single': ['bitwuzla', '--lang', 'smt2'], 'incremental': ['bitwuzla', '--lang', 'smt2'],
                 'cores': ['bitwuzla', '--lang', 'smt2', '--produce-unsat-cores']},
}


def startup(names, folder):
    """CPU seconds that each takes for an empty script, at the best of three."""
    path = folder / 'empty.smt2'
    path.write_text('(set-info :smt-lib-version 2.6)\n(set-logic QF_BV)\n(check-sat)\n(exit)\n')
    return {name: min(run([*SOLVERS[name]['single'], path], 60)[3] for _ in range(3)) for name in names}


def installed(names):
    """Of the solvers asked for, those on PATH."""
    return [name for name in names if shutil.which(name)]


def run(command, seconds, folder=None, megabytes=MEGABYTES):
    """Exit status, standard output, standard error and CPU seconds of a command that is ended after so many CPU seconds."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds) + 1))
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    process = subprocess.Popen([str(w) for w in command], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, start_new_session=True, preexec_fn=limit)
    timer = threading.Timer(seconds * 20 + 20, lambda: os.killpg(process.pid, signal.SIGKILL))
    timer.start()
    errors = []
    reader = threading.Thread(target=lambda: errors.append(process.stderr.read()))
    reader.start()
    out = process.stdout.read().decode(errors='replace')
    reader.join()
    _, status, usage = os.wait4(process.pid, 0)
    timer.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stdout.close()
    process.stderr.close()
    return process.returncode, out, errors[0].decode(errors='replace'), usage.ru_utime + usage.ru_stime


class Answer:
    """Of one solver on one file: its verdicts in order, CPU seconds, and what it rejects (or None)."""

    def __init__(self, name, path, seconds, track):
        status, out, err, self.seconds = run([*SOLVERS[name][track], path], seconds)
        words = out.split('\n')
        self.name = name
        self.verdicts = [word for word in words if word in VERDICTS]
        complaint = next((line for line in (*words, *err.split('\n')) if COMPLAINT.search(line) or line.startswith(name + ':')), None)
        short = any(word in out + err for word in ('memory', 'bad_alloc', 'interrupted', 'timeout'))
        ended = status < 0 or short or self.seconds >= math.ceil(seconds) - .1
        self.rejected = complaint if complaint and not ended else None
        if not self.rejected and not self.verdicts and not ended:
            self.rejected = f'no answer, exit status {status}'


def agreed(answers, question):
    """The status of a question by number: what two say, and nobody denies. False: they contradict one another."""
    said = [a.verdicts[question] for a in answers if question < len(a.verdicts) and a.verdicts[question] != 'unknown']
    if len(set(said)) > 1:
        return False
    return said[0] if len(said) >= 2 else 'unknown'


class Program:
    """A C file (or IR) of a folder that was named: `name` is its path below that folder, in words that files' names may have."""

    def __init__(self, root, path, under):
        self.root, self.path = root, path
        below = path.relative_to(root)
        parts = [''.join(c if c.isascii() and (c.isalnum() or c in '_.+-') else '_' for c in part).lstrip('.-') or '_' for part in below.parts]
        self.name = '/'.join([under, *parts] if under else parts).split('.pir')[0]
        self.name = self.name.removesuffix('.c').removesuffix('.i')

    def translate(self, tools, work, flags, seconds):
        """The IR's path; or a string that says what is wrong."""
        if '.pir' in self.path.name:
            return self.path
        ir = work / 'program.pir'
        status, _, err, _ = run([tools / 'c2ir' / 'c2ir', '-w', *flags, self.path.relative_to(self.root), '-o', ir], seconds, self.root)
        return ir if status == 0 else f'c2ir: {(err.split(chr(10)) or [""])[0]}'


def programs(sources, under=''):
    """Of files and folders; below a folder all .c, .i and .pir files. Their names begin with the folder `under`, if there is one."""
    for source in map(Path, sources):
        source = source.resolve()
        if source.is_dir():
            for path in sorted(p for p in source.rglob('*') if p.name.endswith(('.c', '.i', '.pir', '.pir.gz'))):
                yield Program(source.parent if source.name else source, path, under)
        else:
            yield Program(source.parent, source, under)

"""One program through all tools in all ways, compared with the truth and with one another.

    examine(text, truth, tools, folder) -> Findings

Findings.failures maps a short name of what is wrong (the same for the same fault: reduce keeps it) to its details.
"""

import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

SECONDS = 20          # what verify gets, if not said
SOLVER_SECONDS = 5     # what a solver gets for vcgen's script: only its wrong answers matter
GRACE = 20            # what is more than that is a hang
BOUND = 12            # beyond all loops and recursions that program.py makes
SOURCE = 'program.c'

WAYS = {
    'default': [],
    'tree': ['--inline=tree'],
    'cegar': ['--engine=cegar'],
    'modular': ['--engine=modular'],
    'stratified': ['--engine=stratified'],
    'groups': ['--engine=groups'],
    'pdr': ['--engine=pdr'],
    'bdd': ['--engine=bdd'],
    'horn': ['--engine=horn'],
    'fuzz': ['--engine=fuzz'],
    'boolector': ['--solver=boolector'],
    'cegar-boolector': ['--engine=cegar', '--solver=boolector'],
}
# What vcgen writes without a bound: the option, who reads it, and the answers that say true and false.
EXPORTS = {
    'horn': ('--horn', ['z3', 'fp.engine=spacer', f'-T:{SOLVER_SECONDS}'], {'sat': True, 'unsat': False}),
    'horn-int': ('--horn=int', ['z3', 'fp.engine=spacer', f'-T:{SOLVER_SECONDS}'], {'sat': True, 'unsat': False}),
    'btor2': ('--transition', ['btormc', '-kmax', str(BOUND)], {'sat': False}),
}
VERDICTS = {'SAFE': 0, 'UNSAFE': 10, 'BOUNDED': 20, 'UNKNOWN': 20}
PLACE = re.compile(r'^([\w-]+): UNSAFE (\S+):(\d+): ', re.MULTILINE)
OPEN = re.compile(r'^  (\S+):(\d+): [\w-]+: ', re.MULTILINE)
HAVOC = re.compile(r'^\s*havoc [^;]*?;$', re.MULTILINE)


class Result:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    @property
    def word(self):
        return self.out.split(None, 1)[0] if self.out.strip() else ''

    def shown(self):
        return f'status {self.status}\n{self.out[:1500]}{self.err[:1500]}'


def told(result):
    """What verify says of the program: a proof's remark on itself may depend on what passes have left of it."""
    return result.out.replace(' (no assertion can be reached)', '')


class Tools:
    def __init__(self, folder, seconds=SECONDS):
        self.folder, self.seconds = Path(folder).resolve(), seconds
        self.has_boolector = self.found('verify') is not None and self.takes_boolector()
        self.solvers = [s for s in ('z3', 'boolector', 'cvc5') if shutil.which(s)]

    def found(self, name):
        for path in (self.folder / name / name, self.folder / 'tools' / name / name, self.folder / name):
            if path.is_file():
                return str(path)
        return None

    def takes_boolector(self):
        done = subprocess.run([self.found('verify'), '--solver=boolector', '-'], input=b'(check-sat)\n',
                              capture_output=True, check=False)
        return done.returncode == 0

    def run(self, folder, name, *arguments, stdin=None, seconds=SECONDS):
        path = self.found(name)
        return execute(folder, [path, *arguments], stdin, seconds)

    def verify(self, folder, *arguments, stdin=None):
        return self.run(folder, 'verify', f'--timeout={self.seconds}', '--open=all', *arguments, stdin=stdin)


def execute(folder, argv, stdin=None, seconds=SECONDS):
    try:
        done = subprocess.run(argv, cwd=folder, input=stdin, capture_output=True, timeout=seconds + GRACE, check=False,
                              stdin=subprocess.DEVNULL if stdin is None else None)
    except subprocess.TimeoutExpired:
        return Result('hang', '', '')
    return Result(done.returncode, done.stdout.decode('utf-8', 'replace'), done.stderr.decode('utf-8', 'replace'))


class Findings:
    def __init__(self):
        self.failures, self.counts, self.notes = {}, Counter(), []

    def fail(self, name, details):
        self.failures.setdefault(name, details)

    def note(self, what):
        """Counted, and said of this program."""
        self.counts[what] += 1
        self.notes.append(what)


class Examination:
    def __init__(self, text, truth, tools, folder, only=None):
        self.truth, self.tools, self.folder, self.only = truth, tools, folder, only
        self.findings = Findings()
        (folder / SOURCE).write_text(text)

    def wanted(self, *names):
        return self.only is None or any(name in wanted for name in names for wanted in self.only)

    def run(self):
        if self.wanted('verify', 'pipeline'):
            self.verdicts()
        if self.wanted('c2ir', 'ir-opt', 'vcgen', 'run', 'script', 'export', 'pipeline'):
            self.stages()
        if self.only and self.wanted('certificate'):
            self.certificate()
        return self.findings

    # --- verdicts

    def verdicts(self):
        for way, arguments in WAYS.items():
            if 'boolector' in way and not self.tools.has_boolector or not self.wanted(f'verify {way}:', 'pipeline'):
                continue
            result = self.tools.verify(self.folder, *arguments, SOURCE)
            self.judge(f'verify {way}', result)
            if way == 'default':
                self.report = result

    def judge(self, name, result):
        """A verdict against the truth. Undecided is no failure, but counted."""
        findings, word = self.findings, result.word
        if VERDICTS.get(word, -1) != result.status:
            what = 'hang' if result.status == 'hang' else f'status {result.status}'
            return findings.fail(f'{name}: {what}', result.shown())
        findings.counts[f'{name}: {word}'] += 1
        if 'internal' in result.err or 'does not replay' in result.out or 'not replay' in result.out:
            findings.fail(f'{name}: internal error', result.shown())
        if word == 'SAFE' and not self.truth.verdict:
            findings.fail(f'{name}: SAFE for a false program', result.shown())
        elif word == 'UNSAFE' and self.truth.verdict:
            findings.fail(f'{name}: UNSAFE for a true program', result.shown())
        elif word == 'UNSAFE':
            self.place(name, result)
        elif word in ('UNKNOWN', 'BOUNDED'):
            self.open(name, result)
        return None

    def open(self, name, result):
        """What some run violates is not proved, whatever became of the other places."""
        listed = re.search(r'^open:\n((?:  .*\n)*)', result.out, re.MULTILINE)
        if not listed:
            return
        lines = {int(m[2]) for m in OPEN.finditer(listed[1]) if m[1] == SOURCE}
        missing = {line for _, line in self.truth.violations} - lines
        if missing:
            self.findings.fail(f'{name}: a violated place is said to be proved', f'{sorted(missing)}\n' + result.shown())

    def place(self, name, result):
        m = PLACE.search(result.out)
        lines = {line for _, line in self.truth.violations}
        if not m or m[2] != SOURCE or int(m[3]) not in lines:
            self.findings.fail(f'{name}: no run violates what is reported', f'it is violated in {sorted(lines)}\n'
                               + result.shown())

    def certificate(self):
        """That of a proof, confirmed by verify and by Z3."""
        result = self.tools.verify(self.folder, '--certificate=proof.smt2', SOURCE)
        self.judge('certificate', result)
        if result.word != 'SAFE':
            return
        if not (self.folder / 'proof.smt2').exists():
            self.findings.note('certificate: none')
            return
        checked = self.tools.verify(self.folder, '--check-certificate=proof.smt2', SOURCE)
        if checked.word != 'SAFE':
            self.findings.fail('certificate: not confirmed', checked.shown())
        if 'z3' in self.tools.solvers:
            answers = set(execute(self.folder, ['z3', f'-T:{SECONDS}', 'proof.smt2']).out.split())
            said = 'certificate, z3: ' + ' '.join(sorted(answers) or ['nothing to ask'])
            if answers <= {'unsat'}:
                self.findings.counts[said] += 1
            else:
                self.findings.note(said)
            if 'sat' in answers:
                self.findings.fail('certificate: z3 says sat', (self.folder / 'proof.smt2').read_text())

    # --- stages

    def stage(self, name, *arguments, out):
        result = self.tools.run(self.folder, name, *arguments, '-o', out)
        if result.status != 0:
            what = 'hang' if result.status == 'hang' else f'status {result.status}'
            self.findings.fail(f'{name}: {what}', result.shown())
        return result.status == 0

    def stages(self):
        if not self.stage('c2ir', SOURCE, out='plain.pir') or not self.stage('ir-opt', 'plain.pir', out='opt.pir'):
            return
        if self.wanted('ir-opt twice') and self.stage('ir-opt', 'opt.pir', out='twice.pir') and \
                (self.folder / 'opt.pir').read_bytes() != (self.folder / 'twice.pir').read_bytes():
            self.findings.fail('ir-opt twice: it changes its own result', '')
        if self.wanted('run') and self.stage('ir-opt', '--disable=slice', 'plain.pir', out='unsliced.pir'):
            for name in ('plain', 'unsliced', 'opt'):
                self.runs(name)
        for form in EXPORTS:
            if self.only and self.wanted(f'export {form}'):
                self.export(form)
        if self.wanted('vcgen', 'script', 'pipeline') and \
                self.stage('vcgen', f'--bound={BOUND}', 'opt.pir', out='program.smt2'):
            self.scripts()
            self.pipelines()

    def pipelines(self):
        """All ways into verify give the same report, unless the time ran out."""
        for name in ('plain.pir', 'opt.pir', 'program.smt2'):
            label = f'pipeline {name}'
            if not self.wanted(label):
                continue
            result = self.tools.verify(self.folder, stdin=(self.folder / name).read_bytes())
            self.judge(label, result)
            if self.differ(result, self.report) and self.differ(*self.patiently(name)):
                self.findings.fail(f'{label}: another report', f'{self.report.shown()}\n--- {name}\n{result.shown()}')

    @staticmethod
    def differ(a, b):
        undecided = {a.word, b.word} & {'BOUNDED', 'UNKNOWN'} or b.status not in (0, 10)
        return not undecided and (told(a), a.status) != (told(b), b.status)

    def patiently(self, name):
        """With so much time that it does not depend on the turns of engines which violation is found."""
        more = f'--timeout={4 * SECONDS}'
        return (self.tools.run(self.folder, 'verify', more, stdin=(self.folder / name).read_bytes(), seconds=4 * SECONDS),
                self.tools.run(self.folder, 'verify', more, SOURCE, seconds=4 * SECONDS))

    def scripts(self):
        """vcgen's script answered by solvers as it stands."""
        commands = {'z3': ['z3', f'-T:{SOLVER_SECONDS}'], 'boolector': ['boolector', '-t', str(SOLVER_SECONDS)],
                    'cvc5': ['cvc5', f'--tlimit={SOLVER_SECONDS * 1000}']}
        for solver in self.tools.solvers:
            if not self.wanted(f'script {solver}:'):
                continue
            result = execute(self.folder, commands[solver] + ['program.smt2'])
            answer = result.word
            if 'error' in result.out:
                self.findings.fail(f'script {solver}: error', result.shown())
            elif answer not in ('sat', 'unsat'):
                self.findings.counts[f'script {solver}: undecided'] += 1
            elif (answer == 'unsat') != self.truth.verdict:
                self.findings.fail(f'script {solver}: {answer} for a {"true" if self.truth.verdict else "false"} program',
                                   result.shown())
            else:
                self.findings.counts[f'script {solver}: {answer}'] += 1

    def export(self, form):
        """The whole program for others' tools; large block operations are refused, and for some recursion."""
        option, reader, meanings = EXPORTS[form]
        name, counts = f'export {form}', self.findings.counts
        written = self.tools.run(self.folder, 'vcgen', option, 'opt.pir', '-o', f'program.{form}')
        if written.status == 3:
            counts[f'{name}: refused'] += 1
            return
        if written.status != 0 or not shutil.which(reader[0]):
            if written.status != 0:
                self.findings.fail(f'{name}: status {written.status}', written.shown())
            return
        result = execute(self.folder, reader + [f'program.{form}'], seconds=SOLVER_SECONDS - GRACE)
        said = meanings.get(result.word)
        counts[f'{name}: {result.word or "undecided"}'] += 1
        if 'error' in result.out + result.err:
            self.findings.fail(f'{name}: error', result.shown())
        elif said is not None and said != self.truth.verdict:
            self.findings.fail(f'{name}: {result.word} for a {"true" if self.truth.verdict else "false"} program',
                               result.shown())

    # --- the evaluator

    def runs(self, name):
        """Executions end as those of the compiled program; after slicing only violations are left to compare."""
        text, ids = numbered((self.folder / f'{name}.pir').read_text())
        (self.folder / 'run.pir').write_text(text)
        for sample in self.truth.samples:
            queues = ''.join(f'id {ids[line]} = {value}\n' for line, _, value in sample.inputs if line in ids)
            (self.folder / 'inputs').write_text(queues)
            result = self.tools.run(self.folder, 'ir-opt', '--run', '--inputs=inputs', 'run.pir')
            self.compare(f'run {name}', sample, result, queues, name == 'opt')
            self.findings.counts[f'run {name}'] += 1

    def compare(self, name, sample, result, queues, sliced):
        kind, _, rest = sample.result.partition(':')
        told = f'wanted {sample.result} with inputs\n{queues}{result.shown()}'
        if kind not in ('exit', 'abort'):
            if result.status != 10 or f'{SOURCE}:{rest}:' not in result.err:
                self.findings.fail(f'{name}: another violation', told)
        elif result.err or result.status in ('hang', 4) and sliced:
            self.findings.fail(f'{name}: a violation where there is none', told)
        elif kind == 'exit' and not sliced and result.status != int(rest):
            self.findings.fail(f'{name}: another exit status', told)


def numbered(text):
    """The IR with an id on each input, and these ids by the inputs' lines in C. (ir-opt numbers what has none.)"""
    ids = {}

    def number(m):
        place, at = re.search(r'\{at "[^"]*" (\d+)', m[0]), m[0]
        if not place or '{input "__VERIFIER_' not in at:
            return at
        own = re.search(r'\{id (\d+)\}', at)
        ids[int(place[1])] = own[1] if own else str(1000000 + len(ids))
        return at if own else f'{at[:-1]} {{id {ids[int(place[1])]}}};'

    return HAVOC.sub(number, text), ids


def examine(text, truth, tools, folder, only=None):
    return Examination(text, truth, tools, folder, only).run()

"""What vcgen and verify write of one program, and what solvers make of it: candidates for a tree of benchmarks."""
import datetime
import os
import re
import shlex
import shutil
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import smtlib
import solvers

HARD = 1.0
MOST_BYTES = 50 * 1000 * 1000  # larger files need a word with the collectors first


@dataclass
class Candidate:
    """A file that keeps the rules: `path` is below `root` what it will be below the tree; a status for each of its questions."""
    root: Path
    path: Path
    answers: list
    statuses: list
    shape: str

    @property
    def track(self):
        return self.path.parts[0]


@dataclass
class Outcome:
    """Of a program: its candidates, in the order of their tracks; why there are no others; and what is wrong with solvers or with us."""
    folder: Path
    candidates: list = field(default_factory=list)
    dropped: list = field(default_factory=list)
    troubles: list = field(default_factory=list)


class Worker:
    """Works on one program, in a folder of that program's own. Many work side by side, each in its own process."""

    def __init__(self, options, work):
        self.options, self.work, self.tools = options, work, options.tools.resolve() / 'tools'
        self.solvers = solvers.installed(options.solvers.split(','))
        self.startup = solvers.startup(self.solvers, work)
        self.day = datetime.datetime.fromtimestamp(int(os.environ.get('SOURCE_DATE_EPOCH') or time.time()), datetime.timezone.utc)
        self.version = solvers.run([self.tools / 'verify' / 'verify', '--version'], 60)[1].split()[-1]
        self.outcome = None

    def make(self, program, tracks, made):
        """The outcome of a program in these tracks. `made`: bound and status of its query in the tree, or None."""
        self.outcome = Outcome(Path(tempfile.mkdtemp(dir=self.work)))
        ir = program.translate(self.tools, self.outcome.folder, shlex.split(self.options.flags), self.options.patience)
        if isinstance(ir, str):
            self.drop('not translated')
            return self.outcome
        done = self.single(program, ir) if 'single' in tracks else made
        if done and done[1] == 'unsat' and 'cores' in tracks:
            self.cores(program, ir, done[0])
        if 'incremental' in tracks:
            self.incremental(program, ir)
        return self.outcome

    def drop(self, why):
        self.outcome.dropped.append(why)

    def trouble(self, text):
        self.outcome.troubles.append(text)

    # What is written

    def query(self, program, ir, bound, track):
        """The file that vcgen writes; None: there is none, for a reason that was counted."""
        folder = self.outcome.folder / track
        shutil.rmtree(folder, ignore_errors=True)
        command = [self.tools / 'vcgen' / 'vcgen', f'--bound={bound}', f'--timeout={self.options.patience}', f'--benchmark={folder}',
                   f'--track={track}', f'--submitter={self.options.submitter}', f'--name={program.name}', ir]
        status, _, err, _ = solvers.run(command, 2 * self.options.patience)
        found = list(folder.rglob('*.smt2'))
        if status == 0 and found:
            return found[0] if self.is_small(found[0]) else None
        if status == 3 and ('folds to' in err or 'single assertion' in err):
            return None
        self.drop('vcgen: ' + (err.split('error: ')[-1].split('\n')[0] if status > 0 else 'ended'))
        return None

    def is_trivial(self, answers):
        return all(a.seconds - self.startup[a.name] < self.options.moment for a in answers)

    def measured(self, path, track):
        """Answers of all solvers, or None where that is no benchmark."""
        answers = []
        for name in self.solvers:
            if not solvers.SOLVERS[name][track]:
                continue
            answer = solvers.Answer(name, path, self.options.seconds, track)
            if answer.rejected:
                self.trouble(f'{name} rejects {path.name}: {answer.rejected}')
                return None
            answers.append(answer)
        return answers

    def is_small(self, path):
        if path.stat().st_size < MOST_BYTES:
            return True
        self.drop('50 MB or more')
        return False

    def candidate(self, root, path, answers, statuses):
        self.outcome.candidates.append(Candidate(root, path.relative_to(root), answers, statuses,
                                                 smtlib.shape(smtlib.commands(path.read_text()))))

    def contradicts(self, path, statuses):
        if False in statuses:
            self.trouble(f'solvers contradict one another on {path.name}')
        return False in statuses

    # The three tracks

    def single(self, program, ir):
        """The benchmark's bound and status, if it is one."""
        chosen = None
        for bound in map(int, self.options.bounds.split(',')):
            path = self.query(program, ir, bound, 'single-query')
            answers = path and self.measured(path, 'single')
            if not answers:
                if path or chosen:
                    break
                continue
            kept = self.outcome.folder / 'chosen'
            shutil.rmtree(kept, ignore_errors=True)
            shutil.move(self.outcome.folder / 'single-query', kept)
            chosen = (kept / path.relative_to(self.outcome.folder / 'single-query'), answers, bound)
            if any(a.seconds >= HARD or not a.verdicts for a in answers):
                break
        if not chosen:
            self.drop('folded at all bounds')
            return None
        path, answers, bound = chosen
        statuses = [solvers.agreed(answers, 0)]
        if self.is_trivial(answers):
            self.drop('done within a moment')
        elif not self.contradicts(path, statuses):
            self.candidate(self.outcome.folder / 'chosen', path, answers, statuses)
            return bound, statuses[0]
        return None

    def cores(self, program, ir, bound):
        """Of a query that is unsat, and so are its conditions together."""
        path = self.query(program, ir, bound, 'unsat-core')
        answers = path and self.measured(path, 'cores')
        if not answers:
            return
        statuses = [False if any('sat' in a.verdicts for a in answers) else 'unsat']
        if not self.contradicts(path, statuses):
            self.candidate(self.outcome.folder / 'unsat-core', path, answers, statuses)

    def header(self, program, text):
        """The dialogue as it was recorded, below a full header; and its logic."""
        logic = text.split('(set-logic ', 1)[1].split(')', 1)[0]
        source = '\n'.join(('Generated by: verify (Plumb)', f'Generated on: {self.day:%Y-%m-%d}', f'Generator: verify {self.version}',
                            'Application: Plumb: bounded verification of C programs', 'Target solver: Z3, Boolector',
                            'Publications: A. Lal, S. Qadeer: DAG inlining. PLDI 2015', 'Time limit: 900',
                            'What stratified inlining asked about a program, one question after the other: can an assertion be violated',
                            f'within a bound, or beyond it? {text.count("(check-sat)")} questions.'))
        return logic, (f'(set-info :smt-lib-version 2.6)\n(set-logic {logic})\n(set-info :source |\n{source} |)\n'
                       '(set-info :license "https://creativecommons.org/licenses/by/4.0/")\n(set-info :category "industrial")\n'
                       + text.split('\n', 2)[2])

    def incremental(self, program, ir):
        folder, root = self.outcome.folder / 'record', self.outcome.folder / 'incremental'
        solvers.run([self.tools / 'verify' / 'verify', '--engine=stratified', '--solver=z3', f'--record={folder}',
                     f'--timeout={self.options.dialogue}', ir], 4 * self.options.patience)
        longest = max(folder.glob('*.smt2'), key=lambda p: (p.read_text().count('(check-sat)'), p.name), default=None)
        if not longest or longest.read_text().count('(check-sat)') < 2:
            self.drop('no dialogue')
            return
        logic, text = self.header(program, longest.read_text())
        path = root / 'incremental' / logic / f'{self.day:%Y%m%d}-Plumb-{self.options.submitter}' / f'{program.name}.smt2'
        path.parent.mkdir(parents=True)
        path.write_text(text)
        answers = self.is_small(path) and self.measured(path, 'incremental')
        if not answers:
            return
        statuses = [solvers.agreed(answers, i) for i in range(text.count('(check-sat)'))]
        recorded = re.findall(r'\(set-info :status (\w+)\)', text)
        if any({ours, theirs} == {'sat', 'unsat'} for ours, theirs in zip(recorded, statuses)):
            self.trouble(f'verify had another answer than solvers on {path.name}')
            return
        if self.is_trivial(answers):
            self.drop('done within a moment')
        elif not self.contradicts(path, statuses):
            self.candidate(root, path, answers, statuses)

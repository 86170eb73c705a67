"""What the tests of documents have in common: the documents, a folder like a built tree, TAP."""

import os
import shutil
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent.parent
TOOLS = ['c2ir', 'ir-opt', 'vcgen', 'verify']
# Of the environment: Meson sets options of sanitizers for all tests, which a reader does not have.
UNKEPT = ('LC_', 'MAKE', 'MFLAGS', 'ASAN_OPTIONS', 'MSAN_OPTIONS', 'UBSAN_OPTIONS')


def documents():
    files = [TOP / 'README.md', TOP / 'CONTRIBUTING.md']
    files += sorted(TOP.glob('docs/*.md')) + sorted(TOP.glob('ir-spec/*.md')) + sorted(TOP.glob('examples/*/README.md'))
    return files


def surroundings(build, folder):
    """Makes FOLDER look like a tree that has been built; gives the environment of commands there."""
    shutil.copytree(TOP / 'examples', folder / 'examples')
    os.symlink(build, folder / 'build')
    environment = {name: value for name, value in os.environ.items() if not name.startswith(UNKEPT)}
    environment.update(LC_ALL='C', TMPDIR=str(folder), TOP=str(TOP))
    environment['PATH'] = os.pathsep.join([str(build / 'tools' / tool) for tool in TOOLS] + [os.environ['PATH']])
    return environment


class Report:
    """TAP on standard output."""

    def __init__(self):
        self.count = self.failed = 0

    def point(self, good, name, notes=()):
        self.count += 1
        self.failed += not good
        print(f'{"ok" if good else "not ok"} {self.count} - {name}')
        for note in notes:
            print(f'# {note}')
        sys.stdout.flush()

    def end(self):
        print(f'1..{self.count}')
        return self.failed != 0

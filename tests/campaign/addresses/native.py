"""Programs compiled in several ways and run in several layouts: which vectors of their choices violate the assertion.

    kept(folder, programs, cache) -> [Runs]

Many programs are one unit, because gcc takes longer to start than to compile one: each stands between #define and #undef of its
names of file scope.
"""

import hashlib
import json
import re
import shutil
from collections import Counter
from pathlib import Path

from examine import execute

HERE = Path(__file__).resolve().parent
COMMON = ['-w', '-DNATIVE', '-fno-strict-aliasing', '-I', '.']
WRAP = ['-Wl,' + ','.join(f'--wrap={f}' for f in ('malloc', 'calloc', 'realloc', 'aligned_alloc', 'free'))]
SANITIZE = ['-g', '-fsanitize=address,undefined', '-fno-sanitize=bounds,object-size', '-fno-sanitize-recover=all']
# Name, flags, order of the objects, ways to run it: mode of malloc, seed, with or without random addresses.
LAYOUTS = [('host', 1, True), ('host', 1, False), ('again', 1, True), ('up', 1, False), ('down', 1, True), ('shuffled', 1, True),
           ('shuffled', 2, False), ('far', 3, True)]
BUILDS = [
    ('sanitized', ['gcc', '-O0', *SANITIZE], 0, [('host', 1, True)]),
    ('O0', ['gcc', '-O0', '-fno-toplevel-reorder'], 0, LAYOUTS),
    ('O0 other order', ['gcc', '-O0', '-fno-toplevel-reorder'], 1, LAYOUTS[:3] + [('shuffled', 4, True), ('shuffled', 5, True), ('shuffled', 6, True)]),
    ('O0 third order', ['gcc', '-O0', '-fno-toplevel-reorder', '-no-pie', '-fno-pie'], 2, LAYOUTS[:3] + [('shuffled', 7, True)]),
    ('O0 fourth order', ['gcc', '-O0', '-fno-toplevel-reorder'], 3, [('host', 1, True), ('shuffled', 8, False)]),
    ('O0 fifth order', ['gcc', '-O0', '-fno-toplevel-reorder'], 4, [('host', 1, True), ('shuffled', 9, False)]),
    ('O2', ['gcc', '-O2', '-fno-inline'], 0, LAYOUTS),
    ('clang O0', ['clang', '-O0'], 6, LAYOUTS[:2]),
    ('clang O2', ['clang', '-O2'], 7, LAYOUTS[:3]),
    ('O2 other order', ['gcc', '-O2', '-no-pie', '-fno-pie'], 5, LAYOUTS[:5]),
]
OPTIMISED = ('O2', 'clang O2') # compilers take a pointer that is rebuilt through branches for one to nothing
REPORT, VIOLATED, NO_ROOM = 98, 41, 99
FILE_SCOPE = '#include "native.h"\n' + ''.join(f'#include <{h}.h>\n' for h in ('stdarg', 'stddef', 'stdint', 'stdio', 'stdlib', 'string'))


class Broken(Exception):
    pass


class Runs:
    def __init__(self):
        self.count, self.violated, self.plainly, self.where, self.trouble = 0, 0, 0, Counter(), []


def unit(programs, layout):
    parts = [FILE_SCOPE]
    for k, program in enumerate(programs):
        names = sorted(program.writer.names | {'main'})
        text = program.text(layout)
        parts += [f'#define {name} program{k}_{name}\n' for name in names]
        parts.append(re.sub(r'^#include .*\n', '', text, flags=re.MULTILINE))
        parts += [f'#undef {name}\n' for name in names]
    parts.append('struct program { int (*run)(void); const int *ranges; };\n')
    for k, program in enumerate(programs):
        parts.append(f'static const int ranges{k}[] = {{ {", ".join(map(str, program.ranges + [0]))} }};\n')
    items = ', '.join(f'{{ program{k}_main, ranges{k} }}' for k in range(len(programs)))
    parts.append(f'const struct program programs[] = {{ {items} }};\nconst int program_count = {len(programs)};\n')
    return ''.join(parts)


def random_addresses_can_be_off(folder):
    return shutil.which('setarch') and execute(folder, ['setarch', '-R', 'true']).status == 0


def run(folder, programs):
    shutil.copy(HERE / 'native.h', folder)
    fixed = random_addresses_can_be_off(folder)
    found = [Runs() for _ in programs]
    for name, compiler, order, layouts in BUILDS:
        if not shutil.which(compiler[0]):
            continue
        (folder / 'unit.c').write_text(unit(programs, order))
        done = execute(folder, [*compiler, *COMMON, *WRAP, 'unit.c', str(HERE / 'driver.c'), '-o', 'unit'], seconds=200)
        if done.status:
            raise Broken(f'{name}: {done.err[:3000]}')
        for mode, seed, aslr in layouts:
            argv = ['./unit', mode, str(seed)]
            if not aslr and fixed:
                argv = ['setarch', '-R'] + argv
            if name == 'sanitized':
                argv = ['env', f'ASAN_OPTIONS=detect_leaks=0:exitcode={REPORT}', f'UBSAN_OPTIONS=exitcode={REPORT}'] + argv
            ran = execute(folder, argv, seconds=400)
            if ran.status:
                raise Broken(f'{name} {mode}: status {ran.status}\n{ran.err[:2000]}')
            collect(found, ran, f'{name}, {mode} {seed}{"" if aslr else " fixed"}')
    return found


def kept(folder, programs, cache):
    """The same, but what has been run before is read from the folder `cache`."""
    if not cache:
        return run(folder, programs)
    texts = ''.join(unit(programs, order) for order in range(2)) + (HERE / 'driver.c').read_text() + repr(BUILDS)
    path = cache / hashlib.sha256(texts.encode()).hexdigest()[:32]
    if not path.exists():
        cache.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps([vars(runs) for runs in run(folder, programs)]))
    found = [Runs() for _ in programs]
    for runs, fields in zip(found, json.loads(path.read_text())):
        vars(runs).update(fields)
    return found


def collect(found, ran, where):
    for line in ran.out.splitlines():
        k, vector, status = map(int, line.split())
        if status == NO_ROOM:
            continue
        found[k].count += 1
        if status == VIOLATED:
            found[k].violated += 1
            found[k].plainly += not where.startswith(OPTIMISED)
            found[k].where[where] += 1
        elif status:
            found[k].trouble.append(f'{where}, vector {vector}: status {status}\n{ran.err[:1500]}')

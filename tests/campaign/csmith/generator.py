"""Csmith's programs: what is asked of it, by features, sizes and seeds.

Csmith (Regehr and others, PLDI 2011) writes programs without undefined behaviour that print a checksum of their
global variables at their end. Their headers are Csmith's own, used as they are."""

import os
import re
import shutil
import subprocess
from pathlib import Path

PLAIN = ['--no-bitfields', '--no-packed-struct', '--no-unions', '--no-volatiles', '--no-volatile-pointers',
         '--no-vol-struct-union-fields', '--no-inline-function']
BUILTINS = ['--builtins', '--disable-builtin-kinds', 'x86']

# What is switched on, or off, for each set of features. `default` is what Csmith does unasked.
FEATURES = {
    'default': [],
    'plain': PLAIN,
    'scalars': [*PLAIN, '--no-arrays', '--no-pointers', '--no-structs'],
    'structs': [*PLAIN, '--structs', '--arg-structs', '--return-structs', '--max-struct-nested-level', '4'],
    'bitfields': [*PLAIN, '--bitfields', '--max-struct-fields', '14'],
    'packed': [*PLAIN, '--bitfields', '--packed-struct'],
    'unions': [*PLAIN, '--unions', '--arg-unions', '--return-unions', '--max-union-fields', '8'],
    'unions-bitfields': [*PLAIN, '--unions', '--bitfields', '--packed-struct', '--no-union-read-type-sensitive'],
    'volatile': [*PLAIN, '--volatiles', '--volatile-pointers', '--vol-struct-union-fields'],
    'floats': ['--float'],
    'floats-strict': [*PLAIN, '--float', '--strict-float'],
    'longlong': [*PLAIN, '--longlong', '--math64'],
    'narrow': ['--no-longlong', '--no-math64'],
    'inline': [*PLAIN, '--inline-function', '--inline-function-prob', '80'],
    'pointers': [*PLAIN, '--pointers', '--max-pointer-depth', '5', '--addr-taken-of-locals'],
    'arrays': [*PLAIN, '--arrays', '--max-array-dim', '4', '--max-array-len-per-dim', '6'],
    'builtins': BUILTINS,
    'random': ['--random-random', '--bitfields', '--packed-struct'],
    'everything': ['--float', *BUILTINS, '--inline-function', '--max-pointer-depth', '4', '--max-struct-nested-level',
                   '4', '--const-as-condition'],
}

SIZES = {
    'tiny': ['--max-funcs', '2', '--max-block-depth', '2', '--max-block-size', '3', '--max-expr-complexity', '4',
             '--max-array-len-per-dim', '4'],
    'small': ['--max-funcs', '4', '--max-block-depth', '3', '--max-block-size', '4', '--max-expr-complexity', '7',
              '--max-array-len-per-dim', '6'],
    'medium': [],
    'large': ['--max-funcs', '16', '--max-block-size', '5'],
}


class Skipped(Exception):
    """No program that can be compared; the reason."""


def folder():
    """Where Csmith's headers are, or None."""
    places = [os.environ.get('CSMITH_HOME', ''), '/usr', '/usr/local']
    for place in places:
        for name in ('include/csmith', 'runtime', 'include/csmith-2.3.0'):
            if place and (Path(place) / name / 'csmith.h').exists():
                return Path(place) / name
    return None


def missing():
    """What is not installed, in words, or None."""
    if not shutil.which('csmith') or not folder():
        return 'csmith or its headers are not installed (Debian: csmith, libcsmith-dev)'
    return None


def generate(seed, features, size, bits, where):
    """The program's text. Csmith writes a file platform.info where it runs, and reads the sizes of types in it."""
    (where / 'platform.info').write_text(f'integer size = 4\npointer size = {bits // 8}\n')
    # Options of the size come first: a set of features may ask for more.
    command = ['csmith', '--seed', str(seed), *SIZES[size], *FEATURES[features]]
    try:
        done = subprocess.run(command, cwd=where, stdin=subprocess.DEVNULL, capture_output=True, timeout=30,
                              check=False)
    except subprocess.TimeoutExpired:
        raise Skipped('csmith does not end') from None
    text = done.stdout.decode(errors='replace')
    if done.returncode or 'int main' not in text:
        raise Skipped(f'csmith failed with status {done.returncode}')
    # The checksum after each variable: what goes wrong is seen where it does.
    return text.replace('int print_hash_value = 0;', 'int print_hash_value = 1;')


# ---- several files

STATIC = re.compile(r'^(?:inline )?static (?!long __undefined)', re.MULTILINE)
GLOBAL = re.compile(r'^(\S[^\n;={]*?)(?: = .*)?;(?:/\*.*\*/)?$', re.MULTILINE)
FUNCTION = re.compile(r'^\w[^\n;]*\)\n\{.*?^\}\n', re.MULTILINE | re.DOTALL)
SECTIONS = re.compile(r'/\* --- (?:GLOBAL VARIABLES|FORWARD DECLARATIONS|FUNCTIONS) --- \*/\n')


def split(text):
    """The program as files (name, text): a header, and two between which its functions are divided. A program that is
    not laid out as Csmith does it stays one."""
    parts = SECTIONS.split(text)
    if len(parts) != 4:
        return [('program.c', text)]
    types, variables, forward, functions = parts[0], *(STATIC.sub('', part) for part in parts[1:])
    functions = re.sub(r'^inline ', '', functions, flags=re.MULTILINE)
    forward = re.sub(r'^inline ', '', forward, flags=re.MULTILINE)
    externs = ''.join(f'extern {m[1]};\n' for m in GLOBAL.finditer(variables))
    second, count = '', 0
    for m in FUNCTION.finditer(functions):
        count += 1
        if count % 2 == 0 and ' main ' not in m[0].split('\n', 1)[0]:
            second += m[0]
            functions = functions.replace(m[0], '')
    include = '#include "program.h"\n'
    return [('program.h', types + externs + forward), ('program.c', include + variables + functions),
            ('second.c', include + second)]

"""Executes a program in interleavings at random (native.c)."""

import re
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent


def compile_runner(folder):
    subprocess.run(['gcc', '-O1', '-w', '-c', HERE / 'native.c', '-o', folder / 'native.o'], check=True)


def executions(text, folder, runs, seed=1, plan=()):
    """How many of `runs` executions call reach_error(); plan: the threads whose turn it is, one after the other."""
    # One thread of the system has all contexts: native.c keeps `own` of each.
    source = 'extern void endless(void);\n' + re.sub(r'^.*(?:_Thread_local|__thread) int own;$', 'int own;', text, flags=re.MULTILINE)
    # What is shared must not be on main's stack, which has what is its own as well.
    source = re.sub(r'^    ((?:volatile |_Atomic )?(?:int|unsigned char) [xyz] = )', r'    static \1', source, flags=re.MULTILINE)
    source = re.sub(r'for \(;;\) \{\s*\}', 'endless();', source)
    path, binary = folder / 'native-program.c', folder / 'native-program'
    path.write_text(source)
    if not (folder / 'native.o').exists():
        compile_runner(folder)
    common = ['gcc', '-Wall', '-Wno-unused-but-set-variable', '-Wno-unused-variable', '-Wno-unused-function', '-Wno-return-type', '-Werror', '-O0']
    subprocess.run([*common, '-Dmain=program', '-fsanitize=thread', '-c', path, '-o', folder / 'native-program.o'], check=True)
    subprocess.run(['gcc', folder / 'native-program.o', folder / 'native.o', '-o', binary], check=True)
    done = subprocess.run([binary, str(runs), str(seed), *([''.join(map(str, plan))] if plan else [])], capture_output=True, text=True, check=True)
    errors, others = map(int, done.stdout.split())
    if others:
        raise RuntimeError(f'{others} executions ended in a way of their own')
    return errors

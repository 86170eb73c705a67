"""ended.py SIGNAL[,group|,ignored] SECONDS[c] COMMAND ...: runs COMMAND, and when SECONDS have passed since all of its processes were there (c: when
they have used so much processor time, in a build with sanitizers more: what takes work must be done by then on a busy machine, too) sends
it (or all of its process group, as a terminal does) the signal, which is ignored by then, or not. Prints its status, its output, how many processes are left
of those that descended from it, and what is left in $TMPDIR and in the current folder's subfolder `out`."""
import os
import signal
import subprocess
import sys
import time


def descendants(pid):
    try:
        with open(f'/proc/{pid}/task/{pid}/children') as f:
            children = [int(word) for word in f.read().split()]
    except OSError:
        return []
    return children + [p for child in children for p in descendants(child)]


def used(pid):
    """Seconds of processor time."""
    try:
        with open(f'/proc/{pid}/stat') as f:
            words = f.read().rsplit(')', 1)[1].split()
    except OSError:
        return 0
    return (int(words[11]) + int(words[12])) / os.sysconf('SC_CLK_TCK')


def wait(pid, seconds):
    if not seconds.endswith('c'):
        time.sleep(float(seconds))
        return
    needed = float(seconds[:-1]) * float(os.environ.get('PLUMB_TEST_TIMEOUT_FACTOR', 1))
    while is_alive(pid) and used(pid) + sum(map(used, descendants(pid))) < needed:
        time.sleep(0.1)


def is_alive(pid):
    try:
        with open(f'/proc/{pid}/stat') as f:
            return f.read().rsplit(')', 1)[1].split()[0] not in 'ZX'
    except OSError:
        return False


def main():
    name, _, how = sys.argv[1].partition(',')
    number = getattr(signal, 'SIG' + name)

    def set_signal():
        if number != signal.SIGKILL:
            signal.signal(number, signal.SIG_IGN if how == 'ignored' else signal.SIG_DFL)

    child = subprocess.Popen(sys.argv[3:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
                             preexec_fn=set_signal)
    wait(child.pid, sys.argv[2])
    family = descendants(child.pid)
    began = time.monotonic()
    (os.killpg if how == 'group' else os.kill)(child.pid, number)
    printed = child.communicate(timeout=40)[0].decode()
    print(f'status {child.returncode}, {"some" if family else "no"} processes,',
          'at once' if time.monotonic() - began < 3 else 'late')
    print(printed, end='')
    for _ in range(20):
        left = [pid for pid in family if is_alive(pid)]
        if not left:
            break
        time.sleep(0.1)
    print(f'{len(left)} left', *sorted(os.listdir(os.environ['TMPDIR'])), *(sorted(os.listdir('out')) if os.path.isdir('out') else []))
    for pid in left:
        os.kill(pid, signal.SIGKILL)


main()

"""ended.py SIGNAL[,group|,ignored] SECONDS COMMAND ...: runs COMMAND, and when SECONDS have passed since all of its processes were there sends
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
    time.sleep(float(sys.argv[2]))
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

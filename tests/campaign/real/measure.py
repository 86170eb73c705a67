"""Commands with what they cost; common to the scripts of this folder."""
import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path


class Run:
    """One finished command: `status` (None: out of time), `out`, `err`, CPU `seconds` and peak `memory` in bytes."""

    def __init__(self, command, timeout=600, folder=None, stdin=None):
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            process = subprocess.Popen([str(word) for word in command], stdout=out, stderr=err, cwd=folder,
                                       stdin=stdin or subprocess.DEVNULL, start_new_session=True)
            late = threading.Event()

            def stop():
                late.set()
                os.killpg(process.pid, signal.SIGKILL)

            timer = threading.Timer(timeout, stop)
            timer.start()
            _, code, usage = os.wait4(process.pid, 0)
            timer.cancel()
            process.returncode = os.waitstatus_to_exitcode(code)
            self.status = None if late.is_set() else process.returncode
            self.seconds = usage.ru_utime + usage.ru_stime
            self.memory = usage.ru_maxrss * 1024
            out.seek(0)
            err.seek(0)
            self.out, self.err = out.read(), err.read().decode(errors='replace')


def tools(folder):
    """The built programs c2ir and ir-opt, or an end with a message."""
    found = [Path(folder).resolve() / 'tools' / name / name for name in ('c2ir', 'ir-opt')]
    for tool in found:
        if not tool.is_file():
            sys.exit(f'{tool} is missing: build first (meson setup build && ninja -C build)')
    return found


def need(*pairs):
    """Ends with the names of the packages whose programs are missing."""
    missing = sorted({package for program, package in pairs if not any(
        os.access(os.path.join(d, program), os.X_OK) for d in os.environ['PATH'].split(':'))})
    if missing:
        sys.exit('missing packages: apt-get install ' + ' '.join(missing))

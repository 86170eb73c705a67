"""The command line that Kbuild gives a checker, for files that are not in its tree."""
import pathlib
import subprocess
import tempfile

RECORDER = '#!/bin/sh\nprintf "%s\\n" "$@" >"$0.flags"\n'


def headers(named=None):
    """The folder with the kernel's headers that modules are built with, or None."""
    if named:
        return pathlib.Path(named)
    found = sorted(p.parent for p in pathlib.Path("/usr/src").glob("linux-headers-*/Module.symvers"))
    return found[-1] if found else None


def flags(folder):
    """What a file of a module is checked with: the compiler's flags, without the file. They hold in FOLDER."""
    with tempfile.TemporaryDirectory() as scratch:
        module = pathlib.Path(scratch)
        (module / "m.c").write_text("#include <linux/module.h>\nMODULE_LICENSE(\"GPL\");\n")
        (module / "Makefile").write_text("obj-m := m.o\n")
        recorder = module / "recorder"
        recorder.write_text(RECORDER)
        recorder.chmod(0o755)
        subprocess.run(["make", "-C", folder, f"M={module}", "C=2", f"CHECK={recorder}"], check=True, capture_output=True)
        words = (module / "recorder.flags").read_text().splitlines()
        return [w for w in words if not w.endswith("/m.c") and not w.startswith("-Wp,-MMD")]

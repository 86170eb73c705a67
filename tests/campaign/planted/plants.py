"""Bugs of the kind that the kernel's own fixes repair, planted into a driver that has none.

A plant takes the lines of a driver and yields (line, description, lines with the bug). Each removes or changes one statement
that stands on a line of its own."""
import re

CALL = r"^\s*(?:[\w\->.\[\]]+\s*=\s*)?{}\(.*\);\s*$"


def statements(lines, pattern):
    """The indices of lines that are a statement of their own, not the body of an `if` without braces."""
    for i, line in enumerate(lines):
        if not re.match(pattern, line) or i == 0:
            continue
        before = lines[i - 1].rstrip()
        if before.endswith((";", "{", "}", ":", "*/")) or not before:
            yield i


def removed(*names):
    def plant(lines):
        for name in names:
            for i in statements(lines, CALL.format(name)):
                yield i, f"without {lines[i].strip()}", lines[:i] + [""] + lines[i + 1:]
    return plant


def doubled(*names):
    def plant(lines):
        for name in names:
            for i in statements(lines, CALL.format(name)):
                yield i, f"twice {lines[i].strip()}", lines[:i] + [lines[i] + lines[i].strip()] + lines[i + 1:]
    return plant


def replaced(pattern, by, what):
    def plant(lines):
        for i, line in enumerate(lines):
            new = re.sub(pattern, by, line)
            if new != line:
                yield i, f"{what}: {new.strip()}", lines[:i] + [new] + lines[i + 1:]
    return plant


def behind(name, statement):
    def plant(lines):
        for i in statements(lines, CALL.format(name)):
            yield i, f"{statement} behind {lines[i].strip()}", lines[:i] + [lines[i] + " " + statement] + lines[i + 1:]
    return plant


def unchecked(pattern):
    """`if (!p) return -ENOMEM;` on two lines, behind an allocation."""
    def plant(lines):
        for i in range(len(lines) - 2):
            if re.search(pattern, lines[i]) and re.match(r"^\s*if \(!.*\)\s*$", lines[i + 1]) and \
                    re.match(r"^\s*return .*ENOMEM.*;\s*$", lines[i + 2]):
                yield i + 1, f"without {lines[i + 1].strip()}", lines[:i + 1] + ["", ""] + lines[i + 3:]
    return plant


# (rule, plant); the rule is one of those that Plumb comes with.
PLANTS = [
    ("mutex", removed("mutex_unlock")),
    ("mutex", doubled("mutex_lock", "mutex_unlock")),
    ("spinlock", removed("spin_unlock", "spin_unlock_irqrestore", "spin_unlock_irq", "spin_unlock_bh")),
    ("spinlock", doubled("spin_lock")),
    ("irqsave", replaced(r"spin_unlock_irqrestore\((.*),\s*\w+\)", r"spin_unlock(\1)", "flags are not restored")),
    ("atomic", behind("spin_lock", "might_sleep(); msleep(1);")),
    ("atomic", behind("spin_lock_irqsave", "msleep(1);")),
    ("gfp", replaced(r"GFP_ATOMIC", "GFP_KERNEL", "allocates in atomic context")),
    ("clk", removed("clk_disable_unprepare")),
    ("regulator", removed("regulator_disable")),
    ("runtime-pm", removed("pm_runtime_put", "pm_runtime_put_sync", "pm_runtime_put_autosuspend")),
    ("usb-device", removed("usb_put_dev")),
    ("of-node", removed("of_node_put")),
    ("irq", removed("free_irq")),
    ("register", removed("misc_deregister", "watchdog_unregister_device", "input_unregister_device", "platform_driver_unregister",
                         "i2c_del_driver", "usb_deregister", "led_classdev_unregister")),
    ("leak", removed("kfree", "vfree")),
    ("err-ptr", replaced(r"\bif \(IS_ERR\((.*)\)\)", r"if (!\1)", "an error pointer is taken for null")),
    ("alloc", unchecked(r"= (?:devm_)?k[zm]alloc\(")),
    ("urb", removed("usb_kill_urb")),
    ("module", removed("module_put")),
    ("device", removed("put_device")),
    ("kref", removed("kref_put")),
]

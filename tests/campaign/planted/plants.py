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
        if before.endswith((";", "{", "}", "*/")) or not before or re.match(r"^\s*(?:case .*|default|\w+)\s*:$", before):
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


def other_than(word, plant):
    return lambda lines: (found for found in plant(lines) if word not in lines[found[0]])


def replaced(pattern, by, what):
    def plant(lines):
        for i, line in enumerate(lines):
            new = re.sub(pattern, by, line)
            if new != line:
                yield i, f"{what}: {new.strip()}", lines[:i] + [new] + lines[i + 1:]
    return plant


def under_lock(pattern, by, what):
    """Between a spin lock's beginning and its end in the text of one function."""
    inner = replaced(pattern, by, what)

    def plant(lines):
        held, places = False, set()
        for i, line in enumerate(lines):
            if re.search(r"\bspin_lock(_irqsave|_irq|_bh)?\(", line):
                held = True
            elif re.search(r"\bspin_unlock(_irqrestore|_irq|_bh)?\(", line) or line.startswith("}"):
                held = False
            elif held:
                places.add(i)
        return [found for found in inner(lines) if found[0] in places]
    return plant


def with_before(pattern, plant):
    """Only in functions whose text up to the plant has that."""
    def begin(lines, i):
        return next((k for k in range(i, -1, -1) if lines[k].startswith("{")), 0)
    return lambda lines: (found for found in plant(lines) if any(re.search(pattern, line) for line in lines[begin(lines, found[0]):found[0]]))


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


def later_in_file(lines, i, pattern):
    return any(re.search(pattern, line) for line in lines[i:])


def end_of_function(lines, i):
    return next((k for k in range(i, len(lines)) if lines[k].startswith("}")), len(lines))


# What the rule err-ptr knows to use its first argument, or the second one.
USES = r"\b(?:clk_\w+|regulator_(?:enable|disable)|kthread_stop|wake_up_process|gpiod_\w+|iounmap|cdev_add|platform_device_\w+|" \
       r"i2c_unregister_device|(?:read|ioread)\w+|hwmon_device_unregister|put_device|class_destroy|device_destroy|regmap_\w+)"


def error_for_null(lines):
    """IS_ERR() of what is used later as if it were an object."""
    for i, line in enumerate(lines):
        tested = re.search(r"\bif \(IS_ERR\((?:[\w>.-]*(?:->|\.))?(\w+)\)\)", line)
        if not tested:
            continue
        word = rf"\((?:[^()]*(?:->|\.|\b))?{tested[1]}\b"
        if later_in_file(lines, i + 2, USES + word) or later_in_file(lines, i + 2, rf"\b(?:io)?write\w+\(.*\b{tested[1]}\b"):
            new = re.sub(r"\bif \(IS_ERR\((.*)\)\)", r"if (!\1)", line)
            yield i, f"an error pointer is taken for null: {new.strip()}", lines[:i] + [new] + lines[i + 1:]


def freed_early(lines):
    """`f(p->member); kfree(p);` the other way round."""
    for i in statements(lines, CALL.format("kfree")):
        freed = re.match(r"^\s*kfree\((\w+)\);\s*$", lines[i])
        if freed and re.match(rf"^\s+\w+\(.*\b{freed[1]}->.*\);\s*$", lines[i - 1]):
            yield i, f"{lines[i].strip()} before {lines[i - 1].strip()}", lines[:i - 1] + [lines[i], lines[i - 1]] + lines[i + 1:]


def not_begun_again(lines):
    """A completion that is waited for with a limit, without reinit_completion() before it in the same function."""
    for i in statements(lines, CALL.format("reinit_completion")):
        name = re.search(r"(\w+)\);\s*$", lines[i])
        if name and later_in_file(lines[:end_of_function(lines, i)], i, rf"wait_for_completion\w*_timeout\(.*\b{name[1]}\b"):
            yield i, f"without {lines[i].strip()}", lines[:i] + [""] + lines[i + 1:]


def is_parameter(lines, i, name):
    """Is it the size that a process gives: a parameter of the function around line i?"""
    begin = next((k for k in range(i, -1, -1) if lines[k].startswith("{")), 0)
    return any(re.search(rf"\bsize_t {name}\b[^;]*$", line) for line in lines[max(begin - 4, 0):begin])


def is_limited_elsewhere(lines, i, name):
    """Is it made smaller in another way, too, in the function around line i?"""
    begin = next((k for k in range(i, -1, -1) if lines[k].startswith("{")), 0)
    return any(re.search(rf"\bmin(?:_t)?\(.*\b{name}\b|\bif \({name} >", lines[k])
               for k in range(begin, end_of_function(lines, i)) if k != i)


def unlimited(lines):
    """The size that a process gives is not limited to the buffer's before the copy."""
    for i, line in enumerate(lines):
        copied = later_in_file(lines[:end_of_function(lines, i)], i + 1, r"copy_(?:from|to)_user\(")
        limited = re.match(r"^\s*if \((\w+) > [^&|]*\)\s*$", line)
        if copied and limited and is_parameter(lines, i, limited[1]) and not is_limited_elsewhere(lines, i, limited[1]) and \
                re.match(rf"^\s*(?:return .*;|{limited[1]} = .*;|goto .*;)\s*$", lines[i + 1]):
            yield i, f"without {line.strip()}", lines[:i] + ["", ""] + lines[i + 2:]
        least = re.match(r"^(\s*\w+ = )min(?:_t)?\((?:\w+, )?(\w+), .*\);\s*$", line)
        if copied and least and is_parameter(lines, i, least[2]) and not is_limited_elsewhere(lines, i, least[2]):
            yield i, f"{line.strip()} without a limit", lines[:i] + [f"{least[1]}{least[2]};"] + lines[i + 1:]


TREE = ["-DCONFIG_OF=1", "-DCONFIG_OF_ADDRESS=1", "-DCONFIG_OF_IRQ=1"]


def flags(rule, text):
    """A driver that is only for machines with a device tree is compiled for a kernel that has one, and so for what is about its nodes."""
    only = re.search(r"\.of_match_table\s*=", text) and not re.search(r"\bof_match_ptr|\bid_table\b|acpi_match_table", text)
    return TREE if rule == "of-node" or only else []


# (rule, plant); the rule is one of those that Plumb comes with.
PLANTS = [
    ("mutex", removed("mutex_unlock")),
    ("mutex", doubled("mutex_lock", "mutex_unlock")),
    ("spinlock", removed("spin_unlock", "spin_unlock_irqrestore", "spin_unlock_irq", "spin_unlock_bh")),
    ("spinlock", doubled("spin_lock")),
    ("irqsave", replaced(r"spin_unlock_irqrestore\((.*),\s*\w+\)", r"spin_unlock(\1)", "flags are not restored")),
    ("atomic", behind("spin_lock", "{ extern void msleep(unsigned int); msleep(1); }")),
    ("atomic", behind("spin_lock_irqsave", "{ extern void msleep(unsigned int); msleep(1); }")),
    ("gfp", under_lock(r"GFP_ATOMIC", "GFP_KERNEL", "allocates under a lock")),
    ("gfp", behind("spin_lock_irqsave", "kfree(kmalloc(16, GFP_KERNEL));")),
    ("clk", removed("clk_disable_unprepare", "clk_disable")),
    ("clk-prepare", removed("clk_disable_unprepare", "clk_unprepare")),
    ("regulator", removed("regulator_disable")),
    # What the bus has got a driver may put, and get again without a trace.
    ("runtime-pm", with_before(r"\bpm_runtime_(?:get_sync|resume_and_get)\(",
                               removed("pm_runtime_put", "pm_runtime_put_sync", "pm_runtime_put_autosuspend"))),
    ("usb-device", removed("usb_put_dev")),
    ("of-node", removed("of_node_put")),
    ("irq", removed("free_irq")),
    ("rtnl", removed("rtnl_unlock")),
    ("rtnl", doubled("rtnl_lock")),
    ("register", removed("misc_deregister", "watchdog_unregister_device", "input_unregister_device", "platform_driver_unregister",
                         "i2c_del_driver", "usb_deregister", "led_classdev_unregister")),
    ("leak", removed("kfree", "vfree")),
    ("err-ptr", error_for_null),
    ("alloc", unchecked(r"= (?:devm_)?k[zm]alloc\(")),
    ("urb", removed("usb_free_urb")),
    ("module", other_than("THIS_MODULE", removed("module_put"))),  # one that keeps itself is only not removed
    ("module", doubled("module_put")),
    ("device", removed("put_device")),
    ("kref", removed("kref_put")),
    ("kref", doubled("kref_get")),
    ("release", doubled("kfree")),
    ("release", freed_early),
    ("completion", not_begun_again),
    ("user-copy", unlimited),
    ("netdev", removed("free_netdev", "unregister_netdev")),
]

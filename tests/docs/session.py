"""Code blocks of Markdown, and the sessions in them: commands with what they print.

A block is fenced by three backquotes, or indented by four blanks. In it a line `$ COMMAND` is typed, `> MORE` below it
goes on with that, and the lines down to the next command or the end of the block are what is printed (stderr too):

    $ printf 'a\\nb\\nc\\n'
    a
    ...

A line `...` stands for any lines, three dots inside a line for any text. A block of which the line before says
`<!-- requires: cmake z3 -->` is left out where a program is missing. All commands of a file run in one shell.
"""

import os
import re
import signal
import subprocess

FENCE = re.compile(r'^( *)```')
REQUIRES = re.compile(r'^<!-- requires: (.*) -->$')
ITEM = re.compile(r'^( *)(?:[-*]|\d+\.) +')


class Block:
    """Lines of code: (number of the line, text without the indentation)."""

    def __init__(self, indent, requires):
        self.indent, self.requires, self.lines = indent, requires, []


def blocks(lines):
    """The blocks of code in LINES, which are those of a Markdown file."""
    found, block, fence, requires, blank, item = [], None, None, [], True, 0
    for number, line in enumerate(lines, 1):
        mark = FENCE.match(line)
        if fence is not None:
            if mark:
                fence = block = None
            else:
                block.lines.append((number, line[len(fence):]))
        elif mark:
            fence = mark[1]
            block = Block(len(fence), requires)
            found.append(block)
        elif not line.strip():
            blank = True
            if block:
                block.lines.append((number, ''))
        else:
            indent = len(line) - len(line.lstrip(' '))
            if block and indent >= block.indent:
                block.lines.append((number, line[block.indent:]))
            elif blank and indent >= item + 4:
                block = Block(item + 4, requires)
                block.lines.append((number, line[block.indent:]))
                found.append(block)
            else:
                block = None
                below = ITEM.match(line)
                item = len(below[0]) if below else item if indent >= item else 0
                said = REQUIRES.match(line)
                requires = said[1].split() if said else []
            blank = False
    return found


class Command:
    """What is typed at a line, and what is printed then: the lines FIRST up to LAST."""

    def __init__(self, number, text, block):
        self.number, self.text, self.block = number, text, block
        self.expected, self.first, self.last = [], number + 1, number + 1

    def end(self):
        while self.expected and not self.expected[-1]:
            self.expected.pop()
        self.last = self.first + len(self.expected)


def commands(lines):
    """The commands of the sessions in a file, in its order."""
    found = []
    for block in blocks(lines):
        command = None
        for number, line in block.lines:
            if line.startswith('$ '):
                command = Command(number, line[2:], block)
                found.append(command)
            elif command and not command.expected and line.startswith('> ') and number == command.first:
                command.text += '\n' + line[2:]
                command.first = number + 1
            elif command:
                command.expected.append(line)
    for command in found:
        command.end()
    return found


def pattern(expected):
    """The regular expression that printed text fits if it is as EXPECTED."""
    text = ''
    for line in expected:
        if line == '...':
            text += r'(?:[^\n]*\n)*?'
        else:
            text += '[^\n]*'.join(re.escape(part) for part in line.split('...')) + r'\n'
    return re.compile(text)


def fits(expected, printed):
    return pattern(expected).fullmatch(''.join(line + '\n' for line in printed)) is not None


def elided(expected, printed):
    """PRINTED with the lines left out that EXPECTED leaves out, for --update."""
    if '...' not in expected:
        return printed
    head = expected.index('...')
    tail = expected[::-1].index('...')
    if head + tail >= len(printed):
        return printed
    return printed[:head] + ['...'] + printed[len(printed) - tail:]


def run(texts, folder, environment, timeout):
    """What each of the commands TEXTS prints, as lists of lines; less of them if the shell ended before."""
    mark = 'end-of-a-command-of-the-session'
    script = 'exec 2>&1\n' + ''.join(
        f'{{ {text}\n}} </dev/null\nsession_status=$?; printf "\\n%s\\n" {mark}; (exit $session_status)\n'
        for text in texts)
    shell = subprocess.Popen(['sh', '-c', script], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, start_new_session=True)
    try:
        output = shell.communicate(timeout=timeout)[0]
    except subprocess.TimeoutExpired:
        os.killpg(shell.pid, signal.SIGTERM)
        output = shell.communicate()[0]
    parts = output.decode('utf-8', 'replace').split(f'\n{mark}\n')[:-1]
    printed = [part.split('\n') for part in parts]
    for lines in printed:
        while lines and not lines[-1]:
            lines.pop()
    return printed

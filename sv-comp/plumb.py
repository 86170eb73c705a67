"""BenchExec's tool-info module for Plumb: put it where benchexec finds its tools, or give it by its module's name.

The verdict is that of verify's first line; which property is violated is what its lines of checks say.
"""

import re

import benchexec.result as result
import benchexec.tools.template

# Checks by the property of SV-COMP that they belong to (docs/checks.md).
SUBPROPERTY = {
    'null': 'valid-deref', 'uaf': 'valid-deref', 'bounds': 'valid-deref', 'call': 'valid-deref',
    'readonly': 'valid-deref', 'overlap': 'valid-deref', 'free': 'valid-free', 'leak': 'valid-memtrack',
    'cleanup': 'valid-memcleanup', 'overflow': 'no-overflow', 'shift': 'no-overflow', 'assert': 'unreach-call',
}
DATA_MODELS = {'ILP32': '-m32', 'LP64': '-m64'}


class Tool(benchexec.tools.template.BaseTool2):
    """verify, for the properties that it checks."""

    def executable(self, tool_locator):
        return tool_locator.find_executable('verify', subdir='bin')

    def name(self):
        return 'Plumb'

    def project_url(self):
        return ''

    def version(self, executable):
        # "verify (Plumb) 0.1.0"
        return self._version_from_tool(executable, line_prefix='verify (Plumb)')

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, *options]
        if task.property_file:
            command.append(f'--property={task.property_file}')
        model = task.options.get('data_model') if isinstance(task.options, dict) else None
        if model:
            if model not in DATA_MODELS:
                raise benchexec.tools.template.UnsupportedFeatureException(f'data model {model}')
            command.append(DATA_MODELS[model])
        # Some seconds and megabytes are left for the report.
        limit = rlimits.cputime or rlimits.walltime
        if limit and not any(word.startswith('--timeout') for word in options):
            command.append(f'--timeout={max(1, int(limit * 0.95))}')
        if rlimits.memory and not any(word.startswith('--memory') for word in options):
            command.append(f'--memory={max(16, int(rlimits.memory * 0.95) // 1000000)}')
        return [*command, *task.input_files]

    def determine_result(self, run):
        lines = [line for line in run.output]
        first = next((line.strip() for line in lines if line.strip()), '')
        word, _, reason = first.partition(' ')
        if word == 'SAFE':
            return result.RESULT_TRUE_PROP
        if word == 'UNSAFE':
            return self._violation(lines)
        if word in ('BOUNDED', 'UNKNOWN'):
            said = reason.strip('()')
            if said in ('time', 'memory'):
                return f'{result.RESULT_UNKNOWN} ({said})'
            return result.RESULT_UNKNOWN
        return {1: 'ERROR (input)', 2: 'ERROR (usage)', 3: 'ERROR (unsupported)'}.get(run.exit_code.value,
                                                                                     result.RESULT_ERROR)

    @staticmethod
    def _violation(lines):
        for line in lines:
            found = re.match(r'([a-z-]+): UNSAFE', line)
            if found:
                named = SUBPROPERTY.get(found.group(1))
                return f'{result.RESULT_FALSE_PROP}({named})' if named else result.RESULT_FALSE_PROP
        return result.RESULT_FALSE_PROP

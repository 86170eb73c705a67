"""validate.py FILE ...: is each one a report as docs/report.schema.json says? Then prints what is in it:

the verdict and the exit status; for each run its files, rule, verdict, cause and bound; for each obligation its verdict,
check and place; for each assumption its place. What the schema cannot say is looked at too: counts, costs, order.
"""

import json
import os
import sys
import warnings

warnings.simplefilter('ignore')
from jsonschema import Draft202012Validator  # noqa: E402

with open(os.path.join(os.environ['TOP'], 'docs', 'report.schema.json'), encoding='utf-8') as schema_file:
    SCHEMA = json.load(schema_file)
Draft202012Validator.check_schema(SCHEMA)
VALIDATOR = Draft202012Validator(SCHEMA)


def place(of):
    at = of.get('place', {})
    return ':'.join(str(at[key]) for key in ('file', 'line', 'function') if key in at) or '?'


def show(report):
    print(report['verdict'], report['exit_status'])
    for run in report['runs']:
        words = [*run['files'], run.get('rule'), run['verdict'], run.get('cause')]
        if 'bound' in run:
            words.append(f'bound {run["bound"]}')
        print(*[word for word in words if word])
        for o in run['obligations']:
            words = [o['verdict'], o['check'], place(o)]
            words += [f'{o["count"]} of them'] if 'count' in o else []
            words += [f'trace of {len(o["trace"])}'] if 'trace' in o else []
            print(' ', *words)
        for a in run['assumptions']:
            print('  assumed', place(a))
        fingerprints = [o['fingerprint'] for o in run['obligations'] if 'fingerprint' in o]
        if len(set(fingerprints)) != len(fingerprints):
            print('  two obligations have one fingerprint')
        if any(run['cost'][key] > report['cost'][key] for key in run['cost']):
            print('  a run costs more than all')


for name in sys.argv[1:]:
    with open(name, encoding='ascii') as file:
        document = json.load(file)
    for error in VALIDATOR.iter_errors(document):
        print(f'{name}: {error.json_path}: {error.message}')
    show(document)

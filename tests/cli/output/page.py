"""page.py PAGE DOCUMENT: is the page of --html well formed, does it load nothing, and is the document in it that of --json?

Then prints the title, the obligations of the list for readers without JavaScript, and the files whose text it has.
"""

import base64
import hashlib
import json
import re
import sys
from html.parser import HTMLParser

VOID = {'meta', 'input', 'br', 'link', 'img'}
LOADING = {'src', 'href', 'action', 'data', 'srcset', 'style', 'background', 'poster'}


class Page(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.texts, self.items, self.faults, self.ids = [], {}, [], [], set()

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag not in VOID:
            self.open.append((tag, attrs.get('id') or attrs.get('class') or ''))
        if attrs.get('id') in self.ids:
            self.faults.append(f'two elements are {attrs["id"]}')
        self.ids |= {attrs['id']} if 'id' in attrs else set()
        for name, value in attrs.items():
            if name.startswith('on') or (name in LOADING and not value.startswith('#')):
                self.faults.append(f'{tag} has {name}={value}')
        if tag in ('img', 'link', 'iframe', 'object', 'embed', 'base'):
            self.faults.append(f'{tag} does not belong here')
        if tag == 'li':
            self.items.append('')
        if attrs.get('http-equiv') == 'Content-Security-Policy':
            self.policy = attrs['content']

    def handle_endtag(self, tag):
        if not self.open or self.open.pop()[0] != tag:
            self.faults.append(f'</{tag}> ends nothing')

    def handle_data(self, data):
        if self.open:
            self.texts[self.open[-1]] = self.texts.get(self.open[-1], '') + data
        if any(tag == 'li' for tag, _ in self.open):
            self.items[-1] += data


def is_allowed(policy, element, text):
    return f"{element}-src 'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" in policy


with open(sys.argv[1], encoding='ascii', newline='') as file:
    text = file.read()
page = Page()
page.feed(text)
page.close()
with open(sys.argv[2], encoding='ascii') as file:
    document = json.load(file)
scripts = [key for key in page.texts if key[0] == 'script']
print('faults:', page.faults + [f'{tag} is open' for tag, _ in page.open])
print('policy:', "default-src 'none'" in page.policy, is_allowed(page.policy, 'style', page.texts['style', '']),
      is_allowed(page.policy, 'script', page.texts['script', '']))
print('scripts:', sorted(name for _, name in scripts))
print('document:', json.loads(page.texts['script', 'report-data']) == document)
print('plain data:', not re.search('[<>&\\x7f]', page.texts['script', 'report-data'] + page.texts['script', 'source-data']))
print(page.texts['title', ''])
for item in page.items:
    print('-', ' '.join(item.split()))
for source in json.loads(page.texts['script', 'source-data']):
    print(ascii(source['file']), source['text'].count('\n') if 'text' in source else 'no text')

"""A browser without a window, by the WebDriver protocol (W3C): Chromium and its driver."""

import base64
import json
import os
import subprocess
import urllib.error
import urllib.request

ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
KEYS = {'left': '\ue012', 'right': '\ue014', 'up': '\ue013', 'down': '\ue015', 'home': '\ue011', 'end': '\ue010', 'tab': '\ue004'}


class Browser:
    def __init__(self, width=1440, height=900, dark=False):
        self.driver = subprocess.Popen(['chromedriver', '--port=0'], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in self.driver.stdout:
            if 'on port ' in line and 'successfully' in line:
                self.base = 'http://127.0.0.1:' + line.split('on port ')[1].strip(' .\n') + '/session'
                break
        else:
            raise OSError('chromedriver did not start')
        words = ['--headless=new', '--disable-gpu', '--disable-dev-shm-usage', f'--window-size={width},{height}',
                 '--force-prefers-color-scheme=' + ('dark' if dark else 'light')]
        words += ['--blink-settings=preferredColorScheme=' + ('0' if dark else '1')]
        words += ['--no-sandbox'] if os.geteuid() == 0 else []
        words += ['--user-data-dir=' + os.path.join(os.environ.get('TMPDIR', '/tmp'), f'profile-{os.getpid()}-{width}')]
        self.session = ''
        wanted = {'browserName': 'chrome', 'goog:chromeOptions': {'args': words}, 'goog:loggingPrefs': {'browser': 'ALL', 'performance': 'ALL'}}
        try:
            self.session = '/' + self.ask('POST', '', {'capabilities': {'alwaysMatch': wanted}})['sessionId']
        finally:
            if not self.session:
                self.driver.terminate()

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + self.session + path, data, {'Content-Type': 'application/json'}, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)['value']
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)['value']['message']) from error

    def open(self, path, address=''):
        self.ask('POST', '/url', {'url': 'about:blank'})
        self.ask('POST', '/url', {'url': 'file://' + os.path.abspath(path) + address})

    def run(self, script):
        return self.ask('POST', '/execute/sync', {'script': script, 'args': []})

    def find(self, selector):
        return self.ask('POST', '/element', {'using': 'css selector', 'value': selector})[ELEMENT]

    def click(self, selector):
        self.ask('POST', f'/element/{self.find(selector)}/click', {})

    def write(self, selector, text):
        self.ask('POST', f'/element/{self.find(selector)}/value', {'text': text})

    def press(self, key):
        press = [{'type': kind, 'value': KEYS[key]} for kind in ('keyDown', 'keyUp')]
        self.ask('POST', '/actions', {'actions': [{'type': 'key', 'id': 'keys', 'actions': press}]})

    def texts(self, selector):
        return self.run(f'return [...document.querySelectorAll({json.dumps(selector)})].filter((e) => e.offsetParent)'
                        '.map((e) => e.textContent)')

    def text(self, selector):
        return self.texts(selector)[0]

    def log(self, kind='browser'):
        return self.ask('POST', '/se/log', {'type': kind})

    def size(self, width, height):
        self.ask('POST', '/goog/cdp/execute', {'cmd': 'Emulation.setDeviceMetricsOverride', 'params': {
            'width': width, 'height': height, 'deviceScaleFactor': 1, 'mobile': width < 600}})

    def shot(self, path):
        with open(path, 'wb') as file:
            file.write(base64.b64decode(self.ask('GET', '/screenshot')))

    def close(self):
        if self.session:
            self.ask('DELETE', '')
        self.driver.terminate()
        self.driver.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

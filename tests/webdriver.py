"""What tests/page-browser.py drives: Chromium, through its WebDriver and the protocol of its tools."""
import base64
import json
import re
import subprocess
import time
import urllib.error
import urllib.request

KEYS = {'Tab': '\ue004', 'Enter': '\ue007', 'Control': '\ue009', 'Space': ' ', 'End': '\ue010', 'Right': '\ue014', 'Down': '\ue015'}
ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
failures: list[str] = []


def expect(truth: object, what: str) -> None:
    if not truth:
        failures.append(what)
        print(f'page: FAILED: {what}', flush=True)


class Browser:
    def __init__(self) -> None:
        self.driver = subprocess.Popen(['chromedriver', '--port=0'], stdout=subprocess.PIPE, text=True)
        for line in self.driver.stdout or ():
            if found := re.search(r'started successfully on port (\d+)', line):
                self.at = f'http://127.0.0.1:{found[1]}'
                break
        options = {'args': ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage']}
        self.session = ''
        self.session = '/session/' + self.ask('POST', '/session', {'capabilities': {'alwaysMatch': {
            'browserName': 'chrome', 'goog:chromeOptions': options,
            'goog:loggingPrefs': {'browser': 'ALL', 'performance': 'ALL'}}}})['sessionId']

    def ask(self, method: str, path: str, body: object = None):
        request = urllib.request.Request(
            self.at + self.session + path, method=method, headers={'Content-Type': 'application/json'},
            data=None if body is None else json.dumps(body).encode())
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)['value']
        except urllib.error.HTTPError as e:
            raise RuntimeError(e.read().decode()[:500]) from None

    def js(self, code: str, *words: object):
        return self.ask('POST', '/execute/sync', {'script': code, 'args': list(words)})

    def cdp(self, command: str, **parameters: object):
        return self.ask('POST', '/goog/cdp/execute', {'cmd': command, 'params': parameters})

    def log(self, kind: str):
        return self.ask('POST', '/se/log', {'type': kind})

    def open(self, url: str) -> None:
        self.ask('POST', '/url', {'url': 'about:blank'})
        self.ask('POST', '/url', {'url': url})

    def press(self, *keys: str) -> None:
        """Keys that are held together, or the letters of a word."""
        for key in keys:
            down = [{'type': 'keyDown', 'value': KEYS.get(k, k)} for k in key.split('+')] if key in KEYS or '+' in key \
                else [a for c in key for a in ({'type': 'keyDown', 'value': c}, {'type': 'keyUp', 'value': c})]
            up = [{'type': 'keyUp', 'value': a['value']} for a in reversed(down)] if key in KEYS or '+' in key else []
            self.ask('POST', '/actions', {'actions': [{'type': 'key', 'id': 'keyboard', 'actions': down + up}]})

    def wait(self, what: str, code: str, *words: object, seconds: float = 30):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if value := self.js(f'return {code}', *words):
                return value
            time.sleep(0.02)
        expect(False, f'{what}: not within {seconds} s')
        return None

    def answered(self) -> int:
        return int(self.js('return document.body.dataset.answered ?? 0'))

    def paste(self, text: str) -> float:
        """Into the field, as pasting does; the milliseconds until its answer."""
        before = self.answered()
        self.js('''const t = document.getElementById('text'); t.focus(); t.select();
            t.setRangeText(arguments[0], 0, t.value.length, 'end');
            t.dispatchEvent(new InputEvent('input', { bubbles: true }));''', text)
        self.press('Control+Enter')
        begin = time.monotonic()
        self.wait('an answer', '(document.body.dataset.answered ?? 0) > arguments[0]', before)
        return (time.monotonic() - begin) * 1000

    def paste_repeated(self, piece: str, times: int) -> None:
        """The piece so many times, into the field by the clipboard, as a person does."""
        self.cdp('Browser.grantPermissions', permissions=['clipboardReadWrite', 'clipboardSanitizedWrite'])
        self.js('''window.copied = false; document.getElementById('text').focus();
            navigator.clipboard.writeText(arguments[0].repeat(arguments[1])).then(() => copied = true)''', piece, times)
        self.wait('the clipboard', 'copied')
        self.cdp('Input.dispatchKeyEvent', type='keyDown', key='v', code='KeyV', modifiers=2, windowsVirtualKeyCode=86,
                 commands=['paste'])

    def printed_pages(self) -> int:
        pdf = base64.b64decode(self.cdp('Page.printToPDF', paperWidth=8.27, paperHeight=11.69)['data'])
        return len(re.findall(rb'/Type\s*/Page\b', pdf))

    def focus(self) -> str:
        return self.js('const e = document.activeElement; return e.id || e.textContent || e.tagName')

    def close(self) -> None:
        try:
            self.ask('DELETE', '')
        finally:
            self.driver.terminate()
            self.driver.wait()

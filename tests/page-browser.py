#!/usr/bin/env python3
"""page-browser.py PAGE PROGRAM SHOTS FOLDER...: the page in Chromium, driven through its WebDriver.

- 30 texts below the folders are pasted: what the page shows is what the program prints, and its
  command lines are the program's
- every control is reached and used by keyboard alone, has a name, and a contrast of 4.5 at least, in
  light and dark
- nothing is asked of the network: not by the page, not by what is pasted, not by a script that tries
- pasted HTML and hostile links stay text
- it fits 360, 800 and 1400 pixels, and its answer one printed page; pictures of it go into SHOTS
"""
import base64
import http.server
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
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

    def focus(self) -> str:
        return self.js('const e = document.activeElement; return e.id || e.textContent || e.tagName')

    def close(self) -> None:
        try:
            self.ask('DELETE', '')
        finally:
            self.driver.terminate()
            self.driver.wait()


def samples(tops: list[pathlib.Path]) -> list[pathlib.Path]:
    """Thirty of all kinds: as many of each folder as its turn comes."""
    def is_text(f: pathlib.Path) -> bool:
        if not f.is_file() or not 0 < f.stat().st_size < 60000:
            return False
        data = f.read_bytes()
        return not re.search(rb'[\0\r]', data) and data.decode('utf-8', 'ignore').encode() == data

    folders = sorted({f.parent for top in tops for f in top.rglob('*')})
    listed = [[f for f in sorted(d.iterdir()) if is_text(f)] for d in folders]
    picked: list[pathlib.Path] = []
    for turn in range(30):
        picked += [files[turn * 7 % len(files)] for files in listed if turn < len(files)]
    return list(dict.fromkeys(picked))[:30]


def native(program: str, cwd: str, argv: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run([program, *argv], cwd=cwd, env={}, capture_output=True, text=True, stdin=subprocess.DEVNULL)


def check_samples(b: Browser, program: str, tops: list[pathlib.Path]) -> None:
    texts, times, parts, commands = samples(tops), [], 0, 0
    for f in texts:
        text = f.read_text()
        times.append(b.paste(text))
        asked = b.js('''for (const d of document.querySelectorAll('details.more[data-argv]')) d.open = true;
            return document.querySelectorAll('details.more[data-argv]').length''')
        expect(asked, f'{f}: nothing was asked')
        b.wait(f'{f}: the texts', '''[...document.querySelectorAll('details.more[data-argv]')].every((d) => d.dataset.code)''')
        shown = b.js('''return [...document.querySelectorAll('details.more[data-argv]')].map((d) =>
            [JSON.parse(d.dataset.argv), Number(d.dataset.code), d.querySelector('pre').textContent])''')
        lines = b.js('''return [...document.querySelectorAll('.plan .command code')].map((c) => c.textContent)''')
        with tempfile.TemporaryDirectory() as cwd:
            pathlib.Path(cwd, 'pasted').write_text(text)
            told: list[str] = []
            for argv, code, page in shown:
                own = native(program, cwd, argv)
                expect((own.returncode, own.stdout + own.stderr) == (code, page), f'{f}: {argv}: another answer')
                j = json.loads(native(program, cwd, [argv[0], '--json', *argv[1:]]).stdout or '{}')
                told += [line for p in [*j.get('plans', []), j] for key in ('commands_shell', 'undo_shell')
                         for line in p.get(key, [])]
                parts += 1
            expect(sorted(lines) == sorted(told), f'{f}: other commands: {lines} for {told}')
            commands += len(lines)
    times.sort()
    print(f'page: {len(texts)} texts pasted, {parts} answers and {commands} commands as the program has them; '
          f'{times[len(times) // 2]:.0f} ms half of them, {times[-1]:.0f} ms the longest')


def check_times(b: Browser, url: str) -> None:
    times = []
    for _ in range(3):
        begin = time.monotonic()
        b.open(url)
        b.js("document.getElementById('example').click()")
        b.wait('the first plan', "document.querySelector('.box.plan')")
        times.append((time.monotonic() - begin) * 1000)
    again = [b.paste(f'name, driver_version\nNVIDIA GeForce RTX {n}, 550.54.15\n') for n in (2080, 3060, 3090, 4070, 4090)]
    print(f'page: first plan {min(times):.0f} ms after opening, the next {min(again):.0f} to {max(again):.0f} ms')


def check_keyboard(b: Browser, url: str) -> None:
    b.open(url)
    b.wait('the program', "document.getElementById('status').textContent.startsWith('Paste')")
    tabbable = '''[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
        .filter((e) => !e.matches('#matrix [tabindex="-1"]') && (e.offsetParent !== null || e.className === 'skip'))'''
    b.js("document.getElementById('picture').scrollIntoView()")
    b.wait('the picture', 'document.body.dataset.drawn')
    b.js("window.scrollTo(0, 0)")
    b.press('Tab')
    expect(b.js("return document.activeElement.className") == 'skip', 'the first stop skips to the answer')
    seen = b.js(f'window.seen = new Set(); document.addEventListener("focusin", (e) => window.seen.add(e.target)); return {tabbable}.length')
    while b.focus() != 'text':
        b.press('Tab')
    b.press('Tab', 'Tab')
    expect(b.focus() == 'gpu', f'after the files comes the GPU, not {b.focus()}')
    b.press('GTX 1080 Ti', 'Enter', 'RTX 4090', 'Enter')
    expect(b.js("return document.querySelectorAll('#gpus li').length") == 2, 'two GPUs by keyboard')
    while b.focus() != 'driver':
        b.press('Tab')
    b.press('550.54.15')
    while b.focus() != 'python':
        b.press('Tab')
    b.press('3')
    before = b.answered()
    while b.focus() != 'Plan':
        b.press('Tab')
    b.press('Enter')
    b.wait('an answer by keyboard', '(document.body.dataset.answered ?? 0) > arguments[0]', before)
    expect(b.js("return document.querySelector('.plan h3').textContent").startswith('✓ Plan: torch'), 'a plan by keyboard')
    while b.focus() != 'Copy':
        b.press('Tab')
    b.press('Enter')
    expect(b.wait('the mark of a copy', "document.activeElement.textContent === 'Copied'"), 'copied by keyboard')
    while b.js("return document.activeElement.tagName") != 'SUMMARY':
        b.press('Tab')
    b.press('Space')
    expect(b.js('return document.activeElement.parentNode.open'), 'opened by keyboard')
    while not b.js("return document.activeElement.matches('#matrix td button')"):
        b.press('Tab')
    b.press('Right', 'Down', 'Down', 'End', 'Enter')
    expect(b.wait('a cell by keyboard', "document.querySelector('#cell h3')"), 'a cell by keyboard')
    expect(b.js("return document.querySelector('#matrix [aria-pressed]') === document.querySelector('#matrix tr:nth-child(3)')"
                ".lastChild.firstChild"), 'arrows go through the picture')
    stops = b.js(f'return {tabbable}.length')
    for _ in range(stops + 3):
        b.press('Tab')
    missed = b.js(f'''return {tabbable}.filter((e) => !window.seen.has(e)).map((e) => e.id || e.outerHTML.slice(0, 80))''')
    expect(not missed, f'not reached by keyboard: {missed}')
    print(f'page: {seen} stops of the empty page, {stops} with a plan, reached and used by keyboard')


CONTRAST = r'''
const rgb = (c) => (c.match(/[\d.]+/g) ?? []).map(Number);
const light = (c) => { const [r, g, b] = rgb(c).map((v) => (v /= 255, v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4));
    return .2126 * r + .7152 * g + .0722 * b; };
const behind = (e) => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor;
    if (rgb(c)[3] !== 0) return c; } return 'rgb(255,255,255)'; };
return [...document.querySelectorAll('body *')].filter((e) => e.offsetParent && [...e.childNodes].some((n) =>
    n.nodeType === 3 && n.textContent.trim())).map((e) => { const a = light(getComputedStyle(e).color), b = light(behind(e));
    return [(Math.max(a, b) + .05) / (Math.min(a, b) + .05), e.tagName + '.' + e.className + ' ' + e.textContent.slice(0, 40)]; })
    .filter(([ratio]) => ratio < 4.5)
'''


def check_looks(b: Browser, shots: pathlib.Path) -> None:
    b.js("document.getElementById('example').click()")
    time.sleep(0.5)
    b.js('''document.getElementById('m-driver').value = '550';
        document.getElementById('m-driver').dispatchEvent(new Event('change'))''')
    drawn = int(b.js('return document.body.dataset.drawn ?? 0'))
    b.wait('the picture', 'document.body.dataset.drawn > arguments[0]', drawn)
    b.js("document.querySelector('#matrix .runs').click()")
    b.wait('a cell', "document.querySelector('#cell button')")
    before = b.answered()
    b.js("document.querySelector('#cell .box > button').click()")
    b.wait('a plan of a cell', 'document.body.dataset.answered > arguments[0]', before)
    expect(b.js("return document.querySelector('.plan h3').textContent").startswith('✓ Plan: torch'), 'a cell is planned')
    b.js("document.getElementById('example').click(); document.querySelector('#matrix .old').click()")
    b.wait('a cell', "document.querySelector('#cell h3').textContent.includes('sm_121')")
    for theme in ('light', 'dark'):
        b.cdp('Emulation.setEmulatedMedia', features=[{'name': 'prefers-color-scheme', 'value': theme}])
        poor = b.js(CONTRAST)
        expect(not poor, f'{theme}: too little contrast: {poor[:5]}')
        for width in (360, 800, 1400):
            b.cdp('Emulation.setDeviceMetricsOverride', width=width, height=900, deviceScaleFactor=1, mobile=width < 500)
            time.sleep(0.3)
            over = b.js('return document.documentElement.scrollWidth - innerWidth')
            expect(over <= 0, f'{width} pixels: {over} too wide')
            height = min(b.js('return document.documentElement.scrollHeight'), 4000)
            picture = b.cdp('Page.captureScreenshot', captureBeyondViewport=True,
                            clip={'x': 0, 'y': 0, 'width': width, 'height': height, 'scale': 1})
            (shots / f'{theme}-{width}.png').write_bytes(base64.b64decode(picture['data']))
    b.cdp('Emulation.clearDeviceMetricsOverride')
    b.cdp('Emulation.setEmulatedMedia', features=[])
    printed = base64.b64decode(b.cdp('Page.printToPDF', paperWidth=8.27, paperHeight=11.69)['data'])
    pages = len(re.findall(rb'/Type\s*/Page\b', printed))
    expect(pages == 1, f'printed on {pages} pages')
    nameless = [n['role']['value'] for n in b.cdp('Accessibility.getFullAXTree')['nodes']
                if n.get('role', {}).get('value') in ('button', 'textbox', 'combobox', 'ComboBoxGrouping', 'region', 'form')
                and not n.get('ignored') and not n.get('name', {}).get('value')]
    expect(not nameless, f'without a name: {nameless}')
    print('page: 360, 800 and 1400 pixels, light and dark, one printed page')


HOSTILE = [
    '<img src=https://x.example/a.png onerror="window.hacked=1">\nRuntimeError: CUDA error: no kernel image is available',
    'torch==2.1.0+cu118\n<script>window.hacked=1</script>==1.0\n"><svg onload=window.hacked=1>\nnumpy==1.26\n',
    'name, compute_cap, driver_version\nNVIDIA <iframe srcdoc="<script>parent.hacked=1</script>"></iframe>, 8.6, 550.54.15\n',
    '</textarea></script><script>window.hacked=1</script>',
    '--host\n-r\n@/etc/passwd\n', '\u202e\u0000\ufeff\x1b[31mTesla T4\x07', '__proto__\nconstructor\n',
    'GPU 0: <b>Tesla T4</b> (UUID: GPU-1)\nnode1: <a href="javascript:window.hacked=1">x</a>\n',
]


def check_hostile(b: Browser, url: str) -> None:
    b.open(url)
    elements = 'img, iframe, svg, object, embed, base, b, a:not(.skip), [onerror], [onload], body script:not([id])'
    own = b.js(f"return document.querySelectorAll('{elements}').length")
    for text in HOSTILE:
        b.paste(text)
        b.js("for (const d of document.querySelectorAll('#answer details')) d.open = true")
        time.sleep(0.1)
        expect(b.js(f"return document.querySelectorAll('{elements}').length") == own, f'{text!r} became elements')
        expect(not b.js('return window.hacked'), f'{text!r} ran')
    for word in ('q=!!!', 'q=AAAA', 'q=' + base64.urlsafe_b64encode(b'x' * 999).decode(), '<script>', 'q=__proto__'):
        b.js('location.hash = arguments[0]', word)
        time.sleep(0.1)
        expect(not b.js('return window.hacked'), f'the link {word} ran')
    before = b.answered()
    b.js('''document.getElementById('text').value = arguments[0]; document.getElementById('driver').value = '<b>550';
        document.getElementById('link').click()''', HOSTILE[2])
    link = b.wait('a link', "location.hash.length > 9 && location.href.includes('#q=') && document.getElementById('status')"
                            ".textContent.startsWith('The link is copied') && location.href")
    b.open(link or url)
    b.wait('the question of a link', "document.body.dataset.answered")
    expect(b.js("return document.getElementById('text').value") == HOSTILE[2], 'a link brings the question back')
    expect(not b.js('return window.hacked') and before is not None, 'a link ran')
    print(f'page: {len(HOSTILE)} hostile texts and 6 links stay text')


def check_requests(b: Browser, page: pathlib.Path) -> None:
    asked = [json.loads(entry['message'])['message'] for entry in b.log('performance')]
    urls = [m['params']['request']['url'] for m in asked if m['method'] == 'Network.requestWillBeSent']
    other = [u for u in urls if not u.startswith(('file:', 'blob:', 'data:', 'about:'))]
    expect(urls and not other, f'requests left: {other[:5]}')
    heard: list[str] = []

    class Server(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append(self.path)
            self.send_response(200)
            self.send_header('Content-Type', 'text/html')
            self.end_headers()
            if self.path == '/':
                self.wfile.write(page.read_bytes())

        do_POST = do_PUT = do_GET

        def log_message(self, *_words: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    at = f'http://127.0.0.1:{server.server_port}'
    b.open(f'{at}/')
    b.paste('GPU 0: Tesla T4 (UUID: GPU-1)\nDriver Version: 550.54.15\n')
    b.js('''const at = arguments[0];
        fetch(at + '/fetched').catch(() => 0); navigator.sendBeacon(at + '/beacon', 'x'); new Image().src = at + '/image';
        const s = document.createElement('script'); s.src = at + '/script'; document.head.append(s);
        const f = document.createElement('form'); f.method = 'post'; f.action = at + '/form'; document.body.append(f); f.submit();
        try { new WebSocket(at.replace('http', 'ws') + '/socket'); } catch {}
        const l = document.createElement('link'); l.rel = 'stylesheet'; l.href = at + '/style'; document.head.append(l);''', at)
    time.sleep(1)
    expect(heard == ['/'], f'the server heard of more than the page: {heard}')
    server.shutdown()
    print(f'page: {len(urls)} requests, all for the file and its worker; none left, not even when a script tried')


def main() -> int:
    page, program = pathlib.Path(sys.argv[1]).resolve(), str(pathlib.Path(sys.argv[2]).resolve())
    shots, tops = pathlib.Path(sys.argv[3]), [pathlib.Path(f) for f in sys.argv[4:]]
    shots.mkdir(parents=True, exist_ok=True)
    b = Browser()
    try:
        check_times(b, page.as_uri())
        check_samples(b, program, tops)
        check_keyboard(b, page.as_uri())
        check_looks(b, shots)
        check_hostile(b, page.as_uri())
        for entry in b.log('browser'):
            expect(entry['level'] not in ('SEVERE', 'WARNING'), f"the console says {entry['message'][:300]}")
        check_requests(b, page)
    finally:
        b.close()
    print(f'page: {page.stat().st_size} bytes, {len(failures)} failures')
    return 1 if failures else 0


sys.exit(main())

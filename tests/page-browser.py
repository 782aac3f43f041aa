#!/usr/bin/env python3
"""page-browser.py PAGE PROGRAM SHOTS FOLDER...: the page in Chromium, driven through its WebDriver.

- 30 texts below the folders are pasted: what the page shows is what the program prints, every
  sentence of its JSON is there, and its command lines are the program's
- the picture has the cells that the program's matrix has, and a cell its reasons and sources
- every control is reached and used by keyboard alone, and has a name; text has a contrast of 4.5 at
  least, edges of controls of 3, in light and dark (WCAG 2.2: 1.4.3, 1.4.11)
- a link brings the whole question back, and with it the same answer
- nothing is asked of the network: not by the page, not by what is pasted, not by a script that tries
- pasted HTML and hostile links stay text
- it fits 360, 800 and 1400 pixels, and its answer one printed page; pictures of it go into SHOTS
- a browser that cannot run it is told so
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

sys.dont_write_bytecode = True
from webdriver import Browser, expect, failures  # noqa: E402


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


SENTENCES = {'text', 'title', 'cause', 'advice', 'check', 'cure', 'here', 'answer', 'example', 'why', 'notes'}
COMMANDS = {'commands_shell', 'undo_shell', 'cure_shell'}


def strings(node: object, keys: set[str], here: bool = False) -> list[str]:
    """What stands below these keys of an answer."""
    if isinstance(node, dict):
        return [s for k, v in node.items() for s in strings(v, keys, k in keys)]
    if isinstance(node, list):
        return [s for v in node for s in strings(v, keys, here and isinstance(v, str))]
    return [node] if here and isinstance(node, str) else []


def check_samples(b: Browser, program: str, tops: list[pathlib.Path]) -> None:
    texts, times, parts, commands, sentences, single = samples(tops), [], 0, 0, 0, 0
    for f in texts:
        text = f.read_text()
        times.append(b.paste(text))
        asked = b.js('''for (const d of document.querySelectorAll('details.more[data-argv]')) d.open = true;
            return document.querySelectorAll('details.more[data-argv]').length''')
        expect(asked, f'{f}: nothing was asked')
        b.wait(f'{f}: the texts', '''[...document.querySelectorAll('details.more[data-argv]')].every((d) => d.dataset.code)''')
        shown = b.js('''return [...document.querySelectorAll('details.more[data-argv]')].map((d) =>
            [JSON.parse(d.dataset.argv), Number(d.dataset.code), d.querySelector('pre').textContent])''')
        lines = b.js("return [...document.querySelectorAll('#answer .command code')].map((c) => c.textContent)")
        prose = b.js("""const c = document.getElementById('answer').cloneNode(true);
            for (const d of c.querySelectorAll('details[data-argv]')) d.remove();
            return c.textContent""")
        odd = re.search(r'\[object|undefined|\bnull\b|\bNaN\b', prose)
        expect(not odd or odd[0] in text, f'{f}: {prose[odd.start() - 60:odd.end()] if odd else ""}')
        single += b.printed_pages() == 1
        with tempfile.TemporaryDirectory() as cwd:
            pathlib.Path(cwd, 'pasted').write_text(text)
            told: list[str] = []
            for argv, code, page in shown:
                own = native(program, cwd, argv)
                expect((own.returncode, own.stdout + own.stderr) == (code, page), f'{f}: {argv}: another answer')
                j = json.loads(native(program, cwd, [argv[0], '--json', *argv[1:]]).stdout or '{}')
                told += strings(j, COMMANDS)
                said = strings(j, SENTENCES)
                lost = [s for s in said if s not in prose]
                expect(not lost, f'{f}: {argv}: not shown: {lost[:3]}')
                sentences += len(said)
                parts += 1
            expect(sorted(lines) == sorted(told), f'{f}: other commands: {lines} for {told}')
            commands += len(lines)
    times.sort()
    print(f'page: {len(texts)} texts pasted, {parts} answers, {sentences} sentences and {commands} commands as the '
          f'program has them; {single} print on one page; '
          f'{times[len(times) // 2]:.0f} ms half of them, {times[-1]:.0f} ms the longest')


def check_times(b: Browser, url: str) -> None:
    times = []
    for _ in range(3):
        begin = time.monotonic()
        b.open(url)
        b.example()
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


def check_picture(b: Browser, program: str, url: str) -> None:
    def rows(*filters: str) -> list[dict]:
        out = native(program, '.', ['matrix', '--json', 'installer=pip', 'platform=linux-64', *filters]).stdout
        return json.loads(out or '{"rows": []}')['rows']

    b.open(url)
    b.wait('the program', "document.getElementById('status').textContent.startsWith('Paste')")
    b.js("document.getElementById('m-which').value = 'all'")
    b.draw_for('550')
    columns = b.js('''return [...document.querySelectorAll('#matrix thead th')].slice(1).map((th, i) =>
        [th.firstChild.data, [...document.querySelectorAll('#matrix tbody tr')].map((tr) =>
            [tr.cells[0].textContent, tr.cells[i + 1].firstChild.className])])''')
    cells = 0
    for sm, shown in columns:
        has, takes = ({r['torch'] for r in rows(f"sm={sm.removeprefix('sm_')}", *more) if r['cuda']}
                      for more in ([], ['driver=550']))
        expect({t for t, kind in shown if kind in ('runs', 'ptx')} == takes, f'{sm}: other cells run than in the matrix')
        expect({t for t, kind in shown if kind != 'none'} == has, f'{sm}: other cells have code than in the matrix')
        cells += len(shown)
    for kind in ('runs', 'old', 'none'):
        version, name = b.js('''const e = document.querySelector('#matrix .' + arguments[0]); e.click();
            return e.ariaLabel.match(/^torch (\\S+), (\\S+)/).slice(1)''', kind)
        b.wait('a cell', "document.querySelector('#cell h3')?.textContent.startsWith(arguments[0])", f'torch {version} on {name}')
        own = rows('--source', f'torch={version}', *([f"sm={name.removeprefix('sm_')}"] if kind != 'none' else []))
        shown = b.js("return document.querySelector('#cell').textContent")
        expect(all(r['variant'] + ' from ' + r['channel'] in shown for r in own), f'{kind}: the cell lacks a build')
        expect(re.search(r'known from: [1-9]\d* sources', shown), f'{kind}: the cell has no source')
        expect(b.js("return document.querySelector('#cell .box li, #cell .box p')"), f'{kind}: the cell has no reason')
        b.wait(f'{kind}: the reason comes into sight', "document.querySelector('#cell h3').getBoundingClientRect().top < innerHeight")
    print(f'page: {cells} cells of {len(columns)} GPU generations as the matrix has them')


# What is drawn in which colours: text, words in empty fields, edges of what can be used, the mark of the focus.
CONTRAST = r'''
const rgb = (c) => (c.match(/[\d.]+/g) ?? []).map(Number);
const light = (c) => { const [r, g, b] = rgb(c).map((v) => (v /= 255, v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4));
    return .2126 * r + .7152 * g + .0722 * b; };
const behind = (e) => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor;
    if (rgb(c)[3] !== 0) return c; } return getComputedStyle(document.body).backgroundColor; };
const ratio = (x, y) => { const [a, b] = [light(x), light(y)]; return (Math.max(a, b) + .05) / (Math.min(a, b) + .05); };
const seen = (selector) => [...document.querySelectorAll(selector)].filter((e) => e.offsetParent);
const name = (e) => e.tagName + '.' + (e.id || e.className) + ' ' + e.textContent.slice(0, 40);
const has_text = (e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
for (const d of document.querySelectorAll('details')) d.open = true;
const probe = document.body.appendChild(document.createElement('i'));
probe.style.color = 'var(--main)';
const focus = getComputedStyle(probe).color;
probe.remove();
return [
    ...seen('body *').filter(has_text).map((e) => ['text', 4.5, ratio(getComputedStyle(e).color, behind(e)), name(e)]),
    ...seen('input, textarea').map((e) => ['placeholder', 4.5, ratio(getComputedStyle(e, '::placeholder').color, behind(e)), name(e)]),
    ...seen('input:not([type=file]), select, textarea, button:not(#matrix *)').map((e) =>
        ['edge', 3, Math.max(ratio(getComputedStyle(e).borderTopColor, behind(e.parentElement)),
            ratio(behind(e), behind(e.parentElement))), name(e)]),
    ...seen('#matrix button').map((e) => ['focus', 3, ratio(focus, behind(e)), name(e)]),
].filter(([, least, is]) => !(is >= least))
'''

# Buttons and fields that lie on one another, and such that stick out of what they stand in.
CROWDED = r'''
const all = [...document.querySelectorAll('button, input, select, textarea, summary')].filter((e) => e.checkVisibility() && !e.closest('#scroll'));
const boxes = all.map((e) => e.getBoundingClientRect());
const out = all.filter((e, i) => boxes[i].left < -1 || boxes[i].right > document.documentElement.clientWidth + 1);
const small = all.filter((e, i) => boxes[i].height < 24);
const on = all.filter((e, i) => boxes.some((b, k) => k !== i && !all[k].contains(e) && !e.contains(all[k]) &&
    b.left < boxes[i].right - 1 && b.right > boxes[i].left + 1 && b.top < boxes[i].bottom - 1 && b.bottom > boxes[i].top + 1));
const cut = all.filter((e) => e.placeholder && (() => { const c = document.createElement('canvas').getContext('2d');
    c.font = getComputedStyle(e).font; return c.measureText(e.placeholder).width > e.clientWidth - 16; })());
return [['out', out], ['below 24 pixels', small], ['on another', on], ['cut', cut]].flatMap(([what, of]) =>
    of.map((e) => `${what}: ${e.id || e.textContent}`))
'''

BROKEN_LIST = '''flash-attn==2.5.8+cu122torch2.3cxx11abiFALSE
numpy==2.1.0
nvidia-cublas-cu11==11.11.3.6
torch==2.2.2+cu121
torchaudio==2.1.0+cu118
torchvision==0.16.0+cu118
triton==2.0.0
'''
NAMED = ('button', 'textbox', 'combobox', 'ComboBoxGrouping', 'region', 'form', 'table', 'group', 'list', 'link')


def look(b: Browser, shots: pathlib.Path, name: str) -> None:
    for theme in ('light', 'dark'):
        b.cdp('Emulation.setEmulatedMedia', features=[{'name': 'prefers-color-scheme', 'value': theme}])
        poor = b.js(CONTRAST)
        expect(not poor, f'{name}, {theme}: too little contrast: {poor[:5]}')
        b.js("for (const d of document.querySelectorAll('details')) d.open = false")
        for width in (360, 800, 1400):
            b.cdp('Emulation.setDeviceMetricsOverride', width=width, height=900, deviceScaleFactor=1, mobile=width < 500)
            time.sleep(0.3)
            over = b.js('return document.documentElement.scrollWidth - innerWidth')
            expect(over <= 0, f'{name}, {width} pixels: {over} too wide')
            crowded = b.js(CROWDED)
            expect(not crowded, f'{name}, {width} pixels: {crowded[:5]}')
            height = min(b.js('return document.documentElement.scrollHeight'), 4000)
            picture = b.cdp('Page.captureScreenshot', captureBeyondViewport=True,
                            clip={'x': 0, 'y': 0, 'width': width, 'height': height, 'scale': 1})
            (shots / f'{name}-{theme}-{width}.png').write_bytes(base64.b64decode(picture['data']))
    b.cdp('Emulation.clearDeviceMetricsOverride')
    b.cdp('Emulation.setEmulatedMedia', features=[])
    expect(b.printed_pages() == 1, f'{name}: printed on more than one page')
    nodes = b.cdp('Accessibility.getFullAXTree')['nodes']
    nameless = [n['role']['value'] for n in nodes if n.get('role', {}).get('value') in NAMED
                and not n.get('ignored') and not n.get('name', {}).get('value')]
    expect(not [role for role in nameless if role not in ('list', 'group')], f'{name}: without a name: {nameless}')
    levels = b.js("return [...document.querySelectorAll('h1, h2, h3, h4')].filter((e) => e.offsetParent).map((e) => Number(e.tagName[1]))")
    expect(levels[0] == 1 and all(x <= last + 1 for last, x in zip(levels, levels[1:])), f'{name}: headings {levels}')


def check_looks(b: Browser, shots: pathlib.Path, url: str) -> None:
    b.open(url)
    b.example()
    b.draw_for('550')
    b.js("document.querySelector('#matrix .runs').click()")
    b.wait('a cell', "document.querySelector('#cell button')")
    before = b.answered()
    b.js("document.querySelector('#cell .box > button').click()")
    b.wait('a plan of a cell', 'document.body.dataset.answered > arguments[0]', before)
    expect(b.js("return document.querySelector('.plan h3').textContent").startswith('✓ Plan: torch'), 'a cell is planned')
    expect(b.wait('the focus', "document.activeElement.id === 'answer'"), 'the focus goes to the answer')
    b.example()
    expect(b.js("return document.querySelectorAll('.chips li').length") == 0, 'an example stands alone')
    b.draw_for('550')
    b.js("document.querySelector('#matrix .old').click()")
    b.wait('a cell', "document.querySelector('#cell h3')?.textContent.includes('sm_121')")
    look(b, shots, 'plan')
    b.paste(BROKEN_LIST)
    look(b, shots, 'findings')
    b.open(url)
    b.paste('hello\nworld\n')
    look(b, shots, 'refusal')
    print('page: 360, 800 and 1400 pixels, light and dark, with contrast, and one printed page')


def differ(is_: str, was: str) -> str:
    at = next((i for i, (x, y) in enumerate(zip(is_, was)) if x != y), min(len(is_), len(was)))
    return f'{is_[max(0, at - 40):at + 80]!r} for {was[max(0, at - 40):at + 80]!r}'


def check_links(b: Browser, url: str) -> None:
    b.open(url)
    fields = {'text': 'Driver Version: 550.54.15\n', 'driver': '550', 'platform': 'linux-aarch64', 'glibc': '2.31',
              'python': '3.12', 'installer': 'uv', 'torch': '2.6.*', 'cuda': '12.6'}
    state = "Object.fromEntries(Object.keys(arguments[0]).map((f) => [f, document.getElementById(f).value]))"
    words = "[...document.querySelectorAll('.chips li')].map((e) => e.textContent)"
    prose = "document.getElementById('answer').textContent"
    for chip, word in (('gpu', 'GH200, sm_80'), ('with', 'torchvision flash-attn')):
        b.js('''document.getElementById(arguments[0]).value = arguments[1];
            document.getElementById(arguments[0] + '-add').click()''', chip, word)
    before = b.js('clearTimeout(timer); return latest')
    b.js('''for (const [f, v] of Object.entries(arguments[0])) document.getElementById(f).value = v;
        document.getElementById('form').requestSubmit()''', fields)
    b.wait('an answer', '(document.body.dataset.answered ?? 0) > arguments[0]', before)
    answer, chips = b.js(f'return {prose}'), b.js(f'return {words}')
    b.js("document.getElementById('link').click()")
    link = b.wait('a link', "location.hash.length > 9 && location.href")
    b.open(link)
    b.wait('the question of a link', 'document.body.dataset.answered')
    expect(b.js(f'return {state}', fields) == fields, 'a link brings the fields back')
    expect(len(chips) == 4 and b.js(f'return {words}') == chips, 'a link brings the lists back')
    again = b.js(f'return {prose}')
    expect(len(answer) > 99 and again == answer, f'a link brings the answer back: {differ(again, answer)}')
    print(f'page: a link of {len(link) - len(url)} characters brings {len(fields) + len(chips)} words and their answer back')


def check_told(b: Browser, page: pathlib.Path) -> None:
    """What cannot run says so: here a page that was cut."""
    with tempfile.TemporaryDirectory() as folder:
        cut = pathlib.Path(folder, 'cut.html')
        cut.write_text(re.sub(r'(<script type="application/octet-stream" id="wasm">.{999}).*?(</script>)', r'\1\2', page.read_text()))
        b.open(cut.as_uri())
        b.wait('the word of a page that was cut', "document.getElementById('status').textContent.includes('does not run')")
        b.log('browser')


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
        check_picture(b, program, page.as_uri())
        check_looks(b, shots, page.as_uri())
        check_links(b, page.as_uri())
        check_hostile(b, page.as_uri())
        for entry in b.log('browser'):
            expect(entry['level'] not in ('SEVERE', 'WARNING'), f"the console says {entry['message'][:300]}")
        check_requests(b, page)
        check_told(b, page)
    finally:
        b.close()
    print(f'page: {page.stat().st_size} bytes, {len(failures)} failures')
    return 1 if failures else 0


sys.exit(main())

#!/usr/bin/env python3
"""page-browser.py PAGE PROGRAM SHOTS FOLDER...: the page in Chromium, driven through its WebDriver.

- 30 texts below the folders are pasted: what the page shows is what the program prints, line by line,
  and its command lines are the program's
- an example is answered before anything is entered; what was assumed is changed in place; who sits at
  Windows gets its commands; an answer ends with its commands in the first screen of 360, 800 and 1400 pixels
- a cell of the picture holds what suggest says of that card and that driver, and says why
- errors name no option and no command line; forty nodes are one line
- every control is reached and used by keyboard alone, and has a name; text has a contrast of 4.5 at
  least, edges of controls of 3, in light and dark (WCAG 2.2: 1.4.3, 1.4.11)
- in Chinese what it says is in the catalogue, and its answers are the program's in Chinese
- a link brings the whole question back, and with it the same answer
- nothing is asked of the network: not by the page, not by what is pasted, not by a script that tries
- pasted HTML and hostile links stay text
- 50 MB, a link that unpacks to 300 MB, and a worker that ends or hangs are said, within the memory of a page and
  a time, and the next question is answered
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
import zlib

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


COMMANDS = {'commands_shell', 'undo_shell', 'cure_shell'}
# What is a hint for a terminal, and marks that the page draws in its own way.
OFF_PAGE = (r' \(commands: -v\)|: --all [^;]*$|(?:^ +and \d+ more)?: -v$| *\[CP\d{3}\]$|^\[..\]'
            r'|[,;]? \(?(?:and so may|try:) cudaplan update\)?|(?:[；，]|（)可以试试：cudaplan update）?|，cudaplan update 也可能补上'
            r'|；用 -v 显示命令$|：(?:用 )?--all[^；]*$|(?:^ +另有 \d+ 种改法)?：-v$')


# What suggest would say, the page says itself.
BY_SUGGEST = r'\bcudaplan suggest(?: --gpu)?(?:(?= (names|says|writes|finds|prints|tells|picks) )|(?= 会))'


def commands(node: object, here: bool = False) -> set[str]:
    """The command lines of an answer."""
    if isinstance(node, dict):
        return set().union(*(commands(v, k in COMMANDS) for k, v in node.items()))
    if isinstance(node, list):
        return set().union(*(commands(v, here and isinstance(v, str)) for v in node))
    return {node} if here and isinstance(node, str) else set()


def plain(text: str) -> str:
    return re.sub(r'[\s,]+', '', text)


def not_shown(out: str, prose: str) -> list[str]:
    """The lines of a screen that the page lacks; the word of a command is in a heading there."""
    lines = [re.sub(BY_SUGGEST, lambda m: m[1] and 'this page' or '本页', re.sub(OFF_PAGE, '', line)) for line in out.splitlines()]
    return [line for line in lines if plain(re.sub(r'^(Install|And|Plan|Windows|安装|以及|方案)(?: \d+)? +', '', line)) not in plain(prose)]


SHOWN = """return [...document.querySelectorAll('details[data-argv]')].map((d) =>
    [JSON.parse(d.dataset.argv), Number(d.dataset.code), d.querySelector('pre').textContent])"""
PROSE = """return [...document.querySelectorAll('#answer, #rest')].map((part) => {
    const c = part.cloneNode(true);
    for (const d of c.querySelectorAll('details[data-argv], .code')) d.remove();
    return c.textContent; }).join(' ')"""


def check_samples(b: Browser, program: str, tops: list[pathlib.Path]) -> None:
    texts, times, parts, lines, single = samples(tops), [], 0, 0, 0
    for f in texts:
        text = f.read_text()
        times.append(b.paste(text))
        shown, prose = b.js(SHOWN), b.js(PROSE)
        typed = set(b.js("return [...document.querySelectorAll('#answer .command code, #rest .command code')].map((c) => c.textContent)"))
        expect(shown or 'What it takes' in prose, f'{f}: nothing was answered')
        odd = re.search(r'\[object|undefined|\bnull\b|\bNaN\b', prose)
        expect(not odd or odd[0] in text, f'{f}: {prose[odd.start() - 60:odd.end()] if odd else ""}')
        single += b.printed_pages() == 1
        with tempfile.TemporaryDirectory() as cwd:
            pathlib.Path(cwd, 'pasted').write_text(text)
            known: set[str] = set()
            for argv, code, page in shown:
                own = native(program, cwd, argv)
                expect((own.returncode, own.stdout + own.stderr) == (code, page), f'{f}: {argv}: another answer')
                lost = not_shown(own.stdout, prose)
                expect(not lost, f'{f}: {argv}: not shown: {lost[:3]}')
                known |= commands(json.loads(native(program, cwd, [argv[0], '--json', *argv[1:]]).stdout or '{}'))
                known |= {line.strip() for line in own.stdout.splitlines()}
                lines += len(own.stdout.splitlines())
                parts += 1
            expect(typed <= known, f'{f}: commands of nobody: {typed - known}')
    times.sort()
    print(f'page: {len(texts)} texts pasted, {parts} answers of {lines} lines as the program has them; '
          f'{single} print on one page; {times[len(times) // 2]:.0f} ms half of them, {times[-1]:.0f} ms the longest')


def link_to(text: str) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(json.dumps({'text': text}).encode()) + packer.flush()
    return base64.urlsafe_b64encode(packed).decode().rstrip('=')


def check_times(b: Browser, url: str) -> None:
    times, linked = [], []
    for _ in range(5):
        for to, found in ((url, times), (f'{url}#q={link_to("RTX 4090")}', linked)):
            b.open(to)
            b.wait('the first answer', 'document.body.dataset.answered')
            found.append(b.js('return Number(document.body.dataset.first)'))
    for n in (2080, 3060, 3090, 4070, 4090):
        b.paste(f'name, driver_version\nNVIDIA GeForce RTX {n}, 550.54.15\n')
    again = [b.paste(f'RTX {n}') and b.js('return Number(document.body.dataset.ms)') for n in (2080, 3060, 3090, 4070, 4090)]
    print(f'page: first plan {min(times):.0f} to {max(times):.0f} ms after it was asked for, with a link '
          f'{min(linked):.0f} to {max(linked):.0f}, the next {min(again):.0f} to {max(again):.0f} ms')


WINDOWS = {'userAgent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
           'platform': 'Win32', 'userAgentMetadata': {
               'platform': 'Windows', 'platformVersion': '10', 'architecture': 'x86', 'model': '', 'mobile': False}}
TOO_OLD = ('NVIDIA GeForce RTX 5090 with CUDA capability sm_120 is not compatible with the current PyTorch installation.\n'
           'The current PyTorch install supports CUDA capabilities sm_50 sm_60 sm_70 sm_75 sm_80 sm_86 sm_90.\n')
ANSWER = "return document.getElementById('answer').textContent"


def first_screen(b: Browser, what: str) -> None:
    for width, height in ((360, 640), (800, 900), (1400, 900)):
        b.cdp('Emulation.setDeviceMetricsOverride', width=width, height=height, deviceScaleFactor=1, mobile=width < 500)
        bottom = b.js("""scrollTo(0, 0); const all = document.querySelector('#answer .plan').querySelectorAll('.command');
            return all[all.length - 1].getBoundingClientRect().bottom""")
        expect(bottom <= height, f'{what}: at {width} pixels the commands end at {bottom:.0f} of {height}')
        expect(b.js("return [...document.querySelectorAll('.command')].every((c) => c.querySelector('button'))"),
               f'{what}: a command without a button')
    b.cdp('Emulation.clearDeviceMetricsOverride')


def check_first_minute(b: Browser, url: str) -> None:
    """What somebody does who has never seen it."""
    b.open(url)
    b.wait('the example', 'document.body.dataset.answered')
    expect(b.js(ANSWER).startswith('An example') and 'torch-env/bin/python' in b.js(ANSWER), 'an example is answered')
    first_screen(b, 'the example')
    before = b.answered()
    b.js("const d = document.getElementById('driver'); d.value = '535'; d.dispatchEvent(new Event('change'))")
    b.wait('the driver', '(document.body.dataset.answered ?? 0) > arguments[0]', before)
    expect('driver 535' in b.js(ANSWER), f'what was assumed is changed in place: {b.js(ANSWER)[:200]}')
    b.open(url)
    b.paste('GTX 1080 Ti, RTX 4090, driver 535')
    expect('+cu126' in b.js(ANSWER) and 'GTX 1080 Ti, RTX 4090' in b.js(ANSWER), 'two cards in a line')
    expect(b.js("return document.querySelectorAll('#matrix tr.mine').length") == 2, 'its cards are marked in the picture')
    first_screen(b, 'two cards')
    b.paste(''.join(f'node{i:02}: GPU 0: {("Tesla V100-SXM2-32GB", "NVIDIA A100-SXM4-80GB")[i % 2]} (UUID: GPU-{i:08}-0000-0000-0000-'
                    '000000000000)\n' for i in range(40)))
    expect('20 × Tesla V100' in b.js(ANSWER) and len(b.js(ANSWER)) < 900, f'forty nodes: {b.js(ANSWER)[:300]}')
    expect(b.js("return document.querySelectorAll('#answer .plan .command').length") == 2, 'forty nodes: their commands are in the answer')
    first_screen(b, 'forty nodes')
    for text in ('can a GTX 1080 run torch 2.14?', TOO_OLD):
        b.paste(text)
        first_screen(b, text[:40])
        expect('cudaplan suggest --gpu names' not in b.js(PROSE) and 'this page names it' in b.js(PROSE) or text != TOO_OLD, 'what suggest says, the page says')
    b.paste('n1: GPU 0: Tesla K80 (UUID: GPU-00000001)\nn2: GPU 0: NVIDIA GeForce RTX 5090 (UUID: GPU-00000002)\n')
    expect(b.js("return [...document.querySelectorAll('#answer .plan')].map((p) => p.querySelectorAll('.command').length)") == [2, 2],
           'two nodes that no one plan serves: each plan with its commands')
    first_screen(b, 'two nodes that no one plan serves')
    lost = [line for _argv, _code, page in b.js(SHOWN) for line in not_shown(page, b.js(PROSE))]
    expect(not lost, f'two nodes that no one plan serves: not shown: {lost[:3]}')
    b.paste('torch==2.2.2+cu121\ntorchaudio==2.1.0+cu118\n')
    expect('write torchaudio==2.2.2+cu121' in b.js(ANSWER), f'lines that exclude each other: {b.js(ANSWER)[:300]}')
    b.paste('RTX 3090')
    before = b.answered()
    b.js("const m = document.getElementById('mirror'); m.value = 'sjtu'; m.dispatchEvent(new Event('change'))")
    b.wait('the mirror', '(document.body.dataset.answered ?? 0) > arguments[0]', before)
    expect('mirror.sjtu.edu.cn' in b.js(ANSWER), f'a mirror: {b.js(ANSWER)[:300]}')
    b.js("document.querySelector('#for [type=reset]').click()")
    for text in ('hello', 'RTX 9999', 'RTX 3060, driver 12.4', 'hello\nworld\n'):
        b.paste(text)
        prose = re.sub(r'nvidia-smi( -[-\w,=]+)+', '', b.js(PROSE))
        expect(not re.search(r'cudaplan|--\w|\btry:', prose), f'{text!r}: not in the words of a page: {prose[:300]}')
        expect(b.js("return document.querySelector('#answer .error')"), f'{text!r}: not refused')
    b.cdp('Emulation.setUserAgentOverride', **WINDOWS)
    b.open(url)
    b.wait('the example', 'document.body.dataset.answered')
    for text, wanted in (('', '+cu'), ('GTX 1650', '+cu'), ('RTX 3060 driver 531', '+cu126')):
        if text:
            b.paste(text)
        answer = b.js(ANSWER)
        expect('torch-env\\Scripts' in answer and wanted in answer and 'In PowerShell' in answer, f'Windows, {text!r}: {answer[:300]}')
    b.paste('RTX 3060\nDriver Version: 550.54.15\n')
    expect('Linux' in b.js(ANSWER), 'a driver of Linux is none of Windows')
    b.cdp('Emulation.setUserAgentOverride', userAgent='')
    print('page: an example, what was assumed, Windows, forty nodes and errors, in the first screen of three sizes')


def check_keyboard(b: Browser, url: str) -> None:
    b.open(url)
    b.wait('the example', 'document.body.dataset.answered')
    tabbable = '''[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
        .filter((e) => !e.matches('#matrix [tabindex="-1"]') && (e.checkVisibility() || e.className === 'skip'))'''
    b.press('Tab')
    expect(b.js("return document.activeElement.className") == 'skip', 'the first stop skips to the answer')
    seen = b.js(f'window.seen = new Set(); document.addEventListener("focusin", (e) => window.seen.add(e.target)); return {tabbable}.length')
    b.press('Tab')
    expect(b.focus() == 'text', f'then comes the box, not {b.focus()}')
    before = b.answered()
    b.press('GTX 1080 Ti, RTX 4090', 'Enter')
    b.wait('an answer by keyboard', '(document.body.dataset.answered ?? 0) > arguments[0]', before)
    expect(b.js("return document.querySelector('.plan h2').textContent").startswith('torch'), 'a plan by keyboard')
    for field, word, wanted in (('driver', '550.54.15', 'driver 550.54.15'), ('python', '3', 'Python 3.1')):
        while b.focus() != field:
            b.press('Tab')
        before = b.answered()
        b.press(word)
        b.press('Tab')
        b.wait(f'{field} by keyboard', '(document.body.dataset.answered ?? 0) > arguments[0]', before)
        expect(wanted in b.js(ANSWER), f'{field} by keyboard')
    while not b.js("return document.activeElement.matches('#matrix td button')"):
        b.press('Tab')
    b.press('Right', 'Down', 'Down', 'End', 'Enter')
    expect(b.wait('a cell by keyboard', "document.querySelector('#cell h3')"), 'a cell by keyboard')
    expect(b.js("return document.querySelector('#matrix [aria-pressed]') === document.querySelector('#matrix tr:nth-child(3)')"
                ".lastChild.firstChild"), 'arrows go through the picture')
    b.js("document.querySelector('.skip').focus()")
    while b.focus() != 'Copy':
        b.press('Tab')
    b.press('Enter')
    expect(b.wait('the mark of a copy', "document.activeElement.textContent === 'Copied'"), 'copied by keyboard')
    while b.js("return document.activeElement.tagName") != 'SUMMARY':
        b.press('Tab')
    b.press('Space')
    expect(b.js('return document.activeElement.parentNode.open'), 'opened by keyboard')
    stops = b.js(f'return {tabbable}.length')
    for _ in range(stops + 9):
        b.press('Tab')
    missed = b.js(f'''return {tabbable}.filter((e) => !window.seen.has(e)).map((e) => e.id || e.outerHTML.slice(0, 80))''')
    expect(not missed, f'not reached by keyboard: {missed}')
    print(f'page: {seen} stops of the first page, {stops} with a plan, reached and used by keyboard')


def check_picture(b: Browser, program: str, url: str) -> None:
    """A cell in four is asked of the program again, for every card of its row."""
    b.open(url)
    b.wait('the example', 'document.body.dataset.answered')
    b.js("document.getElementById('m-platform').value = 'linux-64'; draw()")
    cells = b.js('''return rows_of(lists.pictures['linux-64'].pip.driver).flatMap(([of, cells], y) => cells.flatMap((c, x) =>
        of.map((g) => [g.card, lists.pictures['linux-64'].pip.driver.columns[x], c?.torch ?? null,
            document.querySelector('#matrix tbody').rows[y].cells[x + 1].textContent])))''')
    for card, driver, torch, shown in cells[::4]:
        out = native(program, '.', ['suggest', '--json', '--gpu', card, '--driver', driver, '--platform', 'linux-64',
                                    '--installer', 'pip']).stdout
        plans = [p for p in json.loads(out or '{"plans": []}')['plans'] if p['cuda']]
        own = plans[0]['torch'] if plans else None
        expect(own == torch, f'{card}, driver {driver}: {torch} in the picture, {own} by suggest')
        expect(shown.startswith('.'.join(torch.split('.')[:2]) if torch else '·'), f'{card}, driver {driver}: {shown} is shown')
    named = b.js("return [...document.querySelectorAll('#matrix tbody th')].flatMap((th) => th.textContent.replace('▸ ', '').split(', '))")
    expect(len(named) == len(set(named)), f'cards that stand twice: {sorted(n for n in set(named) if named.count(n) > 1)}')
    for by, kind in (('driver', 'old'), ('driver', 'none'), ('torch', 'has'), ('torch', 'none')):
        b.js("document.getElementById('m-by').value = arguments[0]; draw()", by)
        name = b.js("const e = document.querySelector('#matrix .' + arguments[0]); e.click(); return e.ariaLabel", kind)
        b.wait(f'{name}: a reason', "document.querySelector('#cell h3 ~ *')?.textContent.length > 5")
        b.wait(f'{name}: the reason comes into sight', "document.querySelector('#cell h3').getBoundingClientRect().top < innerHeight")
    print(f'page: {len(cells)} cells of cards and drivers, {len(cells[::4])} asked again; four say why')


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
    ...seen('input:not([type=file]), textarea').map((e) => ['placeholder', 4.5, ratio(getComputedStyle(e, '::placeholder').color, behind(e)), name(e)]),
    ...seen('input:not([type=file]), select, textarea, button:not(#matrix *)').map((e) =>
        ['edge', 3, Math.max(ratio(getComputedStyle(e).borderTopColor, behind(e.parentElement)),
            ratio(behind(e), behind(e.parentElement))), name(e)]),
    ...seen('#matrix button').map((e) => ['focus', 3, ratio(focus, behind(e)), name(e)]),
].filter(([, least, is]) => !(is >= least))
'''

# Buttons and fields that lie on one another, and such that stick out of what they stand in.
CROWDED = r'''
const targets = [...document.querySelectorAll('button, input, select, textarea, summary, a[href]:not(.skip)')].filter((e) => e.checkVisibility());
const all = targets.filter((e) => !e.closest('#scroll'));
const boxes = all.map((e) => e.getBoundingClientRect());
const out = all.filter((e, i) => boxes[i].left < -1 || boxes[i].right > document.documentElement.clientWidth + 1);
const small = targets.filter((e) => Math.min(e.getBoundingClientRect().height, e.getBoundingClientRect().width) < 24); // WCAG 2.2: 2.5.8
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
    b.wait('the example', 'document.body.dataset.answered')
    look(b, shots, 'example')
    b.js("document.querySelector('#matrix .runs').click()")
    b.wait('a cell', "document.querySelector('#cell .box > button')")
    before = b.answered()
    b.js("document.querySelector('#cell .box > button').click()")
    b.wait('a plan of a cell', 'document.body.dataset.answered > arguments[0]', before)
    expect(b.js("return document.querySelector('.plan h2').textContent").startswith('torch'), 'a cell is planned')
    expect(b.wait('the focus', "document.activeElement.id === 'answer'"), 'the focus goes to the answer')
    b.js("document.querySelector('#for [type=reset]').click()")
    b.paste('GTX 1080 Ti, RTX 4090, driver 535')
    b.js("document.querySelector('#matrix .none').click()")
    b.wait('a cell', "document.querySelector('#cell h3')")
    look(b, shots, 'plan')
    for name, text in (('findings', BROKEN_LIST), ('error', 'RuntimeError: CUDA error: no kernel image is available for execution on the device'),
                       ('question', 'can a GTX 1080 run torch 2.15?'), ('refusal', 'hello\nworld\n')):
        b.open(url)
        b.paste(text)
        look(b, shots, name)
    print('page: six answers at 360, 800 and 1400 pixels, light and dark, with contrast, and one printed page')


def differ(is_: str, was: str) -> str:
    at = next((i for i, (x, y) in enumerate(zip(is_, was)) if x != y), min(len(is_), len(was)))
    return f'{is_[max(0, at - 40):at + 80]!r} for {was[max(0, at - 40):at + 80]!r}'


def check_links(b: Browser, url: str) -> None:
    b.open(url)
    fields = {'text': 'Driver Version: 550.54.15\n', 'gpu': 'GH200', 'driver': '550', 'platform': 'linux-aarch64', 'glibc': '2.31',
              'python': '3.12', 'installer': 'uv', 'torch': '2.6.*', 'cuda': '12.6', 'with': 'torchvision, flash-attn', 'mirror': 'sjtu'}
    state = "Object.fromEntries(Object.keys(arguments[0]).map((f) => [f, document.getElementById(f).value]))"
    b.wait('the example', 'document.body.dataset.answered')
    before = b.js('clearTimeout(timer); return latest')
    b.js('''for (const [f, v] of Object.entries(arguments[0])) document.getElementById(f).value = v;
        document.getElementById('form').requestSubmit()''', fields)
    b.wait('an answer', '(document.body.dataset.answered ?? 0) > arguments[0]', before)
    answer = b.js(PROSE)
    b.js("document.getElementById('link').click()")
    link = b.wait('a link', "location.hash.length > 9 && location.href")
    b.open(link)
    b.wait('the question of a link', 'document.body.dataset.answered')
    expect(b.js(f'return {state}', fields) == fields, 'a link brings the fields back')
    again = b.js(PROSE)
    expect(len(answer) > 99 and again == answer, f'a link brings the answer back: {differ(again, answer)}')
    print(f'page: a link of {len(link) - len(url)} characters brings {len(fields)} fields and their answer back')


# Texts of the page that have a translation and are shown without it.
ENGLISH = '''const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), left = [];
    for (let n; (n = walker.nextNode());) if (said[n.data.trim()]) left.push(n.data);
    return left'''


def check_languages(b: Browser, program: str, url: str) -> None:
    b.open(url + '?lang=zh')
    b.wait('the example', 'document.body.dataset.answered')
    expect(b.js('return document.documentElement.lang') == 'zh', 'the address says the language')
    lines = 0
    for text in ('GTX 1080 Ti、RTX 4090，驱动 535', 'RTX 3090, driver 535', 'RuntimeError: CUDA error: no kernel image is available',
                 BROKEN_LIST, 'hello', 'torch 2.8.0+cu128 on a V100?'):
        b.paste(text)
        left, prose = b.js(ENGLISH), b.js(PROSE)
        expect(not left, f'{text!r}: in English: {left[:5]}')
        with tempfile.TemporaryDirectory() as cwd:
            pathlib.Path(cwd, 'pasted').write_text(text)
            for argv, code, page in b.js(SHOWN):
                own = native(program, cwd, argv)
                expect((own.returncode, own.stdout + own.stderr) == (code, page), f'{text!r}: {argv}: another answer')
                lost = not_shown(own.stdout, prose)
                expect(not lost, f'{text!r}: {argv}: not shown: {lost[:3]}')
                lines += len(own.stdout.splitlines())
    b.paste('RTX 3090, driver 535')
    expect(b.js("return document.querySelector('.plan .command') && document.querySelector('dt.good + dd button')"),
           'a plan and a change to try')
    b.js("const l = document.getElementById('lang'); l.value = 'en'; l.dispatchEvent(new Event('change'))")
    b.wait('the other language', "document.documentElement.lang === 'en' && document.body.dataset.answered")
    expect('RTX 3090' in b.js(ANSWER) and 'In a terminal' in b.js(ANSWER), 'the question goes over into the other language')
    print(f'page: six answers in Chinese, {lines} lines as the program has them, and back to English')


# The first worker of a page is mute, and what waits does so for a tenth of its time.
MUTE = """const Real = Worker, later = setTimeout;
    let n = 0;
    window.Worker = class { constructor(url) { return n++ ? new Real(url) : { postMessage() {}, terminate() {} }; } };
    window.setTimeout = (f, ms) => later(f, ms > 9999 ? ms / 10 : ms);"""


def check_mute(b: Browser, url: str) -> None:
    """A program that never gets ready is said to be so, and is tried again; what was asked is answered then."""
    script = b.cdp('Page.addScriptToEvaluateOnNewDocument', source=MUTE)['identifier']
    b.open(url)
    b.js("document.getElementById('text').value = 'RTX 3060, driver 531'; document.getElementById('form').requestSubmit()")
    retry = "document.querySelector('#status button')"
    b.wait('the word of a program that is mute', f"{retry} && document.getElementById('status').textContent.includes('no answer in')")
    b.js(f'{retry}.click()')
    b.wait('the answer of the next one', "document.getElementById('answer').textContent.includes('RTX 3060')")
    b.cdp('Page.removeScriptToEvaluateOnNewDocument', identifier=script)


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


def check_limits(b: Browser, url: str) -> None:
    ask = """document.getElementById('text').value = arguments[0];
        document.getElementById('form').requestSubmit()"""
    shown = "document.getElementById('answer').textContent"
    b.cdp('Performance.enable')
    b.open(url)
    b.wait('the program', 'loaded')
    b.paste_repeated('x' * 99 + '\n', 5000)
    b.wait('an answer to 0.5 MB', f"{shown}.includes('Nothing in this is known')", seconds=60)
    begun = time.monotonic()
    b.paste_repeated('x' * 99 + '\n', 500000)
    b.wait('that 50 MB are refused', f"{shown}.includes('50.0 MB are more than this page takes')", seconds=60)
    took = time.monotonic() - begun
    expect(b.js("return document.getElementById('text').value.length") == 0, 'the box holds megabytes')
    question = json.dumps({'text': 'x\n' * 500000, 'driver': '535'}).encode()
    for unpacked in question, bytes(300 << 20):
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        packed = packer.compress(unpacked) + packer.flush()
        b.js('location.hash = arguments[0]', '#q=' + base64.urlsafe_b64encode(packed).decode().rstrip('='))
        if unpacked is question:
            b.wait('a question of 1 MB', "document.getElementById('driver').value === '535'")
            b.wait('an answer to it', f"{shown}.includes('Nothing in this is known')", seconds=60)
            expect(b.js("return document.getElementById('text').value.length") == 0, 'the box holds a link of a megabyte')
    b.wait('that such a link is none', "document.getElementById('status').textContent.includes('holds no question')")
    metrics = {m['name']: m['value'] for m in b.cdp('Performance.getMetrics')['metrics']}
    b.js("document.querySelector('#opened button').click()")
    b.js("worker.postMessage = () => setTimeout(() => worker.onerror({ message: 'out of memory' }), 100)")
    b.js(ask, 'RTX 4090, driver 550')
    b.wait('an answer by the next worker', f"{shown}.includes('Machine RTX 4090')")
    b.js('worker.terminate()')
    begun = time.monotonic()
    b.js(ask, 'RTX 3090, driver 535')
    b.wait('an answer by the next worker', f"{shown}.includes('Machine RTX 3090')", seconds=200)
    hung = time.monotonic() - begun
    expect(55 < hung < 200, f'a worker that hangs is given up after {hung:.0f} s')
    b.paste('RTX 3080, driver 535')
    b.wait('that the next question is answered', f"{shown}.includes('Machine RTX 3080')")
    print(f"page: 50 MB in {took:.0f} s, a link of 300 MB, a worker that ends and one that hangs are said; "
          f"{metrics['JSHeapUsedSize'] / 2**20:.0f} MiB of heap")


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
        check_first_minute(b, page.as_uri())
        check_samples(b, program, tops)
        check_keyboard(b, page.as_uri())
        check_picture(b, program, page.as_uri())
        check_looks(b, shots, page.as_uri())
        check_links(b, page.as_uri())
        check_languages(b, program, page.as_uri())
        check_hostile(b, page.as_uri())
        check_limits(b, page.as_uri())
        for entry in b.log('browser'):
            expect(entry['level'] not in ('SEVERE', 'WARNING') or 'software WebGL' in entry['message'], f"the console says {entry['message'][:300]}")
        check_requests(b, page)
        check_told(b, page)
        check_mute(b, page.as_uri())
    finally:
        b.close()
    print(f'page: {page.stat().st_size} bytes, {len(failures)} failures')
    return 1 if failures else 0


sys.exit(main())

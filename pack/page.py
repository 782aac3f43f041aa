"""page.py WASM PROGRAM MATRIX NOTICES OUT: the page as one file: page/ with the program packed into it.

The same bytes for the same input. The lists that complete what one types are read from the matrix.
"""
import base64
import collections
import gettext
import hashlib
import io
import json
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import zlib

from page_texts import PAGE, SCRIPTS, texts
from picture import pictures

PLATFORMS = ['linux-64', 'linux-aarch64', 'win-64', 'osx-64', 'osx-arm64', 'win-arm64']
INSTALLERS = ['pip', 'uv', 'poetry', 'pdm', 'conda', 'mamba', 'micromamba', 'pixi']


def dotted(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.removesuffix('t').split('.') if part.isdigit())


SERIES = re.compile(r'GeForce (?:(GTX|RTX) (\d\d)\d\d\b|GTX (\d)\d\d\b)')


def most(words: list[str], n: int) -> list[str]:
    """The words that stand most often, of like ones the shorter; none that hardly stands there."""
    count = collections.Counter(words)
    best = sorted(count, key=lambda w: (-count[w], len(w), w))[:n]
    return sorted(w for w in best if count[w] * 5 >= count[best[0]])


def series_of(name: str) -> str | None:
    m = SERIES.search(name)
    return (f'{m[1]} {m[2]}' if m[1] else f'GTX {m[3]}00') if m else None


def cards_of(names: list[tuple[str, str]], others: set[str]) -> str:
    """A generation by the cards that people have: "GTX 16, RTX 20, T4"; where all series are others', by their names."""
    short = [(re.sub('NVIDIA |GeForce | Ti|M$', '', name), s) for name, _ in names if (s := series_of(name))]
    series = [s for _, s in short if s not in others] or [name for name, _ in short]
    centre = [re.sub('^(NVIDIA|Tesla) ', '', name).replace('Tegra ', 'Tegra\u00a0').split(' ')[0].split('-')[0].rstrip('cmst') for name, kind in names
              if kind in ('datacenter', 'jetson', 'spark') and not re.search('DGX|DRIVE', name)]
    together = [name.replace(' ', '\u00a0') for name in most(series, 2) + most(centre, 1 if series else 2)]
    return ', '.join(together) or names[0][0]


def generations_of(db: sqlite3.Connection) -> list[dict[str, object]]:
    def one(sql: str, branch: int | None) -> int | None:
        return db.execute(sql, (branch,)).fetchone()[0] if branch else None

    def windows(branch: int | None) -> int | None:
        return one('SELECT min(windows_first) FROM driver_branch WHERE branch >= ?', branch)

    def after(branch: int | None) -> int | None:
        return one('SELECT min(branch) FROM driver_branch WHERE branch > ? AND cuda IS NOT NULL', branch)

    named = db.execute('SELECT sm, name FROM driver_card').fetchall()
    count = collections.Counter((series_of(name), sm) for sm, name in named if series_of(name))
    home = {series: max((n, sm) for (s, sm), n in count.items() if s == series)[1] for series, _ in count}
    found = []
    for sm, name, first, last in db.execute('''
        SELECT sm, max(architecture), max(CASE WHEN NOT integrated THEN coalesce(c.first_branch, a.first_branch) END),
            max(CASE WHEN NOT integrated THEN coalesce(c.last_branch, a.last_branch) END)
        FROM driver_cc c JOIN driver_arch a USING (architecture)
        WHERE CAST(sm AS INTEGER) >= 35 AND EXISTS (SELECT 1 FROM driver_card d WHERE d.sm = c.sm)
        GROUP BY sm ORDER BY CAST(sm AS INTEGER) DESC''').fetchall():
        names = db.execute('''SELECT name, segment FROM driver_card WHERE sm = ?
            ORDER BY segment <> 'geforce', segment <> 'datacenter', length(name), name''', (sm,)).fetchall()
        found.append({'sm': sm, 'name': name, 'cards': cards_of(names, {s for s in home if home[s] != sm}), 'card': names[0][0],
                      'linux-64': [first, after(last)], 'win-64': [windows(first), windows(after(last))]})
    return found


def said_of() -> dict[str, dict[str, str]]:
    """The texts of the page in the languages of po/, by the name that --lang takes."""
    found = {}
    for po in sorted((PAGE.parent / 'po').glob('*.po')):
        packed_po = subprocess.run(['msgfmt', '-o', '-', po], stdout=subprocess.PIPE, check=True).stdout
        catalogue = gettext.GNUTranslations(io.BytesIO(packed_po))
        found[po.stem.split('_')[0]] = {text: said for text in texts() if (said := catalogue.gettext(text)) != text}
    return found


EXAMPLE = 'RTX 4060'


def known_of(program: str) -> dict[str, object]:
    """What the page asks of its first example, and what the program answers, at Windows and elsewhere."""
    answers = {}
    asked = [['suggest', '--lang', language, *form, *system, '--host', 'pasted'] for language in ['en', *said_of()]
             for form in ([], ['--json']) for system in ([], ['--platform', 'win-64'])]
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, 'pasted').write_text(EXAMPLE)
        for argv in asked:
            run = subprocess.run([pathlib.Path(program).resolve(), *argv], env={}, cwd=folder,
                                 capture_output=True, text=True, stdin=subprocess.DEVNULL)
            answers[json.dumps([argv, [['pasted', EXAMPLE]]], separators=(',', ':'))] = {
                'code': run.returncode, 'out': run.stdout, 'err': run.stderr}
    return {'example': EXAMPLE, 'answers': answers}


def lists_of(program: str, path: str) -> dict[str, object]:
    db = sqlite3.connect(f'file:{path}?immutable=1', uri=True)

    def ask(sql: str) -> list[str]:
        return [row[0] for row in db.execute(sql)]

    generations = generations_of(db)
    return {
        'date': ask("SELECT value FROM meta WHERE key = 'date'")[0],
        'gpus': ask('SELECT DISTINCT name FROM driver_card WHERE CAST(sm AS INTEGER) >= 30 ORDER BY generation DESC, name'),
        'drivers': sorted(set(ask('SELECT version FROM driver_release')), key=dotted, reverse=True),
        'pythons': sorted(ask('SELECT python FROM python_release'), key=dotted, reverse=True),
        'packages': sorted({'torchvision', 'torchaudio', *ask('SELECT DISTINCT package FROM torch_extension')}),
        'mirrors': sorted({name.split()[0] for name in ask("SELECT mirror FROM mirror WHERE state IN ('live', 'incomplete')")}),
        'platforms': PLATFORMS,
        'installers': INSTALLERS,
        'generations': generations,
        'pictures': pictures(program, generations),
        'said': said_of(),
        'known': known_of(program),
    }


def policy(css: str, js: str) -> str:
    def of(text: str) -> str:
        return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"

    return (f"default-src 'none'; script-src {of(js)} 'wasm-unsafe-eval'; style-src {of(css)}; "
            "worker-src blob:; img-src data:; base-uri 'none'; form-action 'none'")


def packed(path: str) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9)
    return base64.b64encode(packer.compress(pathlib.Path(path).read_bytes()) + packer.flush()).decode()


def main(wasm: str, program: str, matrix: str, notices: str, out: str) -> None:
    def part(name: str) -> str:
        return (PAGE / name).read_text()

    css, js = part('page.css'), ''.join(map(part, SCRIPTS))
    engine = part('engine.js') + part('worker.js')
    lists = json.dumps(lists_of(program, matrix), separators=(',', ':')).replace('<', '\\u003c')
    assert '</script' not in engine + js and '</style' not in css
    page = part('page.html')
    for mark, text in {'CSP': policy(css, js), 'CSS': css, 'LISTS': lists, 'ENGINE': engine,
                       'NOTICES': packed(notices), 'WASM': packed(wasm), 'JS': js}.items():
        before, after = page.split(f'@{mark}@')
        page = before + text + after
    pathlib.Path(out).write_text(page)


main(*sys.argv[1:])

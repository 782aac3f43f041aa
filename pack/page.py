"""page.py WASM MATRIX NOTICES OUT: the page as one file: page/ with the program packed into it.

The same bytes for the same input. The lists that complete what one types are read from the matrix.
"""
import base64
import hashlib
import json
import pathlib
import sqlite3
import sys
import zlib

PAGE = pathlib.Path(__file__).parent.parent / 'page'
SCRIPTS = ['program.js', 'show.js', 'picture.js', 'page.js']
PLATFORMS = ['linux-64', 'linux-aarch64', 'win-64', 'osx-64', 'osx-arm64', 'win-arm64']
INSTALLERS = ['pip', 'uv', 'poetry', 'pdm', 'conda', 'mamba', 'micromamba', 'pixi']


def dotted(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.removesuffix('t').split('.') if part.isdigit())


def drivers_of(first: int | None, last: int | None) -> str:
    if last:
        return f'driver to {last}'
    return f'driver {first}+' if first else ''


def lists_of(path: str) -> dict[str, object]:
    db = sqlite3.connect(f'file:{path}?immutable=1', uri=True)

    def ask(sql: str) -> list[str]:
        return [row[0] for row in db.execute(sql)]

    generations = db.execute('''
        SELECT sm, max(architecture), max(CASE WHEN NOT integrated THEN coalesce(c.first_branch, a.first_branch) END),
            max(CASE WHEN NOT integrated THEN coalesce(c.last_branch, a.last_branch) END)
        FROM driver_cc c JOIN driver_arch a USING (architecture)
        WHERE CAST(sm AS INTEGER) >= 35 AND EXISTS (SELECT 1 FROM driver_card d WHERE d.sm = c.sm)
        GROUP BY sm ORDER BY CAST(sm AS INTEGER) DESC''')
    return {
        'date': ask("SELECT value FROM meta WHERE key = 'date'")[0],
        'gpus': ask('SELECT DISTINCT name FROM driver_card WHERE CAST(sm AS INTEGER) >= 30 ORDER BY generation DESC, name'),
        'drivers': sorted(set(ask('SELECT version FROM driver_release')), key=dotted, reverse=True),
        'pythons': sorted(ask('SELECT python FROM python_release'), key=dotted, reverse=True),
        'packages': sorted({'torchvision', 'torchaudio', *ask('SELECT DISTINCT package FROM torch_extension')}),
        'platforms': PLATFORMS,
        'installers': INSTALLERS,
        'generations': [{'sm': sm, 'name': name, 'drivers': drivers_of(first, last)}
                        for sm, name, first, last in generations],
    }


def policy(css: str, js: str) -> str:
    def of(text: str) -> str:
        return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"

    return (f"default-src 'none'; script-src {of(js)} 'wasm-unsafe-eval'; style-src {of(css)}; "
            "worker-src blob:; img-src data:; base-uri 'none'; form-action 'none'")


def packed(path: str) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9)
    return base64.b64encode(packer.compress(pathlib.Path(path).read_bytes()) + packer.flush()).decode()


def main(wasm: str, matrix: str, notices: str, out: str) -> None:
    def part(name: str) -> str:
        return (PAGE / name).read_text()

    css, js = part('page.css'), ''.join(map(part, SCRIPTS))
    engine = part('engine.js') + part('worker.js')
    lists = json.dumps(lists_of(matrix), separators=(',', ':')).replace('<', '\\u003c')
    assert '</script' not in engine + js and '</style' not in css
    page = part('page.html')
    for mark, text in {'CSP': policy(css, js), 'CSS': css, 'LISTS': lists, 'ENGINE': engine,
                       'NOTICES': packed(notices), 'WASM': packed(wasm), 'JS': js}.items():
        before, after = page.split(f'@{mark}@')
        page = before + text + after
    pathlib.Path(out).write_text(page)


main(*sys.argv[1:])

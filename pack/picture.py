"""The pictures of the page, as the program judges: which torch a generation of cards runs with which driver
(suggest), and the newest CUDA of each release that has code for it (matrix).
"""
import concurrent.futures
import itertools
import json
import subprocess

PLATFORMS = ['linux-64', 'linux-aarch64', 'win-64']
INSTALLERS = ['pip', 'conda']
OLDEST_BRANCH = 440


def numbers(version: str) -> list[int]:
    return [int(part) for part in version.split('.')]


def minor(torch: str) -> str:
    return '.'.join(torch.split('.')[:2])


def ask(program: str, *words: str) -> dict:
    out = subprocess.run([program, *words], env={}, capture_output=True, text=True, stdin=subprocess.DEVNULL).stdout
    return json.loads(out or '{}')


def cell(build: dict) -> list[str]:
    return [build['torch'], build['cuda'], build['variant'], build['gpus'][0]['via']]


def starts(cards: list[dict], rows: list[dict], system: str) -> list[str]:
    """The drivers from which something may change, newest first: those that builds need, the first of a
    generation and the first without it; of one branch the last such."""
    found = {r['driver_min'] for r in rows if r['driver_min']} | {str(v) for g in cards for v in g[system] if v}
    of_branch: dict[int, str] = {}
    for version in sorted(found, key=numbers):
        of_branch[numbers(version)[0]] = version
    return [v for branch, v in sorted(of_branch.items(), reverse=True) if branch >= OLDEST_BRANCH]


def by_driver(program: str, on: list[str], generations: list[dict], rows: list[dict], system: str) -> dict:
    def plan(g: dict, driver: str) -> list[str] | None:
        answer = ask(program, 'suggest', '--json', '--gpu', g['card'], '--driver', driver, *on)
        first = next(iter(answer.get('plans', [])), None)
        return cell(first) if first and first['cuda'] and first['certain'] and answer['exit'] == 0 else None

    cards = [g for g in generations if any(g[system])]
    drivers = starts(cards, rows, system)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        cells = list(pool.map(lambda pair: plan(*pair), itertools.product(cards, drivers)))
    table = {g['sm']: cells[i * len(drivers):][:len(drivers)] for i, g in enumerate(cards)}
    differ = [i for i in range(len(drivers)) if i + 1 == len(drivers) or any(row[i] != row[i + 1] for row in table.values())]
    return {'columns': [drivers[i] for i in differ],
            'rows': {sm: [row[i] for i in differ] for sm, row in table.items() if any(row)}}


def by_torch(generations: list[dict], rows: dict[str, list[dict]]) -> dict:
    """Rows come newest torch first, and for each the one that pip would take before others."""
    columns = sorted({minor(r['torch']) for of in rows.values() for r in of}, key=numbers, reverse=True)

    def best(of: list[dict], column: str) -> list[str] | None:
        fits = [r for r in of if minor(r['torch']) == column]
        fits.sort(key=lambda r: (r['gpus'][0]['via'] == 'cubin', numbers(r['torch']), numbers(r['cuda'])))
        return cell(fits[-1]) if fits else None

    return {'columns': columns,
            'rows': {g['sm']: [best(rows[g['sm']], c) for c in columns] for g in generations if rows[g['sm']]}}


def pictures(program: str, generations: list[dict]) -> dict:
    found: dict[str, dict] = {}
    for platform, installer in itertools.product(PLATFORMS, INSTALLERS):
        on = ['--platform', platform, '--installer', installer]
        rows = {g['sm']: [r for r in ask(program, 'matrix', '--json', f"sm={g['sm']}", f'platform={platform}',
                                         f'installer={installer}').get('rows', []) if r['cuda'] and r['certain']]
                for g in generations}
        every = [r for of in rows.values() for r in of]
        found.setdefault(platform, {})[installer] = {
            'driver': by_driver(program, on, generations, every,
                                'win-64' if platform == 'win-64' else 'linux-64'),
            'torch': by_torch(generations, rows)}
    return found

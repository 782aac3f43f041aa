"""screens.py PROGRAM MATRIX: everyday answers of suggest, as on a terminal of 80 columns and 24 lines.

Machines that people have, at random: cards by name, drivers, systems, installers, wishes, and texts of
nvidia-smi. Nineteen of twenty have to fit, and none has a word that one must know the program for.
"""
import collections
import os
import pathlib
import random
import re
import sqlite3
import subprocess
import sys

COUNT, LINES = int(os.environ.get('SCREENS', '60')), 23  # and the prompt
JARGON = re.compile(r'cubin|minor.version|builds judged|from --gpu|win-64|linux-64|linux-aarch64|as pasted|sm_\d+|'
                    r'\bdirect\b|\bcandidate|\batom\b|\bpart \d', re.I)
OWN = r'\bcudaplan |--platform|--subdir|^  \S'  # commands to copy
PLATFORMS = ['linux-64'] * 6 + ['win-64'] * 3 + ['linux-aarch64']
INSTALLERS = ['conda', 'uv', 'pixi', 'poetry']
WISHES = ['torch==2.5.*', 'torch>=2.8', 'torch<2.4', 'torch==2.14.0']


def main(program: str, matrix: str) -> int:
    db = sqlite3.connect(f'file:{matrix}?immutable=1', uri=True)
    cards = [row[0] for row in db.execute('SELECT DISTINCT name FROM driver_card WHERE CAST(sm AS INTEGER) >= 50 ORDER BY name')]
    drivers = [row[0] for row in db.execute('SELECT DISTINCT version FROM driver_release ORDER BY version')]
    texts = sorted(map(str, pathlib.Path('tests/files/nvidia_smi').iterdir()))
    rng = random.Random(int(os.environ.get('SEED', '30')))
    fits, long, words = 0, [], collections.Counter[str]()

    def asked() -> list[str]:
        if rng.random() < .3:
            return ['--host', rng.choice(texts)]
        words = [w for _ in range(rng.choice([1, 1, 1, 2])) for w in ('--gpu', rng.choice(cards))]
        for chance, word, values in ((.75, '--driver', drivers), (.6, '--platform', PLATFORMS), (.3, '--installer', INSTALLERS)):
            words += [word, rng.choice(values)] if rng.random() < chance else []
        return words + ([rng.choice(WISHES)] if rng.random() < .2 else [])

    done = 0
    while done < COUNT:
        argv = ['suggest', '--matrix', matrix, *asked()]
        run = subprocess.run([program, *argv], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                             env={'COLUMNS': '80', 'LC_ALL': 'C.UTF-8'}, text=True, errors='replace')
        if run.returncode == 2:  # a driver of the other system
            continue
        done += 1
        lines = run.stdout.count('\n')
        fits += lines <= LINES
        if lines > LINES:
            long.append((lines, ' '.join(argv[3:])))
        said = [line for line in run.stdout.splitlines() if not re.search(OWN, line)]
        words.update(JARGON.findall('\n'.join(said)))
    for n, argv in sorted(long, reverse=True)[:5]:
        print(f'{n} lines: suggest {argv}')
    if words:
        print('words of the house:', dict(words))
    print(f'screens: {fits} of {done} answers fit 80 columns and 24 lines')
    return int(fits * 20 < done * 19 or bool(words))


sys.exit(main(*sys.argv[1:]))

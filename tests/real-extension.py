#!/usr/bin/env python3
"""real-extension.py DIR: holds a page of inspect (an item, with METADATA's text as .metadata, on
standard input) against METADATA itself and against the tables in DIR: the torch it asks for, its
code by file, the CUDA runtime it loads. Says what it has, or what differs with status 1."""
import csv
import json
import re
import sys


def rows(name, page):
    """The rows of a table that are of this release (and platform, where it has one)."""
    with open(f'{sys.argv[1]}/{name}.csv', newline='') as f:
        return [r for r in csv.DictReader(f)
                if r['package'] == page['name'] and r['version'] == page['version']
                and r.get('platform', 'linux-64') == 'linux-64']


def torch_of(requirements):
    """The specifiers of the first requirement of torch without an extra; None: there is none."""
    for text in requirements:
        text, _, marker = text.partition(';')
        m = re.match(r'\s*torch\s*(?![\w.-])\(?([^)]*)\)?\s*$', text)
        if m and 'extra' not in marker:
            return frozenset(s.strip().replace(' ', '') for s in m[1].split(',') if s.strip())
    return None


def told_torch(page):
    """Every word of the tables on the torch of this release."""
    for r in rows('extension', page):
        word = r['requires_torch']
        yield 'extension', None if word.startswith('(none') else torch_of(word.split('; '))
    for r in rows('companion', page):
        if page['platform_tag'] == r['tag']:
            yield 'companion', torch_of(['torch' + r['requires_torch']])


def code_of(page):
    """The column sass as extension.csv has it, "80 90a(1/2 files)", and ptx, "80:8.4"."""
    with_code = [f for f in page['device_code']['files'] if f['sass'] or f['ptx']]
    count = {}
    for f in with_code:
        for arch in f['sass']:
            count[arch] = count.get(arch, 0) + 1
    ptx = {f'{p["arch"]}:{p["isa"]}' for f in with_code for p in f['ptx']}
    n = len(with_code)
    return ({a if k == n else f'{a}({k}/{n} files)' for a, k in count.items()}, ptx)


def of_machine(column):
    """The part of x86_64 of "x86_64: 75 80 | aarch64: 90"; None: not measured."""
    for part in column.split(' | '):
        machine, _, words = part.partition(': ')
        if machine == 'x86_64':
            return words
    return None


def runtimes(page):
    return {n for lib in page['libraries'] for n in lib['needed'] if n.startswith('libcudart')}


def differences(page):
    metadata = torch_of(line.partition(':')[2] for line in page['metadata'].splitlines()
                        if line.startswith('Requires-Dist:'))
    if page['kind'] == 'name':
        told = (page['extension'] or {}).get('requires_torch')
        torch = told and told != 'any' and torch_of(['torch' + told])
        if metadata and torch != metadata:
            yield f'torch by name {told}, by METADATA {sorted(metadata)}'
        return
    if torch_of(page['requires']) != metadata:
        yield f'torch by inspect {page["requires"]}, by METADATA {metadata}'
    told = list(told_torch(page))
    for table, torch in told:
        if torch != metadata:
            yield f'torch by {table}.csv {torch}, by METADATA {metadata}'
    if not told:
        yield 'no table has its torch'
    if page['device_code']['scanned'] != 'exact':
        return
    for r in rows('extension', page):
        want = [of_machine(r[c]) for c in ('sass', 'ptx', 'cuda')]
        sass, ptx = code_of(page)
        if want[0] is not None and set(re.findall(r'\w+(?:\(.*?\))?', want[0])) != sass:
            yield f'code by extension.csv {want[0]}, by inspect {sorted(sass)}'
        if want[1] is not None and set(want[1].replace('none', '').split()) != ptx:
            yield f'PTX by extension.csv {want[1]}, by inspect {sorted(ptx)}'
        if want[2] is not None and {w for w in want[2].split() if 'cudart' in w} != runtimes(page):
            yield f'runtime by extension.csv {want[2]}, by inspect {sorted(runtimes(page))}'
    for r in rows('companion_code', page):
        for f in page['device_code']['files']:
            if f['path'].rpartition('/')[2] != r['file']:
                continue
            if f['sass'] != r['sass'].split() or f['complete'] != r['sass_complete'].split():
                yield f'{r["file"]}: companion_code.csv {r["sass"]}, inspect {f["sass"]}'
            if [f'{p["arch"]}:{p["isa"]}' for p in f['ptx']] != r['ptx'].split():
                yield f'{r["file"]}: companion_code.csv {r["ptx"]}, inspect {f["ptx"]}'


def summary(page):
    if page['kind'] == 'name':
        told = (page['extension'] or {}).get('requires_torch')
        return f'torch {told}' if told else 'tells no torch'
    asks = [r for r in page['requires'] if r.startswith('torch')]
    code = sorted(code_of(page)[0])
    return f'{"; ".join(asks) or "no torch asked for"}, {" ".join(code) or "no code read"}'


def main():
    page = json.load(sys.stdin)
    found = list(differences(page))
    print('\n'.join(found) or summary(page))
    sys.exit(1 if found else 0)


main()

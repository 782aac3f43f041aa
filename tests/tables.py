"""tables.py PROGRAM SEED TEXTS: texts of clusters whose truth is known: a fleet at random, printed as tools
and people do, with any titles in any order, folded names, blank cells and other columns between. Each node
must be there with its GPUs, and none that is not in the text."""
import collections, concurrent.futures, json, random, re, subprocess, sys

MODELS = [  # people say, Slurm's type, NVIDIA's name
	('A100 80GB', 'a100', 'NVIDIA A100-SXM4-80GB'), ('H100', 'h100', 'NVIDIA H100 80GB HBM3'),
	('V100', 'v100', 'Tesla V100-SXM2-32GB'), ('L40S', 'l40s', 'NVIDIA L40S'),
	('RTX 3090', 'rtx3090', 'NVIDIA GeForce RTX 3090'), ('A40', 'a40', 'NVIDIA A40'),
	('T4', 't4', 'Tesla T4'), ('RTX A6000', 'rtx_a6000', 'NVIDIA RTX A6000'),
	('P100', 'p100', 'Tesla P100-PCIE-16GB'), ('RTX 2080 Ti', 'rtx_2080_ti', 'NVIDIA GeForce RTX 2080 Ti'),
	('L4', 'l4', 'NVIDIA L4'), ('H200', 'h200', 'NVIDIA H200'), ('K80', 'k80', 'Tesla K80'),
]
DRIVERS = ['535.183.01', '550.54.15', '570.124.06', '470.256.02', '580.65.06']
STEMS = ['gpu', 'gn', 'node', 'n', 'dgx-', 'ml-', 'hpc-gpu-', 'compute', 'r05u', 'cn-']

def fleet(r, cpu=True, kinds=(1, 4), least=1, most=5):
	"""[(name, model or None, count, driver)] in groups of alike that follow each other"""
	groups, at = [], r.randint(0, 30)
	stem = r.choice(STEMS)
	width = r.choice([1, 2, 3]) if stem != 'gpu' else 2 # "gpu7" may be one of a machine's
	for _ in range(r.randint(*kinds)):
		n = r.randint(least, most)
		model = None if cpu and r.random() < .2 else r.choice(MODELS)
		count = r.choice([1, 2, 4, 8]) if model else 0
		names = ['%s%0*d' % (stem, width, at + i) for i in range(n)]
		at += n + r.randint(0, 3)
		groups.append((names, model, count, r.choice(DRIVERS) if model else None, stem, width))
	return groups

def folded(names, stem, width):
	if len(names) == 1:
		return names[0]
	nums = [x[len(stem):] for x in names]
	return '%s[%s-%s]' % (stem, nums[0], nums[-1])

def truth(groups, driver=False, what=2):
	return {n: ((m[what], c) if m else None, d if driver else None)
		for names, m, c, d, _, _ in groups for n in names}

def aligned(r, rows, gap=1, right=False):
	w = [max(len(x[i]) for x in rows) for i in range(len(rows[0]))]
	return '\n'.join((' ' * gap).join(x[i].rjust(w[i]) if right else x[i].ljust(w[i])
					  for i in range(len(x))).rstrip() for x in rows) + '\n'

def shuffled(r, cols):
	cols = cols[:]
	r.shuffle(cols)
	return cols

def gres(r, m, c):
	if not m:
		return '(null)'
	s = 'gpu:%s:%d' % (m[1], c)
	return s + r.choice(['', '', '(S:0)', '(S:0-1)'])

def sinfo(r):
	g = fleet(r)
	per = r.random() < .5
	cols = {'NODELIST': None, 'GRES': None, 'STATE': lambda: r.choice(['idle', 'mix', 'alloc', 'down*', 'drain']),
		'PARTITION': lambda: r.choice(['gpu*', 'gpu', 'long', 'batch']), 'CPUS': lambda: r.choice(['64', '128', '32+']),
		'MEMORY': lambda: '512000', 'AVAIL': lambda: 'up', 'TIMELIMIT': lambda: r.choice(['infinite', '2-00:00:00']),
		'AVAIL_FEATURES': lambda: r.choice(['(null)', 'intel,avx512', 'rome']), 'NODES': None, 'S:C:T': lambda: '2:32:2'}
	use = ['NODELIST', 'GRES'] + r.sample([c for c in cols if c not in ('NODELIST', 'GRES')], r.randint(0, 6))
	use = shuffled(r, use)
	rows = [use]
	for names, m, c, d, stem, width in g:
		s = gres(r, m, c)
		for one in ([[n] for n in names] if per else [names]):
			rows.append([folded(one, stem, width) if x == 'NODELIST' else s if x == 'GRES' else
				     str(len(one)) if x == 'NODES' else cols[x]() for x in use])
	how = r.choice(['cols', 'cols', 'wide', '|'])
	t = '|'.join if how == '|' else None
	text = '\n'.join('|'.join(x) for x in rows) + '\n' if t else aligned(r, rows, 1 if how == 'cols' else 4)
	if r.random() < .3:
		text = '$ sinfo -N -o "%N %G"\n' + text
	return text, truth(g, what=1)

def custom(r):
	g = fleet(r)
	opt = {'STATUS': lambda m: 'True', 'AGE': lambda m: '12d', 'CPU': lambda m: '64', 'MEMORY': lambda m: '528087108Ki',
	       'VERSION': lambda m: 'v1.29.3', 'TAINTS': lambda m: r.choice(['<none>', '[map[effect:NoSchedule key:nvidia.com/gpu]]']),
	       'INTERNAL-IP': lambda m: '10.0.%d.%d' % (r.randint(0, 9), r.randint(2, 250))}
	name = r.choice(['NAME', 'NODE', 'HOSTNAME'])
	gp = r.choice(['GPU', 'PRODUCT', 'GPU_MODEL', 'GPU-TYPE', 'MODEL', 'GPU_PRODUCT', 'ACCELERATOR', 'GPU.PRODUCT'])
	gc = r.choice(['COUNT', 'GPUS', 'GPU_COUNT', '#GPU', 'GPU-CAPACITY', 'GPU_ALLOCATABLE', 'NVIDIA.COM/GPU'])
	dr = r.choice([None, 'DRIVER', 'DRIVER_VERSION', 'NVIDIA-DRIVER', 'DRIVER-VERSION'])
	use = shuffled(r, [name, gp, gc] + ([dr] if dr else []) + r.sample(list(opt), r.randint(0, 4)))
	rows = [use]
	for names, m, c, d, _, _ in g:
		for n in names:
			rows.append([n if x == name else (m[2].replace(' ', '-') if m else '<none>') if x == gp else
				     (str(c) if m else '<none>') if x == gc else (d or '<none>') if x == dr else opt[x](m) for x in use])
	return aligned(r, rows, 3), truth(g, bool(dr))

def people(r):
	while True:
		t, w = people_(r)
		if any(v[0] for v in w.values()):
			return t, w

def people_(r):
	g = fleet(r)
	per = r.random() < .6
	name = r.choice(['Node', 'Hostname', 'Host', 'Server', 'Machine', 'Nodes', 'Node name', 'Server name', 'System', 'Node(s)', 'hostname'])
	gp = r.choice(['GPU', 'GPUs', 'GPU model', 'GPU type', 'Accelerator', 'GPU Model', 'Graphics card', 'Accelerators', 'GPU(s)', 'gpu_type'])
	form = r.choice(['col', '4x A100', '4 x A100', 'A100 x4', '4× A100', 'A100 (x4)', 'A100 ×4'])
	gc = r.choice(['# GPUs', 'GPU count', 'GPUs per node', 'GPUs/node', 'Count', 'Number of GPUs', 'GPU Count', 'num_gpus', 'Qty', 'Quantity', 'No. of GPUs'])
	dr = r.choice([None, None, 'Driver', 'Driver version', 'NVIDIA driver', 'NVIDIA Driver Version'])
	opt = {'CPU': lambda: r.choice(['2x AMD EPYC 7742', 'Intel Xeon Gold 6338', 'AMD EPYC 9654 (96 cores)']), 'RAM': lambda: r.choice(['512 GB', '1 TB', '256GB']),
	       'IP': lambda: '10.1.2.%d' % r.randint(2, 250), 'Notes': lambda: r.choice(['', 'shared', 'reserved for vision group', 'NVLink']),
	       'OS': lambda: r.choice(['Ubuntu 22.04', 'Rocky 9']), 'Owner': lambda: r.choice(['lab', 'ml-team', '-']), 'Storage': lambda: '3.84 TB NVMe',
	       'Status': lambda: r.choice(['up', 'active', 'OK']), 'Partition': lambda: r.choice(['gpu', 'long']), 'Cores': lambda: r.choice(['64', '128'])}
	use = [name, gp] + ([gc] if form == 'col' else []) + ([dr] if dr else []) + r.sample(list(opt), r.randint(0, 4))
	if r.random() < .4:
		use = shuffled(r, use)
	rows = [use]
	none = r.choice(['-', '—', 'none', 'None', 'N/A', ''])
	for names, m, c, d, stem, width in g:
		for one in ([[n] for n in names] if per else [names]):
			if len(one) == 1:
				nn = one[0]
			else:
				nn = r.choice([folded(one, stem, width), one[0] + '-' + one[-1], ', '.join(one), one[0] + ' - ' + one[-1], one[0] + '–' + one[-1]])
			if not m:
				cell = none
			elif form == 'col':
				cell = r.choice([m[0], 'NVIDIA ' + m[0]])
			else:
				cell = form.replace('4', '%d' % c).replace('A100', m[0]) if 'A100 x4' != form else '%s x%d' % (m[0], c)
				cell = {'4x A100': '%dx %s', '4 x A100': '%d x %s', '4× A100': '%d× %s'}.get(form, None)
				cell = cell % (c, m[0]) if cell else {'A100 x4': '%s x%d', 'A100 (x4)': '%s (x%d)', 'A100 ×4': '%s ×%d'}[form] % (m[0], c)
			rows.append([nn if x == name else cell if x == gp else (('%d' % c) if m else r.choice(['0', none]) if none else '0') if x == gc else
				     (d or none) if x == dr else opt[x]() for x in use])
	how = r.choice(['md', 'md', 'csv', 'tsv', 'box', 'wide', 'bold'])
	if how == 'csv':
		text = '\n'.join(','.join('"%s"' % x if ',' in x else x for x in row) for row in rows) + '\n'
	elif how == 'tsv':
		text = '\n'.join('\t'.join(row) for row in rows) + '\n'
	elif how == 'wide':
		rows = [[x or '-' for x in row] for row in rows]
		text = aligned(r, rows, 3)
	elif how == 'box':
		w = [max(len(x[i]) for x in rows) for i in range(len(use))]
		rule = '+' + '+'.join('-' * (k + 2) for k in w) + '+'
		lines = ['| ' + ' | '.join(x[i].ljust(w[i]) for i in range(len(x))) + ' |' for x in rows]
		text = '\n'.join([rule, lines[0], rule] + lines[1:] + [rule]) + '\n'
	else:
		q = (lambda x: '**%s**' % x) if how == 'bold' else (lambda x: '`%s`' % x) if r.random() < .2 else (lambda x: x)
		k = use.index(name)
		body = ['| ' + ' | '.join(q(x[i]) if i == k else x[i] for i in range(len(x))) + ' |' for x in rows[1:]]
		text = '\n'.join(['| ' + ' | '.join(use) + ' |', '|' + '---|' * len(use)] + body) + '\n'
	if r.random() < .4:
		text = r.choice(['Our cluster has the following nodes:\n\n', '## Hardware\n\n', '# Compute nodes\n']) + text
	if r.random() < .3:
		text += r.choice(['\nSubmit with sbatch.\n', '\nAll nodes run Slurm 23.02.\n'])
	return text, truth(g, bool(dr), 0)

def uuid(r):
	h = '%032x' % r.getrandbits(128)
	return 'GPU-%s-%s-%s-%s-%s' % (h[:8], h[8:12], h[12:16], h[16:20], h[20:])

def prefixed(r):
	g = fleet(r, cpu=False, least=2)
	dr = False
	kind = r.choice(['-L', 'csv', 'csvtab', 'csvnu'])
	cols = ['name'] + r.sample(['index', 'uuid', 'memory.total', 'driver_version', 'pci.bus_id', 'compute_cap'], r.randint(0, 4))
	if kind != '-L':
		r.shuffle(cols)
		dr = 'driver_version' in cols
	lines = []
	pre = r.choice(['pdsh', 'clush', 'srun', 'kubectl', 'ansible', 'ansible1', 'dshbak', 'dsh', 'head', 'ssh', 'space', 'ray', 'bash', 'salt', 'parallel'])
	per = []
	for names, m, c, d, _, _ in g:
		for n in names:
			body = []
			if kind == '-L':
				body = ['GPU %d: %s (UUID: %s)' % (i, m[2], uuid(r)) for i in range(c)]
			else:
				if kind == 'csv' or kind == 'csvnu':
					body.append(', '.join({'memory.total': 'memory.total [MiB]'}.get(x, x) for x in cols))
				for i in range(c):
					v = {'name': m[2], 'index': str(i), 'uuid': uuid(r), 'memory.total': '81559 MiB', 'driver_version': d,
					     'pci.bus_id': '00000000:%02X:00.0' % (i * 16 + 7), 'compute_cap': '8.0'}
					body.append(', '.join(v[x] for x in cols))
			per.append((n, body))
	if cols == ['name']:
		cols = ['index', 'name'] # of names alone nothing says what they are
	out = []
	if pre in ('pdsh', 'clush', 'dsh'):
		out = ['%s: %s' % (n, x) for n, b in per for x in b]
	elif pre == 'srun':
		# srun -l gives the number of the task; the name is printed by hostname
		for i, (n, b) in enumerate(per):
			out += ['%*d: %s' % (len(str(len(per) - 1)), i, x) for x in [n] + b]
	elif pre == 'kubectl':
		out = ['[pod/check-%s/main] %s' % (n, x) for n, b in per for x in b]
	elif pre == 'ansible':
		out = [y for n, b in per for y in ['%s | CHANGED | rc=0 >>' % n] + b]
	elif pre == 'ansible1':
		out = ['%s | CHANGED | rc=0 | (stdout) %s' % (n, '\\n'.join(b)) for n, b in per]
	elif pre == 'dshbak':
		out = [y for n, b in per for y in ['-' * 16, n, '-' * 16] + b]
	elif pre == 'head':
		out = [y for n, b in per for y in ['==> %s.txt <==' % n] + b + ['']]
	elif pre == 'ssh':
		out = [y for n, b in per for y in ['$ ssh %s nvidia-smi %s' % (n, '-L' if kind == '-L' else '--query-gpu=%s --format=csv%s' % (','.join(cols), ',noheader' if kind == 'csvtab' else ''))] + b]
	elif pre == 'bash':
		out = [y for n, b in per for y in ['=== %s ===' % n] + b]
	elif pre == 'space':
		out = ['%s %s' % (n, x) for n, b in per for x in b]
	elif pre == 'parallel':
		out = ['%s\t%s' % (n, x) for n, b in per for x in b]
	elif pre == 'salt':
		out = [y for n, b in per for y in [n + ':'] + ['    ' + x for x in b]]
	elif pre == 'ray':
		out = ['(f pid=%d, ip=%s) %s' % (r.randint(1000, 90000), n, x) for n, b in per for x in b]
	t = truth(g, dr)
	if pre == 'kubectl':
		t = {'check-' + n: v for n, v in t.items()}
	return '\n'.join(out) + '\n', t

def scontrol(r):
	g = fleet(r)
	out = []
	one = r.random() < .3
	for names, m, c, d, stem, width in g:
		for n in names:
			ks = ['Arch=x86_64', 'CPUAlloc=0', 'CPUTot=64', 'Gres=' + gres(r, m, c), 'RealMemory=512000', 'State=IDLE',
			      'Partitions=gpu', 'CfgTRES=cpu=64,mem=500G,billing=64' + (',gres/gpu=%d' % c if m else ''), 'OS=Linux 5.14.0']
			if r.random() < .5:
				r.shuffle(ks)
			out.append('NodeName=%s %s' % (n, ' '.join(ks)) if one else 'NodeName=%s %s\n   %s\n' % (n, ks[0], '\n   '.join(ks[1:])))
	return '\n'.join(out) + '\n', truth(g, what=1)

KINDS = {'sinfo': sinfo, 'custom': custom, 'people': people, 'prefixed': prefixed, 'scontrol': scontrol}

def squeeze(s):
	return re.sub('[^a-z0-9]', '', s.lower().replace('nvidia', '').replace('geforce', '').replace('tesla', ''))

def judge(out, want):
	"""'' or what is wrong, the worst first"""
	got = json.loads(out)['hosts']
	by = collections.defaultdict(list)
	for h in got:
		by[h['name']].append(h)
	false = [str(n) for n in by if n not in want or len(by[n]) > 1]
	drop = [n for n in want if n not in by]
	bad = []
	for n, (gpu, d) in want.items():
		for h in by.get(n, [])[:1]:
			names = collections.Counter(squeeze(x['name'] or '') for x in h['gpus'])
			if sum(names.values()) != (gpu[1] if gpu else 0):
				bad.append('%s: %d GPUs for %s' % (n, sum(names.values()), gpu))
			elif gpu and any(squeeze(gpu[0]) not in x for x in names):
				bad.append('%s: %s for %s' % (n, dict(names), gpu))
			elif d and h['driver'] != d:
				bad.append('%s: driver %s for %s' % (n, h['driver'], d))
	return (['false ' + ' '.join(false[:4])] if false else []) + (['drop ' + ' '.join(drop[:4])] if drop else []) + bad[:2]

def one(program, kind, i, seed):
	text, want = KINDS[kind](random.Random('%s %d %d' % (kind, seed, i)))
	done = subprocess.run([program, 'detect', '--json', '--host', '-'], input=text,
			      capture_output=True, text=True)
	why = judge(done.stdout, want) if done.stdout.strip() else [done.stderr.strip()[:200]]
	return '%s %d: %s\n%s' % (kind, i, '; '.join(why), text[:1000]) if why else None

program, seed, texts = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
jobs = [(kind, i) for kind in KINDS for i in range(texts)]
with concurrent.futures.ThreadPoolExecutor(4) as pool:
	bad = [x for x in pool.map(lambda j: one(program, j[0], j[1], seed), jobs) if x]
print('\n'.join(bad), end='')
print('tables: %d of %d texts of clusters are read as they were made' % (len(jobs) - len(bad), len(jobs)))
sys.exit(1 if bad else 0)

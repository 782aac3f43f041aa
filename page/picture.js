/* The matrix as a picture: torch × GPU generation; a cell says why, and where that is known from. */

const marks = {
	runs: ['●', 'has code for it'], ptx: ['◐', 'PTX, which the driver compiles'],
	old: ['△', 'has code, but not with this driver'], none: ['·', 'no code'],
};
let drawn = 0;

function newest_of_minor(versions) {
	const seen = new Set();

	return versions.filter((v) => {
		const minor = v.split('.', 2).join('.');

		return !seen.has(minor) && seen.add(minor);
	});
}

/* What the selections above the picture say, as filters of the program. */
function filters() {
	return [`installer=${$('m-installer').value}`, `platform=${$('m-platform').value}`];
}

async function draw() {
	const turn = ++drawn, driver = $('m-driver').value.trim();
	await ready;
	const all = await query('matrix', filters());

	if (turn !== drawn)
		return;
	const every = [...new Set((all.json?.rows ?? []).map((r) => r.torch))];
	const rows = (($('m-which').value ? every : newest_of_minor(every))).map((version) =>
		[version, el('tr', {}, el('th', { scope: 'row' }, version))]);
	const head = el('tr', {}, el('th', { scope: 'col' }, 'torch'));
	$('matrix').replaceChildren(
		el('caption', { className: 'quiet' }, 'In a cell: the newest CUDA of its builds'),
		el('thead', {}, head), el('tbody', {}, rows.map(([, tr]) => tr)));
	$('cell').textContent = every.length ? '' : words_of(all.err);
	for (const g of lists.generations) {
		const has = await query('matrix', [`sm=${g.sm}`, ...filters()]);
		const takes = driver ? await query('matrix', [`sm=${g.sm}`, `driver=${driver}`, ...filters()]) : has;

		if (turn !== drawn)
			return;
		if (takes.code > 1) {
			$('cell').textContent = words_of(takes.err);
			return;
		}
		if (has.json?.rows.length)
			add_column(head, rows, g, has.json.rows, takes.json?.rows ?? []);
	}
	const corner = $('matrix').querySelector('td button');
	if (corner)
		corner.tabIndex = 0;
	document.body.dataset.drawn = turn;
}

function add_column(head, rows, g, has, takes) {
	head.append(el('th', { scope: 'col' }, `sm_${g.sm}`, el('small', {}, g.name),
		el('small', {}, g.drivers)));
	for (const [version, tr] of rows)
		tr.append(el('td', {}, cell(version, g, has, takes)));
}

const by_cuda = (a, b) => b.cuda.localeCompare(a.cuda, 'en', { numeric: true });

function cell(version, g, has, takes) {
	const of = (rows) => rows.filter((r) => r.torch === version && r.cuda).sort(by_cuda);
	const cubin = (r) => r.gpus.some((x) => x.via === 'cubin');
	const now = of(takes), best = now.find(cubin) ?? now[0] ?? of(has)[0];
	const kind = !best ? 'none' : !now.length ? 'old' : cubin(best) ? 'runs' : 'ptx';
	const [mark, words] = marks[kind];
	const button = el('button', { type: 'button', className: kind, tabIndex: -1 }, mark,
		best && ` ${best.cuda}`);

	button.ariaLabel = `torch ${version}, sm_${g.sm} ${g.name}: ${words}` +
		(best ? `, CUDA ${best.cuda}` : '');
	button.onclick = () => {
		for (const b of $('matrix').querySelectorAll('[aria-pressed]'))
			b.removeAttribute('aria-pressed');
		stop_at(button);
		button.setAttribute('aria-pressed', 'true');
		show_cell(version, g, best);
	};
	return button;
}

/* The picture is one stop of the keyboard; arrows, Home and End go through its cells. */
function stop_at(button) {
	for (const b of $('matrix').querySelectorAll('[tabindex="0"]'))
		b.tabIndex = -1;
	button.tabIndex = 0;
}

const steps = {
	ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
	Home: [-99, 0], End: [99, 0],
};

function move_in_picture(event) {
	const td = event.target.closest('td');

	if (!td || !steps[event.key])
		return;
	const [x, y] = steps[event.key];
	const row = $('matrix').rows[td.parentNode.rowIndex + y];
	const column = Math.min(Math.max(td.cellIndex + x, 1), td.parentNode.cells.length - 1);
	const to = row?.cells[column].querySelector('button');

	event.preventDefault();
	if (to) {
		stop_at(to);
		to.focus();
	}
}

function row_text(r) {
	const code = r.gpus.map((x) => `${x.via} ${x.code}`).join(', ') ||
		`code for ${r.sass.join(' ') || 'no GPU'}`;
	const driver = r.driver_min ? `driver ≥ ${r.driver_min}` : 'no driver needed';

	return `${r.variant} from ${r.channel}: ${code}; ${driver}; Python ${r.pythons.join(' ')}` +
		(r.certain ? '' : '; not certain');
}

function source_text(s) {
	return s.place + (s.revision ? `@${s.revision}` : '') + (s.seen ? `, seen ${s.seen}` : '');
}

async function show_cell(version, g, best) {
	const driver = $('m-driver').value.trim();
	const why = await query('explain', ['--gpu', `sm_${g.sm}`, ...(driver ? ['--driver', driver] : []),
		'--platform', $('m-platform').value, '--installer', $('m-installer').value,
		'--', `torch==${version}${best ? `+${best.variant}` : ''}`]);
	const known = await query('matrix', ['--source', `torch=${version}`, ...filters(),
		...(best ? [`sm=${g.sm}`] : [])]);
	const places = known.json?.sources ?? [];

	const plan = el('button', { type: 'button' }, 'Plan this');
	plan.onclick = () => {
		chips.gpus = [`sm_${g.sm}`];
		show_chips('gpus');
		for (const [name, value] of [['text', ''], ['torch', version], ['driver', driver],
			['platform', $('m-platform').value]])
			set_field(name, value);
		answer_now().then(() => {
			$('status').scrollIntoView();
			$('answer').focus({ preventScroll: true });
		});
	};
	$('cell').replaceChildren(box('', heading('', '', `torch ${version} on sm_${g.sm}, ${g.name}`),
		why.json?.build ? build_box(why.json) : el('p', {}, words_of(why.err)),
		list_of((known.json?.rows ?? []).map(row_text)), plan,
		places.length > 0 && folded(`Where this is known from: ${places.length} sources`,
			list_of(places.map(source_text)))));
	$('cell').scrollIntoView({ block: 'nearest' });
}

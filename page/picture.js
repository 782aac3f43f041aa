/*
 * The matrix as a picture: cards by name, and which torch each can run, by the driver or by the release,
 * as pack/picture.py asked the program. A cell says why.
 */

let drawn = 0, mine = { sms: new Set(), driver: null };

const numbers = (version) => version.split('.').map(Number);
const minor = (torch) => torch.split('.', 2).join('.');

function at_least(a, b) {
	const [x, y] = [numbers(a), numbers(b)], i = y.findIndex((n, k) => n !== (x[k] ?? 0));

	return i < 0 || (x[i] ?? 0) > y[i];
}

/* Generations that have the same in every column are one row: [generations, cells]. */
function rows_of({ rows }) {
	const groups = new Map();

	for (const g of lists.generations.filter(({ sm }) => rows[sm])) {
		const key = JSON.stringify(rows[g.sm]);

		groups.set(key, [...groups.get(key) ?? [], g]);
	}
	return [...groups].map(([key, of]) => [of, JSON.parse(key).map((c) =>
		c && { torch: c[0], cuda: c[1], variant: c[2], via: c[3] })]);
}

/* --- drawing --------------------------------------------------------------------------------- */

const marks = {
	runs: tr('the newest there is'), has: tr('has code for it'), old: tr('an older one'),
	ptx: tr('only by code that the driver compiles'), none: tr('none'),
};

function kind_of(best, newest, by_driver) {
	if (!best)
		return 'none';
	return best.via === 'ptx' ? 'ptx' : !by_driver ? 'has' : minor(best.torch) === newest ? 'runs' : 'old';
}

const text_of = (best, kind, by_driver) => !best ? '·' :
	(by_driver ? minor(best.torch) : best.cuda) + (kind === 'ptx' ? ' ◐' : '');
const names_of = (of) => [...new Set(of.flatMap((g) => g.cards.split(', ')))].join(', ');

function cell(of, column, best, kind) {
	const button = el('button', { type: 'button', className: kind, tabIndex: -1 },
		text_of(best, kind, column.driver));

	button.ariaLabel = `${names_of(of)}, ${column.driver ? tr('driver') : 'torch'} ${column.name}: ` +
		(best ? `torch ${best.torch}, CUDA ${best.cuda}` : marks[kind]);
	button.onclick = () => {
		for (const b of $('matrix').querySelectorAll('[aria-pressed]'))
			b.removeAttribute('aria-pressed');
		stop_at(button);
		button.setAttribute('aria-pressed', 'true');
		show_cell(of, column, best);
	};
	return el('td', { className: column.mine ? 'mine' : '' }, button);
}

function row_part_of([of, cells], columns, newest, seen) {
	const own = of.some((g) => mine.sms.has(g.sm));

	return el('tr', { className: own ? 'mine' : '' },
		el('th', { scope: 'row' }, own && '▸ ', names_of(of)),
		columns.map((c, i) => {
			const kind = kind_of(cells[i], newest, c.driver);

			seen.set(kind, seen.get(kind) ?? text_of(cells[i], kind, c.driver));
			return cell(of, c, cells[i], kind);
		}));
}

/* The newest driver comes first; one's own is in the column of the last that it reaches. */
function columns_of(picture, by_driver) {
	const own = by_driver && mine.driver ? picture.columns.findIndex((d) => at_least(mine.driver, d)) : -1;

	return picture.columns.map((name, i) => ({
		driver: by_driver, value: name, mine: i === own,
		name: by_driver ? `${numbers(name)[0]}` : name,
	}));
}

function draw() {
	const by_driver = $('m-by').value === 'driver';
	const picture = lists.pictures[$('m-platform').value][$('m-installer').value][$('m-by').value];
	const rows = rows_of(picture), columns = columns_of(picture, by_driver), seen = new Map();
	const newest = rows.flatMap(([, cells]) => cells.filter(Boolean).map((c) => c.torch))
		.reduce((a, b) => at_least(a, b) ? a : b, '0');
	const body = rows.map((one) => row_part_of(one, columns, minor(newest), seen));

	$('matrix').replaceChildren(
		el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, by_driver ? tr('driver from') : 'torch'),
			columns.map((c) => el('th', { scope: 'col', className: c.mine ? 'mine' : '' }, c.name,
				c.mine && el('small', {}, tr('yours')))))),
		el('tbody', {}, body));
	$('picture-text').textContent = by_driver ?
		tr('In a cell: the newest torch that the card runs with a driver of that number, and those up to ' +
		'the column before.') : tr('In a cell: the newest CUDA of that torch with code for the card.');
	$('key').replaceChildren(...Object.keys(marks).filter((kind) => seen.has(kind)).map((kind) =>
		el('span', {}, el('span', { className: `swatch ${kind}` }, seen.get(kind)), ` ${marks[kind]}`)),
	...(mine.sms.size ? [el('span', {}, tr('▸ the cards of the answer'))] : []),
	el('span', {}, tr('A cell says why.')));
	$('cell').replaceChildren();
	const corner = $('matrix').querySelector('td button');

	if (corner)
		corner.tabIndex = 0;
	document.body.dataset.drawn = ++drawn;
}

/* What an answer is about is marked. */
function show_machine(json) {
	const hosts = json?.hosts ?? [], platform = json?.plans[0]?.platform;

	mine = {
		sms: new Set(hosts.flatMap((h) => h.gpus.flatMap((g) => g.sm ?? []))),
		driver: hosts.length === 1 ? hosts[0].driver : null,
	};
	if (platform && lists.pictures[platform])
		$('m-platform').value = platform;
	draw();
}

/* --- the keyboard, and a cell ---------------------------------------------------------------- */

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

function plan_button(g, column) {
	const button = el('button', { type: 'button' }, tr('Plan for this'));

	button.onclick = () => {
		for (const [name, value] of [['text', ''], ['gpu', g.card], ['driver', column.driver ? column.value : ''],
			['torch', column.driver ? '' : `${column.value}.*`], ['platform', $('m-platform').value]])
			set_field(name, value);
		answer_now().then(() => {
			$('answer').scrollIntoView();
			$('answer').focus({ preventScroll: true });
		});
	};
	return button;
}

async function show_cell(of, column, best) {
	const g = of.find(({ sm }) => mine.sms.has(sm)) ?? of[0];
	const wish = best ? `torch==${best.torch}+${best.variant}` : column.driver ? [] : `torch==${column.value}.*`;
	const why = await query(best || !column.driver ? 'explain' : 'suggest',
		['--gpu', g.card, ...(column.driver ? ['--driver', column.value] : []), '--platform', $('m-platform').value,
			'--installer', $('m-installer').value, '--', ...[wish].flat()]);
	const said = await in_words(why);

	$('cell').replaceChildren(box('',
		el('h3', {}, `${g.cards}, ${column.driver ? tr('driver') : 'torch'} ${column.name}`),
		said.out ? blocks_of(said.out, commands_of(why.json)).map((rows) =>
			is_plan(rows) ? command_lines(rows.flatMap((r) => r.commands)) : rows_part(rows, why.json ?? {})) :
			el('p', {}, page_words(said.err)),
		plan_button(g, column)));
	$('cell').scrollIntoView({ block: 'nearest' });
}

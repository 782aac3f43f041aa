/*
 * What the program prints, as parts of the page: its everyday screen in its order and its words. What
 * the page adds is what paper has not: copying, trying a change, looking a code up.
 */

/* --- small parts ----------------------------------------------------------------------------- */

async function copy(text) {
	try {
		await navigator.clipboard.writeText(text);
	} catch { /* not every browser gives a page from a folder the clipboard */
		const area = el('textarea', { value: text, ariaHidden: 'true' });

		document.body.append(area);
		area.select();
		document.execCommand('copy');
		area.remove();
	}
}

function copy_button(text, of, word = tr('Copy')) {
	const button = el('button', { type: 'button' });
	const says = (w) => Object.assign(button, { textContent: w, ariaLabel: `${w}: ${of}` });

	says(word);
	button.onclick = async () => {
		await copy(text);
		says(tr('Copied'));
		setTimeout(() => says(word), 1500);
	};
	return button;
}

/* A line breaks between words, not behind the hyphens of an option. */
function command_line(line) {
	const words = line.split(' ').flatMap((w, i) => [i > 0 && ' ', el('span', {}, w)]);

	return el('div', { className: 'command' }, el('code', {}, words), copy_button(line, line));
}

const command_lines = (lines) => lines.map(command_line);
const box = (kind, ...parts) => el('article', { className: `box ${kind}` }, parts);

function folded(title, ...parts) {
	return el('details', { className: 'more' }, el('summary', {}, title), parts);
}

/* A code is what one looks up. */
function code_button(code) {
	const button = el('button', { type: 'button', className: 'code' }, code);

	button.ariaLabel = tr('What {} is', code);
	button.ariaExpanded = 'false';
	button.onclick = async () => {
		const open = button.nextElementSibling;

		button.ariaExpanded = String(!open);
		if (open) {
			open.remove();
			return;
		}
		const { out } = await run(['explain', code]);
		button.after(el('pre', {}, out));
	};
	return button;
}

/* What is a hint for a terminal says nothing here. */
const off_page = [/ \(commands: -v\)/, /^and \d+ other changes: -v$/, /: --all [^;]*$/, /: -v$/,
	/[,;]? \(?(?:and so may|try:) cudaplan update\)?/,
	/；用 -v 显示命令$/, /^另有 \d+ 种改法：-v$/, /：(?:用 )?--all[^；]*$/, /：-v$/,
	/(?:[；，]|（)可以试试：cudaplan update）?|，cudaplan update 也可能补上/];

/* What suggest would say, the page says: "cudaplan suggest names it". */
const by_suggest = /\bcudaplan suggest(?: --gpu)?(?:(?= (?:names|says|writes|finds|prints|tells|picks) )| (?=会))/g;

function sentence(text) {
	const plain = off_page.reduce((t, hint) => t.replace(hint, ''), text).replace(by_suggest, tr('this page'));
	const found = /^(.*?) *\[(CP\d{3})\]$/s.exec(plain);

	return found ? [found[1], ' ', code_button(found[2])] : plain;
}

/* --- the screen ------------------------------------------------------------------------------ */

const numbered = / \d+$/;  /* "Plan 2" */
const is_plan = ([first]) => !first.again &&
	[tr('Install'), tr('And'), tr('Plan'), 'Windows'].includes(first.label.replace(numbered, ''));

/* Chinese characters and their marks are two columns wide. */
const columns = (text) => [...text].reduce((n, c) => n + (c > '\u2e7f' ? 2 : 1), 0);

/*
 * A line of the program's is a label in ten columns and its text, a command of its JSON behind two
 * spaces, more of the text above behind ten, or a line alone. Gives blocks of rows:
 * { label, text, more: [], commands: [], sub }.
 */
function blocks_of(out, commands) {
	const blocks = [[]];

	for (const line of out.trimEnd().split('\n')) {
		const rows = blocks.at(-1), last = rows.at(-1);
		const put = (row) => rows[rows.push({ label: '', text: '', more: [], commands: [], ...row }) - 1];
		const label = /^( {2})?(\S(?:[^ ]| (?! )){0,8}) {2,}(?=\S)/.exec(line);

		if (line === '')
			blocks.push([]);
		else if (/^ {2}/.test(line) && (commands.has(line.trim()) || (/^ {2}\S/.test(line) && last && is_plan(rows))))
			(last ?? put({})).commands.push(line.trim());
		else if (label && columns(label[0]) === 10)
			put({ label: label[2], text: line.slice(label[0].length), sub: !!label[1] });
		else if (/^ {2}(?:[a-z]+|[\u2e80-\uffff]+)$/.test(line))
			put({ label: line.trim(), sub: true });
		else if (last && line.startsWith(' '.repeat(10)))
			last.more.push(line.slice(10));
		else
			put({ text: line.trim() });
	}
	return blocks.filter((rows) => rows.length > 0);
}

const tones = {
	[tr('error')]: 'bad', [tr('warning')]: 'warn', '[xx]': 'bad', '[! ]': 'warn', '[ok]': 'good',
	[tr('no')]: 'bad', [tr('yes')]: 'good', [tr('better')]: 'good',
};
const worded = { '[xx]': '✗', '[! ]': '!', '[ok]': '✓', '[. ]': '·' };

/* A change of what stands in the fields can be tried; what had the focus is gone then. */
function try_button(change) {
	const parts = change.change.split(', ').map((p) => /^(driver|python|torch)(?:>=|==)(\S+)$/.exec(p));

	if (!parts.every(Boolean))
		return null;
	const button = el('button', { type: 'button', className: 'small' }, tr('Try it'));

	button.ariaLabel = tr('Try {}', change.change);
	button.onclick = () => {
		for (const [, name, value] of parts)
			set_field(name, value);
		answer_now().then(() => $('answer').focus());
	};
	return [' ', button];
}

function row_part(row, json) {
	/* The JSON is English: in other languages the change itself tells which one it is. */
	const is_of = (c, text) => c.text === text || (lang !== 'en' && text.split(/[，：]/)[0].endsWith(c.change));
	const tried = (text) => (json.changes ?? []).filter((c) => is_of(c, text)).map(try_button);
	const lines = [row.text, ...row.more].map((text) => {
		const said = sentence(text);

		return said !== '' && el('div', {}, said, tried(text));
	});

	return [el('dt', { className: tones[row.label] ?? '' }, worded[row.label] ?? row.label),
		el('dd', { className: row.sub ? 'sub' : '' }, lines, command_lines(row.commands))];
}

const rows_part = (rows, json) => rows.length > 0 &&
	el('dl', {}, rows.map((row) => row_part(row, json)));

function commands_of(json) {
	const found = new Set();
	const walk = (node, here) => {
		if (typeof node === 'string')
			here && found.add(node);
		else if (node && typeof node === 'object')
			for (const [key, value] of Object.entries(node))
				walk(value, here || key.endsWith('_shell'));
	};

	walk(json, false);
	return found;
}

function as_text({ argv, code, text }) {
	const details = folded(tr('As the program prints it'), el('pre', {}, text));

	details.dataset.argv = JSON.stringify(in_language(argv));
	details.dataset.code = code;
	return details;
}

/* --- a plan ---------------------------------------------------------------------------------- */

/*
 * Of several machines the commands of a plan stand apart from whom it is for: behind an empty line, or with
 * those of the others under its number once more. A block of a plan gets them, and holds nothing else.
 */
function plans_apart(blocks) {
	const out = [];
	let plan;

	for (const rows of blocks)
		rows.forEach((row, i) => {
			const of = out.find(([p]) => p.label === row.label && numbered.test(row.label) && is_plan([row]));

			if (of) {
				of[0].commands.push(...row.commands);
				out.push([{ ...row, commands: [], again: true }]);
			} else if (is_plan([row])) {
				out.push(plan = [row]);
			} else if (plan && !row.label && !row.text && row.commands.length) {
				plan[0].commands.push(...row.commands);
			} else if (i && out.at(-1).length && (row.label === tr('for') || !is_plan(out.at(-1)))) {
				out.at(-1).push(row);
			} else {
				out.push([row]);
			}
		});
	return out;
}

/*
 * "torch 2.14.1, CUDA 12.6, Python 3.14, with pip; …": what one came for, then how, then of one plan alone
 * which machines it is for; of several that comes first.
 */
function plan_part(rows, windows, json, alone) {
	const [first, ...others] = rows;
	const [torch, cuda, ...how] = first.text.split(', ');
	const lines = rows.flatMap((r) => r.commands);
	const told = rows_part(others.map((r) => ({ ...r, commands: [] })), json);

	return box('plan', el('h2', {}, { [tr('And')]: tr('And '), Windows: tr('On Windows: ') }[first.label],
		numbered.test(first.label) && `${first.label}: `, `${torch}, ${cuda} `,
		el('small', {}, how.join(', '))),
	!alone && told,
	el('p', { className: 'quiet where' }, windows || first.label === 'Windows' ? tr('In PowerShell:') :
		tr('In a terminal:'), ' ',
	lines.length > 1 && copy_button(lines.join('\n'), tr('all commands'), tr('Copy all'))),
	command_lines(lines), alone && told);
}

function other_plan(plan) {
	const cuda = plan.cuda ? `CUDA ${plan.cuda}` : tr('CPU only');

	return [el('h3', {}, `torch ${plan.torch}, ${cuda} `,
		el('small', {}, plan.channel === 'pypi' ? tr('with {}', plan.installer) :
			tr('with {} from {}', plan.installer, plan.channel))),
	command_lines(plan.commands_shell)];
}

/* The plans that are not on the everyday screen, and how the first is undone. */
function others_part(json, shown) {
	const plans = json.plans.filter((p) => !p.commands_shell.every((c) => shown.has(c)));
	const undo = json.plans[0]?.undo_shell ?? [];

	return [plans.length > 0 && folded(tr('Other ways: {}', plans.length), plans.map(other_plan)),
		undo.length > 0 && folded(tr('To undo it'), command_lines(undo))];
}

/* What stands above the fields, and what below. */
function suggest_parts(answer) {
	if (!answer.out)
		return { top: [box('error', el('h2', {}, tr('No plan')), el('p', {}, page_words(answer.err)))], rest: [] };
	const json = answer.json ?? { plans: [] };
	const windows = json.plans[0]?.platform?.startsWith('win');
	const blocks = plans_apart(blocks_of(answer.out, commands_of(json)));
	const shown = new Set(blocks.flat().flatMap((r) => r.commands));
	const [machine, ...wrong] = is_plan(blocks[0]) ? [] : blocks[0];
	const rest = blocks.filter((rows, i) => i > 0 || is_plan(rows)).filter((rows) => !is_plan(rows));
	const plans = blocks.filter(is_plan);

	return {
		top: [
			machine && el('p', { className: 'machine' }, el('span', { className: 'quiet' }, machine.label),
				' ', machine.text, machine.more.map((t) => [' ', t])),
			wrong.length > 0 && box(json.plans.length ? 'warning' : 'error', rows_part(wrong, json)),
			plans.map((rows) => plan_part(rows, windows, json, plans.length === 1)),
			!json.plans.length && box('error', el('h2', {}, tr('No plan')), el('p', {}, page_words(answer.err))),
		],
		rest: [
			rest.map((rows) => rows_part(rows, json)), others_part(json, shown),
			json.plans.length > 0 && answer.err && el('p', { className: 'quiet' }, page_words(answer.err)),
			as_text(answer),
		],
	};
}

/* --- what is wrong, what it means, what it is ------------------------------------------------ */

const titles = { doctor: tr('What is wrong with it'), explain: tr('What it means'), inspect: tr('What it is') };

/* A finding and what belongs to it are one box; long lists are folded behind the first. */
const FINDINGS = 8;

function findings_of(rows) {
	const groups = [];

	for (const row of rows)
		if (row.sub && groups.length)
			groups.at(-1).push(row);
		else
			groups.push([row]);
	return groups;
}

function finding_box([head, ...rest], json) {
	const kind = { bad: 'error', warn: 'warning', good: 'plan' }[tones[head.label]] ?? '';

	return box(kind, rows_part([head, ...rest], json));
}

function screen_parts(answer) {
	const json = answer.json ?? {};
	const blocks = blocks_of(answer.out, commands_of(json));
	/* With a plan as the way out, its words, the cause and what was read stand below it. */
	const way = [tr('cure'), tr('cause')];
	const at = blocks.some(is_plan) ? blocks[0].findIndex((row) => way.includes(row.label)) : -1;
	const behind = at > 0 ? blocks[0].splice(at) : [];
	const boxes = blocks.flatMap((rows) => rows.some((r) => r.sub) ?
		findings_of(rows).map((group) => finding_box(group, json)) :
		is_plan(rows) ? [plan_part(rows, json.plans?.[0]?.platform?.startsWith('win'), json)] :
			[box('', rows_part(rows, json))]);

	return {
		top: [el('h2', {}, titles[answer.argv[0]]), boxes.slice(0, FINDINGS),
			boxes.length > FINDINGS && folded(tr('{} more', boxes.length - FINDINGS), boxes.slice(FINDINGS))],
		rest: [rows_part(behind, json), answer.err && el('p', { className: 'quiet' }, page_words(answer.err)), as_text(answer)],
	};
}

/* --- errors, in the words of a page ---------------------------------------------------------- */

/* The options are fields here, and what to type is not for a terminal. */
function page_words(err) {
	return words_of(off_page.reduce((t, hint) => t.replace(hint, ''), err.replace(new RegExp(`^(?:${tr('try')}): .*(?:\n {4,}.*)*$`, 'gm'), '')))
		.replace(/(?:pasted|standard input|标准输入)(?:: |：)/g, '')
		.replace(/; --gpu says so|；可用 --gpu 说明/, tr(': write them one a line'))
		.replace(/,? or say --gpu sm_XX|; if it is not NVIDIA's, say --gpu none/g, '')
		.replace(/，或用 --gpu sm_XX 指定|；如果不是 NVIDIA 的，请写 --gpu none/g, '')
		.replace(/--(gpu|driver|platform|python|installer|torch|cuda|glibc|mirror)\b/g, (_, field) =>
			({ gpu: tr('the card'), platform: tr('the system') })[field] ?? tr('the {}', field));
}

const TAKES = tr('The name of a card, as RTX 4090, or of several; what nvidia-smi or dxdiag prints, a pip or ' +
	'conda list, a requirements file; an error message, or a question such as “can a GTX 1080 run torch 2.14?”');

function nothing_parts({ err, text }) {
	const short = text.trim() && text.trim().length < 60 && !text.includes('\n');

	return { top: [box('error', el('h2', {}, short ? tr('Nothing is known of “{}”', text.trim()) :
		tr('Nothing in this is known')),
	!/holds no|not know this|no packages|里面没有|不认识这段/.test(err) && el('p', {}, page_words(err)),
	el('p', {}, tr('What it takes: '), TAKES))], rest: [] };
}

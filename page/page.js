/* The form: what is asked, of which commands, and links that hold a question. */

const FIELDS = ['text', 'driver', 'platform', 'glibc', 'python', 'installer', 'torch', 'cuda'];
const opened = {};                        /* files: bytes by name */
const chips = { gpus: [], withs: [] };    /* what was added to a list */
const input_of = { gpus: 'gpu', withs: 'with' };

/* --- the question ---------------------------------------------------------------------------- */

/* A list of words that each can be taken away again. */
function show_words(list, words, verb, back_to, take) {
	list.replaceChildren(...words.map((word, i) => {
		const button = el('button', { type: 'button' }, `${word} ×`);

		button.ariaLabel = `${verb} ${word}`;
		button.onclick = () => {
			take(i);
			soon();
			back_to.focus();
		};
		return el('li', {}, button);
	}));
}

function show_chips(id) {
	show_words($(id), chips[id], 'Remove', $(input_of[id]), (i) => {
		chips[id].splice(i, 1);
		show_chips(id);
	});
}

function show_opened() {
	const names = Object.keys(opened);

	show_words($('opened'), names, 'Close', $('files'), (i) => {
		delete opened[names[i]];
		show_opened();
	});
}

function add_chips(id) {
	const input = $(input_of[id]);
	const words = input.value.split(id === 'gpus' ? ',' : /[,\s]+/);

	chips[id].push(...words.map((w) => w.trim()).filter(Boolean));
	if (input.value.trim())
		soon();
	input.value = '';
	show_chips(id);
}

/* What is in the fields, as options of the program. */
function options_of(names) {
	return names.flatMap((name) => {
		const value = $(name).value.trim();

		return value ? [`--${name}`, value] : [];
	});
}

function machine_words() {
	return [...chips.gpus.flatMap((gpu) => ['--gpu', gpu]),
		...options_of(['driver', 'platform', 'glibc'])];
}

function wish_words() {
	const torch = $('torch').value.trim();
	const spec = /^\d/.test(torch) ? `torch==${torch}` : torch;
	const specs = [spec, ...chips.withs].filter(Boolean);
	const options = options_of(['python', 'installer', 'cuda']);

	return specs.length ? [...options, '--', ...specs] : options;
}

function given_files() {
	const pasted = $('text').value;

	return { ...(pasted.trim() ? { pasted: new TextEncoder().encode(pasted) } : {}), ...opened };
}

function set_field(name, value) {
	const field = $(name);

	if (field.tagName === 'SELECT' && ![...field.options].some((o) => o.value === value))
		field.append(el('option', {}, value));
	field.value = value;
}

/* --- asking ---------------------------------------------------------------------------------- */

/*
 * Which commands have something to say of a text is found out by asking them: exit code 3 is "no
 * facts in this", 1 of explain "nothing recognised". Gives [command, answer] each.
 */
async function ask_of_texts(files, machine, wishes) {
	const names = Object.keys(files), line = $('text').value.trim();
	const short = names.length === 1 && files.pasted && line.length < 300 && !line.includes('\n');
	const hosts = names.flatMap((n) => ['--host', n]);
	const planned = await query('suggest', [...hosts, ...machine, ...wishes], files);
	const told = planned.json || planned.code !== 3;
	const of = told ? [...hosts, ...machine] : machine;
	const answers = [
		['suggest', planned],
		['doctor', await query('doctor', [...of, ...names], files)],
		['explain', await query('explain', [...of, '--', ...(short ? [line] : names)], files)],
		...(short ? [['inspect', await query('inspect', [...of, '--', line], files)]] : []),
	];

	const says = ([command, a]) => command === 'suggest' ? told :
		command === 'explain' ? !a.code || a.json?.build : a.code !== 3;
	return { planned, told, answers: answers.filter(says) };
}

async function ask_all(files, machine, wishes) {
	const names = Object.keys(files);
	const { planned, told, answers } = names.length ?
		await ask_of_texts(files, machine, wishes) : { told: false, answers: [] };

	if (!told && chips.gpus.length) {
		const listed = answers.some(([, a]) => a.json?.judged?.requirements);
		const from = listed ? names.flatMap((n) => ['-r', n]) : [];
		const words = [...machine, ...from, ...wishes];

		answers.push(['suggest', await query('suggest', words, files)]);
	}
	return answers.length ? answers : [['nothing', planned]];
}

let timer, latest = 0;

function soon() {
	clearTimeout(timer);
	timer = setTimeout(answer_now, 400);
}

const count = (n, what) => `${n} ${what}${n === 1 ? '' : 's'}`;

function show_answers(answers, ms) {
	const sum = (of) => answers.reduce((n, [, a]) => n + (of(a.json ?? {})?.length ?? 0), 0);
	const parts = answers.map(([what, a]) => parts_of[what](a)).flat(Infinity);

	$('answer').replaceChildren(...parts.filter(Boolean));
	const numbers = [[sum((j) => j.plans), 'plan'], [sum((j) => j.packages && j.findings), 'finding'],
		[sum((j) => j.matches), 'explanation']].filter(([n]) => n);

	$('status').textContent = `Answered in ${ms.toFixed(0)} ms` +
		(numbers.length ? `: ${numbers.map(([n, what]) => count(n, what)).join(', ')}.` : '.');
}

/* Where the answer is below what one sees, as on a phone. */
function come_to_answer() {
	if ($('status').getBoundingClientRect().top > innerHeight * 0.7)
		$('status').scrollIntoView();
}

async function answer_now() {
	clearTimeout(timer);
	const turn = ++latest, files = given_files();

	if (!Object.keys(files).length && !chips.gpus.length) {
		$('answer').replaceChildren();
		$('status').textContent = 'Paste something, or pick a GPU.';
		return;
	}
	if (loaded)
		$('status').textContent = 'Thinking.';
	await ready;
	const begin = performance.now();
	const answers = await ask_all(files, machine_words(), wish_words());
	if (turn !== latest)
		return;
	show_answers(answers, performance.now() - begin);
	document.body.dataset.answered = turn;
	if ($('m-driver').value !== $('driver').value) {
		$('m-driver').value = $('driver').value;
		draw();
	}
}

/* --- links ----------------------------------------------------------------------------------- */

async function link_of() {
	const fields = FIELDS.filter((name) => $(name).value).map((name) => [name, $(name).value]);
	const state = JSON.stringify({ ...chips, ...Object.fromEntries(fields) });
	const packed = await through(new CompressionStream('deflate-raw'),
		new TextEncoder().encode(state));
	const text = btoa(Array.from(packed, (b) => String.fromCharCode(b)).join(''));

	return text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/* A link may come from anybody: of what it holds, words are taken, and nothing else. */
async function follow_link() {
	if (!location.hash.startsWith('#q='))
		return;
	try {
		const word = location.hash.slice(3).replace(/-/g, '+').replace(/_/g, '/');
		const text = await through(new DecompressionStream('deflate-raw'),
			from_base64(word), MOST);
		const state = JSON.parse(new TextDecoder().decode(text));

		empty();
		for (const name of FIELDS)
			set_field(name, typeof state[name] === 'string' ? state[name] : '');
		for (const id of Object.keys(chips)) {
			const words = Array.isArray(state[id]) ? state[id] : [];

			chips[id] = words.filter((w) => typeof w === 'string');
			show_chips(id);
		}
		answer_now();
	} catch {
		$('status').textContent = 'The link holds no question: was it cut?';
	}
}

async function make_link() {
	history.replaceState(null, '', `#q=${await link_of()}`);
	await copy(location.href);
	$('status').textContent = 'The link is copied. It holds what was pasted, but no opened file.';
}

/* --- the form -------------------------------------------------------------------------------- */

const example = `name, compute_cap, driver_version, memory.total [MiB]
NVIDIA GeForce GTX 1080 Ti, 6.1, 550.54.15, 11264 MiB
NVIDIA GeForce RTX 4090, 8.9, 550.54.15, 24564 MiB
`;

function fill(id, values, none) {
	if (none)
		$(id).append(el('option', { value: '' }, none));
	$(id).append(...values.map((value) => el('option', { value }, value)));
}

function fill_lists() {
	fill('platform', lists.platforms, 'as pasted');
	fill('m-platform', lists.platforms.filter((p) => !p.startsWith('osx')));
	fill('python', lists.pythons, 'any');
	fill('installer', lists.installers, 'pip, conda');
	fill('gpu-list', lists.gpus);
	fill('driver-list', lists.drivers);
	fill('with-list', lists.packages);
	$('date').textContent = `Its matrix of builds, GPUs and drivers is that of ${lists.date}.`;
	for (const [kind, [mark, words]] of Object.entries(marks))
		$('key').append(el('span', {}, el('span', { className: `swatch ${kind}` }, mark), ` ${words}`));
	$('key').append(el('span', {}, 'Choose a cell for its reason; arrows move.'));
}

function empty() {
	for (const name of Object.keys(opened))
		delete opened[name];
	chips.gpus = [];
	chips.withs = [];
	show_opened();
	show_chips('gpus');
	show_chips('withs');
}

function clear() {
	empty();
	history.replaceState(null, '', location.pathname + location.search);
	setTimeout(answer_now);
}

function listen_to_chips(id) {
	const input = $(input_of[id]);

	$(`${input.id}-add`).onclick = () => add_chips(id);
	input.addEventListener('change', () => { /* one of the list was chosen */
		if ([...input.list.options].some((o) => o.value === input.value))
			add_chips(id);
	});
	input.addEventListener('keydown', (event) => {
		if (event.key === 'Enter') {
			event.preventDefault();
			add_chips(id);
		}
	});
}

async function open_files() {
	for (const file of $('files').files)
		opened[file.name] = new Uint8Array(await file.arrayBuffer());
	$('files').value = '';
	show_opened();
	soon();
}

function listen() {
	$('form').onsubmit = (event) => {
		event.preventDefault();
		add_chips('gpus');
		add_chips('withs');
		answer_now().then(come_to_answer);
	};
	$('form').onreset = clear;
	for (const name of FIELDS)
		$(name).addEventListener(name === 'text' ? 'input' : 'change', soon);
	$('text').addEventListener('keydown', (event) => {
		if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
			answer_now();
	});
	listen_to_chips('gpus');
	listen_to_chips('withs');
	$('files').onchange = open_files;
	$('link').onclick = make_link;
	$('example').onclick = () => {
		empty();
		for (const name of FIELDS)
			set_field(name, name === 'text' ? example : '');
		answer_now().then(come_to_answer);
	};
	for (const id of ['m-installer', 'm-platform', 'm-driver', 'm-which'])
		$(id).addEventListener('change', draw);
	$('matrix').addEventListener('keydown', move_in_picture);
	$('terms').addEventListener('toggle', show_terms, { once: true });
	addEventListener('hashchange', follow_link);
}

async function show_terms() {
	const text = await through(new DecompressionStream('deflate-raw'),
		from_base64($('notices').textContent));

	$('terms').querySelector('pre').textContent = new TextDecoder().decode(text);
}

/* The picture is drawn once somebody comes near it. */
function draw_when_near() {
	new IntersectionObserver((entries, observer) => {
		if (entries.some((e) => e.isIntersecting)) {
			observer.disconnect();
			if (!drawn)
				draw();
		}
	}, { rootMargin: '300px' }).observe($('picture'));
}

fill_lists();
listen();
follow_link();
ready.then(() => {
	if (!latest)
		$('status').textContent = 'Paste something, or pick a GPU.';
	draw_when_near();
});

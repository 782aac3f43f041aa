/* The question: the box, the fields, files and links; which commands have something to say of it. */

const FIELDS = ['text', 'gpu', 'driver', 'platform', 'glibc', 'python', 'installer', 'torch', 'cuda', 'with', 'mirror'];
const opened = {};                        /* files: bytes by name */
const narrow = matchMedia('(max-width: 30rem)');

const systems = {
	'linux-64': 'Linux', 'linux-aarch64': tr('Linux on Arm'), 'win-64': 'Windows',
	'osx-arm64': 'macOS, Apple silicon', 'osx-64': 'macOS, Intel', 'win-arm64': tr('Windows on Arm'),
};

/* --- the machine of the browser -------------------------------------------------------------- */

/* Who sits at Windows wants its commands; on a phone or a Mac one asks for another machine. */
const at_windows = /^Win/.test(navigator.userAgentData?.platform || navigator.platform);

/* What WebGL calls the card, where it is one of NVIDIA's and no class of such ("or similar"). */
function card_of_browser() {
	const gl = document.createElement('canvas')
		.getContext('webgl', { failIfMajorPerformanceCaveat: true });
	const info = gl?.getExtension('WEBGL_debug_renderer_info');
	const name = info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : '';

	return /or similar/.test(name) ? undefined :
		/NVIDIA ((?:GeForce|RTX|GTX|Quadro|TITAN|Tesla) [^,(/]*\w)/.exec(name)?.[1];
}

/* --- the question ---------------------------------------------------------------------------- */

const field = (name) => $(name).value.trim();
const options_of = (names) => names.flatMap((name) => field(name) ? [`--${name}`, field(name)] : []);
const words_in = (text) => text.split(/[,\s]+/).filter(Boolean);

/* The line of several cards as options: "RTX 4090 and GTX 1080 Ti, driver 535". */
function cards_of(line) {
	return line.split(/[,;+&\n，；、]|\band\b|和/).map((w) => w.trim()).filter(Boolean).flatMap((word) => {
		const driver = /^(?:driver|驱动) ?(\d\S*)$/i.exec(word);

		return driver ? ['--driver', driver[1]] : ['--gpu', word];
	});
}

function machine_words() {
	const gpus = field('gpu').split(',').map((w) => w.trim()).filter(Boolean);

	return [...gpus.flatMap((gpu) => ['--gpu', gpu]), ...options_of(['driver', 'platform', 'glibc'])];
}

function wish_words() {
	const torch = field('torch'), spec = /^\d/.test(torch) ? `torch==${torch}` : torch;
	const specs = [spec, ...words_in(field('with'))].filter(Boolean);
	const options = options_of(['python', 'installer', 'cuda', 'mirror']);

	return specs.length ? [...options, '--', ...specs] : options;
}

const files_of = (text) =>
	({ ...(text.trim() ? { pasted: new TextEncoder().encode(text) } : {}), ...opened });

/* A box that holds megabytes takes the browser minutes to lay out: so large a text is kept beside it. */
const BOX_MOST = 256 << 10;

function keep_beside(text) {
	opened[tr('pasted text')] = new TextEncoder().encode(text);
	show_opened();
}

function set_field(name, value) {
	const to = $(name);

	if (name === 'text' && value.length > BOX_MOST) {
		keep_beside(value);
		value = '';
	}
	if (to.tagName === 'SELECT' && ![...to.options].some((o) => o.value === value))
		to.append(el('option', {}, value));
	to.value = value;
	if (name === 'text')
		grow();
}

/* --- asking ---------------------------------------------------------------------------------- */

/* A machine alone that does not tell its system is taken for the one that one sits at. */
async function plan(words, files) {
	const first = await query('suggest', words, files);
	const hosts = first.json?.hosts ?? [];
	const open = at_windows && hosts.length === 1 && hosts[0].platform === null &&
		!/^\d+\.\d+\.\d+$/.test(hosts[0].driver);  /* a number of Linux drivers */

	return open ? query('suggest', ['--platform', 'win-64', ...words], files) : first;
}

const told = (answer) => answer.json?.hosts?.length > 0 || answer.code !== 3;

/* The plan for what was entered: cards in a line, or what tells of a machine. */
async function plan_of(text, files, machine, wishes) {
	const names = Object.keys(files), line = text.trim();
	const listed = names.length === 1 && line.length < 200 && /[,;+&\n，；、]|\band\b|和/.test(line);
	const cards = listed && await plan([...cards_of(line), ...machine, ...wishes], {});

	return cards && told(cards) ? cards :
		plan([...names.flatMap((n) => ['--host', n]), ...machine, ...wishes], files);
}

/* Of a machine alone doctor says nothing that the plan does not say, unless something is wrong. */
const is_idle = (json) => json?.env === 'none' && json.findings.every((f) => f.severity === 'note');

/*
 * Which commands have something to say of a text is found out by asking them: exit code 3 is "no
 * facts in this", 1 of explain "nothing recognised".
 */
async function others_of(text, files, machine) {
	const names = Object.keys(files), line = text.trim();
	const short = names.length === 1 && files.pasted && line.length < 300 && !line.includes('\n');
	const answers = [
		await query('explain', [...machine, '--', ...(short ? [line] : names)], files),
		await query('doctor', [...machine, ...names], files),
		...(short && /\.(whl|conda|bz2)$/.test(line) ?
			[await query('inspect', [...machine, '--', line], files)] : []),
	];

	return answers.filter((a) =>
		a.argv[0] === 'explain' ? !a.code || a.json?.build : a.code !== 3 && !is_idle(a.json));
}

/* What is listed, for a machine that stands in the fields. */
async function listed_plan(answers, files, machine, wishes) {
	const names = Object.keys(files);

	if (!field('gpu') || !answers.some((a) => a.json?.judged?.requirements))
		return [];
	return [await plan([...machine, ...names.flatMap((n) => ['-r', n]), ...wishes], files)];
}

/* The words of a run of suggest that tell of the machine. */
const machine_of = ({ argv }) => {
	const end = argv.indexOf('--');

	return argv.slice(1, end < 0 ? argv.length : end)
		.filter((word, i, all) => !/^--(python|installer|cuda|mirror)$/.test(word) &&
			!/^--(python|installer|cuda|mirror)$/.test(all[i - 1] ?? ''));
};

/*
 * First the plan, as soon as it is there, then what else there is to say. Of what explain says of a
 * machine alone the plan is the answer; what it finds is said with its way out.
 */
async function ask_all(text, show) {
	const files = files_of(text), names = Object.keys(files);
	const machine = machine_words(), wishes = wish_words();
	const planned = await plan_of(text, files, machine, wishes), is_told = told(planned);
	const first = is_told ? [await in_words(planned)] : [];

	if (is_told)
		show(first);
	if (!names.length)
		return;
	const others = await others_of(text, files, is_told ? machine_of(planned) : machine);
	const all = await Promise.all(others.map(in_words));

	if (!is_told)
		for (const more of await listed_plan(others, files, machine, wishes))
			first.push(await in_words(more));
	if (!all.length && !first.length)
		all.push({ ...await in_words(planned), nothing: true, text });
	if (all.length)
		show([...all, ...first]);
}

/* --- showing --------------------------------------------------------------------------------- */

const parts_of = (answer) => answer.nothing ? nothing_parts({ ...answer, text: $('text').value }) :
	answer.argv[0] === 'suggest' ? suggest_parts(answer) : screen_parts(answer);

/*
 * What is wrong with a list goes first; a plan goes before words about its cards, and behind a fault that
 * was found. Each is shown once.
 */
function in_turn(answers) {
	const of = (command) => answers.filter((a) => a.argv[0] === command);
	const found = of('explain').filter((a) => a.json?.matches?.length || a.json?.build);
	const solved = found.some((a) => a.json.commands_shell?.length || a.json.build);
	const told_plan = of('suggest').length > 0;

	return [...of('doctor'), ...(told_plan ? found : of('explain')), ...(solved ? [] : of('suggest')), ...of('inspect')];
}

/* What the answer took for what was not said stands in the fields. */
function show_assumed(answers) {
	const json = answers.find((a) => a.argv[0] === 'suggest')?.json;
	const hosts = json?.hosts ?? [], host = hosts.length === 1 ? hosts[0] : undefined, first = json?.plans[0];
	const system = systems[first?.platform], argv = answers.find((a) => a.argv[0] === 'suggest')?.argv ?? [];
	const why = argv[1] === '--platform' && !field('platform') ? tr('yours') :
		host?.platform ? tr('as told') : tr('assumed');

	$('gpu').placeholder = host?.gpus.length ? tr('as told') : 'RTX 4090';
	$('driver').placeholder = host?.driver ? host.driver : tr('not given');
	$('platform').options[0].textContent = system ? `${system}, ${why}` : tr('as told');
	$('python').options[0].textContent = first?.python ? `${first.python}, ${tr('assumed')}` : tr('any');
}

function show(answers, example) {
	const parts = in_turn(answers).map(parts_of);

	document.body.classList.toggle('asked', !example);
	$('answer').replaceChildren(...[
		example && el('p', { className: 'example' }, el('strong', {}, example.label), ` ${example.text}`),
		...parts.flatMap((p) => p.top)].flat(Infinity).filter(Boolean));
	$('rest').replaceChildren(...parts.flatMap((p) => p.rest).flat(Infinity).filter(Boolean));
	show_assumed(answers);
	show_machine(answers.find((a) => a.json?.plans?.length)?.json);
}

let timer, latest = 0;

function soon(ms = 400) {
	clearTimeout(timer);
	timer = setTimeout(answer_now, ms);
}

/* Before somebody enters something: their own card where the browser tells it, or one of many. */
function example_of() {
	const own = card_of_browser();

	return own ? { text: own, label: tr('This computer, as your browser tells it:') } :
		{ text: lists.known.example, label: tr('An example, until you enter yours:') };
}

let example;

async function answer_now() {
	clearTimeout(timer);
	const turn = ++latest, begin = performance.now();

	delete document.body.dataset.ms;
	const empty = !field('text') && !field('gpu') && !Object.keys(opened).length;

	if (empty)
		example ??= example_of();
	await ask_all(empty ? example.text : $('text').value, (answers) => {
		if (turn !== latest)
			return;
		show(answers, empty && example);
		const plans = answers.find((a) => a.json?.plans?.length)?.json.plans;

		document.body.dataset.ms ||= (performance.now() - begin).toFixed(0); /* what was shown first */
		$('status').textContent = (plans ? `torch ${plans[0].torch}. ` : '') +
			tr('Answered in {} ms.', document.body.dataset.ms);
		if (plans)
			document.body.dataset.first ||= performance.now().toFixed(0); /* since the page was asked for */
	});
	if (turn === latest)
		document.body.dataset.answered = turn;
}

/* --- links ----------------------------------------------------------------------------------- */

async function link_of() {
	const fields = FIELDS.filter((name) => $(name).value).map((name) => [name, $(name).value]);
	const packed = await through(new CompressionStream('deflate-raw'),
		new TextEncoder().encode(JSON.stringify(Object.fromEntries(fields))));
	const text = btoa(Array.from(packed, (b) => String.fromCharCode(b)).join(''));

	return text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/* A link may come from anybody: of what it holds, words are taken, and nothing else. */
async function follow_link() {
	try {
		const word = location.hash.slice(3).replace(/-/g, '+').replace(/_/g, '/');
		const text = await through(new DecompressionStream('deflate-raw'),
			from_base64(word.padEnd(Math.ceil(word.length / 4) * 4, '=')), MOST);
		const state = JSON.parse(new TextDecoder().decode(text));

		close_files();
		for (const name of FIELDS)
			set_field(name, typeof state[name] === 'string' ? state[name] : '');
		await answer_now();
	} catch {
		$('status').textContent = tr('The link holds no question: was it cut?');
	}
}

async function make_link() {
	history.replaceState(null, '', `#q=${await link_of()}`);
	await copy(location.href);
	$('status').textContent = tr('The link is copied. It holds what was entered, but no opened file.');
}

/* --- the form -------------------------------------------------------------------------------- */

const examples = [
	[tr('two cards'), 'GTX 1080 Ti, RTX 4090, driver 535'],
	[tr('an error'), 'RuntimeError: CUDA error: no kernel image is available for execution on the device'],
	[tr('a list'), 'torch==2.2.2+cu121\ntorchaudio==2.1.0+cu118\nnumpy==2.1.0\n'],
	[tr('a question'), tr('can a GTX 1080 run torch 2.14?')],
];

/* The box is as high as what is in it, to a quarter of the window; on a phone the answer needs the room. */
function grow() {
	const box_of = $('text'), most = innerHeight / (narrow.matches ? 10 : 4);

	box_of.style.height = 'auto';
	box_of.style.height = `${Math.min(box_of.scrollHeight + 2, most)}px`;
}

function show_hints() {
	$('hints').append(tr('Try '), ...examples.flatMap(([name, text], i) => {
		const button = el('button', { type: 'button', className: 'link' }, name);

		button.onclick = () => {
			set_field('text', text);
			answer_now();
		};
		return [i > 0 && ', ', button].filter(Boolean);
	}), tr(' or '), el('label', { className: 'file' }, tr('open files '), el('input', { type: 'file', id: 'files', multiple: true })));
}

function fill(id, values, none) {
	if (none)
		$(id).append(el('option', { value: '' }, none));
	$(id).append(...values.map((value) => el('option', { value }, systems[value] ?? value)));
}

function fill_lists() {
	fill('platform', lists.platforms, tr('as told'));
	fill('m-platform', Object.keys(lists.pictures));
	$('m-platform').value = at_windows ? 'win-64' : 'linux-64';
	fill('python', lists.pythons, tr('any'));
	fill('installer', lists.installers, 'pip, conda');
	fill('gpu-list', lists.gpus);
	fill('driver-list', lists.drivers);
	fill('with-list', lists.packages);
	fill('mirror-list', lists.mirrors);
	$('date').textContent = tr('What it knows of builds, cards and drivers is of {}.', lists.date);
}

function close_files() {
	for (const name of Object.keys(opened))
		delete opened[name];
	show_opened();
}

function show_opened() {
	$('opened').replaceChildren(...Object.keys(opened).map((name) => {
		const button = el('button', { type: 'button' }, `${name} ×`);

		button.ariaLabel = tr('Close {}', name);
		button.onclick = () => {
			delete opened[name];
			show_opened();
			soon();
			$('files').focus();
		};
		return el('li', {}, button);
	}));
}

async function open_files() {
	for (const file of $('files').files)
		opened[file.name] = new Uint8Array(await file.arrayBuffer());
	$('files').value = '';
	show_opened();
	soon(0);
}

function clear() {
	close_files();
	set_field('text', '');
	history.replaceState(null, '', location.pathname + location.search);
	setTimeout(answer_now);
}

/* Enter asks; in what has lines it makes one, and Ctrl+Enter asks. */
function key_in_box(event) {
	const asks = event.ctrlKey || event.metaKey || !(event.shiftKey || $('text').value.includes('\n'));

	if (event.key === 'Enter' && asks) {
		event.preventDefault();
		answer_now();
	}
}

function listen() {
	for (const form of ['form', 'for'])
		$(form).onsubmit = (event) => {
			event.preventDefault();
			answer_now();
		};
	$('for').onreset = clear;
	for (const name of FIELDS.slice(1))
		$(name).addEventListener('change', () => soon(0));
	$('text').addEventListener('beforeinput', (event) => {
		if (event.data?.length > BOX_MOST) {
			event.preventDefault();
			keep_beside(event.data);
			soon(0);
		}
	});
	$('text').addEventListener('input', (event) => {
		grow();
		soon(event.inputType === 'insertFromPaste' ? 0 : 400);
	});
	$('text').addEventListener('keydown', key_in_box);
	$('files').onchange = open_files;
	$('link').onclick = make_link;
	for (const id of ['m-by', 'm-installer', 'm-platform'])
		$(id).addEventListener('change', draw);
	$('matrix').addEventListener('keydown', move_in_picture);
	$('terms').addEventListener('toggle', show_terms, { once: true });
	addEventListener('resize', grow);
	addEventListener('hashchange', () => location.hash.startsWith('#q=') && follow_link());
}

async function show_terms() {
	const text = await through(new DecompressionStream('deflate-raw'),
		from_base64($('notices').textContent));

	$('terms').querySelector('pre').textContent = new TextDecoder().decode(text);
}

/* --- the language ---------------------------------------------------------------------------- */

/* What stands in page.html, in the language of the page. */
function translate() {
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);

	document.documentElement.lang = lang;
	document.title = tr(document.title);
	for (let node; (node = walker.nextNode());) {
		const text = node.data.trim().replace(/\s+/g, ' ');

		if (said[text])
			node.data = said[text];
	}
	for (const of of document.querySelectorAll('[aria-label], [placeholder]'))
		for (const name of ['aria-label', 'placeholder'])
			if (of.hasAttribute(name))
				of.setAttribute(name, tr(of.getAttribute(name)));
}

/* The page in another language is the page anew, with the question in it. */
function show_languages() {
	$('lang').append(...languages.map((l) =>
		el('option', { value: l, lang: l }, new Intl.DisplayNames([l], { type: 'language' }).of(l))));
	$('lang').value = lang;
	$('lang').onchange = async () => {
		location.href = `${location.pathname}?lang=${$('lang').value}#q=${await link_of()}`;
	};
}

translate();
show_languages();
fill_lists();
show_hints();
listen();
draw();
if (location.hash.startsWith('#q='))
	follow_link();
else
	answer_now();

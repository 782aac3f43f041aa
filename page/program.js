/*
 * The page asks the program and shows what it answers: nothing is decided here, each answer is the
 * program's --json, each refusal its words. Whatever came from outside goes into the page as text.
 */
'use strict';

const $ = (id) => document.getElementById(id);
const lists = JSON.parse($('lists').textContent); /* pack/page.py */

/* The language of the address (?lang=zh), else the first of the browser's that is here. */
const languages = ['en', ...Object.keys(lists.said)];
const lang = [new URLSearchParams(location.search).get('lang'), ...navigator.languages]
	.map((l) => l?.slice(0, 2)).find((l) => languages.includes(l)) ?? 'en';
const said = lists.said[lang] ?? {};

/* A text in that language, its {} filled in turn. */
const tr = (text, ...values) => values.reduce((t, v) => t.replace('{}', () => v), said[text] ?? text);

/* The program answers people in the language of the page. */
const in_language = ([command, ...words]) => [command, '--lang', lang, ...words];

/* el('p', { className: 'quiet' }, 'text', node, [more]): what is false, null or absent is left out. */
function el(tag, properties, ...children) {
	const node = Object.assign(document.createElement(tag), properties);
	const there = (c) => c !== null && c !== undefined && c !== false && c !== '';

	node.append(...children.flat(Infinity).filter(there));
	return node;
}

/* What a question may hold, and a link, which may come from anybody; how long an answer may take. */
const MOST = 4 << 20, SECONDS = 60;

async function through(stream, bytes, most = Infinity) {
	const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader(), pieces = [];

	for (let n = 0, piece; !(piece = await reader.read()).done; pieces.push(piece.value)) {
		n += piece.value.length;
		if (n > most) {
			await reader.cancel();
			throw new RangeError(`it unpacks to more than ${most} bytes`);
		}
	}
	return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

function from_base64(text) {
	if (Uint8Array.fromBase64)
		return Uint8Array.fromBase64(text);
	const plain = atob(text), bytes = new Uint8Array(plain.length);

	for (let i = 0; i < plain.length; i++)
		bytes[i] = plain.charCodeAt(i);
	return bytes;
}

const engine = URL.createObjectURL(
	new Blob([from_base64, $('engine').textContent], { type: 'text/javascript' }));
const program = $('wasm').textContent;
const waiting = new Map();
let asked = 0, loaded = false, worker, ready, tell_ready, watch;

const failed = (code, why) => ({ code, out: '', err: `cudaplan: error: ${why}`, ms: 0 });

function not_here(why) {
	const retry = el('button', { type: 'button', className: 'link' }, tr('Try again'));

	worker.terminate();
	clearTimeout(watch);
	retry.onclick = () => {
		$('status').textContent = tr('One moment: the program is being unpacked.');
		start();
	};
	$('status').replaceChildren(tr('The program does not run in this browser: {}', why), ' ', retry);
}

/* While it is unpacked it must be ready in this time, and while answers are awaited, one must come. */
function wait() {
	clearTimeout(watch);
	if (!loaded || waiting.size)
		watch = setTimeout(() => (loaded ? again : not_here)(tr('no answer in {} seconds', SECONDS)),
			SECONDS * 1000);
}

/* A worker that ended or hangs is followed by another; what it was asked is answered so. */
function again(why) {
	const open = [...waiting.values()];

	worker.terminate();
	waiting.clear();
	start();
	for (const done of open)
		done(failed(70, why));
}

/* Who asked before it was ready is answered by the worker that gets so far. */
function start() {
	if (loaded || !ready)
		ready = new Promise((done) => tell_ready = done);
	loaded = false;
	worker = new Worker(engine);
	worker.onerror = (event) => (loaded ? again : not_here)(event.message ?? tr('it starts no worker'));
	worker.onmessage = ({ data }) => {
		if (data.failed) {
			not_here(data.failed);
			return;
		}
		if (data.ready) {
			loaded = true;
			tell_ready();
		} else {
			waiting.get(data.id)(data);
			waiting.delete(data.id);
		}
		wait();
	};
	worker.postMessage(program);
	wait();
}
$('wasm').remove();
start();

/*
 * What the program says of the first example is packed with it, for those who open the page: it is there
 * before the program is. A page that is older lets the program say how old its matrix is.
 */
const FRESH_DAYS = 60;

lists.known.fresh = Date.now() - Date.parse(lists.date) < FRESH_DAYS * 864e5;

const known_key = (argv, files) => JSON.stringify([argv,
	Object.entries(files).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)])]);

/* One run of the program with these arguments and files: { code, out, err }. */
function run(argv, files = {}) {
	const size = Object.values(files).reduce((n, file) => n + file.length, 0);

	if (size > MOST)
		return Promise.resolve(failed(3, tr('{} MB are more than this page takes, {} MB: the program itself reads them',
			(size / 1e6).toFixed(1), MOST >> 20)));
	const said = in_language(argv);
	const known = loaded || !lists.known.fresh ? undefined : lists.known.answers[known_key(said, files)];

	return known ? Promise.resolve({ ...known, ms: 0 }) : ready.then(() => new Promise((done) => {
		waiting.set(++asked, done);
		worker.postMessage({ id: asked, argv: said, files });
		wait();
	}));
}

/* The same with --json; `json` is null where the program gave only words. */
async function query(command, words, files) {
	const answer = await run([command, '--json', ...words], files);
	const json = answer.out ? JSON.parse(answer.out) : null;

	return { ...answer, argv: [command, ...words], files, json };
}

/* The answer with what the program prints of it. */
async function in_words(answer) {
	const { out, err, code } = await run(answer.argv, answer.files);

	return { ...answer, out, err, code, text: out + err };
}

const words_of = (err) => err.replace(/^cudaplan: [^ :]+: /gm, '').trim();

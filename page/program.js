/*
 * The page asks the program and shows what it answers: nothing is decided here, each answer is the
 * program's --json, each refusal its words. Whatever came from outside goes into the page as text.
 */
'use strict';

const $ = (id) => document.getElementById(id);
const lists = JSON.parse($('lists').textContent); /* pack/page.py */

/* el('p', { className: 'quiet' }, 'text', node, [more]): what is false, null or absent is left out. */
function el(tag, properties, ...children) {
	const node = Object.assign(document.createElement(tag), properties);
	const there = (c) => c !== null && c !== undefined && c !== false && c !== '';

	node.append(...children.flat(Infinity).filter(there));
	return node;
}

async function through(stream, bytes) {
	const plain = new Blob([bytes]).stream().pipeThrough(stream);

	return new Uint8Array(await new Response(plain).arrayBuffer());
}

const from_base64 = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

const worker = new Worker(URL.createObjectURL(
	new Blob([$('engine').textContent], { type: 'text/javascript' })));
const waiting = new Map();
let asked = 0;

let loaded = false;

function not_here(why) {
	$('status').textContent = `The program does not run in this browser: ${why}`;
}

const ready = new Promise((done) => {
	worker.onerror = (event) => not_here(event.message ?? 'it starts no worker');
	worker.onmessage = ({ data }) => {
		if (data.failed) {
			not_here(data.failed);
			return;
		}
		if (data.ready) {
			loaded = true;
			done();
			return;
		}
		waiting.get(data.id)(data);
		waiting.delete(data.id);
	};
});
worker.postMessage($('wasm').textContent);
$('wasm').remove();

/* One run of the program with these arguments and files: { code, out, err }. */
function run(argv, files = {}) {
	return new Promise((done) => {
		waiting.set(++asked, done);
		worker.postMessage({ id: asked, argv, files });
	});
}

/* The same with --json; `json` is null where the program gave only words. */
async function query(command, words, files) {
	const answer = await run([command, '--json', ...words], files);
	const json = answer.out ? JSON.parse(answer.out) : null;

	return { ...answer, argv: [command, ...words], files, json };
}

const words_of = (err) => err.replace(/^cudaplan: (error|warning): /gm, '').trim();

/*
 * node page-limits.js PAGE: the parts of the page that ask the program, with a worker that hangs, ends
 * or is never asked: too large a question is refused, a link that unpacks to too much is none, and
 * after a worker that gave no answer the next question gets one.
 */
'use strict';
const fs = require('fs');
const zlib = require('zlib');

const texts = { lists: '{"known":{"answers":{}},"said":{}}', engine: '', wasm: 'program', status: '' };
const timers = [];
let kind = 'answers';
const started = [];

globalThis.location = { search: '' };
Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en'] }, configurable: true });
globalThis.document = {
	getElementById: (id) => ({ textContent: texts[id] ?? '', remove() {} }),
	createElement: () => ({ append() {} }),
};
URL.createObjectURL = () => 'engine';
globalThis.setTimeout = (does, ms) => timers.push({ does, ms });
globalThis.clearTimeout = (n) => { if (n) timers[n - 1] = null; };
globalThis.Worker = class {
	constructor() { started.push(this); }
	terminate() { this.ended = true; }
	postMessage(data) {
		queueMicrotask(() => {
			if (data === 'program')
				this.onmessage({ data: { ready: true } });
			else if (kind === 'answers')
				this.onmessage({ data: { id: data.id, code: 0, out: '{}', err: '' } });
			else if (kind === 'ends')
				this.onerror({ message: 'out of memory' });
		});
	}
};

const { run, through, MOST } = (0, eval)(
	`(() => { ${fs.readFileSync(`${process.argv[2]}/program.js`, 'utf8')}\nreturn { run, through, MOST }; })()`);

let bad = 0;
const must = (holds, what) => { if (!holds) { console.log(`page-limits: ${what}`); bad = 1; } };
const due = () => timers.filter((t) => t && t.ms < 120000);
const unpack = (n, most) => through(new DecompressionStream('deflate-raw'),
	zlib.deflateRawSync(Buffer.alloc(n)), most);

(async () => {
	await Promise.resolve();
	must((await run(['x'])).code === 0, 'no answer');
	must((await run(['x'], { a: 'x'.repeat(MOST + 1) })).code === 3, 'takes 4 MB and a byte');
	must((await run(['x'], { a: new Uint8Array(MOST) })).code === 0, 'does not take 4 MB');
	must(due().length === 0, 'waits for nothing');
	kind = 'hangs';
	let answer = run(['x']);
	await new Promise(setImmediate);
	must(due().length === 1, 'waits without a limit');
	due().pop().does();
	must((await answer).code === 70 && started[0].ended && started.length === 2, 'hangs for ever');
	await Promise.resolve();
	kind = 'ends';
	must((await run(['x'])).code === 70 && started.length === 3, 'no other worker');
	await Promise.resolve();
	kind = 'answers';
	must((await run(['x'])).code === 0, 'does not come back');
	must((await unpack(1 << 20, MOST)).length === 1 << 20, 'does not unpack');
	must(await unpack(64 << 20, MOST).then(() => false, () => true), 'unpacks 64 MB');
	console.log(bad ? '' : 'page-limits: size, time and a worker that ends');
	process.exit(bad);
})();

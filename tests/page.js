/*
 * page.js WASM PROGRAM FOLDER...: every file below the folders, given to the program that the page runs
 * (by the page's own page/engine.js) and to the program itself: the same answers, complaints and exit
 * codes, byte for byte.
 */
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { spawnSync } = require('node:child_process');

const LARGEST = 400000;
const QUESTIONS = [
	['detect', '--json', '--host', '@'],
	['suggest', '--json', '--host', '@'],
	['suggest', '--host', '@', '--python', '3.12', '--installer', 'uv', 'torchvision'],
	['doctor', '--json', '--platform', 'linux-64', '@'],
	['explain', '--json', '@', '--gpu', 'sm_86', '--driver', '550'],
];
/* What needs no file: the lists and the picture, plans by name, words. */
const OTHERS = [
	'matrix --json', 'matrix', 'matrix --json sm=61 platform=linux-64', 'matrix --json cuda=12.6 --source',
	'suggest --json --gpu 4090 --driver 550', 'suggest --gpu none', 'suggest --json --gpu nonsense',
	'suggest --json --all --gpu T4 --driver 470 --platform win-64', 'suggest --emit uv --gpu A100',
	'suggest --json --gpu V100 --driver 535 flash-attn xformers', 'suggest torch==9.9 --gpu L4',
	'explain --json torch==2.13.0+cu126 --gpu sm_61 --driver 550', 'explain CP101', 'explain --json CP120',
	'inspect --json torch-2.8.0+cu126-cp312-cp312-manylinux_2_28_x86_64.whl', 'suggest --help', '',
	'doctor --list-checks', 'vercmp 1.0 1.0.post1', 'nonsense', 'suggest --nonsense', '--version',
].map((line) => line.split(' ').filter(Boolean));

const [wasm, program, ...folders] = process.argv.slice(2);
const engine = fs.readFileSync(path.join(__dirname, '../page/engine.js'), 'utf8');
const ask = new Function(`${engine}\nreturn ask;`)();
const module_ = new WebAssembly.Module(fs.readFileSync(wasm));
const times = [];
let asked = 0, differ = 0;

function native(argv, cwd, input) {
	const run = spawnSync(path.resolve(program), argv, {
		cwd, input, env: {}, encoding: 'utf8', maxBuffer: 1 << 28,
	});
	return { code: run.status, out: run.stdout, err: run.stderr };
}

function compare(argv, cwd, files) {
	const begin = performance.now();
	let page;
	try {
		page = ask(module_, argv, files);
	} catch (e) {
		page = { code: null, out: '', err: String(e) };
	}
	times.push(performance.now() - begin);
	const own = native(argv, cwd, '');
	asked++;
	for (const what of ['code', 'out', 'err']) {
		if (page[what] === own[what])
			continue;
		const a = String(own[what]), b = String(page[what]);
		let at = 0;
		while (at < a.length && a[at] === b[at])
			at++;
		at = Math.max(0, at - 60);
		console.log(`page: ${cwd}: ${argv.join(' ')}: ${what}:`);
		console.log(`  program ${a.slice(at, at + 200)}\n  page    ${b.slice(at, at + 200)}`);
		differ++;
		break;
	}
}

function each(folder) {
	const entries = fs.readdirSync(folder, { withFileTypes: true });
	const files = {}; /* a list may name another beside it */
	for (const { name } of entries.filter((e) => e.isFile())) {
		const file = path.join(folder, name);
		if (fs.statSync(file).size <= LARGEST)
			files[name] = new Uint8Array(fs.readFileSync(file));
	}
	for (const name of Object.keys(files))
		for (const q of QUESTIONS)
			compare(q.map((word) => word === '@' ? name : word), folder, files);
	for (const { name } of entries.filter((e) => e.isDirectory()))
		each(path.join(folder, name));
}

for (const argv of OTHERS)
	compare(argv, '.', {});
for (const folder of folders)
	each(folder);
times.sort((a, b) => a - b);
const part = (q) => times[Math.floor(q * (times.length - 1))].toFixed(0);
console.log(`page: ${asked} questions, ${differ} differ; half of them take up to ${part(0.5)} ms, ` +
	`95 of 100 up to ${part(0.95)} ms, the longest ${part(1)} ms`);
process.exit(differ ? 1 : 0);

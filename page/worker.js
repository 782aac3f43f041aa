/* Beside engine.js in a worker: first the program, packed and in base64, then questions in turn. */
const unpacked = new Promise((done) => {
	addEventListener('message', async ({ data }) => {
		try {
			const packed = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
			const plain = new Blob([packed]).stream()
				.pipeThrough(new DecompressionStream('deflate-raw'));
			done(await WebAssembly.compile(await new Response(plain).arrayBuffer()));
			postMessage({ ready: true });
		} catch (e) {
			postMessage({ failed: String(e) });
		}
	}, { once: true });
});

let turn = unpacked;
addEventListener('message', ({ data }) => {
	if (typeof data === 'string')
		return;
	turn = turn.then(async () => {
		const module = await unpacked, begin = performance.now();
		let answer;
		try {
			answer = ask(module, data.argv, data.files);
		} catch (e) {
			const err = `cudaplan: error: the program ended without an answer: ${e}`;
			answer = { code: 70, out: '', err };
		}
		postMessage({ id: data.id, ms: performance.now() - begin, ...answer });
	});
});

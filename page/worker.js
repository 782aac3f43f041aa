/*
 * Beside engine.js and from_base64 in a worker: first the program, packed and in base64, then questions
 * in turn. It is compiled while it is unpacked.
 */
const unpacked = new Promise((done) => {
	addEventListener('message', async ({ data }) => {
		try {
			const plain = new Blob([from_base64(data)]).stream()
				.pipeThrough(new DecompressionStream('deflate-raw'));
			const headers = { 'Content-Type': 'application/wasm' };

			done(await WebAssembly.compileStreaming(new Response(plain, { headers })));
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

/*
 * Runs the program: ask(module, argv, files, stdin) is one run of it in a memory of its own, and
 * gives { code, out, err }. `files` maps names to bytes. It has of WASI what it uses: arguments,
 * a clock, random bytes, the standard streams, files to read. There is no way to anything else.
 */
'use strict';

function ask(module, argv, files = {}, stdin = new Uint8Array()) {
	const BADF = 8, NOENT = 44, NOTDIR = 54;
	const FOLDER = 3, FILE = 4, ROOT = 3;
	const written = { 1: [], 2: [] };
	const open = [{ bytes: stdin, at: 0 }, {}, {}, { folder: true }];
	const strings = ['cudaplan', ...argv].map((s) => new TextEncoder().encode(s + '\0'));
	let memory;
	const view = () => new DataView(memory.buffer);
	const bytes = (at, n) => new Uint8Array(memory.buffer, at, n);
	const u32 = (at, n) => view().setUint32(at, n, true);
	const u64 = (at, n) => view().setBigUint64(at, BigInt(n), true);

	function find(at, n) {
		const name = new TextDecoder().decode(bytes(at, n)).replace(/^(\.?\/+)+/, '');
		if (name === '' || name === '.')
			return { folder: true };
		return Object.hasOwn(files, name) ? { bytes: files[name], at: 0 } : null;
	}

	function stat(f, to) {
		bytes(to, 64).fill(0);
		bytes(to + 16, 1)[0] = f.folder ? FOLDER : FILE;
		u64(to + 32, f.bytes ? f.bytes.length : 0);
		return 0;
	}

	function vectors(at, n) {
		const v = view();
		return Array.from({ length: n }, (_, i) =>
			bytes(v.getUint32(at + i * 8, true), v.getUint32(at + i * 8 + 4, true)));
	}

	function read(f, from, at, n, ret) {
		const begin = from;
		for (const to of vectors(at, n)) {
			const part = f.bytes.subarray(from, from + to.length);
			to.set(part);
			from += part.length;
		}
		u32(ret, from - begin);
		return from;
	}

	const wasi = {
		args_sizes_get(n, size) {
			u32(n, strings.length);
			u32(size, strings.reduce((sum, s) => sum + s.length, 0));
			return 0;
		},
		args_get(pointers, to) {
			for (const [i, s] of strings.entries()) {
				u32(pointers + i * 4, to);
				bytes(to, s.length).set(s);
				to += s.length;
			}
			return 0;
		},
		environ_sizes_get: (n, size) => (u32(n, 0), u32(size, 0), 0),
		environ_get: () => 0,
		clock_time_get: (id, precision, to) => (u64(to, Date.now() * 1e6), 0),
		random_get: (to, n) => (crypto.getRandomValues(bytes(to, n)), 0),
		proc_exit(code) { throw { code }; },
		fd_prestat_get: (fd, to) => fd === ROOT ? (u32(to, 0), u32(to + 4, 1), 0) : BADF,
		fd_prestat_dir_name: (fd, to) => (bytes(to, 1)[0] = 0x2f, 0),
		fd_fdstat_get(fd, to) {
			if (!open[fd])
				return BADF;
			bytes(to, 24).fill(0);
			bytes(to, 1)[0] = open[fd].folder ? FOLDER : FILE;
			bytes(to + 8, 16).fill(0xff);
			return 0;
		},
		fd_fdstat_set_flags: () => 0,
		fd_filestat_get: (fd, to) => open[fd] ? stat(open[fd], to) : BADF,
		path_filestat_get(fd, flags, at, n, to) {
			const f = find(at, n);
			return f ? stat(f, to) : NOENT;
		},
		path_open(fd, look, at, n, flags, rights, inherited, fdflags, ret) {
			const f = find(at, n);
			if (!f)
				return NOENT;
			if (flags & 2 && !f.folder) /* O_DIRECTORY */
				return NOTDIR;
			u32(ret, open.push(f) - 1);
			return 0;
		},
		fd_read(fd, at, n, ret) {
			if (!open[fd]?.bytes)
				return BADF;
			open[fd].at = read(open[fd], open[fd].at, at, n, ret);
			return 0;
		},
		fd_pread(fd, at, n, from, ret) {
			if (!open[fd]?.bytes)
				return BADF;
			read(open[fd], Number(from), at, n, ret);
			return 0;
		},
		fd_seek(fd, by, whence, ret) {
			const f = open[fd];
			if (!f?.bytes)
				return BADF;
			f.at = Number(by) + [0, f.at, f.bytes.length][whence];
			u64(ret, f.at);
			return 0;
		},
		fd_tell: (fd, ret) => open[fd]?.bytes ? (u64(ret, open[fd].at), 0) : BADF,
		fd_close: (fd) => (open[fd] = undefined, 0),
		fd_write(fd, at, n, ret) {
			if (!written[fd])
				return BADF;
			const parts = vectors(at, n);
			written[fd].push(...parts.map((p) => p.slice()));
			u32(ret, parts.reduce((sum, p) => sum + p.length, 0));
			return 0;
		},
	};

	const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi });
	let code = 0;
	memory = instance.exports.memory;
	try {
		instance.exports._start();
	} catch (end) {
		if (end?.code === undefined)
			throw end;
		code = end.code;
	}
	const text = (parts) => {
		const all = new Uint8Array(parts.reduce((sum, p) => sum + p.length, 0));
		parts.reduce((to, p) => (all.set(p, to), to + p.length), 0);
		return new TextDecoder().decode(all);
	};
	return { code, out: text(written[1]), err: text(written[2]) };
}

/* What the program answers, as parts of the page. A part is a node, or a list of such. */

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

function command_line(line) {
	const button = el('button', { type: 'button' });

	const says = (word) => Object.assign(button, { textContent: word, ariaLabel: `${word}: ${line}` });
	says('Copy');
	button.onclick = async () => {
		await copy(line);
		says('Copied');
		setTimeout(() => says('Copy'), 1500);
	};
	/* a line breaks between words, not behind the hyphens of an option */
	const words = line.split(' ').flatMap((w, i) => [i > 0 && ' ', el('span', {}, w)]);
	return el('div', { className: 'command' }, el('code', {}, words), button);
}

const command_lines = (lines) => (lines ?? []).map(command_line);
const heading = (mark, colour, ...title) =>
	el('h3', {}, mark && el('span', { className: `mark ${colour}` }, mark), title);
const box = (kind, ...parts) => el('article', { className: `box ${kind}` }, parts);
const code_mark = (code) => code && el('span', { className: 'quiet' }, ` [${code}]`);
const place = (x) => [x.file, x.line].filter(Boolean).join(':');

function list_of(items) {
	return items.length > 0 && el('ul', {}, items.map((i) => el('li', {}, i)));
}

const reasons_list = (reasons) => list_of((reasons ?? []).map((r) => [r.text, code_mark(r.code)]));

/* [name, value] each; values that are not there are left out. */
function facts(pairs) {
	const known = pairs.filter(([, value]) => value && value.length !== 0);

	return known.length > 0 && el('dl', {}, known.map(([name, value]) =>
		[el('dt', {}, name), el('dd', {}, value)]));
}

function folded(title, ...parts) {
	return el('details', { className: 'more' }, el('summary', {}, title), parts);
}

/* What the program itself prints, once somebody wants to see it. */
function as_text(answer) {
	const pre = el('pre', {}, '…');
	const details = folded('As the program prints it', pre);

	details.dataset.argv = JSON.stringify(answer.argv);
	details.ontoggle = async () => {
		if (!details.open || details.dataset.code)
			return;
		const { code, out, err } = await run(answer.argv, answer.files);
		pre.textContent = out + err;
		details.dataset.code = code;
	};
	return details;
}

function refused(answer, title) {
	return box('error', heading('✗ ', 'bad', title),
		answer.err && el('pre', {}, words_of(answer.err)),
		as_text(answer));
}

/* --- machines and plans ---------------------------------------------------------------------- */

function gpu_text(gpu) {
	const sm = gpu.sm ? [gpu.sm] : gpu.sm_candidates ?? [];

	const mig = gpu.mig?.devices?.map((d) => d.profile).filter(Boolean) ?? [];
	const parts = [gpu.name ?? 'GPU', sm.map((s) => `sm_${s}`).join(' or '), gpu.architecture,
		gpu.memory_mib && `${gpu.memory_mib} MiB`, gpu.hidden && 'hidden', gpu.error,
		(mig.length || gpu.mig?.mode === 'Enabled') && ['MIG', mig.join(', ')].join(' ').trim()];

	return parts.filter(Boolean).join(' · ');
}

/* [1, 2, 3, 5] → "1-3 5" */
function ranges(numbers) {
	const runs = [];

	for (const n of numbers)
		if (runs.length && n === runs.at(-1)[1] + 1)
			runs.at(-1)[1] = n;
		else
			runs.push([n, n]);
	return runs.map(([a, b]) => a === b ? `${a}` : `${a}-${b}`).join(' ');
}

/* What many have in common is said once: [text, members] in the order of the first of each. */
function alike(items, text_of) {
	const groups = new Map();

	for (const item of items)
		groups.set(text_of(item), [...groups.get(text_of(item)) ?? [], item]);
	return [...groups];
}

/* The lines that told of it: one may have told of more than one fact. */
function read_from(from) {
	const lines = alike(from, (f) => `${f.line}: ${f.text}`).map(([text, of]) =>
		[el('code', {}, text), ` ${[...new Set(of.map((f) => f.fact))].join(', ')}`]);

	return lines.length > 0 && folded('Read from', list_of(lines));
}

function host_box(host, i, hosts) {
	const gpus = alike(host.gpus, gpu_text).map(([text, of]) =>
		el('div', {}, `${ranges(of.map((g) => g.index ?? host.gpus.indexOf(g)))}: ${text}`));
	const cuda = host.driver_cuda ? `, CUDA ${host.driver_cuda}` : '';

	const title = host.name ?? (hosts.length > 1 ? `Machine ${i + 1}` : 'Machine');

	return box('', heading('', '', title), facts([
		['GPUs', gpus.length ? gpus : host.gpus_known ? 'none' : 'not known'],
		['Driver', host.driver ? host.driver + cuda : host.driver_missing && 'none'],
		['Platform', host.platform && host.platform + (host.wsl ? ' under WSL' : '')],
		['Jetson', host.l4t && (host.l4t === 'yes' ? 'yes' : `L4T ${host.l4t}`)],
		['glibc', host.glibc ?? (host.libc && `none, but ${host.libc}`)],
		['Toolkits', host.toolkits.map((t) => t.version).join(', ')],
	]), reasons_list(host.problems), read_from(host.from ?? []));
}

function hosts_part(hosts) {
	return hosts.length > 4 ? folded(`${hosts.length} machines`, hosts.map(host_box)) :
		hosts.map(host_box);
}

const driver_support = {
	direct: 'takes this CUDA itself', minor: 'by minor-version compatibility',
	forward: 'by forward-compatibility packages',
};

/* Why the plan runs on a machine's GPUs: they may be of many machines. */
function serves(gpus, hosts) {
	const fact_of = (g) => hosts[g.host]?.gpus.find((x) => x.index === g.index);
	const how = (g) => g.via === 'ptx' ? `PTX of compute_${g.code}, which the driver compiles` :
		`code for sm_${g.code}`;
	const where = (of) => {
		const places = alike(of, (g) => hosts[g.host]?.name ?? `machine ${g.host + 1}`);
		const many = (there) => places.length > 1 && there.length > 1 ? `${there.length} in ` : '';

		return hosts.length > 1 ? `: ${places.map(([p, there]) => many(there) + p).join(', ')}` : '';
	};

	return alike(gpus, (g) => `${fact_of(g)?.name ?? 'GPU'}, sm_${g.sm}, runs by ${how(g)}`)
		.map(([text, of]) => (of.length > 1 ? `${of.length} × ` : '') + text + where(of));
}

function plan_box(plan, i, hosts) {
	const published = (name) => plan[name] && plan[name] !== 'none' && `${name} ${plan[name]}`;
	const packages = (plan.packages ?? []).map((p) => `${p.name} ${p.version}`);
	const title = [`torch ${plan.torch}`, plan.cuda ? `CUDA ${plan.cuda}` : 'CPU only',
		plan.python && `Python ${plan.python}`].filter(Boolean).join(', ');

	const mark = plan.part !== null ? '✓ For some: ' : i ? '✓ Or: ' : '✓ Plan: ';

	return box('plan', heading(mark, 'good', `${title} [${plan.installer}]`),
		facts([
			['Brings', [published('torchvision'), published('torchaudio'), ...packages]
				.filter(Boolean).join(', ')],
			['From', plan.index_url ?? plan.channel],
			['Build', plan.build],
			['Driver', driver_support[plan.driver_support]],
			['Download', plan.size && `${(plan.size / 1e6).toFixed(0)} MB for torch`],
			['Certain', !plan.certain && 'no: whether it exists or what it holds is not known'],
		]),
		list_of(serves(plan.gpus, hosts)),
		command_lines(plan.commands_shell),
		reasons_list(plan.findings), list_of(plan.notes),
		plan.undo_shell.length > 0 && folded('Undo it', command_lines(plan.undo_shell)));
}

function rejected_box(rejected) {
	const title = `: ${rejected.length} that would have come first, and why not`;

	return rejected.length > 0 && el('details', { className: 'box' },
		el('summary', {}, el('span', { className: 'mark bad' }, '✗ Not this'), title),
		rejected.map((r) => [el('strong', {}, `torch ${r.torch} ${r.variant} [${r.installer}]`),
			reasons_list(r.reasons)]));
}

/* A change of what stands in the form can be tried; what had the focus is gone then. */
function change_item(c) {
	const parts = c.change.split(', ').map((p) => /^(driver|python|torch)(?:>=|==)(\S+)$/.exec(p));
	const button = el('button', { type: 'button', className: 'try' }, 'Try it');

	button.ariaLabel = `Try ${c.change}`;
	button.onclick = () => {
		for (const [, name, value] of parts)
			set_field(name, value);
		answer_now().then(() => $('answer').focus());
	};
	return [c.text, code_mark(c.code), parts.every(Boolean) && [' ', button]];
}

function changes_box(changes) {
	return changes?.length > 0 && box('', heading('', '', 'What a change would give'),
		list_of(changes.map(change_item)));
}

function suggest_part(answer) {
	const j = answer.json;

	if (!j)
		return refused(answer, 'No plan can be made of this');
	return [
		el('h2', {}, 'Plan'), hosts_part(j.hosts),
		j.instead.length > 0 &&
			box('warning', heading('! ', 'warn', 'Not as asked'), reasons_list(j.instead)),
		j.findings.length > 0 && box(answer.code ? 'error' : '', reasons_list(j.findings)),
		list_of([...j.notes, ...j.missing.map((m) => m.text)]),
		j.plans.length ? j.plans.map((p, i) => plan_box(p, i, j.hosts)) : refused(answer, 'No plan'),
		changes_box(j.changes), rejected_box(j.rejected),
		j.plans.length > 0 && [answer.err && el('pre', {}, words_of(answer.err)), as_text(answer)],
	];
}

/* --- what is wrong, and what it means -------------------------------------------------------- */

const severities = {
	error: ['✗ Error: ', 'bad'], warning: ['! Warning: ', 'warn'], note: ['· Note: ', ''],
};

const cure_of = (f) => [
	f.cure_shell.length > 0 && [el('p', {}, el('strong', {}, 'Cure')), command_lines(f.cure_shell)],
	f.advice && el('p', {}, f.advice),
];

function finding_box(f) {
	return box(f.severity, heading(...severities[f.severity], f.title, code_mark(f.code)),
		list_of(f.evidence.map((e) => [place(e), e.file && ': ', el('code', {}, e.text)])),
		f.cause && el('p', {}, f.cause), cure_of(f));
}

function pick_item(p) {
	const known = [p.version, p.build].filter(Boolean).join(' ');

	return [`${p.installer}: ${p.name} ${known}`.trim(), p.why && `: ${p.why}`];
}

function doctor_part(answer) {
	const j = answer.json;

	if (!j)
		return refused(answer, 'This cannot be judged');
	const { lines, ...kinds } = j.judged; /* an older name of requirements */
	const judged = Object.entries(kinds).filter(([, n]) => n).map(([kind, n]) => `${n} ${kind}`);
	const unjudged = j.not_judged.map((n) => [place(n), ': ', el('code', {}, n.text), ` ${n.why}`]);
	return [
		el('h2', {}, 'What is wrong with it'),
		el('p', {}, !j.findings.length &&
			el('span', { className: 'mark good' }, '✓ Nothing was found. '),
		`Judged: ${judged.join(', ') || 'nothing'}.`, j.torch && ` torch ${j.torch}.`,
		j.why && ` ${j.why}.`),
		j.findings.map(finding_box),
		j.picks?.length > 0 && folded('What installers take', list_of(j.picks.map(pick_item))),
		unjudged.length > 0 && folded(`Not judged: ${unjudged.length}`, list_of(unjudged)),
		as_text(answer),
	];
}

function build_box(j) {
	return box(j.fits ? 'plan' : 'error', heading(j.fits ? '✓ ' : '✗ ', j.fits ? 'good' : 'bad',
		`${j.build} ${j.fits ? 'fits' : 'does not fit'}`),
	reasons_list(j.reasons), changes_box(j.changes), reasons_list(j.instead));
}

/* `found` is what doctor says of the same fault. */
function match_box(m) {
	const seen = m.found && [el('strong', {}, 'Seen: '), m.found.cause, code_mark(m.found.code)];

	return box('warning', heading('', '', m.title, code_mark(m.code)),
		m.example && el('pre', {}, m.example),
		facts([
			['Answer', m.answer], ['Means', m.cause], ['The list', m.list_of && `that of ${m.list_of}`],
			['Look', m.check], ['Do', m.cure], ['Here', m.here],
			['Sure', { medium: 'likely', low: 'a guess' }[m.confidence]],
		]),
		m.found && [el('p', {}, seen), cure_of(m.found)]);
}

function explain_part(answer) {
	const j = answer.json;

	if (!j)
		return refused(answer, 'This is not known');
	return [
		el('h2', {}, j.build ? 'That build' : 'What it means'),
		j.answer && el('p', {}, j.answer),
		j.build ? build_box(j) : j.matches.map(match_box),
		j.commands_shell?.length > 0 && box('plan',
			heading('', '', 'What installs a torch that fits'), command_lines(j.commands_shell)),
		as_text(answer),
	];
}

/* Names of files: what the program prints of them. */
function inspect_part(answer) {
	const text = as_text(answer);

	text.open = true;
	return [el('h2', {}, 'What it is'), text];
}

const parts_of = {
	suggest: suggest_part, doctor: doctor_part, explain: explain_part, inspect: inspect_part,
	nothing: (answer) => refused(answer, 'Neither a machine, nor a list, nor a message that is known'),
};

-- candidate: everything that a plan may install, one row each, in the order of its key, so
-- that the resolver reads one platform in one range scan. cudaplan-matrix(5) has the columns.
CREATE TABLE candidate (
	platform TEXT NOT NULL,
	installer TEXT NOT NULL CHECK (installer IN ('pip', 'conda')),
	torch_rank INTEGER NOT NULL,
	channel TEXT NOT NULL REFERENCES channel,
	variant TEXT NOT NULL,
	serial INTEGER NOT NULL DEFAULT 0,
	torch TEXT NOT NULL REFERENCES torch_release,
	cuda TEXT,
	toolkit TEXT,
	index_url TEXT,
	local TEXT CHECK (local GLOB '+*'),
	pkg TEXT NOT NULL,
	build TEXT,
	build_exact INTEGER NOT NULL DEFAULT 1 CHECK (build_exact IN (0, 1)),
	build_number INTEGER,
	pythons TEXT NOT NULL,
	pythons_inferred INTEGER NOT NULL CHECK (pythons_inferred IN (0, 1)),
	pythons_unknown TEXT,
	glibc TEXT,
	arm_variant TEXT,
	sass TEXT,
	ptx TEXT,
	code_confidence TEXT CHECK (code_confidence IN ('high', 'medium', 'low')),
	exists_confidence TEXT NOT NULL CHECK (exists_confidence IN ('high', 'medium', 'low')),
	certain INTEGER NOT NULL CHECK (certain IN (0, 1)),
	is_default INTEGER NOT NULL CHECK (is_default IN (0, 1)),
	cudnn TEXT,
	zstd INTEGER NOT NULL CHECK (zstd IN (0, 1)),
	torchvision TEXT,
	torchvision_build TEXT,
	torchvision_pythons TEXT,
	torchaudio TEXT,
	torchaudio_build TEXT,
	torchaudio_pythons TEXT,
	conda_extra TEXT,
	conda_channels TEXT,
	conda_apart TEXT, -- companions that are asked for by themselves
	conda_base TEXT,
	conda_later INTEGER NOT NULL DEFAULT 0 CHECK (conda_later IN (0, 1)),
	asks_driver INTEGER NOT NULL DEFAULT 0 CHECK (asks_driver IN (0, 1)),
	pip_how TEXT,
	pip_page TEXT,
	bounds TEXT,
	terms TEXT, -- how, base, later and bounds, which builds of one time share
	size INTEGER,
	source TEXT NOT NULL,
	depends TEXT,
	PRIMARY KEY (platform, installer, torch_rank, channel, variant, serial)
) STRICT, WITHOUT ROWID;

-- Where the thresholds of since stand among the releases.
CREATE TEMP VIEW since_rank AS SELECT what, rank FROM since JOIN torch_rank ON torch = first;

-- pip ---------------------------------------------------------------------------------------

-- Which releases a row of coverage is about: the list of them is whole, or there is nothing.
-- Of those of nvidia-libraries library_gap is whole.
CREATE TEMP TABLE release_covered AS
SELECT channel, platform, package, c.first, k.torch, k.rank,
	CASE state WHEN 'none' THEN 'builds' ELSE what END AS what
FROM coverage c
JOIN version low ON low.text = c.first
JOIN version high ON high.text = c.last
JOIN torch_rank k
JOIN version v ON v.text = k.torch AND v.least BETWEEN low.least AND high.most
WHERE package IN ('torch', 'nvidia-libraries') AND state <> 'partial';
CREATE TEMP VIEW torch_covered AS SELECT * FROM release_covered WHERE package = 'torch';

-- A build of the index whose folder was never listed takes the Pythons of its release. What a
-- whole listing lacks does not exist.
CREATE TEMP TABLE pip AS
SELECT b.torch, b.channel, b.variant, b.platform, i.cuda, i.toolkit, i.cudnn, i.confidence, i.seen,
	i.source, count(p.python) > 0 AS listed, max(p.listing = 'complete') AS complete,
	max(p.local) AS local, ifnull(p.macos, max(p.glibc)) AS glibc, p.macos,
	p.source AS files_source
FROM torch_build_on b
JOIN torch_build i USING (torch, variant, channel)
LEFT JOIN torch_python p ON p.torch = b.torch AND p.channel = b.channel
	AND p.variant = b.variant AND p.platform = b.platform AND p.listing <> 'partial'
WHERE i.seen <> 'plan'
	AND b.platform IN ('linux-64', 'linux-aarch64', 'win-64', 'win-arm64', 'osx-64', 'osx-arm64')
GROUP BY b.torch, b.channel, b.variant, b.platform, p.macos
HAVING listed OR NOT EXISTS (SELECT 1 FROM torch_refused f JOIN torch_tag t USING (tag)
		WHERE f.torch = b.torch AND f.dir IN (b.channel, b.variant) AND t.platform = b.platform)
	AND (b.channel <> 'pytorch-index'
	OR NOT EXISTS (SELECT 1 FROM torch_covered o WHERE o.channel = b.channel
		AND o.torch = b.torch AND o.what = 'builds'));

CREATE TEMP TABLE pip_python AS
SELECT torch, channel, variant, platform, macos, group_concat(python, ' ') AS pythons,
	max(CASE WHEN python NOT GLOB '*t' THEN place END) AS newest
FROM (
	SELECT DISTINCT torch, channel, variant, platform, macos, python, place
	FROM torch_python JOIN python_order USING (python)
	ORDER BY torch, channel, variant, platform, macos, place)
GROUP BY torch, channel, variant, platform, macos;
CREATE INDEX temp.pip_python_key ON pip_python (torch, channel, variant, platform);

-- The companion's version: the row of the variant before that of all variants.
CREATE VIEW companion_pair AS
SELECT r.torch, v.variant, p.package,
	(SELECT version FROM torch_pair q WHERE q.torch = r.torch AND q.package = p.package
		AND q.variant IN (v.variant, '*') ORDER BY q.variant = '*' LIMIT 1) AS version
FROM torch_release r
JOIN (SELECT DISTINCT torch, variant FROM torch_build) v USING (torch),
	(SELECT DISTINCT package FROM torch_pair) p;

-- What PyPI lists of a companion on a platform. The yanked ones made for every platform still
-- install under an exact version.
CREATE TEMP TABLE companion_on AS
SELECT package, version, platform, max(pythons = '*') AS every,
	' ' || group_concat(pythons, ' ') || ' ' AS pythons
FROM (SELECT * FROM torch_companion WHERE yanked = 0 OR platform = 'any' ORDER BY package, version, tag)
GROUP BY package, version, platform;
INSERT INTO companion_on
SELECT package, version, value, every, pythons FROM companion_on,
	json_each('["linux-64","linux-aarch64","win-64","win-arm64","osx-64","osx-arm64"]')
WHERE platform = 'any';
CREATE INDEX temp.companion_on_key ON companion_on (package, version, platform);

-- Of these releases PyPI's list of files is whole: a file that it lacks does not exist.
CREATE TEMP TABLE companion_covered AS
SELECT DISTINCT p.package, p.version
FROM torch_pair p
JOIN coverage c USING (package)
JOIN version low ON low.text = c.first
JOIN version high ON high.text = c.last
JOIN version v ON v.text = p.version AND v.least BETWEEN low.least AND high.most
WHERE c.channel = 'pypi' AND c.state = 'complete' AND c.what = 'builds';

-- On aarch64 the CUDA builds of companions begin with a release; before that the ones of PyPI
-- are CPU builds and what the index has is not known.
CREATE TEMP TABLE pip_companion AS
SELECT p.torch, p.channel, p.variant, p.platform, p.macos, c.package,
	CASE
	WHEN c.version IS NULL OR c.version = 'none' THEN c.version
	WHEN p.channel <> 'pypi' AND p.platform = 'linux-aarch64' AND p.variant <> 'cpu'
		AND k.rank < (SELECT rank FROM since_rank WHERE what = 'arm-companions') THEN NULL
	WHEN o.package IS NOT NULL THEN c.version
	WHEN p.channel = 'pypi' THEN CASE WHEN EXISTS (SELECT 1 FROM companion_covered w
		WHERE w.package = c.package AND w.version = c.version) THEN 'none' END
	WHEN p.platform IN ('linux-aarch64', 'win-arm64') THEN NULL
	-- The commands of that time name no torchaudio for Windows, and PyPI has none.
	WHEN p.platform = 'win-64' AND c.package = 'torchaudio'
		AND k.rank < (SELECT rank FROM since_rank WHERE what = 'windows-torchaudio')
		THEN 'none'
	ELSE c.version END AS version,
	(SELECT group_concat(value, ' ') FROM (
		SELECT j.value FROM json_each('["' || replace(coalesce(y.pythons, r.pythons),
			' ', '","') || '"]') j
		WHERE o.every OR instr(o.pythons, ' ' || j.value || ' ') ORDER BY j.key)) AS pythons
FROM pip p
JOIN torch_release r USING (torch)
JOIN torch_rank k USING (torch)
JOIN companion_pair c ON c.torch = p.torch AND c.variant = p.variant
LEFT JOIN pip_python y ON p.listed AND y.torch = p.torch AND y.channel = p.channel
	AND y.variant = p.variant AND y.platform = p.platform AND y.macos IS p.macos
LEFT JOIN companion_on o ON o.package = c.package AND o.version = c.version
	AND o.platform = p.platform;
CREATE INDEX temp.pip_companion_key
	ON pip_companion (torch, channel, variant, platform, package);

-- In which way the index of that time is asked. What PyPI has gets that of its release, too, though
-- nobody asks the index for it: neighbours in the catalogue are to be alike.
CREATE TEMP TABLE pip_era AS
SELECT id, how, page FROM (
	SELECT p.rowid AS id, e.how, e.page,
		row_number() OVER (PARTITION BY p.rowid ORDER BY e.priority DESC) AS n
	FROM pip p
	JOIN torch_rank k USING (torch)
	JOIN torch_index_era e ON e.channel = CASE p.channel WHEN 'pypi' THEN 'pytorch-index'
			ELSE p.channel END AND p.platform GLOB e.platform
		AND (e.label = '*' OR p.channel <> 'pypi' AND p.listed AND p.local IS NULL)
	JOIN torch_rank f ON f.torch = e.first
	LEFT JOIN torch_rank l ON l.torch = e.last
	WHERE k.rank >= f.rank AND k.rank <= ifnull(l.rank, k.rank))
WHERE n = 1;
CREATE INDEX temp.pip_era_key ON pip_era (id);

-- One row for each of them, its columns by name.
CREATE TEMP VIEW pip_candidate AS
SELECT p.platform, 'pip' AS installer, k.rank AS torch_rank, p.channel, p.variant,
	-ifnull(y.newest, 0) AS serial, p.torch,
	p.cuda, p.toolkit, p.cudnn,
	replace(h.url, '%s', p.variant) AS index_url,
	CASE WHEN p.channel = 'pypi' THEN NULL
		WHEN p.listed THEN '+' || p.local ELSE '+' || p.variant END AS local,
	'torch' AS pkg,
	CASE WHEN p.listed THEN y.pythons ELSE r.pythons END AS pythons,
	NOT p.listed AS pythons_inferred,
	CASE WHEN p.listed AND NOT p.complete THEN (
		SELECT group_concat(value, ' ')
		FROM json_each('["' || replace(r.pythons, ' ', '","') || '"]')
		WHERE value GLOB '*t' AND instr(' ' || y.pythons || ' ', ' ' || value || ' ') = 0
		) END AS pythons_unknown,
	CASE WHEN p.listed THEN p.glibc
		WHEN p.platform GLOB 'linux-*' AND k.rank >=
			(SELECT rank FROM since_rank WHERE what = 'glibc-2.28') THEN '2.28'
		ELSE (SELECT t.glibc FROM torch_tag t WHERE t.tag = 'linux_x86_64'
			AND t.platform = p.platform)
		END AS glibc,
	a.sass, CASE a.ptx WHEN 'none' THEN '' ELSE a.ptx END AS ptx,
	a.confidence AS code_confidence,
	CASE WHEN p.complete THEN 'high' WHEN p.listed THEN 'medium' ELSE p.confidence
		END AS exists_confidence,
	(p.listed OR p.confidence <> 'low')
		AND (p.variant = 'cpu' OR ifnull(a.confidence IN ('high', 'medium'), 0)) AS certain,
	p.variant = ifnull(d.variant, '') AS is_default,
	p.variant GLOB 'cu13*' AS zstd,
	tv.version AS torchvision,
	CASE WHEN tv.version <> 'none' THEN tv.pythons END AS torchvision_pythons,
	ta.version AS torchaudio,
	CASE WHEN ta.version <> 'none' THEN ta.pythons END AS torchaudio_pythons,
	e.how AS pip_how,
	coalesce(replace(e.page, '%s', replace(h.url, '%s', p.variant)), e.page) AS pip_page,
	CASE WHEN p.channel = 'pypi' THEN (SELECT max(size) FROM torch_wheel_code c
		WHERE c.torch = p.torch AND c.variant = p.variant AND c.platform = p.platform)
		END AS size,
	p.source || CASE WHEN p.files_source IS NULL
			OR instr(' ' || p.source || ' ', ' ' || p.files_source || ' ') THEN ''
		ELSE ' ' || p.files_source END
		|| CASE WHEN a.source IS NULL THEN '' ELSE ' ' || a.source END AS source
FROM pip p
JOIN torch_rank k USING (torch)
JOIN torch_release r USING (torch)
JOIN channel h USING (channel)
LEFT JOIN pip_era e ON e.id = p.rowid
LEFT JOIN pip_python y ON y.torch = p.torch AND y.channel = p.channel
	AND y.variant = p.variant AND y.platform = p.platform AND y.macos IS p.macos
LEFT JOIN torch_arch a ON a.torch = p.torch AND a.variant = p.variant
	AND a.platform = p.platform
LEFT JOIN torch_default d ON d.torch = p.torch AND d.platform = p.platform
LEFT JOIN pip_companion tv ON tv.torch = p.torch AND tv.channel = p.channel
	AND tv.variant = p.variant AND tv.platform = p.platform AND tv.macos IS p.macos
	AND tv.package = 'torchvision'
LEFT JOIN pip_companion ta ON ta.torch = p.torch AND ta.channel = p.channel
	AND ta.variant = p.variant AND ta.platform = p.platform AND ta.macos IS p.macos
	AND ta.package = 'torchaudio';

INSERT INTO candidate (
	platform, installer, torch_rank, channel, variant, serial, torch, cuda, toolkit, cudnn, index_url,
	local, pkg, pythons, pythons_inferred, pythons_unknown, glibc, sass, ptx, code_confidence,
	exists_confidence, certain, is_default, zstd, torchvision, torchvision_pythons,
	torchaudio, torchaudio_pythons, pip_how, pip_page, size, source)
SELECT
	platform, installer, torch_rank, channel, variant, serial, torch, cuda, toolkit, cudnn, index_url,
	local, pkg, pythons, pythons_inferred, pythons_unknown, glibc, sass, ptx, code_confidence,
	exists_confidence, certain, is_default, zstd, torchvision, torchvision_pythons,
	torchaudio, torchaudio_pythons, pip_how, pip_page, size, source
FROM pip_candidate;

-- conda -------------------------------------------------------------------------------------

-- Exact builds of the package. The oldest releases of channel pytorch are gone from it.
CREATE TEMP TABLE conda AS
SELECT b.channel, b.version AS torch, b.build, 1 AS exact, b.build_number, b.subdir,
	b.python AS pythons, 0 AS inferred,
	coalesce(b.cuda, CASE WHEN b.subdir GLOB 'osx-*' THEN 'cpu' END) AS cuda, b.cudnn,
	CASE WHEN b.subdir <> 'linux-aarch64' OR b.cuda = 'cpu' THEN NULL
		WHEN b.depends LIKE '%arm-variant * tegra%' THEN 'tegra' ELSE 'sbsa' END AS arm_variant,
	CASE WHEN instr(b.depends, '__glibc >=') THEN
		substr(b.depends, instr(b.depends, '__glibc >=') + 10, 4)
	WHEN instr(b.depends, '__osx >=') THEN
		rtrim(substr(b.depends, instr(b.depends, '__osx >=') + 8, 5), '; ') END AS glibc,
	b.size, b.confidence, b.source, b.depends
FROM conda_build b
JOIN torch_rank k ON k.torch = b.version
WHERE b.name = 'pytorch' AND b.confidence <> 'low' AND b.python IS NOT NULL
	AND b.channel IN ('pytorch', 'conda-forge', 'defaults')
	AND b.subdir IN ('linux-64', 'linux-aarch64', 'win-64', 'osx-64', 'osx-arm64')
	AND (b.channel <> 'pytorch'
		OR k.rank >= (SELECT rank FROM since_rank WHERE what = 'channel-pytorch'));
CREATE INDEX temp.conda_key ON conda (channel, torch);

-- Patterns: recipes of conda-forge and the builds that were planned, for the Pythons of which no
-- build was seen. Where one recipe makes all Pythons together and one of its builds was seen, the
-- others were made too; libtorch is made by the same run, once for all Pythons. Where there is a
-- tegra recipe beside it, a build whose dependencies were not seen may be either. Pythons that do not
-- have the same companions are parted: a companion whose newest left one out has an older one for it.
CREATE TEMP TABLE conda_left AS
SELECT r.channel, r.version, r.subdir, r.cuda, (
	SELECT group_concat(value, ' ') FROM (
		SELECT j.value FROM json_each('["' || replace(r.pythons, ' ', '","') || '"]') j
		WHERE NOT EXISTS (SELECT 1 FROM conda c WHERE c.channel = r.channel
			AND c.torch = r.version AND c.subdir = r.subdir AND c.cuda = r.cuda
			AND c.arm_variant IS r.arm_variant AND c.pythons = j.value)
		ORDER BY j.key)) AS pythons, r.arm_variant, r.glob, r.cudnn, r.glibc, r.confidence, r.source
FROM (SELECT channel, version, subdir, cuda, pythons, arm_variant,
		'cuda' || replace(cuda, '.', '') || '*' AS glob, NULL AS cudnn, glibc,
		CASE WHEN joint AND EXISTS (SELECT 1 FROM conda_build b
			WHERE b.channel = t.channel AND b.version = t.version AND b.subdir = t.subdir
			AND b.cuda = t.cuda AND b.name IN ('pytorch', 'libtorch') AND b.confidence <> 'low'
			AND (b.depends IS NOT NULL AND t.arm_variant IS 'sbsa' OR NOT EXISTS (
				SELECT 1 FROM conda_recipe o WHERE o.channel = t.channel
				AND o.version = t.version AND o.subdir = t.subdir
				AND o.cuda = t.cuda AND o.arm_variant = 'tegra')))
		THEN 'medium' ELSE 'low' END AS confidence, source
	FROM conda_recipe t
	WHERE EXISTS (SELECT 1 FROM conda_arch a WHERE a.channel = t.channel
		AND a.version = t.version AND a.cuda = t.cuda AND a.subdir = t.subdir
		AND ifnull(a.arm_variant, 'sbsa') = ifnull(t.arm_variant, 'sbsa'))
	UNION ALL SELECT channel, version, subdir, cuda, pythons, NULL, glob, cudnn, NULL,
		confidence, source
	FROM conda_pattern) r;
INSERT INTO conda
SELECT channel, version, glob, 0, NULL, subdir, group_concat(python, ' '), 1, cuda, cudnn,
	arm_variant, glibc, NULL, confidence, source, NULL
FROM (SELECT l.rowid AS id, l.*, j.key, j.value AS python, (
		SELECT group_concat(DISTINCT m.name || m.version) FROM conda_companion m
		WHERE l.channel = 'conda-forge' AND m.name IN ('torchvision', 'torchaudio')
			AND l.version GLOB m.torch || '.*' AND l.subdir GLOB m.subdir
			AND instr(' ' || m.pythons || ' ', ' ' || j.value || ' ')) AS beside
	FROM conda_left l JOIN torch_rank k ON k.torch = l.version,
		json_each('["' || replace(l.pythons, ' ', '","') || '"]') j
	WHERE l.pythons IS NOT NULL
	ORDER BY l.rowid, j.key)
GROUP BY id, beside;

-- What conda-forge has beside each of its builds, by the table of companions, for the Pythons that
-- both are for. The one that is paired with the release first, if it asks for no later libraries than
-- torch; what was not seen, or may be the CPU build of one without a tie to it, needs words of its own:
-- the latter its glob, the former a command of its own, so that a hole does not sink the first.
CREATE TEMP TABLE forge_match AS
SELECT c.rowid AS id, c.torch, c.cuda, m.name AS package, m.version, m.build_number, m.runtime,
	m.torch_build, m.pattern, m.state = 'migrated' OR m.confidence = 'low' AS apart,
	CASE WHEN m.pythons IS NULL THEN c.pythons ELSE (SELECT group_concat(value, ' ') FROM (
		SELECT j.value FROM json_each('["' || replace(c.pythons, ' ', '","') || '"]') j
		WHERE instr(' ' || m.pythons || ' ', ' ' || j.value || ' ') ORDER BY j.key))
		END AS pythons
FROM conda c
JOIN torch_rank k USING (torch)
JOIN conda_companion m ON m.name IN ('torchvision', 'torchaudio')
	AND c.torch GLOB m.torch || '.*' AND c.subdir GLOB m.subdir
LEFT JOIN torch_rank f ON f.torch = m.least
WHERE c.channel = 'conda-forge' AND m.state <> 'none' AND k.rank >= ifnull(f.rank, 0)
	AND (m.arm_variant IS NULL OR c.arm_variant = 'tegra') AND c.build GLOB ifnull(m.torch_build, '*')
	AND (m.cuda = '*' OR (c.cuda = 'cpu') = (m.cuda = 'cpu')
		AND CAST(c.cuda AS INTEGER) = CAST(m.cuda AS INTEGER));
DELETE FROM forge_match WHERE pythons IS NULL;
CREATE TEMP TABLE forge_companion AS
SELECT m.id, m.package, m.version, m.apart,
	CASE WHEN m.runtime <> m.cuda AND CAST(m.runtime AS REAL) > CAST(m.cuda AS REAL)
		THEN m.runtime END AS runtime,
	CASE WHEN m.cuda <> 'cpu' AND EXISTS (SELECT 1 FROM forge_match o WHERE o.id = m.id
			AND o.package = m.package AND o.version = m.version AND o.torch_build = '*'
			AND o.build_number > m.build_number)
		THEN substr(m.pattern, 1, instr(m.pattern, 'py') - 1) || '*' END AS build,
	m.pythons
FROM (SELECT m.*, row_number() OVER (PARTITION BY m.id, m.package ORDER BY m.apart,
		ifnull(CAST(m.runtime AS REAL) > CAST(m.cuda AS REAL), 0), m.version = p.version DESC,
		p.version GLOB rtrim(rtrim(m.version, '0123456789'), '.') || '.*' DESC,
		v.least DESC, m.torch_build = '*', length(m.pythons) DESC, m.build_number DESC) AS n
	FROM forge_match m
	JOIN version v ON v.text = m.version
	LEFT JOIN torch_pair p ON p.torch = m.torch AND p.package = m.package AND p.variant = '*') m
WHERE n = 1;
INSERT INTO forge_companion (id, package, version)
SELECT c.rowid, p.package, 'none'
FROM conda c, (SELECT DISTINCT package FROM torch_pair) p
WHERE c.channel = 'conda-forge'
	AND NOT EXISTS (SELECT 1 FROM forge_companion f WHERE f.id = c.rowid AND f.package = p.package)
	AND EXISTS (SELECT 1 FROM conda_companion m WHERE m.name = p.package
		AND c.torch GLOB m.torch || '.*' AND c.subdir GLOB m.subdir
		AND (m.state = 'none' OR m.confidence <> 'low' AND m.least <= c.torch)
		AND (m.cuda = '*' OR m.cuda = '[1-9]*' AND c.cuda <> 'cpu'
			OR CAST(c.cuda AS INTEGER) = CAST(m.cuda AS INTEGER)));

-- Companions elsewhere, and beside what conda-forge had before its table begins. The version that
-- fits: there one whose build asks for this torch; on the channels of pytorch that of the channel's
-- own records, then that of the release.
CREATE TEMP TABLE conda_version AS
SELECT DISTINCT c.channel, c.torch, b.name AS package, b.version
FROM conda c
JOIN conda_build b ON b.channel = c.channel AND b.name IN ('torchvision', 'torchaudio')
WHERE c.channel = 'conda-forge' AND instr(b.depends, 'pytorch >=' || c.torch || ',')
	AND c.rowid NOT IN (SELECT id FROM forge_companion)
UNION
SELECT DISTINCT c.channel, c.torch, p.package, coalesce(
	(SELECT q.version FROM conda_pair q WHERE c.channel = 'pytorch' AND q.name = p.package
		AND q.requires = 'pytorch' AND q.requires_version = c.torch
		ORDER BY length(q.version) DESC, q.version DESC LIMIT 1),
	(SELECT q.version FROM torch_pair q WHERE q.torch = c.torch AND q.package = p.package
		AND q.variant = '*'))
FROM conda c, (SELECT DISTINCT package FROM torch_pair) p;
DELETE FROM conda_version WHERE version IS NULL OR version = 'none';
CREATE INDEX temp.conda_version_key ON conda_version (channel, torch);

-- All builds of those versions that are for the same CUDA, with a mark for the same Python; the
-- first of them is taken. A build of conda-forge that asks for another torch does not count.
CREATE TEMP TABLE conda_beside AS
SELECT id, package, version, build, CASE WHEN build IS NOT NULL THEN pythons END AS pythons,
	NULL AS runtime, 0 AS apart
FROM (
	SELECT c.rowid AS id, b.name AS package, b.version, c.pythons,
		CASE WHEN b.python = c.pythons THEN b.build END AS build,
		row_number() OVER (PARTITION BY c.rowid, b.name
			ORDER BY b.python = c.pythons DESC, length(b.version) DESC, b.version DESC,
				b.build_number DESC, b.build DESC) AS n
	FROM conda c
	CROSS JOIN conda_version v ON v.channel = c.channel AND v.torch = c.torch
	CROSS JOIN conda_build b ON b.channel = c.channel AND b.name = v.package
		AND b.version = v.version
	WHERE c.rowid NOT IN (SELECT id FROM forge_companion)
		AND b.subdir = c.subdir AND b.confidence <> 'low' AND ifnull(b.cuda, c.cuda) = c.cuda
		AND (c.channel <> 'conda-forge' OR b.depends IS NULL
		OR instr(b.depends, 'pytorch >=' || c.torch || ',')))
WHERE n = 1;

-- Where no build was seen: none, if the list of the channel is whole there; on channel pytorch
-- else the version of the official command, and nothing on the others.
INSERT INTO conda_beside (id, package, version)
SELECT c.rowid, v.package, CASE WHEN EXISTS (SELECT 1 FROM torch_covered o
		WHERE o.channel = c.channel AND o.platform = c.subdir AND o.torch = c.torch
		AND o.what = 'builds')
	THEN 'none' ELSE v.version END
FROM conda c
JOIN conda_version v USING (channel, torch)
WHERE c.channel = 'pytorch' AND NOT EXISTS (
	SELECT 1 FROM conda_beside o WHERE o.id = c.rowid AND o.package = v.package);
INSERT INTO conda_beside
SELECT id, package, version, build, pythons, runtime, ifnull(apart, 0) FROM forge_companion;
CREATE INDEX temp.conda_beside_key ON conda_beside (id, package);

CREATE TEMP TABLE conda_era_of AS
SELECT id, extra, channels, base, later, asks_driver FROM (
	SELECT c.rowid AS id, e.extra, e.channels, e.base, e.later, e.asks_driver,
		row_number() OVER (PARTITION BY c.rowid ORDER BY e.priority DESC, e.last) AS n
	FROM conda c
	JOIN torch_rank k USING (torch)
	JOIN conda_era e ON e.channel = c.channel AND c.cuda GLOB e.cuda
		AND c.subdir GLOB e.subdir
	JOIN torch_rank f ON f.torch = e.first
	LEFT JOIN torch_rank l ON l.torch = e.last
	WHERE k.rank >= f.rank AND k.rank <= ifnull(l.rank, k.rank))
WHERE n = 1;
CREATE INDEX temp.conda_era_key ON conda_era_of (id);

CREATE TEMP VIEW conda_candidate AS
SELECT c.subdir AS platform, 'conda' AS installer, k.rank AS torch_rank, c.channel,
	CASE WHEN c.cuda = 'cpu' THEN 'cpu' ELSE 'cu' || replace(c.cuda, '.', '') END AS variant,
	row_number() OVER (PARTITION BY c.subdir, k.rank, c.channel, c.cuda
		ORDER BY c.exact DESC, c.build_number DESC, c.build, c.arm_variant) AS serial,
	c.torch, nullif(c.cuda, 'cpu') AS cuda, c.cudnn,
	'pytorch' AS pkg, c.build, c.exact AS build_exact, c.build_number,
	c.pythons, c.inferred AS pythons_inferred,
	coalesce(rtrim(c.glibc, ',<'), CASE WHEN c.channel = 'conda-forge' THEN (
		SELECT max(r.glibc) FROM conda_recipe r WHERE r.channel = c.channel
		AND r.version = c.torch AND r.subdir = c.subdir AND r.cuda = c.cuda
		AND ifnull(r.arm_variant, '') = ifnull(c.arm_variant, '')) END) AS glibc,
	c.arm_variant,
	a.sass, CASE a.ptx WHEN 'none' THEN '' ELSE a.ptx END AS ptx,
	a.confidence AS code_confidence, c.confidence AS exists_confidence,
	c.confidence <> 'low' AND (c.cuda = 'cpu' OR ifnull(a.confidence <> 'low', 0)) AS certain,
	ifnull('cu' || replace(c.cuda, '.', '') = d.variant, 0) AS is_default,
	c.cuda GLOB '13.*' AS zstd,
	tv.version AS torchvision, tv.build AS torchvision_build,
	tv.pythons AS torchvision_pythons,
	ta.version AS torchaudio, ta.build AS torchaudio_build, ta.pythons AS torchaudio_pythons,
	nullif(trim(CASE WHEN tv.apart THEN 'torchvision ' ELSE '' END
		|| CASE WHEN ta.apart THEN 'torchaudio' ELSE '' END), '') AS conda_apart,
	replace(replace(e.extra, '%v', CASE WHEN CAST(tv.runtime AS REAL) > ifnull(CAST(ta.runtime
		AS REAL), 0) THEN tv.runtime ELSE coalesce(ta.runtime, c.cuda) END),
		'%n', replace(c.cuda, '.', ''))
		|| CASE WHEN c.arm_variant = 'tegra' THEN ' arm-variant=*=tegra' ELSE ''
			END AS conda_extra,
	e.channels || CASE WHEN c.channel = 'pytorch' AND e.channels NOT LIKE '%conda-forge%'
		AND (c.depends LIKE '%python_abi%'
			OR (SELECT b.depends LIKE '%python_abi%' FROM conda_build b
				WHERE b.channel = c.channel AND b.name = tv.package AND b.version = tv.version
				AND b.build = tv.build AND b.subdir = c.subdir)
			OR (SELECT b.depends LIKE '%python_abi%' FROM conda_build b
				WHERE b.channel = c.channel AND b.name = ta.package AND b.version = ta.version
				AND b.build = ta.build AND b.subdir = c.subdir))
		THEN ' conda-forge' ELSE '' END AS conda_channels,
	e.base AS conda_base, e.later AS conda_later,
	coalesce(instr(c.depends, '__cuda') > 0, e.asks_driver) AS asks_driver,
	c.size, c.source || CASE WHEN a.source IS NULL THEN '' ELSE ' ' || a.source END AS source,
	c.depends
FROM conda c
JOIN torch_rank k USING (torch)
JOIN conda_era_of e ON e.id = c.rowid
LEFT JOIN conda_arch a ON a.channel = c.channel AND a.version = c.torch AND a.cuda = c.cuda
	AND a.subdir = c.subdir AND ifnull(a.arm_variant, '') = ifnull(c.arm_variant, '')
LEFT JOIN torch_default d ON d.torch = c.torch AND d.platform = c.subdir
LEFT JOIN conda_beside tv ON tv.id = c.rowid AND tv.package = 'torchvision'
LEFT JOIN conda_beside ta ON ta.id = c.rowid AND ta.package = 'torchaudio';

INSERT INTO candidate (
	platform, installer, torch_rank, channel, variant, serial, torch, cuda, cudnn, pkg, build,
	build_exact, build_number, pythons, pythons_inferred, glibc, arm_variant, sass, ptx,
	code_confidence, exists_confidence, certain, is_default, zstd, torchvision,
	torchvision_build, torchvision_pythons, torchaudio, torchaudio_build, torchaudio_pythons,
	conda_extra, conda_channels, conda_apart, conda_base, conda_later, asks_driver, size, source,
	depends)
SELECT
	platform, installer, torch_rank, channel, variant, serial, torch, cuda, cudnn, pkg, build,
	build_exact, build_number, pythons, pythons_inferred, glibc, arm_variant, sass, ptx,
	code_confidence, exists_confidence, certain, is_default, zstd, torchvision,
	torchvision_build, torchvision_pythons, torchaudio, torchaudio_build, torchaudio_pythons,
	conda_extra, conda_channels, conda_apart, conda_base, conda_later, asks_driver, size, source,
	depends
FROM conda_candidate;

-- Where conda-forge is a channel already, it has the rest.
UPDATE candidate SET conda_base = NULL
WHERE instr(' ' || conda_channels || ' ', ' conda-forge ');

-- What else must stay below something: "PACKAGE SPEC PYTHON SM CODE", joined by ';'.
UPDATE candidate SET bounds = (
	SELECT group_concat(line, ';') FROM (
		SELECT printf('%s %s%s %s %s %s', package, package, need, ifnull(python, '-'),
			ifnull(below_sm, '-'), ifnull(code, '-')) AS line
		FROM torch_bound b
		LEFT JOIN torch_rank f ON f.torch = b.before || '.0'
		WHERE (b.before IS NULL OR torch_rank < f.rank)
			AND ifnull(candidate.cuda, 'cpu') GLOB b.cuda
			AND (platforms = '*' OR instr(' ' || platforms || ' ', ' ' || platform || ' '))
			AND EXISTS (SELECT 1 FROM json_each('["' || replace(channels, ' ', '","') || '"]')
				WHERE candidate.channel GLOB value)
		ORDER BY b.code IS NULL, b.code, package));

UPDATE candidate SET terms = printf('%s|%s|%s|%s', pip_how, conda_base, conda_later, bounds);

-- catalogue: the same rows as text, for the resolver, one line per candidate in the order of the
-- table, cut into parts that fit on a page: what does not is put together and copied before it can
-- be read. Neighbours are alike: a line has only the columns that differ from the line before, each
-- as a letter, the value and '|'. A list of Pythons or of sm is its number in catalogue_list.
-- This is read fifty times as fast as the rows of the table. With rowids: a search in a table
-- without them copies each row that it compares, lines and all.
CREATE TEMP TABLE catalogue_list AS
SELECT part, list, row_number() OVER (PARTITION BY part ORDER BY list) - 1 AS number FROM (
	SELECT 'pythons' AS part, pythons AS list FROM candidate
	UNION SELECT 'pythons', pythons_unknown FROM candidate
	UNION SELECT 'pythons', torchvision_pythons FROM candidate
	UNION SELECT 'pythons', torchaudio_pythons FROM candidate
	UNION SELECT 'targets', sass FROM candidate
	UNION SELECT 'targets', ptx FROM candidate
	UNION SELECT 'terms', terms FROM candidate)
WHERE list <> '';
CREATE INDEX temp.catalogue_list_key ON catalogue_list (part, list);
CREATE TABLE catalogue (
	platform TEXT NOT NULL,
	installer TEXT NOT NULL,
	part INTEGER NOT NULL,
	candidates INTEGER NOT NULL,
	lines TEXT NOT NULL,
	PRIMARY KEY (platform, installer, part)
) STRICT;
CREATE TEMP TABLE catalogue_cell AS
SELECT platform, installer, place, key AS letter, value
FROM (SELECT platform, installer,
		row_number() OVER (PARTITION BY platform, installer
			ORDER BY torch_rank DESC, channel, variant, serial) AS place,
		json_object(
			'a', c.torch_rank, 'b', c.channel, 'c', c.variant, 'd', c.torch,
			'e', c.cuda, 'f', c.toolkit, 'g', c.index_url, 'h', c.local, 'i', c.pkg,
			'j', c.build, 'k', c.build_exact, 'l', c.build_number, 'm', a.number,
			'n', c.pythons_inferred, 'o', b.number, 'p', c.glibc, 'q', c.arm_variant,
			'r', s.number, 's', p.number, 't', c.code_confidence,
			'u', c.exists_confidence, 'v', c.certain, 'w', c.is_default, 'x', c.cudnn,
			'y', c.zstd, 'z', c.torchvision, 'A', c.torchvision_build, 'B', v.number,
			'C', c.torchaudio, 'D', c.torchaudio_build, 'E', u.number,
			'F', c.conda_extra, 'G', c.conda_channels, 'H', c.size,
			'I', c.asks_driver, 'J', c.pip_page, 'K', o.number, 'L', c.conda_apart) AS cells
	FROM candidate c
	LEFT JOIN catalogue_list a ON a.part = 'pythons' AND a.list = c.pythons
	LEFT JOIN catalogue_list b ON b.part = 'pythons' AND b.list = c.pythons_unknown
	LEFT JOIN catalogue_list v ON v.part = 'pythons' AND v.list = c.torchvision_pythons
	LEFT JOIN catalogue_list u ON u.part = 'pythons' AND u.list = c.torchaudio_pythons
	LEFT JOIN catalogue_list s ON s.part = 'targets' AND s.list = c.sass
	LEFT JOIN catalogue_list p ON p.part = 'targets' AND p.list = c.ptx
	LEFT JOIN catalogue_list o ON o.part = 'terms' AND o.list = c.terms), json_each(cells);
INSERT INTO catalogue
SELECT platform, installer, before / 3400 AS part, count(*), group_concat(line, '') FROM (
	SELECT platform, installer, place, line, sum(length(line)) OVER (
		PARTITION BY platform, installer ORDER BY place) - length(line) AS before
	FROM (SELECT platform, installer, place, ifnull(group_concat(cell, ''), '') || char(10) AS line
		FROM (SELECT platform, installer, place, CASE WHEN value IS NOT lag(value) OVER (
				PARTITION BY platform, installer, letter ORDER BY place)
			THEN printf('%s%s|', letter, value) END AS cell
			FROM catalogue_cell ORDER BY platform, installer, place, letter > 'Z' DESC, letter)
		GROUP BY platform, installer, place)
	ORDER BY platform, installer, place)
GROUP BY platform, installer, part;

-- library_gap: what a GPU of this sm misses in the NVIDIA libraries that a torch build brings.
-- torch_library_gap names the sm of torch's own code; every GPU that runs that code is meant.
CREATE TABLE library_gap (
	torch TEXT NOT NULL REFERENCES torch_release,
	variant TEXT NOT NULL,
	sm TEXT NOT NULL REFERENCES driver_cc (sm),
	library TEXT NOT NULL,
	package TEXT NOT NULL,
	version TEXT NOT NULL,
	code TEXT NOT NULL,
	hits TEXT NOT NULL,
	effect TEXT NOT NULL,
	source TEXT NOT NULL,
	PRIMARY KEY (torch, variant, sm, library)
) STRICT, WITHOUT ROWID;
INSERT INTO library_gap
SELECT g.torch, g.variant, s.sm, g.library, g.package, g.version, g.code, g.hits, g.effect,
	g.source
FROM torch_library_gap g
JOIN driver_cc s ON CAST(s.sm AS INTEGER) / 10 = CAST(g.sm AS INTEGER) / 10
WHERE s.sm = g.sm OR NOT s.own_code AND CAST(g.sm AS INTEGER) = (
	SELECT max(CAST(j.value AS INTEGER))
	FROM torch_arch a, json_each('["' || replace(a.sass, ' ', '","') || '"]') j
	WHERE a.torch = g.torch AND a.variant = g.variant AND a.platform = 'linux-64'
	AND CAST(j.value AS INTEGER) / 10 = CAST(s.sm AS INTEGER) / 10
	AND CAST(j.value AS INTEGER) <= CAST(s.sm AS INTEGER));

-- catalogue_fact: the other numbers that the resolver reads at every start, a text for each part:
-- one line per row, '|' between its columns.
CREATE TABLE catalogue_fact (
	part TEXT NOT NULL,
	lines TEXT NOT NULL
) STRICT;
INSERT INTO catalogue_fact
SELECT 'cuda', group_concat(line, char(10)) FROM (
	SELECT printf('%s|%s|%s|%s|%s|%s', c.cuda, c.ptx_isa, c.min_linux, c.min_windows, t.linux,
		t.windows) AS line
	FROM driver_cuda c LEFT JOIN driver_toolkit t ON t.version = (SELECT version
		FROM driver_toolkit k WHERE k.cuda = c.cuda AND k.linux IS NOT NULL
		ORDER BY length(version), version LIMIT 1)
	ORDER BY length(c.cuda), c.cuda)
UNION ALL SELECT 'branch', group_concat(line, char(10)) FROM (
	SELECT printf('%s|%s|%s|%s|%s|%s|%s', branch, cuda, ptx_isa, windows_first, windows_last,
		(SELECT version FROM driver_release r WHERE r.branch = b.branch AND os = 'linux'
			ORDER BY CAST(substr(version, 5) AS REAL) LIMIT 1),
		(SELECT version FROM driver_release r WHERE r.branch = b.branch AND os = 'windows'
			ORDER BY CAST(version AS REAL) LIMIT 1)) AS line
	FROM driver_branch b ORDER BY branch)
UNION ALL SELECT 'common', coalesce(min(branch), 0) FROM driver_branch, meta
	-- The oldest branch that NVIDIA still made releases of within the year before.
	WHERE key = 'date' AND end_of_life >= date(value, '-1 year')
UNION ALL SELECT 'cc', group_concat(line, char(10)) FROM (
	SELECT printf('%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s', sm, architecture, integrated, own_code,
		first_branch, last_branch, last_toolkit, first_binary_toolkit, desktop_sm,
		desktop_cuda, first_toolkit) AS line
	FROM driver_cc ORDER BY length(sm), sm)
UNION ALL SELECT 'family', group_concat(line, char(10)) FROM (
	SELECT printf('%s|%s', f.target, c.sm) AS line
	FROM driver_family f JOIN driver_cc c USING (cc) ORDER BY f.target, c.sm)
UNION ALL SELECT 'compat', group_concat(line, char(10)) FROM (
	SELECT printf('%s|%s', cuda, branch) AS line
	FROM driver_compat WHERE state = 'works' ORDER BY cuda, branch)
UNION ALL SELECT 'l4t', group_concat(line, char(10)) FROM (
	SELECT printf('%s|%s', driver, cuda) AS line FROM driver_l4t ORDER BY driver)
UNION ALL SELECT 'gap', group_concat(line, char(10)) FROM (
	-- Of a gap that hits a few calls: which, and the newest wheel up to there without it.
	SELECT printf('%s|%s|%s|%s|%s|%s|%s|%s', r.rank, g.variant, g.sm, g.library, g.version,
		g.hits = 'several', iif(g.hits = 'feature', g.effect, NULL),
		iif(g.hits = 'feature', (SELECT a.torch || '+' || a.variant FROM torch_arch a
			JOIN torch_rank k USING (torch)
			JOIN json_each('["' || replace(a.sass, ' ', '","') || '"]') j
				ON CAST(j.value AS INTEGER) / 10 = CAST(g.sm AS INTEGER) / 10
				AND CAST(j.value AS INTEGER) <= CAST(g.sm AS INTEGER)
			WHERE a.platform = 'linux-64' AND a.confidence <> 'low' AND k.rank <= r.rank
			AND EXISTS (SELECT 1 FROM pip p WHERE p.torch = a.torch AND p.variant = a.variant
				AND p.platform = a.platform AND p.confidence <> 'low')
			AND NOT EXISTS (SELECT 1 FROM library_gap o WHERE o.torch = a.torch
				AND o.variant = a.variant AND o.sm = g.sm AND o.library = g.library)
			ORDER BY k.rank DESC, length(a.variant) DESC, a.variant DESC LIMIT 1), NULL)) AS line
	FROM library_gap g JOIN torch_rank r USING (torch)
	WHERE g.hits IN ('all', 'several') OR g.library = 'linalg'
	ORDER BY r.rank, g.variant, g.hits = 'feature')
UNION ALL SELECT 'ptx_run', group_concat(line, char(10)) FROM (
	SELECT printf('%s|%s|%s|%s|%s|%s|%s|%s|%s', variant, min(rank), max(rank), platform, made,
		sm, verdict, lacks, alone) AS line
	FROM (SELECT p.*, r.rank, CASE
			WHEN cublas IN ('none', 'fails') AND cudnn IN ('none', 'fails') THEN 'cuBLAS, cuDNN'
			WHEN cublas IN ('none', 'fails') THEN 'cuBLAS'
			WHEN cudnn IN ('none', 'fails') THEN 'cuDNN' END AS lacks,
			nccl IN ('none', 'unknown') AS alone,
			r.rank - row_number() OVER (PARTITION BY variant, platform, made, sm, verdict,
				cublas IN ('none', 'fails'), cudnn IN ('none', 'fails'),
				nccl IN ('none', 'unknown') ORDER BY r.rank) AS island
		FROM torch_ptx_run p JOIN torch_rank r USING (torch))
	GROUP BY variant, platform, made, sm, verdict, lacks, alone, island
	ORDER BY platform, made, length(variant), variant, min(rank))
UNION ALL SELECT 'companion', ifnull(group_concat(line, char(10)), '') FROM (
	-- Releases of torchvision and torchaudio that belong to a torch too, beside the one that it is
	-- paired with: by the METADATA of PyPI's files, and for the index of their time, whose commands
	-- named them, those too that PyPI took back for the label in theirs; on the conda channel by its
	-- records; on conda-forge by the table of companions, for the CPU or a major of CUDA, and from
	-- which libraries on.
	SELECT printf('%s|%s|%s|%s|%s|%s|%s|%s', package, version, rank, channel, platform, last,
		kind, runtime) AS line
	FROM (SELECT c.package, c.version, k.rank, h.channel, h.platform, k.rank AS last,
			NULL AS kind, NULL AS runtime
		FROM torch_companion c JOIN torch_rank k ON c.requires_torch = '==' || k.torch
			OR c.requires_torch GLOB '==' || k.torch || '+*'
		JOIN (SELECT 'pypi' AS channel, 'linux-64' AS listed, 'linux-64' AS platform
			UNION SELECT 'pytorch-index', 'linux-64', 'linux-64'
			UNION SELECT 'pytorch-index', 'linux-64', 'win-64') h ON h.listed = c.platform
		WHERE c.yanked = (c.requires_torch LIKE '%+%' AND h.channel <> 'pypi')
			AND NOT EXISTS (SELECT 1 FROM torch_pair p
			WHERE p.package = c.package AND p.version = c.version)
		UNION SELECT q.name, q.version, k.rank, b.channel, b.subdir, k.rank, NULL, NULL
		FROM conda_pair q JOIN torch_rank k ON k.torch = q.requires_version
		JOIN conda_build b ON b.channel = 'pytorch' AND b.name = q.name
			AND b.version = q.version
		WHERE q.requires = 'pytorch' AND q.name IN ('torchvision', 'torchaudio')
		UNION SELECT g.name, g.version, min(rank), 'conda-forge', replace(group_concat(DISTINCT subdir),
			',', ' '), max(rank), kind, runtime
		FROM (SELECT m.name, m.version, m.torch, m.subdir, min(m.runtime) AS runtime,
				CASE m.cuda WHEN 'cpu' THEN 'cpu' ELSE CAST(m.cuda AS INTEGER) END AS kind,
				min(m.least) AS least
			FROM conda_companion m
			WHERE m.pattern IS NOT NULL AND m.confidence <> 'low'
			GROUP BY m.name, m.version, m.torch, m.subdir, kind) g
		JOIN torch_rank k ON k.torch GLOB g.torch || '.*' AND k.torch >= g.least
		JOIN torch_pair p ON p.torch = k.torch AND p.package = g.name AND p.variant = '*'
			AND p.version <> g.version
		GROUP BY g.name, g.version, g.torch, kind, runtime)
	ORDER BY rank, package, version, channel, platform)
-- Taken back by who published them (yanked): pip takes one only where it is pinned exactly, and what
-- its METADATA asks of torch is why most of them were.
UNION ALL SELECT 'withdrawn', ifnull(group_concat(line, char(10)), '') FROM (
	SELECT DISTINCT printf('%s|%s|%s', package, version, replace(requires_torch, '==', '')) AS line
	FROM torch_companion c WHERE yanked = 1 AND requires_torch GLOB '==[0-9]*'
		AND NOT EXISTS (SELECT 1 FROM torch_pair p
			WHERE p.package = c.package AND p.version = c.version)
	UNION SELECT printf('%s|%s|', package, version) FROM torch_extension WHERE yanked
	ORDER BY line)
-- Out for less than a year on the day of the matrix: many packages have no files for them yet.
UNION ALL SELECT 'young', ifnull(group_concat(python, char(10)), '') FROM (
	SELECT python FROM python_release, meta
	WHERE key = 'date' AND date(python_release.date, '+1 year') > value)
UNION ALL SELECT 'coverage', group_concat(line, char(10)) FROM (
	SELECT printf('%s|%s|%s|%s|%s', channel, platform, min(rank), max(rank),
		iif(package = 'torch', what, package)) AS line
	FROM release_covered GROUP BY channel, platform, package, first, what
	ORDER BY channel, platform, min(rank), package DESC, what)
UNION ALL SELECT 'since', group_concat(line, char(10)) FROM (
	SELECT printf('%s|%s', what, first) AS line FROM since ORDER BY what)
-- Where the variants of torch stand, %s being the variant.
UNION ALL SELECT 'index', url FROM channel WHERE channel = 'pytorch-index'
UNION ALL SELECT 'release', group_concat(torch, char(10)) FROM (
	SELECT torch FROM torch_rank ORDER BY rank)
UNION ALL SELECT part, group_concat(list, char(10)) FROM (
	SELECT part, list FROM catalogue_list ORDER BY part, number)
GROUP BY part;

-- ends: the last release for each compute capability. whole = 1 counts only builds whose cuDNN
-- and cuBLAS have code for it too; a cubin of the same major and a minor not above runs.
CREATE TABLE ends (
	platform TEXT NOT NULL,
	installer TEXT NOT NULL,
	sm TEXT NOT NULL REFERENCES driver_cc (sm),
	whole INTEGER NOT NULL CHECK (whole IN (0, 1)),
	torch TEXT NOT NULL REFERENCES torch_release,
	variant TEXT NOT NULL,
	channel TEXT NOT NULL REFERENCES channel,
	PRIMARY KEY (platform, installer, sm, whole)
) STRICT, WITHOUT ROWID;

CREATE TEMP TABLE runs AS
SELECT DISTINCT c.platform, c.installer, c.torch_rank, c.torch, c.variant, c.channel, s.sm,
	c.channel <> 'conda-forge' AND EXISTS (SELECT 1 FROM library_gap g
		WHERE g.torch = c.torch AND g.variant = c.variant AND g.sm = s.sm
		AND g.hits = 'all') AS gap, c.is_default
FROM candidate c, json_each('["' || replace(c.sass, ' ', '","') || '"]') j
JOIN driver_cc s ON CAST(j.value AS INTEGER) / 10 = CAST(s.sm AS INTEGER) / 10
	AND CAST(j.value AS INTEGER) <= CAST(s.sm AS INTEGER)
	AND (NOT s.own_code OR j.value = s.sm)
WHERE c.certain AND c.sass IS NOT NULL;

INSERT INTO ends
SELECT platform, installer, sm, whole, torch, variant, channel FROM (
	SELECT r.*, w.whole, row_number() OVER (
		PARTITION BY r.platform, r.installer, r.sm, w.whole
		ORDER BY r.torch_rank DESC, r.is_default DESC, length(r.variant) DESC,
			r.variant DESC, r.channel) AS n
	FROM runs r JOIN (SELECT 0 AS whole UNION SELECT 1) w ON w.whole = 0 OR r.gap = 0)
WHERE n = 1;


-- Versions as numbers: each stands for all that begin so, "2.1" for 2.1.0 to 2.1.9999, "*" for any,
-- the least and the most of them with four digits to each of the three parts.
CREATE TABLE version (
	text TEXT PRIMARY KEY,
	least INTEGER NOT NULL,
	most INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO version
SELECT text,
	ifnull(major, 0) * 100000000 + ifnull(minor, 0) * 10000 + ifnull(patch, 0),
	ifnull(major, 9999) * 100000000 + ifnull(minor, 9999) * 10000 + ifnull(patch, 9999)
FROM (SELECT text, part ->> 0 AS major, part ->> 1 AS minor, part ->> 2 AS patch
	FROM (SELECT text, '[' || replace(replace(text, '*', ''), '.', ',') || ']' AS part
		FROM (SELECT torch AS text FROM torch_release UNION SELECT version FROM torch_pair
			UNION SELECT version FROM torch_companion UNION SELECT version FROM conda_companion
			UNION SELECT first FROM coverage UNION SELECT last FROM coverage
			UNION SELECT cuda FROM driver_branch UNION SELECT cuda FROM driver_cuda)
		WHERE text = '*' OR text GLOB '[0-9]*' AND text NOT GLOB '*[^0-9.]*'));

-- The order of releases (PEP 440; releases have three plain numbers).
CREATE TABLE torch_rank (
	torch TEXT PRIMARY KEY REFERENCES torch_release,
	rank INTEGER NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;
INSERT INTO torch_rank
SELECT torch, row_number() OVER (ORDER BY least) FROM torch_release JOIN version ON text = torch;

-- One row per build and platform.
CREATE TABLE torch_build_on (
	torch TEXT NOT NULL REFERENCES torch_release,
	variant TEXT NOT NULL,
	channel TEXT NOT NULL,
	platform TEXT NOT NULL,
	PRIMARY KEY (torch, channel, platform, variant)
) STRICT, WITHOUT ROWID;
INSERT INTO torch_build_on
SELECT DISTINCT torch, variant, channel, value
FROM torch_build, json_each('["' || replace(platforms, ' ', '","') || '"]');

-- What a plain `pip install torch` brings; where that is a CPU build or nothing, the variant
-- of Linux x86-64 counts as the release's default.
CREATE VIEW torch_default AS
SELECT torch, platform, coalesce(
	(SELECT variant FROM torch_build_on b WHERE b.torch = r.torch AND b.platform = p.platform
		AND channel = 'pypi' AND variant <> 'cpu'),
	(SELECT variant FROM torch_build_on b WHERE b.torch = r.torch AND b.platform = 'linux-64'
		AND channel = 'pypi')) AS variant
FROM torch_release r, (SELECT DISTINCT platform FROM torch_build_on) p;

-- The Pythons of the wheels that exist, one row each. Folders such as cu121_full or
-- cu117_pypi_cudnn repeat what the ordinary folder of the variant has and are left out.
CREATE TEMP TABLE torch_python (
	torch TEXT NOT NULL,
	channel TEXT NOT NULL,
	variant TEXT NOT NULL,
	platform TEXT NOT NULL,
	python TEXT NOT NULL,
	listing TEXT NOT NULL,
	local TEXT,
	glibc TEXT,
	macos TEXT,
	source TEXT NOT NULL
) STRICT;
INSERT INTO torch_python
SELECT w.torch, w.channel, w.variant, w.platform, j.value, w.listing, w.local, t.glibc,
	CASE WHEN t.platform GLOB 'osx-*' THEN t.promise END, w.source
FROM torch_wheel w
JOIN torch_tag t USING (tag),
	json_each('["' || replace(w.pythons, ' ', '","') || '"]') j
WHERE w.torch = w.release AND (w.dir = 'pypi' OR w.dir = w.variant)
	AND w.variant IS NOT NULL AND ifnull(w.yanked, 0) = 0
	AND NOT EXISTS (SELECT 1 FROM torch_refused f WHERE f.torch = w.torch AND f.dir = w.dir
		AND f.tag = w.tag AND instr(' ' || f.pythons || ' ', ' ' || j.value || ' '))
ORDER BY w.torch, w.channel, w.variant, w.platform, w.listing, w.tag, j.key;
CREATE INDEX temp.torch_python_key ON torch_python (torch, channel, variant, platform);

CREATE TEMP VIEW python_order AS
SELECT DISTINCT python, CAST(python AS INTEGER) * 10000
	+ CAST(substr(python, instr(python, '.') + 1) AS INTEGER) * 10
	+ (python GLOB '*t') AS place
FROM torch_python;

-- Extensions on PyPI: a row per version, platform and tags of its files, but for those taken back. What was measured of an architecture stands
-- behind its name, "x86_64: … | aarch64: …"; what a version needs on another platform than the one
-- that was measured is taken to be the same, with low confidence.
INSERT INTO torch_extension_file
WITH part AS (
	SELECT e.*, j.value AS on_platform, p.confidence AS grade, p.torch AS made_torch,
		p.cuda AS made_cuda, e.form GLOB 'pure*' OR j.value = 'any' AS pure,
		CASE WHEN j.value = 'linux-aarch64' THEN 'aarch64: '
			WHEN j.value GLOB 'osx-*' THEN 'macos: ' ELSE 'x86_64: ' END AS arch,
		t.tag, t.pythons AS tagged
	FROM torch_extension e
	JOIN json_each('["' || replace(e.platforms, ' ', '","') || '"]') j
	LEFT JOIN torch_extension_wheel p ON p.package = e.package AND p.version = e.version
		AND p.platform = 'linux-64'
	LEFT JOIN torch_extension_tag t ON t.package = e.package AND t.version = e.version
		AND t.platform = j.value AND e.form NOT GLOB 'pure*'
	WHERE e.platforms IS NOT NULL AND j.value <> 'sdist' AND e.form GLOB '*wheel*'
		AND NOT e.yanked
	AND NOT (j.value = 'any' AND e.form GLOB 'binary*')
), cut AS (
	SELECT *, (SELECT substr(value, length(arch) + 1) FROM json_each('["'
			|| replace(replace(cuda, '"', ''), ' | ', '","') || '"]')
			WHERE substr(value, 1, length(arch)) = arch) AS libraries,
		(SELECT substr(value, length(arch) + 1) FROM json_each('["'
			|| replace(sass, ' | ', '","') || '"]')
			WHERE substr(value, 1, length(arch)) = arch) AS cubins,
		(SELECT substr(value, length(arch) + 1) FROM json_each('["'
			|| replace(ptx, ' | ', '","') || '"]')
			WHERE substr(value, 1, length(arch)) = arch) AS virtual
	FROM part
), needs AS (
	SELECT *, trim(CASE WHEN told GLOB '*libcudart.so.11*'
			OR told GLOB '*libnvrtc.so.11*' THEN '11 ' ELSE '' END
		|| CASE WHEN told GLOB '*libcudart.so.12*'
			OR told GLOB '*libnvrtc.so.12*' THEN '12 ' ELSE '' END
		|| CASE WHEN told GLOB '*libcudart.so.13*'
			OR told GLOB '*libnvrtc.so.13*' THEN '13' ELSE '' END) AS majors,
		trim(replace(replace(replace(CASE instr(requires_torch, ';') WHEN 0
			THEN requires_torch ELSE substr(requires_torch, 1,
				instr(requires_torch, ';') - 1) END, 'torch', ''), '(', ''), ')', ''))
			AS asks
	FROM (SELECT *, coalesce(libraries, cuda) AS told FROM cut)
)
SELECT package, version,
	CASE WHEN made_torch IS NOT NULL THEN made_torch
		WHEN requires_torch GLOB 'torch[ =<>!~(]*' AND asks <> '' THEN replace(asks, ' ', '')
		WHEN pure OR requires_torch GLOB '(none; *' THEN 'any' END,
	CASE WHEN pure OR on_platform GLOB 'osx-*' THEN 'any'
		WHEN cuda GLOB 'by name: CUDA [0-9]*' THEN CAST(CAST(substr(cuda, 15) AS INTEGER) AS TEXT)
		WHEN majors <> '' THEN majors
		WHEN made_cuda = 'cpu' THEN 'any'
		WHEN made_cuda IS NOT NULL THEN made_cuda
		WHEN libraries IS NOT NULL THEN 'any' END,
	NULL,
	-- The stable ABI says from which Python on, METADATA of the release which it takes: both hold.
	coalesce(CASE WHEN tagged GLOB '3.[0-9]*+' AND requires_python GLOB '[<>=!~]*'
			THEN '>=' || rtrim(tagged, '+') || ',' || replace(requires_python, ' ', '') END,
		tagged, (SELECT f.pythons FROM torch_extension_file f WHERE f.package = needs.package
		AND f.version = needs.version AND f.platform = on_platform AND NOT pure
		AND f.place = 'pytorch-index' AND needs.tag IS NULL
		LIMIT 1), nullif(requires_python, '(none)'), CASE WHEN tag IS NOT NULL THEN '>=3' END),
	CASE on_platform WHEN 'any' THEN '*' ELSE on_platform END, tag, 'pypi', NULL, NULL, NULL,
	CASE WHEN NOT pure AND cubins NOT IN ('none', '')
		THEN trim(cubins || ' ' || CASE virtual WHEN 'none' THEN ''
			ELSE ifnull(replace(virtual, ':', '+PTX:'), '') END) END,
	CASE WHEN pure THEN confidence WHEN on_platform = 'linux-64' THEN coalesce(grade, confidence)
		WHEN libraries IS NOT NULL OR (on_platform GLOB 'osx-*'
			AND requires_torch GLOB 'torch[ =<>!~(]*') THEN confidence ELSE 'low' END,
	source
FROM needs WHERE (on_platform IN (SELECT platform FROM torch_build_on) OR on_platform = 'any')
-- Where the METADATA of a version differs by Python, the CSV has its files.
	AND NOT EXISTS (SELECT 1 FROM torch_extension_file f WHERE f.place = 'pypi'
		AND f.package = needs.package AND f.version = needs.version
		AND f.platform = on_platform);

-- "torch>=2.1.1" of a wheel that was compiled is no promise about later ones: where other releases
-- of the package pin a later torch, or each of them belongs to one, it is the torch that it was
-- compiled for, and its patch releases. Where nobody else tells, it is not certain.
UPDATE torch_extension_file AS f SET confidence = 'low'
WHERE place = 'pypi' AND torch GLOB '>=*' AND instr(torch, ',') = 0 AND cuda GLOB '[0-9]*'
	AND NOT EXISTS (SELECT 1 FROM torch_extension_wheel w
		WHERE w.package = f.package AND w.version = f.version);
UPDATE torch_extension_file AS f SET torch = '==' || (
	SELECT substr(k.torch, 1, length(k.torch) - length(ltrim(substr(k.torch,
		1 + instr(k.torch, '.')), '0123456789'))) || '.*' FROM torch_rank k
	WHERE k.torch IN (substr(f.torch, 3), substr(f.torch, 3) || '.0'))
WHERE platform <> '*' AND torch GLOB '>=*' AND instr(torch, ',') = 0
	AND (EXISTS (SELECT 1 FROM torch_extension_file o JOIN torch_rank p ON '==' || p.torch = o.torch
			JOIN torch_rank k ON k.torch IN (substr(f.torch, 3), substr(f.torch, 3) || '.0')
			WHERE o.package = f.package AND p.rank > k.rank)
		OR package IN (SELECT package FROM torch_family WHERE paired)
			AND package NOT IN (SELECT package FROM torch_extension_wheel))
	AND EXISTS (SELECT 1 FROM torch_rank k
		WHERE k.torch IN (substr(f.torch, 3), substr(f.torch, 3) || '.0'));

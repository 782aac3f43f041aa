-- The order of releases (PEP 440; releases have three plain numbers).
CREATE TABLE torch_rank (
	torch TEXT PRIMARY KEY REFERENCES torch_release,
	rank INTEGER NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;
INSERT INTO torch_rank
SELECT torch, row_number() OVER (ORDER BY
	json_extract(v, '$[0]'), json_extract(v, '$[1]'), json_extract(v, '$[2]'))
FROM (SELECT torch, '[' || replace(torch, '.', ',') || ']' AS v FROM torch_release);

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
	source TEXT NOT NULL
) STRICT;
INSERT INTO torch_python
SELECT w.torch, w.channel, w.variant, w.platform, j.value, w.listing, w.local, t.glibc, w.source
FROM torch_wheel w
JOIN torch_tag t USING (tag),
	json_each('["' || replace(w.pythons, ' ', '","') || '"]') j
WHERE w.torch = w.release AND (w.dir = 'pypi' OR w.dir = w.variant)
	AND w.variant IS NOT NULL AND ifnull(w.yanked, 0) = 0
ORDER BY w.torch, w.channel, w.variant, w.platform, w.listing, w.tag, j.key;
CREATE INDEX temp.torch_python_key ON torch_python (torch, channel, variant, platform);

CREATE TEMP VIEW python_order AS
SELECT DISTINCT python, CAST(python AS INTEGER) * 10000
	+ CAST(substr(python, instr(python, '.') + 1) AS INTEGER) * 10
	+ (python GLOB '*t') AS place
FROM torch_python;

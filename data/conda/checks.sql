SELECT 'conda_build: the build string has another number: ' || channel || ' ' || name || ' '
	|| version || ' ' || build || ': ' || build_number
FROM conda_build
WHERE channel = 'conda-forge' AND name = 'pytorch' AND build_number IS NOT NULL
	AND build NOT GLOB '*_' || build_number;

SELECT 'conda_build: Python of the build string: ' || channel || ' ' || name || ' ' || build
	|| ': ' || python
FROM conda_build
WHERE name = 'pytorch' AND python GLOB '3.*' AND python NOT GLOB '* *'
	AND instr(build, 'py' || python || '_') = 0
	AND instr(build, 'py' || replace(python, '.', '')) = 0;

SELECT 'conda_build: CUDA of the build string: ' || channel || ' ' || version || ' ' || build
	|| ': ' || cuda
FROM conda_build
WHERE name = 'pytorch' AND cuda IS NOT NULL AND cuda <> 'cpu' AND build LIKE '%cuda%'
	AND instr(build, 'cuda' || cuda) = 0
	AND instr(build, 'cuda' || replace(cuda, '.', '')) = 0;

SELECT 'conda_build: GPU build with a CPU name: ' || build FROM conda_build
WHERE name = 'pytorch' AND cuda = 'cpu' AND build LIKE '%cuda%';

SELECT 'conda_arch: builds_seen of ' || channel || ' ' || a.version || ' cuda ' || a.cuda || ' '
	|| a.subdir || ': ' || a.builds_seen || ', but no row in conda_build'
FROM conda_arch a
WHERE builds_seen > 0 AND NOT EXISTS (SELECT 1 FROM conda_build b
	WHERE b.channel = a.channel AND b.version = a.version AND b.subdir = a.subdir
	AND b.cuda = a.cuda);

SELECT 'conda_arch: sm not known: ' || channel || ' ' || version || ' ' || value
FROM conda_arch, json_each('["' || replace(sass, ' ', '","') || '"]')
WHERE value NOT IN (SELECT sm FROM driver_cc);

SELECT 'conda_era: last release not known: ' || last FROM conda_era
WHERE last <> '*' AND last NOT IN (SELECT torch FROM torch_release);

SELECT 'conda_build: a candidate without an era: ' || b.channel || ' ' || b.version || ' '
	|| b.build
FROM conda_build b JOIN torch_rank k ON k.torch = b.version
WHERE b.name = 'pytorch' AND b.grade <> 'low' AND b.python IS NOT NULL
	AND b.channel IN ('pytorch', 'conda-forge', 'defaults')
	AND (b.channel <> 'pytorch' OR k.rank >= (
		SELECT rank FROM torch_rank WHERE torch = '1.5.1'))
	AND NOT EXISTS (SELECT 1 FROM candidate c WHERE c.platform = b.subdir
		AND c.channel = b.channel AND c.torch = b.version AND c.build = b.build);

CREATE TEMP TABLE used AS
SELECT 'build' AS name, source AS keys FROM conda_build
UNION SELECT 'arch', source FROM conda_arch
UNION SELECT 'pair', source FROM conda_pair
UNION SELECT 'recipe', source FROM conda_recipe
UNION SELECT 'era', source FROM conda_era
UNION SELECT 'pattern', source FROM conda_pattern;
SELECT 'conda_' || name || ': source not known: ' || value
FROM used, json_each('["' || replace(keys, ' ', '","') || '"]')
WHERE value NOT IN (SELECT key FROM source);
DROP TABLE used;

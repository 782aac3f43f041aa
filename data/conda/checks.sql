SELECT 'conda_build', channel || ' ' || name || ' ' || version || ' ' || build
	|| ' ' || subdir, 'the build string has another number than ' || build_number
FROM conda_build
WHERE channel = 'conda-forge' AND name = 'pytorch' AND build_number IS NOT NULL
	AND build NOT GLOB '*_' || build_number;

SELECT 'conda_build', channel || ' ' || name || ' ' || version || ' ' || build
	|| ' ' || subdir, 'the build string has another Python than ' || python
FROM conda_build
WHERE name = 'pytorch' AND python GLOB '3.*' AND python NOT GLOB '* *'
	AND instr(build, 'py' || python || '_') = 0
	AND instr(build, 'py' || replace(python, '.', '')) = 0;

SELECT 'conda_build', channel || ' ' || name || ' ' || version || ' ' || build
	|| ' ' || subdir, 'the build string has another CUDA than ' || cuda
FROM conda_build
WHERE name = 'pytorch' AND cuda IS NOT NULL AND cuda <> 'cpu' AND build LIKE '%cuda%'
	AND instr(build, 'cuda' || cuda) = 0
	AND instr(build, 'cuda' || replace(cuda, '.', '')) = 0;

SELECT 'conda_build', channel || ' ' || name || ' ' || version || ' ' || build
	|| ' ' || subdir, 'a CPU build with the name of a GPU build'
FROM conda_build
WHERE name = 'pytorch' AND cuda = 'cpu' AND build LIKE '%cuda%';

SELECT 'conda_arch', channel || ' ' || version || ' ' || cuda || ' ' || subdir
	|| ifnull(' ' || arm_variant, ''), 'sm not known: ' || value
FROM conda_arch, json_each('["' || replace(sass, ' ', '","') || '"]')
WHERE value NOT IN (SELECT sm FROM driver_cc);

SELECT 'conda_era', channel || ' ' || first || ' ' || last || ' ' || cuda || ' ' || subdir,
	'last release not known: ' || last
FROM conda_era
WHERE last <> '*' AND last NOT IN (SELECT torch FROM torch_release);

SELECT 'conda_build', channel || ' ' || name || ' ' || version || ' ' || build
	|| ' ' || subdir, 'no line of conda/era.csv is for it'
FROM conda_build b JOIN torch_rank k ON k.torch = b.version
WHERE b.name = 'pytorch' AND b.confidence <> 'low' AND b.python IS NOT NULL
	AND b.channel IN ('pytorch', 'conda-forge', 'defaults')
	AND (b.channel <> 'pytorch' OR k.rank >= (
		SELECT rank FROM since JOIN torch_rank ON torch = first
		WHERE what = 'channel-pytorch'))
	AND NOT EXISTS (SELECT 1 FROM candidate c WHERE c.platform = b.subdir
		AND c.channel = b.channel AND c.torch = b.version AND c.build = b.build);

SELECT 'conda_build', channel || ' ' || name || ' ' || version || ' ' || build || ' ' || subdir,
	'cudnn is no version: ' || cudnn
FROM conda_build
WHERE cudnn GLOB '*[^0-9.]*' OR cudnn NOT GLOB '[0-9]*';

-- The channel pytorch was built with the index: a CUDA that the index never had there is a mistake.
SELECT 'conda_pattern', channel || ' ' || version || ' ' || glob || ' ' || subdir,
	'torch ' || version || ' has no CUDA ' || cuda || ' for ' || subdir || ' in torch/build.csv'
FROM conda_pattern p
WHERE channel IN ('pytorch', 'pytorch-lts') AND cuda <> 'cpu' AND NOT EXISTS (
	SELECT 1 FROM torch_build_on b WHERE b.torch = p.version AND b.platform = p.subdir
	AND b.variant = 'cu' || replace(p.cuda, '.', ''));

SELECT 'conda_companion', name || ' ' || ifnull(version || ' ', '') || ifnull(build_number || ' ', '')
	|| subdir || ' ' || ifnull(arm_variant || ' ', '') || cuda || ' ' || torch,
	'pattern, number and CUDA contradict each other: ' || ifnull(pattern, 'none')
FROM conda_companion
WHERE pattern IS NOT NULL AND (pattern NOT GLOB '*_' || build_number
	OR (cuda = 'cpu') <> (runtime IS NULL) OR CAST(runtime AS INTEGER) <> CAST(cuda AS INTEGER)
	OR NOT least GLOB torch || '.*');

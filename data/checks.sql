-- Every query here must return no row; a row names what is wrong. The build fails on any.

SELECT 'meta: no ' || value FROM json_each('["version","date","schema","index_whole"]')
WHERE value NOT IN (SELECT key FROM meta);

SELECT 'candidate: no rows for ' || value
FROM json_each('["linux-64","linux-aarch64","win-64"]')
WHERE value NOT IN (SELECT platform FROM candidate);

SELECT 'candidate: certain without grades: ' || platform || ' ' || channel || ' ' || torch
	|| '+' || variant
FROM candidate
WHERE certain AND (exists_grade = 'low' OR variant <> 'cpu' AND ifnull(code_grade, 'low') = 'low');

SELECT 'candidate: CPU build with device code: ' || channel || ' ' || torch FROM candidate
WHERE variant = 'cpu' AND (sass IS NOT NULL OR cuda IS NOT NULL OR zstd);

SELECT 'candidate: CUDA and variant differ: ' || channel || ' ' || torch || ' ' || variant
FROM candidate
WHERE variant <> 'cpu' AND 'cu' || replace(ifnull(cuda, ''), '.', '') <> variant;

SELECT 'candidate: pip row without a file: ' || platform || ' ' || channel || ' ' || torch
	|| '+' || variant
FROM candidate
WHERE installer = 'pip' AND NOT pythons_inferred AND NOT EXISTS (
	SELECT 1 FROM torch_wheel w WHERE w.release = candidate.torch
	AND w.channel = candidate.channel AND w.variant = candidate.variant
	AND w.platform = candidate.platform);

SELECT 'candidate: exact conda build that is not in conda_build: ' || channel || ' ' || build
FROM candidate
WHERE installer = 'conda' AND build_exact AND NOT EXISTS (
	SELECT 1 FROM conda_build b WHERE b.channel = candidate.channel
	AND b.name = candidate.pkg AND b.version = candidate.torch
	AND b.build = candidate.build AND b.subdir = candidate.platform);

SELECT 'candidate: companion build that is not in conda_build: ' || torchvision_build
FROM candidate
WHERE torchvision_build IS NOT NULL AND NOT EXISTS (
	SELECT 1 FROM conda_build b WHERE b.channel = candidate.channel
	AND b.name = 'torchvision' AND b.version = candidate.torchvision
	AND b.build = candidate.torchvision_build);

SELECT 'candidate: a pattern without a star, or a star in an exact build: ' || build
FROM candidate
WHERE build IS NOT NULL AND (instr(build, '*') > 0) = build_exact;

SELECT 'candidate: pythons: ' || platform || ' ' || channel || ' ' || torch || ': '
	|| ifnull(pythons, 'none')
FROM candidate, json_each('["' || replace(pythons, ' ', '","') || '"]')
WHERE value NOT GLOB '[23].[0-9]' AND value NOT GLOB '3.[0-9][0-9]'
	AND value NOT GLOB '3.[0-9][0-9]t';

SELECT 'candidate: index row without a URL: ' || channel || ' ' || torch FROM candidate
WHERE (channel GLOB 'pytorch*index') <> (index_url IS NOT NULL);

SELECT 'ends: last whole release is newer than the last one: ' || w.platform || ' ' || w.sm
FROM ends w JOIN ends a USING (platform, installer, sm)
JOIN torch_rank x ON x.torch = w.torch JOIN torch_rank y ON y.torch = a.torch
WHERE w.whole = 1 AND a.whole = 0 AND x.rank > y.rank;

SELECT 'candidate: a text with a bar or a line end in it: ' || platform || ' ' || texts
FROM (SELECT platform, json_array(channel, variant, torch, cuda, toolkit, index_url, local, pkg,
	build, pythons, pythons_unknown, glibc, arm_variant, sass, ptx, cudnn, torchvision,
	torchvision_build, torchvision_pythons, torchaudio, torchaudio_build, torchaudio_pythons,
	conda_extra, conda_channels) AS texts FROM candidate)
WHERE instr(texts, '|') OR instr(texts, '\n');

SELECT 'catalogue_fact: lines of different length: ' || part
FROM catalogue_fact, json_each('["' || replace(lines, char(10), '","') || '"]')
GROUP BY part
HAVING count(DISTINCT length(value) - length(replace(value, '|', ''))) <> 1;

SELECT 'mirror: source not known: ' || host || ': ' || value
FROM mirror, json_each('["' || replace(source, ' ', '","') || '"]')
WHERE value NOT IN (SELECT key FROM source);

SELECT 'mirror: channel not known: ' || host || ': ' || channel FROM mirror
WHERE channel NOT IN ('*', 'nvidia') AND channel NOT IN (SELECT channel FROM channel);

SELECT 'mirror: gone, and yet something of it is missing: ' || host FROM mirror
WHERE channel <> '*' AND host IN (SELECT host FROM mirror WHERE channel = '*');

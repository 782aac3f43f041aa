-- Every query here and in the folders must return no row; the build fails on any. A row has three
-- columns: the table, the key of its row as build.sh writes it (the columns of the key with blanks
-- between, without the empty ones), and what is wrong there.

SELECT 'meta', value, 'there is no such row'
FROM json_each('["version","date","schema","next-by"]')
WHERE value NOT IN (SELECT key FROM meta);

SELECT 'since', value, 'there is no such row'
FROM json_each('["arm-companions","channel-pytorch","cudnn-beside-label","declared-whole",
	"glibc-2.28","lazy-ptx","libraries-elsewhere","minor-compatible","ptx-in-some",
	"ptx-not-measured","windows-torchaudio","zstd-driver"]')
WHERE value NOT IN (SELECT what FROM since);

SELECT 'meta', key, 'this is no day: ' || value FROM meta
WHERE key IN ('date', 'next-by') AND date(value, '+0 days') IS NOT value;

SELECT 'candidate', value, 'no rows'
FROM json_each('["linux-64","linux-aarch64","win-64"]')
WHERE value NOT IN (SELECT platform FROM candidate);

SELECT 'candidate', platform || ' ' || channel || ' ' || torch || '+' || variant,
	'certain without confidence'
FROM candidate
WHERE certain AND (exists_confidence = 'low' OR variant <> 'cpu' AND ifnull(code_confidence, 'low') = 'low');

SELECT 'candidate', channel || ' ' || torch,
	'CPU build with device code' FROM candidate
WHERE variant = 'cpu' AND (sass IS NOT NULL OR cuda IS NOT NULL OR zstd);

SELECT 'candidate', channel || ' ' || torch || ' ' || variant,
	'CUDA and variant differ'
FROM candidate
WHERE variant <> 'cpu' AND 'cu' || replace(ifnull(cuda, ''), '.', '') <> variant;

SELECT 'candidate', platform || ' ' || channel || ' ' || torch || '+' || variant,
	'pip row without a file'
FROM candidate
WHERE installer = 'pip' AND NOT pythons_inferred AND NOT EXISTS (
	SELECT 1 FROM torch_wheel w WHERE w.release = candidate.torch
	AND w.channel = candidate.channel AND w.variant = candidate.variant
	AND w.platform = candidate.platform);

SELECT 'candidate', channel || ' ' || build,
	'exact conda build that is not in conda_build'
FROM candidate
WHERE installer = 'conda' AND build_exact AND NOT EXISTS (
	SELECT 1 FROM conda_build b WHERE b.channel = candidate.channel
	AND b.name = candidate.pkg AND b.version = candidate.torch
	AND b.build = candidate.build AND b.subdir = candidate.platform);

SELECT 'candidate', torchvision_build,
	'companion build that is not in conda_build'
FROM candidate
WHERE torchvision_build IS NOT NULL AND NOT EXISTS (
	SELECT 1 FROM conda_build b WHERE b.channel = candidate.channel
	AND b.name = 'torchvision' AND b.version = candidate.torchvision
	AND b.build = candidate.torchvision_build);

SELECT 'candidate', build,
	'a pattern without a star, or a star in an exact build'
FROM candidate
WHERE build IS NOT NULL AND (instr(build, '*') > 0) = build_exact;

SELECT 'candidate', platform || ' ' || channel || ' ' || torch || ': ' || ifnull(pythons, 'none'),
	'pythons'
FROM candidate, json_each('["' || replace(pythons, ' ', '","') || '"]')
WHERE value NOT GLOB '[23].[0-9]' AND value NOT GLOB '3.[0-9][0-9]'
	AND value NOT GLOB '3.[0-9][0-9]t';

SELECT 'candidate', channel || ' ' || torch,
	'index row without a URL' FROM candidate
WHERE (channel GLOB 'pytorch*index') <> (index_url IS NOT NULL);

SELECT 'ends', w.platform || ' ' || w.sm,
	'last whole release is newer than the last one'
FROM ends w JOIN ends a USING (platform, installer, sm)
JOIN torch_rank x ON x.torch = w.torch JOIN torch_rank y ON y.torch = a.torch
WHERE w.whole = 1 AND a.whole = 0 AND x.rank > y.rank;

SELECT 'candidate', platform || ' ' || texts,
	'a text with a bar or a line end in it'
FROM (SELECT platform, json_array(channel, variant, torch, cuda, toolkit, index_url, local, pkg,
	build, pythons, pythons_unknown, glibc, arm_variant, sass, ptx, cudnn, torchvision,
	torchvision_build, torchvision_pythons, torchaudio, torchaudio_build, torchaudio_pythons,
	conda_extra, conda_channels) AS texts FROM candidate)
WHERE instr(texts, '|') OR instr(texts, '\n');

SELECT 'catalogue_fact', part,
	'lines of different length'
FROM catalogue_fact, json_each('["' || replace(lines, char(10), '","') || '"]')
GROUP BY part
HAVING count(DISTINCT length(value) - length(replace(value, '|', ''))) <> 1;

SELECT 'mirror', mirror || ' ' || url || ' ' || form, 'channel not known: ' || serves FROM mirror
WHERE serves NOT IN ('*', 'pypi', 'wheels', 'nvidia', 'main', 'r', 'msys2', 'free')
AND serves NOT IN (SELECT channel FROM channel);

SELECT 'mirror', mirror || ' ' || url || ' ' || form, 'named, and ' || state FROM mirror
WHERE named AND state NOT IN ('live', 'redirect');

SELECT 'mirror', m.mirror || ' ' || m.url || ' ' || m.form, 'platform not known: ' || w.value
FROM mirror m, json_each('["' || replace(m.without, ' ', '","') || '"]') w
WHERE m.without IS NOT NULL AND w.value NOT IN (SELECT platform FROM candidate);

CREATE TEMP VIEW covered AS
SELECT *, channel || ' ' || platform || ' ' || package || ' ' || first AS k FROM coverage;

SELECT 'coverage', k, 'ends before it begins: ' || last FROM covered c
JOIN version low ON low.text = c.first
JOIN version high ON high.text = c.last
WHERE low.least > high.most;

-- What was never published cannot have been listed.
SELECT 'coverage', k, 'there is no torch ' || last FROM covered
WHERE package IN ('torch', 'nvidia-libraries') AND state = 'complete'
	AND last NOT IN (SELECT torch FROM torch_release);

SELECT 'coverage', k, 'there is no torch ' || first FROM covered
WHERE package IN ('torch', 'nvidia-libraries') AND first NOT IN (SELECT torch FROM torch_release);

-- What was listed after a list ended is in no list, and what was measured is known.
SELECT 'coverage', k, 'ends at ' || last || ', and torch/companion.csv has ' || version FROM covered v
JOIN version high ON high.text = v.last
JOIN torch_companion c USING (package) JOIN version own ON own.text = c.version
WHERE v.channel = 'pypi' AND own.least > high.most
GROUP BY k HAVING own.least = max(own.least);

SELECT 'coverage', k, 'ends at ' || last || ', and the cuDNN and NCCL of torch ' || b.torch || ' are measured'
FROM covered v JOIN torch_build b USING (channel)
JOIN torch_rank r ON r.torch = b.torch JOIN torch_rank l ON l.torch = last
WHERE package = 'nvidia-libraries' AND r.rank > l.rank
	AND cudnn IN (SELECT version FROM torch_nvidia_lib WHERE package GLOB 'nvidia-cudnn-*')
	AND nccl IN (SELECT version FROM torch_nvidia_lib WHERE package GLOB 'nvidia-nccl-*')
GROUP BY k HAVING r.rank = max(r.rank);

SELECT 'coverage', k, 'no ' || package || ' ' || last || ' in torch/companion.csv' FROM covered
WHERE package IN ('torchvision', 'torchaudio') AND state = 'complete'
	AND last NOT IN (SELECT version FROM torch_companion c WHERE c.package = covered.package);

SELECT 'coverage', k, 'platform not known: ' || platform FROM covered
WHERE platform <> '*' AND platform NOT IN (SELECT platform FROM torch_build_on);

SELECT 'coverage', k, 'seen after the matrix was made: ' || seen FROM covered, meta
WHERE key = 'date' AND seen > date(value, '+31 days');
DROP VIEW covered;

SELECT 'image', image || ' ' || tag, 'CUDA not known: ' || cuda FROM image
WHERE cuda NOT IN (SELECT cuda FROM driver_cuda);

-- src/read/env/env_image.c: lists are read without the matrix
SELECT 'image', image || ' ' || tag, 'neither its name nor its tag has cuda or torch: no file is read by it' FROM image
WHERE image || tag NOT GLOB '*cuda*' AND image || tag NOT GLOB '*torch*' AND image NOT GLOB 'nvcr.io/nvidia/*';

SELECT 'image', image || ' ' || tag, 'torch not known: ' || torch FROM image
WHERE torch NOT LIKE '%a0' AND torch NOT IN (SELECT torch FROM torch_release);

SELECT 'image', i.image || ' ' || i.tag, 'branch not known: ' || w.value
FROM image i, json_each('["' || replace(i.starts, ' ', '","') || '"]') w
WHERE i.starts IS NOT NULL AND w.value NOT IN (SELECT branch FROM driver_branch);

SELECT 'torch_release', torch, 'not three numbers' FROM torch_release
WHERE torch GLOB '*[^0-9.]*' OR torch NOT GLOB '[0-9]*.[0-9]*.[0-9]*';

SELECT 'torch_release', torch, 'its date is no day: ' || date FROM torch_release
WHERE date(date, '+0 days') IS NOT date;

SELECT 'torch_release', torch, 'its date ' || date || ' is after that of meta.csv, ' || value
FROM torch_release, meta WHERE key = 'date' AND date > value;

SELECT 'torch_release', torch, 'no build in torch/build.csv' FROM torch_release
WHERE torch NOT IN (SELECT torch FROM torch_build);

SELECT 'torch_release', torch, 'no torchvision in torch/pair.csv' FROM torch_release
WHERE torch NOT IN (SELECT torch FROM torch_pair WHERE package = 'torchvision');

-- torchtext is bound to one torch by its METADATA; a release that is not lists it by its minor.
SELECT 'torch_release', r.torch, 'torchtext ' || torchtext || ' asks for torch ' || min(f.torch)
FROM torch_release r JOIN torch_rank k USING (torch)
JOIN torch_extension_file f ON f.package = 'torchtext' AND f.version = torchtext
JOIN torch_rank o ON f.torch = '==' || o.torch OR f.torch = '==' || rtrim(o.torch, '0123456789') || '*'
GROUP BY r.torch
HAVING NOT max(o.torch = r.torch OR rtrim(o.torch, '0123456789') = rtrim(r.torch, '0123456789'));

SELECT 'torch_release', r.torch, 'torchtext ' || r.torchtext || ' is for torch ' || o.torch || ' too'
FROM torch_release r JOIN torch_release o USING (torchtext)
WHERE rtrim(r.torch, '0123456789') > rtrim(o.torch, '0123456789');

-- Lists of Pythons: each a version, each once, ascending; 3.14t comes after 3.14.
CREATE TEMP TABLE pythons AS
SELECT t, k, list, value AS python, key AS place, CAST(substr(value, 1, 1) AS INTEGER) * 10000
	+ CAST(substr(value, 3) AS INTEGER) * 10 + (value GLOB '*t') AS rank
FROM (SELECT 'torch_release' AS t, torch AS k, pythons AS list FROM torch_release
	UNION ALL SELECT 'torch_release', torch, previews FROM torch_release WHERE previews <> ''
	UNION ALL SELECT 'torch_wheel', torch || ' ' || ifnull(local || ' ', '') || dir || ' ' || tag
		|| ifnull(' ' || build_tag, ''), pythons FROM torch_wheel
	UNION ALL SELECT 'torch_companion', package || ' ' || version || ' ' || tag
		|| ifnull(' ' || build_tag, ''), pythons FROM torch_companion WHERE pythons <> '*'
	UNION ALL SELECT 'conda_pattern', channel || ' ' || version || ' ' || glob || ' ' || subdir,
		pythons FROM conda_pattern
	UNION ALL SELECT 'conda_recipe', channel || ' ' || version || ' ' || subdir || ' ' || cuda
		|| ifnull(' ' || arm_variant, ''), pythons FROM conda_recipe WHERE pythons <> ''),
	json_each('["' || replace(list, ' ', '","') || '"]');

SELECT DISTINCT t, k, 'no Python version: ' || python FROM pythons
WHERE python NOT GLOB '[23].[0-9]' AND python NOT GLOB '3.[0-9][0-9]'
	AND python NOT GLOB '3.[0-9][0-9]t';

SELECT DISTINCT a.t, a.k, 'Pythons not ascending: ' || a.list
FROM pythons a JOIN pythons b USING (t, k, list)
WHERE b.place = a.place + 1 AND b.rank <= a.rank;

-- Requires-Python: each condition of it against each Python of the file. A condition with three
-- numbers forbids patch releases only; 3.14t counts as 3.14.
CREATE TEMP TABLE requires AS
SELECT t, k, spec, value AS condition
FROM (SELECT 'torch_wheel' AS t, torch || ' ' || ifnull(local || ' ', '') || dir || ' ' || tag
		|| ifnull(' ' || build_tag, '') AS k, requires_python AS spec FROM torch_wheel
	UNION ALL SELECT 'torch_companion', package || ' ' || version || ' ' || tag
		|| ifnull(' ' || build_tag, ''), requires_python FROM torch_companion),
	json_each('["' || replace(replace(spec, ' ', ''), ',', '","') || '"]')
WHERE spec <> '';
CREATE TEMP TABLE bounds AS
SELECT t, k, spec, rtrim(substr(condition, 1, 2), '0123456789') AS sign,
	CAST(number AS INTEGER) * 10000
		+ CAST(substr(number, instr(number, '.') + 1) AS INTEGER) * 10 AS rank,
	number GLOB '*.*.[0-9]*' AS patch
FROM (SELECT *, ltrim(condition, '<>=!~') AS number FROM requires);

SELECT DISTINCT p.t, p.k, 'Requires-Python ' || b.spec || ' forbids Python ' || p.python
FROM pythons p JOIN bounds b USING (t, k)
WHERE b.sign IN ('>=', '~=') AND p.rank < b.rank
	OR b.sign = '>' AND p.rank - p.rank % 10 <= b.rank AND NOT b.patch
	OR b.sign = '<' AND p.rank - p.rank % 10 >= b.rank AND NOT (b.patch AND p.rank / 10 * 10 = b.rank)
	OR b.sign = '<=' AND p.rank - p.rank % 10 > b.rank
	OR b.sign = '!=' AND p.rank - p.rank % 10 = b.rank AND NOT b.patch;
DROP TABLE bounds;
DROP TABLE requires;
DROP TABLE pythons;

SELECT 'torch_build', torch || ' ' || variant || ' ' || channel, 'no platform: ' || platform
FROM torch_build_on
WHERE platform NOT IN ('linux-64', 'linux-aarch64', 'win-64', 'win-arm64', 'osx-64',
	'osx-arm64', 'linux-s390x');

SELECT 'torch_build', torch || ' ' || variant || ' ' || channel, 'a platform twice: ' || platforms
FROM torch_build, json_each('["' || replace(platforms, ' ', '","') || '"]')
GROUP BY torch, variant, channel HAVING count(*) > count(DISTINCT value);

SELECT 'torch_build', torch || ' ' || variant || ' ' || channel, 'its CUDA is ' || cuda
FROM torch_build
WHERE variant <> 'cpu' AND 'cu' || replace(cuda, '.', '') <> variant;

SELECT 'torch_build', torch || ' ' || variant || ' ' || channel, 'toolkit ' || toolkit
	|| ' is not of CUDA ' || cuda
FROM torch_build
WHERE toolkit IS NOT NULL AND instr(toolkit || '.', cuda || '.') <> 1;

SELECT 'torch_build', torch || ' ' || variant || ' ' || channel, name || ' is no version: ' || value
FROM (SELECT *, 'cudnn' AS name, cudnn AS value FROM torch_build
	UNION ALL SELECT *, 'nccl', nccl FROM torch_build
	UNION ALL SELECT *, 'toolkit', toolkit FROM torch_build)
WHERE value GLOB '*[^0-9.]*' OR value NOT GLOB '[0-9]*.[0-9]*' OR value GLOB '*..*'
	OR value GLOB '*.';

SELECT 'torch_build', torch || ' ' || max(variant) || ' pypi', 'two PyPI builds for ' || platform
FROM torch_build_on
WHERE channel = 'pypi' GROUP BY torch, platform HAVING count(*) > 1;

SELECT 'torch_build', torch || ' ' || variant || ' pypi',
	'no wheel of it for ' || platform || ' in torch/wheel.csv'
FROM torch_build_on b
WHERE channel = 'pypi' AND NOT EXISTS (SELECT 1 FROM torch_wheel w WHERE w.release = b.torch
	AND w.channel = 'pypi' AND w.platform = b.platform AND w.variant = b.variant);

-- What a build needs beside its row: without these it is offered as not known, and nobody notices.
SELECT 'torch_build', b.torch || ' ' || b.variant || ' ' || b.channel,
	'no row of ' || b.platform || ' in torch/arch.csv'
FROM torch_build_on b
WHERE b.channel = 'pypi' AND b.variant <> 'cpu' AND NOT EXISTS (SELECT 1 FROM torch_arch a
	WHERE a.torch = b.torch AND a.variant = b.variant AND a.platform = b.platform);

SELECT 'torch_build', torch || ' ' || variant || ' ' || channel, 'no row in torch/pin.csv'
FROM torch_build
WHERE channel = 'pypi' AND layout IN ('nvidia', 'mixed')
	AND (torch, variant) NOT IN (SELECT torch, variant FROM torch_pin);

SELECT 'torch_build', b.torch || ' ' || b.variant || ' ' || b.channel,
	'no row of coverage.csv tells of this torch'
FROM torch_build b JOIN torch_rank r USING (torch)
WHERE r.rank = (SELECT max(rank) FROM torch_build JOIN torch_rank USING (torch) WHERE channel = b.channel)
	AND NOT EXISTS (SELECT 1 FROM coverage c JOIN torch_rank f ON f.torch = c.first
		LEFT JOIN torch_rank l ON l.torch = c.last
		WHERE c.channel = b.channel AND c.package = 'torch' AND r.rank >= f.rank
		AND (l.rank IS NULL OR r.rank <= l.rank));

SELECT 'torch_companion', package || ' ' || version || ' ' || tag || ifnull(' ' || build_tag, ''),
	'asks for torch ' || substr(requires_torch, 3) || ', of which there is no row'
FROM torch_companion
WHERE requires_torch GLOB '==[0-9]*' AND requires_torch NOT GLOB '*[+*]*'
	AND substr(requires_torch, 3) NOT IN (SELECT torch FROM torch_release);

SELECT 'torch_build', torch || ' ' || variant || ' ' || channel, 'cuDNN ' || b.cudnn
	|| ', and torch/pin.csv has ' || p.version
FROM torch_build b JOIN torch_pin p USING (torch, variant)
WHERE p.package GLOB 'nvidia-cudnn-*' AND instr(p.version || '.', b.cudnn || '.') <> 1;

SELECT 'torch_build', torch || ' ' || variant || ' ' || channel, 'NCCL ' || b.nccl
	|| ', and torch/pin.csv has ' || p.version
FROM torch_build b JOIN torch_pin p USING (torch, variant)
WHERE p.package GLOB 'nvidia-nccl-*' AND instr(p.version || '.', b.nccl || '.') <> 1;

-- All folders of a release have its Pythons, from 2.0 on. That of the libraries inside (_full) and
-- what PyPI took back had only some.
CREATE TEMP TABLE folder_python AS
SELECT w.torch, w.dir, w.platform, value AS python, min(w.torch || ' ' || ifnull(local || ' ', '')
	|| dir || ' ' || tag || ifnull(' ' || build_tag, '')) AS k
FROM torch_wheel w JOIN torch_rank r ON r.torch = w.release JOIN version v ON v.text = w.torch,
	json_each('["' || replace(pythons, ' ', '","') || '"]')
WHERE w.torch = release AND listing = 'complete' AND variant IS NOT NULL AND value NOT GLOB '*t'
	AND dir NOT GLOB '*_full' AND v.least >= 200000000
GROUP BY w.torch, w.dir, w.platform, value;
CREATE INDEX temp.folder_python_of ON folder_python (torch, platform, dir, python);
SELECT DISTINCT 'torch_wheel', b.k, 'no Python ' || a.python || ', and ' || a.dir || ' has it'
FROM folder_python a JOIN (SELECT torch, dir, platform, min(k) AS k FROM folder_python
	GROUP BY torch, dir, platform) b USING (torch, platform)
WHERE NOT EXISTS (SELECT 1 FROM folder_python o WHERE o.torch = b.torch AND o.dir = b.dir
	AND o.platform = b.platform AND o.python = a.python);
DROP TABLE folder_python;

CREATE TEMP VIEW wheel AS
SELECT *, torch || ' ' || ifnull(local || ' ', '') || dir || ' ' || tag
	|| ifnull(' ' || build_tag, '') AS k FROM torch_wheel;

SELECT 'torch_wheel', k, 'a file of PyPI whose build is not in torch/build.csv' FROM wheel w
WHERE channel = 'pypi' AND NOT EXISTS (SELECT 1 FROM torch_build_on b
	WHERE b.torch = w.release AND b.channel = 'pypi' AND b.platform = w.platform
	AND b.variant = w.variant);

SELECT 'torch_wheel', k, 'its folder is not in torch/build.csv' FROM wheel w
WHERE channel = 'pytorch-index' AND dir = variant AND torch = release
	AND platform IN ('linux-64', 'linux-aarch64', 'win-64')
	AND NOT EXISTS (SELECT 1 FROM torch_build_on b WHERE b.torch = w.release
	AND b.channel = w.channel AND b.platform = w.platform AND b.variant = w.variant);

SELECT 'torch_wheel', k, 'its tag is of platform ' || t.platform FROM wheel w JOIN torch_tag t USING (tag)
WHERE w.platform <> t.platform;
DROP VIEW wheel;

SELECT 'torch_arch', torch || ' ' || variant || ' ' || platform,
	'sm list of a build that is not in torch/build.csv'
FROM torch_arch a
WHERE NOT EXISTS (SELECT 1 FROM torch_build_on b WHERE b.torch = a.torch
	AND b.variant = a.variant AND b.platform = a.platform);

SELECT 'torch_arch', torch || ' ' || variant || ' ' || platform, 'sm not known: ' || value
FROM torch_arch, json_each('["' || replace(sass, ' ', '","') || '"]')
WHERE value NOT IN (SELECT sm FROM driver_cc);

SELECT 'torch_arch', torch || ' ' || variant || ' ' || platform, 'measured list differs: ' || a.sass
	|| ' / ' || w.sass
FROM torch_arch a JOIN torch_wheel_code w USING (torch, variant, platform)
WHERE a.sass <> w.sass;

SELECT 'torch_arch', torch || ' ' || variant || ' ' || platform, 'measured PTX differs'
FROM torch_arch a JOIN torch_wheel_code w USING (torch, variant, platform)
WHERE a.ptx <> ifnull(substr(w.ptx, 1, instr(w.ptx, ':') - 1), 'none');

-- Patch releases of one minor are compiled for the same.
SELECT 'torch_arch', a.torch || ' ' || a.variant || ' ' || a.platform, 'no PTX, and torch ' || b.torch
	|| ' with the same sm list has ' || b.ptx
FROM torch_arch a JOIN torch_arch b USING (variant, platform, sass)
WHERE a.ptx = 'none' AND b.ptx <> 'none'
	AND rtrim(a.torch, '0123456789') = rtrim(b.torch, '0123456789');

SELECT 'torch_arch', torch || ' ' || variant || ' ' || platform, 'no PTX, and torch/ptx_run.csv has what '
	|| 'comes of it'
FROM torch_arch a JOIN torch_ptx_run p USING (torch, variant, platform)
WHERE a.ptx = 'none' AND p.made = 'wheel';

SELECT 'conda_arch', a.channel || ' ' || a.version || ' ' || a.cuda || ' ' || a.subdir
	|| ifnull(' ' || a.arm_variant, ''), 'no PTX, and torch/ptx_run.csv has what comes of it'
FROM conda_arch a JOIN torch_ptx_run p ON p.made = a.channel AND p.torch = a.version
	AND p.platform = a.subdir AND p.variant = 'cu' || replace(a.cuda, '.', '')
WHERE a.ptx = 'none' AND ifnull(a.arm_variant, 'sbsa') = 'sbsa';

SELECT 'torch_library_gap', torch || ' ' || variant || ' ' || sm || ' ' || package,
	'the build does not claim sm ' || sm
FROM torch_library_gap g
WHERE NOT EXISTS (SELECT 1 FROM torch_arch a,
		json_each('["' || replace(a.sass, ' ', '","') || '"]') j
	WHERE a.torch = g.torch AND a.variant = g.variant
	AND CAST(j.value AS INTEGER) / 10 = CAST(g.sm AS INTEGER) / 10
	AND CAST(j.value AS INTEGER) <= CAST(g.sm AS INTEGER));

SELECT 'torch_ptx_run', torch || ' ' || variant || ' ' || platform || ' ' || made,
	'sm not known: ' || value
FROM torch_ptx_run, json_each('["' || replace(sm, ' ', '","') || '"]')
WHERE value NOT IN (SELECT sm FROM driver_cc);

SELECT 'torch_ptx_run', torch || ' ' || variant || ' ' || platform || ' ' || made,
	'a build that is not in torch/build.csv'
FROM torch_ptx_run p
WHERE made = 'wheel' AND NOT EXISTS (SELECT 1 FROM torch_build_on b WHERE b.torch = p.torch
	AND b.variant = p.variant AND b.platform = p.platform);

SELECT 'torch_ptx_run', torch || ' ' || variant || ' ' || platform || ' ' || made,
	'its sm list has no PTX'
FROM torch_ptx_run p JOIN torch_arch a USING (torch, variant, platform)
WHERE made = 'wheel' AND a.ptx = 'none';

SELECT 'torch_ptx_run', p.torch || ' ' || p.variant || ' ' || p.platform || ' ' || p.made,
	'its own code has sm ' || j.value
FROM torch_ptx_run p JOIN torch_arch a USING (torch, variant, platform),
	json_each('["' || replace(a.sass, ' ', '","') || '"]') j
WHERE p.made = 'wheel' AND instr(' ' || p.sm || ' ', ' ' || j.value || ' ');

SELECT 'torch_ptx_run', torch || ' ' || variant || ' ' || platform || ' ' || made,
	'runs, and ' || name || ' does not' FROM (
	SELECT *, 'cublas' AS name, cublas AS code FROM torch_ptx_run
	UNION ALL SELECT *, 'cudnn', cudnn FROM torch_ptx_run)
WHERE verdict = 'runs' AND code NOT IN ('cubin', 'ptx');

SELECT 'torch_ptx_run', torch || ' ' || variant || ' ' || platform || ' ' || made,
	'partly, and no library without code'
FROM torch_ptx_run
WHERE verdict = 'partly' AND cublas NOT IN ('none', 'fails') AND cudnn NOT IN ('none', 'fails');

SELECT 'torch_pair', p.torch || ' ' || p.package || ' ' || p.variant, p.package || ' ' || p.version
	|| ' asks for torch' || c.requires_torch || ', not ' || p.torch
FROM torch_pair p JOIN torch_companion c USING (package, version)
WHERE c.requires_torch GLOB '==[0-9]*' AND c.requires_torch NOT GLOB '*+*'
	AND c.requires_torch <> '==' || p.torch AND c.requires_torch <> '==' || p.torch || '.*'
	AND NOT (p.package = 'torchaudio' AND p.version = '2.11.0');

-- The list of companions is PyPI's: a release that never was there may pair with one that is not.
SELECT 'torch_pair', torch || ' ' || package || ' ' || variant, 'no wheel of ' || package || ' '
	|| version || ' in torch/companion.csv'
FROM torch_pair p
WHERE version <> 'none' AND torch IN (SELECT torch FROM torch_build WHERE channel = 'pypi')
	AND NOT EXISTS (SELECT 1 FROM torch_companion c
		WHERE c.package = p.package AND c.version = p.version);

-- A triton exists if its own row and the pin of a torch say the same.
SELECT 'torch_triton', triton || ' ' || torch, 'torch ' || torch || ' pins no triton ' || triton
	|| ' in torch/pin.csv'
FROM torch_triton t
WHERE NOT EXISTS (SELECT 1 FROM torch_pin p WHERE p.torch = t.torch
	AND p.package IN ('triton', 'pytorch-triton') AND ltrim(p.version, '~=') = t.triton);

SELECT 'torch_pin', torch || ' ' || variant || ' ' || package, package || ' ' || version
	|| ' is not in torch/triton.csv'
FROM torch_pin
WHERE package IN ('triton', 'pytorch-triton')
	AND ltrim(version, '~=') NOT IN (SELECT triton FROM torch_triton);

SELECT 'torch_family', package, 'two of rank ' || rank FROM torch_family
GROUP BY rank HAVING count(*) > 1;

SELECT 'torch_family', package, 'paired, and no release of it beside any torch'
FROM torch_family
WHERE paired AND served = 'variant' AND package NOT IN (SELECT package FROM torch_pair)
	OR paired AND served = 'pypi'
	AND package NOT IN (SELECT name FROM pragma_table_info('torch_release'));

-- Specifiers: each condition an operator and a version.
SELECT t, k, 'no specifier: ' || list
FROM (SELECT 'torch_release' AS t, torch AS k, torchcodec AS list FROM torch_release
	UNION ALL SELECT 'torch_extension_wheel', package || ' ' || version || ' ' || platform, torch
		FROM torch_extension_wheel WHERE torch <> 'any'
	UNION ALL SELECT 'torch_extension_gpu', package || ' ' || versions || ' ' || platform, versions
		FROM torch_extension_gpu WHERE versions <> '*'),
	json_each('["' || replace(list, ',', '","') || '"]')
WHERE list <> '' AND (ltrim(value, '<>=!~') NOT GLOB '[0-9]*' OR value = ltrim(value, '<>=!~')
	OR value GLOB '*[^<>=!~]*[<>=!~]*' OR ltrim(value, '<>=!~') GLOB '*[^0-9a-z.*+]*'
	OR rtrim(value, '0123456789abcdefghijklmnopqrstuvwxyz.*+') NOT IN
		('==', '>=', '<=', '<', '>', '!=', '~='));

SELECT 'torch_extension_wheel', package || ' ' || version || ' ' || platform,
	'platform not known: ' || platform
FROM torch_extension_wheel
WHERE platform NOT IN (SELECT platform FROM torch_build_on);

-- The runtime that was measured in a wheel says which CUDA it was made for.
SELECT 'torch_extension_wheel', package || ' ' || version || ' ' || platform, 'CUDA ' || w.cuda
	|| ', and its libraries ask for ' || e.cuda
FROM torch_extension_wheel w JOIN torch_extension e USING (package, version)
WHERE w.cuda <> 'cpu' AND w.platform = 'linux-64' AND e.cuda GLOB '*x86_64: *libcudart.so.*'
	AND e.cuda NOT GLOB '*x86_64: *libcudart.so.' || w.cuda || '*';

SELECT 'torch_extension_gpu', package || ' ' || versions || ' ' || platform,
	'platform not known: ' || platform
FROM torch_extension_gpu
WHERE platform <> '*' AND platform NOT IN (SELECT platform FROM torch_build_on);

-- Bounds.
SELECT 'torch_bound', package || ' ' || need, 'not in torch/release.csv: ' || before || '.0'
FROM torch_bound
WHERE before || '.0' NOT IN (SELECT torch FROM torch_release);

SELECT 'torch_bound', package || ' ' || need, 'no channel is ' || value
FROM torch_bound, json_each('["' || replace(channels, ' ', '","') || '"]')
WHERE NOT EXISTS (SELECT 1 FROM channel WHERE channel GLOB value);

SELECT 'torch_bound', package || ' ' || need, 'platform not known: ' || value
FROM torch_bound, json_each('["' || replace(platforms, ' ', '","') || '"]')
WHERE value <> '*' AND value NOT IN (SELECT platform FROM torch_build_on);

-- Eras of the index.
SELECT 'torch_index_era', channel || ' ' || first || ' ' || last || ' ' || label || ' ' || platform,
	'last release not known: ' || last
FROM torch_index_era
WHERE last <> '*' AND last NOT IN (SELECT torch FROM torch_release);

SELECT 'torch_build', torch || ' ' || variant || ' ' || channel,
	'no line of torch/index_era.csv is for it'
FROM candidate
WHERE index_url IS NOT NULL AND pip_how IS NULL;

SELECT 'torch_library_part', library || ' ' || version || ' ' || part, 'this is the library itself'
FROM torch_library_part
WHERE part = library;

SELECT 'torch_refused', torch || ' ' || dir || ' ' || tag || ' ' || pythons, 'no wheel for Python '
	|| value || ' in torch/wheel.csv'
FROM torch_refused f, json_each('["' || replace(pythons, ' ', '","') || '"]')
WHERE NOT EXISTS (SELECT 1 FROM torch_wheel w WHERE w.torch = f.torch AND w.dir = f.dir
	AND w.tag = f.tag AND instr(' ' || w.pythons || ' ', ' ' || value || ' '));

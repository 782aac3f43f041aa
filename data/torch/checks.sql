SELECT 'torch_release: not three numbers: ' || torch FROM torch_release
WHERE torch GLOB '*[^0-9.]*' OR torch NOT GLOB '[0-9]*.[0-9]*.[0-9]*';

SELECT 'torch_release: no build: ' || torch FROM torch_release
WHERE torch NOT IN (SELECT torch FROM torch_build);

SELECT 'torch_pair: no ' || package || ' of ' || torch
FROM torch_release, (SELECT 'torchvision' AS package)
WHERE NOT EXISTS (SELECT 1 FROM torch_pair p
	WHERE p.torch = torch_release.torch AND p.package = 'torchvision');

SELECT 'torch_build: platform: ' || torch || ' ' || variant || ': ' || platform
FROM torch_build_on
WHERE platform NOT IN ('linux-64', 'linux-aarch64', 'win-64', 'win-arm64', 'osx-64',
	'osx-arm64', 'linux-s390x');

SELECT 'torch_build: CUDA of ' || variant || ' is ' || cuda FROM torch_build
WHERE variant <> 'cpu' AND 'cu' || replace(cuda, '.', '') <> variant;

SELECT 'torch_build: toolkit ' || toolkit || ' of ' || torch || '+' || variant
FROM torch_build
WHERE toolkit IS NOT NULL AND instr(toolkit || '.', cuda || '.') <> 1;

SELECT 'torch_build: two PyPI builds: ' || torch || ' ' || platform FROM torch_build_on
WHERE channel = 'pypi' GROUP BY torch, platform HAVING count(*) > 1;

SELECT 'torch_wheel: a file of PyPI whose build is not in torch_build: ' || torch || ' ' || tag
FROM torch_wheel w
WHERE channel = 'pypi' AND NOT EXISTS (SELECT 1 FROM torch_build_on b
	WHERE b.torch = w.release AND b.channel = 'pypi' AND b.platform = w.platform
	AND b.variant = w.variant);

SELECT 'torch_wheel: folder not in torch_build: ' || torch || ' ' || dir || ' ' || platform
FROM torch_wheel w
WHERE channel = 'pytorch-index' AND dir = variant AND torch = release
	AND platform IN ('linux-64', 'linux-aarch64', 'win-64')
	AND NOT EXISTS (SELECT 1 FROM torch_build_on b WHERE b.torch = w.release
	AND b.channel = w.channel AND b.platform = w.platform AND b.variant = w.variant);

SELECT 'torch_wheel: platform of tag: ' || tag FROM torch_wheel JOIN torch_tag t USING (tag)
WHERE torch_wheel.platform <> t.platform;

SELECT 'torch_arch: sm list of a build that is not in torch_build: ' || torch || '+' || variant
	|| ' ' || platform
FROM torch_arch a
WHERE NOT EXISTS (SELECT 1 FROM torch_build_on b WHERE b.torch = a.torch
	AND b.variant = a.variant AND b.platform = a.platform);

SELECT 'torch_arch: sm not known: ' || torch || '+' || variant || ' ' || platform || ' ' || value
FROM torch_arch, json_each('["' || replace(sass, ' ', '","') || '"]')
WHERE value NOT IN (SELECT sm FROM driver_cc);

SELECT 'torch_arch: measured list differs: ' || a.torch || '+' || a.variant || ' ' || a.platform
	|| ': ' || a.sass || ' / ' || w.sass
FROM torch_arch a JOIN torch_wheel_code w USING (torch, variant, platform)
WHERE a.sass <> w.sass;

SELECT 'torch_arch: measured PTX differs: ' || a.torch || '+' || a.variant || ' ' || a.platform
FROM torch_arch a JOIN torch_wheel_code w USING (torch, variant, platform)
WHERE a.ptx <> ifnull(substr(w.ptx, 1, instr(w.ptx, ':') - 1), 'none');

SELECT 'torch_library_gap: the build does not claim sm ' || sm || ': ' || torch || '+' || variant
FROM torch_library_gap g
WHERE NOT EXISTS (SELECT 1 FROM torch_arch a WHERE a.torch = g.torch
	AND a.variant = g.variant AND instr(' ' || a.sass || ' ', ' ' || g.sm || ' '));

SELECT 'torch_pair: ' || p.package || ' ' || p.version || ' asks for torch' || c.requires_torch
	|| ', not ' || p.torch
FROM torch_pair p JOIN torch_companion c USING (package, version)
WHERE c.requires_torch GLOB '==[0-9]*' AND c.requires_torch NOT GLOB '*+*'
	AND c.requires_torch <> '==' || p.torch AND c.requires_torch <> '==' || p.torch || '.*'
	AND NOT (p.package = 'torchaudio' AND p.version = '2.11.0');

-- Sources: every key of every table must be in source, and every source in use.
CREATE TEMP TABLE used AS
SELECT 'release' AS name, source AS keys FROM torch_release
UNION SELECT 'pair', source FROM torch_pair
UNION SELECT 'build', source FROM torch_build
UNION SELECT 'tag', source FROM torch_tag
UNION SELECT 'wheel', source FROM torch_wheel
UNION SELECT 'arch', source FROM torch_arch
UNION SELECT 'pin', source FROM torch_pin
UNION SELECT 'companion', source FROM torch_companion
UNION SELECT 'companion_code', source FROM torch_companion_code
UNION SELECT 'triton', source FROM torch_triton
UNION SELECT 'extension', source FROM torch_extension
UNION SELECT 'nvidia_lib', source FROM torch_nvidia_lib
UNION SELECT 'library_gap', source FROM torch_library_gap
UNION SELECT 'lib', source FROM torch_lib
UNION SELECT 'wheel_code', source FROM torch_wheel_code
UNION SELECT 'family', source FROM torch_family
UNION SELECT 'cuda_user', source FROM torch_cuda_user
UNION SELECT 'channel', source FROM channel;
SELECT 'torch_' || name || ': source not known: ' || value
FROM used, json_each('["' || replace(keys, ' ', '","') || '"]')
WHERE value NOT IN (SELECT key FROM source);
DROP TABLE used;

SELECT 'torch_family: two of rank ' || rank FROM torch_family GROUP BY rank HAVING count(*) > 1;

SELECT 'torch_family: paired, and no release of it beside any torch: ' || package
FROM torch_family
WHERE paired AND served = 'variant' AND package NOT IN (SELECT package FROM torch_pair)
	OR paired AND served = 'pypi'
	AND package NOT IN (SELECT name FROM pragma_table_info('torch_release'));

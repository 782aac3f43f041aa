-- Each query names rows that must not be: what is wrong, and where.

SELECT 'gpu without a chip', name FROM driver_gpu
	WHERE name NOT IN (SELECT name FROM driver_gpu_chip);
SELECT 'gpu without a compute capability', name FROM driver_gpu
	WHERE name NOT IN (SELECT name FROM driver_card);
SELECT 'gpu: unknown segment or form', name FROM driver_gpu
	WHERE segment NOT IN ('geforce', 'titan', 'professional', 'datacenter', 'mining', 'jetson', 'spark')
	OR form NOT IN ('board', 'laptop', 'embedded');
SELECT 'chip and compute capability of different architectures', chip FROM driver_chip
	JOIN driver_cc USING (cc) WHERE driver_chip.architecture <> driver_cc.architecture;
SELECT 'sm is not cc without its dot', cc FROM driver_cc WHERE replace(cc, '.', '') <> sm;
SELECT 'cc outside the branches of its architecture', cc FROM driver_cc
	JOIN driver_arch USING (architecture)
	WHERE driver_cc.first_branch < driver_arch.first_branch
	OR driver_cc.last_branch > driver_arch.last_branch;
SELECT 'jetson with a driver branch', cc FROM driver_cc
	WHERE integrated = 1 AND (first_branch IS NOT NULL OR last_branch IS NOT NULL);
SELECT 'gpu seen before its architecture', g.name, first_seen FROM driver_gpu g
	WHERE CAST(first_seen AS INTEGER) < (SELECT min(coalesce(first_branch, 0))
		FROM driver_card d JOIN driver_cc USING (cc) WHERE d.name = g.name);
SELECT 'gpu seen after its last branch', g.name, first_seen FROM driver_gpu g
	WHERE CAST(first_seen AS INTEGER) > (SELECT max(coalesce(last_branch, 9999))
		FROM driver_card d WHERE d.name = g.name);

SELECT 'alias is not lower case letters and digits', alias FROM driver_alias
	WHERE alias GLOB '*[^a-z0-9]*' OR alias = '';
SELECT 'key is not lower case letters and digits', key, name FROM driver_key
	WHERE key GLOB '*[^a-z0-9]*' OR key = '';
SELECT 'key reads as a compute capability', key FROM driver_key JOIN driver_cc ON key = sm;
SELECT 'name that stands for no board', name FROM driver_gpu
	WHERE name LIKE '%Graphics Device%' OR name LIKE '%ERR!%';

SELECT 'pci: not hexadecimal', device FROM driver_pci
	WHERE device NOT GLOB '[0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
	OR subvendor NOT GLOB '[0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
	OR subdevice NOT GLOB '[0-9a-f][0-9a-f][0-9a-f][0-9a-f]';
SELECT 'pci: half a subsystem', device FROM driver_pci
	WHERE (subvendor IS NULL) <> (subdevice IS NULL);
SELECT 'pci: two rows without subsystem', device FROM driver_pci
	WHERE subvendor IS NULL GROUP BY device HAVING count(*) > 1;
SELECT 'pci: subsystem without its device', device FROM driver_pci
	WHERE subvendor IS NOT NULL
	AND device NOT IN (SELECT device FROM driver_pci WHERE subvendor IS NULL);
SELECT 'pci: boards of one device on different chips', device FROM driver_pci
	GROUP BY device HAVING count(DISTINCT chip) > 1;
SELECT 'pci: chip that the named gpu does not have', device, name FROM driver_pci
	WHERE name IS NOT NULL
	AND NOT EXISTS (SELECT 1 FROM driver_gpu_chip g WHERE g.name = driver_pci.name AND g.chip = driver_pci.chip);
SELECT 'vgpu on another chip than its board', v.name, v.device FROM driver_vgpu v
	JOIN driver_pci p ON p.device = v.device AND p.subvendor IS NULL WHERE p.chip <> v.chip;

SELECT 'branch: range of Windows versions', branch FROM driver_branch
	WHERE windows_first > windows_last OR (windows_first IS NULL) <> (windows_last IS NULL);
SELECT 'branch: Windows versions of two branches', a.branch, b.branch FROM driver_branch a
	JOIN driver_branch b ON a.branch < b.branch AND a.windows_last >= b.windows_first;
SELECT 'branch: unknown kind or module', branch FROM driver_branch
	WHERE kind NOT IN ('legacy', 'lts', 'production', 'new-feature')
	OR open_module NOT IN ('none', 'optional', 'default', 'only');
SELECT 'branch: PTX ISA goes down', a.branch, b.branch FROM driver_branch a
	JOIN driver_branch b ON a.branch < b.branch
	WHERE CAST(a.ptx_isa AS REAL) > CAST(b.ptx_isa AS REAL);
SELECT 'branch: end of life is no date', branch FROM driver_branch
	WHERE end_of_life NOT GLOB '20[0-9][0-9]-[01][0-9]*';
SELECT 'release: not of its branch', os, version FROM driver_release
	WHERE os = 'linux' AND CAST(version AS INTEGER) <> branch;
SELECT 'release: not of its branch', version FROM driver_release JOIN driver_branch USING (branch)
	WHERE os = 'windows' AND driver_release.confidence <> 'low'
	AND CAST(version AS INTEGER) NOT BETWEEN windows_first AND windows_last;
SELECT 'release: not a version', os, version FROM driver_release
	WHERE os NOT IN ('linux', 'windows') OR version GLOB '*[^0-9.]*' OR version NOT GLOB '[0-9]*.[0-9]*';

SELECT 'toolkit: not of its CUDA', version FROM driver_toolkit
	WHERE version NOT LIKE cuda || '.%';
SELECT 'CUDA without a toolkit', cuda FROM driver_cuda
	WHERE cuda NOT IN (SELECT cuda FROM driver_toolkit);
SELECT 'CUDA without targets', cuda FROM driver_cuda WHERE cuda NOT IN (SELECT cuda FROM driver_nvcc);
SELECT 'CUDA 11 and later without a minimum', cuda FROM driver_cuda
	WHERE CAST(cuda AS INTEGER) >= 11 AND (min_linux IS NULL OR min_windows IS NULL);
SELECT 'CUDA before 11 without a driver', cuda FROM driver_cuda
	WHERE CAST(cuda AS INTEGER) < 11 AND cuda NOT IN (SELECT cuda FROM driver_toolkit
		WHERE linux IS NOT NULL AND windows IS NOT NULL);
SELECT 'driver of a toolkit that is no known release', version FROM driver_toolkit
	WHERE linux NOT IN (SELECT version FROM driver_release)
	AND NOT EXISTS (SELECT 1 FROM driver_release r WHERE r.version LIKE linux || '.%');
SELECT 'branch takes less PTX than the CUDA that it is given for', driver_cuda.cuda FROM driver_cuda
	JOIN driver_branch USING (branch)
	WHERE CAST(driver_cuda.ptx_isa AS REAL) > CAST(driver_branch.ptx_isa AS REAL);
SELECT 'target without a compute capability', cuda, target FROM driver_nvcc
	WHERE rtrim(target, 'af') NOT IN (SELECT sm FROM driver_cc);
SELECT 'nvcc targets outside first and last toolkit', cuda, target FROM driver_nvcc
	JOIN driver_cc ON sm = target
	WHERE CAST(cuda AS REAL) < CAST(first_toolkit AS REAL)
	OR CAST(cuda AS REAL) > CAST(last_toolkit AS REAL);

SELECT 'compat: unknown state', cuda, branch FROM driver_compat
	WHERE state NOT IN ('works', 'native', 'no');
SELECT 'mig: no gpu has such a name', names FROM driver_mig
	WHERE NOT EXISTS (SELECT 1 FROM driver_gpu WHERE name GLOB names);
SELECT 'family: member below its target', target, cc FROM driver_family
	JOIN driver_cc USING (cc) WHERE CAST(sm AS INTEGER) < CAST(target AS INTEGER);

SELECT 'confidence', 'driver', name FROM driver_gpu WHERE confidence NOT IN ('high', 'medium', 'low')
	UNION ALL SELECT 'confidence', 'pci', device FROM driver_pci WHERE confidence NOT IN ('high', 'medium', 'low')
	UNION ALL SELECT 'confidence', 'cc', cc FROM driver_cc WHERE confidence NOT IN ('high', 'medium', 'low')
	UNION ALL SELECT 'confidence', 'toolkit', version FROM driver_toolkit WHERE confidence NOT IN ('high', 'medium', 'low')
	UNION ALL SELECT 'confidence', 'cuda', cuda FROM driver_cuda WHERE confidence NOT IN ('high', 'medium', 'low')
	UNION ALL SELECT 'confidence', 'branch', branch FROM driver_branch WHERE confidence NOT IN ('high', 'medium', 'low');

WITH used (name, keys) AS (
	SELECT 'arch', source FROM driver_arch UNION SELECT 'cc', source FROM driver_cc
	UNION SELECT 'chip', source FROM driver_chip UNION SELECT 'gpu', source FROM driver_gpu
	UNION SELECT 'pci', source FROM driver_pci UNION SELECT 'vgpu', source FROM driver_vgpu
	UNION SELECT 'branch', source FROM driver_branch
	UNION SELECT 'release', source FROM driver_release
	UNION SELECT 'cuda', source FROM driver_cuda UNION SELECT 'toolkit', source FROM driver_toolkit
	UNION SELECT 'compat', source FROM driver_compat
	UNION SELECT 'family', source FROM driver_family UNION SELECT 'mig', source FROM driver_mig
	UNION SELECT 'l4t', source FROM driver_l4t)
SELECT 'driver_' || name || ': source not known: ' || value
	FROM used, json_each('["' || replace(keys, ' ', '","') || '"]')
	WHERE value NOT IN (SELECT key FROM source);

-- Each query names rows that must not be; the columns are those of data/checks.sql.

SELECT 'driver_gpu', name, 'no chip in driver/gpu_chip.csv' FROM driver_gpu
	WHERE name NOT IN (SELECT name FROM driver_gpu_chip);
SELECT 'driver_gpu', name, 'no compute capability' FROM driver_gpu
	WHERE name NOT IN (SELECT name FROM driver_card);
SELECT 'driver_gpu', name, 'unknown segment or form' FROM driver_gpu
	WHERE segment NOT IN ('geforce', 'titan', 'professional', 'datacenter', 'mining', 'jetson', 'spark')
	OR form NOT IN ('board', 'laptop', 'embedded');
SELECT 'driver_chip', chip, 'its compute capability is of another architecture' FROM driver_chip
	JOIN driver_cc USING (cc) WHERE driver_chip.architecture <> driver_cc.architecture;
SELECT 'driver_cc', cc, 'sm is not cc without its dot'
	FROM driver_cc WHERE replace(cc, '.', '') <> sm;
SELECT 'driver_cc', cc, 'outside the branches of its architecture' FROM driver_cc
	JOIN driver_arch USING (architecture)
	WHERE driver_cc.first_branch < driver_arch.first_branch
	OR driver_cc.last_branch > driver_arch.last_branch;
SELECT 'driver_cc', cc, 'integrated, and yet with a driver branch' FROM driver_cc
	WHERE integrated = 1 AND own_code = 1 AND (first_branch IS NOT NULL OR last_branch IS NOT NULL);
-- An integrated GPU that runs what is compiled for its desktop kin has its kin's drivers.
SELECT 'driver_cc', cc, 'wants code of its own, and is no integrated GPU' FROM driver_cc
	WHERE own_code AND NOT integrated;
SELECT 'driver_cc', cc, 'integrated, without code of its own or a driver branch' FROM driver_cc
	WHERE integrated AND NOT own_code AND first_branch IS NULL;
SELECT 'driver_gpu', g.name, 'seen before its architecture: ' || g.first_seen FROM driver_gpu g
	WHERE CAST(g.first_seen AS INTEGER) < (SELECT min(coalesce(d.first_branch, 0))
		FROM driver_card d WHERE d.name = g.name);
SELECT 'driver_gpu', name, 'seen with a branch that is not in driver/branch.csv: ' || first_seen FROM driver_gpu
	WHERE CAST(first_seen AS INTEGER) > (SELECT max(CAST(branch AS INTEGER)) FROM driver_branch);
SELECT 'driver_gpu', g.name, 'seen after its last branch: ' || g.first_seen FROM driver_gpu g
	WHERE CAST(g.first_seen AS INTEGER) > (SELECT max(coalesce(d.last_branch, 9999))
		FROM driver_card d WHERE d.name = g.name);

SELECT 'driver_alias', alias || ' ' || name, 'not lower case letters and digits' FROM driver_alias
	WHERE alias GLOB '*[^a-z0-9]*' OR alias = '';
SELECT 'driver_gpu', name, 'its spelling is not lower case letters and digits: ' || key
	FROM driver_key
	WHERE key GLOB '*[^a-z0-9]*' OR key = '';
SELECT 'driver_alias', key || ' ' || name, 'reads as a compute capability'
	FROM driver_key JOIN driver_cc ON key = sm;
SELECT 'driver_gpu', name, 'stands for no board' FROM driver_gpu
	WHERE name LIKE '%Graphics Device%' OR name LIKE '%ERR!%';

SELECT 'driver_pci', device || ifnull(' ' || subvendor || ' ' || subdevice, ''), 'not hexadecimal'
	FROM driver_pci
	WHERE device NOT GLOB '[0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
	OR subvendor NOT GLOB '[0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
	OR subdevice NOT GLOB '[0-9a-f][0-9a-f][0-9a-f][0-9a-f]';
SELECT 'driver_pci', device || ifnull(' ' || subvendor || ' ' || subdevice, ''), 'half a subsystem'
	FROM driver_pci
	WHERE (subvendor IS NULL) <> (subdevice IS NULL);
SELECT 'driver_pci', device, 'two rows without subsystem' FROM driver_pci
	WHERE subvendor IS NULL GROUP BY device HAVING count(*) > 1;
SELECT 'driver_pci', device || ifnull(' ' || subvendor || ' ' || subdevice, ''), 'a subsystem whose device has no row'
	FROM driver_pci
	WHERE subvendor IS NOT NULL
	AND device NOT IN (SELECT device FROM driver_pci WHERE subvendor IS NULL);
SELECT 'driver_pci', device, 'boards of one device on different chips' FROM driver_pci
	GROUP BY device HAVING count(DISTINCT chip) > 1;
SELECT 'driver_pci', device || ifnull(' ' || subvendor || ' ' || subdevice, ''), name || ' has no such chip'
	FROM driver_pci
	WHERE name IS NOT NULL
	AND NOT EXISTS (SELECT 1
	FROM driver_gpu_chip g WHERE g.name = driver_pci.name AND g.chip = driver_pci.chip);
SELECT 'driver_vgpu', v.name || ' ' || v.device || ' ' || v.subdevice,
	'on another chip than its board' FROM driver_vgpu v
	JOIN driver_pci p ON p.device = v.device AND p.subvendor IS NULL WHERE p.chip <> v.chip;

SELECT 'driver_branch', branch, 'no range of Windows versions' FROM driver_branch
	WHERE windows_first > windows_last OR (windows_first IS NULL) <> (windows_last IS NULL);
SELECT 'driver_branch', b.branch, 'Windows versions of branch ' || a.branch || ' too'
	FROM driver_branch a
	JOIN driver_branch b ON a.branch < b.branch AND a.windows_last >= b.windows_first;
SELECT 'driver_branch', branch, 'unknown kind or module' FROM driver_branch
	WHERE kind NOT IN ('legacy', 'lts', 'production', 'new-feature')
	OR open_module NOT IN ('none', 'optional', 'default', 'only');
SELECT 'driver_branch', b.branch, 'takes less PTX than branch ' || a.branch FROM driver_branch a
	JOIN driver_branch b ON a.branch < b.branch
	WHERE CAST(a.ptx_isa AS REAL) > CAST(b.ptx_isa AS REAL);
-- A branch takes the newest CUDA that came with it or before; drivers alone have a number that no
-- toolkit has (12.7).
SELECT 'driver_branch', b.branch, 'takes CUDA ' || b.cuda || ', and CUDA ' || c.cuda
	|| ' came with branch ' || c.branch FROM driver_branch b
	JOIN version v ON v.text = b.cuda
	JOIN driver_cuda c ON c.branch <= b.branch
	JOIN version w ON w.text = c.cuda AND w.least > v.least;
SELECT 'driver_branch', b.branch, 'takes CUDA ' || b.cuda || ', which came with branch ' || c.branch
	FROM driver_branch b JOIN driver_cuda c USING (cuda) WHERE c.branch > b.branch;
SELECT 'driver_branch', b.branch, 'takes CUDA ' || b.cuda || ', and branch ' || a.branch || ' more'
	FROM driver_branch a JOIN version v ON v.text = a.cuda
	JOIN driver_branch b ON a.branch < b.branch
	JOIN version w ON w.text = b.cuda AND w.least < v.least;
SELECT 'driver_branch', b.branch, 'PTX ' || b.ptx_isa || ', and its CUDA writes ' || c.ptx_isa
	FROM driver_branch b JOIN driver_cuda c USING (cuda) WHERE b.ptx_isa <> c.ptx_isa;
SELECT 'driver_branch', branch, 'end of life is no date' FROM driver_branch
	WHERE end_of_life NOT GLOB '20[0-9][0-9]-[01][0-9]*';
SELECT 'driver_release', os || ' ' || version, 'not of its branch' FROM driver_release
	WHERE os = 'linux' AND CAST(version AS INTEGER) <> branch;
SELECT 'driver_release', os || ' ' || version, 'not of its branch'
	FROM driver_release JOIN driver_branch USING (branch)
	WHERE os = 'windows' AND driver_release.confidence <> 'low'
	AND CAST(version AS INTEGER) NOT BETWEEN windows_first AND windows_last;
SELECT 'driver_release', os || ' ' || version, 'not a version' FROM driver_release
	WHERE os NOT IN ('linux', 'windows') OR version GLOB '*[^0-9.]*' OR version NOT GLOB '[0-9]*.[0-9]*';

SELECT 'driver_toolkit', version, 'not of its CUDA' FROM driver_toolkit
	WHERE version NOT LIKE cuda || '.%';
SELECT 'driver_toolkit', version, 'its Windows driver is not of its branch'
	FROM driver_toolkit JOIN driver_branch USING (branch)
	WHERE CAST(windows AS INTEGER) NOT BETWEEN windows_first AND windows_last;
SELECT 'driver_cuda', cuda, 'no toolkit' FROM driver_cuda
	WHERE cuda NOT IN (SELECT cuda FROM driver_toolkit);
SELECT 'driver_cuda', cuda, 'no targets in driver/nvcc.csv'
	FROM driver_cuda WHERE cuda NOT IN (SELECT cuda FROM driver_nvcc);
SELECT 'driver_cuda', cuda, 'no minimum' FROM driver_cuda
	WHERE CAST(cuda AS INTEGER) >= 11 AND (min_linux IS NULL OR min_windows IS NULL);
-- Minor-version compatibility begins with the branch of the major's first CUDA.
SELECT 'driver_cuda', c.cuda, 'its minimum ' || min_linux || ' is not of branch ' || first
	FROM driver_cuda c JOIN (SELECT CAST(cuda AS INTEGER) AS major, min(branch) AS first
		FROM driver_cuda GROUP BY 1) ON major = CAST(c.cuda AS INTEGER)
	WHERE CAST(min_linux AS INTEGER) <> first;
SELECT 'driver_cuda', c.cuda, 'its Windows minimum ' || min_windows || ' is not of branch ' || b.branch
	FROM driver_cuda c JOIN driver_branch b ON b.branch = CAST(min_linux AS INTEGER)
	WHERE CAST(min_windows AS INTEGER) NOT BETWEEN windows_first AND windows_last;
SELECT 'driver_toolkit', version, 'its driver ' || linux || ' is not of branch ' || branch
	FROM driver_toolkit WHERE CAST(linux AS INTEGER) <> branch;
SELECT 'driver_cuda', cuda, 'no toolkit with its driver' FROM driver_cuda
	WHERE CAST(cuda AS INTEGER) < 11 AND cuda NOT IN (SELECT cuda FROM driver_toolkit
		WHERE linux IS NOT NULL AND windows IS NOT NULL);
SELECT 'driver_toolkit', version, 'its driver is not in driver/release.csv' FROM driver_toolkit
	WHERE linux NOT IN (SELECT version FROM driver_release)
	AND NOT EXISTS (SELECT 1 FROM driver_release r WHERE r.version LIKE linux || '.%');
SELECT 'driver_cuda', driver_cuda.cuda, 'its branch takes less PTX' FROM driver_cuda
	JOIN driver_branch USING (branch)
	WHERE CAST(driver_cuda.ptx_isa AS REAL) > CAST(driver_branch.ptx_isa AS REAL);
SELECT 'driver_nvcc', cuda || ' ' || target, 'no such compute capability' FROM driver_nvcc
	WHERE rtrim(target, 'af') NOT IN (SELECT sm FROM driver_cc);
SELECT 'driver_nvcc', cuda || ' ' || target, 'outside first and last toolkit of driver/cc.csv'
	FROM driver_nvcc
	JOIN driver_cc ON sm = target
	WHERE CAST(cuda AS REAL) < CAST(first_toolkit AS REAL)
	OR CAST(cuda AS REAL) > CAST(last_toolkit AS REAL);

SELECT 'driver_compat', cuda || ' ' || branch, 'unknown state' FROM driver_compat
	WHERE state NOT IN ('works', 'native', 'no');
SELECT 'driver_mig', names, 'no GPU has such a name' FROM driver_mig
	WHERE NOT EXISTS (SELECT 1 FROM driver_gpu WHERE name GLOB names);
SELECT 'driver_family', target || ' ' || cc, 'below its target' FROM driver_family
	JOIN driver_cc USING (cc) WHERE CAST(sm AS INTEGER) < CAST(target AS INTEGER);

SELECT 'driver_gpu', name, 'unknown confidence'
	FROM driver_gpu WHERE confidence NOT IN ('high', 'medium', 'low')
	UNION ALL SELECT 'driver_pci', device || ifnull(' ' || subvendor || ' ' || subdevice, ''), 'unknown confidence'
	FROM driver_pci WHERE confidence NOT IN ('high', 'medium', 'low')
	UNION ALL SELECT 'driver_cc', cc, 'unknown confidence'
	FROM driver_cc WHERE confidence NOT IN ('high', 'medium', 'low')
	UNION ALL SELECT 'driver_toolkit', version, 'unknown confidence'
	FROM driver_toolkit WHERE confidence NOT IN ('high', 'medium', 'low')
	UNION ALL SELECT 'driver_cuda', cuda, 'unknown confidence'
	FROM driver_cuda WHERE confidence NOT IN ('high', 'medium', 'low')
	UNION ALL SELECT 'driver_branch', branch, 'unknown confidence'
	FROM driver_branch WHERE confidence NOT IN ('high', 'medium', 'low');

SELECT 'driver_word', word, 'no GPU has it in its name' FROM driver_word
	WHERE kind <> 'addition' AND confidence <> 'low' AND NOT EXISTS (SELECT 1 FROM driver_gpu
	WHERE instr(' ' || lower(name), ' ' || word) > 0)
	AND NOT EXISTS (SELECT 1 FROM driver_alias WHERE alias GLOB word || '*');
SELECT 'driver_word', word || ' ' || kind, 'unknown confidence' FROM driver_word
	WHERE confidence NOT IN ('high', 'medium', 'low');
-- A machine type has the compute capability of the card it names.
SELECT 'driver_cloud', d.provider || ' ' || d.instance, d.gpu || ' is no ' || d.cc FROM driver_cloud d
	WHERE d.gpu IN (SELECT name FROM driver_gpu_chip) AND NOT EXISTS (SELECT 1
		FROM driver_gpu_chip g JOIN driver_chip h USING (chip)
		WHERE g.name = d.gpu AND h.cc = d.cc);

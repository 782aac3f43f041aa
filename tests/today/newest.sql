-- What is newest in the matrix: NAME and value, a row each. In the cases of this folder $NAME
-- stands for the value. RELEASE is the newest release; TORCH the newest whose default build on Linux is
-- certain, CU and CUDA are that build's, SM and OLD_SM the newest and oldest GPU that it has code for.
CREATE TEMP TABLE newest AS
SELECT c.*, max(CAST(value AS INTEGER)) AS sm, min(CAST(value AS INTEGER)) AS old_sm
FROM candidate c, json_each('["' || replace(sass, ' ', '","') || '"]')
WHERE platform = 'linux-64' AND installer = 'pip' AND certain AND is_default
GROUP BY torch_rank ORDER BY torch_rank DESC LIMIT 1;
CREATE TEMP TABLE conda AS
SELECT * FROM candidate
WHERE platform = 'linux-64' AND installer = 'conda' AND channel = 'conda-forge' AND certain
	AND build_exact AND variant <> 'cpu'
ORDER BY torch_rank DESC, length(variant) DESC, variant DESC, build_number DESC LIMIT 1;
CREATE TEMP TABLE driver AS
SELECT b.branch, b.cuda, r.version, b.windows_first FROM driver_branch b
JOIN driver_release r ON r.branch = b.branch AND r.os = 'linux'
ORDER BY b.branch DESC, r.version DESC LIMIT 1;

.separator "\t"
SELECT 'DATE', value FROM meta WHERE key = 'date';
SELECT 'VERSION', value FROM meta WHERE key = 'version';
SELECT 'TORCH', torch FROM newest;
SELECT 'RELEASE', torch FROM torch_rank ORDER BY rank DESC LIMIT 1;
SELECT 'NEXT_RELEASE', printf('%d.%d.0', torch, substr(torch, instr(torch, '.') + 1) + 1)
	FROM torch_rank ORDER BY rank DESC LIMIT 1;
SELECT 'CU', variant FROM newest;
SELECT 'CUDA', cuda FROM newest;
SELECT 'VISION', torchvision FROM newest;
SELECT 'SM', sm FROM newest;
SELECT 'OLD_SM', old_sm FROM newest;
SELECT 'SASS', sass FROM newest;
SELECT 'CONDA_TORCH', torch FROM conda;
SELECT 'CONDA_CUDA', cuda FROM conda;
SELECT 'CONDA_BUILD', build FROM conda;
SELECT 'DRIVER', version FROM driver;
SELECT 'BRANCH', branch FROM driver;
SELECT 'NEXT_BRANCH', branch + 10 FROM driver;
SELECT 'DRIVER_CUDA', cuda FROM driver;
SELECT 'DRIVER_MAJOR', CAST(cuda AS INTEGER) FROM driver;
SELECT 'WINDOWS', windows_first FROM driver;
SELECT 'TOOLKIT', cuda FROM driver_cuda ORDER BY length(cuda) DESC, cuda DESC LIMIT 1;
SELECT 'NEED', min_linux FROM driver_cuda JOIN newest USING (cuda);
SELECT 'PYTHON', (SELECT value FROM json_each('["' || replace(pythons, ' ', '","') || '"]')
	WHERE value NOT GLOB '*t' ORDER BY CAST(substr(value, 3) AS INTEGER) LIMIT 1) FROM newest;
SELECT 'GPU', name FROM driver_card
	WHERE form = 'board' AND NOT integrated ORDER BY CAST(sm AS INTEGER) DESC, name DESC LIMIT 1;
SELECT 'GPU_SM', sm FROM driver_card
	WHERE form = 'board' AND NOT integrated ORDER BY CAST(sm AS INTEGER) DESC, name DESC LIMIT 1;
SELECT 'OLD_DRIVER', version FROM driver_release r JOIN driver_branch b USING (branch)
	WHERE os = 'linux' AND CAST(b.cuda AS INTEGER) < (SELECT CAST(cuda AS INTEGER) FROM newest)
	AND branch >= 525
	ORDER BY branch DESC, version DESC LIMIT 1;
SELECT 'LAST_61', torch FROM ends
	WHERE platform = 'linux-64' AND installer = 'pip' AND sm = '61' AND whole;
SELECT 'LAST_61_CU', variant FROM ends
	WHERE platform = 'linux-64' AND installer = 'pip' AND sm = '61' AND whole;
SELECT 'PIP_BUILDS', count(*) FROM candidate WHERE platform = 'linux-64' AND installer = 'pip';
SELECT 'NEWEST_BUILDS', count(*) FROM candidate
	WHERE installer = 'pip' AND torch = (SELECT torch FROM newest);
SELECT 'WHEEL', printf('torch-%s-cp%s-cp%s-%s.whl', n.torch, replace(v, '.', ''),
	replace(v, '.', ''), w.tag)
FROM newest n JOIN torch_wheel w ON w.torch = n.torch AND w.channel = 'pypi'
	AND w.platform = n.platform,
	(SELECT substr(pythons, 1, instr(pythons || ' ', ' ') - 1) AS v FROM newest)
ORDER BY w.tag LIMIT 1;

CREATE TABLE torch_release (
	torch TEXT PRIMARY KEY,
	date TEXT NOT NULL CHECK (date GLOB '20[0-9][0-9]-[01][0-9]-[0-3][0-9]'),
	torchtext TEXT,
	torchdata TEXT,
	torchcodec TEXT,
	pythons TEXT NOT NULL,
	previews TEXT,
	source TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE torch_pair (
	torch TEXT NOT NULL REFERENCES torch_release,
	package TEXT NOT NULL CHECK (package IN ('torchvision', 'torchaudio')),
	variant TEXT NOT NULL,
	version TEXT NOT NULL,
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	source TEXT NOT NULL,
	PRIMARY KEY (torch, package, variant)
) STRICT, WITHOUT ROWID;

CREATE TABLE torch_build (
	torch TEXT NOT NULL REFERENCES torch_release,
	variant TEXT NOT NULL CHECK (variant = 'cpu' OR variant GLOB 'cu[0-9]*'),
	channel TEXT NOT NULL REFERENCES channel,
	platforms TEXT NOT NULL,
	cuda TEXT CHECK ((cuda IS NULL) = (variant = 'cpu')),
	toolkit TEXT,
	cudnn TEXT,
	nccl TEXT,
	layout TEXT NOT NULL CHECK (layout IN ('static', 'bundled', 'nvidia', 'mixed', 'none')),
	seen TEXT NOT NULL CHECK (seen IN ('listing', 'page', 'script', 'unseen', 'plan')),
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	source TEXT NOT NULL,
	PRIMARY KEY (torch, variant, channel)
) STRICT, WITHOUT ROWID;

-- What a package must stay below, or at, beside a torch that does not bound it itself.
CREATE TABLE torch_bound (
	package TEXT NOT NULL CHECK (package NOT GLOB '*[^a-z0-9-]*'),
	need TEXT NOT NULL CHECK (need GLOB '<[0-9]*' AND need NOT GLOB '*[^<0-9.]*'),
	before TEXT,                            -- beside a torch older than this; NULL: any
	channels TEXT NOT NULL,                 -- of torch: a list of GLOBs
	platforms TEXT NOT NULL,                -- a list; '*': all of them
	cuda TEXT NOT NULL,                     -- GLOB; '*': CPU builds too
	python TEXT CHECK (python GLOB '3.[0-9]*'), -- from that one on; NULL: any
	below_sm TEXT REFERENCES driver_cc (sm), -- where a GPU is below; NULL: with any or none
	code TEXT REFERENCES finding_page,      -- NULL: a note
	note TEXT,
	seen TEXT NOT NULL CHECK (seen GLOB '20[0-9][0-9]*'),
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	source TEXT NOT NULL,
	PRIMARY KEY (package, need)
) STRICT, WITHOUT ROWID;

-- How pip is asked for a build of an index: each time had its own way. Of the rows that fit, that
-- of the highest priority counts.
CREATE TABLE torch_index_era (
	channel TEXT NOT NULL REFERENCES channel,
	first TEXT NOT NULL REFERENCES torch_release (torch),
	last TEXT NOT NULL,
	label TEXT NOT NULL CHECK (label IN ('*', 'no')), -- no: files without +cuNNN
	platform TEXT NOT NULL,
	how TEXT NOT NULL CHECK (how IN ('index', 'extra', 'page', 'file', 'torch-file')),
	page TEXT CHECK ((page IS NULL) = (how IN ('index', 'extra'))
		AND (page GLOB '%s/*' OR page GLOB 'https://*')),
	priority INTEGER NOT NULL,
	source TEXT NOT NULL,
	PRIMARY KEY (channel, first, last, label, platform)
) STRICT, WITHOUT ROWID;

-- The files that a library is made of beside the one that is linked with; all of one version.
CREATE TABLE torch_library_part (
	library TEXT NOT NULL CHECK (library GLOB 'lib*'),
	version TEXT NOT NULL CHECK (version NOT GLOB '*[^0-9]*'), -- the first number
	part TEXT NOT NULL CHECK (part GLOB 'lib*'),
	seen TEXT NOT NULL CHECK (seen GLOB '20[0-9][0-9]*'),
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	source TEXT NOT NULL,
	PRIMARY KEY (library, version, part)
) STRICT, WITHOUT ROWID;

-- How the names of the files begin that are loaded when torch is imported.
CREATE TABLE torch_loaded (
	file TEXT PRIMARY KEY CHECK (file GLOB '*.*'),
	cuda TEXT CHECK (cuda GLOB '[0-9]*'), -- major of the builds that load it; NULL: any
	note TEXT,
	seen TEXT NOT NULL CHECK (seen GLOB '20[0-9][0-9]*'),
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	source TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Wheels that pip does not install: they are there, and no plan.
CREATE TABLE torch_refused (
	torch TEXT NOT NULL,
	dir TEXT NOT NULL,
	tag TEXT NOT NULL REFERENCES torch_tag,
	pythons TEXT NOT NULL,
	why TEXT NOT NULL,
	source TEXT NOT NULL,
	PRIMARY KEY (torch, dir, tag, pythons)
) STRICT, WITHOUT ROWID;

CREATE TABLE torch_tag (
	tag TEXT PRIMARY KEY,
	platform TEXT NOT NULL,
	promise TEXT,
	glibc TEXT,
	source TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE torch_wheel (
	torch TEXT NOT NULL,
	local TEXT,
	dir TEXT NOT NULL,
	tag TEXT NOT NULL REFERENCES torch_tag,
	build_tag TEXT,
	release TEXT REFERENCES torch_release,
	channel TEXT NOT NULL REFERENCES channel,
	platform TEXT NOT NULL,
	variant TEXT CHECK (variant = 'cpu' OR variant GLOB 'cu[0-9]*'),
	pythons TEXT NOT NULL,
	abi TEXT,
	files INTEGER,
	listing TEXT NOT NULL CHECK (listing IN ('complete', 'matrix', 'partial')),
	requires_python TEXT,
	yanked INTEGER CHECK (yanked IN (0, 1)),
	source TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX torch_wheel_key
	ON torch_wheel (torch, dir, tag, ifnull(local, ''), ifnull(build_tag, ''));

CREATE TABLE torch_arch (
	torch TEXT NOT NULL REFERENCES torch_release,
	variant TEXT NOT NULL CHECK (variant GLOB 'cu[0-9]*'),
	platform TEXT NOT NULL,
	sass TEXT NOT NULL CHECK (sass GLOB '[1-9][0-9]*'),
	ptx TEXT NOT NULL CHECK (ptx = 'none' OR ptx GLOB '[1-9][0-9]*'),
	all_libs TEXT,
	kind TEXT NOT NULL
		CHECK (kind IN ('measured', 'build-script', 'documented', 'inferred')),
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	source TEXT NOT NULL,
	PRIMARY KEY (torch, variant, platform)
) STRICT, WITHOUT ROWID;

CREATE TABLE torch_pin (
	torch TEXT NOT NULL REFERENCES torch_release,
	variant TEXT NOT NULL,
	package TEXT NOT NULL,
	version TEXT NOT NULL,
	extras TEXT,
	marker TEXT,
	kind TEXT NOT NULL
		CHECK (kind IN ('measured', 'build-script', 'documented', 'inferred')),
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	source TEXT NOT NULL,
	PRIMARY KEY (torch, variant, package)
) STRICT, WITHOUT ROWID;

CREATE TABLE torch_companion (
	package TEXT NOT NULL,
	version TEXT NOT NULL,
	tag TEXT NOT NULL,
	build_tag TEXT,
	platform TEXT NOT NULL,
	pythons TEXT NOT NULL,
	abi TEXT,
	files INTEGER,
	requires_torch TEXT,
	requires_python TEXT,
	yanked INTEGER NOT NULL CHECK (yanked IN (0, 1)),
	source TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX torch_companion_key
	ON torch_companion (package, version, tag, ifnull(build_tag, ''));

CREATE TABLE torch_companion_code (
	package TEXT NOT NULL,
	version TEXT NOT NULL,
	platform TEXT NOT NULL,
	file TEXT NOT NULL,
	sass TEXT,
	sass_complete TEXT,
	ptx TEXT,
	variant TEXT,
	cudart TEXT,
	torch TEXT,
	gap TEXT NOT NULL CHECK (gap IN ('none', 'cpu-build', 'not-judged', 'gap')),
	covered TEXT,
	kind TEXT NOT NULL CHECK (kind = 'measured'),
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	source TEXT NOT NULL,
	PRIMARY KEY (package, version, platform, file)
) STRICT, WITHOUT ROWID;

CREATE TABLE torch_triton (
	triton TEXT NOT NULL,
	torch TEXT NOT NULL REFERENCES torch_release,
	variants TEXT,
	min_cc TEXT NOT NULL,
	ptxas TEXT,
	ptxas_blackwell TEXT,
	isa TEXT,
	isa_blackwell TEXT,
	compiled TEXT,
	dot_fp16 TEXT,
	source TEXT NOT NULL,
	PRIMARY KEY (triton, torch)
) STRICT, WITHOUT ROWID;

CREATE TABLE torch_extension (
	package TEXT NOT NULL,
	version TEXT NOT NULL,
	form TEXT NOT NULL,
	requires_torch TEXT,
	requires_python TEXT,
	cuda TEXT,
	platforms TEXT,
	sass TEXT,
	ptx TEXT,
	kind TEXT NOT NULL CHECK (kind IN ('measured', 'documented')),
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	yanked INTEGER NOT NULL CHECK (yanked IN (0, 1)),
	source TEXT NOT NULL,
	PRIMARY KEY (package, version)
) STRICT, WITHOUT ROWID;

-- What brings torch along, and what it asks for: METADATA of the newest release, and of older ones
-- where the range is bounded above. data/bring.py makes the rows.
CREATE TABLE torch_bring (
	package TEXT NOT NULL,
	version TEXT NOT NULL,
	requires TEXT, -- of Requires-Dist what decides on torch, " | " between; NULL: nothing does
	requires_python TEXT,
	kind TEXT NOT NULL CHECK (kind IN ('documented', 'inferred')),
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	source TEXT NOT NULL,
	PRIMARY KEY (package, version)
) STRICT, WITHOUT ROWID;

-- What a source package makes of itself where it is not code for the torch that is there; packages
-- without a row: code, everywhere.
CREATE TABLE torch_extension_source (
	package TEXT NOT NULL,
	platform TEXT NOT NULL, -- *: any
	makes TEXT NOT NULL CHECK (makes IN ('python', 'nothing')),
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	source TEXT NOT NULL,
	PRIMARY KEY (package, platform)
) STRICT, WITHOUT ROWID;

-- The tags of an extension's files on PyPI; versions without a row there: not known.
CREATE TABLE torch_extension_tag (
	package TEXT NOT NULL,
	version TEXT NOT NULL,
	platform TEXT NOT NULL,
	tag TEXT NOT NULL, -- of the platform
	pythons TEXT, -- 3.9 3.10 3.13t; 3.9+: stable ABI; NULL: any that Requires-Python takes
	source TEXT NOT NULL,
	FOREIGN KEY (package, version) REFERENCES torch_extension (package, version)
) STRICT;
CREATE UNIQUE INDEX torch_extension_tag_key
	ON torch_extension_tag (package, version, platform, tag, ifnull(pythons, ''));
-- What a wheel of PyPI was made for; a wheel of a version has one CUDA there.
CREATE TABLE torch_extension_wheel (
	package TEXT NOT NULL,
	version TEXT NOT NULL,
	platform TEXT NOT NULL,
	torch TEXT, -- a specifier, or any: it does not use torch; NULL: not known
	cuda TEXT NOT NULL CHECK (cuda = 'cpu' OR cuda GLOB '1[0-9]'),
	label INTEGER NOT NULL CHECK (label IN (0, 1)), -- those of another CUDA have one
	kind TEXT NOT NULL CHECK (kind IN ('measured', 'documented', 'inferred')),
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	source TEXT NOT NULL,
	PRIMARY KEY (package, version, platform)
) STRICT, WITHOUT ROWID;

-- Every wheel of an extension that is known: the rows of the CSV stand elsewhere than on PyPI, those
-- of PyPI come from torch_extension and torch_extension_tag (derive.sql).
CREATE TABLE torch_extension_file (
	package TEXT NOT NULL,
	version TEXT NOT NULL,
	torch TEXT,   -- a specifier, or any: it does not use torch; NULL: not known
	cuda TEXT,    -- cu128 or cpu: torch of that variant; 12: of that major; any; NULL: not known
	abi TEXT CHECK (abi IN ('TRUE', 'FALSE')), -- _GLIBCXX_USE_CXX11_ABI of torch
	pythons TEXT, -- 3.9 3.10 3.13t; 3.9+: stable ABI; a specifier: Requires-Python; NULL: not known
	platform TEXT NOT NULL,
	tag TEXT,     -- platform tag of the file; NULL: not known
	place TEXT NOT NULL CHECK (place IN ('pypi', 'release', 'pytorch-index', 'pyg', 'dgl',
		'flashinfer', 'sgl-project', 'vllm', 'openmmlab', 'mjun0812', 'kingbri1')),
	url TEXT,     -- the file, {py} for its Python and ABI tags; else the index or page
	label TEXT,   -- local version to ask for, where the index has several: +pt28cu128
	sha256 TEXT,  -- in the order of pythons, - for one that is not known
	code TEXT,    -- 80 90+PTX 100; 80+PTX:8.7: PTX alone; NULL: not known
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	source TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX torch_extension_file_key ON torch_extension_file (package, version,
	ifnull(torch, ''), ifnull(cuda, ''), ifnull(abi, ''), platform, place, ifnull(url, ''),
	ifnull(pythons, ''));
CREATE INDEX torch_extension_file_package ON torch_extension_file (package);

-- From which torch on official wheels have the C++11 ABI.
CREATE TABLE torch_abi (
	first TEXT NOT NULL REFERENCES torch_release,
	variant TEXT NOT NULL, -- or *
	platform TEXT NOT NULL, -- or *
	source TEXT NOT NULL,
	PRIMARY KEY (first, variant, platform)
) STRICT, WITHOUT ROWID;

-- The oldest GPU that the wheels of those versions serve.
CREATE TABLE torch_extension_gpu (
	package TEXT NOT NULL,
	versions TEXT NOT NULL, -- a specifier, or *
	platform TEXT NOT NULL,
	sm TEXT NOT NULL REFERENCES driver_cc (sm),
	note TEXT,
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	source TEXT NOT NULL,
	PRIMARY KEY (package, versions, platform)
) STRICT, WITHOUT ROWID;

CREATE TABLE torch_nvidia_lib (
	package TEXT NOT NULL,
	version TEXT NOT NULL,
	platform TEXT NOT NULL,
	file TEXT NOT NULL,
	sass TEXT,
	sass_complete TEXT,
	ptx TEXT,
	serves TEXT,
	kind TEXT NOT NULL CHECK (kind = 'measured'),
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	source TEXT NOT NULL,
	PRIMARY KEY (package, version, platform, file)
) STRICT, WITHOUT ROWID;

CREATE TABLE torch_library_gap (
	torch TEXT NOT NULL REFERENCES torch_release,
	variant TEXT NOT NULL,
	sm TEXT NOT NULL REFERENCES driver_cc (sm),
	package TEXT NOT NULL,
	library TEXT NOT NULL CHECK (library IN ('cudnn', 'cublas', 'nccl', 'cusparselt', 'linalg')),
	version TEXT NOT NULL,
	code TEXT NOT NULL CHECK (code IN ('none', 'ptx')),
	hits TEXT NOT NULL CHECK (hits IN ('all', 'several', 'feature', 'slow')),
	effect TEXT NOT NULL,
	kind TEXT NOT NULL CHECK (kind IN ('measured', 'build-script', 'documented')),
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	source TEXT NOT NULL,
	PRIMARY KEY (torch, variant, sm, package)
) STRICT, WITHOUT ROWID;

CREATE TABLE torch_ptx_run (
	torch TEXT NOT NULL REFERENCES torch_release,
	variant TEXT NOT NULL CHECK (variant GLOB 'cu[0-9]*'),
	platform TEXT NOT NULL,
	made TEXT NOT NULL CHECK (made IN ('wheel', 'pytorch', 'conda-forge')),
	sm TEXT NOT NULL CHECK (sm GLOB '[1-9][0-9]*'),
	cublas TEXT NOT NULL CHECK (cublas IN ('cubin', 'ptx', 'some', 'fails', 'none', 'unknown')),
	cudnn TEXT NOT NULL CHECK (cudnn IN ('cubin', 'ptx', 'some', 'fails', 'none', 'unknown')),
	nccl TEXT NOT NULL CHECK (nccl IN ('cubin', 'ptx', 'none', 'absent', 'unknown')),
	verdict TEXT NOT NULL CHECK (verdict IN ('runs', 'partly', 'unknown')),
	kind TEXT NOT NULL
		CHECK (kind IN ('measured', 'build-script', 'documented', 'inferred')),
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	source TEXT NOT NULL,
	PRIMARY KEY (torch, variant, platform, made)
) STRICT, WITHOUT ROWID;

CREATE TABLE torch_lib (
	torch TEXT NOT NULL REFERENCES torch_release,
	variant TEXT NOT NULL,
	channel TEXT NOT NULL CHECK (channel IN ('pypi', 'pytorch-index', 'both')),
	platform TEXT NOT NULL,
	layout TEXT NOT NULL CHECK (layout IN ('bundled', 'nvidia', 'mixed', 'none')),
	files TEXT,
	hashed TEXT,
	nvidia TEXT,
	rpath TEXT,
	kind TEXT NOT NULL CHECK (kind IN ('measured', 'build-script')),
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	source TEXT NOT NULL,
	PRIMARY KEY (torch, variant, channel, platform)
) STRICT, WITHOUT ROWID;

CREATE TABLE torch_wheel_code (
	filename TEXT PRIMARY KEY,
	torch TEXT NOT NULL REFERENCES torch_release,
	variant TEXT NOT NULL,
	platform TEXT NOT NULL,
	sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
	size INTEGER NOT NULL,
	sass TEXT,
	sass_extra TEXT,
	sass_linalg TEXT,
	sass_bundled TEXT,
	ptx TEXT,
	codec TEXT,
	zstd INTEGER NOT NULL CHECK (zstd IN (0, 1)),
	declared TEXT,
	declared_in TEXT,
	declared_offset INTEGER,
	declared_need INTEGER,
	glibc TEXT NOT NULL,
	git TEXT,
	tags TEXT NOT NULL,
	source TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What is installed with torch and bound to it.
CREATE TABLE torch_family (
	package TEXT PRIMARY KEY,
	rank INTEGER NOT NULL,
	served TEXT NOT NULL CHECK (served IN ('itself', 'variant', 'pypi', 'compiler', 'part')),
	paired INTEGER NOT NULL CHECK (paired IN (0, 1)), -- each release belongs to one torch
	seen TEXT NOT NULL CHECK (seen GLOB '20[0-9][0-9]*'),
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	source TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Other programs that need the CUDA libraries of pip; the names of their packages begin so.
CREATE TABLE torch_cuda_user (
	name TEXT PRIMARY KEY CHECK (name = lower(name)),
	what TEXT NOT NULL,
	seen TEXT NOT NULL CHECK (seen GLOB '20[0-9][0-9]*'),
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	source TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What uv takes from the index of --torch-backend; the rest comes from where it always does.
CREATE TABLE torch_backend (
	package TEXT PRIMARY KEY CHECK (package NOT GLOB '*[^a-z0-9-]*'),
	seen TEXT NOT NULL CHECK (seen GLOB '20[0-9][0-9]*'),
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	source TEXT NOT NULL
) STRICT, WITHOUT ROWID;

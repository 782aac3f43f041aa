-- GPUs, drivers and CUDA toolkits. Every table is data/driver/<name>.csv; an empty cell is NULL:
-- not known, or nothing of the kind, and then the note says which.
-- confidence: high (measured, or said by NVIDIA's own files), medium (one source, or inferred),
-- low (kept, never used to promise anything). source: keys of the table source.

-- An architecture and the driver branches that drive it. NULL first_branch: older than the
-- branches listed here. NULL last_branch: still driven by the newest.
CREATE TABLE driver_arch (
	architecture TEXT PRIMARY KEY,
	generation INTEGER NOT NULL UNIQUE,     -- order of appearance, 1 = Tesla (2006)
	first_branch INTEGER REFERENCES driver_branch,
	last_branch INTEGER REFERENCES driver_branch,
	note TEXT,
	source TEXT NOT NULL,
	confidence TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A compute capability.
CREATE TABLE driver_cc (
	cc TEXT PRIMARY KEY,                    -- 8.6
	sm TEXT NOT NULL UNIQUE,                -- 86
	architecture TEXT NOT NULL REFERENCES driver_arch,
	integrated INTEGER NOT NULL,            -- 1: in a Jetson board, whose driver belongs to L4T
	own_code INTEGER NOT NULL,              -- 1: runs code of its own sm only
	first_branch INTEGER REFERENCES driver_branch,
	last_branch INTEGER REFERENCES driver_branch,
	first_toolkit TEXT,                     -- first CUDA whose nvcc has the target
	first_binary_toolkit TEXT,              -- first CUDA whose cubins run on it
	last_toolkit TEXT,                      -- last CUDA whose nvcc has the target
	desktop_sm TEXT,                        -- code of ordinary GPUs that it may run all the same,
	desktop_cuda TEXT                       -- of an aarch64 build of that CUDA and later
		CHECK ((desktop_cuda IS NULL) = (desktop_sm IS NULL)),
	note TEXT,
	source TEXT NOT NULL,
	confidence TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE driver_chip (
	chip TEXT PRIMARY KEY,                  -- GA102
	cc TEXT REFERENCES driver_cc,
	architecture TEXT NOT NULL REFERENCES driver_arch,
	note TEXT,
	source TEXT NOT NULL,
	confidence TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A name that nvidia-smi or CUDA prints. A name sold on several chips has several rows in
-- driver_gpu_chip, and is ambiguous when their compute capabilities differ.
CREATE TABLE driver_gpu (
	name TEXT PRIMARY KEY,                  -- as drivers from 470 on print it
	older_name TEXT,                        -- as older drivers printed it, where that differs
	product TEXT,                           -- what it is sold as, where the name does not say
	segment TEXT NOT NULL,                  -- geforce titan professional datacenter mining jetson spark
	form TEXT NOT NULL,                     -- board laptop embedded
	first_seen TEXT,                        -- oldest driver read whose list has it: it may be older
	last_branch INTEGER REFERENCES driver_branch, -- only where it ends before its architecture
	note TEXT,
	source TEXT NOT NULL,
	confidence TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE driver_gpu_chip (
	name TEXT NOT NULL REFERENCES driver_gpu,
	chip TEXT NOT NULL REFERENCES driver_chip,
	PRIMARY KEY (name, chip)
) STRICT, WITHOUT ROWID;

-- What people write for a GPU beyond the spellings that derive.sql makes: lower case letters
-- and digits only. A product family has a row for each of its members.
CREATE TABLE driver_alias (
	alias TEXT NOT NULL,
	name TEXT NOT NULL REFERENCES driver_gpu,
	PRIMARY KEY (alias, name)
) STRICT, WITHOUT ROWID;

-- PCI device ids of vendor 10de. The row without subsystem stands for the device; those with one
-- say which name that board has.
CREATE TABLE driver_pci (
	device TEXT NOT NULL,                   -- four hexadecimal digits, lower case
	subvendor TEXT,
	subdevice TEXT,
	chip TEXT NOT NULL REFERENCES driver_chip,
	name TEXT REFERENCES driver_gpu,        -- as the driver names it
	listed TEXT,                            -- where no driver names it: the name in pci.ids
	first_seen TEXT,
	last_branch INTEGER REFERENCES driver_branch,
	note TEXT,
	source TEXT NOT NULL,
	confidence TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX driver_pci_id ON driver_pci (device, subvendor, subdevice);

-- Names of vGPU profiles, as a guest prints them; device and subdevice (of vendor 10de) are those
-- of the host's board. That these names are profiles is inferred: the driver sources have them,
-- the list of cards does not. A name that a card has too is the card.
CREATE TABLE driver_vgpu (
	name TEXT NOT NULL COLLATE NOCASE,
	device TEXT NOT NULL,
	subdevice TEXT NOT NULL,
	chip TEXT NOT NULL REFERENCES driver_chip,
	source TEXT NOT NULL,
	confidence TEXT NOT NULL,
	PRIMARY KEY (name, device, subdevice)
) STRICT, WITHOUT ROWID;
CREATE INDEX driver_vgpu_id ON driver_vgpu (device, subdevice);

-- Machine types of cloud providers that have NVIDIA GPUs. The driver is that of the image.
CREATE TABLE driver_cloud (
	provider TEXT NOT NULL,                 -- aws, gcp, azure, …
	instance TEXT NOT NULL COLLATE NOCASE,  -- p5.48xlarge
	gpu TEXT NOT NULL,                      -- as drivers name it, else as the provider does
	cc TEXT REFERENCES driver_cc,           -- NULL: the provider does not name the model
	gpus INTEGER NOT NULL CHECK (gpus > 0),
	share TEXT,                             -- of one GPU, a vGPU: 1/4; NULL: whole ones
	memory_mib INTEGER,                     -- of each GPU, or of its share
	platform TEXT NOT NULL,
	note TEXT,
	source TEXT NOT NULL,
	confidence TEXT NOT NULL,
	PRIMARY KEY (provider, instance)
) STRICT, WITHOUT ROWID;

-- A driver branch (535 of 535.104.05). Branch 430 changes its CUDA number: see driver_release.
CREATE TABLE driver_branch (
	branch INTEGER PRIMARY KEY,
	cuda TEXT,                              -- CUDA number that the driver reports
	ptx_isa TEXT,                           -- newest PTX ISA that it compiles
	kind TEXT,                              -- legacy lts production new-feature
	end_of_life TEXT,                       -- YYYY-MM-DD or YYYY-MM
	windows_first INTEGER,                  -- Windows drivers of this branch are numbered from
	windows_last INTEGER,                   -- ... to
	open_module TEXT NOT NULL,              -- none optional default only: NVIDIA's open kernel module
	note TEXT,
	source TEXT NOT NULL,
	confidence TEXT NOT NULL
) STRICT;

-- Driver releases that are known to exist; not all there were.
CREATE TABLE driver_release (
	os TEXT NOT NULL,                       -- linux windows
	version TEXT NOT NULL,
	branch INTEGER REFERENCES driver_branch,
	cuda TEXT,                              -- where the branch has more than one number
	note TEXT,
	source TEXT NOT NULL,
	confidence TEXT NOT NULL,
	PRIMARY KEY (os, version)
) STRICT, WITHOUT ROWID;

-- CUDA X.Y: what it asks of a driver. min_linux and min_windows are the minimum by minor-version
-- compatibility; NULL before CUDA 11, where the driver of the oldest toolkit is the minimum.
CREATE TABLE driver_cuda (
	cuda TEXT PRIMARY KEY,
	ptx_isa TEXT NOT NULL,                  -- of the PTX that its compiler writes
	branch INTEGER REFERENCES driver_branch, -- first branch that takes that PTX
	min_linux TEXT,
	min_windows TEXT,
	nvcc_default TEXT,                      -- sm that nvcc compiles for unasked
	note TEXT,
	source TEXT NOT NULL,
	confidence TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Targets of nvcc, with suffix a and f. Source and confidence: those of driver_cuda.
CREATE TABLE driver_nvcc (
	cuda TEXT NOT NULL REFERENCES driver_cuda,
	target TEXT NOT NULL,                   -- 86, 90a, 100f
	deprecated INTEGER,                     -- 1: nvcc warns that it will go
	PRIMARY KEY (cuda, target)
) STRICT, WITHOUT ROWID;

-- Toolkits X.Y.Z with the driver that the release notes give, and the one in the installer.
CREATE TABLE driver_toolkit (
	version TEXT PRIMARY KEY,
	cuda TEXT NOT NULL REFERENCES driver_cuda,
	release TEXT NOT NULL,                  -- as NVIDIA calls it
	branch INTEGER REFERENCES driver_branch,
	linux TEXT,
	windows TEXT,
	bundled_linux TEXT,
	bundled_windows TEXT,
	note TEXT,
	source TEXT NOT NULL,
	confidence TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Forward compatibility: package cuda-compat of CUDA X.Y on a driver of that branch. A branch
-- without a row is no base at all.
CREATE TABLE driver_compat (
	cuda TEXT NOT NULL REFERENCES driver_cuda,
	branch INTEGER NOT NULL REFERENCES driver_branch,
	state TEXT NOT NULL,                    -- works native no
	note TEXT,
	source TEXT NOT NULL,
	confidence TEXT NOT NULL,
	PRIMARY KEY (cuda, branch)
) STRICT, WITHOUT ROWID;

-- Compute capabilities that run family-specific code.
CREATE TABLE driver_family (
	target TEXT NOT NULL,                   -- 100f
	cc TEXT NOT NULL REFERENCES driver_cc,
	source TEXT NOT NULL,
	confidence TEXT NOT NULL,
	PRIMARY KEY (target, cc)
) STRICT, WITHOUT ROWID;

-- First driver that offers MIG; names is a GLOB over driver_gpu.name. The row with the longest
-- pattern counts.
CREATE TABLE driver_mig (
	names TEXT PRIMARY KEY,
	minimum TEXT NOT NULL,                  -- Linux
	note TEXT,
	source TEXT NOT NULL,
	confidence TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Jetson systems by what is told of them. Driver numbers look like others and follow no branch.
CREATE TABLE driver_l4t (
	-- GLOB over the driver version, or over the release: 'L4T 36.4*', 'JetPack 6.2*'
	driver TEXT PRIMARY KEY,
	jetpack TEXT NOT NULL,
	l4t TEXT NOT NULL,
	cuda TEXT,
	note TEXT,
	source TEXT NOT NULL,
	confidence TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The words by which a text names a GPU, in lower case: a model says enough by itself, a family goes
-- before a number, an addition behind it; a short one is a name where the words around it say so.
CREATE TABLE driver_word (
	word TEXT NOT NULL CHECK (word = lower(word) AND word NOT GLOB '*[^a-z0-9-]*'),
	kind TEXT NOT NULL CHECK (kind IN ('model', 'family', 'addition', 'short')),
	seen TEXT NOT NULL,
	confidence TEXT NOT NULL,
	source TEXT NOT NULL,
	PRIMARY KEY (word, kind)
) STRICT, WITHOUT ROWID;

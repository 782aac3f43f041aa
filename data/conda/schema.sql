CREATE TABLE conda_build (
	channel TEXT NOT NULL REFERENCES channel,
	name TEXT NOT NULL,
	version TEXT NOT NULL,
	build TEXT NOT NULL,
	build_number INTEGER,
	subdir TEXT NOT NULL,
	python TEXT,
	cuda TEXT,
	cudnn TEXT,
	blas TEXT,
	ext TEXT,
	size INTEGER,
	md5 TEXT,
	depends TEXT,
	constrains TEXT,
	kind TEXT NOT NULL
		CHECK (kind IN ('repodata', 'lock', 'listing', 'print', 'inferred')),
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	source TEXT NOT NULL,
	PRIMARY KEY (channel, name, version, build, subdir)
) STRICT, WITHOUT ROWID;

CREATE TABLE conda_arch (
	channel TEXT NOT NULL REFERENCES channel,
	version TEXT NOT NULL,
	cuda TEXT NOT NULL,
	subdir TEXT NOT NULL,
	arm_variant TEXT CHECK (arm_variant IN ('sbsa', 'tegra')),
	sass TEXT NOT NULL CHECK (sass GLOB '[1-9][0-9]*'),
	ptx TEXT NOT NULL CHECK (ptx = 'none' OR ptx GLOB '[1-9][0-9]*'),
	kind TEXT NOT NULL CHECK (kind IN ('measured', 'build-script')),
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	source TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX conda_arch_key
	ON conda_arch (channel, version, cuda, subdir, ifnull(arm_variant, ''));

CREATE TABLE conda_pair (
	name TEXT NOT NULL,
	version TEXT NOT NULL,
	requires TEXT NOT NULL,
	requires_version TEXT NOT NULL,
	records INTEGER NOT NULL,
	cudas TEXT,
	pythons TEXT NOT NULL,
	kind TEXT NOT NULL CHECK (kind IN ('repodata', 'lock', 'inferred')),
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	source TEXT NOT NULL,
	PRIMARY KEY (name, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE conda_recipe (
	channel TEXT NOT NULL REFERENCES channel,
	version TEXT NOT NULL,
	subdir TEXT NOT NULL,
	cuda TEXT NOT NULL,
	arm_variant TEXT CHECK (arm_variant IN ('sbsa', 'tegra')),
	pythons TEXT,
	joint INTEGER NOT NULL CHECK (joint IN (0, 1)),
	blas TEXT,
	glibc TEXT,
	source TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX conda_recipe_key
	ON conda_recipe (channel, version, subdir, cuda, ifnull(arm_variant, ''));

CREATE TABLE conda_era (
	channel TEXT NOT NULL REFERENCES channel,
	first TEXT NOT NULL REFERENCES torch_release (torch),
	last TEXT NOT NULL,
	cuda TEXT NOT NULL,
	subdir TEXT NOT NULL,
	extra TEXT,
	channels TEXT NOT NULL,
	base TEXT REFERENCES channel (channel), -- what the rest comes from, where no channel has it
	later INTEGER NOT NULL CHECK (later IN (0, 1)), -- runs with a later CUDA of its major
	asks_driver INTEGER NOT NULL CHECK (asks_driver IN (0, 1)), -- where its own list is not known
	priority INTEGER NOT NULL,
	source TEXT NOT NULL,
	PRIMARY KEY (channel, first, last, cuda, subdir)
) STRICT, WITHOUT ROWID;

CREATE TABLE conda_pattern (
	channel TEXT NOT NULL REFERENCES channel,
	name TEXT NOT NULL,
	version TEXT NOT NULL REFERENCES torch_release (torch),
	glob TEXT NOT NULL,
	subdir TEXT NOT NULL,
	cuda TEXT NOT NULL,
	pythons TEXT NOT NULL,
	cudnn TEXT,
	kind TEXT NOT NULL CHECK (kind IN ('documented', 'inferred')),
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	source TEXT NOT NULL,
	PRIMARY KEY (channel, version, glob, subdir)
) STRICT, WITHOUT ROWID;

-- What conda-forge has beside its torch. The torch is decided by the build number, not by the version:
-- it asks for one of this minor release, no older than least, whose build is like torch_build, and for
-- libraries of CUDA no older than runtime. A row without a version says that there is no build.
CREATE TABLE conda_companion (
	name TEXT NOT NULL,
	version TEXT,
	build_number INTEGER,
	subdir TEXT NOT NULL,
	arm_variant TEXT CHECK (arm_variant IN ('tegra')),
	cuda TEXT NOT NULL,
	pythons TEXT,
	torch TEXT NOT NULL,
	least TEXT REFERENCES torch_release (torch),
	torch_build TEXT,
	runtime TEXT,
	pattern TEXT,
	state TEXT NOT NULL CHECK (state IN ('built', 'planned', 'migrated', 'none')),
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	source TEXT NOT NULL,
	CHECK ((state IN ('none', 'migrated')) = (pattern IS NULL))
) STRICT;
CREATE UNIQUE INDEX conda_companion_key ON conda_companion (name, ifnull(version, ''),
	ifnull(build_number, -1), subdir, ifnull(arm_variant, ''), cuda, torch);
CREATE INDEX conda_companion_name ON conda_companion (name);

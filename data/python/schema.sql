CREATE TABLE python_release (
	python TEXT PRIMARY KEY CHECK (python GLOB '[23].[0-9]*'),
	date TEXT NOT NULL CHECK (date GLOB '20[0-9][0-9]-[01][0-9]-[0-3][0-9]'),
	source TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Packages that are compiled for each Python; no row of a release with a wheel for any of them.
CREATE TABLE python_wheel (
	package TEXT NOT NULL,
	version TEXT NOT NULL,
	platforms TEXT NOT NULL,
	pythons TEXT NOT NULL,
	yanked INTEGER NOT NULL CHECK (yanked IN (0, 1)),
	source TEXT NOT NULL,
	PRIMARY KEY (package, version, platforms)
) STRICT, WITHOUT ROWID;

-- The python3 of a system, by the tag of its images or by its name.
CREATE TABLE python_system (
	system TEXT NOT NULL CHECK (system NOT GLOB '*[^a-z]*'),
	release TEXT NOT NULL CHECK (release NOT GLOB '*[^a-z0-9.-]*'),
	python TEXT NOT NULL REFERENCES python_release,
	seen TEXT NOT NULL CHECK (seen GLOB '20[0-9][0-9]*'),
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	source TEXT NOT NULL,
	PRIMARY KEY (system, release)
) STRICT, WITHOUT ROWID;

-- The glibc of a system, by the name in small letters that people give it.
CREATE TABLE python_libc (
	system TEXT NOT NULL CHECK (system NOT GLOB '*[^a-z ]*'),
	release TEXT NOT NULL CHECK (release NOT GLOB '*[^0-9.]*'),
	glibc TEXT NOT NULL CHECK (glibc GLOB '2.[0-9]*'),
	seen TEXT NOT NULL CHECK (seen GLOB '20[0-9][0-9]*'),
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	source TEXT NOT NULL,
	PRIMARY KEY (system, release)
) STRICT, WITHOUT ROWID;

-- The newest GLIBCXX that wheels of a manylinux tag may need, by the glibc of the tag.
CREATE TABLE python_manylinux (
	glibc TEXT PRIMARY KEY CHECK (glibc GLOB '2.[0-9]*'),
	glibcxx TEXT NOT NULL CHECK (glibcxx GLOB '3.4.[0-9]*'),
	seen TEXT NOT NULL CHECK (seen GLOB '20[0-9][0-9]*'),
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	source TEXT NOT NULL
) STRICT, WITHOUT ROWID;

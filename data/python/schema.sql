CREATE TABLE python_release (
	python TEXT PRIMARY KEY CHECK (python GLOB '[23].[0-9]*'),
	date TEXT NOT NULL CHECK (date GLOB '20[0-9][0-9]-[01][0-9]-[0-3][0-9]'),
	source TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Packages that are compiled for each Python, and are bound to no torch.
CREATE TABLE python_wheel (
	package TEXT NOT NULL,
	version TEXT NOT NULL,
	platforms TEXT NOT NULL,
	pythons TEXT NOT NULL,
	source TEXT NOT NULL,
	PRIMARY KEY (package, version, platforms)
) STRICT, WITHOUT ROWID;

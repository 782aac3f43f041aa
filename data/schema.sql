-- Tables that all folders share. Each folder has its own schema.sql.
CREATE TABLE meta (
	key TEXT PRIMARY KEY,
	value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Where a fact was seen. Every source column holds one or several keys of it, with blanks between.
CREATE TABLE source (
	key TEXT PRIMARY KEY CHECK (key NOT GLOB '*[ ,;"]*'),
	kind TEXT CHECK (kind IN ('repository', 'package', 'listing', 'page', 'thread', 'print',
		'measurement', 'inference')),
	place TEXT NOT NULL,
	revision TEXT,
	seen TEXT CHECK (seen GLOB '20[0-9][0-9]*')
) STRICT, WITHOUT ROWID;

CREATE TABLE channel (
	channel TEXT PRIMARY KEY,
	installer TEXT NOT NULL CHECK (installer IN ('pip', 'conda')),
	url TEXT CHECK (url GLOB 'https://*'),  -- %s: a variant
	home TEXT CHECK (home GLOB 'https://?*' AND home NOT GLOB '*/'), -- its pages or folders lie below
	last TEXT,
	note TEXT,
	source TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- How much of what a channel has is in the tables. Only of a complete list can it be said that
-- something is not there, and then as of the day on which it was seen.
CREATE TABLE coverage (
	channel TEXT NOT NULL REFERENCES channel,
	platform TEXT NOT NULL,                 -- '*': all of them
	package TEXT NOT NULL,
	first TEXT NOT NULL CHECK (first GLOB '[0-9]*' AND first NOT GLOB '*[^0-9.]*'),
	last TEXT NOT NULL CHECK (last = '*' OR last GLOB '[0-9]*' AND last NOT GLOB '*[^0-9.]*'),
	what TEXT NOT NULL CHECK (what IN ('builds', 'variants', 'versions')),
	state TEXT NOT NULL CHECK (state IN ('complete', 'partial', 'none')),
	seen TEXT NOT NULL CHECK (seen GLOB '20[0-9][0-9]*'),
	note TEXT,
	source TEXT NOT NULL,
	PRIMARY KEY (channel, platform, package, first)
) STRICT, WITHOUT ROWID;

-- From which release on something holds; src/know/since.def has what is asked for.
CREATE TABLE since (
	what TEXT PRIMARY KEY,
	first TEXT NOT NULL CHECK (first GLOB '[0-9]*.[0-9]*' AND first NOT GLOB '*[^0-9.]*'),
	note TEXT,
	seen TEXT NOT NULL CHECK (seen GLOB '20[0-9][0-9]*'),
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	source TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Mirrors: what each serves, where and in which form; and places that guides name in vain.
CREATE TABLE mirror (
	mirror TEXT NOT NULL CHECK (mirror NOT GLOB '*[^a-z0-9 一-鿿]*'), -- its names, the usual one first
	serves TEXT NOT NULL,                   -- pypi, wheels (of the PyTorch index), a channel; *: several
	url TEXT NOT NULL CHECK (url GLOB 'https://?*.?*' AND url NOT GLOB '*/' AND url NOT GLOB '* *'),
	form TEXT NOT NULL CHECK (form IN ('index', 'find-links', 'channel', 'base')), -- base: channels lie below
	state TEXT NOT NULL CHECK (state IN ('live', 'redirect', 'incomplete', 'dead', 'never', 'unknown')),
	torch TEXT CHECK (torch IN ('all', 'default', 'defaults', 'part', 'none')), -- its builds of torch; NULL: not known
	without TEXT,                           -- platforms that it leaves out
	named INTEGER NOT NULL CHECK (named IN (0, 1)), -- to be named to users
	seen TEXT CHECK (seen GLOB '20[0-9][0-9]*'),
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	note TEXT,
	source TEXT NOT NULL,
	PRIMARY KEY (mirror, url, form)
) STRICT, WITHOUT ROWID;

-- Base images: the torch and the CUDA that a tag brings, and the drivers on which it starts.
CREATE TABLE image (
	image TEXT NOT NULL CHECK (image NOT GLOB '*[ :]*'),
	tag TEXT NOT NULL,                      -- a pattern
	torch TEXT,                             -- NULL: it brings none
	cuda TEXT NOT NULL CHECK (cuda GLOB '[1-9]*.[0-9]'),
	starts TEXT,                            -- branches of older drivers that it names
	cards TEXT CHECK (cards IN ('datacenter')), -- GPUs for which it names them; NULL: all
	asks INTEGER NOT NULL CHECK (asks IN (0, 1)),   -- for a driver of its CUDA, else not started
	whole INTEGER NOT NULL CHECK (whole IN (0, 1)), -- it names no others
	seen TEXT NOT NULL CHECK (seen GLOB '20[0-9][0-9]*'),
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	note TEXT,
	source TEXT NOT NULL,
	PRIMARY KEY (image, tag)
) STRICT, WITHOUT ROWID;

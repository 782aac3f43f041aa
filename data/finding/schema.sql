-- The page of every code CPnnn; number, severity and title are in src/fact/finding.def.
CREATE TABLE finding_page (
	code TEXT PRIMARY KEY CHECK (code GLOB 'CP[0-9][0-9][0-9]'),
	example TEXT NOT NULL, -- a situation that runs into it
	cause TEXT NOT NULL,
	cure TEXT NOT NULL,
	source TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What people see, and what it means. In the texts {name} is a fact that a pattern found, {name|or}
-- stands in for one that it did not, and a part in [brackets] needs all of its facts.
CREATE TABLE finding_error (
	place INTEGER PRIMARY KEY, -- the order of the file: of those that match, the first says most
	error TEXT NOT NULL,
	class TEXT NOT NULL, -- "belief": a wrong statement; "truth": a right one; "context": only facts for the others
	code TEXT REFERENCES finding_page,
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	facts TEXT CHECK (facts IN ('gpu', 'driver', 'python')), -- what a plan for it turns on
	title TEXT CHECK (title IS NOT NULL OR class IN ('belief', 'truth')), -- NULL: the verdict says it
	cause TEXT NOT NULL,
	checking TEXT, -- how to see it oneself
	cure TEXT,
	source TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX finding_error_key ON finding_error (error);

-- How it reads, in lower case, with single blanks, and none beside a Chinese character; the language
-- is told in src/explain/pattern.h.
CREATE TABLE finding_pattern (
	place INTEGER PRIMARY KEY, -- the order of the file
	error TEXT NOT NULL REFERENCES finding_error (error),
	pattern TEXT NOT NULL CHECK (pattern = lower(pattern) AND length(pattern) >= 5)
) STRICT;
CREATE UNIQUE INDEX finding_pattern_key ON finding_pattern (error, pattern);

-- Ways to say one thing, in lower case: "@class" in a pattern stands for all of them, joined by "|".
CREATE TABLE finding_phrase (
	class TEXT NOT NULL CHECK (class NOT GLOB '*[^a-z0-9-]*'),
	phrase TEXT NOT NULL CHECK (phrase = lower(phrase) AND phrase NOT GLOB '*[|@]*'),
	PRIMARY KEY (class, phrase)
) STRICT, WITHOUT ROWID;

-- A word of the trade and others for it, in lower case, joined by "|"; {int:label} and its like as in
-- finding_pattern. "what is" before it, and "mean" behind it, are made into patterns.
CREATE TABLE finding_term (
	place INTEGER PRIMARY KEY, -- the order of the file
	error TEXT NOT NULL REFERENCES finding_error (error),
	words TEXT NOT NULL CHECK (words = lower(words))
) STRICT;
CREATE UNIQUE INDEX finding_term_key ON finding_term (error);

-- What is said of one thing and another: words for each, by "|", where @class stands for the words of a
-- class, and those of what limits it. The class of the error is the verdict. Each row is made into a
-- pattern.
CREATE TABLE finding_relation (
	place INTEGER PRIMARY KEY, -- the order of the file
	error TEXT NOT NULL REFERENCES finding_error (error),
	subject TEXT NOT NULL,
	relation TEXT NOT NULL,
	object TEXT NOT NULL,
	"unless" TEXT,
	source TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX finding_relation_key ON finding_relation (error, subject, relation, object);

-- What helps where CUDA answers with an error of that range; the narrowest range counts.
CREATE TABLE finding_cuda_cure (
	first INTEGER PRIMARY KEY CHECK (first >= -1),
	last INTEGER NOT NULL CHECK (last >= first),
	cure TEXT NOT NULL,
	seen TEXT NOT NULL CHECK (seen GLOB '20[0-9][0-9]*'),
	confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
	source TEXT NOT NULL
) STRICT;

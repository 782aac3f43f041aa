-- The page of every code CPnnn; number, severity and title are in src/fact/finding.def.
CREATE TABLE finding_page (
	code TEXT PRIMARY KEY CHECK (code GLOB 'CP[0-9][0-9][0-9]'),
	example TEXT NOT NULL, -- a situation that runs into it
	cause TEXT NOT NULL,
	cure TEXT NOT NULL,
	source TEXT NOT NULL
) STRICT, WITHOUT ROWID;

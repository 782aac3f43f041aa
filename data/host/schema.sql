-- What a title says: of a column, in the order in which they are asked. Of `one` and of `other`, where
-- it has words, there is a word each in the title, and of `may` any; no other word is in it. FACT and
-- WHOSE are names of src/read/host/columns_title.c: tools print titles in capitals, or join words by
-- marks, SMALL ones in any form; people write as they like.
CREATE TABLE host_title (
	place INTEGER PRIMARY KEY,
	FACT TEXT NOT NULL,
	WHOSE TEXT NOT NULL CHECK (WHOSE IN ('TOOLS', 'PEOPLE', 'ALL', 'SMALL')),
	one TEXT NOT NULL,
	other TEXT,
	may TEXT,
	seen TEXT NOT NULL,
	confidence TEXT NOT NULL,
	source TEXT NOT NULL
) STRICT;

-- What a key says, in the order in which those of a block are believed: src/read/host/keyed.c.
CREATE TABLE host_key (
	place INTEGER PRIMARY KEY,
	key TEXT NOT NULL,
	KIND TEXT NOT NULL CHECK (KIND IN ('BLOCK', 'WORDS', 'METRIC')),
	FACT TEXT NOT NULL,
	seen TEXT NOT NULL,
	confidence TEXT NOT NULL,
	source TEXT NOT NULL
) STRICT;

-- Columns of nvidia-smi --query-gpu: src/read/host/smi_csv.c.
CREATE TABLE host_query (
	place INTEGER PRIMARY KEY,
	name TEXT NOT NULL,
	FACT TEXT NOT NULL,
	seen TEXT NOT NULL,
	confidence TEXT NOT NULL,
	source TEXT NOT NULL
) STRICT;

-- Labels of nvidia-smi -q, and of what section where that matters: src/read/host/smi_q.c.
CREATE TABLE host_label (
	place INTEGER PRIMARY KEY,
	section TEXT,
	label TEXT NOT NULL,
	FACT TEXT NOT NULL,
	seen TEXT NOT NULL,
	confidence TEXT NOT NULL,
	source TEXT NOT NULL
) STRICT;

-- Elements of nvidia-smi -q -x: src/read/host/smi_xml.c.
CREATE TABLE host_element (
	place INTEGER PRIMARY KEY,
	path TEXT NOT NULL,
	FACT TEXT NOT NULL,
	seen TEXT NOT NULL,
	confidence TEXT NOT NULL,
	source TEXT NOT NULL
) STRICT;

-- Texts that begin their line wherever they are printed, a SINGLE one tells enough in one line:
-- src/read/host/lines_prefix.c.
CREATE TABLE host_anchor (
	place INTEGER PRIMARY KEY,
	text TEXT NOT NULL,
	SINGLE INTEGER NOT NULL CHECK (SINGLE IN (0, 1)),
	seen TEXT NOT NULL,
	confidence TEXT NOT NULL,
	source TEXT NOT NULL
) STRICT;

-- Labels of a node that name its GPUs and count them: src/read/host/host_labels.c.
CREATE TABLE host_naming (
	place INTEGER PRIMARY KEY,
	name TEXT NOT NULL,
	count TEXT,
	seen TEXT NOT NULL,
	confidence TEXT NOT NULL,
	source TEXT NOT NULL
) STRICT;

-- What a line of Python asks torch for: src/read/session_code.c.
CREATE TABLE host_session (
	place INTEGER PRIMARY KEY,
	text TEXT NOT NULL,
	KEY TEXT NOT NULL,
	seen TEXT NOT NULL,
	confidence TEXT NOT NULL,
	source TEXT NOT NULL
) STRICT;

-- What nvidia-smi and shells say in its place, the first that fits counts: src/read/host/smi_error.c.
CREATE TABLE host_sentence (
	place INTEGER PRIMARY KEY,
	text TEXT NOT NULL,
	MEANING TEXT NOT NULL,
	FORM TEXT NOT NULL,
	seen TEXT NOT NULL,
	confidence TEXT NOT NULL,
	source TEXT NOT NULL
) STRICT;

-- Labels of torch.utils.collect_env: src/read/host/collect_env.c.
CREATE TABLE host_collected (
	place INTEGER PRIMARY KEY,
	label TEXT NOT NULL,
	FACT TEXT NOT NULL,
	seen TEXT NOT NULL,
	confidence TEXT NOT NULL,
	source TEXT NOT NULL
) STRICT;

-- Spellings and cut forms of the names in driver_gpu, so that a new GPU is one line there.

-- Every name with what is left of it without vendor, brand and the words for laptops.
CREATE TEMP TABLE spelling (name TEXT, text TEXT, PRIMARY KEY (name, text)) WITHOUT ROWID;
INSERT INTO spelling SELECT name, name FROM driver_gpu;
INSERT OR IGNORE INTO spelling SELECT name, older_name FROM driver_gpu WHERE older_name IS NOT NULL;
INSERT OR IGNORE INTO spelling
	SELECT name, substr(text, 8) FROM spelling WHERE text LIKE 'NVIDIA %';
INSERT OR IGNORE INTO spelling
	SELECT name, replace(replace(replace(text, 'GeForce ', ''), 'Quadro ', ''), 'Tesla ', '')
	FROM spelling WHERE text NOT LIKE 'NVIDIA %';
-- "RTX 3060 Laptop" and plain "RTX 3060"; "GTX 1080 Laptop" is sold as Max-Q.
INSERT OR IGNORE INTO spelling
	SELECT name, replace(text, ' Laptop GPU', ' Laptop') FROM spelling WHERE text LIKE '% Laptop GPU';
INSERT OR IGNORE INTO spelling
	SELECT name, replace(text, ' Laptop GPU', '') FROM spelling WHERE text LIKE '% Laptop GPU';
INSERT OR IGNORE INTO spelling
	SELECT name, replace(text, ' with Max-Q Design', ' Laptop') FROM spelling
	WHERE text LIKE '% with Max-Q Design';
-- "RTX 5000 Laptop" is one of two generations.
INSERT OR IGNORE INTO spelling
	SELECT name, replace(text, ' Ada Generation Laptop GPU', ' Laptop') FROM spelling
	WHERE text LIKE 'RTX % Ada Generation Laptop GPU';
-- "RTX 6000 Ada", "RTX PRO 6000", "TITAN Black".
INSERT OR IGNORE INTO spelling
	SELECT name, replace(text, ' Ada Generation', ' Ada') FROM spelling WHERE text LIKE '% Ada Generation%';
INSERT OR IGNORE INTO spelling
	SELECT name, replace(text, ' Blackwell', '') FROM spelling WHERE text LIKE 'RTX PRO % Blackwell%';
INSERT OR IGNORE INTO spelling
	SELECT name, substr(text, 5) FROM spelling WHERE text LIKE 'GTX TITAN %';
-- The number alone: "1080 Ti", "3060 laptop", "A6000".
INSERT OR IGNORE INTO spelling
	SELECT name, substr(text, instr(text, ' ') + 1) FROM spelling
	WHERE text GLOB 'RTX A[0-9]*' OR (name LIKE '%GeForce%'
	AND (text GLOB 'GT[XS] [0-9]*' OR text GLOB 'GT [0-9]*' OR text GLOB 'RTX [0-9]*'));
-- "GTX 3090" is what some write for the RTX.
INSERT OR IGNORE INTO spelling
	SELECT name, 'G' || substr(text, 2) FROM spelling
	WHERE text GLOB 'RTX [2-5]0[5-9]0*' AND name LIKE '%GeForce%';
-- "Quadro 4000" is not what people mean by 4000.
DELETE FROM spelling WHERE text NOT GLOB '*[^0-9]*' AND name NOT LIKE '%GeForce%';
-- One card is named "NVIDIA GeForce GPU".
DELETE FROM spelling WHERE text = 'GPU';

CREATE TABLE driver_key (
	key TEXT NOT NULL,                      -- lower case, letters and digits only
	name TEXT NOT NULL REFERENCES driver_gpu,
	PRIMARY KEY (key, name)
) STRICT, WITHOUT ROWID;
INSERT INTO driver_key
	SELECT DISTINCT lower(replace(replace(replace(replace(replace(
		text, ' ', ''), '-', ''), '/', ''), '(', ''), ')', '')), name FROM spelling;
INSERT OR IGNORE INTO driver_key SELECT alias, name FROM driver_alias;
DROP TABLE spelling;

-- Names that pci.ids alone has, whole and each of "Tesla T10 16GB / GRID RTX T10-2": also without
-- the brand, and without the memory. Those that say nothing ("Reserved Dev ID A") are none.
CREATE TEMP TABLE listed (text TEXT, name TEXT, chip TEXT);
INSERT INTO listed SELECT listed, listed, chip FROM driver_pci
	WHERE name IS NULL AND listed IS NOT NULL AND listed NOT LIKE '% Dev%ID%'
	AND listed NOT LIKE 'INT SKU%';
INSERT INTO listed SELECT substr(text, 1, instr(text, ' / ') - 1), name, chip FROM listed
	WHERE text LIKE '% / %';
INSERT INTO listed SELECT substr(text, instr(text, ' / ') + 3), name, chip FROM listed
	WHERE text LIKE '% / %';
INSERT INTO listed SELECT replace(replace(replace(text, 'GeForce ', ''), 'Quadro ', ''), 'Tesla ', ''),
	name, chip FROM listed;
INSERT INTO listed SELECT rtrim(rtrim(substr(text, 1, length(text) - 2), '0123456789')), name, chip
	FROM listed WHERE text GLOB '* [0-9]*GB';
CREATE TABLE driver_listed (
	key TEXT NOT NULL,
	chip TEXT NOT NULL REFERENCES driver_chip,
	name TEXT NOT NULL,
	PRIMARY KEY (key, chip)
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO driver_listed
	SELECT lower(replace(replace(replace(replace(replace(
		text, ' ', ''), '-', ''), '/', ''), '(', ''), ')', '')) AS k, chip, name FROM listed
	WHERE length(text) > 1 AND k NOT IN (SELECT key FROM driver_key) AND k GLOB '*[a-z]*';
DROP TABLE listed;

-- A name with each compute capability it may have, and all that is asked of such a card: it is the
-- commonest question, and one table answers it.
CREATE TABLE driver_card (
	name TEXT NOT NULL REFERENCES driver_gpu,
	cc TEXT NOT NULL REFERENCES driver_cc,
	sm TEXT NOT NULL,
	architecture TEXT NOT NULL REFERENCES driver_arch,
	generation INTEGER NOT NULL,
	integrated INTEGER NOT NULL,
	own_code INTEGER NOT NULL,
	first_branch INTEGER,
	last_branch INTEGER,
	older_name TEXT,
	first_seen TEXT,
	segment TEXT,
	form TEXT,
	product TEXT,
	PRIMARY KEY (name, cc)
) STRICT, WITHOUT ROWID;
INSERT INTO driver_card
	SELECT DISTINCT g.name, c.cc, c.sm, c.architecture, a.generation, c.integrated, c.own_code,
		c.first_branch, coalesce(g.last_branch, c.last_branch), g.older_name, g.first_seen,
		g.segment, g.form, g.product
	FROM driver_gpu g JOIN driver_gpu_chip USING (name) JOIN driver_chip h USING (chip)
	JOIN driver_cc c USING (cc) JOIN driver_arch a ON a.architecture = c.architecture;

-- nvidia-smi cuts long names: up to branch 530 all over 18 characters after the 15th, from 535 on
-- all over 27 after the 24th (measured on ten versions).
CREATE TABLE driver_cut (
	text TEXT NOT NULL,                     -- GeForce GTX 108...
	name TEXT NOT NULL REFERENCES driver_gpu,
	PRIMARY KEY (text, name)
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO driver_cut
	SELECT substr(name, 1, 15) || '...', name FROM driver_gpu
	WHERE length(name) > 18 AND name IN (SELECT name FROM driver_card
		WHERE first_branch IS NULL OR first_branch <= 530)
	UNION SELECT substr(older_name, 1, 15) || '...', name FROM driver_gpu WHERE length(older_name) > 18
	UNION SELECT substr(name, 1, 24) || '...', name FROM driver_gpu WHERE length(name) > 27;

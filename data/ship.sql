-- Writes the script that makes the shipped file from the checked one. It has the same tables with
-- plain columns and primary keys: SQLite reads the text of a schema at every start, and what only
-- guards the build (checks, references, unique indexes named ..._key) would cost half as much
-- again. What readers know (host_...) is compiled in.
SELECT 'CREATE TABLE main."' || t.name || '" (' || (
		SELECT group_concat(name || ' ' || type || coalesce((
			SELECT ' COLLATE ' || x.coll
			FROM pragma_index_list(t.name) i, pragma_index_xinfo(i.name) x
			WHERE i.origin = 'pk' AND x.name = c.name AND x.coll <> 'BINARY'), ''), ', ')
		FROM (SELECT * FROM pragma_table_info(t.name) ORDER BY cid) c)
	|| coalesce(', PRIMARY KEY (' || (SELECT group_concat(name, ', ')
		FROM (SELECT name FROM pragma_table_info(t.name) WHERE pk > 0 ORDER BY pk)) || ')', '')
	|| ')' || CASE WHEN t.wr THEN ' WITHOUT ROWID' ELSE '' END || ';' || char(10)
	|| 'INSERT INTO main."' || t.name || '" SELECT * FROM whole."' || t.name || '";'
FROM pragma_table_list t
WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite%'
	AND t.name NOT IN ('build_line', 'version') AND t.name NOT LIKE 'host\_%' ESCAPE '\'
ORDER BY t.name;

SELECT sql || ';' FROM sqlite_schema
WHERE sql IS NOT NULL AND (type = 'view' OR type = 'index' AND name NOT LIKE '%\_key' ESCAPE '\')
ORDER BY type, name;

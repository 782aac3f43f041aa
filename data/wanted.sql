-- Writes the checks that follow from the schema: no list has a quotation mark in it, which nothing
-- could take apart; each row of another table that is named is there, and so is each source.
-- row_key has the expression of a table's key.
SELECT printf('SELECT ''%s'', trim(%s), ''a quotation mark in %s: '' || "%s" FROM "%s" '
	|| 'WHERE "%s" GLOB ''*["\]*'';', t.name, k.key, c.name, c.name, t.name, c.name)
FROM pragma_table_list t JOIN row_key k USING (name), pragma_table_info(t.name) c
WHERE t.schema = 'main' AND c.name IN ('source', 'pythons', 'previews', 'platforms', 'sass',
	'requires_python');

SELECT printf('SELECT ''%s'', trim(%s), ''%s '' || "%s" || '' is in no row of %s'' FROM "%s" '
	|| 'WHERE "%s" NOT IN (SELECT "%s" FROM "%s");', t.name, k.key, f."from", f."from",
	f."table", t.name, f."from", coalesce(f."to", (SELECT p.name FROM pragma_table_info(f."table") p
		WHERE p.pk = 1)), f."table")
FROM pragma_table_list t JOIN row_key k USING (name), pragma_foreign_key_list(t.name) f
WHERE t.schema = 'main';

SELECT printf('SELECT ''%s'', trim(%s), ''source not known: '' || value FROM "%s", '
	|| 'json_each(''["'' || replace(replace(source, ''"'', ''''), '' '', ''","'') || ''"]'') '
	|| 'WHERE value NOT IN (SELECT key FROM source);', t.name, k.key, t.name)
FROM pragma_table_list t JOIN row_key k USING (name), pragma_table_info(t.name) c
WHERE t.schema = 'main' AND c.name = 'source';

SELECT 'finding_page: ' || code || ': source not known: ' || value
FROM finding_page, json_each('["' || replace(source, ' ', '","') || '"]')
WHERE value NOT IN (SELECT key FROM source);

SELECT 'finding_page: ' || code || ': source not known: ' || value
FROM finding_page, json_each('["' || replace(source, ' ', '","') || '"]')
WHERE value NOT IN (SELECT key FROM source);
SELECT 'finding_error: ' || error || ': source not known: ' || value
FROM finding_error, json_each('["' || replace(source, ' ', '","') || '"]')
WHERE value NOT IN (SELECT key FROM source);
SELECT 'finding_error: no pattern: ' || error FROM finding_error
WHERE error NOT IN (SELECT error FROM finding_pattern);
SELECT 'finding_error: two of rank ' || rank FROM finding_error GROUP BY rank HAVING count(*) > 1;

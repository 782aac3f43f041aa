SELECT 'finding_error', error, 'no pattern in finding/pattern.csv' FROM finding_error
WHERE error NOT IN (SELECT error FROM finding_pattern);
SELECT 'finding_error', error, 'two of rank ' || rank FROM finding_error
GROUP BY rank HAVING count(*) > 1;

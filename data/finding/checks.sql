SELECT 'finding_error', error, 'no pattern in finding/pattern.csv' FROM finding_error
WHERE error NOT IN (SELECT error FROM finding_pattern);

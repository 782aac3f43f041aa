SELECT 'finding_error', error, 'no pattern in finding/pattern.csv' FROM finding_error
WHERE class <> 'question' AND error NOT IN (SELECT error FROM finding_pattern);
SELECT 'finding_cuda_cure', '-1', 'no row for the errors that no other row has' FROM (SELECT 1)
WHERE NOT EXISTS (SELECT 1 FROM finding_cuda_cure WHERE first = -1 AND last >= 99999);

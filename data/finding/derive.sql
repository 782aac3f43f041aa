-- A relation as a statement by its parts.
INSERT INTO finding_pattern (error, pattern)
	SELECT error, '& ' || subject || ' & ' || relation || ' & ' || object ||
		ifnull(' & !' || "unless", '')
	FROM finding_relation ORDER BY place;

-- A word of the trade as the questions for it.
INSERT INTO finding_pattern (error, pattern)
	WITH RECURSIVE word (place, n, error, one, rest) AS (
		SELECT place, 0, error, '', words || '|' FROM finding_term
		UNION ALL SELECT place, n + 1, error, substr(rest, 1, instr(rest, '|') - 1),
			substr(rest, instr(rest, '|') + 1) FROM word WHERE rest <> ''
	)
	SELECT error, replace(form, '*', one) FROM word, (
		SELECT 1 AS part, '{@what}{a |an |the |}{cuda |nvidia |pytorch |conda |pip |}*'
			|| '{ |?|s |s?|.|是}' AS form
		UNION ALL SELECT 2, '*{ |s |}{@what-zh}')
	WHERE one <> '' ORDER BY place, n, part;

-- A relation as a statement by its parts.
INSERT INTO finding_pattern (error, pattern)
	SELECT error, '& @' || subject || ' & @' || relation || ' & @' || object ||
		ifnull(' & !@' || replace("unless", ' ', '|@'), '')
	FROM finding_relation ORDER BY place;

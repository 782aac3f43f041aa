SELECT 'host_title', place, 'unknown confidence' FROM host_title
	WHERE confidence NOT IN ('high', 'medium', 'low')
	UNION ALL SELECT 'host_key', place, 'unknown confidence' FROM host_key
	WHERE confidence NOT IN ('high', 'medium', 'low')
	UNION ALL SELECT 'host_query', place, 'unknown confidence' FROM host_query
	WHERE confidence NOT IN ('high', 'medium', 'low')
	UNION ALL SELECT 'host_label', place, 'unknown confidence' FROM host_label
	WHERE confidence NOT IN ('high', 'medium', 'low')
	UNION ALL SELECT 'host_element', place, 'unknown confidence' FROM host_element
	WHERE confidence NOT IN ('high', 'medium', 'low')
	UNION ALL SELECT 'host_anchor', place, 'unknown confidence' FROM host_anchor
	WHERE confidence NOT IN ('high', 'medium', 'low')
	UNION ALL SELECT 'host_naming', place, 'unknown confidence' FROM host_naming
	WHERE confidence NOT IN ('high', 'medium', 'low')
	UNION ALL SELECT 'host_session', place, 'unknown confidence' FROM host_session
	WHERE confidence NOT IN ('high', 'medium', 'low')
	UNION ALL SELECT 'host_sentence', place, 'unknown confidence' FROM host_sentence
	WHERE confidence NOT IN ('high', 'medium', 'low')
	UNION ALL SELECT 'host_collected', place, 'unknown confidence' FROM host_collected
	WHERE confidence NOT IN ('high', 'medium', 'low');

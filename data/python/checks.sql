-- A Python that torch is built for has a day on which it came out.
SELECT 'torch_release', torch, 'no row in python/release.csv: ' || value
FROM torch_release, json_each('["' || replace(replace(pythons, 't', ''), ' ', '","') || '"]')
WHERE value NOT IN (SELECT python FROM python_release);

SELECT 'python_wheel', package || ' ' || version || ' ' || platforms, 'this is no list of Pythons: '
	|| pythons
FROM python_wheel, json_each('["' || replace(replace(pythons, 't', ''), ' ', '","') || '"]')
WHERE value NOT IN (SELECT python FROM python_release);

SELECT 'python_wheel', package || ' ' || version || ' ' || platforms, 'platform not known: '
	|| value
FROM python_wheel, json_each('["' || replace(platforms, ' ', '","') || '"]')
WHERE value NOT IN ('linux-64', 'linux-aarch64', 'win-64');

-- What a report is made of, beside what the engine holds in memory.

-- name: files
SELECT f.path, f.line_count, count(s.symbol_id), f.churn_30d
FROM files AS f LEFT JOIN symbols AS s USING (path)
WHERE f.parse_errors IS NOT NULL AND NOT f.is_test
GROUP BY ALL
ORDER BY f.path;

-- name: languages
SELECT language, count(DISTINCT f.path), sum(line_count), any_value(coalesce(symbols, 0))
FROM files AS f LEFT JOIN (SELECT language, count(*) AS symbols FROM symbols GROUP BY language) USING (language)
WHERE parse_errors IS NOT NULL
GROUP BY language
ORDER BY sum(line_count) DESC, language;

-- name: references
SELECT count(*), count(*) FILTER (NOT external), count(*) FILTER (external) FROM refs;

-- name: surfaces
WITH said AS (
    SELECT kind, split_part(value, '|', 1) AS value, count(*) AS count, bool_and(is_test) AS is_test
    FROM facts JOIN files USING (path)
    GROUP BY ALL
)
SELECT kind, count(*), list(trim(value) ORDER BY is_test, count DESC, value)[:$limit]
FROM said
GROUP BY kind
ORDER BY kind;

-- name: hot_spots
-- What is changed often and is large costs most; a logarithm, since a long file is not that much worse.
SELECT path, churn_30d, line_count, churn_30d * ln(1 + line_count) AS heat
FROM files
WHERE churn_30d > 0 AND parse_errors IS NOT NULL AND NOT is_test
ORDER BY heat DESC, path
LIMIT $limit;

-- name: largest
SELECT symbol_id, path, line_start, line_end - line_start + 1 AS lines
FROM symbols
WHERE kind IN ('function', 'method', 'constructor', 'procedure') AND NOT is_test
ORDER BY lines DESC, symbol_id
LIMIT $limit;

-- name: loose_names
SELECT to_name, bool_and(coalesce(external, false)) AS leads_out
FROM refs
WHERE external IS NULL OR (external AND to_container_hint IS NOT NULL)
GROUP BY to_name;

-- name: bound_elsewhere
-- Called through what they override, or by a framework that knows them by a decorator or a fact.
SELECT from_symbol FROM refs WHERE kind IN ('override', 'implementation') AND from_symbol IS NOT NULL
UNION SELECT symbol_id FROM facts WHERE symbol_id IS NOT NULL
UNION SELECT symbol_id FROM symbols WHERE len(decorators) > 0;

-- name: outside_bases
-- Types whose members a base outside the repository may call.
SELECT DISTINCT symbol_id FROM types WHERE base_symbol IS NULL;

-- What the one-page summary is made of.

-- name: languages
SELECT language, count(*) AS files, sum(line_count) AS lines, count(*) FILTER (is_test) AS tests
FROM files
WHERE language IS NOT NULL
GROUP BY language
ORDER BY bool_or(parse_errors IS NOT NULL) DESC, lines DESC, language;

-- name: packages
WITH folders AS (
    SELECT
        -- The first two folders, or as many as there are: enough to tell parts apart, few enough for a page.
        coalesce(nullif(array_to_string(list_slice(string_split(path, '/'), 1, least(2, len(string_split(path, '/')) - 1)), '/'), ''), '.')
            AS folder,
        path, is_test
    FROM files
    WHERE language IS NOT NULL AND parse_errors IS NOT NULL
)
SELECT folder, count(DISTINCT path) AS files, count(symbol_id) AS symbols,
    count(symbol_id) FILTER (kind IN ('class', 'struct', 'interface', 'trait', 'protocol', 'enum', 'record')) AS types
FROM folders LEFT JOIN symbols USING (path)
WHERE NOT folders.is_test
GROUP BY folder
ORDER BY symbols DESC, folder
LIMIT $limit;

-- name: package_count
SELECT count(DISTINCT namespace) FROM symbols WHERE NOT is_test;

-- name: entry_points
SELECT symbol_id, path, name_line
FROM symbols
WHERE NOT is_test AND (
    (kind IN ('function', 'method') AND name IN ('main', 'Main'))
    OR (kind = 'module' AND name = '__main__')
    OR len(list_filter(coalesce(decorators, []), lambda text: regexp_matches(text, '\.(command|group)\b'))) > 0
)
ORDER BY len(qualified_name), symbol_id
LIMIT $limit;

-- name: most_used
SELECT s.symbol_id, count(*) AS uses, count(DISTINCT r.path) AS files
FROM refs AS r JOIN symbols AS s ON s.symbol_id = r.to_symbol
WHERE r.kind NOT IN ('import', 'override', 'implementation') AND NOT s.is_test
    AND s.kind NOT IN ('module', 'namespace', 'package')
GROUP BY s.symbol_id
ORDER BY uses DESC, s.symbol_id
LIMIT $limit;

-- name: most_changed
SELECT path, churn_30d FROM files
WHERE churn_30d > 0 AND parse_errors IS NOT NULL
ORDER BY churn_30d DESC, path
LIMIT $limit;

-- name: facts
SELECT kind, count(*) AS count, count(DISTINCT value) AS different,
    list(DISTINCT framework ORDER BY framework) FILTER (framework IS NOT NULL) AS frameworks
FROM facts
GROUP BY kind
ORDER BY kind;

-- name: examples
SELECT value, any_value(path ORDER BY path, line_start), any_value(line_start ORDER BY path, line_start)
FROM facts JOIN files USING (path)
WHERE kind = $kind
GROUP BY value
ORDER BY bool_and(is_test), value
LIMIT $limit;

-- name: tests
SELECT count(DISTINCT path) AS files, count(*) FILTER (kind IN ('function', 'method')) AS functions
FROM symbols
WHERE is_test;

-- name: references
SELECT count(*) AS all_refs, count(*) FILTER (NOT external) AS resolved, count(*) FILTER (external) AS outside FROM refs;

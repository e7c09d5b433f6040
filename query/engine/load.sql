-- What is held in memory, loaded when it is first asked for.

-- name: symbols
SELECT * EXCLUDE (parameters) FROM symbols;

-- name: files
SELECT path, blob, language, size_bytes, is_test FROM files ORDER BY path;

-- name: names
SELECT DISTINCT to_name AS text FROM refs ORDER BY text;

-- name: hints
SELECT DISTINCT to_container_hint AS text FROM refs WHERE to_container_hint IS NOT NULL ORDER BY text;

-- name: fan_in
WITH numbered AS (SELECT symbol_id, CAST(row_number() OVER (ORDER BY symbol_id) - 1 AS INTEGER) AS number FROM symbols)
SELECT number, CAST(count(*) AS INTEGER) AS count
FROM refs JOIN numbered ON to_symbol = symbol_id
WHERE kind != 'import'
GROUP BY number;

-- name: overriding
SELECT from_symbol FROM refs
WHERE kind IN ('override', 'implementation') AND to_symbol IS NOT NULL AND from_symbol IS NOT NULL;

-- name: refs
SELECT
    to_symbol, from_symbol, to_name, to_container_hint, path, line_start, line_end, col_start, kind, resolution,
    confidence, external
FROM refs;

-- name: bases
SELECT symbol_id, relation, base_name, base_symbol FROM types ORDER BY symbol_id, position;

-- name: facts
SELECT kind, value, detail, framework, symbol_id, path, line_start, line_end, confidence FROM facts
ORDER BY kind, value, path, line_start;

-- name: external_imports
SELECT path, local_name, module, imported_name FROM imports
WHERE external AND local_name != '*'
ORDER BY path, line_start;

-- name: near_names
WITH closest AS (
    SELECT DISTINCT name, jaro_winkler_similarity(lower(name), lower($name)) AS likeness
    FROM symbols
    WHERE jaro_winkler_similarity(lower(name), lower($name)) >= 0.7  -- below, nobody meant that
    ORDER BY likeness DESC, name
    LIMIT $limit
)
SELECT arg_max(symbol_id, (NOT is_test, jaro_winkler_similarity(qualified_name, $qualified), symbol_id))
FROM closest JOIN symbols USING (name)
GROUP BY name, likeness
ORDER BY likeness DESC, name;

-- name: rows
SELECT (SELECT count(*) FROM symbols) AS symbols, (SELECT count(*) FROM refs) AS refs;

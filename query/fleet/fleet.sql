-- Names that repositories offer, and uses of names, under keys that all repositories spell alike.

-- name: names
WITH offered AS (
    SELECT qualified_name AS key, symbol_id, kind, path, name_line AS line
    FROM symbols
    WHERE NOT is_test AND exported IS DISTINCT FROM false
    UNION
    -- A package hands out what its files define: `flask.Flask` is `flask.app.Flask`.
    SELECT f.module || '.' || i.local_name, s.symbol_id, s.kind, s.path, s.name_line
    FROM imports AS i JOIN files AS f USING (path) JOIN symbols AS s ON s.symbol_id = i.to_symbol
    WHERE i.local_name != '*' AND f.module IS NOT NULL AND NOT f.is_test
)
SELECT DISTINCT replace(replace(key, '::', '.'), '\', '.') AS key, $repo AS repo, symbol_id, kind, path, line
FROM offered
WHERE key != ''
ORDER BY key, symbol_id;

-- name: uses
WITH outside AS (
    SELECT
        path, local_name,
        any_value(
            -- `import a.b` binds `a`.
            CASE WHEN imported_name IS NULL AND starts_with(module, local_name || '.') THEN local_name
                ELSE module || coalesce('.' || imported_name, '') END
            ORDER BY line_start
        ) AS name
    FROM imports
    WHERE external AND local_name IS NOT NULL AND local_name != '*'
    GROUP BY path, local_name
), written AS (
    SELECT *, string_split(coalesce(to_container_hint || '.', '') || to_name, '.') AS parts
    FROM refs
    WHERE to_symbol IS NULL AND external AND kind != 'import'
), used AS (
    SELECT s.qualified_name AS key, r.path, r.line_start, r.col_start, r.kind, false AS external
    FROM refs AS r JOIN symbols AS s ON s.symbol_id = r.to_symbol
    UNION ALL
    SELECT array_to_string(list_concat([name], parts[2:]), '.'), w.path, w.line_start, w.col_start, w.kind, true
    FROM written AS w JOIN outside AS o ON o.path = w.path AND o.local_name = w.parts[1]
    UNION ALL
    SELECT module || '.' || imported_name, path, line_start, 0, 'import', true
    FROM imports
    WHERE external AND imported_name IS NOT NULL AND imported_name != '*'
)
SELECT
    replace(replace(key, '::', '.'), '\', '.') AS key, $repo AS repo, path, line_start AS line, col_start AS col, kind, external
FROM used
ORDER BY key, path, line, col;

-- name: merge
SELECT * FROM read_parquet($parts) ORDER BY key, repo, path, line;

-- name: definitions
SELECT DISTINCT repo, symbol_id, kind, path, line FROM names WHERE key = $key ORDER BY repo, symbol_id;

-- name: spellings
SELECT DISTINCT key FROM by_symbol WHERE symbol_id = $symbol_id AND repo = $repo ORDER BY key;

-- name: references
SELECT repo, path, line, col, kind, external, key FROM uses WHERE key IN (SELECT unnest($keys)) ORDER BY repo, path, line, col;

-- name: near
SELECT DISTINCT key FROM names WHERE key ILIKE '%' || $word ORDER BY length(key), key LIMIT 5;

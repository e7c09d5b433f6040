-- Names that repositories offer, and uses of names, under keys that all repositories spell alike.

-- name: names
WITH RECURSIVE handed(package, path) AS (
    -- What an npm package hands out: its entry, and what that hands on as a whole (`export * from`).
    SELECT unnest($packages::VARCHAR[]), unnest($entries::VARCHAR[])
    UNION
    SELECT h.package, i.to_path
    FROM handed AS h JOIN imports AS i USING (path)
    WHERE i.local_name = '*' AND i.to_path IS NOT NULL
), offered AS (
    SELECT qualified_name AS key, symbol_id, kind, path, name_line AS line
    FROM symbols
    WHERE NOT is_test AND exported IS DISTINCT FROM false
    UNION
    -- A package hands out what its files define: `flask.Flask` is `flask.app.Flask`.
    SELECT coalesce(h.package, f.module) || '.' || i.local_name, s.symbol_id, s.kind, s.path, s.name_line
    FROM imports AS i
    JOIN files AS f USING (path)
    JOIN symbols AS s ON s.symbol_id = i.to_symbol
    LEFT JOIN handed AS h USING (path)
    WHERE i.local_name != '*' AND f.module IS NOT NULL AND NOT f.is_test
    UNION
    SELECT h.package || substr(s.qualified_name, length(f.module) + 1), s.symbol_id, s.kind, s.path, s.name_line
    FROM handed AS h JOIN files AS f USING (path) JOIN symbols AS s USING (path)
    WHERE s.exported IS DISTINCT FROM false AND starts_with(s.qualified_name, f.module || '.')
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
    SELECT
        *, to_container_hint LIKE '%::%' AS is_path,
        string_split(replace(coalesce(to_container_hint || '.', ''), '::', '.') || to_name, '.') AS parts
    FROM refs
    WHERE to_symbol IS NULL AND external AND kind != 'import'
), used AS (
    SELECT s.qualified_name AS key, r.path, r.line_start, r.col_start, r.kind, false AS external
    FROM refs AS r JOIN symbols AS s ON s.symbol_id = r.to_symbol
    UNION ALL
    SELECT array_to_string(list_concat([coalesce(name, parts[1])], parts[2:]), '.'), w.path, w.line_start, w.col_start, w.kind, true
    FROM written AS w LEFT JOIN outside AS o ON o.path = w.path AND o.local_name = w.parts[1]
    -- A whole path (`depot::stock::count`) needs no import; a bare name without one may be anything.
    WHERE o.name IS NOT NULL OR w.is_path
    UNION ALL
    SELECT module || '.' || imported_name, path, line_start, 0, 'import', true
    FROM imports
    WHERE external AND imported_name IS NOT NULL AND imported_name != '*'
)
SELECT
    replace(replace(key, '::', '.'), '\', '.') AS key, $repo AS repo, path, line_start AS line, col_start AS col, kind, external
FROM used
ORDER BY key, path, line, col;

-- name: merged_names
-- Beside each name all others of the same definition: uses may be under any of them.
SELECT *, list(key) OVER (PARTITION BY repo, symbol_id) AS spellings
FROM read_parquet($parts)
ORDER BY key, repo, symbol_id;

-- name: merged_uses
FROM read_parquet($parts) ORDER BY key, repo, path, line;

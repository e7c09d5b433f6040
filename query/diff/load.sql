-- What a comparison needs of each snapshot; the views are the schema's tables.

-- name: symbols
SELECT symbol_id, kind, name, qualified_name, language, container_id, path, line_start, line_end, visibility, exported,
    is_test, fingerprint, hash(signature, return_type) AS declared
FROM symbols;

-- name: details
-- Of the few that differ.
SELECT symbol_id, kind, name, qualified_name, language, container_id, path, line_start, signature, parameters,
    return_type, visibility, exported, is_test, decorators, fingerprint
FROM symbols WHERE list_contains($wanted, symbol_id);

-- name: files
SELECT path, blob, module, is_test, churn_30d FROM files;

-- name: facts
SELECT kind, value, coalesce(detail, '') AS detail, coalesce(framework, '') AS framework, symbol_id, path, line_start
FROM facts;

-- name: bases
SELECT symbol_id, base_name, base_symbol FROM types;

-- name: imports
SELECT DISTINCT path, local_name, imported_name, to_path, to_symbol FROM imports;

-- name: edges
SELECT DISTINCT coalesce(from_symbol, path) AS source, to_symbol AS target, kind FROM refs WHERE to_symbol IS NOT NULL;

-- name: shapes
-- What a callable takes, gives and refers to, in order: that stays the same when only its name changes.
WITH wanted AS (
    SELECT symbol_id, name, parameters, return_type, line_end - line_start AS lines FROM symbols
    WHERE list_contains($wanted, symbol_id)
)
SELECT symbol_id, count(*) AS size, hash(parameters, return_type, lines, string_agg(refs.kind || ' ' || to_name, ',' ORDER BY refs.line_start, col_start)) AS body
FROM refs JOIN wanted ON from_symbol = symbol_id
WHERE to_name <> name
GROUP BY symbol_id, parameters, return_type, lines;

-- What a comparison needs of each snapshot; the views are the schema's tables.

-- name: symbols
-- The number stands for the id where many are compared: numbers are copied and joined for a fraction of what texts cost.
SELECT symbol_id, hash(symbol_id) AS number, kind, name, qualified_name, language, container_id, path, line_start, line_end, visibility, exported,
    is_test, fingerprint
FROM symbols;

-- name: details
-- Of the few that differ, with the number of signatures under their name.
WITH wanted AS (SELECT unnest($wanted) AS symbol_id),
differing AS (FROM symbols SEMI JOIN wanted USING (symbol_id)),
namesakes AS (
    SELECT language, qualified_name, count(*) AS signatures FROM symbols
    SEMI JOIN differing USING (language, qualified_name) GROUP BY ALL
),
bodies AS (
    SELECT from_symbol AS symbol_id, min(line_start) AS body_start FROM refs
    WHERE kind IN ('call', 'read', 'write', 'instantiate') AND from_symbol IN (
        SELECT symbol_id FROM differing WHERE language IN ('javascript', 'typescript', 'tsx')
    )
    GROUP BY from_symbol
)
SELECT symbol_id, kind, name, qualified_name, language, container_id, path, line_start, signature, parameters,
    return_type, visibility, exported, is_test, decorators, fingerprint,
    regexp_matches(documentation, '@((api|access) +)?(internal|private|hidden|ignore)\b') AS hidden,
    -- TypeScript's overloads are one symbol: where many lines lie before the body, or instead of it, there may be several.
    signatures + CAST(list_contains(['javascript', 'typescript', 'tsx'], language)
        AND coalesce(body_start - 2, line_end) - line_start > 1 + coalesce(len(parameters), 0) AS INTEGER) AS signatures
FROM differing JOIN namesakes USING (language, qualified_name) LEFT JOIN bodies USING (symbol_id);

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
SELECT DISTINCT hash(coalesce(from_symbol, path)) AS source, hash(to_symbol) AS target, kind FROM refs WHERE to_symbol IS NOT NULL;

-- name: calls
SELECT DISTINCT hash(coalesce(from_symbol, path)) AS source, hash(to_symbol) AS target FROM refs
WHERE to_symbol IS NOT NULL AND kind IN ('call', 'instantiate');

-- name: shapes
-- What a callable takes, gives and refers to, in order: that stays the same when only its name changes.
WITH wanted AS (
    SELECT symbol_id, name, parameters, return_type, line_end - line_start AS lines FROM symbols
    WHERE symbol_id IN (SELECT unnest($wanted))
)
SELECT symbol_id, count(*) AS size, hash(parameters, return_type, lines, string_agg(refs.kind || ' ' || to_name, ',' ORDER BY refs.line_start, col_start)) AS body
FROM refs JOIN wanted ON from_symbol = symbol_id
WHERE to_name <> name
GROUP BY symbol_id, parameters, return_type, lines;

-- name: lists
-- What modules of Python say they hand out; of two lists in one file nobody knows which holds.
SELECT path, any_value(qualified_name), any_value(signature) FROM symbols
WHERE name = '__all__' AND language = 'python' GROUP BY path HAVING count(*) = 1;

-- name: second_names
-- Variables that only give another name to something from outside, or stand for it where it is missing: imports in all
-- but form.
SELECT DISTINCT s.path, s.qualified_name
FROM symbols AS s JOIN imports AS i ON i.path = s.path AND i.external
    AND i.local_name IN (s.name, regexp_extract(s.signature, '^\w+ = (\w+)(\.\w+)*$', 1))
WHERE s.language = 'python' AND s.kind IN ('variable', 'constant') AND starts_with(s.container_id, 'N:');

-- name: commands
SELECT path FROM symbols WHERE language = 'go' AND kind = 'function' AND name = 'main';

-- name: aliases
SELECT language, signature FROM symbols WHERE kind = 'type_alias' AND contains(signature, '=');

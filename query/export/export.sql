-- Rows in the order in which the formats want them.

-- name: documents
SELECT path, language, origin, is_test FROM files WHERE parse_errors IS NOT NULL ORDER BY path;

-- name: definitions
SELECT
    path, symbol_id, kind, name, qualified_name, namespace, container_id, name_line, name_col, line_start, line_end,
    col_start, col_end, signature, documentation, language
FROM symbols
ORDER BY path, name_line, name_col, symbol_id;

-- name: names
SELECT symbol_id, kind, name, qualified_name, namespace, container_id FROM symbols ORDER BY symbol_id;

-- name: occurrences
SELECT path, line_start, line_end, col_start, col_end, kind, to_symbol
FROM refs
-- What is called through a variable stands at the parenthesis, where there is no name.
WHERE to_symbol IS NOT NULL AND kind NOT IN ('override', 'implementation') AND resolution != 'flow'
ORDER BY path, line_start, col_start, kind, to_symbol;

-- name: implementations
SELECT from_symbol AS symbol_id, to_symbol AS base FROM refs
WHERE kind IN ('override', 'implementation') AND from_symbol IS NOT NULL AND to_symbol IS NOT NULL
UNION
SELECT symbol_id, base_symbol AS base FROM types WHERE base_symbol IS NOT NULL
ORDER BY symbol_id, base;

-- name: tags
SELECT
    s.name, s.path, s.name_line, s.line_end, s.kind, s.signature, s.visibility, s.language,
    c.kind AS scope_kind, c.qualified_name AS scope
FROM symbols AS s LEFT JOIN symbols AS c ON c.symbol_id = s.container_id
-- Readers search a tags file by halving it: names in the order of their bytes.
ORDER BY s.name, s.path, s.name_line, s.symbol_id;

-- name: nodes
SELECT symbol_id, kind, name, language, path, line_start, line_end, is_test, visibility FROM symbols ORDER BY symbol_id;

-- name: edges
WITH used AS (
    SELECT from_symbol AS source, to_symbol AS target, kind, count(*) AS count FROM refs
    WHERE from_symbol IS NOT NULL AND to_symbol IS NOT NULL
    GROUP BY ALL
)
FROM used
UNION ALL SELECT container_id, symbol_id, 'contains', 1 FROM symbols WHERE container_id IS NOT NULL
UNION ALL SELECT symbol_id, base_symbol, relation, 1 FROM types WHERE base_symbol IS NOT NULL
ORDER BY source, target, kind;

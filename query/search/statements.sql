-- What search reads of a snapshot. `-- name: x` begins a statement.

-- name: chunks
WITH uses AS (
    SELECT to_symbol AS symbol_id, count(*) AS uses FROM refs WHERE to_symbol IS NOT NULL AND kind != 'import' GROUP BY ALL
)
SELECT c.path, c.position, c.line_start, c.line_end, c.kind AS piece, c.symbol_id, c.length, c.terms, c.counts, c.model,
    c.vector, coalesce(s.name, c.title) AS name, s.kind, f.language, coalesce(s.is_test, f.is_test) AS is_test, f.origin,
    coalesce(u.uses, 0) AS uses
FROM chunks c
JOIN files f USING (path)
LEFT JOIN symbols s USING (symbol_id)
LEFT JOIN uses u USING (symbol_id)
WHERE $paths IS NULL OR list_contains($paths, c.path)
ORDER BY c.path, c.position;

-- name: near
SELECT name, damerau_levenshtein(lower(name), $name) AS distance FROM (SELECT DISTINCT name FROM symbols)
WHERE abs(len(name) - len($name)) <= $most AND damerau_levenshtein(lower(name), $name) <= $most
ORDER BY distance, name
LIMIT 5;

-- name: messages
SELECT value, symbol_id, path, line_start, line_end FROM facts WHERE kind IN ('log', 'exception') ORDER BY ALL;

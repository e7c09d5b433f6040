-- What search reads of a snapshot. `-- name: x` begins a statement.

-- name: chunks
SELECT c.path, c.position, c.line_start, c.line_end, c.kind AS piece, c.symbol_id, c.title, c.names, c.length, c.terms,
    c.counts, c.model, c.vector, f.language, f.is_test, f.origin
FROM chunks c
JOIN files f USING (path)
WHERE ($only IS NULL OR list_contains($only, c.path)) AND NOT list_contains($without, c.path);

-- name: near
SELECT name, damerau_levenshtein(lower(name), $name) AS distance FROM (SELECT DISTINCT name FROM symbols)
WHERE abs(len(name) - len($name)) <= $most AND damerau_levenshtein(lower(name), $name) <= $most
ORDER BY distance, name
LIMIT 5;

-- name: messages
SELECT detail, path, line_start, line_end FROM facts WHERE kind IN ('log', 'exception') AND detail IS NOT NULL ORDER BY ALL;

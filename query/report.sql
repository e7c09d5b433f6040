-- What `codemap index` shows of a snapshot.

-- name: languages
SELECT coalesce(f.language, 'other text') AS language, f.files, f.lines, coalesce(s.symbols, 0) AS symbols
FROM (SELECT language, count(*) AS files, sum(line_count)::BIGINT AS lines FROM files GROUP BY language) AS f
LEFT JOIN (SELECT language, count(*) AS symbols FROM symbols GROUP BY language) AS s USING (language)
ORDER BY symbols DESC, f.lines DESC, language;

-- name: symbols
SELECT kind, count(*) AS symbols FROM symbols GROUP BY kind ORDER BY symbols DESC, kind;

-- name: references
SELECT
  kind,
  count(*) AS occurrences,
  count(to_symbol) AS resolved,
  count(*) FILTER (WHERE to_symbol IS NULL AND external) AS external
FROM refs GROUP BY kind ORDER BY occurrences DESC, kind;

-- name: facts
SELECT kind, count(*) AS facts FROM facts GROUP BY kind ORDER BY facts DESC, kind;

-- name: busiest
-- A name worth trying the next command on: the definition that most other files or functions lead to.
SELECT s.name
FROM (
  SELECT to_symbol, count(*) AS occurrences FROM refs
  WHERE to_symbol IS NOT NULL AND kind IN ('call', 'instantiate') GROUP BY to_symbol
) AS r JOIN symbols AS s ON s.symbol_id = r.to_symbol
WHERE length(s.name) > 3 AND regexp_full_match(s.name, '\w+')
ORDER BY r.occurrences DESC, s.name LIMIT 1;

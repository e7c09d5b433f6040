-- The rules of `codemap lint`. Each statement selects one text per broken row: what to look at.
-- `-- rule: <table>.<rule>` names a rule; `-- each: <rule>` one that is repeated for what the schema lists, with
-- {table}, {column}, {target} or {sort} filled in from there and $allowed bound to a vocabulary.

-- rule: files.unique_path
SELECT path AS example FROM files GROUP BY path HAVING count(*) > 1;

-- rule: files.blob_shape
SELECT path || ': ' || blob AS example FROM files WHERE NOT regexp_full_match(blob, '[0-9a-f]{40}|[0-9a-f]{64}');

-- rule: files.path_shape
SELECT path AS example FROM files
WHERE path = '' OR starts_with(path, '/') OR len(list_intersect(string_split(path, '/'), ['', '.', '..'])) > 0;

-- rule: files.counts_not_negative
SELECT path AS example FROM files
WHERE size_bytes < 0 OR line_count < 0 OR parse_errors < 0 OR churn_30d < 0;

-- rule: symbols.unique_symbol_id
SELECT symbol_id AS example FROM symbols GROUP BY symbol_id HAVING count(*) > 1;

-- rule: symbols.symbol_id_shape
SELECT kind || ' ' || symbol_id AS example FROM symbols
WHERE NOT list_contains($allowed, kind || ' ' || left(symbol_id, 2)) OR len(symbol_id) < 3;

-- rule: symbols.stable_id_shape
SELECT symbol_id || ': ' || stable_id AS example FROM symbols WHERE NOT regexp_full_match(stable_id, 'sym_[0-9a-f]{16}');

-- rule: symbols.range
SELECT symbol_id AS example FROM symbols LEFT JOIN files USING (path)
WHERE NOT (1 <= line_start AND line_start <= line_end AND line_end <= coalesce(line_count, line_end) + 1)
   OR col_start < 0 OR col_end < 0 OR (line_start = line_end AND col_start > col_end);

-- rule: symbols.name_in_span
SELECT symbol_id AS example FROM symbols
WHERE (name_line, name_col) < (line_start, col_start) OR (name_line, name_col) > (line_end, col_end);

-- rule: symbols.own_container
SELECT symbol_id AS example FROM symbols WHERE container_id = symbol_id;

-- rule: refs.range
SELECT refs.path || ':' || line_start || ' ' || to_name AS example FROM refs LEFT JOIN files USING (path)
WHERE NOT (1 <= line_start AND line_start <= line_end AND line_end <= coalesce(line_count, line_end) + 1)
   OR col_start < 0 OR col_end < 0 OR (line_start = line_end AND col_start > col_end);

-- rule: refs.unresolved_iff_unknown
SELECT path || ':' || line_start || ' ' || to_name || ' is ' || resolution AS example FROM refs
WHERE (resolution = $unresolved) <> (external IS NULL) OR (external IS NULL AND to_symbol IS NOT NULL);

-- rule: refs.external_has_no_symbol
SELECT path || ':' || line_start || ' ' || to_name AS example FROM refs WHERE external AND to_symbol IS NOT NULL;

-- rule: imports.range
SELECT imports.path || ':' || line_start AS example FROM imports LEFT JOIN files USING (path)
WHERE NOT (1 <= line_start AND line_start <= coalesce(line_count, line_start) + 1);

-- rule: imports.external_has_no_target
SELECT path || ':' || line_start || ' ' || module AS example FROM imports
WHERE external AND (to_symbol IS NOT NULL OR to_path IS NOT NULL);

-- rule: types.unique_position
SELECT symbol_id || ' ' || position AS example FROM types GROUP BY symbol_id, position HAVING count(*) > 1;

-- rule: types.position_not_negative
SELECT symbol_id AS example FROM types WHERE position < 0;

-- rule: facts.range
SELECT facts.path || ':' || line_start AS example FROM facts LEFT JOIN files USING (path)
WHERE NOT (1 <= line_start AND line_start <= line_end AND line_end <= coalesce(line_count, line_end) + 1);

-- rule: facts.detail_is_json
SELECT path || ':' || line_start || ' ' || detail AS example FROM facts WHERE detail IS NOT NULL AND NOT json_valid(detail);

-- rule: chunks.unique_position
SELECT path || ' ' || position AS example FROM chunks GROUP BY path, position HAVING count(*) > 1;

-- rule: chunks.range
SELECT chunks.path || ':' || line_start AS example FROM chunks LEFT JOIN files USING (path)
WHERE NOT (1 <= line_start AND line_start <= line_end AND line_end <= coalesce(line_count, line_end) + 1);

-- rule: chunks.weights_match_terms
SELECT path || ' ' || position AS example FROM chunks WHERE len(terms) <> len(counts);

-- rule: chunks.vector_has_model
SELECT path || ' ' || position AS example FROM chunks WHERE (model IS NULL) <> (vector IS NULL);

-- each: vocabulary
SELECT {column} AS example FROM {table} WHERE {column} IS NOT NULL AND NOT list_contains($allowed, {column});

-- each: not_null
SELECT 'row ' || n AS example FROM (SELECT row_number() OVER () AS n, {column} AS value FROM {table}) WHERE value IS NULL;

-- each: symbol_exists
SELECT {column} AS example FROM {table} AS r
WHERE {column} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM symbols AS s WHERE s.symbol_id = r.{column});

-- each: file_exists
SELECT {column} AS example FROM {table} AS r
WHERE {column} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM files AS f WHERE f.path = r.{column});

-- each: sorted
SELECT 'row ' || n AS example
FROM (
    SELECT row_number() OVER () AS n, row({sort}) AS this, lag(row({sort})) OVER () AS before FROM {table}
)
WHERE n > 1 AND this < before;

-- each: rows
SELECT count(*) || ' rows' AS example FROM {table} HAVING count(*) <> $rows;

-- each: summary
SELECT count(*), min(example) FROM ({query});

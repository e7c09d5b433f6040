-- What differs, once it is known which symbol is which.

-- name: symbols
-- Pairs that differ, then what is only in one of the two; of those the outermost alone, but for files of JavaScript.
-- A member that only moved with its type is not listed.
SELECT pairs.how, b.symbol_id AS before, h.symbol_id AS after
FROM pairs JOIN base_symbols AS b ON b.number = pairs.base_number JOIN head_symbols AS h ON h.number = pairs.head_number
LEFT JOIN pairs AS around ON around.base_id = b.container_id AND around.how <> 'same'
WHERE (b.fingerprint <> h.fingerprint AND NOT starts_with(h.symbol_id, 'N:'))
    OR pairs.how = 'renamed' OR (pairs.how = 'moved' AND around.how IS NULL) OR b.kind <> h.kind
    -- With its type a member may come to stand where fewer see it: that is told of the type.
    OR (around.how IS NULL AND (b.visibility IS DISTINCT FROM h.visibility OR b.exported IS DISTINCT FROM h.exported))
UNION ALL
SELECT 'removed', symbol_id, NULL FROM gone WHERE container_id IS NULL OR container_id NOT IN (
    SELECT symbol_id FROM gone WHERE kind <> 'module' OR language NOT IN ('javascript', 'typescript', 'tsx')
)
UNION ALL
SELECT 'added', NULL, symbol_id FROM fresh WHERE container_id IS NULL OR container_id NOT IN (SELECT symbol_id FROM fresh);

-- name: still_there
-- Of names that left their place: those that can still be reached there, by an import or through a base.
WITH RECURSIVE left_place AS (
    SELECT b.symbol_id, b.name, b.path, coalesce(owner.head_id, b.container_id) AS container_id
    FROM base_symbols AS b SEMI JOIN (SELECT unnest($wanted) AS symbol_id) USING (symbol_id)
    LEFT JOIN pairs AS owner ON owner.base_id = b.container_id
),
lineage(type_id, base_id) AS (
    SELECT symbol_id, base_symbol FROM head_bases SEMI JOIN left_place ON container_id = head_bases.symbol_id
    WHERE base_symbol IS NOT NULL
    UNION
    SELECT type_id, base_symbol FROM lineage JOIN head_bases ON symbol_id = base_id WHERE base_symbol IS NOT NULL
),
opaque AS (
    SELECT symbol_id FROM head_bases WHERE base_symbol IS NULL
    UNION SELECT symbol_id FROM head_symbols WHERE kind = 'type_alias'
)
SELECT symbol_id FROM left_place JOIN head_imports USING (path) WHERE local_name = name
UNION
SELECT l.symbol_id FROM left_place AS l JOIN lineage ON type_id = l.container_id
JOIN head_symbols AS m ON m.container_id = base_id WHERE m.name = l.name
UNION
SELECT l.symbol_id FROM left_place AS l JOIN head_symbols AS m USING (container_id, name) WHERE m.symbol_id <> l.symbol_id
UNION
-- Where it was handed out under a shorter name, and still is: by an import, or because it moved there.
SELECT l.symbol_id FROM left_place AS l JOIN base_imports AS i ON i.to_symbol = l.symbol_id JOIN base_files AS f ON f.path = i.path
WHERE f.module || '.' || local_name IN (
    SELECT qualified_name FROM head_symbols
    UNION ALL SELECT module || '.' || local_name FROM head_imports JOIN head_files USING (path)
)
UNION
-- A module or type that answers for names it does not define: nobody can tell from here.
SELECT l.symbol_id FROM left_place AS l JOIN head_symbols AS m USING (container_id) WHERE m.name IN ('__getattr__', '__call', 'method_missing')
UNION
-- A base outside of the repository, or one that is computed, may have it: nobody can tell from here.
SELECT l.symbol_id FROM left_place AS l SEMI JOIN opaque ON opaque.symbol_id = l.container_id
UNION
SELECT l.symbol_id FROM left_place AS l JOIN lineage ON type_id = l.container_id SEMI JOIN opaque ON opaque.symbol_id = base_id;

-- name: surface
-- Symbols that a JavaScript or TypeScript package hands out, from its index files and those that package.json names on, and
-- those that a public package of Python takes from its private modules.
WITH RECURSIVE entries AS (
    SELECT path FROM base_files
    WHERE NOT is_test AND (list_contains(CAST($entries AS VARCHAR[]), path)
        OR regexp_matches(path, '^(packages/[^/]+/|libs?/[^/]+/)?(src/|lib/|source/)?(index|mod|main|public[-_]api)\.[cm]?[jt]sx?$'))
),
handed_out(path) AS (
    SELECT path FROM entries
    UNION
    SELECT to_path FROM handed_out JOIN base_imports USING (path) WHERE to_path IS NOT NULL AND local_name = '*'
)
SELECT 'ecmascript', symbol_id, name FROM base_symbols JOIN handed_out USING (path) WHERE exported
UNION
SELECT 'python', to_symbol, local_name FROM base_imports JOIN base_files USING (path)
WHERE ends_with(path, '__init__.py') AND NOT regexp_matches(module, '(^|\.)_') AND NOT starts_with(local_name, '_')
    -- What `import *` takes is up to the module's __all__, which nobody can tell from here.
    AND to_symbol IS NOT NULL AND NOT starts_with(to_symbol, 'N:')
UNION
-- An index hands out what it imports by name, but for what its own code calls in a private folder; another file imports
-- what it needs.
SELECT 'ecmascript', to_symbol, local_name FROM base_imports AS i JOIN handed_out USING (path)
WHERE to_symbol IS NOT NULL AND (path IN (FROM entries) OR regexp_matches(path, '(^|/)(index|mod|main|public[-_]api)\.[cm]?[jt]sx?$')) AND NOT (
    regexp_matches(to_path, '(^|/)_') AND hash(to_symbol) IN (
        SELECT target FROM base_calls JOIN base_symbols ON number = source WHERE base_symbols.path = i.path
    )
);

-- name: names_of_head
-- Names that the packages of JavaScript and TypeScript hand out now, wherever they come from; `*` where they hand out all
-- that a module has which was not found.
WITH RECURSIVE entries AS (
    SELECT path FROM head_files
    WHERE NOT is_test AND (list_contains(CAST($entries AS VARCHAR[]), path)
        OR regexp_matches(path, '^(packages/[^/]+/|libs?/[^/]+/)?(src/|lib/|source/)?(index|mod|main|public[-_]api)\.[cm]?[jt]sx?$'))
),
handed_out(path) AS (
    SELECT path FROM entries
    UNION
    SELECT to_path FROM handed_out JOIN head_imports USING (path) WHERE to_path IS NOT NULL AND local_name = '*'
)
SELECT name FROM head_symbols JOIN handed_out USING (path) JOIN head_files USING (path) WHERE exported AND container_id = 'N:' || module
UNION
SELECT local_name FROM head_imports JOIN handed_out USING (path)
WHERE local_name <> '*' OR to_path IS NULL;

-- name: all_names_of_head
SELECT name FROM head_symbols JOIN head_files USING (path)
WHERE exported AND container_id = 'N:' || module AND language IN ('javascript', 'typescript', 'tsx') AND NOT head_symbols.is_test;

-- name: callers
-- Callers of what is in both, gained and lost; those that moved are the same callers.
WITH old AS (
    SELECT DISTINCT coalesce(f.head_number, source) AS source, t.head_number AS target
    FROM base_calls JOIN pairs AS t ON t.base_number = target LEFT JOIN pairs AS f ON f.base_number = source
),
now AS (
    SELECT DISTINCT source, target FROM head_edges SEMI JOIN pairs ON target = head_number WHERE kind IN ('call', 'instantiate')
),
changed AS (
    SELECT 'gained' AS way, source, target FROM (FROM now EXCEPT FROM old)
    UNION ALL SELECT 'lost', source, target FROM (FROM old EXCEPT FROM now)
),
-- Code outside of any definition calls as its file.
callers AS (SELECT DISTINCT source AS number FROM changed),
names AS (
    SELECT number, symbol_id AS name FROM head_symbols SEMI JOIN callers USING (number)
    UNION SELECT number, symbol_id FROM base_symbols SEMI JOIN callers USING (number)
    UNION SELECT hash(path), path FROM head_files UNION SELECT hash(path), path FROM base_files
)
SELECT symbol_id, path, line_start,
    count(*) FILTER (way = 'gained') AS gained, count(*) FILTER (way = 'lost') AS lost,
    coalesce(list(names.name ORDER BY names.name) FILTER (way = 'gained'), [])[:5] AS gained_examples,
    coalesce(list(names.name ORDER BY names.name) FILTER (way = 'lost'), [])[:5] AS lost_examples
FROM changed JOIN head_symbols ON head_symbols.number = target JOIN names ON names.number = source
GROUP BY symbol_id, path, line_start
ORDER BY gained + lost DESC, symbol_id;

-- name: facts
-- One that stays with its symbol under another value, or with another detail, has changed; where it stands is no matter.
WITH lost AS (SELECT f.*, coalesce(head_id, symbol_id) AS owner FROM base_facts AS f LEFT JOIN pairs ON symbol_id = base_id
    ANTI JOIN head_facts USING (kind, value, detail, framework)),
won AS (SELECT *, symbol_id AS owner FROM head_facts ANTI JOIN base_facts USING (kind, value, detail, framework)),
l AS (SELECT *, row_number() OVER (PARTITION BY kind, owner ORDER BY value, path, line_start) AS nth FROM lost),
w AS (SELECT *, row_number() OVER (PARTITION BY kind, owner ORDER BY value, path, line_start) AS nth FROM won)
SELECT DISTINCT
    CASE WHEN l.kind IS NULL THEN 'added' WHEN w.kind IS NULL THEN 'removed' ELSE 'changed' END AS change,
    coalesce(w.kind, l.kind) AS kind, l.value AS before, w.value AS after,
    coalesce(w.path, l.path) AS path, coalesce(w.line_start, l.line_start) AS line, coalesce(w.symbol_id, l.symbol_id) AS symbol_id
FROM l FULL JOIN w ON l.kind = w.kind AND l.owner = w.owner AND l.nth = w.nth
ORDER BY kind, change, before, after, path, line;

-- name: numbers
SELECT number, symbol_id, is_test, coalesce(churn_30d, 0) AS churn
FROM head_symbols LEFT JOIN (SELECT path, churn_30d FROM head_files) USING (path)
ORDER BY number;

-- name: dependencies
-- Who depends on whom. A call on an interface depends on what implements it.
SELECT source, target FROM head_edges WHERE kind NOT IN ('import', 'override', 'implementation')
UNION ALL SELECT target, source FROM head_edges WHERE kind IN ('override', 'implementation');

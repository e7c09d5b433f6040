-- Which symbol of the base is which of the head. Each step looks only at what the steps before left over.

-- name: same
CREATE TABLE found (base_id VARCHAR, head_id VARCHAR, how VARCHAR);
CREATE TABLE left_of_base AS FROM base_symbols ANTI JOIN head_symbols USING (number);
CREATE TABLE left_of_head AS FROM head_symbols ANTI JOIN base_symbols USING (number);
CREATE VIEW gone AS FROM left_of_base ANTI JOIN found ON symbol_id = base_id;
CREATE VIEW fresh AS FROM left_of_head ANTI JOIN found ON symbol_id = head_id;

-- name: respelled
-- The id changed with the kind, or with the parameter types that are part of it.
INSERT INTO found
WITH g AS (SELECT *, row_number() OVER (PARTITION BY language, qualified_name ORDER BY symbol_id) AS nth FROM gone),
n AS (SELECT *, row_number() OVER (PARTITION BY language, qualified_name ORDER BY symbol_id) AS nth FROM fresh)
SELECT g.symbol_id, n.symbol_id, 'same' FROM g JOIN n USING (language, qualified_name, nth);

-- name: respelled_packages
-- A package of Go is a folder: with a go.mod above it the same one has a longer name.
INSERT INTO found
WITH g AS (
    SELECT symbol_id, parse_dirpath(path) AS folder, qualified_name[length(module) + 1:] AS inner_name,
        row_number() OVER (PARTITION BY folder, inner_name ORDER BY symbol_id) AS nth
    FROM gone JOIN base_files USING (path) WHERE language = 'go'
),
n AS (
    SELECT symbol_id, parse_dirpath(path) AS folder, qualified_name[length(module) + 1:] AS inner_name,
        row_number() OVER (PARTITION BY folder, inner_name ORDER BY symbol_id) AS nth
    FROM fresh JOIN head_files USING (path) WHERE language = 'go'
)
SELECT g.symbol_id, n.symbol_id, 'same' FROM g JOIN n USING (folder, inner_name, nth);

-- name: moved_files
INSERT INTO found
WITH b AS (SELECT * FROM base_files WHERE path NOT IN (SELECT path FROM head_files)),
h AS (SELECT * FROM head_files WHERE path NOT IN (SELECT path FROM base_files)),
once AS (SELECT blob FROM b GROUP BY blob HAVING count(*) = 1 INTERSECT SELECT blob FROM h GROUP BY blob HAVING count(*) = 1)
SELECT gone.symbol_id, fresh.symbol_id, 'moved'
FROM once JOIN b USING (blob) JOIN h USING (blob)
JOIN gone ON gone.path = b.path JOIN fresh ON fresh.path = h.path
WHERE gone.kind = fresh.kind AND gone.name = fresh.name AND gone.line_start = fresh.line_start
    AND gone.fingerprint = fresh.fingerprint;

-- name: moved
-- The same text under the same name elsewhere; a single line is too little to know it by, unless it stands alone.
INSERT INTO found
WITH g AS (SELECT *, count(*) OVER (PARTITION BY language, kind, name, fingerprint) AS n FROM gone WHERE NOT starts_with(symbol_id, 'N:')),
h AS (SELECT *, count(*) OVER (PARTITION BY language, kind, name, fingerprint) AS n FROM fresh WHERE NOT starts_with(symbol_id, 'N:'))
SELECT g.symbol_id, h.symbol_id, 'moved'
FROM g JOIN h USING (language, kind, name, fingerprint)
WHERE g.n = 1 AND h.n = 1 AND (g.line_end > g.line_start + 1 OR coalesce(g.container_id, 'N:').starts_with('N:'));

-- name: members
-- What has its name and kind in a type that moved or was renamed.
INSERT INTO found
WITH g AS (SELECT *, row_number() OVER (PARTITION BY container_id, kind, name ORDER BY symbol_id) AS nth FROM gone),
h AS (SELECT *, row_number() OVER (PARTITION BY container_id, kind, name ORDER BY symbol_id) AS nth FROM fresh)
SELECT g.symbol_id, h.symbol_id, 'moved'
FROM g JOIN found ON g.container_id = base_id JOIN h ON h.container_id = head_id
WHERE g.kind = h.kind AND g.name = h.name AND g.nth = h.nth AND base_id <> head_id AND NOT starts_with(base_id, 'N:');

-- name: alike_types
-- A type is known again by its members; one that kept its name by fewer of them.
INSERT INTO found
WITH overlap AS (
    SELECT g.container_id AS base_id, h.container_id AS head_id, count(*) AS shared
    FROM gone AS g JOIN fresh AS h USING (language, kind, name, fingerprint)
    WHERE NOT starts_with(g.container_id, 'N:') GROUP BY ALL
),
sizes AS (
    SELECT container_id, count(*) AS members FROM (FROM gone UNION ALL BY NAME FROM fresh) GROUP BY container_id
),
good AS (
    SELECT base_id, head_id, shared,
        row_number() OVER (PARTITION BY base_id ORDER BY shared DESC, head_id) AS of_base,
        row_number() OVER (PARTITION BY head_id ORDER BY shared DESC, base_id) AS of_head
    FROM overlap
    JOIN sizes AS b ON b.container_id = base_id JOIN sizes AS h ON h.container_id = head_id
    JOIN gone ON gone.symbol_id = base_id JOIN fresh ON fresh.symbol_id = head_id
    WHERE gone.kind = fresh.kind AND shared >= 2
        AND shared * if(gone.name = fresh.name, 4, 2) >= greatest(b.members, h.members)
)
SELECT base_id, head_id, if(b.name = h.name, 'moved', 'renamed')
FROM good JOIN gone AS b ON b.symbol_id = base_id JOIN fresh AS h ON h.symbol_id = head_id
WHERE of_base = 1 AND of_head = 1;

-- name: callables
-- What came and went in one place may be renamed.
CREATE TABLE gone_callables AS
SELECT gone.*, coalesce(head_id, container_id, path) AS place
FROM gone LEFT JOIN found ON container_id = base_id WHERE starts_with(symbol_id, 'M:');
CREATE TABLE fresh_callables AS
SELECT *, coalesce(container_id, path) AS place FROM fresh WHERE starts_with(symbol_id, 'M:');

-- name: base_candidates
SELECT symbol_id FROM gone_callables SEMI JOIN fresh_callables USING (place, kind);

-- name: head_candidates
SELECT symbol_id FROM fresh_callables SEMI JOIN gone_callables USING (place, kind);

-- name: renamed
-- Callables of one container with the same body but for its name.
INSERT INTO found
WITH alike AS (
    SELECT g.symbol_id AS base_id, h.symbol_id AS head_id,
        count(*) OVER (PARTITION BY g.symbol_id) AS of_base, count(*) OVER (PARTITION BY h.symbol_id) AS of_head
    FROM (FROM gone_callables JOIN base_shapes USING (symbol_id)) AS g
    JOIN (FROM fresh_callables JOIN head_shapes USING (symbol_id)) AS h USING (place, kind, body, size)
    WHERE size >= 2
)
SELECT base_id, head_id, 'renamed' FROM alike WHERE of_base = 1 AND of_head = 1;

-- name: all
CREATE TABLE pairs AS
SELECT symbol_id AS base_id, symbol_id AS head_id, 'same' AS how, number AS base_number, number AS head_number
FROM base_symbols SEMI JOIN head_symbols USING (number)
UNION ALL SELECT *, hash(base_id), hash(head_id) FROM found;

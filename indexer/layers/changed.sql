-- Files whose rows differ between two states of one table: by number and by the sum of the rows' hashes.
WITH before AS (SELECT path, count(*) AS n, sum(hash(row)::HUGEINT) AS h FROM old AS row GROUP BY path),
     after AS (SELECT path, count(*) AS n, sum(hash(row)::HUGEINT) AS h FROM new AS row GROUP BY path)
SELECT coalesce(before.path, after.path) AS path, before.path IS NOT NULL AS was_there
FROM before FULL JOIN after ON before.path = after.path
WHERE before.n IS DISTINCT FROM after.n OR before.h IS DISTINCT FROM after.h
ORDER BY path

-- name: imported
SELECT DISTINCT to_symbol FROM imports WHERE path = $path AND to_symbol IS NOT NULL
UNION
SELECT DISTINCT from_symbol FROM refs WHERE to_symbol = $symbol AND kind != 'import' AND from_symbol IS NOT NULL
    AND path IN (SELECT path FROM imports WHERE to_symbol = $symbol)
ORDER BY ALL;

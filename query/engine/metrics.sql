-- What cards need beside the tables that are held in memory.

-- name: churn
SELECT churn_30d FROM files ORDER BY path;

-- name: parameters
SELECT symbol_id, parameters FROM symbols WHERE symbol_id IN (SELECT unnest($ids)) AND parameters IS NOT NULL;

-- name: imports
SELECT path, local_name, module, imported_name FROM imports
WHERE path IN (SELECT unnest($paths))
ORDER BY path, line_start, local_name;

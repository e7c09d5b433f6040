-- name: schema
CREATE TABLE IF NOT EXISTS parts (root TEXT PRIMARY KEY, below TEXT NOT NULL) WITHOUT ROWID;

-- name: remember
INSERT INTO parts (root, below) VALUES (:root, :below) ON CONFLICT (root) DO UPDATE SET below = excluded.below;

-- name: forget
DELETE FROM parts WHERE root = :root;

-- name: last
SELECT below FROM parts WHERE root = :root;

-- name: schema
CREATE TABLE IF NOT EXISTS repositories (
    root TEXT PRIMARY KEY,
    repo_id TEXT NOT NULL,
    name TEXT NOT NULL,
    registered_at REAL NOT NULL
) WITHOUT ROWID;

-- name: register
INSERT INTO repositories (root, repo_id, name, registered_at) VALUES (:root, :repo_id, :name, :now)
ON CONFLICT (root) DO UPDATE SET repo_id = excluded.repo_id, name = excluded.name;

-- name: list
SELECT root FROM repositories ORDER BY registered_at, root;

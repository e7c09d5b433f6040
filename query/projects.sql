-- name: schema
CREATE TABLE IF NOT EXISTS projects (
    root TEXT PRIMARY KEY,
    repo_id TEXT NOT NULL,
    default_ref TEXT,
    registered_at REAL NOT NULL
) WITHOUT ROWID;

-- name: register
INSERT INTO projects (root, repo_id, default_ref, registered_at) VALUES (:root, :repo_id, :default_ref, :now)
ON CONFLICT DO NOTHING;

-- name: list
SELECT root, repo_id, default_ref, registered_at FROM projects ORDER BY root;

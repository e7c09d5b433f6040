-- name: schema
CREATE TABLE IF NOT EXISTS workspaces (
    root TEXT NOT NULL,
    workspace_id TEXT NOT NULL,
    repo_id TEXT NOT NULL,
    base_commit TEXT NOT NULL,
    solution_path TEXT NOT NULL,
    revision INTEGER NOT NULL DEFAULT 0,
    token TEXT NOT NULL,
    symbols INTEGER NOT NULL DEFAULT 0,
    facts INTEGER NOT NULL DEFAULT 0,
    created_at REAL NOT NULL,
    accessed_at REAL NOT NULL,
    PRIMARY KEY (root, workspace_id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS overlays (
    root TEXT NOT NULL,
    workspace_id TEXT NOT NULL,
    path TEXT NOT NULL,
    content BLOB,
    PRIMARY KEY (root, workspace_id, path),
    FOREIGN KEY (root, workspace_id) REFERENCES workspaces ON DELETE CASCADE
);

-- name: create
INSERT INTO workspaces (root, workspace_id, repo_id, base_commit, solution_path, token, created_at, accessed_at)
VALUES (:root, :workspace_id, :repo_id, :base_commit, :solution_path, :token, :now, :now)
ON CONFLICT DO NOTHING;

-- name: list
SELECT root, workspace_id, repo_id, base_commit, solution_path, revision, token, symbols, facts, created_at,
    accessed_at, (SELECT count(*) FROM overlays AS o WHERE o.root = w.root AND o.workspace_id = w.workspace_id) AS changed_files
FROM workspaces AS w
WHERE root = :root AND workspace_id = coalesce(:workspace_id, workspace_id)
ORDER BY workspace_id;

-- name: touch
UPDATE workspaces SET accessed_at = :now WHERE root = :root AND workspace_id = :workspace_id;

-- name: contents
SELECT path, content FROM overlays WHERE root = :root AND workspace_id = :workspace_id ORDER BY path;

-- name: clear
DELETE FROM overlays WHERE root = :root AND workspace_id = :workspace_id
AND path NOT IN (SELECT value FROM json_each(:kept));

-- name: keep
INSERT INTO overlays (root, workspace_id, path, content) VALUES (:root, :workspace_id, :path, :content);

-- name: revise
UPDATE workspaces SET revision = :revision, token = :token, symbols = 0, facts = 0, accessed_at = :now
WHERE root = :root AND workspace_id = :workspace_id AND token = :expected;

-- name: count
UPDATE workspaces SET symbols = :symbols, facts = :facts
WHERE root = :root AND workspace_id = :workspace_id AND token = :expected;

-- name: delete
DELETE FROM workspaces WHERE root = :root AND workspace_id = :workspace_id;

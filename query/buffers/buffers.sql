-- What is kept of buffers beside their contents, which are a workspace's.

-- name: schema
CREATE TABLE IF NOT EXISTS buffers (
    root TEXT NOT NULL,
    path TEXT NOT NULL,
    version INTEGER NOT NULL,
    dirty INTEGER NOT NULL,
    open INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    PRIMARY KEY (root, path)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS checkpoints (
    root TEXT NOT NULL PRIMARY KEY,
    event_at TEXT,
    succeeded_at TEXT,
    result TEXT,
    error TEXT
) WITHOUT ROWID

-- name: drafts
SELECT path, version, dirty, open, sequence FROM buffers WHERE root = :root ORDER BY path;

-- name: clear
DELETE FROM buffers WHERE root = :root;

-- name: keep
INSERT INTO buffers (root, path, version, dirty, open, sequence)
VALUES (:root, :path, :version, :dirty, :open, :sequence);

-- name: past
SELECT event_at, succeeded_at, result, error FROM checkpoints WHERE root = :root;

-- name: event
INSERT INTO checkpoints (root, event_at) VALUES (:root, :event_at)
ON CONFLICT (root) DO UPDATE SET event_at = excluded.event_at;

-- name: checkpoint
INSERT INTO checkpoints (root, succeeded_at, result, error) VALUES (:root, :at, :result, :error)
ON CONFLICT (root) DO UPDATE SET
    succeeded_at = coalesce(excluded.succeeded_at, succeeded_at), result = excluded.result, error = excluded.error;

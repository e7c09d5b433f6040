-- Development tasks. `number` is the order in which they were created: clocks may stand still or be set back.

-- name: schema
CREATE TABLE IF NOT EXISTS tasks (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    description TEXT,
    notes TEXT,
    status TEXT NOT NULL,
    created_at REAL NOT NULL,
    updated_at REAL NOT NULL,
    branch TEXT,
    commit_sha TEXT,
    planning_references TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS tasks_by_status ON tasks (status, number);
CREATE INDEX IF NOT EXISTS tasks_by_branch ON tasks (branch, number)

-- name: create
INSERT INTO tasks (id, title, description, notes, status, created_at, updated_at, planning_references)
VALUES (:id, :title, :description, :notes, :status, :now, :now, :planning_references)
RETURNING id, title, description, notes, status, created_at, updated_at, branch, commit_sha, planning_references;

-- name: get
SELECT id, title, description, notes, status, created_at, updated_at, branch, commit_sha, planning_references
FROM tasks
WHERE id = :id;

-- name: list
SELECT id, title, description, notes, status, created_at, updated_at, branch, commit_sha, planning_references
FROM tasks
WHERE (:status IS NULL OR status = :status) AND (:branch IS NULL OR substr(branch, 1, length(:branch)) = :branch)
ORDER BY number DESC
LIMIT :limit;

-- name: count
SELECT count(*)
FROM tasks
WHERE (:status IS NULL OR status = :status) AND (:branch IS NULL OR substr(branch, 1, length(:branch)) = :branch);

-- name: update
UPDATE tasks SET
    title = coalesce(:title, title), description = coalesce(:description, description),
    notes = coalesce(:notes, notes), status = coalesce(:status, status),
    branch = coalesce(:branch, branch), commit_sha = coalesce(:commit_sha, commit_sha), updated_at = :now
WHERE id = :id
RETURNING id, title, description, notes, status, created_at, updated_at, branch, commit_sha, planning_references;

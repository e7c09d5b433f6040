-- name: schema
CREATE TABLE IF NOT EXISTS jobs (
    job_id TEXT PRIMARY KEY,
    repo_id TEXT NOT NULL,
    cache TEXT NOT NULL,
    root TEXT NOT NULL,
    ref TEXT NOT NULL,
    commit_sha TEXT NOT NULL,
    mode TEXT NOT NULL,
    force INTEGER NOT NULL,
    live INTEGER NOT NULL,
    status TEXT NOT NULL,
    progress TEXT,
    error TEXT,
    changed_files INTEGER,
    file_count INTEGER,
    created_at REAL NOT NULL,
    finished_at REAL
);
CREATE UNIQUE INDEX IF NOT EXISTS one_running_job ON jobs (repo_id, cache) WHERE status = 'running';
CREATE INDEX IF NOT EXISTS newest_jobs ON jobs (repo_id, cache, created_at);

-- name: add
INSERT INTO jobs (job_id, repo_id, cache, root, ref, commit_sha, mode, force, live, status, created_at)
VALUES (:job_id, :repo_id, :cache, :root, :ref, :commit_sha, :mode, :force, :live, 'running', :now);

-- name: running
SELECT * FROM jobs WHERE repo_id = :repo_id AND cache = :cache AND status = 'running';

-- name: one
SELECT * FROM jobs WHERE job_id = :job_id;

-- name: recent
SELECT * FROM jobs WHERE repo_id = :repo_id AND cache = :cache ORDER BY created_at DESC, job_id LIMIT :limit;

-- name: progress
UPDATE jobs SET progress = :progress WHERE job_id = :job_id AND status = 'running';

-- name: publish
UPDATE jobs SET status = 'published', mode = :mode, changed_files = :changed_files, file_count = :file_count,
    finished_at = :now, progress = NULL
WHERE job_id = :job_id AND status = 'running';

-- name: fail
UPDATE jobs SET status = 'failed', error = :error, finished_at = :now, progress = NULL
WHERE job_id = :job_id AND status = 'running';

-- name: forget
DELETE FROM jobs WHERE repo_id = :repo_id AND cache = :cache AND status != 'running' AND job_id NOT IN (
    SELECT job_id FROM jobs WHERE repo_id = :repo_id AND cache = :cache ORDER BY created_at DESC, job_id LIMIT :keep
)
RETURNING job_id;

SELECT
    (SELECT count(*) FROM symbols WHERE list_contains($paths, path)),
    (SELECT count(*) FROM facts WHERE list_contains($paths, path));

SELECT (SELECT count(*) FROM symbols) AS symbols, (SELECT count(*) FROM refs) AS refs;

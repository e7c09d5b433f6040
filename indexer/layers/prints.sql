-- What each file's rows of a table are, in short: their number and the sum of their hashes.
SELECT path, count(*) AS n, sum(hash(row)::HUGEINT) AS h FROM rows AS row GROUP BY path

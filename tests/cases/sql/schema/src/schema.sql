CREATE SCHEMA shop;

-- People who buy.
CREATE TABLE IF NOT EXISTS shop.users (
  id INT PRIMARY KEY,
  "Full Name" VARCHAR(20) NOT NULL DEFAULT 'x',
  mood mood_type,
  org_id INT REFERENCES orgs(id),
  CONSTRAINT fk_org FOREIGN KEY (org_id) REFERENCES orgs (id)
);

CREATE TABLE `orgs` (`id` int(11) NOT NULL, PRIMARY KEY (`id`));
ALTER TABLE orgs ADD COLUMN name TEXT;
CREATE UNIQUE INDEX orgs_name ON orgs (name);
CREATE TYPE mood_type AS ENUM ('sad', 'ok');

CREATE VIEW big_orgs AS SELECT o.id FROM orgs o WHERE o.id > 3;

/* Adds. */
CREATE OR REPLACE FUNCTION add_up(a int, b int) RETURNS int AS $$ SELECT a + b; $$ LANGUAGE sql;
CREATE TRIGGER watch BEFORE INSERT ON orgs FOR EACH ROW EXECUTE FUNCTION add_up();
CREATE PROCEDURE clean(days int) LANGUAGE SQL AS $$ DELETE FROM orgs; $$;

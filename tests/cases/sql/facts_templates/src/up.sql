CREATE TABLE IF NOT EXISTS {{.prefix}}system_settings (
	id VARCHAR(100),
	value TEXT,
	PRIMARY KEY (id)
);

CREATE TABLE sessions (
	id INT
);

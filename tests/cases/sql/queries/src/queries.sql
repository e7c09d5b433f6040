CREATE TABLE users (id INT, name TEXT);

WITH recent AS (SELECT * FROM users)
SELECT u.name, count(o.id) AS total, shop.price(o.id)
FROM users u
JOIN shop.orders AS o ON o.user_id = u.id
LEFT JOIN recent ON recent.id = u.id
WHERE name > 'a'
ORDER BY total;

INSERT INTO users (id, name) VALUES (1, 'a');
UPDATE users SET name = 'b' WHERE id = 1;
DELETE FROM missing WHERE id IN (SELECT id FROM users);
DROP TABLE users;

package db

const createOrder = `-- name: CreateOrder :one
INSERT INTO orders (
  customer, total
) VALUES (
  $1, $2
) RETURNING id
`

const listOrders = `-- name: ListOrders :many
-- newest first
SELECT id, customer FROM orders o
JOIN customers c ON c.id = o.customer
`

// no statement behind the comment
const usage = `-- name of the order
update it where you like
`

const dashes = "-- SELECT is what is asked for"

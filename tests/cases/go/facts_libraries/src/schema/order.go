package schema

import "entgo.io/ent"

type Order struct {
	ent.Schema
}

type Plain struct {
	Schema string
}

// Package beta goes by another name than its folder.
package beta

type Order struct {
	ID   int
	Next *Order
}

func New() (*Order, error) { return &Order{}, nil }

func hidden() *Order { return nil }

const Limit = 3

// Package cart keeps what a customer wants.
package cart

// Cart holds items.
//
// It is not safe for concurrent use.
//
//go:generate stringer -type=State
type Cart struct {
	Items, spare []Item `json:"items" xml:"-"`
	notify       func(count int) error
	// limits of the cart
	limits struct{ max int }
}

// Item is an alias. Separated by a blank line: no documentation.

type Item = string

// State is a defined type.
type State int

/*
Open and Closed are states.
*/
const (
	// Open can change.
	Open State = iota
	Closed // behind code: not the next one's documentation
	hidden
)

// Limit is the largest count.
const Limit = 10

var total, count int

var (
	// Default is shared.
	Default = New(Limit)
	_       = New
)

// Adder adds.
type Adder interface {
	// Add appends items.
	Add(items ...Item) (n int, err error)
	Len() int
}

type (
	pair  struct{ a, b int }
	index map[string]*pair
)

// New makes a cart.
func New(limit int) *Cart { return &Cart{limits: struct{ max int }{max: limit}} }

// Add implements Adder.
func (c *Cart) Add(items ...Item) (n int, err error) {
	c.Items = append(c.Items, items...)
	total++
	return len(items), c.notify(len(c.Items))
}

func (Cart) Len() int { return count }

func (s State) String(verbose, short bool) string { return "" }

func init() { total = 1 }

func init() { count = 2 }

func _() {}

package embedding

import (
	"io"
	"sync"
)

type Base struct{ id int }

type Wrapper[T any] struct{ inner T }

// Derived embeds, which gives it fields named after the types.
type Derived struct {
	Base
	*sync.Mutex `json:"-"`
	Wrapper[Base]
	Other Base
}

type Reader interface {
	io.Reader
	Closer
	interface{ Flush() }
	int | string
}

type Closer interface{ Close() error }

// Base as a field's name does not hide the type.
type Field struct {
	Closer Base
	next   Closer
}

func (d *Derived) Promoted() int {
	d.Lock()
	return d.id + d.Base.id
}

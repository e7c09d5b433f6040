package shapes

import (
	"fmt"
	"io"

	"example.com/i/far"
)

type Shape interface {
	Area(scale float64) float64
	fmt.Stringer
	far.Named
}

type Store interface {
	Put(r io.Reader, names ...string) (n int, err error)
}

type sealed interface{ seal() }

type Number interface {
	~int | ~float64
	Area(scale float64) float64
}

// circle has them all, one of them from what it embeds.
type circle struct{ base }

type base struct{}

func (*base) Name() string { return "" }

func (c circle) Area(scale float64) float64 { return 0 }
func (c circle) String() string             { return "" }
func (c circle) seal()                      {}

// square has other types.
type square struct{ base }

func (s *square) Area(scale int) float64 { return 0 }
func (s *square) String() string         { return "" }

type disk struct{}

func (d *disk) Put(from io.Reader, all ...string) (int, error) { return 0, nil }

type tape struct{}

func (t *tape) Put(from io.Reader, all []string) (int, error) { return 0, nil }

func use(s Shape) float64 { return s.Area(1) + float64(len(s.Name())+len(s.String())) }

// Failure has the method of error too.
type Failure interface {
	error
	Code() int
}

type missing struct{}

func (missing) Error() string { return "" }
func (missing) Code() int     { return 1 }

type half struct{}

func (half) Error() string { return "" }

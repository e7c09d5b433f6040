package shop

import (
	"github.com/pkg/errors"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"github.com/labstack/echo/v4"
	"example.com/lib"
)

type SlugError struct{ s string }

func (s SlugError) Error() string { return s.s }

func NewSlugError(s string) SlugError { return SlugError{s} }
func NewOtherError(s string) error { return lib.Build(s) }

var ErrX = errors.New("x")

func a() error { return NewSlugError("a") }
func b() (int, error) { return 0, errors.WithStack(ErrX) }
func c() error { st := status.New(codes.NotFound, "no"); return st.Err() }
func d() error { st := status.New(codes.OK, "fine"); return st.Err() }
func e() error { return echo.NewHTTPError(404, "x") }
func f() error { return lib.NewParseError("x") }
func g() error { return NewOtherError("x") }
func h() *lib.Thing { return lib.NewErrorList() }
func i(err error) error { return errors.WithStack(err) }
func j() error { return lib.WithStack(thing) }

package main

import (
	"errors"
	"path"

	"github.com/labstack/echo/v4"
)

const admin = "/admin"

var ErrDenied = errors.New("denied")

type ErrGone struct{ Name string }

type shelf struct{}

func (s shelf) Join(parts ...string) string { return parts[0] }

func routes(e *echo.Echo, s shelf, page string) {
	e.GET(path.Join(admin, "/login"), login)
	e.GET(path.Join("/pages", page), login)
	e.GET(s.Join(admin, "/other"), login)
}

func login(c echo.Context) error {
	if c == nil {
		return ErrGone{Name: "context"}
	}
	return ErrDenied.WithHint("ask").WithCause(nil)
}

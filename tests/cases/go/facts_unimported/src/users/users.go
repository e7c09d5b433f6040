package users

import "github.com/labstack/echo/v4"

func Register(r *echo.Group) {
	r.GET("/users", list)
}

func list(c echo.Context) error {
	return nil
}

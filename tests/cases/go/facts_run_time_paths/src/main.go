package main

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

type Route struct {
	Path    string
	Handler echo.HandlerFunc
}

type Controller interface {
	Routes() []Route
}

// what only a run knows is no route; what a pattern leaves open is
func define(e *echo.Echo, controllers []Controller) {
	api := e.Group("/api")
	for _, controller := range controllers {
		for _, route := range controller.Routes() {
			api.GET(route.Path, route.Handler)
		}
	}
	api.GET("/:id", show)
	http.HandleFunc("GET /{path...}", nil)
}

func show(c echo.Context) error {
	return nil
}

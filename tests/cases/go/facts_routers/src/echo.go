package main

import (
	"github.com/gofiber/fiber/v2"
	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
)

type Server struct {
	echo *echo.Echo
}

func (s *Server) echoRoutes() {
	s.echo = echo.New()
	s.echo.Use(middleware.Recover())
	group := s.echo.Group("/e")
	group.GET("/items/:id", s.item)
	group.Add("POST", "/items", s.item)
}

func (s *Server) item(c echo.Context) error {
	return echo.NewHTTPError(404, "no such item")
}

func fiberRoutes() {
	app := fiber.New()
	api := app.Group("/f", onlyFiber)
	api.Get("/things", onlyFiber)
	app.Use("/assets", onlyFiber)
	app.Mount("/late", lateRoutes())
}

func lateRoutes() *fiber.App {
	app := fiber.New()
	app.All("/any", onlyFiber)
	return app
}

func onlyFiber(c *fiber.Ctx) error { return nil }

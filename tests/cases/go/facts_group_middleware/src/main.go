package main

import (
	"github.com/gin-gonic/gin"
	"github.com/gofiber/fiber/v2"
	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
)

const admin = "/admin"

func auth(c *gin.Context)  {}
func list(c *gin.Context)  {}
func audit() gin.HandlerFunc { return auth }

// routes of a group pass what it is given behind its prefix
func engine() *gin.Engine {
	r := gin.New()
	g := r.Group(admin, auth, audit())
	g.Use(gin.Logger())
	g.GET("/users", list)
	r.Group("/open").GET("/users", list)
	return r
}

func server(secret string) *echo.Echo {
	e := echo.New()
	api := e.Group("/api", middleware.Recover())
	api.GET("/users", nil)
	return e
}

func app() *fiber.App {
	a := fiber.New()
	v1 := a.Group("/v1", func(c *fiber.Ctx) error { return c.Next() })
	v1.Get("/users", nil)
	return a
}

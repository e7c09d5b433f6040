package main

import (
	"net/http"

	"example.com/shop/api"
	"github.com/gin-gonic/gin"
)

const version = "/v1"

type cache struct{}

func (cache) GET(key string, fallback func() string) {}

func main() {
	r := gin.New()
	r.Use(gin.Recovery(), logger)
	v1 := r.Group(version, api.Auth)
	api.Register(v1)
	{
		admin := v1.Group("/admin")
		admin.Use(func(c *gin.Context) { c.Next() })
		admin.DELETE("/orders/:id", api.Auth, api.Drop)
	}
	r.Match([]string{"GET", http.MethodHead}, "/health", gin.WrapF(health))
	r.Handle(http.MethodPatch, "/raw", api.Drop)
	r.Group("/open").Use(logger).Any("/all", api.Drop)

	// not a route: the name alone says nothing
	cache{}.GET("/v1/orders", func() string { return "" })
}

func logger(c *gin.Context) {}

func health(w http.ResponseWriter, r *http.Request) {}

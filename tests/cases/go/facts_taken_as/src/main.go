package main

import (
	"example.com/shop/api"
	"example.org/cache"
	"example.org/engine"
	"github.com/gin-gonic/gin"
)

// What the other library gives is an engine of gin: the functions that take it say so.
func main() {
	r := engine.Get()
	r.GET("/healthz", health)
	api.Pages(r)
	root := r.Group("/api")
	{
		api.InitRouter(root)
		admin := root.Group("/admin")
		api.InitRouter(admin)
	}
}

// What is handed to something else says nothing of routes.
func other() {
	c := cache.New()
	c.GET("/no/route", health)
	api.Keep(c)
}

func health(c *gin.Context) {}
